//! The tie-break by direct encounter: the games that tied players played against each other (C.07 Article 6).

use std::collections::{BTreeMap, BTreeSet};

use super::event_players::{EventPlayers, PairingSystem, RoundEntryKind};
use super::result::ScoreKind;

/// Divides tied players, given by their indexes in the field, into groups, best first. Returns one group if they stay
/// tied.
///
/// If all have met, their points from these games divide them; two players who met more than once count the average
/// (6.1). If not, a player is ranked first who would be the sole first even after losing every unplayed game, and so on
/// for the following players (6.2). If some players are still tied, the rule is applied to them alone (6.3).
pub(super) fn divide(field: &EventPlayers, tied: &[usize]) -> Vec<Vec<usize>> {
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
