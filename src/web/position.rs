//! Questions about a position, for the boards of the page: its moves, counts of paths, and why a move is illegal.

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::api::{Illegal, MoveError, PieceOn, Position, Prevention, RightLost, Square, perft};
use crate::chess::san::{self, MoveSpec, Target};

#[derive(Serialize)]
struct LegalMove {
    uci: String,
    san: String,
    /// The position after it.
    fen: String,
}

/// The legal moves of a position as JSON: an array of `{uci, san, fen}`, where `fen` is the position after the move.
///
/// # Errors
///
/// Why the FEN is not a position to play from.
#[wasm_bindgen]
pub fn legal_moves(fen: &str) -> Result<String, String> {
    let position = position(fen)?;
    let moves = position.legal_moves();
    let moves = moves.into_iter().map(|mv| LegalMove {
        uci: position.to_uci(mv).to_string(),
        san: position.to_san(mv).to_string(),
        fen: position.after_unchecked(mv).to_fen(),
    });
    json(&moves.collect::<Vec<LegalMove>>())
}

/// The number of paths of `depth` plies after the move in UCI notation.
///
/// # Errors
///
/// Why the FEN is not a position to play from, or the move not legal.
#[wasm_bindgen]
pub fn count_after(fen: &str, uci: &str, depth: u32) -> Result<u64, String> {
    let position = position(fen)?;
    let mv = position.parse_uci(uci).map_err(|error| error.to_string())?;
    Ok(perft(&position.after_unchecked(mv), depth))
}

/// What to draw on a board to show why a move is illegal.
#[derive(Default, Serialize, PartialEq, Eq, Debug)]
struct MoveMarks {
    /// The move, if it is known where it begins: from, to.
    moves: Vec<[String; 2]>,
    /// Attacks that make it illegal: from the attacker to the attacked square.
    attacks: Vec<[String; 2]>,
    /// Other squares of the explanation.
    squares: Vec<String>,
}

/// What to draw on a board to show why a move is illegal, as JSON: `moves` and `attacks` are pairs of squares, `squares`
/// are squares. For a legal move, `moves` is that move.
///
/// # Errors
///
/// Why the FEN is not a position to play from, or the text not a move.
#[wasm_bindgen]
pub fn move_marks(fen: &str, text: &str) -> Result<String, String> {
    let position = position(fen)?;
    let read = position.parse_san(text);
    let marks = match read {
        Ok(mv) => MoveMarks { moves: vec![pair(mv.from(), mv.to())], ..MoveMarks::default() },
        Err(MoveError::Illegal(why)) => marks(&why, target(text)),
        Err(error) => return Err(error.to_string()),
    };
    json(&marks)
}

/// The square that a SAN token names as the target.
fn target(text: &str) -> Option<Square> {
    match san::parse(text.as_bytes()).ok()?.spec {
        MoveSpec::Squares { to, .. } | MoveSpec::Move { to: Target::Square(to), .. } => Some(to),
        _ => None,
    }
}

