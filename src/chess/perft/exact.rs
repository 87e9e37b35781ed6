//! Counting replies the long way: a move is played, and the replies to it are counted.

use super::board::{Castle, Castles, Node, PAWN};
use super::machine::Machine;
use super::side::Side;

/// Takes moves of side `S` in one node, and gives the number of replies to all of them.
///
/// Moves are handed over by what they do to the board, squares being sets of one.
pub(super) trait Exact<S: Side> {
    /// With so few pieces on the board or fewer, nearly every move concerns a king, and to play all moves is faster than to
    /// ask which of them do not.
    const FEW_MEN: u32;

    /// A piece goes from one square to another, taking what stands there.
    fn piece(&mut self, kind: usize, from: u64, to: u64);
    /// A pawn goes or captures; the double step among these moves, if no pawn of the enemy stands beside its end.
    fn pawn(&mut self, from: u64, to: u64);
    /// A pawn makes a double step and may be captured en passant.
    fn double_step(&mut self, from: u64, to: u64);
    /// A pawn becomes a piece of this kind.
    fn promotion(&mut self, kind: usize, from: u64, to: u64);
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: u64);
    /// The king castles.
    fn castle(&mut self, castle: &Castle);
    /// The number of replies to all moves taken.
    fn finish(self) -> u64;
}

/// Counts the replies to one move after the other.
pub(super) struct OneByOne<'a, M> {
    machine: M,
    castles: &'a Castles,
    node: &'a Node,
    count: u64,
}

impl<'a, M: Machine> OneByOne<'a, M> {
    #[inline(always)]
    pub(super) fn new(machine: M, castles: &'a Castles, node: &'a Node) -> Self {
        Self { machine, castles, node, count: 0 }
    }
}

impl<S: Side, M: Machine> Exact<S> for OneByOne<'_, M> {
    const FEW_MEN: u32 = 5;

    #[inline(always)]
    fn piece(&mut self, kind: usize, from: u64, to: u64) {
        self.count += self.machine.moves::<S::Other>(self.castles, &self.node.after::<S>(kind, from, to));
    }

    #[inline(always)]
    fn pawn(&mut self, from: u64, to: u64) {
        self.count += self.machine.moves::<S::Other>(self.castles, &self.node.after::<S>(PAWN, from, to));
    }

    #[inline(always)]
    fn double_step(&mut self, from: u64, to: u64) {
        self.count += self.machine.moves::<S::Other>(self.castles, &self.node.after_double_step::<S>(from, to));
    }

    #[inline(always)]
    fn promotion(&mut self, kind: usize, from: u64, to: u64) {
        self.count += self.machine.moves::<S::Other>(self.castles, &self.node.after_promotion::<S>(kind, from, to));
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64) {
        self.count += self.machine.moves::<S::Other>(self.castles, &self.node.after_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castle(&mut self, castle: &Castle) {
        self.count += self.machine.moves::<S::Other>(self.castles, &self.node.after_castling::<S>(castle));
    }

    #[inline(always)]
    fn finish(self) -> u64 {
        self.count
    }
}
