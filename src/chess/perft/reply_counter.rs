//! Counters of replies that play each move.

use super::board::{Castle, Castles, Node, PAWN};
use super::cpu::Cpu;
use super::side::Side;

/// A counter of the replies to moves of side `S` in one node.
///
/// Moves are given by their changes to the board. Squares are sets of one square.
pub(super) trait ReplyCounter<S: Side> {
    /// Up to this number of pieces on the board, nearly every move concerns a king, so playing all moves is faster than
    /// classifying them.
    const FEW_PIECES: u32;

    /// A piece moves or captures.
    fn piece(&mut self, kind: usize, from: u64, to: u64);
    /// A pawn moves or captures. This includes a double step if no enemy pawn is next to its target.
    fn pawn(&mut self, from: u64, to: u64);
    /// A pawn makes a double step and may be captured en passant.
    fn double_step(&mut self, from: u64, to: u64);
    /// A pawn is promoted to a piece of this kind.
    fn promotion(&mut self, kind: usize, from: u64, to: u64);
    /// A pawn captures en passant.
    fn en_passant(&mut self, from: u64);
    fn castle(&mut self, castle: &Castle);
    /// The number of replies to all moves.
    fn finish(self) -> u64;
}

/// Counts the replies to each move at once.
pub(super) struct OneByOne<'a, M> {
    cpu: M,
    castles: &'a Castles,
    node: &'a Node,
    count: u64,
}

impl<'a, M: Cpu> OneByOne<'a, M> {
    #[inline(always)]
    pub(super) fn new(cpu: M, castles: &'a Castles, node: &'a Node) -> Self {
        Self { cpu, castles, node, count: 0 }
    }
}

impl<S: Side, M: Cpu> ReplyCounter<S> for OneByOne<'_, M> {
    const FEW_PIECES: u32 = 5;

    #[inline(always)]
    fn piece(&mut self, kind: usize, from: u64, to: u64) {
        self.count += self.cpu.moves::<S::Other>(self.castles, &self.node.after::<S>(kind, from, to));
    }

    #[inline(always)]
    fn pawn(&mut self, from: u64, to: u64) {
        self.count += self.cpu.moves::<S::Other>(self.castles, &self.node.after::<S>(PAWN, from, to));
    }

    #[inline(always)]
    fn double_step(&mut self, from: u64, to: u64) {
        self.count += self.cpu.moves::<S::Other>(self.castles, &self.node.after_double_step::<S>(from, to));
    }

    #[inline(always)]
    fn promotion(&mut self, kind: usize, from: u64, to: u64) {
        self.count += self.cpu.moves::<S::Other>(self.castles, &self.node.after_promotion::<S>(kind, from, to));
    }

    #[inline(always)]
    fn en_passant(&mut self, from: u64) {
        self.count += self.cpu.moves::<S::Other>(self.castles, &self.node.after_en_passant::<S>(from));
    }

    #[inline(always)]
    fn castle(&mut self, castle: &Castle) {
        self.count += self.cpu.moves::<S::Other>(self.castles, &self.node.after_castling::<S>(castle));
    }

    #[inline(always)]
    fn finish(self) -> u64 {
        self.count
    }
}
