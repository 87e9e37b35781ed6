//! The reader of movetext: moves, variations and the result.
//!
//! [`Movetext::read_move`] plays canonical SAN at once. [`lenient`] reads everything else: it plays what it can resolve and
//! reports how the text deviates. [`split`] joins moves that white space splits, and [`root_cause`] finds the one cause
//! behind many illegal moves.

mod annotations;
pub(in crate::game) mod lenient;
mod numbers;
pub(in crate::game) mod results;
mod root_cause;
pub(in crate::game) mod split;

use crate::chess::piece::Color;
use crate::chess::san::fast_path::CanonicalSan;
use crate::chess::san::{self, CheckSuffix, Disambiguation};
use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::rules::{Rule, RuleSet};
use crate::pgn::index::Bytes8;
use crate::pgn::lex::{Outcome, Token};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::Limit;
use super::cursor::Cursor;
use super::language::Language;
use super::line::{Line, State};
use super::lines::{Lines, MAX_DEPTH};
use super::options::ReplayOptions;
use super::ply_record::MAX_PLIES;
use super::setup::Start;
use super::stated::Stated;

/// The state of the movetext that is being read.
pub(super) struct Movetext<'b> {
    pub(super) cursor: Cursor<'b>,
    pub(super) findings: Findings,
    pub(super) lines: Lines,
    pub(super) stated: Stated,
    pub(super) language: Language,
    pub(super) start: Start,
    pub(super) options: &'b ReplayOptions,
    /// See [`Game::illegal_move`](super::Game::illegal_move).
    pub(super) illegal_move: Option<Rule>,
    reported_limits: Vec<Limit>,
}

impl<'b> Movetext<'b> {
    /// The movetext of the game that starts at `start`, before any token.
    #[inline]
    pub(super) fn new(bytes: &'b [u8], start: usize, options: &'b ReplayOptions, language: Language) -> Self {
        // Fallible calls come first, so that the rest is built in place.
        let lines = Lines::new(Line::new(options.start()), options.variations);
        Self {
            cursor: Cursor::new(bytes, start),
            findings: Findings::new(options.rules).listing(options.listed),
            lines,
            stated: Stated::default(),
            language,
            start: Start::default(),
            options,
            illegal_move: None,
            reported_limits: Vec::new(),
        }
    }

    /// Makes `start` the starting position.
    pub(super) fn set_start(&mut self, start: Start) {
        if let Some(position) = start.fen_position() {
            let mut line = Line::new(position.clone());
            // No game numbers its first move 0, so blame the FEN's number.
            line.numbers.lead.shift = u32::from(position.fullmove_number() == 0);
            *self.lines.line_mut() = line;
        }
        if !start.is_known {
            self.lines.line_mut().state = State::Lost;
        }
        self.start = start;
    }

    /// The current line.
    #[inline]
    pub(super) fn line(&self) -> &Line {
        self.lines.line()
    }

    #[inline]
    pub(super) fn line_mut(&mut self) -> &mut Line {
        self.lines.line_mut()
    }

    /// Whether the fast path may read the next tokens.
    #[inline]
    pub(super) fn accepts_fast_path(&self) -> bool {
        let line = self.line();
        line.numbers.pending.is_none() && line.numbers.lead.carried == 0 && self.accepts_canonical_san()
    }

    /// The side that made the last move of the main line. `None` in variations, where clocks are not compared.
    pub(super) fn last_mover(&self) -> Option<Color> {
        (!self.lines.is_variation() && self.line().ply > 0).then(|| self.lines.position().turn().other())
    }

    /// Whether canonical SAN tokens are moves of the current line.
    fn accepts_canonical_san(&self) -> bool {
        let is_open = self.line().state == State::Open && self.line().records.len() <= MAX_PLIES;
        is_open && self.language.is_english() && !self.stated.is_over()
    }

    /// Plays the move of a token, or reports why it cannot be played.
    #[inline(never)]
    pub(super) fn read_move(&mut self, token: &Token) {
        if self.accepts_canonical_san()
            && self.play_canonical(Bytes8::from_prefix(&self.cursor.bytes()[token.start..]), token.span())
        {
            self.after_move(token);
            return;
        }
        if self.line().records.len() > MAX_PLIES && self.line().state == State::Open {
            self.report_limit(Limit::Length, token.span());
            self.line_mut().state = State::Lost;
        }
        self.lenient_move(token);
    }

    /// Plays a canonical SAN token. Returns false if the token needs another path.
    #[inline(never)]
    pub(in crate::game::replay) fn play_canonical(&mut self, first_bytes: Bytes8, san: Span) -> bool {
        let disambiguation = self.accepted_disambiguation();
        let start = self.cursor.start();
        let line = self.lines.line_mut();
        let played = line.position.play_canonical(first_bytes.bits(), san.len(), line.in_check, disambiguation);
        let Some(CanonicalSan { mv, check, .. }) = played else { return false };
        line.record_move(mv, check, san.start - start);
        let suffix = san::mark(&self.cursor.bytes()[san.clone()]);
        self.set_last_move(san, suffix);
        true
    }

    /// Which disambiguation is accepted: any, unless N107 reports needless disambiguation.
    pub(super) fn accepted_disambiguation(&self) -> Disambiguation {
        let is_reported = self.findings.wants(Rule::NeedlessDisambiguation);
        if is_reported { Disambiguation::Needed } else { Disambiguation::Any }
    }

