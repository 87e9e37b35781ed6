//! The inks of drawings: their colors on paper, and their CSS classes.
//!
//! A drawing refers to inks by CSS class and contains no colors, so one drawing serves light and dark pages.

use std::fmt::Write;

pub(super) use crate::report::ink::Ink;

impl Ink {
    /// Its name in style sheets.
    pub(super) const fn name(self) -> &'static str {
        self.info().0
    }

    pub(super) const fn on_top(self) -> Self {
        match self {
            Self::Lost => Self::OnDark,
            Self::Won | Self::Drawn | Self::Open => Self::OnLight,
            Self::Measure => Self::Paper,
            _ => Self::Text,
        }
    }

    /// Whether its area needs an outline, because it is about as light as the background of a light or a dark page.
    const fn is_outlined(self) -> bool {
        matches!(self, Self::Won | Self::Drawn | Self::Lost | Self::Open)
    }
}

/// The CSS classes of a drawing, in the colors for paper.
pub(super) fn classes_on_paper() -> String {
    classes(|ink| format!("#{:06x}", ink.info().1))
}

/// The CSS classes of drawings on a page, whose colors are CSS variables.
pub fn classes_on_page() -> String {
    classes(|ink| format!("var(--{})", ink.name()))
}

/// A class for areas and one for lines, for each ink.
fn classes(color: impl Fn(Ink) -> String) -> String {
    let mut css = String::new();
    for ink in Ink::ALL {
        let (name, color) = (ink.name(), color(ink));
        let _ = writeln!(css, ".a-{name}{{fill:{color}}}.l-{name}{{fill:none;stroke:{color}}}");
    }
    for ink in Ink::ALL.into_iter().filter(|ink| ink.is_outlined()) {
        let _ = writeln!(css, ".a-{}{{stroke:{};stroke-width:.8}}", ink.name(), color(Ink::Edge));
    }
    css
}

#[cfg(test)]
mod tests {
    use crate::report::ink::Rgb;

    use super::*;

    /// The contrast of two colors (WCAG 2.2, relative luminance).
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let luminance = |color: Rgb| {
            let part = |value: u8| {
                let value = f64::from(value) / 255.0;
                if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            let [_, red, green, blue] = color.to_be_bytes();
            0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn text_has_enough_contrast() {
        let on_paper = |ink: Ink| (ink, Ink::Paper);
        let pairs = [Ink::Text, Ink::Faint].map(on_paper).into_iter();
        let on_areas = [Ink::Won, Ink::Drawn, Ink::Lost, Ink::Open, Ink::Measure].map(|ink| (ink.on_top(), ink));
        for (above, below) in pairs.chain(on_areas) {
            let ((_, on_paper, on_dark), (_, paper, dark)) = (above.info(), below.info());
            assert!(contrast(on_paper, paper) >= 4.5 && contrast(on_dark, dark) >= 4.5, "{above:?} on {below:?}");
        }
    }
}
