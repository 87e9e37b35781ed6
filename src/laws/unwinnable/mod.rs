//! Can this side still mate, by any series of legal moves? (Laws 5.1.2, 5.2.2, 6.9, 7.5.5)
//!
//! Three answers: yes, with the moves; no, with what proves it; or not known within the budget. The soundness rule is
//! that of the word *proof*: a side that can win is never said to be unable. Half-move clocks and repetitions are left
//! out of account, as in the wording of 5.2.2.
//!
//! The question is decided in stages, the cheap ones first. Each is a file that says what it proves, why it is sound
//! and what it cannot see:
//!
//! 1. the men that are there ([`material`]),
//! 2. tiny trees (`small_trees`), where play is not free (`freedom`),
//! 3. confined play (`confined`): a side with next to no moves, and walls of pawns (`closed`),
//! 4. the quick helpmate finder (`helpmate`),
//! 5. closed positions of any kind (`closed`),
//! 6. placements of kings, pawns and knights, between which the other men roam (`scenes`),
//! 7. many small searches, each with its own idea of what moves may cost (`dives`, `costs`),
//! 8. best-first searches, each for a mate on one chosen square (`guided`),
//! 9. the full search (`search`), in rounds that grow.
//!
//! Where only the answer matters and not the moves ([`winnable`], [`deadness`]), open play (`open_play`) answers most
//! questions first, at the cost of a few generated moves.
//!
//! The first three are quick, about a microsecond ([`cannot_mate`]). Of the others 4, 7 and 8 find only a *yes*, 5 and 6
//! only a *no*, and 9 finds both ([`can_mate`]); [`shorten`] and [`shortest`] find lines that are fit to be read. All of
//! them count positions and not time, so that the answer is the same on every machine.

mod closed;
mod confined;
mod costs;
mod distance;
mod dives;
mod explain;
mod free_play;
mod guided;
mod helpmate;
mod open_play;
mod proof;
mod scenes;
mod search;
mod shortcut;
mod shortest;
mod small_trees;
mod table;
mod unions;

pub use closed::check::{ReachError, check};
pub use closed::{PieceReach, ReachProof};
pub use explain::{FinalLine, LineEnd, MissingMaterial, lack, lines};
pub use proof::Proof;
pub use scenes::check::check_scenes;
pub use scenes::{Roamer, Roaming, Scene, Scenes};
pub use shortest::{Helpmate, LONGEST, NEAR, shorten, shortest};

use std::ops::Range;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::material;
use confined::{Pruned, Staged};
use costs::{Corner, Costs};
use search::{Search, Searched, Way};
use small_trees::Screened;

/// An answer to *can this side still mate?*
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanMate {
    /// It can: these legal moves of both sides end in mate by it. None if the other side is mated already.
    Yes(Vec<Move>),
    /// It cannot, and this proves it.
    No(Proof),
    /// Not decided.
    Unknown {
        /// How many positions were looked at.
        positions: u32,
    },
}

/// How many positions a decision may look at where nobody says otherwise: about a second and 50 megabytes at the worst.
/// It leaves one open of the 10,424 questions about the two collections of hard positions in `docs/performance.md`.
pub const BUDGET: u32 = 1_000_000;

/// Decides whether a side can still mate. `budget` is the greatest number of positions that may be looked at, those of
/// the first stages aside, which are few; with 0 only the men are weighed. A million positions take some 50 megabytes.
#[must_use]
pub fn can_mate(position: &Position, side: Color, budget: u32) -> CanMate {
    if let Some(answer) = by_men(position, side) {
        return answer;
    }
    if budget == 0 {
        return CanMate::Unknown { positions: 0 };
    }
    glance(position, side).unwrap_or_else(|| Inquiry::new(position, side, budget).decide())
}

/// The quick answer: a proof that this side cannot mate, if one is found at once.
#[must_use]
pub fn cannot_mate(position: &Position, side: Color) -> Option<Proof> {
    match by_men(position, side).or_else(|| glance(position, side)) {
        Some(CanMate::No(proof)) => Some(proof),
        _ => None,
    }
}

/// The quick stages behind the first.
fn glance(position: &Position, side: Color) -> Option<CanMate> {
    if !free_play::is_free(position, side) {
        match small_trees::screen(position, side) {
            Screened::Over(positions) => return Some(CanMate::No(Proof::Lines { positions })),
            Screened::Mated => return Some(CanMate::Yes(Vec::new())),
            Screened::GoesOn => {}
        }
        if let Some(proof) = confined::with_few_moves(position, side) {
            return Some(CanMate::No(proof));
        }
    }
    confined::behind_walls(position, side).map(CanMate::No)
}

