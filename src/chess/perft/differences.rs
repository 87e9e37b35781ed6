//! The last two plies together, by differences: perft 2 without playing most of the moves.
//!
//! Most moves change little of what the enemy can reply. Let `N0` be the number of replies if we pass. A move from `f`
//! to `t` frees what our piece on `f` held up and holds up something on `t`; both effects depend on one square each, and
//! [`replies`](super::replies) has their numbers for all squares:
//!
//! ```text
//!   replies(f, t) = N0 - w(f) + w(t)          w(s) = gain(s) - loss(s)
//! ```
//!
//! Summed over many moves, the moves themselves vanish. With `C(s)` the number of moves that leave from `s` (on squares
//! of our pieces) or arrive on `s` (on all others),
//!
//! ```text
//!   sum of replies = n · N0 + Σ C(s) · ±w(s)       - on squares of our pieces, + on all others
//! ```
//!
//! which is a product of two boards of [`Numbers`], once for a node.
//!
//! # Where the formula is not used
//!
//! * In check, and with few pieces on the board: every move is played, which then is faster.
//! * Moves that can matter to the enemy king, told by [`zone`](super::zone).
//! * Promotions, castling, captures en passant, double steps that can be captured en passant.
//! * Moves whose two effects are not independent:
//!   - along a line on which an enemy slider attacks `f`: the piece still stands in its way, or takes it;
//!   - from one to the other of the two squares before an enemy pawn that has not moved: both steps are concerned twice;
//!   - the capture of a pawn on our own file by a rook or queen, or by the king one step ahead: the pawn's step was held
//!     up by the piece that takes it.
//!
//! One dependence is put right instead: a piece that takes a pawn which attacked it. That capture was taken off twice, with
//! the piece that left and with the pawn, so that one reply comes back for each such move (four on the enemy's last rank).
//!
//! Everywhere else the count is exact, not an estimate: the pieces of ours that leave and arrive are seen by the enemy's
//! pieces one square at a time, and knights, kings and blocked lines see nothing of them.

use super::board::{BISHOP, Bits, Castles, KNIGHT, Node, PAWN, QUEEN, ROOK, bit};
use super::exact::Exact;
use super::lines;
use super::machine::Machine;
use super::moves::{Moves, PieceMoves};
use super::numbers::Numbers;
use super::replies::Replies;
use super::side::{A_FILE, H_FILE, Side};
use super::zone::Zone;

/// How many pairs of a move of side `S` and a reply there are.
#[inline(always)]
pub(super) fn pairs<S: Side, M: Machine, X: Exact<S>>(m: M, castles: &Castles, node: &Node, mut exact: X) -> u64 {
    let mut moves = Moves::NONE;
    moves.add_all::<S, M>(m, castles, node);
    let mut count = 0;
    if moves.checkers == 0 && node.occupied().count_ones() > X::FEW_MEN {
        let zone = Zone::new::<S, M>(m, castles, node);
        let replies = Replies::new::<S, M>(m, node, &zone);
        count = Differences::new::<S>(node, &zone, &replies).take(&mut moves, &mut exact);
    } else {
        for piece in moves.pieces() {
            play(piece, piece.to, &mut exact);
        }
    }
    play_pawns(node, &moves, &mut exact);
    for from in Bits(moves.en_passant) {
        exact.en_passant(from);
    }
    for (castle, is_legal) in castles.of::<S>().iter().zip(moves.castles) {
        if is_legal {
            exact.castle(castle);
        }
    }
    count + exact.finish()
}

/// Has the moves of a piece to some of its squares counted the long way.
#[inline(always)]
fn play<S: Side>(piece: &PieceMoves, to: u64, exact: &mut impl Exact<S>) {
    for to in Bits(to) {
        exact.piece(piece.kind.into(), bit(piece.from), to);
    }
}

/// Has the moves of pawns counted the long way, en passant apart.
#[inline(always)]
fn play_pawns<S: Side>(node: &Node, moves: &Moves, exact: &mut impl Exact<S>) {
    let seen = beside(node.pieces::<S::Other>(PAWN));
    for to in Bits(moves.double_steps & seen) {
        exact.double_step(S::back(S::back(to)), to);
    }
    for to in Bits(moves.double_steps & !seen) {
        exact.pawn(S::back(S::back(to)), to);
    }
    for to in Bits(moves.steps & !S::LAST_RANK) {
        exact.pawn(S::back(to), to);
    }
    for to in Bits(moves.left & !S::LAST_RANK) {
        exact.pawn(S::left_origins(to), to);
    }
    for to in Bits(moves.right & !S::LAST_RANK) {
        exact.pawn(S::right_origins(to), to);
    }
    if (moves.steps | moves.left | moves.right) & S::LAST_RANK == 0 {
        return;
    }
    for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
        for to in Bits(moves.steps & S::LAST_RANK) {
            exact.promotion(kind, S::back(to), to);
        }
        for to in Bits(moves.left & S::LAST_RANK) {
            exact.promotion(kind, S::left_origins(to), to);
        }
        for to in Bits(moves.right & S::LAST_RANK) {
            exact.promotion(kind, S::right_origins(to), to);
        }
    }
}

/// The squares beside these, on the same rank.
#[inline(always)]
fn beside(set: u64) -> u64 {
    (set & !A_FILE) >> 1 | (set & !H_FILE) << 1
}

