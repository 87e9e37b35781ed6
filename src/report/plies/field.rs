//! The fields of a record of a ply, by name.

use std::fmt;
use std::str::FromStr;

use crate::game::plies::Asked;

/// A field of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// One of the table.
    Known(Known),
    /// `tag:NAME`: what a tag of the game says.
    Tag(Box<str>),
}

macro_rules! fields {
    ($($(#[$doc:meta])* $variant:ident $name:literal),+ $(,)?) => {
        /// The fields of the table, in its order.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Known {
            $($(#[$doc])* $variant),+
        }

        impl Known {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name on the command line, in JSON and in the header of CSV.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }
    };
}

fields! {
    /// The input.
    File "file",
    /// The number of the game in its file, from 1.
    Game "game",
    /// The line it belongs to, 0 being the main line.
    Variation "variation",
    /// The line from which that departs.
    Parent "parent",
    /// How many half-moves were played before the move.
    Ply "ply",
    /// How many were played to reach the position.
    Played "played",
    /// The move number as it is printed.
    Number "number",
    /// Who moved.
    Side "side",
    /// The move in SAN.
    San "san",
    /// The move in long algebraic notation.
    Lan "lan",
    /// The move in UCI.
    Uci "uci",
    /// The position after the move.
    Fen "fen",
    /// The position before the move.
    FenBefore "fen_before",
    /// The position after the move as a line of EPD.
    Epd "epd",
    /// The key by which positions are the same.
    Key "key",
    /// What the mover's clock showed, in seconds.
    Clk "clk",
    /// How long the move took, in seconds.
    Spent "spent",
    /// The evaluation in hundredths of a pawn.
    Eval "eval",
    /// Mate in so many moves.
    Mate "mate",
    /// The glyphs.
    Nags "nags",
    /// The comments.
    Comment "comment",
    /// Whether the move gives check.
    Check "check",
    /// Whether it mates.
    Checkmate "checkmate",
    /// The man it captures.
    Captured "captured",
    /// Half-moves since the last capture or pawn move.
    HalfmoveClock "halfmove_clock",
    /// How often the position has been on the board.
    Repetitions "repetitions",
    /// The men on the board.
    Material "material",
    /// The ECO code of the position.
    Eco "eco",
    /// What the position is called.
    Opening "opening",
}

/// Text that names no field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownField(String);

impl Field {
    /// The name on the command line, in JSON and in the header of CSV.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Known(known) => known.name().to_owned(),
            Self::Tag(name) => format!("tag:{name}"),
        }
    }
}

impl FromStr for Field {
    type Err = UnknownField;

    fn from_str(text: &str) -> Result<Self, UnknownField> {
        let text = text.trim();
        if let Some(name) = text.strip_prefix("tag:").filter(|name| !name.is_empty()) {
            return Ok(Self::Tag(name.into()));
        }
        let known = Known::ALL.iter().find(|known| known.name() == text);
        known.map(|known| Self::Known(*known)).ok_or_else(|| UnknownField(text.to_owned()))
    }
}

impl fmt::Display for UnknownField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no field `{}`", self.0)
    }
}

impl std::error::Error for UnknownField {}

/// What has to be found out for these fields.
pub(super) fn asked(fields: &[Field]) -> Asked {
    let has =
        |wanted: &[Known]| fields.iter().any(|field| matches!(field, Field::Known(known) if wanted.contains(known)));
    Asked {
        variations: false,
        said: has(&[Known::Clk, Known::Spent, Known::Eval, Known::Mate]),
        times: has(&[Known::Repetitions]),
    }
}
