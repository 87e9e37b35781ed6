//! Unwinnability: can this side still checkmate by any series of legal moves (Laws 5.1.2, 5.2.2, 6.9, 7.5.5)?
//!
//! [`can_mate`] answers yes with a helpmate, no with a proof, or unknown within the budget. It is sound: it never
//! claims that a side that can win is unable to. As in the wording of 5.2.2, half-move clocks and repetitions do not
//! count.
//!
//! The stages run from cheap to expensive. Each has a module that says what it proves, why it is sound and what it
//! cannot find:
//!
//! 1. material ([`material`]),
//! 2. tiny trees (`small_trees`), unless both sides play freely (`free_play`),
//! 3. confined play (`confined`): a side with very few moves, and pawn walls (`closed`),
//! 4. the quick helpmate finder (`helpmate`),
//! 5. closed positions of any kind (`closed`),
//! 6. scenes (`scenes`): exact placements of kings, pawns and knights, with sets of squares for the other pieces,
//! 7. guided search (`guided`): best-first searches for a mate on one chosen square,
//! 8. the full search (`search`), in growing rounds, with the cheapest moves first (`costs`).
//!
//! If the moves do not matter ([`winnable`], [`deadness`]), open play (`open_play`) answers most questions first, at
//! the cost of a few generated moves.
//!
//! Stages 1 to 3 take about a microsecond ([`cannot_mate`]). Stages 4 and 7 find only a *yes*, 5 and 6 only a *no*,
//! and 8 finds both. [`shorten`] and [`shortest()`] find lines fit for readers. All budgets count positions, not time, so
//! the answer is the same on every machine.

mod closed;
mod confined;
mod costs;
mod distance;
mod explain;
mod guided;
mod helpmate;
mod open_play;
mod scenes;
mod search;
mod shortcut;
mod shortest;
mod small_trees;
mod unions;

pub use closed::check::{ReachError, check};
pub use closed::{PieceReach, ReachProof};
pub use explain::{FinalLine, LineEnd, MissingMaterial, Proof, lines, missing_material};
pub use scenes::check::check_scenes;
pub use scenes::{Roamer, Roaming, Scene, Scenes};
pub use shortest::{Helpmate, MAX_PLIES, NEAR, shorten, shortest};

use std::ops::Range;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::material;
use confined::{ReachPruning, ScenePruning};
use costs::CostModel;
use search::{Search, SearchOutcome};
use small_trees::TinyTree;

/// The answer to *can this side still checkmate?*
///
/// # Examples
///
/// ```
/// use adoube::{CanMate, Color, Position};
///
/// let position = Position::from_fen("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1")?;
/// let CanMate::Yes(line) = position.can_mate(Color::Black) else { panic!() };
/// let last = line.iter().try_fold(position, |position, &mv| position.after(mv))?;
/// assert!(last.is_checkmate());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanMate {
    /// It can: these legal moves of both sides end in checkmate. Empty if the other side is checkmated already.
    Yes(Vec<Move>),
    /// It cannot, with the proof.
    No(Proof),
    /// Not decided.
    Unknown {
        /// The number of positions searched.
        positions: u32,
    },
}

/// The default budget in positions: at most about a second and 50 megabytes. It leaves open one of the 10,424 questions
/// about the two collections of hard positions in `docs/performance.md`.
pub const BUDGET: u32 = 1_000_000;

/// Decides whether a side can still checkmate. `budget` limits the number of positions searched, except for the few of
/// the quick stages. With a budget of 0 only the material counts. A million positions take about 50 megabytes.
pub fn can_mate(position: &Position, side: Color, budget: u32) -> CanMate {
    can_mate_at_cost(position, side, budget).0
}

/// Like [`can_mate`]; also returns how many positions of the budget were searched.
pub fn can_mate_at_cost(position: &Position, side: Color, budget: u32) -> (CanMate, u32) {
    if let Some(answer) = by_material(position, side) {
        return (answer, 0);
    }
    if budget == 0 {
        return (CanMate::Unknown { positions: 0 }, 0);
    }
    match quick_stages(position, side) {
        Some(answer) => (answer, 0),
        None => Query::new(position, side, budget).decide(),
    }
}

/// The quick answer: a proof that this side cannot checkmate, if the quick stages find one.
pub fn cannot_mate(position: &Position, side: Color) -> Option<Proof> {
    match by_material(position, side).or_else(|| quick_stages(position, side)) {
        Some(CanMate::No(proof)) => Some(proof),
        _ => None,
    }
}

/// The quick stages after material.
fn quick_stages(position: &Position, side: Color) -> Option<CanMate> {
    if !confined::is_free(position, side) {
        match small_trees::search(position, side) {
            TinyTree::Over(positions) => return Some(CanMate::No(Proof::Lines { positions })),
            TinyTree::Mated => return Some(CanMate::Yes(Vec::new())),
            TinyTree::Undecided => {}
        }
        if let Some(proof) = confined::with_few_moves(position, side) {
            return Some(CanMate::No(proof));
        }
    }
    confined::behind_walls(position, side).map(CanMate::No)
}

