//! The reader of games: parses PGN text and replays its moves on a board. No other module replays text.
//!
//! [`read_game`] returns a [`Game`]: final position, moves, tags and findings. Three paths read moves, and all use one
//! definition of legality:
//!
//! 1. The fast path (`fast_run`) plays runs of indexed tokens, which covers nearly all moves.
//! 2. [`Position::play_plain`](crate::chess::position::Position::play_plain) plays one canonical SAN token from the lexer.
//! 3. `lenient_moves` reads everything else: it plays what it can resolve and reports how the text deviates.

mod comments;
mod end;
mod fast;
mod game;
mod layout;
pub(in crate::game) mod lenient_moves;
mod line;
mod loose_result;
pub mod mode;
mod move_comments;
mod numbers;
mod options;
pub(in crate::game) mod ply_record;
pub mod position_text;
mod root_cause;
mod setup;
pub(in crate::game) mod split_move;
mod tags;

use std::mem;

use crate::chess::moves::Move;
use crate::chess::san::CheckSuffix;
use crate::chess::san::language::Alphabet;
use crate::laws::edition::Day;
use crate::laws::unwinnable::Winnable;
use crate::pgn::index::Bytes8;
use crate::pgn::lex::{Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::Evidence;
use super::finding::excerpt::excerpt;
use super::finding::list::Findings;
pub use super::finding::list::RuleReport;
use super::rules::{Rule, RuleSet};
pub use end::audit::{BoardEnding, FirstDraws};
use fast::buffers;
use fast::run::FastBuffers;
pub use game::{Game, Validity};
use line::{Line, State};
pub use move_comments::MoveComment;
pub use options::ReplayOptions;
use ply_record::PlyRecord;
pub use tags::TagBook;

/// The maximum number of plies played in one line. At 16 bytes a ply, a line takes at most 16 MB, or 32 MB while its
/// vector grows.
const MAX_PLIES: usize = 1_000_000;

/// The maximum nesting depth of variations that are played.
const MAX_DEPTH: usize = 1_000;

/// A limit that a game can exceed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// Plies of one line: [`MAX_PLIES`].
    Length,
    /// Nesting of variations: [`MAX_DEPTH`].
    Depth,
    /// Memory for tags with unknown names.
    Tags,
}

impl Limit {
    const fn sentence(self) -> &'static str {
        match self {
            Self::Length => "a line of more than 1,000,000 plies: the rest is not played",
            Self::Depth => "a variation more than 1,000 deep: it is not played",
            Self::Tags => "tags with unknown names take more than 16 MB: the rest is not checked for duplicates",
        }
    }
}

/// A move of a variation, and the byte offset of its SAN token from the start of the game.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct VariationMove {
    pub(in crate::game) offset: u32,
    pub(in crate::game) mv: Move,
}

/// Reads and replays the game that starts at `start`. `wanted` selects the rules that may report findings.
#[must_use]
pub fn read_game(bytes: &[u8], start: usize, wanted: RuleSet) -> Game {
    read_game_as(bytes, start, &ReplayOptions { rules: wanted, ..ReplayOptions::default() })
}

/// Reads and replays the game that starts at `start`, with options.
#[must_use]
pub fn read_game_as(bytes: &[u8], start: usize, options: &ReplayOptions) -> Game {
    read_game_in(bytes, start, options, options.alphabet)
}

/// Like [`read_game_as`], with the piece letters of this language, if it is known.
fn read_game_in(bytes: &[u8], start: usize, options: &ReplayOptions, alphabet: Option<&'static Alphabet>) -> Game {
    let mut replay = Replay::new(bytes, start, options, alphabet);
    replay.run();
    match replay.restart_in {
        None => replay.finish(),
        language => read_game_in(bytes, start, options, language),
    }
}

