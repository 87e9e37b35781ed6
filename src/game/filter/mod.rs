//! The conditions of `--where` and `--plies`: `WhiteElo >= 2500 and Result = 1-0`, of positions `legal_moves < 3 and has:op:bm`.
//!
//! The language is described in `docs/selection.md`. A condition compares tags and the facts of [`super::facts`], of positions
//! also operations of EPD. If a game or position lacks the value, every comparison is false: both `WhiteElo = 2500` and
//! `WhiteElo != 2500`.

mod board;
mod moves;
mod number;
mod parse;
mod plies;
mod subject;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_board;
#[cfg(test)]
mod tests_of_plies;
mod value;

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::facts::{ByKind, Cost, Facts, ItemKind};
use super::finding::Excerpt;
use super::replay::Game;
use super::rules::{RuleSet, Severity};
use board::BoardCondition;
use moves::FirstMoves;
use number::Number;
use parse::About;
use plies::PlyCondition;
pub use plies::PlyFilter;
use subject::{Name, Subject};
use value::Literal;
pub(in crate::game) use value::number;

/// A condition that a game, or a position, fulfills or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Filter {
    text: String,
    condition: Condition,
    tags: Vec<String>,
}

/// A node of the syntax tree.
#[derive(Clone, PartialEq, Debug)]
enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Has(Name),
    Compare(Name, Operator, Literal),
    /// Two names whose values are compared as a value in the condition would be.
    CompareNames(Name, Operator, Name),
    CompareNumbers(Number, Operator, Number),
    Finding(RuleSet),
    Board(BoardCondition),
    FirstMoves(FirstMoves),
    AnyPly(Box<PlyCondition>),
    AllPlies(Box<PlyCondition>),
}

/// A part of a condition that names something.
#[derive(Clone, Copy)]
enum Part<'c> {
    /// Whether it has a value.
    Has(&'c Name),
    Compared(&'c Name, Operator, &'c Literal),
    /// In another comparison.
    Value(&'c Name),
    Rules(RuleSet),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
}

impl Operator {
    /// Whether it is true of a value that is so ordered to another one.
    fn is_true_of(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering == Ordering::Equal,
            Self::Unequal => ordering != Ordering::Equal,
            Self::Less => ordering == Ordering::Less,
            Self::AtMost => ordering != Ordering::Greater,
            Self::Greater => ordering == Ordering::Greater,
            Self::AtLeast => ordering != Ordering::Less,
            Self::Contains => false,
        }
    }

    /// The operator that means the same with both sides exchanged; `None` for one that has none.
    const fn exchanged(self) -> Option<Self> {
        Some(match self {
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
            Self::Contains => return None,
            Self::Equal | Self::Unequal => self,
        })
    }
}

/// A syntax error in a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FilterError {
    text: String,
    /// Its byte offset.
    at: usize,
    message: String,
}

impl Filter {
    /// Whether a game that was read from `bytes` fulfills the condition.
    pub fn matches(&self, game: &Game, bytes: &[u8]) -> bool {
        self.decide(game, bytes) == Some(true)
    }

    /// Whether a game that was read from `bytes` fulfills the condition; `None` if the moves decide that and [were not
    /// read](Game::is_tags_only).
    pub fn decide(&self, game: &Game, bytes: &[u8]) -> Option<bool> {
        let facts = Facts::new(game, bytes, "", None);
        self.condition.decide(Subject { facts: &facts, view: None })
    }

    /// Whether something with these facts fulfills the condition.
    pub fn holds(&self, facts: &Facts<'_>) -> bool {
        self.condition.decide(Subject { facts, view: None }) == Some(true)
    }

    /// Parses a condition of games, and of positions.
    ///
    /// # Errors
    ///
    /// Returns the error that is farther in the text if it is a condition of neither; of two at one place that with a suggestion.
    pub fn by_kind(text: &str) -> Result<ByKind<Self, FilterError>, FilterError> {
        let rank = |error: &FilterError| (error.at, error.message.contains("did you mean"));
        let choose = |game, position| if rank(&position) > rank(&game) { position } else { game };
        ByKind::read(|kind| Self::read(text, kind), choose)
    }

    fn read(text: &str, kind: ItemKind) -> Result<Self, FilterError> {
        let about = match kind {
            ItemKind::Game => About::Games,
            ItemKind::Position => About::Positions,
        };
        let condition = parse::parse(text, about)?;
        let mut tags: Vec<String> = Vec::new();
        condition.visit(&mut |part| {
            if let Part::Compared(Name::Tag(tag), ..) | Part::Value(Name::Tag(tag)) = part
                && !tags.contains(tag)
            {
                tags.push(tag.clone());
            }
        });
        Ok(Self { text: text.to_owned(), condition, tags })
    }

    /// Whether the tags of a game may suffice to decide the condition.
    pub fn uses_tags(&self) -> bool {
        self.condition.uses_tags()
    }

    /// The tags in the condition, in order and without duplicates. Tags only in `has:` are left out, since the
    /// condition may rightly find no game with them.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// The first tag that must equal a text with letters, whose case counts, and this text.
    pub fn exact_text(&self) -> Option<(&str, &str)> {
        let mut found = None;
        self.condition.visit(&mut |part| {
            if let Part::Compared(Name::Tag(tag), Operator::Equal, literal) = part
                && literal.has_case()
            {
                found = found.or(Some((&**tag, literal.text())));
            }
        });
        found
    }

