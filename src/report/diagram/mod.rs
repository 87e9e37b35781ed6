//! Pictures of positions: a [`Diagram`] is the content, a [`DiagramStyle`] the style, and each submodule draws them in
//! one format.
//!
//! ```text
//! Diagram, DiagramStyle --svg--> SVG --raster--> Picture --+--png-----> PNG
//!                  |                                       +--changes-> differences between frames --> GIF, APNG
//!                  +--text--> a board of letters or of chess symbols
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
mod text;
mod theme;

#[cfg(test)]
mod tests;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::chess::square::Square;
use crate::game::values::shapes::Shapes;

pub use animation::{Animation, AnimationFormat};
pub use sheet::Sheet;
pub use text::{Lettering, board, ground, ink, symbol};
pub use theme::Theme;

/// The content of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The setup, which need not be playable.
    pub setup: Setup,
    /// The origin and destination of the last move.
    pub last_move: Option<[Square; 2]>,
    /// The king that is in check.
    pub check: Option<Square>,
    /// Squares and arrows that a comment colors.
    pub shapes: Shapes,
    /// The caption below the board: `23... Nxe5+`.
    pub caption: Option<String>,
}

/// The style of diagrams, shared by all that are shown together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiagramStyle {
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// Whether there are coordinates beside the board, and a disc on the side to move.
    pub coordinates: bool,
    /// Whether there is space for captions.
    pub captions: bool,
    /// The colors of the squares.
    pub theme: Theme,
}

impl Diagram {
    /// A diagram of a position, with the check if there is one.
    #[must_use]
    pub fn of_position(position: &Position) -> Self {
        let check = position.is_check().then(|| position.king(position.turn()));
        Self { check, ..Self::of_setup(position.to_setup()) }
    }

    /// A diagram of a setup, playable or not.
    #[must_use]
    pub fn of_setup(setup: Setup) -> Self {
        Self { setup, last_move: None, check: None, shapes: Shapes::default(), caption: None }
    }

    /// Whether the last move began or ended here.
    fn is_moved(&self, square: Square) -> bool {
        self.last_move.is_some_and(|squares| squares.contains(&square))
    }

    /// The title: `23... Nxe5+, White to move`.
    fn title(&self) -> String {
        let turn = turn_in_words(self.setup.turn);
        self.caption.as_ref().map_or_else(|| turn.clone(), |caption| format!("{caption}, {turn}"))
    }
}

impl Default for DiagramStyle {
    fn default() -> Self {
        Self { flip: false, coordinates: true, captions: false, theme: Theme::default() }
    }
}

/// Whether a picture can show every character of a caption.
#[must_use]
pub fn can_draw(caption: &str) -> bool {
    caption.chars().all(glyphs::has_glyph)
}

/// `White to move`.
fn turn_in_words(turn: Color) -> String {
    format!("{turn} to move")
}
