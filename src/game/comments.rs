//! Comments and the commands in them; and the small tokens around the moves.

use crate::pgn::comment::{self, Command};
use crate::pgn::lex::{CommentShape, Outcome, Token, TokenKind};
use crate::pgn::place::Span;

use super::Evidence;
use super::replay::Replay;
use super::rules::Rule;

impl Replay<'_> {
    #[inline]
    pub(super) fn comment(&mut self, token: &Token, shape: CommentShape) {
        if shape != CommentShape::Closed {
            self.comment_shape(token, shape);
        }
        let text = &self.bytes[token.start..token.end];
        if memchr::memchr(b'[', text).is_some() {
            self.commands(token);
        }
        self.note_result(token.start + 1..token.end.max(token.start + 2) - 1);
    }

    pub(super) fn line_comment(&mut self, token: &Token) {
        self.note_result(token.start + 1..token.end);
    }

    /// A comment that begins or ends with a result may stand in for the marker.
    #[inline]
    fn note_result(&mut self, inner: Span) {
        let text = self.bytes[inner.clone()].trim_ascii();
        let ([first, ..], [.., last]) = (text, text) else { return };
        if matches!(first, b'0' | b'1' | b'*') || matches!(last, b'0' | b'1' | b'2' | b'*' | b'.') {
            self.note_result_in(inner);
        }
    }

    #[cold]
    fn note_result_in(&mut self, inner: Span) {
        let is_result = |word: &[u8]| Outcome::from_text(word.strip_suffix(b".").unwrap_or(word)).is_some();
        let mut words = self.bytes[inner.clone()].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        if words.next().is_some_and(is_result) || words.next_back().is_some_and(is_result) {
            self.comment_result = Some(inner);
        }
    }

    #[cold]
    fn comment_shape(&mut self, token: &Token, shape: CommentShape) {
        let inner = memchr::memchr(b'{', &self.bytes[token.start + 1..token.end]).map(|at| token.start + 1 + at);
        match (shape, inner) {
            (CommentShape::Unclosed, _) => {
                self.findings.add(Rule::UnclosedComment, token.start..token.start + 1, Evidence::Nothing);
            }
            (_, Some(inner)) => self.findings.add(Rule::NestedComment, inner..inner + 1, Evidence::Nothing),
            _ => {}
        }
    }

    fn commands(&mut self, token: &Token) {
        let text = &self.bytes[token.start..token.end];
        for command in comment::commands(text) {
            let name = &text[command.name.clone()];
            let argument = &text[command.argument.clone()];
            let rule = if command.closed {
                match name {
                    b"clk" => self.clock(argument, &command, token.start),
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
                let span = token.start + command.span.start..token.start + command.span.end;
                let quote = self.text(span.clone());
                self.findings.add(rule, span, Evidence::Quote(quote));
            }
        }
    }

    /// A clock that can be read is compared with the same player's last one.
    fn clock(&mut self, argument: &[u8], command: &Command, start: usize) -> Option<Rule> {
        let Some(now) = comment::read_time(argument) else { return Some(Rule::MalformedClock) };
        if !self.outer.is_empty() || self.line.ply == 0 {
            return None;
        }
        let mover = self.line.position.turn().other().index();
        let before = self.clocks[mover].replace(now);
        let (before, increment) = (before?, self.tags.increment?);
        // Whole seconds are rounded: one second of grace.
        if now > before + increment + 100 {
            let span = start + command.span.start..start + command.span.end;
            let found = self.text(span.clone());
            self.findings.add(Rule::ClockIncrease, span, Evidence::Quote(found));
        }
        None
    }

    pub(super) fn suffix(&mut self, token: &Token) {
        let text = &self.bytes[token.start..token.end];
        if !matches!(text, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!") {
            self.quote(Rule::BadSuffix, token);
        }
    }

    /// Many lines in a row are one finding.
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
            return self.quote(Rule::GlyphInWords, token);
        }
        let rule = if text.iter().any(|byte| *byte < b' ' || *byte == 0x7f) {
            Rule::ControlCharacter
        } else {
            Rule::UnknownToken
        };
        self.quote(rule, token);
    }
}
