//! The words, values and signs of a condition.

use super::{FilterError, OPERATORS, Operator};
use crate::game::filter::board::Fault;
use crate::game::filter::value::{Literal, TextPattern};

/// The parser's position in the text.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) about: super::About,
    /// Where the last value begins, if it is not in quotation marks.
    pub(super) bare_value: Option<usize>,
    pub(super) end: WordEnd,
}

/// What ends a word, besides what always does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum WordEnd {
    Usual,
    /// A comma: the word is one of a list.
    Comma,
    /// Two dots: the word is the first one of a range.
    Dots,
}

impl<'t> Parser<'t> {
    /// Reads a regular expression between `/`, with an `i` after it if it ignores case.
    pub(super) fn regular_expression(&mut self) -> Result<Literal, FilterError> {
        let open = self.at;
        let (mut length, mut is_escaped) = (0, false);
        for character in self.text[open + 1..].chars() {
            if character == '/' && !is_escaped {
                break;
            }
            is_escaped = character == '\\' && !is_escaped;
            length += character.len_utf8();
        }
        let source = &self.text[open + 1..open + 1 + length];
        if self.text.len() == open + 1 + length {
            return Err(
                self.error_at(open, "the regular expression is never closed: write /…/, and `\\/` for a `/` in it")
            );
        }
        self.at = open + length + 2;
        let flags_at = self.at;
        let flags = self.word();
        if !matches!(flags, "" | "i") {
            let message = "only `i`, for ignoring case, may follow a regular expression; write `\\/` for a `/` in it";
            return Err(self.error_at(flags_at, message));
        }
        let pattern = TextPattern::new(source, flags == "i");
        let pattern = pattern.map_err(|(at, message)| self.error_at(open + 1 + at, &message))?;
        Ok(Literal::of_pattern(source, pattern))
    }

    /// Reads a value; returns it with the offset of its first byte.
    pub(super) fn value_and_place(&mut self) -> Result<(&'t str, usize), FilterError> {
        self.skip_blanks();
        let at = self.at;
        let is_quoted = self.rest().starts_with(['"', '\'']);
        Ok((self.value()?, at + usize::from(is_quoted)))
    }

    /// What is wrong in the value at this offset.
    pub(super) fn fault(&self, at: usize, (offset, message): Fault) -> FilterError {
        self.error_at(at + offset, &message)
    }

    pub(super) fn operator(&mut self) -> Option<Operator> {
        OPERATORS.into_iter().find(|(sign, _)| self.eat(sign)).map(|(_, operator)| operator)
    }

    /// The last value with the words after it, if it has spaces and should be in quotation marks.
    pub(super) fn meant_value(&self) -> Option<&'t str> {
        let rest = &self.text[self.bare_value?..];
        let words = rest.split_inclusive(char::is_whitespace);
        let is_end = |word: &&str| ["and", "or", "&&", "||"].iter().any(|end| word.trim().eq_ignore_ascii_case(end));
        let length = words.take_while(|word| !is_end(word)).map(str::len).sum();
        Some(rest[..length].trim()).filter(|value| !value.contains(['=', '<', '>', '~', '\'', '"', '(', ')']))
    }

    /// The message about a missing value, which knows operators of other languages.
    pub(super) fn missing_value(&self) -> &'static str {
        match self.text.as_bytes().get(self.at.saturating_sub(1)..=self.at) {
            Some(b"=>") => "a value is missing; the operator is written `>=`",
            Some(b"=<") => "a value is missing; the operator is written `<=`",
            _ => "a value is missing",
        }
    }

    /// Reads a word or a quoted text.
    pub(super) fn value(&mut self) -> Result<&'t str, FilterError> {
        let quote = self.rest().chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some(quote) = quote {
            let start = self.at;
            let Some(length) = self.text[start + 1..].find(quote) else {
                return Err(self.error("the quotation mark is never closed"));
            };
            self.at = start + length + 2;
            return Ok(&self.text[start + 1..start + 1 + length]);
        }
        match self.word() {
            "" => Err(self.error(self.missing_value())),
            word => Ok(word),
        }
    }

    /// Reads up to a blank, a parenthesis, a quotation mark or an operator.
    pub(super) fn word(&mut self) -> &'t str {
        let stops = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '\'' | '=' | '!' | '<' | '>' | '~');
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(stops).unwrap_or(rest.len())];
        let end = match self.end {
            WordEnd::Usual => None,
            WordEnd::Comma => word.find(','),
            WordEnd::Dots => word.find(".."),
        };
        let word = &word[..end.unwrap_or(word.len())];
        self.at += word.len();
        word
    }

    /// Consumes this word, in any case, if it comes next.
    pub(super) fn eat_word(&mut self, wanted: &str) -> bool {
        self.skip_blanks();
        let start = self.at;
        if self.word().eq_ignore_ascii_case(wanted) {
            return true;
        }
        self.at = start;
        false
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let is_next = self.rest().starts_with(sign);
        self.at += if is_next { sign.len() } else { 0 };
        is_next
    }

    pub(super) fn rest(&mut self) -> &'t str {
        self.skip_blanks();
        &self.text[self.at..]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    pub(super) fn error(&self, message: &str) -> FilterError {
        self.error_at(self.at, message)
    }

    pub(super) fn error_at(&self, at: usize, message: &str) -> FilterError {
        FilterError { text: self.text.to_owned(), at, message: message.to_owned() }
    }
}
