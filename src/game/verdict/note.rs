//! The notes that accompany a verdict, and their wording.

use std::fmt;

use crate::chess::piece::Color;
use crate::chess::square::Square;
use crate::game::finding::tally::digits;
use crate::game::values::game_place::LastPlace;
use crate::game::values::termination::Termination;
use crate::laws::edition::{Edition, EditionNote, IllegalMoves, LawTopic, TimeClass};
use crate::laws::event::{Objection, RulingOptions, illegal_moves_stand, is_limited, standing_topic};
use crate::laws::illegal_position::PositionIllegality;
use crate::laws::touched_pieces::Impossible;
use crate::laws::verdict::{Decision, Reason};
/// A note on a verdict, or on the question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerdictNote {
    /// On the edition.
    Edition(EditionNote),
    /// The date of the game cannot be read, so that the current edition is applied.
    DateUnread,
    /// The game ends before the requested position, or has no such position.
    FewerPlies(LastPlace),
    /// `--at` was given for a position, which has no moves.
    NoPlies,
    /// The event came after the end of the game.
    EventTooLate,
    /// The event cannot decide the game.
    Event(Objection),
    /// Pieces cannot have been touched or released in this way.
    Touch(Impossible),
    /// The move of a released piece ends the game.
    EndsTheGame(Decision, Reason),
    /// The position may have occurred five times, starting before the record.
    PossiblyFivefold(Edition),
    /// Pieces were touched after the end of the game.
    TouchedTooLate,
    /// The rule set has no rules about touched pieces.
    NoTouchMove(Edition),
    /// The requested position is after a move that cannot be replayed.
    OutOfReach,
    /// The Laws do not mention the event for an illegal position.
    NotInIllegalPosition,
    /// The record has no playable position.
    NoPosition,
    /// The game is another chess variant.
    OtherVariant,
    /// No move and no tag could be read.
    NothingRead,
    /// The search used up this budget of positions.
    BudgetUsedUp(u32),
    /// The arbiter decides how many points the opponent gets (Laws 11.7).
    ArbiterDecides(Edition),
    /// The cost of a wrong claim is not established.
    ClaimCostUnknown,
    /// What a wrong claim costs the claimant under the Laws of 2001.
    ClaimantLosesTime(Color, Edition),
    /// The consequences of an illegal position.
    IllegalPosition(PositionIllegality, RulingOptions),
    /// A pawn on its last rank was replaced by a queen (Laws 7.5.2).
    Queened(Square),
    /// With the queen the game would have ended so, but an illegal move does not end it.
    EndedByIllegalMove(Reason),
    /// A draw offer: it cannot be withdrawn, and how the opponent may answer.
    OfferStands(Color),
    /// A draw was offered by the side to move.
    OfferedOutOfTurn(Color, Edition),
    /// A draw offer was declined by touching a piece.
    DeclinedByTouch(Color),
    /// The rights of both players after a declined offer.
    OfferDeclined(Color, Edition),
    /// Where Guideline III applies.
    WithoutIncrement,
    /// No article covers two fallen flags in blitz or with an increment.
    NoGuideline,
    /// The edition's rule for two fallen flags is not available.
    RuleNotAvailable,
    /// White loses the time until White arrives (Laws 6.7.2).
    WaitingTime(Edition),
    /// An illegal move can be claimed until the opponent has moved (A.5.2).
    BeforeTheNextMove(RulingOptions),
    /// A win on time has to be claimed (A.5.3).
    WinOnTimeIsClaimed(Edition),
    /// The rules for a rapid or blitz game, with or without an arbiter for every game (A.4, A.5, B.2, B.3).
    FastRules(RulingOptions),
    /// Not an illegal move before July 2017; the arbiter decides the penalty.
    NoIllegalMoveYet,
    /// What happens to a legal move that was made with two hands.
    TwoHandedMoveStands(Edition),
    /// The line to mate passes the limit of moves that ends games.
    MateBeyondLimit(u32, Edition),
    /// There is no pawn that could be unpromoted.
    NoUnpromotedPawn(Color),
    /// No legal move can have led to the position, but an illegal move may have stood (A.5.2).
    AfterIllegalMove(RulingOptions),
    /// The event states an illegal position, but the position is legal.
    LegalPosition,
    /// The number of moves by both players, where it decides whether a new game starts.
    MovesMade(u32),
    /// Castling with a misplaced king or rook is not allowed.
    NoCastlingWithMisplaced,
    /// One side gives check with every move between the repeated positions.
    PerpetualCheck(Color),
    /// The time class comes from the TimeControl tag.
    ClassOfTimeControl(TimeClass),
    /// The arbiter has to establish the facts of a claim about Article 4.
    FactsForTheArbiter,
    /// The Termination tag has an unrecognized value.
    TerminationUnknown,
    /// The record states an end that is none under the rule set.
    EndOfRecord(Termination),
    /// Two knights can mate a bare king, but not by force: whether the record or a verdict says otherwise.
    TwoKnights(Edition),
    /// Whether 14D4 of US Chess covers a flag that falls while the opponent cannot mate is disputed.
    Disputed14D4,
    /// The record states a draw on time, but as far as known no fallen flag draws under this rule set.
    FlagWithoutLoser,
}

