//! Confined play: proofs that cost next to nothing, tried only where they are likely.
//!
//! **What it proves.** That a side cannot mate, in two kinds of positions: the other side has next to no moves and play
//! soon comes to its end; or the pawns form a wall ([closed positions](super::closed)), now, after the moves that are
//! forced, or after every move that can be made at once.
//!
//! **Why it is sound.** The proofs are those of the [full search](super::search) and of [closed positions](super::closed).
//! What is said here decides only where they are tried, and when they are given up.
//!
//! **What it cannot see.** Walls with queens, rooks or knights, and play that goes on longer. A *nothing found* means
//! nothing.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::proof::Proof;
use super::scenes;
use super::search::{Prune, Search, Searched, Way};
use super::{closed, free_play};

/// With so many moves at most play may soon be over.
const FEW_MOVES: u32 = 3;

/// How many positions are looked at then; after a check, which leaves few moves without meaning much, fewer.
const FEW_POSITIONS: [u32; 2] = [160, 20];

/// With so many moves of the side that shall be mated play is not confined.
const MANY_MOVES: u32 = 5;

/// How many forced moves are followed.
const FORCED_MOVES: usize = 16;

/// How many positions are looked at for walls that arise after a move or two.
const WALL_POSITIONS: u32 = 300;

/// A proof by play that is soon over, or by walls behind forced moves. Against a king alone play is over within a tiny
/// tree, or goes on for long.
pub(super) fn with_few_moves(position: &Position, side: Color) -> Option<Proof> {
    if position.count_legal_moves_to(FEW_MOVES + 1) > FEW_MOVES {
        return None;
    }
    let victim = side.other();
    let is_alone = position.colors(victim).count() == 1;
    let mut narrow = Narrow { victim };
    if !is_alone && !free_play::has_squares(position, victim, MANY_MOVES) && !narrow.gives_up_soon(position) {
        let most = FEW_POSITIONS[usize::from(position.is_check())];
        if let Searched::Exhausted(positions) = Search::new(position, side, Way::NEWEST).go_on(most, &mut narrow) {
            return Some(Proof::Searched { positions, closed: 0 });
        }
    }
    let (after, forced) = after_forced_moves(position);
    let forced = forced.len() as u32;
    if forced == 0 {
        return None;
    }
    // The sets are those of another position: they end a search of forced moves.
    behind_walls(&after, side).map(|proof| match proof {
        Proof::Searched { positions, closed } => Proof::Searched { positions: forced + positions, closed },
        _ => Proof::Searched { positions: forced + 1, closed: 1 },
    })
}

/// A proof by walls that stand, or arise at once.
pub(super) fn behind_walls(position: &Position, side: Color) -> Option<Proof> {
    if !closed::is_likely(position) || closed::is_open_to_king(position, side) {
        return None;
    }
    if let Some(walls) = closed::prove(position, side) {
        return Some(Proof::Closed(walls));
    }
    // One move more than above: walls that arise after one of several moves are rare.
    if position.count_legal_moves_to(FEW_MOVES + 2) > FEW_MOVES + 1 {
        return None;
    }
    let mut prune = Pruned::hasty(side);
    match Search::new(position, side, Way::NEWEST).go_on(WALL_POSITIONS, &mut prune) {
        Searched::Exhausted(positions) => Some(Proof::Searched { positions, closed: prune.closed() }),
        Searched::Mate(..) | Searched::Unfinished(_) => None,
    }
}

/// The position after all moves to which there is no choice, and these.
pub(super) fn after_forced_moves(position: &Position) -> (Position, Vec<Move>) {
    let (mut position, mut forced) = (position.clone(), Vec::new());
    while forced.len() < FORCED_MOVES && position.count_legal_moves_to(2) == 1 {
        let only = position.legal_moves()[0];
        position.advance(only);
        forced.push(only);
    }
    (position, forced)
}

/// Gives a search up where the side that shall be mated has many moves.
struct Narrow {
    victim: Color,
}

impl Narrow {
    /// Whether a search would be given up within two moves: seen without the memory that one needs.
    fn gives_up_soon(&mut self, position: &Position) -> bool {
        let first = position.visit_legal_moves(|mv| {
            let after = position.after(mv);
            if self.gives_up(&after) {
                return Break(());
            }
            after.visit_legal_moves(|mv| if self.gives_up(&after.after(mv)) { Break(()) } else { Continue(()) })
        });
        first.is_break()
    }
}

impl Prune for Narrow {
    fn gives_up(&mut self, after: &Position) -> bool {
        after.turn() == self.victim && after.count_legal_moves_to(MANY_MOVES) >= MANY_MOVES
    }
}

/// Closes positions of a search by what men can reach: those after the first move, and those after a move that cannot be
/// taken back. A trial that fails costs credit, one that succeeds earns some: where walls do not help, they are
/// soon no longer asked for.
pub(super) struct Pruned {
    side: Color,
    credit: u32,
    /// What a success earns.
    gain: u32,
    /// Whether the search ends when the credit is used up.
    is_hasty: bool,
    closed: u32,
}

/// No more credit than this is saved up.
const MOST_CREDIT: u32 = 100;

impl Pruned {
    /// For a search that goes on without walls.
    pub(super) fn patient(side: Color) -> Self {
        Self { side, credit: 40, gain: 6, is_hasty: false, closed: 0 }
    }

    /// For a search that has no hope but walls.
    fn hasty(side: Color) -> Self {
        Self { side, credit: 3, gain: 3, is_hasty: true, closed: 0 }
    }

    /// How many positions were closed.
    pub(super) fn closed(&self) -> u32 {
        self.closed
    }
}

impl Prune for Pruned {
    fn closes(&mut self, is_first: bool, before: &Position, mv: Move) -> ControlFlow<(), bool> {
        if self.credit == 0 || !(is_first || is_final(before, mv)) {
            return Continue(false);
        }
        let after = before.after(mv);
        if closed::proves(&after, self.side) {
            self.credit = (self.credit + self.gain).min(MOST_CREDIT);
            self.closed += 1;
            return Continue(true);
        }
        self.credit -= 1;
        if self.is_hasty && self.credit == 0 { Break(()) } else { Continue(false) }
    }
}

/// What a visit costs that was of no use: where scenes close one move, they often close the others.
const FAILURE: u32 = 4;

/// Closes positions of a small search by scenes: those after the first move, and those after a move that cannot be taken
/// back.
pub(super) struct Staged {
    pub(super) side: Color,
    /// How often scenes may still be looked at, [failures](FAILURE) counting more. After that the search ends.
    pub(super) visits: u32,
    /// How many positions were closed.
    pub(super) closed: u32,
}

impl Prune for Staged {
    fn closes(&mut self, is_first: bool, before: &Position, mv: Move) -> ControlFlow<(), bool> {
        if !(is_first || is_final(before, mv)) {
            return Continue(false);
        }
        let after = before.after(mv);
        let is_closed = closed::proves(&after, self.side) || {
            let explored = scenes::explore(&after, self.side, self.visits);
            let is_closed = explored.scenes.is_some();
            let price = if is_closed { 1 } else { FAILURE };
            self.visits -= (price * explored.visits).min(self.visits);
            is_closed
        };
        self.closed += u32::from(is_closed);
        if self.visits == 0 { Break(()) } else { Continue(is_closed) }
    }
}

/// Whether a move cannot be taken back.
fn is_final(before: &Position, mv: Move) -> bool {
    before.kind_of(mv.from()) == PieceType::Pawn || before.occupied().contains(mv.to())
}
