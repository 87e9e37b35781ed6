//! A position in 32 bytes, exactly.
//!
//! For searches that must remember millions of positions and tell them apart for certain, where a hash would not do. What
//! is kept is what makes positions the same by Laws 9.2.3: men, side to move, castling rights, and an en passant capture
//! if it is fully legal. The counters are not kept.
//!
//! Three planes of bits spell what stands on a square, a fourth one whose it is:
//!
//! ```text
//!   000 nothing    001 pawn     010 knight   011 bishop
//!   100 rook       101 queen    110 king     111 rook with the right to castle
//! ```
//!
//! On squares with nothing on them the fourth plane is free. All of them are marked if Black has the move; the one square
//! that differs from the others, if there is one, is that of an en passant capture. There are always more than two, for
//! there are never more than 32 men.

use super::bitboard::Bitboard;
use super::piece::Color;
use super::position::Position;

/// What makes a position the same as another, in 32 bytes; see the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed([u64; 4]);

impl Position {
    /// The position without its counters.
    #[must_use]
    #[inline]
    pub fn pack(&self) -> Packed {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds.map(|set| set.0);
        let castling = self.castling.0;
        let vacant = !self.occupied().0;
        let black_to_move = if self.turn == Color::Black { vacant } else { 0 };
        let en_passant = self.legal_en_passant().map_or(0, |square| 1 << square.index());
        Packed([
            pawns | bishops | queens | castling,
            knights | bishops | kings | castling,
            rooks | queens | kings,
            self.colors[Color::Black.index()].0 | (black_to_move ^ en_passant),
        ])
    }
}

impl Packed {
    /// The position, with a half-move clock of 0 and at move 1.
    #[must_use]
    pub fn unpack(self) -> Position {
        let Self([ones, twos, fours, marks]) = self;
        let occupied = ones | twos | fours;
        let vacant = !occupied;
        let castling = ones & twos & fours;
        let black = marks & occupied;
        let black_to_move = (marks & vacant).count_ones() > 1;
        let en_passant = if black_to_move { !marks & vacant } else { marks & vacant };
        let mut position = Position {
            kinds: [
                ones & !twos & !fours,
                twos & !ones & !fours,
                ones & twos & !fours,
                (fours & !ones & !twos) | castling,
                ones & fours & !twos,
                twos & fours & !ones,
            ]
            .map(Bitboard),
            colors: [Bitboard(occupied & !black), Bitboard(black)],
            key: 0,
            halfmove_clock: 0,
            fullmove_number: 1,
            castling: Bitboard(castling),
            en_passant: Bitboard(en_passant).first(),
            en_passant_legal: en_passant != 0,
            turn: if black_to_move { Color::Black } else { Color::White },
        };
        position.key = position.key_from_scratch();
        position
    }

    /// A number that is spread well over all positions, for hash tables.
    #[must_use]
    #[inline]
    pub fn hash(self) -> u64 {
        // Odd factors from the golden ratio; the high bits of the sum are the best ones.
        const FACTORS: [u64; 4] =
            [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];
        self.0.iter().zip(FACTORS).fold(0, |hash: u64, (plane, factor)| {
            let mixed = (hash ^ plane).wrapping_mul(factor);
            mixed ^ mixed >> 32
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(position: &Position) {
        let again = position.pack().unpack();
        assert!(again.same_position(position), "{position:?} {again:?}");
        assert_eq!(again.key(), position.key(), "{position:?}");
    }

    #[test]
    fn what_is_unpacked_is_the_same() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
            "4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1",
            "4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/8/2P5/8/8/4K3 b - c3 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 9 9",
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            check(&position);
            for m in &position.legal_moves() {
                check(&position.after(m));
            }
            // A long walk through whatever comes first.
            for step in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.advance(moves[step * 7 % moves.len()]);
                check(&position);
            }
        }
    }

    #[test]
    fn positions_that_differ_are_told_apart() {
        let packed = |fen: &str| Position::from_fen(fen).unwrap().pack();
        let base = packed("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(base, packed("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9"));
        assert_ne!(base, packed("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
        assert_ne!(base, packed("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
        assert_ne!(packed("4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1"), packed("4k3/8/8/8/1pPp4/8/8/4K3 b - - 0 1"));
        assert_eq!(packed("4k3/8/8/8/2P5/8/8/4K3 b - c3 0 1"), packed("4k3/8/8/8/2P5/8/8/4K3 b - - 0 1"));
    }
}
