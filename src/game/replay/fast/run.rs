//! One run of the fast path: canonical SAN tokens, played until one needs the exact path.
//!
//! The structural index ([`TokenIndex`], after Langdale and Lemire's simdjson) lists the tokens of a run in advance,
//! and a batch decoder turns them into [`SanToken`]s. A [`BatchBoard`] plays them, with AVX-512 or AVX2 where the
//! processor has it. The result equals that of the exact path in `movetext`. The run stops before the
//! first token that it cannot handle, and after a move whose check suffix needs a closer check. The exact path
//! continues there.
//!
//! A variation is played only if nothing in it needs the exact path. Otherwise the board returns to the move before the
//! variation, and the exact path opens it.

use std::mem::MaybeUninit;
use std::ops::Range;
use std::slice::IterMut;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::Disambiguation;
use crate::chess::san::fast_path::{BatchBoard, BoardVisitor, Played, SanToken};
use crate::cpu::CpuLevel;
use crate::game::replay::lines::VariationMove;
use crate::game::replay::ply_record::PlyRecord;
use crate::pgn::index::{MAX_TOKENS, TokenIndex, TokenSpans, is_move_number};

/// A token index with its decoded tokens.
pub(in crate::game::replay) struct FastBuffers {
    pub(in crate::game::replay) index: TokenIndex,
    /// The decoded tokens of the index, valid if the index begins at `from`.
    decoded: [SanToken; MAX_TOKENS],
    from: Option<usize>,
}

impl FastBuffers {
    pub(in crate::game::replay) fn new() -> Self {
        Self { index: TokenIndex::new(), decoded: [SanToken::default(); MAX_TOKENS], from: None }
    }

    /// The decoded tokens at these indices, which a run has passed.
    pub(in crate::game::replay) fn decoded(&self, indices: Range<usize>) -> &[SanToken] {
        &self.decoded[indices]
    }

    /// Clears the buffers for another text, see [`TokenIndex::reset`].
    pub(in crate::game::replay) fn clear(&mut self, level: CpuLevel) {
        self.index.reset(level);
        self.from = None;
    }
}

pub(in crate::game::replay) struct FastRun<'a> {
    pub(in crate::game::replay) bytes: &'a [u8],
    pub(in crate::game::replay) buffers: &'a mut FastBuffers,
    /// The positions of the line, to which the run appends.
    pub(in crate::game::replay) records: &'a mut Vec<PlyRecord>,
    pub(in crate::game::replay) variation_moves: Option<&'a mut Vec<VariationMove>>,
    /// The byte offset of the game.
    pub(in crate::game::replay) game_start: usize,
    /// The side to move, and the move number expected next.
    pub(in crate::game::replay) turn: Color,
    pub(in crate::game::replay) number: u32,
    /// Whether check suffixes are compared with the board.
    pub(in crate::game::replay) checks_suffixes: bool,
    pub(in crate::game::replay) disambiguation: Disambiguation,
    /// How many levels of variations the run may open.
    pub(in crate::game::replay) max_depth: usize,
}

/// The result of a run.
pub(in crate::game::replay) struct FastOutcome {
    pub(in crate::game::replay) reason: StopReason,
    /// The last move played outside variations; the default if there is none.
    pub(in crate::game::replay) last: SanToken,
}

/// Why a run stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::game::replay) enum StopReason {
    /// After a move whose check suffix may contradict the board.
    AfterCheckSuffix,
    /// Before a token (or a number and its move) that needs the exact path.
    BeforeToken,
}

impl FastRun<'_> {
    /// Plays moves from this position until the run stops. Reads and updates `in_check`.
    #[inline]
    pub(in crate::game::replay) fn play(
        self,
        position: &mut Position,
        in_check: &mut bool,
        level: CpuLevel,
    ) -> FastOutcome {
        // A specialized loop for each combination: each check costs time.
        match (self.checks_suffixes, self.buffers.index.has_variations()) {
            (false, false) => position.drive(in_check, level, SpecializedRun::<false, false>(self)),
            (false, true) => position.drive(in_check, level, SpecializedRun::<false, true>(self)),
            (true, false) => position.drive(in_check, level, SpecializedRun::<true, false>(self)),
            (true, true) => position.drive(in_check, level, SpecializedRun::<true, true>(self)),
        }
    }
}

/// A run, specialized by whether check suffixes are compared and whether the text has variations.
struct SpecializedRun<'a, const SUFFIXES: bool, const VARIATIONS: bool>(FastRun<'a>);

