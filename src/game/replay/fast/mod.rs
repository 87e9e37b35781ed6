//! The fast path: plays runs of canonical SAN tokens, which nearly all games consist of.
//!
//! [`play`] enters it where the rules allow. Each run returns a [`RunEnd`], which the reader takes over.

pub(super) mod run;

use std::cell::RefCell;
use std::ops::Range;

use crate::chess::piece::Color;
use crate::chess::san::{self, CheckSuffix};
use crate::cpu::CpuLevel;
use crate::game::replay::options::ReaderMode;
use crate::game::rules::Rule;
use crate::pgn::index::{CommentPresence, MAX_TOKENS, TokenIndex};
use crate::pgn::lex::{CommentShape, Token, TokenKind};
use crate::pgn::place::Span;

use super::comments::{CommentChecker, CommentState};
use super::layout::MAX_GAME_LEN;
use super::lines::{Line, MAX_DEPTH};
use super::movetext::Movetext;
use super::ply_record::MAX_PLIES;

use run::{FastBuffers, FastOutcome, FastRun, StopReason};

/// What a run of the fast path leaves behind, except for the moves, which it adds to the line.
struct RunEnd {
    reason: StopReason,
    /// The side to move and the mover of the last move, before the run.
    before: (Color, Option<Color>),
    /// The number of plies that it added to the line.
    plies: u32,
    /// The last SAN token that it read outside variations, and its check suffix.
    last_move: Option<(Span, Option<CheckSuffix>)>,
    /// Whether that move is known to be checkmate.
    is_mate: bool,
    /// The tokens that it read, as indices.
    tokens: Range<usize>,
    last_token: Option<Token>,
    /// The comments among the tokens of the index.
    comments: CommentPresence,
}

/// Plays moves in the fast path until it stops. The movetext must have begun.
#[inline(never)]
pub(super) fn play(movetext: &mut Movetext<'_>, comments: &mut CommentState, buffers: &mut FastBuffers) {
    let Some(level) = movetext.options.reader.level() else { return };
    let checks_suffixes =
        movetext.findings.wants(Rule::MissingCheckSuffix) || movetext.findings.wants(Rule::WrongCheckSuffix);
    while movetext.accepts_fast_path()
        && !is_near_limits(movetext.line())
        && movetext.cursor.lexer().enter(&mut buffers.index)
    {
        let end = play_run(movetext, buffers, level, checks_suffixes);
        take_over(movetext, comments, buffers, &end);
        match end.reason {
            StopReason::AfterCheckSuffix => movetext.verify_check_suffix(),
            StopReason::BeforeToken => return,
        }
    }
}

#[inline]
fn play_run(movetext: &mut Movetext<'_>, buffers: &mut FastBuffers, level: CpuLevel, checks_suffixes: bool) -> RunEnd {
    let first = buffers.index.next();
    let (turn, mover) = (movetext.lines.position().turn(), movetext.last_mover());
    let (number, disambiguation) = (movetext.expected_number(), movetext.accepted_disambiguation());
    let (bytes, game_start) = (movetext.cursor.bytes(), movetext.cursor.start());
    let max_depth = MAX_DEPTH.saturating_sub(movetext.lines.depth());
    let (line, variation_moves) = movetext.lines.line_and_kept();
    let variation_moves = variation_moves.filter(|_| buffers.index.from() < game_start + MAX_GAME_LEN);
    let positions = line.records.len();
    let run = FastRun {
        bytes,
        buffers: &mut *buffers,
        records: &mut line.records,
        variation_moves,
        game_start,
        turn,
        number,
        checks_suffixes,
        disambiguation,
        max_depth,
    };
    let clock = line.position.halfmove_clock();
    let is_long = clock > LONG_CLOCK;
    if is_long {
        line.position.set_halfmove_clock(LONG_CLOCK);
    }
    let FastOutcome { reason, last } = run.play(&mut line.position, &mut line.in_check, level);
    if is_long {
        restore_clock(line, positions, clock);
    }
    let index = &buffers.index;
    let last_move = (last.length() > 0).then(|| {
        let start = index.from() + last.start();
        let san = start..start + last.length();
        let suffix = san::mark(&bytes[san.clone()]);
        (san, suffix)
    });
    // After `#`, the fast path goes on only if it is mate.
    let is_mate =
        checks_suffixes && reason == StopReason::BeforeToken && matches!(last_move, Some((_, Some(CheckSuffix::Mate))));
    let tokens = first..index.next();
    RunEnd {
        reason,
        is_mate,
        before: (turn, mover),
        plies: (line.records.len() - positions) as u32,
        last_move,
        last_token: last_token(bytes, index, tokens.clone()),
        tokens,
        comments: index.comments(),
    }
}

