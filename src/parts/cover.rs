//! What a result covers.

use serde::{Deserialize, Serialize};

use super::{Digest, InputPart};

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

    /// Whether a part of this input is not the first one that is read of it.
    pub fn go_on_with(&self, part: &InputPart) -> bool {
        part.start > 0 && self.0.last().is_some_and(|last| last.input == part.input)
    }

    pub fn digest(&self) -> Digest {
        let mut sum = Digest::default();
        self.0.iter().for_each(|cover| sum.merge(cover.digest));
        sum
    }
}

/// The number of inputs of which these have later parts, but not the first one.
pub fn continued(covers: &[Cover]) -> u64 {
    let is_first = |at: usize| at == 0 || covers[at - 1].input != covers[at].input;
    let is_later = |cover: &Cover| cover.part.as_ref().is_some_and(|covered| covered.part.start > 0);
    (0..covers.len()).filter(|at| is_first(*at) && is_later(&covers[*at])).count() as u64
}

/// What was read of a part.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct CoveredPart {
    /// The part.
    pub part: InputPart,
    /// The number of bytes of text before the first game that starts in the range; `None` if none does.
    pub lead: Option<u64>,
    /// The number of bytes of text in the range.
    pub length: u64,
    /// The number of bytes after the range that belong to its last game.
    pub overhang: u64,
    /// The number of line ends from its first game to the end of its last one.
    pub lines: u64,
    /// The number of characters after the last of these line ends.
    pub columns: u64,
}

impl From<&InputPart> for CoveredPart {
    /// The whole part, if it is a whole file.
    fn from(part: &InputPart) -> Self {
        Self { part: part.clone(), lead: Some(0), length: part.length(), overhang: 0, lines: 0, columns: 0 }
    }
}
