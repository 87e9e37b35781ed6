//! Perft without a hash table: the recursion down to the last plies, and the number of legal moves of a node, for perft 1.

use super::board::{BISHOP, Bits, Castles, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, Squares, bit};
use super::cpu::{Compiled, Sliders};
use super::moves::{KingSafety, Moves, en_passant, knight, legal_castles, line};

#[inline(always)]
pub(super) fn perft<S: Side, M: Compiled>(m: M, castles: &Castles, node: &Node, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => m.moves::<S>(castles, node),
        2 => m.pairs::<S>(castles, node),
        _ => m.paths::<S>(castles, node, depth),
    }
}

/// Perft of a depth above 2, as the sum over the children.
#[inline(always)]
pub(super) fn paths<S: Side, M: Compiled>(m: M, castles: &Castles, node: &Node, depth: u32) -> u64 {
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

// Perft 1: the number of legal moves of a node, without listing them (bulk counting).
//
// It uses the masks of `moves` and adds up the sizes of the sets of targets. Unpinned pieces are
// counted kind by kind, a queen as a bishop and a rook. Pinned pieces are rare and come last.

/// The number of legal moves of side `S`.
#[inline(always)]
pub(super) fn count_moves<S: Side, M: Sliders>(m: M, castles: &Castles, node: &Node) -> u64 {
    let king = KingSafety::new::<S>(node);
    let mut count = king.steps::<S, M>(m, node).count_ones();
    if king.checkers & king.checkers.wrapping_sub(1) != 0 {
        return u64::from(count);
    }
    let targets = king.targets(node.all_pieces::<S>());
    if node.en_passant != 0 {
        count += en_passant::<S, M>(m, node, &king).count_ones();
    }
    if king.checkers == 0 && node.castling & node.all_pieces::<S>() != 0 {
        count += legal_castles::<S, M>(m, castles, node).into_iter().filter(|is_legal| *is_legal).count() as u32;
    }
    count += free::<S, M>(m, node, !king.pinned, targets);
    if king.pinned != 0 && king.checkers == 0 {
        count += pinned::<S, M>(m, node, king.pinned, |square| line(king.square, square) & targets);
    }
    u64::from(count)
}

/// The number of moves of the pieces in `free` to `targets`, without king moves and castling.
#[inline(always)]
fn free<S: Side, M: Sliders>(m: M, node: &Node, free: u64, targets: u64) -> u32 {
    let occupied = node.occupied();
    let mut count = 0;
    for from in Squares(node.pieces::<S>(KNIGHT) & free) {
        count += (knight(from) & targets).count_ones();
    }
    for from in Squares(node.diagonal::<S>() & free) {
        count += (m.bishop(from, occupied) & targets).count_ones();
    }
    for from in Squares(node.straight::<S>() & free) {
        count += (m.rook(from, occupied) & targets).count_ones();
    }
    count + pawns::<S>(node, node.pieces::<S>(PAWN) & free, targets)
}

/// The number of moves of pinned pieces along their lines. A pinned knight cannot move.
#[inline(always)]
pub(super) fn pinned<S: Side, M: Sliders>(
    m: M,
    node: &Node,
    pinned: u64,
    targets: impl Fn(super::super::square::Square) -> u64,
) -> u32 {
    let occupied = node.occupied();
    let mut count = 0;
    for from in Squares((node.kinds[BISHOP] | node.kinds[QUEEN]) & pinned) {
        count += (m.bishop(from, occupied) & targets(from)).count_ones();
    }
    for from in Squares((node.kinds[ROOK] | node.kinds[QUEEN]) & pinned) {
        count += (m.rook(from, occupied) & targets(from)).count_ones();
    }
    for from in Squares(node.kinds[PAWN] & pinned) {
        count += pawns::<S>(node, bit(from), targets(from));
    }
    count
}

/// The number of pawn moves; a move to the last rank counts as four promotions.
#[inline(always)]
fn pawns<S: Side>(node: &Node, pawns: u64, targets: u64) -> u32 {
    let vacant = !node.occupied();
    let victims = node.all_pieces::<S::Other>() & targets;
    let one = S::forward(pawns) & vacant;
    let two = S::forward(one & S::THIRD_RANK) & vacant & targets;
    let one = one & targets;
    let left = S::capture_left(pawns) & victims;
    let right = S::capture_right(pawns) & victims;
    let mut count = one.count_ones() + two.count_ones() + left.count_ones() + right.count_ones();
    if (one | left | right) & S::LAST_RANK != 0 {
        let promotions = |set: u64| (set & S::LAST_RANK).count_ones();
        count += 3 * (promotions(one) + promotions(left) + promotions(right));
    }
    count
}
