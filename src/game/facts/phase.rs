//! The phase of the game to which a position belongs.
//!
//! The tests are those of `core/src/main/scala/Divider.scala` in lichess-org/scalachess, which finds where the middlegame and
//! the endgame of a game begin.

use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

named! {
    /// A phase of the game.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(super) enum Phase: (NAMES) {
        Opening = "opening",
        Middlegame = "middlegame",
        Endgame = "endgame",
    }
}

impl Phase {
    pub(super) fn of(position: &Position) -> Self {
        let kinds = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
        let pieces: u32 = kinds.into_iter().map(|kind| position.by_type(kind).count()).sum();
        if pieces <= 6 {
            return Self::Endgame;
        }
        let white = position.by_color(Color::White);
        let black = position.by_color(Color::Black);
        let is_sparse = (white & FIRST_RANK).count() < 4 || (black & LAST_RANK).count() < 4;
        if pieces <= 10 || is_sparse || mixedness(white, black) > 150 { Self::Middlegame } else { Self::Opening }
    }
}

const FIRST_RANK: Bitboard = Bitboard(0xff);
const LAST_RANK: Bitboard = Bitboard(0xff << 56);

/// How much the pieces and pawns of both sides are mixed: the sum over all squares of four.
fn mixedness(white: Bitboard, black: Bitboard) -> u32 {
    let squares = (0..7).flat_map(|rank| (0..7).map(move |file| (rank, Bitboard(0x0303 << (file + 8 * rank)))));
    squares.map(|(rank, square)| score(rank + 1, (white & square).count(), (black & square).count())).sum()
}

/// The score of four squares, of which the lower ones are on this rank, with so many pieces of White and of Black.
const fn score(rank: u32, white: u32, black: u32) -> u32 {
    match (white, black) {
        (1, 0) => 9 - rank,
        (2, 0) if rank > 2 => rank,
        (3 | 4, 0) if rank > 1 => rank + 2,
        (0, 1) => rank + 1,
        (1, 1) => 5 + rank.abs_diff(3),
        (2, 1) => 4 + rank,
        (3, 1) => 5 + rank,
        (0, 2) if rank < 6 => 8 - rank,
        (1, 2) => 10 - rank,
        (2, 2) => 7,
        (0, 3 | 4) if rank < 7 => 10 - rank,
        (1, 3) => 11 - rank,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_a_phase() {
        for (fen, phase) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Phase::Opening),
            // Ten pieces, all on their first ranks or developed.
            ("r2qk2r/pppb1ppp/2n5/8/8/2N5/PPPB1PPP/R2QK2R w KQkq - 0 1", Phase::Middlegame),
            // White has three pieces on the first rank.
            ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1", Phase::Middlegame),
            ("r3k2r/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R3K2R w KQkq - 0 1", Phase::Endgame),
            ("r2qk2r/ppp2ppp/8/8/8/2N5/PPP2PPP/R2QK2R w KQkq - 0 1", Phase::Middlegame),
        ] {
            assert_eq!(Phase::of(&Position::from_fen(fen).unwrap()), phase, "{fen}");
        }
    }

    /// The table of scores in the words of its source, at each of its ends.
    #[test]
    fn squares_are_scored() {
        for (rank, white, black, expected) in [
            (1, 0, 0, 0),
            (1, 1, 0, 8),
            (7, 1, 0, 2),
            (2, 2, 0, 0),
            (3, 2, 0, 3),
            (1, 3, 0, 0),
            (2, 4, 0, 4),
            (7, 0, 1, 8),
            (1, 1, 1, 7),
            (3, 1, 1, 5),
            (7, 1, 1, 9),
            (1, 2, 1, 5),
            (7, 3, 1, 12),
            (5, 0, 2, 3),
            (6, 0, 2, 0),
            (7, 1, 2, 3),
            (4, 2, 2, 7),
            (6, 0, 3, 4),
            (7, 0, 3, 0),
            (7, 1, 3, 4),
            (1, 0, 4, 9),
        ] {
            assert_eq!(score(rank, white, black), expected, "{rank} {white} {black}");
        }
    }
}
