//! Moves as the Universal Chess Interface writes them: `e2e4`, `e7e8q`, `e1g1` or, in Chess960, `e1h1`.

use std::fmt;

use super::legality::castling_targets;
use super::moves::{Move, MoveKind};
use super::piece::Kind;
use super::position::{CastlingSide, Position};
use super::square::Square;

/// A move in UCI, not yet held against a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uci {
    /// From one square to another, with the piece a pawn becomes.
    Move {
        /// Where the man stands.
        from: Square,
        /// Where it goes; for castling the king's target or his own rook.
        to: Square,
        /// What the pawn becomes.
        promotion: Option<Kind>,
    },
    /// `0000`: the player passes.
    Null,
}

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UciMode {
    /// By the king's target square: `e1g1`.
    Standard,
    /// By the rook's square: `e1h1` (`UCI_Chess960`).
    Chess960,
}

/// Reads one word; `None` unless it is `0000` or two squares and perhaps one of the letters `n b r q`.
#[must_use]
pub fn read(word: &[u8]) -> Option<Uci> {
    if word == b"0000" {
        return Some(Uci::Null);
    }
    let promotion = match word.get(4..)? {
        [] => None,
        [letter @ (b'n' | b'b' | b'r' | b'q')] => Kind::from_letter(letter.to_ascii_uppercase()),
        _ => return None,
    };
    Some(Uci::Move { from: Square::from_ascii(&word[..2])?, to: Square::from_ascii(&word[2..4])?, promotion })
}

/// The legal move of the man on `from` to `to`, whatever it is; castling by the king's target and by his own rook.
///
/// Where a king's step and castling share their squares (Chess960), the step is meant; castling there is `e1h1`.
#[must_use]
pub fn between(position: &Position, from: Square, to: Square, promotion: Option<Kind>) -> Option<Move> {
    let man = position.piece_at(from).filter(|man| man.color == position.turn())?;
    let legal = |mv: Move| position.is_legal(mv).then_some(mv);
    if man.kind != Kind::King {
        return position.man_move(man.kind, from, to, promotion).and_then(legal);
    }
    if promotion.is_some() {
        return None;
    }
    let castle_to = |side: CastlingSide| {
        let rook = position.castling_rook(man.color, side)?;
        let meant = to == rook || to == castling_targets(man.color, side).0;
        meant.then(|| Move::new(from, rook, MoveKind::Castle)).and_then(legal)
    };
    legal(Move::new(from, to, MoveKind::Normal)).or_else(|| CastlingSide::BOTH.into_iter().find_map(castle_to))
}

/// Writes a move in UCI.
#[must_use]
pub const fn write(mv: Move, mode: UciMode) -> UciText {
    let castles_by_target = matches!(mv.kind(), MoveKind::Castle) && matches!(mode, UciMode::Standard);
    let to = if castles_by_target {
        Square::new(CastlingSide::of(mv.from(), mv.to()).king_file(), mv.from().rank())
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

/// A move in UCI, without the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UciText {
    text: [u8; 5],
    len: u8,
}

impl UciText {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes, which are ASCII.
    #[must_use]
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
