//! Which games are meant: `WhiteElo >= 2500 and Result = 1-0`.
//!
//! The language is told in `docs/selection.md`. A condition is about the tags of a game, and about a few names in small
//! letters that are computed; what a game does not say makes a comparison false, and never its opposite true.

mod parse;
mod value;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use value::Literal;

use super::openings::Book;
use super::replay::{Game, Status};

/// A condition that games fulfil or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    text: String,
    condition: Condition,
}

/// What stands in a filter.
#[derive(Clone, PartialEq, Debug)]
enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Has(Name),
    Compare(Name, Operator, Literal),
}

/// What a comparison is about.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Name {
    Tag(String),
    Computed(Computed),
}

/// What is computed from a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Computed {
    /// Half-moves of the main line that were played.
    Plies,
    /// The year of the tag Date.
    Year,
    /// Whether the game has no error.
    Valid,
    /// Whether its last position is checkmate.
    Checkmate,
    /// The lower and the higher one of the players' ratings.
    MinElo,
    MaxElo,
    /// Code and name of its opening, by the position on the board.
    Eco,
    Opening,
}

/// How two values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
}

/// Why a text is no filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilterError {
    /// The text.
    text: String,
    /// Where in it, in bytes.
    at: usize,
    /// What is wrong.
    message: String,
}

impl Computed {
    const ALL: [(&'static str, Self); 8] = [
        ("plies", Self::Plies),
        ("year", Self::Year),
        ("valid", Self::Valid),
        ("checkmate", Self::Checkmate),
        ("min_elo", Self::MinElo),
        ("max_elo", Self::MaxElo),
        ("eco", Self::Eco),
        ("opening", Self::Opening),
    ];

    fn value(self, game: &Game, bytes: &[u8]) -> Option<Cow<'static, str>> {
        let rating = |name: &str| game.tags.text(name, bytes)?.trim().parse::<u32>().ok();
        let ratings = || Some((rating("WhiteElo")?, rating("BlackElo")?));
        let opening = || Some(Book::embedded().name(game)?.opening);
        Some(match self {
            Self::Plies => Cow::Owned(game.plies.to_string()),
            Self::Year => Cow::Owned(game.tags.date().map(|day| day.year).filter(|year| *year > 0)?.to_string()),
            Self::Valid => Cow::Borrowed(if game.status == Status::Valid { "true" } else { "false" }),
            Self::Checkmate => {
                Cow::Borrowed(if game.has_start && game.position.is_checkmate() { "true" } else { "false" })
            }
            Self::MinElo => Cow::Owned(ratings().map(|(white, black)| white.min(black))?.to_string()),
            Self::MaxElo => Cow::Owned(ratings().map(|(white, black)| white.max(black))?.to_string()),
            Self::Eco => Cow::Borrowed(opening()?.eco()),
            Self::Opening => Cow::Borrowed(opening()?.name()),
        })
    }
}

impl Filter {
    /// Whether a game that was read from these bytes is meant.
    #[must_use]
    pub fn is_fulfilled(&self, game: &Game, bytes: &[u8]) -> bool {
        self.condition.is_fulfilled(game, bytes)
    }
}

impl Condition {
    fn is_fulfilled(&self, game: &Game, bytes: &[u8]) -> bool {
        match self {
            Self::All(conditions) => conditions.iter().all(|condition| condition.is_fulfilled(game, bytes)),
            Self::Any(conditions) => conditions.iter().any(|condition| condition.is_fulfilled(game, bytes)),
            Self::Not(condition) => !condition.is_fulfilled(game, bytes),
            Self::Has(name) => name.value(game, bytes).is_some(),
            Self::Compare(name, operator, literal) => {
                name.value(game, bytes).is_some_and(|value| literal.compares(&value, *operator))
            }
        }
    }
}

impl Name {
    fn value<'a>(&self, game: &'a Game, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        match self {
            Self::Tag(name) => game.tags.text(name, bytes),
            Self::Computed(computed) => computed.value(game, bytes),
        }
    }
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        Ok(Self { text: text.to_owned(), condition: parse::parse(text)? })
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for FilterError {
    /// What is wrong, the text, and a mark below the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, message } = self;
        let shown: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let before = text.get(..*at).unwrap_or(text).chars().count();
        write!(f, "{message}\n    {shown}\n    {:before$}^", "")
    }
}

