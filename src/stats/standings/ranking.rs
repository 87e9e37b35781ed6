//! The ranking of players: by points, then by tie-breaks in the given order, direct encounters among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::event_players::{EventPlayers, PairingSystem, RoundEntryKind};
use super::result::{Points, ScoreKind, Scoring};
use super::tiebreak::{TieBreak, TieBreakValue};

/// A line of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    pub rank: PlayerRank,
    /// The player, as an index in [`EventPlayers::players`].
    pub player: usize,
    pub points: Points,
    /// The value of each tie-break, in the given order.
    pub values: Vec<TieBreakValue>,
}

/// The first and the last rank that players share, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlayerRank {
    pub first: u32,
    /// The last; the same if the rank is not shared.
    pub last: u32,
}

impl fmt::Display for PlayerRank {
    /// `1`, or `2-3` for players who are tied.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { self.first.fmt(f) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// The standings of a field, with points as the event scores games; tie-breaks count 1, ½ and 0. Players who stay tied
/// share ranks, in the order of their first appearance in the text.
pub fn rank(field: &EventPlayers, tie_breaks: &[TieBreak], scoring: Scoring) -> Vec<Standing> {
    let points: Vec<Points> = field.players.iter().map(|player| scoring.total(player)).collect();
    let mut values: Vec<Vec<TieBreakValue>> = vec![Vec::new(); field.players.len()];
    let mut groups = split((0..field.players.len()).collect(), |player| points[player].0.into());
    for &tie_break in tie_breaks {
        for (player, value) in tie_break.values(field).into_iter().enumerate() {
            values[player].push(value);
        }
        groups = groups.into_iter().flat_map(|group| divide_by(field, group, tie_break, &mut values)).collect();
    }
    let mut first = 1;
    let mut standings = Vec::with_capacity(points.len());
    for group in groups {
        let rank = PlayerRank { first, last: first + group.len() as u32 - 1 };
        first = rank.last + 1;
        standings.extend(group.into_iter().map(|player| Standing {
            rank,
            player,
            points: points[player],
            values: std::mem::take(&mut values[player]),
        }));
    }
    standings
}

/// Divides a group by a tie-break, whose values were pushed last.
fn divide_by(
    field: &EventPlayers,
    group: Vec<usize>,
    tie_break: TieBreak,
    values: &mut [Vec<TieBreakValue>],
) -> Vec<Vec<usize>> {
    if group.len() == 1 {
        return vec![group];
    }
    if tie_break != TieBreak::DirectEncounter {
        return split(group, |player| values[player].last().map_or(i64::MIN, |value| value.weight()));
    }
    let groups = divide(field, &group);
    if groups.len() > 1 {
        let mut place = 1;
        for group in &groups {
            for &player in group {
                values[player].pop();
                values[player].push(TieBreakValue::Place(place));
            }
            place += group.len() as u32;
        }
    }
    groups
}

/// Divides players by a weight, descending; the order of equals stays.
fn split(mut players: Vec<usize>, weight: impl Fn(usize) -> i64) -> Vec<Vec<usize>> {
    players.sort_by_key(|&player| std::cmp::Reverse(weight(player)));
    players.chunk_by(|&one, &next| weight(one) == weight(next)).map(<[_]>::to_vec).collect()
}

// The tie-break by direct encounter: the games that tied players played against each other (C.07 Article 6).

/// Divides tied players, given by their indexes in the field, into groups, best first. Returns one group if they stay
/// tied.
///
/// If all have met, their points from these games divide them; two players who met more than once count the average
/// (6.1). If not, a player is ranked first who would be the sole first even after losing every unplayed game, and so on
/// for the following players (6.2). If some players are still tied, the rule is applied to them alone (6.3).
fn divide(field: &EventPlayers, tied: &[usize]) -> Vec<Vec<usize>> {
    let mut settled = Vec::new();
    let mut open = vec![tied.to_vec()];
    while let Some(group) = open.pop() {
        match divide_once(field, &group) {
            parts if parts.len() > 1 => open.extend(parts.into_iter().rev()),
            whole => settled.extend(whole),
        }
    }
    settled
}

/// A row of the table of the tied players.
#[derive(Clone, Copy)]
struct Row {
    player: usize,
    /// The points, in the unit of [`unit`].
    sum: u128,
    /// The points if the player won all unplayed games.
    most: u128,
}

/// The results of a player against each opponent met: half points and number of games.
type Met = BTreeMap<usize, (u128, u128)>;

/// The results of a player against the tied players met.
fn met(field: &EventPlayers, player: usize, tied: &BTreeSet<usize>) -> Met {
    let mut met = Met::new();
    for entry in &field.players[player].entries {
        let RoundEntryKind::Paired { opponent, kind, .. } = entry.kind else { continue };
        if tied.contains(&opponent) && counts(kind, field.system) {
            let (halves, games) = met.entry(opponent).or_default();
            *halves += u128::from(entry.points.0);
            *games += 1;
        }
    }
    met
}

/// The number of units in half a point, so that averages over these numbers of games are exact: their least common
/// multiple. Up to 46 games it is below 2⁶⁴; above that, averages are rounded.
fn unit(mut games: impl Iterator<Item = u128>) -> u128 {
    const MAX_UNIT: u128 = 1 << 64;
    let greatest_common = |mut a: u128, mut b: u128| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let common = |unit: u128, games| Some(unit / greatest_common(unit, games) * games).filter(|unit| *unit <= MAX_UNIT);
    games.try_fold(1, common).unwrap_or(MAX_UNIT)
}

impl Row {
    fn new(player: usize, met: &Met, tied: usize, unit: u128) -> Self {
        let sum = met.values().map(|(halves, games)| halves * unit / games).sum();
        let missing = (tied - 1 - met.len()) as u128;
        Self { player, sum, most: sum + missing * 2 * unit }
    }
}

/// Whether a pairing counts as a game. A forfeit does not (6.1.1), except in a round robin (15.2).
fn counts(kind: ScoreKind, system: PairingSystem) -> bool {
    kind == ScoreKind::Played || kind == ScoreKind::Forfeit && system == PairingSystem::RoundRobin
}

fn divide_once(field: &EventPlayers, tied: &[usize]) -> Vec<Vec<usize>> {
    let set: BTreeSet<usize> = tied.iter().copied().collect();
    let all: Vec<Met> = tied.iter().map(|&player| met(field, player, &set)).collect();
    let unit = unit(all.iter().flat_map(Met::values).map(|(_, games)| *games));
    let mut rows: Vec<Row> =
        tied.iter().zip(&all).map(|(&player, met)| Row::new(player, met, tied.len(), unit)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.sum));
    if rows.iter().all(|row| row.most == row.sum) {
        return rows.chunk_by(|one, next| one.sum == next.sum).map(players).collect();
    }
    let firsts = decided_places(&rows);
    let (alone, rest) = rows.split_at(firsts);
    alone.iter().map(|row| vec![row.player]).chain((!rest.is_empty()).then(|| players(rest))).collect()
}

/// How many players, from the first, stay ahead of all following ones whatever the missing results are.
fn decided_places(rows: &[Row]) -> usize {
    let mut best_following = 0;
    let mut stays: Vec<bool> = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate().rev() {
        stays.push(place + 1 < rows.len() && row.sum > best_following);
        best_following = best_following.max(row.most);
    }
    stays.iter().rev().take_while(|stays| **stays).count()
}

fn players(rows: &[Row]) -> Vec<usize> {
    let mut players: Vec<usize> = rows.iter().map(|row| row.player).collect();
    players.sort_unstable();
    players
}
