//! The random numbers of a position's Zobrist key.
//!
//! There is one number for each piece on each square, each castling right, each en passant file and Black's turn. The
//! key is the XOR of the numbers that apply to the position; see [`Position::key`](super::position::Position::key).
//!
//! A. Zobrist, "A New Hashing Method with Application for Game Playing", University of Wisconsin technical report 88,
//! 1970.

use super::bitboard::Bitboard;
use super::piece::Color;
use super::square::{File, Square};

/// Seed of the generator. It may change, because keys are not part of any file format.
const SEED: u64 = 0x6164_6f75_6265_2021;

/// The first index of [`random`] that the key does not use.
pub(super) const FREE: usize = 128 + 16 * 64;

struct Keys {
    /// Rows: White's six kinds from 0, Black's from 8. The two rows after each six are unused and zero.
    pieces: [[u64; 64]; 16],
    rooks: [u64; 64],
    en_passant: [u64; 8],
}

static KEYS: Keys = generate();

/// The number for a piece on a square; `kind` is an index, or 6 for no piece, whose number is 0.
#[inline]
pub(super) const fn piece(color: Color, kind: usize, square: Square) -> u64 {
    KEYS.pieces[(color.index() << 3 | kind) & 15][square.index() & 63]
}

/// The number for the right to castle with the rook on this square.
#[inline]
pub(super) const fn castling(rook: Square) -> u64 {
    KEYS.rooks[rook.index() & 63]
}

/// The numbers for the rights to castle with the rooks on these squares.
#[inline]
pub(super) fn castlings(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ castling(rook))
}

/// The number for a legal en passant capture on this file.
#[inline]
pub(super) const fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index() & 7]
}

/// The number for Black's turn.
#[inline]
pub(super) const fn black_to_move() -> u64 {
    const { random(0) }
}

/// The number at `index` of the generator `SplitMix64`. The key uses those below [`FREE`].
///
/// G. Steele, D. Lea and C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
pub(super) const fn random(index: usize) -> u64 {
    let mut z = SEED.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn generate() -> Keys {
    let mut keys = Keys { pieces: [[0; 64]; 16], rooks: [0; 64], en_passant: [0; 8] };
    let mut square = 0;
    while square < 64 {
        keys.rooks[square] = random(1 + square);
        if square < 8 {
            keys.en_passant[square] = random(65 + square);
        }
        let mut piece = 0;
        while piece < 16 {
            if piece & 7 < 6 {
                keys.pieces[piece][square] = random(128 + 64 * piece + square);
            }
            piece += 1;
        }
        square += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_numbers_differ() {
        let is_unused = |row: &usize| row & 7 > 5;
        let pieces = (0..16).filter(|row| !is_unused(row)).flat_map(|row| KEYS.pieces[row]);
        let mut seen: HashSet<u64> = pieces.collect();
        seen.extend(KEYS.rooks);
        seen.extend(KEYS.en_passant);
        seen.insert(black_to_move());
        assert_eq!(seen.len(), 12 * 64 + 64 + 8 + 1);
        assert!(!seen.contains(&0));
        assert!((0..16).filter(is_unused).all(|row| KEYS.pieces[row] == [0; 64]));
    }
}
