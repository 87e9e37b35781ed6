//! A necessary condition for a mate in a scene.

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::Color;
use crate::chess::square::Square;

use super::super::unions::{self, CHECK, Unions};
use super::{Roamer, Roaming, Scene, single_square_roamers};

/// Whether the king of the side to move may be mated: it is in check, and each adjacent square is taken away, by pieces
/// that do one thing each. The king does not hide the squares behind it.
pub(super) fn is_conceivable(scene: &Scene, roamers: &[Roamer], roaming: &Roaming, by: Color) -> bool {
    let us = scene.turn;
    let king = scene.king(us);
    let flights = attacks::king(king) & !scene.of_side(us);
    let blocked = (scene.occupied() | single_square_roamers(roaming)) & !Bitboard::from_square(king);
    let is_left = |&square: &Square| scene.attackers(by, square, blocked).is_empty();
    let left: Bitboard = flights.into_iter().filter(is_left).collect();
    let wanted = unions::aims(king, left) | CHECK;
    let given = if scene.attackers(by, king, blocked).is_empty() { 0 } else { CHECK };
    let mut unions = Unions::new(given);
    for (roamer, &reach) in roamers.iter().zip(&roaming.reach) {
        let aims = |square| {
            if roamer.color == us {
                return unions::aims(king, Bitboard::from_square(square) & left);
            }
            let covered = sets::attacked(roamer.kind, by, Bitboard::from_square(square), blocked);
            unions::aims(king, covered & left) | if covered.contains(king) { CHECK } else { 0 }
        };
        unions.add(&reach.into_iter().map(aims).collect());
    }
    unions.has_all(wanted)
}
