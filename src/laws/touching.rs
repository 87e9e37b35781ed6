//! What is asked about touched pieces: who touched them, whether he had announced to adjust them, where a piece was
//! released, and whether the opponent may still complain (Laws 4.2, 4.4.4, 4.7, 4.8).

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, Kind};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use super::edition::{Citation, Edition};
use super::touch::{Duty, Obligation, Order, obligation};

/// What a player did with pieces on the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Touching {
    /// The pieces touched, in their order.
    pub squares: Vec<Square>,
    /// What is known of the order.
    pub order: Order,
    /// Who touched them; the player who has the move if not given.
    pub by: Option<Color>,
    /// Whether he first said that he adjusts them (4.2.1).
    pub is_adjusting: bool,
    /// The square on which he released the first piece of his own.
    pub released: Option<Square>,
}

/// A number of Article 4 in the text of 2001, or in that of 2023.
fn cite(edition: Edition, old: &'static str, new: &'static str) -> Citation {
    let (text, number) = if edition < Edition::Fide2018 { (Edition::Fide2001, old) } else { (Edition::Fide2023, new) };
    let is_established = matches!(edition, Edition::Fide2001 | Edition::Fide2018 | Edition::Fide2023);
    Citation { edition: if is_established { edition } else { text }, number, is_established }
}

/// What the player must do.
#[must_use]
pub fn answer(position: &Position, touching: &Touching, edition: Edition) -> Obligation {
    let by = touching.by.unwrap_or(position.turn());
    if by != position.turn() {
        let (duty, article) = if touching.is_adjusting {
            (Duty::MayNotAdjust(by), cite(edition, "4.2", "4.2.1"))
        } else {
            (Duty::NotToMove(by), cite(edition, "4.3", "4.3"))
        };
        return Obligation { duty, moves: Vec::new(), article };
    }
    if touching.is_adjusting {
        let moves = position.legal_moves().to_vec();
        return Obligation { duty: Duty::Adjusted, moves, article: cite(edition, "4.2", "4.2.1") };
    }
    let own = touching.squares.iter().copied().find(|&square| position.colors(by).contains(square));
    match (touching.released, own) {
        (Some(to), Some(from)) if to != from => release(position, from, to, touching, edition),
        _ => obligation(position, &touching.squares, touching.order, edition),
    }
}

/// A piece was released on another square than its own.
fn release(position: &Position, from: Square, to: Square, touching: &Touching, edition: Edition) -> Obligation {
    let kind = position.kind_of(from);
    let legal = position.legal_moves();
    if kind == Kind::King
        && let Some(castling) = castling(position, from, to)
    {
        return match legal.iter().find(|&&mv| mv == castling) {
            Some(&mv) => {
                Obligation { duty: Duty::Castle(mv.to()), moves: vec![mv], article: cite(edition, "4.7", "4.7.2") }
            }
            None => Obligation {
                article: cite(edition, "4.4(c)", "4.7.2"),
                ..illegal(position, from, to, touching, edition)
            },
        };
    }
    let goes = |mv: &Move| mv.from() == from && mv.to() == to && mv.kind() != MoveKind::Castle;
    let moves: Vec<Move> = legal.iter().copied().filter(goes).collect();
    let is_last_rank = to.rank() == position.turn().other().back_rank();
    match moves[..] {
        [] => illegal(position, from, to, touching, edition),
        _ if kind == Kind::Pawn && is_last_rank => {
            Obligation { duty: Duty::Promote { from, to }, moves, article: cite(edition, "4.7", "4.4.4") }
        }
        _ => Obligation { duty: Duty::Released { from, to }, moves, article: cite(edition, "4.7", "4.7") },
    }
}

/// The move was illegal; as long as the clock is not pressed it is taken back, and the touched pieces oblige.
fn illegal(position: &Position, from: Square, to: Square, touching: &Touching, edition: Edition) -> Obligation {
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
pub struct Complaint {
    /// Who claims.
    pub by: Color,
    /// Whether he has not touched a piece himself since, in order to move or capture it.
    pub is_in_time: bool,
    /// The article.
    pub article: Citation,
}

/// Decides whether a claim about Article 4 comes in time (4.8; 4.6 of 2001). The facts are the arbiter's to establish.
#[must_use]
pub fn complaint(by: Color, has_touched: bool, edition: Edition) -> Complaint {
    Complaint { by, is_in_time: !has_touched, article: cite(edition, "4.6", "4.8") }
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
        let touching = Touching { squares: vec![square(from)], released: Some(square(to)), ..Touching::default() };
        let Obligation { duty, moves, article } = answer(&position, &touching, edition);
        let mut moves: Vec<String> = moves.iter().map(|&mv| san::write(&position, mv).to_string()).collect();
        moves.sort();
        format!("{} {}: {}", article.number, duty.name(), moves.join(" "))
    }

    #[test]
    fn a_released_piece_stays_where_it_is() {
        let now = Edition::Fide2023;
        assert_eq!(released(START, "e2", "e3", now), "4.7 released: e3");
        assert_eq!(released(START, "b1", "d2", now), "4.3.1 released-illegally: Na3 Nc3");
        assert_eq!(released(START, "e2", "e2", now), "4.3.1 move: e3 e4");
        assert_eq!(released("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8", now), "4.4.4 promote: a8=B a8=N a8=Q+ a8=R+");
        assert_eq!(released(CASTLING, "e1", "g1", now), "4.7.2 castle: O-O");
        assert_eq!(released(CASTLING, "e1", "c1", Edition::Fide2001), "4.7 castle: O-O-O");
        let attacked = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
        assert_eq!(released(attacked, "e1", "g1", now), "4.7.2 released-illegally: Kd1 Kd2 Ke2 O-O-O");
    }

    #[test]
    fn who_announces_it_may_adjust_on_his_move() {
        let position = Position::from_fen(START).unwrap();
        let duty = |by, is_adjusting| {
            let touching = Touching { squares: vec![square("e2")], by, is_adjusting, ..Touching::default() };
            let found = answer(&position, &touching, Edition::Fide2023);
            (found.duty, found.article.number)
        };
        assert_eq!(duty(None, true), (Duty::Adjusted, "4.2.1"));
        assert_eq!(duty(Some(Color::Black), true), (Duty::MayNotAdjust(Color::Black), "4.2.1"));
        assert_eq!(duty(Some(Color::Black), false), (Duty::NotToMove(Color::Black), "4.3"));
        assert_eq!(duty(Some(Color::White), false), (Duty::Move(square("e2")), "4.3.1"));
    }

    #[test]
    fn who_touches_a_piece_can_no_longer_complain() {
        let claim = complaint(Color::Black, true, Edition::Fide2001);
        assert_eq!((claim.is_in_time, claim.article.number), (false, "4.6"));
        let claim = complaint(Color::Black, false, Edition::Fide2023);
        assert_eq!((claim.is_in_time, claim.article.number), (true, "4.8"));
    }
}
