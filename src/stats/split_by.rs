//! The properties that tables can be split by: `--by`.

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;
use crate::game::facts::{FactSubject, FactType, FactValue, Facts, GameFact, unknown_tag};
use crate::game::suggestions::did_you_mean;

use super::key::KeyBuffer;

/// A property that a table is split by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SplitBy {
    Tag(String),
    /// A fact about the game, or about the side that is counted.
    Fact(GameFact),
    Band(GameFact, u32),
}

/// The names of properties in bands of a default width, with that width.
const BANDS: [(&str, GameFact, u32); 4] = [
    ("elo_band", GameFact::Elo, 100),
    ("elo-band", GameFact::Elo, 100),
    ("length_band", GameFact::Moves, 10),
    ("length-band", GameFact::Moves, 10),
];

impl SplitBy {
    pub fn column(&self) -> String {
        match self {
            Self::Tag(name) => name.clone(),
            Self::Fact(fact) => fact.name().to_owned(),
            Self::Band(fact, _) => format!("{}_from", fact.name()),
        }
    }

    /// The type of its values: text, unless they are numbers.
    pub fn label_type(&self) -> FactType {
        match self {
            Self::Tag(_) => FactType::Text,
            Self::Band(..) => FactType::Integer,
            Self::Fact(fact) => match fact.info().kind {
                kind @ (FactType::Integer | FactType::Real) => kind,
                _ => FactType::Text,
            },
        }
    }

    pub fn width(&self) -> Option<u32> {
        match self {
            Self::Band(_, width) => Some(*width),
            Self::Tag(_) | Self::Fact(_) => None,
        }
    }

    /// Whether it belongs to a side of a game, so that every game is counted for each of its sides.
    pub fn is_of_side(&self) -> bool {
        match self {
            Self::Tag(_) => false,
            Self::Fact(fact) | Self::Band(fact, _) => fact.info().of == FactSubject::Side,
        }
    }

    /// The names that are valid without a parameter.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let bands = BANDS.into_iter().map(|(word, ..)| word).filter(|word| !word.contains('-'));
        GameFact::ALL.iter().filter(|fact| fact.splits()).map(|fact| fact.name()).chain(bands)
    }

    /// Writes the value for a game, or for a side of it.
    pub(super) fn write(&self, facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer) {
        match self {
            Self::Tag(name) => key.optional_text(facts.tag(name)),
            Self::Fact(fact) => match fact.value(facts, side) {
                None => key.nothing(),
                Some(FactValue::Integer(number)) => key.number(number),
                Some(FactValue::Hundredths(hundredths)) if hundredths % 100 == 0 => {
                    key.number(i64::try_from(hundredths / 100).unwrap_or(i64::MAX));
                }
                Some(value) => key.text(&value.text()),
            },
            Self::Band(fact, width) => {
                let number = match fact.value(facts, side) {
                    Some(FactValue::Integer(number)) => Some(number),
                    Some(FactValue::Hundredths(hundredths)) => i64::try_from(hundredths / 100).ok(),
                    _ => None,
                };
                let width = i64::from(*width);
                key.optional_number(number.map(|number| number.div_euclid(width) * width));
            }
        }
    }
}

/// The number of moves of a game: pairs of plies, of which the last may be incomplete.
pub(super) fn moves(facts: &Facts<'_>) -> u32 {
    facts.game.plies().div_ceil(2)
}

pub(super) const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl FromStr for SplitBy {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if let Some(name) = word.strip_prefix("tag:").filter(|name| !name.is_empty()) {
            return Ok(Self::Tag(name.to_owned()));
        }
        let (name, width) = word.split_once([':', '/']).map_or((word, None), |(name, width)| (name, Some(width)));
        let banded = BANDS.iter().find(|(band, ..)| *band == name);
        let fact = banded.map(|(_, fact, _)| *fact).or_else(|| fact(name));
        match (fact, width) {
            (Some(fact), Some(width)) => band(fact, word, width),
            (Some(fact), None) => Ok(banded.map_or(Self::Fact(fact), |(_, fact, width)| Self::Band(*fact, *width))),
            (None, None) => unknown_tag(word, GameFact::splits).map_or_else(|| Ok(Self::Tag(word.to_owned())), Err),
            (None, Some(_)) => Err(format!(
                "`{word}`: {}",
                did_you_mean(
                    name,
                    Self::names(),
                    "expected a fact, a tag such as `tag:NAME`, or bands such as `elo:100`"
                )
            )),
        }
    }
}

/// The fact of this name, if games can be split by it.
fn fact(name: &str) -> Option<GameFact> {
    GameFact::named(name).filter(|fact| fact.splits())
}

fn band(fact: GameFact, word: &str, width: &str) -> Result<SplitBy, String> {
    if !matches!(fact.info().kind, FactType::Integer | FactType::Real) {
        return Err(format!("`{word}`: `{}` is not a number and has no bands", fact.name()));
    }
    let width = width.parse().ok().filter(|width| (1..=10_000).contains(width));
    width
        .map(|width| SplitBy::Band(fact, width))
        .ok_or_else(|| format!("`{word}`: expected a band width from 1 to 10000"))
}

impl fmt::Display for SplitBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag(name) => write!(f, "tag:{name}"),
            Self::Fact(fact) => f.write_str(fact.name()),
            Self::Band(fact, width) => write!(f, "{}:{width}", fact.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (text, by) in [
            ("year", SplitBy::Fact(GameFact::Year)),
            ("color", SplitBy::Fact(GameFact::Color)),
            ("player", SplitBy::Fact(GameFact::Player)),
            ("elo:50", SplitBy::Band(GameFact::Elo, 50)),
            ("elo-band:50", SplitBy::Band(GameFact::Elo, 50)),
            ("length_band", SplitBy::Band(GameFact::Moves, 10)),
            ("base/60", SplitBy::Band(GameFact::Base, 60)),
            ("Event", SplitBy::Tag("Event".to_owned())),
            ("tag:year", SplitBy::Tag("year".to_owned())),
            ("tag:Own", SplitBy::Tag("Own".to_owned())),
        ] {
            assert_eq!(text.parse(), Ok(by.clone()));
            assert_eq!(by.to_string().parse(), Ok(by));
        }
        assert!(SplitBy::names().all(|word| word.parse::<SplitBy>().is_ok()));
        for (text, message) in [
            (
                "WhiteELO",
                "no fact and no known tag is called `WhiteELO`; did you mean `WhiteElo`? for a tag of that name, write `tag:WhiteELO`",
            ),
            ("years", "no fact and no known tag is called `years`; did you mean `year`?"),
            ("game", "no fact and no known tag is called `game`; did you mean `GameId`?"),
            ("elo:0", "`elo:0`: expected a band width from 1 to 10000"),
            ("eco:10", "`eco:10`: `eco` is not a number and has no bands"),
            ("elos:10", "`elos:10`: did you mean `elo`?"),
        ] {
            assert_eq!(text.parse::<SplitBy>(), Err(message.to_owned()));
        }
        for text in ["", "elo-band:x", "tag:", "x:3"] {
            assert!(text.parse::<SplitBy>().is_err(), "{text}");
        }
    }
}
