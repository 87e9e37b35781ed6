//! Move numbers (PGN 8.2.2) and check marks (PGN 8.2.3.5): what stands around a move.

use crate::chess::piece::Color;
use crate::chess::san::CheckSuffix;
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;

use super::Evidence;
use super::finding::Finding;
use super::line::{Numbering, State};
use super::replay::Replay;
use super::rules::Rule;

impl Replay<'_> {
    /// The number that the next move should carry.
    #[inline]
    pub(super) fn expected_number(&self) -> u32 {
        self.line.position.fullmove_number().wrapping_add(self.line.numbering.shift)
    }

    pub(super) fn number(&mut self, token: &Token, value: u32) {
        let dots = self.bytes[token.start..token.end].iter().rev().take_while(|byte| **byte == b'.').count();
        if self.moves_begun.is_none() {
            self.begin_moves(token.start);
        }
        let right_side = match self.line.position.turn() {
            Color::White => dots <= 1,
            Color::Black => dots != 1,
        };
        if value <= 1 && dots == 0 && self.spaced_result(token) {
            return;
        }
        if self.marker.is_some() {
            return self.word_after_result(token);
        }
        self.line.number_end = token.end;
        if value != self.expected_number() || !right_side || self.line.numbering.carried != 0 {
            self.unusual_number(token, value, dots, right_side);
        }
    }

    /// A number that is right on the board is never reported. A wrong one is reported once: those that are ahead by as much
    /// follow from it, in this line, in its variations, and after a variation.
    #[cold]
    fn unusual_number(&mut self, token: &Token, value: u32, dots: usize, right_side: bool) {
        if self.line.state == State::Lost {
            return;
        }
        let moment = self.line.moment();
        let evidence = Evidence::Number { found: value, expected: moment.number, turn: moment.turn };
        let shift = value.wrapping_sub(moment.number);
        let Numbering { shift: known, carried } = std::mem::take(&mut self.line.numbering);
        self.line.numbering.shift = shift;
        if ![0, known, carried].contains(&shift) {
            let first = self.line.ply == 0 && self.tags.has_fen();
            let rule = if first { Rule::WrongFirstNumber } else { Rule::WrongMoveNumber };
            self.hold(rule, token.span(), evidence);
            return;
        }
        if right_side {
            return;
        }
        // `1. ... e5` says whose move it is in two tokens.
        let rest = &self.bytes[token.end..];
        let dots_follow = rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'.');
        if moment.turn == Color::White || (dots == 1 && !dots_follow) {
            self.hold(Rule::WrongNumberDots, token.span(), evidence);
        }
    }

    /// Keeps a finding until the move behind it has been read.
    fn hold(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        self.release_pending();
        self.line.pending = Some(Box::new(Finding {
            rule,
            severity: rule.severity(),
            span,
            moment: Some(self.line.moment()),
            evidence,
            article: None,
            fen: Some(self.line.position.to_fen().into_boxed_str()),
        }));
    }

    /// At the end of a line of play: a number that stands last, with no move behind it.
    pub(super) fn number_without_move(&mut self) {
        let end = self.line.number_end;
        let is_over = self.line.opened > 0 || self.marker.is_some();
        if end <= self.line.last_word.end || self.line.state == State::Lost || !is_over {
            return;
        }
        let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        let length = self.bytes[self.start..end].iter().rev().take_while(|byte| is_number(byte)).count();
        let span = end - length..end;
        let number = self.text(span.clone());
        self.line.pending = None;
        let said = format!("no move follows the move number `{number}`: it may be lost");
        self.find_here(Rule::WrongMoveNumber, span, Evidence::Said(said));
    }

    #[cold]
    pub(super) fn release_pending(&mut self) {
        if let Some(finding) = self.line.pending.take() {
            self.findings.push(*finding);
        }
    }

    /// The mark of a move does not simply agree with the board.
    #[cold]
    pub(super) fn judge_mark(&mut self) {
        let (span, mark) = (self.line.last_word.clone(), self.line.last_mark);
        let right = CheckSuffix::required(&self.line.position);
        if mark == right {
            return;
        }
        let expected = match right {
            None => "",
            Some(CheckSuffix::Mate) => "#",
            Some(_) => "+",
        };
        let rule = match mark {
            None => Rule::MissingCheckSuffix,
            // `++` is a spelling, unless it is not even check.
            Some(CheckSuffix::Double) if right.is_some() => return,
            // A `+` that is mate is judged when the line ends: a move that follows is the greater fault.
            Some(CheckSuffix::Check) if right == Some(CheckSuffix::Mate) => return,
            Some(_) => Rule::WrongCheckSuffix,
        };
        let found = self.text(span.clone());
        self.find_before(rule, span, Evidence::Instead { found, expected: expected.to_owned() });
    }

    /// Export format: `1. e4 e5`, a number before each move of White, and before one of Black only where something
    /// stands between (PGN 8.2.2.2).
    pub(super) fn numbering(&mut self, token: &Token) {
        let white_moved = self.line.position.turn() == Color::Black;
        let right = match self.previous {
            Some(Token { kind: TokenKind::Number(_), start, end }) => {
                let dots = self.bytes[start..end].iter().rev().take_while(|byte| **byte == b'.').count();
                end < token.start && dots == if white_moved { 1 } else { 3 }
            }
            Some(Token {
                kind: TokenKind::Word | TokenKind::Suffix | TokenKind::Nag(_) | TokenKind::Escape, ..
            }) => !white_moved,
            _ => false,
        };
        if !right && !self.findings.has(Rule::ExportNumbering) {
            self.find_before(Rule::ExportNumbering, token.span(), Evidence::Nothing);
        }
    }
}
