//! Two opinions on the counts below each move, and the first position on which they part.

use std::collections::BTreeMap;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::{self, UciMode};

/// The count below each legal move, by the move's name in UCI.
pub type Counts = BTreeMap<String, u64>;

/// Where two opinions part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The moves that lead to the position from where the search began.
    pub path: Vec<String>,
    /// The position.
    pub position: Position,
    /// How many plies were counted from it.
    pub depth: u32,
    /// In what they differ there.
    pub fault: Fault,
}

/// In what two opinions on a position differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// In the legal moves.
    Moves {
        /// Legal, but the other does not have them.
        missing: Vec<String>,
        /// The other has them, but they are illegal.
        extra: Vec<String>,
    },
    /// In counts, although all positions one move further are counted alike when they are asked about alone: the other
    /// contradicts itself. The moves with our count and the other's.
    Counts(Vec<(String, u64, u64)>),
}

/// Counts from a position and, as long as a move has two different counts, from the position after the first such
/// move; `None` if the two opinions agree from the start. `depth` is at least 1.
///
/// Either opinion is asked with the moves played so far, the position after them, and a depth of at least 1.
pub fn first_difference<E>(
    root: &Position,
    depth: u32,
    mode: UciMode,
    mut ours: impl FnMut(&Position, u32) -> Result<Counts, E>,
    mut theirs: impl FnMut(&[String], &Position, u32) -> Result<Counts, E>,
) -> Result<Option<Difference>, E> {
    let mut path = Vec::new();
    let mut position = root.clone();
    let mut depth = depth.max(1);
    let mut above = None;
    loop {
        let (our_counts, their_counts) = (ours(&position, depth)?, theirs(&path, &position, depth)?);
        if our_counts == their_counts {
            return Ok(above);
        }
        let difference = |fault| Difference { path: path.clone(), position: position.clone(), depth, fault };
        if let Some(fault) = fault_in_moves(&our_counts, &their_counts) {
            return Ok(Some(difference(fault)));
        }
        let differing = differing_counts(&our_counts, &their_counts);
        let first = differing.first().map(|(name, ..)| name.clone());
        let next = first.and_then(|name| Some((find(&position, &name, mode)?, name)));
        let here = difference(Fault::Counts(differing));
        let Some((m, name)) = next.filter(|_| depth > 1) else { return Ok(Some(here)) };
        position.play(m);
        path.push(name);
        depth -= 1;
        above = Some(here);
    }
}

fn fault_in_moves(ours: &Counts, theirs: &Counts) -> Option<Fault> {
    let only_in = |one: &Counts, other: &Counts| {
        one.keys().filter(|name| !other.contains_key(*name)).cloned().collect::<Vec<_>>()
    };
    let (missing, extra) = (only_in(ours, theirs), only_in(theirs, ours));
    (!missing.is_empty() || !extra.is_empty()).then_some(Fault::Moves { missing, extra })
}

fn differing_counts(ours: &Counts, theirs: &Counts) -> Vec<(String, u64, u64)> {
    let pairs = ours.iter().filter_map(|(name, &count)| Some((name.clone(), count, *theirs.get(name)?)));
    pairs.filter(|(_, ours, theirs)| ours != theirs).collect()
}

fn find(position: &Position, name: &str, mode: UciMode) -> Option<Move> {
    position.legal_moves().into_iter().find(|&m| uci::write(m, mode).to_string() == name)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::chess::perft::divide;

    fn counts(position: &Position, depth: u32) -> Counts {
        let named = |(m, count)| (uci::write(m, UciMode::Standard).to_string(), count);
        divide(position, depth).into_iter().map(named).collect()
    }

    fn difference(depth: u32, mut theirs: impl FnMut(&[String], &Position, u32) -> Counts) -> Option<Difference> {
        let ours = |position: &Position, depth| Ok::<_, Infallible>(counts(position, depth));
        let theirs = |path: &[String], position: &Position, depth| Ok(theirs(path, position, depth));
        first_difference(&Position::initial(), depth, UciMode::Standard, ours, theirs).unwrap()
    }

    #[test]
    fn who_agrees_agrees() {
        assert_eq!(difference(3, |_, position, depth| counts(position, depth)), None);
    }

    /// One that does not know that a pawn on d4 can be pushed to d5.
    fn forgetful(position: &Position, depth: u32) -> Counts {
        let moves = counts(position, 1).into_keys().filter(|name| name != "d4d5");
        let below = |name: &str| {
            let m = find(position, name, UciMode::Standard).unwrap();
            if depth == 1 { 1 } else { forgetful(&position.after(m), depth - 1).values().sum() }
        };
        moves.map(|name| (name.clone(), below(&name))).collect()
    }

    #[test]
    fn a_forgotten_move_is_found_where_it_is_forgotten() {
        let found = difference(4, |_, position, depth| forgetful(position, depth)).unwrap();
        assert_eq!(found.path.len(), 2, "{found:?}");
        assert_eq!(found.path[0], "d2d4");
        assert_eq!((found.depth, found.position.fullmove_number()), (2, 2));
        assert_eq!(found.fault, Fault::Moves { missing: vec!["d4d5".to_owned()], extra: vec![] });
    }

    #[test]
    fn who_contradicts_himself_is_told_so() {
        let found = difference(3, |path, position, depth| {
            let mut counts = counts(position, depth);
            if path.is_empty() {
                counts.insert("e2e4".to_owned(), 599);
            }
            counts
        });
        let found = found.unwrap();
        assert_eq!(found.fault, Fault::Counts(vec![("e2e4".to_owned(), 600, 599)]));
        assert!(found.path.is_empty());
    }
}
