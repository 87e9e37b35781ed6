//! Sets of rules, and the short words that name them on the command line.

use std::fmt;
use std::ops::{BitOr, Sub};
use std::str::FromStr;

use super::{RULE_COUNT, RULES, Rule, Severity};

/// A set of rules: one bit a rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct RuleSet(u128);

const _: () = assert!(RULE_COUNT <= 128, "a set holds one bit a rule");

/// A word that names no rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSelector {
    /// The word as given.
    pub selector: String,
}

impl RuleSet {
    /// No rule.
    pub const EMPTY: Self = Self(0);

    /// Every rule.
    pub const ALL: Self = Self(u128::MAX >> (128 - RULE_COUNT));

    /// The rules that a word names: `all`, a code (`M101`), the beginning of a code (`M`, `M1`), or a name
    /// (`illegal-move`). Capitals do not matter.
    ///
    /// # Errors
    /// [`UnknownSelector`] if there is no such rule.
    pub fn select(selector: &str) -> Result<Self, UnknownSelector> {
        if selector.eq_ignore_ascii_case("all") {
            return Ok(Self::ALL);
        }
        if let Some(rule) = Rule::from_name(selector) {
            return Ok(Self::from(rule));
        }
        let starts_so =
            |code: &str| code.get(..selector.len()).is_some_and(|start| start.eq_ignore_ascii_case(selector));
        let chosen: Self = RULES.iter().filter(|row| starts_so(row.code)).map(|row| row.rule).collect();
        if selector.is_empty() || chosen.is_empty() {
            return Err(UnknownSelector { selector: selector.to_owned() });
        }
        Ok(chosen)
    }

    /// The rules of this severity or a heavier one.
    #[must_use]
    pub fn at_least(severity: Severity) -> Self {
        RULES.iter().filter(|row| row.severity >= severity).map(|row| row.rule).collect()
    }

    /// Whether the rule is in the set.
    #[must_use]
    pub const fn contains(self, rule: Rule) -> bool {
        self.0 >> rule as u8 & 1 == 1
    }

    /// Adds a rule.
    pub const fn insert(&mut self, rule: Rule) {
        self.0 |= 1 << rule as u8;
    }

    /// The number of rules in the set.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no rule is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rules of the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::all().filter(move |&rule| self.contains(rule))
    }
}

impl From<Rule> for RuleSet {
    fn from(rule: Rule) -> Self {
        Self(1 << rule as u8)
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        rules.into_iter().fold(Self::EMPTY, |set, rule| set | Self::from(rule))
    }
}

impl FromStr for RuleSet {
    type Err = UnknownSelector;

    /// Reads selectors parted by commas: `M,T116,illegal-move`. See [`RuleSet::select`].
    fn from_str(selectors: &str) -> Result<Self, Self::Err> {
        selectors.split(',').try_fold(Self::EMPTY, |set, selector| Ok(set | Self::select(selector.trim())?))
    }
}

impl BitOr for RuleSet {
    type Output = Self;

    /// The rules that are in one set or the other.
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for RuleSet {
    type Output = Self;

    /// The rules of the first set that are not in the other.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for UnknownSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no rule is called `{}`: give `all`, a code or its beginning (`M`, `M101`), or a name", self.selector)
    }
}

impl std::error::Error for UnknownSelector {}
