//! The arguments of `adoube validate`.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{ValueEnum, ValueHint};

use crate::game::rules::{Profile, RuleSet, Severity};
use crate::laws::retro::Start;
use crate::options::{BudgetArgs, InputArgs, OutputArgs, SelectionArgs, TalkArgs, ThreadArgs};
use crate::report;

use super::{Selector, Shown};

/// The arguments of `adoube validate`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a flattened group must not lend its comment to the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    /// Start from the rules that this purpose asks for
    #[arg(long, value_name = "PROFILE", default_value = "archive", help_heading = "Rules")]
    pub profile: Profile,

    /// Show these rules instead of the profile's: codes, beginnings of codes, names, all
    ///
    /// Commas part them: --select M,T101,illegal-move. A rule that is asked for is shown whatever it weighs.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules")]
    pub select: Vec<Selector>,

    /// Show these rules, too
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules")]
    pub extend_select: Vec<Selector>,

    /// Do not show these rules, nor count them for the exit code
    ///
    /// A closer word wins: --select M101 --ignore M keeps M101. Whether a game is valid does not depend on it.
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules")]
    pub ignore: Vec<Selector>,

    /// Exit with 1 on findings of this severity or a heavier one
    #[arg(long, value_name = "SEVERITY", default_value = "error", help_heading = "Rules")]
    pub fail_on: Severity,

    /// Exit with 1 if a game was not checked because it is another chess variant
    #[arg(long, help_heading = "Rules")]
    pub require_checked: bool,

    /// Show also what an auditor of results wants to know: claims that were open, dead positions, flags that lost or drew and should not, games without moves, odd clocks
    #[arg(long, help_heading = "Rules")]
    pub audit: bool,

    #[command(flatten, next_help_heading = "Rules")]
    pub budget: BudgetArgs,

    /// How deeply to check whether the position of a FEN can have arisen in a game, from 0 to 5
    ///
    /// Each level adds to those before it. 0: the text can be read. 1: chess can be played from it (kings, number of pieces,
    /// pawns on the last ranks, castling rights, en passant). 2, the default: the move counters are possible and the
    /// initial array is set up correctly. 3: no more promoted pieces than missing pawns. 4: some legal move leads to it.
    /// 5: pawns, promotions and bishops can have come where they are with the captures made. Findings of levels 2 to 5
    /// are warnings. Two checks that no single move gives are always an error.
    #[arg(long, value_name = "LEVEL", default_value = "2", hide_default_value = true,
          value_parser = clap::value_parser!(u8).range(0..=5), help_heading = "Rules")]
    pub level: u8,

    /// Take positions of FEN and EPD inputs for Chess960
    ///
    /// Levels 2 to 5 then allow for every initial array of Chess960. The castling letters of Shredder-FEN (HAha), castling
    /// rights that only Chess960 has and the EPD operation `variant Chess960;` say the same for one line; games say it with the
    /// tag Variant.
    #[arg(long, help_heading = "Rules")]
    pub chess960: bool,

    /// Play every game once more with another library, and tell every game on which the two disagree
    ///
    /// A disagreement is a fault of one of the programs, not of the game; the exit code is then 2.
    #[arg(long, help_heading = "Rules")]
    pub cross_check: bool,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// How to write the findings
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: Format,

    /// Write only the first line of each finding (format text)
    #[arg(long, help_heading = "Output")]
    pub concise: bool,

    /// Write at most N findings a file; all of them are counted
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub max_findings: Option<u64>,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Copy every game, byte for byte, to one of two files: without an error, or with one
    ///
    /// Games that are not checked count as good, and so does white space between games; other text between games as bad.
    #[arg(long, num_args = 2, value_names = ["GOOD", "BAD"], value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub split_to: Option<Vec<PathBuf>>,

    #[command(flatten)]
    pub talk: TalkArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// Annotations of GitHub Actions
    Github,
    /// SARIF 2.1.0, for code scanning
    Sarif,
}

impl Args {
    /// The rules whose findings are shown and count for the exit code, by profile, selection and threshold.
    #[must_use]
    pub fn rules(&self) -> Shown {
        let audit = if self.audit { RuleSet::audit() } else { RuleSet::EMPTY };
        let deeper = (3..=self.level).map(RuleSet::of_level).fold(audit, |rules, level| rules | level);
        let above = (self.level + 1..=2).map(RuleSet::of_level).fold(RuleSet::EMPTY, |rules, level| rules | level);
        let extend = [&self.extend_select[..], &[Selector::group(deeper)]].concat();
        let ignore = [&self.ignore[..], &[Selector::group(above)]].concat();
        Shown::new(self.profile, &self.select, &extend, &ignore, self.fail_on)
    }

    /// Where the games of positions started that do not say it themselves.
    #[must_use]
    pub fn start(&self) -> Start {
        if self.chess960 { Start::Chess960 } else { Start::Standard }
    }

    /// The format of the report, with its colours.
    #[must_use]
    pub fn report_format(&self) -> report::Format {
        let paint = self.output.paint(self.talk.color);
        match self.format {
            Format::Text if self.concise => report::Format::Concise(paint),
            Format::Text => report::Format::Text(paint),
            Format::Jsonl => report::Format::Jsonl,
            Format::Csv => report::Format::Csv,
            Format::Github => report::Format::Github,
            Format::Sarif => report::Format::Sarif,
        }
    }

    /// Where the games without and with an error are copied to, in this order.
    #[must_use]
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
            Self::Error => "not chess, not readable, or self-contradictory",
            Self::Warning => "against the import rules, or certainly not intended",
            Self::Style => "against the export format",
            Self::Info => "a fact worth knowing",
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}
