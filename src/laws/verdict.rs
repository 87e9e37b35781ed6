//! Verdicts: the outcome of a game, its reason, article, certainty and certificate.

use std::fmt;

use crate::chess::moves::Move;
use crate::chess::piece::Color;

use super::edition::{Citation, Edition, LawTopic};
use super::unwinnable::Proof;

/// The outcome of a game, or why it has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Decision {
    /// One side has won.
    Win(Color),
    /// The game is drawn.
    Draw,
    /// Both players lost (Laws 11.8).
    BothLose,
    /// The game is not over.
    Ongoing,
    /// The known facts do not decide it.
    Undetermined,
    /// There is no game: its start is not a chess position, or the players must start a new game (7.2.1, 7.3).
    NotAGame,
}

named! {
    /// The reason for a decision.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum Reason: (ALL, NAMES, MEANINGS, Display) {
        /// The side to move is checkmated.
        Checkmate = "checkmate",
        /// The side to move has no legal move and is not in check.
        Stalemate = "stalemate",
        /// Neither side can checkmate.
        DeadPosition = "dead-position",
        /// Neither side has enough material under a rule set that draws such games, whether checkmate is possible or not.
        InsufficientMaterial = "insufficient-material",
        /// The same position occurred five times.
        Fivefold = "fivefold",
        /// 75 moves by each player without a capture or pawn move.
        SeventyFive = "seventy-five-moves",
        /// Threefold repetition: claimed, or automatic under rule sets that need no claim.
        Threefold = "threefold",
        /// Fifty moves: claimed, or automatic under rule sets that need no claim.
        Fifty = "fifty-moves",
        /// A claim that was rejected.
        ClaimRejected = "claim-rejected",
        /// The players agreed on a draw.
        Agreement = "agreement",
        /// A pending draw offer.
        DrawOffer = "draw-offer",
        /// A declined draw offer.
        DrawOfferDeclined = "draw-offer-declined",
        /// A draw by claim or agreement; the record does not say which.
        ClaimOrAgreement = "claim-or-agreement",
        /// A player resigned.
        Resignation = "resignation",
        /// A player resigned and the opponent cannot checkmate.
        ResignationUnwinnable = "resignation-unwinnable",
        /// A flag fell.
        Flag = "flag",
        /// A flag fell and the opponent cannot checkmate.
        FlagUnwinnable = "flag-unwinnable",
        /// Both flags fell.
        BothFlags = "both-flags",
        /// A move was illegal; the position before it is reinstated.
        IllegalMove = "illegal-move",
        /// A pawn reached the last rank and was not replaced.
        UnpromotedPawn = "unpromoted-pawn",
        /// The clock was pressed without a move.
        ClockWithoutMove = "clock-without-move",
        /// A move was made with two hands.
        TwoHands = "two-hands",
        /// The game started from a wrong initial position.
        WrongArray = "wrong-array",
        /// The players have each other's colors.
        ColorsReversed = "colors-reversed",
        /// An illegal move is not undone, because the opponent has moved.
        IllegalMoveStands = "illegal-move-stands",
        /// The illegal move that loses.
        IllegalMoves = "illegal-moves",
        /// The illegal move that loses, but the opponent cannot checkmate.
        IllegalMovesUnwinnable = "illegal-moves-unwinnable",
        /// An illegal position was not corrected.
        IllegalPositionStands = "illegal-position-stands",
        /// A player arrived after the default time.
        DefaultTime = "default-time",
        /// A player refused to comply with the Laws.
        Refusal = "refusal",
        /// The record states the result without a reason.
        Stated = "stated",
        /// The starting position is not a chess position.
        NoPosition = "no-position",
        /// The game is a chess variant.
        OtherVariant = "other-variant",
        /// No move and no tag is readable.
        NothingRead = "nothing-read",
        /// A move of the record is missing, ambiguous or unreadable.
        Unplayable = "unplayable",
        /// Nothing has ended the game.
        Ongoing = "ongoing",
    }
}

named! {
    /// How certain a verdict is.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[non_exhaustive]
    pub enum Certainty: (ALL, NAMES, MEANINGS, Display) {
        /// The board or a certificate proves it.
        Proved = "proved",
        /// It follows from what a player did: a claim, an agreement, a resignation.
        Claimed = "claimed",
        /// It is inferred from the record.
        Inferred = "inferred",
        /// It is the usual explanation, or an assumption that the user chose.
        Assumed = "assumed",
    }
}

