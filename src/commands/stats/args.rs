//! The arguments of `stats`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::{ValueEnum, ValueHint};

use crate::commands::Error;
use crate::game::facts::{TableFact, known_tags};
use crate::game::openings::Book;
use crate::game::suggestions::did_you_mean;
use crate::options::{
    FailOnArgs, InputArgs, OutputContent, PartArgs, PlySelectionArgs, RunArgs, SelectionArgs, offering, whole_number,
};
use crate::report::facts::games::GameStyle;
use crate::report::rows::{RecordFormat, TableFormat};
use crate::stats::standings::table::EventTable;
use crate::stats::tree::Tree;
use crate::stats::{AnyTable, Grid, Plan, RowSelection, Sort, SplitBy, Table, TableInfo, TableKind, TableRequest};

use super::table_args::{EventArgs, Per, RowArgs, TreeArgs};

/// Count what is in an archive.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files and directories; `-` or nothing reads standard input
    #[command(flatten)]
    pub inputs: InputArgs,

    /// Parts of inputs
    #[command(flatten)]
    pub part: PartArgs,

    /// Tables to write instead of the summary: results, openings, players, elo, …
    ///
    /// All tables: results, lengths, openings, players, events, elo, difference, terminations, endings, claims, timecontrol,
    /// clocks, tags, material, squares, moves, firstmoves, positions, identity, duplicates; and for the games of one event:
    /// standings, crosstable, rounds, pairings, match. A number after a colon sets the width of the bands (`lengths:5`,
    /// `elo:200`, `difference:100`) or the number of plies (`firstmoves:4`,
    /// `positions:16`). Separate several tables with commas.
    #[arg(long = "table", value_name = "TABLE", value_delimiter = ',', help_heading = "Tables",
          value_parser = offering(AnyTable::from_str, || AnyTable::names().map(Into::into).collect()), hide_possible_values = true)]
    pub tables: Vec<AnyTable>,

    /// The opening tree
    #[command(flatten)]
    pub tree: TreeArgs,

    /// Split each table by a tag, or by a fact such as year, color, eco, ending, speed; elo:100 groups ratings by hundreds
    ///
    /// Separate several with commas. Standard tags go by their names, as WhiteTitle; other tags as tag:NAME. `adoube
    /// explain --facts` lists the facts. Numbers can be grouped: elo:100, moves:20, base:60. With color and player,
    /// each game counts once for White and once for Black.
    #[arg(long, value_name = "BY", value_delimiter = ',', help_heading = "Tables",
          value_parser = offering(SplitBy::from_str, || SplitBy::names().chain(known_tags()).map(Into::into).collect()),
          hide_possible_values = true)]
    pub by: Vec<SplitBy>,

    /// Use the opening names of FILE instead of the built-in ones
    ///
    /// FILE is a TSV in lichess format (eco, name, pgn), a Scid .eco file, or a PGN with ECO, Opening, and Variation tags.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Tables")]
    pub openings: Option<PathBuf>,

    /// Show only the first N rows of each table
    ///
    /// In a table that is split by --by and not sorted, N rows of each part; in a tree, N moves of each position.
    #[arg(long, value_name = "N", value_parser = whole_number(1_u32..), help_heading = "Tables")]
    pub top: Option<u32>,

    /// Show only rows with a count of at least N
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole_number(0_u64..), help_heading = "Tables")]
    pub min_count: u64,

    /// Sort rows by a column, largest first; COLUMN:asc for smallest first
    #[arg(long, value_name = "COLUMN", help_heading = "Tables",
          value_parser = offering(Sort::from_str, || TableFact::ALL.iter().map(|fact| fact.name().into()).collect()),
          hide_possible_values = true)]
    pub sort: Option<Sort>,

    /// Options for the tables of an event
    #[command(flatten)]
    pub event: EventArgs,

    #[cfg_attr(feature = "parquet", doc = "Output format; parquet without a table writes rows of games")]
    #[cfg_attr(not(feature = "parquet"), doc = "Output format")]
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: StatsFormatArg,

    /// Also draw the table as a chart: FILE.svg or FILE.png
    #[cfg(feature = "pictures")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub plot: Option<PathBuf>,

    /// Options for rows of games or plies
    #[command(flatten)]
    pub rows: RowArgs,

    /// Also save the counts to FILE, to be combined later with --merge
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "merge", help_heading = "Output")]
    pub partial: Option<PathBuf>,

    /// Combine files written by --partial; of a folder, those named *.part
    #[arg(long, conflicts_with_all = ["part", "tables", "tree", "by", "head", "condition", "sample", "seed", "game", "input_format"], help_heading = "Inputs")]
    pub merge: bool,

    /// The selection of games
    #[command(flatten)]
    pub selection: SelectionArgs,

    /// The selection of plies
    #[command(flatten)]
    pub plies: PlySelectionArgs,

    /// The output file, messages and threads
    #[command(flatten)]
    pub fails: FailOnArgs,

    /// Do not fail on the errors in FILE, which are known: a baseline of `adoube validate`
    ///
    /// What is counted is the same with and without it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "fail_on",
          conflicts_with_all = ["part", "merge", "partial"], help_heading = "Output")]
    pub baseline: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum StatsFormatArg {
    /// Human-readable text
    #[default]
    Text,
    /// JSON Lines: one object per line
    Jsonl,
    /// CSV with a header line; one table, or one row per game
    Csv,
    #[cfg_attr(feature = "pictures", doc = "A self-contained web page with tables and charts")]
    #[cfg_attr(not(feature = "pictures"), doc = "A self-contained web page with tables")]
    Html,
    /// A tournament report (TRF) of the event that the games belong to
    Trf,
    /// One table, or one row per game or ply, for DuckDB, Polars, Spark, and others
    #[cfg_attr(not(feature = "parquet"), value(hide = true))]
    Parquet,
}

