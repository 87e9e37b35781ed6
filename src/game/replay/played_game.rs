//! A replayed game: what the checks at its end are functions over.

use crate::chess::position::Position;
use crate::game::finding::MoveContext;
use crate::game::finding::excerpt::excerpt;
use crate::laws::edition::Days;
use crate::laws::history::History;
use crate::pgn::lex::{Outcome, Token};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::comments::CommentState;
use super::line::{Line, State};
use super::options::ReplayOptions;
use super::ply_record::history_of;
use super::setup::Start;
use super::stated::Stated;
use super::tags::TagBook;

/// A game that has been replayed to its end, with all variations closed.
pub(super) struct PlayedGame<'a> {
    pub(super) bytes: &'a [u8],
    /// Its byte range.
    pub(super) span: Span,
    pub(super) ending: TextEnding,
    pub(super) options: &'a ReplayOptions,
    pub(super) tags: &'a TagBook,
    pub(super) start: &'a Start,
    /// The byte offset of its movetext.
    pub(super) moves_begun: Option<usize>,
    /// Its main line.
    pub(super) line: &'a Line,
    pub(super) stated: &'a Stated,
    pub(super) comments: &'a CommentState,
    pub(super) last_token: Option<Token>,
}

impl PlayedGame<'_> {
    /// Whether the main line was played to its end.
    pub(super) fn is_replayed(&self) -> bool {
        self.start.is_chess && self.line.state == State::Open
    }

    /// The stated result and its byte range: the termination marker, or else the Result tag.
    pub(super) fn result(&self) -> Option<(Outcome, Span)> {
        self.stated.marker().cloned().or_else(|| self.tags.result_and_span())
    }

    /// A stated result as written: a marker such as `0-0` is read as `*`.
    pub(super) fn written(&self, result: Outcome) -> String {
        match self.stated.marker() {
            Some((Outcome::Unknown, span)) => self.text(span.clone()),
            _ => result.text().to_owned(),
        }
    }

    /// The days on which it may have been played.
    pub(super) fn days(&self) -> Option<Days> {
        self.tags.days
    }

    /// An excerpt of its text.
    pub(super) fn text(&self, span: Span) -> String {
        excerpt(&self.bytes[span])
    }

    /// The position that the main line starts from.
    pub(super) fn starting_position(&self) -> Position {
        self.start.position(self.options)
    }

    /// The main line up to the first null move.
    pub(super) fn history(&self) -> History {
        history_of(&self.starting_position(), &self.line.records, &self.line.position)
    }

    /// The range of the last token; the first byte of the game if it has none.
    pub(super) fn last_span(&self) -> Span {
        self.last_token.map_or(self.span.start..self.span.start + 1, |token| token.span())
    }

    /// The SAN token of the ply with this index.
    pub(super) fn san_at(&self, ply: u32) -> Span {
        let record = self.line.records.get(ply as usize + 1);
        let at = record.map_or(self.span.start, |record| self.span.start + record.offset as usize);
        at..at + self.bytes[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count().max(1)
    }

    /// Number and side of the move with this index, counted back from the last position.
    pub(super) fn moment_at(&self, ply: u32) -> MoveContext {
        self.line.moment_at(ply)
    }
}
