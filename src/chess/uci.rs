//! Moves in the notation of the Universal Chess Interface (UCI): `e2e4`, `e7e8q`, `e1g1` or, in Chess960, `e1h1`.

use std::fmt;

use super::legality::castling_targets;
use super::moves::{Move, MoveKind};
use super::piece::PieceType;
use super::position::{CastlingSide, Position};
use super::square::Square;

/// A move in UCI notation, not yet checked on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uci {
    /// A move from one square to another, with the promotion.
    Move {
        /// The origin.
        from: Square,
        /// The target; for castling, the king's final square or its own rook.
        to: Square,
        /// The kind that the pawn is promoted to.
        promotion: Option<PieceType>,
    },
    /// The null move `0000`.
    Null,
}

/// The notation of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciMode {
    /// The king's final square: `e1g1`.
    Standard,
    /// The rook's square: `e1h1` (`UCI_Chess960`).
    Chess960,
}

/// Reads a move; `None` unless the text is `0000` or two squares with an optional letter of `n b r q`.
pub fn parse(text: &[u8]) -> Option<Uci> {
    if text == b"0000" {
        return Some(Uci::Null);
    }
    let promotion = match text.get(4..)? {
        [] => None,
        [letter @ (b'n' | b'b' | b'r' | b'q')] => PieceType::from_letter(letter.to_ascii_uppercase()),
        _ => return None,
    };
    Some(Uci::Move { from: Square::from_ascii(&text[..2])?, to: Square::from_ascii(&text[2..4])?, promotion })
}

/// The legal move from `from` to `to`, if there is one. Castling may be given by the king's final square or by its
/// rook.
///
/// If a king's step and castling have the same squares (Chess960), this is the step; castling there is `e1h1`.
pub fn between(position: &Position, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
    let piece = position.piece_at(from).filter(|piece| piece.color == position.turn())?;
    let legal = |mv: Move| position.is_legal(mv).then_some(mv);
    if piece.kind != PieceType::King {
        return position.piece_move(piece.kind, from, to, promotion).and_then(legal);
    }
    if promotion.is_some() {
        return None;
    }
    let castle_to = |side: CastlingSide| {
        let rook = position.castling_rook(piece.color, side)?;
        let matches = to == rook || to == castling_targets(piece.color, side).0;
        matches.then(|| Move::new(from, rook, MoveKind::Castle)).and_then(legal)
    };
    legal(Move::new(from, to, MoveKind::Normal)).or_else(|| CastlingSide::BOTH.into_iter().find_map(castle_to))
}

/// Writes a move in UCI.
pub const fn write(mv: Move, mode: UciMode) -> UciText {
    let castles_by_target = matches!(mv.kind(), MoveKind::Castle) && matches!(mode, UciMode::Standard);
    let to = if castles_by_target {
        Square::new(CastlingSide::new(mv.from(), mv.to()).king_file(), mv.from().rank())
    } else {
        mv.to()
    };
    let [from_file, from_rank] = name(mv.from());
    let [to_file, to_rank] = name(to);
    let (promotion, len) = match mv.promotion() {
        Some(kind) => (kind.letter().to_ascii_lowercase() as u8, 5),
        None => (0, 4),
    };
    UciText { text: [from_file, from_rank, to_file, to_rank, promotion], len }
}

const fn name(square: Square) -> [u8; 2] {
    [square.file().letter() as u8, square.rank().digit() as u8]
}

/// The text of a move in UCI notation, stored without heap allocation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UciText {
    text: [u8; 5],
    len: u8,
}

impl UciText {
    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes, which are ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
