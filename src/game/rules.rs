//! The book of rules: everything `adoube validate` can find, one row a rule.
//!
//! A rule is a code, a name, a severity, the section it rests on, an explanation, a faulty game and its corrected twin.
//! The rows stand in a file a family below `rules/`; the games stand in `fixtures/rules/<code>-<name>/` and are the
//! same files the tests read. This module knows no text and no board: it says what a finding means, not how it is
//! found.
//!
//! To add a rule: add a variant to [`Rule`] in the order of the codes, its row to the family's file, and the games
//! `bad.pgn` (with `; expect CODE` on the faulty line, or lines `LINE CODE` in `bad.expect` beside it where a comment
//! cannot stand) and `good.pgn`; then let the test rewrite `docs/rules.md`. Codes are promises: one that is given up is
//! never given to another rule.

mod comments;
mod explain;
mod fen;
mod moves;
mod notation;
mod profile;
mod results;
mod rule;
mod set;
mod structure;
mod tags;
mod variations;

use std::fmt;

pub use explain::markdown;
pub use profile::{Profile, ProfileInfo};
pub use rule::Rule;
pub use set::{RuleSet, UnknownSelector};

/// How much a finding weighs. Ordered: `Info < Style < Warning < Error`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Severity {
    /// A fact worth knowing; nothing is wrong.
    Info = 0,
    /// Against the export format (PGN 3.2.2); right on import.
    Style = 1,
    /// Against the import rules (PGN 3.2.1), or certainly not intended.
    Warning = 2,
    /// Not chess, not readable, or self-contradictory. A game with one is invalid.
    Error = 3,
}

/// What a rule is about; the letter that its code begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Family {
    /// S: where games begin and end, and which bytes may stand between.
    Structure,
    /// T: tag pairs.
    Tags,
    /// F: the starting position.
    SetUp,
    /// M: moves that are not chess.
    Moves,
    /// N: move numbers, and moves written in another way.
    Notation,
    /// C: comments and the commands in them.
    Comments,
    /// V: variations.
    Variations,
    /// R: results, endings and claims.
    Results,
}

/// One row of the book of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleInfo {
    /// The rule itself.
    pub rule: Rule,
    /// A letter for the family and three digits: `M101`.
    pub code: &'static str,
    /// The name in kebab case: `illegal-move`. No two rules share one.
    pub name: &'static str,
    /// Its weight unless a finding says less (a draw rule applied to a game older than the rule, for instance).
    pub severity: Severity,
    /// What it rests on, as shown: `PGN 8.2.3`, `Laws 3.10.3`, `PGN supplement 2001`, or other words where no text says
    /// it.
    pub source: &'static str,
    /// The article of the FIDE Laws of Chess 2023, `None` if the rule rests on another text. A finding may name a
    /// closer one.
    pub article: Option<&'static str>,
    /// What is found, in one line: lower case, no full stop.
    pub summary: &'static str,
    /// What it means, why it matters, what to do, and what adoube does then. Paragraphs are parted by a blank line.
    pub explanation: &'static str,
    /// A small file in which the rule is broken.
    pub bad: &'static [u8],
    /// Its corrected twin.
    pub good: &'static [u8],
}

/// The number of rules.
pub const RULE_COUNT: usize = 142;

/// All rules, ordered by family as in [`Family`] and then by code.
pub static RULES: [RuleInfo; RULE_COUNT] = TABLE;

impl Severity {
    /// From the lightest to the heaviest.
    pub const ALL: [Self; 4] = [Self::Info, Self::Style, Self::Warning, Self::Error];

    /// The word for it, as on the command line and in every format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Style => "style",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Family {
    /// All families, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Structure,
        Self::Tags,
        Self::SetUp,
        Self::Moves,
        Self::Notation,
        Self::Comments,
        Self::Variations,
        Self::Results,
    ];

    /// The letter its codes begin with.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Structure => 'S',
            Self::Tags => 'T',
            Self::SetUp => 'F',
            Self::Moves => 'M',
            Self::Notation => 'N',
            Self::Comments => 'C',
            Self::Variations => 'V',
            Self::Results => 'R',
        }
    }

    /// A heading for it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Structure => "Structure and encoding",
            Self::Tags => "Tags",
            Self::SetUp => "FEN and set-up",
            Self::Moves => "Moves",
            Self::Notation => "Numbers and notation",
            Self::Comments => "Comments and clocks",
            Self::Variations => "Variations",
            Self::Results => "Results and endings",
        }
    }
}

/// What a rule rests on, as shown to the reader.
macro_rules! source {
    (pgn $section:literal) => {
        concat!("PGN ", $section)
    };
    (laws $article:literal) => {
        concat!("Laws ", $article)
    };
    (supplement $year:literal) => {
        concat!("PGN supplement ", $year)
    };
    (custom $words:literal) => {
        $words
    };
}

/// The article of the Laws, if that is what the rule rests on.
macro_rules! article {
    (laws $article:literal) => {
        Some($article)
    };
    ($other:ident $place:literal) => {
        None
    };
}

/// One row: code, name, variant, severity, source, summary, explanation. The two games come from the rule's folder.
macro_rules! row {
    ($code:ident $name:literal: $rule:ident, $severity:ident, $book:ident $place:literal,
     $summary:literal, $text:literal) => {
        RuleInfo {
            rule: Rule::$rule,
            code: stringify!($code),
            name: $name,
            severity: Severity::$severity,
            source: super::source!($book $place),
            article: super::article!($book $place),
            summary: $summary,
            explanation: $text,
            bad: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/", stringify!($code), "-", $name, "/bad.pgn"
            )),
            good: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/", stringify!($code), "-", $name, "/good.pgn"
            )),
        }
    };
}

use {article, row, source};

/// The families' rows end to end. That row `i` is the rule whose number is `i` is checked while compiling.
#[allow(clippy::large_const_arrays, reason = "it is named once, by the static table")]
const TABLE: [RuleInfo; RULE_COUNT] = {
    let families: [&[RuleInfo]; 8] = [
        &structure::STRUCTURE,
        &tags::TAGS,
        &fen::FEN,
        &moves::MOVES,
        &notation::NOTATION,
        &comments::COMMENTS,
        &variations::VARIATIONS,
        &results::RESULTS,
    ];
    let mut table = [structure::STRUCTURE[0]; RULE_COUNT];
    let mut rows = 0;
    let mut family = 0;
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            table[rows] = families[family][row];
            assert!(table[rows].rule as usize == rows, "the rows stand in the order of the enum");
            assert!(table[rows].code.as_bytes()[0] == Family::ALL[family].letter() as u8, "each code in its family");
            assert!(row == 0 || is_before(table[rows - 1].code, table[rows].code), "codes rise within a family");
            rows += 1;
            row += 1;
        }
        family += 1;
    }
    assert!(rows == RULE_COUNT, "every rule has its row");
    table
};

/// Whether one code of four characters sorts before another.
const fn is_before(earlier: &str, later: &str) -> bool {
    let (earlier, later) = (earlier.as_bytes(), later.as_bytes());
    assert!(earlier.len() == 4 && later.len() == 4, "a code is a letter and three digits");
    let mut i = 0;
    while i < 4 {
        if earlier[i] != later[i] {
            return earlier[i] < later[i];
        }
        i += 1;
    }
    false
}

#[cfg(test)]
mod tests;
