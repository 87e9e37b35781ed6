//! Pictures of positions: a [`Diagram`] is the content, a [`DiagramStyle`] the style, and each submodule draws them in
//! one format.
//!
//! ```text
//! Diagram, DiagramStyle --svg--> SVG --raster--> Picture --+--png-----> PNG
//!                                                          +--changes-> differences between frames --> GIF, APNG
//! ```
//!
//! No font is needed: letters are outlines (`report::letters`), pieces are paths (`pieces`).

mod animation;
mod pieces;
mod raster;
mod sheet;
mod svg;

#[cfg(test)]
mod tests;

use super::diagram::Diagram;

pub use animation::{Animation, AnimationFormat};
pub use sheet::Sheet;

/// The style of diagrams, shared by all that are shown together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramStyle {
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// Whether there are coordinates beside the board, and a disc on the side to move.
    pub coordinates: bool,
    pub captions: bool,
    /// The colors of the squares.
    pub theme: Theme,
}

impl Default for DiagramStyle {
    fn default() -> Self {
        Self { flip: false, coordinates: true, captions: false, theme: Theme::default() }
    }
}

// The color themes of boards.

/// A color as red, green and blue: `0xRRGGBB`.
type Rgb = u32;

/// The colors of the squares of a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Light and dark wood.
    #[default]
    Brown,
    /// Ivory and green, as on tournament boards.
    Green,
    /// Pale and dark blue.
    Blue,
    /// Gray, for paper.
    Gray,
}

/// The fill colors of squares.
#[derive(Clone, Copy, Debug)]
struct Squares {
    /// A light and a dark square.
    plain: [Rgb; 2],
    /// The same two if the last move began or ended there.
    moved: [Rgb; 2],
}

/// The background around the board.
const PAPER: Rgb = 0xff_ff_ff;

/// Letters, digits and lines around the board.
const INK: Rgb = 0x40_40_40;

/// The highlight of a king in check.
const CHECK: Rgb = 0xe0_20_20;

impl Theme {
    const fn squares(self) -> Squares {
        let [plain, moved] = match self {
            Self::Brown => [[0xf0_d9_b5, 0xb5_88_63], [0xcd_d2_6a, 0xaa_a2_3a]],
            Self::Green => [[0xeb_ec_d0, 0x73_95_52], [0xf5_f6_82, 0xb9_ca_43]],
            Self::Blue => [[0xde_e3_e6, 0x8c_a2_ad], [0xc3_d8_87, 0x92_b1_66]],
            Self::Gray => [[0xf2_f2_f2, 0xb0_b0_b0], [0xc9_dc_ef, 0x86_a6_c6]],
        };
        Squares { plain, moved }
    }
}