/// A node in which moves are counted by differences.
struct Differences<'a, N> {
    zone: &'a Zone,
    replies: &'a Replies<N>,
    own: u64,
    /// The enemy's pawns.
    pawns: u64,
    /// The two squares before each enemy pawn that has not moved.
    before: u64,
    /// The nearer one of the two.
    just_before: u64,
    /// How many moves leave from each square of our pieces, and arrive on each other one.
    moves: N,
    /// How many moves these are.
    number: u32,
    /// Captures that were taken off twice.
    correction: u32,
}

impl<'a, N: Numbers> Differences<'a, N> {
    #[inline(always)]
    fn new<S: Side>(node: &Node, zone: &'a Zone, replies: &'a Replies<N>) -> Self {
        let pawns = node.pieces::<S::Other>(PAWN);
        let just_before = S::Other::forward(pawns) & <S::Other as Side>::THIRD_RANK;
        Self {
            zone,
            replies,
            own: node.men::<S>(),
            pawns,
            before: just_before | S::Other::forward(just_before),
            just_before,
            moves: N::ZERO,
            number: 0,
            correction: 0,
        }
    }

    /// Counts the replies to the moves that the formula is good for, and to other moves of pieces by `exact`. Other
    /// moves of pawns remain in `moves`.
    #[inline(always)]
    fn take<S: Side>(mut self, moves: &mut Moves, exact: &mut impl Exact<S>) -> u64 {
        for piece in moves.pieces() {
            let apart = self.apart::<S>(piece);
            play(piece, piece.to & apart, exact);
            self.take_piece::<S>(piece, piece.to & !apart);
        }
        self.take_pawns::<S>(moves);
        let Replies { count, gain, loss, .. } = self.replies;
        let unchanged = u64::from(self.number) * u64::from(*count) + u64::from(self.correction);
        unchanged.wrapping_add_signed(self.moves.worth(*gain, *loss, self.own))
    }

    /// The squares to which a piece's moves are to be counted the long way.
    #[inline(always)]
    fn apart<S: Side>(&self, piece: &PieceMoves) -> u64 {
        let (from, kind) = (bit(piece.from), usize::from(piece.kind));
        if self.zone.from & from != 0 {
            return u64::MAX;
        }
        let mut apart = self.zone.to | self.zone.to_by_kind[kind];
        if kind == KNIGHT {
            return apart;
        }
        let [file, rank, rising, falling] = lines::through(piece.from);
        let [on_file, on_rank, on_rising, on_falling] = self.replies.lines;
        let chosen = |attacked: u64, line: u64| if attacked & from == 0 { 0 } else { line };
        if kind == ROOK || kind == QUEEN {
            apart |= chosen(on_file, file) | chosen(on_rank, rank) | (file & self.pawns);
        }
        if kind == BISHOP || kind == QUEEN {
            apart |= chosen(on_rising, rising) | chosen(on_falling, falling);
        }
        if kind != BISHOP {
            let steps = from << 8 | from >> 8;
            apart |= (steps & chosen(self.before, self.before)) | (steps & self.pawns);
        }
        apart
    }

    #[inline(always)]
    fn take_piece<S: Side>(&mut self, piece: &PieceMoves, to: u64) {
        let from = bit(piece.from);
        let number = to.count_ones();
        self.number += number;
        // At most 16 pieces arrive on a square, and a queen leaves hers for 27 others.
        self.moves = self.moves.counted(to);
        self.moves.put(from, number);
        if piece.kind as usize != KNIGHT {
            let attackers = (to & self.pawns & S::pawn_attacks(from)).count_ones();
            self.correction += if from & <S::Other as Side>::LAST_RANK == 0 { attackers } else { 4 * attackers };
        }
    }

    #[inline(always)]
    fn take_pawns<S: Side>(&mut self, moves: &mut Moves) {
        let apart = self.zone.to | self.zone.to_by_kind[PAWN] | S::LAST_RANK;
        let from_apart = self.zone.from;
        let [on_file, _, rising, falling] = self.replies.lines;
        // Towards the a-file White captures along the falling diagonals, Black along the rising ones.
        let (left_line, right_line) = if is_up::<S>() { (falling, rising) } else { (rising, falling) };
        let stuck = from_apart | on_file;
        let steps = moves.steps & !(apart | S::forward(stuck) | self.just_before);
        let double = moves.double_steps & !(apart | S::forward(S::forward(stuck)) | beside(self.pawns));
        let left = moves.left & !(apart | S::capture_left(from_apart | left_line));
        let right = moves.right & !(apart | S::capture_right(from_apart | right_line));
        moves.steps ^= steps;
        moves.double_steps ^= double;
        moves.left ^= left;
        moves.right ^= right;
        let origins = [S::back(steps), S::back(S::back(double)), S::left_origins(left), S::right_origins(right)];
        for (to, from) in [steps, double, left, right].into_iter().zip(origins) {
            self.number += to.count_ones();
            self.moves = self.moves.counted(to | from);
        }
        // What a pawn captures diagonally also attacks it, if it is a pawn.
        self.correction += (left & self.pawns).count_ones() + (right & self.pawns).count_ones();
    }
}

/// Whether forward is up the board.
#[inline(always)]
fn is_up<S: Side>() -> bool {
    S::LAST_RANK > S::BACK_RANK
}
