//! The tokens of PGN text.

use crate::pgn::place::Span;

/// A token of a game's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
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

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A tag pair, well-formed or not; [`Lexer::tag`](super::Lexer::tag) has its parts.
    Tag,
    /// A move number with the dots that follow it, `12.`, `12...` or `12`. The value saturates at [`u32::MAX`].
    Number(u32),
    /// Dots without a number, as in `1. ... e5`.
    Dots,
    /// A symbol token (PGN 7): a move, or unknown text.
    Symbol,
    /// A NAG, `$12`. `None` if the `$` is not followed by a number from 0 to 255 (PGN 8.2.4).
    Nag(Option<u8>),
    /// A run of `!` and `?` (PGN 8.2.3.8).
    Suffix,
    /// A comment in braces (PGN 5).
    Comment(CommentShape),
    /// A comment from `;` to the end of the line (PGN 5).
    LineComment,
    /// A line that starts with `%` (PGN 6).
    Escape,
    /// `(`, which opens a variation (PGN 8.2.5).
    Open,
    /// `)`, which closes one.
    Close,
    /// A game termination marker in one of its four forms (PGN 8.2.6).
    Termination(Outcome),
    /// A `}` without an open comment.
    StrayBrace,
    /// `<` … `>`, reserved for the future (PGN 7).
    Reserved,
    /// A line outside any game.
    StrayText,
    /// White space outside ASCII, such as a no-break space.
    OddSpace,
    /// A byte order mark.
    ByteOrderMark,
    /// Any other bytes.
    Junk,
}

/// The shape of a brace comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentShape {
    /// From `{` to the next `}`.
    Closed,
    /// With a `{` inside: comments do not nest, so the first `}` closes.
    Nested,
    /// Without a `}`: cut off at the line that opens the next game, or at the end of the bytes.
    Unclosed,
}

/// A result (PGN 8.1.1.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is in progress, was abandoned, or has an unknown result.
    Unknown,
}

impl Outcome {
    /// Parses a result.
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

    /// The result as PGN text.
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
