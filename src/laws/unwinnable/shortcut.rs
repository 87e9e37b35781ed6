//! Shortcuts: removes detours from a line to checkmate.
//!
//! **What it shows.** A line that is not longer: breadth-first search over the positions of the line finds a shortest
//! path through them, or to a checkmate in one move from any of them.
//!
//! **What it cannot find.** Paths through other positions; [`shortest`](mod@super::shortest) finds those.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow::{Break, Continue};

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

/// Returns the line to a checkmate by this side without its detours.
pub(super) fn remove_detours(start: &Position, side: Color, line: &[Move]) -> Vec<Move> {
    let mut positions = vec![start.clone()];
    for &mv in line {
        positions.push(positions[positions.len() - 1].after_unchecked(mv));
    }
    let indices: HashMap<_, _> = positions.iter().map(Position::pack).zip(0..).collect();
    // For each index on the line: the index of the predecessor, and the move from it.
    let mut parents: Vec<Option<(usize, Move)>> = vec![None; positions.len()];
    let mut waiting = VecDeque::from([0]);
    while let Some(at) = waiting.pop_front() {
        let position = &positions[at];
        let mut mate = None;
        let _ = position.visit_legal_moves(|mv| {
            let after = position.after_unchecked(mv);
            if after.turn() != side && after.is_checkmate() {
                mate = Some(mv);
                return Break(());
            }
            if let Some(&index) = indices.get(&after.pack())
                && index > 0
                && parents[index].is_none()
            {
                parents[index] = Some((at, mv));
                waiting.push_back(index);
            }
            Continue(())
        });
        if let Some(mate) = mate {
            return moves_to(&parents, at, mate);
        }
    }
    line.to_vec()
}

/// The moves to an index, and one more.
fn moves_to(parents: &[Option<(usize, Move)>], mut at: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while let Some((before, mv)) = parents[at] {
        moves.push(mv);
        at = before;
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san;

    #[test]
    fn detours_are_removed() {
        let start = Position::from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap();
        let mut last = start.clone();
        let mut line = Vec::new();
        for text in ["Ra2", "Kg8", "Ra1", "Kh8", "Rb1", "Kg8", "Ra1", "Kh8", "Kg6", "Kg8", "Ra8"] {
            let mv = last.resolve(&san::parse(text.as_bytes()).unwrap()).unwrap().mv;
            last.play_unchecked(mv);
            line.push(mv);
        }
        assert!(last.is_checkmate());
        let short = remove_detours(&start, Color::White, &line);
        assert_eq!(short, line[8..]);
        assert_eq!(remove_detours(&start, Color::White, &short), short);
        assert_eq!(remove_detours(&last, Color::White, &[]), []);
    }
}