const NOT_ESTABLISHED: &str = "the consequences of this event under this rule set and time class are not established";
const CANNOT_BE_MADE: &str = "players cannot make illegal moves under this rule set";

impl VerdictNote {
    /// Why there is no answer, if the note is about that.
    pub const fn obstacle(&self) -> Option<&'static str> {
        Some(match self {
            Self::OutOfReach => "the game cannot be replayed to this point",
            Self::NotInIllegalPosition => "no article covers this event in an illegal position",
            Self::NoPosition => "the record has no playable position",
            Self::OtherVariant => "the record is of another chess variant",
            Self::NothingRead => "no move or tag could be read",
            _ => return None,
        })
    }
}

impl VerdictNote {
    /// Whether the question does not apply to the record, so that the command fails instead of answering.
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::FewerPlies(_) | Self::NoPlies | Self::Touch(_) | Self::LegalPosition)
    }

    /// The text of notes without parameters.
    const fn fixed_text(&self) -> Option<&'static str> {
        Some(match self {
            Self::Edition(note) => note.text(),
            Self::DateUnread => "the Date tag cannot be read as a date; the current edition is applied",
            Self::NoPlies => "--at applies to games; a position has no moves",
            Self::EventTooLate => "the event comes too late: the game was already over",
            Self::Event(Objection::NotEstablished) => NOT_ESTABLISHED,
            Self::Event(Objection::CannotBeMade) => CANNOT_BE_MADE,
            Self::WithoutIncrement => {
                "Guideline III applies to games without increment if it was announced beforehand (III.2)"
            }
            Self::NoGuideline => {
                "Guideline III does not apply to blitz or to games with an increment (III.2.2), and no article covers \
                 this case; the same result is assumed"
            }
            Self::RuleNotAvailable => {
                "adoube does not have the rule of this edition; it assumes that of later editions, for games without increment"
            }
            Self::NoIllegalMoveYet => {
                "it counts as an illegal move only since July 2017; before, the arbiter decides whether to penalize it"
            }
            Self::NoCastlingWithMisplaced => {
                "castling is not allowed with a king or rook that was set up on a wrong square"
            }
            Self::FactsForTheArbiter => "the arbiter has to establish whether Article 4 was violated",
            Self::TouchedTooLate => "the touched piece need not be moved or captured: the game is over",
            Self::TerminationUnknown => {
                "the value of the Termination tag is unknown, so nothing is inferred from it; the stated result is accepted"
            }
            Self::Disputed14D4 => {
                "directors disagree on this case: 14D4 says that no legal moves lead to checkmate by the opponent, while by \
                 14E alone the opponent would win"
            }
            Self::ClaimCostUnknown => "the penalty for a wrong claim under this rule set is not established",
            Self::FlagWithoutLoser => {
                "the record states a draw on time, but as far as known, under this rule set either player would have lost \
                 this game on time"
            }
            _ => return None,
        })
    }

    /// The text of notes that cite an article.
    fn fmt_with_article(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WaitingTime(edition) => write!(
                f,
                "if the default time is not zero and neither player was present at the start, White loses the time until \
                 White arrives{}",
                edition.in_brackets(&[LawTopic::WaitingTime])
            ),
            Self::ArbiterDecides(edition) => {
                let article = edition.in_brackets(&[LawTopic::Refusal]);
                write!(f, "the arbiter decides how many points the opponent gets{article}")
            }
            Self::WinOnTimeIsClaimed(edition) => {
                let article = edition.in_brackets(&[LawTopic::WinOnTime]);
                write!(f, "no arbiter supervises every game, so the opponent has to claim the win on time{article}")
            }
            Self::ClaimantLosesTime(by, edition) => write!(
                f,
                "{by} loses half of the remaining time, but at most three minutes: with one to two minutes left, one minute \
                 remains; with less than one minute left, nothing is deducted{}",
                edition.in_brackets(&[LawTopic::ClaimIncorrect])
            ),
            Self::PossiblyFivefold(edition) => {
                let article = edition.in_brackets(&[LawTopic::Fivefold]);
                write!(f, "if the position has occurred five times, the game was drawn automatically{article}")
            }
            _ => self.fmt_special_case(f),
        }
    }

    /// The text of notes on special cases of a verdict.
    fn fmt_special_case(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndOfRecord(cause) => write!(
                f,
                "the record says that the game ended {cause}, which it did not under this rule set; the stated result is \
                 accepted"
            ),
            Self::TwoKnights(edition) => write!(
                f,
                "two knights cannot force mate against a bare king, but mate is possible, and these rules ask whether any \
                 series of legal moves leads to it{}",
                edition.in_brackets(&[LawTopic::Dead, LawTopic::FlagUnwinnable])
            ),
            Self::TwoHandedMoveStands(edition) => write!(
                f,
                "a legal move stands: the touched pieces would have to make it again{}, also if it was castling{}",
                edition.in_brackets(&[LawTopic::TouchedPiece]),
                edition.in_brackets(&[LawTopic::KingAndRook])
            ),
            Self::MateBeyondLimit(plies, edition) => {
                let topic = if *plies == 150 { LawTopic::SeventyFive } else { LawTopic::Fifty };
                write!(
                    f,
                    "the mating line passes {plies} plies without capture or pawn move, where a game ends{}; the half-move \
                     clock and the history of the game do not count for \"any series of legal moves\"",
                    edition.in_brackets(&[topic])
                )
            }
            Self::AfterIllegalMove(terms) => write!(
                f,
                "no legal move gives this check, but an illegal move may have stood before{}",
                terms.edition.in_brackets(&[standing_topic(*terms)])
            ),
            _ => self.fmt_offer(f),
        }
    }

    /// The text of notes on draw offers.
    fn fmt_offer(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfferStands(by) => write!(
                f,
                "{by} cannot withdraw the offer; it is valid until {} accepts it, declines it orally or by touching a piece \
                 to move or capture it, or the game ends in some other way",
                by.other()
            ),
            Self::OfferedOutOfTurn(by, edition) => write!(
                f,
                "{by} has the move: a player should offer a draw after making a move and before pressing the clock; the \
                 offer is valid, but may distract the opponent{}",
                edition.in_brackets(&[LawTopic::Distraction])
            ),
            Self::DeclinedByTouch(by) => write!(f, "{by} has declined the offer by touching a piece"),
            Self::OfferDeclined(by, edition) => write!(
                f,
                "{by} may still claim a draw by threefold repetition or fifty moves when having the move; a claim counts as an \
                 offer, and unreasonable further offers distract the opponent{}",
                edition.in_brackets(&[LawTopic::ClaimIsOffer, LawTopic::Distraction, LawTopic::Penalties])
            ),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for VerdictNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(obstacle) = self.obstacle() {
            return write!(f, "the question cannot be answered: {obstacle}");
        }
        if let Some(sentence) = self.fixed_text() {
            return f.write_str(sentence);
        }
        match self {
            Self::Event(Objection::AgreedTooEarly(unmoved)) => agreed_too_early(f, *unmoved),
            Self::Event(Objection::HasMoved(color)) => write!(f, "{color} has made a move and was therefore present"),
            Self::IllegalPosition(fault, terms) => illegal_position(f, *fault, *terms),
            Self::Queened(square) => {
                write!(
                    f,
                    "the pawn on {square} is replaced by a queen; the verdict is about the position with the queen"
                )
            }
            Self::EndedByIllegalMove(reason) => write!(
                f,
                "with the queen it would be {reason}, but only a legal move ends the game in this way; no article covers \
                 how it continues"
            ),
            Self::NoUnpromotedPawn(color) => write!(
                f,
                "no pawn of {color} is on its last rank in this position; if one is, it is replaced by a queen"
            ),
            Self::LegalPosition => {
                f.write_str("--event illegal-position: this position is legal; give the illegal position with --fen")
            }
            Self::MovesMade(made) => {
                let unit = if *made == 1 { "move" } else { "moves" };
                write!(f, "both players have made {made} {unit}")
            }
            Self::PerpetualCheck(by) => write!(
                f,
                "perpetual check: every move of {by} between the repeated positions gives check (for information; the \
                 Laws have no such rule)"
            ),
            Self::ClassOfTimeControl(class) => {
                write!(f, "the TimeControl tag makes this a {} game; --time-class overrides it", class.name())
            }
            Self::NoTouchMove(edition) => write!(
                f,
                "there is no touch-move rule under {edition}: its games are not played with pieces on a board"
            ),
            Self::BeforeTheNextMove(terms) => claim_deadline(f, *terms),
            Self::FastRules(terms) => fast_rules(f, *terms),
            Self::FewerPlies(end) => write!(f, "--at: the game has no such position: {end}"),
            Self::Touch(Impossible::NothingThere(square)) => write!(f, "--touched: there is no piece on {square}"),
            Self::Touch(Impossible::OtherPiece(square)) => write!(f, "--touched: there is another piece on {square}"),
            Self::Touch(Impossible::NothingReleased(by)) => {
                write!(f, "--released: --touched names no piece of {by} that could have been released")
            }
            Self::Touch(Impossible::Occupied(square)) => {
                write!(f, "--released: another piece of the same player is on {square}")
            }
            Self::EndsTheGame(decision, reason) => write!(f, "it ends the game: {decision}, {reason}"),
            Self::BudgetUsedUp(budget) => {
                let unit = if *budget == 1 { "position" } else { "positions" };
                write!(f, "the budget of {} {unit} is used up; --budget raises it", digits((*budget).into()))
            }
            _ => self.fmt_with_article(f),
        }
    }
}

