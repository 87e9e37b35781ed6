//! The layout of line charts: points, the line through them, the band of their intervals.

use std::slice;

use plotters::drawing::IntoDrawingArea;
use plotters::element::{Drawable, PathElement, PointCollection, Polygon};
use plotters::series::LineSeries;
use plotters::style::Color;
use plotters_backend::BackendCoord;

use super::SMALL;
use super::axes::{Drawn, axes};
use super::scale::Extent;
use crate::report::charts::backend::{Done, place};
use crate::report::charts::canvas::{Anchor, Canvas};
use crate::report::charts::chart::{Lines, Point};
use crate::report::charts::ink::Ink;

pub(super) const HEIGHT: f64 = 290.0;

/// The maximum number of points drawn as dots; more would look like a thick line.
const MAX_DOTS: usize = 60;

pub(super) fn draw(lines: &Lines, mut canvas: Canvas<'_>) {
    canvas.text(&lines.up.caption, (1.0, 12.0), SMALL, Anchor::Start, Ink::Faint);
    plot(lines, canvas).expect("a drawing in memory does not fail");
}

fn plot(lines: &Lines, canvas: Canvas<'_>) -> Drawn<()> {
    let Lines { across, up, points, middle } = lines;
    let width = Extent::new(points.iter().map(|point| point.x));
    let heights = points.iter().flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [low, point.y, high]
    });
    let from = if middle.is_some() { None } else { Some(0.0) };
    let height = Extent::new(heights.chain(*middle).chain(from)).with_margin(0.03);
    let area = canvas.into_drawing_area();
    let mut field = axes(&area, (across, width), (up, height), 0.0)?;
    let band: Option<Vec<_>> = points.iter().map(|point| Some((point.x, point.interval?))).collect();
    if let Some(band) = band {
        let low = band.iter().map(|(x, (low, _))| (*x, *low));
        let high = band.iter().rev().map(|(x, (_, high))| (*x, *high));
        let corners: Vec<(f64, f64)> = low.chain(high).collect();
        field.draw_series([Polygon::new(corners, Ink::Measure.stroke(1.0).color.mix(0.18))])?;
    }
    if let Some((middle, (first, last))) = middle.zip(points.first().zip(points.last())) {
        field.draw_series([PathElement::new([(first.x, middle), (last.x, middle)], Ink::Edge.stroke(0.8))])?;
    }
    field.draw_series(LineSeries::new(points.iter().map(|point| (point.x, point.y)), Ink::Measure.stroke(1.8)))?;
    let is_crowded = points.len() > MAX_DOTS;
    field.draw_series(points.iter().map(|point| Dot { at: [(point.x, point.y)], is_crowded, point }))?;
    Ok(())
}

/// A measured point with its hint.
struct Dot<'c> {
    at: [(f64, f64); 1],
    is_crowded: bool,
    point: &'c Point,
}

impl<'p> PointCollection<'p, (f64, f64)> for &'p Dot<'_> {
    type Point = &'p (f64, f64);
    type IntoIter = slice::Iter<'p, (f64, f64)>;

    fn point_iter(self) -> Self::IntoIter {
        self.at.iter()
    }
}

impl Drawable<Canvas<'_>> for Dot<'_> {
    fn draw<I: Iterator<Item = BackendCoord>>(&self, at: I, canvas: &mut Canvas<'_>, _: (u32, u32)) -> Done {
        let radius = if self.is_crowded { 1.8 } else { 3.0 };
        at.map(place).for_each(|at| canvas.disc(at, radius, Ink::Measure, &self.point.hint));
        Ok(())
    }
}
