//! The arguments of `stats` for tables of an event, for a tree of moves, and for rows of games or plies.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ValueEnum, ValueHint};

use crate::commands::Error;
#[cfg(feature = "parquet")]
use crate::game::facts::GameFact;
use crate::game::facts::{FactColumn, known_tags};
use crate::game::names::Aliases;
use crate::input::read_text;
use crate::options::{offering, whole_number};
use crate::stats::Plan;
use crate::stats::engine_match::sprt::Sprt;
use crate::stats::standings::event_players::PairingSystem;
use crate::stats::standings::result::Scoring;
use crate::stats::standings::table::{EventTable, RankingRules};
use crate::stats::standings::tiebreak::TieBreak;
use crate::stats::tree::Tree;

use super::Args;

// The arguments for tables of an event.

/// Options for the tables of an event.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Tables of an event")]
pub struct EventArgs {
    /// Tie-breaks, in order of priority: BH, BH1, SB, DE, …
    ///
    /// BH: Buchholz. BH1: Buchholz without the lowest score. BHM: without the lowest and the highest. SB: Sonneborn-Berger. DE:
    /// direct encounter. WIN: rounds won. WON: games won. BWG: games won with Black. PS: progressive score. ARO: average
    /// rating of opponents. TPR: performance rating. The default is BH1,BH,SB in a Swiss and DE,WIN,SB in a round robin.
    #[arg(long = "tie-break", value_name = "CODE", value_delimiter = ',',
          value_parser = offering(TieBreak::from_str, || TieBreak::CODES.map(|(code, _)| code.into()).into()),
          hide_possible_values = true)]
    pub tie_breaks: Vec<TieBreak>,

    /// Points for a win, a draw, and a loss, in steps of 0.5, such as 3,1,0 [default: 1,0.5,0]
    ///
    /// Points and ranks use these values; tie-breaks, performance, and rating changes always use 1, ½, and 0.
    #[arg(long, value_name = "WIN,DRAW,LOSS")]
    pub points: Option<Scoring>,

    /// Pairing system [default: round-robin if all players have met, otherwise swiss]
    #[arg(long, value_name = "SYSTEM")]
    pub system: Option<EventSystem>,

    /// File with lines `name as written = player`, to merge spellings of a name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub aliases: Option<PathBuf>,

    /// Also show rating changes, with this K-factor for all players
    #[arg(long, value_name = "K", value_parser = PossibleValuesParser::new(["10", "20", "40"]).try_map(|k| k.parse::<u32>()))]
    pub k: Option<u32>,

    /// Also test an engine match: ELO0,ELO1[,ALPHA,BETA], such as 0,2
    ///
    /// The sequential probability ratio test of the hypotheses that the difference is ELO0 or ELO1, in normalized Elo, or
    /// in logistic Elo with `logistic:` before the numbers. ALPHA and BETA are the probabilities of wrong decisions, 0.05
    /// by default. The table gets the columns `llr` and `decision`.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
}

/// Pairing system.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum EventSystem {
    /// Pairings are made round by round
    Swiss,
    /// Everyone plays everyone
    RoundRobin,
}

impl EventArgs {
    /// The rules. They mean something only where the plan has a table for them.
    pub(super) fn terms(&self, plan: &Plan) -> Result<RankingRules, Error> {
        let of_standings = [EventTable::Standings, EventTable::CrossTable, EventTable::Rounds];
        let of_pairings = [&of_standings[..], &[EventTable::Pairings]].concat();
        let tables = [
            &of_standings[..],
            &of_standings[..],
            &of_pairings[..],
            &[EventTable::Standings],
            &of_standings[..],
            &[EventTable::Match],
        ];
        for ((option, is_given), tables) in self.given().into_iter().zip(tables) {
            if is_given && !tables.iter().any(|table| plan.of_event.contains(table)) {
                let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
                return Err(Error::Usage(format!("{option} requires --table {}", names.join("|"))));
            }
        }
        let twice =
            self.tie_breaks.iter().enumerate().find(|(at, tie_break)| self.tie_breaks[..*at].contains(tie_break));
        if let Some((_, tie_break)) = twice {
            return Err(Error::Usage(format!("--tie-break: {tie_break} is given twice")));
        }
        let system = self.system.map(|system| match system {
            EventSystem::Swiss => PairingSystem::Swiss,
            EventSystem::RoundRobin => PairingSystem::RoundRobin,
        });
        Ok(RankingRules {
            aliases: self.read_aliases()?,
            tie_breaks: self.tie_breaks.clone(),
            system,
            k: self.k,
            scoring: self.points,
            sprt: self.sprt,
        })
    }