/// The state of a game that is being read.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; no two are states of one thing")]
struct Replay<'b> {
    bytes: &'b [u8],
    lexer: Lexer<'b>,
    start: usize,
    findings: Findings,
    /// Whether any rule about layout is selected: these rules inspect every token.
    wants_layout: bool,
    wants_numbering: bool,
    /// Whether check suffixes are compared with the board.
    checks_suffixes: bool,
    /// Whether to search for helpmates where material does not decide, see [`RuleSet::searched`].
    searches: bool,
    /// Whether the side that won on time can checkmate; `None` before a search.
    flag_winner: Option<Winnable>,
    tags: TagBook,
    line: Line,
    /// The lines that contain the current variation, the main line first.
    outer: Vec<Line>,
    /// Variations in a line that cannot be followed.
    unread: Option<Unread>,
    /// The moves of closed variations, if they are kept.
    variation_moves: Option<Vec<VariationMove>>,
    /// The later parts of SAN tokens split by white space, if variations are kept.
    split: Vec<Span>,
    alphabet: Option<&'static Alphabet>,
    /// Whether the language is decided: given by the caller, detected, or English.
    language_settled: bool,
    restart_in: Option<&'static Alphabet>,
    /// Whether the tags allow the game to be standard chess or Chess960.
    is_chess: bool,
    options: &'b ReplayOptions,
    /// Whether the starting position is known.
    has_start: bool,
    /// See [`Game::illegal_move`].
    illegal_move: Option<Rule>,
    moves_begun: Option<usize>,
    /// A range without non-ASCII bytes and carriage returns, as far as tags and token index have proved it.
    plain: Span,
    /// The last token, for rules about token order.
    previous: Option<Token>,
    dead_since: Option<u32>,
    marker: Option<(Outcome, Span)>,
    /// A result token in a nonstandard form, or in a variation.
    nonstandard_result: Option<(Option<Outcome>, Span)>,
    late_moves: bool,
    /// Whether a brace comment was read.
    has_comments: bool,
    /// Whether a brace comment is never closed.
    has_open_comment: bool,
    clocks: [Option<u64>; 2],
    board_ending: BoardEnding,
    /// The limits already reported.
    reported_limits: Vec<Limit>,
}

/// Variations that are skipped, because the line around them cannot be followed.
struct Unread {
    /// The byte offset of the outermost one.
    opened: usize,
    /// The number of open ones.
    depth: usize,
}

impl<'b> Replay<'b> {
    /// Not inlined: otherwise the compiler builds the value elsewhere and moves it.
    #[inline(never)]
    fn new(bytes: &'b [u8], start: usize, options: &'b ReplayOptions, alphabet: Option<&'static Alphabet>) -> Self {
        // Fallible calls come first, so that the rest is built in place.
        let line = Line::new(options.start());
        let findings = Findings::new(options.rules);
        Self {
            bytes,
            lexer: Lexer::new(bytes, start),
            start,
            wants_layout: findings.wants(Rule::BlankLineInMovetext) || findings.wants(Rule::MissingBlankLine),
            wants_numbering: findings.wants(Rule::ExportNumbering),
            checks_suffixes: findings.wants(Rule::MissingCheckSuffix) || findings.wants(Rule::WrongCheckSuffix),
            searches: findings.wants(Rule::FlagDrawWinnable) || findings.wants(Rule::ResignationUnwinnable),
            flag_winner: None,
            findings,
            tags: TagBook::default(),
            line,
            outer: Vec::new(),
            unread: None,
            variation_moves: options.variations.then(Vec::new),
            split: Vec::new(),
            alphabet,
            language_settled: false,
            restart_in: None,
            is_chess: true,
            options,
            has_start: true,
            illegal_move: None,
            moves_begun: None,
            plain: start..start,
            previous: None,
            dead_since: None,
            marker: None,
            nonstandard_result: None,
            late_moves: false,
            has_comments: false,
            has_open_comment: false,
            clocks: [None; 2],
            board_ending: BoardEnding::default(),
            reported_limits: Vec::new(),
        }
    }

    fn run(&mut self) {
        let plain = self.read_canonical_tags().unwrap_or(self.start..self.start);
        if !self.wants_layout
            && let Some(at) = self.lexer.begin_canonical_movetext()
        {
            self.begin_moves(at);
        }
        let mut fast_buffers = buffers::take_fast_buffers(self.options.reader, plain);
        self.run_with(&mut fast_buffers);
        self.plain = fast_buffers.index.plain();
        buffers::return_fast_buffers(fast_buffers);
    }

    fn run_with(&mut self, fast_buffers: &mut FastBuffers) {
        loop {
            self.run_fast_path(fast_buffers);
            if self.read_plain_comments() {
                continue;
            }
            if !self.wants_layout
                && let Some((token, outcome)) = self.lexer.canonical_marker()
            {
                self.result(&token, outcome);
                self.previous = Some(token);
            }
            let Some(token) = self.lexer.next_token() else { return };
            if self.wants_layout {
                self.layout(&token);
            }
            match token.kind {
                TokenKind::Symbol => self.move_text(&token),
                TokenKind::Number(value) => self.number(&token, value),
                TokenKind::Tag => self.tag(&token),
                _ => self.other(&token),
            }
            self.previous = Some(token);
            if token.kind == TokenKind::Tag {
                self.read_canonical_tags();
            }
            if self.restart_in.is_some() {
                return;
            }
        }
    }

