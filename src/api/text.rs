//! The vocabulary as text: [`FromStr`] of squares, pieces, positions, results, rule sets and the like. Each reads what
//! its [`Display`](fmt::Display) writes.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::chess::fen::{FenError, PositionError};
use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::chess::square::{File, Rank, Square};
use crate::game::rules::{Profile, Rule, Severity};
use crate::laws::edition::{Edition, TimeClass};
use crate::laws::verdict::{Certainty, Decision, Reason};
use crate::pgn::lex::Outcome;

/// A text is not a value of the type as which it was parsed.
///
/// # Examples
///
/// ```
/// use adoube::Square;
///
/// assert_eq!("e4".parse(), Ok(Square::E4));
/// assert_eq!("e9".parse::<Square>().unwrap_err().to_string(), "expected a square, such as `e4`");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseError {
    expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl Error for ParseError {}

/// [`FromStr`] of types, each with the function that reads it and what it expects.
macro_rules! parsed {
    ($($(#[$note:meta])* $type:ty: $read:expr, $expected:literal;)+) => {
        $(impl FromStr for $type {
            type Err = ParseError;

            $(#[$note])*
            fn from_str(text: &str) -> Result<Self, ParseError> {
                let read: fn(&str) -> Option<Self> = $read;
                read(text).ok_or(ParseError { expected: $expected })
            }
        })+
    };
}

parsed! {
    Square: |text| Self::from_ascii(text.as_bytes()), "a square, such as `e4`";
    File: |text| single(text).and_then(Self::from_ascii), "a file, `a` to `h`";
    Rank: |text| single(text).and_then(Self::from_ascii), "a rank, `1` to `8`";
    /// Reads `White` and `Black` in any case, and `w` and `b` as in a FEN.
    Color: |text| match text {
        "w" => Some(Self::White),
        "b" => Some(Self::Black),
        _ => named(Self::BOTH, text),
    }, "`white` or `black`";
    /// Reads a name, such as `knight`, in any case, or a letter of `PNBRQK` or `pnbrqk`.
    PieceType: |text| match single(text) {
        Some(letter) => Self::from_letter(letter.to_ascii_uppercase()),
        None => named(Self::ALL, text),
    }, "a piece, such as `knight` or `N`";
    /// Reads the letter of a FEN: `N` is a white knight, `n` a black one.
    Piece: |text| single(text).and_then(Self::from_fen_letter), "a piece as in a FEN, a letter of `PNBRQKpnbrqk`";
    Outcome: |text| Self::from_text(text.as_bytes()), "a result: `1-0`, `0-1`, `1/2-1/2` or `*`";
    Edition: |text| named(Self::ALL, text), "a rule set, such as `fide-2023`";
    TimeClass: |text| named(Self::ALL, text), "`standard`, `rapid` or `blitz`";
    Decision: |text| named(Self::ALL, text), "a decision, such as `white-wins`";
    Reason: |text| named(Self::ALL, text), "a reason, such as `checkmate`";
    Certainty: |text| named(Self::ALL, text), "`proved`, `claimed`, `inferred` or `assumed`";
    /// Reads the code of a rule or its name, in any case: `M101`, `illegal-move`.
    Rule: |text| Self::from_code(text).or_else(|| Self::from_name(text)), "the code or name of a rule, such as `M101`";
    Severity: |text| named(Self::ALL, text), "`error`, `warning`, `style` or `info`";
    Profile: |text| named(Self::ALL, text), "`archive`, `import`, `export` or `lichess`";
}

/// The only byte of a text.
fn single(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [byte] => Some(*byte),
        _ => None,
    }
}

/// The value that is written like this, in any case.
fn named<T: fmt::Display>(all: impl IntoIterator<Item = T>, text: &str) -> Option<T> {
    all.into_iter().find(|value| value.to_string().eq_ignore_ascii_case(text))
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a FEN, as [`Position::from_fen`] does.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::from_fen(text)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN, as [`Setup::from_fen`] does.
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that each value is read from what it writes, and that other texts are refused.
    fn check<T: FromStr<Err = ParseError> + fmt::Display + PartialEq>(all: impl IntoIterator<Item = T>) {
        for value in all {
            let text = value.to_string();
            assert!(text.parse() == Ok(value), "{text}");
            for other in [String::new(), format!(" {text}"), format!("{text}1"), "é".to_owned()] {
                assert!(other.parse::<T>().is_err(), "{other}");
            }
        }
    }

    #[test]
    fn values_are_read_as_they_are_written() {
        check(Square::all());
        check(File::all());
        check(Rank::all());
        check(Color::BOTH);
        check(PieceType::ALL);
        check(PieceType::ALL.into_iter().flat_map(|kind| Color::BOTH.map(|color| kind.of(color))));
        check([Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown]);
        check(Edition::ALL);
        check(TimeClass::ALL);
        check(Decision::ALL);
        check(Reason::ALL);
        check(Certainty::ALL);
        check(Rule::all());
        check(Severity::ALL);
        check(Profile::ALL);
    }

    #[test]
    fn other_spellings_are_read() {
        assert_eq!(["w", "White", "BLACK"].map(str::parse), [Ok(Color::White), Ok(Color::White), Ok(Color::Black)]);
        assert_eq!(["n", "N", "Knight"].map(str::parse), [Ok(PieceType::Knight); 3]);
        assert_eq!(["m101", "illegal-move"].map(str::parse), [Ok(Rule::IllegalMove); 2]);
    }

    #[test]
    fn positions_and_setups_are_read_as_they_are_written() {
        assert_eq!(Position::default(), Position::initial());
        assert_eq!(Position::default().to_string().parse(), Ok(Position::default()));
        let setup: Setup = "8/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        assert_eq!(setup.to_string().parse(), Ok(setup));
        assert!("8/8/8/8/8/8/8/K7 w - - 0 1".parse::<Position>().is_err());
    }
}
