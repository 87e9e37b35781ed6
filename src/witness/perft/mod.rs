//! Second opinions on perft: shakmaty (with the feature `cross-check`) or any engine counts the same moves, and a search
//! locates the first difference.
//!
//! ```text
//!   root, depth 5     ours 4865609   theirs 4865608     the count of one move differs: follow it
//!    └ e2e4, depth 4  ours  405385   theirs  405384
//!       └ …
//!          └ depth 1  ours: a5b6 …   theirs: –          the moves themselves differ: here is the bug
//! ```

mod engine;
mod process;
#[cfg(feature = "cross-check")]
mod shakmaty_position;

use std::collections::BTreeMap;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::{self, UciMode};

pub use engine::{Chess960, Engine, EngineError, Request};
#[cfg(feature = "cross-check")]
pub use shakmaty_position::{ShakmatyError, ShakmatyPosition};

// The search for the first position on which two perft implementations differ.

/// The count below each legal move, by the move in UCI.
pub type DivideCounts = BTreeMap<String, u64>;

/// The position on which two perft implementations differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftDifference {
    /// The moves from the root to the position.
    pub path: Vec<String>,
    pub position: Position,
    /// The depth counted from it, in plies.
    pub depth: u32,
    pub fault: PerftFault,
}

/// The difference of two perft implementations on a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerftFault {
    /// The legal moves differ.
    Moves {
        /// Legal moves that the other does not generate.
        missing: Vec<String>,
        /// Illegal moves that the other generates.
        extra: Vec<String>,
    },
    /// The counts differ, although both agree on all positions after one more move: the other contradicts itself. Each
    /// move has the counts of adoube and of the other.
    Counts(Vec<(String, u64, u64)>),
}

/// Compares the counts below each move of a position. While the counts of a move differ, continues with the position
/// after the first such move. `None` if the two agree at the root. `depth` is at least 1.
///
/// Both closures get the position to count from and a depth of at least 1; `theirs` also gets the moves played so far.
pub fn first_difference<E>(
    root: &Position,
    depth: u32,
    mode: UciMode,
    mut ours: impl FnMut(&Position, u32) -> Result<DivideCounts, E>,
    mut theirs: impl FnMut(&[String], &Position, u32) -> Result<DivideCounts, E>,
) -> Result<Option<PerftDifference>, E> {
    let mut path = Vec::new();
    let mut position = root.clone();
    let mut depth = depth.max(1);
    let mut above = None;
    loop {
        let (our_counts, their_counts) = (ours(&position, depth)?, theirs(&path, &position, depth)?);
        if our_counts == their_counts {
            return Ok(above);
        }
        let difference = |fault| PerftDifference { path: path.clone(), position: position.clone(), depth, fault };
        if let Some(fault) = fault_in_moves(&our_counts, &their_counts) {
            return Ok(Some(difference(fault)));
        }
        let differing = differing_counts(&our_counts, &their_counts);
        let first = differing.first().map(|(name, ..)| name.clone());
        let next = first.and_then(|name| Some((find(&position, &name, mode)?, name)));
        let here = difference(PerftFault::Counts(differing));
        let Some((m, name)) = next.filter(|_| depth > 1) else { return Ok(Some(here)) };
        position.play_unchecked(m);
        path.push(name);
        depth -= 1;
        above = Some(here);
    }
}

fn fault_in_moves(ours: &DivideCounts, theirs: &DivideCounts) -> Option<PerftFault> {
    let only_in = |one: &DivideCounts, other: &DivideCounts| {
        one.keys().filter(|name| !other.contains_key(*name)).cloned().collect::<Vec<_>>()
    };
    let (missing, extra) = (only_in(ours, theirs), only_in(theirs, ours));
    (!missing.is_empty() || !extra.is_empty()).then_some(PerftFault::Moves { missing, extra })
}

fn differing_counts(ours: &DivideCounts, theirs: &DivideCounts) -> Vec<(String, u64, u64)> {
    let pairs = ours.iter().filter_map(|(name, &count)| Some((name.clone(), count, *theirs.get(name)?)));
    pairs.filter(|(_, ours, theirs)| ours != theirs).collect()
}

fn find(position: &Position, name: &str, mode: UciMode) -> Option<Move> {
    position.legal_moves().into_iter().find(|&m| uci::write(m, mode).to_string() == name)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use crate::chess::perft::divide;

    use super::*;

    fn counts(position: &Position, depth: u32) -> DivideCounts {
        let named = |(m, count)| (uci::write(m, UciMode::Standard).to_string(), count);
        divide(position, depth).into_iter().map(named).collect()
    }

    fn difference(
        depth: u32,
        mut theirs: impl FnMut(&[String], &Position, u32) -> DivideCounts,
    ) -> Option<PerftDifference> {
        let ours = |position: &Position, depth| Ok::<_, Infallible>(counts(position, depth));
        let theirs = |path: &[String], position: &Position, depth| Ok(theirs(path, position, depth));
        first_difference(&Position::initial(), depth, UciMode::Standard, ours, theirs).unwrap()
    }

    #[test]
    fn equal_counts_have_no_difference() {
        assert_eq!(difference(3, |_, position, depth| counts(position, depth)), None);
    }

    /// A perft that never generates the move d4d5.
    fn perft_without_d4d5(position: &Position, depth: u32) -> DivideCounts {
        let moves = counts(position, 1).into_keys().filter(|name| name != "d4d5");
        let below = |name: &str| {
            let m = find(position, name, UciMode::Standard).unwrap();
            if depth == 1 { 1 } else { perft_without_d4d5(&position.after_unchecked(m), depth - 1).values().sum() }
        };
        moves.map(|name| (name.clone(), below(&name))).collect()
    }

    #[test]
    fn a_missing_move_is_located() {
        let found = difference(3, |_, position, depth| perft_without_d4d5(position, depth)).unwrap();
        assert_eq!(found.path.len(), 2, "{found:?}");
        assert_eq!(found.path[0], "d2d4");
        assert_eq!((found.depth, found.position.fullmove_number()), (1, 2));
        assert_eq!(found.fault, PerftFault::Moves { missing: vec!["d4d5".to_owned()], extra: vec![] });
    }

    #[test]
    fn inconsistent_counts_are_reported() {
        let found = difference(3, |path, position, depth| {
            let mut counts = counts(position, depth);
            if path.is_empty() {
                counts.insert("e2e4".to_owned(), 599);
            }
            counts
        });
        let found = found.unwrap();
        assert_eq!(found.fault, PerftFault::Counts(vec![("e2e4".to_owned(), 600, 599)]));
        assert!(found.path.is_empty());
    }
}
