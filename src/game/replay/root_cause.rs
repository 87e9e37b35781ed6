//! The search for root causes: one finding where a naive reader reports forty.

use crate::chess::illegal::legal_for_other_side;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::chess::san::{self, MoveSpec, ParsedSan, Target};
use crate::game::Evidence;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;

use super::Replay;
use super::split_move::glued_symbol;

/// The number of SAN tokens that decide on the language of a game.
const LANGUAGE_SAMPLE: usize = 400;

/// The maximum length of two tokens without a space between.
const MAX_GLUED_LENGTH: usize = 24;

impl Replay<'_> {
    /// Whether another language's piece letters fit more moves. If so, the game is read again with them.
    pub(super) fn detect_language(&mut self, token: &Token) -> bool {
        let foreign = |byte: u8| byte.is_ascii_uppercase() && !b"KQRBNOP".contains(&byte) || !byte.is_ascii();
        if self.alphabet.is_some() || self.language_settled || !foreign(self.bytes[token.start]) {
            return false;
        }
        let sans = main_line(Lexer::new(self.bytes, self.start), LANGUAGE_SAMPLE);
        let sans: Vec<&[u8]> = sans.into_iter().map(|span| &self.bytes[span]).collect();
        let start = self.starting_position();
        let english = count_legal(&start, &sans, &Alphabet::ENGLISH);
        let best = Alphabet::ALL
            .iter()
            .map(|alphabet| (count_legal(&start, &sans, alphabet), alphabet))
            .max_by_key(|(played, alphabet)| (*played, std::cmp::Reverse(language_rank(alphabet))));
        match best {
            Some((played, alphabet)) if played > english => {
                self.restart_in = Some(alphabet);
                true
            }
            _ => {
                self.language_settled = true;
                false
            }
        }
    }

    /// The position that the main line starts from.
    pub(super) fn starting_position(&self) -> Position {
        let Some((text, _)) = self.fen_value() else { return self.options.start() };
        let reading = crate::chess::fen::parse(&text).ok();
        let position = reading.and_then(|reading| reading.setup.position_without_impossible_rights().ok());
        position.map_or_else(|| self.options.start(), |(position, _)| position)
    }

    /// The next SAN tokens of the current line.
    pub(super) fn next_san_tokens(&self, most: usize) -> Vec<Span> {
        main_line(self.lexer.clone(), most)
    }

    /// Splits two tokens without a space between: `e4e5`, `Nf3Nc6`, `Qh81-0`, or `Nc6N` with its novelty sign.
    pub(super) fn split_glued(&mut self, token: &Token) -> bool {
        let length = token.end - token.start;
        if length > MAX_GLUED_LENGTH {
            return false;
        }
        for cut in (token.start + 2..token.end).rev() {
            let (first, second) = (token.start..cut, cut..token.end);
            let Some(parsed) = self.parse_san(&self.bytes[first.clone()]) else { continue };
            let mut trial = self.trial();
            let Ok(resolved) = trial.position.resolve(&parsed) else { continue };
            trial.play(resolved.mv, 0);
            let rest = &self.bytes[second.clone()];
            let next = self.parse_san(rest).filter(|next| trial.position.resolve(next).is_ok());
            let outcome = Outcome::from_text(rest);
            let is_symbol = || glued_symbol(&self.bytes[token.span()]) == Some(cut - token.start);
            if next.is_none() && outcome.is_none() && !is_symbol() {
                continue;
            }
            let found = self.text(token.span());
            let expected = format!("{} {}", self.text(first.clone()), self.text(second.clone()));
            self.add_at_next_move(Rule::NumberGlued, token.span(), Evidence::Instead { found, expected });
            let _ = self.try_to_play(first, &parsed);
            match (next, outcome) {
                (Some(next), _) => _ = self.try_to_play(second, &next),
                (None, Some(outcome)) => self.marker = Some((outcome, second)),
                (None, None) => {}
            }
            return true;
        }
        false
    }

    /// Recognizes kings put on the center squares at the end: the way electronic boards record the result.
    pub(super) fn report_kings_to_center(&mut self, token: &Token, parsed: &ParsedSan) -> bool {
        if !self.outer.is_empty() || !is_king_to_center(parsed.spec) {
            return false;
        }
        let rest = self.next_san_tokens(3);
        let all_kings = rest.iter().all(|span| {
            let parsed = self.parse_san(&self.bytes[span.clone()]);
            parsed.is_some_and(|parsed| is_king_to_center(parsed.spec))
        });
        if rest.len() > 2 || !all_kings {
            return false;
        }
        let san = self.text(token.span());
        self.add_at_next_move(Rule::KingsToCenter, token.span(), Evidence::Quote(san));
        true
    }

    /// Recognizes a missing move: this move, and the next one, are legal for the other side.
    pub(super) fn report_missing_move(&mut self, token: &Token, parsed: &ParsedSan) -> bool {
        if !self.outer.is_empty() || self.is_numbered_for_black() {
            return false;
        }
        let Some(mv) = legal_for_other_side(&self.line.position, parsed) else { return false };
        let Some(mut other) = self.line.position.after_pass() else { return false };
        other.play(mv);
        let has_wrong_number = self.line.pending.as_ref().is_some_and(|finding| {
            matches!(finding.rule, Rule::WrongNumberDots | Rule::WrongMoveNumber | Rule::WrongFirstNumber)
        });
        let goes_on = match self.next_san_tokens(1).first() {
            Some(next) => {
                let parsed = self.parse_san(&self.bytes[next.clone()]);
                parsed.is_some_and(|parsed| other.resolve(&parsed).is_ok())
            }
            None => false,
        };
        if !has_wrong_number && !goes_on {
            return false;
        }
        let (san, turn) = (self.text(token.span()), self.line.position.turn());
        self.add_at_next_move(Rule::MissingMove, token.span(), Evidence::OtherSide { san, turn });
        true
    }

    /// Whether a number with dots, `12...`, rightly gives the next move to Black.
    fn is_numbered_for_black(&self) -> bool {
        let dotted = self.previous.is_some_and(|token| {
            matches!(token.kind, TokenKind::Number(_)) && self.bytes[token.span()].ends_with(b"..")
        });
        dotted && self.line.pending.is_none() && self.line.position.turn() == Color::Black
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

fn is_king_to_center(spec: MoveSpec) -> bool {
    match spec {
        MoveSpec::Move { kind: PieceType::King, to: Target::Square(to), .. } => {
            matches!(to.to_string().as_str(), "d4" | "d5" | "e4" | "e5")
        }
        _ => false,
    }
}

/// The number of leading tokens that are legal moves with the letters of a language.
fn count_legal(start: &Position, sans: &[&[u8]], alphabet: &Alphabet) -> usize {
    let mut position = start.clone();
    for (played, san) in sans.iter().enumerate() {
        let Ok(parsed) = san::parse_localized(san, alphabet) else { return played };
        match position.resolve(&parsed) {
            Ok(resolved) => _ = position.play(resolved.mv),
            Err(_) => return played,
        }
    }
    sans.len()
}

/// Ranks languages with the same letters by how common their archives are.
fn language_rank(alphabet: &Alphabet) -> usize {
    const COMMON: [&str; 5] = ["de", "fr", "es", "nl", "pt"];
    COMMON.iter().position(|code| *code == alphabet.code).unwrap_or(COMMON.len())
}
