//! Forced mates: does a side win against every defense? US Chess asks this about a flag that falls against a bishop, a
//! knight or two knights (14E2, 14E3).
//!
//! A breadth-first search builds the graph of all positions that can be reached, and works back from its checkmates. A
//! position with the side to move is won if one move leads to a won position; with the defender to move, if all do. The
//! search needs no depth: it stops when the first position is won, or when no position is left, which proves that there
//! is no forced mate.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem;

use crate::chess::moves::Move;
use crate::chess::packed::PackedPosition;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::material::has_mating_material;

/// Whether a side can force mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForcedMate {
    /// It can, for example by these moves.
    Yes(Vec<Move>),
    /// It cannot: the whole graph was searched.
    No,
    /// The search gave up.
    Unknown {
        /// The number of positions searched.
        positions: u32,
    },
}

/// A position of the graph.
struct Node {
    packed: PackedPosition,
    /// The positions before, with the moves that lead here.
    from: Vec<(usize, Move)>,
    /// The number of moves that do not lead to a won position, if the defender has the move.
    escapes: usize,
    is_won: bool,
    /// A move to a won position.
    next: Option<(Move, usize)>,
}

/// Searches at most `budget` positions for a forced mate by `side`.
pub fn forced_mate(position: &Position, side: Color, budget: u32) -> ForcedMate {
    let node = |packed| Node { packed, from: Vec::new(), escapes: 0, is_won: false, next: None };
    let mut nodes = vec![node(position.pack())];
    let mut numbers = HashMap::from([(position.pack(), 0)]);
    let mut at = 0;
    while at < nodes.len() {
        if nodes.len() > budget as usize {
            return ForcedMate::Unknown { positions: nodes.len() as u32 };
        }
        let position = nodes[at].packed.unpack();
        if has_mating_material(&position, side) {
            let moves = position.legal_moves();
            nodes[at].escapes = moves.len();
            if moves.is_empty() && position.is_check() && position.turn() != side {
                propagate(&mut nodes, at, side);
            }
            for &mv in moves.iter() {
                let packed = position.after_unchecked(mv).pack();
                let number = match numbers.entry(packed) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        nodes.push(node(packed));
                        *new.insert(nodes.len() - 1)
                    }
                };
                nodes[number].from.push((at, mv));
                if nodes[number].is_won {
                    reach(&mut nodes, (at, mv), number, side);
                }
            }
            if nodes[0].is_won {
                return ForcedMate::Yes(line(&nodes));
            }
        }
        at += 1;
    }
    ForcedMate::No
}

/// Marks a position as won, and those that depend on it.
fn propagate(nodes: &mut [Node], won: usize, side: Color) {
    nodes[won].is_won = true;
    let mut open = vec![won];
    while let Some(at) = open.pop() {
        for (before, mv) in mem::take(&mut nodes[at].from) {
            if advance(nodes, (before, mv), at, side) {
                open.push(before);
            }
        }
    }
}

/// A move was found that leads to a position known as won.
fn reach(nodes: &mut [Node], from: (usize, Move), to: usize, side: Color) {
    if advance(nodes, from, to, side) {
        propagate(nodes, from.0, side);
    }
}

/// Counts a move to a won position. Returns whether the position before it is newly won.
fn advance(nodes: &mut [Node], (before, mv): (usize, Move), to: usize, side: Color) -> bool {
    let is_own = nodes[before].packed.unpack().turn() == side;
    let node = &mut nodes[before];
    node.escapes -= 1;
    let becomes_won = !node.is_won && (is_own || node.escapes == 0);
    if becomes_won {
        (node.is_won, node.next) = (true, Some((mv, to)));
    }
    becomes_won
}

/// The moves from the first position to mate.
fn line(nodes: &[Node]) -> Vec<Move> {
    let (mut moves, mut at) = (Vec::new(), 0);
    while let Some((mv, next)) = nodes[at].next {
        moves.push(mv);
        at = next;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san;

    fn forced(fen: &str, side: Color) -> String {
        let mut position = Position::from_fen(fen).unwrap();
        match forced_mate(&position, side, 100_000) {
            ForcedMate::Yes(moves) => {
                let mut words = Vec::new();
                for mv in moves {
                    words.push(san::write(&position, mv).to_string());
                    position = position.after_unchecked(mv);
                }
                words.join(" ")
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn mates_against_every_defense_are_found() {
        assert_eq!(forced("8/8/8/p7/4N3/8/7p/5K1k b - - 0 1", Color::White), "a4 Nf2#");
        assert_eq!(forced("8/8/8/8/3N4/8/p1K5/k7 w - - 0 1", Color::White), "Nb3#");
        assert_eq!(forced("6rk/6pp/8/4N3/8/8/8/K7 w - - 0 1", Color::White), "Nf7#");
    }

    #[test]
    fn a_complete_search_proves_that_there_is_none() {
        assert_eq!(forced("8/8/8/8/3N4/8/p1K5/k7 b - - 0 1", Color::White), "No", "stalemate does not win");
        assert_eq!(
            forced("4k3/8/8/8/8/8/3q4/4KN2 w - - 0 1", Color::White),
            "No",
            "a knight cannot mate a king and queen"
        );
    }

    #[test]
    fn a_search_gives_up() {
        let position = Position::from_fen("4k3/7r/8/8/8/8/8/4KN2 w - - 0 1").unwrap();
        assert!(matches!(forced_mate(&position, Color::White, 100), ForcedMate::Unknown { .. }));
    }
}
