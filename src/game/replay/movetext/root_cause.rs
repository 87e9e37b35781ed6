//! The search for root causes: one finding where a naive reader reports forty.

use crate::chess::illegal::legal_for_other_side;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::san::{MoveSpec, ParsedSan, Target};
use crate::game::Evidence;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;

use super::Movetext;
use super::split::glued_symbol;

/// The number of SAN tokens that decide on the language of a game.
const LANGUAGE_SAMPLE: usize = 400;

/// The maximum length of two tokens without a space between.
const MAX_GLUED_LENGTH: usize = 24;

impl Movetext<'_> {
    /// Whether another language's piece letters fit more moves. If so, the game is read again with them.
    pub(super) fn detect_language(&mut self) -> bool {
        if !self.language.is_doubtful() {
            return false;
        }
        let (bytes, start) = (self.cursor.bytes(), self.cursor.start());
        let moves = main_line(Lexer::new(bytes, start), LANGUAGE_SAMPLE);
        let moves: Vec<&[u8]> = moves.into_iter().map(|span| &bytes[span]).collect();
        self.language.detect(&self.start.position(self.options), &moves)
    }

    /// The next SAN tokens of the current line.
    pub(super) fn next_san_tokens(&self, most: usize) -> Vec<Span> {
        main_line(self.cursor.lexer().clone(), most)
    }

    /// Splits two tokens without a space between: `e4e5`, `Nf3Nc6`, `Qh81-0`, or `Nc6N` with its novelty sign. Text that is
    /// written as one move, such as `Ng1h5`, is two only if the game goes on from there, or was so written before.
    pub(super) fn split_glued(&mut self, token: &Token) -> bool {
        let length = token.end - token.start;
        if length > MAX_GLUED_LENGTH {
            return false;
        }
        let is_one = self.language.parse(self.cursor.bytes_of(token)).is_some();
        for cut in (token.start + 2..token.end).rev() {
            let (first, second) = (token.start..cut, cut..token.end);
            let Some(parsed) = self.language.parse(&self.cursor.bytes()[first.clone()]) else { continue };
            let mut trial = self.lines.trial();
            let Ok(resolved) = trial.position.resolve(&parsed) else { continue };
            trial.play(resolved.mv, 0);
            let rest = &self.cursor.bytes()[second.clone()];
            let next = self.language.parse(rest).filter(|next| match trial.position.resolve(next) {
                Ok(resolved) if is_one => {
                    let goes_on = || self.goes_on(&trial.position.after(resolved.mv), token.end);
                    rest[0] != b'x' && (self.findings.has(Rule::NumberGlued) || goes_on())
                }
                resolved => resolved.is_ok(),
            });
            let outcome = Outcome::from_text(rest);
            let is_symbol = || glued_symbol(self.cursor.bytes_of(token)) == Some(cut - token.start);
            if next.is_none() && outcome.is_none() && !is_symbol() {
                continue;
            }
            let found = self.cursor.excerpt(token.span());
            let expected = format!("{} {}", self.cursor.excerpt(first.clone()), self.cursor.excerpt(second.clone()));
            self.add_at_next_move(Rule::NumberGlued, token.span(), Evidence::Instead { found, expected });
            let _ = self.try_to_play(first, &parsed);
            match (next, outcome) {
                (Some(next), _) => _ = self.try_to_play(second, &next),
                (None, Some(outcome)) => self.stated.set_marker(outcome, second),
                (None, None) => {}
            }
            return true;
        }
        false
    }

    /// Whether the text from `at` goes on in this position: with its move number, or a legal move.
    fn goes_on(&self, position: &Position, at: usize) -> bool {
        let mut lexer = self.cursor.lexer().clone();
        lexer.resume_at(at);
        while let Some(token) = lexer.next_token() {
            return match token.kind {
                TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Nag(_) | TokenKind::Suffix => continue,
                TokenKind::Number(number) => number == position.fullmove_number(),
                TokenKind::Symbol => {
                    let parsed = self.language.parse(self.cursor.bytes_of(&token));
                    parsed.is_some_and(|parsed| position.resolve(&parsed).is_ok())
                }
                _ => false,
            };
        }
        false
    }

    /// Recognizes kings put on the center squares at the end: the way electronic boards record the result.
    pub(super) fn report_kings_to_center(&mut self, token: &Token, parsed: &ParsedSan) -> bool {
        if self.lines.is_variation() || !is_king_to_center(parsed) {
            return false;
        }
        let rest = self.next_san_tokens(3);
        let all_kings = rest.iter().all(|span| {
            let parsed = self.language.parse(&self.cursor.bytes()[span.clone()]);
            parsed.is_some_and(|parsed| is_king_to_center(&parsed))
        });
        if rest.len() > 2 || !all_kings {
            return false;
        }
        let san = self.cursor.excerpt(token.span());
        self.add_at_next_move(Rule::KingsToCenter, token.span(), Evidence::Quote(san));
        true
    }

    /// Recognizes a missing move: this move, and the next one, are legal for the other side.
    pub(super) fn report_missing_move(&mut self, token: &Token, parsed: &ParsedSan) -> bool {
        if self.lines.is_variation() || self.is_numbered_for_black() {
            return false;
        }
        let Some(mv) = legal_for_other_side(self.lines.position(), parsed) else { return false };
        let Some(mut other) = self.lines.position().after_pass() else { return false };
        other.play(mv);
        let has_wrong_number = self.line().numbers.pending.as_ref().is_some_and(|finding| {
            matches!(finding.rule, Rule::WrongNumberDots | Rule::WrongMoveNumber | Rule::WrongFirstNumber)
        });
        let goes_on = match self.next_san_tokens(1).first() {
            Some(next) => {
                let parsed = self.language.parse(&self.cursor.bytes()[next.clone()]);
                parsed.is_some_and(|parsed| other.resolve(&parsed).is_ok())
            }
            None => false,
        };
        if !has_wrong_number && !goes_on {
            return false;
        }
        let (san, turn) = (self.cursor.excerpt(token.span()), self.lines.position().turn());
        self.add_at_next_move(Rule::MissingMove, token.span(), Evidence::OtherSide { san, turn });
        true
    }

    /// Whether a number with dots, `12...`, rightly gives the next move to Black.
    fn is_numbered_for_black(&self) -> bool {
        let dotted = self.cursor.previous().is_some_and(|token| {
            matches!(token.kind, TokenKind::Number(_)) && self.cursor.bytes()[token.span()].ends_with(b"..")
        });
        dotted && self.line().numbers.pending.is_none() && self.lines.position().turn() == Color::Black
    }
}

/// The SAN tokens outside variations that follow in a lexer.
fn main_line(mut lexer: Lexer<'_>, most: usize) -> Vec<Span> {
    let mut sans = Vec::new();
    let mut depth = 0_usize;
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Symbol if depth == 0 => sans.push(token.span()),
            _ => {}
        }
        if sans.len() >= most {
            break;
        }
    }
    sans
}

/// Whether a king is put on a center square. A capture is a move.
fn is_king_to_center(parsed: &ParsedSan) -> bool {
    match parsed.spec {
        _ if parsed.capture_mark => false,
        MoveSpec::Move { kind: PieceType::King, to: Target::Square(to), .. } => {
            matches!(to.to_string().as_str(), "d4" | "d5" | "e4" | "e5")
        }
        _ => false,
    }
}
