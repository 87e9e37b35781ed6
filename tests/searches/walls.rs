//! Random positions with walls of pawns.

use adoube::chess::piece::{Color, Piece, PieceType};
use adoube::chess::position::Position;
use adoube::chess::square::Square;

use crate::support::Random;

/// The piece on each square.
pub(super) type Board = [Option<Piece>; 64];

/// Kings on both sides of a wall of blocked pawns, sometimes with a hole, a bishop, a knight or a free pawn. `None` if
/// the position is not playable.
pub(super) fn random(random: &mut Random) -> Option<Position> {
    let mut board: Board = [None; 64];
    let mut put = |index: usize, color: Color, kind: PieceType| {
        let is_free = board[index].is_none();
        if is_free {
            board[index] = Some(Piece { color, kind });
        }
        is_free
    };
    // Neighboring pawns on different ranks do not attack each other.
    let (low, mut is_high) = (2 + random.below(2), random.below(2));
    for file in 0..8 {
        is_high ^= usize::from(random.below(12) > 0);
        if random.below(16) > 0 {
            let rank = low + is_high;
            put(8 * rank + file, Color::White, PieceType::Pawn);
            // Sometimes with an empty square between.
            let gap = 1 + usize::from(random.below(24) == 0);
            put(8 * (rank + gap) + file, Color::Black, PieceType::Pawn);
        }
    }
    for color in Color::BOTH {
        let side = if color == Color::White { 0 } else { 48 };
        while !put(side + random.below(16), color, PieceType::King) {}
        match random.below(12) {
            0 | 1 => drop(put(random.below(64), color, PieceType::Bishop)),
            2 => drop(put(8 + random.below(48), color, PieceType::Pawn)),
            3 => drop(put(random.below(64), color, PieceType::Knight)),
            _ => {}
        }
    }
    let turn = Color::BOTH[random.below(2)];
    Position::from_fen(&fen(&board, turn)).ok()
}

/// The position as a FEN.
pub(super) fn fen(board: &Board, turn: Color) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            let square = Square::from_index(8 * rank + file);
            text.push(board[square.index()].map_or('1', Piece::fen_letter));
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push_str(if turn == Color::White { "w - - 0 1" } else { "b - - 0 1" });
    text
}
