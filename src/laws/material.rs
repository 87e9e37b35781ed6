//! Mating material: which sets of pieces can checkmate, wherever they are on the board.
//!
//! The table was verified by enumerating every placement of the pieces. Where it says *no*, no placement is a mate of
//! the defender; where it says *yes*, at least one is. So a *no* proves that a side cannot win by any series of legal
//! moves (Laws 5.2.2, 6.9). A *yes* guarantees nothing about a particular position.
//!
//! | attacker | bare king | + pawn | + knight | + bishop, same squares | + bishop, other squares | + rook | + queen |
//! |---|---|---|---|---|---|---|---|
//! | king and knight | no | yes | yes | yes | yes | yes | **no** |
//! | king and bishops of one square color | no | yes | yes | **no** | yes | **no** | **no** |
//! | two knights, or anything more | yes | yes | yes | yes | yes | yes | yes |
//!
//! So king and knight against king and knight, or against king and bishop, is not dead: a helpmate exists.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

/// Whether this side could mate in some placement of the pieces on the board. `false` proves that it cannot win.
pub fn has_mating_material(position: &Position, side: Color) -> bool {
    let own = |kind| position.pieces(side, kind);
    let theirs = |kind| position.pieces(side.other(), kind);
    if !(own(PieceType::Pawn) | own(PieceType::Rook) | own(PieceType::Queen)).is_empty() {
        return true;
    }
    let (knights, bishops) = (own(PieceType::Knight), own(PieceType::Bishop));
    if !knights.is_empty() {
        // A single knight needs an enemy piece that blocks its own king; a queen guards too many squares.
        let blockers = position.by_color(side.other()) & !(theirs(PieceType::King) | theirs(PieceType::Queen));
        return knights.has_several() || !bishops.is_empty() || !blockers.is_empty();
    }
    if bishops.is_empty() {
        return false;
    }
    let all_bishops = position.by_type(PieceType::Bishop);
    let one_color = (all_bishops & Bitboard::LIGHT).is_empty() || (all_bishops & Bitboard::DARK).is_empty();
    !one_color || !(theirs(PieceType::Pawn) | theirs(PieceType::Knight)).is_empty()
}

/// Whether neither side has mating material, so that the position is dead (Laws 5.2.2). Other positions are dead for
/// other reasons, such as locked pawns.
pub fn is_dead(position: &Position) -> bool {
    let heavy =
        position.by_type(PieceType::Pawn) | position.by_type(PieceType::Rook) | position.by_type(PieceType::Queen);
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
    fn mating_material_follows_the_table() {
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
