//! Perft 2 by differences: the last two plies together, without playing most of the moves.
//!
//! Most moves change few of the enemy's replies. Let `N0` be the number of replies if we pass. A move from `f` to `t`
//! unblocks something on `f` and blocks something on `t`. Each effect depends on one square, and
//! [`replies`](super::replies) computes it for all squares:
//!
//! ```text
//!   replies(f, t) = N0 - w(f) + w(t)          w(s) = gain(s) - loss(s)
//! ```
//!
//! In the sum over `n` moves, only counts remain. Let `C(s)` be the number of moves with origin `s` (on squares of our
//! pieces) or target `s` (on all others). Then
//!
//! ```text
//!   sum of replies = n · N0 + Σ C(s) · ±w(s)       - on squares of our pieces, + on all others
//! ```
//!
//! which is one product of two boards of [`Numbers`] for a node.
//!
//! # Exceptions
//!
//! These moves are played, and their replies are counted by a [`ReplyCounter`]:
//!
//! * all moves, in check or with few pieces on the board, because that is faster;
//! * moves that can affect the enemy king, see [`zone`](super::zone);
//! * promotions, castling, captures en passant, and double steps that can be captured en passant;
//! * moves whose two effects are not independent:
//!   - along a line on which an enemy slider attacks `f`: the piece still blocks the slider, or captures it;
//!   - between the two squares in front of an enemy pawn that has not moved, which affect the same pawn steps;
//!   - the capture of a pawn on its own file by a rook or queen, or by the king one step ahead: the capturing piece may
//!     have blocked the pawn's step.
//!
//! One dependence is corrected instead: a piece that captures a pawn which attacked it. The formula subtracts the
//! pawn's capture twice, with the piece that left and with the captured pawn. So one reply is added for each such move
//! (four if the piece was on the enemy's last rank).
//!
//! For all other moves the count is exact: every enemy reply that changes depends on one of the two squares only.

use std::ops::BitOr;

use super::super::square::Square;
use super::board::{A_FILE, BISHOP, Bits, Castles, H_FILE, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, Squares, bit};
use super::cpu::Sliders;
use super::moves::{KingSafety, Moves, PieceMoves, kings, knights};
use super::planes::Numbers;
use super::rays::{self, Directions};
use super::replies::{Replies, ReplyCounter};
use super::zone::Zone;

/// The number of pairs of a move of side `S` and a reply.
#[inline(always)]
pub(super) fn pairs<S: Side, M: CountsPieces, X: ReplyCounter<S>>(
    m: M,
    castles: &Castles,
    node: &Node,
    mut counter: X,
) -> u64 {
    let mut moves = Moves::NONE;
    let mut count = 0;
    let safety = KingSafety::new::<S>(node);
    moves.add_others::<S, M>(m, node, &safety);
    if safety.checkers == 0 && node.occupied().count_ones() > X::FEW_PIECES {
        let zone = Zone::new::<S, M>(m, castles, node);
        let replies = Replies::new::<S, M>(m, node, &zone);
        let attacked = attacked::<S, M>(m, node, &zone, &replies);
        moves.add_king_without_check::<S>(castles, node, &safety, attacked);
        count = Differences::new::<S>(node, &zone, &replies).add_moves(m, &mut moves, &mut counter);
    } else {
        moves.add_king::<S, M>(m, castles, node, &safety);
        for piece in moves.pieces() {
            play(piece, piece.to, &mut counter);
        }
    }
    play_pawns(node, &moves, &mut counter);
    for from in Bits(moves.en_passant) {
        counter.en_passant(from);
    }
    for (castle, is_legal) in castles.for_side::<S>().iter().zip(moves.castles) {
        if is_legal {
            counter.castle(castle);
        }
    }
    count + counter.finish()
}

/// The squares that the enemy attacks, if we are not in check.
#[inline(always)]
fn attacked<S: Side, M: Sliders>(m: M, node: &Node, zone: &Zone, replies: &Replies<impl Numbers>) -> u64 {
    let leapers = knights(node.pieces::<S::Other>(KNIGHT))
        | S::Other::pawn_attacks(node.pieces::<S::Other>(PAWN))
        | kings(node.pieces::<S::Other>(KING));
    let mut attacked = replies.lines.into_iter().fold(leapers, BitOr::bitor);
    for from in Squares(node.straight::<S::Other>() & zone.pinned) {
        attacked |= m.rook(from, node.occupied());
    }
    for from in Squares(node.diagonal::<S::Other>() & zone.pinned) {
        attacked |= m.bishop(from, node.occupied());
    }
    attacked
}

