//! The frame of a chart: two axes with ticks, labels and captions.

use super::scale::{Extent, written};
use super::{LINE, SMALL, WIDTH};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::Axis;
use crate::report::charts::ink::Ink;
use crate::report::charts::letters;

/// The plot area between two axes.
pub(super) struct Field {
    across: Side,
    up: Side,
}

impl Field {
    /// The place of a point on the canvas.
    pub(super) fn place(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.across.place(x), self.up.place(y))
    }
}

/// One dimension of the plot area: where the ends of an extent are on the canvas.
struct Side {
    extent: Extent,
    low: f64,
    high: f64,
}

impl Side {
    fn place(&self, value: f64) -> f64 {
        self.low + self.extent.share(value) * (self.high - self.low)
    }

    fn ticks(&self, axis: &Axis, most: u8) -> Vec<(f64, String)> {
        let points = self.extent.points(axis.numbers, most).into_iter();
        points.map(|number| (self.place(number), written(number, axis.numbers))).collect()
    }
}

/// The maximum number of ticks on a vertical axis.
const MAX_VERTICAL_TICKS: u8 = 8;

/// The maximum number of ticks on a horizontal axis.
const MAX_HORIZONTAL_TICKS: u8 = 10;

/// The length of a tick.
const TICK: f64 = 4.0;

/// Draws two axes with labels and captions, and returns the plot area. The caption of the vertical axis is horizontal
/// and above it, which is easier to read.
pub(super) fn axes(
    canvas: &mut Canvas<'_>,
    (across, width): (&Axis, Extent),
    (up, height): (&Axis, Extent),
    above: f64,
) -> Field {
    let widest = |extent: Extent, numbers| {
        let widths = extent.longest(numbers).map(|text| letters::width(&text, SMALL) * letters::SPARE);
        widths.into_iter().fold(0.0, f64::max)
    };
    let left = widest(height, up.numbers).max(28.0) + 14.0;
    let step = widest(width, across.numbers) + 26.0;
    let most_across =
        (2..=MAX_HORIZONTAL_TICKS).rev().find(|&most| f64::from(most) * step <= WIDTH - left).unwrap_or(2);
    let (top, right, bottom) = (above + LINE + 4.0, canvas.width - 16.0, canvas.height - 2.0 * LINE);
    canvas.text(&up.caption, (1.0, above + 12.0), SMALL, Anchor::Start, Ink::Faint);
    let field = Field {
        across: Side { extent: width, low: left, high: right },
        up: Side { extent: height, low: bottom, high: top },
    };
    for (y, label) in field.up.ticks(up, MAX_VERTICAL_TICKS) {
        canvas.line([(left, y), (right, y)], Ink::Grid, 1.0);
        canvas.line([(left - TICK, y), (left, y)], Ink::Edge, 1.0);
        canvas.text(&label, (left - 2.0 * TICK, y + 0.36 * SMALL), SMALL, Anchor::End, Ink::Faint);
    }
    for (x, label) in field.across.ticks(across, most_across) {
        canvas.line([(x, bottom), (x, bottom + TICK)], Ink::Edge, 1.0);
        canvas.text(&label, (x, bottom + 2.0 * TICK + 0.8 * SMALL), SMALL, Anchor::Middle, Ink::Faint);
    }
    canvas.line([(left, top), (left, bottom), (right, bottom)], Ink::Edge, 1.0);
    let middle = f64::midpoint(left, right);
    canvas.text(&across.caption, (middle, canvas.height - 0.2 * SMALL), SMALL, Anchor::Middle, Ink::Faint);
    field
}
