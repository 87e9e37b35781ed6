//! Moves in plain SAN, played one after the other: what nearly all of nearly all games is.
//!
//! The tokens have been found ahead ([`Lane`]), the board is the fastest that the processor has ([`Board`]). What is
//! played here is what the plain reader of `replay` and `unusual` would have played. Before the first token that may be
//! anything else, and behind a move whose check mark does not simply agree, the board is stored and that reader goes on.

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::san::Plain;
use crate::chess::san::swift::{Board, Drive, Mark, Played};
use crate::pgn::lane::{Lane, Tokens, is_move_number};

use super::line::Reached;

/// Moves to be played.
pub(super) struct Express<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) lane: &'a mut Lane,
    /// The positions of the line so far.
    pub(super) reached: &'a mut Vec<Reached>,
    /// Where the game starts.
    pub(super) game: usize,
    /// Who has the move, and what number is expected before it.
    pub(super) turn: Color,
    pub(super) number: u32,
    /// Whether check marks are held against the board.
    pub(super) judges_marks: bool,
}

/// Why no more moves were played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// Behind a move that was played: its mark may not agree with the board.
    BehindMark,
    /// Before a token: it, or the word behind it if it is a number, is for somebody else.
    BeforeToken,
}

impl Drive for Express<'_> {
    type Output = Why;

    #[inline(always)]
    fn drive<B: Board>(self, board: &mut B) -> Why {
        if self.judges_marks { self.drive_as::<B, true>(board) } else { self.drive_as::<B, false>(board) }
    }
}

impl Express<'_> {
    #[inline(always)]
    fn drive_as<B: Board, const JUDGES_MARKS: bool>(self, board: &mut B) -> Why {
        let mut course = Course {
            tokens: self.lane.tokens(self.bytes),
            from: self.lane.from() - self.game,
            reached: self.reached,
            place: self.lane.next(),
        };
        let (mut turn, mut number) = (self.turn, self.number);
        let why = loop {
            // Each colour has its own copy of the code, in which each branch mostly goes one way.
            if turn == Color::White
                && let Err(why) = course.ply::<B, JUDGES_MARKS>(Color::White, number, board)
            {
                break why;
            }
            if let Err(why) = course.ply::<B, JUDGES_MARKS>(Color::Black, number, board) {
                break why;
            }
            turn = Color::White;
            number = number.wrapping_add(1);
        };
        let place = course.place;
        self.lane.take_all_before(place);
        why
    }
}

/// What changes with every move.
struct Course<'a> {
    tokens: Tokens<'a>,
    /// How far behind the start of the game they begin.
    from: usize,
    reached: &'a mut Vec<Reached>,
    place: usize,
}

impl Course<'_> {
    /// Plays the next move of this side, the side to move, with the number before it.
    #[inline(always)]
    fn ply<B: Board, const JUDGES_MARKS: bool>(&mut self, us: Color, number: u32, board: &mut B) -> Result<(), Why> {
        let mut place = self.place;
        let (mut start, mut word) = self.tokens.get(place).ok_or(Why::BeforeToken)?;
        while word.first() == b'{' {
            place += 1;
            self.place = place;
            (start, word) = self.tokens.get(place).ok_or(Why::BeforeToken)?;
        }
        if word.first().is_ascii_digit() {
            if !is_move_number(word, number, us == Color::Black) {
                return Err(Why::BeforeToken);
            }
            place += 1;
            (start, word) = self.tokens.get(place).ok_or(Why::BeforeToken)?;
        }
        let length = self.tokens.end(place) - start;
        let agrees = if let Some(Played { mv, mark }) = board.play(us, word.bits(), length) {
            self.note(board, start, mv);
            !JUDGES_MARKS || mark.suits(board.is_check(us.other()))
        } else {
            std::hint::cold_path();
            let Plain { mv, mark, check } = board.play_any(us, word.bits(), length).ok_or(Why::BeforeToken)?;
            self.note(board, start, mv);
            !JUDGES_MARKS || Mark::from(mark).suits(check)
        };
        self.place = place + 1;
        if agrees { Ok(()) } else { Err(Why::BehindMark) }
    }

    #[inline(always)]
    fn note<B: Board>(&mut self, board: &B, start: usize, mv: Move) {
        let clock = board.halfmove_clock().min(u32::from(u16::MAX)) as u16;
        let word = (self.from + start) as u32;
        self.reached.push(Reached { key: board.key(), word, clock, mv });
    }
}
