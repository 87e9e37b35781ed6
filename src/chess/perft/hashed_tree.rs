//! The recursion with a hash table.
//!
//! The keys of all children of a node are computed from the moves, before any child is made. So all their lines of the
//! table are prefetched at once, and a child with a stored count is never made:
//!
//! ```text
//!   node --moves-->   key key key key …      prefetch the lines of the table
//!        --look up--> 20  400  ?   20 …      make, count and store the unknown ones
//! ```

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{BISHOP, Castles, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, Squares, bit, first};
use super::cpu::{Compiled, Sliders};
use super::key::Sums;
use super::moves::{Moves, PieceMoves};
use super::table::{PerftTable, Usage};
use crate::chess::square::Square;

/// The greatest depth that is counted without lookups of children.
pub(super) const LEAF: u32 = 2;

/// The reason why a count did not finish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The caller stopped it.
    Stopped,
    /// There are more than 18,446,744,073,709,551,615 (`u64::MAX`) paths.
    Overflow,
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => f.write_str("stopped"),
            Self::Overflow => f.write_str("there are more paths than a number of 64 bits can hold"),
        }
    }
}

impl std::error::Error for Halt {}

/// The state of a count with a table.
pub(super) struct HashedCount<'a> {
    pub(super) table: &'a PerftTable<'a>,
    pub(super) castles: &'a Castles,
    /// Becomes true to stop the count.
    pub(super) stop: &'a AtomicBool,
    /// The numbers of probes and hits.
    pub(super) usage: Usage,
    /// A stack of the children of all nodes from the root to the current one.
    pub(super) children: Vec<Child>,
    /// Unused buffers for children.
    pub(super) free_lists: Vec<Vec<Child>>,
}

impl HashedCount<'_> {
    #[inline(always)]
    fn get(&mut self, sums: Sums) -> Option<u64> {
        let count = self.table.get(sums.key());
        self.usage.probes += 1;
        self.usage.hits += u64::from(count.is_some());
        count
    }
}

/// A child of a node, not yet made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    sums: Sums,
    step: Step,
}

/// A legal move, with the data needed to make the child.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A move or capture by a piece of this kind, from one square to another.
    Piece(u8, Square, Square),
    Double(Square),
    /// A promotion to a piece of this kind.
    Promotion(u8, Square, Square),
    EnPassant(Square),
    /// Castling in the first or second way of [`Castles::for_side`].
    Castle(u8),
}

impl Step {
    #[inline(always)]
    fn child<S: Side>(self, castles: &Castles, node: &Node) -> Node {
        match self {
            Self::Piece(kind, from, to) => node.after::<S>(kind.into(), bit(from), bit(to)),
            Self::Double(to) => node.after_double_step::<S>(S::back(S::back(bit(to))), bit(to)),
            Self::Promotion(kind, from, to) => node.after_promotion::<S>(kind.into(), bit(from), bit(to)),
            Self::EnPassant(from) => node.after_en_passant::<S>(bit(from)),
            Self::Castle(way) => node.after_castling::<S>(&castles.for_side::<S>()[usize::from(way & 1)]),
        }
    }
}

/// A CPU level for the upper plies.
pub(super) trait Expands: Sliders {
    /// Perft with a table; `leaf` counts the last two plies.
    #[inline(never)]
    fn expand<S: Side, L: Compiled>(
        self,
        leaf: L,
        hashed: &mut HashedCount<'_>,
        node: &Node,
        sums: Sums,
        depth: u32,
    ) -> Result<u64, Halt> {
        expand::<S, Self, L>(self, leaf, hashed, node, sums, depth)
    }
}

