//! The number of enemy replies if we pass, and the weight of each square for that number.
//!
//! *We* are the side that moves, *they* the side that replies. Each square has two numbers:
//!
//! * On a square without a piece of theirs, `gain` is the number of pawn captures that they gain when a piece of ours
//!   arrives (and lose when it leaves). `loss` is the number of moves that they lose when it arrives (and gain when it
//!   leaves): slider moves beyond the square, and pawn steps that end on it or cross it.
//! * On a square with a piece of theirs, `gain` is the number of their pieces that defend it and can recapture. `loss`
//!   is the number of moves of the piece, which a capture removes.
//!
//! So after a quiet move or a capture from `f` to `t` they have `count - (gain - loss)(f) + (gain - loss)(t)` replies.
//! For the exceptions see [`differences`](super::differences).

use super::board::{Castle, Castles, KNIGHT, Node, PAWN, Side, Squares, bit, first};
use super::cpu::{Compiled, Sliders};
use super::moves::{knight, line};
use super::planes::Numbers;
use super::rays::{Directions, Rays};
use super::tree;
use super::zone::Zone;

/// The enemy's replies if we pass, and the changes by our moves for each square.
pub(super) struct Replies<N> {
    /// The number of replies if we pass.
    pub(super) count: u32,
    /// The replies that the enemy gains when a piece of ours arrives.
    pub(super) gain: N,
    /// The replies that the enemy loses when a piece of ours arrives.
    pub(super) loss: N,
    /// The squares that enemy sliders attack along files, ranks, rising and falling diagonals.
    pub(super) lines: [u64; 4],
}

impl<N: Numbers> Replies<N> {
    /// The replies of the other side if side `S` passes. `zone` has the pinned pieces and the number of king moves.
    #[inline(always)]
    pub(super) fn new<S: Side, M: Sliders<Directions: Directions<Numbers = N>>>(
        m: M,
        node: &Node,
        zone: &Zone,
    ) -> Self {
        let enemies = node.all_pieces::<S::Other>();
        let free = enemies & !zone.pinned;
        let (straight, diagonal) = (node.straight::<S::Other>() & free, node.diagonal::<S::Other>() & free);
        let rays = Rays::new::<M::Directions>(straight, diagonal, enemies, !node.occupied());
        let pawns = Pawns::<N>::new::<S>(node, node.kinds[PAWN] & free);
        let mut own_moves = pawns.own_moves;
        let mut defended = rays.defended;
        for from in Squares(node.kinds[KNIGHT] & free) {
            let to = knight(from);
            own_moves.put(bit(from), (to & !enemies).count_ones());
            // At most 8 by sliders, 8 by knights, and 8 by pawns, which count four times on the last rank.
            defended = defended.counted(to & enemies);
        }
        // At most 24 squares are beyond a square, and a blocked pawn step is at most four moves.
        let loss = rays.reach.plus(pawns.steps).or(own_moves);
        let gain = defended.plus(pawns.captures);
        let mut count = loss.total_on(enemies) + zone.replies;
        if zone.pinned != 0 {
            let king = first(node.pieces::<S::Other>(super::board::KING));
            let along = |square| line(king, square) & !enemies;
            count += tree::pinned::<S::Other, M>(m, node, zone.pinned, along);
        }
        Self { count, gain, loss, lines: rays.lines }
    }
}

/// The moves of the enemy's unpinned pawns for each square. A move to the last rank counts four times, once for each
/// promotion.
struct Pawns<N> {
    /// On the squares of these pawns, the number of their moves.
    own_moves: N,
    /// On other squares, the number of steps that end on the square or cross it, and that no other square blocks.
    steps: N,
    /// The number of pawns that attack the square.
    captures: N,
}

impl<N: Numbers> Pawns<N> {
    #[inline(always)]
    fn new<S: Side>(node: &Node, pawns: u64) -> Self {
        let (own, enemies, vacant) = (node.all_pieces::<S>(), node.all_pieces::<S::Other>(), !node.occupied());
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

// Counters of replies that play each move.

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

impl<'a, M: Compiled> OneByOne<'a, M> {
    #[inline(always)]
    pub(super) fn new(cpu: M, castles: &'a Castles, node: &'a Node) -> Self {
        Self { cpu, castles, node, count: 0 }
    }
}

impl<S: Side, M: Compiled> ReplyCounter<S> for OneByOne<'_, M> {
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