impl std::error::Error for FilterError {}

#[cfg(test)]
mod tests {
    use super::super::replay::read_game;
    use super::super::rules::RuleSet;
    use super::*;

    const GAME: &str = "[Event \"Wijk aan Zee \\\"A\\\"\"]\n[Date \"1999.01.??\"]\n[White \"Kasparov, Garry\"]\n[WhiteElo \"2812\"]\n\
                        [BlackElo \"2700\"]\n[ECO \"B07\"]\n[Round \"4\"]\n[Result \"1-0\"]\n[Own \"x\"]\n[Time \"?\"]\n\n1. e4 d6 1-0\n";

    fn holds(filter: &str) -> bool {
        let game = read_game(GAME.as_bytes(), 0, RuleSet::EMPTY);
        filter.parse::<Filter>().unwrap_or_else(|error| panic!("{error}")).is_fulfilled(&game, GAME.as_bytes())
    }

    #[test]
    fn conditions_hold_or_not() {
        for filter in [
            "WhiteElo>=2500 and Result=1-0",
            "WhiteElo = 2812.0",
            "BlackElo < 2812 and not BlackElo > 2812",
            "White~kasparov",
            "White ~ 'OV, GA'",
            "Event = 'Wijk aan Zee \"A\"'",
            "White = \"Kasparov, Garry\" or Nonsense = 1",
            "not (White ~ Karpov or White ~ Anand)",
            "ECO >= B00 AND ECO <= B99",
            "Round = 04",
            "Own = x and has:Own and not has:Other",
            "plies = 2 and year = 1999 and valid = true and checkmate = false",
            "min_elo >= 2700 and max_elo = 2812",
            "tag:White ~ garry",
            "Date = 1999 and Date = 1999.01 and Date >= 1999.01.01 and Date < 1999.02.01",
            "Date > 1998 and Date <= 1999.01.31 and Date != 1999.02",
            "has:year and Time = ?",
            "eco = B00 and ECO = B07 and opening ~ pirc and eco >= B00 and has:opening",
        ] {
            assert!(holds(filter), "{filter}");
        }
        for filter in [
            "WhiteElo > 2812",
            "WhiteElo < 30",
            "Missing = x",
            "Missing != x",
            "not has:White",
            "Date = 1999.01.15",
            "Date < 1999.01.15",
            "Date != 1999.01.15",
            "Result = 0-1 or Result = 1/2-1/2",
            "Time < 5",
            "White = kasparov",
            "has:Plies",
            "eco = B07",
            "opening = 'pirc defense'",
        ] {
            assert!(!holds(filter), "{filter}");
        }
    }

    #[test]
    fn errors_point_at_their_place() {
        for (text, at, message) in [
            ("", 0, "a condition is missing"),
            ("WhiteElo", 8, "a comparison is missing: one of = != < <= > >= ~"),
            ("WhiteElo >", 10, "a value is missing"),
            ("WhiteElo >> 2", 10, "a value is missing"),
            ("A = 1 and", 9, "a condition is missing"),
            ("A = 1 B = 2", 6, "`and` or `or` is missing"),
            ("(A = 1", 6, "`)` is missing"),
            ("A = 1)", 5, "`)` closes nothing"),
            ("A = 'x", 4, "the quotation mark is never closed"),
            (
                "ply > 3",
                0,
                "nothing is called `ply`: plies, year, valid, checkmate, min_elo, max_elo, eco, opening; a tag in small letters is `tag:ply`",
            ),
            ("has:", 4, "the name of a tag is missing"),
            ("plies > many", 8, "`many` is no number"),
            ("valid = yes", 8, "write true or false"),
        ] {
            let error = text.parse::<Filter>().unwrap_err();
            assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
        }
        let error = "é = 1 and and".parse::<Filter>().unwrap_err();
        assert_eq!(error.to_string(), "a condition is missing\n    é = 1 and and\n              ^");
        assert!("(".repeat(100_000).parse::<Filter>().is_err());
        assert!("not ".repeat(100_000).parse::<Filter>().is_err());
    }
}
