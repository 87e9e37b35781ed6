//! The writers of canonical SAN (PGN 8.2.3), without heap allocation, and of long algebraic notation.

use std::fmt;

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;
use crate::chess::position::{CastlingSide, Position};

use super::{CheckSuffix, OriginHint};

/// A move in SAN, at most seven characters: `Qa1xb2#`, `exd8=Q#`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct San {
    text: [u8; 7],
    len: u8,
}

const _: () = assert!(size_of::<San>() == 8);

/// Writes a legal move in SAN, with the required disambiguation and check suffix.
///
/// The move must be legal in this position; otherwise the text is meaningless.
pub fn write(position: &Position, mv: Move) -> San {
    write_between(position, mv, &position.after_unchecked(mv))
}

/// Like [`write()`], for a caller that has the position after the move.
pub fn write_between(before: &Position, mv: Move, after: &Position) -> San {
    let mut san = San::default();
    match mv.kind() {
        MoveKind::Castle => san.push_str(San::castling(mv)),
        _ => push_piece_move(before, mv, &mut san),
    }
    san.push_str(check_suffix(CheckSuffix::required(after)));
    san
}

const fn check_suffix(mark: Option<CheckSuffix>) -> &'static str {
    match mark {
        Some(CheckSuffix::Mate) => "#",
        Some(_) => "+",
        None => "",
    }
}

/// Writes a move other than castling, without the check suffix.
fn push_piece_move(position: &Position, mv: Move, san: &mut San) {
    let (from, to) = (mv.from(), mv.to());
    let kind = position.piece_at(from).map_or(PieceType::Pawn, |piece| piece.kind);
    let takes = mv.kind() == MoveKind::EnPassant || position.occupied().contains(to);
    if kind == PieceType::Pawn {
        if takes {
            san.push(from.file().letter());
        }
    } else {
        san.push(kind.letter());
        let several = position.pieces(position.turn(), kind).has_several();
        let rivals = if several { position.legal_origins(kind, to, None, true) } else { from.into() };
        let disambiguation = OriginHint::needed(from, rivals);
        if matches!(disambiguation, OriginHint::File | OriginHint::Square) {
            san.push(from.file().letter());
        }
        if matches!(disambiguation, OriginHint::Rank | OriginHint::Square) {
            san.push(from.rank().digit());
        }
    }
    if takes {
        san.push('x');
    }
    san.push(to.file().letter());
    san.push(to.rank().digit());
    if let Some(promotion) = mv.promotion() {
        san.push('=');
        san.push(promotion.letter());
    }
}

impl San {
    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes, which are ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text[..usize::from(self.len)]
    }

    pub(super) const fn castling(mv: Move) -> &'static str {
        match CastlingSide::new(mv.from(), mv.to()) {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        }
    }

    /// Appends an ASCII character. The SAN of a legal move never has more than seven.
    fn push(&mut self, character: char) {
        if let Some(place) = self.text.get_mut(usize::from(self.len)) {
            *place = character as u8;
            self.len += 1;
        }
    }

    fn push_str(&mut self, text: &str) {
        text.chars().for_each(|character| self.push(character));
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

// The writer of long algebraic notation, which gives both squares: `Ng1-f3`, `e4xd5`, `e7-e8=Q+`.

/// A move in long algebraic notation, at most eight characters: `e7xd8=Q#`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LongAlgebraic {
    kind: PieceType,
    mv: Move,
    takes: bool,
    mark: Option<CheckSuffix>,
}

/// Writes a legal move in long algebraic notation. `after` is the position it leads to.
pub fn long(before: &Position, mv: Move, after: &Position) -> LongAlgebraic {
    LongAlgebraic {
        kind: before.kind_of(mv.from()),
        mv,
        takes: mv.kind() == MoveKind::EnPassant || before.occupied().contains(mv.to()),
        mark: CheckSuffix::required(after),
    }
}

impl fmt::Display for LongAlgebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, mv, takes, mark } = *self;
        if mv.kind() == MoveKind::Castle {
            f.write_str(San::castling(mv))?;
        } else {
            if kind != PieceType::Pawn {
                write!(f, "{}", kind.letter())?;
            }
            write!(f, "{}{}{}", mv.from(), if takes { 'x' } else { '-' }, mv.to())?;
        }
        if let Some(promotion) = mv.promotion() {
            write!(f, "={}", promotion.letter())?;
        }
        f.write_str(check_suffix(mark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_notation_gives_both_squares() {
        for (fen, san, expected) in [
            ("startpos", "Nf3", "Ng1-f3"),
            ("startpos", "e4", "e2-e4"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", "e5xd6"),
            ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=N", "e7xd8=N"),
            ("4k3/3R4/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "O-O-O"),
            ("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "Qg7", "Qf7-g7#"),
            ("6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", "e7-e8=Q+"),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let written = super::super::parse(san.as_bytes()).unwrap();
            let mv = position.resolve(&written).unwrap().mv;
            assert_eq!(long(&position, mv, &position.after_unchecked(mv)).to_string(), expected);
        }
    }
}
