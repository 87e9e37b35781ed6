//! Words that are not plain SAN: read leniently, played if they can be, and explained if not.

use crate::chess::illegal::{Illegal, near_misses};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Color;
use crate::chess::position::CastlingSide;
use crate::chess::san::{self, Deviations, MoveSpec, ParsedSan, ResolvedMove};
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::tags;

use super::Evidence;
use super::line::{Line, State, step};
use super::replay::Replay;
use super::rules::Rule;

/// The rule for each departure from the spelling of SAN.
const SPELLINGS: [(Deviations, Rule); 22] = [
    (Deviations::ZERO_CASTLING, Rule::CastlingSpelling),
    (Deviations::LOWER_CASTLING, Rule::CastlingSpelling),
    (Deviations::GLUED_CASTLING, Rule::CastlingSpelling),
    (Deviations::KING_MOVE_CASTLING, Rule::CastlingSpelling),
    (Deviations::LONG_ALGEBRAIC, Rule::LongAlgebraic),
    (Deviations::HYPHEN, Rule::LongAlgebraic),
    (Deviations::UCI_MOVE, Rule::UciMove),
    (Deviations::PROMOTION_NO_EQUALS, Rule::PromotionSpelling),
    (Deviations::PROMOTION_PARENTHESES, Rule::PromotionSpelling),
    (Deviations::PROMOTION_SLASH, Rule::PromotionSpelling),
    (Deviations::PROMOTION_LOWER, Rule::PromotionSpelling),
    (Deviations::COLON_CAPTURE, Rule::CaptureSpelling),
    (Deviations::CAPTURE_SIGN, Rule::CaptureSpelling),
    (Deviations::EN_PASSANT_SUFFIX, Rule::EnPassantSuffix),
    (Deviations::DOUBLE_PLUS, Rule::CheckSpelling),
    (Deviations::MATE_WORD, Rule::CheckSpelling),
    (Deviations::CHECK_WORD, Rule::CheckSpelling),
    (Deviations::PAWN_LETTER, Rule::PawnLetter),
    (Deviations::LOWER_PIECE, Rule::LowerCasePiece),
    (Deviations::FIGURINE, Rule::Figurine),
    (Deviations::LOOKALIKE, Rule::LookalikeCharacter),
    (Deviations::ASSESSMENT, Rule::NagAsSymbol),
];

/// Words behind a move that say how it takes.
const EN_PASSANT_WORDS: [&str; 5] = ["ep", "e.p.", "e.p", "EP", "E.P."];

/// Words and signs behind a move that say that it gives check.
const CHECK_WORDS: [&str; 13] =
    ["mate", "Mate", "MATE", "mat", "matt", "ch", "check", "dbl", "disch", "dis", "+", "++", "#"];

/// Whether a word behind a move says no more than its SAN.
pub(super) fn is_spelling(word: &str) -> bool {
    EN_PASSANT_WORDS.contains(&word) || CHECK_WORDS.contains(&word)
}

