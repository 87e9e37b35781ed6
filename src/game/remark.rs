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
    /// The event came when the game was over.
    EventTooLate,
    /// The event cannot decide the game.
    Event(Objection),
    /// A square on which no man stands was named as touched.
    NothingTouched(Square),
    /// The player who touched has no legal move.
    NoLegalMove,
    /// The record says that a draw was due to time, and either side can still mate, as far as is known.
    FlagWithoutLoser,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            Self::Edition(note) => note,
            Self::FewerPlies => "the game has fewer half-moves; this is its end",
            Self::EventTooLate => "the event comes too late: the game was over",
            Self::Event(Objection::HasMoved(color)) => {
                return write!(f, "{color} has made a move and was there");
            }
            Self::Event(Objection::AgreedTooEarly) => "a draw can be agreed only when both players have made a move",
            Self::Event(Objection::NotEstablished) => {
                "what an illegal move costs is not established for this rule set, or none can be made"
            }
            Self::NothingTouched(square) => return write!(f, "no man stands on {square}"),
            Self::NoLegalMove => "no touched man obliges to anything: there is no legal move",
            Self::FlagWithoutLoser => {
                "the record says draw and time: that is one only if the player with time left cannot mate, and so far \
                 as is known both can"
            }
        };
        f.write_str(sentence)
    }
}
