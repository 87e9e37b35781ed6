//! Counting the legal moves of a node without listing them: perft 1.
//!
//! The same three masks as in [`moves`](super::moves); what would be a list there is a sum of set sizes here. Pieces that
//! are not pinned are counted kind by kind, a queen as a bishop and a rook; pinned ones are rare and come last.

use super::board::{BISHOP, Castles, KNIGHT, Node, PAWN, QUEEN, ROOK, Squares, bit};
use super::machine::Machine;
use super::moves::{KingSafety, en_passant, knight, legal_castles, line};
use super::side::Side;

/// How many legal moves side `S` has.
#[inline(always)]
pub(super) fn moves<S: Side, M: Machine>(m: M, castles: &Castles, node: &Node) -> u64 {
    let king = KingSafety::new::<S>(node);
    let mut count = king.steps::<S, M>(m, node).count_ones();
    if king.checkers & king.checkers.wrapping_sub(1) != 0 {
        return u64::from(count);
    }
    let targets = king.targets(node.men::<S>());
    if node.en_passant != 0 {
        count += en_passant::<S, M>(m, node, &king).count_ones();
    }
    if king.checkers == 0 && node.castling & node.men::<S>() != 0 {
        count += legal_castles::<S, M>(m, castles, node).into_iter().filter(|is_legal| *is_legal).count() as u32;
    }
    count += free::<S, M>(m, node, !king.pinned, targets);
    if king.pinned != 0 && king.checkers == 0 {
        count += pinned::<S, M>(m, node, king.pinned, |square| line(king.square, square) & targets);
    }
    u64::from(count)
}

/// The moves of the pieces in `free` to `targets`, those of the king and castling apart.
#[inline(always)]
fn free<S: Side, M: Machine>(m: M, node: &Node, free: u64, targets: u64) -> u32 {
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

/// The moves of pinned pieces, each along its line. A pinned knight has none.
#[inline(always)]
pub(super) fn pinned<S: Side, M: Machine>(
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

/// The moves of pawns; one to the last rank is four.
#[inline(always)]
fn pawns<S: Side>(node: &Node, pawns: u64, targets: u64) -> u32 {
    let vacant = !node.occupied();
    let victims = node.men::<S::Other>() & targets;
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
