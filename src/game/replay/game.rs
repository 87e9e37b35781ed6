//! A game that was read and replayed, and the comments of its main line, extracted on demand.

use std::borrow::Cow;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::UciMode;
use crate::game::rules::Rule;
use crate::laws::history::History;
use crate::pgn::lex::{Lexer, Outcome, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;
use crate::pgn::text::decode;

use super::end::BoardEnding;
use super::lines::KeptMoves;
use super::ply_record::{PlyRecord, PlyRecords, history_of};
use super::{RuleReport, TagBook};

/// A game that was read and replayed.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its byte range.
    pub span: Span,
    /// What ended its text.
    pub ending: TextEnding,
    /// Whether more bytes could move its end, see [`Lexer::is_open_ended`](crate::pgn::lex::Lexer::is_open_ended).
    pub is_open_ended: bool,
    /// Whether its moves were skipped, see [`read_tags`](super::read_tags).
    pub is_tags_only: bool,
    /// Whether the text is a game, and whether it has errors.
    pub status: Validity,
    pub(super) line: PlayedLine,
    /// What it keeps of its variations, if [`ReplayOptions::variations`](super::ReplayOptions::variations) is set.
    pub(in crate::game) kept: KeptMoves,
    /// Its tags.
    pub tags: TagBook,
    /// The termination marker.
    pub outcome: Option<Outcome>,
    /// The byte range of the termination marker.
    pub(in crate::game) marker: Option<Span>,
    /// Draws, dead positions and the lack of legal moves, as the board shows them.
    pub board_ending: BoardEnding,
    /// The findings.
    pub report: RuleReport,
}

/// The main line of a game, as far as it was played.
#[derive(Clone, Debug)]
pub(super) struct PlayedLine {
    pub(super) plies: u32,
    pub(super) is_complete: bool,
    pub(super) illegal_move: Option<Rule>,
    pub(super) is_illegal_move_answered: bool,
    pub(super) position: Position,
    pub(super) start: Position,
    pub(super) has_start: bool,
    pub(super) records: PlyRecords,
}

impl Game {
    /// The number of plies of the main line that were played.
    pub fn plies(&self) -> u32 {
        self.line.plies
    }

    /// Whether every move of the main line was played.
    pub fn is_complete(&self) -> bool {
        self.line.is_complete
    }

    /// The rule that an illegal move of the main line broke (M101, M105, M108), which ended the replay. `None` if a move is
    /// missing, ambiguous or unreadable.
    pub fn illegal_move(&self) -> Option<Rule> {
        self.line.illegal_move
    }

    /// Whether a move of the main line follows the illegal move.
    pub fn is_illegal_move_answered(&self) -> bool {
        self.line.is_illegal_move_answered
    }

    /// The position after the last played move.
    pub fn position(&self) -> &Position {
        &self.line.position
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.line.start
    }

    /// Whether [`Self::start`] is known: not for another variant or an unplayable FEN.
    pub fn has_start(&self) -> bool {
        self.line.has_start
    }

    /// The positions of the main line, from the starting position on.
    pub(in crate::game) fn records(&self) -> &[PlyRecord] {
        &self.line.records
    }

    /// The moves of the main line that were played; null moves are [`Move::NULL`].
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.line.records.iter().skip(1).map(|record| record.mv)
    }

    /// The stated result: the termination marker, or else the Result tag.
    pub fn stated(&self) -> Option<Outcome> {
        self.outcome.or(self.tags.result())
    }

    /// The termination marker as written, if it is read as `*` but is another text, such as `0-0`.
    pub fn unknown_marker<'a>(&self, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        let marker = self.marker.clone().filter(|_| self.outcome == Some(Outcome::Unknown))?;
        Some(decode(&bytes[marker])).filter(|text| text != "*")
    }

    /// The main line up to the first null move.
    pub fn history(&self) -> History {
        history_of(self.start(), &self.line.records, self.position())
    }

    /// The number of plies played, in variations too if they were kept.
    pub fn plies_with_variations(&self) -> usize {
        self.line.records.len() - 1 + self.kept.moves.len()
    }

    /// The UCI notation of castling: Chess960 style if the starting position or the Variant tag needs it.
    pub fn uci_mode(&self) -> UciMode {
        let is_standard = self.start().has_standard_castling() && !self.tags.names_chess960();
        if is_standard { UciMode::Standard } else { UciMode::Chess960 }
    }

    /// The comments of the main line. `bytes` is the text that the game was read from.
    pub fn comments(&self, bytes: &[u8]) -> Vec<MoveComment> {
        comments_in(bytes, self.span.start, self.span.clone(), &self.line.records)
    }
}

/// Whether a stretch of text is a valid game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Validity {
    /// Not a game: white space, or text between games.
    NoGame,
    /// A game without errors.
    Valid,
    /// A game with at least one error.
    Invalid,
    /// A game of another variant, or of which only the tags were read: it is not checked.
    Unchecked,
}

// The comments of the main line, extracted on demand.

/// A comment of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveComment {
    /// The number of plies played before it.
    pub ply: u32,
    /// Its byte range, without the braces.
    pub span: Span,
}

/// The comments that begin in `within`, which must start outside variations. The game starts at `start`.
pub(super) fn comments_in(bytes: &[u8], start: usize, within: Span, records: &[PlyRecord]) -> Vec<MoveComment> {
    let mut lexer = Lexer::new(bytes, within.start);
    let (mut comments, mut depth, mut ply) = (Vec::new(), 0_usize, 0_usize);
    while let Some(token) = lexer.next_token().filter(|token| token.start < within.end) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Comment(_) if depth == 0 => {
                let is_before = |next: &PlyRecord| start + (next.offset as usize) < token.start;
                ply += records.get(ply + 1..).unwrap_or_default().iter().take_while(|next| is_before(next)).count();
                let span = token.start + 1..token.end.max(token.start + 2) - 1;
                comments.push(MoveComment { ply: ply as u32, span });
            }
            _ => {}
        }
    }
    comments
}
