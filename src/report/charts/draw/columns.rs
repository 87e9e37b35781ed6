//! The layout of columns (vertical bars) over a numeric axis.

use std::slice;

use plotters::drawing::IntoDrawingArea;
use plotters::element::{Drawable, PointCollection};
use plotters_backend::BackendCoord;

use super::axes::{Drawn, axes};
use super::scale::Extent;
use super::{SMALL, draw_legend, height_of_legend};
use crate::report::charts::backend::{Done, place};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Column, Columns};
use crate::report::charts::ink::Ink;

/// The height without the legend.
const HEIGHT: f64 = 270.0;

pub(super) fn height(columns: &Columns) -> f64 {
    HEIGHT + height_of_legend(&columns.legend)
}

pub(super) fn draw(columns: &Columns, mut canvas: Canvas<'_>) {
    let above = height_of_legend(&columns.legend);
    draw_legend(&columns.legend, &mut canvas);
    canvas.text(&columns.up.caption, (1.0, above + 12.0), SMALL, Anchor::Start, Ink::Faint);
    plot(columns, above, canvas).expect("a drawing in memory does not fail");
}

fn plot(columns: &Columns, above: f64, canvas: Canvas<'_>) -> Drawn<()> {
    let Columns { across, up, bands, .. } = columns;
    let width = Extent::new(bands.iter().flat_map(|column| [column.from, column.to]));
    let tops = bands.iter().map(|column| column.parts.iter().map(|(_, height)| height).sum());
    let height = Extent::new([0.0].into_iter().chain(tops)).with_margin(0.02);
    let area = canvas.into_drawing_area();
    let mut field = axes(&area, (across, width), (up, height), above)?;
    field.draw_series(bands.iter().flat_map(pieces))?;
    Ok(())
}

/// The parts of a column, from bottom to top.
fn pieces(column: &Column) -> impl Iterator<Item = Piece<'_>> {
    let mut low = 0.0;
    column.parts.iter().map(move |(ink, height)| {
        let corners = [(column.from, low), (column.to, low + height)];
        low += height;
        Piece { corners, ink: *ink, hint: &column.hint }
    })
}

/// A part of a column with its hint.
struct Piece<'c> {
    corners: [(f64, f64); 2],
    ink: Ink,
    hint: &'c str,
}

impl<'p> PointCollection<'p, (f64, f64)> for &'p Piece<'_> {
    type Point = &'p (f64, f64);
    type IntoIter = slice::Iter<'p, (f64, f64)>;

    fn point_iter(self) -> Self::IntoIter {
        self.corners.iter()
    }
}

impl Drawable<Canvas<'_>> for Piece<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(&self, corners: I, canvas: &mut Canvas<'_>, _: (u32, u32)) -> Done {
        let corners: Vec<(f64, f64)> = corners.map(place).collect();
        let [(left, bottom), (right, top)] = corners[..] else { return Ok(()) };
        // Wide columns are separated by a line; narrow ones touch.
        let gap = if right - left > 4.0 { 1.0 } else { 0.0 };
        canvas.area([left, top, right - left - gap, bottom - top], self.ink, self.hint);
        Ok(())
    }
}
