//! The upper plies with a table: what has been counted before is looked up.
//!
//! The keys of all children of a node are computed from the moves, before any child is made. So the lines of the table that
//! will be asked are on their way from memory all at once, and a child whose count is known is never made:
//!
//! ```text
//!   node --moves--> key key key key …        and the lines of the table on their way
//!         --ask-->  20  400  ?   20 …        what the table does not know is made, counted and kept
//! ```

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use super::board::{BISHOP, Castles, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Squares, bit, first};
use super::hashed::Halt;
use super::key::Sums;
use super::machine::Machine;
use super::moves::{Moves, PieceMoves};
use super::side::Side;
use super::table::{Table, Usage};
use crate::chess::square::Square;

/// Up to this depth all is counted in one go; greater depths are looked up below.
pub(super) const LEAF: u32 = 2;

/// A count with a table.
pub(super) struct Recall<'a> {
    /// What is asked.
    pub(super) table: &'a Table<'a>,
    /// The ways to castle.
    pub(super) castles: &'a Castles,
    /// True as soon as the count is to be given up.
    pub(super) stop: &'a AtomicBool,
    /// How often the table was asked.
    pub(super) usage: Usage,
    /// The children of the nodes from the root to the present one, those of the last node last.
    pub(super) children: Vec<Child>,
    /// Room for others.
    pub(super) spare: Vec<Vec<Child>>,
}

impl Recall<'_> {
    #[inline(always)]
    fn get(&mut self, sums: Sums) -> Option<u64> {
        let count = self.table.get(sums.key());
        self.usage.probes += 1;
        self.usage.hits += u64::from(count.is_some());
        count
    }
}

/// A child that has not been made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    sums: Sums,
    step: Step,
}

/// A legal move, as far as it is needed to make a child.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A piece of this kind goes from one square to another, taking what stands there.
    Man(u8, Square, Square),
    /// A pawn goes two squares, to this one.
    Double(Square),
    /// A pawn becomes a piece of this kind.
    Promotion(u8, Square, Square),
    /// A pawn captures en passant from this square.
    EnPassant(Square),
    /// The king castles in the first or second way.
    Castle(u8),
}

impl Step {
    #[inline(always)]
    fn child<S: Side>(self, castles: &Castles, node: &Node) -> Node {
        match self {
            Self::Man(kind, from, to) => node.after::<S>(kind.into(), bit(from), bit(to)),
            Self::Double(to) => node.after_double_step::<S>(S::back(S::back(bit(to))), bit(to)),
            Self::Promotion(kind, from, to) => node.after_promotion::<S>(kind.into(), bit(from), bit(to)),
            Self::EnPassant(from) => node.after_en_passant::<S>(bit(from)),
            Self::Castle(way) => node.after_castling::<S>(&castles.of::<S>()[usize::from(way & 1)]),
        }
    }
}

/// The number of paths from a node, of a depth above [`LEAF`]; it is kept in the table. `sums` are those of node and depth. Upper plies are walked by
/// one machine, the last two counted by another, which may be the same.
#[inline(always)]
pub(super) fn expand<S: Side, M: Machine, L: Machine>(
    m: M,
    leaf: L,
    recall: &mut Recall<'_>,
    node: &Node,
    sums: Sums,
    depth: u32,
) -> Result<u64, Halt> {
    if recall.stop.load(Ordering::Relaxed) {
        return Err(Halt::Stopped);
    }
    if depth == LEAF + 1 {
        return Ok(Family::new::<S, M>(m, recall, *node, sums).count::<S, L>(leaf, recall));
    }
    let start = recall.children.len();
    let mut children = std::mem::take(&mut recall.children);
    add_children::<S, M>(m, recall, node, sums, depth, &mut children);
    let end = children.len();
    recall.children = children;
    let mut count = 0_u64;
    let mut waiting: Option<Family> = None;
    for at in start..end {
        let Child { sums, step } = recall.children[at];
        let below = if let Some(known) = recall.get(sums) {
            known
        } else {
            let child = step.child::<S>(recall.castles, node);
            if depth > LEAF + 2 {
                m.expand::<S::Other, L>(leaf, recall, &child, sums, depth - 1)?
            } else {
                // What one family has to wait for arrives while the one before it is counted.
                let family = Family::new::<S::Other, M>(m, recall, child, sums);
                waiting.replace(family).map_or(0, |family| family.count::<S::Other, L>(leaf, recall))
            }
        };
        count = count.checked_add(below).ok_or(Halt::Overflow)?;
    }
    let last = waiting.map_or(0, |family| family.count::<S::Other, L>(leaf, recall));
    count = count.checked_add(last).ok_or(Halt::Overflow)?;
    recall.children.truncate(start);
    recall.table.put(sums.key(), count);
    Ok(count)
}

