//! Conditions about the positions of a game: on the board at the end, at any time, or for some plies in a row.

mod material;
mod pattern;
mod query;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::facts::{Facts, GameFact, Material, pieces};
use crate::game::replay::Validity;
use crate::game::replay::ply_record::step;

use super::Operator;
use super::value::Literal;
pub(super) use material::MaterialPattern;
pub(super) use pattern::BoardPattern;
pub(super) use query::PositionQuery;

/// What is wrong with a value, and where, as a byte offset in it.
pub(super) type Fault = (usize, String);

/// A condition about the positions of the main line.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BoardCondition {
    test: BoardTest,
    /// The test with the colors reversed, if the condition is for either color.
    reversed: Option<BoardTest>,
    stay: Stay,
    /// Whether the test must fail.
    is_unequal: bool,
}

/// When, or for how long, a test must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stay {
    /// In the final position.
    AtEnd,
    /// In a position, and in those after each of this number of plies.
    For(u32),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum BoardTest {
    /// The pieces and pawns match.
    Material(MaterialPattern),
    /// The pieces and pawns of both sides or of one, as text, compare so with a value.
    MaterialText(GameFact, Operator, Literal),
    Position(Box<PositionQuery>),
    Pattern(BoardPattern),
}

impl Stay {
    pub(super) const EVER: Self = Self::For(0);
}

impl BoardCondition {
    pub(super) fn new(test: BoardTest, stay: Stay, is_unequal: bool) -> Self {
        Self { test, reversed: None, stay, is_unequal }
    }

    /// The same condition for either color. `None` if the test has no reverse.
    pub(super) fn for_either_color(self) -> Option<Self> {
        let reversed = match &self.test {
            BoardTest::Material(pattern) => BoardTest::Material(pattern.reversed()),
            BoardTest::Position(query) => BoardTest::Position(Box::new(query.reversed())),
            BoardTest::Pattern(pattern) => BoardTest::Pattern(pattern.reversed()),
            BoardTest::MaterialText(..) => return None,
        };
        Some(Self { reversed: Some(reversed), ..self })
    }

    /// Whether it is true of a position.
    pub(super) fn holds_on(&self, position: &Position) -> bool {
        self.tests().any(|test| test.holds(position) != self.is_unequal)
    }

    /// Whether it is true of a game. Of a game whose positions are not known, it never is.
    pub(super) fn holds(&self, facts: &Facts<'_>) -> bool {
        let game = facts.game;
        if !game.has_start() || game.status == Validity::Unchecked {
            return false;
        }
        match self.stay {
            Stay::AtEnd => self.holds_on(game.position()),
            Stay::For(plies) => self.tests().any(|test| test.stays(facts, plies, self.is_unequal)),
        }
    }

    fn tests(&self) -> impl Iterator<Item = &BoardTest> {
        [Some(&self.test), self.reversed.as_ref()].into_iter().flatten()
    }
}

impl BoardTest {
    fn holds(&self, position: &Position) -> bool {
        match self {
            Self::Material(pattern) => pattern.matches(position),
            Self::MaterialText(fact, operator, literal) => {
                let text = match fact {
                    GameFact::WhiteMaterial => pieces(position, Color::White),
                    GameFact::BlackMaterial => pieces(position, Color::Black),
                    _ => Material(position).to_string(),
                };
                literal.compares(&text, *operator)
            }
            Self::Position(query) => query.matches(position),
            Self::Pattern(pattern) => pattern.matches(position),
        }
    }

    /// Whether only captures and promotions can change the result.
    const fn is_about_material(&self) -> bool {
        matches!(self, Self::Material(_) | Self::MaterialText(..))
    }

    /// Whether it holds, or fails if it is to be `unequal`, in a position of the main line and in those after each of the
    /// next `plies` plies.
    fn stays(&self, facts: &Facts<'_>, plies: u32, unequal: bool) -> bool {
        let game = facts.game;
        let records = game.records();
        if let (Self::Position(query), 0) = (self, plies)
            && let Some(key) = query.key()
        {
            return records.iter().any(|record| record.key == key);
        }
        let mut position = game.start().clone();
        let (mut holds, mut run) = (false, 0_u32);
        for (ply, record) in records.iter().enumerate() {
            if ply > 0 {
                step(&mut position, record.mv);
            }
            // A capture or promotion sets the half-move clock to 0.
            if ply == 0 || record.clock == 0 || !self.is_about_material() {
                holds = self.holds(&position) != unequal;
            }
            run = if holds { run + 1 } else { 0 };
            if run > plies {
                return true;
            }
        }
        false
    }
}
