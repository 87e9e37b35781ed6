//! Which men can still mate, by what they are and not where they stand.
//!
//! The table was checked by going through every placement of the men (all king squares, all squares of the others):
//! where it says *no*, no placement has the defender mated; where it says *yes*, some has. So a *no* is a proof that a
//! side cannot win by any series of legal moves (Laws 5.2.2, 6.9), and a *yes* is no promise about one position.
//!
//! | attacker | bare king | + pawn | + knight | + bishop, same squares | + bishop, other squares | + rook | + queen |
//! |---|---|---|---|---|---|---|---|
//! | king and knight | no | yes | yes | yes | yes | yes | **no** |
//! | king and bishops of one square color | no | yes | yes | **no** | yes | **no** | **no** |
//! | two knights, or anything more | yes | yes | yes | yes | yes | yes | yes |
//!
//! Hence king and knight against king and knight, or against king and bishop, are not dead: a helpmate exists.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

/// Whether this side could mate with these men in some placement of them. `false` proves that it never will.
#[must_use]
pub fn has_mating_material(position: &Position, side: Color) -> bool {
    let own = |kind| position.pieces(side, kind);
    let theirs = |kind| position.pieces(side.other(), kind);
    if !(own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen)).is_empty() {
        return true;
    }
    let (knights, bishops) = (own(PieceType::Knight), own(PieceType::Bishop));
    if !knights.is_empty() {
        // A single knight needs an enemy man in the way of his own king; a queen guards too much.
        let helpers = position.colors(side.other()) & !(theirs(PieceType::King) | theirs(PieceType::Queen));
        return knights.has_several() || !bishops.is_empty() || !helpers.is_empty();
    }
    if bishops.is_empty() {
        return false;
    }
    let all_bishops = position.kinds(PieceType::Bishop);
    let one_color = (all_bishops & Bitboard::LIGHT).is_empty() || (all_bishops & Bitboard::DARK).is_empty();
    !one_color || !(theirs(PieceType::Pawn) | theirs(PieceType::Knight)).is_empty()
}

/// Whether neither side can mate with the men on the board: the position is dead (Laws 5.2.2). There are other dead
/// positions, such as those with locked pawns.
#[must_use]
pub fn is_dead(position: &Position) -> bool {
    let heavy = position.kinds(PieceType::Pawn) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Queen);
    heavy.is_empty() && Color::BOTH.into_iter().all(|side| !has_mating_material(position, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn can_mate(fen: &str) -> (bool, bool) {
        let position = Position::from_fen(fen).unwrap();
        (has_mating_material(&position, Color::White), has_mating_material(&position, Color::Black))
    }

    #[test]
    fn the_table() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", (false, false)),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", (false, false)),
            ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", (false, false)),
            ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", (true, false)),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", (true, true)),
            ("4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", (true, true)),
            ("4kq2/8/8/8/8/8/8/4KN2 w - - 0 1", (false, true)),
            ("4kr2/8/8/8/8/8/8/4KN2 w - - 0 1", (true, true)),
            ("4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1", (true, true)),
            ("4k3/2b5/8/8/8/8/4B3/3K4 w - - 0 1", (true, true)),
            ("4k3/3b4/8/8/8/8/4B3/3K4 w - - 0 1", (false, false)),
            ("4kr2/8/8/8/8/8/8/4KB2 w - - 0 1", (false, true)),
            ("4k3/8/8/8/8/8/2B1B3/3KB3 w - - 0 1", (true, false)),
            ("4k3/8/8/8/8/8/B1B1B3/3K4 w - - 0 1", (false, false)),
            ("4k3/8/8/8/8/B7/8/2BK4 w - - 0 1", (false, false)),
            ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", (true, false)),
        ] {
            assert_eq!(can_mate(fen), expected, "{fen}");
        }
    }
}
