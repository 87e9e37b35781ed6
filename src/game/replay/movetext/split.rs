//! Recovery of moves that white space splits, such as `N f3`, and of evaluation symbols that do not follow a move.
//!
//! Both could silently change a move: a reader that skips the `N` plays the pawn move `f3`. So the parts are first
//! tried as one move, and whatever is joined or skipped is reported.

use crate::chess::piece::Color;
use crate::chess::san::{self, Deviations, MoveSpec, ParsedSan, ResolvedMove, Target};
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::rules::{Rule, Severity};
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::nag;
use crate::pgn::place::Span;
use crate::pgn::text::decode;

use super::Movetext;
use super::lenient::is_annotation_symbol;

/// The maximum number of parts of a split move: `O - O - O` has five.
const MAX_PARTS: usize = 5;

/// The maximum length of a split move in bytes, without white space.
const MAX_MOVE_LENGTH: usize = 10;

/// The maximum number of white-space bytes between two parts.
const MAX_GAP: usize = 16;

/// Symbols written after a move without a space: novelty, diagram, editorial comment.
const GLUED_SYMBOLS: [&[u8]; 4] = [b"N", b"D", b"TN", b"RR"];

/// The offset of the symbol that ends a token, such as the last `N` of `Nc6N`.
pub(in crate::game) fn glued_symbol(token: &[u8]) -> Option<usize> {
    let longest =
        GLUED_SYMBOLS.into_iter().filter(|symbol| token.ends_with(symbol)).max_by_key(|symbol| symbol.len())?;
    Some(token.len() - longest.len()).filter(|at| *at > 1)
}

/// Several parts that together form a legal move.
struct Joined {
    /// The range from the first part to the last.
    span: Span,
    second: Span,
    /// The move without white space.
    text: Vec<u8>,
    parsed: ParsedSan,
    resolved: ResolvedMove,
}

/// Whether text is an annotation symbol, such as `+-` or `N`; `-` and the null moves `--` and `---` are not.
pub(super) fn is_symbol(text: &str) -> bool {
    nag::from_symbol(text).is_some() || text.chars().all(is_annotation_symbol) && !matches!(text, "-" | "--" | "---")
}

