//! By what tables are split: `--by`.

use std::fmt;
use std::str::FromStr;

use crate::chess::piece::Color;
use crate::game::Outcome;
use crate::game::replay::Status;

use super::facts::Facts;
use super::key::KeyBuffer;

/// What a table is split by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// The value of a tag.
    Tag(String),
    /// The year of the day on which the game began.
    Year,
    /// The ten years it lies in.
    Decade,
    /// The month, as `1999.01`.
    Month,
    /// Who is counted: each game is counted for White and for Black.
    Color,
    /// Ratings in bands of so many points: the player's own where sides are counted, else the mean of both.
    EloBand(u32),
    /// Lengths in bands of so many moves.
    LengthBand(u32),
    /// The code of the opening, found on the board.
    Eco,
    /// Its first letter.
    Volume,
    /// The first part of the opening's name.
    Family,
    /// The result as written.
    Result,
    /// Why the game ended.
    Ending,
    /// How fast it was.
    Speed,
    /// Whether it is valid.
    Valid,
    /// The file it stands in.
    File,
}

/// The words, and what they stand for.
const WORDS: [(&str, By); 15] = [
    ("year", By::Year),
    ("decade", By::Decade),
    ("month", By::Month),
    ("color", By::Color),
    ("colour", By::Color),
    ("eco", By::Eco),
    ("volume", By::Volume),
    ("family", By::Family),
    ("result", By::Result),
    ("ending", By::Ending),
    ("speed", By::Speed),
    ("valid", By::Valid),
    ("file", By::File),
    ("elo-band", By::EloBand(100)),
    ("length-band", By::LengthBand(10)),
];

impl By {
    /// The name of its column.
    #[must_use]
    pub fn column(&self) -> String {
        match self {
            Self::Tag(name) => name.clone(),
            Self::Year => "year".to_owned(),
            Self::Decade => "decade".to_owned(),
            Self::Month => "month".to_owned(),
            Self::Color => "color".to_owned(),
            Self::EloBand(_) => "elo_from".to_owned(),
            Self::LengthBand(_) => "moves_from".to_owned(),
            Self::Eco => "eco".to_owned(),
            Self::Volume => "volume".to_owned(),
            Self::Family => "family".to_owned(),
            Self::Result => "result".to_owned(),
            Self::Ending => "ending".to_owned(),
            Self::Speed => "speed".to_owned(),
            Self::Valid => "valid".to_owned(),
            Self::File => "file".to_owned(),
        }
    }

    /// The width of its bands, if it has any.
    #[must_use]
    pub fn width(&self) -> Option<u32> {
        match self {
            Self::EloBand(width) | Self::LengthBand(width) => Some(*width),
            _ => None,
        }
    }

    /// Writes the value for a game, or for a side of it.
    pub(super) fn write(&self, facts: &Facts<'_>, side: Option<Color>, key: &mut KeyBuffer) {
        let date = || facts.game.tags.date().filter(|day| day.year > 0);
        match self {
            Self::Tag(name) => key.optional_text(facts.tag(name)),
            Self::Year => key.optional_number(date().map(|day| day.year)),
            Self::Decade => key.optional_number(date().map(|day| day.year / 10 * 10)),
            Self::Month => match date().filter(|day| day.month > 0) {
                Some(day) => key.text(&format!("{:04}.{:02}", day.year, day.month)),
                None => key.nothing(),
            },
            Self::Color => key.optional_text(side.map(|side| side_name(side).into())),
            Self::EloBand(width) => key.optional_number(rating(facts, side).map(|elo| elo / width * width)),
            Self::LengthBand(width) => key.number(moves(facts) / width * width),
            Self::Eco => key.optional_text(facts.opening().map(|named| named.opening.eco().into())),
            Self::Volume => match facts.opening() {
                Some(named) => key.text(named.opening.volume().encode_utf8(&mut [0; 4])),
                None => key.nothing(),
            },
            Self::Family => key.optional_text(facts.opening().map(|named| named.opening.family().into())),
            Self::Result => key.text(facts.outcome.unwrap_or(Outcome::Unknown).text()),
            Self::Ending => key.text(facts.end().reason.name()),
            Self::Speed => key.optional_text(facts.speed().map(|speed| speed.name().into())),
            Self::Valid => key.text(validity(facts.game.status)),
            Self::File => key.text(facts.file),
        }
    }
}

/// How many moves a game has: pairs of half-moves, the last one perhaps not whole.
pub(super) fn moves(facts: &Facts<'_>) -> u32 {
    facts.game.plies.div_ceil(2)
}

/// The word for a side.
pub(super) const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The rating of a side, or the mean of both.
fn rating(facts: &Facts<'_>, side: Option<Color>) -> Option<u32> {
    match side {
        Some(side) => facts.rating(side),
        None => Some(facts.rating(Color::White)?.midpoint(facts.rating(Color::Black)?)),
    }
}

const fn validity(status: Status) -> &'static str {
    match status {
        Status::Valid => "valid",
        Status::Invalid => "invalid",
        Status::Unchecked | Status::Nothing => "unchecked",
    }
}

impl FromStr for By {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let word = word.trim();
        if let Some((_, by)) = WORDS.iter().find(|(name, _)| *name == word) {
            return Ok(by.clone());
        }
        if let Some((name, width)) = word.split_once(':') {
            let width = width.parse().ok().filter(|width| (1..=10_000).contains(width));
            return match (name, width) {
                ("elo-band", Some(width)) => Ok(Self::EloBand(width)),
                ("length-band", Some(width)) => Ok(Self::LengthBand(width)),
                ("tag", _) if word.len() > 4 => Ok(Self::Tag(word[4..].to_owned())),
                ("elo-band" | "length-band", None) => Err(format!("`{word}`: a band has a width from 1 to 10000")),
                _ => Err(unknown(word)),
            };
        }
        let is_tag = word.starts_with(|c: char| c.is_ascii_uppercase());
        if is_tag { Ok(Self::Tag(word.to_owned())) } else { Err(unknown(word)) }
    }
}

fn unknown(word: &str) -> String {
    let words: Vec<&str> = WORDS.iter().map(|(name, _)| *name).filter(|name| !matches!(*name, "color")).collect();
    format!(
        "games cannot be split by `{word}`; take the name of a tag (Event, tag:event), or one of {}, elo-band:N, \
         length-band:N",
        words.join(", ")
    )
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag(name) => write!(f, "tag:{name}"),
            Self::EloBand(width) => write!(f, "elo-band:{width}"),
            Self::LengthBand(width) => write!(f, "length-band:{width}"),
            _ => f.write_str(&self.column()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_written() {
        for (text, by) in [
            ("year", By::Year),
            ("color", By::Color),
            ("elo-band:50", By::EloBand(50)),
            ("length-band:10", By::LengthBand(10)),
            ("Event", By::Tag("Event".to_owned())),
            ("tag:year", By::Tag("year".to_owned())),
        ] {
            assert_eq!(text.parse(), Ok(by.clone()));
            assert_eq!(by.to_string().parse(), Ok(by));
        }
        for text in ["", "elo-band:0", "elo-band:x", "years", "tag:", "x:3"] {
            assert!(text.parse::<By>().is_err(), "{text}");
        }
    }
}
