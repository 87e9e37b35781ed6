//! A report (TRF16, with records 142 and 212 of TRF26) of an event that is a list of pairings.

use std::cmp::Reverse;
use std::fmt::Write;

use crate::chess::piece::Color;
use crate::laws::edition::Day;
use crate::stats::standings::details::PlayerDetails;
use crate::stats::standings::event_players::{EventPlayer, PairingSystem, RoundEntry, RoundEntryKind};
use crate::stats::standings::result::{Points, ScoreKind, Scoring};
use crate::stats::standings::table::{EventError, Ranked, counted};

/// The longest name in a report, in characters.
const NAME_LENGTH: usize = 33;

/// The highest starting rank number.
const MAX_PLAYERS: usize = 9_999;

/// The highest number of a round.
const MAX_ROUND: u32 = 999;

/// The number of columns for points, and for a FIDE number.
const POINTS_LENGTH: usize = 4;
const ID_LENGTH: usize = 11;

/// A report, and what it lacks because the games do not say it.
pub struct WrittenReport {
    pub text: String,
    /// What is left out, in words.
    pub missing: Vec<String>,
    /// How the games were interpreted where they are unusual.
    pub remarks: Vec<String>,
}

/// The value of a detail of a player.
type DetailOf = fn(&PlayerDetails) -> &str;

/// The players of a report in the order of their numbers.
struct Seats {
    /// The players, as indexes in the field.
    order: Vec<usize>,
    /// The number of each player of the field, from 1.
    numbers: Vec<usize>,
}

/// The report of a ranked event; see [`Ranked::report`].
pub(in crate::stats::standings) fn report_of(ranked: &Ranked<'_>) -> Result<WrittenReport, EventError> {
    ranked.report()
}

impl Ranked<'_> {
    /// The report of the event.
    ///
    /// # Errors
    ///
    /// Fails if rounds are unknown, if a player has two games in a round, and for more than 9999 players: reports have no place for them.
    fn report(&self) -> Result<WrittenReport, EventError> {
        let Self { event, field, .. } = *self;
        if field.rounds.is_empty() && !field.pairings.is_empty() {
            return Err(EventError::NoRounds);
        }
        if field.players.len() > MAX_PLAYERS {
            return Err(EventError::ReportPlayers(field.players.len()));
        }
        let twice = |player: &EventPlayer| {
            player.entries.windows(2).find(|pair| pair[0].round == pair[1].round).map(|pair| pair[0].round)
        };
        if let Some((player, round)) = field.players.iter().find_map(|player| Some((player, twice(player)?))) {
            return Err(EventError::TwoGames(player.name.clone(), field.rounds[round]));
        }
        if self.last_round() > MAX_ROUND {
            return Err(EventError::ReportRound(self.last_round()));
        }
        if let Some(standing) =
            self.standings.iter().find(|standing| points_text(standing.points).len() > POINTS_LENGTH)
        {
            return Err(EventError::ReportPoints(field.players[standing.player].name.clone(), standing.points));
        }
        let seats = Seats::new(&field.players);
        let mut text = String::new();
        let mut record = |id: &str, value: &str| {
            let _ = write!(text, "{id} {}\r\n", value.replace(char::is_control, " ").trim_end());
        };
        let details = &event.details;
        record("012", event.titles().next().map_or("", |(title, _)| title));
        record("022", &details.site);
        let days = || event.pairings.iter().filter_map(|pairing| pairing.date);
        record("042", &days().min().map_or_else(String::new, date));
        record("052", &days().max().map_or_else(String::new, date));
        record("062", &field.players.len().to_string());
        record("072", &field.players.iter().filter(|player| player.rating.is_some()).count().to_string());
        record(
            "092",
            match field.system {
                PairingSystem::Swiss => "Individual: Swiss-System",
                PairingSystem::RoundRobin => "Individual: Round-Robin",
            },
        );
        record("122", &details.time_control);
        if let Some(dates) = self.round_dates() {
            record("132", &dates);
        }
        record("142", &self.last_round().to_string());
        if self.scoring != Scoring::default() {
            let Scoring { win, draw, loss } = self.scoring;
            let [win, draw, loss] = [win, draw, loss].map(points_text);
            record("162", &format!(" W{win:>4}    D{draw:>4}    L{loss:>4}"));
        }
        let codes: Vec<&str> = self.tie_breaks.iter().map(|tie_break| tie_break.code()).collect();
        record("212", &format!("PTS,{}", codes.join(",")));
        let mut cut = 0;
        for &player in &seats.order {
            cut += usize::from(field.players[player].name.chars().count() > NAME_LENGTH);
            text.push_str(&self.player_line(player, &seats));
        }
        Ok(WrittenReport {
            text,
            missing: self.missing(cut),
            remarks: field.remarks.iter().map(ToString::to_string).collect(),
        })
    }

    fn last_round(&self) -> u32 {
        self.field.rounds.last().copied().unwrap_or(0)
    }

    /// Record 132; `None` if no round has a date.
    fn round_dates(&self) -> Option<String> {
        let date_of = |round: u32| {
            let dates = self
                .event
                .pairings
                .iter()
                .filter(|pairing| pairing.round == Some(round))
                .filter_map(|pairing| pairing.date);
            dates.filter(|day| day.month > 0 && day.day > 0).min()
        };
        let dates: Vec<Option<Day>> = (1..=self.last_round()).map(date_of).collect();
        dates.iter().any(Option::is_some).then(|| {
            let mut text = " ".repeat(87);
            for day in dates {
                let short = day.map_or_else(|| " ".repeat(8), |day| date(day)[2..].to_owned());
                let _ = write!(text, "{short}  ");
            }
            text
        })
    }

    fn player_line(&self, index: usize, seats: &Seats) -> String {
        let player = &self.field.players[index];
        let unknown = PlayerDetails::default();
        let details = self.event.details.players.get(&player.name).unwrap_or(&unknown);
        let standing = self.standings.iter().find(|standing| standing.player == index);
        let (points, rank) = standing.map_or((Points::ZERO, 0), |standing| (standing.points, standing.rank.first));
        let fitting = |text: &str, length: usize| {
            text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(length).collect::<String>()
        };
        let mut line = format!(
            "001 {:>4} {:1}{:>3} {:<NAME_LENGTH$} {:>4} {:<3} {:>11} {:<10} {:>4} {rank:>4}",
            seats.numbers[index],
            fitting(&details.sex, 1),
            fitting(&details.title, 3),
            fitting(&player.name, NAME_LENGTH),
            player.rating.map_or_else(String::new, |rating| rating.to_string()),
            fitting(&details.federation, 3),
            if is_id(&details.player_id) { &details.player_id } else { "" },
            fitting(&details.birth_date, 10),
            points_text(points),
        );
        for round in 1..=self.last_round() {
            let at = self.field.rounds.binary_search(&round).ok();
            let entry = player.entries.iter().find(|entry| Some(entry.round) == at);
            line.push_str(&match entry {
                Some(entry) => cell(entry, seats),
                None => "  0000 - Z".to_owned(),
            });
        }
        line + "\r\n"
    }

    /// What the report lacks.
    fn missing(&self, cut_names: usize) -> Vec<String> {
        let Self { event, field, .. } = *self;
        let mut missing = Vec::new();
        if event.details.site.is_empty() {
            missing.push("the city (022)".to_owned());
        }
        missing.push("the federation (032) and the arbiters (102, 112)".to_owned());
        let fields: [(&str, DetailOf); 5] = [
            ("sex", |details| &details.sex),
            ("title", |details| &details.title),
            ("federation", |details| &details.federation),
            ("FIDE number", |details| if is_id(&details.player_id) { &details.player_id } else { "" }),
            ("date of birth", |details| &details.birth_date),
        ];
        let mut of_all = Vec::new();
        for (name, value) in fields {
            let has_value = |player: &&EventPlayer| {
                event.details.players.get(&player.name).is_some_and(|details| !value(details).is_empty())
            };
            match field.players.len() - field.players.iter().filter(has_value).count() {
                0 => {}
                count if count == field.players.len() => of_all.push(name),
                count => missing.push(format!("the {name} of {}", counted(count, "player"))),
            }
        }
        if !of_all.is_empty() {
            missing.push(format!("of all players: {}", of_all.join(", ")));
        }
        if cut_names > 0 {
            missing.push(format!("the ends of {} with more than {NAME_LENGTH} characters", counted(cut_names, "name")));
        }
        missing
    }
}