impl<const SUFFIXES: bool, const VARIATIONS: bool> BoardVisitor for SpecializedRun<'_, SUFFIXES, VARIATIONS> {
    type Output = FastOutcome;

    #[inline(always)]
    fn drive<B: BatchBoard>(self, board: &mut B) -> FastOutcome {
        let Self(run) = self;
        let FastBuffers { index, decoded, from } = run.buffers;
        let spans = index.tokens(run.bytes);
        let decoded = &mut decoded[..spans.count()];
        if *from != Some(index.from()) {
            *from = Some(index.from());
            board.decode_tokens(decoded, spans.starts(), spans.ends(), spans.all_text());
            if VARIATIONS {
                board.look_ahead(decoded);
            }
        }
        // A run has at most one move per token.
        run.records.reserve(decoded.len());
        let free = run.records.spare_capacity_mut();
        let capacity = free.len();
        let mut state = RunState {
            decoded,
            spans,
            from: (index.from() - run.game_start) as u32,
            free: free.iter_mut(),
            next: index.next(),
            last: SanToken::default(),
            before: None,
            outer: Vec::new(),
            variation_moves: run.variation_moves,
            disambiguation: run.disambiguation,
            max_depth: run.max_depth.min(MAX_FAST_DEPTH),
            number_offset: run.number.wrapping_sub(board.number()),
        };
        let mut first = run.turn;
        let mut reason = loop {
            // Each color has its own copy of the code, so that each branch goes mostly one way.
            let (reason, turn) = loop {
                if first == Color::White
                    && let Err(reason) = state.ply::<SUFFIXES, VARIATIONS>(Color::White, board)
                {
                    break (reason, Color::White);
                }
                first = Color::White;
                if let Err(reason) = state.ply::<SUFFIXES, VARIATIONS>(Color::Black, board) {
                    break (reason, Color::Black);
                }
            };
            if reason == StopReason::AfterCheckSuffix || !VARIATIONS {
                break reason;
            }
            let Some(turn) = state.enter_or_leave_variation(turn, board) else { break reason };
            first = turn;
        };
        if VARIATIONS && state.abandon_variations(board) {
            reason = StopReason::BeforeToken;
        }
        let RunState { next, last, free, .. } = state;
        let written = capacity - free.len();
        // SAFETY: only `RunState::record` takes elements from `free`, in order, and it writes each one it takes.
        unsafe { run.records.set_len(run.records.len() + written) };
        index.skip_to(next);
        FastOutcome { reason, last }
    }
}

/// The state that changes with every move.
struct RunState<'a, B: BatchBoard> {
    decoded: &'a [SanToken],
    spans: TokenSpans<'a>,
    /// The offset of the first token from the start of the game.
    from: u32,
    /// Uninitialized space for the next positions.
    free: IterMut<'a, MaybeUninit<PlyRecord>>,
    next: usize,
    /// The last move of this line, with its check suffix; the default if there is none.
    last: SanToken,
    /// The board before that move, if a variation may follow.
    before: Option<B::State>,
    /// The lines that contain this one, the innermost last.
    outer: Vec<Outer<B>>,
    variation_moves: Option<&'a mut Vec<VariationMove>>,
    disambiguation: Disambiguation,
    /// How many levels of variations the run may open.
    max_depth: usize,
    /// The expected move number minus the board's, modulo 2³².
    number_offset: u32,
}

/// A line with an open variation.
struct Outer<B: BatchBoard> {
    /// The token index of the parenthesis.
    opened: usize,
    state: B::State,
    before: B::State,
    turn: Color,
    last: SanToken,
    variation_moves: usize,
}

/// The maximum nesting that a run plays. If a variation is deeper, the exact path opens its outermost level, and the
/// next run starts inside. So no variation is tried more often than this.
const MAX_FAST_DEPTH: usize = 4;