/// The data that prove a verdict.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Certificate {
    /// The final position suffices.
    #[default]
    None,
    /// A side can checkmate: these legal moves end in checkmate.
    Helpmate(Vec<Move>),
    /// A side cannot checkmate, or neither can.
    Unwinnable(Proof),
    /// The rule set calls the material insufficient, even if a checkmate is possible.
    InsufficientMaterialByRule,
    /// The same, unless the side has a forced win (US Chess 14E2, 14E3), which a search did not find.
    InsufficientMaterialByRuleUnlessForced {
        /// The number of positions searched; `None` if the search proves that there is none.
        positions: Option<u32>,
    },
    /// A side wins against every defense, for example by these moves.
    ForcedMate(Vec<Move>),
    /// The plies at which the same position occurred.
    Repetition(Vec<u32>),
    /// A run of plies without a capture or pawn move.
    Quiet {
        /// The ply at which the run starts; 0 if it started before the record.
        from: u32,
        /// The ply at which the run ends.
        to: u32,
        /// The number of plies by the half-move clock.
        count: u32,
    },
    /// The search gave up without an answer.
    Undecided {
        /// The number of positions searched.
        positions: u32,
    },
}

/// A verdict on a game or a position.
///
/// # Examples
///
/// ```
/// use adoube::{Certainty, PgnGames, Reason};
///
/// let game = PgnGames::new(b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0").next().unwrap();
/// let verdict = game.verdict().unwrap();
/// assert_eq!((verdict.reason, verdict.certainty, verdict.ply), (Reason::Checkmate, Certainty::Proved, 5));
/// assert_eq!(verdict.article.unwrap().number, "5.1.1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The outcome.
    pub decision: Decision,
    /// The reason.
    pub reason: Reason,
    /// The rule set that was applied.
    pub edition: Edition,
    /// The article that decides; `None` if its number in the rule set is unknown.
    pub article: Option<Citation>,
    /// The ply at which the game was decided, or the last ply if it was not.
    pub ply: u32,
    /// The player who acted: who checkmated, claimed, resigned or overstepped the time.
    pub by: Option<Color>,
    /// How certain it is.
    pub certainty: Certainty,
    /// Its proof.
    pub certificate: Certificate,
    /// Other reasons that apply at the same ply, in the order of the Laws.
    pub also: Vec<Reason>,
}

impl Verdict {
    /// A verdict that cites the article of its reason. It counts as proved by the board, unless nothing is decided:
    /// then it is inferred from the record.
    pub(crate) fn new(decision: Decision, reason: Reason, edition: Edition, ply: u32) -> Self {
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

    /// Sets the player who acted.
    #[must_use]
    pub(crate) fn by(mut self, color: Color) -> Self {
        self.by = Some(color);
        self
    }

    #[must_use]
    pub(crate) fn with_certainty(mut self, certainty: Certainty) -> Self {
        self.certainty = certainty;
        self
    }

    #[must_use]
    pub(crate) fn with_certificate(mut self, certificate: Certificate) -> Self {
        self.certificate = certificate;
        self
    }

    /// Cites the article on another topic than that of the reason.
    #[must_use]
    pub(crate) fn citing(mut self, topic: LawTopic) -> Self {
        self.article = self.edition.article(topic);
        self
    }

    /// Whether it applies a rule that only this rule set has and whose number is unknown.
    pub fn is_by_own_rule(&self) -> bool {
        let is_ruled = self.article.is_none() && self.decision != Decision::Undetermined;
        is_ruled && self.reason.topic().is_some_and(|topic| self.edition.rules().has_own_rule(topic))
    }
}

impl Decision {
    /// What each of `ALL` means.
    pub(crate) const MEANINGS: [&'static str; 7] = [
        "White has won.",
        "Black has won.",
        "The game is drawn.",
        "Both players lost (Laws 11.8).",
        "The game is not over.",
        "The known facts do not decide it.",
        "There is no game: its start is not a chess position, or the players must start a new game (7.2.1, 7.3).",
    ];

    /// All decisions.
    pub const ALL: [Self; 7] = [
        Self::Win(Color::White),
        Self::Win(Color::Black),
        Self::Draw,
        Self::BothLose,
        Self::Ongoing,
        Self::Undetermined,
        Self::NotAGame,
    ];

    /// The name in every output format.
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
    /// Whether the players may have to start a new game for this reason.
    #[cfg(feature = "cli")]
    pub(crate) const fn starts_again(self) -> bool {
        matches!(self, Self::WrongArray | Self::ColorsReversed)
    }

    /// The topic of the Laws that it applies.
    pub(crate) const fn topic(self) -> Option<LawTopic> {
        Some(match self {
            Self::Checkmate => LawTopic::Checkmate,
            Self::Stalemate => LawTopic::Stalemate,
            Self::DeadPosition | Self::InsufficientMaterial => LawTopic::Dead,
            Self::Fivefold => LawTopic::Fivefold,
            Self::SeventyFive => LawTopic::SeventyFive,
            Self::Threefold => LawTopic::Threefold,
            Self::Fifty => LawTopic::Fifty,
            Self::ClaimRejected => LawTopic::ClaimIncorrect,
            Self::Agreement => LawTopic::Agreement,
            Self::Resignation | Self::ResignationUnwinnable => LawTopic::Resignation,
            Self::Flag => LawTopic::Flag,
            Self::FlagUnwinnable => LawTopic::FlagUnwinnable,
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

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
