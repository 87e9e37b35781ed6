//! One line of play: the main line, or a variation.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san::CheckMark;
use crate::pgn::place::Span;

use super::finding::{Finding, Moment};

/// A line of play at the point it has reached.
pub(super) struct Line {
    pub(super) position: Position,
    /// All moves of this line so far.
    pub(super) moves: Vec<Move>,
    /// The position after the first so many of them: the way back to before the last move.
    base: Position,
    based: usize,
    /// Half-moves played since the start of the game.
    pub(super) ply: u32,
    /// Whether the side to move is in check.
    pub(super) in_check: bool,
    pub(super) state: State,
    /// Whether a word of this line was read that could not be played.
    pub(super) misread: bool,
    /// The word of the last move and its check mark.
    pub(super) last_word: Span,
    pub(super) last_mark: Option<CheckMark>,
    /// Where the variation was opened.
    pub(super) opened: usize,
    /// A finding about the number before a move, kept until the move is known to be one: a missing move explains it.
    pub(super) pending: Option<Box<Finding>>,
}

/// How far a line can be followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Moves are played.
    Open,
    /// A move could not be played; what follows is read, not judged.
    Lost,
}

impl Line {
    pub(super) fn new(position: Position) -> Self {
        let in_check = position.is_check();
        Self {
            base: position.clone(),
            moves: Vec::with_capacity(128),
            based: 0,
            position,
            ply: 0,
            in_check,
            state: State::Open,
            misread: false,
            last_word: 0..0,
            last_mark: None,
            opened: 0,
            pending: None,
        }
    }

    /// The line as it was before its last move. `None` if there is none.
    pub(super) fn before(&mut self) -> Option<Self> {
        let last = self.moves.len().checked_sub(1)?;
        for &mv in &self.moves[self.based..last] {
            self.base = step(&self.base, mv);
        }
        self.based = last;
        let mut line = Self::new(self.base.clone());
        line.ply = self.ply.saturating_sub(1);
        line.state = self.state;
        Some(line)
    }

    /// Whether a move of this line was read.
    pub(super) fn has_moves(&self) -> bool {
        !self.moves.is_empty() || self.misread
    }

    pub(super) fn moment(&self) -> Moment {
        Moment { ply: self.ply, number: self.position.fullmove_number(), turn: self.position.turn() }
    }

    /// Plays a move that is legal.
    pub(super) fn play(&mut self, mv: Move) {
        self.position.advance(mv);
        let check = self.position.is_check();
        self.played(mv, check);
    }

    /// Passes, and says whether that was possible: not in check.
    pub(super) fn pass(&mut self) -> bool {
        let Some(after) = self.position.after_pass() else { return false };
        self.position = after;
        self.played(Move::NULL, false);
        true
    }

    /// Takes note of a move that was just played.
    #[inline]
    pub(super) fn played(&mut self, mv: Move, check: bool) {
        self.moves.push(mv);
        self.ply += 1;
        self.in_check = check;
    }
}

/// The position after a move or a pass.
fn step(position: &Position, mv: Move) -> Position {
    match mv {
        Move::NULL => position.after_pass().unwrap_or_else(|| position.clone()),
        mv => position.after(mv),
    }
}
