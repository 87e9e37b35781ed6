//! The inks of charts and pages: a name for each purpose, with its colors on paper and on a dark screen.

use std::fmt::Write;

/// A color as red, green and blue: `0xRRGGBB`.
pub(super) type Rgb = u32;

/// A purpose of paint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Paper,
    Text,
    /// Secondary text: captions of axes.
    Faint,
    Grid,
    /// The outline of areas that are light or dark by their meaning.
    Edge,
    Measure,
    /// Games won, by White or by the player.
    Won,
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
    pub(super) const ALL: [Self; 12] = [
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
    /// only.
    pub(super) const fn info(self) -> (&'static str, Rgb, Rgb) {
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
}

/// The colors of a page as CSS variables, for paper or for a dark screen.
pub(super) fn variables(is_dark: bool) -> String {
    Ink::ALL.into_iter().fold(String::new(), |mut css, ink| {
        let (name, paper, dark) = ink.info();
        let _ = write!(css, "--{name}:#{:06x};", if is_dark { dark } else { paper });
        css
    })
}
