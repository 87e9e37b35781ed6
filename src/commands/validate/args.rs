//! The arguments of `adoube validate`.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::PossibleValue;
use clap::{ValueEnum, ValueHint};

use crate::game::rules::{Profile, RuleSet, Severity};
use crate::laws::retro::InitialPositions;
use crate::options::{
    BudgetArgs, InputArgs, OutputContent, PartialArgs, RunArgs, SelectionArgs, offering, whole_number,
};
use crate::report;
use crate::report::rows::TableFormat;

use super::{Selector, ShownRules};
use crate::commands::baseline::BaselineArgs;
use crate::commands::partial::Signature;
use crate::commands::session::Session;

/// The arguments of `adoube validate`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub partial: PartialArgs,

    /// Validate this position instead of inputs
    #[arg(long, value_name = "FEN", conflicts_with_all = ["inputs", "files_from", "input_format", "split_to", "head", "game",
          "condition", "sample", "part", "merge", "partial"])]
    pub fen: Option<String>,

    /// Rule profile to start from
    #[arg(long, value_name = "PROFILE", default_value = "archive", help_heading = "Rules")]
    pub profile: Profile,

    /// Report only these rules: codes, code prefixes, names, or `all`
    ///
    /// A comma-separated list, such as M,T101,illegal-move. It replaces the rules of the profile. Selected rules are reported
    /// whatever their severity.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules",
          value_parser = offering(Selector::from_str, Selector::offers), hide_possible_values = true)]
    pub select: Vec<Selector>,

    /// Report these rules in addition to those of the profile
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules",
          value_parser = offering(Selector::from_str, Selector::offers), hide_possible_values = true)]
    pub extend_select: Vec<Selector>,

    /// Do not report these rules, and do not count them for the exit code
    ///
    /// The more specific selector wins: --select M101 --ignore M keeps M101. The number of valid games does not depend on
    /// this option.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules",
          value_parser = offering(Selector::from_str, Selector::offers), hide_possible_values = true)]
    pub ignore: Vec<Selector>,

    /// Exit with code 1 on findings of this severity or higher
    #[arg(long, value_name = "SEVERITY", default_value = "error", help_heading = "Rules")]
    pub fail_on: Severity,

    /// Exit with code 1 if a game was not checked because it is of another chess variant
    #[arg(long, help_heading = "Rules")]
    pub require_checked: bool,

    /// Check results thoroughly: claimable draws, dead positions, wins without mating material, …
    ///
    /// Adds rules for draws that could have been claimed, moves after a draw or dead position that ended the game, results
    /// without moves, clocks that gain time, first moves more than an hour late, and a final king move that was probably made
    /// only to enter the result on an electronic board. Checks by search whether final positions are dead, and
    /// whether the winner on time or by resignation could have mated.
    #[arg(long, help_heading = "Rules")]
    pub audit: bool,

    #[command(flatten, next_help_heading = "Rules")]
    pub budget: BudgetArgs,

    /// How thoroughly to check that a FEN position can arise in a game, 0-5
    ///
    /// Each level adds to the one before. 0: the FEN can be parsed. 1: a game can continue from it (kings, number of pieces,
    /// pawns on the last ranks, castling rights, en passant, and whether a single move can have given the check). 2:
    /// the move counters are possible, the initial position is set up correctly, and some initial position has the
    /// castling rights. 3: there are no more promoted pieces than missing pawns. 4: some legal move leads to the
    /// position. 5: the missing pieces allow the captures that the pawns, promoted pieces, and bishops require.
    /// Findings of levels 2 to 5 are warnings. Findings of higher levels are not reported; but even at level 0 the
    /// summary counts an unplayable position as invalid.
    #[arg(long, value_name = "LEVEL", default_value = "2",
          value_parser = whole_number(0..=5_u8), help_heading = "Rules")]
    pub level: u8,

    /// Treat positions in FEN and EPD inputs as Chess960
    ///
    /// Affects levels 2 to 5, which then allow every Chess960 starting position. Without this option, a position
    /// counts as Chess960 if its line has Shredder-FEN castling letters (HAha), castling rights that only Chess960 has,
    /// or the EPD operation `variant Chess960;`. For games, the Variant tag decides.
    #[arg(long, help_heading = "Rules")]
    pub chess960: bool,

    /// Replay every game with a second library (shakmaty), and report disagreements
    ///
    /// A disagreement is a bug in adoube or in the other library, not an error in the game. The exit code is then 2.
    #[cfg(feature = "cross-check")]
    #[arg(long, help_heading = "Rules")]
    pub cross_check: bool,

    #[command(flatten)]
    pub baseline: BaselineArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Output format for findings
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: FindingFormatArg,

    /// Print one line per finding (with --format text)
    #[arg(long, help_heading = "Output")]
    pub concise: bool,

    /// Print all findings of a rule in a file; otherwise only the first five (with --format text)
    ///
    /// --concise and the other formats always have all. Nor are parts (--partial) folded.
    #[arg(long, conflicts_with = "concise", help_heading = "Output")]
    pub all: bool,

    /// Print at most N findings per file; all are counted
    #[arg(long, value_name = "N", value_parser = whole_number(0_u64..), help_heading = "Output",
          conflicts_with_all = ["part", "merge", "partial"])]
    pub max_findings: Option<u64>,

    /// Copy games without errors to GOOD and the others to BAD, byte for byte
    ///
    /// Unchecked games go to GOOD. Text before, between and after games goes to BAD; white space and comments go to GOOD. UTF-16 is
    /// copied as UTF-8. If a name ends in .zst, .gz, .bz2 or .xz, the file is compressed.
    #[arg(long, num_args = 2, value_names = ["GOOD", "BAD"], value_hint = ValueHint::FilePath, help_heading = "Output",
          conflicts_with_all = ["part", "merge", "partial"])]
    pub split_to: Option<Vec<PathBuf>>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// The output format for findings.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum FindingFormatArg {
    /// Human-readable text
    #[default]
    Text,
    /// JSON Lines: one object per line
    Jsonl,
    /// CSV with a header line
    Csv,
    /// A table for DuckDB, Polars, Spark, and others
    #[cfg(feature = "parquet")]
    Parquet,
    /// GitHub Actions annotations
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

