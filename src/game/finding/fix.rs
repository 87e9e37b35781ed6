//! The fix of a finding, as a value: edits of the text, and what they may change.

use crate::game::rules::{Applicability, FixInfo, Rule};
use crate::pgn::place::Span;

use super::Finding;

/// A replacement of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The bytes to be replaced; empty to insert text.
    pub span: Span,
    /// The new bytes.
    pub text: Vec<u8>,
}

/// The fix of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// The rule of the finding.
    pub rule: Rule,
    /// The offset of the finding.
    pub at: usize,
    /// What it may change, together with the fixes before it.
    pub applicability: Applicability,
    /// What it does and what proves it: one of [`Rule::fixes`], perhaps of the rule of another finding about the same text.
    pub info: &'static FixInfo,
    /// The edits, in text order, without overlap. A fix that is only shown has none.
    pub edits: Vec<Edit>,
    /// If there are several readings of the text: the edits for each.
    pub readings: Vec<Vec<Edit>>,
}

impl Edit {
    pub(in crate::game) fn new(span: Span, text: impl Into<Vec<u8>>) -> Self {
        Self { span, text: text.into() }
    }

    pub(in crate::game) fn delete(span: Span) -> Self {
        Self { span, text: Vec::new() }
    }

    pub(in crate::game) fn insert(at: usize, text: impl Into<Vec<u8>>) -> Self {
        Self { span: at..at, text: text.into() }
    }
}

impl Fix {
    pub(in crate::game) const fn new(finding: &Finding, info: &'static FixInfo, edits: Vec<Edit>) -> Self {
        let (rule, at) = (finding.rule, finding.span.start);
        Self { rule, at, applicability: info.applicability, info, edits, readings: Vec::new() }
    }
}
