//! Holes: places where moves are missing between two that are there.
//!
//! What follows a hole is not part of the proven game: if it were played from the position before the hole, it would
//! be a game that nobody played. So a hole is an error, and the line ends there, as at an illegal move.
//!
//! A hole shows in two ways. Move numbers may go on by more plies than there are moves. Or text that is not a move
//! stands where a move could stand, and no later number proves that all moves are there.

use crate::chess::illegal::legal_for_other_side;
use crate::chess::moves::PlyCount;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::Evidence;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::place::Span;

use super::Movetext;
use super::ahead::{Ahead, NumberedPly, numbered_ply};

/// A larger number is not a move number: the 75-move rule ends every game earlier (Laws 9.6.2).
const MAX_NUMBER: u32 = 10_000;

/// The number of legal moves that shows that numbers are one ply off. By chance, few moves are legal for either side.
const PROVING_PLIES: usize = 8;

/// What to do about a hole.
const FIND_MOVES: &str = "find them in another source";

/// The moves that text stands for.
pub(super) enum Gap {
    /// None: all moves are there, or none follows.
    Closed,
    /// This many, by the next number.
    Plies(u64),
    /// Moves follow, and no number says whether any is missing.
    Unknown,
}

impl Movetext<'_> {
    /// Reports that moves are missing before a number that is this far ahead of them, unless the text after it shows that only
    /// the number is wrong.
    ///
    /// The hole may be anywhere after the last number, so the moves since then are not part of the proven game, except
    /// the first. If another number follows at once, that one decides.
    pub(super) fn hole_before_number(&mut self, token: &Token, value: u32, missing: NumberedPly) -> bool {
        let begins_variation = self.lines.is_variation() && !self.line().has_moves();
        let ahead = self.ahead(token.end);
        if missing > 0
            && !begins_variation
            && ahead.plies == 0
            && ahead.next.is_some_and(|next| next > self.expected_ply())
        {
            // The next number decides.
            return true;
        }
        if missing <= 0 || value > MAX_NUMBER || begins_variation || self.is_only_number_wrong(token, value, missing) {
            return false;
        }
        let rule = if self.lines.is_variation() {
            Rule::IllegalInVariation
        } else {
            self.take_back_unproven(token.start);
            Rule::MissingMove
        };
        let (number, missing) = (self.cursor.excerpt(token.span()), PlyCount(missing.unsigned_abs()));
        let place = match self.line().last_san.clone() {
            last if last.is_empty() => format!("before `{number}`"),
            last => format!("between `{}` and `{number}`", self.cursor.excerpt(last)),
        };
        let message = format!("moves are missing: {missing} {place}; {FIND_MOVES}");
        self.line_mut().numbers.pending = None;
        self.add_at_next_move(rule, token.span(), Evidence::Message(message));
        self.lose_line();
        true
    }

    /// Whether only this number is wrong: no move follows, the next number agrees with the moves again, or the numbers
    /// are one ply off or count plies.
    fn is_only_number_wrong(&self, token: &Token, value: u32, missing: NumberedPly) -> bool {
        let mut ahead = self.ahead(token.end);
        let restated = numbered_ply(value, Color::Black);
        if self.dots(token) == 1 && ahead.next == Some(restated) && ahead.plies == 1 {
            // `3... Nc6` after a variation has the same number.
            let rest = self.ahead(ahead.end);
            ahead = Ahead { plies: 1 + rest.plies, ..rest };
        }
        let (plies, next) = (NumberedPly::from(ahead.plies), ahead.next);
        let position = self.lines.position();
        let on_board = numbered_ply(position.fullmove_number(), position.turn());
        if plies == 0 || [self.expected_ply(), on_board].iter().any(|expected| next == Some(expected + plies)) {
            return true;
        }
        if missing == 1 && next.is_none() && value == self.expected_number() && self.is_move_of_one_side() {
            // Only the dots are wrong.
            return true;
        }
        let is_one_off = missing % 2 == 1 && next.is_none_or(|next| next == self.expected_ply() + missing + plies);
        is_one_off && self.may_be_one_off() || self.counts_plies(token, value)
    }

    /// Whether this number and the next ones are numbers of plies.
    pub(super) fn counts_plies(&self, token: &Token, value: u32) -> bool {
        let (mut at, mut plies) = (token.end, 0);
        let mut is_next = || {
            let ahead = self.ahead(at);
            (at, plies) = (ahead.end, plies + ahead.plies);
            ahead.next == Some(2 * NumberedPly::from(value + plies))
        };
        value == self.line().ply + 1 && is_next() && is_next()
    }

    /// Whether the next move is legal for the side to move, and not for the other side.
    fn is_move_of_one_side(&self) -> bool {
        let position = self.lines.position();
        let next = self.next_san_tokens(1);
        let parsed = next.first().and_then(|span| self.language.parse(&self.cursor.bytes()[span.clone()]));
        parsed.is_some_and(|parsed| {
            position.resolve(&parsed).is_ok() && legal_for_other_side(position, &parsed).is_none()
        })
    }

    /// Whether the moves go on as they would if numbers were one ply off.
    pub(super) fn may_be_one_off(&self) -> bool {
        // At the start of a game, all numbers may be.
        self.goes_on_for(if self.line().ply <= 1 { PROVING_PLIES / 2 } else { PROVING_PLIES })
    }

    /// Whether this many moves follow, and all are legal.
    fn goes_on_for(&self, plies: usize) -> bool {
        let moves = self.next_san_tokens(plies);
        let mut position = self.lines.position().clone();
        moves.len() == plies
            && moves.into_iter().all(|span| {
                let mv = self.legal_move(&position, span);
                mv.map(|mv| position = position.after_unchecked(mv)).is_some()
            })
    }

    /// The moves that a token stands for which is not a move, as far as later numbers say.
    pub(super) fn gap_at(&mut self, token: &Token) -> Gap {
        // Where no move follows, tokens have the same next number: a line may have a million.
        if token.start >= self.no_moves_before.end || self.no_moves_before.plies > 0 {
            self.no_moves_before = self.ahead(token.end);
        }
        let ahead = self.no_moves_before;
        let expected = self.expected_ply() + NumberedPly::from(ahead.plies);
        match ahead.next {
            Some(next) if next > expected && next <= expected + 2 * NumberedPly::from(MAX_NUMBER) => {
                Gap::Plies((next - expected).unsigned_abs())
            }
            None if ahead.plies > 0 => Gap::Unknown,
            _ => Gap::Closed,
        }
    }

    /// Reports text that stands where moves are or may be missing. Returns false if none is.
    #[cold]
    pub(super) fn reports_hole_at(&mut self, token: &Token) -> bool {
        let gap = self.gap_at(token);
        if !matches!(gap, Gap::Closed) {
            self.hole_at(token, &gap);
        }
        !matches!(gap, Gap::Closed)
    }

    /// Reports that moves are missing at text that is not a move.
    pub(super) fn hole_at(&mut self, token: &Token, gap: &Gap) {
        let quote = self.cursor.excerpt(token.span());
        self.report_hole(token, gap, &format!("`{quote}` is not a move"), None);
    }

    /// Reports that moves are missing at text that is not a move, as `what` says, and ends the line. `meant` is what to do, if
    /// that is more than to find the moves.
    pub(super) fn report_hole(&mut self, token: &Token, gap: &Gap, what: &str, meant: Option<String>) {
        let missing = match gap {
            Gap::Plies(missing) => format!("moves are missing here: {} up to the next number", PlyCount(*missing)),
            Gap::Closed | Gap::Unknown => "moves may be missing here".to_owned(),
        };
        // Dots, dashes and question marks stand for a missing move; other text may be a damaged one.
        let is_placeholder = self.cursor.word(token).chars().all(|char| ".…?!-–—−".contains(char));
        let rule = match () {
            () if self.lines.is_variation() => Rule::IllegalInVariation,
            () if is_placeholder => Rule::MissingMove,
            () => Rule::UnknownToken,
        };
        let remedy = meant.unwrap_or_else(|| FIND_MOVES.to_owned());
        self.add_at_next_move(rule, token.span(), Evidence::Message(format!("{what}; {missing}; {remedy}")));
        self.lose_line();
    }

    /// Whether dots stand where a move should be: White is to move, whose moves have no dots, or they are between a move and a
    /// number.
    pub(super) fn stands_for_move(&self, dots: &Token) -> bool {
        let is_number = |token: Token| matches!(token.kind, TokenKind::Number(_));
        self.lines.position().turn() == Color::White
            || self.next_in_line(dots.end).is_some_and(is_number) && !self.cursor.previous().is_some_and(is_number)
    }

    /// Whether a number follows in the line after `at`.
    pub(super) fn has_number(&self, at: usize) -> bool {
        self.ahead(at).next.is_some()
    }

    /// Whether the next number after `at` agrees with the moves up to it, from this position. There may be none.
    pub(super) fn agrees_with_next_number(&self, position: &Position, at: usize) -> bool {
        let ahead = self.ahead(at);
        ahead.next.is_none_or(|next| next == self.ply_of(position) + NumberedPly::from(ahead.plies))
    }

    /// The ply that the next number should name.
    fn expected_ply(&self) -> NumberedPly {
        self.ply_of(self.lines.position())
    }

    /// The ply that a number in this position should name, if the numbers go on as before.
    fn ply_of(&self, position: &Position) -> NumberedPly {
        numbered_ply(position.fullmove_number(), position.turn()) + self.line().numbers.lead.shift
    }

    /// The number of dots after a number, together or after white space.
    pub(super) fn dots(&self, token: &Token) -> usize {
        let bytes = self.cursor.bytes();
        let dots = bytes[token.span()].iter().rev().take_while(|byte| **byte == b'.').count();
        let follow = bytes[token.end..].iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'.');
        dots + usize::from(dots == 1 && follow)
    }

    /// Takes back the moves of the main line before `end` that no number proves.
    fn take_back_unproven(&mut self, end: usize) {
        let (start, last) = (self.cursor.start(), self.last_numbered_move(end));
        let at = last.as_ref().map_or(0, |last| last.start - start);
        let proven = self.line().records.iter().skip(1).take_while(|record| (record.offset as usize) <= at).count();
        let proven = if last.is_some() { proven } else { 0 };
        if proven + 1 < self.line().records.len() {
            let position = self.start.position(self.options);
            self.lines.take_back(position, proven, last.unwrap_or_default());
        }
    }

    /// The last move of the main line before `end` next to a move number, before or after it.
    fn last_numbered_move(&self, end: usize) -> Option<Span> {
        let mut lexer = Lexer::new(self.cursor.bytes(), self.cursor.start());
        let (mut depth, mut is_numbered, mut newest, mut last) = (0_usize, false, None, None);
        while let Some(token) = lexer.next_token().filter(|token| token.start < end) {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                TokenKind::Symbol => {
                    newest = Some(token.span());
                    if is_numbered {
                        last.clone_from(&newest);
                    }
                    is_numbered = false;
                }
                TokenKind::Suffix | TokenKind::Junk => is_numbered = false,
                TokenKind::Number(_) => {
                    is_numbered = true;
                    last.clone_from(&newest);
                }
                _ => {}
            }
        }
        last
    }
}
