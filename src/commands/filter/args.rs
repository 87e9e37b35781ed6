//! The arguments of `adoube filter`.

use std::env;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::ValueHint;

use crate::commands::Error;
use crate::game::facts::{Cost, FactColumn};
use crate::game::order::Order;
use crate::game::rules::{RuleSet, Severity};
use crate::options::{DiagnosticArgs, InputArgs, OutputArgs, SelectionArgs, ThreadArgs};

use super::copier::Reader;
use super::file_names::Pattern;
use super::writer::SplitLimit;

/// The arguments of `adoube filter`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct Args {
    #[command(flatten)]
    pub inputs: InputArgs,

    #[command(flatten)]
    pub selection: SelectionArgs,

    /// Select the games that --where and --game do not select
    ///
    /// --head and --sample then choose among these.
    #[arg(long, help_heading = "Selection")]
    pub invert: bool,

    /// Write the games in this order, such as 'Date,Round desc,white_elo'
    ///
    /// Names of facts or tags, each with `asc` or `desc` if you like. Games that are equal in all of them keep their order. Dates
    /// compare as dates, numbers as numbers, text in any case and with the numbers in it as numbers; games without a value come
    /// last. What does not fit in memory waits in temporary files.
    #[arg(long, value_name = "NAMES", conflicts_with = "count", help_heading = "Order and files")]
    pub sort: Option<Order>,

    /// Begin another file after N games, or before it has more than SIZE bytes of text (64M)
    ///
    /// The name of the output has a place for the number of the file: -o 'games-{n}.pgn'.
    #[arg(long, value_name = "N|SIZE", conflicts_with = "count", help_heading = "Order and files")]
    pub split: Option<SplitLimit>,

    /// Folder of temporary files [default: that of the system]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Order and files")]
    pub temp_dir: Option<PathBuf>,

    /// Write only how many games are selected
    #[arg(short, long, help_heading = "Output")]
    pub count: bool,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,

    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl Args {
    /// The selection, inverted if that is wanted.
    pub(super) fn selection(&self) -> SelectionArgs {
        SelectionArgs { is_inverted: self.invert, ..self.selection.clone() }
    }

    /// How games are read.
    pub(super) fn reader(&self) -> Result<Reader, Error> {
        let pattern = self.pattern()?;
        let columns = || {
            let in_names = pattern.iter().flat_map(Pattern::columns);
            in_names.chain(self.sort.iter().flat_map(Order::columns))
        };
        let needs_errors = |column: &FactColumn| matches!(column, FactColumn::Game(fact) if fact.needs_errors());
        let needs_moves = |column: &FactColumn| match column {
            FactColumn::Game(fact) => !matches!(fact.info().cost, Cost::Place | Cost::Tags),
            FactColumn::Ply(_) | FactColumn::Tag(_) => false,
        };
        let needs_moves = columns().any(needs_moves);
        let errors = if columns().any(needs_errors) { RuleSet::at_least(Severity::Error) } else { RuleSet::EMPTY };
        Ok(Reader {
            rules: self.selection.rules() | errors,
            needs_moves,
            is_count: self.count,
            order: self.sort.clone().map(Arc::new),
            pattern: pattern.map(Arc::new),
        })
    }

    /// The pattern of the names of several files.
    fn pattern(&self) -> Result<Option<Pattern>, Error> {
        let name = self.output.output.as_deref().map(|path| path.to_string_lossy().into_owned());
        let pattern = name.filter(|name| Pattern::is_in(name) && !self.count);
        let pattern = pattern.as_deref().map(Pattern::from_str).transpose().map_err(Error::Usage)?;
        match &pattern {
            Some(pattern) if pattern.has_number() && self.split.is_none() => Err(Error::Usage(
                "{n} in the name of the output needs --split, which says how long a file is".to_owned(),
            )),
            _ if self.split.is_some() && !pattern.as_ref().is_some_and(Pattern::has_number) => {
                Err(Error::Usage("--split needs a place for the number of the file: -o 'games-{n}.pgn'".to_owned()))
            }
            _ => Ok(pattern),
        }
    }

    /// The folder of temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(env::temp_dir)
    }
}
