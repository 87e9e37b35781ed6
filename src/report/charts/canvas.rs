//! The canvas on which a chart is drawn as SVG (shapes in inks, words as text or as outlines), and the font of standalone
//! pictures.

use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use crate::report::short_number::Short;
use crate::report::visible::Escaped;

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

// The font of standalone pictures: text widths and outlines, which look the same where no fonts are installed.
//
// The font is DejaVu Sans Condensed; its notice is in the `README.md` of this folder. Text runs from left to right
// without shaping, so Arabic and Indic letters are not joined. A missing character is an empty box.

/// The font. The tests check that it can be parsed; otherwise text would have no outlines.
static FACE: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(dejavu::sans_condensed::regular(), 0).ok());

/// The maximum factor by which the fonts of pages are wider: DejaVu Sans and Verdana are among the widest.
pub(super) const SPARE: f64 = 1.13;

pub(super) fn text_width(text: &str, size: f64) -> f64 {
    text.chars().map(|character| advance(character, size)).sum()
}

/// A text, shortened with a final `…` if it is too wide.
pub(super) fn fitted(text: &str, size: f64, space: f64) -> String {
    if text_width(text, size) <= space {
        return text.to_owned();
    }
    let space = space - advance('…', size);
    let (mut used, mut short) = (0.0, String::new());
    for character in text.chars() {
        used += advance(character, size);
        if used > space {
            break;
        }
        short.push(character);
    }
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// The outlines of a text as SVG path data, with its baseline starting at `x`, `y`.
fn outlines(text: &str, size: f64, x: f64, y: f64) -> String {
    let mut pen = Pen { path: String::new(), scale: scale(size), x, y };
    for character in text.chars() {
        if let (Some(face), Some(glyph)) = (FACE.as_ref(), glyph(character)) {
            let _ = face.outline_glyph(glyph, &mut pen);
        }
        pen.x += advance(character, size);
    }
    pen.path
}

fn advance(character: char, size: f64) -> f64 {
    let units = FACE.as_ref().zip(glyph(character)).and_then(|(face, glyph)| face.glyph_hor_advance(glyph));
    f64::from(units.unwrap_or(0)) * scale(size)
}

/// The glyph of a character, or the box for a missing one.
fn glyph(character: char) -> Option<GlyphId> {
    FACE.as_ref().map(|face| face.glyph_index(character).unwrap_or(GlyphId(0)))
}

fn scale(size: f64) -> f64 {
    size / FACE.as_ref().map_or(1.0, |face| f64::from(face.units_per_em()))
}

/// Writes outlines as SVG path data.
struct Pen {
    path: String,
    scale: f64,
    x: f64,
    y: f64,
}

impl Pen {
    /// Adds a command with its points; in fonts the `y` axis points upward.
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            let (x, y) = (self.x + f64::from(*x) * self.scale, self.y - f64::from(*y) * self.scale);
            let gap = if index == 0 { "" } else { " " };
            let _ = write!(self.path, "{gap}{} {}", Short(x), Short(y));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_can_be_parsed() {
        assert!(FACE.is_some());
        let (narrow, wide) = (text_width("ill", 10.0), text_width("WWW", 10.0));
        assert!(0.0 < narrow && narrow < wide && wide < 40.0, "{narrow} {wide}");
        assert!(
            (text_width("0123456789", 20.0) - 10.0 * text_width("7", 20.0)).abs() < 1e-9,
            "digits are of one width"
        );
        for name in ["Müller", "Łódź", "Đoković", "Чебаненко", "Καρπώφ"] {
            assert!(name.chars().all(|letter| glyph(letter) != Some(GlyphId(0))), "{name}");
        }
    }

    #[test]
    fn a_text_that_is_too_wide_is_cut() {
        assert_eq!(fitted("Sicilian", 12.0, 200.0), "Sicilian");
        let cut = fitted("Sicilian Defense: Najdorf Variation", 12.0, 80.0);
        assert!(cut.ends_with('…') && text_width(&cut, 12.0) <= 80.0 && cut.len() > 8, "{cut}");
        assert_eq!(fitted("Sicilian", 12.0, -5.0), "…");
    }

    #[test]
    fn letters_are_on_their_baseline() {
        let path = outlines("H", 10.0, 100.0, 50.0);
        assert!(path.starts_with('M') && path.ends_with('z') && path.contains("50"), "{path}");
        assert_eq!(outlines(" ", 10.0, 0.0, 0.0), "");
    }
}
