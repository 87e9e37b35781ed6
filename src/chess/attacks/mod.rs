//! Attack sets of pieces, and the squares between and on lines.
//!
//! Use [`attacks_from`] for any kind of piece, or the function named after the kind. `reference` defines them.
//! `sliders` has the portable magic bitboards for bishops and rooks, `magic` their factors, and `pext` the tables for
//! processors with PEXT; `king_rays` has those for one board in an AVX-512 register. `sets` works without tables, for
//! many pieces at once. Nothing here depends on a position: a board is at most a set of occupied squares.

#![expect(clippy::large_stack_arrays, reason = "large arrays are built by the compiler")]

#[cfg(target_arch = "x86_64")]
mod king_rays;
#[cfg(target_arch = "x86_64")]
pub(super) mod pext;
mod reference;
pub mod sets;
mod sliders;

use super::bitboard::Bitboard;
use super::piece::{Color, PieceType};
use super::square::{Rank, Square};
#[cfg(target_arch = "x86_64")]
pub(super) use king_rays::{Lanes8, leapers, rays};

/// A way in which a piece moves to a square, for [`origins`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveShape {
    /// A push by a pawn of this color: one square forward, or two from its starting rank (Laws 3.7.1, 3.7.2).
    Push(Color),
    /// A capture by a pawn of this color (Laws 3.7.3).
    Capture(Color),
    /// A move by a piece of this kind; a [`PieceType::Pawn`] here has no origins.
    Piece(PieceType),
}

static KNIGHT: [Bitboard; 64] = leaps(&reference::KNIGHT);
static KING: [Bitboard; 64] = leaps(&reference::KING);
static PAWN: [[Bitboard; 64]; 2] = [leaps(&reference::WHITE_PAWN), leaps(&reference::BLACK_PAWN)];
static BETWEEN: [[Bitboard; 64]; 64] = betweens();
static LINE: [[Bitboard; 64]; 64] = lines();
/// Rows: white push, black push, white capture, black capture, then the six kinds of [`MoveShape::Piece`].
static ORIGINS: [[Bitboard; 64]; 16] = all_origins();

/// The squares that a bishop attacks: each diagonal as far as the first occupied square, including it (Laws 3.2, 3.5).
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::bishop(square, occupied)
}

/// The squares that a rook attacks: each line as far as the first occupied square, including it (Laws 3.3, 3.5).
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders::rook(square, occupied)
}

/// The squares that a queen attacks: those of a bishop and those of a rook (Laws 3.4).
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares that a knight attacks (Laws 3.6).
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index() & 63]
}

/// The squares that a king attacks (Laws 3.8.1).
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index() & 63]
}

/// The squares that a pawn of this color attacks (Laws 3.7.3): its captures, not its pushes.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index() & 63]
}

/// The squares that a piece of this kind and color attacks; `occupied` matters only to sliders.
#[inline]
pub fn attacks_from(kind: PieceType, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn(color, square),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

/// The squares strictly between two squares on one rank, file or diagonal; empty if they are not aligned.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index() & 63][b.index() & 63]
}

/// The whole rank, file or diagonal through two different squares, edge to edge; empty if they are not aligned.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index() & 63][b.index() & 63]
}

/// The squares from which a piece can move to `to` in this way on an empty board.
///
/// SAN readers use this reverse lookup: only pieces on these squares are candidates.
#[inline]
pub const fn origins(form: MoveShape, to: Square) -> Bitboard {
    let row = match form {
        MoveShape::Push(color) => color.index(),
        MoveShape::Capture(color) => 2 + color.index(),
        MoveShape::Piece(kind) => 4 + kind.index(),
    };
    ORIGINS[row & 15][to.index() & 63]
}

/// [`origins`] by the row of its table: white push, black push, white capture, black capture, then the kinds from row
/// 4.
#[inline]
pub(super) fn origins_in_row(row: usize, to: Square) -> Bitboard {
    ORIGINS[row & 15][to.index() & 63]
}

const fn leaps(directions: &[reference::Direction]) -> [Bitboard; 64] {
    let mut sets = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        sets[i] = reference::leap(Square::from_index(i as u8), directions);
        i += 1;
    }
    sets
}

const fn slides(directions: &[reference::Direction]) -> [Bitboard; 64] {
    let mut sets = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        sets[i] = reference::slide(Square::from_index(i as u8), directions, Bitboard::EMPTY);
        i += 1;
    }
    sets
}

const fn betweens() -> [[Bitboard; 64]; 64] {
    let mut sets = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let from = Square::from_index(i as u8);
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = reference::KING[d];
            let mut passed = 0;
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                sets[i][next.index()] = Bitboard(passed);
                passed |= 1 << next.index();
                at = next;
            }
            d += 1;
        }
        i += 1;
    }
    sets
}