impl<B: BatchBoard> RunState<'_, B> {
    /// Plays the next move of `us`, the side to move, after any comments, NAGs, move suffixes and number. Comments,
    /// NAGs and suffixes stay consumed even if the move is not played.
    #[inline(always)]
    fn ply<const SUFFIXES: bool, const VARIATIONS: bool>(
        &mut self,
        us: Color,
        board: &mut B,
    ) -> Result<(), StopReason> {
        let mut next = self.next;
        let mut token = *self.decoded.get(next).ok_or(StopReason::BeforeToken)?;
        if token.is_no_move() {
            while token.is_beside() {
                next = if token.opens_with_brace() {
                    next + 1
                } else {
                    std::hint::cold_path();
                    let has_moved = self.last != SanToken::default();
                    after_annotation(self.decoded, self.spans, next, has_moved).ok_or(StopReason::BeforeToken)?
                };
                self.next = next;
                token = *self.decoded.get(next).ok_or(StopReason::BeforeToken)?;
            }
            if token.opens_with_digit() {
                let number = board.number().wrapping_add(self.number_offset);
                if !self.spans.text(next).is_some_and(|text| is_move_number(text, number, us == Color::Black)) {
                    return Err(StopReason::BeforeToken);
                }
                next += 1;
                token = *self.decoded.get(next).ok_or(StopReason::BeforeToken)?;
                if VARIATIONS && token.is_no_move() {
                    return Err(StopReason::BeforeToken);
                }
            }
        }
        if VARIATIONS {
            // A state kept from an earlier move would open a variation in the wrong place.
            self.before = token.is_followed().then(|| board.state());
        }
        // `is_ready` needs no board, so it is predicted well.
        let played = if token.is_ready(self.disambiguation)
            && let Some(played) = board.play(us, token)
        {
            played
        } else {
            std::hint::cold_path();
            let text = self.spans.text(next).ok_or(StopReason::BeforeToken)?;
            let (played, mark) =
                board.play_any(us, token, text.bits(), self.disambiguation).ok_or(StopReason::BeforeToken)?;
            token = token.with_suffix(mark);
            played
        };
        self.record::<VARIATIONS>(board, token, played);
        let agrees = !SUFFIXES || token.suffix().suits(board.is_check(us.other()));
        self.next = next + 1;
        if agrees || token.suffix().is_mate() && board.is_mate() { Ok(()) } else { Err(StopReason::AfterCheckSuffix) }
    }

    #[inline(always)]
    fn record<const VARIATIONS: bool>(&mut self, board: &B, token: SanToken, played: Played) {
        self.last = token;
        let Played { mv, key } = played;
        let offset = self.from + token.start() as u32;
        if VARIATIONS && !self.outer.is_empty() {
            std::hint::cold_path();
            if let Some(variation_moves) = &mut self.variation_moves {
                variation_moves.push(VariationMove { offset, mv });
            }
            return;
        }
        let Some(free) = self.free.next() else { unreachable!("the capacity covers one move per token") };
        free.write(PlyRecord { key, offset, clock: board.halfmove_clock(), mv });
    }

    /// Enters or leaves a variation if the fast path can handle it. Returns the side to move there.
    #[inline(always)]
    fn enter_or_leave_variation(&mut self, turn: Color, board: &mut B) -> Option<Color> {
        match self.spans.text(self.next)?.first() {
            b'(' => self.open(turn, board),
            b')' => self.close(board),
            _ => None,
        }
    }

    #[inline(always)]
    fn open(&mut self, turn: Color, board: &mut B) -> Option<Color> {
        if self.outer.len() == self.max_depth {
            return None;
        }
        let before = self.before.take()?;
        let state = board.state();
        board.restore(&before);
        let variation_moves = self.variation_moves.as_ref().map_or(0, |variation_moves| variation_moves.len());
        let last = std::mem::take(&mut self.last);
        self.outer.push(Outer { opened: self.next, state, before, turn, last, variation_moves });
        self.next += 1;
        Some(turn.other())
    }

    #[inline(always)]
    fn close(&mut self, board: &mut B) -> Option<Color> {
        // A `+` that no move follows can be mate.
        if self.last == SanToken::default() || self.last.suffix().suits(true) && board.is_mate() {
            return None;
        }
        let Outer { state, before, turn, last, .. } = self.outer.pop()?;
        board.restore(&state);
        (self.before, self.last) = (Some(before), last);
        self.next += 1;
        Some(turn)
    }

    /// Returns to the parenthesis of the outermost open variation. Returns false if none is open.
    #[inline(always)]
    fn abandon_variations(&mut self, board: &mut B) -> bool {
        let Some(outer) = self.outer.drain(..).next() else { return false };
        board.restore(&outer.state);
        if let Some(variation_moves) = &mut self.variation_moves {
            variation_moves.truncate(outer.variation_moves);
        }
        self.next = outer.opened;
        self.last = outer.last;
        true
    }
}

/// The index after the NAG or move suffix at `next`, if it is valid: `$` with a number below 256, or one or two of `!`
/// and `?` after a move of this line (`has_moved`).
#[inline(never)]
fn after_annotation(decoded: &[SanToken], spans: TokenSpans<'_>, next: usize, has_moved: bool) -> Option<usize> {
    let text = spans.text(next)?;
    let (length, count) = match text.first() {
        b'$' => {
            let digits = (1..=3).map(|at| text.byte(at)).take_while(u8::is_ascii_digit);
            let (length, value) =
                digits.fold((1, 0), |(length, value), digit| (length + 1, value * 10 + u32::from(digit - b'0')));
            let is_sound = length > 1 && value < 256;
            // The number after `$` is a token of its own here.
            is_sound.then_some((length, 2))?
        }
        b'!' | b'?' if !has_moved || !touches(decoded, next) => return None,
        b'!' | b'?' if matches!(text.byte(1), b'!' | b'?') => (2, 2),
        b'!' | b'?' => (1, 1),
        _ => return None,
    };
    let is_ended = matches!(text.byte(length), b' ' | b'\n' | b'\r' | b'\t' | b')');
    decoded.get(next..next + count).filter(|_| is_ended)?;
    let is_one = count == 1 || touches(decoded, next + 1);
    is_one.then_some(next + count)
}

/// Whether the token at `next` touches the one before it.
fn touches(decoded: &[SanToken], next: usize) -> bool {
    let pair = next.checked_sub(1).and_then(|before| decoded.get(before..=next));
    pair.is_some_and(|pair| pair[0].start() + pair[0].length() == pair[1].start())
}
