//! Contradictions between the players of a report: opponents, results, colors, numbers, teams.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::pgn::place::Span;

use super::{NamedNumber, ReportPlayer, ResultCode, RoundCell, TournamentReport};

impl TournamentReport {
    /// Finds what contradicts itself.
    pub(super) fn check(&self, findings: &mut Findings) {
        self.check_names(findings);
        self.check_members(findings);
        let teams = self.team_of_players(findings);
        for round in 0..self.round_count() {
            let mut is_over = false;
            for player in &self.players {
                let Some(cell) = player.cell(round) else { continue };
                self.check_cell(player, cell, round, findings);
                if let (Some(own), Some(other)) = (teams.get(&player.number.value), teams.get(&cell.opponent))
                    && own == other
                    && player.number.value < cell.opponent
                {
                    let name = &self.teams[*own].name.value;
                    let message = format!(
                        "round {}: {} meets player {} of the same team ({name})",
                        round + 1,
                        player.in_words(),
                        cell.opponent
                    );
                    findings.add(Rule::TeamMismatch, cell.span.clone(), Evidence::Message(message));
                }
                is_over |= cell.result != ResultCode::Open;
            }
            let goes_on = is_over || self.players.iter().any(|player| player.rounds.len() > round + 1);
            if goes_on {
                self.check_open_results(round, findings);
            }
        }
        self.check_totals(findings);
    }

    fn check_cell(&self, player: &ReportPlayer, cell: &RoundCell, round: usize, findings: &mut Findings) {
        let round_number = round + 1;
        let mut found =
            |rule, span: &Span, message: String| findings.add(rule, span.clone(), Evidence::Message(message));
        let who = || format!("round {round_number}, {}", player.in_words());
        let code = cell.result.name();
        if cell.opponent == 0 {
            if cell.result.is_played() {
                let message = format!("{}: `{code}` is the result of a game, but there is no opponent", who());
                found(Rule::ResultWithoutGame, &cell.span, message);
            } else if cell.color.is_some() {
                found(Rule::ColorsDisagree, &cell.span, format!("{}: a color, but no opponent", who()));
            }
            return;
        }
        if cell.opponent == player.number.value {
            return found(Rule::OpponentsDisagree, &cell.span, format!("{}: the opponent is the player", who()));
        }
        if cell.result.is_bye() {
            let message = format!("{}: `{code}` is a bye, but player {} is the opponent", who(), cell.opponent);
            found(Rule::ResultWithoutGame, &cell.span, message);
        }
        let Some(opponent) = self.player(cell.opponent) else {
            let message = format!("{}: no player has the starting rank number {}", who(), cell.opponent);
            return found(Rule::UnknownPlayer, &cell.span, message);
        };
        match opponent.cell(round) {
            Some(other) if other.opponent == player.number.value => {
                // Each pair is reported once.
                if player.number.value < opponent.number.value {
                    check_pair((player, cell), (opponent, other), &mut found, round_number);
                }
            }
            _ if self.is_explained(opponent, round) => {}
            other => {
                let says = match other {
                    Some(other) if other.opponent > 0 => format!("has player {} as the opponent", other.opponent),
                    _ => "has no opponent".to_owned(),
                };
                let message = format!("{}: the opponent is {}, who {says}", who(), opponent.in_words());
                found(Rule::OpponentsDisagree, &cell.span, message);
            }
        }
    }

    /// Whether the entry of a player for a round is itself reported for its opponent: it names a player who has another game, whose
    /// opponent confirms it, or nobody who exists.
    fn is_explained(&self, player: &ReportPlayer, round: usize) -> bool {
        let Some(cell) = player.cell(round).filter(|cell| cell.opponent > 0) else { return false };
        if cell.opponent == player.number.value {
            return true;
        }
        let Some(named) = self.player(cell.opponent) else { return true };
        let Some(other) = named.cell(round).filter(|other| other.opponent > 0) else { return false };
        let confirms = |third: &ReportPlayer| third.cell(round).is_some_and(|cell| cell.opponent == named.number.value);
        other.opponent != player.number.value && self.player(other.opponent).is_some_and(confirms)
    }

    /// Reports games without a result in a round that is over.
    fn check_open_results(&self, round: usize, findings: &mut Findings) {
        for player in &self.players {
            let Some(cell) = player.cell(round).filter(|cell| cell.result == ResultCode::Open && cell.opponent > 0)
            else {
                continue;
            };
            let other = self.player(cell.opponent).and_then(|opponent| opponent.cell(round));
            let is_mutual =
                other.is_some_and(|other| other.opponent == player.number.value && other.result == ResultCode::Open);
            // With a result of the other side, the two disagree; and a game has one finding.
            if is_mutual && player.number.value < cell.opponent {
                let message = format!(
                    "round {}, {}: no result of the game against player {}",
                    round + 1,
                    player.in_words(),
                    cell.opponent
                );
                findings.add(Rule::OpenResult, cell.span.clone(), Evidence::Message(message));
            }
        }
    }

