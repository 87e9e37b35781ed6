//! The legal move generator of the fast tiers, which returns sets of squares.
//!
//! It generates only legal moves, by three masks. *Checkers* limit the targets: with one checker, its square and those
//! between it and the king; with two, only the king moves. *Pinned* pieces move along their lines. The king moves to
//! squares that are not attacked with the king removed, so that it does not cover squares on the line of a check.

use super::super::attacks;
use super::super::bitboard::Bitboard;
use super::super::square::Square;
use super::board::{
    A_FILE, BISHOP, Bits, Castle, Castles, H_FILE, KING, KNIGHT, Node, PAWN, QUEEN, ROOK, Side, Squares, bit, first,
};
use super::cpu::Sliders;

#[derive(Clone, Copy)]
pub(super) struct PieceMoves {
    pub(super) from: Square,
    /// The index of its kind; never that of a pawn.
    pub(super) kind: u8,
    pub(super) to: u64,
}

/// The legal moves of one side. Pawn moves are sets of targets.
pub(super) struct Moves {
    /// The squares of the pieces, the king first.
    origins: [u8; 16],
    /// The indices of their kinds; never that of a pawn.
    kinds: [u8; 16],
    /// Their targets, empty for the king.
    targets: [u64; 16],
    len: usize,
    /// The targets of the king, without castling. They are known last, and a load of eight targets would wait for them.
    pub(super) king_steps: u64,
    /// Single steps, including promotions.
    pub(super) steps: u64,
    pub(super) double_steps: u64,
    /// Captures towards the a-file, including promotions.
    pub(super) left: u64,
    /// Captures towards the h-file, including promotions.
    pub(super) right: u64,
    /// The squares of the pawns that may capture en passant.
    pub(super) en_passant: u64,
    /// Whether castling is legal, in the order of [`Castles::for_side`].
    pub(super) castles: [bool; 2],
}

impl Moves {
    pub(super) const NONE: Self = Self {
        origins: [0; 16],
        kinds: [0; 16],
        targets: [0; 16],
        len: 0,
        king_steps: 0,
        steps: 0,
        double_steps: 0,
        left: 0,
        right: 0,
        en_passant: 0,
        castles: [false; 2],
    };

    /// Adds all legal moves of side `S`. They are filled in place, because a return value of this size would be copied.
    #[inline(always)]
    pub(super) fn add_all<S: Side, M: Sliders>(&mut self, m: M, castles: &Castles, node: &Node) {
        let safety = KingSafety::new::<S>(node);
        self.add_others::<S, M>(m, node, &safety);
        self.add_king::<S, M>(m, castles, node, &safety);
    }

    #[inline(always)]
    pub(super) fn add_king<S: Side, M: Sliders>(&mut self, m: M, castles: &Castles, node: &Node, safety: &KingSafety) {
        self.king_steps = safety.steps::<S, M>(m, node);
        if safety.checkers == 0 && node.castling & node.all_pieces::<S>() != 0 {
            self.castles = legal_castles::<S, M>(m, castles, node);
        }
    }

    /// [`Moves::add_king`] for a side that is not in check, if the squares that the opponent attacks are known.
    #[inline(always)]
    pub(super) fn add_king_without_check<S: Side>(
        &mut self,
        castles: &Castles,
        node: &Node,
        safety: &KingSafety,
        attacked: u64,
    ) {
        self.king_steps = king(safety.square) & !(node.all_pieces::<S>() | attacked);
        let straight = node.straight::<S::Other>();
        let is_legal = |castle: &Castle| castle.is_legal(node.castling, node.occupied(), attacked, straight);
        self.castles = castles.for_side::<S>().each_ref().map(is_legal);
    }