impl Seats {
    /// Numbers the players by their ratings, and players with equal ratings, or none, in the order of the text.
    fn new(players: &[EventPlayer]) -> Self {
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by_key(|player| Reverse(players[*player].rating));
        let mut numbers = vec![0; players.len()];
        for (at, player) in order.iter().enumerate() {
            numbers[*player] = at + 1;
        }
        Self { order, numbers }
    }
}

/// The entry of a round, with the spaces before it.
fn cell(entry: &RoundEntry, seats: &Seats) -> String {
    let (opponent, color) = match entry.kind {
        RoundEntryKind::Paired { opponent, color, .. } => {
            (seats.numbers[opponent].to_string(), if color == Color::White { 'w' } else { 'b' })
        }
        RoundEntryKind::Bye | RoundEntryKind::Absent => ("0000".to_owned(), '-'),
    };
    let result = match (entry.kind, entry.points) {
        (RoundEntryKind::Paired { kind: ScoreKind::Open, .. }, _) => ' ',
        (RoundEntryKind::Paired { kind: ScoreKind::Played, .. }, Points::ONE) => '1',
        (RoundEntryKind::Paired { kind: ScoreKind::Played, .. }, Points::HALF) => '=',
        (RoundEntryKind::Paired { kind: ScoreKind::Played, .. }, _) => '0',
        (RoundEntryKind::Paired { .. }, Points::ONE) => '+',
        (RoundEntryKind::Paired { .. }, Points::HALF) => 'D',
        (RoundEntryKind::Paired { .. }, _) => '-',
        (RoundEntryKind::Bye, Points::ONE) => 'U',
        (RoundEntryKind::Bye, Points::HALF) => 'H',
        (RoundEntryKind::Bye | RoundEntryKind::Absent, _) => 'Z',
    };
    format!("  {opponent:>4} {color} {result}")
}

fn is_id(text: &str) -> bool {
    text.len() <= ID_LENGTH && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `8.5`; `100` where tenths do not fit and are none.
fn points_text(Points(halves): Points) -> String {
    let (whole, tenths) = (halves / 2, halves % 2 * 5);
    if whole > 99 && tenths == 0 { whole.to_string() } else { format!("{whole}.{tenths}") }
}

/// `YYYY/MM/DD`, with zeros for what is unknown.
fn date(Day { year, month, day }: Day) -> String {
    format!("{year:04}/{month:02}/{day:02}")
}
