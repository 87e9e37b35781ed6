//! The search for root causes: one finding where a naive reader reports forty.

use crate::chess::illegal::{Illegal, legal_for_other_side};
use crate::chess::moves::Move;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::san::{self, MoveSpec, ParsedSan, ResolvedMove, Target};
use crate::game::Evidence;
use crate::game::rules::Rule;
use crate::pgn::lex::{Outcome, Token, TokenKind};

use super::Movetext;
use super::ahead::after;
use super::split::glued_symbol;

/// The number of SAN tokens that decide on the language of a game.
const LANGUAGE_SAMPLE: usize = 400;

/// The maximum number of moves that are recognized when they are written a second time.
const MAX_REPEATED: usize = 8;

/// The maximum length of two tokens without a space between.
const MAX_GLUED_LENGTH: usize = 24;

impl Movetext<'_> {
    /// Whether another language's piece letters fit more moves. If so, the game is read again with them.
    pub(super) fn detect_language(&mut self) -> bool {
        if !self.language.is_doubtful() {
            return false;
        }
        let bytes = self.cursor.bytes();
        let moves: Vec<&[u8]> = self.main_line_of_game(LANGUAGE_SAMPLE).into_iter().map(|span| &bytes[span]).collect();
        self.language.detect(&self.start.position(self.options), &moves)
    }

    /// Splits two tokens without a space between: `e4e5`, `Nf3-Nc6`, `Qh81-0`, or `Nc6N` with its novelty sign. Text that is
    /// written as one move, such as `Ng1h5`, is two only if the game goes on from there with a number that
    /// agrees, or was so written before.
    pub(super) fn split_glued(&mut self, token: &Token) -> bool {
        let length = token.end - token.start;
        if length > MAX_GLUED_LENGTH {
            return false;
        }
        let is_one = self.language.parse(self.cursor.bytes_of(token)).is_some();
        for cut in (token.start + 2..token.end).rev() {
            let hyphen = usize::from(self.cursor.bytes()[cut] == b'-');
            let (first, second) = (token.start..cut, cut + hyphen..token.end);
            let Some(parsed) = self.language.parse(&self.cursor.bytes()[first.clone()]) else { continue };
            let mut trial = self.lines.trial();
            let Ok(resolved) = trial.position.resolve(&parsed) else { continue };
            trial.play(resolved.mv, 0);
            let rest = &self.cursor.bytes()[second.clone()];
            let next = self.language.parse(rest).filter(|next| match trial.position.resolve(next) {
                Ok(resolved) if is_one => {
                    let after = trial.position.after_unchecked(resolved.mv);
                    let goes_on = || self.has_number(token.end) && self.goes_on(&after, token.end);
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
        other.play_unchecked(mv);
        let has_wrong_number = self.line().numbers.pending.as_ref().is_some_and(|finding| {
            matches!(finding.rule, Rule::WrongNumberDots | Rule::WrongMoveNumber | Rule::WrongFirstNumber)
        });
        let next = self.next_san_tokens(1).pop();
        let goes_on = next.is_some_and(|next| self.legal_move(&other, next).is_some());
        if !has_wrong_number && !goes_on {
            return false;
        }
        let (san, turn) = (self.cursor.excerpt(token.span()), self.lines.position().turn());
        self.add_at_next_move(Rule::MissingMove, token.span(), Evidence::OtherSide { san, turn });
        true
    }

    /// Recognizes a variation that continues its line instead of replacing the last move: its first move is legal only after
    /// that move, or its number fits only there. The variation begins with that move, then.
    #[cold]
    pub(super) fn continues_line(&mut self, token: &Token, parsed: &ParsedSan) -> bool {
        let line = self.line();
        let (number, has_number) = (line.numbers.pending.as_ref(), line.numbers.end > line.opened);
        let Some(outer) = self.lines.outer_line().filter(|_| !line.has_moves()) else { return false };
        let (before, lead) = (self.lines.position(), outer.numbers.lead);
        let Some(mv) = outer.records.last().map(|last| last.mv) else { return false };
        let fits = match number.map(|finding| &finding.evidence) {
            Some(Evidence::Number { found, .. }) => *found == lead.expected(&outer.position),
            _ => !has_number,
        };
        let Some(there) = after(&outer.position, parsed).filter(|_| fits) else { return false };
        let there = self.look_ahead(there, token.end);
        let is_better = match after(before, parsed) {
            Some(here) => has_number && there >= self.look_ahead(here, token.end),
            None => there.all_legal || there.moves > 0,
        };
        if !is_better {
            return false;
        }
        let dots = if before.turn() == Color::White { "." } else { "..." };
        let message = format!(
            "this variation continues after {}{dots} {} instead of replacing it: its moves are played from there",
            before.fullmove_number(),
            if mv == Move::NULL { "--".to_owned() } else { san::write(before, mv).to_string() }
        );
        let (opened, offset) = (line.opened, token.start - self.cursor.start());
        self.line_mut().numbers.pending = None;
        self.line_mut().numbers.lead = lead;
        if mv == Move::NULL {
            self.line_mut().pass(offset);
        } else {
            self.line_mut().play(mv, offset);
        }
        self.add_at_next_move(Rule::IllegalInVariation, opened..token.end, Evidence::Message(message));
        self.try_to_play(token.span(), parsed).is_ok()
    }

    /// Recognizes moves that are written a second time, as at the end of a page: without them, the rest is legal.
    pub(super) fn report_repeated_moves(&mut self, token: &Token, parsed: &ParsedSan, why: &Illegal) -> bool {
        let line = self.line();
        let spec_at = |offset: usize| {
            let mut lexer = self.cursor.lexer().clone();
            lexer.resume_at(self.cursor.start() + offset);
            let token = lexer.next_token()?;
            Some(self.language.parse(self.cursor.bytes_of(&token))?.spec)
        };
        let before = line.records.iter().skip(1).rev().take(MAX_REPEATED);
        let before: Vec<_> = before.map(|record| spec_at(record.offset as usize)).collect();
        let mut again = vec![Some(parsed.spec)];
        let mut end = token.end;
        let is_repeated = loop {
            // The last one first, like those before.
            let is_same = again.iter().rev().eq(before.iter().take(again.len()));
            if is_same && self.is_rest_legal(end) {
                break true;
            }
            let Some(next) = self.rest_of_moves(end).next().filter(|_| again.len() < before.len()) else { break false };
            again.push(self.language.parse(&self.cursor.bytes()[next.clone()]).map(|parsed| parsed.spec));
            end = next.end;
        };
        let is_last = self.rest_of_moves(end).next().is_none();
        // Players often capture on the same square or castle one after the other.
        let is_doubtful =
            is_last && matches!(why, Illegal::CaptureWithoutFile { .. } | Illegal::CastlingPrevented { .. });
        if !is_repeated || is_doubtful || line.has_no_legal_move() {
            return false;
        }
        let text = self.cursor.excerpt(token.start..end);
        let what = if again.len() == 1 { "the move".to_owned() } else { format!("the {} moves", again.len()) };
        let rest = if is_last { "" } else { "; the moves after it are legal without it" };
        let rule = if self.lines.is_variation() { Rule::IllegalInVariation } else { Rule::IllegalMove };
        self.add_at_next_move(
            rule,
            token.start..end,
            Evidence::Message(format!("`{text}` repeats {what} before it{rest}")),
        );
        if rule == Rule::IllegalMove {
            self.illegal_move = Some(rule);
        }
        true
    }

    /// Whether the rest of the current line, from `at`, is legal in the current position.
    fn is_rest_legal(&self, at: usize) -> bool {
        let mut position = self.lines.position().clone();
        self.rest_of_moves(at).take(LANGUAGE_SAMPLE).all(|span| {
            let next = self.position_after(&position, span);
            next.map(|next| position = next).is_some()
        })
    }

    /// The move of a token in capital letters, such as `E4` and `NF3`, if the text goes on after it. The first one in a game
    /// is reported.
    pub(super) fn in_capitals(&mut self, token: &Token) -> Option<ParsedSan> {
        let mut meant = self.without_capitals(self.lines.position(), self.cursor.bytes_of(token));
        meant.retain(|(_, resolved)| {
            let position = self.lines.position().after_unchecked(resolved.mv);
            self.rest_of_moves(token.end).next().is_none_or(|next| {
                self.position_after(&position, next.clone()).is_some()
                    || !self.without_capitals(&position, &self.cursor.bytes()[next]).is_empty()
            })
        });
        let [(parsed, resolved)] = &meant[..] else { return None };
        let san = san::write(self.lines.position(), resolved.mv).to_string();
        let canonical = ParsedSan { check: parsed.check, ..self.language.parse(san.as_bytes())? };
        if !std::mem::replace(&mut self.has_capitals, true) {
            let quote = self.cursor.excerpt(token.span());
            let message = format!(
                "`{quote}` is not a move, number, result, NAG or comment; did you mean `{san}`? \
                 Moves in capital letters are read so in the whole game"
            );
            self.add_at_next_move(Rule::UnknownToken, token.span(), Evidence::Message(message));
        }
        Some(canonical)
    }

    /// The legal moves that a text in capital letters may mean: with its first letter as a piece or as a file.
    fn without_capitals(&self, position: &Position, text: &[u8]) -> Vec<(ParsedSan, ResolvedMove)> {
        let is_square = |pair: &[u8]| matches!(pair, [b'A'..=b'H', b'1'..=b'8']);
        if text.len() > MAX_GLUED_LENGTH || !text.windows(2).any(is_square) {
            return Vec::new();
        }
        let file = text.to_ascii_lowercase();
        let piece = [&text[..1], &file[1..]].concat();
        let legal = |text: Vec<u8>| {
            let parsed = self.language.parse(&text)?;
            let resolved = position.resolve(&parsed).ok()?;
            Some((parsed, resolved))
        };
        let mut found: Vec<_> = [piece, file].into_iter().filter_map(legal).collect();
        found.dedup_by_key(|(_, resolved)| resolved.mv);
        found
    }

    /// Whether a number with dots, `12...`, rightly gives the next move to Black.
    fn is_numbered_for_black(&self) -> bool {
        let dotted = self.cursor.previous().is_some_and(|token| {
            matches!(token.kind, TokenKind::Number(_)) && self.cursor.bytes()[token.span()].ends_with(b"..")
        });
        dotted && self.line().numbers.pending.is_none() && self.lines.position().turn() == Color::Black
    }
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

// FEN tags with the last position of their game instead of the first.

/// The maximum number of moves that are tried from the initial position.
const MAX_PLIES: usize = 1_000;

impl Movetext<'_> {
    /// Reports, when a move cannot be played, that all moves start from the initial position, and lead to the position
    /// of the FEN tag.
    pub(super) fn report_fen_of_last_position(&mut self) -> bool {
        if self.lines.is_variation() || !self.leads_to_fen() {
            return false;
        }
        let message = "the FEN is the position after the last move, but the moves begin at the initial position: delete the tags FEN \
                       and SetUp";
        self.findings.add(Rule::FenOfLastPosition, self.start.fen.clone(), Evidence::Message(message.to_owned()));
        true
    }

    /// Whether the moves of the game lead from the initial position to that of the FEN tag, apart from its counters.
    fn leads_to_fen(&self) -> bool {
        let Some(last) = self.start.fen_position() else { return false };
        let mut position = Position::initial();
        let moves = self.main_line_of_game(MAX_PLIES + 1);
        if moves.is_empty() || moves.len() > MAX_PLIES {
            return false;
        }
        for span in moves {
            let Some(mv) = self.legal_move(&position, span) else { return false };
            position.play_unchecked(mv);
        }
        position.turn() == last.turn()
            && Color::BOTH.map(|color| position.by_color(color)) == Color::BOTH.map(|color| last.by_color(color))
            && PieceType::ALL.map(|kind| position.by_type(kind)) == PieceType::ALL.map(|kind| last.by_type(kind))
    }
}