/// Writes who has not moved.
fn agreed_too_early(f: &mut fmt::Formatter<'_>, unmoved: Option<Color>) -> fmt::Result {
    f.write_str("the players can agree to a draw only after both have made a move; ")?;
    match unmoved {
        Some(color) => write!(f, "{color} has not moved"),
        None => f.write_str("neither player has moved"),
    }
}

/// Writes until when an illegal move can be claimed.
fn claim_deadline(f: &mut fmt::Formatter<'_>, terms: RulingOptions) -> fmt::Result {
    let topic = standing_topic(terms);
    let until = match topic {
        LawTopic::IllegalStandsInRapid => "only before the opponent has touched a piece",
        LawTopic::IllegalInBlitz => "only if the opponent claims it before making their next move",
        _ => "only before the opponent has made their next move",
    };
    write!(f, "{until}{}; after that the move stands", terms.edition.in_brackets(&[topic]))
}

/// Writes which rules apply to a rapid or blitz game.
fn fast_rules(f: &mut fmt::Formatter<'_>, terms: RulingOptions) -> fmt::Result {
    let is_blitz = terms.class == TimeClass::Blitz;
    let class = terms.class.name();
    let pick = |rapid, blitz| terms.edition.in_brackets(&[if is_blitz { blitz } else { rapid }]);
    let otherwise = pick(LawTopic::RapidOtherwise, LawTopic::BlitzOtherwise);
    if terms.edition == Edition::Fide2001 {
        return write!(f, "{class} has its own rules, whether or not an arbiter supervises the game{otherwise}");
    }
    if is_limited(terms) {
        return write!(f, "no arbiter supervises every game, so the rules of {class} apply{otherwise}");
    }
    let supervised = pick(LawTopic::RapidSupervised, LawTopic::BlitzSupervised);
    write!(
        f,
        "assuming that an arbiter supervises every game, the competition rules apply{supervised}; if not, use \
         --supervision limited"
    )
}

