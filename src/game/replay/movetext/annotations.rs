//! The checks of NAGs, move suffixes and text that is neither a move nor a comment.

use crate::game::Evidence;
use crate::game::replay::line::State;
use crate::game::rules::Rule;
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;

use super::Movetext;

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
    fn other_formats(&mut self, token: &Token) -> Option<String> {
        let text = self.cursor.bytes_of(token);
        let quote = self.cursor.excerpt(token.span());
        match text {
            [b'/', b'*', ..] | [b'#', ..] => {
                Some(format!("`{quote}` is not a comment: PGN writes comments in braces or after `;`"))
            }
            [b'%', ..] => Some(format!("`{quote}` escapes a line only in its first column; the text after it is read")),
            b"]" if self.lines.is_variation() && !self.lines.is_unread() => {
                self.line_mut().is_misclosed = true;
                self.lose_line();
                Some("`]` does not close a variation: write `)`".to_owned())
            }
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
        }
    }

    /// Reports consecutive lines once.
    pub(in crate::game::replay) fn stray_text(&mut self, token: &Token, has_tags: bool) {
        if matches!(self.cursor.previous(), Some(Token { kind: TokenKind::StrayText, .. })) {
            return;
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
        if let Some(message) = self.other_formats(token) {
            return self.findings.add(Rule::UnknownToken, token.span(), Evidence::Message(message));
        }
        let rule = if text.iter().any(|byte| *byte < b' ' || *byte == 0x7f) {
            Rule::ControlCharacter
        } else {
            Rule::UnknownToken
        };
        self.quote(rule, token);
    }
}
