//! Rulings on touched pieces: who touched them, adjusting, released pieces, and the opponent's right to claim a
//! violation (Laws 4.2, 4.4.4, 4.7, 4.8).

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::Square;

use super::edition::{Citation, Edition};
use super::touch_move::{Duty, Obligation, TouchOrder, obligation};

/// What a player did with pieces on the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TouchedPieces {
    /// The squares of the touched pieces, in their order.
    pub squares: Vec<Square>,
    /// The kinds that each of them may have, as the question names them; missing or empty if it does not.
    pub kinds: Vec<Vec<PieceType>>,
    /// Whether the order is known.
    pub order: TouchOrder,
    /// The player who touched them; by default the player having the move.
    pub by: Option<Color>,
    /// Whether the player first announced to adjust them (4.2.1).
    pub is_adjusting: bool,
    /// The square on which the player released their first own piece.
    pub released: Option<Square>,
}

/// Why pieces cannot have been touched or released this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Impossible {
    /// There is no piece on a touched square.
    NothingThere(Square),
    /// The piece on a touched square is of another kind.
    OtherPiece(Square),
    /// A piece was released, but this player touched none of their own pieces.
    NothingReleased(Color),
    /// A piece was released on a square with another piece of the same player.
    Occupied(Square),
}

impl TouchedPieces {
    /// Returns why this is impossible in a position; `None` if it is possible.
    pub fn impossibility(&self, position: &Position) -> Option<Impossible> {
        if let Some(&square) = self.squares.iter().find(|&&square| !position.occupied().contains(square)) {
            return Some(Impossible::NothingThere(square));
        }
        let named = self.squares.iter().zip(&self.kinds).filter(|(_, kinds)| !kinds.is_empty());
        if let Some((&square, _)) = named
            .into_iter()
            .find(|(square, kinds)| position.piece_at(**square).is_none_or(|piece| !kinds.contains(&piece.kind)))
        {
            return Some(Impossible::OtherPiece(square));
        }
        let to = self.released?;
        let by = self.by.unwrap_or(position.turn());
        let own = position.by_color(by);
        let Some(from) = self.squares.iter().copied().find(|&square| own.contains(square)) else {
            return Some(Impossible::NothingReleased(by));
        };
        // In Chess960 a castling king may end on the rook's square.
        let castles = position.kind_of(from) == PieceType::King && !position.has_standard_castling();
        (to != from && own.contains(to) && !castles).then_some(Impossible::Occupied(to))
    }
}

const ADJUSTING: [&str; 3] = ["4.2", "4.2", "4.2.1"];
const TOUCHED: [&str; 3] = ["4.3"; 3];
const CASTLING_RELEASED: [&str; 3] = ["4.7", "4.7.b", "4.7.2"];
const CASTLING_ILLEGAL: [&str; 3] = ["4.4(c)", "4.7.b", "4.7.2"];
const PROMOTION: [&str; 3] = ["4.7", "4.4.d", "4.4.4"];
const RELEASED: [&str; 3] = ["4.7"; 3];
const TOUCH_CLAIM: [&str; 3] = ["4.6", "4.8", "4.8"];

/// The numbers of the articles cited here in the editions of 2001, of 2014, and of 2018 and 2023.
pub const ARTICLES: [[&str; 3]; 7] =
    [ADJUSTING, TOUCHED, CASTLING_RELEASED, CASTLING_ILLEGAL, PROMOTION, RELEASED, TOUCH_CLAIM];

