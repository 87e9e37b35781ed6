//! The backend of the plotting library that draws on a canvas.
//!
//! The library uses integer coordinates, so it gets tenths of units. It passes only the color of a style, which
//! identifies the ink.

use std::convert::Infallible;

use plotters::prelude::{FontDesc, FontFamily, FontStyle, FontTransform, RGBColor, ShapeStyle, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

use super::canvas::{Anchor, Canvas};
use super::ink::Ink;
use super::letters;

/// The library's steps per unit.
pub(super) const FINE: f64 = 10.0;

/// The result of a drawing operation, which cannot fail in memory.
pub(super) type Done = Result<(), DrawingErrorKind<Infallible>>;

/// A length in the library's steps.
#[expect(clippy::cast_possible_truncation, reason = "a drawing is at most some thousand units long")]
pub(super) fn fine(units: f64) -> i32 {
    (units * FINE).round() as i32
}

/// A length in units.
fn units(fine: i32) -> f64 {
    f64::from(fine) / FINE
}

/// A point in units.
pub(super) fn place((x, y): BackendCoord) -> (f64, f64) {
    (units(x), units(y))
}

impl Ink {
    fn color(self) -> RGBColor {
        let (red, green, blue) = self.on_paper();
        RGBColor(red, green, blue)
    }

    /// A line of this thickness.
    pub(super) fn stroke(self, thickness: f64) -> ShapeStyle {
        ShapeStyle::from(self.color()).stroke_width(fine(thickness).unsigned_abs())
    }

    /// Text of this size.
    pub(super) fn letters(self, size: f64) -> TextStyle<'static> {
        TextStyle {
            font: FontDesc::new(FontFamily::SansSerif, size * FINE, FontStyle::Normal),
            color: BackendColor { alpha: 1.0, rgb: self.on_paper() },
            pos: Pos::default(),
        }
    }
}

fn ink(style: &impl BackendStyle) -> Ink {
    Ink::of_color(style.color().rgb)
}

fn thickness(style: &impl BackendStyle) -> f64 {
    f64::from(style.stroke_width()) / FINE
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    #[expect(clippy::cast_sign_loss, reason = "a canvas has an area")]
    fn get_size(&self) -> (u32, u32) {
        (fine(self.width) as u32, fine(self.height) as u32)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Done {
        let (x, y) = place(at);
        self.area([x, y, 1.0 / FINE, 1.0 / FINE], Ink::of_color(color.rgb), "");
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Done {
        let ((left, top), (right, bottom)) = (place(from), place(to));
        if fill {
            self.tinted([left, top, right - left, bottom - top], ink(style), style.color().alpha, "");
        } else {
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            self.line(corners, ink(style), thickness(style));
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        if style.color().alpha > 0.0 {
            self.line(path.into_iter().map(place), ink(style), thickness(style));
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, _fill: bool) -> Done {
        self.disc(place(center), f64::from(radius) / FINE, ink(style), "");
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Done {
        self.polygon(corners.into_iter().map(place), ink(style), style.color().alpha);
        Ok(())
    }

    /// Horizontal text; the charts use no other.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        debug_assert!(matches!(style.transform(), FontTransform::None));
        let ((x, y), size) = (place(at), style.size() / FINE);
        let anchor = match style.anchor().h_pos {
            HPos::Left => Anchor::Start,
            HPos::Center => Anchor::Middle,
            HPos::Right => Anchor::End,
        };
        let base = match style.anchor().v_pos {
            VPos::Top => y + 0.8 * size,
            VPos::Center => y + 0.36 * size,
            VPos::Bottom => y - 0.2 * size,
        };
        self.text(text, (x, base), size, anchor, Ink::of_color(style.color().rgb));
        Ok(())
    }

    #[expect(clippy::cast_sign_loss, reason = "letters have an area")]
    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = style.size() / FINE;
        Ok((fine(letters::width(text, size)) as u32, fine(size) as u32))
    }
}
