//! A finding: the rule, the place, the evidence, and the fix.

pub mod evidence;
pub(in crate::game) mod excerpt;
pub(crate) mod list;
pub mod tally;

use std::borrow::Cow;
use std::sync::Arc;

use crate::chess::piece::Color;
use crate::game::rules::{Applicability, FixInfo};
use crate::pgn::place::{Place, Span};

use super::Evidence;
use super::rules::{Rule, Severity};

/// A violation of a rule in a game. Offsets count from the start of the bytes that the game was read from.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The violated rule.
    pub rule: Rule,
    /// The severity here: the rule's own, unless circumstances lower it.
    pub severity: Severity,
    /// The byte range that shows it.
    pub span: Span,
    /// The move that it concerns, if any.
    pub moment: Option<MoveContext>,
    /// The observed data, from which the message is made.
    pub evidence: Evidence,
    /// The article of the Laws, where a more specific one than the rule's applies.
    pub article: Option<&'static str>,
    /// The position before the move, as a FEN.
    pub fen: Option<Box<str>>,
}

/// A move in its line: the one played next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveContext {
    /// The index of the ply: the number of plies played before it in its line.
    pub ply: u32,
    /// The move number, as printed.
    pub number: u32,
    /// The side to move.
    pub turn: Color,
}

impl Finding {
    /// The message: lower case, no full stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use adoube::PgnGames;
    ///
    /// let game = PgnGames::new(b"1. e4 e5 2. Ke3 *").next().unwrap();
    /// let finding = &game.findings()[0].finding;
    /// assert_eq!(finding.message(), "illegal move `Ke3`: a king cannot move from e1 to e3 (similar legal move: Ke2)");
    /// assert_eq!(finding.article(), Some("3.8.1"));
    /// ```
    pub fn message(&self) -> Cow<'static, str> {
        self.evidence.sentence(self.rule)
    }

    /// The article of the Laws that it is based on, if any.
    pub fn article(&self) -> Option<&'static str> {
        self.article.or(self.rule.info().article)
    }
}

/// The players and date of a game, as its tags state them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Players {
    /// White's name.
    pub white: Option<Box<str>>,
    /// Black's name.
    pub black: Option<Box<str>>,
    /// The Date tag.
    pub date: Option<Box<str>>,
}

/// A finding with its place in the file, as the program reports it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ReportedFinding {
    /// The finding.
    pub finding: Finding,
    /// The number of the game or position in its file, from 1.
    pub game: u64,
    /// Whether the file has positions, not games.
    pub is_position: bool,
    /// The players and date; `None` if unknown.
    pub players: Option<Arc<Players>>,
    /// Line and column, from 1.
    pub place: Place,
    /// The byte offset in the file's text, after decompression and conversion from UTF-16.
    pub offset: u64,
    /// The line that contains it.
    pub excerpt: Excerpt,
    /// Its fix, if that was computed. Offsets of its edits count from where those of [`Finding::span`] do.
    pub fix: Option<Box<Fix>>,
}

/// A line of the source, or the relevant part of a long line, ready for display.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Excerpt {
    /// The text. Control characters are replaced by their pictures (U+2400 and following), cut ends by `…`.
    pub text: String,
    /// The number of characters before the part that the finding is about.
    pub lead: usize,
    /// The number of characters that the finding is about; at least 1.
    pub length: usize,
}

// The fix of a finding, as a value: edits of the text, and what they may change.

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
