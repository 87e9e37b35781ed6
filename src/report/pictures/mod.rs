//! Pictures of positions: a [`Diagram`] is the content, a [`DiagramStyle`] the style, and each submodule draws them in
//! one format.
//!
//! ```text
//! Diagram, DiagramStyle --svg--> SVG --raster--> Picture --+--png-----> PNG
//!                                                          +--changes-> differences between frames --> GIF, APNG
//! ```
//!
//! No font is needed: letters and digits are strokes (`glyphs`), pieces are paths (`pieces`).

mod animation;
mod apng;
mod changes;
mod gif;
mod glyphs;
mod layout;
mod palette;
mod pieces;
mod png;
mod raster;
mod sheet;
mod svg;
mod theme;

#[cfg(test)]
mod tests;

use super::diagram::Diagram;

pub use animation::{Animation, AnimationFormat};
pub use sheet::Sheet;
pub use theme::Theme;

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

/// Whether a picture can show every character of a caption.
pub fn can_draw(caption: &str) -> bool {
    caption.chars().all(glyphs::has_glyph)
}
