//! Numbers in conditions: `eval`, `prev.eval + 50`, `abs(clk - spent)`, `count(check)`.

use super::plies::PlyCondition;
use super::subject::{Name, Subject};
use super::{Operator, Part};
use crate::game::facts::Cost;

/// A number that a condition compares.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Number {
    Constant(f64),
    Value(Name),
    /// How many plies fulfill a condition.
    Count(Box<PlyCondition>),
    Absolute(Box<Number>),
    /// Terms, each with its sign.
    Sum(Vec<(Sign, Number)>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Plus,
    Minus,
}

impl Sign {
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Plus => Self::Minus,
            Self::Minus => Self::Plus,
        }
    }
}

impl Number {
    /// The number; `None` if a value that it is made of is missing.
    #[expect(clippy::cast_precision_loss, reason = "the plies of a game are far fewer than 2⁵³")]
    pub(super) fn evaluate(&self, subject: Subject<'_, '_, '_>) -> Option<f64> {
        match self {
            Self::Constant(number) => Some(*number),
            Self::Value(name) => name.number(subject),
            Self::Count(plies) => plies.count(subject.facts).map(|count| count as f64),
            Self::Absolute(number) => number.evaluate(subject).map(f64::abs),
            Self::Sum(terms) => terms.iter().try_fold(0.0, |sum, (sign, term)| {
                let term = term.evaluate(subject)?;
                Some(if *sign == Sign::Plus { sum + term } else { sum - term })
            }),
        }
    }

    pub(super) fn cost(&self) -> Cost {
        match self {
            Self::Constant(_) => Cost::Place,
            Self::Value(name) => name.cost(),
            Self::Count(plies) => plies.cost(),
            Self::Absolute(number) => number.cost(),
            Self::Sum(terms) => terms.iter().map(|(_, term)| term.cost()).max().unwrap_or(Cost::Place),
        }
    }

    /// Passes each part that names something to `take`.
    pub(super) fn visit<'n>(&'n self, take: &mut dyn FnMut(Part<'n>)) {
        match self {
            Self::Constant(_) => {}
            Self::Value(name) => take(Part::Value(name)),
            Self::Count(plies) => plies.visit(take),
            Self::Absolute(number) => number.visit(take),
            Self::Sum(terms) => terms.iter().for_each(|(_, term)| term.visit(take)),
        }
    }
}

/// Compares two numbers. Decimal fractions are equal if they are as they are written: 0.1 + 0.2 is 0.3.
pub(super) fn compares(left: f64, right: f64, operator: Operator) -> bool {
    let [left, right] = [left, right].map(|number| (number * 1e6).round());
    operator.is_true_of(left.total_cmp(&right))
}
