//! Can this side still mate, by any series of legal moves? (Laws 5.2.2, 6.9)
//!
//! Three answers: yes, with the moves; no, with what proves it; or not known within the budget. The soundness rule is
//! that of the word *proof*: a side that can win is never said to be unable. Half-move clocks are left out of account,
//! as in the wording of 5.2.2.

mod playout;
mod search;

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::square::Square;

use super::material;

/// An answer to *can this side still mate?*
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanMate {
    /// It can: these legal moves of both sides end in mate by it. None if the other side is mated already.
    Yes(Vec<Move>),
    /// It cannot, and this proves it.
    No(Proof),
    /// Not decided.
    Unknown {
        /// How many positions were looked at.
        positions: u32,
    },
}

/// What proves that a side cannot mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The men on the board mate in no placement; see [`material`].
    Material,
    /// All positions that can come about were looked at, and in none is the other side mated.
    Searched {
        /// How many there are.
        positions: u32,
    },
}

/// Decides whether a side can still mate. `budget` is the greatest number of positions that may be looked at; with 0
/// only the men are weighed. The answer depends on nothing else, so that it is the same on every machine.
#[must_use]
pub fn can_mate(position: &Position, side: Color, budget: u32) -> CanMate {
    if !material::has_mating_material(position, side) {
        return CanMate::No(Proof::Material);
    }
    if budget == 0 {
        return CanMate::Unknown { positions: 0 };
    }
    search::search(position, side, budget)
}

/// How many positions of a record's final position are worth a look for a proof that this side cannot mate: none where
/// hope is small, a few where moves are forced and the side has few men or where it has no more than a king and a minor
/// piece, and `most` where all pawns are locked and nothing but kings and bishops moves, which cannot get at a pawn.
#[must_use]
pub fn worthwhile(position: &Position, side: Color, most: u32) -> u32 {
    let others = position.colors(side)
        & !(position.kinds(Kind::King) | position.kinds(Kind::Knight) | position.kinds(Kind::Bishop));
    let has_few_men = others.is_empty() && position.colors(side).count() <= 2;
    let movers = position.kinds(Kind::Queen) | position.kinds(Kind::Rook) | position.kinds(Kind::Knight);
    let has_pawns = Color::BOTH.into_iter().all(|color| !position.pieces(color, Kind::Pawn).is_empty());
    let is_locked = has_pawns && movers.is_empty() && !has_free_pawn(position);
    if is_locked && Color::BOTH.into_iter().all(|color| is_walled(position, color)) {
        most
    } else if is_locked || has_few_men {
        FEW_MEN.min(most)
    } else if position.colors(side).count() <= LAST_MEN && position.is_check() && position.count_legal_moves() <= 2 {
        FORCED.min(most)
    } else {
        0
    }
}

/// The positions of play that soon comes to its end, if a lone minor piece is soon taken.
const FEW_MEN: u32 = 150;

/// A side with more men does not lose what it could mate with to a line of forced moves.
const LAST_MEN: u32 = 4;

/// The positions of a line of forced moves.
const FORCED: u32 = 40;

/// Whether some pawn has an empty square before it, or something to take.
fn has_free_pawn(position: &Position) -> bool {
    let occupied = position.occupied();
    Color::BOTH.into_iter().any(|color| {
        let forward = if color == Color::White { 1 } else { -1 };
        position.pieces(color, Kind::Pawn).into_iter().any(|pawn| {
            let ahead = pawn.offset(0, forward);
            let takes = attacks::pawn(color, pawn) & position.colors(color.other());
            ahead.is_some_and(|square| !occupied.contains(square)) || !takes.is_empty()
        })
    })
}

/// Whether the king and the bishops of a side, going where the pawns let them, can take no pawn. What else may stand in
/// their way is left out of account.
fn is_walled(position: &Position, side: Color) -> bool {
    let pawns = position.kinds(Kind::Pawn);
    let theirs = position.pieces(side.other(), Kind::Pawn);
    let guarded = theirs.into_iter().fold(Bitboard(0), |guarded, pawn| guarded | attacks::pawn(side.other(), pawn));
    let walks = |square| attacks::king(square) & !guarded;
    let glides = |square| attacks::bishop(square, pawns);
    let reached = |start, steps: &dyn Fn(Square) -> Bitboard| {
        let (mut reached, mut waiting) = (Bitboard::of(start), Bitboard::of(start));
        while let Some(square) = waiting.first() {
            let new = steps(square) & !reached;
            reached |= new;
            waiting = (waiting & !Bitboard::of(square)) | (new & !pawns);
        }
        reached & theirs
    };
    reached(position.king(side), &walks).is_empty()
        && position.pieces(side, Kind::Bishop).into_iter().all(|bishop| reached(bishop, &glides).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(fen: &str, side: Color) -> CanMate {
        can_mate(&Position::from_fen(fen).unwrap(), side, 200_000)
    }

    fn line_mates(fen: &str, side: Color) -> usize {
        let CanMate::Yes(line) = ask(fen, side) else { panic!("{fen}: {:?}", ask(fen, side)) };
        let mut position = Position::from_fen(fen).unwrap();
        for &mv in &line {
            assert!(position.is_legal(mv), "{fen}: {mv:?}");
            position.advance(mv);
        }
        assert!(position.is_checkmate() && position.turn() != side, "{fen}");
        line.len()
    }

    #[test]
    fn locked_walls_are_searched_to_the_end() {
        for fen in
            ["8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 32 62", "8/6b1/1p3k2/1Pp1p1p1/2P1PpP1/5P2/8/5K2 b - - 11 61"]
        {
            let position = Position::from_fen(fen).unwrap();
            for side in Color::BOTH {
                assert!(matches!(ask(fen, side), CanMate::No(Proof::Searched { .. })), "{fen}");
                assert_eq!(worthwhile(&position, side, 9), 9, "{fen}");
            }
        }
    }

    #[test]
    fn forced_moves_are_seen_through() {
        assert!(matches!(ask("5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", Color::White), CanMate::No(_)));
        assert!(matches!(ask("7k/6q1/p4PPK/6PP/8/5P2/8/8 w - - 0 2", Color::Black), CanMate::No(_)));
        assert!(matches!(ask("k7/P1K5/8/8/8/8/8/8 b - - 2 58", Color::White), CanMate::No(_)));
        assert!(line_mates("k7/P1K5/8/8/8/8/8/8 w - - 0 1", Color::White) > 0);
    }

    #[test]
    fn a_helpmate_is_shown_move_by_move() {
        assert_eq!(line_mates("8/8/8/8/1b6/8/B1k5/K7 b - - 0 1", Color::Black), 1);
        assert!(line_mates("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::Black) >= 4);
        assert!(line_mates("8/8/8/8/8/5k2/7P/5b1K b - - 0 1", Color::Black) >= 3);
        assert!(line_mates(&Position::initial().to_fen(), Color::White) > 0);
        assert!(line_mates(&Position::initial().to_fen(), Color::Black) > 0);
        assert_eq!(line_mates("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Color::White), 0);
    }

    #[test]
    fn the_budget_is_kept() {
        let start = Position::initial();
        assert_eq!(can_mate(&start, Color::White, 3), CanMate::Unknown { positions: 3 });
        assert_eq!(can_mate(&start, Color::White, 0), CanMate::Unknown { positions: 0 });
    }
}
