//! What rounds without a game are worth in tie-breaks (C.07 Articles 15 and 16).
//!
//! In a Swiss, what a player has for a round is one of five (16.2): a bye with a full point; a win by forfeit; a bye he
//! asked for, with a game or the like after it; a loss by forfeit; a bye he asked for, with nothing after it. A round for
//! which the list has nothing is a bye he asked for. *Voluntarily unplayed* are such byes and losses by forfeit.
//!
//! In a round robin forfeits are games (15.2), and a free round is nothing.

use super::field::{Entry, Field, Kind, Player, System};
use super::points::Points;
use super::result::How;

/// What one round gives to sums over opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contribution {
    /// The score of the opponent, or of the dummy in his place.
    pub(super) opponent: Points,
    /// What the player got.
    pub(super) own: Points,
    /// Whether the round is voluntarily unplayed.
    pub(super) is_voluntary: bool,
}

/// The scores with which players count as opponents (16.3): a bye that was asked for with nothing after it is a draw,
/// all else is what was got for it.
pub(super) fn adjusted_scores(field: &Field) -> Vec<Points> {
    let adjusted = |player: &Player| {
        let mut is_last = field.system == System::Swiss;
        let entries = player.entries.iter().rev().map(|entry| {
            is_last &= is_voluntary(entry);
            if is_last && is_asked_for(entry) { Points::HALF } else { entry.points }
        });
        entries.sum()
    };
    field.players.iter().map(adjusted).collect()
}

/// What the rounds of a player give, by the scores of [`adjusted_scores`].
pub(super) fn contributions(field: &Field, player: &Player, adjusted: &[Points]) -> Vec<Contribution> {
    let (total, rounds) = (player.points(), field.round_count());
    let one = |entry: &Entry| {
        let is_swiss = field.system == System::Swiss;
        let opponent = match entry.kind {
            Kind::Paired { opponent, how, .. } if how == How::Played || !is_swiss => adjusted[opponent],
            // 16.4.1: the dummy has the player's own score, but no more than the opponent he was to meet.
            Kind::Paired { opponent, .. } => total.min(adjusted[opponent]),
            // 16.4.2: and no more than a draw in each round.
            Kind::Bye | Kind::Absent if is_swiss => total.min(Points(Points::HALF.0 * rounds as u32)),
            Kind::Bye | Kind::Absent => return None,
        };
        Some(Contribution { opponent, own: entry.points, is_voluntary: is_swiss && is_voluntary(entry) })
    };
    player.entries.iter().filter_map(one).collect()
}

/// Whether a player had a bye that he asked for.
fn is_asked_for(entry: &Entry) -> bool {
    entry.kind == Kind::Absent || entry.kind == Kind::Bye && entry.points < Points::ONE
}

/// Whether a round is voluntarily unplayed.
fn is_voluntary(entry: &Entry) -> bool {
    let is_lost = entry.points == Points::ZERO;
    is_asked_for(entry) || is_lost && matches!(entry.kind, Kind::Paired { how: How::Forfeit, .. })
}
