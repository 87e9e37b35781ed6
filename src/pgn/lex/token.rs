//! What the lexer makes: tokens, and what they are.

use crate::pgn::place::Span;

/// A piece of a game's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

impl Token {
    /// Its range of bytes.
    #[must_use]
    pub const fn span(&self) -> Span {
        self.start..self.end
    }
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A tag pair, sound or not; [`Lexer::tag`](super::Lexer::tag) has its parts.
    Tag,
    /// A move number with the dots that follow it, `12.`, `12...` or `12`. The value stops at [`u32::MAX`].
    Number(u32),
    /// Dots without a number, as in `1. ... e5`.
    Dots,
    /// A word: a move, or something nobody foresaw.
    Word,
    /// A numeric annotation glyph, `$12`. `None` if what follows the `$` is no number from 0 to 255 (PGN 8.2.4).
    Nag(Option<u8>),
    /// A run of `!` and `?` (PGN 8.2.3.8).
    Suffix,
    /// A comment in braces (PGN 5).
    Comment(CommentShape),
    /// A comment from `;` to the end of the line (PGN 5).
    LineComment,
    /// A line that opens with `%` (PGN 6).
    Escape,
    /// `(`, which opens a variation (PGN 8.2.5).
    Open,
    /// `)`, which closes one.
    Close,
    /// A game termination marker in one of its four forms (PGN 8.2.6).
    Marker(Outcome),
    /// A `}` that closes no comment.
    StrayBrace,
    /// `<` … `>`, reserved for the future (PGN 7).
    Reserved,
    /// A line outside any game.
    StrayText,
    /// White space outside ASCII, such as a no-break space.
    OddSpace,
    /// A byte order mark.
    ByteOrderMark,
    /// Bytes that can be none of these.
    Junk,
}

/// How a brace comment is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentShape {
    /// From `{` to the next `}`.
    Closed,
    /// With a `{` inside: comments do not nest, the first `}` closes.
    Nested,
    /// Without a `}`: cut off at the line that opens the next game, or where the bytes end.
    Unclosed,
}

/// Who won, as a result says it (PGN 8.1.1.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, was given up, or nobody knows.
    Unknown,
}

impl Outcome {
    /// Reads one of the four forms.
    #[must_use]
    pub const fn from_text(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The form PGN has for it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}
