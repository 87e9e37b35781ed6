//! Why a side cannot mate, in more detail than a proof needs: for those who want to see it.

use super::super::material::has_mating_material;
use super::closed::last_man;
use super::{PieceReach, ReachProof};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;

/// The most lines of play that are told; more explain nothing.
const MOST_LINES: usize = 12;

/// No line that is told is longer, in half-moves.
const LONGEST_LINE: usize = 16;

/// What men lack that mate in no placement; see [`material`](crate::laws::material).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingMaterial {
    /// There is nothing but the king.
    Everything,
    /// There is one knight, and the other side has no man but queens that could stand in its own king's way.
    BlockerForKnight,
    /// There are bishops on squares of one color, and the other side has neither pawn nor knight nor a bishop on the
    /// others.
    OtherSquares,
}

/// What the men of this side lack; `None` if they mate in some placement.
#[must_use]
pub fn lack(position: &Position, side: Color) -> Option<MissingMaterial> {
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

/// A line of play to where it is over for the side that was to mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalLine {
    /// The moves, at least one unless it is over at once.
    pub moves: Vec<Move>,
    /// How it ends.
    pub end: LineEnd,
}

/// How a line of play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The side that was to mate is mated.
    Mated,
    /// The side to move has no legal move.
    Stalemate,
    /// The men that are left mate in no placement.
    Men(MissingMaterial),
}

/// All lines of play, if they are few and short; none of them may have this side mate.
#[must_use]
pub fn lines(position: &Position, side: Color) -> Option<Vec<FinalLine>> {
    let mut found = Vec::new();
    follow(position, side, &mut Vec::new(), &mut found).then_some(found)
}

/// Adds the lines that go on from a position; whether they are still few and short.
fn follow(position: &Position, side: Color, line: &mut Vec<Move>, found: &mut Vec<FinalLine>) -> bool {
    let moves = position.legal_moves();
    let end = match lack(position, side) {
        _ if moves.is_empty() && position.is_check() => Some(LineEnd::Mated),
        _ if moves.is_empty() => Some(LineEnd::Stalemate),
        lack => lack.map(LineEnd::Men),
    };
    if let Some(end) = end {
        found.push(FinalLine { moves: line.clone(), end });
        return found.len() <= MOST_LINES;
    }
    line.len() < LONGEST_LINE
        && moves.iter().all(|&mv| {
            line.push(mv);
            let goes_on = follow(&position.after(mv), side, line, found);
            line.pop();
            goes_on
        })
}

impl ReachProof {
    /// A side's king and where it can go.
    #[must_use]
    pub fn king(&self, color: Color) -> Option<&PieceReach> {
        self.men.iter().find(|man| man.kind == PieceType::King && man.color == color)
    }

    /// The only man of a side beside its king, unless it is a pawn or there are more. If that side is the one that shall mate,
    /// the sets hold as long as this man is on the board, up to a move that surely loses it or that mates its king:
    /// behind that there is no mate.
    #[must_use]
    pub fn last_man(&self, side: Color) -> Option<&PieceReach> {
        last_man(&self.men, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(fen: &str, side: Color) -> Option<Vec<(usize, LineEnd)>> {
        let lines = lines(&Position::from_fen(fen).unwrap(), side)?;
        Some(lines.into_iter().map(|line| (line.moves.len(), line.end)).collect())
    }

    #[test]
    fn what_men_lack() {
        for (fen, side, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", Color::Black, Some(MissingMaterial::Everything)),
            ("4k3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, Some(MissingMaterial::BlockerForKnight)),
            ("2q1k3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, Some(MissingMaterial::BlockerForKnight)),
            ("2r1k3/8/8/8/8/8/8/4K2N w - - 0 1", Color::White, None),
            ("2r1k3/8/8/8/8/8/8/4K2B w - - 0 1", Color::White, Some(MissingMaterial::OtherSquares)),
        ] {
            assert_eq!(lack(&Position::from_fen(fen).unwrap(), side), expected, "{fen}");
        }
    }

    #[test]
    fn lines_are_told_where_they_are_few() {
        // The rook must be taken; then a bare king is left.
        let taken = Some(vec![(1, LineEnd::Men(MissingMaterial::Everything))]);
        assert_eq!(told("6Rk/8/7K/8/8/8/8/8 b - - 0 1", Color::White), taken);
        assert_eq!(told("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::White), Some(vec![(0, LineEnd::Stalemate)]));
        assert_eq!(told("R6k/8/6K1/8/8/8/8/7r b - - 0 1", Color::Black), Some(vec![(0, LineEnd::Mated)]));
        assert_eq!(told("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", Color::White), None);
    }
}
