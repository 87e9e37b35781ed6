//! Eight boards at a time: the tier for processors with AVX-512 and GFNI.
//!
//! The moves that differences cannot count are gathered, and the replies to eight of them are counted at once.
//!
//! * `vector`: what can be done to eight boards, and its portable twin;
//! * `avx512`: the same in instructions;
//! * `bytes`: a number on each square, in one register;
//! * `rays`: what sliders see on eight boards;
//! * `batch`: the moves, gathered;
//! * `count`: the replies, counted.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
#[cfg(target_arch = "x86_64")]
mod bytes;
mod count;
mod rays;
mod vector;

#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;

use super::super::square::Square;
use super::board::{Castles, Node};
use super::machine::{Machine, Portable};
use super::planes::Row;
use super::side::Side;
use super::{count as one_by_one, differences, tree};
use batch::{Batch, Moves};

/// A machine that counts the replies to eight moves at a time.
pub(super) trait LaneMachine: Machine {
    /// The number of replies to all these moves of side `S`, captures en passant not counted.
    fn replies<S: Side>(self, castles: &Castles, node: &Node, moves: &Moves) -> u64;
}

/// The portable twin: any processor at all.
#[derive(Clone, Copy)]
pub(super) struct Twin;

impl Machine for Twin {
    type Compass = Row<8>;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        Portable.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        Portable.rook(square, occupied)
    }

    #[inline(never)]
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        one_by_one::moves::<S, Self>(self, castles, node)
    }

    #[inline(never)]
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        let mut moves = Moves::new();
        let batch = Batch::<S, Self>::new(self, castles, node, &mut moves);
        differences::pairs::<S, Self, _>(self, castles, node, batch)
    }

    #[inline(never)]
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64 {
        tree::paths::<S, Self>(self, castles, node, depth)
    }
}

impl LaneMachine for Twin {
    #[inline(never)]
    fn replies<S: Side>(self, castles: &Castles, node: &Node, moves: &Moves) -> u64 {
        count::replies::<S, Row<8>>(castles, node, moves)
    }
}
