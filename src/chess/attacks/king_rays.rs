//! Tables in the lanes of 64-byte registers, for tests whether a king is attacked.

use super::super::bitboard::Bitboard;
use super::super::piece::{Color, PieceType};
use super::super::square::Square;
use super::{KING, KNIGHT, PAWN, reference};

/// Eight bitboards, one for each lane of a 64-byte register.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(in crate::chess) struct Lanes8(pub(in crate::chess) [u64; 8]);

impl Lanes8 {
    /// Eight empty bitboards.
    pub(in crate::chess) const EMPTY: Self = Self([0; 8]);
}

/// The eight rays from a square on an empty board, one in each lane: up, right, and both diagonals up; then their
/// opposites, on which the nearest piece is the highest bit.
#[inline]
pub(in crate::chess) fn rays(square: Square) -> &'static Lanes8 {
    &KING_RAYS.rays[square.index() & 63]
}

/// The squares from which enemy pawns, knights and the enemy king attack a king of this color, in the lanes of these
/// kinds.
#[inline]
pub(in crate::chess) fn leapers(king: Color, square: Square) -> &'static Lanes8 {
    &KING_RAYS.leapers[king.index()][square.index() & 63]
}

/// The direction of each lane of [`rays`].
const RAY_DIRECTIONS: [reference::Direction; 8] =
    [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

/// The tables for tests whether a king is attacked, together so that one base register addresses both.
struct KingRays {
    rays: [Lanes8; 64],
    leapers: [[Lanes8; 64]; 2],
}

static KING_RAYS: KingRays = {
    let mut tables = KingRays { rays: [Lanes8::EMPTY; 64], leapers: [[Lanes8::EMPTY; 64]; 2] };
    let mut square = 0;
    while square < 64 {
        let from = Square::from_index(square as u8);
        let mut lane = 0;
        while lane < 8 {
            tables.rays[square].0[lane] = reference::slide(from, &[RAY_DIRECTIONS[lane]], Bitboard::EMPTY).0;
            lane += 1;
        }
        let mut color = 0;
        while color < 2 {
            let lanes = &mut tables.leapers[color][square].0;
            lanes[PieceType::Pawn.index()] = PAWN[color][square].0;
            lanes[PieceType::Knight.index()] = KNIGHT[square].0;
            lanes[PieceType::King.index()] = KING[square].0;
            color += 1;
        }
        square += 1;
    }
    tables
};
