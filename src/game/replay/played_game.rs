//! A replayed game: what the checks at its end are functions over, with its starting position and its stated result.

use std::mem;

use crate::chess::fen;
use crate::chess::position::Position;
use crate::game::Evidence;
use crate::game::finding::MoveContext;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::game::values::formats::Variant;
use crate::laws::edition::Days;
use crate::laws::history::History;
use crate::pgn::lex::{Outcome, Token};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::comments::CommentState;
use super::lines::{Line, State};
use super::options::ReplayOptions;
use super::ply_record::history_of;
use super::position_text::{StatedStart, check_fen};
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

// The starting position of a game, from the FEN, SetUp and Variant tags (PGN 9.7).

/// The starting position of a game.
pub(super) struct Start {
    position: Option<Box<Position>>,
    /// The place of the FEN tag, if it sets the position.
    pub(super) fen: Span,
    /// Whether it is known: the FEN is playable, and the game is chess.
    pub(super) is_known: bool,
    /// Whether the tags allow the game to be standard chess or Chess960.
    pub(super) is_chess: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { position: None, fen: 0..0, is_known: true, is_chess: true }
    }
}

impl Start {
    /// The position; a stand-in if it is not known.
    pub(super) fn position(&self, options: &ReplayOptions) -> Position {
        self.position.as_deref().map_or_else(|| options.start(), Position::clone)
    }

    /// The position of the FEN tag, if it is playable.
    pub(super) fn fen_position(&self) -> Option<&Position> {
        self.position.as_deref().filter(|_| self.is_known)
    }
}

/// Takes the starting position from the tags of a game that starts at `start`.
pub(super) fn set_up(tags: &TagBook, bytes: &[u8], start: usize, findings: &mut Findings) -> Start {
    let fen = tags.fen(bytes);
    if tags.variant == Some(Variant::Other) {
        let span = tags.variant_span(start);
        findings.add(Rule::VariantNotChecked, span.clone(), Evidence::Quote(excerpt(&bytes[span])));
        let reading = fen.and_then(|(text, _)| fen::parse(&text).ok());
        let position = reading.and_then(|reading| reading.setup.position_without_impossible_rights().ok());
        let position = position.map(|(position, _)| Box::new(position));
        return Start { position, is_known: false, is_chess: false, ..Start::default() };
    }
    let Some((text, span)) = fen else {
        if let Some((b"1", span)) = tags.set_up(bytes) {
            findings.add(Rule::SetupWithoutFen, span, Evidence::Nothing);
        }
        if tags.names_chess960() {
            findings.add(Rule::Chess960WithoutFen, tags.variant_span(start), Evidence::Nothing);
        }
        return Start::default();
    };
    match tags.set_up(bytes) {
        None => findings.add(Rule::FenWithoutSetup, span.clone(), Evidence::Nothing),
        Some((b"0", at)) => findings.add(Rule::SetupContradictsFen, at, Evidence::Nothing),
        Some(_) => {}
    }
    let position = check_fen(findings, &text, &span, StatedStart::of_variant(tags.variant)).map(Box::new);
    Start { is_known: position.is_some(), position, fen: span, is_chess: true }
}

// The result that a game states in its movetext.

/// What the movetext states about the result.
#[derive(Default)]
pub(super) struct Stated {
    marker: Option<(Outcome, Span)>,
    /// A result in a nonstandard form, or in a variation. Its outcome is `None` if nobody won and it is not a draw.
    other: Option<(Option<Outcome>, Span)>,
    has_late_moves: bool,
}

impl Stated {
    /// The termination marker of the game, and its byte range.
    pub(super) fn marker(&self) -> Option<&(Outcome, Span)> {
        self.marker.as_ref()
    }

    /// Whether the termination marker has been read.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.marker.is_some()
    }

    /// Whether any result has been read.
    pub(super) fn is_any(&self) -> bool {
        self.marker.is_some() || self.has_other()
    }

    /// Whether a result in a nonstandard form or in a variation has been read.
    pub(super) fn has_other(&self) -> bool {
        self.other.is_some()
    }

    pub(super) fn set_marker(&mut self, outcome: Outcome, span: Span) {
        self.marker = Some((outcome, span));
    }

    /// Notes a result in a nonstandard form, or in a variation.
    pub(super) fn set_other(&mut self, outcome: Option<Outcome>, span: Span) {
        self.other = Some((outcome, span));
    }

    /// Forgets a result in the variation that opened here and is now closed: it is not the game's.
    pub(super) fn leave_variation(&mut self, opened: usize) {
        self.other = self.other.take().filter(|(_, span)| span.start < opened);
    }

    /// Takes a result in a variation that is never closed as the game's. Returns false if there is none.
    pub(super) fn adopt_other(&mut self) -> bool {
        if let (None, Some((Some(outcome), span))) = (&self.marker, &self.other) {
            self.marker = Some((*outcome, span.clone()));
            return true;
        }
        false
    }

    /// Whether these are the first moves after the result.
    pub(super) fn is_first_late_move(&mut self) -> bool {
        !mem::replace(&mut self.has_late_moves, true)
    }

    /// Takes the termination marker out.
    pub(super) fn take_marker(&mut self) -> Option<(Outcome, Span)> {
        self.marker.take()
    }
}
