//! The kinds of edits, and what made a change.

use std::ops::BitOr;

use crate::game::fix::adjust::FixCause;
use crate::game::fix::patch::Cause;
use crate::game::rules::{Applicability, RuleSet};

named! {
    /// A kind of edit that a person can ask for.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum EditKind: (ALL) {
        StripComments = "strip-comments",
        StripVariations = "strip-variations",
        /// Deletes NAGs and move suffixes.
        StripNags = "strip-nags",
        /// Deletes clocks in comments.
        StripClocks = "strip-clocks",
        /// Deletes evaluations in comments.
        StripEvals = "strip-evals",
        StripTag = "strip-tag",
        RenameTag = "rename-tag",
        SetTag = "set-tag",
        /// Corrects a name.
        Names = "names",
        /// Adds a tag with what the moves say.
        Add = "add",
    }
}

impl EditKind {
    /// What can be stripped, besides tags, with its word.
    pub const STRIPPED: [(&str, Self); 5] = [
        ("comments", Self::StripComments),
        ("variations", Self::StripVariations),
        ("nags", Self::StripNags),
        ("clocks", Self::StripClocks),
        ("evals", Self::StripEvals),
    ];
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EditKinds(u16);

impl EditKinds {
    pub const fn contains(self, kind: EditKind) -> bool {
        self.0 >> kind as u16 & 1 == 1
    }

    pub fn iter(self) -> impl Iterator<Item = EditKind> {
        EditKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl From<EditKind> for EditKinds {
    fn from(kind: EditKind) -> Self {
        Self(1 << kind as u16)
    }
}

impl FromIterator<EditKind> for EditKinds {
    fn from_iter<I: IntoIterator<Item = EditKind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::default(), |set, kind| set | kind.into())
    }
}

impl BitOr for EditKinds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What made a change of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Causes {
    /// The rules whose fixes made it.
    pub rules: RuleSet,
    /// The highest of the applicabilities of these fixes.
    pub applicability: Applicability,
    /// The edits that made it.
    pub edits: EditKinds,
}

impl From<EditKinds> for Causes {
    fn from(edits: EditKinds) -> Self {
        Self { rules: RuleSet::EMPTY, applicability: Applicability::Safe, edits }
    }
}

impl From<FixCause> for Causes {
    fn from(FixCause { rules, applicability }: FixCause) -> Self {
        Self { rules, applicability, edits: EditKinds::default() }
    }
}

impl Cause for Causes {
    fn add(&mut self, other: &Self) {
        self.rules = self.rules | other.rules;
        self.applicability = self.applicability.max(other.applicability);
        self.edits = self.edits | other.edits;
    }
}
