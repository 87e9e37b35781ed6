//! The place of the reader in the text of a game.

use std::borrow::Cow;

use crate::game::finding::excerpt::excerpt;
use crate::pgn::lex::{Lexer, Token};
use crate::pgn::place::Span;
use crate::pgn::text::decode;

/// A token of more bytes is not a word in any language.
const MAX_WORD_LENGTH: usize = 1024;

/// The place of the reader: a lexer, and the token before it.
pub(super) struct Cursor<'b> {
    bytes: &'b [u8],
    start: usize,
    lexer: Lexer<'b>,
    previous: Option<Token>,
}

impl<'b> Cursor<'b> {
    /// A cursor at the start of a game.
    pub(super) fn new(bytes: &'b [u8], start: usize) -> Self {
        Self { bytes, start, lexer: Lexer::new(bytes, start), previous: None }
    }

    /// The text, in which the game may be one of many.
    pub(super) fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The byte offset of the game.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The lexer, which is after [`Self::previous`].
    pub(super) fn lexer(&self) -> &Lexer<'b> {
        &self.lexer
    }

    pub(super) fn lexer_mut(&mut self) -> &mut Lexer<'b> {
        &mut self.lexer
    }

    /// The last token, for rules about the order of tokens.
    pub(super) fn previous(&self) -> Option<Token> {
        self.previous
    }

    /// Makes this token the last one.
    #[inline]
    pub(super) fn pass(&mut self, token: Token) {
        self.previous = Some(token);
    }

    pub(super) fn bytes_of(&self, token: &Token) -> &'b [u8] {
        &self.bytes[token.start..token.end]
    }

    /// The text of a token; of one that is longer than any word, the beginning.
    pub(super) fn word(&self, token: &Token) -> Cow<'b, str> {
        let bytes = self.bytes_of(token);
        decode(&bytes[..bytes.len().min(MAX_WORD_LENGTH)])
    }

    /// An excerpt of the text, for messages.
    pub(super) fn excerpt(&self, span: Span) -> String {
        excerpt(&self.bytes[span])
    }
}