    /// Reports numbers of FIDE and names that two players have.
    fn check_names(&self, findings: &mut Findings) {
        let mut twice = |seen: Option<&ReportPlayer>, span: &Span, what: String| {
            let Some(first) = seen else { return };
            let message = format!("{what} is already that of player {}", first.number.value);
            findings.add(Rule::RepeatedPlayer, span.clone(), Evidence::Message(message));
        };
        let (mut ids, mut names) = (HashMap::new(), HashMap::new());
        for player in &self.players {
            if let Some(id) = &player.player_id {
                twice(first_with(&mut ids, id.value, player), &id.span, format!("FIDE number {}", id.value));
            }
            let name = &player.name;
            if !name.value.is_empty() {
                let key = (name.value.to_lowercase(), player.player_id.as_ref().map(|id| id.value));
                twice(first_with(&mut names, key, player), &name.span, format!("`{}`", name.value));
            }
        }
    }

    /// Reports numbers in other records that nobody has.
    fn check_members(&self, findings: &mut Findings) {
        for NamedNumber { number, may_be_team } in &self.named {
            let is_team = *may_be_team && !self.teams.is_empty();
            let is_known = if is_team {
                let has_number =
                    |team: &super::ReportTeam| team.number.as_ref().is_none_or(|known| known.value == number.value);
                self.teams.iter().any(has_number)
            } else {
                self.by_number.contains_key(&number.value)
            };
            if !is_known {
                let what = if is_team { "team has the number" } else { "player has the starting rank number" };
                let message = format!("no {what} {}", number.value);
                findings.add(Rule::UnknownPlayer, number.span.clone(), Evidence::Message(message));
            }
        }
    }

    /// The team of each player, as an index. Reports players in two teams, and in none.
    fn team_of_players(&self, findings: &mut Findings) -> HashMap<u32, usize> {
        let mut teams: HashMap<u32, usize> = HashMap::new();
        for (index, team) in self.teams.iter().enumerate() {
            for member in &team.members {
                let first = *teams.entry(member.value).or_insert(index);
                if first != index {
                    let message =
                        format!("player {} is already in the team {}", member.value, self.teams[first].name.value);
                    findings.add(Rule::TeamMismatch, member.span.clone(), Evidence::Message(message));
                }
            }
        }
        let mut named = HashSet::new();
        for team in &self.teams {
            named.extend(team.members.iter().map(|member| member.value));
        }
        for player in
            self.players.iter().filter(|player| !self.teams.is_empty() && !named.contains(&player.number.value))
        {
            let has_played = player.rounds.iter().flatten().any(|cell| cell.opponent > 0);
            if has_played {
                let message = format!("{} has games, but is in no team", player.in_words());
                findings.add(Rule::TeamMismatch, player.number.span.clone(), Evidence::Message(message));
            }
        }
        teams
    }
}

/// The first player with this key; `None` if this is the first one.
fn first_with<'a, K: Hash + Eq>(
    seen: &mut HashMap<K, &'a ReportPlayer>,
    key: K,
    player: &'a ReportPlayer,
) -> Option<&'a ReportPlayer> {
    let first = *seen.entry(key).or_insert(player);
    (!std::ptr::eq(first, player)).then_some(first)
}

/// Compares the entries of two players who name each other.
fn check_pair(
    (player, cell): (&ReportPlayer, &RoundCell),
    (opponent, other): (&ReportPlayer, &RoundCell),
    found: &mut impl FnMut(Rule, &Span, String),
    round: usize,
) {
    let pair = || format!("round {round}, {} against {}", player.in_words(), opponent.in_words());
    if cell.color == other.color && cell.color.is_some() {
        let color = cell.color.map_or(String::new(), |color| color.to_string());
        found(Rule::ColorsDisagree, &cell.span, format!("{}: both have {color}", pair()));
    } else if cell.color.is_some() != other.color.is_some() || cell.color.is_none() && cell.result.is_played() {
        found(Rule::ColorsDisagree, &cell.span, format!("{}: only one color, or none", pair()));
    }
    if !cell.result.is_bye() && !other.result.is_bye() && !agree(cell.result, other.result) {
        let code = |code: ResultCode| {
            if code == ResultCode::Open { "no result".to_owned() } else { format!("`{}`", code.name()) }
        };
        let message = format!("{}: {} here, {} there", pair(), code(cell.result), code(other.result));
        found(Rule::ResultsDisagree, &cell.result_span, message);
    }
}

/// Whether two results can be those of one game (Laws 10.1, 12.9).
fn agree(one: ResultCode, other: ResultCode) -> bool {
    use ResultCode as R;
    let pairs = [
        (R::Win, R::Loss),
        (R::Draw, R::Draw),
        (R::Draw, R::Loss),
        (R::Loss, R::Loss),
        (R::UnratedWin, R::UnratedLoss),
        (R::UnratedDraw, R::UnratedDraw),
        (R::UnratedLoss, R::UnratedLoss),
        (R::ForfeitWin, R::ForfeitLoss),
        (R::ForfeitLoss, R::ForfeitLoss),
        (R::Open, R::Open),
    ];
    pairs.contains(&(one, other)) || pairs.contains(&(other, one))
}
