//! Closed positions: the squares that each piece can ever reach, and whether they allow a mate.
//!
//! **What it proves.** That the side cannot checkmate, because the other side's king is mated in no position that fits
//! the *reach sets*. The reach set of a piece contains every square on which it may ever be. The sets are an invariant
//! of play: they hold for the position, and no legal move leads out of them, except moves after which play ends without
//! a checkmate by the side.
//!
//! **Why it is sound.** [`reach`] starts from the squares of the pieces and adds destinations of moves up to a
//! fixpoint. It omits a move only if the move is illegal in *every* position that fits the sets, or if play after it
//! certainly ends without a checkmate by the side ([`mod@last_piece`]); each reason is documented where it is used.
//! [`mate`] tests a necessary condition of a mate: a piece that can give check and, for each flight square of the king,
//! a piece that can take it away, with each piece in one place. If the condition fails, there is no mate. [`mod@check`]
//! verifies both claims again with slow and independent code.
//!
//! **What it cannot see.** Whether pieces can be on their squares *at the same time*: kings that keep each other out, a
//! pawn that would have to be captured both before and after, a side that runs out of moves.
//!
//! **Where it comes from.** The semi-static analysis of CHA (Ambrona 2022) showed that one least fixpoint over single
//! pieces and squares proves nearly all pawn walls. The sets, the rules and the mating test here are our own.

pub(super) mod check;
mod last_piece;
mod mate;
mod reach;

pub(super) use check::find_last_piece;

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

pub(super) use reach::path;

/// The squares that a piece may ever reach, and whether it may be captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceReach {
    /// Its color.
    pub color: Color,
    /// Its current type.
    pub kind: PieceType,
    /// Its current square.
    pub home: Square,
    /// All squares that it may ever reach as its current type.
    pub reach: Bitboard,
    /// All squares that it may ever reach as a promoted piece of any type.
    pub promoted: Bitboard,
    /// Whether it may ever be captured. Not computed for the only piece besides the king of the mating side, unless it
    /// is a pawn, because after its capture there is no mate.
    pub may_be_captured: bool,
}

impl PieceReach {
    /// All squares that it may ever reach.
    pub fn everywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }

    /// Whether it stays on its square until it is captured.
    pub fn never_moves(&self) -> bool {
        self.everywhere() == Bitboard::from_square(self.home)
    }

    /// Whether it stays on its square and is never captured.
    pub fn is_fixed(&self) -> bool {
        self.never_moves() && !self.may_be_captured
    }
}

/// The reach sets of all pieces of a position: the proof that the position is closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachProof {
    /// The reach sets, in the order of the pieces' squares.
    pub pieces: Vec<PieceReach>,
}

/// Whether a proof is worth trying at once: only kings, bishops and pawns, some pawns locked, and no pawn with a path
/// to promotion that neither a pawn nor the king blocks.
pub(super) fn is_likely(position: &Position) -> bool {
    let movers =
        position.by_type(PieceType::Queen) | position.by_type(PieceType::Rook) | position.by_type(PieceType::Knight);
    let [white, black] = Color::BOTH.map(|color| position.pieces(color, PieceType::Pawn));
    let locked = Bitboard(white.0 << 8) & black;
    let is_free = |side: Color, pawn: Square| {
        let path = path(side, pawn);
        let stops = position.pieces(side.other(), PieceType::Pawn) | Bitboard::from_square(position.king(side.other()));
        (path & stops).is_empty()
    };
    movers.is_empty()
        && !locked.is_empty()
        && !white.into_iter().any(|pawn| is_free(Color::White, pawn))
        && !black.into_iter().any(|pawn| is_free(Color::Black, pawn))
}

/// With this many free adjacent squares the other king can move until a pawn has promoted.
const KING_SQUARES: u32 = 4;

/// Whether a proof for this side is not worth trying nevertheless: its king can walk to unguarded pawns and capture
/// them, so that one of its own pawns may promote.
pub(super) fn is_open_to_king(position: &Position, side: Color) -> bool {
    let (king, them) = (Bitboard::from_square(position.king(side)), side.other());
    let their_king = position.king(them);
    let (pawns, their_pawns) = (position.pieces(side, PieceType::Pawn), position.pieces(them, PieceType::Pawn));
    let guarded = sets::attacked(PieceType::Pawn, them, their_pawns, Bitboard::EMPTY);
    let kept_out = position.by_color(them) | sets::attacked(PieceType::Pawn, side, pawns, Bitboard::EMPTY);
    let is_cramped = (attacks::king(their_king) & !kept_out).count() < KING_SQUARES;
    // Bishops may guard more squares, and a king that a pawn drives away now may not return.
    if is_cramped || !(guarded & king).is_empty() || !position.pieces(them, PieceType::Bishop).is_empty() {
        return false;
    }
    let free = !(guarded | position.by_color(side));
    let mut walk = king;
    loop {
        let further = walk | (sets::attacked(PieceType::King, side, walk, Bitboard::EMPTY) & free);
        if further == walk {
            break;
        }
        walk = further;
    }
    let stops = (their_pawns & !walk) | Bitboard::from_square(their_king);
    pawns.into_iter().any(|pawn| (path(side, pawn) & stops).is_empty())
}

/// The reach sets, if they prove that this side cannot checkmate.
pub(super) fn prove(position: &Position, side: Color) -> Option<ReachProof> {
    let sets = reach::reach_sets(position, side);
    if mate::is_conceivable(&sets, side) { None } else { Some(ReachProof { pieces: sets.as_slice().to_vec() }) }
}

/// The reach sets, and the squares on which they allow a mate by this side.
pub(super) fn mating_squares(position: &Position, side: Color) -> (Vec<PieceReach>, Bitboard) {
    let pieces = reach::reach_sets(position, side).as_slice().to_vec();
    let squares = mate::squares(&pieces, side).collect();
    (pieces, squares)
}

/// Whether the reach sets prove that this side cannot checkmate.
pub(super) fn proves(position: &Position, side: Color) -> bool {
    !mate::is_conceivable(&reach::reach_sets(position, side), side)
}
