//! The lines of a game while it is read: the current one, and those around it.

use std::cell::Cell;
use std::mem;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::CheckSuffix;
use crate::game::finding::{Finding, MoveContext};
use crate::pgn::place::Span;

use super::layout::MAX_GAME_LEN;
use super::ply_record::{PlyRecord, PlyRecords, step};

/// The maximum nesting depth of variations that are played.
pub(in crate::game) const MAX_DEPTH: usize = 1_000;

/// A move of a variation, and the byte offset of its SAN token from the start of the game.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct VariationMove {
    pub(in crate::game) offset: u32,
    pub(in crate::game) mv: Move,
}

/// What a game keeps of its variations for a [`ScoreSheet`](crate::game::record::score_sheet::ScoreSheet).
#[derive(Clone, Default, Debug)]
pub(in crate::game) struct KeptMoves {
    /// The moves, in text order once the game is read.
    pub(in crate::game) moves: Vec<VariationMove>,
    /// The later parts of SAN tokens split by white space, of the main line too, in text order.
    pub(in crate::game) split: Vec<Span>,
}

/// The current line and the lines that contain it.
pub(super) struct Lines {
    line: Line,
    /// The lines that contain the current variation, the main line first.
    outer: Vec<Line>,
    /// Variations in a line that cannot be followed.
    unread: Option<Unread>,
    kept: Option<KeptMoves>,
}

/// Variations that are skipped, because the line around them cannot be followed.
struct Unread {
    /// The byte offset of the outermost one.
    opened: usize,
    /// The number of open ones.
    depth: usize,
}

impl Lines {
    /// The main line before its first move. `keeps` tells whether the moves of variations are kept.
    #[inline]
    pub(super) fn new(line: Line, keeps: bool) -> Self {
        Self { line, outer: Vec::new(), unread: None, kept: keeps.then(KeptMoves::default) }
    }

    #[inline]
    pub(super) fn line(&self) -> &Line {
        &self.line
    }

    #[inline]
    pub(super) fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// The current line, and the list for moves of variations if they are kept.
    #[inline]
    pub(super) fn line_and_kept(&mut self) -> (&mut Line, Option<&mut Vec<VariationMove>>) {
        (&mut self.line, self.kept.as_mut().map(|kept| &mut kept.moves))
    }

    /// The number of variations around the current line.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Whether the current line is a variation that is played.
    #[inline]
    pub(super) fn is_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    /// Whether no variation is open.
    pub(super) fn is_main_line(&self) -> bool {
        self.outer.is_empty() && self.unread.is_none()
    }

    /// The line that an annotation in its own parentheses is about, else the current line.
    pub(super) fn annotated(&self) -> &Line {
        match self.outer.last() {
            Some(outer) if !self.line.has_moves() => outer,
            _ => &self.line,
        }
    }

    /// The line around the current variation.
    pub(super) fn outer_line(&self) -> Option<&Line> {
        self.outer.last()
    }

    /// Opens a variation at this byte offset that is not played.
    pub(super) fn open_unread(&mut self, at: usize) {
        self.unread.get_or_insert(Unread { opened: at, depth: 0 }).depth += 1;
    }

    /// Whether the current variation is not played.
    pub(super) fn is_unread(&self) -> bool {
        self.unread.is_some()
    }

    /// Closes a variation that is not played. Returns its byte offset if it is the outermost one.
    pub(super) fn close_unread(&mut self) -> Option<usize> {
        let Unread { opened, depth } = self.unread.take()?;
        if depth == 1 {
            return Some(opened);
        }
        self.unread = Some(Unread { opened, depth: depth - 1 });
        None
    }

    /// Forgets the variations that are not played. Returns the byte offset of the outermost one.
    pub(super) fn drop_unread(&mut self) -> Option<usize> {
        self.unread.take().map(|unread| unread.opened)
    }

    pub(super) fn enter(&mut self, variation: Line) {
        self.outer.push(mem::replace(&mut self.line, variation));
    }

    /// Closes the innermost variation, and returns it; `None` if none is open. Its moves are kept if the options ask for
    /// them, up to the end of the kept text.
    pub(super) fn leave(&mut self) -> Option<Line> {
        let outer = self.outer.pop()?;
        let variation = mem::replace(&mut self.line, outer);
        if let Some(kept) = &mut self.kept {
            let moves = variation.records.iter().skip(1).take_while(|record| (record.offset as usize) < MAX_GAME_LEN);
            kept.moves.extend(moves.map(|&PlyRecord { offset, mv, .. }| VariationMove { offset, mv }));
        }
        Some(variation)
    }

    /// Keeps the later parts of a split SAN token, if variations are kept.
    pub(super) fn keep_split(&mut self, span: Span) {
        if let Some(kept) = &mut self.kept {
            kept.split.push(span);
        }
    }

    /// Takes out what is kept of the variations.
    pub(super) fn take_kept(&mut self) -> KeptMoves {
        let mut kept = self.kept.take().unwrap_or_default();
        // A stable order: a variation that continues its line begins with a move at the place of the next one.
        kept.moves.sort_by_key(|variation_move| variation_move.offset);
        kept
    }

    /// Takes back the moves of the main line after the first `plies`, and forgets what is kept of the text after them.
    /// The line starts from `start`; `last` is the SAN token of the last move that stays.
    pub(super) fn take_back(&mut self, start: Position, plies: usize, last: Span) {
        let mut line = Line::new(start);
        for &PlyRecord { offset, mv, .. } in &self.line.records[1..=plies] {
            match mv {
                Move::NULL => _ = line.pass(offset as usize),
                mv => line.play(mv, offset as usize),
            }
        }
        let end = line.records.last().map_or(0, |record| record.offset);
        if let Some(kept) = &mut self.kept {
            kept.moves.retain(|variation_move| variation_move.offset <= end);
            kept.split.retain(|split| split.end <= last.end);
        }
        line.last_san = last;
        self.line = line;
    }

    /// A line that cannot be followed, from the current position.
    pub(super) fn lost(&self) -> Line {
        let mut lost = self.trial();
        lost.state = State::Lost;
        lost
    }

    /// A line from the current position, to try moves on.
    pub(super) fn trial(&self) -> Line {
        Line::new(self.position().clone())
    }

    #[inline]
    pub(super) fn position(&self) -> &Position {
        &self.line.position
    }
}

// The state of one line: the main line or a variation.

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
        self.position.play_unchecked(mv);
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
