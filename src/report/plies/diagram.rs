//! The diagram of a ply.

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Color;
use crate::chess::san;
use crate::chess::square::Square;
use crate::game::record::plies::Ply;
use crate::game::record::steps::Step;
use crate::report::diagram::{BoardStyle, Diagram, board};

use super::record::{LocalizedSan, PieceLetters};
use super::rows::RowBuffer;

/// The diagram of the position with the last move, the check and the shapes of its comments; the caption is the move.
pub fn diagram(ply: &Ply<'_>, letters: PieceLetters) -> Diagram {
    let mut diagram = Diagram::of_position(ply.position());
    diagram.last_move = ply.step.as_ref().and_then(squares);
    diagram.caption = ply.step.as_ref().map(|step| caption(step, letters));
    for comment in ply.comments() {
        diagram.shapes.add_comment(comment);
    }
    diagram
}

/// `23... Nxe5+`.
fn caption(step: &Step, letters: PieceLetters) -> String {
    let dots = match step.before.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    let number = step.before.fullmove_number();
    if step.mv == Move::NULL {
        return format!("{number}{dots} --");
    }
    let san = san::write_between(&step.before, step.mv, &step.after);
    format!("{number}{dots} {}", LocalizedSan(san.as_str(), letters))
}

/// The origin and destination of a move; for castling, those of the king. A null move has none.
fn squares(step: &Step) -> Option<[Square; 2]> {
    let Step { mv, before, after, .. } = step;
    match mv.kind() {
        _ if *mv == Move::NULL => None,
        MoveKind::Castle => Some([mv.from(), after.king(before.turn())]),
        _ => Some([mv.from(), mv.to()]),
    }
}

/// Writes a ply as a board, followed by a blank line.
pub(super) fn row(ply: &Ply<'_>, letters: PieceLetters, style: BoardStyle, rows: &mut RowBuffer) {
    let text = board(&diagram(ply, letters), style);
    rows.bytes().extend_from_slice(text.as_bytes());
    rows.bytes().push(b'\n');
}
