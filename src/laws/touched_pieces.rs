//! What is asked about touched pieces: who touched them, whether he had announced to adjust them, where a piece was
//! released, and whether the opponent may still complain (Laws 4.2, 4.4.4, 4.7, 4.8).

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use super::edition::{Citation, Edition};
use super::touch_move::{Duty, Obligation, TouchOrder, obligation};

/// What a player did with pieces on the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TouchedPieces {
    /// The pieces touched, in their order.
    pub squares: Vec<Square>,
    /// What is known of the order.
    pub order: TouchOrder,
    /// Who touched them; the player who has the move if not given.
    pub by: Option<Color>,
    /// Whether he first said that he adjusts them (4.2.1).
    pub is_adjusting: bool,
    /// The square on which he released the first piece of his own.
    pub released: Option<Square>,
}

/// Why nobody can have touched or released pieces so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// No piece stands on a square that is said to have been touched.
    NothingThere(Square),
    /// A piece is said to have been released, and this player touched none of his own.
    NothingReleased(Color),
    /// A piece is said to have been released on a square where another one of the same player stands.
    Occupied(Square),
}

impl TouchedPieces {
    /// Why this cannot have been done in a position; `None` if it can.
    #[must_use]
    pub fn impossibility(&self, position: &Position) -> Option<Impossible> {
        if let Some(&square) = self.squares.iter().find(|&&square| !position.occupied().contains(square)) {
            return Some(Impossible::NothingThere(square));
        }
        let to = self.released?;
        let by = self.by.unwrap_or(position.turn());
        let own = position.colors(by);
        let Some(from) = self.squares.iter().copied().find(|&square| own.contains(square)) else {
            return Some(Impossible::NothingReleased(by));
        };
        // In Chess960 a king may end its castling where the rook stood.
        let castles = position.kind_of(from) == PieceType::King && !position.has_standard_castling();
        (to != from && own.contains(to) && !castles).then_some(Impossible::Occupied(to))
    }
}

/// A number of Article 4 in the texts of 2001, of 2014, and of 2018 and 2023.
fn cite(edition: Edition, numbers: [&'static str; 3]) -> Option<Citation> {
    let number = match edition {
        Edition::Fide2001 => numbers[0],
        Edition::Fide2014 => numbers[1],
        Edition::Fide2018 | Edition::Fide2023 => numbers[2],
        _ => return None,
    };
    Some(Citation { edition, number })
}

/// What the player must do.
#[must_use]
pub fn answer(position: &Position, touching: &TouchedPieces, edition: Edition) -> Obligation {
    let by = touching.by.unwrap_or(position.turn());
    if by != position.turn() {
        let (duty, article) = if touching.is_adjusting {
            (Duty::MayNotAdjust(by), cite(edition, ["4.2", "4.2", "4.2.1"]))
        } else {
            (Duty::NotToMove(by), cite(edition, ["4.3"; 3]))
        };
        return Obligation { duty, moves: Vec::new(), article };
    }
    if touching.is_adjusting {
        let moves = position.legal_moves().to_vec();
        return Obligation { duty: Duty::Adjusted, moves, article: cite(edition, ["4.2", "4.2", "4.2.1"]) };
    }
    let own = touching.squares.iter().copied().find(|&square| position.colors(by).contains(square));
    match (touching.released, own) {
        (Some(to), Some(from)) if to != from => release(position, from, to, touching, edition),
        _ => obligation(position, &touching.squares, touching.order, edition),
    }
}

/// A piece was released on another square than its own.
fn release(position: &Position, from: Square, to: Square, touching: &TouchedPieces, edition: Edition) -> Obligation {
    let kind = position.kind_of(from);
    let legal = position.legal_moves();
    if kind == PieceType::King
        && let Some(castling) = castling(position, from, to)
    {
        return match legal.iter().find(|&&mv| mv == castling) {
            Some(&mv) => Obligation {
                duty: Duty::Castle(mv.to()),
                moves: vec![mv],
                article: cite(edition, ["4.7", "4.7.b", "4.7.2"]),
            },
            None => Obligation {
                article: cite(edition, ["4.4(c)", "4.7.b", "4.7.2"]),
                ..illegal(position, from, to, touching, edition)
            },
        };
    }
    let goes = |mv: &Move| mv.from() == from && mv.to() == to && mv.kind() != MoveKind::Castle;
    let moves: Vec<Move> = legal.iter().copied().filter(goes).collect();
    let is_last_rank = to.rank() == position.turn().other().back_rank();
    match moves[..] {
        [] => illegal(position, from, to, touching, edition),
        _ if kind == PieceType::Pawn && is_last_rank => {
            Obligation { duty: Duty::Promote { from, to }, moves, article: cite(edition, ["4.7", "4.4.d", "4.4.4"]) }
        }
        _ => Obligation { duty: Duty::Released { from, to }, moves, article: cite(edition, ["4.7"; 3]) },
    }
}

/// The move was illegal; as long as the clock is not pressed it is taken back, and the touched pieces oblige.
fn illegal(position: &Position, from: Square, to: Square, touching: &TouchedPieces, edition: Edition) -> Obligation {
    let instead = obligation(position, &touching.squares, touching.order, edition);
    Obligation { duty: Duty::ReleasedIllegally { from, to }, ..instead }
}

/// The castling that a king starts who is put two squares to the side, as a move onto the rook. Chess960, where the king
/// may come from anywhere, is left to the piece that is released last.
fn castling(position: &Position, from: Square, to: Square) -> Option<Move> {
    let is_castling = from.rank() == to.rank() && from.file().index().abs_diff(to.file().index()) == 2;
    let side = if to.file() > from.file() { CastlingSide::King } else { CastlingSide::Queen };
    let rook = position.castling_rook(position.turn(), side)?;
    (is_castling && position.has_standard_castling()).then(|| Move::new(from, rook, MoveKind::Castle))
}

/// Whether a player may still claim that his opponent has violated Article 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TouchClaimStatus {
    /// Who claims.
    pub by: Color,
    /// Whether he has not touched a piece himself since, in order to move or capture it.
    pub is_in_time: bool,
    /// The article; `None` if no number of the rule set is known.
    pub article: Option<Citation>,
}

