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
mod rays;
mod vector;

use std::ops::BitOr;

use batch::{Batch, LaneCpu, PlayedMoves};
use count::pawn_captures;
use vector::Vector;

use super::super::square::Square;
use super::board::{A_FILE, Bits, Castles, Node, Side, Squares, bit};
use super::cpu::{Compiled, Sliders};
use super::differences::{self, CountsPieces, Differences, play};
use super::levels::Portable;
use super::moves::Moves;
use super::planes::{Numbers, Planes, Row};
use super::replies::ReplyCounter;
use super::tree;

/// The portable reference implementation, for any processor.
#[derive(Clone, Copy)]
pub(super) struct PortableLanes;

impl Sliders for PortableLanes {
    type Directions = Row<8>;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        Portable.bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        Portable.rook(square, occupied)
    }
}

impl CountsPieces for PortableLanes {
    #[inline(always)]
    fn add_pieces<S: Side, X: ReplyCounter<S>>(
        self,
        differences: &mut Differences<'_, Planes>,
        moves: &Moves,
        counter: &mut X,
    ) {
        add_pieces::<S, Row<8>>(differences, moves, counter);
    }
}

impl Compiled for PortableLanes {
    #[inline(never)]
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        tree::count_moves::<S, Self>(self, castles, node)
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

// The differences by the moves of eight pieces at once, one piece in each lane.

/// [`Differences::add_pieces`], eight pieces at a time.
#[inline(always)]
fn add_pieces<S: Side, V: Vector>(
    differences: &mut Differences<'_, V::Numbers>,
    moves: &Moves,
    counter: &mut impl ReplyCounter<S>,
) {
    add_group::<S, V>(differences, moves, 0, counter);
    if moves.has_more_than_eight() {
        add_group::<S, V>(differences, moves, 8, counter);
    }
}

#[inline(always)]
fn add_group<S: Side, V: Vector>(
    differences: &mut Differences<'_, V::Numbers>,
    moves: &Moves,
    start: usize,
    counter: &mut impl ReplyCounter<S>,
) {
    let (origins, kinds, targets) = moves.group(start);
    let (zone, replies) = (differences.zone, differences.replies);
    let squares = V::of_bytes(origins);
    let from = V::splat(1).up_by(squares);
    let lanes_on = |set: u64| !(from & V::splat(set)).empty_lanes();

    let [pawn, knight, bishop, rook, queen, king] = zone.to_by_kind;
    // Of the pieces, only rooks, queens and kings move along their file.
    let file = V::splat(A_FILE).up_by(squares & V::splat(7));
    let steps = differences.double_step_squares;
    let pawns_on_file = file & (V::splat(differences.pawns) | V::splat(steps).keep(lanes_on(steps)));
    let mut exceptions = V::of_bytes(kinds).chosen_from(&[pawn, knight, bishop, rook, queen, king, 0, 0])
        | V::splat(zone.to)
        | pawns_on_file
        | V::splat(u64::MAX).keep(lanes_on(zone.from));
    // Not by lanes in memory: loading them as one register would wait for the stores.
    for square in Squares(differences.attacked_sliders.into_iter().fold(0, BitOr::bitor)) {
        let lines = V::splat(differences.attacked_lines(square));
        exceptions = exceptions | lines.keep(lanes_on(bit(square)));
    }

    let king_steps = V::splat(moves.king_steps).keep(u8::from(start == 0));
    let to = V::load(targets) | king_steps;
    let summed = to.without(exceptions);
    differences.moves = differences.moves.plus(V::sum_of_lanes([summed]));
    let unchanged = V::splat(replies.count.into());
    let each = unchanged.plus(squares.numbers_of(replies.loss)).minus(squares.numbers_of(replies.gain));
    let attackers = (summed & pawn_captures::<S, V>(from) & V::splat(differences.pawns)).counts();
    let on_last_rank = lanes_on(<S::Other as Side>::LAST_RANK);
    let correction = attackers.plus(attackers.plus(attackers).plus(attackers).keep(on_last_rank));
    differences.count = differences.count.wrapping_add(summed.counts().times(each).plus(correction).total());

    let others = to & exceptions;
    let sets = others.store();
    for lane in Bits(u64::from(!others.empty_lanes())) {
        let lane = lane.trailing_zeros() as usize;
        play(moves.piece(start + lane), sets[lane], counter);
    }
}