    fn given(&self) -> [(&'static str, bool); 6] {
        [
            ("--tie-break", !self.tie_breaks.is_empty()),
            ("--system", self.system.is_some()),
            ("--aliases", self.aliases.is_some()),
            ("--k", self.k.is_some()),
            ("--points", self.points.is_some()),
            ("--sprt", self.sprt.is_some()),
        ]
    }

    fn read_aliases(&self) -> Result<Aliases, Error> {
        let Some(path) = &self.aliases else { return Ok(Aliases::default()) };
        let named = |error: &dyn std::fmt::Display| Error::Usage(format!("--aliases: {}: {error}", path.display()));
        let text = read_text(path).map_err(|error| named(&error))?;
        Aliases::parse(&text).map_err(|error| named(&error))
    }
}

// The argument for a tree of moves.

/// The opening tree.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct TreeArgs {
    /// Write an opening tree of DEPTH plies, with transpositions merged
    ///
    /// Can be combined with --table. --min-count hides rarer moves, --top N keeps N moves of each position, --sort orders the
    /// moves of each position. --openings names positions, also with --merge.
    #[arg(long, value_name = "DEPTH", value_parser = whole_number(1..=Tree::MAX_LEVEL), help_heading = "Tables")]
    pub tree: Option<u32>,
}

impl TreeArgs {
    /// Returns an error if a tree would be split.
    pub(super) fn check(plan: &Plan) -> Result<(), Error> {
        if plan.tree.is_some() && !plan.by.is_empty() {
            let message = "--by: a tree cannot be split; use --where to select games";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Returns an error if the opening names would differ from those of a single run. `terms` are the options with
    /// which the parts were counted, `openings` is the file of names on the command line.
    pub(super) fn check_names(plan: &Plan, terms: &[String], openings: Option<&Path>) -> Result<(), Error> {
        let counted_with = terms.iter().find(|term| term.starts_with("openings "));
        match (plan.tree, counted_with, openings) {
            (None, _, Some(_)) => Err(Error::Usage(
                "--openings: the parts already contain names; with --merge, this option applies only to --tree"
                    .to_owned(),
            )),
            (Some(_), Some(term), None) => Err(Error::Usage(format!(
                "--merge: the parts were counted with --{term}; --tree needs that option again"
            ))),
            _ => Ok(()),
        }
    }
}

// The arguments for rows of games or plies.

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

    /// Columns of these rows: facts about games, and tags; facts about plies are lists, except with --per ply
    ///
    /// By default all facts about games but their moves, or the usual ones about plies. `adoube explain --facts` lists
    /// them. Standard tags go by their names, other tags as tag:NAME.
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
        FactColumn::check_once(&self.fields).map_err(|error| Error::Usage(format!("--fields: {error}")))?;
        if self.per() == Per::Ply {
            return Ok(self.fields.clone());
        }
        let columns = self.fields.iter().map(FactColumn::of_game_row).collect::<Result<Vec<FactColumn>, String>>();
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

    /// Returns an error for options of Parquet files with rows of games or plies.
    #[cfg(feature = "parquet")]
    pub(super) fn check_no_file_options(&self) -> Result<(), Error> {
        let options = [
            ("--partition-by", !self.partition_by.is_empty()),
            ("--compression-level", self.compression_level.is_some()),
        ];
        match options.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                let message = format!("{option} requires --format parquet, and rows of games or plies");
                Err(Error::Usage(message))
            }
            None => Ok(()),
        }
    }

    /// Returns an error for options that tables cannot have.
    pub(super) fn check_unused(&self) -> Result<(), Error> {
        if self.per.is_some() {
            return Err(Error::Usage("--per requires --format csv, jsonl, or parquet".to_owned()));
        }
        if !self.fields.is_empty() {
            let message =
                "--fields requires --per game, or --format parquet without a table; a table has columns of its own";
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
        let given = of_tables.into_iter().chain(self.event.given());
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            let rows = if self.rows.per.is_some() { "--per" } else { "--format parquet without --table" };
            return Err(Error::Usage(format!("{option} cannot be used with {rows}, which writes games, not tables")));
        }
        #[cfg(feature = "python")]
        if self.run.output.rows.is_some() {
            return Ok(());
        }
        #[cfg(feature = "parquet")]
        if !self.rows.partition_by.is_empty()
            && self.run.output.output.as_deref().is_none_or(|path| path.as_os_str() == "-")
        {
            return Err(Error::Usage("--partition-by writes a folder; name it with -o FOLDER".to_owned()));
        }
        Ok(())
    }
}
