//! The layout of a heat map on a chessboard, with a1 at the lower left.

use super::{SMALL, WIDTH};
use crate::chess::square::{File, Rank, Square};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Board, of_whole, ratio, sum};
use crate::report::charts::ink::Ink;

const SQUARE: f64 = 52.0;

/// The maximum opacity of the ink: numbers stay readable on it, on light and dark pages.
const MAX_OPACITY: f64 = 0.55;

/// The space left of the board, for the rank numbers.
const LEFT: f64 = 24.0;

/// The space above it, for the unit of the numbers.
const TOP: f64 = 22.0;

pub(super) const HEIGHT: f64 = TOP + 8.0 * SQUARE + 20.0;

pub(super) fn draw(board: &Board, mut canvas: Canvas<'_>) {
    let left = LEFT + (WIDTH - LEFT - 8.0 * SQUARE) / 2.0;
    canvas.text(&board.unit, (left, 13.0), SMALL, Anchor::Start, Ink::Faint);
    let whole = sum(board.counts.iter().copied());
    let most = board.counts.iter().copied().max().unwrap_or(0);
    canvas.area([left - 1.0, TOP - 1.0, 8.0 * SQUARE + 2.0, 8.0 * SQUARE + 2.0], Ink::Edge, "");
    for square in Square::all() {
        let count = board.counts.get(square.index()).copied().unwrap_or(0);
        let x = left + SQUARE * f64::from(square.file().index() as u8);
        let y = TOP + SQUARE * f64::from(7 - square.rank().index() as u8);
        self::square(&mut canvas, square, (x, y), [count, most, whole]);
    }
    for file in File::all() {
        let x = left + SQUARE * (f64::from(file.index() as u8) + 0.5);
        canvas.text(&file.letter().to_string(), (x, HEIGHT - 5.0), SMALL, Anchor::Middle, Ink::Faint);
    }
    for rank in Rank::all() {
        let y = TOP + SQUARE * (7.5 - f64::from(rank.index() as u8)) + SMALL * 0.36;
        canvas.text(&rank.digit().to_string(), (left - 12.0, y), SMALL, Anchor::Middle, Ink::Faint);
    }
}

/// A square with its share of the whole, in percent.
fn square(canvas: &mut Canvas<'_>, square: Square, (x, y): (f64, f64), [count, most, whole]: [u64; 3]) {
    let heat = ratio(count, most);
    let part = ratio(count, whole);
    let place = [x + 0.5, y + 0.5, SQUARE - 1.0, SQUARE - 1.0];
    canvas.area(place, Ink::Paper, "");
    canvas.tinted(place, Ink::Measure, heat * MAX_OPACITY, &format!("{square}: {}", of_whole(count, "times", whole)));
    let middle = (x + SQUARE / 2.0, y + SQUARE / 2.0 + SMALL * 0.36);
    let digits = usize::from(part < 0.0995);
    if count > 0 {
        canvas.text(&format!("{:.digits$}", part * 100.0), middle, SMALL, Anchor::Middle, Ink::Text);
    }
}
