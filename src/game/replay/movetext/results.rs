//! The reading of results in nonstandard forms, and of text after the result.

use crate::chess::illegal::{Illegal, Prevention};
use crate::chess::san;
use crate::game::Evidence;
use crate::game::replay::lines::State;
use crate::game::replay::tags::TagBook;
use crate::game::rules::Rule;
use crate::pgn::foreign;
use crate::pgn::lex::{Outcome, Token};
use crate::pgn::place::Span;
use crate::pgn::split::settled_ahead;

use super::Movetext;

/// The maximum length of a result with white space in it, in bytes.
const MAX_SPACED_LENGTH: usize = 32;

impl Movetext<'_> {
    pub(in crate::game::replay) fn report_move_after_result(&mut self, token: &Token) {
        self.report_after_result(token, Evidence::Quote(self.cursor.excerpt(token.span())));
    }

    /// Reports moves after the result, once.
    #[cold]
    pub(super) fn report_after_result(&mut self, token: &Token, evidence: Evidence) {
        if self.start.is_chess && self.stated.is_first_late_move() {
            self.findings.add(Rule::MovesAfterResult, token.span(), evidence);
        }
    }

    /// Reads a result in a nonstandard form (PGN 8.2.6).
    ///
    /// `0-0` is one if both players lost (Laws 11.8), or neither came. It must be the last token, the Result tag must say
    /// the same, and it cannot be castling: no number announces a move, and the side to move has lost the right to
    /// castle on that side, or another piece stands between king and rook.
    pub(super) fn read_nonstandard_result(&mut self, token: &Token, tags: &TagBook) -> bool {
        if !matches!(self.cursor.bytes()[token.start], b'0' | b'1' | b'.' | b'O' | b'o' | 0x80..) {
            return false;
        }
        if self.spaced_result(token) {
            return true;
        }
        let word = self.cursor.word(token);
        let outcome = match read_result(&word) {
            None if is_double_zero(&word)
                && self.ends_game(token.end)
                && !self.is_numbered(token)
                && self.cannot_be_castling()
                && tags
                    .known_text("Result", self.cursor.bytes())
                    .is_some_and(|result| is_double_zero(result.as_ref())) =>
            {
                None
            }
            None => return false,
            outcome => outcome,
        };
        self.set_nonstandard_result(outcome, token.span());
        true
    }

    /// Reads a result with white space or HTML entities in it, `1 - 0`, `1&ndash;0`, that begins with this token.
    #[cold]
    pub(super) fn spaced_result(&mut self, token: &Token) -> bool {
        if self.stated.is_over() || !self.start.is_chess {
            return false;
        }
        let Some((outcome, length)) = read_spaced(&self.cursor.bytes()[token.start..]) else { return false };
        let span = token.start..token.start + length;
        if !self.cursor.lexer_mut().pass_to(span.end) {
            return false;
        }
        self.set_nonstandard_result(Some(outcome), span);
        true
    }

    fn set_nonstandard_result(&mut self, outcome: Option<Outcome>, span: Span) {
        let found = self.cursor.excerpt(span.clone());
        let evidence = match outcome {
            Some(outcome) => Evidence::Instead { found, expected: outcome.text().to_owned() },
            None => Evidence::Quote(found),
        };
        self.findings.add(Rule::NonstandardResult, span.clone(), evidence);
        if self.lines.is_main_line() {
            self.stated.set_marker(outcome.unwrap_or(Outcome::Unknown), span.clone());
        }
        self.stated.set_other(outcome, span);
    }

    /// Whether a number announces the move at a token.
    fn is_numbered(&self, token: &Token) -> bool {
        let line = self.line();
        line.numbers.end > line.last_san.end || self.cursor.bytes()[..token.start].trim_ascii_end().ends_with(b".")
    }

    /// Whether castling on the king's side is impossible next, whatever squares are attacked, and all moves were played.
    fn cannot_be_castling(&self) -> bool {
        let line = self.line();
        let castling = san::parse(b"O-O").map(|parsed| line.position.resolve(&parsed));
        let is_impossible = matches!(
            castling,
            Ok(Err(Illegal::CastlingRightLost { .. }
                | Illegal::CastlingPrevented { by: Prevention::Blocked { .. }, .. }
                | Illegal::AfterMate { .. }
                | Illegal::AfterStalemate { .. }))
        );
        is_impossible && line.state == State::Open && !self.lines.is_variation()
    }

    /// Whether only white space precedes the next game.
    fn ends_game(&self, at: usize) -> bool {
        matches!(settled_ahead(self.cursor.bytes(), at).trim_ascii_start().first(), None | Some(b'['))
    }
}

