//! Pictures of positions: a [`Diagram`] says what is to be seen, a [`Look`] how; each file below draws it in one way.
//!
//! ```text
//! Diagram, Look --svg--> SVG --raster--> Picture --+--png-----> PNG, and contact sheets strip by strip
//!        |                                         +--changes-> what differs from frame to frame --> GIF, APNG
//!        +--text--> a board of letters or of chess symbols
//! ```
//!
//! Nothing here needs a font: letters and digits are lines (`glyphs`), men are paths (`men`).

mod animation;
mod apng;
mod changes;
mod gif;
mod glyphs;
mod layout;
mod men;
mod palette;
mod png;
mod raster;
mod sheet;
mod svg;
mod text;
mod theme;

#[cfg(test)]
mod tests;

pub use animation::{Animation, Movie};
pub use sheet::Sheet;
pub use text::{Lettering, board, ground, ink, symbol};
pub use theme::Theme;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::chess::square::Square;
use crate::game::shapes::Shapes;

/// What is to be seen on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The men and who has the move; it need not be playable.
    pub setup: Setup,
    /// Where the last move began and ended.
    pub last_move: Option<[Square; 2]>,
    /// The king that is in check.
    pub check: Option<Square>,
    /// Squares and arrows that a comment colours.
    pub shapes: Shapes,
    /// What is written below: `23... Nxe5+`.
    pub caption: Option<String>,
}

/// How boards are shown, the same for all that are shown together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whether Black sits below.
    pub flip: bool,
    /// Whether letters and digits stand beside the board, and a disc on the side of the player who has the move.
    pub coordinates: bool,
    /// Whether there is room for captions.
    pub captions: bool,
    /// The colours of the squares.
    pub theme: Theme,
}

impl Diagram {
    /// A position with its check.
    #[must_use]
    pub fn of_position(position: &Position) -> Self {
        let check = position.is_check().then(|| position.king(position.turn()));
        Self { check, ..Self::of_setup(position.to_setup()) }
    }

    /// Men on squares, playable or not.
    #[must_use]
    pub fn of_setup(setup: Setup) -> Self {
        Self { setup, last_move: None, check: None, shapes: Shapes::default(), caption: None }
    }

    /// Whether the last move began or ended here.
    fn is_moved(&self, square: Square) -> bool {
        self.last_move.is_some_and(|squares| squares.contains(&square))
    }

    /// The picture in words: `23... Nxe5+, White to move`.
    fn title(&self) -> String {
        let turn = turn_in_words(self.setup.turn);
        self.caption.as_ref().map_or_else(|| turn.clone(), |caption| format!("{caption}, {turn}"))
    }
}

impl Default for Look {
    fn default() -> Self {
        Self { flip: false, coordinates: true, captions: false, theme: Theme::default() }
    }
}

/// Whether a picture can show every character of a caption.
#[must_use]
pub fn can_draw(caption: &str) -> bool {
    caption.chars().all(glyphs::is_known)
}

/// `White to move`.
fn turn_in_words(turn: Color) -> String {
    format!("{turn} to move")
}
