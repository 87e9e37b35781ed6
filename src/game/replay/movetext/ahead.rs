//! The text ahead of the reader: what follows in a line is looked at and stays unread.
//!
//! [`Movetext::rest_of_line`] is the one view of it, a bounded one. The other functions answer questions about it: what the
//! next number says, whether the text goes on in a position, how many legal moves follow.

use std::iter;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::{MoveSpec, ParsedSan};
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::place::Span;

use super::Movetext;
use super::lenient::is_annotation_word;
use super::split::is_symbol;

/// The maximum number of tokens examined for the next number or the next few moves, variations included.
const TOKENS_AHEAD: usize = 200;

/// The maximum number of tokens examined for the rest of a line, its variations included.
const TOKENS_OF_LINE: usize = 4_000;

/// The maximum number of moves tried to see which of two readings continues with legal moves.
const MOVES_AHEAD: usize = 8;

/// A ply as numbers name it: twice the move number, and one more for Black.
pub(super) type NumberedPly = i64;

pub(super) fn numbered_ply(number: u32, color: Color) -> NumberedPly {
    2 * NumberedPly::from(number) + NumberedPly::from(color == Color::Black)
}

/// The text from a place up to the next move number of the line.
#[derive(Clone, Copy, Default)]
pub(super) struct Ahead {
    pub(super) plies: u32,
    /// The ply that the number names; `None` if there is no number.
    pub(super) next: Option<NumberedPly>,
    pub(super) end: usize,
}

/// How many of the moves that follow a reading are legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lookahead {
    /// Whether all moves that were tried are legal.
    pub(super) all_legal: bool,
    /// The number of legal moves up to the first illegal one.
    pub(super) moves: usize,
}

impl<'b> Movetext<'b> {
    /// The tokens of the current line from `at` on, and the one that ends it, among the next `most` of the text. Only the
    /// `(` of a variation is part of the line.
    fn rest_of_line(&self, at: usize, most: usize) -> impl Iterator<Item = Token> + use<'b> {
        let mut lexer = self.cursor.lexer().clone();
        lexer.resume_at(at);
        let (mut depth, mut is_over) = (0_usize, false);
        let tokens = iter::from_fn(move || {
            let token = if is_over { None } else { lexer.next_token() }?;
            let is_inside = depth > 0;
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if is_inside => depth -= 1,
                TokenKind::Close | TokenKind::Termination(_) | TokenKind::Tag => is_over = !is_inside,
                _ => {}
            }
            Some((token, is_inside))
        });
        tokens.take(most).filter(|(_, is_inside)| !is_inside).map(|(token, _)| token)
    }

    /// Looks for the next number of the line from `at`.
    pub(super) fn ahead(&self, at: usize) -> Ahead {
        let (mut plies, mut end) = (0, at);
        for token in self.rest_of_line(at, TOKENS_AHEAD) {
            end = token.end;
            match token.kind {
                // Without dots, it may be something else.
                TokenKind::Number(value) if self.dots(&token) > 0 => {
                    let color = if self.dots(&token) == 1 { Color::White } else { Color::Black };
                    return Ahead { plies, next: Some(numbered_ply(value, color)), end };
                }
                TokenKind::Symbol if self.language.parse(self.cursor.bytes_of(&token)).is_some() => plies += 1,
                _ => {}
            }
        }
        Ahead { plies, next: None, end }
    }

    /// The next token of the line from `at` that is no comment or annotation.
    pub(super) fn next_in_line(&self, at: usize) -> Option<Token> {
        self.rest_of_line(at, TOKENS_AHEAD).find(|token| {
            !matches!(
                token.kind,
                TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Nag(_) | TokenKind::Suffix
            )
        })
    }

    /// Whether the text from `at` goes on in this position: with its move number, or a legal move and a number that
    /// agrees with it.
    pub(super) fn goes_on(&self, position: &Position, at: usize) -> bool {
        self.agrees_with_next_number(position, at)
            && self.next_in_line(at).is_some_and(|token| match token.kind {
                TokenKind::Number(number) => number == position.fullmove_number(),
                TokenKind::Symbol => self.legal_move(position, token.span()).is_some(),
                _ => false,
            })
    }

    /// Counts the legal moves from `at` up to the first comment, variation or result.
    pub(super) fn look_ahead(&self, mut position: Position, at: usize) -> Lookahead {
        let mut moves = 0;
        for token in self.rest_of_line(at, TOKENS_AHEAD) {
            match token.kind {
                TokenKind::Number(_) | TokenKind::Dots | TokenKind::Suffix | TokenKind::Nag(_) => continue,
                TokenKind::Symbol if moves == MOVES_AHEAD => break,
                TokenKind::Symbol if self.is_annotation(&token) => continue,
                TokenKind::Symbol => {}
                _ => break,
            }
            let Some(next) = self.position_after(&position, token.span()) else {
                return Lookahead { all_legal: false, moves };
            };
            position = next;
            moves += 1;
        }
        Lookahead { all_legal: true, moves }
    }

    /// Whether there are moves from `at` on, up to a comment, a variation or a result, and all are legal.
    pub(super) fn has_legal_moves_at(&self, at: usize) -> bool {
        let ahead = self.look_ahead(self.lines.position().clone(), at);
        ahead.all_legal && ahead.moves > 0
    }

    /// The SAN tokens of the current line after `at`, without the words and symbols that annotate them.
    pub(super) fn rest_of_moves(&self, at: usize) -> impl Iterator<Item = Span> + use<'_, 'b> {
        let is_move = |token: &Token| token.kind == TokenKind::Symbol && !self.is_annotation(token);
        self.rest_of_line(at, TOKENS_OF_LINE).filter(is_move).map(|token| token.span())
    }

    /// Whether a token annotates a move.
    fn is_annotation(&self, token: &Token) -> bool {
        let text = self.cursor.word(token);
        is_symbol(&text) || is_annotation_word(&text)
    }

    /// The first SAN tokens of the main line.
    pub(super) fn main_line_of_game(&self, most: usize) -> Vec<Span> {
        main_line(Lexer::new(self.cursor.bytes(), self.cursor.start()), most)
    }

    /// The next SAN tokens of the current line.
    pub(super) fn next_san_tokens(&self, most: usize) -> Vec<Span> {
        main_line(self.cursor.lexer().clone(), most)
    }

    pub(super) fn legal_move(&self, position: &Position, span: Span) -> Option<Move> {
        let parsed = self.language.parse(&self.cursor.bytes()[span])?;
        Some(position.resolve(&parsed).ok()?.mv)
    }

    /// The position after a move or a null move, if it is legal.
    pub(super) fn position_after(&self, position: &Position, span: Span) -> Option<Position> {
        after(position, &self.language.parse(&self.cursor.bytes()[span])?)
    }
}

/// The position after a move or a null move, if it is legal.
pub(super) fn after(position: &Position, parsed: &ParsedSan) -> Option<Position> {
    match parsed.spec {
        MoveSpec::Null => position.after_pass(),
        _ => Some(position.after_unchecked(position.resolve(parsed).ok()?.mv)),
    }
}

/// The SAN tokens outside variations that follow in a lexer.
fn main_line(mut lexer: Lexer<'_>, most: usize) -> Vec<Span> {
    let mut depth = 0_usize;
    let sans = iter::from_fn(|| lexer.next_token()).filter(|token| {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.kind == TokenKind::Symbol
    });
    sans.take(most).map(|token| token.span()).collect()
}
