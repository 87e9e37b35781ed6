//! The checks of NAGs, move suffixes and text that is neither a move nor a comment.

use crate::game::Evidence;
use crate::game::replay::line::State;
use crate::game::rules::Rule;
use crate::pgn::lex::{Token, TokenKind};

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
            return if value.is_none() {
                self.quote(Rule::BadNag, token);
            };
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
        let rule = if text.iter().any(|byte| *byte < b' ' || *byte == 0x7f) {
            Rule::ControlCharacter
        } else {
            Rule::UnknownToken
        };
        self.quote(rule, token);
    }
}
