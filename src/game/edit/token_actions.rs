//! What becomes of each token when a game is stripped, and of the white space around it.

use std::borrow::Cow;

use crate::chess::piece::PieceType;
use crate::chess::san::{self, MoveSpec, Target};
use crate::game::replay::movetext::split::glued_symbol;
use crate::pgn::comment::commands;
use crate::pgn::lex::{CommentShape, Lexer, Token, TokenKind};
use crate::pgn::nag;
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::text::{count_line_ends, decode};

use super::kind::{EditKind, EditKinds};

/// What becomes of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenAction {
    Kept,
    Deleted(EditKinds),
    /// It becomes this text.
    Replaced(EditKinds, Vec<u8>),
}

/// The comment commands about time: of the supplement to PGN, and of chess.com.
const CLOCKS: [&[u8]; 5] = [b"clk", b"emt", b"egt", b"mct", b"timestamp"];

/// The comment commands with evaluations: of lichess, and of ChessBase.
const EVALS: [&[u8]; 2] = [b"eval", b"evp"];

/// The tokens of a game with their actions, in text order. After them, [`TokenActions::fault`] says whether they are certain.
pub(super) struct TokenActions<'a> {
    pub(super) lexer: Lexer<'a>,
    strip: EditKinds,
    /// The offsets of the tags that are deleted, in order.
    tags: &'a [usize],
    /// The later parts of moves that white space splits, in order, and the offset from which they count.
    split: (&'a [Span], usize),
    /// The number of open variations that are deleted.
    depth: usize,
    /// How many tokens are left of a NAG that is alone in parentheses.
    alone: usize,
    previous: Option<TokenKind>,
    /// Whether that is a pawn move to the last rank without a piece.
    lacks_promotion: bool,
    /// Why an action is not certain.
    pub(super) fault: Option<&'static str>,
}

impl<'a> TokenActions<'a> {
    pub(super) fn new(text: &'a [u8], strip: EditKinds, tags: &'a [usize], split: (&'a [Span], usize)) -> Self {
        let lexer = Lexer::new(text, 0);
        Self { lexer, strip, tags, split, depth: 0, alone: 0, previous: None, lacks_promotion: false, fault: None }
    }

    fn text(&self, token: &Token) -> &'a [u8] {
        &self.lexer.bytes()[token.span()]
    }

    fn action(&mut self, token: &Token) -> TokenAction {
        use EditKind::{StripComments, StripNags, StripTag, StripVariations};
        if token.kind == TokenKind::Comment(CommentShape::Unclosed) && self.touches_comments(token) {
            self.fault = Some("a comment is not closed");
        }
        let touches_variations = self.strip.contains(StripVariations) || self.strip.contains(StripNags);
        if token.kind == TokenKind::Open && self.lacks_promotion && touches_variations {
            self.fault = Some("what is in parentheses may be a promotion");
        }
        if self.depth > 0 && token.kind != TokenKind::Escape {
            match token.kind {
                TokenKind::Open => self.depth += 1,
                TokenKind::Close => self.depth -= 1,
                _ => {}
            }
            return TokenAction::Deleted(StripVariations.into());
        }
        if self.alone > 0 {
            self.alone -= 1;
            return TokenAction::Deleted(StripNags.into());
        }
        let is_stripped = |kind| self.strip.contains(kind);
        match token.kind {
            TokenKind::Tag if self.tags.binary_search(&token.start).is_ok() => TokenAction::Deleted(StripTag.into()),
            TokenKind::Open if is_stripped(StripVariations) => {
                self.depth = 1;
                TokenAction::Deleted(StripVariations.into())
            }
            TokenKind::Open if is_stripped(StripNags) && self.is_before_lone_nag() => {
                self.alone = 2;
                TokenAction::Deleted(StripNags.into())
            }
            TokenKind::Comment(_) | TokenKind::LineComment if is_stripped(StripComments) => {
                TokenAction::Deleted(StripComments.into())
            }
            TokenKind::Comment(_) | TokenKind::LineComment => self.comment(token),
            _ if is_stripped(StripNags) && self.lexer.section() != GamePart::Head => self.nag(token),
            _ => TokenAction::Kept,
        }
    }

