//! The checks of move numbers (PGN 8.2.2), check suffixes (PGN 8.2.3.5), NAGs, move suffixes, and text that is neither a
//! move nor a comment.

use crate::chess::piece::Color;
use crate::chess::san::{self, CheckSuffix, Deviations, ParsedSan};
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::lines::{Numbering, State};
use crate::game::rules::Rule;
use crate::pgn::foreign;
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;

use super::Movetext;
use super::holes::Gap;

impl Movetext<'_> {
    /// The number expected before the next move.
    #[inline]
    pub(in crate::game::replay) fn expected_number(&self) -> u32 {
        self.line().numbers.lead.expected(self.lines.position())
    }

    /// Checks a move number. `has_fen` tells whether a FEN tag sets the position.
    pub(in crate::game::replay) fn read_number(&mut self, token: &Token, value: u32, has_fen: bool) {
        let dots = self.cursor.bytes()[token.start..token.end].iter().rev().take_while(|byte| **byte == b'.').count();
        let side_matches = match self.lines.position().turn() {
            Color::White => dots <= 1,
            Color::Black => dots != 1,
        };
        if value <= 1 && dots == 0 && self.spaced_result(token) {
            return;
        }
        if self.stated.is_over() {
            return self.report_move_after_result(token);
        }
        let is_of_nag = self.cursor.previous().is_some_and(|before| {
            before.kind == TokenKind::Nag(None) && self.number_after_dollar(&before) == Some(token.span())
        });
        if is_of_nag || dots == 0 && value != self.expected_number() && self.numeric_move(token) {
            return;
        }
        self.line_mut().numbers.end = token.end;
        if value != self.expected_number() || !side_matches || !self.line().numbers.lead.is_of_moves() {
            self.check_number(token, value, side_matches, has_fen);
        }
    }

    /// Reports the move number that touches a move.
    #[cold]
    pub(super) fn report_glued_number(&mut self, san: &Token) {
        let after = &self.cursor.bytes()[san.end..];
        let length = after.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
        let whole = san.start..san.end + length;
        let (found, number) = (self.cursor.excerpt(whole.clone()), self.cursor.excerpt(san.end..whole.end));
        let expected = format!("{} {number}", self.cursor.excerpt(san.span()));
        self.add_at_next_move(Rule::NumberGlued, whole, Evidence::Instead { found, expected });
    }

    /// Plays a move in numeric notation: `5254` is e2e4. What is not legal is a number, unless it follows such a move.
    fn numeric_move(&mut self, token: &Token) -> bool {
        if self.line().state == State::Lost {
            return false;
        }
        let Some(parsed) = self.numeric(token.span()) else { return false };
        match self.try_to_play(token.span(), &parsed) {
            Ok(()) => true,
            Err(why) => {
                let follows = self.numeric(self.line().last_san.clone()).is_some();
                if follows {
                    self.report_illegal(token, &parsed, why);
                }
                follows
            }
        }
    }

    /// The move in numeric notation at this place.
    fn numeric(&self, span: Span) -> Option<ParsedSan> {
        let text = &self.cursor.bytes()[span];
        let parsed = if (4..=5).contains(&text.len()) { self.language.parse(text) } else { None };
        parsed.filter(|parsed| parsed.forms.contains(Deviations::NUMERIC))
    }

    /// Reports a wrong number once. Later numbers with the same lead are not reported: in this line, in its variations,
    /// and after a variation. A number that agrees with the board, dots included, is never reported.
    #[cold]
    fn check_number(&mut self, token: &Token, value: u32, side_matches: bool, has_fen: bool) {
        if self.line().state == State::Lost {
            return;
        }
        let moment = self.line().moment();
        // `1. ... e5` states the side to move in two tokens.
        let of_number = 2 * (i64::from(value) - i64::from(moment.number));
        let of_dots = match moment.turn {
            _ if side_matches => 0,
            Color::White => 1,
            Color::Black => -i64::from(self.dots(token) == 1),
        };
        let shift = of_number + of_dots;
        let Numbering { shift: known, carried, counts_plies } = self.line().numbers.lead;
        if counts_plies && value == self.line().ply + 1 {
            self.line_mut().numbers.lead.shift = shift;
            return;
        }
        let is_known = |shift| [0, known, carried].contains(&shift);
        let is_first_of_fen = self.line().ply == 0 && has_fen;
        // Numbers of a variation do not make up for moves of this line.
        let may_be_ahead = !is_known(shift) || shift == carried && shift > known.max(0);
        if !is_first_of_fen && may_be_ahead && self.hole_before_number(token, value, shift - known) {
            return;
        }
        let counts_plies = !is_known(shift) && self.counts_plies(token, value);
        self.line_mut().numbers.lead = Numbering { shift, carried: 0, counts_plies };
        if is_known(shift) {
            return;
        }
        let rule = match () {
            () if is_known(of_number) => {
                self.line_mut().numbers.lead.carried = of_number;
                Rule::WrongNumberDots
            }
            () if is_first_of_fen && shift.abs() != 1 => Rule::WrongFirstNumber,
            () => Rule::WrongMoveNumber,
        };
        let (expected, turn) = (moment.number, moment.turn);
        let evidence = Evidence::Number { found: value, expected, turn, plies: shift, counts_plies };
        self.hold_back(rule, token.span(), evidence);
    }

    /// Holds a finding back until the move after it has been read.
    fn hold_back(&mut self, rule: Rule, span: Span, evidence: Evidence) {
        self.release_pending();
        self.line_mut().numbers.pending = Some(Box::new(Finding {
            rule,
            severity: rule.severity(),
            span,
            moment: Some(self.line().moment()),
            evidence,
            article: None,
            fen: Some(self.lines.position().to_fen().into_boxed_str()),
        }));
    }

    /// Reports a number at the end of a line that no move follows.
    pub(super) fn report_number_without_move(&mut self) {
        let end = self.line().numbers.end;
        let is_over = self.line().opened > 0 || self.stated.is_over();
        if end <= self.line().last_san.end || self.line().state == State::Lost || !is_over {
            return;
        }
        let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        let length =
            self.cursor.bytes()[self.cursor.start()..end].iter().rev().take_while(|byte| is_number(byte)).count();
        let span = end - length..end;
        let number = self.cursor.excerpt(span.clone());
        self.line_mut().numbers.pending = None;
        let message = format!("no move follows the move number `{number}`: the move may be missing");
        self.add_at_next_move(Rule::WrongMoveNumber, span, Evidence::Message(message));
    }

    #[cold]
    pub(super) fn release_pending(&mut self) {
        if let Some(finding) = self.line_mut().numbers.pending.take() {
            self.findings.push(*finding);
        }
    }

    /// Compares the suffix of the last move with the board, and reports a difference.
    #[cold]
    pub(in crate::game::replay) fn verify_check_suffix(&mut self) {
        let (span, mark) = (self.line().last_san.clone(), self.line().last_suffix);
        let right = CheckSuffix::required(self.lines.position());
        if mark == right {
            return;
        }
        let rule = match mark {
            None => Rule::MissingCheckSuffix,
            // `++` deviates only in spelling, unless the move does not give check.
            Some(CheckSuffix::Double) if right.is_some() => return,
            // `finish_line` checks a `+` that is mate: a move that follows is the more serious error.
            Some(CheckSuffix::Check) if right == Some(CheckSuffix::Mate) => return,
            Some(_) => Rule::WrongCheckSuffix,
        };
        self.add_check_suffix(rule, span);
    }

    /// Reports the check suffix of the last move, and writes the move with the right one.
    #[cold]
    pub(super) fn add_check_suffix(&mut self, rule: Rule, span: Span) {
        let written = || {
            let (before, _) = self.line().before_last()?;
            Some(san::write(&before, self.line().records.last()?.mv).to_string())
        };
        let expected = if self.findings.wants(rule) { written() } else { None };
        let found = self.cursor.excerpt(span.clone());
        let evidence = expected.map_or(Evidence::Nothing, |expected| Evidence::Instead { found, expected });
        self.add_at_last_move(rule, span, evidence);
    }

    /// Checks the export format: `1. e4 e5`, a number before each White move, and before a Black move only after
    /// something else (PGN 8.2.2.2).
    pub(super) fn check_export_numbering(&mut self, token: &Token) {
        let white_moved = self.lines.position().turn() == Color::Black;
        let right = match self.cursor.previous() {
            Some(Token { kind: TokenKind::Number(_), start, end }) => {
                let dots = self.cursor.bytes()[start..end].iter().rev().take_while(|byte| **byte == b'.').count();
                end < token.start && dots == if white_moved { 1 } else { 3 }
            }
            Some(Token {
                kind: TokenKind::Symbol | TokenKind::Suffix | TokenKind::Nag(_) | TokenKind::Escape, ..
            }) => !white_moved,
            _ => false,
        };
        if !right && !self.findings.has(Rule::ExportNumbering) {
            self.add_at_last_move(Rule::ExportNumbering, token.span(), Evidence::Nothing);
        }
    }
}

