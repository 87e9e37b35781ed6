//! The layout of charts with two axes (ticks, labels, captions): columns (vertical bars) and line charts.

use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Axis, Columns, Lines};
use crate::report::charts::ink::Ink;
use crate::report::letters;

use super::scale::{Extent, written};
use super::{LINE, SMALL, WIDTH, draw_legend, height_of_legend};

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

const TICK: f64 = 4.0;

/// Draws two axes with labels and captions, and returns the plot area. The caption of the vertical axis is horizontal
/// and above it, which is easier to read.
fn axes(canvas: &mut Canvas<'_>, (across, width): (&Axis, Extent), (up, height): (&Axis, Extent), above: f64) -> Field {
    let widest = |extent: Extent, numbers| {
        let widths = extent.longest(numbers).map(|text| letters::text_width(&text, SMALL) * letters::SPARE);
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

// The layout of columns (vertical bars) over a numeric axis.

/// The height without the legend.
const COLUMNS_HEIGHT: f64 = 270.0;

pub(super) fn columns_height(columns: &Columns) -> f64 {
    COLUMNS_HEIGHT + height_of_legend(&columns.legend)
}

pub(super) fn draw_columns(columns: &Columns, canvas: &mut Canvas<'_>) {
    let Columns { across, up, legend, bands } = columns;
    draw_legend(legend, canvas);
    let width = Extent::new(bands.iter().flat_map(|column| [column.from, column.to]));
    let tops = bands.iter().map(|column| column.parts.iter().map(|(_, height)| height).sum());
    let height = Extent::new([0.0].into_iter().chain(tops)).with_margin(0.02);
    let field = axes(canvas, (across, width), (up, height), height_of_legend(legend));
    for column in bands {
        let mut low = 0.0;
        for (ink, height) in &column.parts {
            let (left, bottom) = field.place((column.from, low));
            low += height;
            let (right, top) = field.place((column.to, low));
            // Wide columns are separated by a line; narrow ones touch.
            let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
            canvas.area([left, top, right - left - gap, bottom - top], *ink, &column.hint);
        }
    }
}

// The layout of line charts: points, the line through them, the band of their intervals.

pub(super) const LINES_HEIGHT: f64 = 290.0;

/// The maximum number of points drawn as dots; more would look like a thick line.
const MAX_DOTS: usize = 60;

pub(super) fn draw_lines(lines: &Lines, canvas: &mut Canvas<'_>) {
    let Lines { across, up, points, middle } = lines;
    let width = Extent::new(points.iter().map(|point| point.x));
    let heights = points.iter().flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [low, point.y, high]
    });
    let from = if middle.is_some() { None } else { Some(0.0) };
    let height = Extent::new(heights.chain(*middle).chain(from)).with_margin(0.03);
    let field = axes(canvas, (across, width), (up, height), 0.0);
    let band: Option<Vec<_>> = points.iter().map(|point| Some((point.x, point.interval?))).collect();
    if let Some(band) = band {
        let low = band.iter().map(|(x, (low, _))| (*x, *low));
        let high = band.iter().rev().map(|(x, (_, high))| (*x, *high));
        canvas.polygon(low.chain(high).map(|corner| field.place(corner)), Ink::Measure, 0.18);
    }
    if let Some((middle, (first, last))) = middle.zip(points.first().zip(points.last())) {
        canvas.line([first.x, last.x].map(|x| field.place((x, middle))), Ink::Edge, 0.8);
    }
    let places = || points.iter().map(|point| field.place((point.x, point.y)));
    canvas.line(places(), Ink::Measure, 1.8);
    let radius = if points.len() > MAX_DOTS { 1.8 } else { 3.0 };
    for (point, place) in points.iter().zip(places()) {
        canvas.disc(place, radius, Ink::Measure, &point.hint);
    }
}
