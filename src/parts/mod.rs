//! Parts of inputs: work for many machines, and the proof that their results together cover the whole.
//!
//! An [`InputPart`] is one item of work. It owns the games whose first byte is in its range, so a machine reads on to the
//! end of the last one. Where the first game starts, it guesses from the text (unless the part was [counted](Before)). A
//! result carries what it really [covers](tiling::Cover), and code that adds results first [proves](tiling::prove) that
//! they fit together. So a wrong guess, a missing part or a part that was counted twice is an error and never a wrong
//! result.

pub mod digest;
pub mod output;
pub mod tiling;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use digest::Digest;
use tiling::CoveredPart;

/// One part of an input, as `adoube plan` writes it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct InputPart {
    pub input: String,
    /// What the range counts.
    pub unit: Unit,
    pub start: u64,
    pub end: u64,
    /// The length of the whole input in the same unit, to recognize another file of this name.
    pub size: u64,
    /// The number of the part in its plan, from 1.
    pub index: u64,
    /// The number of parts in the plan.
    pub of: u64,
    /// What is before the first game of the part in its input, if that was counted.
    #[serde(default)]
    pub before: Option<Before>,
}

/// What the range of a part counts.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Bytes of the file, which can be cut anywhere.
    Byte,
    /// Bytes of a compressed file, which can be cut between its frames. See [`Frames`](crate::input::Frames).
    Frame,
    /// The whole file, because it cannot be cut: most compressed files, archives, positions, UTF-16.
    File,
}

/// What is before the first game of a part in its input. If no game starts in the part, that is the first one after it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Before {
    pub games: u64,
    pub lines: u64,
    /// The number of characters after the last line end.
    pub columns: u64,
    pub bytes: u64,
    /// How many of these bytes are in the part: they belong to games that start before it.
    pub lead: u64,
}

impl Before {
    /// Whether a part of this range can have it.
    fn is_of(&self, part: &InputPart) -> bool {
        // Each of them needs a byte at least.
        if [self.games, self.lines, self.columns].iter().any(|number| *number > self.bytes) {
            return false;
        }
        let text = self.bytes.checked_sub(self.lead);
        match part.unit {
            Unit::Frame => text.is_some_and(|bytes| i64::try_from(bytes).is_ok()),
            Unit::Byte | Unit::File => self.lead == 0 && text == Some(part.start),
        }
    }

    /// What is before the part that follows a part with this number of games.
    #[must_use]
    pub const fn next(self, part: &CoveredPart, games: u64) -> Self {
        let lead = if part.lead.is_some() { part.overhang } else { self.lead.saturating_sub(part.length) };
        let text = self.bytes.saturating_sub(self.lead).saturating_add(part.length);
        Self {
            games: self.games.saturating_add(games),
            lines: self.lines.saturating_add(part.lines),
            columns: if part.lines == 0 { self.columns.saturating_add(part.columns) } else { part.columns },
            bytes: text.saturating_add(lead),
            lead,
        }
    }
}

impl fmt::Display for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, lines, columns, bytes, .. } = self;
        let (line, column) = (lines.saturating_add(1), columns.saturating_add(1));
        let are = if *games == 1 { "game" } else { "games" };
        write!(f, "{games} {are} in {bytes} bytes, up to line {line}, column {column}")
    }
}

impl InputPart {
    /// The number of bytes in the range.
    pub const fn length(&self) -> u64 {
        self.end - self.start
    }
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum PlanLine<'a> {
    Part(Cow<'a, InputPart>),
}

/// Why a text is not a part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PartError(String);

impl FromStr for InputPart {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let line =
            serde_json::from_str(text).map_err(|error| PartError(format!("not a line of `adoube plan`: {error}")))?;
        let PlanLine::Part(part) = line;
        let part = part.into_owned();
        let is_range = part.start <= part.end && part.end <= part.size;
        let is_whole = part.start == 0 && part.end == part.size;
        match part.unit {
            _ if !is_range => Err(PartError("the range is not within the file".to_owned())),
            _ if part.before.is_some_and(|before| !before.is_of(&part)) => {
                Err(PartError("what is before it does not fit its range".to_owned()))
            }
            Unit::File if !is_whole => Err(PartError("a part in the unit `file` is the whole file".to_owned())),
            _ if !(1..=part.of).contains(&part.index) => Err(PartError("its number is not within the plan".to_owned())),
            _ => Ok(part),
        }
    }
}

impl fmt::Display for InputPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&PlanLine::Part(Cow::Borrowed(self))).map_err(|_| fmt::Error)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"type":"part","input":"a.pgn","unit":"byte","start":10,"end":30,"size":40,"index":2,"of":3,"before":{"games":4,"lines":5,"columns":0,"bytes":10,"lead":0}}"#;

    #[test]
    fn a_part_is_read_as_it_is_written() {
        let part: InputPart = TEXT.parse().unwrap();
        assert_eq!((part.length(), part.before.map(|before| before.games)), (20, Some(4)));
        assert_eq!(part.to_string(), TEXT);
        let uncounted: InputPart =
            TEXT.replace(r#","before":{"games":4,"lines":5,"columns":0,"bytes":10,"lead":0}"#, "").parse().unwrap();
        assert_eq!(uncounted, InputPart { before: None, ..part });
    }

    #[test]
    fn impossible_parts_are_refused() {
        for (from, to) in [
            ("\"start\":10", "\"start\":31"),
            ("\"end\":30", "\"end\":41"),
            ("\"end\":30", "\"end\":-1"),
            ("\"index\":2", "\"index\":0"),
            ("\"index\":2", "\"index\":4"),
            ("\"unit\":\"byte\"", "\"unit\":\"file\""),
            ("\"unit\":\"byte\"", "\"unit\":\"mile\""),
            ("\"type\":\"part\"", "\"type\":\"summary\""),
            ("\"size\"", "\"sise\""),
            ("\"lead\":0", "\"lead\":11"),
            ("\"games\":4", "\"games\":18446744073709551615"),
            ("\"lines\":5", "\"lines\":11"),
            ("\"columns\":0", "\"columns\":11"),
        ] {
            assert!(TEXT.contains(from));
            assert!(TEXT.replace(from, to).parse::<InputPart>().is_err(), "{to}");
        }
    }
}
