//! The arguments of `adoube diff`.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ValueEnum, ValueHint};

use crate::game::difference::{Ignored, IgnoredItem};
use crate::options::{
    ColorArgs, DiagnosticArgs, InputArgs, InputFormat, OutputArgs, OutputContent, SelectionArgs, ThreadArgs, offering,
};
use crate::report::differences::DifferenceFormat;

/// The arguments of `adoube diff`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct Args {
    /// The first archive: a file, a directory, or `-` for standard input
    #[arg(value_name = "A", value_hint = ValueHint::AnyPath)]
    pub first: OsString,

    /// The second archive; without it, the copies within A are shown
    #[arg(value_name = "B", value_hint = ValueHint::AnyPath)]
    pub second: Option<OsString>,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Do not compare these: tags, tag:NAME, result, comments, nags, variations
    #[arg(long, value_name = "WHAT", value_delimiter = ',', help_heading = "Comparison", hide_possible_values = true,
          value_parser = offering(IgnoredItem::from_str, || IgnoredItem::NAMES.map(Into::into).into()))]
    pub ignore: Vec<IgnoredItem>,

    /// Compare nothing but the moves of the main line
    #[arg(long, conflicts_with = "ignore", help_heading = "Comparison")]
    pub against_moves_only: bool,

    /// Folder of temporary files [default: that of the system]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Comparison")]
    pub temp_dir: Option<PathBuf>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: DifferenceFormatArg,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

/// A format of differences.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum DifferenceFormatArg {
    /// For people: a line for each game, and below it what has changed
    #[default]
    Text,
    /// JSON Lines: one object for each difference
    Jsonl,
    /// CSV with a header line: one row for each changed value
    Csv,
    /// A page for a browser, A beside B
    Html,
}

impl Args {
    /// The archives, one or two, as inputs.
    pub(super) fn archives(&self) -> Vec<InputArgs> {
        let paths = std::iter::once(&self.first).chain(&self.second);
        let inputs = paths.map(|path| InputArgs {
            inputs: vec![path.clone()],
            input_format: Some(InputFormat::Pgn),
            ..InputArgs::default()
        });
        inputs.collect()
    }

    /// What is not compared.
    pub(super) fn ignored(&self) -> Ignored {
        let mut ignored = if self.against_moves_only { Ignored::all_but_moves() } else { Ignored::default() };
        self.ignore.iter().for_each(|item| ignored.add(item));
        ignored
    }

    /// The folder of temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(env::temp_dir)
    }

    pub(super) fn shown(&self, color: ColorArgs) -> (DifferenceFormat, OutputContent) {
        match self.format {
            DifferenceFormatArg::Text => (DifferenceFormat::Text(self.output.paint(color)), OutputContent::Report),
            DifferenceFormatArg::Jsonl => (DifferenceFormat::Jsonl, OutputContent::Json),
            DifferenceFormatArg::Csv => (DifferenceFormat::Csv, OutputContent::Csv),
            DifferenceFormatArg::Html => (DifferenceFormat::Html, OutputContent::Report),
        }
    }
}
