//! Counts that merge.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::rules::Rule;

/// What was read, and what was found in it. Every game is counted in exactly one of `valid`, `invalid` and `unchecked`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Texts read: files, members of archives, standard input.
    pub files: u64,
    /// Games.
    pub games: u64,
    /// Games without a finding of severity error.
    pub valid: u64,
    /// Games with at least one.
    pub invalid: u64,
    /// Games of another chess variant: read, not judged.
    pub unchecked: u64,
    /// Half-moves of main lines that were played.
    pub plies: u64,
    /// Bytes of text, after decompression.
    pub bytes: u64,
    /// How often each rule found something, of those that were looked for: the ones that are shown, and every error.
    pub findings: BTreeMap<Rule, u64>,
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.files += other.files;
        self.games += other.games;
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.unchecked += other.unchecked;
        self.plies += other.plies;
        self.bytes += other.bytes;
        for (&rule, count) in &other.findings {
            *self.findings.entry(rule).or_default() += count;
        }
    }
}