fn marks(why: &Illegal, to: Option<Square>) -> MoveMarks {
    let mut marks = MoveMarks::default();
    let moved = |from: Square| to.map(|to| pair(from, to)).into_iter().collect::<Vec<_>>();
    let attacks = |by: &[PieceOn], on: Square| by.iter().map(|piece| pair(piece.square, on)).collect::<Vec<_>>();
    match why {
        Illegal::NoSuchPiece { on, .. } => marks.squares = on.into_iter().map(name).collect(),
        Illegal::VacantOrigin { from } => marks.moves = moved(*from),
        Illegal::OpponentsPiece { piece } => marks.moves = moved(piece.square),
        Illegal::CannotReach { from, to, .. } => marks.moves = from.into_iter().map(|from| pair(from, *to)).collect(),
        Illegal::Blocked { piece, to, by } => {
            marks.moves = vec![pair(piece.square, *to)];
            marks.squares = vec![name(by.square)];
        }
        Illegal::OwnPiece { on } => marks.squares = vec![name(on.square)],
        Illegal::NothingToCapture { from, to } => marks.moves = vec![pair(*from, *to)],
        Illegal::CaptureWithoutFile { from, to } => {
            marks.moves = from.into_iter().map(|from| pair(from, *to)).collect();
        }
        Illegal::EnPassantNotNow { from, to, victim } | Illegal::EnPassantNotInFen { from, to, victim } => {
            marks.moves = vec![pair(*from, *to)];
            marks.squares = vec![name(*victim)];
        }
        Illegal::StaysInCheck { king, checkers } => marks.attacks = attacks(checkers, king.square),
        Illegal::Pinned { piece, king, pinner } => {
            marks.moves = moved(piece.square);
            marks.attacks = vec![pair(pinner.square, king.square)];
        }
        Illegal::EnPassantExposes { from, king, by } => {
            marks.moves = moved(*from);
            marks.attacks = vec![pair(by.square, king.square)];
        }
        Illegal::KingIntoAttack { to, attackers } => marks.attacks = attacks(attackers, *to),
        Illegal::KingsAdjacent { to, other } => marks.attacks = vec![pair(*other, *to)],
        Illegal::Ambiguous { from, to, .. } => {
            marks.moves = from.into_iter().flat_map(|from| to.into_iter().map(move |to| pair(from, to))).collect();
        }
        Illegal::CastlingPrevented { by, .. } => prevention(by, &mut marks),
        Illegal::CastlingRightLost { why, .. } => marks.squares = right_lost(*why).into_iter().map(name).collect(),
        Illegal::PromotionMissing { to } | Illegal::NoPromotion { to, .. } | Illegal::Drop { to, .. } => {
            marks.squares = vec![name(*to)];
        }
        _ => marks.squares = to.map(name).into_iter().collect(),
    }
    marks
}

fn right_lost(why: RightLost) -> Vec<Square> {
    match why {
        RightLost::KingAway { king } | RightLost::NoRook { king } => vec![king],
        RightLost::Moved { king, rook } => vec![king, rook],
    }
}

fn prevention(by: &Prevention, marks: &mut MoveMarks) {
    match by {
        Prevention::Blocked { pieces } | Prevention::InCheck { checkers: pieces } => {
            marks.squares = pieces.iter().map(|piece| name(piece.square)).collect();
        }
        Prevention::Through { square, attackers } | Prevention::Into { square, attackers } => {
            marks.attacks = attackers.iter().map(|piece| pair(piece.square, *square)).collect();
        }
    }
}

fn position(fen: &str) -> Result<Position, String> {
    Position::from_fen(fen).map_err(|error| error.to_string())
}

fn name(square: Square) -> String {
    square.to_string()
}

fn pair(from: Square, to: Square) -> [String; 2] {
    [name(from), name(to)]
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_has_its_arrow_and_the_attack() {
        let pinned = move_marks("4k3/4n3/8/3P4/8/8/8/4R1K1 b - - 0 14", "Nxd5").unwrap();
        assert_eq!(pinned, r#"{"moves":[["e7","d5"]],"attacks":[["e1","e8"]],"squares":[]}"#);
        let blocked = move_marks("4k3/8/8/8/8/8/4P3/4R1K1 w - - 0 1", "Re5").unwrap();
        assert_eq!(blocked, r#"{"moves":[["e1","e5"]],"attacks":[],"squares":["e2"]}"#);
        assert!(move_marks("4k3/8/8/8/8/8/4P3/4R1K1 w - - 0 1", "zz").is_err());
    }

    #[test]
    fn counts_add_up() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let moves: serde_json::Value = serde_json::from_str(&legal_moves(start).unwrap()).unwrap();
        let moves = moves.as_array().unwrap();
        let total: u64 = moves.iter().map(|mv| count_after(start, mv["uci"].as_str().unwrap(), 2).unwrap()).sum();
        assert_eq!((moves.len(), total), (20, 8_902));
        assert!(legal_moves("8/8/8/8/8/8/8/8 w - - 0 1").is_err());
    }
}
