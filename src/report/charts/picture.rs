//! The picture file of one table (its charts side by side, with titles, as SVG or PNG), and a chart as a figure of a page.

use std::fmt::Write;
use std::io;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::report::letters::{self, Short};
use crate::report::terminal::visible::Escaped;

use super::canvas::{Anchor, Canvas, Lettering};
use super::chart::Chart;
use super::draw::{Drawing, WIDTH, draw};
use super::ink::{Ink, classes_on_paper};

/// The space around charts and between them.
const MARGIN: f64 = 18.0;

/// The height of a title above a chart.
const TITLE: f64 = 26.0;

/// The height of a note below a chart.
const NOTE: f64 = 20.0;

/// The font size of titles.
const LETTERS: f64 = 15.0;

/// The font size of notes.
const SMALL: f64 = 12.0;

/// The pixels per unit of a PNG.
const PIXELS: f32 = 2.0;

/// A picture as SVG. Text is drawn as outlines, so it looks the same everywhere; `<title>` elements serve screen
/// readers.
pub fn to_svg(charts: &[Chart]) -> String {
    let drawings: Vec<Drawing> = charts.iter().map(|chart| draw(chart, Lettering::Outlines)).collect();
    let lefts = [MARGIN, MARGIN + WIDTH + 2.0 * MARGIN];
    let lefts = &lefts[..charts.len().clamp(1, 2)];
    let width = lefts[lefts.len() - 1] + WIDTH + MARGIN;
    let mut places = Vec::with_capacity(charts.len());
    let mut top = MARGIN;
    for row in drawings.chunks(lefts.len()) {
        places.extend(lefts.iter().take(row.len()).map(|&left| (left, top)));
        top += row.iter().map(|drawing| drawing.height).fold(0.0, f64::max) + TITLE + NOTE + MARGIN;
    }
    let title = charts.iter().map(|chart| chart.title.as_str()).collect::<Vec<_>>().join("; ");
    let (shown_width, shown_height) = (Short(width), Short(top));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {shown_width} {shown_height}\" width=\"{shown_width}\" \
         height=\"{shown_height}\" role=\"img\">\n<title>{}</title>\n<style>\n{}</style>\n",
        Escaped(&title),
        classes_on_paper()
    );
    Canvas::new(&mut svg, (width, top), Lettering::Outlines).area([0.0, 0.0, width, top], Ink::Paper, "");
    for ((chart, drawing), place) in charts.iter().zip(&drawings).zip(places) {
        panel(chart, drawing, place, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A chart with its title and its note.
fn panel(chart: &Chart, drawing: &Drawing, (x, y): (f64, f64), svg: &mut String) {
    let _ = writeln!(
        svg,
        r#"<g transform="translate({} {})"><title>{}</title>"#,
        Short(x),
        Short(y),
        Escaped(&chart.title)
    );
    let below = TITLE + drawing.height + NOTE;
    let mut canvas = Canvas::new(svg, (WIDTH, below), Lettering::Outlines);
    let title = letters::fitted(&chart.title, LETTERS, WIDTH);
    canvas.text(&title, (0.0, LETTERS), LETTERS, Anchor::Start, Ink::Text);
    if let Some(note) = &chart.note {
        let note = letters::fitted(note, SMALL, WIDTH);
        canvas.text(&note, (0.0, below - 4.0), SMALL, Anchor::Start, Ink::Faint);
    }
    let _ = writeln!(svg, "<g transform=\"translate(0 {})\">\n{}</g>\n</g>", Short(TITLE), drawing.shapes);
}

pub fn to_png(charts: &[Chart]) -> io::Result<Vec<u8>> {
    let (tree, mut pixels) = empty_picture(charts)?;
    resvg::render(&tree, Transform::from_scale(PIXELS, PIXELS), &mut pixels.as_mut());
    pixels.encode_png().map_err(io::Error::other)
}

/// The drawing of charts, and a picture of its size.
pub(super) fn empty_picture(charts: &[Chart]) -> io::Result<(usvg::Tree, Pixmap)> {
    let tree = usvg::Tree::from_str(&to_svg(charts), &usvg::Options::default()).map_err(io::Error::other)?;
    let size = tree.size().to_int_size().scale_by(PIXELS);
    let pixels = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    Ok((tree, pixels.ok_or_else(|| io::Error::other("the picture is too large"))?))
}

// A chart as a figure of a page, from which it takes its colors and its font.

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