    /// Adds all moves but those of the king, whose place is the first.
    #[inline(always)]
    pub(super) fn add_others<S: Side, M: Sliders>(&mut self, m: M, node: &Node, safety: &KingSafety) {
        self.push(safety.square, KING, 0);
        if safety.checkers & safety.checkers.wrapping_sub(1) != 0 {
            return;
        }
        let targets = safety.targets(node.all_pieces::<S>());
        if node.en_passant != 0 {
            self.en_passant = en_passant::<S, M>(m, node, safety);
        }
        self.add_pieces::<S, M>(m, node, safety, targets);
        self.add_pawns::<S>(node, node.pieces::<S>(PAWN) & !safety.pinned, targets);
        for pawn in Bits(node.pieces::<S>(PAWN) & safety.pinned) {
            self.add_pawns::<S>(node, pawn, targets & line(safety.square, first(pawn)));
        }
    }

    #[inline(always)]
    pub(super) fn pieces(&self) -> impl Iterator<Item = PieceMoves> {
        (0..self.len.min(16)).map(|index| self.piece(index))
    }

    /// The moves of the piece with this index, which must be below 16.
    #[inline(always)]
    pub(super) fn piece(&self, index: usize) -> PieceMoves {
        let at = index & 15;
        let to = if at == 0 { self.king_steps } else { self.targets[at] };
        PieceMoves { from: Square::from_index(self.origins[at] & 63), kind: self.kinds[at], to }
    }

    #[inline(always)]
    pub(super) fn has_more_than_eight(&self) -> bool {
        self.len > 8
    }

    /// The squares, kinds and targets of the group of eight pieces that starts at this index, without the king's
    /// targets. The places after the last piece have no targets.
    #[inline(always)]
    pub(super) fn group(&self, start: usize) -> ([u8; 8], [u8; 8], &[u64; 8]) {
        let start = start & 8;
        let (origins, kinds, targets) = (&self.origins[start..], &self.kinds[start..], &self.targets[start..]);
        match (origins.first_chunk(), kinds.first_chunk(), targets.first_chunk()) {
            (Some(&origins), Some(&kinds), Some(targets)) => (origins, kinds, targets),
            _ => unreachable!("there are sixteen places"),
        }
    }

    #[inline(always)]
    fn push(&mut self, from: Square, kind: usize, to: u64) {
        // A side has sixteen pieces.
        let at = self.len & 15;
        self.origins[at] = from.index() as u8;
        self.kinds[at] = kind as u8;
        self.targets[at] = to;
        self.len += 1;
    }

    #[inline(always)]
    fn add_pieces<S: Side, M: Sliders>(&mut self, m: M, node: &Node, king: &KingSafety, targets: u64) {
        let occupied = node.occupied();
        let allowed = |from| if king.pinned & bit(from) == 0 { targets } else { targets & line(king.square, from) };
        for from in Squares(node.pieces::<S>(KNIGHT) & !king.pinned) {
            self.push(from, KNIGHT, knight(from) & targets);
        }
        for from in Squares(node.pieces::<S>(BISHOP)) {
            self.push(from, BISHOP, m.bishop(from, occupied) & allowed(from));
        }
        for from in Squares(node.pieces::<S>(ROOK)) {
            self.push(from, ROOK, m.rook(from, occupied) & allowed(from));
        }
        for from in Squares(node.pieces::<S>(QUEEN)) {
            self.push(from, QUEEN, (m.bishop(from, occupied) | m.rook(from, occupied)) & allowed(from));
        }
    }

    #[inline(always)]
    fn add_pawns<S: Side>(&mut self, node: &Node, pawns: u64, targets: u64) {
        let vacant = !node.occupied();
        let victims = node.all_pieces::<S::Other>() & targets;
        let one = S::forward(pawns) & vacant;
        self.steps |= one & targets;
        self.double_steps |= S::forward(one & S::THIRD_RANK) & vacant & targets;
        self.left |= S::capture_left(pawns) & victims;
        self.right |= S::capture_right(pawns) & victims;
    }
}

