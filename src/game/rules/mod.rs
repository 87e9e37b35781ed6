//! The table of rules: everything that `adoube validate` can report, with one row per rule.
//!
//! A rule has a code, a name, a severity, a source, an explanation, a faulty game and a corrected one. Each family has
//! a file of rows in `rules/`; the games are in `fixtures/rules/<code>-<name>/` and serve as tests. This module says
//! what findings mean, not how to find them, so it needs neither text nor board.
//!
//! `docs/contributing.md` explains how to add a rule. Codes are stable: the code of a removed rule is never reused.

mod events;
mod explain;
mod fixes;
mod movetext;
mod results;
mod rule;
mod set;
mod structure;
mod tags;

pub use explain::{SITE, markdown};
pub use fixes::{Applicability, FixInfo};
pub use rule::Rule;
pub use set::{Profile, ProfileInfo, RuleSet, UnknownSelector};

named! {
    /// The severity of a finding. Ordered: `Info < Style < Warning < Error`.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[repr(u8)]
    #[non_exhaustive]
    pub enum Severity: (ALL, Display) {
        /// A fact worth knowing, not an error.
        Info = "info",
        /// Not in export format (PGN 3.2.2), but valid on import.
        Style = "style",
        /// Against the import rules (PGN 3.2.1), or certainly unintended.
        Warning = "warning",
        /// Not chess, unreadable, or self-contradictory. A game with an error is invalid.
        Error = "error",
    }
}

listed! {
    /// The subject of a rule, and the first letter of its code.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[repr(u8)]
    #[non_exhaustive]
    pub enum Family {
        /// S: file and game structure, and stray bytes.
        Structure,
        /// T: tag pairs.
        Tags,
        /// F: the starting position.
        SetUp,
        /// M: illegal moves.
        Moves,
        /// N: move numbers and notation.
        Notation,
        /// C: comments and comment commands.
        Comments,
        /// V: variations.
        Variations,
        /// R: results, endings and claims.
        Results,
        /// E: tournament reports.
        Events,
    }
}

/// A row of the table of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleInfo {
    /// The rule itself.
    pub rule: Rule,
    /// A letter for the family and three digits: `M101`.
    pub code: &'static str,
    /// A unique name in kebab case: `illegal-move`.
    pub name: &'static str,
    /// The severity, unless a finding lowers it (for instance for a game older than a draw rule).
    pub severity: Severity,
    /// The source as shown: `PGN 8.2.3`, `Laws 3.10.3`, `PGN supplement 2001`, or another description.
    pub source: &'static str,
    /// The article of the FIDE Laws of Chess 2023; `None` for other sources. A finding may name a more specific one.
    pub article: Option<&'static str>,
    /// What is found, in one line: lower case, no full stop.
    pub summary: &'static str,
    /// What it means, why it matters, what to do, and how adoube reads it. A blank line separates paragraphs.
    pub explanation: &'static str,
    /// A small file that breaks the rule.
    pub bad: &'static [u8],
    /// The corrected file.
    pub good: &'static [u8],
    /// What the two files hold.
    pub examples: ExampleFormat,
}

named! {
    /// The format of the examples of a rule.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[non_exhaustive]
    pub enum ExampleFormat {
        /// Games.
        Pgn = "pgn",
        /// Lines of EPD.
        Epd = "epd",
        /// A tournament report.
        Trf = "trf",
    }
}

/// The number of rules.
pub const RULE_COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// All rules, ordered by family and code.
pub static RULES: [RuleInfo; RULE_COUNT] = TABLE;

impl Family {
    /// The first letter of its codes.
    pub const fn letter(self) -> char {
        self.letter_and_title().0
    }

    /// Its heading.
    pub const fn title(self) -> &'static str {
        self.letter_and_title().1
    }

    const fn letter_and_title(self) -> (char, &'static str) {
        match self {
            Self::Structure => ('S', "Structure and encoding"),
            Self::Tags => ('T', "Tags"),
            Self::SetUp => ('F', "FEN and set-up"),
            Self::Moves => ('M', "Moves"),
            Self::Notation => ('N', "Numbers and notation"),
            Self::Comments => ('C', "Comments and clocks"),
            Self::Variations => ('V', "Variations"),
            Self::Results => ('R', "Results and endings"),
            Self::Events => ('E', "Tournament reports"),
        }
    }
}

/// The source of a rule, as shown.
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

/// The article of the Laws, if the source is one.
macro_rules! article {
    (laws $article:literal) => {
        Some($article)
    };
    ($other:ident $place:literal) => {
        None
    };
}

/// Builds a row from code, name, variant, severity, source, summary and explanation. The examples come from the rule's
/// folder: games; lines of EPD if the row begins with `epd`, a tournament report if it begins with `trf`.
macro_rules! row {
    (epd $($row:tt)*) => {
        row!(@ ".epd" Epd $($row)*)
    };
    (trf $($row:tt)*) => {
        row!(@ ".trf" Trf $($row)*)
    };
    ($code:ident $name:literal: $($row:tt)*) => {
        row!(@ ".pgn" Pgn $code $name: $($row)*)
    };
    (@ $extension:literal $examples:ident $code:ident $name:literal: $rule:ident, $severity:ident, $book:ident $place:literal,
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
                env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/", stringify!($code), "-", $name, "/bad", $extension
            )),
            good: include_bytes!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/fixtures/rules/", stringify!($code), "-", $name, "/good", $extension
            )),
            examples: super::ExampleFormat::$examples,
        }
    };
}

use {article, row, source};

const FAMILIES: [&[RuleInfo]; Family::ALL.len()] = [
    structure::STRUCTURE,
    tags::TAGS,
    tags::FEN,
    movetext::MOVES,
    movetext::NOTATION,
    movetext::COMMENTS,
    movetext::VARIATIONS,
    results::RESULTS,
    events::EVENTS,
];

/// The rows of all families. A compile-time check proves that row `i` is the rule with discriminant `i`.
#[allow(clippy::large_const_arrays, reason = "it is named once, by the static table")]
const TABLE: [RuleInfo; RULE_COUNT] = {
    let mut table = [structure::STRUCTURE[0]; RULE_COUNT];
    let mut rows = 0;
    let mut family = 0;
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            table[rows] = FAMILIES[family][row];
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
