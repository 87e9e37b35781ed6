//! A verdict: who has won, why, by which article, how sure that is, and what proves it.

use std::fmt;

use crate::chess::moves::Move;
use crate::chess::piece::Color;

use super::edition::{Citation, Edition, LawTopic};
use super::unwinnable::Proof;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// One side has won.
    Win(Color),
    /// The game is drawn.
    Draw,
    /// Both have lost (Laws 11.8).
    BothLose,
    /// The game goes on.
    Ongoing,
    /// It cannot be decided with what is known.
    Undetermined,
    /// There is no game: it does not start from a position of chess, or a new one is to be played (7.2.1, 7.3).
    NotAGame,
}

/// Why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate.
    DeadPosition,
    /// The same position stood on the board five times.
    Fivefold,
    /// 75 moves by each without capture or pawn move.
    SeventyFive,
    /// A claim of threefold repetition, or its like under a rule set where no claim is needed.
    Threefold,
    /// A claim of fifty moves, or its like under a rule set where no claim is needed.
    Fifty,
    /// A claim that does not hold.
    ClaimRejected,
    /// The players agreed on a draw.
    Agreement,
    /// An offer of a draw that is open.
    DrawOffer,
    /// An offer of a draw that was declined.
    DrawOfferDeclined,
    /// A draw that was claimed or agreed: nobody can tell.
    ClaimOrAgreement,
    /// A player resigned.
    Resignation,
    /// A player resigned and the other cannot mate.
    ResignationUnwinnable,
    /// A flag fell.
    Flag,
    /// A flag fell and the other player cannot mate.
    FlagUnwinnable,
    /// Both flags are down.
    BothFlags,
    /// A move was illegal; the position before it is reinstated.
    IllegalMove,
    /// A pawn on its last rank was not replaced.
    UnpromotedPawn,
    /// The clock was pressed without a move.
    ClockWithoutMove,
    /// A move was made with two hands.
    TwoHands,
    /// The pieces stood on wrong squares when the game began.
    WrongArray,
    /// The players have each other's colors.
    ColorsReversed,
    /// An illegal move stands, for the opponent has moved.
    IllegalMoveStands,
    /// An illegal move too many.
    IllegalMoves,
    /// The same, and the other player cannot mate.
    IllegalMovesUnwinnable,
    /// An illegal position was let stand.
    IllegalPositionStands,
    /// A player came later than the default time.
    DefaultTime,
    /// A player refused to obey the Laws.
    Refusal,
    /// Nobody knows how the game ended, only with which result.
    Stated,
    /// The starting position is no position of chess.
    NoPosition,
    /// The game is another than chess.
    OtherVariant,
    /// Neither a move nor a tag can be read.
    NothingRead,
    /// A move of the record is missing, ambiguous or unreadable.
    Unplayable,
    /// Nothing has ended the game.
    Ongoing,
}

/// How sure a verdict is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// The board or a certificate proves it.
    Proved,
    /// It follows from what a player did: a claim, an agreement, a resignation.
    Claimed,
    /// It follows from what the record says of the end.
    Inferred,
    /// It is the usual explanation, or a choice the user made.
    Assumed,
}

/// What proves a verdict, as far as it needs proof.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Certificate {
    /// Nothing more is needed than the final position.
    #[default]
    None,
    /// A side can mate: these moves from the position lead to it.
    Helpmate(Vec<Move>),
    /// A side cannot mate, or neither can.
    Unwinnable(Proof),
    /// The rule set counts the men of a side, or of both, as too few, whether a mate is possible or not.
    TooFewMen,
    /// The same, unless the side can force a mate, which was not looked for (US Chess 14E2, 14E3).
    TooFewMenUnlessForced,
    /// The plies at which the same position stood.
    Repetition(Vec<u32>),
    /// So many half-moves without capture or pawn move, from one ply to another.
    Quiet {
        /// The ply from which they are counted; 0 if they began before the record does.
        from: u32,
        /// The ply at which they end.
        to: u32,
        /// How many there are.
        count: u32,
    },
    /// So many positions were looked at, and nothing was found.
    Undecided {
        /// How many.
        positions: u32,
    },
}

/// A verdict on a game or a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Who has won.
    pub decision: Decision,
    /// Why.
    pub reason: Reason,
    /// The rule set it is given by.
    pub edition: Edition,
    /// The article it rests on; `None` if no number of the rule set is known.
    pub article: Option<Citation>,
    /// After how many moves the game was decided, or how many were made if it was not.
    pub ply: u32,
    /// The player by whose act: who mated, claimed, resigned, overstepped the time.
    pub by: Option<Color>,
    /// How sure it is.
    pub certainty: Certainty,
    /// What proves it.
    pub certificate: Certificate,
    /// Other reasons that hold at the same ply, in the order of the Laws.
    pub also: Vec<Reason>,
}

impl Verdict {
    /// A verdict that rests on a topic of a rule set, proved by the board. That nothing is decided is not proved: it
    /// follows from what the record says.
    #[must_use]
    pub fn new(decision: Decision, reason: Reason, edition: Edition, ply: u32) -> Self {
        Self {
            decision,
            reason,
            edition,
            article: reason.topic().and_then(|topic| edition.article(topic)),
            ply,
            by: None,
            certainty: match decision {
                Decision::Ongoing | Decision::Undetermined => Certainty::Inferred,
                _ => Certainty::Proved,
            },
            certificate: Certificate::None,
            also: Vec::new(),
        }
    }

