//! A shortest helpmate, where it is near.
//!
//! **What it finds.** All positions are gone through in the order of their distance, and the first mate that comes up is
//! as near as any: nobody who reads the line can ask why it takes longer than it must.
//!
//! **What it cannot see.** Mates beyond the positions it may look at: some four half-moves with few men, three with many.
//! The finder ([`super::helpmate`]) sees much farther, and its lines wander.

use std::collections::HashSet;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

/// A shortest line of legal moves to a mate by this side, if one comes up among so many positions.
#[must_use]
pub fn shortest(position: &Position, side: Color, most: usize) -> Option<Vec<Move>> {
    let mut seen = HashSet::from([position.pack()]);
    // Each position with the move that led to it and where the one before it stands.
    let mut reached = vec![(position.clone(), None)];
    let mut next = 0;
    while let Some((position, _)) = reached.get(next) {
        if position.turn() != side && position.is_checkmate() {
            return Some(line(&reached, next));
        }
        let position = position.clone();
        for mv in &position.legal_moves() {
            let after = position.after(mv);
            if reached.len() < most && seen.insert(after.pack()) {
                reached.push((after, Some((mv, next))));
            }
        }
        next += 1;
    }
    None
}

/// The moves that led to a position.
fn line(reached: &[(Position, Option<(Move, usize)>)], mut at: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some((mv, before)) = reached[at].1 {
        moves.push(mv);
        at = before;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(fen: &str, side: Color) -> Option<usize> {
        let position = Position::from_fen(fen).unwrap();
        let line = shortest(&position, side, 5_000)?;
        let mut last = position;
        for &mv in &line {
            assert!(last.is_legal(mv), "{fen}: {mv:?}");
            last.advance(mv);
        }
        assert!(last.is_checkmate() && last.turn() != side, "{fen}");
        Some(line.len())
    }

    #[test]
    fn no_shorter_line_exists() {
        assert_eq!(length("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::Black), Some(4));
        assert_eq!(length("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", Color::Black), Some(1));
        assert_eq!(length("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Color::White), Some(0));
        assert_eq!(length("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White), None);
    }
}
