//! The arguments for tables of an event.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ValueEnum, ValueHint};

use crate::commands::Error;
use crate::stats::Plan;
use crate::stats::standings::aliases::Aliases;
use crate::stats::standings::field::System;
use crate::stats::standings::points::Scoring;
use crate::stats::standings::table::{EventTable, Terms};
use crate::stats::standings::tiebreak::TieBreak;

/// By which rules an event is told.
#[derive(clap::Args, Clone, Default, Debug)]
#[command(next_help_heading = "Tables of an event")]
pub struct EventArgs {
    /// What divides players with as many points, in this order: BH, BH1, SB, DE, …
    ///
    /// BH and BH1 (Buchholz, without the least), BHM (without the least and the greatest), SB (Sonneborn-Berger), DE
    /// (direct encounter), WIN, WON, BWG (rounds won, games won, with Black), PS (progressive score), ARO, TPR (average
    /// rating of the opponents, performance). If none is given: BH1,BH,SB in a Swiss, DE,WIN,SB in a round robin.
    #[arg(long = "tie-break", value_name = "CODE", value_delimiter = ',')]
    pub tie_breaks: Vec<TieBreak>,

    /// What a win, a draw and a loss score, as in 3,1,0; without it 1,0.5,0
    ///
    /// Points and ranks are by these; tie-breaks, performance and ratings go on counting 1, ½ and 0.
    #[arg(long, value_name = "WIN,DRAW,LOSS")]
    pub points: Option<Scoring>,

    /// How opponents were found; without it, a round robin if every two players have met
    #[arg(long, value_name = "SYSTEM")]
    pub system: Option<EventSystem>,

    /// Lines `as written = name`: who is meant by a name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub aliases: Option<PathBuf>,

    /// Also show how ratings change, with this development coefficient for all players
    #[arg(long, value_name = "K", value_parser = PossibleValuesParser::new(["10", "20", "40"]).try_map(|k| k.parse::<u32>()))]
    pub k: Option<u32>,
}

/// How opponents were found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum EventSystem {
    /// Pairings made round by round
    Swiss,
    /// Everybody meets everybody
    RoundRobin,
}

impl EventArgs {
    /// The rules. They mean something only where the plan has a table for them.
    pub(super) fn terms(&self, plan: &Plan) -> Result<Terms, Error> {
        let of_standings = [EventTable::Standings, EventTable::CrossTable, EventTable::Rounds];
        let tables =
            [&of_standings[..], &of_standings[..], &EventTable::ALL[..], &[EventTable::Standings], &of_standings[..]];
        for ((option, is_given), tables) in self.given().into_iter().zip(tables) {
            if is_given && !tables.iter().any(|table| plan.of_event.contains(table)) {
                let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
                return Err(Error::Usage(format!("{option} means nothing without --table {}", names.join("|"))));
            }
        }
        let twice =
            self.tie_breaks.iter().enumerate().find(|(at, tie_break)| self.tie_breaks[..*at].contains(tie_break));
        if let Some((_, tie_break)) = twice {
            return Err(Error::Usage(format!("--tie-break: {tie_break} is named twice")));
        }
        let system = self.system.map(|system| match system {
            EventSystem::Swiss => System::Swiss,
            EventSystem::RoundRobin => System::RoundRobin,
        });
        Ok(Terms {
            aliases: self.read_aliases()?,
            tie_breaks: self.tie_breaks.clone(),
            system,
            k: self.k,
            scoring: self.points.unwrap_or_default(),
        })
    }

    /// Which of the options are given.
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
        let text = std::fs::read_to_string(path).map_err(|error| named(&error))?;
        Aliases::read(&text).map_err(|error| named(&error))
    }
}