// The checks of NAGs, move suffixes and text that is neither a move nor a comment.

/// The maximum number of characters quoted from text that touches a NAG.
const MAX_QUOTED: usize = 10;

impl Movetext<'_> {
    /// Reports a NAG that is out of range, touches the next token, or has a dot like a move number.
    pub(in crate::game::replay) fn nag(&mut self, token: &Token, value: Option<u8>) {
        if value.is_some() && self.cursor.bytes().get(token.end) == Some(&b'.') {
            let number = self.cursor.excerpt(token.start + 1..token.end + 1);
            let message = format!("`${number}` is read as a NAG, but has a dot like the move number `{number}`");
            return self.findings.add(Rule::BadNag, token.start..token.end + 1, Evidence::Message(message));
        }
        let glued =
            self.cursor.bytes()[token.end..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_alphanumeric());
        let whole = token.start..token.end + glued.count();
        if whole.end == token.end {
            match self.number_after_dollar(token) {
                _ if value.is_some() => {}
                Some(number) => {
                    let (found, number) = (self.cursor.excerpt(token.start..number.end), self.cursor.excerpt(number));
                    let message = format!("`{found}` is not a NAG: write `${number}`");
                    self.findings.add(Rule::BadNag, token.span(), Evidence::Message(message));
                }
                None => self.quote(Rule::BadNag, token),
            }
            return;
        }
        let (nag, word) = (self.cursor.excerpt(token.span()), self.cursor.excerpt(token.end..whole.end));
        if value.is_some() {
            let found = self.cursor.excerpt(whole.clone());
            self.add_at_next_move(
                Rule::NumberGlued,
                whole,
                Evidence::Instead { found, expected: format!("{nag} {word}") },
            );
        } else {
            let message = format!(
                "`{nag}{word}` is not a NAG: write `$` and a number from 0 to 255; `{word}` is read separately"
            );
            self.add_at_next_move(Rule::BadNag, whole, Evidence::Message(message));
        }
    }

    /// The number that white space separates from its `$`.
    pub(in crate::game::replay) fn number_after_dollar(&self, token: &Token) -> Option<Span> {
        let bytes = self.cursor.bytes();
        let gap = bytes[token.end..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = token.end + gap;
        let digits = bytes[start..].iter().take(MAX_QUOTED).take_while(|byte| byte.is_ascii_digit()).count();
        let is_number = self.cursor.bytes_of(token) == b"$" && gap > 0 && (1..=3).contains(&digits);
        (is_number && bytes.get(start + digits) != Some(&b'.')).then_some(start..start + digits)
    }

    /// What junk is that other formats use, or that is out of place.
    fn other_formats(&self, token: &Token) -> Option<String> {
        let text = self.cursor.bytes_of(token);
        let quote = self.cursor.excerpt(token.span());
        match text {
            [b'/', b'*', ..] | [b'#', ..] => {
                Some(format!("`{quote}` is not a comment: PGN writes comments in braces or after `;`"))
            }
            [b'%', ..] => Some(format!("`{quote}` escapes a line only in its first column; the text after it is read")),
            _ => None,
        }
    }

    pub(in crate::game::replay) fn suffix(&mut self, token: &Token) {
        let text = self.cursor.bytes_of(token);
        if !self.stated.is_over() && self.line().state == State::Open && self.suffix_before_move(token) {
            return;
        }
        if !matches!(text, b"!" | b"?" | b"!!" | b"??" | b"!?" | b"?!") {
            self.quote(Rule::BadSuffix, token);
        } else if !self.stated.is_over() && self.line().state == State::Open && self.follows_move(token) {
            self.check_place_of_suffix(token);
        }
    }

    /// Dots without a number belong to Black's move. Elsewhere they may stand for a move.
    pub(in crate::game::replay) fn dots_without_number(&mut self, token: &Token) {
        if self.stated.is_over() {
            return self.report_move_after_result(token);
        }
        // In `$2.`, the dot touches the token before it.
        let is_apart = self.cursor.bytes()[..token.start].last().is_none_or(u8::is_ascii_whitespace);
        let follows_dots = self.cursor.previous().is_some_and(|previous| match previous.kind {
            TokenKind::Dots => true,
            // Unless the numbers are one ply off.
            TokenKind::Number(_) => self.cursor.bytes_of(&previous).ends_with(b"..") && !self.may_be_one_off(),
            _ => false,
        });
        if is_apart && self.line().state == State::Open && (follows_dots || self.stands_for_move(token)) {
            self.reports_hole_at(token);
        }
    }

    /// Reports a suffix that does not touch its move.
    fn check_place_of_suffix(&mut self, token: &Token) {
        let last = self.line().last_san.clone();
        if last.end == token.start {
            return;
        }
        let (bytes, suffix) = (self.cursor.bytes(), self.cursor.excerpt(token.span()));
        let (span, evidence) = if bytes[last.end..token.start].trim_ascii().is_empty() {
            let (found, expected) =
                (self.cursor.excerpt(last.start..token.end), self.cursor.excerpt(last.clone()) + &suffix);
            (last.start..token.end, Evidence::Instead { found, expected })
        } else {
            let message = format!("`{suffix}` is apart from the move before it: a suffix is the last part of its move");
            (token.span(), Evidence::Message(message))
        };
        self.add_at_last_move(Rule::BadSuffix, span, evidence);
    }

    /// Reports the first of consecutive lines, and the first that is binary data.
    pub(in crate::game::replay) fn stray_text(&mut self, token: &Token, has_tags: bool) {
        let is_binary = foreign::is_binary(self.cursor.bytes_of(token));
        match self.cursor.previous() {
            Some(before @ Token { kind: TokenKind::StrayText, .. })
                if !is_binary || foreign::is_binary(self.cursor.bytes_of(&before)) =>
            {
                return;
            }
            _ if is_binary => return self.binary(token),
            _ => {}
        }
        if let Some(format) = foreign::document(self.cursor.bytes_of(token)).filter(|_| !has_tags) {
            return self.document(token, format);
        }
        let rule = if has_tags { Rule::TrailingTextAfterTag } else { Rule::StrayText };
        self.quote(rule, token);
    }

    pub(in crate::game::replay) fn junk(&mut self, token: &Token, is_in_game: bool) {
        if !is_in_game {
            return self.quote(Rule::StrayText, token);
        }
        let text = self.cursor.bytes_of(token);
        if text == b"[#]" {
            return self.quote(Rule::NagAsSymbol, token);
        }
        if text == b"]" && self.lines.is_variation() && !self.lines.is_unread() {
            return self.misclose_variation(token);
        }
        if let Some(message) = self.other_formats(token) {
            return self.findings.add(Rule::UnknownToken, token.span(), Evidence::Message(message));
        }
        let is_control = text.iter().any(|byte| *byte < b' ' || *byte == 0x7f);
        let is_read = self.line().state == State::Open && !self.stated.is_over();
        let gap = if is_read { self.gap_at(token) } else { Gap::Closed };
        match gap {
            Gap::Plies(_) => self.hole_at(token, &gap),
            // Punctuation does not stand for a move.
            Gap::Unknown if !text.is_ascii() || text.iter().any(u8::is_ascii_alphanumeric) => self.hole_at(token, &gap),
            _ => self.quote(if is_control { Rule::ControlCharacter } else { Rule::UnknownToken }, token),
        }
    }
}
