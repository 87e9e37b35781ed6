//! The contributions of unplayed rounds to tie-breaks (C.07 Articles 15 and 16).
//!
//! In a Swiss, an unplayed round is of one of five kinds (16.2): a bye with a full point; a win by forfeit; a loss by
//! forfeit; a requested bye before some round that is not voluntarily unplayed; any other requested bye. A round
//! without an entry counts as a requested bye. Requested byes and losses by forfeit are *voluntarily unplayed*.
//!
//! In a round robin forfeits count as games (15.2), and a free round does not count.

use super::event_players::{EventPlayer, EventPlayers, PairingSystem, RoundEntry, RoundEntryKind};
use super::points::Points;
use super::result::ScoreKind;

/// The contribution of one round to sums over opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contribution {
    /// The score of the opponent, or of the dummy opponent.
    pub(super) opponent: Points,
    pub(super) own: Points,
    /// Whether the round is voluntarily unplayed.
    pub(super) is_voluntary: bool,
}

/// The scores with which players count as opponents (16.3). A requested bye counts as a draw if all later rounds are
/// voluntarily unplayed; every other round counts with its points.
pub(super) fn adjusted_scores(field: &EventPlayers) -> Vec<Points> {
    let adjusted = |player: &EventPlayer| {
        let mut is_last = field.system == PairingSystem::Swiss;
        let entries = player.entries.iter().rev().map(|entry| {
            is_last &= is_voluntary(entry);
            if is_last && is_requested_bye(entry) { Points::HALF } else { entry.points }
        });
        entries.sum()
    };
    field.players.iter().map(adjusted).collect()
}

/// The contributions of the rounds of a player, by the scores of [`adjusted_scores`].
pub(super) fn contributions(field: &EventPlayers, player: &EventPlayer, adjusted: &[Points]) -> Vec<Contribution> {
    let (total, rounds) = (player.points(), field.round_count());
    let one = |entry: &RoundEntry| {
        let is_swiss = field.system == PairingSystem::Swiss;
        let opponent = match entry.kind {
            RoundEntryKind::Paired { opponent, kind, .. } if kind == ScoreKind::Played || !is_swiss => {
                adjusted[opponent]
            }
            // 16.4.1: the dummy has the player's own score, but at most that of the scheduled opponent.
            RoundEntryKind::Paired { opponent, .. } => total.min(adjusted[opponent]),
            // 16.4.2: and at most a draw in each round.
            RoundEntryKind::Bye | RoundEntryKind::Absent if is_swiss => {
                total.min(Points(Points::HALF.0 * rounds as u32))
            }
            RoundEntryKind::Bye | RoundEntryKind::Absent => return None,
        };
        Some(Contribution { opponent, own: entry.points, is_voluntary: is_swiss && is_voluntary(entry) })
    };
    player.entries.iter().filter_map(one).collect()
}

fn is_requested_bye(entry: &RoundEntry) -> bool {
    entry.kind == RoundEntryKind::Absent || entry.kind == RoundEntryKind::Bye && entry.points < Points::ONE
}

/// Whether a round is voluntarily unplayed.
fn is_voluntary(entry: &RoundEntry) -> bool {
    let is_lost = entry.points == Points::ZERO;
    is_requested_bye(entry) || is_lost && matches!(entry.kind, RoundEntryKind::Paired { kind: ScoreKind::Forfeit, .. })
}
