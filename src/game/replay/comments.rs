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
use crate::pgn::section_start::swallowed_games;
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
    /// The increment of the time control, in hundredths of a second, if it is known.
    pub(super) increment: Option<u64>,
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
                    Some(ServerComment { clock: Some(now) }) => {
                        self.check_clock(now, ServerComment::clock_span(&(start..start + token.length())), mover);
                    }
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

    /// Checks a comment. `mover` made the move before it.
    pub(super) fn check(&mut self, token: &Token, shape: CommentShape, mover: Option<Color>) {
        self.state.is_any = true;
        if shape != CommentShape::Closed {
            self.check_comment_shape(token, shape);
        }
        self.read_commands(token.span(), mover);
    }

    #[cold]
    fn check_comment_shape(&mut self, token: &Token, shape: CommentShape) {
        let inner = memchr::memchr(b'{', &self.bytes[token.start + 1..token.end]).map(|at| token.start + 1 + at);
        match (shape, inner) {
            (CommentShape::Unclosed, _) => {
                self.state.is_open = true;
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
                self.check_clock(now, at..at + length, mover);
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
                    b"clk" => match comment::read_time(argument) {
                        Some(now) => {
                            self.check_clock(now, span.clone(), mover);
                            None
                        }
                        None => Some(Rule::MalformedClock),
                    },
                    b"emt" if comment::read_seconds(argument).is_some() => {
                        self.report_seconds(span.clone());
                        None
                    }
                    b"emt" | b"egt" | b"mct" => comment::read_time(argument).is_none().then_some(Rule::MalformedClock),
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

    /// Reports an elapsed time in seconds. It is read, so it is only a matter of style.
    fn report_seconds(&mut self, span: Span) {
        if self.findings.wants(Rule::MalformedClock) {
            let found = excerpt(&self.bytes[span.clone()]);
            let message = format!("`{found}`: the elapsed time is in seconds; the supplement writes `h:mm:ss`");
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
        let Some(_) = swallowed_games(self.bytes, within.clone()).next() else { return };
        cold_path();
        let Some(start) = memchr::memrchr(b'{', &self.bytes[..=within.start]) else { return };
        let games = swallowed_games(self.bytes, start + 1..within.end).count();
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

    /// Compares a clock with the same player's previous one. `span` is the command.
    #[inline]
    fn check_clock(&mut self, now: u64, span: Span, mover: Option<Color>) {
        let Some(mover) = mover else { return };
        let before = self.state.clocks[mover.index()].replace(now);
        let (Some(before), Some(increment)) = (before, self.increment) else { return };
        // One second of tolerance, since servers round to whole seconds.
        if now > before + increment + 100 {
            cold_path();
            let found = excerpt(&self.bytes[span.clone()]);
            self.findings.add(Rule::ClockIncrease, span, Evidence::Quote(found));
        }
    }
}