    /// Whether a comment, which has an uncertain end, would be changed.
    fn touches_comments(&self, token: &Token) -> bool {
        self.strip.contains(EditKind::StripComments)
            || self.depth > 0
            || without_commands(self.text(token), self.strip).is_some()
    }

    /// Whether a NAG and a closing parenthesis come next.
    fn is_before_lone_nag(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let nag = ahead.next_token().filter(|token| is_nag(token.kind, self.text(token)));
        nag.is_some() && ahead.next_token().is_some_and(|token| token.kind == TokenKind::Close)
    }

    fn comment(&self, token: &Token) -> TokenAction {
        let text = self.text(token);
        let is_closed = matches!(token.kind, TokenKind::Comment(shape) if shape != CommentShape::Unclosed);
        let closes = usize::from(is_closed);
        match without_commands(&text[1..text.len() - closes], self.strip) {
            None => TokenAction::Kept,
            Some((kinds, body)) if body.trim_ascii().is_empty() => TokenAction::Deleted(kinds),
            Some((kinds, body)) => {
                TokenAction::Replaced(kinds, [&text[..1], &body, &text[text.len() - closes..]].concat())
            }
        }
    }

    /// The action of a token that may be a NAG, or end with one.
    fn nag(&self, token: &Token) -> TokenAction {
        let kinds = EditKind::StripNags.into();
        let text = self.text(token);
        let is_symbol = matches!(token.kind, TokenKind::Symbol | TokenKind::Junk);
        // What seems to be a NAG may end with the number of a move: `$14.`.
        if matches!(token.kind, TokenKind::Nag(_)) && self.lexer.bytes().get(token.end) == Some(&b'.') {
            return TokenAction::Kept;
        }
        if is_nag(token.kind, text) {
            let follows_move =
                !matches!(self.previous, None | Some(TokenKind::Number(_) | TokenKind::Dots | TokenKind::Open));
            let is_alone = !is_symbol || follows_move && !self.is_part_of_move(token);
            return if is_alone { TokenAction::Deleted(kinds) } else { TokenAction::Kept };
        }
        match is_symbol.then(|| move_length(text)).flatten() {
            Some(length) => TokenAction::Replaced(kinds, text[..length].to_vec()),
            None => TokenAction::Kept,
        }
    }

    /// Whether a token is a later part of a move split by white space.
    fn is_part_of_move(&self, token: &Token) -> bool {
        let (parts, offset) = self.split;
        let start = token.start + offset;
        let at = parts.partition_point(|part| part.end <= start);
        parts.get(at).is_some_and(|part| part.start <= start)
    }
}

impl Iterator for TokenActions<'_> {
    type Item = (Token, TokenAction);

    fn next(&mut self) -> Option<(Token, TokenAction)> {
        let Some(token) = self.lexer.next_token() else {
            if self.depth > 0 {
                self.fault = Some("a variation is not closed");
            }
            return None;
        };
        let action = self.action(&token);
        self.previous = Some(token.kind);
        self.lacks_promotion = token.kind == TokenKind::Symbol && lacks_promotion(self.text(&token));
        Some((token, action))
    }
}

/// Whether a token is a NAG, a move suffix, or a symbol that stands for a NAG.
fn is_nag(kind: TokenKind, text: &[u8]) -> bool {
    match kind {
        TokenKind::Nag(number) => number.is_some(),
        TokenKind::Suffix | TokenKind::Symbol | TokenKind::Junk => nag::from_symbol(&decode(text)).is_some(),
        _ => false,
    }
}

