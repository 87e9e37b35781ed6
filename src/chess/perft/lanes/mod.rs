//! The tier for AVX-512 and GFNI, which works on eight boards or eight pieces at a time.
//!
//! The moves that cannot be counted by differences are collected, and played on eight boards at once:
//!
//! * `vector`: the operations on eight boards, with a portable reference implementation;
//! * `avx512`: the same operations as instructions;
//! * `bytes`: a number on each square in one register;
//! * `rays`: the attacks of sliders on eight boards;
//! * `pieces`: the differences by the moves of eight pieces;
//! * `batch`: the collected moves;
//! * `count`: the numbers of replies.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
#[cfg(target_arch = "x86_64")]
mod bytes;
mod count;
mod pieces;
mod rays;
mod vector;

use super::super::square::Square;
use super::board::{Castles, Node};
use super::cpu::{Cpu, Portable};
use super::differences::Differences;
use super::moves::Moves;
use super::planes::{Planes, Row};
use super::reply_counter::ReplyCounter;
use super::side::Side;
use super::{count as one_by_one, differences, tree};
use batch::{Batch, PlayedMoves};

/// A CPU level that counts the replies to eight moves at a time.
pub(super) trait LaneCpu: Cpu {
    /// The number of replies to all these moves of side `S`, without captures en passant.
    fn replies<S: Side>(self, castles: &Castles, node: &Node, moves: &PlayedMoves) -> u64;
}

/// The portable reference implementation, for any processor.
#[derive(Clone, Copy)]
pub(super) struct PortableLanes;

impl Cpu for PortableLanes {
    type Directions = Row<8>;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        Portable.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        Portable.rook(square, occupied)
    }

    #[inline(always)]
    fn add_pieces<S: Side, X: ReplyCounter<S>>(
        self,
        differences: &mut Differences<'_, Planes>,
        moves: &Moves,
        counter: &mut X,
    ) {
        pieces::add::<S, Row<8>>(differences, moves, counter);
    }

    #[inline(never)]
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        one_by_one::moves::<S, Self>(self, castles, node)
    }

    #[inline(never)]
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        let mut moves = PlayedMoves::new();
        let batch = Batch::<S, Self>::new(self, castles, node, &mut moves);
        differences::pairs::<S, Self, _>(self, castles, node, batch)
    }

    #[inline(never)]
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64 {
        tree::paths::<S, Self>(self, castles, node, depth)
    }
}

impl LaneCpu for PortableLanes {
    #[inline(never)]
    fn replies<S: Side>(self, castles: &Castles, node: &Node, moves: &PlayedMoves) -> u64 {
        count::replies::<S, Row<8>>(castles, node, moves)
    }
}
