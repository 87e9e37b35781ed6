//! The arguments of `stats`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};

use crate::commands::Error;
use crate::game::openings::Book;
use crate::options::{InputArgs, OutputArgs, SelectionArgs, TalkArgs, ThreadArgs};
use crate::report::stats::StatsFormat;
use crate::stats::tree::Tree;
use crate::stats::{Asked, By, Grid, Look, Plan, Sort, Spec, Table, TableKind, Wanted};

use super::event_args::EventArgs;
use super::tree_args::TreeArgs;

/// Count what is in an archive.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files and directories; `-` or nothing reads standard input
    #[command(flatten)]
    pub inputs: InputArgs,

    /// A table instead of the summary; may be given several times
    ///
    /// results, lengths, openings, players, events, elo, difference, terminations, endings, claims, timecontrol, clocks,
    /// tags, material, squares, moves, firstmoves. A number behind a colon is the width of bands, `lengths:5`, `elo:200`,
    /// `difference:100`, or how many half-moves are taken together, `firstmoves:4`. Of one event: standings, crosstable,
    /// rounds, pairings.
    #[arg(long = "table", value_name = "TABLE", value_delimiter = ',', help_heading = "Tables")]
    pub tables: Vec<Wanted>,

    /// Whether a tree of moves is wanted
    #[command(flatten)]
    pub tree: TreeArgs,

    /// Split each table: by a tag, or year, decade, month, colour, elo-band:N, eco, ending, speed, …
    ///
    /// Several are parted by commas. The name of a tag begins with a capital, or with `tag:`. Computed: year, decade,
    /// month, colour (each game is counted for White and for Black), elo-band:N, length-band:N, eco, volume, family (of
    /// openings, as found on the board), result, ending, speed (by the time control), valid, file.
    #[arg(long, value_name = "BY", value_delimiter = ',', help_heading = "Tables")]
    pub by: Vec<By>,

    /// Name openings by this table instead of the one that is built in
    ///
    /// A TSV as lichess has it (eco, name, pgn), a Scid .eco file, or a PGN with the tags ECO, Opening and Variation.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Tables")]
    pub openings: Option<PathBuf>,

    /// Only the first N rows of each table; of one that is split and not sorted, of each part; of a tree, N moves of each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Tables")]
    pub top: Option<u32>,

    /// Only rows that count at least N games, sides or moves
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, help_heading = "Tables")]
    pub min_count: u64,

    /// Order rows by a column, the greatest first; COLUMN:asc, the least first
    #[arg(long, value_name = "COLUMN", help_heading = "Tables")]
    pub sort: Option<Sort>,

    /// By which rules an event is told
    #[command(flatten)]
    pub event: EventArgs,

    /// How tables are written, or that no tables are wanted but a Parquet file of all games
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: Format,

    /// Also draw the table, the one that is asked for, as a picture: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub plot: Option<PathBuf>,

    /// What a row of a Parquet file is [default: game]
    #[arg(long, value_name = "WHAT", help_heading = "Output")]
    pub per: Option<Per>,

    /// Also write all counts to a file, to be put together with others by --merge
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "merge", help_heading = "Output")]
    pub partial: Option<PathBuf>,

    /// The inputs are files that --partial has written: show what they amount to together
    #[arg(long, conflicts_with_all = ["tables", "tree", "by", "head", "condition", "sample", "seed", "game", "input_format"], help_heading = "Inputs")]
    pub merge: bool,

    /// Where the tables go
    #[command(flatten)]
    pub output: OutputArgs,

    /// Which games count
    #[command(flatten)]
    pub selection: SelectionArgs,

    /// How many threads
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// What is told beside
    #[command(flatten)]
    pub talk: TalkArgs,
}

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header
    Csv,
    /// One page with tables and charts, for a browser; it loads nothing
    Html,
    /// No tables, but a row for each game or ply, for DuckDB, Polars, Spark and their like
    Parquet,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Tables, or the summary.
    Tables(StatsFormat),
    /// A page.
    Page,
    /// Rows of games or plies.
    Rows,
}

/// What a row of a Parquet file is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum Per {
    /// A game
    #[default]
    Game,
    /// A move of a main line
    Ply,
}

impl Args {
    /// Whether games are chosen by their place in the input.
    pub(super) fn is_picky(&self) -> bool {
        self.selection.game.is_some() || self.selection.head.is_some() || self.selection.sample.is_some()
    }

    /// What is to be counted.
    pub(super) fn plan(&self) -> Result<Plan, Error> {
        let tree = self.tree.tree;
        if self.tables.is_empty() && self.by.is_empty() && tree.is_none() {
            return Ok(if self.format == Format::Html { Plan::page() } else { Plan::summary() });
        }
        let mut plan = Plan { tables: Vec::new(), by: self.by.clone(), of_event: Vec::new(), tree, is_summary: false };
        for wanted in &self.tables {
            match wanted {
                Wanted::Counted(asked) => plan.tables.push(*asked),
                Wanted::OfEvent(table) => plan.of_event.push(*table),
            }
        }
        if self.tables.is_empty() && tree.is_none() {
            plan.tables.push(Asked::from(TableKind::Results));
        }
        TreeArgs::check(&plan)?;
        if let (Some(table), false) = (plan.of_event.first(), plan.by.is_empty()) {
            let message = format!("--by: the table {} is of one event, and cannot be split", table.name());
            return Err(Error::Usage(message));
        }
        check_columns(&plan)?;
        check_bands(&plan)?;
        Ok(plan)
    }