/// Takes over the state that a run leaves behind.
#[inline]
fn take_over(movetext: &mut Movetext<'_>, comments: &mut CommentState, buffers: &FastBuffers, end: &RunEnd) {
    let line = movetext.lines.line_mut();
    line.ply += end.plies;
    if let Some((san, suffix)) = &end.last_move {
        (line.last_san, line.last_suffix) = (san.clone(), *suffix);
    }
    if end.is_mate {
        line.cache_no_legal_move(true);
    }
    if let Some(token) = end.last_token {
        movetext.cursor.lexer_mut().resume_after_token(token.end);
        movetext.cursor.pass(token);
    }
    comments.note(end.comments != CommentPresence::None);
    // Other comments change no state.
    if end.comments == CommentPresence::Bracketed {
        let (turn, mover) = end.before;
        let (bytes, is_main_line) = (movetext.cursor.bytes(), !movetext.lines.is_variation());
        let tokens = buffers.decoded(end.tokens.clone());
        CommentChecker { bytes, state: comments, findings: &mut movetext.findings }.read_indexed_commands(
            tokens,
            buffers.index.from(),
            turn,
            mover,
            is_main_line,
        );
    }
}

/// The last token in `taken`, in the form the lexer would return.
fn last_token(bytes: &[u8], index: &TokenIndex, taken: Range<usize>) -> Option<Token> {
    let Span { mut start, end } = index.token(taken.end.checked_sub(1)?).filter(|_| !taken.is_empty())?;
    // The index splits `!?` and `$1` into two tokens.
    let before = |start: usize, signs: &[u8]| start.checked_sub(1).filter(|at| signs.contains(&bytes[*at]));
    let kind = match bytes[start] {
        b'{' => TokenKind::Comment(CommentShape::Closed),
        b'(' => TokenKind::Open,
        b')' => TokenKind::Close,
        b'!' | b'?' => {
            start = before(start, b"!?").unwrap_or(start);
            TokenKind::Suffix
        }
        b'0'..=b'9' => {
            let value = str::from_utf8(&bytes[start..end]).ok().and_then(|digits| digits.parse().ok());
            start = before(start, b"$").unwrap_or(start);
            TokenKind::Nag(value)
        }
        _ => TokenKind::Symbol,
    };
    Some(Token { kind, start, end })
}

/// Whether one run, which plays at most one move per token, could exceed [`MAX_PLIES`].
fn is_near_limits(line: &Line) -> bool {
    line.records.len() + MAX_TOKENS > MAX_PLIES
}

/// A half-move clock from which one run cannot exceed 16 bits. With a longer one, a run begins here.
const LONG_CLOCK: u32 = u16::MAX as u32 - MAX_TOKENS as u32;

/// Restores the clock of a run that began with [`LONG_CLOCK`] instead of `clock`, up to its first capture or pawn move. Its
/// positions are those from index `from` on.
#[cold]
fn restore_clock(line: &mut Line, from: usize, clock: u32) {
    let restored = |short: u32| short.checked_sub(LONG_CLOCK).map(|plies| clock.saturating_add(plies));
    for record in &mut line.records[from..] {
        let Some(clock) = restored(record.clock.into()) else { break };
        record.clock = clock.min(u16::MAX.into()) as u16;
    }
    if let Some(clock) = restored(line.position.halfmove_clock()) {
        line.position.set_halfmove_clock(clock);
    }
}

// The buffers of the fast path, which a thread keeps from one game to the next.

thread_local! {
    static FREE: RefCell<Option<Box<FastBuffers>>> = const { RefCell::new(None) };
}

pub(in crate::game::replay) fn take_fast_buffers(mode: ReaderMode) -> Box<FastBuffers> {
    let buffers = FREE.try_with(|free| free.borrow_mut().take()).ok().flatten();
    let mut buffers = buffers.unwrap_or_else(|| Box::new(FastBuffers::new()));
    buffers.clear(mode.level().unwrap_or(CpuLevel::Scalar));
    buffers
}

pub(in crate::game::replay) fn return_fast_buffers(buffers: Box<FastBuffers>) {
    let _ = FREE.try_with(|free| *free.borrow_mut() = Some(buffers));
}