/// An answer to *can this side still mate?* where the moves do not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// It can.
    Yes,
    /// It cannot, and this proves it.
    No(Proof),
    /// Not decided.
    Unknown {
        /// How many positions were looked at.
        positions: u32,
    },
}

/// Decides whether a side can still mate, as [`can_mate`] does, but without the moves: most questions are answered by
/// what open play guarantees, in a fraction of a microsecond.
#[must_use]
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

/// Whether open play guarantees that a side can still mate; with a budget of 0 nothing is looked at.
#[must_use]
pub fn is_open_play(position: &Position, side: Color, budget: u32) -> bool {
    budget > 0 && open_play::guarantees_mate(position, side)
}

/// Whether neither side can mate by any series of legal moves (Laws 5.2.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deadness {
    /// One of the sides can mate.
    Alive,
    /// Neither can, and this proves it.
    Dead(Proof),
    /// Not decided.
    Unknown {
        /// How many positions were looked at.
        positions: u32,
    },
}

/// Decides whether a position is dead. `budget` is the greatest number of positions looked at for each side, see
/// [`can_mate`].
#[must_use]
pub fn deadness(position: &Position, budget: u32) -> Deadness {
    let [white, black] = Color::BOTH.map(|side| position.colors(side).count());
    // The side with more pieces can more often mate.
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
        (CanMate::No(one), CanMate::No(other)) => Deadness::Dead(one.weightier(other)),
        (one, other) => Deadness::Unknown { positions: one.positions().saturating_add(other.positions()) },
    }
}

impl CanMate {
    /// How many positions were looked at without an answer.
    fn positions(&self) -> u32 {
        if let Self::Unknown { positions } = self { *positions } else { 0 }
    }
}

/// The answer for men that mate in no position that can come about. A position that was set up may be a mate for all
/// that.
fn by_men(position: &Position, side: Color) -> Option<CanMate> {
    if material::has_mating_material(position, side) {
        return None;
    }
    let has_mated = position.turn() != side && position.is_checkmate();
    Some(if has_mated { CanMate::Yes(Vec::new()) } else { CanMate::No(Proof::Material) })
}

/// The rounds of the full search: how many positions each goes up to.
const ROUNDS: [u32; 3] = [2_000, 500_000, u32::MAX];

/// How often scenes are looked at: before dives, after the first of them, and before the last round of search.
const SCENES: [u32; 3] = [300, 3_000, 40_000];

/// How often scenes are looked at to close what comes after the first moves: before the second round of search, and before
/// the last.
const SCENES_AFTER_MOVES: [u32; 2] = [8_000, 60_000];

/// So many positions at most are looked at for that.
const FEW_POSITIONS: u32 = 30;

/// The tries of the helpmate finder: before closed positions are looked for, after, and before or after the second round
/// of search. The first two of these are made once more after the first moves, if they are few.
const TRIES: [Range<u64>; 3] = [0..6, 6..24, 24..helpmate::TRIES_IN_ALL];

/// So few men are in nobody's way: then tries come before that search.
const FEW_MEN: u32 = 6;

/// With no more first moves than these, tries are made from what comes after each of them.
const FEW_FIRST_MOVES: usize = 4;

/// The dives: before the full search, and after its first round.
const DIVES: [Range<usize>; 2] = [0..6, 6..dives::DIVES_IN_ALL];

/// The rounds of guided search: before the second round of the full search, and after it.
const GUIDED: [Range<usize>; 2] = [0..2, 2..guided::ROUNDS_IN_ALL];

/// The full search, with what it has closed.
struct Full {
    search: Search,
    prune: Pruned,
}

/// The stages that look for a mate, too.
struct Inquiry<'a> {
    position: &'a Position,
    side: Color,
    /// The moves to which there is no choice, and the position after them: plans for a mate are made from there.
    forced: Vec<Move>,
    after: Position,
    budget: u32,
    left: u32,
}

impl<'a> Inquiry<'a> {
    fn new(position: &'a Position, side: Color, budget: u32) -> Self {
        let (after, forced) = confined::after_forced_moves(position);
        Self { position, side, forced, after, budget, left: budget }
    }

    fn decide(mut self) -> CanMate {
        self.look().unwrap_or(CanMate::Unknown { positions: self.budget - self.left })
    }

