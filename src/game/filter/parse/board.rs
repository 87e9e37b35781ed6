//! Comparisons about the board, the moves and the findings of a game.

use super::tokens::Parser;
use super::{About, Condition, FilterError, Operator};
use crate::game::facts::GameFact;
use crate::game::filter::board::{BoardCondition, BoardPattern, BoardTest, MaterialPattern, PositionQuery, Stay};
use crate::game::filter::moves::{self, FirstMoves, position_after};
use crate::game::filter::subject::Name;

impl Parser<'_> {
    /// Reads a comparison of the pieces and pawns of both sides or of one.
    pub(super) fn material(&mut self, fact: GameFact, operator: Operator) -> Result<Condition, FilterError> {
        let is_pattern = fact == GameFact::Material && matches!(operator, Operator::Equal | Operator::Unequal);
        let test = if is_pattern {
            let (value, at) = self.value_and_place()?;
            if let Some(length) = value.find(" at ") {
                return Err(self.error_at(at + length, "write `at end` and `at any time` after the quotation marks"));
            }
            BoardTest::Material(MaterialPattern::parse(value).map_err(|fault| self.fault(at, fault))?)
        } else {
            BoardTest::MaterialText(fact, operator, self.literal(&Name::Fact(fact), operator)?)
        };
        self.board(test, Stay::AtEnd, operator == Operator::Unequal && is_pattern)
    }

    /// Reads a comparison with a name that has no value of its own.
    pub(super) fn condition_only(
        &mut self,
        fact: GameFact,
        operator: Operator,
        operator_at: usize,
    ) -> Result<Condition, FilterError> {
        let name = fact.name();
        if operator != Operator::Equal && (fact, operator) != (GameFact::Finding, Operator::Contains) {
            let or_contains = if fact == GameFact::Finding { " or `~`" } else { "" };
            let message = format!("after `{name}`, write `=`{or_contains}; for the opposite, `not {name} = …`");
            return Err(self.error_at(operator_at, &message));
        }
        let (value, at) = self.value_and_place()?;
        self.bare_value = (self.text[at..].starts_with(value) && !self.text[..at].ends_with(['"', '\''])).then_some(at);
        let test = match fact {
            GameFact::Finding => {
                let rules = moves::rules_named(value, operator == Operator::Contains);
                return rules.map(Condition::Finding).map_err(|message| self.error_at(at, &message));
            }
            GameFact::FirstMoves => {
                let moves = FirstMoves::parse(value).map_err(|fault| self.fault(at, fault))?;
                return Ok(Condition::FirstMoves(moves));
            }
            GameFact::Position => PositionQuery::parse(value).map(|query| BoardTest::Position(Box::new(query))),
            GameFact::Line => {
                position_after(value).map(|position| BoardTest::Position(Box::new(PositionQuery::of(position))))
            }
            _ => BoardPattern::parse(value).map(BoardTest::Pattern),
        };
        let test = test.map_err(|fault| self.fault(at, fault))?;
        self.board(test, Stay::EVER, false)
    }

    /// Reads what may follow a comparison about the board: `at end`, `at any time` or `for 4 plies`, and `for either
    /// color`.
    fn board(&mut self, test: BoardTest, usual: Stay, is_unequal: bool) -> Result<Condition, FilterError> {
        let (mut stay, mut is_for_either) = (None, None);
        loop {
            self.skip_blanks();
            let at = self.at;
            let found = if self.eat_word("at") {
                self.eat_word("the");
                match () {
                    () if self.eat_word("end") => Some(Stay::AtEnd),
                    () if self.eat_word("any") && self.eat_word("time") => Some(Stay::EVER),
                    () => return Err(self.error_at(at, "write `at end` or `at any time`")),
                }
            } else if self.eat_word("for") {
                self.after_for(at)?
            } else {
                break;
            };
            self.bare_value = None;
            if self.about == About::Plies && found.is_some() {
                let message = "a condition about plies is about one position; `at` and `for … plies` are for games";
                return Err(self.error_at(at, message));
            }
            let is_repeated = if found.is_some() { stay.is_some() } else { is_for_either.is_some() };
            if is_repeated {
                return Err(self.error_at(at, "this was said before"));
            }
            if found.is_some() { stay = found } else { is_for_either = Some(at) }
        }
        let condition = BoardCondition::new(test, stay.unwrap_or(usual), is_unequal);
        let Some(at) = is_for_either else { return Ok(Condition::Board(condition)) };
        let reversible = condition.for_either_color();
        reversible
            .map(Condition::Board)
            .ok_or_else(|| self.error_at(at, "`for either color` needs `material = …` with the pieces of both sides"))
    }

    /// Reads `4 plies` or `either color`, where `for` is at this offset; `None` stands for the color.
    fn after_for(&mut self, at: usize) -> Result<Option<Stay>, FilterError> {
        if self.eat_word("either") && (self.eat_word("color") || self.eat_word("colour")) {
            return Ok(None);
        }
        self.skip_blanks();
        let plies = self.word().parse::<u32>().ok();
        match plies {
            Some(plies) if self.eat_word("plies") || self.eat_word("ply") => Ok(Some(Stay::For(plies))),
            _ => Err(self.error_at(at, "write `for 4 plies` or `for either color`")),
        }
    }
}
