//! The lines of a game while it is read: the current one, and those around it.

use std::mem;

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::pgn::place::Span;

use super::layout::MAX_GAME_LEN;
use super::line::{Line, State};
use super::ply_record::PlyRecord;

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

    /// The current line.
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

    /// The current position.
    #[inline]
    pub(super) fn position(&self) -> &Position {
        &self.line.position
    }
}
