//! What a result covers.

use serde::{Deserialize, Serialize};

use super::{Before, Digest, InputPart, Unit};

/// What a result covers of one input.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// The name of the input.
    pub input: String,
    /// The number of games.
    pub games: u64,
    /// The digest of these games, and of text between them.
    pub digest: Digest,
    /// The range, if it is a part of the input.
    pub part: Option<CoveredPart>,
}

/// What a result covers of all its inputs.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Covers(pub Vec<Cover>);

impl Covers {
    /// Adds what was read of a text. The members of an archive that is a part are one.
    pub fn add(&mut self, cover: Cover) {
        let same = self.0.last_mut().filter(|last| last.part.is_some() && last.part == cover.part);
        if let Some(last) = same {
            last.games += cover.games;
            last.digest.merge(cover.digest);
        } else {
            self.0.push(cover);
        }
    }

    /// The digest of all games.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut sum = Digest::default();
        self.0.iter().for_each(|cover| sum.merge(cover.digest));
        sum
    }
}

/// What was read of a part.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct CoveredPart {
    /// What the range counts.
    pub unit: Unit,
    /// The start of the range.
    pub start: u64,
    /// The end of the range.
    pub end: u64,
    /// The length of the whole input.
    pub size: u64,
    /// The number of the part in its plan, from 1.
    pub index: u64,
    /// The number of parts in the plan.
    pub of: u64,
    /// What is before the part in its input by the plan, if that was counted.
    #[serde(default)]
    pub before: Option<Before>,
    /// The number of bytes of text before the first game that starts in the range; `None` if none does.
    pub lead: Option<u64>,
    /// The number of bytes of text in the range.
    pub length: u64,
    /// The number of bytes after the range that belong to its last game.
    pub overhang: u64,
}

impl CoveredPart {
    /// The same part after it was read, with the values that its text has shown.
    #[must_use]
    pub const fn of_text(self, length: u64, lead: Option<u64>, overhang: u64) -> Self {
        Self { lead, length, overhang, ..self }
    }
}

impl From<&InputPart> for CoveredPart {
    /// The whole part, if it is a whole file.
    fn from(part: &InputPart) -> Self {
        let &InputPart { unit, start, end, size, index, of, before, .. } = part;
        Self { unit, start, end, size, index, of, before, lead: Some(0), length: end - start, overhang: 0 }
    }
}
