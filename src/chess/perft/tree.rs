//! The recursion without a hash table, down to the last two plies, which are counted together.

use super::board::{BISHOP, Bits, Castles, KNIGHT, Node, PAWN, QUEEN, ROOK, bit};
use super::cpu::Cpu;
use super::moves::Moves;
use super::side::Side;

#[inline(always)]
pub(super) fn perft<S: Side, M: Cpu>(m: M, castles: &Castles, node: &Node, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => m.moves::<S>(castles, node),
        2 => m.pairs::<S>(castles, node),
        _ => m.paths::<S>(castles, node, depth),
    }
}

/// Perft of a depth above 2, as the sum over the children.
#[inline(always)]
pub(super) fn paths<S: Side, M: Cpu>(m: M, castles: &Castles, node: &Node, depth: u32) -> u64 {
    let mut moves = Moves::NONE;
    moves.add_all::<S, M>(m, castles, node);
    let mut count = 0;
    let mut visit = |child: &Node| count += perft::<S::Other, M>(m, castles, child, depth - 1);
    for piece in moves.pieces() {
        let from = bit(piece.from);
        for to in Bits(piece.to) {
            visit(&node.after::<S>(piece.kind.into(), from, to));
        }
    }
    pawn_children::<S>(node, &moves, &mut visit);
    special_children::<S>(castles, node, &moves, &mut visit);
    count
}

/// Visits the children by pawn moves other than en passant.
#[inline(always)]
fn pawn_children<S: Side>(node: &Node, moves: &Moves, visit: &mut impl FnMut(&Node)) {
    for to in Bits(moves.double_steps) {
        visit(&node.after_double_step::<S>(S::back(S::back(to)), to));
    }
    arrivals::<S>(node, moves.steps, S::back, visit);
    arrivals::<S>(node, moves.left, S::left_origins, visit);
    arrivals::<S>(node, moves.right, S::right_origins, visit);
}

/// Visits the children by pawns that move to these squares; `origin` maps a target to its origin.
#[inline(always)]
fn arrivals<S: Side>(node: &Node, set: u64, origin: impl Fn(u64) -> u64, visit: &mut impl FnMut(&Node)) {
    for to in Bits(set & !S::LAST_RANK) {
        visit(&node.after::<S>(PAWN, origin(to), to));
    }
    for to in Bits(set & S::LAST_RANK) {
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            visit(&node.after_promotion::<S>(kind, origin(to), to));
        }
    }
}

/// Visits the children by en passant and castling.
#[inline(always)]
fn special_children<S: Side>(castles: &Castles, node: &Node, moves: &Moves, visit: &mut impl FnMut(&Node)) {
    for from in Bits(moves.en_passant) {
        visit(&node.after_en_passant::<S>(from));
    }
    for (castle, is_legal) in castles.for_side::<S>().iter().zip(moves.castles) {
        if is_legal {
            visit(&node.after_castling::<S>(castle));
        }
    }
}