const fn lines() -> [[Bitboard; 64]; 64] {
    let mut sets = [[Bitboard::EMPTY; 64]; 64];
    let mut i = 0;
    while i < 64 {
        let from = Square::from_index(i as u8);
        let mut d = 0;
        while d < 8 {
            let (files, ranks) = reference::KING[d];
            let both_ways = reference::slide(from, &[(files, ranks), (-files, -ranks)], Bitboard::EMPTY);
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                sets[i][next.index()] = Bitboard(both_ways.0 | 1 << i);
                at = next;
            }
            d += 1;
        }
        i += 1;
    }
    sets
}

const fn all_origins() -> [[Bitboard; 64]; 16] {
    let bishops = slides(&reference::BISHOP);
    let rooks = slides(&reference::ROOK);
    let mut sets = [[Bitboard::EMPTY; 64]; 16];
    let mut i = 0;
    while i < 64 {
        let to = Square::from_index(i as u8);
        sets[0][i] = push_origins(to, -1, Rank::FOURTH);
        sets[1][i] = push_origins(to, 1, Rank::FIFTH);
        sets[2][i] = reference::leap(to, &reference::BLACK_PAWN);
        sets[3][i] = reference::leap(to, &reference::WHITE_PAWN);
        sets[4 + PieceType::Knight.index()][i] = reference::leap(to, &reference::KNIGHT);
        sets[4 + PieceType::Bishop.index()][i] = bishops[i];
        sets[4 + PieceType::Rook.index()][i] = rooks[i];
        sets[4 + PieceType::Queen.index()][i] = Bitboard(bishops[i].0 | rooks[i].0);
        sets[4 + PieceType::King.index()][i] = reference::leap(to, &reference::KING);
        i += 1;
    }
    sets
}

/// The square one step back, and the square two steps back on the rank where double steps end.
const fn push_origins(to: Square, back: i8, double_step_rank: Rank) -> Bitboard {
    let near = reference::leap(to, &[(0, back)]);
    if to.rank().index() == double_step_rank.index() {
        Bitboard(near.0 | reference::leap(to, &[(0, 2 * back)]).0)
    } else {
        near
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn square(name: &str) -> Square {
        Square::from_ascii(name.as_bytes()).unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(square).collect()
    }

    properties! {
        #[test]
        fn tables_equal_the_definition(a: u64, b: u64, index in 0..64_u8) {
            let square = Square::from_index(index);
            for occupied in [a, a & b, a | b].map(Bitboard) {
                prop_assert_eq!(bishop(square, occupied), reference::slide(square, &reference::BISHOP, occupied));
                prop_assert_eq!(rook(square, occupied), reference::slide(square, &reference::ROOK, occupied));
            }
        }
    }

    #[test]
    fn leapers_stay_on_the_board() {
        assert_eq!(knight(square("a1")), set("b3 c2"));
        assert_eq!(king(square("h8")), set("g8 g7 h7"));
        assert_eq!(pawn(Color::White, square("a2")), set("b3"));
        assert_eq!(pawn(Color::Black, square("e4")), set("d3 f3"));
        assert_eq!(pawn(Color::White, square("e8")), Bitboard::EMPTY);
    }

    #[test]
    fn lines_run_from_edge_to_edge() {
        assert_eq!(line(square("b2"), square("d4")), set("a1 b2 c3 d4 e5 f6 g7 h8"));
        assert_eq!(between(square("b2"), square("e5")), set("c3 d4"));
        assert_eq!(between(square("h4"), square("e4")), set("f4 g4"));
        assert_eq!(between(square("e4"), square("e5")), Bitboard::EMPTY);
        assert_eq!(line(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(line(square("c3"), square("c3")), Bitboard::EMPTY);
    }

    #[test]
    fn origins_are_reverse_moves() {
        let e4 = square("e4");
        assert_eq!(origins(MoveShape::Push(Color::White), e4), set("e3 e2"));
        assert_eq!(origins(MoveShape::Push(Color::Black), e4), set("e5"));
        assert_eq!(origins(MoveShape::Push(Color::Black), square("e5")), set("e6 e7"));
        assert_eq!(origins(MoveShape::Capture(Color::White), e4), set("d3 f3"));
        assert_eq!(origins(MoveShape::Capture(Color::Black), e4), set("d5 f5"));
        assert_eq!(origins(MoveShape::Piece(PieceType::Queen), e4), queen(e4, Bitboard::EMPTY));
        assert_eq!(origins(MoveShape::Piece(PieceType::Pawn), e4), Bitboard::EMPTY);
    }
}
