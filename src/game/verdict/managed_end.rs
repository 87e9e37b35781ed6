//! The adjudication of a game by the engine evaluations in its comments, as tournament managers do it.

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::game::replay::Game;
use crate::game::values::clocks::{EvalPerspective, evaluation};
use crate::laws::engine_rules::EvaluatedMove;
use crate::laws::history::History;
use crate::laws::verdict::Decision;
use crate::pgn::lex::Outcome;

use super::ruling::agrees;

/// When a tournament manager would have ended a game, by its evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManagedEnd {
    /// The number of plies at that end, and the decision; `None` if it would not have ended the game.
    pub end: Option<(u32, Decision)>,
    /// The same for fastchess, which counts moves by the move number of the FEN; cutechess counts from the start.
    pub end_by_fastchess: Option<(u32, Decision)>,
    /// The number of moves with an evaluation.
    pub scored: u32,
}

impl ManagedEnd {
    /// Whether the stated result is that of the tournament manager; `None` if either is open.
    pub fn agrees(&self, stated: Option<Outcome>) -> Option<bool> {
        agrees(self.end?.1, stated?)
    }
}

/// The moves with the evaluations in their comments.
pub(super) fn evaluated_moves(game: &Game, history: &History, bytes: &[u8]) -> Vec<EvaluatedMove> {
    let mut moves: Vec<EvaluatedMove> = Vec::with_capacity(history.moves().len());
    let mut position = history.start().clone();
    for &mv in history.moves() {
        moves.push(EvaluatedMove {
            number: position.fullmove_number(),
            by: position.turn(),
            score: None,
            zeroes: resets_clock(&position, mv),
        });
        position.advance(mv);
    }
    for note in game.comments(bytes) {
        let Some(scored) = (note.ply as usize).checked_sub(1).and_then(|ply| moves.get_mut(ply)) else { continue };
        let Some((score, view)) = evaluation(&bytes[note.span.clone()]) else { continue };
        let is_negated = view == EvalPerspective::White && scored.by == Color::Black;
        scored.score.get_or_insert(if is_negated { -score } else { score });
    }
    moves
}

/// Whether a move is a capture or pawn move.
fn resets_clock(position: &Position, mv: Move) -> bool {
    let captures = mv.kind() != MoveKind::Castle && position.occupied().contains(mv.to());
    captures || position.kinds(PieceType::Pawn).contains(mv.from())
}
