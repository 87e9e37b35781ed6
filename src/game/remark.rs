//! What there is to say beside a verdict.

use std::fmt;

use crate::chess::piece::Color;
use crate::chess::square::Square;
use crate::laws::edition::{TimeClass, Topic};
use crate::laws::event::{Objection, Terms, limited};
use crate::laws::illegal_position::Fault;

/// Something to be said beside a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// About the choice of the edition.
    Edition(&'static str),
    /// The game ends before the place that was asked for, or has no such place.
    FewerPlies,
    /// A ply was asked for and there are no moves, but a position.
    NoPlies,
    /// The event came when the game was over.
    EventTooLate,
    /// The event cannot decide the game.
    Event(Objection),
    /// A square on which no man stands was named as touched.
    NothingTouched(Square),
    /// Men were touched when the game was over.
    TouchedTooLate,
    /// What is asked about comes behind something that cannot be followed.
    OutOfReach,
    /// The record states no position of chess.
    NoPosition,
    /// The game is another than chess.
    OtherVariant,
    /// There is neither a move nor a tag that could be read.
    NothingRead,
    /// So many positions could be looked at, and that did not suffice.
    BudgetUsedUp(u32),
    /// How many points the opponent gets is the arbiter's to decide (Laws 11.7).
    ArbiterDecides,
    /// What a wrong claim costs is not established.
    ClaimCostUnknown,
    /// What follows from an illegal position, under these terms.
    IllegalPosition(Fault, Terms),
    /// A pawn on its last rank was replaced by a queen (Laws 7.5.2).
    Queened(Square),
    /// A draw offer: what the opponent may do, and that it cannot be withdrawn.
    OfferStands(Color),
    /// A draw was offered by the player who has the move.
    OfferedOutOfTurn(Color),
    /// A draw offer was declined by touching a piece.
    DeclinedByTouch(Color),
    /// What there is to say after a declined offer.
    OfferDeclined(Color),
    /// Guideline III: where it applies.
    WithoutIncrement,
    /// No article says what follows from two fallen flags in blitz, or where time is added for each move.
    NoGuideline,
    /// White loses the time until he arrives (Laws 6.7.2).
    WaitingTime,
    /// An illegal move can be claimed until the opponent has made his next move (A.5.2).
    BeforeTheNextMove,
    /// It was no illegal move before July 2017; the arbiter decides what it costs.
    NoIllegalMoveYet,
    /// The pawn is not where it could be unpromoted.
    NoUnpromotedPawn(Color),
    /// An illegal position is said to stand, and the one given is legal.
    LegalPosition,
    /// How many moves both players have made, where that decides whether a new game is started.
    MovesMade(u32),
    /// Castling with a misplaced king or rook is not allowed.
    NoCastlingWithMisplaced,
    /// One side gives check with every move between the repeated positions.
    PerpetualCheck(Color),
    /// The time class is read from the tag `TimeControl`.
    ClassOfTimeControl(TimeClass),
    /// The claim about Article 4 has to be examined by the arbiter.
    FactsForTheArbiter,
    /// The record says that a draw was due to time, and by the rule set the flag of neither draws, as far as is known.
    FlagWithoutLoser,
}

impl Remark {
    /// Why what is asked is not answered, if that is what is to be said.
    #[must_use]
    pub const fn obstacle(&self) -> Option<&'static str> {
        Some(match self {
            Self::OutOfReach => "it comes behind something that cannot be followed",
            Self::NoPosition => "it starts from no position of chess",
            Self::OtherVariant => "it is a game of another chess variant",
            Self::NothingRead => "no move and no tag of it can be read",
            _ => return None,
        })
    }
}