impl StatsFormatArg {
    pub(super) const fn content(self) -> OutputContent {
        match self {
            Self::Text | Self::Html => OutputContent::Report,
            Self::Parquet => OutputContent::Binary,
            Self::Jsonl => OutputContent::Json,
            Self::Trf => OutputContent::Games,
            Self::Csv => OutputContent::Csv,
        }
    }
}

/// The kinds of output.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    Tables(RecordFormat),
    Page,
    /// A tournament report.
    TournamentReport,
    /// Rows of games, as text.
    Games(GameStyle),
    /// Rows of games or plies, in Parquet.
    #[cfg(feature = "parquet")]
    Rows,
}

impl Args {
    /// Whether games are chosen by their place in the input.
    pub(super) fn selects_games(&self) -> bool {
        self.selection.game.is_some() || self.selection.head.is_some() || self.selection.sample.is_some()
    }

    /// The settings of the count.
    pub(super) fn plan(&self) -> Result<Plan, Error> {
        let tree = self.tree.tree;
        if self.format == StatsFormatArg::Trf {
            return self.report_plan();
        }
        if self.tables.is_empty() && self.by.is_empty() && tree.is_none() {
            return Ok(if self.format == StatsFormatArg::Html { Plan::page() } else { Plan::summary() });
        }
        let mut plan = Plan { tables: Vec::new(), by: self.by.clone(), of_event: Vec::new(), tree, is_summary: false };
        for wanted in &self.tables {
            match wanted {
                AnyTable::Counted(spec) => plan.tables.push(*spec),
                AnyTable::OfEvent(table) => plan.of_event.push(*table),
            }
        }
        if self.tables.is_empty() && tree.is_none() {
            plan.tables.push(TableRequest::from(TableKind::Results));
        }
        TreeArgs::check(&plan)?;
        if let (Some(table), false) = (plan.of_event.first(), plan.by.is_empty()) {
            let message = format!("--by: the table {} describes one event and cannot be split", table.name());
            return Err(Error::Usage(message));
        }
        check_columns(&plan)?;
        check_bands(&plan)?;
        Ok(plan)
    }

