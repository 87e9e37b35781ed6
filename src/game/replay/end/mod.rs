//! The checks at the end of a game. Each is a function over a [`PlayedGame`] that reports to a list of findings.

mod claims;
mod clocks;
mod dead;
mod draws;
mod result;
mod sources;

use crate::chess::position::Position;
use crate::game::finding::MoveContext;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::laws::edition::Day;
use crate::laws::history::History;
use crate::pgn::lex::{Outcome, Token};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::comments::CommentState;
use super::layout;
use super::line::{Line, State};
use super::options::ReplayOptions;
use super::ply_record::history_of;
use super::setup::Start;
use super::stated::Stated;
use super::tags::{self, TagBook};
pub use draws::FirstDraws;

/// The end of a fully replayed main line, as the board shows it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BoardEnding {
    /// The first draws.
    pub draws: FirstDraws,
    /// The ply from which on the game is dead by insufficient material.
    pub dead_since: Option<u32>,
    /// Whether the side to move has no legal move.
    pub has_no_legal_move: bool,
}

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
    /// Its last token.
    pub(super) last_token: Option<Token>,
}

/// Runs all checks that need the whole game.
pub(super) fn conclude(game: &PlayedGame<'_>, findings: &mut Findings) -> BoardEnding {
    let mut end = BoardEnding { dead_since: dead::by_material(game), ..BoardEnding::default() };
    tags::check_missing_tags(game.tags, findings);
    result::check_missing_result(game, findings);
    result::check_result_tag(game, findings);
    sources::check_termination_result(game, findings);
    if game.is_replayed() {
        tags::check_ply_count(game.tags, game.bytes, game.line.ply, findings);
        (end.draws, end.has_no_legal_move) = (draws::first_draws(game), has_no_legal_move(game.line));
        claims::report_claims(game, &end.draws, findings);
        let winner_can_mate = if findings.wants(Rule::FlagDrawWinnable) || findings.wants(Rule::ResignationUnwinnable) {
            dead::search(game, &mut end, findings)
        } else {
            None
        };
        result::check_board(game, &end, findings);
        clocks::check_first_clocks(game, findings);
        sources::check_sources(game, &end, winner_can_mate.as_ref(), findings);
    }
    let is_whole = matches!(game.ending, TextEnding::Termination | TextEnding::NextGame);
    if is_whole && !game.comments.is_open() && findings.wants(Rule::MissingBlankLine) {
        layout::check_gap_after(game, findings);
    }
    if findings.wants(Rule::LongLine) {
        layout::check_long_lines(game, findings);
    }
    end
}

/// Whether the side to move has no legal move.
fn has_no_legal_move(line: &Line) -> bool {
    let is_free = !line.in_check && line.position.has_obvious_move();
    !is_free && line.has_no_legal_move()
}

impl PlayedGame<'_> {
    /// Whether the main line was played to its end.
    fn is_replayed(&self) -> bool {
        self.start.is_chess && self.line.state == State::Open
    }

    /// The stated result and its byte range: the termination marker, or else the Result tag.
    fn result(&self) -> Option<(Outcome, Span)> {
        self.stated.marker().cloned().or_else(|| self.tags.result_and_span())
    }

    /// A stated result as written: a marker such as `0-0` is read as `*`.
    fn written(&self, result: Outcome) -> String {
        match self.stated.marker() {
            Some((Outcome::Unknown, span)) => self.text(span.clone()),
            _ => result.text().to_owned(),
        }
    }

    /// The date of the game.
    fn day(&self) -> Option<Day> {
        self.tags.date
    }

    /// An excerpt of its text.
    fn text(&self, span: Span) -> String {
        excerpt(&self.bytes[span])
    }

    /// The position that the main line starts from.
    fn starting_position(&self) -> Position {
        self.start.position(self.options)
    }

    /// The main line up to the first null move.
    fn history(&self) -> History {
        history_of(&self.starting_position(), &self.line.records, &self.line.position)
    }

    /// The range of the last token; the first byte of the game if it has none.
    fn last_span(&self) -> Span {
        self.last_token.map_or(self.span.start..self.span.start + 1, |token| token.span())
    }

    /// The SAN token of the ply with this index.
    fn san_at(&self, ply: u32) -> Span {
        let record = self.line.records.get(ply as usize + 1);
        let at = record.map_or(self.span.start, |record| self.span.start + record.offset as usize);
        at..at + self.bytes[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count().max(1)
    }

    /// Number and side of the move with this index, counted back from the last position.
    fn moment_at(&self, ply: u32) -> MoveContext {
        self.line.moment_at(ply)
    }
}
