//! The layout of one diagram.

use crate::chess::piece::Color;
use crate::chess::square::Square;

use super::DiagramStyle;
use super::pieces::SQUARE;

/// The side of the whole board.
pub(super) const BOARD: u16 = 8 * SQUARE;

/// The height of the caption below the board.
const CAPTION: u16 = 30;

/// Coordinates from the upper left corner, in units of 1/[`SQUARE`] of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The left edge of the board.
    pub(super) left: u16,
    /// Its upper edge.
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
    flip: bool,
}

impl Layout {
    pub(super) const fn new(style: DiagramStyle) -> Self {
        let [left, top, right, bottom] = if style.coordinates { [24, 10, 20, 26] } else { [0; 4] };
        let caption = if style.captions { CAPTION } else { 0 };
        Self { left, top, width: left + BOARD + right, height: top + BOARD + bottom + caption, flip: style.flip }
    }

    /// The upper left corner of a square.
    pub(super) const fn corner(&self, square: Square) -> (u16, u16) {
        let (file, rank) = (square.file().index() as u16, square.rank().index() as u16);
        let (column, row) = if self.flip { (7 - file, rank) } else { (file, 7 - rank) };
        (self.left + column * SQUARE, self.top + row * SQUARE)
    }

    /// The center of a square.
    pub(super) fn middle(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        let half = f32::from(SQUARE) / 2.0;
        (f32::from(x) + half, f32::from(y) + half)
    }

    pub(super) const fn is_at_bottom(&self, color: Color) -> bool {
        matches!(color, Color::Black) == self.flip
    }
}
