//! The font of pictures, as outlines: they look the same where no fonts are installed; and numbers in SVG.
//!
//! It is DejaVu Sans Condensed; its notice is in the `README.md` of `charts`. Text runs from left to right without
//! shaping, so Arabic and Indic letters are not joined. A missing character is an empty box.

use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

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
pub(super) fn outlines(text: &str, size: f64, x: f64, y: f64) -> String {
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
            let _ = write!(self.path, "{gap}{} {}", tenths(x), tenths(y));
        }
    }
}

/// A coordinate, rounded to tenths: no eye sees more.
fn tenths(coordinate: f64) -> f64 {
    (coordinate * 10.0).round() / 10.0
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

/// A number with at most two decimals, as SVG has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Short(pub(super) f64);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:.2}", self.0);
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if digits == "-0" { "0" } else { digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [(1.0, "1"), (-0.001, "0"), (2.345, "2.35"), (10.5, "10.5"), (100.0, "100")] {
            assert_eq!(Short(number).to_string(), text);
        }
    }

    #[test]
    fn the_font_can_be_parsed() {
        assert!(FACE.is_some());
        let (narrow, wide) = (text_width("ill", 10.0), text_width("WWW", 10.0));
        assert!(0.0 < narrow && narrow < wide && wide < 40.0, "{narrow} {wide}");
        assert!(
            (text_width("0123456789", 20.0) - 10.0 * text_width("7", 20.0)).abs() < 1e-9,
            "digits are of one width"
        );
        for name in ["Müller", "Łódź", "Đoković", "Чебаненко", "Καρπώφ", "2... ♞f6", "1/2–1/2"]
        {
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
