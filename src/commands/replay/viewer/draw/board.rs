//! The board, as large as the space allows.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as At, Rect};
use ratatui::style::{Color, Style as TextStyle};

use crate::chess::piece::{Color as Side, Piece};
use crate::chess::square::{File, Rank, Square};
use crate::report::diagram::{Diagram, ground, ink, symbol};

use super::super::model::Board;
use super::Style;

/// The largest square, in rows.
const LARGEST: u16 = 3;

/// Columns before the board, for the digits.
const MARGIN: u16 = 2;

/// The maximum number of rows of a square; it has twice as many columns.
pub(super) fn cell(width: u16, height: u16) -> u16 {
    (1..=LARGEST).rev().find(|&cell| self::width(cell) <= width && 8 * cell < height).unwrap_or(1)
}

/// The number of columns of a board whose squares have this many rows.
pub(super) const fn width(cell: u16) -> u16 {
    MARGIN + 16 * cell
}

/// Draws the position after the node, with the last move, check, and the markings of comments.
pub(super) fn draw(board: &Board, flipped: bool, cell: u16, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let diagram = board.played.diagram(board.node);
    let area = area.intersection(frame.area());
    let buffer = frame.buffer_mut();
    for (row, rank) in ordered(Rank::all().rev().collect(), flipped).enumerate() {
        let top = area.y + row as u16 * cell;
        put(buffer, area, (area.x, top + (cell - 1) / 2), &rank.digit().to_string(), style.faint);
        for (column, file) in ordered(File::all().collect(), flipped).enumerate() {
            let place = Rect::new(area.x + MARGIN + column as u16 * 2 * cell, top, 2 * cell, cell);
            draw_square(buffer, place.intersection(area), &diagram, Square::new(file, rank), style);
        }
    }
    for (column, file) in ordered(File::all().collect(), flipped).enumerate() {
        let left = area.x + MARGIN + column as u16 * 2 * cell + (cell - 1).max(cell / 2);
        put(buffer, area, (left, area.y + 8 * cell), &file.letter().to_string(), style.faint);
    }
}

fn draw_square(buffer: &mut Buffer, place: Rect, diagram: &Diagram, square: Square, style: &Style) {
    if place.is_empty() {
        return;
    }
    let man = diagram.setup.squares[square.index()];
    let center = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    if !style.is_colored {
        let letter = man.map_or_else(|| if square.is_light() { ' ' } else { '.' }, Piece::fen_letter);
        let is_moved = diagram.last_move.is_some_and(|squares| squares.contains(&square));
        let text = match () {
            () if diagram.check == Some(square) => format!("{letter}+"),
            () if is_moved => format!("{letter}*"),
            () => letter.to_string(),
        };
        return put(buffer, place, center, &text, style.strong);
    }
    let ground = Color::Indexed(ground(diagram, square));
    buffer.set_style(place, TextStyle::new().bg(ground));
    if let Some(Piece { color, kind }) = man {
        // The filled symbols for both sides; the color shows the side. The variation selector after it asks for text,
        // because some systems have a color picture of a black pawn.
        let text = format!("{}\u{fe0e}", symbol(Piece { color: Side::Black, kind }));
        put(buffer, place, center, &text, TextStyle::new().fg(Color::Indexed(ink(color))).bg(ground));
    }
}

fn put(buffer: &mut Buffer, area: Rect, at: (u16, u16), text: &str, style: TextStyle) {
    if area.contains(At::from(at)) {
        let room = usize::from(area.right() - at.0);
        buffer.set_stringn(at.0, at.1, text, room, style);
    }
}

/// Files or ranks as they are seen.
fn ordered<T>(mut row: Vec<T>, flipped: bool) -> impl Iterator<Item = T> {
    if flipped {
        row.reverse();
    }
    row.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_grows_with_the_screen() {
        assert_eq!(cell(36, 16), 1);
        assert_eq!(cell(56, 30), 3);
        assert_eq!(cell(176, 56), LARGEST);
        assert_eq!(cell(10, 3), 1);
    }
}