impl Replay<'_> {
    /// A word that is no plain move, or stands where no move should.
    #[cold]
    pub(super) fn unusual_word(&mut self, token: &Token) {
        if self.marker.is_some() {
            return self.word_after_result(token);
        }
        if self.judged && self.loose_result(token) {
            return;
        }
        if self.line.state == State::Lost {
            self.line.misread = true;
            return;
        }
        if self.cut_off(token) {
            return;
        }
        let written = self.read(&self.bytes[token.start..token.end]);
        if written.is_none() && self.split_move(token) || self.side_word(token) {
            return;
        }
        match written {
            Some(written) if self.split_before_rank(token, &written) => {}
            Some(written) => match self.try_to_play(token.span(), &written) {
                Ok(()) => {}
                Err(why) => self.refused(token, &written, why),
            },
            None => self.unreadable(token),
        }
    }

    /// A word in the letters of this game.
    pub(super) fn read(&self, word: &[u8]) -> Option<ParsedSan> {
        match self.alphabet {
            Some(alphabet) => san::read_localized(word, alphabet).or_else(|_| san::read(word)).ok(),
            None => san::read(word).ok(),
        }
    }

    /// The last word of a file or of a game that was cut off.
    fn cut_off(&mut self, token: &Token) -> bool {
        let is_last = token.end == self.bytes.len();
        if !is_last && !tags::opens_tag_named(self.bytes, token.end, b"Event") {
            return false;
        }
        let word = &self.bytes[token.start..token.end];
        if self.read(word).is_some_and(|written| self.line.position.resolve(&written).is_ok()) {
            return false;
        }
        self.line.state = State::Lost;
        if is_last {
            self.quote(Rule::TruncatedGame, token);
        }
        true
    }

    /// Words about the move before them, or about the position.
    fn side_word(&mut self, token: &Token) -> bool {
        let word = crate::pgn::text::decode(&self.bytes[token.start..token.end]);
        // `exd6 e.p.`, `exd6 (e.p.)`
        let after_move = match self.previous {
            Some(Token { kind: TokenKind::Word, .. }) => self.follows_move(token),
            _ => self.is_alone_in_parentheses(token),
        };
        if self.sign_before_move(token) {
            return true;
        }
        if after_move && self.is_false_spelling(token, &word) {
            self.line.misread |= self.line.reached.len() == 1;
            return true;
        }
        let rule = match word.as_ref() {
            word if after_move && EN_PASSANT_WORDS.contains(&word) => Rule::EnPassantSuffix,
            word if after_move && CHECK_WORDS.contains(&word) => Rule::CheckSpelling,
            "N" | "D" | "RR" | "TN" | "Diagram" => Rule::NagAsSymbol,
            "--" => return false,
            text if text.chars().all(is_glyph) && text != "-" => Rule::NagAsSymbol,
            text if text.chars().all(|c| matches!(c, '\u{ff0e}' | '\u{3002}' | '\u{2024}' | '\u{2026}')) => {
                Rule::LookalikeCharacter
            }
            text if is_fullwidth_number(text) => Rule::LookalikeCharacter,
            _ => return false,
        };
        self.quote(rule, token);
        // No variation was meant by the parenthesis.
        self.line.misread |= after_move;
        true
    }

    /// A word of check, mate or capture en passant behind a move that is none: reported as its mark would be.
    fn is_false_spelling(&mut self, token: &Token, word: &str) -> bool {
        let line = match self.outer.last_mut() {
            // In parentheses of its own the word is about the move before them.
            Some(outer) if !self.line.has_moves() => outer,
            _ => &mut self.line,
        };
        if EN_PASSANT_WORDS.contains(&word) {
            let is_true = line.reached.last().is_some_and(|last| last.mv.kind() == MoveKind::EnPassant);
            if !is_true {
                let said = format!("`{word}` stands after a move that captures no pawn en passant");
                self.findings.add(Rule::WrongCaptureSymbol, token.span(), Evidence::Said(said));
            }
            return !is_true;
        }
        if !CHECK_WORDS.contains(&word) {
            return false;
        }
        let is_mate = word == "#" || word.to_ascii_lowercase().starts_with("mat");
        let expected = match () {
            () if !line.in_check => "",
            () if is_mate && !line.is_mate() => "+",
            () => return false,
        };
        let evidence = Evidence::Instead { found: word.to_owned(), expected: expected.to_owned() };
        self.findings.add(Rule::WrongCheckSuffix, token.span(), evidence);
        true
    }

    /// Plays a word that was read, and says how its spelling departs from SAN.
    pub(super) fn try_to_play(&mut self, span: Span, written: &ParsedSan) -> Result<(), Illegal> {
        if written.wish == MoveSpec::Null {
            return self.pass(span);
        }
        let resolved = self.line.position.resolve(written)?;
        self.spelling(&span, written, &resolved);
        self.line.play(resolved.mv, span.start - self.start);
        let token = Token { kind: TokenKind::Word, start: span.start, end: span.end };
        self.weigh(span, written.check);
        self.after_move(&token);
        Ok(())
    }

    /// A null move: usual in variations, never a move of the game.
    fn pass(&mut self, span: Span) -> Result<(), Illegal> {
        let color = self.line.position.turn();
        let moment = (self.line.moment(), self.line.position.to_fen());
        if !self.line.pass(span.start - self.start) {
            return Err(Illegal::Null { color });
        }
        if self.outer.is_empty() {
            let word = self.text(span.clone());
            self.findings.add_at(Rule::NullMove, span.clone(), moment.0, moment.1, Evidence::Quote(word));
        }
        self.release_pending();
        self.line.last_mark = None;
        self.line.last_word = span;
        Ok(())
    }

    fn spelling(&mut self, span: &Span, written: &ParsedSan, resolved: &ResolvedMove) {
        let forms = resolved.forms;
        let asked = SPELLINGS.iter().filter(|(form, _)| forms.contains(*form)).map(|(_, rule)| *rule);
        let mut rules: Vec<Rule> = asked.collect();
        rules.dedup();
        if forms.contains(Deviations::TYPOGRAPHIC_DASH) {
            let castling = matches!(written.wish, MoveSpec::Castle(_));
            rules.push(if castling { Rule::CastlingSpelling } else { Rule::LookalikeCharacter });
        }
        let names_squares = forms.contains(Deviations::LONG_ALGEBRAIC) || forms.contains(Deviations::UCI_MOVE);
        if resolved.needless().is_some() && !names_squares {
            rules.push(Rule::NeedlessDisambiguation);
        }
        if resolved.missing_capture_mark && !names_squares || forms.contains(Deviations::TARGET_FILE) {
            rules.push(Rule::MissingCaptureSymbol);
        }
        if resolved.wrong_capture_mark {
            rules.push(Rule::WrongCaptureSymbol);
        }
        for rule in rules.into_iter().filter(|rule| self.findings.wants(*rule)).collect::<Vec<_>>() {
            let (found, expected) = (self.text(span.clone()), san::write(&self.line.position, resolved.mv).to_string());
            self.find_here(rule, span.clone(), Evidence::Instead { found, expected });
        }
        if forms.contains(Deviations::LOCALIZED) {
            self.localized(span.clone());
        }
    }

    /// The first word in another language's letters.
    fn localized(&mut self, span: Span) {
        let Some(alphabet) = self.alphabet else { return };
        if !std::mem::replace(&mut self.language_settled, true) {
            self.find_here(Rule::LocalizedLetters, span, Evidence::Language(alphabet.language));
        }
    }

    /// A word that can be read, and is no legal move here.
    fn refused(&mut self, token: &Token, written: &ParsedSan, why: Illegal) {
        if self.split_after(token) || self.in_another_language(token) || self.glued(token) {
            return;
        }
        if self.kings_to_center(token, written) || self.missing_move(token, written) {
            self.lose();
            return;
        }
        let why = self.with_history(why);
        let rule = match &why {
            _ if !self.outer.is_empty() => Rule::IllegalInVariation,
            Illegal::AfterMate { .. } | Illegal::AfterStalemate { .. } => Rule::MoveAfterEnd,
            Illegal::Ambiguous { .. } => Rule::AmbiguousMove,
            Illegal::PromotionMissing { .. } => Rule::PromotionPieceMissing,
            Illegal::Null { .. } => Rule::NullMove,
            Illegal::Drop { .. } => Rule::Drop,
            _ => Rule::IllegalMove,
        };
        let near = self.suggestions(written, &why);
        let word = self.text(token.span());
        let evidence = match rule {
            Rule::Drop | Rule::NullMove => Evidence::Quote(word),
            _ => Evidence::Illegal { word, why: Box::new(why), near },
        };
        self.release_pending();
        if matches!(rule, Rule::IllegalMove | Rule::NullMove | Rule::Drop) {
            self.illegal_move = Some(rule);
        }
        self.find_here(rule, token.span(), evidence);
        self.lose();
    }

    /// Legal moves that the word may be meant for; of an ambiguous one, those that it fits.
    fn suggestions(&self, written: &ParsedSan, why: &Illegal) -> Vec<String> {
        let position = &self.line.position;
        let fits = |mv: &Move| match why {
            Illegal::Ambiguous { from, to, .. } => from.contains(mv.from()) && to.contains(mv.to()),
            _ => true,
        };
        near_misses(position, written).into_iter().filter(fits).map(|mv| san::write(position, mv).to_string()).collect()
    }

    /// The rest of this line is read, not judged.
    pub(super) fn lose(&mut self) {
        self.line.pending = None;
        self.line.state = State::Lost;
        self.line.misread = true;
    }

    /// A lost right to castle, with the move that lost it.
    fn with_history(&self, why: Illegal) -> Illegal {
        match why {
            Illegal::CastlingRightLost { color, side, .. } => match self.right_lost_at(color, side) {
                Some(number) => why.with_right_lost_at(number),
                None => why,
            },
            _ => why,
        }
    }

    /// The number of the move of the main line by which a right to castle was lost that there had been.
    fn right_lost_at(&self, color: Color, side: CastlingSide) -> Option<u32> {
        let mut position = Some(self.starting_position()).filter(|_| self.outer.is_empty())?;
        position.castling_rook(color, side)?;
        self.line.reached.iter().skip(1).find_map(|reached| {
            let number = position.fullmove_number();
            step(&mut position, reached.mv);
            position.castling_rook(color, side).is_none().then_some(number)
        })
    }

    /// A word that is like no move at all.
    fn unreadable(&mut self, token: &Token) {
        if self.in_another_language(token) || self.glued(token) {
            return;
        }
        let word = Evidence::Quote(self.text(token.span()));
        if self.outer.is_empty() {
            let follows = self.goes_on();
            self.find_here(Rule::UnknownToken, token.span(), word);
            if !follows {
                self.lose();
            }
        } else if matches!(self.previous, Some(Token { kind: TokenKind::Number(_) | TokenKind::Dots, .. })) {
            self.find_here(Rule::IllegalInVariation, token.span(), word);
            self.lose();
        } else {
            self.find_here(Rule::UnknownToken, token.span(), word);
        }
    }

    /// Whether the main line can go on with the next word. If not, the one before it was to be a move.
    fn goes_on(&self) -> bool {
        let next = self.words_ahead(1);
        let next = next.first().and_then(|span| self.read(&self.bytes[span.clone()]));
        next.is_none_or(|written| self.line.position.resolve(&written).is_ok())
    }

    /// A copy of the line, to try moves on.
    pub(super) fn trial(&self) -> Line {
        Line::new(self.line.position.clone())
    }
}

/// Signs of assessment and comment, as books print them.
pub(super) fn is_glyph(c: char) -> bool {
    matches!(
        c,
        '+' | '-'
            | '='
            | '/'
            | '±'
            | '∓'
            | '⩲'
            | '⩱'
            | '∞'
            | '∆'
            | '□'
            | '⌓'
            | '○'
            | '→'
            | '↑'
            | '⇆'
            | '⇄'
            | '⟳'
            | '⨀'
            | '⯹'
            | '−'
            | '–'
            | '×'
    )
}

/// Full-width digits with a full-width dot: a move number.
fn is_fullwidth_number(text: &str) -> bool {
    !text.is_ascii() && text.chars().all(|c| matches!(c, '０'..='９' | '0'..='9' | '．' | '。' | '…'))
}
