//! The state of one line: the main line or a variation.

use std::cell::Cell;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::CheckSuffix;
use crate::game::finding::{Finding, MoveContext};
use crate::pgn::place::Span;

use super::ply_record::{PlyRecord, PlyRecords, step};

/// A line up to its last played move.
pub(super) struct Line {
    pub(super) position: Position,
    /// The positions of this line, from the first to the current one.
    pub(super) records: PlyRecords,
    /// One of these positions in full, from which [`Self::before`] replays.
    base: Base,
    /// The number of plies played since the start of the game.
    pub(super) ply: u32,
    /// Whether the side to move is in check.
    pub(super) in_check: bool,
    /// Whether the side to move has no legal move, cached with the ply for which it holds.
    no_legal_move: Cell<Option<(u32, bool)>>,
    pub(super) state: State,
    /// Whether this line contains move text that could not be played.
    pub(super) misread: bool,
    /// Whether it is a variation with a `]` in place of its `)`.
    pub(super) is_misclosed: bool,
    /// The SAN token of the last move, and its check suffix.
    pub(super) last_san: Span,
    pub(super) last_suffix: Option<CheckSuffix>,
    /// The byte offset of the variation's opening parenthesis.
    pub(super) opened: usize,
    pub(super) numbers: Numbers,
}

/// A position of a line in full, and its index.
struct Base {
    position: Position,
    index: usize,
}

/// What is known about the move numbers of a line.
#[derive(Default)]
pub(super) struct Numbers {
    /// The reported differences between written and true numbers.
    pub(super) lead: Numbering,
    /// The end of the last number before a move, as far as the exact path has read numbers.
    pub(super) end: usize,
    /// A finding about the number before a move. It waits until the move is read: a missing move explains the number.
    pub(super) pending: Option<Box<Finding>>,
}

/// How many plies written move numbers are ahead of the true ones; an odd number if their dots are those of the other side.
/// These differences have been reported.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Numbering {
    /// The lead of the last number in this line.
    pub(super) shift: i64,
    /// Another lead with which the next number of this line may continue: that of the last number in the variation just
    /// closed, or before dots of the other side. 0 if there is none.
    pub(super) carried: i64,
    /// Whether the numbers count plies, as was reported.
    pub(super) counts_plies: bool,
}

impl Numbering {
    /// Whether the next number is known, dots included.
    #[inline]
    pub(super) const fn is_of_moves(self) -> bool {
        self.carried == 0 && self.shift & 1 == 0
    }

    /// The number expected before the next move in a position.
    #[inline]
    pub(super) fn expected(self, position: &Position) -> u32 {
        position.fullmove_number().wrapping_add_signed((self.shift >> 1) as i32)
    }

    /// Takes over the lead of a variation that was just closed.
    pub(super) fn after_variation(&mut self, variation: Self) {
        self.carried = if variation.shift == self.shift { 0 } else { variation.shift };
    }
}

/// Whether a line can still be followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Moves are played.
    Open,
    /// A move could not be played; the rest is read, not checked.
    Lost,
}

impl Line {
    #[inline]
    pub(super) fn new(position: Position) -> Self {
        // Fallible calls come first, so that the rest is built in place.
        let mut records = PlyRecords::new();
        records.push(PlyRecord::new(&position, Move::NULL, 0));
        Self {
            base: Base { position: position.clone(), index: 0 },
            records,
            in_check: position.is_check(),
            position,
            no_legal_move: Cell::new(None),
            ply: 0,
            state: State::Open,
            misread: false,
            is_misclosed: false,
            last_san: 0..0,
            last_suffix: None,
            opened: 0,
            numbers: Numbers::default(),
        }
    }

    /// Prepares [`Self::before_last`], which replays the moves from here on the next time.
    pub(super) fn rebase(&mut self) -> Option<()> {
        let before = self.records.len().checked_sub(2)?;
        for record in &self.records[self.base.index + 1..=before] {
            step(&mut self.base.position, record.mv);
        }
        self.base.index = before;
        Some(())
    }

    /// The line before its last move; `None` if it has no move.
    pub(super) fn before(&mut self) -> Option<Self> {
        self.rebase()?;
        let mut line = Self::new(self.base.position.clone());
        line.ply = self.ply.saturating_sub(1);
        line.state = self.state;
        Some(line)
    }

    /// The position before the last move, and the place of that move; `None` if there is no move.
    pub(super) fn before_last(&self) -> Option<(Position, MoveContext)> {
        let before = self.records.len().checked_sub(2)?;
        let mut position = self.base.position.clone();
        for record in &self.records[self.base.index + 1..=before] {
            step(&mut position, record.mv);
        }
        let moment =
            MoveContext { ply: self.ply.saturating_sub(1), number: position.fullmove_number(), turn: position.turn() };
        Some((position, moment))
    }

    /// Number and side of the move with this index, counted back from the last position.
    pub(super) fn moment_at(&self, ply: u32) -> MoveContext {
        let last = self.moment();
        let plies = u64::from(last.number) * 2 + u64::from(last.turn == Color::Black);
        let then = plies.saturating_sub(u64::from(last.ply.saturating_sub(ply)));
        let turn = if then % 2 == 0 { Color::White } else { Color::Black };
        MoveContext { ply, number: (then / 2) as u32, turn }
    }

    /// Whether this line contains a move, playable or not.
    pub(super) fn has_moves(&self) -> bool {
        self.records.len() > 1 || self.misread
    }

    pub(super) fn moment(&self) -> MoveContext {
        MoveContext { ply: self.ply, number: self.position.fullmove_number(), turn: self.position.turn() }
    }

    /// Plays a legal move, whose SAN token is at this offset from the start of the game.
    pub(super) fn play(&mut self, mv: Move, offset: usize) {
        self.position.advance(mv);
        let check = self.position.is_check();
        self.record_move(mv, check, offset);
    }

    /// Plays a null move. Returns false in check, where it is impossible.
    pub(super) fn pass(&mut self, offset: usize) -> bool {
        let Some(after) = self.position.after_pass() else { return false };
        self.position = after;
        self.record_move(Move::NULL, false, offset);
        true
    }

    pub(super) fn has_no_legal_move(&self) -> bool {
        match self.no_legal_move.get() {
            Some((ply, has_no_legal_move)) if ply == self.ply => has_no_legal_move,
            _ => self.cache_no_legal_move(!self.position.has_legal_move()),
        }
    }

    /// Whether the side to move is checkmated.
    pub(super) fn is_mate(&self) -> bool {
        self.in_check && self.has_no_legal_move()
    }

    pub(super) fn cache_no_legal_move(&self, has_no_legal_move: bool) -> bool {
        self.no_legal_move.set(Some((self.ply, has_no_legal_move)));
        has_no_legal_move
    }

    /// Records a move that was just played.
    #[inline(always)]
    pub(super) fn record_move(&mut self, mv: Move, check: bool, offset: usize) {
        self.records.push(PlyRecord::new(&self.position, mv, offset));
        self.ply += 1;
        self.in_check = check;
    }
}
