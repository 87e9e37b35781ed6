//! The ranking of players: by points, then by tie-breaks in the given order.

use std::fmt;

use super::direct::divide;
use super::event_players::EventPlayers;
use super::points::{Points, Scoring};
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