    /// The same by a player's act.
    #[must_use]
    pub fn by(mut self, color: Color) -> Self {
        self.by = Some(color);
        self
    }

    /// The same with another certainty.
    #[must_use]
    pub fn with_certainty(mut self, certainty: Certainty) -> Self {
        self.certainty = certainty;
        self
    }

    /// The same with what proves it.
    #[must_use]
    pub fn with_certificate(mut self, certificate: Certificate) -> Self {
        self.certificate = certificate;
        self
    }

    /// The same resting on another topic than the reason's own.
    #[must_use]
    pub fn resting_on(mut self, topic: LawTopic) -> Self {
        self.article = self.edition.article(topic);
        self
    }

    /// Whether it rests on a rule of the rule set's own, which has no number that is known.
    #[must_use]
    pub fn is_by_own_rule(&self) -> bool {
        self.article.is_none() && self.reason.topic().is_some_and(|topic| self.edition.book().has_own_rule(topic))
    }
}

impl Decision {
    /// The word for it in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(Color::White) => "white-wins",
            Self::Win(Color::Black) => "black-wins",
            Self::Draw => "draw",
            Self::BothLose => "both-lose",
            Self::Ongoing => "ongoing",
            Self::Undetermined => "undetermined",
            Self::NotAGame => "not-a-game",
        }
    }
}

impl Reason {
    /// The word for it in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventy-five-moves",
            Self::Threefold => "threefold",
            Self::Fifty => "fifty-moves",
            Self::ClaimRejected => "claim-rejected",
            Self::Agreement => "agreement",
            Self::DrawOffer => "draw-offer",
            Self::DrawOfferDeclined => "draw-offer-declined",
            Self::ClaimOrAgreement => "claim-or-agreement",
            Self::Resignation => "resignation",
            Self::ResignationUnwinnable => "resignation-unwinnable",
            Self::Flag => "flag",
            Self::FlagUnwinnable => "flag-unwinnable",
            Self::BothFlags => "both-flags",
            Self::IllegalMove => "illegal-move",
            Self::UnpromotedPawn => "unpromoted-pawn",
            Self::ClockWithoutMove => "clock-without-move",
            Self::TwoHands => "two-hands",
            Self::WrongArray => "wrong-array",
            Self::ColorsReversed => "colors-reversed",
            Self::IllegalMoveStands => "illegal-move-stands",
            Self::IllegalMoves => "illegal-moves",
            Self::IllegalMovesUnwinnable => "illegal-moves-unwinnable",
            Self::IllegalPositionStands => "illegal-position-stands",
            Self::DefaultTime => "default-time",
            Self::Refusal => "refusal",
            Self::Stated => "stated",
            Self::NoPosition => "no-position",
            Self::OtherVariant => "other-variant",
            Self::NothingRead => "nothing-read",
            Self::Unplayable => "unplayable",
            Self::Ongoing => "ongoing",
        }
    }

    /// Whether it can be a reason to play a new game instead, so that this one is none.
    #[must_use]
    pub const fn starts_again(self) -> bool {
        matches!(self, Self::WrongArray | Self::ColorsReversed)
    }

    /// What it rests on.
    #[must_use]
    pub const fn topic(self) -> Option<LawTopic> {
        Some(match self {
            Self::Checkmate => LawTopic::Checkmate,
            Self::Stalemate => LawTopic::Stalemate,
            Self::DeadPosition => LawTopic::Dead,
            Self::Fivefold => LawTopic::Fivefold,
            Self::SeventyFive => LawTopic::SeventyFive,
            Self::Threefold => LawTopic::Threefold,
            Self::Fifty => LawTopic::Fifty,
            Self::ClaimRejected => LawTopic::ClaimIncorrect,
            Self::Agreement => LawTopic::Agreement,
            Self::Resignation | Self::ResignationUnwinnable => LawTopic::Resignation,
            Self::Flag | Self::FlagUnwinnable => LawTopic::Flag,
            Self::BothFlags => LawTopic::BothFlags,
            Self::IllegalMove => LawTopic::IllegalMove,
            Self::DrawOffer | Self::DrawOfferDeclined => LawTopic::DrawOffer,
            Self::UnpromotedPawn => LawTopic::Unpromoted,
            Self::ClockWithoutMove => LawTopic::NoMove,
            Self::TwoHands => LawTopic::TwoHands,
            Self::WrongArray => LawTopic::WrongArray,
            Self::ColorsReversed => LawTopic::ColorsReversed,
            Self::IllegalMoveStands => LawTopic::IllegalStands,
            Self::IllegalMoves | Self::IllegalMovesUnwinnable => LawTopic::IllegalPenalty,
            Self::IllegalPositionStands => LawTopic::IllegalPositionStands,
            Self::DefaultTime => LawTopic::DefaultTime,
            Self::Refusal => LawTopic::Refusal,
            Self::NoPosition => LawTopic::IllegalPosition,
            Self::ClaimOrAgreement
            | Self::Stated
            | Self::OtherVariant
            | Self::NothingRead
            | Self::Unplayable
            | Self::Ongoing => return None,
        })
    }
}

impl Certainty {
    /// The word for it in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Claimed => "claimed",
            Self::Inferred => "inferred",
            Self::Assumed => "assumed",
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
