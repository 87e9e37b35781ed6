//! Shortcuts: what a line to a mate does not need.
//!
//! **What it shows.** A line that is no longer: wherever one move leads from a position of the line straight to a later one,
//! or to a mate, what stands between is left out, and of all ways through these positions one with the fewest moves is kept.
//!
//! **What it cannot see.** Ways through other positions; those are for [`shortest`](super::shortest).

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow::{Break, Continue};

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

/// The line to a mate by this side without its detours.
pub(super) fn take(start: &Position, side: Color, line: &[Move]) -> Vec<Move> {
    let mut positions = vec![start.clone()];
    for &mv in line {
        positions.push(positions[positions.len() - 1].after(mv));
    }
    let places: HashMap<_, _> = positions.iter().map(Position::pack).zip(0..).collect();
    // For each place on the line: the move that leads there, and the place from which it does.
    let mut ways: Vec<Option<(usize, Move)>> = vec![None; positions.len()];
    let mut waiting = VecDeque::from([0]);
    while let Some(at) = waiting.pop_front() {
        let position = &positions[at];
        let mut mate = None;
        let _ = position.visit_legal_moves(|mv| {
            let after = position.after(mv);
            if after.turn() != side && after.is_checkmate() {
                mate = Some(mv);
                return Break(());
            }
            if let Some(&place) = places.get(&after.pack())
                && place > 0
                && ways[place].is_none()
            {
                ways[place] = Some((at, mv));
                waiting.push_back(place);
            }
            Continue(())
        });
        if let Some(mate) = mate {
            return way(&ways, at, mate);
        }
    }
    line.to_vec()
}

/// The moves to a place, and one more.
fn way(ways: &[Option<(usize, Move)>], mut at: usize, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    while let Some((before, mv)) = ways[at] {
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
    fn detours_are_left_out() {
        let start = Position::from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1").unwrap();
        let mut last = start.clone();
        let mut line = Vec::new();
        for word in ["Ra2", "Kg8", "Ra1", "Kh8", "Rb1", "Kg8", "Ra1", "Kh8", "Kg6", "Kg8", "Ra8"] {
            let mv = last.resolve(&san::read(word.as_bytes()).unwrap()).unwrap().mv;
            last.advance(mv);
            line.push(mv);
        }
        assert!(last.is_checkmate());
        let short = take(&start, Color::White, &line);
        assert_eq!(short, line[8..]);
        assert_eq!(take(&start, Color::White, &short), short);
        assert_eq!(take(&last, Color::White, &[]), []);
    }
}
