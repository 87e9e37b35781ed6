//! Proofs that a side cannot checkmate, and explanations with more detail than a proof needs.

use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

use super::super::material::has_mating_material;
use super::closed::find_last_piece;
use super::{PieceReach, ReachProof, Scenes};

// Proofs that a side cannot checkmate.

/// A proof that a side cannot checkmate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Proof {
    /// The side has no mating material; see [`material`](crate::laws::material).
    Material,
    /// Every line of play ends within a few moves.
    Lines {
        /// The number of positions in these lines.
        positions: u32,
    },
    /// The reach sets of the pieces allow no checkmate.
    Closed(#[doc(hidden)] ReachProof),
    /// No scene allows a checkmate: a placement of kings, pawns and knights, with sets of squares for the other pieces.
    Scenes(#[doc(hidden)] Scenes),
    /// An exhaustive search found no reachable position in which the other side is checkmated.
    Searched {
        /// The number of positions searched.
        positions: u32,
        /// The number of positions that [reach sets](Proof::Closed) or [scenes](Proof::Scenes) closed, so that the
        /// search did not continue after them.
        closed: u32,
    },
}

impl Proof {
    /// The more detailed of two proofs.
    #[must_use]
    pub(crate) fn more_detailed(self, other: Self) -> Self {
        if self.rank() >= other.rank() { self } else { other }
    }

    fn rank(&self) -> (u8, u32) {
        match *self {
            Self::Material => (0, 0),
            Self::Lines { positions } => (1, positions),
            Self::Closed(_) => (2, 0),
            Self::Scenes(ref scenes) => (3, scenes.scenes.len() as u32),
            Self::Searched { positions, .. } => (4, positions),
        }
    }
}

/// The largest number of lines in an explanation; more would not help a reader.
const MAX_LINES: usize = 12;

/// The longest line in an explanation, in plies.
const MAX_LINE_LEN: usize = 16;

/// What a side without mating material lacks; see [`material`](crate::laws::material).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingMaterial {
    /// It has only the king.
    Everything,
    /// It has one knight, and the other side has no piece except queens that could block its own king.
    BlockerForKnight,
    /// It has bishops on squares of one color, and the other side has neither a pawn nor a knight nor a bishop on the
    /// other color.
    OtherSquares,
}

/// What this side lacks; `None` if it has mating material.
pub fn missing_material(position: &Position, side: Color) -> Option<MissingMaterial> {
    if has_mating_material(position, side) {
        return None;
    }
    let has = |kind| !position.pieces(side, kind).is_empty();
    Some(match () {
        () if has(PieceType::Knight) => MissingMaterial::BlockerForKnight,
        () if has(PieceType::Bishop) => MissingMaterial::OtherSquares,
        () => MissingMaterial::Everything,
    })
}

/// A line of play up to the point where a side can no longer checkmate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalLine {
    /// The moves; empty if the line ends at once.
    pub moves: Vec<Move>,
    /// How it ends.
    pub end: LineEnd,
}

/// How a line of play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The side that was to checkmate is checkmated itself.
    Mated,
    /// The side to move has no legal move.
    Stalemate,
    /// The side has no mating material left.
    Material(MissingMaterial),
}

/// All lines of play, if they are few and short. The caller must know that this side cannot checkmate.
pub fn lines(position: &Position, side: Color) -> Option<Vec<FinalLine>> {
    let mut found = Vec::new();
    follow(position, side, &mut Vec::new(), &mut found).then_some(found)
}

/// Adds the lines from a position. Returns whether they are still few and short.
fn follow(position: &Position, side: Color, line: &mut Vec<Move>, found: &mut Vec<FinalLine>) -> bool {
    let moves = position.legal_moves();
    let end = match missing_material(position, side) {
        _ if moves.is_empty() && position.is_check() => Some(LineEnd::Mated),
        _ if moves.is_empty() => Some(LineEnd::Stalemate),
        lack => lack.map(LineEnd::Material),
    };
    if let Some(end) = end {
        found.push(FinalLine { moves: line.clone(), end });
        return found.len() <= MAX_LINES;
    }
    line.len() < MAX_LINE_LEN
        && moves.iter().all(|&mv| {
            line.push(mv);
            let is_short = follow(&position.after_unchecked(mv), side, line, found);
            line.pop();
            is_short
        })
}

impl ReachProof {
    /// The reach set of a side's king.
    pub fn king(&self, color: Color) -> Option<&PieceReach> {
        self.pieces.iter().find(|piece| piece.kind == PieceType::King && piece.color == color)
    }

    /// The only piece of a side besides its king; `None` if there are more, or if it is a pawn. If that side is to
    /// checkmate, the sets hold while this piece is on the board, up to a move that certainly loses it or that
    /// checkmates its king. After that it cannot checkmate.
    pub fn last_piece(&self, side: Color) -> Option<&PieceReach> {
        find_last_piece(&self.pieces, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_ends(fen: &str, side: Color) -> Option<Vec<(usize, LineEnd)>> {
        let lines = lines(&Position::from_fen(fen).unwrap(), side)?;
        Some(lines.into_iter().map(|line| (line.moves.len(), line.end)).collect())
    }

    #[test]
    fn missing_material_is_named() {
        for (fen, side, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Color::Black, Some(MissingMaterial::Everything)),
            ("4k3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, Some(MissingMaterial::BlockerForKnight)),
            ("2q1k3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, Some(MissingMaterial::BlockerForKnight)),
            ("2r1k3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, None),
            ("2r1k3/8/8/8/8/8/8/4K2B w - - 0 1", Color::White, Some(MissingMaterial::OtherSquares)),
        ] {
            assert_eq!(missing_material(&Position::from_fen(fen).unwrap(), side), expected, "{fen}");
        }
    }

    #[test]
    fn a_few_short_lines_are_listed() {
        // Black must capture the rook, which leaves a bare king.
        let taken = Some(vec![(1, LineEnd::Material(MissingMaterial::Everything))]);
        assert_eq!(line_ends("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Color::White), taken);
        assert_eq!(line_ends("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::White), Some(vec![(0, LineEnd::Stalemate)]));
        assert_eq!(line_ends("R6k/8/6K1/8/8/8/8/7r b - - 0 1", Color::Black), Some(vec![(0, LineEnd::Mated)]));
        assert_eq!(line_ends("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", Color::White), None);
    }
}
