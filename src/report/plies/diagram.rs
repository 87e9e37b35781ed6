//! A ply as a diagram.

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Color;
use crate::chess::san;
use crate::chess::square::Square;
use crate::game::plies::Ply;
use crate::game::steps::Step;
use crate::report::Paint;
use crate::report::diagram::{Diagram, Lettering, Look, board};

use super::record::{Letters, Spelt};
use super::rows::Rows;

/// How boards are written as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardStyle {
    /// What all boards have in common.
    pub look: Look,
    /// How men are written.
    pub lettering: Lettering,
    /// The colours.
    pub paint: Paint,
}

/// The position with its last move, its check, and what its comments colour; below it the move.
#[must_use]
pub fn diagram(ply: &Ply<'_>, letters: Letters) -> Diagram {
    let mut diagram = Diagram::of_position(ply.position());
    diagram.last_move = ply.step.as_ref().and_then(squares);
    diagram.caption = ply.step.as_ref().map(|step| caption(step, letters));
    for comment in ply.comments() {
        diagram.shapes.read(comment);
    }
    diagram
}

/// `23... Nxe5+`.
fn caption(step: &Step, letters: Letters) -> String {
    let dots = match step.before.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    let number = step.before.fullmove_number();
    if step.mv == Move::NULL {
        return format!("{number}{dots} --");
    }
    let san = san::write_between(&step.before, step.mv, &step.after);
    format!("{number}{dots} {}", Spelt(san.as_str(), letters))
}

/// Where a move began and ended; for castling, where the king did. A pass has no such squares.
fn squares(step: &Step) -> Option<[Square; 2]> {
    let Step { mv, before, after, .. } = step;
    match mv.kind() {
        _ if *mv == Move::NULL => None,
        MoveKind::Castle => Some([mv.from(), after.king(before.turn())]),
        _ => Some([mv.from(), mv.to()]),
    }
}

/// Writes a ply as a board, with a blank line behind it.
pub(super) fn row(ply: &Ply<'_>, letters: Letters, style: &BoardStyle, rows: &mut Rows) {
    let text = board(&diagram(ply, letters), style.look, style.lettering, style.paint);
    rows.bytes().extend_from_slice(text.as_bytes());
    rows.bytes().push(b'\n');
}