/// A node and its children at depth [`LEAF`], whose lines of the table are on their way.
struct Family {
    node: Node,
    sums: Sums,
    children: Vec<Child>,
}

impl Family {
    #[inline(always)]
    fn new<S: Side, M: Machine>(m: M, recall: &mut Recall<'_>, node: Node, sums: Sums) -> Self {
        let mut children = recall.spare.pop().unwrap_or_default();
        children.clear();
        add_children::<S, M>(m, recall, &node, sums, LEAF + 1, &mut children);
        Self { node, sums, children }
    }

    #[inline(always)]
    fn count<S: Side, L: Machine>(self, leaf: L, recall: &mut Recall<'_>) -> u64 {
        let mut count = 0;
        for &Child { sums, step } in &self.children {
            count += recall.get(sums).unwrap_or_else(|| {
                let child = step.child::<S>(recall.castles, &self.node);
                let below = leaf.pairs::<S::Other>(recall.castles, &child);
                recall.table.put(sums.key(), below);
                below
            });
        }
        recall.table.put(self.sums.key(), count);
        recall.spare.push(self.children);
        count
    }
}

/// Adds the children of a node, and has the lines fetched that they will be looked up in.
#[inline(always)]
fn add_children<S: Side, M: Machine>(
    m: M,
    recall: &Recall<'_>,
    node: &Node,
    sums: Sums,
    depth: u32,
    children: &mut Vec<Child>,
) {
    let sums = sums.without(Sums::of_depth(depth)).with(Sums::of_depth(depth - 1));
    let sums = sums.after_turn::<S>().without_en_passant(node.en_passant);
    let start = children.len();
    Children::<S> { castles: recall.castles, found: children, node, sums, depth: depth - 1, side: PhantomData }
        .add_all(m);
    for child in &children[start..] {
        recall.table.prefetch(child.sums.key());
    }
}

/// [`expand`] for a node that may be in the table itself.
pub(super) fn root<S: Side, M: Machine, L: Machine>(
    m: M,
    leaf: L,
    recall: &mut Recall<'_>,
    node: &Node,
    depth: u32,
) -> Result<u64, Halt> {
    let sums = Sums::new::<S>(node, depth);
    if let Some(count) = recall.get(sums) {
        return Ok(count);
    }
    m.expand::<S, L>(leaf, recall, node, sums, depth)
}

/// Takes note of the children of a node.
struct Children<'r, S> {
    castles: &'r Castles,
    found: &'r mut Vec<Child>,
    node: &'r Node,
    /// What all children have in common.
    sums: Sums,
    depth: u32,
    side: PhantomData<S>,
}

