//! The entry and exit of the fast path, and the fast reader of a single canonical SAN token.

pub(in crate::game::replay) mod buffers;
pub(super) mod run;

use std::ops::Range;

use crate::chess::san::fast_path::Tier;
use crate::chess::san::{self, CanonicalSan, CheckSuffix, Disambiguation};
use crate::game::rules::Rule;
use crate::pgn::index::{Bytes8, CommentPresence, MAX_TOKENS, TokenIndex};
use crate::pgn::lex::{CommentShape, Token, TokenKind};
use crate::pgn::place::Span;

use super::{MAX_DEPTH, MAX_PLIES, Replay};
use run::{FastBuffers, FastOutcome, FastRun, StopReason};

impl Replay<'_> {
    /// Plays moves in the fast path until it stops. The fast path is skipped before the movetext, and where rules
    /// inspect every token.
    #[inline(never)]
    pub(in crate::game::replay) fn run_fast_path(&mut self, buffers: &mut FastBuffers) {
        if self.moves_begun.is_none() || self.wants_layout || self.wants_numbering {
            return;
        }
        let Some(tier) = self.options.reader.tier() else { return };
        while self.line.pending.is_none()
            && self.line.numbering.carried == 0
            && self.accepts_canonical_san()
            && !self.is_near_limits()
            && self.lexer.enter(&mut buffers.index)
        {
            match self.play_run(buffers, tier) {
                StopReason::AfterCheckSuffix => self.verify_check_suffix(),
                StopReason::BeforeToken => return,
            }
        }
    }

    /// Plays one run of the fast path and takes over its state.
    #[inline]
    fn play_run(&mut self, buffers: &mut FastBuffers, tier: Tier) -> StopReason {
        let first = buffers.index.next();
        let (number, turn, mover) = (self.expected_number(), self.line.position.turn(), self.last_mover());
        let (positions, disambiguation) = (self.line.records.len(), self.accepted_disambiguation());
        let run = FastRun {
            bytes: self.bytes,
            buffers: &mut *buffers,
            records: &mut self.line.records,
            variation_moves: self.variation_moves.as_mut(),
            game_start: self.start,
            turn,
            number,
            checks_suffixes: self.checks_suffixes,
            disambiguation,
            max_depth: MAX_DEPTH.saturating_sub(self.outer.len()),
        };
        let FastOutcome { reason, last } = run.play(&mut self.line.position, &mut self.line.in_check, tier);
        let index = &buffers.index;
        self.line.ply += (self.line.records.len() - positions) as u32;
        if last.length() > 0 {
            let start = index.from() + last.start();
            let san = start..start + last.length();
            self.line.last_suffix = san::mark(&self.bytes[san.clone()]);
            if self.checks_suffixes
                && reason == StopReason::BeforeToken
                && self.line.last_suffix == Some(CheckSuffix::Mate)
            {
                // After `#`, the fast path goes on only if it is mate.
                self.line.cache_no_legal_move(true);
            }
            self.line.last_san = san;
        }
        let taken = first..index.next();
        if let Some(token) = self.last_token(index, taken.clone()) {
            self.lexer.resume_after_token(token.end);
            self.previous = Some(token);
        }
        let comments = index.comments();
        self.has_comments |= comments != CommentPresence::None;
        // Other comments change no state.
        if comments == CommentPresence::Bracketed {
            self.read_indexed_commands(buffers.decoded(taken), index.from(), turn, mover);
        }
        reason
    }

    /// Plays a canonical SAN token. Returns false if the token needs another path.
    #[inline(never)]
    pub(in crate::game::replay) fn play_canonical(&mut self, first_bytes: Bytes8, san: Span) -> bool {
        let disambiguation = self.accepted_disambiguation();
        let line = &mut self.line;
        let played = line.position.play_plain(first_bytes.bits(), san.len(), line.in_check, disambiguation);
        let Some(CanonicalSan { mv, mark, check }) = played else { return false };
        line.record_move(mv, check, san.start - self.start);
        self.set_last_move(san, mark);
        true
    }

    /// Which disambiguation is accepted: any, unless N107 reports needless disambiguation.
    fn accepted_disambiguation(&self) -> Disambiguation {
        let is_reported = self.findings.wants(Rule::NeedlessDisambiguation);
        if is_reported { Disambiguation::Needed } else { Disambiguation::Any }
    }

    /// The last token in `taken`, in the form the lexer would return.
    fn last_token(&self, index: &TokenIndex, taken: Range<usize>) -> Option<Token> {
        let Span { mut start, end } = index.token(taken.end.checked_sub(1)?).filter(|_| !taken.is_empty())?;
        // The index splits `!?` and `$1` into two tokens.
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
            _ => TokenKind::Symbol,
        };
        Some(Token { kind, start, end })
    }

    /// Whether one run, which plays at most one move per token, could exceed [`MAX_PLIES`] or a half-move clock of 16
    /// bits.
    fn is_near_limits(&self) -> bool {
        let clock = self.line.position.halfmove_clock() as usize;
        self.line.records.len() + MAX_TOKENS > MAX_PLIES || clock.saturating_add(MAX_TOKENS) > usize::from(u16::MAX)
    }
}