    /// Runs the checks that follow every move outside the fast path.
    fn after_move(&mut self, token: &Token) {
        self.release_pending();
        if self.findings.wants(Rule::ExportNumbering) {
            self.check_export_numbering(token);
        }
    }

    /// Records the last move and checks its suffix, where a cheap comparison does not settle it.
    #[inline(always)]
    fn set_last_move(&mut self, san: Span, suffix: Option<CheckSuffix>) {
        self.line_mut().last_san = san;
        self.line_mut().last_suffix = suffix;
        if (suffix == Some(CheckSuffix::Check)) != self.line().in_check
            || matches!(suffix, Some(CheckSuffix::Mate | CheckSuffix::Double))
        {
            self.verify_check_suffix();
        }
    }

    /// Opens a variation.
    pub(super) fn open(&mut self, token: &Token) {
        if self.stated.is_over() {
            self.report_after_result(token, Evidence::Message("a variation follows the termination marker".to_owned()));
        }
        if self.line().state == State::Lost || self.stated.is_over() {
            return self.lines.open_unread(token.start);
        }
        let is_too_deep = self.lines.depth() >= MAX_DEPTH;
        let before = if is_too_deep { None } else { self.line_mut().before() };
        let mut variation = before.unwrap_or_else(|| {
            if is_too_deep {
                self.report_limit(Limit::Depth, token.span());
            } else {
                self.findings.add(Rule::VariationBeforeMove, token.span(), Evidence::Nothing);
            }
            self.lines.lost()
        });
        variation.opened = token.start;
        variation.numbers.lead = self.line().numbers.lead;
        self.lines.enter(variation);
    }

    /// Closes a variation.
    pub(super) fn close(&mut self, token: &Token) {
        if self.lines.is_unread() {
            if let Some(opened) = self.lines.close_unread() {
                self.stated.leave_variation(opened);
            }
            return;
        }
        if !self.lines.is_variation() {
            self.findings.add(Rule::StrayParenthesis, token.span(), Evidence::Nothing);
            return;
        }
        self.finish_line();
        let Some(variation) = self.lines.leave() else { return };
        self.line_mut().numbers.lead.after_variation(variation.numbers.lead);
        self.stated.leave_variation(variation.opened);
        if !variation.has_moves() {
            self.findings.add(Rule::EmptyVariation, variation.opened..token.end, Evidence::Nothing);
        }
    }

    /// Checks the end of a line: a final `+` that no move follows can be mate.
    pub(super) fn finish_line(&mut self) {
        self.report_number_without_move();
        self.release_pending();
        if self.line().last_suffix == Some(CheckSuffix::Check) && self.line().is_mate() {
            let span = self.line().last_san.clone();
            let found = self.cursor.excerpt(span.clone());
            self.add_at_last_move(Rule::WrongCheckSuffix, span, Evidence::Instead { found, expected: "#".to_owned() });
        }
    }

    /// Closes the variations that are open at the end of the game.
    pub(super) fn close_variations(&mut self, ending: TextEnding, has_open_comment: bool) {
        let is_cut = matches!(ending, TextEnding::EndOfText { .. }) && !self.stated.has_other();
        let is_unclosed = !self.lines.is_main_line();
        if let Some(opened) = self.lines.drop_unread().filter(|_| !is_cut) {
            self.findings.add(Rule::UnclosedVariation, opened..opened + 1, Evidence::Nothing);
        }
        while self.lines.is_variation() {
            self.finish_line();
            let Some(variation) = self.lines.leave() else { break };
            let span = variation.opened..variation.opened + 1;
            if variation.is_misclosed {
                // Its `]` was reported.
            } else if !is_cut {
                self.findings.add(Rule::UnclosedVariation, span, Evidence::Nothing);
            } else if !self.lines.is_variation() && !self.findings.has(Rule::TruncatedGame) && !has_open_comment {
                let last = self.cursor.previous().map_or(span, |token| token.span());
                self.findings.quote(Rule::TruncatedGame, self.cursor.bytes(), last);
            }
        }
        if is_unclosed && self.stated.adopt_other() {
            self.findings.retract(RuleSet::from(Rule::ResultInVariation));
        }
    }

    /// Reads a termination marker.
    pub(super) fn read_result(&mut self, token: &Token, outcome: Outcome) {
        if !self.lines.is_main_line() {
            // The marker is still the game's if the variation is never closed.
            self.quote(Rule::ResultInVariation, token);
            self.stated.set_other(Some(outcome), token.span());
        } else if self.stated.is_over() {
            self.quote(Rule::SeveralResults, token);
        } else {
            self.stated.set_marker(outcome, token.span());
        }
    }

    pub(super) fn quote(&mut self, rule: Rule, token: &Token) {
        self.findings.quote(rule, self.cursor.bytes(), token.span());
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
        self.findings.add_at(rule, span, self.line().moment(), self.lines.position(), evidence);
    }

    /// Adds a finding about the move just played.
    #[cold]
    pub(super) fn add_at_last_move(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        let _ = self.line_mut().rebase();
        match self.line().before_last() {
            Some((before, moment)) => self.findings.add_at(rule, span, moment, &before, evidence),
            None => self.findings.add(rule, span, evidence),
        }
    }
}
