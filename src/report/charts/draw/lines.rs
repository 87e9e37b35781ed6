//! The layout of line charts: points, the line through them, the band of their intervals.

use super::axes::axes;
use super::scale::Extent;
use crate::report::charts::canvas::Canvas;
use crate::report::charts::chart::Lines;
use crate::report::charts::ink::Ink;

pub(super) const HEIGHT: f64 = 290.0;

/// The maximum number of points drawn as dots; more would look like a thick line.
const MAX_DOTS: usize = 60;

pub(super) fn draw(lines: &Lines, canvas: &mut Canvas<'_>) {
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