/// Writes the consequences of an illegal position.
fn illegal_position(f: &mut fmt::Formatter<'_>, fault: PositionIllegality, terms: RulingOptions) -> fmt::Result {
    let cite = |topic: LawTopic| terms.edition.in_brackets(&[topic]);
    match terms.edition.rules().illegal_moves {
        IllegalMoves::Impossible => return f.write_str(CANNOT_BE_MADE),
        IllegalMoves::Unknown => {
            return f.write_str("what an illegal move costs under this rule set is not established");
        }
        IllegalMoves::Cost { .. } if !terms.edition.is_fide() => return f.write_str("an illegal move loses the game"),
        IllegalMoves::Cost { .. } => {}
        IllegalMoves::ExtraTime { minutes } => {
            let article = cite(LawTopic::IllegalPenalty);
            return write!(
                f,
                "a legal move replaces the illegal one, and the opponent gets {minutes} minutes{article}, except in blitz, \
                 where the penalty is not established"
            );
        }
    }
    let is_left = matches!(fault, PositionIllegality::LeftInCheck(_));
    if is_limited(terms) && !is_left {
        return write!(
            f,
            "the arbiter waits until the next move is completed; if an illegal position is still on the board, the \
             arbiter declares a draw{}",
            cite(LawTopic::IllegalPositionStands)
        );
    }
    match fault {
        _ if illegal_moves_stand(terms) => write!(
            f,
            "the illegal move can be claimed before the opponent's next move; after that it cannot be corrected{}",
            cite(standing_topic(terms))
        ),
        PositionIllegality::UnpromotedPawn { .. } if terms.edition.is_from_2014() => write!(
            f,
            "if the clock was pressed, the position is not reinstated: the pawn is replaced by a queen{}, and it counts as an illegal move{}",
            cite(LawTopic::Unpromoted),
            cite(LawTopic::IllegalPenalty)
        ),
        PositionIllegality::UnpromotedPawn { .. }
        | PositionIllegality::BothInCheck
        | PositionIllegality::LeftInCheck(_) => write!(
            f,
            "the position before the illegal move is reinstated{}, and the illegal move is penalized{}",
            cite(LawTopic::IllegalMove),
            cite(LawTopic::IllegalPenalty)
        ),
    }
}
