//! The writer of long algebraic notation, which gives both squares: `Ng1-f3`, `e4xd5`, `e7-e8=Q+`.

use std::fmt;

use super::write::check_suffix;
use super::{CheckSuffix, San};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::PieceType;
use crate::chess::position::Position;

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
            assert_eq!(long(&position, mv, &position.after(mv)).to_string(), expected);
        }
    }
}
