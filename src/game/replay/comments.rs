//! The checks of comments and of the commands in them.

use std::hint::cold_path;

use crate::chess::piece::Color;
use crate::chess::san::fast_path::SanToken;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::excerpt::excerpt;
use crate::game::finding::list::Findings;
use crate::game::rules::{Rule, Severity};
use crate::pgn::comment::{self, ServerComment, SimpleCommand};
use crate::pgn::lex::{CommentShape, Token};
use crate::pgn::place::Span;
use crate::pgn::section_start::{quotes_games, swallowed_games};
use crate::pgn::text::count_line_ends;

/// What the comments of a game leave to later checks.
#[derive(Default)]
pub(super) struct CommentState {
    is_any: bool,
    is_open: bool,
    /// The last clock of each side, in hundredths of a second.
    clocks: [Option<u64>; 2],
}

impl CommentState {
    /// Whether a brace comment was read.
    pub(super) fn is_any(&self) -> bool {
        self.is_any
    }

    /// Notes that brace comments were read, if this is true.
    pub(super) fn note(&mut self, is_any: bool) {
        self.is_any |= is_any;
    }

    /// Whether a brace comment is never closed.
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }

    /// The last clock of a side in the main line, in hundredths of a second.
    pub(super) fn clock(&self, color: Color) -> Option<u64> {
        self.clocks[color.index()]
    }
}

/// Checks the comments of a game.
pub(super) struct CommentChecker<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) state: &'a mut CommentState,
    pub(super) findings: &'a mut Findings,
}

