//! The random numbers behind a position's key.
//!
//! Zobrist, "A New Hashing Method with Application for Game Playing", Univ. of Wisconsin tech. report 88 (1970): one
//! number for each man on each square, for each right and for the side to move; the key is the XOR of those that hold.
//! What holds is decided by FIDE Laws 9.2.3; see [`Position::key`](super::position::Position::key).

use super::bitboard::Bitboard;
use super::piece::Color;
use super::square::{File, Square};

/// Seed of the generator. Keys are part of no file format: it may change.
const SEED: u64 = 0x6164_6f75_6265_2021;

/// The first index of [`random`] that the key has no use for.
pub(super) const FREE: usize = 128 + 16 * 64;

struct Keys {
    /// Rows: White's six kinds from 0, Black's from 8; the two behind each six are nobody's, and zero.
    men: [[u64; 64]; 16],
    rooks: [u64; 64],
    en_passant: [u64; 8],
}

static KEYS: Keys = generate();

/// The number for a man on a square; `kind` is an index, 6 for nobody, whose number is 0.
#[inline]
pub(super) const fn man(color: Color, kind: usize, square: Square) -> u64 {
    KEYS.men[(color.index() << 3 | kind) & 15][square.index() & 63]
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

/// The number that says Black has the move.
#[inline]
pub(super) const fn black_to_move() -> u64 {
    const { random(0) }
}

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the number at `index`.
/// Those below [`FREE`] are taken by the key.
pub(super) const fn random(index: usize) -> u64 {
    let mut z = SEED.wrapping_add(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn generate() -> Keys {
    let mut keys = Keys { men: [[0; 64]; 16], rooks: [0; 64], en_passant: [0; 8] };
    let mut square = 0;
    while square < 64 {
        keys.rooks[square] = random(1 + square);
        if square < 8 {
            keys.en_passant[square] = random(65 + square);
        }
        let mut man = 0;
        while man < 16 {
            if man & 7 < 6 {
                keys.men[man][square] = random(128 + 64 * man + square);
            }
            man += 1;
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
        let is_nobody = |row: &usize| row & 7 > 5;
        let men = (0..16).filter(|row| !is_nobody(row)).flat_map(|row| KEYS.men[row]);
        let mut seen: HashSet<u64> = men.collect();
        seen.extend(KEYS.rooks);
        seen.extend(KEYS.en_passant);
        seen.insert(black_to_move());
        assert_eq!(seen.len(), 12 * 64 + 64 + 8 + 1);
        assert!(!seen.contains(&0));
        assert!((0..16).filter(is_nobody).all(|row| KEYS.men[row] == [0; 64]));
    }
}
