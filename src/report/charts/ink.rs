//! The inks of charts: a name for each purpose, with its colors on paper and on a dark screen.
//!
//! A drawing refers to inks by CSS class and contains no colors, so one drawing serves light and dark pages.

use std::fmt::Write;

/// A color as red, green and blue: `0xRRGGBB`.
type Rgb = u32;

/// A purpose of paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    /// The background.
    Paper,
    /// Text and numbers.
    Text,
    /// Secondary text: captions of axes.
    Faint,
    /// Grid lines.
    Grid,
    /// The outline of areas that are light or dark by their meaning.
    Edge,
    /// The one measure of a chart.
    Measure,
    /// Games won, by White or by the player.
    Won,
    /// Games drawn.
    Drawn,
    /// Games lost, by White or by the player.
    Lost,
    /// Games without a result.
    Open,
    /// Text on areas that are light on every page.
    OnLight,
    /// Text on areas that are dark on every page.
    OnDark,
}

impl Ink {
    const ALL: [Self; 12] = [
        Self::Paper,
        Self::Text,
        Self::Faint,
        Self::Grid,
        Self::Edge,
        Self::Measure,
        Self::Won,
        Self::Drawn,
        Self::Lost,
        Self::Open,
        Self::OnLight,
        Self::OnDark,
    ];

    /// Its name in style sheets, and its colors on paper and on a dark screen.
    ///
    /// The blue is from the palette of Okabe and Ito, which is safe for color blindness. Results differ in lightness
    /// only. No two inks share a color on paper, because a plotting backend receives only the color.
    const fn info(self) -> (&'static str, Rgb, Rgb) {
        match self {
            Self::Paper => ("paper", 0xff_ff_ff, 0x16_18_1b),
            Self::Text => ("text", 0x1d_1f_22, 0xe8_e9_eb),
            Self::Faint => ("faint", 0x5a_5f_66, 0xa9_af_b7),
            Self::Grid => ("grid", 0xdd_e0_e4, 0x36_3b_42),
            Self::Edge => ("edge", 0x6b_70_77, 0x8f_95_9d),
            Self::Measure => ("measure", 0x00_72_b2, 0x56_b4_e9),
            Self::Won => ("won", 0xfd_fd_fc, 0xf1_f1_ee),
            Self::Drawn => ("drawn", 0xb0_b4_ba, 0x8b_91_99),
            Self::Lost => ("lost", 0x2b_2e_33, 0x24_27_2b),
            Self::Open => ("open", 0xf0_e0_b0, 0xa6_8d_4a),
            Self::OnLight => ("on-light", 0x11_12_13, 0x12_13_14),
            Self::OnDark => ("on-dark", 0xf4_f4_f4, 0xf4_f4_f4),
        }
    }

    /// Its name in style sheets.
    pub(super) const fn name(self) -> &'static str {
        self.info().0
    }

    /// Its color on paper.
    pub(super) const fn on_paper(self) -> (u8, u8, u8) {
        let [_, red, green, blue] = self.info().1.to_be_bytes();
        (red, green, blue)
    }

    /// The ink with this color on paper.
    pub(super) fn of_color(color: (u8, u8, u8)) -> Self {
        Self::ALL.into_iter().find(|ink| ink.on_paper() == color).unwrap_or(Self::Text)
    }

    /// The ink for text on this one.
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

/// The CSS classes of drawings on a page, whose colors are [`variables`].
#[must_use]
pub fn classes_on_page() -> String {
    classes(|ink| format!("var(--{})", ink.name()))
}

/// The colors of a page as CSS variables, for paper or for a dark screen.
#[must_use]
pub fn variables(is_dark: bool) -> String {
    Ink::ALL.into_iter().fold(String::new(), |mut css, ink| {
        let (name, paper, dark) = ink.info();
        let _ = write!(css, "--{name}:#{:06x};", if is_dark { dark } else { paper });
        css
    })
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
    use super::*;

    #[test]
    fn every_ink_has_a_unique_color() {
        assert!(Ink::ALL.into_iter().all(|ink| Ink::of_color(ink.on_paper()) == ink));
    }

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