/// The restrictions on moves by the safety of the king.
pub(super) struct KingSafety {
    pub(super) square: Square,
    /// The opponent's pieces that give check.
    pub(super) checkers: u64,
    /// Own pieces that are alone between their king and an enemy slider.
    pub(super) pinned: u64,
}

impl KingSafety {
    #[inline(always)]
    pub(super) fn new<S: Side>(node: &Node) -> Self {
        let square = first(node.pieces::<S>(KING));
        let (own, enemies) = (node.all_pieces::<S>(), node.all_pieces::<S::Other>());
        let leapers = (knight(square) & node.kinds[KNIGHT]) | (S::pawn_attacks(bit(square)) & node.kinds[PAWN]);
        let mut checkers = leapers & enemies;
        let mut pinned = 0;
        for sniper in Squares(snipers::<S>(node, square)) {
            let shield = between(square, sniper) & (own | enemies);
            if shield == 0 {
                checkers |= bit(sniper);
            } else if shield.is_power_of_two() {
                pinned |= shield;
            }
        }
        Self { square, checkers, pinned: pinned & own }
    }

    /// The targets of pieces other than the king, with at most one checker: all, or those that end the check.
    #[inline(always)]
    pub(super) fn targets(&self, own: u64) -> u64 {
        if self.checkers == 0 { !own } else { self.checkers | between(self.square, first(self.checkers)) }
    }

    /// The targets of the king, without castling.
    #[inline(always)]
    pub(super) fn steps<S: Side, M: Sliders>(&self, m: M, node: &Node) -> u64 {
        let without_king = node.occupied() ^ bit(self.square);
        let close = S::Other::pawn_attacks(node.pieces::<S::Other>(PAWN)) | king(first(node.pieces::<S::Other>(KING)));
        let mut safe = king(self.square) & !node.all_pieces::<S>() & !close;
        // Iterates over enemy pieces or over squares, whichever are fewer.
        let far = node.diagonal::<S::Other>() | node.straight::<S::Other>() | node.pieces::<S::Other>(KNIGHT);
        if far.count_ones() < safe.count_ones() {
            return safe & !attacked_from_afar::<S, M>(m, node, without_king);
        }
        for to in Bits(safe) {
            if is_attacked_from_afar::<S, M>(m, node, first(to), without_king) {
                safe ^= to;
            }
        }
        safe
    }
}

/// The opponent's sliders that would attack this square on an empty board.
#[inline(always)]
fn snipers<S: Side>(node: &Node, square: Square) -> u64 {
    (bishop_lines(square) & node.diagonal::<S::Other>()) | (rook_lines(square) & node.straight::<S::Other>())
}

/// The squares that the opponent of `S` attacks with knights and sliders.
#[inline(always)]
fn attacked_from_afar<S: Side, M: Sliders>(m: M, node: &Node, occupied: u64) -> u64 {
    let mut attacked = 0;
    for from in Squares(node.pieces::<S::Other>(KNIGHT)) {
        attacked |= knight(from);
    }
    for from in Squares(node.diagonal::<S::Other>()) {
        attacked |= m.bishop(from, occupied);
    }
    for from in Squares(node.straight::<S::Other>()) {
        attacked |= m.rook(from, occupied);
    }
    attacked
}

/// Whether the opponent of `S` attacks a square with a knight or a slider.
#[inline(always)]
pub(super) fn is_attacked_from_afar<S: Side, M: Sliders>(m: M, node: &Node, square: Square, occupied: u64) -> bool {
    knight(square) & node.pieces::<S::Other>(KNIGHT) != 0 || is_seen_by_slider::<S, M>(m, node, square, occupied)
}

/// Whether the opponent of `S` attacks a square with a slider.
#[inline(always)]
pub(super) fn is_seen_by_slider<S: Side, M: Sliders>(m: M, node: &Node, square: Square, occupied: u64) -> bool {
    let (diagonal, straight) = (node.diagonal::<S::Other>(), node.straight::<S::Other>());
    (bishop_lines(square) & diagonal != 0 && m.bishop(square, occupied) & diagonal != 0)
        || (rook_lines(square) & straight != 0 && m.rook(square, occupied) & straight != 0)
}