/// Counts the paths from a node for a depth above [`LEAF`], and stores the count. `sums` are those of node and depth.
/// `m` is the CPU level of the upper plies, `leaf` that of the last two.
#[inline(always)]
pub(super) fn expand<S: Side, M: Expands, L: Compiled>(
    m: M,
    leaf: L,
    hashed: &mut HashedCount<'_>,
    node: &Node,
    sums: Sums,
    depth: u32,
) -> Result<u64, Halt> {
    if hashed.stop.load(Ordering::Relaxed) {
        return Err(Halt::Stopped);
    }
    if depth == LEAF + 1 {
        return Ok(LeafParent::new::<S, M>(m, hashed, *node, sums).count::<S, L>(leaf, hashed));
    }
    let start = hashed.children.len();
    let mut children = std::mem::take(&mut hashed.children);
    add_children::<S, M>(m, hashed, node, sums, depth, &mut children);
    let end = children.len();
    hashed.children = children;
    let mut count = 0_u64;
    let mut waiting: Option<LeafParent> = None;
    for at in start..end {
        let Child { sums, step } = hashed.children[at];
        let below = if let Some(known) = hashed.get(sums) {
            known
        } else {
            let child = step.child::<S>(hashed.castles, node);
            if depth > LEAF + 2 {
                m.expand::<S::Other, L>(leaf, hashed, &child, sums, depth - 1)?
            } else {
                // Prefetched lines arrive while the previous node is counted.
                let parent = LeafParent::new::<S::Other, M>(m, hashed, child, sums);
                waiting.replace(parent).map_or(0, |parent| parent.count::<S::Other, L>(leaf, hashed))
            }
        };
        count = count.checked_add(below).ok_or(Halt::Overflow)?;
    }
    let last = waiting.map_or(0, |parent| parent.count::<S::Other, L>(leaf, hashed));
    count = count.checked_add(last).ok_or(Halt::Overflow)?;
    hashed.children.truncate(start);
    hashed.table.put(sums.key(), count);
    Ok(count)
}

/// A node whose children have depth [`LEAF`], and whose lines of the table are being prefetched.
struct LeafParent {
    node: Node,
    sums: Sums,
    children: Vec<Child>,
}

impl LeafParent {
    #[inline(always)]
    fn new<S: Side, M: Sliders>(m: M, hashed: &mut HashedCount<'_>, node: Node, sums: Sums) -> Self {
        let mut children = hashed.free_lists.pop().unwrap_or_default();
        children.clear();
        add_children::<S, M>(m, hashed, &node, sums, LEAF + 1, &mut children);
        Self { node, sums, children }
    }

    #[inline(always)]
    fn count<S: Side, L: Compiled>(self, leaf: L, hashed: &mut HashedCount<'_>) -> u64 {
        let mut count = 0;
        for &Child { sums, step } in &self.children {
            count += hashed.get(sums).unwrap_or_else(|| {
                let child = step.child::<S>(hashed.castles, &self.node);
                let below = leaf.pairs::<S::Other>(hashed.castles, &child);
                hashed.table.put(sums.key(), below);
                below
            });
        }
        hashed.table.put(self.sums.key(), count);
        hashed.free_lists.push(self.children);
        count
    }
}

/// Adds the children of a node, and prefetches their lines of the table.
#[inline(always)]
fn add_children<S: Side, M: Sliders>(
    m: M,
    hashed: &HashedCount<'_>,
    node: &Node,
    sums: Sums,
    depth: u32,
    children: &mut Vec<Child>,
) {
    let sums = sums.without(Sums::of_depth(depth)).with(Sums::of_depth(depth - 1));
    let sums = sums.after_turn::<S>().without_en_passant(node.en_passant);
    let start = children.len();
    Collector::<S> { castles: hashed.castles, children, node, sums, depth: depth - 1, side: PhantomData }.add_all(m);
    for child in &children[start..] {
        hashed.table.prefetch(child.sums.key());
    }
}

/// [`expand`] for the root, which may be in the table.
pub(super) fn root<S: Side, M: Expands, L: Compiled>(
    m: M,
    leaf: L,
    hashed: &mut HashedCount<'_>,
    node: &Node,
    depth: u32,
) -> Result<u64, Halt> {
    let sums = Sums::new::<S>(node, depth);
    if let Some(count) = hashed.get(sums) {
        return Ok(count);
    }
    m.expand::<S, L>(leaf, hashed, node, sums, depth)
}

/// Collects the children of a node.
struct Collector<'r, S> {
    castles: &'r Castles,
    children: &'r mut Vec<Child>,
    node: &'r Node,
    /// The sums that all children share.
    sums: Sums,
    depth: u32,
    side: PhantomData<S>,
}