/// The length of the move in a token that ends with a symbol for a NAG, such as `e4+-` or `Nc6N`.
fn move_length(token: &[u8]) -> Option<usize> {
    let at =
        san::suffix(token).map(|range| range.start).or_else(|| glued_symbol(token).filter(|_| !is_promotion(token)))?;
    let is_nag = nag::from_symbol(&decode(&token[at..])).is_some();
    // Behind a pawn on the last rank, a letter is a piece, perhaps of another language.
    let is_piece = lacks_promotion(&token[..at]) && token[at..].iter().all(u8::is_ascii_alphabetic);
    (at > 0 && is_nag && !is_piece && san::parse(&token[..at]).is_ok()).then_some(at)
}

/// Whether a token is a pawn move to the last rank without the piece: `a8`, `bxa8=`.
fn lacks_promotion(token: &[u8]) -> bool {
    let text = token.strip_suffix(b"=").unwrap_or(token);
    text.first().is_some_and(|file| matches!(file, b'a'..=b'h')) && matches!(text.last(), Some(b'1' | b'8'))
}

/// Whether a token such as `e8N` is a promotion, and not a move with a symbol for a NAG.
fn is_promotion(token: &[u8]) -> bool {
    match san::parse(token).map(|parsed| parsed.spec) {
        Ok(MoveSpec::Move { kind: PieceType::Pawn, to: Target::Square(to), promotion, .. }) => {
            promotion.is_some() && matches!(to.rank().index(), 0 | 7)
        }
        Ok(MoveSpec::Squares { promotion, .. }) => promotion.is_some(),
        _ => false,
    }
}

/// The text of a comment without the commands of these kinds; `None` if it has none.
fn without_commands(body: &[u8], strip: EditKinds) -> Option<(EditKinds, Vec<u8>)> {
    let kind = |name: &[u8]| match name {
        name if CLOCKS.contains(&name) => Some(EditKind::StripClocks),
        name if EVALS.contains(&name) => Some(EditKind::StripEvals),
        _ => None,
    };
    let (mut kinds, mut text) = (EditKinds::default(), Vec::new());
    // The end of the text that is kept or deleted so far, and the white space before what is deleted.
    let (mut at, mut open): (usize, Option<&[u8]>) = (0, None);
    let flush = |open: Option<&[u8]>, next: &[u8], is_last: bool, text: &mut Vec<u8>| {
        let Some(before) = open else { return text.extend_from_slice(next) };
        let after = &next[..next.len() - next.trim_ascii_start().len()];
        match () {
            () if text.is_empty() => text.extend_from_slice(before),
            () if is_last && after.len() == next.len() => text.extend_from_slice(after),
            () => text.extend_from_slice(&closed_gap([before, after], [Side::Other; 2])),
        }
        text.extend_from_slice(&next[after.len()..]);
    };
    for command in commands(body).filter(|command| command.closed) {
        let Some(kind) = kind(&body[command.name]).filter(|kind| strip.contains(*kind)) else { continue };
        kinds = kinds | kind.into();
        let between = &body[at..command.span.start];
        if open.is_none() || !between.trim_ascii().is_empty() {
            flush(open, between, false, &mut text);
            let kept = text.trim_ascii_end().len();
            // The white space before it is part of the gap.
            let blank = text.split_off(kept).len();
            open = Some(&body[command.span.start - blank..command.span.start]);
        }
        at = command.span.end;
    }
    open?;
    flush(open, &body[at..], true, &mut text);
    Some((kinds, text))
}

// White space where something was deleted.

/// What is beside a gap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The start or the end of the text.
    End,
    /// A parenthesis, which its content touches.
    Parenthesis,
    /// A line that must begin in the first column.
    Escape,
    Other,
}

