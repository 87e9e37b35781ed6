//! Perft 1: the number of legal moves of a node, without listing them (bulk counting).
//!
//! It uses the masks of [`moves`](super::moves) and adds up the sizes of the sets of targets. Unpinned pieces are
//! counted kind by kind, a queen as a bishop and a rook. Pinned pieces are rare and come last.

use super::board::{BISHOP, Castles, KNIGHT, Node, PAWN, QUEEN, ROOK, Squares, bit};
use super::cpu::Cpu;
use super::moves::{KingSafety, en_passant, knight, legal_castles, line};
use super::side::Side;

/// The number of legal moves of side `S`.
#[inline(always)]
pub(super) fn moves<S: Side, M: Cpu>(m: M, castles: &Castles, node: &Node) -> u64 {
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
fn free<S: Side, M: Cpu>(m: M, node: &Node, free: u64, targets: u64) -> u32 {
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
pub(super) fn pinned<S: Side, M: Cpu>(
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