    /// Whether canonical SAN tokens are moves of the current line.
    fn accepts_canonical_san(&self) -> bool {
        let is_open = self.line.state == State::Open && self.line.records.len() <= MAX_PLIES;
        is_open && self.alphabet.is_none() && self.marker.is_none()
    }

    #[inline(never)]
    fn move_text(&mut self, token: &Token) {
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        if self.accepts_canonical_san()
            && self.play_canonical(Bytes8::from_prefix(&self.bytes[token.start..]), token.span())
        {
            self.after_move(token);
            return;
        }
        if self.line.records.len() > MAX_PLIES && self.line.state == State::Open {
            self.report_limit(Limit::Length, token.span());
            self.line.state = State::Lost;
        }
        self.lenient_move(token);
    }

    /// Runs the checks that follow every move outside the fast path.
    fn after_move(&mut self, token: &Token) {
        self.release_pending();
        if self.wants_numbering {
            self.check_export_numbering(token);
        }
    }

    /// Records the last move and checks its suffix, where a cheap comparison does not settle it.
    #[inline(always)]
    fn set_last_move(&mut self, san: Span, suffix: Option<CheckSuffix>) {
        self.line.last_san = san;
        self.line.last_suffix = suffix;
        if (suffix == Some(CheckSuffix::Check)) != self.line.in_check
            || matches!(suffix, Some(CheckSuffix::Mate | CheckSuffix::Double))
        {
            self.verify_check_suffix();
        }
    }

    /// Handles tokens that are neither move text, numbers nor tags.
    fn other(&mut self, token: &Token) {
        match token.kind {
            TokenKind::Comment(shape) => self.comment(token, shape),
            TokenKind::Suffix => self.suffix(token),
            TokenKind::Nag(value) => self.nag(token, value),
            TokenKind::Open => self.open(token),
            TokenKind::Close => self.close(token),
            TokenKind::Termination(outcome) => self.result(token, outcome),
            TokenKind::StrayBrace => self.findings.add(Rule::StrayBrace, token.span(), Evidence::Nothing),
            TokenKind::Reserved => self.quote(Rule::ReservedToken, token),
            TokenKind::StrayText => self.stray_text(token),
            TokenKind::OddSpace => self.findings.add(Rule::UnusualWhiteSpace, token.span(), Evidence::Nothing),
            TokenKind::ByteOrderMark => {
                let rule = if token.start == 0 { Rule::ByteOrderMark } else { Rule::StrayByteOrderMark };
                self.findings.add(rule, token.span(), Evidence::Nothing);
            }
            TokenKind::Junk => self.junk(token),
            TokenKind::Dots if self.marker.is_some() => self.report_move_after_result(token),
            TokenKind::Dots
            | TokenKind::LineComment
            | TokenKind::Escape
            | TokenKind::Symbol
            | TokenKind::Number(_)
            | TokenKind::Tag => {}
        }
    }

    /// Sets up the starting position, since the movetext begins at `at`.
    #[cold]
    fn begin_moves(&mut self, at: usize) {
        self.moves_begun = Some(at);
        self.set_up();
    }

    fn open(&mut self, token: &Token) {
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        if self.marker.is_some() {
            self.report_after_result(token, Evidence::Message("a variation follows the termination marker".to_owned()));
        }
        if self.line.state == State::Lost || self.marker.is_some() {
            self.unread.get_or_insert(Unread { opened: token.start, depth: 0 }).depth += 1;
            return;
        }
        let is_too_deep = self.outer.len() >= MAX_DEPTH;
        let before = if is_too_deep { None } else { self.line.before() };
        let mut variation = before.unwrap_or_else(|| {
            if is_too_deep {
                self.report_limit(Limit::Depth, token.span());
            } else {
                self.findings.add(Rule::VariationBeforeMove, token.span(), Evidence::Nothing);
            }
            let mut lost = Line::new(self.line.position.clone());
            lost.state = State::Lost;
            lost
        });
        variation.opened = token.start;
        variation.numbering = self.line.numbering;
        self.outer.push(mem::replace(&mut self.line, variation));
    }

    fn close(&mut self, token: &Token) {
        if let Some(Unread { opened, depth }) = self.unread.take() {
            match depth {
                1 => self.drop_inner_result(opened),
                _ => self.unread = Some(Unread { opened, depth: depth - 1 }),
            }
            return;
        }
        let Some(outer) = self.outer.pop() else {
            self.findings.add(Rule::StrayParenthesis, token.span(), Evidence::Nothing);
            return;
        };
        self.finish_line();
        let variation = mem::replace(&mut self.line, outer);
        self.line.numbering.after_variation(variation.numbering);
        self.drop_inner_result(variation.opened);
        if !variation.has_moves() {
            self.findings.add(Rule::EmptyVariation, variation.opened..token.end, Evidence::Nothing);
        }
        self.keep_moves(&variation);
    }