/// The answer to *can this side still checkmate?* without the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// It can.
    Yes,
    /// It cannot, with the proof.
    No(Proof),
    /// Not decided.
    Unknown {
        /// The number of positions searched.
        positions: u32,
    },
}

/// Decides like [`can_mate`] whether a side can still checkmate, but without the moves. Open play answers most
/// questions in a fraction of a microsecond.
pub fn winnable(position: &Position, side: Color, budget: u32) -> Winnable {
    if is_open_play(position, side, budget) {
        return Winnable::Yes;
    }
    match can_mate(position, side, budget) {
        CanMate::Yes(_) => Winnable::Yes,
        CanMate::No(proof) => Winnable::No(proof),
        CanMate::Unknown { positions } => Winnable::Unknown { positions },
    }
}

/// Whether open play guarantees that a side can still checkmate; `false` with a budget of 0.
pub fn is_open_play(position: &Position, side: Color, budget: u32) -> bool {
    budget > 0 && open_play::guarantees_mate(position, side)
}

/// Whether neither side can checkmate by any series of legal moves (Laws 5.2.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deadness {
    /// One of the sides can checkmate.
    Alive,
    /// Neither can, with the proof.
    Dead(Proof),
    /// Not decided.
    Unknown {
        /// The number of positions searched.
        positions: u32,
    },
}

/// Decides whether a position is dead. `budget` is the largest number of positions to search for each side, see
/// [`can_mate`].
pub fn deadness(position: &Position, budget: u32) -> Deadness {
    let [white, black] = Color::BOTH.map(|side| position.by_color(side).count());
    // The side with more pieces is more likely to have a helpmate.
    let first = if white >= black { Color::White } else { Color::Black };
    if [first, first.other()].into_iter().any(|side| is_open_play(position, side, budget)) {
        return Deadness::Alive;
    }
    let answer = can_mate(position, first, budget);
    if matches!(answer, CanMate::Yes(_)) {
        return Deadness::Alive;
    }
    match (answer, can_mate(position, first.other(), budget)) {
        (_, CanMate::Yes(_)) => Deadness::Alive,
        (CanMate::No(one), CanMate::No(other)) => Deadness::Dead(one.more_detailed(other)),
        (one, other) => Deadness::Unknown { positions: one.positions().saturating_add(other.positions()) },
    }
}

impl CanMate {
    /// The number of positions searched without an answer.
    fn positions(&self) -> u32 {
        if let Self::Unknown { positions } = self { *positions } else { 0 }
    }
}

/// The answer for a side without mating material. A position that was set up may be checkmate nevertheless.
fn by_material(position: &Position, side: Color) -> Option<CanMate> {
    if material::has_mating_material(position, side) {
        return None;
    }
    let is_mate = position.turn() != side && position.is_checkmate();
    Some(if is_mate { CanMate::Yes(Vec::new()) } else { CanMate::No(Proof::Material) })
}

/// The rounds of the full search: the total number of positions after each.
const ROUNDS: [u32; 3] = [2_000, 500_000, u32::MAX];

/// The budgets for scenes: before the full search, after its first round, and before its last one.
const SCENES: [u32; 3] = [300, 3_000, 40_000];

/// The budgets for scenes that close the positions after the first moves: before the second and the last round of the
/// full search.
const SCENES_AFTER_MOVES: [u32; 2] = [8_000, 60_000];

/// The largest number of positions in that search.
const FEW_POSITIONS: u32 = 30;

/// The tries of the helpmate finder: before stage 5, after it, and before or after the second round of the full search.
/// If there are few first moves, the first two ranges run once more from the positions after them.
const TRIES: [Range<u64>; 3] = [0..6, 6..24, 24..helpmate::TRY_COUNT];

/// With at most this many pieces, which rarely block each other, the last tries precede the second round.
const FEW_PIECES: u32 = 6;

/// With at most this many first moves, the finder also starts after each of them.
const FEW_FIRST_MOVES: usize = 4;

/// The rounds of guided search before the second round of the full search, and after it.
const GUIDED: [Range<usize>; 2] = [0..2, 2..guided::ROUND_COUNT];

struct FullSearch {
    search: Search,
    prune: ReachPruning,
}

/// The state of the stages after the quick ones.
struct Query<'a> {
    position: &'a Position,
    side: Color,
    /// The forced moves, and the position after them, from which the helpmate stages start.
    forced: Vec<Move>,
    after: Position,
    budget: u32,
    left: u32,
}

impl<'a> Query<'a> {
    fn new(position: &'a Position, side: Color, budget: u32) -> Self {
        let (after, forced) = confined::after_forced_moves(position);
        Self { position, side, forced, after, budget, left: budget }
    }