impl CommentChecker<'_> {
    /// Reads the commands in comments among `tokens`, which the fast path has just passed. Token offsets count from
    /// `from`. Before them, `turn` was the side to move and `mover` had made the last move, see [`last_mover`].
    /// `is_main_line` tells whether they begin in the main line: clocks are compared only there.
    #[inline(never)]
    pub(super) fn read_indexed_commands(
        &mut self,
        tokens: &[SanToken],
        from: usize,
        turn: Color,
        mover: Option<Color>,
        is_main_line: bool,
    ) {
        let bytes = self.bytes;
        let (mut turn, mut mover) = (turn, mover);
        // The number of variations opened among these tokens, and the mover before the first.
        let (mut depth, mut before) = (0_usize, None);
        for token in tokens {
            if !token.is_no_move() {
                // Other tokens that the fast path passes are played moves.
                if depth == 0 {
                    mover = is_main_line.then_some(turn);
                    turn = turn.other();
                }
            } else if token.opens_with_brace() {
                let start = from + token.start();
                match comment::read_server_comment(&bytes[start..], token.length()) {
                    Some(ServerComment { clock: Some(now) }) => self.take_clock(now, mover),
                    Some(ServerComment { clock: None }) => {}
                    None => self.read_other_comment(start..start + token.length(), mover),
                }
            } else if !token.opens_with_digit() {
                match bytes[from + token.start()] {
                    b'(' => {
                        if depth == 0 {
                            before = mover.take();
                        }
                        depth += 1;
                    }
                    b')' if depth > 0 => {
                        depth -= 1;
                        if depth == 0 {
                            mover = before;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reads the commands of a closed comment that has no usual form.
    #[inline(never)]
    fn read_other_comment(&mut self, comment: Span, mover: Option<Color>) {
        let Span { start, end } = comment;
        let text = &self.bytes[start + 1..end];
        let blanks = usize::from(text.starts_with(b" "));
        let bracket = if text.get(blanks) == Some(&b'[') { Some(blanks) } else { memchr::memchr(b'[', text) };
        if let Some(bracket) = bracket {
            self.read_commands(start + 1 + bracket..end, mover);
        }
    }

    /// Checks a comment. `mover` made the move before it. `misclosed` says that it is closed with another bracket.
    pub(super) fn check(
        &mut self,
        token: &Token,
        shape: CommentShape,
        misclosed: Option<String>,
        mover: Option<Color>,
    ) {
        self.state.is_any = true;
        if shape != CommentShape::Closed {
            self.check_comment_shape(token, shape, misclosed);
        }
        self.read_commands(token.span(), mover);
    }

    #[cold]
    fn check_comment_shape(&mut self, token: &Token, shape: CommentShape, misclosed: Option<String>) {
        self.state.is_open |= shape == CommentShape::Unclosed;
        if let Some(message) = misclosed {
            let evidence = Evidence::Message(message);
            return self.findings.add(Rule::UnclosedComment, token.start..token.start + 1, evidence);
        }
        let inner = memchr::memchr(b'{', &self.bytes[token.start + 1..token.end]).map(|at| token.start + 1 + at);
        match (shape, inner) {
            (CommentShape::Unclosed, _) => {
                self.findings.add(Rule::UnclosedComment, token.start..token.start + 1, Evidence::Nothing);
            }
            (_, Some(inner)) => self.findings.add(Rule::NestedComment, inner..inner + 1, Evidence::Nothing),
            _ => {}
        }
    }

    /// Reads the commands in `within`, all or the end of a comment. `mover` made the move before it.
    pub(super) fn read_commands(&mut self, within: Span, mover: Option<Color>) {
        let Span { start: mut at, end } = within;
        while let Some((command, length)) =
            comment::read_short_command(&self.bytes[at..]).filter(|brief| at + brief.1 <= end)
        {
            if let SimpleCommand::Clock(now) = command {
                self.take_clock(now, mover);
            }
            at += length;
            if self.bytes[at..end].starts_with(b" [") {
                at += 1;
            }
        }
        // Usually nothing else is left.
        if self.bytes[at..end] != *b" }" {
            self.read_other_commands(at..end, mover);
        }
    }

    #[inline(never)]
    fn read_other_commands(&mut self, within: Span, mover: Option<Color>) {
        self.report_swallowed_games(&within);
        let start = within.start;
        let text = &self.bytes[within];
        for command in comment::commands(text) {
            let name = &text[command.name];
            let argument = &text[command.argument];
            let span = start + command.span.start..start + command.span.end;
            let rule = if command.closed {
                match name {
                    b"clk" | b"emt" | b"egt" | b"mct" => self.clock_rule(name, argument, &span, mover),
                    b"eval" => (!comment::is_eval(argument)).then_some(Rule::MalformedEval),
                    b"csl" => (!comment::is_squares(argument)).then_some(Rule::MalformedShapes),
                    b"cal" => (!comment::is_arrows(argument)).then_some(Rule::MalformedShapes),
                    _ => Some(Rule::UnknownCommand),
                }
            } else {
                Some(Rule::UnclosedCommand)
            };
            if let Some(rule) = rule.filter(|rule| self.findings.wants(*rule)) {
                let quote = excerpt(&self.bytes[span.clone()]);
                self.findings.add(rule, span, Evidence::Quote(quote));
            }
        }
    }

    /// Reads the argument of a clock command. Returns the rule that it breaks, if it cannot be read.
    fn clock_rule(&mut self, name: &[u8], argument: &[u8], span: &Span, mover: Option<Color>) -> Option<Rule> {
        let is_elapsed = matches!(name, b"emt" | b"egt");
        match comment::read_time(argument) {
            Some(now) => {
                if name == b"clk" {
                    self.take_clock(now, mover);
                }
                if !comment::is_padded(argument) {
                    self.report_time_style(span.clone(), "minutes and seconds have two digits each: `h:mm:ss`");
                }
            }
            None if is_elapsed && comment::read_seconds(argument).is_some() => {
                self.report_time_style(span.clone(), "the elapsed time is in seconds; the supplement writes `h:mm:ss`");
            }
            None => return Some(Rule::MalformedClock),
        }
        None
    }

    /// Reports a time that is read, but written in another form.
    fn report_time_style(&mut self, span: Span, what: &str) {
        if self.findings.wants(Rule::MalformedClock) {
            let message = format!("`{}`: {what}", excerpt(&self.bytes[span.clone()]));
            self.findings.push(Finding {
                rule: Rule::MalformedClock,
                severity: Severity::Style,
                span,
                moment: None,
                evidence: Evidence::Message(message),
                article: None,
                fen: None,
            });
        }
    }

    /// Reports an unclosed comment that contains games, up to the `}` of a later comment. Tags contain a bracket, so
    /// comments without one need no check.
    fn report_swallowed_games(&mut self, within: &Span) {
        let text_end = within.end - usize::from(self.bytes[..within.end].ends_with(b"}"));
        let Some(_) = swallowed_games(self.bytes, within.start.min(text_end)..text_end).next() else { return };
        cold_path();
        let Some(start) = memchr::memrchr(b'{', &self.bytes[..=within.start]) else { return };
        if quotes_games(self.bytes, &(start..within.end)) {
            return;
        }
        let games = swallowed_games(self.bytes, start + 1..text_end).count();
        let spans = match 1 + count_line_ends(&self.bytes[start..within.end]) {
            1 => String::new(),
            lines => format!("spans {lines} lines and "),
        };
        let (of, are) = match games {
            1 => ("a game".to_owned(), "this game is"),
            games => (format!("{games} games"), "these games are"),
        };
        let message =
            format!("this comment {spans}contains the tags of {of}: its `}}` seems to be missing, and {are} not read");
        self.findings.add(Rule::UnclosedComment, start..start + 1, Evidence::Message(message));
    }

    /// Takes the clock after a move.
    #[inline]
    fn take_clock(&mut self, now: u64, mover: Option<Color>) {
        if let Some(mover) = mover {
            self.state.clocks[mover.index()] = Some(now);
        }
    }
}