#[inline(always)]
pub(super) fn play<S: Side>(piece: PieceMoves, to: u64, counter: &mut impl ReplyCounter<S>) {
    for to in Bits(to) {
        counter.piece(piece.kind.into(), bit(piece.from), to);
    }
}

/// Plays the pawn moves other than en passant.
#[inline(always)]
fn play_pawns<S: Side>(node: &Node, moves: &Moves, counter: &mut impl ReplyCounter<S>) {
    let attacked = neighbors(node.pieces::<S::Other>(PAWN));
    for to in Bits(moves.double_steps & attacked) {
        counter.double_step(S::back(S::back(to)), to);
    }
    for to in Bits(moves.double_steps & !attacked) {
        counter.pawn(S::back(S::back(to)), to);
    }
    for to in Bits(moves.steps & !S::LAST_RANK) {
        counter.pawn(S::back(to), to);
    }
    for to in Bits(moves.left & !S::LAST_RANK) {
        counter.pawn(S::left_origins(to), to);
    }
    for to in Bits(moves.right & !S::LAST_RANK) {
        counter.pawn(S::right_origins(to), to);
    }
    if (moves.steps | moves.left | moves.right) & S::LAST_RANK == 0 {
        return;
    }
    for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
        for to in Bits(moves.steps & S::LAST_RANK) {
            counter.promotion(kind, S::back(to), to);
        }
        for to in Bits(moves.left & S::LAST_RANK) {
            counter.promotion(kind, S::left_origins(to), to);
        }
        for to in Bits(moves.right & S::LAST_RANK) {
            counter.promotion(kind, S::right_origins(to), to);
        }
    }
}

/// The neighbors of these squares on the same rank.
#[inline(always)]
fn neighbors(set: u64) -> u64 {
    (set & !A_FILE) >> 1 | (set & !H_FILE) << 1
}

/// A CPU level that counts the moves of pieces by differences.
pub(super) trait CountsPieces: Sliders {
    /// Counts them, and passes those that must be played to `counter`.
    #[inline(always)]
    fn add_pieces<S: Side, X: ReplyCounter<S>>(
        self,
        differences: &mut Differences<'_, <Self::Directions as Directions>::Numbers>,
        moves: &Moves,
        counter: &mut X,
    ) {
        differences.add_pieces::<S>(moves, counter);
    }
}

/// The count by differences in one node.
pub(super) struct Differences<'a, N> {
    pub(super) zone: &'a Zone,
    pub(super) replies: &'a Replies<N>,
    own: u64,
    pub(super) pawns: u64,
    /// The two squares in front of each enemy pawn that has not moved.
    pub(super) double_step_squares: u64,
    /// The nearer of the two squares.
    single_step_squares: u64,
    /// Our sliders along files, ranks, rising and falling diagonals that an enemy slider attacks along that line.
    pub(super) attacked_sliders: [u64; 4],
    /// `C(s)`: the number of moves from each square of our pieces, and to each other square.
    pub(super) moves: N,
    number: u32,
    /// The number of captures that the formula subtracts twice.
    correction: u32,
    /// The part of the sum that is computed for eight pieces at a time: all but the weights of their targets.
    pub(super) count: u64,
}

impl<'a, N: Numbers> Differences<'a, N> {
    #[inline(always)]
    fn new<S: Side>(node: &Node, zone: &'a Zone, replies: &'a Replies<N>) -> Self {
        let pawns = node.pieces::<S::Other>(PAWN);
        let (straight, diagonal) = (node.straight::<S>(), node.diagonal::<S>());
        let [on_file, on_rank, on_rising, on_falling] = replies.lines;
        let single_step_squares = S::Other::forward(pawns) & <S::Other as Side>::THIRD_RANK;
        Self {
            zone,
            replies,
            own: node.all_pieces::<S>(),
            pawns,
            double_step_squares: single_step_squares | S::Other::forward(single_step_squares),
            single_step_squares,
            attacked_sliders: [straight & on_file, straight & on_rank, diagonal & on_rising, diagonal & on_falling],
            moves: N::ZERO,
            number: 0,
            correction: 0,
            count: 0,
        }
    }

