//! Tournament reports (TRF): what their records mean, what in them contradicts itself, and the pairings of their event.
//!
//! [`read_report`] makes a [`TournamentReport`] of a text. `TournamentReport::check` finds contradictions: points against
//! results, opponents that disagree, ranks, colors, counts, rounds. [`TournamentReport::pairings`] gives the list of
//! pairings from which the tables of an event are made, and `write_report` makes a report of such a list.

mod checks;
mod counts;
mod pairings;
mod read;
mod scoring;
pub mod write;

use std::collections::HashMap;
use std::fmt;

use crate::chess::piece::Color;
use crate::game::finding::list::{Findings, RuleReport};
use crate::game::rules::RuleSet;
use crate::pgn::place::Span;

use super::details::PlayerDetails;
use scoring::ReportScoring;

/// A value with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated<T> {
    pub value: T,
    pub span: Span,
}

/// Points in tenths: 15 is 1½.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Tenths(pub i32);

/// What a tournament report says.
#[derive(Clone, Default, Debug)]
pub struct TournamentReport {
    /// The name of the tournament; empty if it has none.
    pub name: Box<str>,
    /// The players, in the order of the text; a number that occurs twice is the first player's.
    pub players: Vec<ReportPlayer>,
    pub teams: Vec<ReportTeam>,
    /// The texts of records that occur once, by identifier.
    texts: HashMap<&'static str, Stated<Box<str>>>,
    /// The dates of the rounds, as written; empty where there is none.
    round_dates: Vec<Box<str>>,
    round_dates_span: Option<Span>,
    scoring: ReportScoring,
    /// The numbers of players, or teams, in records other than those of players and teams.
    named: Vec<NamedNumber>,
    /// The players whose points the arbiter has changed.
    adjusted: Vec<u32>,
    /// The index of each player by number.
    by_number: HashMap<u32, usize>,
}

/// A player of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportPlayer {
    pub number: Stated<u32>,
    /// The name; empty if there is none.
    pub name: Stated<Box<str>>,
    pub rating: Option<u16>,
    /// Sex, title, federation, number and date of birth, as written.
    pub details: PlayerDetails,
    /// The number in FIDE's list.
    pub player_id: Option<Stated<u64>>,
    pub points: Option<Stated<Tenths>>,
    pub rank: Option<Stated<u32>>,
    /// The entries of the rounds; `None` where the columns are blank.
    pub rounds: Vec<Option<RoundCell>>,
}

/// A team of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportTeam {
    /// The number; `None` in a record 013, which has none.
    pub number: Option<Stated<u32>>,
    pub name: Stated<Box<str>>,
    /// The numbers of its players.
    pub members: Vec<Stated<u32>>,
}

/// The entry of a player for a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundCell {
    /// The number of the opponent; 0 if there is none.
    pub opponent: u32,
    pub color: Option<Color>,
    pub result: ResultCode,
    /// The columns of opponent, color and result, as far as they are filled.
    pub span: Span,
    /// The result, or the whole entry if that is blank.
    pub result_span: Span,
}

/// A number in a record, with the kind of what it must name.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NamedNumber {
    number: Stated<u32>,
    /// Whether it is a number of a team if the report has teams.
    may_be_team: bool,
}

named! {
    /// The code of a result in column 99 and every tenth after it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ResultCode: (ALL) {
        Win = "1",
        Draw = "=",
        Loss = "0",
        /// A game of less than one move, which is not rated.
        UnratedWin = "W",
        UnratedDraw = "D",
        UnratedLoss = "L",
        ForfeitWin = "+",
        ForfeitLoss = "-",
        HalfPointBye = "H",
        FullPointBye = "F",
        /// A bye that the pairing gives.
        AllocatedBye = "U",
        ZeroPointBye = "Z",
        /// No result is known.
        Open = "",
    }
}

impl ResultCode {
    /// The code that a text says; letters in any case. A blank is [`Open`](Self::Open).
    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.name().eq_ignore_ascii_case(text))
    }

    /// Whether it is the result of a game that was played.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::Win | Self::Draw | Self::Loss | Self::UnratedWin | Self::UnratedDraw | Self::UnratedLoss)
    }

    /// Whether it stands for a round without an opponent.
    pub const fn is_bye(self) -> bool {
        matches!(self, Self::HalfPointBye | Self::FullPointBye | Self::AllocatedBye | Self::ZeroPointBye)
    }
}

impl fmt::Display for Tenths {
    /// Writes them as reports do: `8.5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        f.pad(&format!("{sign}{}.{}", self.0.abs() / 10, self.0.abs() % 10))
    }
}

impl ReportPlayer {
    /// The player in a message: `player 7 (Tal, Mikhail)`.
    fn in_words(&self) -> String {
        let name = &*self.name.value;
        if name.is_empty() {
            format!("player {}", self.number.value)
        } else {
            format!("player {} ({name})", self.number.value)
        }
    }

    /// The entry for a round, which counts from 0.
    pub fn cell(&self, round: usize) -> Option<&RoundCell> {
        self.rounds.get(round)?.as_ref()
    }
}

impl TournamentReport {
    /// The number of the last round in which a player has an entry.
    pub fn round_count(&self) -> usize {
        self.players.iter().map(|player| player.rounds.len()).max().unwrap_or(0)
    }

    fn player(&self, number: u32) -> Option<&ReportPlayer> {
        self.players.get(*self.by_number.get(&number)?)
    }

    fn text(&self, id: &str) -> Option<&Stated<Box<str>>> {
        self.texts.get(id)
    }
}

/// Reads a report, and finds what is wrong with it.
pub fn read_report(text: &[u8], rules: RuleSet) -> (TournamentReport, RuleReport) {
    let mut findings = Findings::new(rules);
    let report = TournamentReport::read(text, &mut findings);
    report.check(&mut findings);
    (report, findings.finish())
}
