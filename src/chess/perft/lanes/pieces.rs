//! The differences by the moves of eight pieces at once, one piece in each lane.

use std::ops::BitOr;

use super::super::board::{Bits, Squares, bit};
use super::super::differences::{Differences, play};
use super::super::moves::Moves;
use super::super::numbers::Numbers;
use super::super::reply_counter::ReplyCounter;
use super::super::side::{A_FILE, Side};
use super::count::pawn_captures;
use super::vector::Vector;

/// [`Differences::add_pieces`], eight pieces at a time.
#[inline(always)]
pub(super) fn add<S: Side, V: Vector>(
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
