//! The reader of movetext: moves, variations and the result.
//!
//! [`Movetext::read_move`] plays canonical SAN at once. [`lenient`] reads everything else, annotations too: it plays what it can resolve and
//! reports how the text deviates. [`split`] joins moves that white space splits, [`root_cause`] finds the one cause
//! behind many illegal moves, and [`holes`] missing moves. They decide by the text [`ahead`].
//!
//! [`results`] reads results in any form. [`numbers`] checks move numbers and check suffixes, and [`comments`] brackets
//! that are mixed up, moves in comments, and text of other formats.

mod ahead;
mod comments;
mod holes;
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
use crate::pgn::lex::{Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::Limit;
use super::cursor::Cursor;
use super::language::Language;
use super::lines::{Line, Lines, MAX_DEPTH, State};
use super::options::ReplayOptions;
use super::played_game::{Start, Stated};
use super::ply_record::MAX_PLIES;
use super::tags::TagBook;
use ahead::Ahead;

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
    pub(super) is_illegal_move_answered: bool,
    /// The text ahead of the last token that was not a move, see [`Self::gap_at`](Movetext::gap_at).
    no_moves_before: Ahead,
    reported_limits: Vec<Limit>,
    /// Whether moves in capital letters were reported.
    has_capitals: bool,
    /// Whether a `)` after a move number was reported.
    has_numbers_in_brackets: bool,
    /// Whether HTML entities, and markup of a forum, were reported: once each.
    reported_markup: [bool; 2],
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
            is_illegal_move_answered: false,
            no_moves_before: Ahead::default(),
            reported_limits: Vec::new(),
            has_capitals: false,
            has_numbers_in_brackets: false,
            reported_markup: [false; 2],
        }
    }

    /// Makes `start` the starting position.
    pub(super) fn set_start(&mut self, start: Start) {
        if let Some(position) = start.fen_position() {
            let mut line = Line::new(position.clone());
            // No game numbers its first move 0, so blame the FEN's number.
            line.numbers.lead.shift = 2 * i64::from(position.fullmove_number() == 0);
            *self.lines.line_mut() = line;
        }
        if !start.is_known {
            self.lines.line_mut().state = State::Lost;
        }
        self.start = start;
    }

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
        line.numbers.pending.is_none() && line.numbers.lead.is_of_moves() && self.accepts_canonical_san()
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
    pub(super) fn read_move(&mut self, token: &Token, tags: &TagBook) {
        if self.cursor.bytes().get(token.end).is_some_and(u8::is_ascii_digit) && self.line().state == State::Open {
            self.report_glued_number(token);
        }
        if self.line().numbers.pending.is_some() && self.continues_line_by_number(token) {
            return;
        }
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
        self.lenient_move(token, tags);
    }

    /// Whether a move after a wrong number is the first of a variation that [continues its line](Self::continues_line).
    #[cold]
    fn continues_line_by_number(&mut self, token: &Token) -> bool {
        let is_read = self.lines.is_variation() && self.line().state == State::Open && !self.stated.is_over();
        let parsed = self.language.parse(self.cursor.bytes_of(token)).filter(|_| is_read);
        parsed.is_some_and(|parsed| self.continues_line(token, &parsed))
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

    pub(super) fn open(&mut self, token: &Token) {
        if self.stated.is_over() {
            self.report_after_result(token, Evidence::Message("a variation follows the termination marker".to_owned()));
        }
        if self.line().state == State::Lost || self.stated.is_over() {
            return self.lines.open_unread(token.start);
        }
        let text = &self.cursor.bytes()[token.end..];
        let remark_end = end_of_time(text).or_else(|| end_of_prose(text));
        let is_remark = remark_end.is_some_and(|end| self.cursor.lexer_mut().pass_to(token.end + end));
        let is_too_deep = self.lines.depth() >= MAX_DEPTH;
        let before = if is_too_deep { None } else { self.line_mut().before() };
        let mut variation = before.unwrap_or_else(|| {
            if is_too_deep {
                self.report_limit(Limit::Depth, token.span());
            } else if !is_remark {
                self.findings.add(Rule::VariationBeforeMove, token.span(), Evidence::Nothing);
            }
            self.lines.lost()
        });
        variation.opened = token.start;
        variation.numbers.lead = self.line().numbers.lead;
        self.no_moves_before = Ahead::default();
        self.lines.enter(variation);
    }

    pub(super) fn close(&mut self, token: &Token) {
        if self.lines.is_unread() {
            if let Some(opened) = self.lines.close_unread() {
                self.stated.leave_variation(opened);
            }
            return;
        }
        if !self.lines.is_variation() {
            return self.stray_parenthesis(token);
        }
        self.finish_line();
        let Some(variation) = self.lines.leave() else { return };
        self.line_mut().numbers.lead.after_variation(variation.numbers.lead);
        self.stated.leave_variation(variation.opened);
        if !variation.has_moves() {
            let text = &self.cursor.bytes()[variation.opened + 1..token.end];
            let is_whole = |end: Option<usize>| end.is_some_and(|end| end + 1 == text.len());
            let what = match () {
                () if is_whole(end_of_time(text)) => "time",
                () if is_whole(end_of_prose(text)) => "remark",
                () => "",
            };
            let evidence = if what.is_empty() {
                Evidence::Nothing
            } else {
                let remark = self.cursor.excerpt(variation.opened + 1..token.start);
                Evidence::Message(format!("a {what} in round brackets is no variation: write `{{{remark}}}`"))
            };
            self.findings.add(Rule::EmptyVariation, variation.opened..token.end, evidence);
        }
    }

    /// Reports a `)` that closes no variation; one after a move number, `1)`, once a game.
    #[cold]
    fn stray_parenthesis(&mut self, token: &Token) {
        let number = self.cursor.previous().filter(|previous| {
            previous.end == token.start && matches!(previous.kind, TokenKind::Number(_)) && self.dots(previous) == 0
        });
        let evidence = match number {
            Some(_) if std::mem::replace(&mut self.has_numbers_in_brackets, true) => return,
            Some(number) => {
                let number = self.cursor.excerpt(number.span());
                Evidence::Message(format!("`{number})`: a move number has a dot, `{number}.`"))
            }
            None => Evidence::Nothing,
        };
        self.findings.add(Rule::StrayParenthesis, token.span(), evidence);
    }

    /// Checks the end of a line: a final `+` that no move follows can be mate.
    pub(super) fn finish_line(&mut self) {
        self.report_number_without_move();
        self.release_pending();
        if self.line().last_suffix == Some(CheckSuffix::Check) && self.line().is_mate() {
            let span = self.line().last_san.clone();
            self.add_check_suffix(Rule::WrongCheckSuffix, span);
        }
    }

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

/// The maximum length of a time in parentheses.
const MAX_TIME_LENGTH: usize = 24;

/// The offset of the `)` after a text that is only a time, or several: `0:05`, `1:30:00/5s`.
fn end_of_time(text: &[u8]) -> Option<usize> {
    let end = text.iter().take(MAX_TIME_LENGTH).position(|byte| *byte == b')')?;
    let text = str::from_utf8(&text[..end]).ok()?;
    let is_time = |part: &str| {
        let part: String = part.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        is_clock(&part) || is_duration(&part)
    };
    text.split(['/', ',', '+']).all(is_time).then_some(end)
}

/// The maximum length of a remark in parentheses.
const MAX_REMARK_LENGTH: usize = 400;

/// The offset of the `)` after a text of words that has no move: no digit, no castling, no null move.
fn end_of_prose(text: &[u8]) -> Option<usize> {
    let stops = |byte: &u8| byte.is_ascii_digit() || b"(){}[];$%*<>".contains(byte);
    let end = text.iter().take(MAX_REMARK_LENGTH).position(stops).filter(|end| text[*end] == b')')?;
    let text = str::from_utf8(&text[..end]).ok()?;
    let is_move = |word: &str| word.contains("--") || matches!(word.to_ascii_lowercase().as_bytes(), [b'o', b'-', ..]);
    let is_word = |word: &str| {
        word.len() > 2
            && word.trim_end_matches([',', '.', ':', '!', '?']).chars().all(char::is_alphabetic)
            && !lenient::is_annotation_word(word)
    };
    let mut words = text.split_whitespace();
    (!words.clone().any(is_move) && words.any(is_word)).then_some(end)
}

/// Whether a text is a time with colons, `0:05` or `1:30:00.5`.
fn is_clock(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let fields: Vec<&str> = whole.split(':').collect();
    (2..=3).contains(&fields.len())
        && fields.iter().all(|field| are_digits(field))
        && fields[1..].iter().all(|field| field.len() == 2)
        && are_digits(fraction)
}

/// Whether a text is a time with units: `5s`, `1h02m`, `12.5 sec`.
fn is_duration(text: &str) -> bool {
    const UNITS: [&str; 12] = ["h", "hr", "hrs", "m", "min", "mins", "minutes", "s", "sec", "secs", "seconds", "'"];
    let mut rest = text;
    while !rest.is_empty() {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let unit = &number[..number.find(|c: char| c.is_ascii_digit()).unwrap_or(number.len())];
        if number.len() == rest.len() || !UNITS.contains(&unit.to_ascii_lowercase().trim_end_matches('.')) {
            return false;
        }
        rest = &number[unit.len()..];
    }
    !text.is_empty()
}
