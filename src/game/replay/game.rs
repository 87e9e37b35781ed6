//! A game that was read and replayed.

use std::borrow::Cow;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::uci::UciMode;
use crate::game::rules::Rule;
use crate::laws::history::History;
use crate::pgn::lex::Outcome;
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;
use crate::pgn::text::decode;

use super::end::BoardEnding;
use super::lines::KeptMoves;
use super::move_comments::{MoveComment, comments_in};
use super::ply_record::{PlyRecords, history_of};
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
    /// Whether the text is a game, and whether it has errors.
    pub status: Validity,
    /// The number of plies of the main line that were played.
    pub plies: u32,
    /// Whether every move of the main line was played.
    pub is_complete: bool,
    /// The rule that an illegal move of the main line broke (M101, M105, M108), which ended the replay. `None` if a move is
    /// missing, ambiguous or unreadable.
    pub illegal_move: Option<Rule>,
    /// The position after the last played move.
    pub position: Position,
    /// The position before the first move.
    pub start: Position,
    /// Whether `start` is known: not for another variant or an unplayable FEN.
    pub has_start: bool,
    /// The positions of the main line, from the starting position on.
    pub(in crate::game) records: PlyRecords,
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

impl Game {
    /// The moves of the main line that were played; null moves are [`Move::NULL`].
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.records.iter().skip(1).map(|record| record.mv)
    }

    /// The stated result: the termination marker, or else the Result tag.
    #[must_use]
    pub fn stated(&self) -> Option<Outcome> {
        self.outcome.or(self.tags.result())
    }

    /// The termination marker as written, if it is read as `*` but is another text, such as `0-0`.
    #[must_use]
    pub fn unknown_marker<'a>(&self, bytes: &'a [u8]) -> Option<Cow<'a, str>> {
        let marker = self.marker.clone().filter(|_| self.outcome == Some(Outcome::Unknown))?;
        Some(decode(&bytes[marker])).filter(|text| text != "*")
    }

    /// The main line up to the first null move.
    #[must_use]
    pub fn history(&self) -> History {
        history_of(&self.start, &self.records, &self.position)
    }

    /// The number of plies played, in variations too if they were kept.
    #[must_use]
    pub fn plies_with_variations(&self) -> usize {
        self.records.len() - 1 + self.kept.moves.len()
    }

    /// The UCI notation of castling: Chess960 style if the starting position or the Variant tag needs it.
    #[must_use]
    pub fn uci_mode(&self) -> UciMode {
        let is_standard = self.start.has_standard_castling() && !self.tags.names_chess960();
        if is_standard { UciMode::Standard } else { UciMode::Chess960 }
    }

    /// The comments of the main line. `bytes` is the text that the game was read from.
    #[must_use]
    pub fn comments(&self, bytes: &[u8]) -> Vec<MoveComment> {
        comments_in(bytes, self.span.start, self.span.clone(), &self.records)
    }
}

/// Whether a stretch of text is a valid game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Validity {
    /// Not a game: white space, or text between games.
    NoGame,
    /// A game without errors.
    Valid,
    /// A game with at least one error.
    Invalid,
    /// A game of another variant, which is not checked.
    Unchecked,
}
