//! A chart as a figure of a page, from which it takes its colors and its font.

use super::canvas::Lettering;
use super::chart::Chart;
use super::draw::{WIDTH, draw};
use crate::report::markup::Escaped;
use crate::report::short_number::Short;

/// A chart as an `<svg>` element, which scales to the width that the page gives it.
pub fn figure(chart: &Chart) -> String {
    let drawing = draw(chart, Lettering::Text);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\"><title>{}</title>\n{}</svg>\n",
        Short(drawing.height),
        Escaped(&chart.title),
        drawing.shapes
    )
}
