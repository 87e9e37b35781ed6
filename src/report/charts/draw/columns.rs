//! The layout of columns (vertical bars) over a numeric axis.

use super::axes::axes;
use super::scale::Extent;
use super::{draw_legend, height_of_legend};
use crate::report::charts::canvas::Canvas;
use crate::report::charts::chart::Columns;

/// The height without the legend.
const HEIGHT: f64 = 270.0;

pub(super) fn height(columns: &Columns) -> f64 {
    HEIGHT + height_of_legend(&columns.legend)
}

pub(super) fn draw(columns: &Columns, canvas: &mut Canvas<'_>) {
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
