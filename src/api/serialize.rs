//! Serde for the vocabulary: each value is the string that [`Display`](std::fmt::Display) writes and
//! [`FromStr`](std::str::FromStr) reads.
//!
//! A [`Move`](crate::Move) is not among them, because a text means a move only in a position; [`San`] and [`UciText`] can be
//! serialized.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::san::San;
use crate::chess::setup::Setup;
use crate::chess::square::{File, Rank, Square};
use crate::chess::uci::UciText;
use crate::game::identity::{LineId, MeetId};
use crate::game::rules::{Profile, Rule, Severity};
use crate::laws::edition::{Edition, TimeClass};
use crate::laws::verdict::{Certainty, Decision, Reason};
use crate::pgn::lex::Outcome;

macro_rules! written {
    ($($type:ty),+) => {
        $(impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })+
    };
}

macro_rules! read {
    ($($type:ty),+) => {
        $(impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        })+
    };
}

written! {
    Square, File, Rank, Color, PieceType, Piece, Position, Setup, San, UciText, Outcome, Edition, TimeClass, Decision, Reason,
    Certainty, Rule, Severity, Profile, LineId, MeetId
}

read! {
    Square, File, Rank, Color, PieceType, Piece, Position, Setup, Outcome, Edition, TimeClass, Decision, Reason, Certainty,
    Rule, Severity, Profile
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use serde::de::value::{Error as ValueError, StrDeserializer};

    use super::*;

    /// Prints what a value is serialized as: a formatter is a serializer of strings.
    struct Serialized<T>(T);

    impl<T: Serialize> fmt::Display for Serialized<T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, String> {
        T::deserialize(StrDeserializer::<ValueError>::new(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn values_are_strings() {
        assert_eq!(Serialized(Square::E4).to_string(), "e4");
        assert_eq!(Serialized(PieceType::Knight.of(Color::Black)).to_string(), "n");
        assert_eq!(Serialized(Rule::IllegalMove).to_string(), "M101");
        let fen = Serialized(Position::initial()).to_string();
        assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(read(&fen), Ok(Position::initial()));
        assert_eq!(read("M101"), Ok(Rule::IllegalMove));
    }

    #[test]
    fn what_is_not_a_value_is_refused_with_the_reason() {
        assert_eq!(read::<Square>("e9"), Err("expected a square, such as `e4`".to_owned()));
        assert_eq!(read::<Position>("8/8/8/8/8/8/8/K7 w - - 0 1"), Err("Black has no king".to_owned()));
    }
}