impl FindingFormatArg {
    /// Its name, if outputs of it cannot follow each other.
    pub(super) const fn of_one_document(self) -> Option<&'static str> {
        match self {
            Self::Sarif => Some("SARIF"),
            #[cfg(feature = "parquet")]
            Self::Parquet => Some("Parquet"),
            _ => None,
        }
    }

    pub(super) const fn content(self) -> OutputContent {
        match self {
            Self::Text | Self::Github => OutputContent::Report,
            Self::Jsonl | Self::Sarif => OutputContent::Json,
            Self::Csv => OutputContent::Csv,
            #[cfg(feature = "parquet")]
            Self::Parquet => OutputContent::Binary,
        }
    }
}

impl Args {
    /// The rules whose findings are shown and count for the exit code, by profile, selection and threshold.
    pub fn rules(&self) -> ShownRules {
        let audit = if self.audit { RuleSet::audit() } else { RuleSet::EMPTY };
        // Profiles have the rules of levels 0 to 2.
        let added = (3..=self.level).map(RuleSet::of_level).fold(audit, |rules, level| rules | level);
        let removed = (self.level + 1..=2).map(RuleSet::of_level).fold(RuleSet::EMPTY, |rules, level| rules | level);
        let extend = [&self.extend_select[..], &[Selector::group(added)]].concat();
        let ignore = [&self.ignore[..], &[Selector::group(removed)]].concat();
        ShownRules::new(self.profile, &self.select, &extend, &ignore, self.fail_on)
    }

    /// The initial positions from which a FEN position can arise.
    pub fn start(&self) -> InitialPositions {
        if self.chess960 { InitialPositions::Chess960 } else { InitialPositions::Standard }
    }

    pub fn report_format(&self) -> report::FindingFormat {
        let paint = self.run.output.paint_of_part(self.run.diagnostics.color, &self.partial);
        match self.format {
            FindingFormatArg::Text if self.concise => report::FindingFormat::Concise(paint),
            // What a file has is not known before its last part.
            FindingFormatArg::Text if self.all || self.partial.partial.is_some() => report::FindingFormat::Text(paint),
            FindingFormatArg::Text => report::FindingFormat::Grouped(paint),
            FindingFormatArg::Jsonl => report::FindingFormat::Jsonl,
            FindingFormatArg::Csv => report::FindingFormat::Table(TableFormat::Csv),
            #[cfg(feature = "parquet")]
            FindingFormatArg::Parquet => report::FindingFormat::Table(TableFormat::Parquet),
            FindingFormatArg::Github => report::FindingFormat::Github,
            FindingFormatArg::Sarif => report::FindingFormat::Sarif,
        }
    }

    /// Whether the output or the summary shows fixes.
    pub(super) fn shows_fixes(&self) -> bool {
        #[cfg(feature = "python")]
        if self.run.output.rows.is_some() {
            return false;
        }
        let shows_fixes =
            matches!(self.format, FindingFormatArg::Text | FindingFormatArg::Jsonl | FindingFormatArg::Sarif);
        shows_fixes && self.max_findings != Some(0)
    }

    /// What is read, and where the output goes.
    pub(super) fn session(&self) -> Session<'_> {
        Session { inputs: &self.inputs, partial: &self.partial, run: &self.run, content: self.format.content() }
    }

    /// What makes runs with `--partial` parts of one.
    pub(super) fn signature(&self) -> Signature {
        let options = Self {
            inputs: self.inputs.without_names(),
            partial: PartialArgs::default(),
            run: self.run.only_style(),
            ..self.clone()
        };
        Signature::new("validate", &options)
    }

    /// The files for games without errors and for the others.
    pub fn split_to(&self) -> Option<(&Path, &Path)> {
        match self.split_to.as_deref() {
            Some([good, bad]) => Some((good, bad)),
            _ => None,
        }
    }
}

impl ValueEnum for Profile {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.info().summary))
    }
}

impl ValueEnum for Severity {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Error, Self::Warning, Self::Style, Self::Info]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self {
            Self::Error => "illegal, unreadable, or self-contradictory",
            Self::Warning => "violates the PGN import format, or is certainly unintended",
            Self::Style => "violates the PGN export format",
            Self::Info => "worth knowing",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}
