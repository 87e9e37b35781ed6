//! Moves that white space splits, such as `N f3`, and evaluation signs where no move stands before them.
//!
//! Both can turn a move into another one without a word: a reader that skips the `N` plays the pawn move `f3`. So the parts
//! are tried as one move first, and whatever is skipped or joined is reported.

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san::{MoveSpec, ParsedSan, ResolvedMove, Target};
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::nag;
use crate::pgn::place::Span;
use crate::pgn::text::decode;

use super::Evidence;
use super::finding::Finding;
use super::lenient_moves::{is_glyph, is_spelling};
use super::replay::Replay;
use super::rules::{Rule, Severity};

/// The most parts that one move is split into (`O - O - O`), the most bytes they have without the white space between, and
/// the most bytes of white space between two of them.
const MOST_PARTS: usize = 5;
const LONGEST_MOVE: usize = 10;
const WIDEST_GAP: usize = 16;

/// How many moves, and how many tokens in all, are tried to see which of two readings goes on.
const MOVES_AHEAD: usize = 8;
const TOKENS_AHEAD: usize = 32;

/// Signs that people write right after a move, without a space: novelty, diagram, editorial comment.
const GLUED_SIGNS: [&[u8]; 4] = [b"N", b"D", b"TN", b"RR"];

/// The sign at the end of a move of more than one letter, such as the `N` of `Nc6N`: where it starts.
pub(super) fn glued_sign(word: &[u8]) -> Option<usize> {
    let sign = GLUED_SIGNS.into_iter().filter(|sign| word.ends_with(sign)).max_by_key(|sign| sign.len())?;
    Some(word.len() - sign.len()).filter(|at| *at > 1)
}

/// Parts that make a legal move together.
struct Joined {
    /// From the first to the last part.
    span: Span,
    /// The first part after the word that was split.
    second: Span,
    /// The move without white space.
    text: Vec<u8>,
    written: ParsedSan,
    resolved: ResolvedMove,
}

/// Whether a word is a sign of assessment or comment, as books print them; `-` and the null move `--` are not.
fn is_sign(word: &str) -> bool {
    nag::of_sign(word).is_some() || word.chars().all(is_glyph) && word != "-" && word != "--"
}

/// How far the moves after a reading can be played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Outlook {
    /// Whether no move that was tried is illegal.
    goes_on: bool,
    moves: usize,
}

