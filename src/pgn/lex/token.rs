//! The tokens of PGN text.

use std::fmt;

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
    /// `<` … `>`, reserved for the future (PGN 7), or other markup of web pages and forums: `[pgn]`, `&nbsp;`.
    Reserved,
    /// A line outside any game, or a document of another format.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is in progress, was abandoned, or has an unknown result.
    #[default]
    Unknown,
}

/// The length of a draw in half points at the start of a text: `0.5-0.5`, with a point or a comma, and a hyphen, a colon or
/// a dash.
#[cold]
pub(super) fn half_points(text: &[u8]) -> Option<usize> {
    let half = |text: &[u8]| matches!(text, [b'0', b'.' | b',', b'5', ..]).then_some(3);
    let signs = ["-", ":", "\u{2013}", "\u{2014}", "\u{2212}"];
    let first = half(text)?;
    let sign = signs.into_iter().find(|sign| text[first..].starts_with(sign.as_bytes()))?;
    let second = first + sign.len();
    Some(second + half(&text[second..])?)
}

impl Outcome {
    /// Parses a result.
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
    pub const fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// The result as PGN text.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}