impl Movetext<'_> {
    /// Handles a token that is not a legal move by itself, but forms one with the tokens after it. It is played as one
    /// move; or read as a symbol on the previous move, if more legal moves follow that reading. Returns whether the
    /// token was handled.
    #[cold]
    pub(super) fn split_move(&mut self, token: &Token) -> bool {
        let Some(joined) = self.joined(token) else { return false };
        let position = self.lines.position();
        let alone = self.legal_move(position, joined.second.clone()).filter(|alone| *alone != joined.resolved.mv);
        let Some(alone) = alone else {
            self.play_joined(token, joined, Severity::Warning);
            return true;
        };
        let (as_one, as_two) = (
            self.look_ahead(position.after_unchecked(joined.resolved.mv), joined.span.end),
            self.look_ahead(position.after_unchecked(alone), joined.second.end),
        );
        let severity = if as_one.all_legal == as_two.all_legal { Severity::Error } else { Severity::Warning };
        let is_symbol = self.is_symbol(token) && self.follows_move(token);
        if as_two > as_one && !is_symbol {
            // The caller skips the token as unknown.
            return false;
        }
        if as_one < as_two || is_symbol && as_one == as_two {
            let (symbol, second) = (self.cursor.excerpt(token.span()), self.cursor.excerpt(joined.second.clone()));
            let sign = if symbol == "N" { " (the novelty sign)" } else { "" };
            let message = format!(
                "`{symbol} {second}` can be read in two ways: it is read as the symbol `{symbol}`{sign} and the move `{second}`; \
                 `{}` would be legal too",
                decode(&joined.text)
            );
            self.add_with_severity(Rule::SplitMove, severity, joined.span, message);
        } else {
            self.play_joined(token, joined, severity);
        }
        true
    }

    /// Like [`Self::split_move`], for a token that can be parsed as a move but is illegal: `e8= Q`, `e2 - e4`. The next
    /// part must not be a move by itself.
    #[cold]
    pub(super) fn split_after(&mut self, token: &Token) -> bool {
        let Some(joined) = self.joined(token) else { return false };
        if self.language.parse(&self.cursor.bytes()[joined.second.clone()]).is_some() {
            return false;
        }
        self.play_joined(token, joined, Severity::Warning);
        true
    }

    /// Like [`Self::split_move`], for a pawn capture whose rank follows as a separate token: `cxd 6`. The digit must
    /// not be the number of the next move.
    #[cold]
    pub(super) fn split_before_rank(&mut self, token: &Token, parsed: &ParsedSan) -> bool {
        if !matches!(parsed.spec, MoveSpec::Move { to: Target::File(_), .. }) {
            return false;
        }
        let Some(rank) = self.next_part(token.end) else { return false };
        let position = self.lines.position();
        let next_number = (position.turn() == Color::Black).then(|| (position.fullmove_number() + 1).to_string());
        let after_rank = self.cursor.bytes()[rank.end..].iter().take(MAX_GAP).find(|byte| !byte.is_ascii_whitespace());
        let is_number = after_rank.is_some_and(u8::is_ascii_alphabetic)
            && next_number.is_some_and(|number| number.as_bytes() == &self.cursor.bytes()[rank.clone()]);
        let Some(joined) = self.joined(token).filter(|joined| joined.span.end == rank.end && !is_number) else {
            return false;
        };
        self.play_joined(token, joined, Severity::Warning);
        true
    }

    /// Skips and reports an evaluation symbol that does not follow a move. Returns whether the token is one.
    #[cold]
    pub(super) fn symbol_before_move(&mut self, token: &Token) -> bool {
        if !self.is_symbol(token) || self.follows_move(token) || self.is_alone_in_parentheses(token) {
            return false;
        }
        self.skip_symbol(token);
        true
    }

    /// Skips and reports a move suffix that does not follow a move. Returns whether the token is one.
    #[cold]
    pub(super) fn suffix_before_move(&mut self, token: &Token) -> bool {
        if self.follows_move(token) || self.is_alone_in_parentheses(token) {
            return false;
        }
        self.skip_symbol(token);
        true
    }

    /// Reports a skipped symbol. It is an error if the symbol may be part of a move: one or two letters that no
    /// complete piece move follows.
    fn skip_symbol(&mut self, token: &Token) {
        let symbol = self.cursor.excerpt(token.span());
        if symbol.chars().all(|c| matches!(c, '?' | '-' | '–' | '—' | '−')) && self.reports_hole_at(token) {
            return;
        }
        let piece_move_follows = || {
            let next = self.next_part(self.number_end(token.end));
            next.is_some_and(|next| {
                self.cursor.bytes()[next.start].is_ascii_uppercase()
                    && self.legal_move(self.lines.position(), next).is_some()
            })
        };
        let is_harmless =
            symbol.bytes().any(|byte| !byte.is_ascii_alphabetic()) || symbol.len() > 2 || piece_move_follows();
        let severity = if is_harmless { Severity::Warning } else { Severity::Error };
        let sign = if symbol == "N" { " (the novelty sign)" } else { "" };
        let message = format!("`{symbol}`{sign} is skipped: an annotation symbol must follow a move");
        self.add_with_severity(Rule::UnknownToken, severity, token.span(), message);
    }

    /// The end of the move number with dots that follows `at`; `at` if there is none.
    fn number_end(&self, at: usize) -> usize {
        let rest = &self.cursor.bytes()[at..];
        let gap = rest.iter().take(MAX_GAP).take_while(|byte| byte.is_ascii_whitespace()).count();
        let digits = rest[gap..].iter().take(MAX_MOVE_LENGTH).take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[gap + digits..].iter().take(MAX_MOVE_LENGTH).take_while(|byte| **byte == b'.').count();
        if dots > 0 { at + gap + digits + dots } else { at }
    }

    /// Whether a token is an annotation symbol. Check suffixes are not.
    fn is_symbol(&self, token: &Token) -> bool {
        is_symbol(&self.cursor.word(token))
    }

    /// Whether a token follows a move of its line with no move number in between.
    pub(super) fn follows_move(&self, token: &Token) -> bool {
        let line = self.line();
        line.has_moves()
            && line.last_san.end > 0
            && line.last_san.end <= token.start
            && line.numbers.end <= line.last_san.end
    }

    /// Whether a token is the only one in parentheses: `exd6 (e.p.)`, `Nf3 (=)`.
    pub(super) fn is_alone_in_parentheses(&self, token: &Token) -> bool {
        let is_opened = matches!(self.cursor.previous(), Some(Token { kind: TokenKind::Open, .. }));
        let next = self.cursor.bytes()[token.end..].iter().take(MAX_GAP).find(|byte| !byte.is_ascii_whitespace());
        is_opened && !self.line().has_moves() && next == Some(&b')')
    }

    /// The longest legal move that this token forms with the tokens after it.
    fn joined(&self, token: &Token) -> Option<Joined> {
        let mut text = Some(self.cursor.bytes_of(token)).filter(|text| text.len() <= MAX_MOVE_LENGTH)?.to_vec();
        let (mut end, mut second, mut longest) = (token.end, None, None);
        for _ in 1..MAX_PARTS {
            let Some(part) = self.next_part(end).filter(|part| text.len() + part.len() <= MAX_MOVE_LENGTH) else {
                break;
            };
            text.extend_from_slice(&self.cursor.bytes()[part.clone()]);
            end = part.end;
            let second = second.get_or_insert(part).clone();
            let Some(parsed) = self.language.parse(&text) else { continue };
            let Ok(resolved) = self.lines.position().resolve(&parsed) else { continue };
            if !self.cursor.lexer().clone().pass_to(end) {
                break;
            }
            longest = Some(Joined { span: token.start..end, second, text: text.clone(), parsed, resolved });
        }
        longest
    }

    /// The next run of characters that occur in moves, or text in parentheses, after at most [`MAX_GAP`] bytes of white space;
    /// `None` if it is a move number.
    fn next_part(&self, at: usize) -> Option<Span> {
        let rest = &self.cursor.bytes()[at..];
        let gap = rest.iter().take(MAX_GAP + 1).take_while(|byte| byte.is_ascii_whitespace()).count();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"-=+#:/".contains(byte);
        let mut near = rest[gap..].iter().take(MAX_MOVE_LENGTH + 1);
        let length = match rest.get(gap) {
            Some(b'(') => near.position(|byte| *byte == b')').map_or(0, |close| close + 1),
            _ => near.take_while(|byte| is_part(byte)).count(),
        };
        let is_number = rest.get(gap + length) == Some(&b'.');
        ((1..=MAX_GAP).contains(&gap) && length > 0 && !is_number).then_some(at + gap..at + gap + length)
    }

    /// Plays the parts as one move and resumes the lexer after them.
    fn play_joined(&mut self, token: &Token, joined: Joined, severity: Severity) {
        let Joined { span, text, mut parsed, resolved, .. } = joined;
        let parts = self.cursor.excerpt(span.clone());
        let why = if severity == Severity::Error { ", but can be read in two ways" } else { "" };
        let is_promotion = resolved.mv.promotion().is_some();
        let san = if is_promotion {
            san::write(self.lines.position(), resolved.mv).to_string()
        } else {
            decode(&text).into_owned()
        };
        let message = format!("white space splits a move: `{parts}` is read as `{san}`{why}");
        // This finding says how to write it.
        parsed.forms = parsed.forms.without(Deviations::PROMOTIONS);
        self.add_with_severity(Rule::SplitMove, severity, span.clone(), message);
        self.lines.keep_split(token.end..span.end);
        let has_passed = self.cursor.lexer_mut().pass_to(span.end);
        debug_assert!(has_passed, "`joined` tried it");
        // The move is legal, so this cannot fail.
        let _ = self.try_to_play(span, &parsed);
    }

    /// Adds a finding about the next move, with this severity.
    pub(super) fn add_with_severity(&mut self, rule: Rule, severity: Severity, span: Span, message: String) {
        self.findings.push(Finding {
            rule,
            severity,
            span,
            moment: Some(self.line().moment()),
            evidence: Evidence::Message(message),
            article: None,
            fen: Some(self.lines.position().to_fen().into_boxed_str()),
        });
    }
}