/// Cites Article 4 by its numbers in the editions of 2001, of 2014, and of 2018 and 2023.
fn cite(edition: Edition, numbers: [&'static str; 3]) -> Option<Citation> {
    let number = match edition {
        Edition::Fide2001 => numbers[0],
        Edition::Fide2014 => numbers[1],
        Edition::Fide2018 | Edition::Fide2023 => numbers[2],
        _ => return None,
    };
    Some(Citation { edition, number })
}

/// Returns what the player must do.
pub fn answer(position: &Position, touching: &TouchedPieces, edition: Edition) -> Obligation {
    let by = touching.by.unwrap_or(position.turn());
    if by != position.turn() {
        let (duty, article) = if touching.is_adjusting {
            (Duty::MayNotAdjust(by), cite(edition, ADJUSTING))
        } else {
            (Duty::NotToMove(by), cite(edition, TOUCHED))
        };
        return Obligation { duty, moves: Vec::new(), article };
    }
    if touching.is_adjusting {
        let moves = position.legal_moves().to_vec();
        return Obligation { duty: Duty::Adjusted, moves, article: cite(edition, ADJUSTING) };
    }
    let own = touching.squares.iter().copied().find(|&square| position.by_color(by).contains(square));
    match (touching.released, own) {
        (Some(to), Some(from)) if to != from => release(position, from, to, touching, edition),
        _ => obligation(position, &touching.squares, touching.order, edition),
    }
}

/// The obligation from the touched pieces that the release of the first own piece violates: its move is legal, but the
/// player had to make another one.
pub fn broken_duty(position: &Position, touching: &TouchedPieces, edition: Edition) -> Option<Obligation> {
    let to = touching.released.filter(|_| !touching.is_adjusting)?;
    let from = touching.squares.iter().copied().find(|&square| position.by_color(position.turn()).contains(square))?;
    let is_turn = touching.by.is_none_or(|by| by == position.turn());
    let made = answer(position, touching, edition).moves;
    let duty = obligation(position, &touching.squares, touching.order, edition);
    let is_made = |mv: &Move| mv.from() == from && made.contains(mv);
    let is_release = is_turn && to != from && duty.duty != Duty::Free && made.iter().any(is_made);
    (is_release && !duty.moves.iter().any(is_made)).then_some(duty)
}

/// The obligation after a piece was released on another square.
fn release(position: &Position, from: Square, to: Square, touching: &TouchedPieces, edition: Edition) -> Obligation {
    let kind = position.kind_of(from);
    let legal = position.legal_moves();
    if kind == PieceType::King
        && let Some(castling) = castling(position, from, to)
    {
        return match legal.iter().find(|&&mv| mv == castling) {
            Some(&mv) => {
                Obligation { duty: Duty::Castle(mv.to()), moves: vec![mv], article: cite(edition, CASTLING_RELEASED) }
            }
            None => Obligation {
                article: cite(edition, CASTLING_ILLEGAL),
                ..illegal(position, from, to, touching, edition)
            },
        };
    }
    let is_this_move = |mv: &Move| mv.from() == from && mv.to() == to && mv.kind() != MoveKind::Castle;
    let moves: Vec<Move> = legal.iter().copied().filter(is_this_move).collect();
    let is_last_rank = to.rank() == position.turn().other().back_rank();
    match moves[..] {
        [] => illegal(position, from, to, touching, edition),
        _ if kind == PieceType::Pawn && is_last_rank => {
            Obligation { duty: Duty::Promote { from, to }, moves, article: cite(edition, PROMOTION) }
        }
        _ => Obligation { duty: Duty::Released { from, to }, moves, article: cite(edition, RELEASED) },
    }
}

/// The obligation after an illegal move: before the clock is pressed, the player takes the move back, and the touched
/// pieces oblige.
fn illegal(position: &Position, from: Square, to: Square, touching: &TouchedPieces, edition: Edition) -> Obligation {
    let instead = obligation(position, &touching.squares, touching.order, edition);
    Obligation { duty: Duty::ReleasedIllegally { from, to }, ..instead }
}

/// The castling move of a king that was released two squares to the side. In Chess960, where a king castles from any
/// square, its release does not show castling.
fn castling(position: &Position, from: Square, to: Square) -> Option<Move> {
    let is_castling = from.rank() == to.rank() && from.file().index().abs_diff(to.file().index()) == 2;
    let side = if to.file() > from.file() { CastlingSide::King } else { CastlingSide::Queen };
    let rook = position.castling_rook(position.turn(), side)?;
    (is_castling && position.has_standard_castling()).then(|| Move::new(from, rook, MoveKind::Castle))
}

/// Whether a player may still claim that the opponent violated Article 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TouchClaimStatus {
    /// The claimant.
    pub by: Color,
    /// Whether the claimant has not yet touched a piece to move or capture it.
    pub is_in_time: bool,
    /// The article; `None` if its number in the rule set is unknown.
    pub article: Option<Citation>,
}

/// Decides whether a claim about Article 4 is in time (4.8; 4.6 of 2001). The arbiter has to establish the facts.
pub fn complaint(by: Color, has_touched: bool, edition: Edition) -> TouchClaimStatus {
    TouchClaimStatus { by, is_in_time: !has_touched, article: cite(edition, TOUCH_CLAIM) }
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
    fn a_released_piece_completes_the_move() {
        let now = Edition::Fide2023;
        assert_eq!(released(START, "e2", "e3", now), "4.7 released: e3");
        assert_eq!(released(START, "b1", "b3", now), "4.3.1 released-illegally: Na3 Nc3");
        assert_eq!(released(START, "e2", "e2", now), "4.3.1 move: e3 e4");
        assert_eq!(released("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8", now), "4.4.4 promote: a8=B a8=N a8=Q+ a8=R+");
        assert_eq!(released(CASTLING, "e1", "g1", now), "4.7.2 castle: O-O");
        assert_eq!(released(CASTLING, "e1", "c1", Edition::Fide2001), "4.7 castle: O-O-O");
        let broken = |touched: &[&str], to: &str| {
            let position = Position::from_fen(CASTLING).unwrap();
            let squares = touched.iter().map(|name| square(name)).collect();
            let touching = TouchedPieces { squares, released: Some(square(to)), ..TouchedPieces::default() };
            broken_duty(&position, &touching, now).map(|duty| (duty.duty, duty.article.unwrap().number))
        };
        assert_eq!(broken(&["e1", "h1"], "f1"), Some((Duty::Castle(square("h1")), "4.4.1")));
        assert_eq!((broken(&["e1", "h1"], "g1"), broken(&["e1"], "f1")), (None, None));
        let attacked = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
        assert_eq!(released(attacked, "e1", "g1", now), "4.7.2 released-illegally: Kd1 Kd2 Ke2 O-O-O");
    }

    #[test]
    fn impossible_touches_are_rejected() {
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
    fn only_the_player_to_move_may_adjust_pieces() {
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
    fn touching_a_piece_forfeits_the_claim() {
        let claim = complaint(Color::Black, true, Edition::Fide2001);
        assert_eq!((claim.is_in_time, claim.article.unwrap().number), (false, "4.6"));
        let claim = complaint(Color::Black, false, Edition::Fide2023);
        assert_eq!((claim.is_in_time, claim.article.unwrap().number), (true, "4.8"));
    }
}
