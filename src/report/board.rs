//! A board for people, drawn with letters: White's men are capitals, Black's are not.

use std::fmt::Write;

use crate::chess::bitboard::Bitboard;
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};
use crate::game::rules::Severity;

use super::Paint;

/// What is marked on a board.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Marks {
    /// Men that stand in brackets.
    pub(super) framed: Bitboard,
    /// Squares marked `o`.
    pub(super) rings: Bitboard,
    /// Squares marked `+`; those that are also marked `o` become `*`.
    pub(super) crosses: Bitboard,
}

/// Draws the board as White sees it, one line a rank; with three columns a square:
///
/// ```text
///     4  o  . [P] .
///     3  .  K  o  +
///        a  b  c  d
/// ```
pub(super) fn draw(position: &Position, marks: &Marks, paint: Paint) -> String {
    let margin = paint.margin;
    let mut text = String::new();
    for rank in Rank::all().rev() {
        let _ = write!(text, "    {margin}{}{margin:#} ", rank.digit());
        let cells: String = File::all().map(|file| cell(position, Square::new(file, rank), marks, paint)).collect();
        text.push_str(cells.trim_end());
        text.push('\n');
    }
    let files: Vec<String> = File::all().map(|file| file.letter().to_string()).collect();
    let _ = writeln!(text, "       {margin}{}{margin:#}", files.join("  "));
    text
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
        let square = |name: &[u8]| Bitboard::of(Square::from_ascii(name).unwrap());
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
