//! The arguments for tables of an event.

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ValueEnum, ValueHint};

use crate::commands::Error;
use crate::game::names::Aliases;
use crate::input::read_text;
use crate::options::offering;
use crate::stats::Plan;
use crate::stats::standings::event_players::PairingSystem;
use crate::stats::standings::points::Scoring;
use crate::stats::standings::table::{EventTable, RankingRules};
use crate::stats::standings::tiebreak::TieBreak;

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
        let tables =
            [&of_standings[..], &of_standings[..], &EventTable::ALL[..], &[EventTable::Standings], &of_standings[..]];
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
            scoring: self.points.unwrap_or_default(),
        })
    }

    pub(super) fn given(&self) -> [(&'static str, bool); 5] {
        [
            ("--tie-break", !self.tie_breaks.is_empty()),
            ("--system", self.system.is_some()),
            ("--aliases", self.aliases.is_some()),
            ("--k", self.k.is_some()),
            ("--points", self.points.is_some()),
        ]
    }

    fn read_aliases(&self) -> Result<Aliases, Error> {
        let Some(path) = &self.aliases else { return Ok(Aliases::default()) };
        let named = |error: &dyn std::fmt::Display| Error::Usage(format!("--aliases: {}: {error}", path.display()));
        let text = read_text(path).map_err(|error| named(&error))?;
        Aliases::parse(&text).map_err(|error| named(&error))
    }
}
