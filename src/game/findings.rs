//! Collecting what the rules find in one game.

use crate::pgn::place::Span;

use super::Evidence;
use super::finding::{Finding, Moment};
use super::rules::{Rule, RuleSet, Severity};

/// A rule that finds more than this in one game tells the rest as a number: a megabyte of noise has a million faults,
/// and nobody reads them one by one.
const MOST_PER_RULE: u32 = 64;

/// The findings of one game.
pub(super) struct Findings {
    wanted: RuleSet,
    /// Rules that found something, wanted or not.
    seen: RuleSet,
    list: Vec<Finding>,
    counts: Vec<(Rule, u32, Span)>,
    has_error: bool,
}

/// What was found in a game.
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// The findings, by place. Of many of one rule the first ones, and one that counts the rest.
    pub findings: Vec<Finding>,
    /// How often each rule found something.
    pub counts: Vec<(Rule, u64)>,
    /// Whether an error was found, wanted or not.
    pub has_error: bool,
}

impl Findings {
    pub(super) fn new(wanted: RuleSet) -> Self {
        Self { wanted, seen: RuleSet::EMPTY, list: Vec::new(), counts: Vec::new(), has_error: false }
    }

    /// Whether anybody asks for this rule. What costs time to look for need not be looked for if nobody does, unless it
    /// is an error: an error makes a game invalid whoever asks.
    #[inline]
    pub(super) fn wants(&self, rule: Rule) -> bool {
        self.wanted.contains(rule)
    }

    /// Whether this rule has found something.
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.seen.contains(rule)
    }

    pub(super) fn has_error(&self) -> bool {
        self.has_error
    }

    pub(super) fn add(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        self.add_with_article(rule, span, None, evidence);
    }

    pub(super) fn add_with_article(
        &mut self,
        rule: Rule,
        span: Span,
        article: Option<&'static str>,
        evidence: Evidence,
    ) {
        let severity = rule.severity();
        self.push(Finding { rule, severity, span, moment: None, evidence, article, fen: None });
    }

    pub(super) fn add_at(&mut self, rule: Rule, span: Span, moment: Moment, fen: String, evidence: Evidence) {
        self.push(Finding {
            rule,
            severity: rule.severity(),
            span,
            moment: Some(moment),
            article: evidence.article(),
            evidence,
            fen: Some(fen.into_boxed_str()),
        });
    }

    #[cold]
    pub(super) fn push(&mut self, finding: Finding) {
        self.has_error |= finding.severity == Severity::Error;
        self.seen.insert(finding.rule);
        if !self.wanted.contains(finding.rule) {
            return;
        }
        let Some((_, count, last)) = self.counts.iter_mut().find(|(rule, ..)| *rule == finding.rule) else {
            self.counts.push((finding.rule, 1, finding.span.clone()));
            self.list.push(finding);
            return;
        };
        *count += 1;
        if *count <= MOST_PER_RULE {
            self.list.push(finding);
        } else if *count == MOST_PER_RULE + 1 {
            *last = finding.span;
        }
    }

    /// Drops what was found of these rules: another finding tells their cause.
    pub(super) fn retract(&mut self, rules: RuleSet) {
        self.list.retain(|finding| !rules.contains(finding.rule));
        self.counts.retain(|(rule, ..)| !rules.contains(*rule));
        // The cause is an error too, or the game had another one.
    }

    pub(super) fn finish(mut self) -> Found {
        for (rule, count, span) in &self.counts {
            if *count > MOST_PER_RULE {
                self.list.push(Finding {
                    rule: *rule,
                    severity: rule.severity(),
                    span: span.clone(),
                    moment: None,
                    evidence: Evidence::More(u64::from(*count - MOST_PER_RULE)),
                    article: None,
                    fen: None,
                });
            }
        }
        self.list.sort_by_key(|finding| finding.span.start);
        let counts = self.counts.into_iter().map(|(rule, count, _)| (rule, u64::from(count))).collect();
        Found { findings: self.list, counts, has_error: self.has_error }
    }
}
