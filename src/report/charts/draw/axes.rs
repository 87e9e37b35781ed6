//! The coordinate systems of charts, drawn by the plotting library.

use std::convert::Infallible;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};

use super::scale::{Extent, Scale, written};
use super::{LINE, SMALL, WIDTH};
use crate::report::charts::backend::fine;
use crate::report::charts::canvas::Canvas;
use crate::report::charts::chart::{Axis, Numbers};
use crate::report::charts::ink::Ink;
use crate::report::charts::letters;

/// The result of drawing with the library, which cannot fail in memory.
pub(super) type Drawn<T> = Result<T, DrawingAreaErrorKind<Infallible>>;

/// The plot area between two axes.
pub(super) type Field<'a, 'b> = ChartContext<'b, Canvas<'a>, Cartesian2d<Scale, Scale>>;

/// The maximum number of ticks on a vertical axis.
const MAX_VERTICAL_TICKS: usize = 8;

/// The maximum number of ticks on a horizontal axis.
const MAX_HORIZONTAL_TICKS: u8 = 10;

/// Draws two axes with labels and captions, and returns the plot area. The caption of the vertical axis is horizontal
/// and above it, which is easier to read.
pub(super) fn axes<'a, 'b>(
    area: &'b DrawingArea<Canvas<'a>, Shift>,
    (across, width): (&Axis, Extent),
    (up, height): (&Axis, Extent),
    above: f64,
) -> Drawn<Field<'a, 'b>> {
    let widest = |extent: Extent, numbers| {
        let widths = extent.longest(numbers).map(|text| letters::width(&text, SMALL) * letters::SPARE);
        widths.into_iter().fold(0.0, f64::max)
    };
    let left = widest(height, up.numbers).max(28.0) + 14.0;
    let step = widest(width, across.numbers) + 26.0;
    let most_across =
        (2..=MAX_HORIZONTAL_TICKS).rev().find(|&most| f64::from(most) * step <= WIDTH - left).unwrap_or(2);
    let mut field = ChartBuilder::on(area)
        .margin_top(fine(above + LINE + 4.0))
        .margin_right(fine(16.0))
        .x_label_area_size(fine(2.0 * LINE))
        .y_label_area_size(fine(left))
        .build_cartesian_2d(
            Scale::new(width, across.numbers, most_across.into()),
            Scale::new(height, up.numbers, MAX_VERTICAL_TICKS),
        )?;
    let format = |numbers: Numbers| move |number: &f64| written(*number, numbers);
    let (format_across, format_up) = (format(across.numbers), format(up.numbers));
    field
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(Ink::Grid.stroke(1.0))
        .axis_style(Ink::Edge.stroke(1.0))
        .label_style(Ink::Faint.letters(SMALL))
        .axis_desc_style(Ink::Faint.letters(SMALL))
        .x_desc(across.caption.clone())
        .x_label_formatter(&format_across)
        .y_label_formatter(&format_up)
        .set_all_tick_mark_size(fine(4.0))
        .draw()?;
    Ok(field)
}
