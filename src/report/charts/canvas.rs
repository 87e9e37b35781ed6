//! The canvas on which a chart is drawn as SVG: shapes in inks, words as text or as outlines.

use std::fmt::{self, Display, Write};

use crate::report::letters::{SPARE, Short, fitted, outlines, text_width};
use crate::report::terminal::visible::Escaped;

use super::ink::Ink;

/// How text is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lettering {
    /// Text in the font of the page.
    Text,
    /// Outlines, which look the same everywhere.
    Outlines,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A canvas. Coordinates are in units from the upper left corner; capitals of a text of size 12 are about 9 units high.
#[derive(Debug)]
pub(super) struct Canvas<'a> {
    out: &'a mut String,
    pub(super) width: f64,
    pub(super) height: f64,
    lettering: Lettering,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(out: &'a mut String, (width, height): (f64, f64), lettering: Lettering) -> Self {
        Self { out, width, height, lettering }
    }

    /// The width to reserve for a text of this size. The font of a page is unknown; most fonts are narrower than this.
    pub(super) fn width_of(&self, text: &str, size: f64) -> f64 {
        text_width(text, size) * self.spare()
    }

    /// A text, shortened to a width if necessary.
    pub(super) fn fitted(&self, text: &str, size: f64, space: f64) -> String {
        fitted(text, size, space / self.spare())
    }

    /// The factor by which an unknown font may be wider than ours.
    fn spare(&self) -> f64 {
        if self.lettering == Lettering::Text { SPARE } else { 1.0 }
    }

    /// A rectangle by its corner and its size. `hint` is its tooltip.
    pub(super) fn area(&mut self, [x, y, width, height]: [f64; 4], ink: Ink, hint: &str) {
        self.tinted([x, y, width, height], ink, 1.0, hint);
    }

    /// A rectangle with an opacity from 0 to 1.
    pub(super) fn tinted(&mut self, [x, y, width, height]: [f64; 4], ink: Ink, opacity: f64, hint: &str) {
        let (x, y, width, height) = (Short(x), Short(y), Short(width.max(0.0)), Short(height.max(0.0)));
        let _ = write!(
            self.out,
            r#"<rect class="a-{}" x="{x}" y="{y}" width="{width}" height="{height}"{}"#,
            ink.name(),
            Opacity(opacity)
        );
        self.close("rect", hint);
    }

    pub(super) fn disc(&mut self, (x, y): (f64, f64), radius: f64, ink: Ink, hint: &str) {
        let _ =
            write!(self.out, r#"<circle class="a-{}" cx="{}" cy="{}" r="{radius}""#, ink.name(), Short(x), Short(y));
        self.close("circle", hint);
    }

    pub(super) fn line(&mut self, points: impl IntoIterator<Item = (f64, f64)>, ink: Ink, thickness: f64) {
        let _ = write!(self.out, r#"<path class="l-{}" stroke-width="{}" d=""#, ink.name(), Short(thickness));
        self.points(points);
        self.out.push_str("\"/>\n");
    }

    /// A polygon with an opacity from 0 to 1.
    pub(super) fn polygon(&mut self, points: impl IntoIterator<Item = (f64, f64)>, ink: Ink, opacity: f64) {
        let _ = write!(self.out, r#"<path class="a-{}"{} d=""#, ink.name(), Opacity(opacity));
        self.points(points);
        self.out.push_str("z\"/>\n");
    }

    fn points(&mut self, points: impl IntoIterator<Item = (f64, f64)>) {
        for (index, (x, y)) in points.into_iter().enumerate() {
            let _ = write!(self.out, "{}{} {}", if index == 0 { 'M' } else { 'L' }, Short(x), Short(y));
        }
    }

    /// A text with its baseline at this point.
    pub(super) fn text(&mut self, text: &str, (x, y): (f64, f64), size: f64, anchor: Anchor, ink: Ink) {
        if text.is_empty() {
            return;
        }
        let name = ink.name();
        match self.lettering {
            Lettering::Text => {
                let anchor = match anchor {
                    Anchor::Start => "",
                    Anchor::Middle => " text-anchor=\"middle\"",
                    Anchor::End => " text-anchor=\"end\"",
                };
                let (x, y, size) = (Short(x), Short(y), Short(size));
                let _ = writeln!(
                    self.out,
                    r#"<text class="a-{name}" x="{x}" y="{y}" font-size="{size}"{anchor}>{}</text>"#,
                    Escaped(text)
                );
            }
            Lettering::Outlines => {
                let x = match anchor {
                    Anchor::Start => x,
                    Anchor::Middle => x - text_width(text, size) / 2.0,
                    Anchor::End => x - text_width(text, size),
                };
                let outlines = outlines(text, size, x, y);
                let _ = writeln!(self.out, r#"<path class="a-{name}" d="{outlines}"/>"#);
            }
        }
    }

    /// Closes an element, with its tooltip.
    fn close(&mut self, element: &str, hint: &str) {
        let _ = if hint.is_empty() {
            writeln!(self.out, "/>")
        } else {
            writeln!(self.out, "><title>{}</title></{element}>", Escaped(hint))
        };
    }
}

/// The attribute for an opacity; empty for 1.
struct Opacity(f64);

impl Display for Opacity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 1.0 { Ok(()) } else { write!(f, r#" fill-opacity="{}""#, Short(self.0.max(0.0))) }
    }
}