/// The result in a text of another form than the three of PGN 8.2.6 with a winner or a draw, or in one of these.
pub(in crate::game) fn read_result(text: &str) -> Option<Outcome> {
    match plain_result(text).as_str() {
        "1-0" => Some(Outcome::WhiteWins),
        "0-1" => Some(Outcome::BlackWins),
        "1/2" | "½-½" | "½" | "0.5-0.5" | "1/2-1/2" | "½-1/2" | "1/2-½" | ".5-.5" => Some(Outcome::Draw),
        _ => None,
    }
}

/// Whether a text is `0-0` in digits, with a hyphen, a dash or a colon.
fn is_double_zero(text: &str) -> bool {
    !text.contains(['O', 'o']) && plain_result(text) == "0-0"
}

/// A result with hyphens and zeros, where other characters stand for them.
fn plain_result(text: &str) -> String {
    let plain = text.chars().map(|c| match c {
        ',' => '.',
        '–' | '—' | '−' | '‐' | '‑' | ':' => '-',
        'O' | 'o' => '0',
        _ => c,
    });
    plain.collect()
}

/// The result with white space or HTML entities in it at the start of a text, and its length in bytes.
fn read_spaced(text: &[u8]) -> Option<(Outcome, usize)> {
    let near = &text[..text.len().min(MAX_SPACED_LENGTH)];
    let (mut plain, mut is_spaced, mut at) = (Vec::new(), false, 0);
    while at < near.len() && plain.len() < 7 {
        let rest = &near[at..];
        let dashes = ["-", "–", "—", "−"].into_iter().map(str::as_bytes);
        let entity = foreign::entity_in_result(rest);
        let length = match rest[0] {
            byte if byte.is_ascii_whitespace() => {
                is_spaced = true;
                at += 1;
                continue;
            }
            byte @ (b'0'..=b'2' | b'/') => {
                plain.push(byte);
                1
            }
            _ if let Some((meaning, length)) = entity => {
                is_spaced = true;
                plain.extend_from_slice(meaning.as_bytes());
                length
            }
            _ if rest.starts_with("½".as_bytes()) => {
                plain.extend_from_slice(b"1/2");
                "½".len()
            }
            _ => {
                let dash = dashes.into_iter().find(|dash| rest.starts_with(dash))?;
                plain.push(b'-');
                dash.len()
            }
        };
        at += length;
        let is_ended = text.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric() && !b"-/.+=".contains(byte));
        if let Some(outcome) = Outcome::from_text(&plain).filter(|_| is_ended) {
            return is_spaced.then_some((outcome, at));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_results_with_white_space() {
        for (text, expected) in [
            ("1 - 0", Some((Outcome::WhiteWins, 5))),
            ("0 -1\n\n[Event", Some((Outcome::BlackWins, 4))),
            ("1/2 – 1/2 {agreed}", Some((Outcome::Draw, 11))),
            ("1 / 2 - 1 / 2", Some((Outcome::Draw, 13))),
            ("½ - ½", Some((Outcome::Draw, 7))),
            ("1&#8211;0", Some((Outcome::WhiteWins, 9))),
            ("&frac12;&ndash;&frac12;", Some((Outcome::Draw, 23))),
            // The standard forms, castling, moves.
            ("1-0", None),
            ("0 - 0", None),
            ("0 - 0 - 0", None),
            ("1 e4", None),
            ("1 - 0-0", None),
            ("1/2", None),
        ] {
            assert_eq!(read_spaced(text.as_bytes()), expected, "{text}");
        }
    }
}