/// The pawns that may capture en passant. Both pawns leave their squares, which may open a line to the king.
#[inline(always)]
pub(super) fn en_passant<S: Side, M: Sliders>(m: M, node: &Node, king: &KingSafety) -> u64 {
    let to = node.en_passant;
    let victim = S::back(to);
    if king.checkers & !victim & (node.kinds[KNIGHT] | node.kinds[PAWN]) != 0 {
        return 0;
    }
    let mut pawns = S::Other::pawn_attacks(to) & node.pieces::<S>(PAWN);
    for from in Bits(pawns) {
        let occupied = (node.occupied() ^ from ^ victim) | to;
        if is_seen_by_slider::<S, M>(m, node, king.square, occupied) {
            pawns ^= from;
        }
    }
    pawns
}

/// Whether each of the two ways to castle is legal for a side that is not in check.
#[inline(always)]
pub(super) fn legal_castles<S: Side, M: Sliders>(m: M, castles: &Castles, node: &Node) -> [bool; 2] {
    let [right, left] = castles.for_side::<S>();
    let may = |castle: &Castle| node.castling & castle.rook != 0 && may_castle::<S, M>(m, castle, node);
    [may(right), may(left)]
}

#[inline(always)]
fn may_castle<S: Side, M: Sliders>(m: M, castle: &Castle, node: &Node) -> bool {
    let occupied = node.occupied();
    if occupied & castle.vacant != 0 {
        return false;
    }
    let close = S::Other::pawn_attacks(node.pieces::<S::Other>(PAWN)) | king(first(node.pieces::<S::Other>(KING)));
    let without_king = occupied & !node.pieces::<S>(KING);
    if !castle.is_legal(node.castling, occupied, close, node.straight::<S::Other>()) {
        return false;
    }
    for square in Squares(castle.king_squares) {
        if is_attacked_from_afar::<S, M>(m, node, square, without_king) {
            return false;
        }
    }
    true
}

#[inline(always)]
pub(super) fn knight(square: Square) -> u64 {
    attacks::knight(square).0
}

#[inline(always)]
pub(super) fn king(square: Square) -> u64 {
    attacks::king(square).0
}

/// The squares that knights attack.
#[inline(always)]
pub(super) fn knights(knights: u64) -> u64 {
    let (one_left, one_right) = (knights & !A_FILE, knights & !H_FILE);
    let (two_left, two_right) = (one_left & !(A_FILE << 1), one_right & !(H_FILE >> 1));
    let far = one_left << 15 | one_left >> 17 | one_right << 17 | one_right >> 15;
    far | two_left << 6 | two_left >> 10 | two_right << 10 | two_right >> 6
}

/// The squares that kings attack, and their own.
#[inline(always)]
pub(super) fn kings(kings: u64) -> u64 {
    let row = (kings & !A_FILE) >> 1 | kings | (kings & !H_FILE) << 1;
    row | row << 8 | row >> 8
}

/// The squares a bishop attacks on an empty board.
#[inline(always)]
pub(super) fn bishop_lines(square: Square) -> u64 {
    attacks::origins_in_row(4 + BISHOP, square).0
}

/// The squares a rook attacks on an empty board.
#[inline(always)]
pub(super) fn rook_lines(square: Square) -> u64 {
    attacks::origins_in_row(4 + ROOK, square).0
}

/// The squares strictly between two squares; empty if they are not aligned.
#[inline(always)]
pub(super) fn between(a: Square, b: Square) -> u64 {
    attacks::between(a, b).0
}

/// The line through two squares, edge to edge; empty if they are not aligned.
#[inline(always)]
pub(super) fn line(a: Square, b: Square) -> u64 {
    let Bitboard(line) = attacks::line(a, b);
    line
}
