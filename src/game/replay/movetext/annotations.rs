//! The checks of NAGs, move suffixes and text that is neither a move nor a comment.

use crate::game::Evidence;
use crate::game::replay::line::State;
use crate::game::rules::Rule;
use crate::pgn::foreign;
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;

use super::Movetext;
use super::holes::Gap;

/// The maximum number of characters quoted from text that touches a NAG.
const MAX_QUOTED: usize = 10;

impl Movetext<'_> {
    /// Reports a NAG that is out of range, touches the next token, or has a dot like a move number.
    pub(in crate::game::replay) fn nag(&mut self, token: &Token, value: Option<u8>) {
        if value.is_some() && self.cursor.bytes().get(token.end) == Some(&b'.') {
            let number = self.cursor.excerpt(token.start + 1..token.end + 1);
            let message = format!("`${number}` is read as a NAG, but has a dot like the move number `{number}`");
            return self.findings.add(Rule::BadNag, token.start..token.end + 1, Evidence::Message(message));
        }
        let glued =
            self.cursor.bytes()[token.end..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_alphanumeric());
        let whole = token.start..token.end + glued.count();
        if whole.end == token.end {
            match self.number_after_dollar(token) {
                _ if value.is_some() => {}
                Some(number) => {
                    let (found, number) = (self.cursor.excerpt(token.start..number.end), self.cursor.excerpt(number));
                    let message = format!("`{found}` is not a NAG: write `${number}`");
                    self.findings.add(Rule::BadNag, token.span(), Evidence::Message(message));
                }
                None => self.quote(Rule::BadNag, token),
            }
            return;
        }
        let (nag, word) = (self.cursor.excerpt(token.span()), self.cursor.excerpt(token.end..whole.end));
        if value.is_some() {
            let found = self.cursor.excerpt(whole.clone());
            self.add_at_next_move(
                Rule::NumberGlued,
                whole,
                Evidence::Instead { found, expected: format!("{nag} {word}") },
            );
        } else {
            let message = format!(
                "`{nag}{word}` is not a NAG: write `$` and a number from 0 to 255; `{word}` is read separately"
            );
            self.add_at_next_move(Rule::BadNag, whole, Evidence::Message(message));
        }
    }

    /// The number that white space separates from its `$`.
    pub(in crate::game::replay) fn number_after_dollar(&self, token: &Token) -> Option<Span> {
        let bytes = self.cursor.bytes();
        let gap = bytes[token.end..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = token.end + gap;
        let digits = bytes[start..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = self.cursor.bytes_of(token) == b"$" && gap > 0 && (1..=3).contains(&digits);
        (is_number && bytes.get(start + digits) != Some(&b'.')).then_some(start..start + digits)
    }

    /// What junk is that other formats use, or that is out of place.
    fn other_formats(&self, token: &Token) -> Option<String> {
        let text = self.cursor.bytes_of(token);
        let quote = self.cursor.excerpt(token.span());
        match text {
            [b'/', b'*', ..] | [b'#', ..] => {
                Some(format!("`{quote}` is not a comment: PGN writes comments in braces or after `;`"))
            }
            [b'%', ..] => Some(format!("`{quote}` escapes a line only in its first column; the text after it is read")),
            _ => None,
        }
    }

    pub(in crate::game::replay) fn suffix(&mut self, token: &Token) {
        let text = self.cursor.bytes_of(token);
        if !self.stated.is_over() && self.line().state == State::Open && self.suffix_before_move(token) {
            return;
        }
        if !matches!(text, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!") {
            self.quote(Rule::BadSuffix, token);
        } else if !self.stated.is_over() && self.line().state == State::Open && self.follows_move(token) {
            self.check_place_of_suffix(token);
        }
    }

    /// Dots without a number belong to Black's move. Elsewhere they may stand for a move.
    pub(in crate::game::replay) fn dots_without_number(&mut self, token: &Token) {
        if self.stated.is_over() {
            return self.report_move_after_result(token);
        }
        // In `$2.`, the dot touches the token before it.
        let is_apart = self.cursor.bytes()[..token.start].last().is_none_or(u8::is_ascii_whitespace);
        let follows_dots = self.cursor.previous().is_some_and(|previous| match previous.kind {
            TokenKind::Dots => true,
            // Unless the numbers are one ply off.
            TokenKind::Number(_) => self.cursor.bytes_of(&previous).ends_with(b"..") && !self.may_be_one_off(),
            _ => false,
        });
        if is_apart && self.line().state == State::Open && (follows_dots || self.stands_for_move(token)) {
            self.reports_hole_at(token);
        }
    }

    /// Reports a suffix that does not touch its move.
    fn check_place_of_suffix(&mut self, token: &Token) {
        let last = self.line().last_san.clone();
        if last.end == token.start {
            return;
        }
        let (bytes, suffix) = (self.cursor.bytes(), self.cursor.excerpt(token.span()));
        let (span, evidence) = if bytes[last.end..token.start].trim_ascii().is_empty() {
            let (found, expected) =
                (self.cursor.excerpt(last.start..token.end), self.cursor.excerpt(last.clone()) + &suffix);
            (last.start..token.end, Evidence::Instead { found, expected })
        } else {
            let message = format!("`{suffix}` is apart from the move before it: a suffix is the last part of its move");
            (token.span(), Evidence::Message(message))
        };
        self.add_at_last_move(Rule::BadSuffix, span, evidence);
    }

    /// Reports consecutive lines once.
    pub(in crate::game::replay) fn stray_text(&mut self, token: &Token, has_tags: bool) {
        if matches!(self.cursor.previous(), Some(Token { kind: TokenKind::StrayText, .. })) {
            return;
        }
        if let Some(format) = foreign::document(self.cursor.bytes_of(token)).filter(|_| !has_tags) {
            return self.document(token, format);
        }
        let rule = if has_tags { Rule::TrailingTextAfterTag } else { Rule::StrayText };
        self.quote(rule, token);
    }

    pub(in crate::game::replay) fn junk(&mut self, token: &Token, is_in_game: bool) {
        if !is_in_game {
            return self.quote(Rule::StrayText, token);
        }
        let text = self.cursor.bytes_of(token);
        if text == b"[#]" {
            return self.quote(Rule::NagAsSymbol, token);
        }
        if text == b"]" && self.lines.is_variation() && !self.lines.is_unread() {
            return self.misclose_variation(token);
        }
        if let Some(message) = self.other_formats(token) {
            return self.findings.add(Rule::UnknownToken, token.span(), Evidence::Message(message));
        }
        let is_control = text.iter().any(|byte| *byte < b' ' || *byte == 0x7f);
        let is_read = self.line().state == State::Open && !self.stated.is_over();
        let gap = if is_read { self.gap_at(token) } else { Gap::Closed };
        match gap {
            Gap::Plies(_) => self.hole_at(token, &gap),
            // Punctuation does not stand for a move.
            Gap::Unknown if !text.is_ascii() || text.iter().any(u8::is_ascii_alphanumeric) => self.hole_at(token, &gap),
            _ => self.quote(if is_control { Rule::ControlCharacter } else { Rule::UnknownToken }, token),
        }
    }
}