    fn look(&mut self) -> Option<CanMate> {
        let [first, second, third] = TRIES;
        let has_few_men = self.after.occupied().count() <= FEW_MEN;
        let way = Way::cheapest(Costs::new(self.position, self.side, Corner::Likely));
        let mut full = Full { search: Search::new(self.position, self.side, way), prune: Pruned::patient(self.side) };
        self.try_mates(first)
            .or_else(|| closed::prove(self.position, self.side).map(|walls| CanMate::No(Proof::Closed(walls))))
            .or_else(|| self.explore(SCENES[0]))
            .or_else(|| self.try_mates(second.clone()))
            .or_else(|| self.dive(DIVES[0].clone()))
            .or_else(|| self.search(&mut full, ROUNDS[0]))
            .or_else(|| self.explore(SCENES[1]))
            .or_else(|| self.dive(DIVES[1].clone()))
            .or_else(|| self.close_first_moves(SCENES_AFTER_MOVES[0]))
            .or_else(|| self.guide(GUIDED[0].clone()))
            .or_else(|| self.try_mates_after_moves(0..second.end))
            .or_else(|| has_few_men.then(|| self.try_mates(third.clone())).flatten())
            .or_else(|| self.search(&mut full, ROUNDS[1]))
            .or_else(|| self.guide(GUIDED[1].clone()))
            .or_else(|| (!has_few_men).then(|| self.try_mates(third.clone())).flatten())
            .or_else(|| self.explore(SCENES[2]))
            .or_else(|| self.close_first_moves(SCENES_AFTER_MOVES[1]))
            .or_else(|| self.search(&mut full, ROUNDS[2]))
    }

    fn try_mates(&mut self, tries: Range<u64>) -> Option<CanMate> {
        let found = helpmate::find(&self.after, self.side, tries, self.left);
        self.tell(&[], found)
    }

    /// Tries from what comes after each of the first moves, if they are few. They differ in the men that are left, so that no
    /// plan made before them fits.
    fn try_mates_after_moves(&mut self, tries: Range<u64>) -> Option<CanMate> {
        let moves = self.after.legal_moves();
        if moves.len() > FEW_FIRST_MOVES {
            return None;
        }
        moves.into_iter().find_map(|mv| {
            let found = helpmate::find(&self.after.after(mv), self.side, tries.clone(), self.left);
            self.tell(&[mv], found)
        })
    }

    /// Searches for mates on chosen squares.
    fn guide(&mut self, rounds: Range<usize>) -> Option<CanMate> {
        let found = guided::find(&self.after, self.side, rounds, self.left);
        self.tell(&[], found)
    }

    fn dive(&mut self, dives: Range<usize>) -> Option<CanMate> {
        let found = dives::find(&self.after, self.side, dives, self.left);
        self.tell(&[], found)
    }

    /// The answer, if a line was found behind the forced moves and these; what it took is no longer left.
    fn tell(&mut self, first: &[Move], (line, spent): (Option<Vec<Move>>, u32)) -> Option<CanMate> {
        self.left = self.left.saturating_sub(spent);
        line.map(|line| CanMate::Yes([&self.forced, first, &line].concat()))
    }

    /// Follows play from scene to scene.
    fn explore(&mut self, most: u32) -> Option<CanMate> {
        let explored = scenes::explore(self.position, self.side, most.min(self.left));
        self.left = self.left.saturating_sub(explored.visits);
        explored.scenes.map(|scenes| CanMate::No(Proof::Scenes(scenes)))
    }

    /// Goes on with the full search, up to so many positions.
    fn search(&mut self, full: &mut Full, most: u32) -> Option<CanMate> {
        let before = full.search.positions();
        let most = most.min(before.saturating_add(self.left));
        let searched = full.search.go_on(most, &mut full.prune);
        self.left = self.left.saturating_sub(searched.positions() - before);
        answer(searched, full.prune.closed())
    }

    /// A search that is soon given up, with scenes for what comes after the first moves.
    fn close_first_moves(&mut self, most: u32) -> Option<CanMate> {
        let most = most.min(self.left);
        if most == 0 {
            return None;
        }
        let mut prune = Staged { side: self.side, visits: most, closed: 0 };
        let searched = Search::new(self.position, self.side, Way::NEWEST).go_on(FEW_POSITIONS, &mut prune);
        let visits = most - prune.visits;
        self.left = self.left.saturating_sub(searched.positions() + visits);
        answer(searched, prune.closed)
    }
}

/// The answer of a search.
fn answer(searched: Searched, closed: u32) -> Option<CanMate> {
    match searched {
        Searched::Mate(line, _) => Some(CanMate::Yes(line)),
        Searched::Exhausted(positions) => Some(CanMate::No(Proof::Searched { positions, closed })),
        Searched::Unfinished(_) => None,
    }
}

#[cfg(test)]
mod tests;
