//! Random positions of several kinds: few pieces, jammed boards, caged kings.

use adoube::chess::piece::{Color, Piece, PieceType};
use adoube::chess::position::Position;

use crate::support::Random;
use crate::walls::{self, Board};

/// The pieces to draw from: minor pieces and pawns are more frequent.
const KINDS: [PieceType; 12] = [
    PieceType::Knight,
    PieceType::Knight,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Bishop,
    PieceType::Bishop,
    PieceType::Pawn,
    PieceType::Pawn,
    PieceType::Pawn,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::Pawn,
];

/// A position of one of the kinds, or a wall. `None` if the pieces make no playable position.
pub(super) fn random(random: &mut Random) -> Option<Position> {
    let kind = random.below(4);
    if kind == 0 {
        return walls::random(random);
    }
    let mut board: Board = [None; 64];
    let corner = [0_usize, 7, 56, 63][random.below(4)];
    let [caged, other] = if random.below(2) == 0 { [Color::White, Color::Black] } else { [Color::Black, Color::White] };
    put(&mut board, corner, caged, PieceType::King);
    while !put(&mut board, random.below(64), other, PieceType::King) {}
    for square in 0..64_usize {
        let near = (square % 8).abs_diff(corner % 8).max((square / 8).abs_diff(corner / 8)) <= 3;
        let is_filled = match kind {
            1 => false,
            2 => (square / 8).abs_diff(corner / 8) <= 3 && random.below(7) > 0,
            _ => near && random.below(10) < 7,
        };
        if is_filled {
            let kind = if random.below(4) > 0 { PieceType::Pawn } else { draw(random) };
            put(&mut board, square, Color::BOTH[random.below(2)], kind);
        }
    }
    for _ in 0..random.below(6) {
        let kind = draw(random);
        put(&mut board, random.below(64), Color::BOTH[random.below(2)], kind);
    }
    Position::from_fen(&walls::fen(&board, Color::BOTH[random.below(2)])).ok()
}

fn draw(random: &mut Random) -> PieceType {
    KINDS[random.below(KINDS.len())]
}

/// Puts a piece on a square if it is free and allowed there, and the side does not have too many.
fn put(board: &mut Board, square: usize, color: Color, kind: PieceType) -> bool {
    let own = || board.iter().flatten().filter(|piece| piece.color == color);
    let is_pawn = kind == PieceType::Pawn;
    let has_room = own().count() < 16 && (!is_pawn || own().filter(|piece| piece.kind == PieceType::Pawn).count() < 8);
    let is_free = board[square].is_none() && has_room && (!is_pawn || (8..56).contains(&square));
    if is_free {
        board[square] = Some(Piece { color, kind });
    }
    is_free
}
