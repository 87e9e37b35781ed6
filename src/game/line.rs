//! One line of play: the main line, or a variation.

use crate::chess::moves::Move;
use crate::chess::play::Undo;
use crate::chess::position::Position;
use crate::chess::san::CheckMark;
use crate::pgn::place::Span;

use super::finding::{Finding, Moment};

/// A line of play at the point it has reached.
pub(super) struct Line {
    pub(super) position: Position,
    pub(super) last: Last,
    /// Half-moves played since the start of the game.
    pub(super) ply: u32,
    /// Whether the side to move is in check.
    pub(super) in_check: bool,
    pub(super) state: State,
    /// Whether a move of this line itself was read.
    pub(super) has_moves: bool,
    /// The word of the last move and its check mark.
    pub(super) last_word: Span,
    pub(super) last_mark: Option<CheckMark>,
    /// Where the variation was opened.
    pub(super) opened: usize,
    /// A finding about the number before a move, kept until the move is known to be one: a missing move explains it.
    pub(super) pending: Option<Box<Finding>>,
}

/// The last move of a line, and what it takes to go back before it.
pub(super) enum Last {
    Nothing,
    Played(Move, Undo),
    /// A null move; the position before it.
    Passed(Box<Position>),
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
            position,
            last: Last::Nothing,
            ply: 0,
            in_check,
            state: State::Open,
            has_moves: false,
            last_word: 0..0,
            last_mark: None,
            opened: 0,
            pending: None,
        }
    }

    /// The variation that opens here: it replaces the last move. `None` if there is none to replace.
    pub(super) fn variation(&self, opened: usize) -> Option<Self> {
        let position = match &self.last {
            Last::Nothing => return None,
            Last::Played(mv, undo) => {
                let mut before = self.position.clone();
                before.undo(*mv, *undo);
                before
            }
            Last::Passed(before) => (**before).clone(),
        };
        let mut line = Self::new(position);
        line.ply = self.ply.saturating_sub(1);
        line.state = self.state;
        line.opened = opened;
        Some(line)
    }

    pub(super) fn moment(&self) -> Moment {
        Moment { ply: self.ply, number: self.position.fullmove_number(), turn: self.position.turn() }
    }

    /// Plays a move that is legal.
    pub(super) fn play(&mut self, mv: Move) {
        let undo = self.position.play(mv);
        let check = self.position.is_check();
        self.played(mv, undo, check);
    }

    /// Takes note of a move that was just played.
    #[inline]
    pub(super) fn played(&mut self, mv: Move, undo: Undo, check: bool) {
        self.last = Last::Played(mv, undo);
        self.ply += 1;
        self.has_moves = true;
        self.in_check = check;
    }
}
