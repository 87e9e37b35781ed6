//! The arguments for rows of games or plies.

use std::io::{self, IsTerminal};

use clap::ValueEnum;

use crate::commands::Error;
#[cfg(feature = "parquet")]
use crate::game::facts::GameFact;
use crate::game::facts::{FactColumn, known_tags};
use crate::options::offering;
#[cfg(feature = "parquet")]
use crate::options::whole_number;

use super::Args;
use super::args::StatsFormatArg;

/// Rows of games or plies.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Output")]
pub struct RowArgs {
    #[cfg_attr(
        feature = "parquet",
        doc = "Write one row per game, or in Parquet per ply, instead of tables [default with --format parquet: game]"
    )]
    #[cfg_attr(not(feature = "parquet"), doc = "Write one row per game instead of tables")]
    #[arg(long, value_name = "WHAT")]
    pub per: Option<Per>,

    /// Columns of these rows: facts about games, with --per ply also about plies, and tags
    ///
    /// By default all facts about games but their moves, or the usual ones about plies. `adoube explain --facts` lists them. Standard tags go by their
    /// names, other tags as tag:NAME.
    #[arg(long, value_name = "FIELDS", value_delimiter = ',',
          value_parser = offering(FactColumn::of_ply, || FactColumn::ply_names().chain(known_tags()).map(Into::into).collect()),
          hide_possible_values = true)]
    pub fields: Vec<FactColumn>,

    /// Write a folder of Parquet files (`-o FOLDER`), partitioned by these facts or tags, such as year,month
    ///
    /// The files are in folders named as Hive, Spark, and DuckDB read them: year=2013/month=01/0.parquet. They do not have the
    /// columns that their folders name. The folder must be empty or new. Its last file is an empty _SUCCESS.
    #[cfg(feature = "parquet")]
    #[arg(long, value_name = "FACTS", value_delimiter = ',', requires = "output",
          value_parser = offering(FactColumn::of_game, || FactColumn::game_names().chain(known_tags()).map(Into::into).collect()),
          hide_possible_values = true)]
    pub partition_by: Vec<FactColumn>,

    /// Level of the compression of Parquet files, 1 (fast) to 22 (small)
    #[cfg(feature = "parquet")]
    #[arg(long, value_name = "LEVEL", value_parser = whole_number(1..=22_i32))]
    pub compression_level: Option<i32>,
}

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum Per {
    /// One row per game
    #[default]
    Game,
    /// One row per move of the main line
    Ply,
}

impl RowArgs {
    pub(super) fn per(&self) -> Per {
        self.per.unwrap_or_default()
    }

    /// The columns of `--fields`.
    pub(super) fn columns(&self) -> Result<Vec<FactColumn>, Error> {
        let twice = self.fields.iter().enumerate().find(|(at, field)| self.fields[..*at].contains(field));
        if let Some((_, field)) = twice {
            return Err(Error::Usage(format!("--fields: duplicate column `{}`", field.name())));
        }
        if self.per() == Per::Ply {
            return Ok(self.fields.clone());
        }
        let of_game = |field: &FactColumn| FactColumn::of_game(&field.name());
        let columns = self.fields.iter().map(of_game).collect::<Result<Vec<FactColumn>, String>>();
        columns.map_err(|error| Error::Usage(format!("--fields: {error}; a row is a game, unless --per ply is given")))
    }

    /// The columns of `--partition-by`.
    #[cfg(feature = "parquet")]
    pub(super) fn partition_columns(&self) -> Result<&[FactColumn], Error> {
        let columns = &self.partition_by;
        let refused = |why: String| Err(Error::Usage(format!("--partition-by: {why}")));
        for (at, column) in columns.iter().enumerate() {
            let name = column.name();
            match column {
                _ if columns[..at].contains(column) => return refused(format!("duplicate column `{name}`")),
                FactColumn::Game(GameFact::Game) => {
                    return refused("`game` would make a folder for each game".to_owned());
                }
                FactColumn::Tag(tag) if GameFact::named(tag).is_some() => {
                    return refused(format!("a folder for the tag `{tag}` would have the name of a fact"));
                }
                _ => {}
            }
        }
        Ok(columns)
    }

    /// Returns an error for options of Parquet files.
    #[cfg(feature = "parquet")]
    pub(super) fn check_no_parquet(&self) -> Result<(), Error> {
        let options = [
            ("--partition-by", !self.partition_by.is_empty()),
            ("--compression-level", self.compression_level.is_some()),
        ];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Error::Usage(format!("{option} requires --format parquet"))),
            None => Ok(()),
        }
    }

    /// Returns an error for options that tables cannot have.
    pub(super) fn check_unused(&self) -> Result<(), Error> {
        if self.per.is_some() {
            return Err(Error::Usage("--per requires --format csv, jsonl, or parquet".to_owned()));
        }
        if !self.fields.is_empty() {
            let message = "--fields requires --per game, or --format parquet; a table has columns of its own";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }
}

impl Args {
    /// Returns an error for options of tables with rows of games or plies, and for a terminal as their output.
    pub(super) fn check_rows(&self) -> Result<(), Error> {
        let of_tables = [
            ("--table", !self.tables.is_empty()),
            ("--tree", self.tree.tree.is_some()),
            ("--by", !self.by.is_empty()),
            ("--top", self.top.is_some()),
            ("--sort", self.sort.is_some()),
            ("--min-count", self.min_count > 0),
            #[cfg(feature = "pictures")]
            ("--plot", self.plot.is_some()),
            ("--partial", self.partial.is_some()),
            ("--merge", self.merge),
        ];
        let is_parquet = self.format == StatsFormatArg::Parquet;
        let given = of_tables.into_iter().chain(self.event.given());
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            let rows = if is_parquet { "--format parquet" } else { "--per" };
            return Err(Error::Usage(format!("{option} cannot be used with {rows}, which writes games, not tables")));
        }
        #[cfg(feature = "python")]
        if self.output.rows.is_some() {
            return Ok(());
        }
        let is_stdout = self.output.output.as_deref().is_none_or(|path| path.as_os_str() == "-");
        #[cfg(feature = "parquet")]
        if is_stdout && !self.rows.partition_by.is_empty() {
            return Err(Error::Usage("--partition-by writes a folder; name it with -o FOLDER".to_owned()));
        }
        if is_parquet && is_stdout && io::stdout().is_terminal() {
            return Err(Error::Usage("--format parquet writes binary data; use -o FILE".to_owned()));
        }
        Ok(())
    }
}