impl Remark {
    /// The sentence, where it is always the same.
    const fn fixed(&self) -> Option<&'static str> {
        Some(match self {
            Self::Edition(note) => note,
            Self::FewerPlies => {
                "the game has no such place: it has fewer half-moves, or that position never arises; this is its end"
            }
            Self::NoPlies => "a ply can be asked for in games only; a position is its own end",
            Self::EventTooLate => "the event comes too late: the game was over",
            Self::Event(Objection::AgreedTooEarly) => "a draw can be agreed only when both players have made a move",
            Self::Event(Objection::NotEstablished) => {
                "what follows from it under this rule set, in games this fast, is not established"
            }
            Self::Event(Objection::CannotBeMade) => "no illegal move can be made under this rule set",
            Self::WithoutIncrement => {
                "Guideline III applies to games without increment, where its use was announced (III.2)"
            }
            Self::NoGuideline => {
                "Guideline III does not apply to blitz or with an increment (III.2.2), and no article says what follows; \
                 the same is assumed"
            }
            Self::WaitingTime => {
                "if the default time is not zero and neither player was present at the start, White loses the time until \
                 he arrives (fide-2023 6.7.2)"
            }
            Self::BeforeTheNextMove => {
                "only before the opponent has made his next move (A.5.2 of 2023, A.4.2 of 2018); after it the move stands"
            }
            Self::NoIllegalMoveYet => {
                "it counts as an illegal move since July 2017 only; before, the arbiter decides whether to penalize it"
            }
            Self::NoCastlingWithMisplaced => "castling is not allowed with a king or rook that stood on a wrong square",
            Self::FactsForTheArbiter => "whether Article 4 was violated is for the arbiter to establish",
            Self::TouchedTooLate => "a touched piece obliges to nothing: the game is over",
            Self::ArbiterDecides => "the arbiter decides how many points the opponent gets (11.7)",
            Self::ClaimCostUnknown => "what a wrong claim costs under this rule set is not established",
            Self::FlagWithoutLoser => {
                "the record says draw and time, but under this rule set a fallen flag loses here, whosever it was, so far \
                 as is known"
            }
            _ => return None,
        })
    }

    /// The sentence about a draw offer.
    fn offer(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfferStands(by) => write!(
                f,
                "{by} cannot withdraw the offer; it stands until {} accepts it, declines it orally or by touching a piece \
                 to move or capture it, or the game ends otherwise",
                by.other()
            ),
            Self::OfferedOutOfTurn(by) => write!(
                f,
                "{by} has the move: an offer is due between making a move and pressing the clock; it is valid all the \
                 same, but may distract the opponent (fide-2023 11.5)"
            ),
            Self::DeclinedByTouch(by) => write!(f, "{by} has declined the offer by touching a piece"),
            Self::OfferDeclined(by) => write!(
                f,
                "{by} may still claim a draw under 9.2 or 9.3 on his move; a claim counts as an offer, and unreasonable \
                 further offers distract the opponent (fide-2023 9.1.2.3, 11.5, 12.9)"
            ),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(obstacle) = self.obstacle() {
            return write!(f, "what is asked is not answered: {obstacle}");
        }
        if let Some(sentence) = self.fixed() {
            return f.write_str(sentence);
        }
        match self {
            Self::Event(Objection::HasMoved(color)) => write!(f, "{color} has made a move and was there"),
            Self::IllegalPosition(fault, terms) => illegal_position(f, *fault, *terms),
            Self::Queened(square) => {
                write!(f, "the pawn on {square} is replaced by a queen; the position with the queen counts")
            }
            Self::NoUnpromotedPawn(color) => write!(
                f,
                "no pawn of {color} is on its last rank in this position; with the pawn there it is replaced by a queen"
            ),
            Self::LegalPosition => {
                f.write_str("this position is legal; give the one that is not, with --fen, to ask about it")
            }
            Self::MovesMade(made) => {
                let unit = if *made == 1 { "move" } else { "moves" };
                write!(f, "both players have made {made} {unit}")
            }
            Self::PerpetualCheck(by) => write!(
                f,
                "perpetual check: every move of {by} between the repeated positions gives check (information; no article \
                 of the Laws)"
            ),
            Self::ClassOfTimeControl(class) => {
                write!(f, "the tag TimeControl makes it a {} game; --time-class overrides it", class.name())
            }
            Self::NothingTouched(square) => write!(f, "no piece stands on {square}"),
            Self::BudgetUsedUp(budget) => {
                let unit = if *budget == 1 { "position" } else { "positions" };
                write!(f, "the budget of {budget} {unit} is used up; --budget raises it")
            }
            _ => self.offer(f),
        }
    }
}

/// What the Laws do about an illegal position.
fn illegal_position(f: &mut fmt::Formatter<'_>, fault: Fault, terms: Terms) -> fmt::Result {
    let cite = |topic: Topic| match terms.edition.article(topic) {
        Some(article) if article.is_established => format!(" ({})", article.number),
        Some(article) => format!(" ({} {})", article.edition, article.number),
        None => String::new(),
    };
    let is_left = matches!(fault, Fault::LeftInCheck(_));
    if limited(terms) && !is_left {
        return write!(
            f,
            "the arbiter waits until the next move is completed; if an illegal position is still on the board, he \
             declares a draw{}",
            cite(Topic::IllegalPositionStands)
        );
    }
    match fault {
        Fault::UnpromotedPawn { .. } if terms.edition.is_from_2018() => write!(
            f,
            "if the clock was pressed, the pawn is replaced by a queen{}, and it counts as an illegal move{}",
            cite(Topic::Unpromoted),
            cite(Topic::IllegalPenalty)
        ),
        Fault::UnpromotedPawn { .. } | Fault::BothInCheck | Fault::LeftInCheck(_) => write!(
            f,
            "the position before the illegal move is reinstated{}, and the illegal move is penalized{}",
            cite(Topic::IllegalMove),
            cite(Topic::IllegalPenalty)
        ),
    }
}