/// Decides whether a claim about Article 4 comes in time (4.8; 4.6 of 2001). The facts are the arbiter's to establish.
#[must_use]
pub fn complaint(by: Color, has_touched: bool, edition: Edition) -> TouchClaimStatus {
    TouchClaimStatus { by, is_in_time: !has_touched, article: cite(edition, ["4.6", "4.8", "4.8"]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::san;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

    fn square(name: &str) -> Square {
        Square::from_ascii(name.as_bytes()).unwrap()
    }

    fn released(fen: &str, from: &str, to: &str, edition: Edition) -> String {
        let position = Position::from_fen(fen).unwrap();
        let touching =
            TouchedPieces { squares: vec![square(from)], released: Some(square(to)), ..TouchedPieces::default() };
        let Obligation { duty, moves, article } = answer(&position, &touching, edition);
        let mut moves: Vec<String> = moves.iter().map(|&mv| san::write(&position, mv).to_string()).collect();
        moves.sort();
        format!("{} {}: {}", article.unwrap().number, duty.name(), moves.join(" "))
    }

    #[test]
    fn a_released_piece_stays_where_it_is() {
        let now = Edition::Fide2023;
        assert_eq!(released(START, "e2", "e3", now), "4.7 released: e3");
        assert_eq!(released(START, "b1", "b3", now), "4.3.1 released-illegally: Na3 Nc3");
        assert_eq!(released(START, "e2", "e2", now), "4.3.1 move: e3 e4");
        assert_eq!(released("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8", now), "4.4.4 promote: a8=B a8=N a8=Q+ a8=R+");
        assert_eq!(released(CASTLING, "e1", "g1", now), "4.7.2 castle: O-O");
        assert_eq!(released(CASTLING, "e1", "c1", Edition::Fide2001), "4.7 castle: O-O-O");
        let attacked = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
        assert_eq!(released(attacked, "e1", "g1", now), "4.7.2 released-illegally: Kd1 Kd2 Ke2 O-O-O");
    }

    #[test]
    fn what_cannot_have_been_touched_is_told() {
        let position = Position::from_fen(START).unwrap();
        let why = |touched: &[&str], released: Option<&str>| {
            let squares = touched.iter().map(|name| square(name)).collect();
            TouchedPieces { squares, released: released.map(square), ..TouchedPieces::default() }
                .impossibility(&position)
        };
        assert_eq!(why(&["e2", "e5"], None), Some(Impossible::NothingThere(square("e5"))));
        assert_eq!(why(&["b1"], Some("d2")), Some(Impossible::Occupied(square("d2"))));
        assert_eq!(why(&["e7"], Some("e5")), Some(Impossible::NothingReleased(Color::White)));
        assert_eq!((why(&["b1"], Some("b3")), why(&["b1"], Some("b1")), why(&["e7"], None)), (None, None, None));
    }

    #[test]
    fn who_announces_it_may_adjust_on_his_move() {
        let position = Position::from_fen(START).unwrap();
        let duty = |by, is_adjusting| {
            let touching = TouchedPieces { squares: vec![square("e2")], by, is_adjusting, ..TouchedPieces::default() };
            let found = answer(&position, &touching, Edition::Fide2023);
            (found.duty, found.article.unwrap().number)
        };
        assert_eq!(duty(None, true), (Duty::Adjusted, "4.2.1"));
        assert_eq!(duty(Some(Color::Black), true), (Duty::MayNotAdjust(Color::Black), "4.2.1"));
        assert_eq!(duty(Some(Color::Black), false), (Duty::NotToMove(Color::Black), "4.3"));
        assert_eq!(duty(Some(Color::White), false), (Duty::Move(square("e2")), "4.3.1"));
    }

    #[test]
    fn who_touches_a_piece_can_no_longer_complain() {
        let claim = complaint(Color::Black, true, Edition::Fide2001);
        assert_eq!((claim.is_in_time, claim.article.unwrap().number), (false, "4.6"));
        let claim = complaint(Color::Black, false, Edition::Fide2023);
        assert_eq!((claim.is_in_time, claim.article.unwrap().number), (true, "4.8"));
    }
}