/// The white space that remains of that before and after what was deleted: without two spaces, or a space at the end of a
/// line; and without joining two tokens.
pub(super) fn closed_gap([before, after]: [&[u8]; 2], sides: [Side; 2]) -> Cow<'_, [u8]> {
    let [ends_before, ends_after] = [before, after].map(count_line_ends);
    match sides {
        [Side::End, _] => before.into(),
        [_, Side::Escape | Side::End] => without_trailing_blanks(after).into(),
        _ if ends_before + ends_after > 0 => {
            without_trailing_blanks(if ends_after > ends_before { after } else { before }).into()
        }
        [Side::Parenthesis, _] if before.is_empty() => b"".into(),
        [_, Side::Parenthesis] if after.is_empty() => b"".into(),
        _ if before.is_empty() && after.is_empty() => b" ".into(),
        _ if before.is_empty() => after.into(),
        _ => before.into(),
    }
}

/// White space from its first line end on; nothing if it has none.
fn without_trailing_blanks(space: &[u8]) -> &[u8] {
    memchr::memchr2(b'\r', b'\n', space).map_or(b"", |at| &space[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_leave_no_white_space_behind() {
        let both = EditKinds::from(EditKind::StripClocks) | EditKind::StripEvals.into();
        let without = |body: &str, strip: EditKinds| {
            without_commands(body.as_bytes(), strip).map(|(_, text)| String::from_utf8(text).unwrap())
        };
        for (body, expected) in [
            (" [%eval 0.17] [%clk 0:05:00] ", " "),
            (" good [%clk 0:05:00] ", " good "),
            ("[%clk 0:05:00] good", "good"),
            ("good [%clk 0:05:00]", "good"),
            (" good [%eval 1][%clk 0:05:00] move ", " good move "),
            ("a[%clk 0:05:00]b", "a b"),
            ("a\n[%clk 0:05:00] b", "a\nb"),
            ("[%csl Gd4][%clk 0:05:00]", "[%csl Gd4]"),
            (" [%csl Gd4] [%clk 0:05:00] [%cal Gd4d5] [%emt 1] ", " [%csl Gd4] [%cal Gd4d5] "),
        ] {
            assert_eq!(without(body, both).as_deref(), Some(expected), "{body}");
        }
        assert_eq!(without("[%eval 1] [%clk 0:05:00]", EditKind::StripEvals.into()).as_deref(), Some("[%clk 0:05:00]"));
        assert_eq!(without("[%eval 1", both), None);
        assert_eq!(without("plain", both), None);
    }

    #[test]
    fn symbols_behind_moves_are_found() {
        for (token, length) in [
            ("e4+-", Some(2)),
            ("Nc6N", Some(3)),
            ("Nf3=", Some(3)),
            ("e8N", None),
            ("e8=N", None),
            ("exd1=N", None),
            ("e7e8N", None),
            ("c6N", Some(2)),
            ("e8=Q", None),
            ("e4+", None),
            ("e4", None),
            ("ATN", None),
            ("b8=D", None),
            ("a8D", None),
            ("a8+-", Some(2)),
        ] {
            assert_eq!(move_length(token.as_bytes()), length, "{token}");
        }
    }

    #[test]
    fn one_side_of_the_white_space_stays() {
        use Side::{End, Escape, Other, Parenthesis};
        for (before, after, sides, expected) in [
            (" ", " ", [Other, Other], " "),
            ("", "", [Other, Other], " "),
            ("", "  ", [Other, Other], "  "),
            (" ", "\n", [Other, Other], "\n"),
            ("\n\n", " ", [Other, Other], "\n\n"),
            (" \r\n", "\r\n", [Other, Other], "\r\n"),
            (" ", " \n\n", [Other, End], "\n\n"),
            (" ", "", [Other, End], ""),
            ("", " ", [End, Other], ""),
            ("\n", "\n\n", [End, Other], "\n"),
            ("", " ", [Parenthesis, Other], ""),
            (" ", "", [Other, Parenthesis], ""),
            (" ", " ", [Parenthesis, Parenthesis], " "),
            ("\n ", "\n", [Other, Escape], "\n"),
        ] {
            let gap = closed_gap([before, after].map(str::as_bytes), sides);
            assert_eq!(gap, expected.as_bytes(), "{before:?} {after:?} {sides:?}");
        }
    }
}
