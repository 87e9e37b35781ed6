//! Root causes: one finding where a naive reader reports forty.

use crate::chess::illegal::legal_for_other_side;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::chess::san::{self, MoveSpec, ParsedSan, Target};
use crate::pgn::lex::{Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;

use super::Evidence;
use super::replay::Replay;
use super::rules::Rule;
use super::split_move::glued_sign;

/// So many words of a game decide on its language.
const WORDS_FOR_LANGUAGE: usize = 400;

/// The longest word that may be two tokens run together.
const LONGEST_GLUED: usize = 24;

impl Replay<'_> {
    /// Whether the game goes further in the letters of another language; if so it is read again with them.
    pub(super) fn in_another_language(&mut self, token: &Token) -> bool {
        let foreign = |byte: u8| byte.is_ascii_uppercase() && !b"KQRBNOP".contains(&byte) || !byte.is_ascii();
        if self.alphabet.is_some() || self.language_settled || !foreign(self.bytes[token.start]) {
            return false;
        }
        let words = main_line(Lexer::new(self.bytes, self.start), WORDS_FOR_LANGUAGE);
        let words: Vec<&[u8]> = words.into_iter().map(|span| &self.bytes[span]).collect();
        let start = self.starting_position();
        let english = plays(&start, &words, &Alphabet::ENGLISH);
        let best = Alphabet::ALL
            .iter()
            .map(|alphabet| (plays(&start, &words, alphabet), alphabet))
            .max_by_key(|(played, alphabet)| (*played, std::cmp::Reverse(order(alphabet))));
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

    /// The position the main line starts from.
    pub(super) fn starting_position(&self) -> Position {
        let Some((text, _)) = self.fen_value() else { return self.wish.start() };
        let reading = crate::chess::fen::read(&text).ok();
        let position = reading.and_then(|reading| reading.setup.position_without_impossible_rights().ok());
        position.map_or_else(|| self.wish.start(), |(position, _)| position)
    }

    /// The next words of the line of play that is being read.
    pub(super) fn words_ahead(&self, most: usize) -> Vec<Span> {
        main_line(self.lexer.clone(), most)
    }

    /// Two tokens without a space between: `e4e5`, `Nf3Nc6`, `Qh81-0`, and `Nc6N`, a move with the sign of a novelty.
    pub(super) fn glued(&mut self, token: &Token) -> bool {
        let length = token.end - token.start;
        if length > LONGEST_GLUED {
            return false;
        }
        for cut in (token.start + 2..token.end).rev() {
            let (first, second) = (token.start..cut, cut..token.end);
            let Some(written) = self.read(&self.bytes[first.clone()]) else { continue };
            let mut trial = self.trial();
            let Ok(resolved) = trial.position.resolve(&written) else { continue };
            trial.play(resolved.mv, 0);
            let rest = &self.bytes[second.clone()];
            let next = self.read(rest).filter(|next| trial.position.resolve(next).is_ok());
            let outcome = Outcome::from_text(rest);
            let is_sign = || glued_sign(&self.bytes[token.span()]) == Some(cut - token.start);
            if next.is_none() && outcome.is_none() && !is_sign() {
                continue;
            }
            let found = self.text(token.span());
            let expected = format!("{} {}", self.text(first.clone()), self.text(second.clone()));
            self.find_here(Rule::NumberGlued, token.span(), Evidence::Instead { found, expected });
            let _ = self.try_to_play(first, &written);
            match (next, outcome) {
                (Some(next), _) => _ = self.try_to_play(second, &next),
                (None, Some(outcome)) => self.marker = Some((outcome, second)),
                (None, None) => {}
            }
            return true;
        }
        false
    }

    /// Kings put on the four squares of the center when all is over: how electronic boards note the result.
    pub(super) fn kings_to_center(&mut self, token: &Token, written: &ParsedSan) -> bool {
        if !self.outer.is_empty() || !is_king_to_center(written.wish) {
            return false;
        }
        let rest = self.words_ahead(3);
        let all_kings = rest.iter().all(|span| {
            let written = self.read(&self.bytes[span.clone()]);
            written.is_some_and(|written| is_king_to_center(written.wish))
        });
        if rest.len() > 2 || !all_kings {
            return false;
        }
        let word = self.text(token.span());
        self.find_here(Rule::KingsToCenter, token.span(), Evidence::Quote(word));
        true
    }

    /// A move that is legal for the other side, as is the one that follows: a move is missing.
    pub(super) fn missing_move(&mut self, token: &Token, written: &ParsedSan) -> bool {
        if !self.outer.is_empty() || self.said_to_be_blacks() {
            return false;
        }
        let Some(mv) = legal_for_other_side(&self.line.position, written) else { return false };
        let Some(mut other) = self.line.position.after_pass() else { return false };
        other.play(mv);
        let numbered_so = self.line.pending.as_ref().is_some_and(|finding| {
            matches!(finding.rule, Rule::WrongNumberDots | Rule::WrongMoveNumber | Rule::WrongFirstNumber)
        });
        let goes_on = match self.words_ahead(1).first() {
            Some(next) => {
                let written = self.read(&self.bytes[next.clone()]);
                written.is_some_and(|written| other.resolve(&written).is_ok())
            }
            None => false,
        };
        if !numbered_so && !goes_on {
            return false;
        }
        let (word, turn) = (self.text(token.span()), self.line.position.turn());
        self.find_here(Rule::MissingMove, token.span(), Evidence::OtherSide { word, turn });
        true
    }

    /// Whether a number with dots, `12...`, says rightly that the next move is Black's.
    fn said_to_be_blacks(&self) -> bool {
        let dotted = self.previous.is_some_and(|token| {
            matches!(token.kind, TokenKind::Number(_)) && self.bytes[token.span()].ends_with(b"..")
        });
        dotted && self.line.pending.is_none() && self.line.position.turn() == Color::Black
    }
}

/// The words outside variations that a lexer still has to read.
fn main_line(mut lexer: Lexer<'_>, most: usize) -> Vec<Span> {
    let mut words = Vec::new();
    let mut depth = 0_usize;
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Word if depth == 0 => words.push(token.span()),
            _ => {}
        }
        if words.len() >= most {
            break;
        }
    }
    words
}

fn is_king_to_center(wish: MoveSpec) -> bool {
    match wish {
        MoveSpec::Move { kind: PieceType::King, to: Target::Square(to), .. } => {
            matches!(to.to_string().as_str(), "d4" | "d5" | "e4" | "e5")
        }
        _ => false,
    }
}

/// How many of these words are legal moves, one after the other, in the letters of a language.
fn plays(start: &Position, words: &[&[u8]], alphabet: &Alphabet) -> usize {
    let mut position = start.clone();
    for (played, word) in words.iter().enumerate() {
        let Ok(written) = san::read_localized(word, alphabet) else { return played };
        match position.resolve(&written) {
            Ok(resolved) => _ = position.play(resolved.mv),
            Err(_) => return played,
        }
    }
    words.len()
}

/// Languages with the same letters are told apart by how many archives are in them.
fn order(alphabet: &Alphabet) -> usize {
    const COMMON: [&str; 5] = ["de", "fr", "es", "nl", "pt"];
    COMMON.iter().position(|code| *code == alphabet.code).unwrap_or(COMMON.len())
}