    fn decide(mut self) -> (CanMate, u32) {
        let answer = self.run_stages();
        let positions = self.budget - self.left;
        (answer.unwrap_or(CanMate::Unknown { positions }), positions)
    }

    fn run_stages(&mut self) -> Option<CanMate> {
        let [first, second, third] = TRIES;
        let has_few_pieces = self.after.occupied().count() <= FEW_PIECES;
        let costs = CostModel::new(self.position, self.side);
        let mut full = FullSearch {
            search: Search::new(self.position, self.side, Some(costs)),
            prune: ReachPruning::patient(self.side),
        };
        self.try_mates(first)
            .or_else(|| closed::prove(self.position, self.side).map(|walls| CanMate::No(Proof::Closed(walls))))
            .or_else(|| self.explore(SCENES[0]))
            .or_else(|| self.try_mates(second.clone()))
            .or_else(|| self.search(&mut full, ROUNDS[0]))
            .or_else(|| self.explore(SCENES[1]))
            .or_else(|| self.close_first_moves(SCENES_AFTER_MOVES[0]))
            .or_else(|| self.search_guided(GUIDED[0].clone()))
            .or_else(|| self.try_mates_after_moves(0..second.end))
            .or_else(|| has_few_pieces.then(|| self.try_mates(third.clone())).flatten())
            .or_else(|| self.search(&mut full, ROUNDS[1]))
            .or_else(|| self.search_guided(GUIDED[1].clone()))
            .or_else(|| (!has_few_pieces).then(|| self.try_mates(third.clone())).flatten())
            .or_else(|| self.explore(SCENES[2]))
            .or_else(|| self.close_first_moves(SCENES_AFTER_MOVES[1]))
            .or_else(|| self.search(&mut full, ROUNDS[2]))
    }

    fn try_mates(&mut self, tries: Range<u64>) -> Option<CanMate> {
        let found = helpmate::find(&self.after, self.side, tries, self.left);
        self.conclude(&[], found)
    }

    /// Runs the helpmate finder after each of a few first moves. They leave different pieces, so a plan made before
    /// them may not fit.
    fn try_mates_after_moves(&mut self, tries: Range<u64>) -> Option<CanMate> {
        let moves = self.after.legal_moves();
        if moves.len() > FEW_FIRST_MOVES {
            return None;
        }
        moves.into_iter().find_map(|mv| {
            let found = helpmate::find(&self.after.after_unchecked(mv), self.side, tries.clone(), self.left);
            self.conclude(&[mv], found)
        })
    }

    fn search_guided(&mut self, rounds: Range<usize>) -> Option<CanMate> {
        let found = guided::find(&self.after, self.side, rounds, self.left);
        self.conclude(&[], found)
    }

    /// Deducts the spent positions, and returns the answer if a line was found after the forced moves and `first`.
    fn conclude(&mut self, first: &[Move], (line, spent): (Option<Vec<Move>>, u32)) -> Option<CanMate> {
        self.left = self.left.saturating_sub(spent);
        line.map(|line| CanMate::Yes([&self.forced, first, &line].concat()))
    }

    fn explore(&mut self, limit: u32) -> Option<CanMate> {
        let explored = scenes::explore(self.position, self.side, limit.min(self.left));
        self.left = self.left.saturating_sub(explored.visits);
        explored.scenes.map(|scenes| CanMate::No(Proof::Scenes(scenes)))
    }

    /// Continues the full search up to a total number of positions.
    fn search(&mut self, full: &mut FullSearch, limit: u32) -> Option<CanMate> {
        let before = full.search.positions();
        let limit = limit.min(before.saturating_add(self.left));
        let searched = full.search.run(limit, &mut full.prune);
        self.left = self.left.saturating_sub(searched.positions() - before);
        answer(searched, full.prune.closed())
    }

    /// Runs a very small search that closes the positions after the first moves with scenes.
    fn close_first_moves(&mut self, limit: u32) -> Option<CanMate> {
        let limit = limit.min(self.left);
        if limit == 0 {
            return None;
        }
        let mut prune = ScenePruning { side: self.side, visits: limit, closed: 0 };
        let searched = Search::new(self.position, self.side, None).run(FEW_POSITIONS, &mut prune);
        let visits = limit - prune.visits;
        self.left = self.left.saturating_sub(searched.positions() + visits);
        answer(searched, prune.closed)
    }
}

fn answer(searched: SearchOutcome, closed: u32) -> Option<CanMate> {
    match searched {
        SearchOutcome::Mate(line, _) => Some(CanMate::Yes(line)),
        SearchOutcome::Exhausted(positions) => Some(CanMate::No(Proof::Searched { positions, closed })),
        SearchOutcome::Unfinished(_) => None,
    }
}

#[cfg(test)]
mod tests;
