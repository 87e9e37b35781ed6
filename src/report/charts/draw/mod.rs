//! The layout of charts: it turns a chart into shapes with coordinates.

mod axes;
mod bars;
mod board;
mod icicle;
mod scale;

use super::canvas::{Anchor, Canvas, Lettering};
use super::chart::{Body, Chart, Legend};
use super::ink::Ink;

/// The width of every chart in units. On a phone a unit is slightly less than a pixel.
pub(super) const WIDTH: f64 = 450.0;

/// The font size of names and numbers.
const LETTERS: f64 = 14.0;

/// The font size of axes and captions.
const SMALL: f64 = 13.0;

const LINE: f64 = 20.0;

/// The shapes of a chart, without an enclosing element.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Drawing {
    /// SVG elements.
    pub(super) shapes: String,
    /// The height; the width is [`WIDTH`].
    pub(super) height: f64,
}

/// Draws a chart, without its title.
pub(super) fn draw(chart: &Chart, lettering: Lettering) -> Drawing {
    let height = match &chart.body {
        Body::Bars(bars) => bars::height(bars),
        Body::Columns(columns) => axes::columns_height(columns),
        Body::Lines(_) => axes::LINES_HEIGHT,
        Body::Board(_) => board::HEIGHT,
        Body::Icicle(icicle) => icicle::height(icicle),
    };
    let mut shapes = String::new();
    let mut canvas = Canvas::new(&mut shapes, (WIDTH, height), lettering);
    match &chart.body {
        Body::Bars(bars) => bars::draw(bars, canvas),
        Body::Columns(columns) => axes::draw_columns(columns, &mut canvas),
        Body::Lines(lines) => axes::draw_lines(lines, &mut canvas),
        Body::Board(board) => board::draw(board, canvas),
        Body::Icicle(icicle) => icicle::draw(icicle, canvas),
    }
    Drawing { shapes, height }
}

fn height_of_legend(legend: &Legend) -> f64 {
    if legend.is_empty() { 0.0 } else { LINE + 4.0 }
}

fn draw_legend(legend: &Legend, canvas: &mut Canvas<'_>) {
    let mut x = 1.0;
    for (ink, name) in legend {
        canvas.area([x, 3.0, 12.0, 12.0], *ink, "");
        canvas.text(name, (x + 17.0, 14.0), SMALL, Anchor::Start, Ink::Text);
        x += 17.0 + canvas.width_of(name, SMALL) + 16.0;
    }
}