impl<S: Side> Collector<'_, S> {
    #[inline(always)]
    fn add_all<M: Sliders>(&mut self, m: M) {
        let mut moves = Moves::NONE;
        moves.add_all::<S, M>(m, self.castles, self.node);
        for piece in moves.pieces() {
            self.add_piece(piece);
        }
        self.add_pawns(moves.steps, S::back);
        self.add_pawns(moves.left, S::left_origins);
        self.add_pawns(moves.right, S::right_origins);
        self.add_double_steps(moves.double_steps);
        for from in Squares(moves.en_passant) {
            self.add_special(Step::EnPassant(from));
        }
        for (way, is_legal) in (0..).zip(moves.castles) {
            if is_legal {
                self.add_special(Step::Castle(way));
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, sums: Sums, step: Step) {
        self.children.push(Child { sums, step });
    }

    #[inline(always)]
    fn add_piece(&mut self, piece: PieceMoves) {
        let PieceMoves { from, kind, to } = piece;
        let index = usize::from(kind);
        let lost = bit(from) | if index == KING { S::BACK_RANK } else { 0 };
        let without_mover = self.without_mover(index, from).without_rights(lost & self.node.castling);
        let enemies = self.node.all_pieces::<S::Other>();
        for square in Squares(to & !enemies) {
            self.add(without_mover.with(Sums::of_piece(S::COLOR, index, square)), Step::Piece(kind, from, square));
        }
        for square in Squares(to & enemies) {
            let arrived = without_mover.with(Sums::of_piece(S::COLOR, index, square));
            self.add(self.without_captured(arrived, square), Step::Piece(kind, from, square));
        }
    }

    #[inline(always)]
    fn add_pawns(&mut self, arrivals: u64, origin: impl Fn(u64) -> u64) {
        let enemies = self.node.all_pieces::<S::Other>();
        for to in Squares(arrivals) {
            let from = first(origin(bit(to)));
            let mut without_mover = self.without_mover(PAWN, from);
            if bit(to) & enemies != 0 {
                without_mover = self.without_captured(without_mover, to);
            }
            if bit(to) & S::LAST_RANK == 0 {
                self.add(without_mover.with(Sums::of_piece(S::COLOR, PAWN, to)), Step::Piece(PAWN as u8, from, to));
                continue;
            }
            for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
                self.add(without_mover.with(Sums::of_piece(S::COLOR, kind, to)), Step::Promotion(kind as u8, from, to));
            }
        }
    }

    #[inline(always)]
    fn add_double_steps(&mut self, arrivals: u64) {
        let pawns = self.node.pieces::<S::Other>(PAWN);
        for to in Squares(arrivals) {
            let passed = S::back(bit(to));
            let without_mover = self.without_mover(PAWN, first(S::back(passed)));
            let arrived = without_mover.with(Sums::of_piece(S::COLOR, PAWN, to));
            let right = if S::pawn_attacks(passed) & pawns == 0 { 0 } else { passed };
            self.add(arrived.with_en_passant(right), Step::Double(to));
        }
    }

    /// Adds a rare move, and computes its sums from the child.
    #[inline(always)]
    fn add_special(&mut self, step: Step) {
        let child = step.child::<S>(self.castles, self.node);
        self.add(Sums::new::<S::Other>(&child, self.depth), step);
    }

    /// The sums without the moving piece.
    #[inline(always)]
    fn without_mover(&self, kind: usize, from: Square) -> Sums {
        self.sums.without(Sums::of_piece(S::COLOR, kind, from))
    }

    /// The sums without the enemy piece on a square and its castling right.
    #[inline(always)]
    fn without_captured(&self, sums: Sums, square: Square) -> Sums {
        let captured = bit(square);
        let kind = self.node.kinds.iter().position(|set| set & captured != 0).unwrap_or(PAWN);
        sums.without(Sums::of_piece(<S::Other as Side>::COLOR, kind, square))
            .without_rights(captured & self.node.castling)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::super::board::{Black, White};
    use super::super::levels::Portable;
    use super::*;
    use crate::chess::piece::Color;
    use crate::chess::position::Position;

    /// Checks that the sums of the children, computed from the moves, equal those computed from the children.
    fn check<S: Side>(node: &Node, castles: &Castles) {
        let memory: Vec<AtomicU64> = (0..64).map(|_| AtomicU64::new(0)).collect();
        let table = PerftTable::new(&memory, 84).unwrap();
        let stop = AtomicBool::new(false);
        let hashed = HashedCount {
            table: &table,
            castles,
            stop: &stop,
            usage: Usage::default(),
            children: Vec::new(),
            free_lists: Vec::new(),
        };
        let mut children = Vec::new();
        add_children::<S, Portable>(Portable, &hashed, node, Sums::new::<S>(node, 9), 9, &mut children);
        assert_eq!(children.len() as u64, Portable.moves::<S>(castles, node));
        for Child { sums, step } in children {
            let child = step.child::<S>(castles, node);
            assert_eq!(sums, Sums::new::<S::Other>(&child, 8), "{step:?}");
        }
    }

    #[test]
    fn the_sums_of_children_follow_from_the_moves() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "r1b1k2r/1P5P/8/3pP3/8/8/1p5p/R3K2R w KQkq d6 0 1",
            "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let (node, castles) = (Node::new(&position), Castles::new(&position));
            match position.turn() {
                Color::White => check::<White>(&node, &castles),
                Color::Black => check::<Black>(&node, &castles),
            }
        }
    }
}
