//! How many replies the enemy has if we pass, and what each square is worth to that number.
//!
//! For the side that replies (they) and the side that moves (we), with every number standing on a square:
//!
//! * on a square where none of their pieces stands, `gain` is how many captures their pawns win when a piece of ours arrives
//!   there (and lose when it leaves), and `loss` how many moves they lose when one arrives (and win when it leaves): what
//!   their sliders see beyond it, and the pawn steps that end on it or pass it;
//! * on a square with a piece of theirs, `gain` is how many of their pieces defend it, and can retake there, and `loss` how
//!   many moves that piece has, which go with it.
//!
//! So after a quiet move from `f` to `t` they have `count - (gain - loss)(f) + (gain - loss)(t)` replies, and after a
//! capture the same formula holds, the number on `t` now being of the second sort. Where this is not so,
//! [`differences`](super::differences) says.

use super::board::{KNIGHT, Node, PAWN, Squares, bit, first};
use super::compass::Compass;
use super::count;
use super::machine::Machine;
use super::moves::{knight, line};
use super::numbers::Numbers;
use super::rays::Rays;
use super::side::Side;
use super::zone::Zone;

/// The enemy's replies if we pass, and what our moves change of them, square by square.
pub(super) struct Replies<N> {
    /// Their number if we pass.
    pub(super) count: u32,
    /// What the enemy gets when a piece of ours arrives.
    pub(super) gain: N,
    /// What he loses when a piece of ours arrives.
    pub(super) loss: N,
    /// The squares his sliders attack along files, ranks, rising and falling diagonals.
    pub(super) lines: [u64; 4],
}

impl<N: Numbers> Replies<N> {
    /// The replies of the other side, if side `S` passes. `zone` knows what pins and the king have to do with it.
    #[inline(always)]
    pub(super) fn new<S: Side, M: Machine<Compass: Compass<Numbers = N>>>(m: M, node: &Node, zone: &Zone) -> Self {
        let enemies = node.men::<S::Other>();
        let free = enemies & !zone.pinned;
        let (straight, diagonal) = (node.straight::<S::Other>() & free, node.diagonal::<S::Other>() & free);
        let rays = Rays::new::<M::Compass>(straight, diagonal, enemies, !node.occupied());
        let pawns = Pawns::<N>::new::<S>(node, node.kinds[PAWN] & free);
        let mut own_moves = pawns.own_moves;
        let mut defended = rays.defended;
        for from in Squares(node.kinds[KNIGHT] & free) {
            let to = knight(from);
            own_moves.put(bit(from), (to & !enemies).count_ones());
            // At most 8 by sliders, 8 by knights, and 8 by pawns, which count four-fold on the last rank.
            defended = defended.counted(to & enemies);
        }
        // Beyond a square lie at most 24 others, and a pawn step that it blocks is four moves at most.
        let loss = rays.reach.plus(pawns.steps).or(own_moves);
        let gain = defended.plus(pawns.captures);
        let mut count = loss.total_on(enemies) + zone.replies;
        if zone.pinned != 0 {
            let king = first(node.pieces::<S::Other>(super::board::KING));
            let along = |square| line(king, square) & !enemies;
            count += count::pinned::<S::Other, M>(m, node, zone.pinned, along);
        }
        Self { count, gain, loss, lines: rays.lines }
    }
}

/// What the enemy's free pawns have to do with each square. A move to the last rank counts four-fold, for it is one to
/// each of four pieces.
struct Pawns<N> {
    /// On squares of their own: how many moves the pawn there has.
    own_moves: N,
    /// On other squares: how many steps end on the square or pass it, those only counted that nothing else prevents.
    steps: N,
    /// How many pawns attack the square.
    captures: N,
}

impl<N: Numbers> Pawns<N> {
    #[inline(always)]
    fn new<S: Side>(node: &Node, pawns: u64) -> Self {
        let (own, enemies, vacant) = (node.men::<S>(), node.men::<S::Other>(), !node.occupied());
        let last = <S::Other as Side>::LAST_RANK;
        let third = <S::Other as Side>::THIRD_RANK;
        let one = S::Other::forward(pawns);
        let two = S::Other::forward(one & vacant & third);
        let passed = one & third & S::Other::back(vacant);
        let (left, right) = (S::Other::capture_left(pawns), S::Other::capture_right(pawns));

        let origins = [
            S::Other::back(one & vacant),
            S::Other::back(passed & vacant),
            S::Other::left_origins(left & own),
            S::Other::right_origins(right & own),
        ];
        let moves = origins.into_iter().fold(N::ZERO, N::counted);
        let steps = N::ZERO.counted((one | two) & !enemies).counted(passed & !enemies);
        let captures = N::ZERO.counted(left).counted(right);
        Self {
            own_moves: moves.quadrupled_on(S::Other::back(last)),
            steps: steps.quadrupled_on(last),
            captures: captures.quadrupled_on(last),
        }
    }
}