    /// The rules that must be checked so that the condition can be evaluated.
    pub fn rules(&self) -> RuleSet {
        self.condition.rules()
    }
}

impl Condition {
    /// The truth of the condition in Kleene's logic: a part that needs moves which were not read is unknown.
    fn decide(&self, subject: Subject<'_, '_, '_>) -> Option<bool> {
        let facts = subject.facts;
        match self {
            Self::All(conditions) => until(conditions, subject, false),
            Self::Any(conditions) => until(conditions, subject, true),
            Self::Not(condition) => condition.decide(subject).map(|is_true| !is_true),
            _ if facts.game.is_tags_only && self.cost() > Cost::Tags => None,
            Self::Has(name) => Some(name.any(subject, |_| true)),
            Self::Compare(name, operator, literal) => {
                Some(name.any(subject, |value| literal.compares(value, *operator)))
            }
            Self::CompareNames(name, operator, other) => Some(other.text(subject).is_some_and(|other| {
                let literal = Literal::new(&other, name.has_dates());
                name.any(subject, |value| literal.compares(value, *operator))
            })),
            Self::CompareNumbers(left, operator, right) => {
                let numbers = left.evaluate(subject).zip(right.evaluate(subject));
                Some(numbers.is_some_and(|(left, right)| number::compares(left, right, *operator)))
            }
            Self::Finding(rules) => Some(facts.game.report.counts.iter().any(|(rule, ..)| rules.contains(*rule))),
            Self::Board(board) => Some(match subject.view {
                Some(view) => board.holds_on(view.ply.position()),
                None => board.holds(facts),
            }),
            Self::FirstMoves(moves) => Some(moves.begin(facts)),
            Self::AnyPly(plies) => Some(plies.is_true_of_any(facts)),
            Self::AllPlies(plies) => Some(plies.is_true_of_all(facts)),
        }
    }

    /// What its most expensive part costs.
    fn cost(&self) -> Cost {
        match self {
            Self::All(conditions) | Self::Any(conditions) => {
                conditions.iter().map(Self::cost).max().unwrap_or(Cost::Place)
            }
            Self::Not(condition) => condition.cost(),
            Self::Has(name) | Self::Compare(name, ..) => name.cost(),
            Self::CompareNames(name, _, other) => name.cost().max(other.cost()),
            Self::CompareNumbers(left, _, right) => left.cost().max(right.cost()),
            Self::Finding(_) | Self::Board(_) | Self::FirstMoves(_) => Cost::Replay,
            Self::AnyPly(plies) | Self::AllPlies(plies) => plies.cost(),
        }
    }

    /// Whether any part needs tags only.
    fn uses_tags(&self) -> bool {
        match self {
            Self::All(conditions) | Self::Any(conditions) => conditions.iter().any(Self::uses_tags),
            Self::Not(condition) => condition.uses_tags(),
            _ => self.cost() <= Cost::Tags,
        }
    }

    fn rules(&self) -> RuleSet {
        let mut rules = RuleSet::EMPTY;
        self.visit(&mut |part| {
            rules = rules
                | match part {
                    Part::Rules(named) => named,
                    Part::Has(Name::Fact(fact))
                    | Part::Value(Name::Fact(fact))
                    | Part::Compared(Name::Fact(fact), ..)
                        if fact.needs_errors() =>
                    {
                        RuleSet::at_least(Severity::Error)
                    }
                    _ => RuleSet::EMPTY,
                };
        });
        rules
    }

    /// Passes each part that names something to `take`, those about plies included.
    fn visit<'c>(&'c self, take: &mut dyn FnMut(Part<'c>)) {
        match self {
            Self::All(conditions) | Self::Any(conditions) => {
                for condition in conditions {
                    condition.visit(take);
                }
            }
            Self::Not(condition) => condition.visit(take),
            Self::Has(name) => take(Part::Has(name)),
            Self::Compare(name, operator, literal) => take(Part::Compared(name, *operator, literal)),
            Self::CompareNames(name, _, other) => [name, other].into_iter().for_each(|name| take(Part::Value(name))),
            Self::CompareNumbers(left, _, right) => [left, right].into_iter().for_each(|number| number.visit(take)),
            Self::Finding(rules) => take(Part::Rules(*rules)),
            Self::AnyPly(plies) | Self::AllPlies(plies) => plies.visit(take),
            Self::Board(_) | Self::FirstMoves(_) => {}
        }
    }
}

/// The truth of a list of conditions, of which each that is `decisive` decides all.
fn until(conditions: &[Condition], subject: Subject<'_, '_, '_>, decisive: bool) -> Option<bool> {
    let mut truth = Some(!decisive);
    for condition in conditions {
        match condition.decide(subject) {
            Some(is_true) if is_true == decisive => return Some(decisive),
            None => truth = None,
            Some(_) => {}
        }
    }
    truth
}

impl FromStr for Filter {
    type Err = FilterError;

    /// Parses a condition of games.
    fn from_str(text: &str) -> Result<Self, FilterError> {
        Self::read(text, ItemKind::Game)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FilterError {
    /// What is wrong, without the text around the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for FilterError {
    /// Prints the error, the text around the place, and a caret below the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, message } = self;
        let Excerpt { text, lead, .. } = Excerpt::new(text.as_bytes(), &(*at..*at));
        write!(f, "{message}\n    {text}\n    {:lead$}^", "")
    }
}

impl std::error::Error for FilterError {}