    /// Which rows are shown. The order must be one by a column that some table has; those of an event are known only
    /// when its games are.
    pub(super) fn look(&self, plan: &Plan, book: Option<Arc<Book>>) -> Result<Look, Error> {
        let terms = self.event.terms(plan)?;
        if let (Some(table), true) = (plan.of_event.first(), self.min_count > 0) {
            let message = format!("--min-count: the table {} holds all players of an event", table.name());
            return Err(Error::Usage(message));
        }
        if plan.of_event.is_empty() {
            let grids = plan.tables.iter().map(|&asked| Table::new(asked, &plan.by).grid(&Look::default()));
            self.check_sort(plan, &grids.collect::<Vec<Grid>>())?;
        }
        let top = self.top.map(|top| top as usize);
        Ok(Look { sort: self.sort.clone(), top, least: self.min_count, terms, book })
    }

    /// Refuses an order by a column that none of the tables has, nor the tree.
    pub(super) fn check_sort(&self, plan: &Plan, grids: &[Grid]) -> Result<(), Error> {
        let Some(sort) = &self.sort else { return Ok(()) };
        let of_tree = if plan.tree.is_some() { Tree::measures() } else { Vec::new() };
        let columns = grids.iter().flat_map(|grid| &grid.columns).chain(&of_tree);
        let mut known: Vec<&str> = columns.map(|column| column.name.as_str()).collect();
        if known.contains(&sort.column.as_str()) {
            return Ok(());
        }
        known.sort_unstable();
        known.dedup();
        Err(Error::Usage(format!("--sort: there is no column `{}`, but {}", sort.column, known.join(", "))))
    }

    /// What is written.
    pub(super) fn shape(&self) -> Shape {
        match self.format {
            Format::Text => Shape::Tables(StatsFormat::Text(self.output.paint(self.talk.color))),
            Format::Jsonl => Shape::Tables(StatsFormat::Jsonl),
            Format::Csv => Shape::Tables(StatsFormat::Csv),
            Format::Html => Shape::Page,
            Format::Parquet => Shape::Rows,
        }
    }

    /// Refuses what tables have no place for.
    pub(super) fn check_tables(&self, plan: &Plan) -> Result<(), Error> {
        if self.per.is_some() {
            return Err(Error::Usage("--per means nothing without --format parquet".to_owned()));
        }
        if self.format == Format::Html && plan.tree.is_some() {
            let message = "--tree: --format html holds tables; take text, csv or jsonl for the tree";
            return Err(Error::Usage(message.to_owned()));
        }
        let is_one = plan.is_summary || plan.tables.len() + plan.of_event.len() + usize::from(plan.tree.is_some()) == 1;
        if self.format == Format::Csv && !is_one {
            let message = "--format csv holds one table; ask for one, or take --format jsonl";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Refuses what has to do with tables, where a row for each game or ply is wanted, and a terminal for it.
    pub(super) fn check_rows(&self) -> Result<(), Error> {
        let of_tables = [
            ("--table", !self.tables.is_empty()),
            ("--tree", self.tree.tree.is_some()),
            ("--by", !self.by.is_empty()),
            ("--top", self.top.is_some()),
            ("--sort", self.sort.is_some()),
            ("--min-count", self.min_count > 0),
            ("--plot", self.plot.is_some()),
            ("--partial", self.partial.is_some()),
            ("--merge", self.merge),
        ];
        let given = of_tables.into_iter().chain(self.event.given());
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Error::Usage(format!("{option}: --format parquet holds no tables, but all games")));
        }
        let is_stdout = self.output.output.as_deref().is_none_or(|path| path.as_os_str() == "-");
        if is_stdout && io::stdout().is_terminal() {
            return Err(Error::Usage("--format parquet is nothing for a terminal; say -o FILE".to_owned()));
        }
        Ok(())
    }
}

/// Refuses bands by which a table is not split, for it has bands of its own, of another width.
fn check_bands(plan: &Plan) -> Result<(), Error> {
    for &asked in &plan.tables {
        let Spec { name, labels, .. } = asked.kind.spec();
        let is_lost =
            |by: &&By| labels.contains(&by.column().as_str()) && by.width().is_some_and(|width| width != asked.width);
        if let Some(width) = plan.by.iter().find(is_lost).and_then(By::width) {
            let message = format!("--by: the table {asked} has bands of its own; ask for {name}:{width}");
            return Err(Error::Usage(message));
        }
    }
    Ok(())
}

/// Refuses two columns of one name.
fn check_columns(plan: &Plan) -> Result<(), Error> {
    for &asked in &plan.tables {
        let columns = Table::new(asked, &plan.by).grid(&Look::default()).columns;
        if let Some(column) = columns.iter().find(|column| matches!(column.name.as_str(), "type" | "table")) {
            return Err(Error::Usage(format!("--by: a column cannot be called `{}`", column.name)));
        }
        let twice =
            columns.iter().enumerate().find(|(at, column)| columns[..*at].iter().any(|one| one.name == column.name));
        if let Some((_, column)) = twice {
            let message = format!("--by: the table {asked} would have two columns `{}`", column.name);
            return Err(Error::Usage(message));
        }
    }
    Ok(())
}