    /// Counts the replies to the moves that the formula covers, and passes other moves of pieces to `counter`. Other
    /// pawn moves remain in `moves`.
    #[inline(always)]
    fn add_moves<S: Side, M: CountsPieces<Directions: Directions<Numbers = N>>>(
        mut self,
        m: M,
        moves: &mut Moves,
        counter: &mut impl ReplyCounter<S>,
    ) -> u64 {
        m.add_pieces::<S, _>(&mut self, moves, counter);
        self.add_pawns::<S>(moves);
        let Replies { count, gain, loss, .. } = self.replies;
        let unchanged = u64::from(self.number) * u64::from(*count) + u64::from(self.correction) + self.count;
        unchanged.wrapping_add_signed(self.moves.weighted_sum(*gain, *loss, self.own))
    }

    /// Adds the moves of pieces, one piece after the other.
    #[inline(always)]
    pub(super) fn add_pieces<S: Side>(&mut self, moves: &Moves, counter: &mut impl ReplyCounter<S>) {
        for piece in moves.pieces() {
            let exceptions = self.exceptions::<S>(piece);
            play(piece, piece.to & exceptions, counter);
            self.add_piece::<S>(piece, piece.to & !exceptions);
        }
    }

    /// The targets of a piece's moves that must be played.
    #[inline(always)]
    fn exceptions<S: Side>(&self, piece: PieceMoves) -> u64 {
        let (from, kind) = (bit(piece.from), usize::from(piece.kind));
        if self.zone.from & from != 0 {
            return u64::MAX;
        }
        let exceptions = self.zone.to | self.zone.to_by_kind[kind];
        if kind == KNIGHT {
            return exceptions;
        }
        let [file, ..] = rays::lines_through(piece.from);
        let steps = if from & self.double_step_squares == 0 { 0 } else { self.double_step_squares };
        // A bishop does not move along its file, and a king only one step.
        exceptions | (file & (self.pawns | steps)) | self.attacked_lines(piece.from)
    }

    /// The lines along which an enemy slider attacks a slider of ours on this square.
    #[inline(always)]
    pub(super) fn attacked_lines(&self, square: Square) -> u64 {
        let lines = rays::lines_through(square).into_iter().zip(self.attacked_sliders);
        lines.fold(0, |chosen, (line, sliders)| chosen | if sliders & bit(square) == 0 { 0 } else { line })
    }

    #[inline(always)]
    fn add_piece<S: Side>(&mut self, piece: PieceMoves, to: u64) {
        let from = bit(piece.from);
        let number = to.count_ones();
        self.number += number;
        // At most 16 pieces move to a square, and a queen has at most 27 moves.
        self.moves = self.moves.counted(to);
        self.moves.put(from, number);
        if piece.kind as usize != KNIGHT {
            let attackers = (to & self.pawns & S::pawn_attacks(from)).count_ones();
            self.correction += if from & <S::Other as Side>::LAST_RANK == 0 { attackers } else { 4 * attackers };
        }
    }

    #[inline(always)]
    fn add_pawns<S: Side>(&mut self, moves: &mut Moves) {
        let exceptions = self.zone.to | self.zone.to_by_kind[PAWN] | S::LAST_RANK;
        let excepted_origins = self.zone.from;
        let [on_file, _, rising, falling] = self.replies.lines;
        // Captures towards the a-file are along falling diagonals for White, along rising ones for Black.
        let (left_line, right_line) = if is_up::<S>() { (falling, rising) } else { (rising, falling) };
        let stuck = excepted_origins | on_file;
        let steps = moves.steps & !(exceptions | S::forward(stuck) | self.single_step_squares);
        let double = moves.double_steps & !(exceptions | S::forward(S::forward(stuck)) | neighbors(self.pawns));
        let left = moves.left & !(exceptions | S::capture_left(excepted_origins | left_line));
        let right = moves.right & !(exceptions | S::capture_right(excepted_origins | right_line));
        moves.steps ^= steps;
        moves.double_steps ^= double;
        moves.left ^= left;
        moves.right ^= right;
        let origins = [S::back(steps), S::back(S::back(double)), S::left_origins(left), S::right_origins(right)];
        for (to, from) in [steps, double, left, right].into_iter().zip(origins) {
            self.number += to.count_ones();
            self.moves = self.moves.counted(to | from);
        }
        // A pawn that a pawn captures also attacked it.
        self.correction += (left & self.pawns).count_ones() + (right & self.pawns).count_ones();
    }
}

/// Whether `S` is White.
#[inline(always)]
fn is_up<S: Side>() -> bool {
    S::LAST_RANK > S::BACK_RANK
}
