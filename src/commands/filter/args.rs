//! The arguments of `adoube filter`.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::PossibleValue;
use clap::{ValueEnum, ValueHint};

use crate::archive::copies::{CopyKind, KeepPolicy};
use crate::commands::Error;
use crate::game::facts::{ByKind, Cost, FactColumn, GameFact, ItemKind, Label, known_tags};
use crate::game::order::Order;
use crate::game::rules::{RuleSet, Severity};
use crate::options::{FailOnArgs, InputArgs, RunArgs, SelectionArgs, offering};

use super::copier::{Reader, SameBy};
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

    /// With --sample: select N games of each group, such as white_elo/100,speed
    ///
    /// Games are in one group if they are equal in all of these facts or tags; `/100` makes bands of a number. Games without a value
    /// are a group of their own. All groups together may have a million games.
    #[arg(long, value_name = "FACT[/WIDTH]", value_delimiter = ',', requires = "sample", help_heading = "Selection",
          value_parser = offering(label, label_names), hide_possible_values = true)]
    pub per: Vec<ByKind<Label>>,

    /// Leave out games or positions that are copies of others
    ///
    /// exact: the same moves and result, by the same players on the same occasion. shorter: also copies that end
    /// earlier. twins: also copies with a slip: another ply, moves in another order, another result, names spelled
    /// otherwise. Games of other people with the same moves are not copies. For opening books: moves: the same moves,
    /// whoever played them. position: the same position by Article 9.2.3, where the counters and an en passant square
    /// that no capture can use do not count; of games, the final one. fen: also the same counters.
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

    /// Write the games or positions in this order, such as 'Date,Round desc,white_elo'
    ///
    /// The games are selected first, then sorted.
    /// Names of facts or tags, of positions also op:NAME, each with `asc` or `desc` if you like. Games that are equal in all of them
    /// keep their order; with `random` as the last name, or the only one, --seed shuffles them. Dates compare as dates, numbers as
    /// numbers, text in any case and with the numbers in it as numbers; games without a value come last. What does not fit in
    /// memory waits in temporary files.
    #[arg(long, value_name = "NAMES", conflicts_with = "count", help_heading = "Order and files",
          value_parser = offering(Order::by_kind, order_names), hide_possible_values = true, group = "seeded")]
    pub sort: Option<ByKind<Order>>,

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
    /// The same moves, whoever played them
    Moves,
    /// The same position by the Laws; of games, the final one
    Position,
    /// The same position with the same counters
    Fen,
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

/// Reads a fact that makes groups of a sample.
fn label(word: &str) -> Result<ByKind<Label>, String> {
    ByKind::read(|kind| Label::read(word, kind), |of_games, _| of_games)
}

fn label_names() -> Vec<PossibleValue> {
    let of_positions = FactColumn::position_names().filter(|name| GameFact::named(name).is_none());
    FactColumn::game_names().chain(of_positions).chain(known_tags()).map(Into::into).collect()
}

/// The names in orders.
fn order_names() -> Vec<PossibleValue> {
    let mut names = label_names();
    names.push("random".into());
    names
}

impl Args {
    /// Whether the order is random, at least among games that are equal in what it names.
    fn is_shuffled(&self) -> bool {
        self.sort.as_ref().is_some_and(|order| order.all().any(|order| order.is_random))
    }

    /// Which copies are left out.
    pub(super) fn copies(&self) -> Option<(SameBy, KeepPolicy)> {
        let same = match self.unique? {
            CopyKindArg::Exact => SameBy::Encounter(CopyKind::Duplicate),
            CopyKindArg::Shorter => SameBy::Encounter(CopyKind::Shorter),
            CopyKindArg::Twins => SameBy::Encounter(CopyKind::Twin),
            CopyKindArg::Moves => SameBy::Moves,
            CopyKindArg::Position => SameBy::Position { with_counters: false },
            CopyKindArg::Fen => SameBy::Position { with_counters: true },
        };
        let kept = match self.keep {
            None if same.kind() == CopyKind::Duplicate => KeepPolicy::First,
            None | Some(KeepArg::Longest) => KeepPolicy::Longest,
            Some(KeepArg::First) => KeepPolicy::First,
            Some(KeepArg::Annotated) => KeepPolicy::Annotated,
            Some(KeepArg::Valid) => KeepPolicy::Valid,
            Some(KeepArg::Newest) => KeepPolicy::Last,
        };
        Some((same, kept))
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
        if self.merge_comments && self.copies().is_some_and(|(same, _)| !matches!(same, SameBy::Encounter(_))) {
            let message = "--merge-comments is for copies of one game: --unique=exact, shorter or twins";
            return Err(Error::Usage(message.to_owned()));
        }
        if self.selection.seed != 0 && self.selection.sample.is_none() && !self.is_shuffled() {
            let message = "--seed is for --sample and for `random` in --sort";
            return Err(Error::Usage(message.to_owned()));
        }
        if self.removed.as_deref() == Some(Path::new("-")) {
            return Err(Error::Usage("--removed: copies cannot go to standard output; name a file".to_owned()));
        }
        Ok(())
    }

    /// The selection, inverted if that is wanted.
    pub(super) fn selection(&self) -> SelectionArgs {
        SelectionArgs { is_inverted: self.invert, per: self.per.clone(), ..self.selection.clone() }
    }

    /// How games are read.
    pub(super) fn reader(&self) -> Result<Reader, Error> {
        let pattern = self.pattern()?;
        let columns = || {
            let order = self.sort.as_ref().and_then(|order| order.of(ItemKind::Game).ok());
            let in_names = pattern.iter().filter_map(|pattern| pattern.of(ItemKind::Game).ok());
            in_names.flat_map(Pattern::columns).chain(order.into_iter().flat_map(Order::columns))
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
            copies: copies.map(|(same, _)| same),
            is_count: self.count,
            order: self.sort.clone().map(Arc::new),
            seed: self.selection.seed,
            pattern: pattern.map(Arc::new),
        })
    }

    /// The pattern of the names of several files.
    fn pattern(&self) -> Result<Option<ByKind<Pattern>>, Error> {
        let name = self.run.output.output.as_deref().map(|path| path.to_string_lossy().into_owned());
        let pattern = name.filter(|name| Pattern::is_in(name) && !self.count);
        let pattern = pattern.as_deref().map(Pattern::by_kind).transpose().map_err(Error::Usage)?;
        let has_number = pattern.as_ref().is_some_and(|pattern| pattern.all().any(Pattern::has_number));
        if self.overwrite && pattern.is_none() {
            return Err(Error::Usage(
                "--overwrite is for several files, such as -o '{year}.pgn'; -o FILE always replaces FILE".to_owned(),
            ));
        }
        match () {
            () if has_number && self.split.is_none() => Err(Error::Usage(
                "{n} in the name of the output needs --split, which says how long a file is".to_owned(),
            )),
            () if self.split.is_some() && !has_number => {
                Err(Error::Usage("--split needs a place for the number of the file: -o 'games-{n}.pgn'".to_owned()))
            }
            () => Ok(pattern),
        }
    }

    /// The folder of temporary files.
    pub(super) fn temporary(&self) -> PathBuf {
        self.temp_dir.clone().unwrap_or_else(env::temp_dir)
    }
}
