//! Diagrams: what is shown of a position, and boards of text. The feature `pictures` adds [pictures](super::pictures).

mod text;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::chess::square::Square;
use crate::game::values::shapes::Shapes;

pub use text::{BoardStyle, Lettering, board, ground, ink, symbol};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The setup, which need not be playable.
    pub setup: Setup,
    /// The origin and destination of the last move.
    pub last_move: Option<[Square; 2]>,
    pub check: Option<Square>,
    /// Squares and arrows that a comment colors.
    pub shapes: Shapes,
    /// The caption below the board: `23... Nxe5+`.
    pub caption: Option<String>,
}

impl Diagram {
    /// A diagram of a position, with the check if there is one.
    pub fn of_position(position: &Position) -> Self {
        let check = position.is_check().then(|| position.king(position.turn()));
        Self { check, ..Self::of_setup(position.to_setup()) }
    }

    /// A diagram of a setup, playable or not.
    pub fn of_setup(setup: Setup) -> Self {
        Self { setup, last_move: None, check: None, shapes: Shapes::default(), caption: None }
    }

    /// Whether the last move began or ended here.
    pub(super) fn is_moved(&self, square: Square) -> bool {
        self.last_move.is_some_and(|squares| squares.contains(&square))
    }

    /// The title: `23... Nxe5+, White to move`.
    pub(super) fn title(&self) -> String {
        let turn = turn_in_words(self.setup.turn);
        self.caption.as_ref().map_or_else(|| turn.clone(), |caption| format!("{caption}, {turn}"))
    }
}

/// `White to move`.
fn turn_in_words(turn: Color) -> String {
    format!("{turn} to move")
}
