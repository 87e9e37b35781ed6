//! An exact encoding of a position in 32 bytes.
//!
//! It serves searches that store millions of positions and must never confuse two, which a hash cannot guarantee. It
//! keeps what makes positions the same by article 9.2.3: pieces, turn, castling rights, and the en passant square if a
//! capture is fully legal. It drops the counters.
//!
//! Three bitboards encode the kind of piece on each square; a fourth encodes its color:
//!
//! ```text
//!   000 vacant     001 pawn     010 knight   011 bishop
//!   100 rook       101 queen    110 king     111 rook with the right to castle
//! ```
//!
//! On vacant squares the fourth bitboard is free. There its bits are 1 if Black has the move, else 0; the one bit that
//! differs, if any, is the en passant square. With at most 32 pieces there are always enough vacant squares to decide
//! which bit that is.

use super::bitboard::Bitboard;
use super::piece::Color;
use super::position::Position;

/// The exact 32-byte encoding of a position without its counters; see the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedPosition([u64; 4]);

impl Position {
    /// Encodes the position without its counters.
    #[inline]
    pub(crate) fn pack(&self) -> PackedPosition {
        let [pawns, knights, bishops, rooks, queens, kings] = self.kinds.map(|set| set.0);
        let castling = self.castling.0;
        let vacant = !self.occupied().0;
        let black_to_move = if self.turn == Color::Black { vacant } else { 0 };
        let en_passant = self.legal_en_passant().map_or(0, |square| 1 << square.index());
        PackedPosition([
            pawns | bishops | queens | castling,
            knights | bishops | kings | castling,
            rooks | queens | kings,
            self.colors[Color::Black.index()].0 | (black_to_move ^ en_passant),
        ])
    }
}

impl PackedPosition {
    /// Decodes the position, with half-move clock 0 and move number 1.
    pub fn unpack(self) -> Position {
        let Self([ones, twos, fours, colors]) = self;
        let occupied = ones | twos | fours;
        let vacant = !occupied;
        let castling = ones & twos & fours;
        let black = colors & occupied;
        let black_to_move = (colors & vacant).count_ones() > 1;
        let en_passant = if black_to_move { !colors & vacant } else { colors & vacant };
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

    /// A well-mixed 64-bit hash, for hash tables.
    #[inline]
    pub fn hash(self) -> u64 {
        // The first factor is 2^64 divided by the golden ratio, the others are those of SplitMix64 and its relatives.
        // The high bits of each product are mixed best.
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
    fn unpacking_restores_the_position() {
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
            for &m in position.legal_moves().iter().step_by(if cfg!(miri) { 9 } else { 1 }) {
                check(&position.after_unchecked(m));
            }
            // A long pseudo-random walk; Miri takes too long for it.
            for step in 0..if cfg!(miri) { 3 } else { 200 } {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[step * 7 % moves.len()]);
                check(&position);
            }
        }
    }

    #[test]
    fn different_positions_differ_when_packed() {
        let packed = |fen: &str| Position::from_fen(fen).unwrap().pack();
        let base = packed("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(base, packed("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 9"));
        assert_ne!(base, packed("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
        assert_ne!(base, packed("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
        assert_ne!(packed("4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1"), packed("4k3/8/8/8/1pPp4/8/8/4K3 b - - 0 1"));
        assert_eq!(packed("4k3/8/8/8/2P5/8/8/4K3 b - c3 0 1"), packed("4k3/8/8/8/2P5/8/8/4K3 b - - 0 1"));
    }
}
