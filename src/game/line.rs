//! One line of play: the main line, or a variation.

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::chess::san::CheckSuffix;
use crate::laws::history::{self, History};
use crate::pgn::place::Span;

use super::buffers::Positions;
use super::finding::{Finding, MoveContext};

/// A line of play at the point it has reached.
pub(super) struct Line {
    pub(super) position: Position,
    /// The positions of this line, its first and the one on the board included.
    pub(super) reached: Positions,
    /// One of them in full, and its place among them: the way back to before the last move starts there.
    base: Position,
    base_at: usize,
    /// Half-moves played since the start of the game.
    pub(super) ply: u32,
    /// Whether the side to move is in check.
    pub(super) in_check: bool,
    /// Whether that side has no legal move, as it was found out after so many half-moves: with every change of the position
    /// there is one more.
    stuck: Option<(u32, bool)>,
    pub(super) state: State,
    /// Whether a word of this line was read that could not be played.
    pub(super) misread: bool,
    /// The word of the last move and its check mark.
    pub(super) last_word: Span,
    pub(super) last_mark: Option<CheckSuffix>,
    /// Where the variation was opened.
    pub(super) opened: usize,
    /// How the move numbers of this line differ from the true ones, as far as that was reported.
    pub(super) numbering: Numbering,
    /// Where the last number before a move ends, as far as the exact reader has seen them.
    pub(super) number_end: usize,
    /// A finding about the number before a move, kept until the move is known to be one: a missing move explains it.
    pub(super) pending: Option<Box<Finding>>,
}

/// How far written move numbers are ahead of the true ones, modulo 2³². Differences that are listed here were reported.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Numbering {
    /// By how much the last number of this line was ahead.
    pub(super) shift: u32,
    /// By how much the last number of the variation that was just closed was ahead; 0 if that is no news. The next number
    /// of this line may go on with it.
    pub(super) carried: u32,
}

impl Numbering {
    /// Takes note of a variation that was closed, in which the numbers ended like this.
    pub(super) fn after_variation(&mut self, variation: Self) {
        self.carried = if variation.shift == self.shift { 0 } else { variation.shift };
    }
}

/// A position of a line: the move that led to it, and what tells whether it is repeated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) key: u64,
    /// Where the word of the move stands, counted from the start of the game.
    pub(super) word: u32,
    /// The half-move clock, 65,535 if it is higher.
    pub(super) clock: u16,
    /// [`Move::NULL`] for a pass, and for the first position.
    pub(super) mv: Move,
}

impl Reached {
    /// The position that a move led to whose word was read here, counted from the start of the game.
    #[inline(always)]
    fn new(position: &Position, mv: Move, word: usize) -> Self {
        let clock = position.halfmove_clock().min(u32::from(u16::MAX)) as u16;
        Self { key: position.key(), word: word as u32, clock, mv }
    }

    /// What the Laws need of it.
    pub(super) fn moment(&self) -> history::HistoryEntry {
        history::HistoryEntry { key: self.key, clock: self.clock.into() }
    }
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
    #[inline]
    pub(super) fn new(position: Position) -> Self {
        // What can fail comes first: the rest is then built where it will stand.
        let mut reached = Positions::new();
        reached.push(Reached::new(&position, Move::NULL, 0));
        Self {
            base: position.clone(),
            base_at: 0,
            reached,
            in_check: position.is_check(),
            position,
            stuck: None,
            ply: 0,
            state: State::Open,
            misread: false,
            last_word: 0..0,
            last_mark: None,
            opened: 0,
            numbering: Numbering::default(),
            number_end: 0,
            pending: None,
        }
    }

    /// The line as it was before its last move. `None` if there is none.
    pub(super) fn before(&mut self) -> Option<Self> {
        let before = self.reached.len().checked_sub(2)?;
        for reached in &self.reached[self.base_at + 1..=before] {
            step(&mut self.base, reached.mv);
        }
        self.base_at = before;
        let mut line = Self::new(self.base.clone());
        line.ply = self.ply.saturating_sub(1);
        line.state = self.state;
        Some(line)
    }

    /// Whether a move of this line was read.
    pub(super) fn has_moves(&self) -> bool {
        self.reached.len() > 1 || self.misread
    }

    pub(super) fn moment(&self) -> MoveContext {
        MoveContext { ply: self.ply, number: self.position.fullmove_number(), turn: self.position.turn() }
    }

    /// Plays a move that is legal. `word` is where it was read, counted from the start of the game.
    pub(super) fn play(&mut self, mv: Move, word: usize) {
        self.position.advance(mv);
        let check = self.position.is_check();
        self.played(mv, check, word);
    }

    /// Passes, and says whether that was possible: not in check.
    pub(super) fn pass(&mut self, word: usize) -> bool {
        let Some(after) = self.position.after_pass() else { return false };
        self.position = after;
        self.played(Move::NULL, false, word);
        true
    }

    /// Whether the side to move has no legal move.
    pub(super) fn is_stuck(&mut self) -> bool {
        match self.stuck {
            Some((ply, is_stuck)) if ply == self.ply => is_stuck,
            _ => self.note_stuck(!self.position.has_legal_move()),
        }
    }

    /// Whether the side to move is mated.
    pub(super) fn is_mate(&mut self) -> bool {
        self.in_check && self.is_stuck()
    }

    /// Takes note of whether the side to move has no legal move.
    pub(super) fn note_stuck(&mut self, is_stuck: bool) -> bool {
        self.stuck = Some((self.ply, is_stuck));
        is_stuck
    }

    /// Takes note of a move that was just played.
    #[inline(always)]
    pub(super) fn played(&mut self, mv: Move, check: bool, word: usize) {
        self.reached.push(Reached::new(&self.position, mv, word));
        self.ply += 1;
        self.in_check = check;
    }
}

/// Plays a move or passes. Where nobody can pass, in check, nothing is done.
pub(super) fn step(position: &mut Position, mv: Move) {
    match mv {
        Move::NULL => *position = position.after_pass().unwrap_or_else(|| position.clone()),
        mv => _ = position.advance(mv),
    }
}

/// The positions of a line as the Laws see them, up to the first pass. `last` is the last of them.
pub(super) fn history_of(start: &Position, reached: &[Reached], last: &Position) -> History {
    let moves = reached[1..].iter().map(|reached| reached.mv);
    // A clock that has run over is counted again.
    if moves.clone().any(|mv| mv == Move::NULL) || reached.iter().any(|reached| reached.clock == u16::MAX) {
        return History::of_played(start.clone(), moves);
    }
    History::of_known(start.clone(), moves.collect(), reached.iter().map(Reached::moment).collect(), last.clone())
}
