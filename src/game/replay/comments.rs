//! The checks of comments, comment commands, NAGs, move suffixes and stray text.

use std::hint::cold_path;
use std::iter;

use crate::chess::piece::Color;
use crate::chess::san::fast_path::SanToken;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::rules::{Rule, Severity};
use crate::pgn::comment::{self, ServerComment, SimpleCommand};
use crate::pgn::lex::{CommentShape, Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::game_openings;
use crate::pgn::text::count_line_ends;

use super::Replay;
use super::line::State;

/// The maximum number of characters quoted from text that touches a NAG.
const MAX_QUOTED: usize = 10;

impl Replay<'_> {
    /// Reads comments while they have the usual form. Returns whether there were any.
    #[inline]
    pub(super) fn read_plain_comments(&mut self) -> bool {
        let mut found = false;
        while let Some((token, bracket)) = self.lexer.next_plain_comment() {
            found = true;
            self.has_comments = true;
            if self.wants_layout {
                self.layout(&token);
            }
            if let Some(bracket) = bracket {
                self.read_commands(bracket..token.end, self.last_mover());
            }
            self.previous = Some(token);
        }
        found
    }

    /// Reads the commands in comments among `tokens`, which the fast path has just passed. Token offsets count from
    /// `from`.
    /// Before them, `turn` was the side to move and `mover` had made the last move, see [`Self::last_mover`].
    #[inline(never)]
    pub(super) fn read_indexed_commands(
        &mut self,
        tokens: &[SanToken],
        from: usize,
        turn: Color,
        mover: Option<Color>,
    ) {
        let bytes = self.bytes;
        // Clocks are compared only in the main line.
        let compared = self.outer.is_empty();
        let (mut turn, mut mover) = (turn, mover);
        // The number of variations opened among these tokens, and the mover before the first.
        let (mut depth, mut before) = (0_usize, None);
        for token in tokens {
            if !token.is_no_move() {
                // Other tokens that the fast path passes are played moves.
                if depth == 0 {
                    mover = compared.then_some(turn);
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

    /// The side that made the last move of the main line. `None` in variations, where clocks are not compared.
    pub(super) fn last_mover(&self) -> Option<Color> {
        (self.outer.is_empty() && self.line.ply > 0).then(|| self.line.position.turn().other())
    }

    pub(super) fn comment(&mut self, token: &Token, shape: CommentShape) {
        self.has_comments = true;
        if shape != CommentShape::Closed {
            self.check_comment_shape(token, shape);
        }
        self.read_commands(token.span(), self.last_mover());
    }

    /// The range of the last comment after the moves that begins or ends with a result.
    pub(super) fn result_in_comment(&self) -> Option<Span> {
        let end = self.lexer.position();
        let mut lexer = Lexer::new(self.bytes, self.start);
        let tokens = iter::from_fn(|| lexer.next_token().filter(|token| token.start < end));
        let texts = tokens.filter_map(|token| match token.kind {
            TokenKind::Comment(_) => Some(token.start + 1..token.end.max(token.start + 2) - 1),
            TokenKind::LineComment => Some(token.start + 1..token.end),
            _ => None,
        });
        let after_moves = texts.filter(|text| text.start >= self.line.last_san.end);
        after_moves.filter(|text| starts_or_ends_with_result(&self.bytes[text.clone()])).last()
    }

    #[cold]
    fn check_comment_shape(&mut self, token: &Token, shape: CommentShape) {
        let inner = memchr::memchr(b'{', &self.bytes[token.start + 1..token.end]).map(|at| token.start + 1 + at);
        match (shape, inner) {
            (CommentShape::Unclosed, _) => {
                self.has_open_comment = true;
                self.findings.add(Rule::UnclosedComment, token.start..token.start + 1, Evidence::Nothing);
            }
            (_, Some(inner)) => self.findings.add(Rule::NestedComment, inner..inner + 1, Evidence::Nothing),
            _ => {}
        }
    }

    /// Reads the commands in `within`, all or the end of a comment. `mover` made the move before it.
    fn read_commands(&mut self, within: Span, mover: Option<Color>) {
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
                let quote = self.text(span.clone());
                self.findings.add(rule, span, Evidence::Quote(quote));
            }
        }
    }

    /// Reports an unclosed comment that contains games, up to the `}` of a later comment. Tags contain a bracket, so
    /// comments without one need no check.
    fn report_swallowed_games(&mut self, within: &Span) {
        let games = game_openings(self.bytes, within.clone()).count();
        let Some(start) = memchr::memrchr(b'{', &self.bytes[..=within.start]).filter(|_| games > 0) else { return };
        cold_path();
        let lines = 1 + count_line_ends(&self.bytes[start..within.end]);
        let of = if games == 1 { "a game".to_owned() } else { format!("{games} games") };
        let message = format!(
            "this comment spans {lines} lines and contains the tags of {of}: its `}}` seems to be missing, and these \
             games are not read"
        );
        self.findings.push(Finding {
            rule: Rule::UnclosedComment,
            severity: Severity::Warning,
            span: start..start + 1,
            moment: None,
            evidence: Evidence::Message(message),
            article: None,
            fen: None,
        });
    }

    /// Compares a clock with the same player's previous one. `span` is the command.
    #[inline]
    fn check_clock(&mut self, now: u64, span: Span, mover: Option<Color>) {
        let Some(mover) = mover else { return };
        let before = self.clocks[mover.index()].replace(now);
        let (Some(before), Some(increment)) = (before, self.tags.increment) else { return };
        // One second of tolerance, since servers round to whole seconds.
        if now > before + increment + 100 {
            cold_path();
            let found = self.text(span.clone());
            self.findings.add(Rule::ClockIncrease, span, Evidence::Quote(found));
        }
    }

    /// Reports a NAG that is out of range, touches the next token, or has a dot like a move number.
    pub(super) fn nag(&mut self, token: &Token, value: Option<u8>) {
        if value.is_some() && self.bytes.get(token.end) == Some(&b'.') {
            let number = self.text(token.start + 1..token.end + 1);
            let message = format!("`${number}` is read as a NAG, but has a dot like the move number `{number}`");
            return self.findings.add(Rule::BadNag, token.start..token.end + 1, Evidence::Message(message));
        }
        let glued = self.bytes[token.end..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_alphanumeric());
        let whole = token.start..token.end + glued.count();
        if whole.end == token.end {
            return if value.is_none() {
                self.quote(Rule::BadNag, token);
            };
        }
        let (nag, word) = (self.text(token.span()), self.text(token.end..whole.end));
        if value.is_some() {
            let found = self.text(whole.clone());
            self.add_at_next_move(
                Rule::NumberGlued,
                whole,
                Evidence::Instead { found, expected: format!("{nag} {word}") },
            );
        } else {
            let message = format!("`{nag}{word}`: not a NAG from 0 to 255; `{word}` is read separately");
            self.add_at_next_move(Rule::BadNag, whole, Evidence::Message(message));
        }
    }

    pub(super) fn suffix(&mut self, token: &Token) {
        let text = &self.bytes[token.start..token.end];
        if self.marker.is_none() && self.line.state == State::Open && self.suffix_before_move(token) {
            return;
        }
        if !matches!(text, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!") {
            self.quote(Rule::BadSuffix, token);
        }
    }

    /// Reports consecutive lines once.
    pub(super) fn stray_text(&mut self, token: &Token) {
        if matches!(self.previous, Some(Token { kind: TokenKind::StrayText, .. })) {
            return;
        }
        let rule = if self.tags.is_empty() { Rule::StrayText } else { Rule::TrailingTextAfterTag };
        self.quote(rule, token);
    }

    pub(super) fn junk(&mut self, token: &Token) {
        if self.moves_begun.is_none() && self.tags.is_empty() {
            return self.quote(Rule::StrayText, token);
        }
        let text = &self.bytes[token.start..token.end];
        if text == b"[#]" {
            return self.quote(Rule::NagAsSymbol, token);
        }
        let rule = if text.iter().any(|byte| *byte < b' ' || *byte == 0x7f) {
            Rule::ControlCharacter
        } else {
            Rule::UnknownToken
        };
        self.quote(rule, token);
    }
}

/// Whether a comment begins or ends with a result, which a full stop may follow.
fn starts_or_ends_with_result(comment: &[u8]) -> bool {
    let is_result = |word: &[u8]| Outcome::from_text(word.strip_suffix(b".").unwrap_or(word)).is_some();
    let mut words = comment.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next().is_some_and(is_result) || words.next_back().is_some_and(is_result)
}
