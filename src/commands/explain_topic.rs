//! A rule or fact on the command line, by code or name, with suggestions for unknown ones.

use std::cmp::Reverse;
use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::game::facts::{self, FactInfo};
use crate::game::rules::Rule;

/// The maximum number of similar rules in an error message.
const OFFERS: usize = 3;

/// A topic of `adoube explain`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplainTopic {
    /// A rule.
    Rule(Rule),
    /// The facts of a name.
    Fact(&'static str),
}

impl ExplainTopic {
    /// The rule, if it is one.
    pub(super) fn rule(&self) -> Option<Rule> {
        match self {
            Self::Rule(rule) => Some(*rule),
            Self::Fact(_) => None,
        }
    }

    /// The facts, if it is the name of some.
    pub(super) fn facts(&self) -> Vec<&'static FactInfo> {
        match self {
            Self::Rule(_) => Vec::new(),
            Self::Fact(name) => facts::named(name),
        }
    }

    fn read(word: &str) -> Option<Self> {
        let rule = Rule::from_code(word).or_else(|| Rule::from_name(word)).map(Self::Rule);
        rule.or_else(|| facts::named(word).first().map(|info| Self::Fact(info.name)))
    }
}

/// Parses a code or a name. Shells complete both.
#[derive(Clone, Copy, Debug)]
pub(super) struct TopicParser;

impl TypedValueParser for TopicParser {
    type Value = ExplainTopic;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<ExplainTopic, clap::Error> {
        let word = value.to_string_lossy();
        ExplainTopic::read(word.trim()).ok_or_else(|| unknown(command, arg, &word))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let codes = Rule::all().map(|rule| PossibleValue::new(rule.code()).help(rule.name()));
        let names = Rule::all().map(|rule| PossibleValue::new(rule.name()));
        let mut of_facts: Vec<&str> = facts::all().map(|info| info.name).collect();
        of_facts.sort_unstable();
        of_facts.dedup();
        Some(Box::new(codes.chain(names).chain(of_facts.into_iter().map(PossibleValue::new))))
    }
}

/// The error for a word that names neither a rule nor a fact.
fn unknown(command: &Command, arg: Option<&Arg>, word: &str) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
    let arg = arg.map_or_else(|| "[CODE|FACT]...".to_owned(), ToString::to_string);
    error.insert(ContextKind::InvalidArg, ContextValue::String(arg));
    error.insert(ContextKind::InvalidValue, ContextValue::String(word.to_owned()));
    let offers = similar(word).into_iter().map(|rule| format!("{} {}", rule.code(), rule.name()));
    let fact = facts::similar(word, facts::all().map(|info| info.name)).map(|fact| format!("a similar fact: `{fact}`"));
    let rules = offers.collect::<Vec<_>>().join(", ");
    let rules = (!rules.is_empty()).then(|| format!("similar rules: {rules}"));
    let tips: Vec<String> = rules.into_iter().chain(fact).collect();
    let tip = match tips.as_slice() {
        [] => "`adoube explain --list` lists all rules, --facts all facts".to_owned(),
        tips => tips.join("; "),
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The rules with similar codes or names, most similar first.
fn similar(word: &str) -> Vec<Rule> {
    let word = word.to_lowercase();
    let likeness = |rule: &Rule| {
        let (code, name) = (rule.code().to_lowercase(), rule.name());
        let by_code = match strsim::damerau_levenshtein(&word, &code) {
            _ if word.len() > 1 && code.starts_with(&word) => 950,
            1 if code.starts_with(word.chars().next().unwrap_or_default()) => 900,
            1 => 850,
            _ => 0,
        };
        let by_name =
            if word.len() > 2 && name.contains(&word) { 900 } else { permille(strsim::jaro_winkler(&word, name)) };
        by_code.max(by_name)
    };
    let mut rules: Vec<(Rule, u32)> = Rule::all().map(|rule| (rule, likeness(&rule))).collect();
    rules.retain(|&(_, likeness)| likeness >= 800);
    rules.sort_by_key(|&(rule, likeness)| (Reverse(likeness), rule));
    rules.into_iter().map(|(rule, _)| rule).take(OFFERS).collect()
}

/// A likeness from 0 to 1 in thousandths.
#[expect(clippy::cast_sign_loss, reason = "a likeness is not negative")]
fn permille(likeness: f64) -> u32 {
    (likeness * 1000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_similar_rule_comes_first() {
        let first = |word: &str| similar(word).first().map(|rule| rule.code());
        assert_eq!(first("M01"), Some("M101"));
        assert_eq!(first("M1O1"), Some("M101"));
        assert_eq!(first("M011"), Some("M101"));
        assert_eq!(first("ilegal-move"), Some("M101"));
        assert_eq!(first("missing-tag"), Some("T101"));
        assert_eq!(first("qqqqqq"), None);
        assert!(similar("").is_empty());
        assert_eq!(similar("é"), []);
    }
}
