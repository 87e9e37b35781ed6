//! A board as text, one line per rank.

use std::fmt::Write;

use crate::chess::bitboard::Bitboard;
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};
use crate::game::rules::Severity;

use super::wrap::Paint;

/// The marks on a board of letters. White's pieces are capitals, Black's are lower case.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::report) struct Marks {
    /// Pieces in brackets.
    pub(in crate::report) framed: Bitboard,
    /// Squares marked `o`.
    pub(in crate::report) rings: Bitboard,
    /// Squares marked `+`; those that are also marked `o` become `*`.
    pub(in crate::report) crosses: Bitboard,
}

/// The layout of a grid of squares.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Grid {
    /// The number of blank columns on the left.
    pub(in crate::report) indent: usize,
    /// Whether Black is at the bottom.
    pub(in crate::report) flip: bool,
    /// Whether coordinates are printed at the edges.
    pub(in crate::report) coordinates: bool,
    /// The number of columns per square.
    pub(in crate::report) width: usize,
}

impl Grid {
    /// Draws the grid, one line per rank.
    pub(in crate::report) fn draw(self, paint: Paint, cell: impl Fn(Square) -> String) -> String {
        let Self { indent, flip, coordinates, width } = self;
        let margin = paint.margin;
        let mut text = String::new();
        for rank in in_display_order(Rank::all().rev(), flip) {
            let cells: String =
                in_display_order(File::all(), flip).into_iter().map(|file| cell(Square::new(file, rank))).collect();
            let digit = if coordinates { format!("{margin}{}{margin:#} ", rank.digit()) } else { String::new() };
            let _ = writeln!(text, "{:indent$}{digit}{}", "", cells.trim_end());
        }
        if coordinates {
            let files: Vec<String> = in_display_order(File::all(), flip).iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "{:indent$}   {margin}{}{margin:#}", "", files.join(&" ".repeat(width - 1)));
        }
        text
    }
}

/// Collects ranks or files in display order.
fn in_display_order<T>(line: impl DoubleEndedIterator<Item = T>, flip: bool) -> Vec<T> {
    if flip { line.rev().collect() } else { line.collect() }
}

/// Draws the board as White sees it:
///
/// ```text
///     4  o  . [P] .
///     3  .  K  o  +
///        a  b  c  d
/// ```
pub(in crate::report) fn draw(position: &Position, marks: &Marks, paint: Paint) -> String {
    let grid = Grid { indent: 4, flip: false, coordinates: true, width: 3 };
    grid.draw(paint, |square| cell(position, square, marks, paint))
}

fn cell(position: &Position, square: Square, marks: &Marks, paint: Paint) -> String {
    let Paint { strong, faint, good, .. } = paint;
    let warning = paint.severity(Severity::Warning);
    if let Some(piece) = position.piece_at(square) {
        let letter = piece.fen_letter();
        return if marks.framed.contains(square) {
            format!("{faint}[{faint:#}{strong}{letter}{strong:#}{faint}]{faint:#}")
        } else {
            format!(" {strong}{letter}{strong:#} ")
        };
    }
    match (marks.rings.contains(square), marks.crosses.contains(square)) {
        (true, true) => format!(" {warning}*{warning:#} "),
        (true, false) => format!(" {warning}o{warning:#} "),
        (false, true) => format!(" {good}+{good:#} "),
        (false, false) => format!(" {faint}.{faint:#} "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_as_white_sees_it() {
        let position = Position::from_fen("k7/8/8/8/8/8/p7/K6R w - - 0 1").unwrap();
        let square = |name: &[u8]| Bitboard::from_square(Square::from_ascii(name).unwrap());
        let marks = Marks {
            framed: square(b"a2"),
            rings: square(b"b8") | square(b"b7"),
            crosses: square(b"b1") | square(b"b7") | square(b"a2"),
        };
        let expected = "
    8  k  o  .  .  .  .  .  .
    7  .  *  .  .  .  .  .  .
    6  .  .  .  .  .  .  .  .
    5  .  .  .  .  .  .  .  .
    4  .  .  .  .  .  .  .  .
    3  .  .  .  .  .  .  .  .
    2 [p] .  .  .  .  .  .  .
    1  K  +  .  .  .  .  .  R
       a  b  c  d  e  f  g  h
";
        assert_eq!(format!("\n{}", draw(&position, &marks, Paint::PLAIN)), expected);
    }
}
