//! The board, as large as there is room for.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position as At, Rect};
use ratatui::style::{Color, Style as Look};

use crate::chess::piece::{Color as Side, Kind, Piece};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

use super::super::model::Board;
use super::Style;
use super::style::{BLACK_MAN, CHECKED, DARK, DARK_MOVED, LIGHT, LIGHT_MOVED, WHITE_MAN};

/// The largest square, in rows.
const LARGEST: u16 = 3;

/// Columns before the board, for the digits.
const MARGIN: u16 = 2;

/// How many rows a square can have where there is so much room; it has twice as many columns.
pub(super) fn cell(width: u16, height: u16) -> u16 {
    (1..=LARGEST).rev().find(|&cell| self::width(cell) <= width && 8 * cell < height).unwrap_or(1)
}

/// How many columns a board has whose squares have so many rows.
pub(super) const fn width(cell: u16) -> u16 {
    MARGIN + 16 * cell
}

/// Draws the position after the node, with its last move and check.
pub(super) fn draw(board: &Board, flipped: bool, cell: u16, style: &Style, frame: &mut Frame<'_>, area: Rect) {
    let position = board.played.position(board.node);
    let moved = board.node.map(|node| board.played.nodes[node].mv);
    let moved = moved.map_or([None; 2], |mv| [Some(mv.from()), Some(mv.to())]);
    let check = position.is_check().then(|| position.king(position.turn()));
    let area = area.intersection(frame.area());
    let buffer = frame.buffer_mut();
    for (row, rank) in ordered(Rank::all().rev().collect(), flipped).enumerate() {
        let top = area.y + row as u16 * cell;
        put(buffer, area, (area.x, top + (cell - 1) / 2), &rank.digit().to_string(), style.faint);
        for (column, file) in ordered(File::all().collect(), flipped).enumerate() {
            let square = Square::new(file, rank);
            let place = Rect::new(area.x + MARGIN + column as u16 * 2 * cell, top, 2 * cell, cell);
            let mark = Mark { is_moved: moved.contains(&Some(square)), is_checked: check == Some(square) };
            draw_square(buffer, place.intersection(area), &position, square, mark, style);
        }
    }
    for (column, file) in ordered(File::all().collect(), flipped).enumerate() {
        let left = area.x + MARGIN + column as u16 * 2 * cell + (cell - 1).max(cell / 2);
        put(buffer, area, (left, area.y + 8 * cell), &file.letter().to_string(), style.faint);
    }
}

#[derive(Clone, Copy)]
struct Mark {
    is_moved: bool,
    is_checked: bool,
}

fn draw_square(buffer: &mut Buffer, place: Rect, position: &Position, square: Square, mark: Mark, style: &Style) {
    if place.is_empty() {
        return;
    }
    let piece = position.piece_at(square);
    let center = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    if !style.is_colored {
        let letter = piece.map_or_else(|| if square.is_light() { ' ' } else { '.' }, Piece::fen_letter);
        let text = match mark {
            Mark { is_checked: true, .. } => format!("{letter}+"),
            Mark { is_moved: true, .. } => format!("{letter}*"),
            _ => letter.to_string(),
        };
        return put(buffer, place, center, &text, style.strong);
    }
    let ground = match (mark.is_checked, mark.is_moved, square.is_light()) {
        (true, ..) => CHECKED,
        (_, true, true) => LIGHT_MOVED,
        (_, true, false) => DARK_MOVED,
        (_, _, true) => LIGHT,
        (_, _, false) => DARK,
    };
    buffer.set_style(place, Look::new().bg(ground));
    if let Some(piece) = piece {
        put(buffer, place, center, glyph(piece), Look::new().fg(color(piece)).bg(ground));
    }
}

/// The filled symbols for both sides: the colour tells whose man it is. A variation selector asks for text, for a black
/// pawn is a picture on some systems.
const fn glyph(piece: Piece) -> &'static str {
    match piece.kind {
        Kind::King => "♚",
        Kind::Queen => "♛",
        Kind::Rook => "♜",
        Kind::Bishop => "♝",
        Kind::Knight => "♞",
        Kind::Pawn => "♟\u{fe0e}",
    }
}

const fn color(piece: Piece) -> Color {
    match piece.color {
        Side::White => WHITE_MAN,
        Side::Black => BLACK_MAN,
    }
}

fn put(buffer: &mut Buffer, area: Rect, at: (u16, u16), text: &str, look: Look) {
    if area.contains(At::from(at)) {
        let room = usize::from(area.right() - at.0);
        buffer.set_stringn(at.0, at.1, text, room, look);
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