impl<S: Side> Children<'_, S> {
    #[inline(always)]
    fn add_all<M: Machine>(&mut self, m: M) {
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
        self.found.push(Child { sums, step });
    }

    #[inline(always)]
    fn add_piece(&mut self, piece: &PieceMoves) {
        let &PieceMoves { from, kind, to } = piece;
        let index = usize::from(kind);
        let lost = bit(from) | if index == KING { S::BACK_RANK } else { 0 };
        let left = self.left(index, from).without_rights(lost & self.node.castling);
        let enemies = self.node.men::<S::Other>();
        for square in Squares(to & !enemies) {
            self.add(left.with(Sums::of_man(S::COLOR, index, square)), Step::Man(kind, from, square));
        }
        for square in Squares(to & enemies) {
            let arrived = left.with(Sums::of_man(S::COLOR, index, square));
            self.add(self.taken(arrived, square), Step::Man(kind, from, square));
        }
    }

    #[inline(always)]
    fn add_pawns(&mut self, arrivals: u64, origin: impl Fn(u64) -> u64) {
        let enemies = self.node.men::<S::Other>();
        for to in Squares(arrivals) {
            let from = first(origin(bit(to)));
            let mut left = self.left(PAWN, from);
            if bit(to) & enemies != 0 {
                left = self.taken(left, to);
            }
            if bit(to) & S::LAST_RANK == 0 {
                self.add(left.with(Sums::of_man(S::COLOR, PAWN, to)), Step::Man(PAWN as u8, from, to));
                continue;
            }
            for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
                self.add(left.with(Sums::of_man(S::COLOR, kind, to)), Step::Promotion(kind as u8, from, to));
            }
        }
    }

    #[inline(always)]
    fn add_double_steps(&mut self, arrivals: u64) {
        let pawns = self.node.pieces::<S::Other>(PAWN);
        for to in Squares(arrivals) {
            let passed = S::back(bit(to));
            let left = self.left(PAWN, first(S::back(passed)));
            let arrived = left.with(Sums::of_man(S::COLOR, PAWN, to));
            let right = if S::pawn_attacks(passed) & pawns == 0 { 0 } else { passed };
            self.add(arrived.with_en_passant(right), Step::Double(to));
        }
    }

    /// Adds a rare move, whose sums are computed from the child.
    #[inline(always)]
    fn add_special(&mut self, step: Step) {
        let child = step.child::<S>(self.castles, self.node);
        self.add(Sums::new::<S::Other>(&child, self.depth), step);
    }

    /// The sums without the piece that moves.
    #[inline(always)]
    fn left(&self, kind: usize, from: Square) -> Sums {
        self.sums.without(Sums::of_man(S::COLOR, kind, from))
    }

    /// These sums without the enemy's piece on a square, and the right that goes with it.
    #[inline(always)]
    fn taken(&self, sums: Sums, square: Square) -> Sums {
        let captured = bit(square);
        let kind = self.node.kinds.iter().position(|set| set & captured != 0).unwrap_or(PAWN);
        sums.without(Sums::of_man(<S::Other as Side>::COLOR, kind, square))
            .without_rights(captured & self.node.castling)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::super::machine::Portable;
    use super::super::side::{Black, White};
    use super::*;
    use crate::chess::piece::Color;
    use crate::chess::position::Position;

    /// The sums of the children, computed from the moves, are those of the children themselves.
    fn check<S: Side>(node: &Node, castles: &Castles) {
        let memory: Vec<AtomicU64> = (0..64).map(|_| AtomicU64::new(0)).collect();
        let table = Table::new(&memory, 84).unwrap();
        let stop = AtomicBool::new(false);
        let recall = Recall {
            table: &table,
            castles,
            stop: &stop,
            usage: Usage::default(),
            children: Vec::new(),
            spare: Vec::new(),
        };
        let mut children = Vec::new();
        add_children::<S, Portable>(Portable, &recall, node, Sums::new::<S>(node, 9), 9, &mut children);
        assert_eq!(children.len() as u64, Portable.moves::<S>(castles, node));
        for Child { sums, step } in children {
            let child = step.child::<S>(castles, node);
            assert_eq!(sums, Sums::new::<S::Other>(&child, 8), "{step:?}");
        }
    }

    #[test]
    fn the_sums_of_children_are_known_before_they_are_made() {
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
