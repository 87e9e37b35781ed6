//! The pairings of a report.

use std::collections::HashSet;

use crate::chess::piece::Color;
use crate::stats::standings::details::{EventDetails, EventRules};
use crate::stats::standings::event::{Entrant, Pairing, PairingList, is_bye};
use crate::stats::standings::result::{PairingScore, Points, ScoreKind};

use super::counts::day_of;
use super::{ReportPlayer, ResultCode, RoundCell, Tenths, TournamentReport};

/// The name of the opponent in a bye.
const BYE: &str = "BYE";

impl TournamentReport {
    /// The pairings, round by round, with what is known of the event and its players. Entries that contradict each other do not count,
    /// except that of two results the first player's counts.
    pub fn pairings(&self) -> PairingList {
        let mut list = PairingList::default();
        let names = self.unique_names();
        let allocated_bye = self.scoring.in_force(&self.players).allocated_bye();
        for round in 0..self.round_count().max(1) {
            let date = self.round_dates.get(round).and_then(|date| day_of(date)).or_else(|| self.first_day());
            for (index, player) in self.players.iter().enumerate() {
                let entrant = |index: usize| Entrant { name: names[index].clone(), rating: self.players[index].rating };
                let add = |list: &mut PairingList, [white, black]: [Entrant; 2], score| {
                    let round = u32::try_from(round + 1).ok();
                    list.add(Pairing { white, black, round, date, score }, &self.name);
                };
                let bye = |points| [points, Points::ZERO];
                let points = match player.cell(round) {
                    Some(cell) if cell.opponent > 0 => {
                        let Some(game) = self.game(index, player, cell, round) else { continue };
                        let (seats, score) = game;
                        add(&mut list, seats.map(entrant), score);
                        continue;
                    }
                    Some(cell) => bye_points(cell.result, allocated_bye),
                    // A player without any entry takes part nevertheless.
                    None if round == 0 && player.rounds.is_empty() => Some(Points::ZERO),
                    None => None,
                };
                let Some([white, black]) = points.map(bye) else { continue };
                let opponent = Entrant { name: BYE.into(), rating: None };
                let score = PairingScore { white, black, kind: ScoreKind::Forfeit };
                add(&mut list, [entrant(index), opponent], score);
            }
        }
        list.details = self.details(&names);
        list
    }

    /// The players of a game, White first, and its score; `None` if the opponent does not exist or has another game, and for the second
    /// player of a game.
    fn game(
        &self,
        index: usize,
        player: &ReportPlayer,
        cell: &RoundCell,
        round: usize,
    ) -> Option<([usize; 2], PairingScore)> {
        let opponent = *self.by_number.get(&cell.opponent)?;
        let other = self.players[opponent].cell(round).filter(|other| other.opponent == player.number.value)?;
        if opponent <= index {
            return None;
        }
        let is_white = match (cell.color, other.color) {
            (Some(color), _) => color == Color::White,
            (None, color) => color != Some(Color::White),
        };
        let (own, others, kind) = game_points(cell.result, other.result);
        let (seats, [white, black]) =
            if is_white { ([index, opponent], [own, others]) } else { ([opponent, index], [others, own]) };
        Some((seats, PairingScore { white, black, kind }))
    }

    /// A name for each player that nobody else has.
    fn unique_names(&self) -> Vec<Box<str>> {
        let mut taken = HashSet::new();
        let mut name = |player: &ReportPlayer| -> Box<str> {
            let (own, number) = (&*player.name.value, player.number.value);
            let name: Box<str> = match own {
                "" => format!("player {number}").into(),
                _ if is_bye(own) || taken.contains(own) => format!("{own} ({number})").into(),
                _ => own.into(),
            };
            taken.insert(name.clone());
            name
        };
        self.players.iter().map(&mut name).collect()
    }

    fn details(&self, names: &[Box<str>]) -> EventDetails {
        let text = |id: &str| self.text(id).map(|text| text.value.clone()).unwrap_or_default();
        let mut details = EventDetails {
            site: text("022"),
            time_control: if text("122").is_empty() { text("222") } else { text("122") },
            rules: EventRules { tie_breaks: self.tie_break_codes(), points: self.points_of_games() },
            ..EventDetails::default()
        };
        for (player, name) in self.players.iter().zip(names) {
            details.add_player(name, player.details.clone());
        }
        details
    }

    /// The codes of record 202 or 212, without that of the points.
    fn tie_break_codes(&self) -> Vec<Box<str>> {
        let listed = ["202", "212"].into_iter().find_map(|id| self.text(id));
        let codes = listed.into_iter().flat_map(|text| text.value.split([',', ' ', ';']));
        codes.filter(|code| !code.is_empty() && !code.eq_ignore_ascii_case("PTS")).map(Into::into).collect()
    }

    /// The points for a win, a draw and a loss, if they are not 1, ½ and 0.
    fn points_of_games(&self) -> Option<Box<str>> {
        let points = self.scoring.in_force(&self.players).of_games();
        (points != [Tenths(10), Tenths(5), Tenths(0)]).then(|| points.map(|points| points.to_string()).join(",").into())
    }
}

/// The points of two players who name each other, and how they were scored. If the results contradict each other, the first counts.
fn game_points(own: ResultCode, other: ResultCode) -> (Points, Points, ScoreKind) {
    let points = |code| match code {
        ResultCode::Win
        | ResultCode::UnratedWin
        | ResultCode::ForfeitWin
        | ResultCode::FullPointBye
        | ResultCode::AllocatedBye => Points::ONE,
        ResultCode::Draw | ResultCode::UnratedDraw | ResultCode::HalfPointBye => Points::HALF,
        _ => Points::ZERO,
    };
    let (own_points, others) = (points(own), points(other));
    let others = if own_points + others > Points::ONE { Points(Points::ONE.0 - own_points.0) } else { others };
    let kind = match own {
        ResultCode::Open => ScoreKind::Open,
        code if code.is_played() => ScoreKind::Played,
        _ => ScoreKind::Forfeit,
    };
    match kind {
        ScoreKind::Open => (Points::ZERO, Points::ZERO, kind),
        _ => (own_points, others, kind),
    }
}

/// The points of a player without an opponent; `None` if the entry says nothing.
fn bye_points(code: ResultCode, allocated_bye: Tenths) -> Option<Points> {
    match code {
        ResultCode::AllocatedBye => {
            u32::try_from(allocated_bye.0 / 5).ok().map(|halves| Points(halves.min(Points::ONE.0)))
        }
        ResultCode::FullPointBye | ResultCode::ForfeitWin => Some(Points::ONE),
        ResultCode::HalfPointBye => Some(Points::HALF),
        ResultCode::ZeroPointBye | ResultCode::ForfeitLoss => Some(Points::ZERO),
        _ => None,
    }
}