    /// Keeps the moves of a variation, if the options ask for them.
    fn keep_moves(&mut self, variation: &Line) {
        let Some(variation_moves) = &mut self.variation_moves else { return };
        variation_moves
            .extend(variation.records.iter().skip(1).map(|&PlyRecord { offset, mv, .. }| VariationMove { offset, mv }));
    }

    /// Whether no variation is open.
    fn is_main_line(&self) -> bool {
        self.outer.is_empty() && self.unread.is_none()
    }

    /// Checks the end of a line: a final `+` that no move follows can be mate.
    fn finish_line(&mut self) {
        self.report_number_without_move();
        self.release_pending();
        if self.line.last_suffix == Some(CheckSuffix::Check) && self.line.is_mate() {
            let span = self.line.last_san.clone();
            let found = self.text(span.clone());
            self.add_at_last_move(Rule::WrongCheckSuffix, span, Evidence::Instead { found, expected: "#".to_owned() });
        }
    }

    fn result(&mut self, token: &Token, outcome: Outcome) {
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        if !self.is_main_line() {
            // The marker is still the game's if the variation is never closed.
            self.findings.add(Rule::ResultInVariation, token.span(), Evidence::Quote(self.text(token.span())));
            self.nonstandard_result = Some((Some(outcome), token.span()));
            return;
        }
        if self.marker.is_some() {
            self.quote(Rule::SeveralResults, token);
            return;
        }
        self.marker = Some((outcome, token.span()));
    }

    fn text(&self, span: Span) -> String {
        excerpt(&self.bytes[span])
    }

    fn quote(&mut self, rule: Rule, token: &Token) {
        let text = self.text(token.span());
        self.findings.add(rule, token.span(), Evidence::Quote(text));
    }

    /// Reports a limit once.
    #[cold]
    fn report_limit(&mut self, limit: Limit, span: Span) {
        if !self.reported_limits.contains(&limit) {
            self.reported_limits.push(limit);
            self.findings.add(Rule::BeyondLimits, span, Evidence::Message(limit.sentence().to_owned()));
        }
    }

    /// Adds a finding about the next move.
    fn add_at_next_move(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        let fen = self.line.position.to_fen();
        self.findings.add_at(rule, span, self.line.moment(), fen, evidence);
    }

    /// Adds a finding about the move just played.
    #[cold]
    fn add_at_last_move(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        match self.line.before() {
            Some(before) => self.findings.add_at(rule, span, before.moment(), before.position.to_fen(), evidence),
            None => self.findings.add(rule, span, evidence),
        }
    }

    /// Runs the final checks and takes the game out of the reader.
    fn finish(&mut self) -> Game {
        let start = self.start;
        let end = self.lexer.position();
        let ending = self.lexer.ending().unwrap_or(TextEnding::EndOfText { clean: false });
        let is_game = self.moves_begun.is_some() || !self.tags.is_empty();
        if is_game {
            self.conclude(ending);
        }
        self.encoding(start..end);
        let mut variation_moves = self.variation_moves.take().unwrap_or_default();
        variation_moves.sort_unstable_by_key(|variation_moves| variation_moves.offset);
        let status = match () {
            () if !is_game => Validity::NoGame,
            () if self.findings.has_error() => Validity::Invalid,
            () if !self.is_chess => Validity::Unchecked,
            () => Validity::Valid,
        };
        Game {
            span: start..end,
            ending,
            is_open_ended: self.lexer.is_open_ended(),
            status,
            plies: self.line.ply,
            is_complete: self.line.state == State::Open && self.is_chess,
            illegal_move: self.illegal_move,
            position: self.line.position.clone(),
            start: self.starting_position(),
            has_start: self.has_start,
            records: mem::take(&mut self.line.records),
            variation_moves,
            split: mem::take(&mut self.split),
            tags: mem::take(&mut self.tags),
            outcome: self.marker.as_ref().map(|(outcome, _)| *outcome),
            marker: self.marker.take().map(|(_, span)| span),
            board_ending: BoardEnding { dead_since: self.dead_since, ..self.board_ending },
            report: self.findings.finish(),
        }
    }

    fn day(&self) -> Option<Day> {
        self.tags.date
    }
}
