//! Perft statistics: the number of paths whose last move is of a certain kind.
//!
//! [`statistics`] computes the columns of <https://www.chessprogramming.org/Perft_Results>.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, Ordering};

use super::hashed::{Halt, MAX_DEPTH};
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::position::Position;

/// The number of paths of one length, and of those with a last move of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// All paths.
    pub nodes: u64,
    /// Captures, including en passant.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castling.
    pub castles: u64,
    /// Promotions, with or without capture.
    pub promotions: u64,
    /// Checks of any kind.
    pub checks: u64,
    /// Checks by a single piece other than the one that moved.
    pub discovered: u64,
    /// Checks by two pieces.
    pub double: u64,
    /// Checkmates.
    pub mates: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered += other.discovered;
        self.double += other.double;
        self.mates += other.mates;
    }
}

/// The statistics of the paths of 1, 2, … `depth` moves, at most [`MAX_DEPTH`]. Stops soon after `stop` has become
/// true.
pub fn statistics(position: &Position, depth: u32, stop: &AtomicBool) -> Result<Vec<Statistics>, Halt> {
    let mut rows = vec![Statistics::default(); depth.min(MAX_DEPTH) as usize];
    add(position, &mut rows, stop)?;
    Ok(rows)
}

/// Adds the paths from this position to the rows; the first row is for its own moves.
fn add(position: &Position, rows: &mut [Statistics], stop: &AtomicBool) -> Result<(), Halt> {
    let Some((row, below)) = rows.split_first_mut() else { return Ok(()) };
    if stop.load(Ordering::Relaxed) {
        return Err(Halt::Stopped);
    }
    for m in &position.legal_moves() {
        let mut after = position.clone();
        let captured = after.play_unchecked(m).captured();
        *row += of_move(m, captured.is_some(), &after);
        add(&after, below, stop)?;
    }
    Ok(())
}

fn of_move(m: Move, captures: bool, after: &Position) -> Statistics {
    let checkers = after.checkers();
    let is_check = !checkers.is_empty();
    // After castling, the rook that gives check has moved, too.
    let is_by_other = m.kind() != MoveKind::Castle && (checkers & Bitboard::from_square(m.to())).is_empty();
    Statistics {
        nodes: 1,
        captures: captures.into(),
        en_passant: (m.kind() == MoveKind::EnPassant).into(),
        castles: (m.kind() == MoveKind::Castle).into(),
        promotions: m.promotion().is_some().into(),
        checks: is_check.into(),
        discovered: (checkers.single().is_some() && is_by_other).into(),
        double: checkers.has_several().into(),
        mates: (is_check && !after.has_legal_move()).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(fen: &str, depth: u32) -> Vec<[u64; 9]> {
        let position = Position::from_fen(fen).unwrap();
        let rows = statistics(&position, depth, &AtomicBool::new(false)).unwrap();
        let flat = |row: Statistics| {
            let Statistics { nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates } =
                row;
            [nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates]
        };
        rows.into_iter().map(flat).collect()
    }

    /// The table on the Chess Programming Wiki.
    #[test]
    fn the_statistics_of_the_initial_position_are_as_published() {
        assert_eq!(
            table("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
            [
                [20, 0, 0, 0, 0, 0, 0, 0, 0],
                [400, 0, 0, 0, 0, 0, 0, 0, 0],
                [8_902, 34, 0, 0, 0, 12, 0, 0, 0],
                [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8],
            ]
        );
    }

    #[test]
    fn the_statistics_of_kiwipete_are_as_published() {
        assert_eq!(
            table("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            [
                [48, 8, 0, 2, 0, 0, 0, 0, 0],
                [2_039, 351, 1, 91, 0, 3, 0, 0, 0],
                [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1],
            ]
        );
    }

    #[test]
    fn discovered_and_double_checks_are_as_published() {
        assert_eq!(
            table("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
            [
                [14, 1, 0, 0, 0, 2, 0, 0, 0],
                [191, 14, 0, 0, 0, 10, 0, 0, 0],
                [2_812, 209, 2, 0, 0, 267, 3, 0, 0],
                [43_238, 3_348, 123, 0, 0, 1_680, 106, 0, 17],
                [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0],
            ]
        );
    }

    #[test]
    fn promotions_are_as_published() {
        let rows = table("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3);
        // The wiki does not count discovered and double checks here.
        let published = rows.iter().map(|&[nodes, captures, en_passant, castles, promotions, checks, _, _, mates]| {
            [nodes, captures, en_passant, castles, promotions, checks, mates]
        });
        let expected = [[6, 0, 0, 0, 0, 0, 0], [264, 87, 0, 6, 48, 10, 0], [9_467, 1_021, 4, 0, 120, 38, 22]];
        assert_eq!(published.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_check_by_castling_is_not_discovered() {
        let rows = table("5k2/8/8/8/8/8/8/4K2R w K - 0 1", 1);
        assert_eq!(rows, [[15, 0, 0, 1, 0, 3, 0, 0, 0]]);
        // In Chess960, also where the rook takes the place of the king.
        let rows = table("5k2/8/8/8/8/8/8/5KR1 w G - 0 1", 1);
        assert_eq!((rows[0][3], rows[0][5], rows[0][6]), (1, 2, 0));
    }
}
