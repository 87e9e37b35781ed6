//! How plain words are played: when a game takes the fast lane, what is noted when it leaves it, and one word outside it.

use std::ops::Range;

use crate::chess::san::fast_path::Tier;
use crate::chess::san::{self, CanonicalSan, CheckSuffix, Disambiguation};
use crate::pgn::index::{Bytes8, CommentPresence, ROOM, TokenIndex};
use crate::pgn::lex::{CommentShape, Token, TokenKind};
use crate::pgn::place::Span;

use super::fast_run::{Ahead, Driven, Express, Why};
use super::replay::{DEEPEST, LONGEST, Replay};
use super::rules::Rule;

impl Replay<'_> {
    /// Plays on as long as words are plain and numbers right. Where rules look at what stands between tokens, the lane is not
    /// taken; nor before the moves begin.
    #[inline(never)]
    pub(super) fn run_in_lane(&mut self, ahead: &mut Ahead) {
        if self.moves_begun.is_none() || self.wants_layout || self.wants_numbering {
            return;
        }
        let Some(tier) = self.wish.pace.tier() else { return };
        while self.line.pending.is_none()
            && self.line.numbering.carried == 0
            && self.takes_plain_words()
            && !self.is_near_limits()
            && self.lexer.enter(&mut ahead.lane)
        {
            match self.drive(ahead, tier) {
                Why::BehindMark => self.judge_mark(),
                Why::BeforeToken => return,
            }
        }
    }

    /// Plays words in plain SAN, until something else comes.
    #[inline]
    fn drive(&mut self, ahead: &mut Ahead, tier: Tier) -> Why {
        let first = ahead.lane.next();
        let (number, turn, mover) = (self.expected_number(), self.line.position.turn(), self.last_mover());
        let (positions, said) = (self.line.reached.len(), self.said());
        let express = Express {
            bytes: self.bytes,
            ahead: &mut *ahead,
            reached: &mut self.line.reached,
            aside: self.aside.as_mut(),
            game: self.start,
            turn,
            number,
            judges_marks: self.judges_marks,
            said,
            deepest: DEEPEST.saturating_sub(self.outer.len()),
        };
        let Driven { why, last } = express.drive(&mut self.line.position, &mut self.line.in_check, tier);
        let lane = &ahead.lane;
        self.line.ply += (self.line.reached.len() - positions) as u32;
        if last.length() > 0 {
            let start = lane.from() + last.start();
            let word = start..start + last.length();
            self.line.last_mark = san::mark(&self.bytes[word.clone()]);
            if self.judges_marks && why == Why::BeforeToken && self.line.last_mark == Some(CheckSuffix::Mate) {
                // The lane goes on behind a `#` only if it is mate.
                self.line.note_stuck(true);
            }
            self.line.last_word = word;
        }
        let taken = first..lane.next();
        if let Some(token) = self.last_of(lane, taken.clone()) {
            self.lexer.leave_lane(token.end);
            self.previous = Some(token);
        }
        let comments = lane.comments();
        self.has_comments |= comments != CommentPresence::None;
        // Only commands are of interest here.
        if comments == CommentPresence::Bracketed {
            self.commands_in_lane(ahead.driven(taken), lane.from(), turn, mover);
        }
        why
    }

    /// Plays a word of plain SAN. Says no if there is anything else to it.
    #[inline(never)]
    pub(super) fn play_plain(&mut self, eight: Bytes8, word: Span) -> bool {
        let said = self.said();
        let line = &mut self.line;
        let plain = line.position.play_plain(eight.bits(), word.len(), line.in_check, said);
        let Some(CanonicalSan { mv, mark, check }) = plain else { return false };
        line.played(mv, check, word.start - self.start);
        self.weigh(word, mark);
        true
    }

    /// How much a plain word may say of where a man comes from: more than it must, where nobody asks to be told.
    fn said(&self) -> Disambiguation {
        let is_told = self.findings.wants(Rule::NeedlessDisambiguation);
        if is_told { Disambiguation::Needed } else { Disambiguation::Any }
    }

    /// The last of these tokens of the lane, as the lexer would have seen it.
    fn last_of(&self, lane: &TokenIndex, taken: Range<usize>) -> Option<Token> {
        let Span { mut start, end } = lane.token(taken.end.checked_sub(1)?).filter(|_| !taken.is_empty())?;
        // What the lane takes for two.
        let before = |start: usize, signs: &[u8]| start.checked_sub(1).filter(|at| signs.contains(&self.bytes[*at]));
        let kind = match self.bytes[start] {
            b'{' => TokenKind::Comment(CommentShape::Closed),
            b'(' => TokenKind::Open,
            b')' => TokenKind::Close,
            b'!' | b'?' => {
                start = before(start, b"!?").unwrap_or(start);
                TokenKind::Suffix
            }
            b'0'..=b'9' => {
                let value = str::from_utf8(&self.bytes[start..end]).ok().and_then(|digits| digits.parse().ok());
                start = before(start, b"$").unwrap_or(start);
                TokenKind::Nag(value)
            }
            _ => TokenKind::Word,
        };
        Some(Token { kind, start, end })
    }

    /// Whether a stretch of the lane, which has no more moves than tokens, might bring more than are played, or a half-move
    /// clock of more than 16 bits.
    fn is_near_limits(&self) -> bool {
        let clock = self.line.position.halfmove_clock() as usize;
        self.line.reached.len() + ROOM > LONGEST || clock.saturating_add(ROOM) > usize::from(u16::MAX)
    }
}
