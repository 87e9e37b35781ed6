//! FEN tags with the last position of their game instead of the first.

use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::game::Evidence;
use crate::game::rules::Rule;

use super::Movetext;

/// The maximum number of moves that are tried from the initial position.
const MAX_PLIES: usize = 1_000;

impl Movetext<'_> {
    /// Reports, when a move cannot be played, that all moves start from the initial position, and lead to the position
    /// of the FEN tag.
    pub(super) fn report_fen_of_last_position(&mut self) -> bool {
        if self.lines.is_variation() || !self.leads_to_fen() {
            return false;
        }
        let message = "the FEN is the position after the last move, but the moves begin at the initial position: delete the tags FEN \
                       and SetUp";
        self.findings.add(Rule::FenOfLastPosition, self.start.fen.clone(), Evidence::Message(message.to_owned()));
        true
    }

    /// Whether the moves of the game lead from the initial position to that of the FEN tag, apart from its counters.
    fn leads_to_fen(&self) -> bool {
        let Some(last) = self.start.fen_position() else { return false };
        let mut position = Position::initial();
        let moves = self.main_line_of_game(MAX_PLIES + 1);
        if moves.is_empty() || moves.len() > MAX_PLIES {
            return false;
        }
        for span in moves {
            let Some(mv) = self.legal_move(&position, span) else { return false };
            position.play(mv);
        }
        position.turn() == last.turn()
            && Color::BOTH.map(|color| position.colors(color)) == Color::BOTH.map(|color| last.colors(color))
            && PieceType::ALL.map(|kind| position.kinds(kind)) == PieceType::ALL.map(|kind| last.kinds(kind))
    }
}
