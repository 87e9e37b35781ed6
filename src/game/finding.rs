//! A finding: a rule, a place, and the evidence for it.

use std::borrow::Cow;
use std::sync::Arc;

use crate::chess::piece::Color;
use crate::pgn::place::{Place, Span};

use super::Evidence;
use super::facts::Facts;
use super::replay::Game;
use super::rules::{Rule, Severity};

/// Something a rule found in a game. Offsets count from the start of the bytes the game was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The rule that found it.
    pub rule: Rule,
    /// How much it weighs here; the rule's own severity unless circumstances make it less.
    pub severity: Severity,
    /// The bytes that show it.
    pub span: Span,
    /// The move it is about, if it is about a move.
    pub moment: Option<MoveContext>,
    /// What was seen; the sentence is made from it.
    pub evidence: Evidence,
    /// The article of the Laws, if a closer one than the rule's is known.
    pub article: Option<&'static str>,
    /// The position before the move, as a FEN.
    pub fen: Option<Box<str>>,
}

/// A moment of a game: the move that is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveContext {
    /// How many half-moves were played before it, in its line of play: the index of the ply.
    pub ply: u32,
    /// The number of the move, as printed.
    pub number: u32,
    /// Whose move it is.
    pub turn: Color,
}

impl Finding {
    /// The sentence: lower case, no full stop.
    #[must_use]
    pub fn message(&self) -> Cow<'static, str> {
        self.evidence.sentence(self.rule)
    }

    /// The article of the Laws it rests on, if it rests on one.
    #[must_use]
    pub fn article(&self) -> Option<&'static str> {
        self.article.or(self.rule.info().article)
    }
}

/// By what a person knows a game: its players and its day, as the tags have them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Players {
    /// White's name.
    pub white: Option<Box<str>>,
    /// Black's name.
    pub black: Option<Box<str>>,
    /// The tag Date.
    pub date: Option<Box<str>>,
}

impl Players {
    /// Those of a game that was read from these bytes; `None` if nothing of it is known.
    #[must_use]
    pub fn of(game: &Game, bytes: &[u8]) -> Option<Arc<Self>> {
        let facts = Facts::new(game, bytes, "", None);
        let tag = |name: &str| facts.tag(name).map(Box::from);
        let players = Self { white: tag("White"), black: tag("Black"), date: tag("Date") };
        (players != Self::default()).then(|| Arc::new(players))
    }
}

/// A finding with the place a person looks for.
#[derive(Clone, PartialEq, Debug)]
pub struct LocatedFinding {
    /// What was found.
    pub finding: Finding,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// Who played it, and when; `None` if nothing of it is known.
    pub players: Option<Arc<Players>>,
    /// Line and column, from 1.
    pub place: Place,
    /// The offset in the file's text, in bytes; after decompression, and after transcoding from UTF-16.
    pub offset: u64,
    /// The line it stands in.
    pub excerpt: Excerpt,
}

/// A line of the source, or the part of a long one that matters, ready to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The text; control characters are shown as their pictures (U+2400 and following), ends that were cut as `…`.
    pub text: String,
    /// How many characters stand before the part the finding is about.
    pub lead: usize,
    /// How many characters of the text the finding is about; at least 1.
    pub length: usize,
}
