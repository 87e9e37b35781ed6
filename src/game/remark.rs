//! What there is to say beside a verdict.

use std::fmt;

use crate::chess::square::Square;
use crate::laws::event::Objection;

/// Something to be said beside a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// About the choice of the edition.
    Edition(&'static str),
    /// The game has fewer half-moves than the ply that was asked for.
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

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(obstacle) = self.obstacle() {
            return write!(f, "what is asked is not answered: {obstacle}");
        }
        let sentence = match self {
            Self::Edition(note) => note,
            Self::FewerPlies => "the game has fewer half-moves; this is its end",
            Self::NoPlies => "a ply can be asked for in games only; a position is its own end",
            Self::EventTooLate => "the event comes too late: the game was over",
            Self::Event(Objection::HasMoved(color)) => {
                return write!(f, "{color} has made a move and was there");
            }
            Self::Event(Objection::AgreedTooEarly) => "a draw can be agreed only when both players have made a move",
            Self::Event(Objection::NotEstablished) => {
                "what an illegal move costs under this rule set, in games this fast, is not established"
            }
            Self::Event(Objection::CannotBeMade) => "no illegal move can be made under this rule set",
            Self::NothingTouched(square) => return write!(f, "no man stands on {square}"),
            Self::TouchedTooLate => "a touched man obliges to nothing: the game is over",
            Self::BudgetUsedUp(budget) => {
                let unit = if *budget == 1 { "position" } else { "positions" };
                return write!(f, "the budget of {budget} {unit} is used up; --budget raises it");
            }
            // They are obstacles, which have been told.
            Self::OutOfReach | Self::NoPosition | Self::OtherVariant | Self::NothingRead => return Ok(()),
            Self::ArbiterDecides => "the arbiter decides how many points the opponent gets (11.7)",
            Self::ClaimCostUnknown => "what a wrong claim costs under this rule set is not established",
            Self::FlagWithoutLoser => {
                "the record says draw and time, but under this rule set a fallen flag loses here, whosever it was, so far \
                 as is known"
            }
        };
        f.write_str(sentence)
    }
}
