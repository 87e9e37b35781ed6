//! The arguments of `adoube filter`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};

use crate::archive::copies::{CopyKind, KeepPolicy};
use crate::commands::Error;
use crate::game::facts::{Cost, FactColumn, known_tags};
use crate::game::order::Order;
use crate::game::rules::{RuleSet, Severity};
use crate::options::{FailOnArgs, InputArgs, RunArgs, SelectionArgs, offering};

use super::copier::Reader;
use super::file_names::Pattern;
use super::writer::SplitLimit;

/// The arguments of `adoube filter`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
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

    /// Leave out games that are copies of others
    ///
    /// exact: the same moves and result, by the same players on the same occasion. shorter: also copies that end
    /// earlier. twins: also copies with a slip: another ply, moves in another order, another result, names spelled
    /// otherwise. Games of other people with the same moves are not copies.
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "exact",
          help_heading = "Copies")]
    pub unique: Option<CopyKindArg>,

    /// Which of several copies stays [default: first with exact copies, else longest]
    #[arg(long, value_name = "WHICH", requires = "unique", help_heading = "Copies")]
    pub keep: Option<KeepArg>,

    /// Write the removed games to FILE, each after a comment that names the game it duplicates
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "unique", conflicts_with = "count",
          help_heading = "Copies")]
    pub removed: Option<PathBuf>,

    /// Add the comments, NAGs and variations of exact duplicates to the game that stays
    ///
    /// Only those that it lacks; all other bytes stay as they are. Each game is read again: the moves, tags and results
    /// must be the same. A comment that is a part of one at the same place is not added. Tags are not united.
    #[arg(long, requires = "unique", conflicts_with = "count", help_heading = "Copies")]
    pub merge_comments: bool,

    /// Write the games in this order, such as 'Date,Round desc,white_elo'
    ///
    /// The games are selected first, then sorted.
    /// Names of facts or tags, each with `asc` or `desc` if you like. Games that are equal in all of them keep their order. Dates
    /// compare as dates, numbers as numbers, text in any case and with the numbers in it as numbers; games without a value come
    /// last. What does not fit in memory waits in temporary files.
    #[arg(long, value_name = "NAMES", conflicts_with = "count", help_heading = "Order and files",
          value_parser = offering(Order::from_str, || FactColumn::game_names().chain(known_tags()).map(Into::into).collect()),
          hide_possible_values = true)]
    pub sort: Option<Order>,

    /// Write files of at most N games each (1000), or of at most SIZE bytes of text each (20k, 64M)
    ///
    /// 20k is a size, 20000 a number of games. A longer game has a file of its own. The name of the output has a place for the
    /// number of the file: -o 'games-{number}.pgn'.
    #[arg(long, value_name = "N|SIZE", conflicts_with = "count", help_heading = "Order and files")]
    pub split: Option<SplitLimit>,

    /// Replace files that exist, if games are split over several files
    ///
    /// They are replaced at the end of a run that succeeds, never an input, and only regular files. Files of an earlier run that this
    /// run does not write stay.
    #[arg(long, conflicts_with = "count", help_heading = "Order and files")]
    pub overwrite: bool,

    /// Folder of temporary files [default: that of the system]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Order and files")]
    pub temp_dir: Option<PathBuf>,

    /// Write only how many games are selected, with --unique without their copies
    #[arg(short, long, help_heading = "Output")]
    pub count: bool,

    #[command(flatten)]
    pub fails: FailOnArgs,

    #[command(flatten)]
    pub run: RunArgs,
}

/// Which games are copies.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum CopyKindArg {
    /// The same moves, result and encounter
    Exact,
    /// Also copies that end earlier
    Shorter,
    /// Also copies that differ a little
    Twins,
}

/// Which of several copies stays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum KeepArg {
    /// The first one that is read
    First,
    /// The one with the most plies
    Longest,
    /// The one with the most comments and variations
    Annotated,
    /// The first one without errors
    Valid,
    /// The last one that is read
    Newest,
}

impl Args {
    /// Which copies are left out.
    pub(super) fn copies(&self) -> Option<(CopyKind, KeepPolicy)> {
        let kind = match self.unique? {
            CopyKindArg::Exact => CopyKind::Duplicate,
            CopyKindArg::Shorter => CopyKind::Shorter,
            CopyKindArg::Twins => CopyKind::Twin,
        };
        let kept = match self.keep {
            None if kind == CopyKind::Duplicate => KeepPolicy::First,
            None | Some(KeepArg::Longest) => KeepPolicy::Longest,
            Some(KeepArg::First) => KeepPolicy::First,
            Some(KeepArg::Annotated) => KeepPolicy::Annotated,
            Some(KeepArg::Valid) => KeepPolicy::Valid,
            Some(KeepArg::Newest) => KeepPolicy::Last,
        };
        Some((kind, kept))
    }

    /// Refuses what cannot be meant: a kind of copies in the place of an input, and copies on standard output.
    pub(super) fn check_copies(&self) -> Result<(), Error> {
        let is_kind = |input: &&OsString| {
            let name = input.to_string_lossy();
            CopyKindArg::from_str(&name, false).is_ok() && !Path::new(input).exists()
        };
        if let Some(kind) = self.inputs.inputs.iter().find(is_kind).filter(|_| self.unique.is_some()) {
            let kind = kind.to_string_lossy();
            return Err(Error::Usage(format!(
                "there is no file `{kind}`; a kind of copies follows `=`: --unique={kind}"
            )));
        }
        if self.removed.as_deref() == Some(Path::new("-")) {
            return Err(Error::Usage("--removed: copies cannot go to standard output; name a file".to_owned()));
        }
        Ok(())
    }

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
            FactColumn::Ply(_) | FactColumn::Tag(_) | FactColumn::Operation(_) => false,
        };
        let copies = self.copies();
        let is_checked = self.fails.fail_on.is_some();
        let needs_moves = columns().any(needs_moves) || copies.is_some() || is_checked;
        let needs_errors = columns().any(needs_errors) || self.keep == Some(KeepArg::Valid) || is_checked;
        let errors = if needs_errors { RuleSet::at_least(Severity::Error) } else { RuleSet::EMPTY };
        Ok(Reader {
            file: Arc::from(""),
            rules: self.selection.rules() | errors,
            needs_moves,
            is_checked,
            copies: copies.map(|(kind, _)| kind),
            is_count: self.count,
            order: self.sort.clone().map(Arc::new),
            pattern: pattern.map(Arc::new),
        })
    }

    /// The pattern of the names of several files.
    fn pattern(&self) -> Result<Option<Pattern>, Error> {
        let name = self.run.output.output.as_deref().map(|path| path.to_string_lossy().into_owned());
        let pattern = name.filter(|name| Pattern::is_in(name) && !self.count);
        let pattern = pattern.as_deref().map(Pattern::from_str).transpose().map_err(Error::Usage)?;
        if self.overwrite && pattern.is_none() {
            return Err(Error::Usage(
                "--overwrite is for several files, such as -o '{year}.pgn'; -o FILE always replaces FILE".to_owned(),
            ));
        }
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
