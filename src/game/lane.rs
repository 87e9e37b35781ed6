//! Moves in plain SAN, played one after the other: what nearly all of nearly all games is.
//!
//! The tokens have been found ahead ([`Lane`]), the board is the fastest that the processor has ([`Board`]). What is
//! played here is what the plain reader of `replay` and `unusual` would have played, without a finding; at the first
//! token that may be anything else the board is put back and that reader takes over.

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::san::swift::{Board, Drive, Mark, Played};
use crate::chess::san::{CheckMark, Plain};
use crate::pgn::lane::{Eight, Lane, Tokens, is_move_number};

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

/// Why no more moves were played, and what is known of those that were.
pub(super) struct Stop {
    pub(super) why: Why,
    /// The place of the last word in the lane, and whether comments were passed, which nobody has looked at yet.
    pub(super) last_word: Option<usize>,
    pub(super) passed_comment: bool,
    /// The check mark of the last word.
    pub(super) mark: Option<CheckMark>,
}

/// Why no more moves were played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The mark of the last move may not agree with the board.
    Mark,
    /// The next token, or the word behind it if it is a number, is for somebody else.
    Token,
}

impl Drive for Express<'_> {
    type Output = Stop;

    #[inline(always)]
    fn drive<B: Board>(self, board: &mut B) -> Stop {
        let mut course = Course {
            text: self.lane.text(self.bytes),
            tokens: self.lane.tokens(),
            game: self.game.wrapping_sub(self.lane.from()),
            reached: self.reached,
            place: self.lane.next(),
            last_word: None,
            passed_comment: false,
            judges_marks: self.judges_marks,
            mark: Mark::NONE,
        };
        let (mut turn, mut number) = (self.turn, self.number);
        let why = loop {
            // Each colour has its own copy of the code, in which each branch mostly goes one way.
            if turn == Color::White
                && let Err(why) = course.ply(Color::White, number, board)
            {
                break why;
            }
            if let Err(why) = course.ply(Color::Black, number, board) {
                break why;
            }
            turn = Color::White;
            number = number.wrapping_add(1);
        };
        let Course { place, last_word, passed_comment, mark, .. } = course;
        self.lane.take_all_before(place);
        Stop { why, last_word, passed_comment, mark: mark.into() }
    }
}

/// What changes with every move.
struct Course<'a> {
    /// The bytes from where the lane begins.
    text: &'a [u8],
    tokens: Tokens<'a>,
    /// How far the game starts before them.
    game: usize,
    reached: &'a mut Vec<Reached>,
    place: usize,
    /// The place of the last word, and whether a comment was passed.
    last_word: Option<usize>,
    passed_comment: bool,
    judges_marks: bool,
    mark: Mark,
}

impl Course<'_> {
    /// Plays the next move of this side, the side to move, with the number before it.
    #[inline(always)]
    fn ply<B: Board>(&mut self, us: Color, number: u32, board: &mut B) -> Result<(), Why> {
        let mut place = self.place;
        let (mut start, mut word) = self.token(place)?;
        while word.first() == b'{' {
            place += 1;
            self.place = place;
            self.passed_comment = true;
            (start, word) = self.token(place)?;
        }
        if word.first().is_ascii_digit() {
            if !is_move_number(word, number, us == Color::Black) {
                return Err(Why::Token);
            }
            place += 1;
            (start, word) = self.token(place)?;
        }
        let length = self.tokens.end(place) - start;
        // `e8.` is a word of its own kind.
        if length > 7 || word.byte(length) == b'.' {
            return Err(Why::Token);
        }
        match board.play(us, word.bits(), length) {
            Some(Played { mv, mark }) => {
                self.note(board, start, mv);
                self.last_word = Some(place);
                self.place = place + 1;
                self.mark = mark;
                if self.judges_marks && !mark.suits(board.is_check(us.other())) {
                    return Err(Why::Mark);
                }
            }
            None => {
                let Plain { mv, mark, check } = board.play_any(us, word.bits(), length).ok_or(Why::Token)?;
                self.note(board, start, mv);
                self.last_word = Some(place);
                self.place = place + 1;
                self.mark = mark.into();
                if !self.mark.suits(check) {
                    return Err(Why::Mark);
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn note<B: Board>(&mut self, board: &B, start: usize, mv: Move) {
        let clock = board.halfmove_clock().min(u32::from(u16::MAX)) as u16;
        let word = start.wrapping_sub(self.game) as u32;
        self.reached.push(Reached { key: board.key(), word, clock, mv });
    }

    /// Where a token starts, and its first bytes. An error where the lane or the bytes end.
    #[inline(always)]
    fn token(&self, place: usize) -> Result<(usize, Eight), Why> {
        let start = self.tokens.start(place).ok_or(Why::Token)?;
        let text = self.text.get(start..start + 8).and_then(<[u8]>::first_chunk).ok_or(Why::Token)?;
        Ok((start, Eight::from_bytes(*text)))
    }
}