impl Replay<'_> {
    /// A word that is no legal move, but one together with the words after it. Says whether it was dealt with: played with
    /// them as one move; or, if it is a sign after the move before it and the moves go on better so, taken for that sign.
    #[cold]
    pub(super) fn split_move(&mut self, token: &Token) -> bool {
        let Some(joined) = self.joined(token) else { return false };
        let alone = self.resolved(&joined.second).filter(|alone| alone.mv != joined.resolved.mv);
        let Some(alone) = alone else {
            self.play_joined(token, joined, Severity::Warning);
            return true;
        };
        let after = |resolved: &ResolvedMove| self.line.position.after(resolved.mv);
        let (as_one, as_two) =
            (self.outlook(after(&joined.resolved), joined.span.end), self.outlook(after(&alone), joined.second.end));
        let severity = if as_one.goes_on == as_two.goes_on { Severity::Error } else { Severity::Warning };
        let is_sign = self.is_sign(token) && self.follows_move(token);
        if as_two > as_one && !is_sign {
            // The word is unknown, and skipped.
            return false;
        }
        if as_one < as_two || is_sign && as_one == as_two {
            let (sign, second) = (self.text(token.span()), self.text(joined.second.clone()));
            let said = format!(
                "`{sign} {second}` can be read in two ways: it is read as the sign `{sign}` and the move `{second}`; \
                 `{}` would be legal too",
                decode(&joined.text)
            );
            self.find_as(Rule::SplitMove, severity, joined.span, said);
        } else {
            self.play_joined(token, joined, severity);
        }
        true
    }

    /// As [`Self::split_move`], for a word that can be read and is no legal move: `e8= Q`, `e2 - e4`. What follows must be
    /// no move by itself.
    #[cold]
    pub(super) fn split_after(&mut self, token: &Token) -> bool {
        let Some(joined) = self.joined(token) else { return false };
        if self.read(&self.bytes[joined.second.clone()]).is_some() {
            return false;
        }
        self.play_joined(token, joined, Severity::Warning);
        true
    }

    /// As [`Self::split_move`], for a short capture whose rank stands behind it: `cxd 6`. The digit must not be the number of
    /// the next move, which a word follows.
    #[cold]
    pub(super) fn split_before_rank(&mut self, token: &Token, written: &ParsedSan) -> bool {
        if !matches!(written.wish, MoveSpec::Move { to: Target::File(_), .. }) {
            return false;
        }
        let Some(rank) = self.next_part(token.end) else { return false };
        let position = &self.line.position;
        let next_number = (position.turn() == Color::Black).then(|| (position.fullmove_number() + 1).to_string());
        let behind = self.bytes[rank.end..].iter().take(WIDEST_GAP).find(|byte| !byte.is_ascii_whitespace());
        let is_number = behind.is_some_and(u8::is_ascii_alphabetic)
            && next_number.is_some_and(|number| number.as_bytes() == &self.bytes[rank.clone()]);
        let Some(joined) = self.joined(token).filter(|joined| joined.span.end == rank.end && !is_number) else {
            return false;
        };
        self.play_joined(token, joined, Severity::Warning);
        true
    }

    /// An evaluation sign that stands before a move, or before any: it is skipped, and reported.
    #[cold]
    pub(super) fn sign_before_move(&mut self, token: &Token) -> bool {
        if !self.is_sign(token) || self.follows_move(token) || self.is_alone_in_parentheses(token) {
            return false;
        }
        self.skip_sign(token);
        true
    }

    /// A suffix that stands before a move, or before any: it is skipped, and reported.
    #[cold]
    pub(super) fn suffix_before_move(&mut self, token: &Token) -> bool {
        if self.follows_move(token) || self.is_alone_in_parentheses(token) {
            return false;
        }
        self.skip_sign(token);
        true
    }

    /// Reports that a sign is skipped.
    fn skip_sign(&mut self, token: &Token) {
        let word = self.text(token.span());
        // A letter may be what is left of a move, unless a whole move follows, with its number or without.
        let whole_follows = || {
            let next = self.next_part(self.number_end(token.end));
            next.is_some_and(|next| self.bytes[next.start].is_ascii_uppercase() && self.resolved(&next).is_some())
        };
        let is_harmless = word.bytes().any(|byte| !byte.is_ascii_alphabetic()) || word.len() > 2 || whole_follows();
        let severity = if is_harmless { Severity::Warning } else { Severity::Error };
        let said =
            format!("`{word}` is skipped: a sign of assessment stands after its move, and no move stands before it");
        self.find_as(Rule::UnknownToken, severity, token.span(), said);
    }

    /// Where the move number ends that follows with dots behind a little white space; `at` if there is none.
    fn number_end(&self, at: usize) -> usize {
        let rest = &self.bytes[at..];
        let gap = rest.iter().take(WIDEST_GAP).take_while(|byte| byte.is_ascii_whitespace()).count();
        let digits = rest[gap..].iter().take(LONGEST_MOVE).take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[gap + digits..].iter().take(LONGEST_MOVE).take_while(|byte| **byte == b'.').count();
        if dots > 0 { at + gap + digits + dots } else { at }
    }

    /// Whether a word is a sign of assessment or comment, apart from check marks.
    fn is_sign(&self, token: &Token) -> bool {
        is_sign(&decode(&self.bytes[token.span()]))
    }

    /// Whether a word stands after a move of its line, with no move number between.
    pub(super) fn follows_move(&self, token: &Token) -> bool {
        let line = &self.line;
        line.has_moves()
            && line.last_word.end > 0
            && line.last_word.end <= token.start
            && line.number_end <= line.last_word.end
    }

    /// Whether a word has a pair of parentheses for itself: `exd6 (e.p.)`, `Nf3 (=)`.
    pub(super) fn is_alone_in_parentheses(&self, token: &Token) -> bool {
        let is_opened = matches!(self.previous, Some(Token { kind: TokenKind::Open, .. }));
        let behind = self.bytes[token.end..].iter().take(WIDEST_GAP).find(|byte| !byte.is_ascii_whitespace());
        is_opened && !self.line.has_moves() && behind == Some(&b')')
    }

    /// The longest legal move that this word makes with those after it.
    fn joined(&self, token: &Token) -> Option<Joined> {
        let mut text = self.bytes[token.span()].to_vec();
        let (mut end, mut second, mut longest) = (token.end, None, None);
        for _ in 1..MOST_PARTS {
            let Some(part) = self.next_part(end).filter(|part| text.len() + part.len() <= LONGEST_MOVE) else { break };
            text.extend_from_slice(&self.bytes[part.clone()]);
            end = part.end;
            let second = second.get_or_insert(part).clone();
            let Some(written) = self.read(&text) else { continue };
            let Ok(resolved) = self.line.position.resolve(&written) else { continue };
            longest = Some(Joined { span: token.start..end, second, text: text.clone(), written, resolved });
        }
        longest
    }

    /// The next run of letters, digits and signs as in moves, behind a little white space; `None` for a move number.
    fn next_part(&self, at: usize) -> Option<Span> {
        let rest = &self.bytes[at..];
        let gap = rest.iter().take(WIDEST_GAP + 1).take_while(|byte| byte.is_ascii_whitespace()).count();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'=' | b'+' | b'#' | b':');
        let length = rest[gap..].iter().take(LONGEST_MOVE + 1).take_while(|byte| is_part(byte)).count();
        let is_number = rest.get(gap + length) == Some(&b'.');
        ((1..=WIDEST_GAP).contains(&gap) && length > 0 && !is_number).then_some(at + gap..at + gap + length)
    }

    /// The legal move that some bytes name here.
    fn resolved(&self, span: &Span) -> Option<ResolvedMove> {
        self.line.position.resolve(&self.read(&self.bytes[span.clone()])?).ok()
    }

    /// How far the moves from `at` on can be played, up to the first comment, variation or result.
    fn outlook(&self, mut position: Position, at: usize) -> Outlook {
        let mut lexer = self.lexer.clone();
        lexer.resume_at(at);
        let mut moves = 0;
        for _ in 0..TOKENS_AHEAD {
            let next = self.bytes[lexer.position()..].trim_ascii_start().first();
            if moves == MOVES_AHEAD || next.is_none_or(|byte| matches!(byte, b'{' | b'(' | b')' | b';' | b'%' | b'[')) {
                break;
            }
            let Some(token) = lexer.next_token() else { break };
            match token.kind {
                TokenKind::Word => {}
                TokenKind::Number(_) | TokenKind::Dots | TokenKind::Suffix | TokenKind::Nag(_) => continue,
                _ => break,
            }
            let word = &self.bytes[token.span()];
            let text = decode(word);
            if is_sign(&text) || is_spelling(&text) {
                continue;
            }
            let Some(resolved) = self.read(word).and_then(|written| position.resolve(&written).ok()) else {
                return Outlook { goes_on: false, moves };
            };
            position = position.after(resolved.mv);
            moves += 1;
        }
        Outlook { goes_on: true, moves }
    }

    /// Plays the parts as one move, and goes on behind them.
    fn play_joined(&mut self, token: &Token, joined: Joined, severity: Severity) {
        let Joined { span, text, written, .. } = joined;
        let parts = self.text(span.clone());
        let why = if severity == Severity::Error { ", but can be read in two ways" } else { "" };
        let said = format!("white space splits a move: `{parts}` is read as `{}`{why}", decode(&text));
        self.find_as(Rule::SplitMove, severity, span.clone(), said);
        if self.aside.is_some() {
            self.split.push(token.end..span.end);
        }
        self.lexer.resume_at(span.end);
        // It was resolved before.
        let _ = self.try_to_play(span, &written);
    }

    /// A finding about the move that is next, of this severity.
    fn find_as(&mut self, rule: Rule, severity: Severity, span: Span, said: String) {
        self.findings.push(Finding {
            rule,
            severity,
            span,
            moment: Some(self.line.moment()),
            evidence: Evidence::Said(said),
            article: None,
            fen: Some(self.line.position.to_fen().into_boxed_str()),
        });
    }
}
