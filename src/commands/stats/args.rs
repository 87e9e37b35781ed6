//! The arguments of `stats`.

use std::path::PathBuf;

use clap::ValueHint;

use crate::commands::Error;
use crate::options::{InputArgs, OutputArgs, SelectionArgs, TableFormat, TalkArgs, ThreadArgs};
use crate::report::stats::StatsFormat;
use crate::stats::{Asked, By, Look, Plan, Sort, Table};

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
    /// `difference:100`, or how many half-moves are taken together, `firstmoves:4`.
    #[arg(long = "table", value_name = "TABLE", value_delimiter = ',', help_heading = "Tables")]
    pub tables: Vec<Asked>,

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
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "merge", help_heading = "Tables")]
    pub openings: Option<PathBuf>,

    /// Only the first N rows of each table; of one that is split and not sorted, of each part
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Tables")]
    pub top: Option<u32>,

    /// Only rows that count at least N games, sides or moves
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, help_heading = "Tables")]
    pub min_count: u64,

    /// Order rows by a column, the greatest first; COLUMN:asc, the least first
    #[arg(long, value_name = "COLUMN", help_heading = "Tables")]
    pub sort: Option<Sort>,

    /// How rows are written
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: TableFormat,

    /// Also write all counts to a file, to be put together with others by --merge
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "merge", help_heading = "Output")]
    pub partial: Option<PathBuf>,

    /// The inputs are files that --partial has written: show what they amount to together
    #[arg(long, conflicts_with_all = ["tables", "by", "head", "condition", "sample", "seed", "game", "input_format"], help_heading = "Inputs")]
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

impl Args {
    /// What is to be counted.
    pub(super) fn plan(&self) -> Result<Plan, Error> {
        if self.tables.is_empty() && self.by.is_empty() {
            return Ok(Plan::summary());
        }
        let results = || vec![Asked::from(crate::stats::TableKind::Results)];
        let tables = if self.tables.is_empty() { results() } else { self.tables.clone() };
        let plan = Plan { tables, by: self.by.clone(), is_summary: false };
        check_columns(&plan)?;
        Ok(plan)
    }

    /// Which rows are shown. The order must be one by a column that some table has.
    pub(super) fn look(&self, plan: &Plan) -> Result<Look, Error> {
        if let Some(sort) = &self.sort {
            let columns: Vec<String> = plan
                .tables
                .iter()
                .flat_map(|&asked| Table::new(asked, &plan.by).grid(&Look::default()).columns)
                .map(|column| column.name)
                .collect();
            if !columns.contains(&sort.column) {
                let mut known: Vec<&str> = columns.iter().map(String::as_str).collect();
                known.sort_unstable();
                known.dedup();
                return Err(Error::Usage(format!(
                    "--sort: there is no column `{}`, but {}",
                    sort.column,
                    known.join(", ")
                )));
            }
        }
        Ok(Look { sort: self.sort.clone(), top: self.top.map(|top| top as usize), least: self.min_count })
    }

    /// How it is written.
    pub(super) fn stats_format(&self, plan: &Plan) -> Result<StatsFormat, Error> {
        Ok(match self.format {
            TableFormat::Text => StatsFormat::Text(self.output.paint(self.talk.color)),
            TableFormat::Jsonl => StatsFormat::Jsonl,
            TableFormat::Csv if plan.tables.len() > 1 && !plan.is_summary => {
                let message = "--format csv holds one table; ask for one, or take --format jsonl";
                return Err(Error::Usage(message.to_owned()));
            }
            TableFormat::Csv => StatsFormat::Csv,
        })
    }
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