    /// The plan of a tournament report, which needs what the standings need.
    fn report_plan(&self) -> Result<Plan, Error> {
        let options = [
            ("--table", !self.tables.is_empty()),
            ("--by", !self.by.is_empty()),
            ("--tree", self.tree.tree.is_some()),
            ("--top", self.top.is_some()),
            ("--sort", self.sort.is_some()),
        ];
        if let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Error::Usage(format!(
                "--format trf writes a report of the event, and cannot be used with {option}"
            )));
        }
        let of_event = vec![EventTable::Standings];
        Ok(Plan { tables: Vec::new(), by: Vec::new(), of_event, tree: None, is_summary: false })
    }

    /// Which rows are shown. The order must be one by a column that some table has; those of an event are known only
    /// when its games are.
    pub(super) fn row_selection(&self, plan: &Plan, book: Option<Arc<Book>>) -> Result<RowSelection, Error> {
        let ranking = self.event.terms(plan)?;
        if let (Some(table), true) = (plan.of_event.first(), self.min_count > 0) {
            let message = format!(
                "--min-count cannot be used with the table {}, which lists all players of an event",
                table.name()
            );
            return Err(Error::Usage(message));
        }
        if plan.of_event.is_empty() {
            let grids = plan.tables.iter().map(|&spec| Table::new(spec, &plan.by).grid(&RowSelection::default()));
            self.check_sort(plan, &grids.collect::<Vec<Grid>>())?;
        }
        let top = self.top.map(|top| top as usize);
        Ok(RowSelection { sort: self.sort.clone(), top, min_count: self.min_count, ranking, book })
    }

    /// Returns an error for a sort column that neither a table nor the tree has.
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
        let all = format!("expected one of: {}", known.join(", "));
        let meant = did_you_mean(&sort.column, known.iter().copied(), &all);
        Err(Error::Usage(format!("--sort: unknown column `{}`; {meant}", sort.column)))
    }

    /// The kind of output.
    pub(super) fn shape(&self) -> Result<Shape, Error> {
        let selects_plies = self.plies.plies.is_some() || self.plies.per_game.is_some();
        if selects_plies && self.rows.per() != Per::Ply {
            return Err(Error::Usage("--plies and --per-game select plies and require --per ply".to_owned()));
        }
        #[cfg(feature = "parquet")]
        let is_of_tables = self.rows.per.is_none()
            && (!self.tables.is_empty() || !self.by.is_empty() || self.tree.tree.is_some() || self.merge);
        #[cfg(feature = "parquet")]
        if self.format != StatsFormatArg::Parquet || is_of_tables {
            self.rows.check_no_file_options()?;
        }
        let style = match self.format {
            StatsFormatArg::Jsonl => Some(GameStyle::Jsonl),
            StatsFormatArg::Csv => Some(GameStyle::Csv),
            _ => None,
        };
        match (self.rows.per, style) {
            (Some(Per::Game), Some(style)) => return Ok(Shape::Games(style)),
            (Some(Per::Ply), Some(_)) => {
                let message = "--per ply requires --format parquet; `adoube replay` writes plies as csv and jsonl";
                return Err(Error::Usage(message.to_owned()));
            }
            _ => {}
        }
        Ok(match self.format {
            StatsFormatArg::Text => {
                Shape::Tables(RecordFormat::Text(self.run.output.paint(self.run.diagnostics.color)))
            }
            StatsFormatArg::Jsonl => Shape::Tables(RecordFormat::Jsonl),
            StatsFormatArg::Csv => Shape::Tables(RecordFormat::Table(TableFormat::Csv)),
            StatsFormatArg::Html => Shape::Page,
            StatsFormatArg::Trf => Shape::TournamentReport,
            #[cfg(feature = "parquet")]
            StatsFormatArg::Parquet if is_of_tables => Shape::Tables(RecordFormat::Table(TableFormat::Parquet)),
            #[cfg(feature = "parquet")]
            StatsFormatArg::Parquet => Shape::Rows,
            #[cfg(not(feature = "parquet"))]
            StatsFormatArg::Parquet => {
                return Err(Error::Usage("--format parquet: this build has no feature `parquet`".to_owned()));
            }
        })
    }

    /// Returns an error for options that tables cannot have.
    pub(super) fn check_tables(&self, plan: &Plan) -> Result<(), Error> {
        self.rows.check_unused()?;
        if self.format == StatsFormatArg::Html && plan.tree.is_some() {
            let message = "--tree cannot be used with --format html; use text, csv, or jsonl";
            return Err(Error::Usage(message.to_owned()));
        }
        let is_one = plan.is_summary || plan.tables.len() + plan.of_event.len() + usize::from(plan.tree.is_some()) == 1;
        let of_one_table = match self.format {
            StatsFormatArg::Csv => Some("csv"),
            StatsFormatArg::Parquet => Some("parquet"),
            _ => None,
        };
        if let Some(format) = of_one_table.filter(|_| !is_one) {
            return Err(Error::Usage(format!(
                "--format {format} writes a single table; select one with --table, or use --format jsonl"
            )));
        }
        #[cfg(feature = "pictures")]
        super::plot::Plot::check(self, plan)?;
        Ok(())
    }
}

/// Returns an error for bands of another width than the bands of the table.
fn check_bands(plan: &Plan) -> Result<(), Error> {
    for &spec in &plan.tables {
        let TableInfo { name, labels, .. } = spec.kind.info();
        let is_lost = |by: &&SplitBy| {
            labels.contains(&by.column().as_str()) && by.width().is_some_and(|width| width != spec.width)
        };
        if let Some(width) = plan.by.iter().find(is_lost).and_then(SplitBy::width) {
            let message = format!("--by: the table {spec} has its own bands; use {name}:{width}");
            return Err(Error::Usage(message));
        }
    }
    Ok(())
}

/// Returns an error for two columns of the same name.
fn check_columns(plan: &Plan) -> Result<(), Error> {
    for &spec in &plan.tables {
        let columns = Table::new(spec, &plan.by).grid(&RowSelection::default()).columns;
        if let Some(column) = columns.iter().find(|column| matches!(column.name.as_str(), "type" | "table")) {
            return Err(Error::Usage(format!("--by: a column cannot be named `{}`", column.name)));
        }
        let twice =
            columns.iter().enumerate().find(|(at, column)| columns[..*at].iter().any(|one| one.name == column.name));
        if let Some((_, column)) = twice {
            let message = format!("--by: the table {spec} would have two columns `{}`", column.name);
            return Err(Error::Usage(message));
        }
    }
    Ok(())
}
