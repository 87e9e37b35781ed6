//! The collection of findings in one game.

use std::mem;

use crate::chess::position::Position;
use crate::game::Evidence;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::pgn::place::Span;

use super::excerpt::excerpt;
use super::{Finding, MoveContext};

/// The usual maximum number of findings listed for a rule in a game; more are only counted. A megabyte of noise has a
/// million errors.
pub(in crate::game) const USUALLY_LISTED: u32 = 64;

pub(crate) struct Findings {
    wanted: RuleSet,
    /// The maximum number of findings listed for a rule.
    listed: u32,
    /// The rules that found something, selected or not.
    triggered: RuleSet,
    list: Vec<Finding>,
    counts: Vec<Count>,
    has_error: bool,
}

/// The number of findings of a rule with one severity.
struct Count {
    rule: Rule,
    severity: Severity,
    times: u32,
    /// The place of the first finding that is not listed.
    rest: Span,
}

/// The findings in a game.
#[derive(Clone, Default, Debug)]
pub struct RuleReport {
    /// The findings, by place. If a rule has too many, the last one counts the rest.
    pub findings: Vec<Finding>,
    /// The number of findings by rule and severity.
    pub counts: Vec<(Rule, Severity, u64)>,
    /// Whether an error was found, by a selected rule or not.
    pub has_error: bool,
    /// Whether the variant is not checked (F112), selected or not.
    pub is_unchecked: bool,
}

impl Findings {
    pub(crate) fn new(wanted: RuleSet) -> Self {
        Self {
            wanted,
            listed: USUALLY_LISTED,
            triggered: RuleSet::EMPTY,
            list: Vec::new(),
            counts: Vec::new(),
            has_error: false,
        }
    }

    /// The same, with another maximum number of findings listed for a rule.
    pub(in crate::game) fn listing(self, listed: u32) -> Self {
        Self { listed, ..self }
    }

    /// Whether this rule is selected. Expensive checks are skipped for rules that are not, except for errors: an error
    /// makes a game invalid whether it is reported or not.
    #[inline]
    pub(in crate::game) fn wants(&self, rule: Rule) -> bool {
        self.wanted.contains(rule)
    }

    /// Whether this rule has found something.
    pub(in crate::game) fn has(&self, rule: Rule) -> bool {
        self.triggered.contains(rule)
    }

    pub(in crate::game) fn has_error(&self) -> bool {
        self.has_error
    }

    pub(crate) fn add(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        self.add_with_article(rule, span, None, evidence);
    }

    /// Adds a finding that quotes the text in `span`.
    pub(in crate::game) fn quote(&mut self, rule: Rule, bytes: &[u8], span: Span) {
        self.add_with(rule, span.clone(), || Evidence::Quote(excerpt(&bytes[span])));
    }

    /// Adds a finding; its evidence is only computed if it is listed.
    pub(in crate::game) fn add_with(&mut self, rule: Rule, span: Span, evidence: impl FnOnce() -> Evidence) {
        let severity = rule.severity();
        if self.count(rule, severity, &span) {
            self.list.push(Finding {
                rule,
                severity,
                span,
                moment: None,
                evidence: evidence(),
                article: None,
                fen: None,
            });
        }
    }

    pub(in crate::game) fn add_with_article(
        &mut self,
        rule: Rule,
        span: Span,
        article: Option<&'static str>,
        evidence: Evidence,
    ) {
        let severity = rule.severity();
        self.push(Finding { rule, severity, span, moment: None, evidence, article, fen: None });
    }

    /// Adds a finding about a move from this position.
    pub(in crate::game) fn add_at(
        &mut self,
        rule: Rule,
        span: Span,
        moment: MoveContext,
        before: &Position,
        evidence: Evidence,
    ) {
        let severity = rule.severity();
        if self.count(rule, severity, &span) {
            let (article, fen) = (evidence.article(), Some(before.to_fen().into_boxed_str()));
            self.list.push(Finding { rule, severity, span, moment: Some(moment), evidence, article, fen });
        }
    }

    pub(in crate::game) fn push(&mut self, finding: Finding) {
        if self.count(finding.rule, finding.severity, &finding.span) {
            self.list.push(finding);
        }
    }

    /// Counts a finding. Returns whether it is to be listed.
    #[cold]
    fn count(&mut self, rule: Rule, severity: Severity, span: &Span) -> bool {
        // So the rules that can make a game invalid are those of severity error.
        debug_assert!(severity <= rule.severity(), "a finding of {rule:?} may only lower its severity");
        self.has_error |= severity == Severity::Error;
        self.triggered.insert(rule);
        if !self.wanted.contains(rule) {
            return false;
        }
        let Some(count) = self.counts.iter_mut().find(|count| count.rule == rule && count.severity == severity) else {
            self.counts.push(Count { rule, severity, times: 1, rest: span.clone() });
            return true;
        };
        count.times += 1;
        if count.times == self.listed + 1 {
            count.rest = span.clone();
        }
        count.times <= self.listed
    }

    /// Drops the findings of these rules, because another finding reports their cause.
    pub(in crate::game) fn retract(&mut self, rules: RuleSet) {
        self.list.retain(|finding| !rules.contains(finding.rule));
        self.counts.retain(|count| !rules.contains(count.rule));
        // `has_error` stays: the cause is an error too, or the game has another one.
    }

    /// Returns the findings and empties the collection.
    pub(crate) fn finish(&mut self) -> RuleReport {
        let has_error = self.has_error;
        let is_unchecked = self.has(Rule::VariantNotChecked);
        if self.counts.is_empty() {
            return RuleReport { has_error, is_unchecked, ..RuleReport::default() };
        }
        for count in self.counts.iter().filter(|count| count.times > self.listed) {
            self.list.push(Finding {
                rule: count.rule,
                severity: count.severity,
                span: count.rest.clone(),
                moment: None,
                evidence: Evidence::More(u64::from(count.times - self.listed)),
                article: None,
                fen: None,
            });
        }
        self.list.sort_by_key(|finding| finding.span.start);
        let counts = self.counts.drain(..).map(|count| (count.rule, count.severity, u64::from(count.times)));
        RuleReport { counts: counts.collect(), findings: mem::take(&mut self.list), has_error, is_unchecked }
    }
}
