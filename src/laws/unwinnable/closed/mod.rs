//! Closed positions: what each man can ever reach, and whether that suffices for a mate.
//!
//! **What it proves.** That the side cannot mate, because in no position that fits the *reach sets* is the other side's king
//! mated. A reach set of a man holds every square on which it may ever stand. The sets are an invariant of play: they
//! hold for the position, and no legal move leads out of them, but for moves after which play is over without a mate by
//! the side.
//!
//! **Why it is sound.** [`reach`] starts from the squares on which the men stand and adds what moves can add, until
//! nothing is added any more. A move is left out only if it is illegal in *every* position that fits the sets, or if
//! play after it is certain to end without a mate by the side ([`last_piece`]); the
//! reasons for that are few, and each is stated where it is used. [`mate`] asks for much less than a mate: a man that
//! can give check, and for each square to which the king could flee a man that takes it away, each man being in one
//! place only. If not even that can be had, there is no mate. [`check`] goes over both claims once more, slowly, in
//! words of its own.
//!
//! **What it cannot see.** Whether men can be where they must be *at the same time*: kings that keep each other out, a
//! pawn that would have to be captured before and after, a side that runs out of moves.
//!
//! **Where it comes from.** The semi-static analysis of CHA (Ambrona 2022) showed that questions about single men and squares,
//! answered together as one least fixpoint, prove nearly all walls of pawns. The sets, the rules and the mating test
//! here are our own.

mod cages;
pub(super) mod check;
mod ended;
mod last_piece;
mod mate;
mod reach;

pub(super) use ended::last_man;

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

pub(super) use reach::path;

/// Where a man may ever be, and what may become of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceReach {
    /// Whose it is.
    pub color: Color,
    /// What it is now.
    pub kind: PieceType,
    /// Where it stands now.
    pub home: Square,
    /// All squares on which it may ever stand as what it is now.
    pub reach: Bitboard,
    /// All squares on which it may ever stand as a piece to which it was promoted, of whatever kind.
    pub promoted: Bitboard,
    /// Whether it may ever be captured. Not asked of the only man beside the king of the side
    /// asked about, unless it is a pawn: once it is captured there is no mate.
    pub is_mortal: bool,
}

impl PieceReach {
    /// All squares on which it may ever stand.
    #[must_use]
    pub fn everywhere(&self) -> Bitboard {
        self.reach | self.promoted
    }

    /// Whether it stands for ever where it stands now, unless it is captured.
    #[must_use]
    pub fn never_moves(&self) -> bool {
        self.everywhere() == Bitboard::of(self.home)
    }

    /// Whether it stands for ever where it stands now.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.never_moves() && !self.is_mortal
    }
}

/// The reach sets of all men of a position; what the proof consists of that a position is closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReachProof {
    /// The men, in the order of their squares.
    pub men: Vec<PieceReach>,
}

/// Whether a proof is worth trying at once: nothing but kings, bishops and pawns, some pawns locked, and none that is
/// free to promote for all that pawns, or a king in its corner, do about it.
pub(super) fn is_likely(position: &Position) -> bool {
    let movers = position.kinds(PieceType::Queen) | position.kinds(PieceType::Rook) | position.kinds(PieceType::Knight);
    let [white, black] = Color::BOTH.map(|color| position.pieces(color, PieceType::Pawn));
    let locked = Bitboard(white.0 << 8) & black;
    let is_free = |side: Color, pawn: Square| {
        let path = path(side, pawn);
        let stops = position.pieces(side.other(), PieceType::Pawn) | Bitboard::of(position.king(side.other()));
        (path & stops).is_empty()
    };
    movers.is_empty()
        && !locked.is_empty()
        && !white.into_iter().any(|pawn| is_free(Color::White, pawn))
        && !black.into_iter().any(|pawn| is_free(Color::Black, pawn))
}

/// So many squares beside the other king let it move until a pawn has promoted.
const ROOM: u32 = 4;

/// Whether a proof is not worth trying for this side all the same: its king walks to pawns that nothing guards, and when it
/// has captured them one of its own pawns may promote.
pub(super) fn is_open_to_king(position: &Position, side: Color) -> bool {
    let (king, them) = (Bitboard::of(position.king(side)), side.other());
    let their_king = position.king(them);
    let (pawns, prey) = (position.pieces(side, PieceType::Pawn), position.pieces(them, PieceType::Pawn));
    let guarded = sets::attacked(PieceType::Pawn, them, prey, Bitboard::EMPTY);
    let kept_out = position.colors(them) | sets::attacked(PieceType::Pawn, side, pawns, Bitboard::EMPTY);
    let is_cramped = (attacks::king(their_king) & !kept_out).count() < ROOM;
    // Bishops may guard more; and a king that a pawn drives away now may not come back.
    if is_cramped || !(guarded & king).is_empty() || !position.pieces(them, PieceType::Bishop).is_empty() {
        return false;
    }
    let free = !(guarded | position.colors(side));
    let mut walk = king;
    loop {
        let further = walk | (sets::attacked(PieceType::King, side, walk, Bitboard::EMPTY) & free);
        if further == walk {
            break;
        }
        walk = further;
    }
    let stops = (prey & !walk) | Bitboard::of(their_king);
    pawns.into_iter().any(|pawn| (path(side, pawn) & stops).is_empty())
}

/// The reach sets, if they prove that this side cannot mate.
pub(super) fn prove(position: &Position, side: Color) -> Option<ReachProof> {
    let men = reach::of(position, side);
    if mate::is_conceivable(&men, side) { None } else { Some(ReachProof { men: men.as_slice().to_vec() }) }
}

/// The reach sets, and the squares on which they leave room for a mate by this side.
pub(super) fn mating_squares(position: &Position, side: Color) -> (Vec<PieceReach>, Bitboard) {
    let men = reach::of(position, side).as_slice().to_vec();
    let squares = mate::squares(&men, side).collect();
    (men, squares)
}

/// Whether the reach sets prove that this side cannot mate.
pub(super) fn proves(position: &Position, side: Color) -> bool {
    !mate::is_conceivable(&reach::of(position, side), side)
}
