//! The lenient reader of move text: plays moves that deviate from canonical SAN, and explains text that is not a move.

use crate::chess::illegal::{self, Illegal};
use crate::chess::moves::MoveKind;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::san::{self, Deviations, MoveSpec, ParsedSan, ResolvedMove};
use crate::game::Evidence;
use crate::game::finding::evidence::CORRECT_TOKEN;
use crate::game::replay::lines::State;
use crate::game::replay::ply_record::step;
use crate::game::replay::tags::TagBook;
use crate::game::rules::Rule;
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::tags;

use super::Movetext;
use super::holes::Gap;

/// The rule that reports each deviation from SAN.
const DEVIATION_RULES: [(Deviations, Rule); 26] = [
    (Deviations::ZERO_CASTLING, Rule::CastlingSpelling),
    (Deviations::LOWER_CASTLING, Rule::CastlingSpelling),
    (Deviations::GLUED_CASTLING, Rule::CastlingSpelling),
    (Deviations::KING_MOVE_CASTLING, Rule::CastlingSpelling),
    (Deviations::LONG_ALGEBRAIC, Rule::LongAlgebraic),
    (Deviations::HYPHEN, Rule::LongAlgebraic),
    (Deviations::UCI_MOVE, Rule::UciMove),
    (Deviations::NUMERIC, Rule::UciMove),
    (Deviations::PROMOTION_NO_EQUALS, Rule::PromotionSpelling),
    (Deviations::PROMOTION_PARENTHESES, Rule::PromotionSpelling),
    (Deviations::PROMOTION_SLASH, Rule::PromotionSpelling),
    (Deviations::PROMOTION_AFTER_CHECK, Rule::PromotionSpelling),
    (Deviations::PROMOTION_LOWER, Rule::PromotionSpelling),
    (Deviations::PROMOTION_SIGN, Rule::PromotionSign),
    (Deviations::COLON_CAPTURE, Rule::CaptureSpelling),
    (Deviations::CAPTURE_NO_FILE, Rule::CaptureSpelling),
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

/// Words after a move that mark it as en passant.
const EN_PASSANT_WORDS: [&str; 5] = ["ep", "e.p.", "e.p", "EP", "E.P."];

/// Words and symbols after a move that mark it as check or mate.
const CHECK_WORDS: [&str; 13] =
    ["mate", "Mate", "MATE", "mat", "matt", "ch", "check", "dbl", "disch", "dis", "+", "++", "#"];

/// Whether a word after a move repeats what its SAN already states.
pub(in crate::game) fn is_annotation_word(word: &str) -> bool {
    EN_PASSANT_WORDS.contains(&word) || CHECK_WORDS.contains(&word)
}

impl Movetext<'_> {
    /// Handles text that is not canonical SAN, or that is in an unexpected place.
    #[cold]
    pub(super) fn lenient_move(&mut self, token: &Token, tags: &TagBook) {
        if self.stated.is_over() {
            return self.report_move_after_result(token);
        }
        if self.start.is_chess && self.read_nonstandard_result(token, tags) {
            return;
        }
        if self.line().state == State::Lost {
            self.line_mut().misread = true;
            let is_move = self.lines.is_main_line() && self.language.parse(self.cursor.bytes_of(token)).is_some();
            self.is_illegal_move_answered |= is_move && self.illegal_move.is_some();
            return;
        }
        if self.cut_off(token) {
            return;
        }
        let parsed = self.parse_move(token);
        let is_pass = parsed.as_ref().is_some_and(|parsed| parsed.spec == MoveSpec::Null);
        if parsed.is_none() && self.split_move(token) || !is_pass && self.handle_annotation(token) {
            return;
        }
        match parsed.or_else(|| self.in_capitals(token)) {
            Some(parsed) if self.split_before_rank(token, &parsed) => {}
            Some(parsed) => match self.try_to_play(token.span(), &parsed) {
                Ok(()) => {}
                Err(why) => self.report_illegal(token, &parsed, why),
            },
            None => self.report_unknown_token(token),
        }
    }

    /// Parses a token. One of dashes other than `--` is a null move if the text goes on after one.
    fn parse_move(&self, token: &Token) -> Option<ParsedSan> {
        let bytes = self.cursor.bytes_of(token);
        let text = self.cursor.word(token);
        if matches!(text.as_ref(), "-" | "--") || !text.chars().all(is_dash) {
            return self.language.parse(bytes);
        }
        let position = self.lines.position();
        let after = position.after_pass()?;
        let ahead =
            |position: &Position| (self.goes_on(position, token.end), self.look_ahead(position.clone(), token.end));
        let (here, there) = (ahead(position), ahead(&after));
        let closes = || self.cursor.bytes()[token.end..].trim_ascii_start().first() == Some(&b')');
        let is_pass = match text.as_ref() {
            "---" => there >= here,
            _ => there.0 && there > here || closes() && !self.follows_move(token),
        };
        if is_pass { self.language.parse(b"--") } else { None }
    }

    /// Recognizes the last token of a file or game that was cut off: one that is not a move, or the beginning of a legal
    /// one.
    fn cut_off(&mut self, token: &Token) -> bool {
        let is_last = token.end == self.cursor.bytes().len();
        if !is_last && !tags::opens_tag_named(self.cursor.bytes(), token.end, b"Event") {
            return false;
        }
        let word = self.cursor.bytes_of(token);
        let position = self.lines.position();
        let begins = |mv| san::write(position, mv).as_str().as_bytes().starts_with(word);
        if let Some(parsed) = self.language.parse(word)
            && (position.resolve(&parsed).is_ok() || !position.legal_moves().into_iter().any(begins))
        {
            return false;
        }
        self.line_mut().state = State::Lost;
        if is_last {
            self.quote(Rule::TruncatedGame, token);
        }
        true
    }

    /// Handles tokens that comment on the move before them or on the position.
    fn handle_annotation(&mut self, token: &Token) -> bool {
        let word = self.cursor.word(token);
        // `exd6 e.p.`, `exd6 (e.p.)`
        let after_move = match self.cursor.previous() {
            Some(Token { kind: TokenKind::Symbol, .. }) => self.follows_move(token),
            _ => self.is_alone_in_parentheses(token),
        };
        if self.symbol_before_move(token) {
            return true;
        }
        if after_move && self.report_false_annotation(token, &word) {
            self.line_mut().misread |= self.line().records.len() == 1;
            return true;
        }
        let rule = match word.as_ref() {
            word if after_move && EN_PASSANT_WORDS.contains(&word) => Rule::EnPassantSuffix,
            word if after_move && CHECK_WORDS.contains(&word) => Rule::CheckSpelling,
            "N" | "D" | "RR" | "TN" | "Diagram" => Rule::NagAsSymbol,
            text if text.chars().all(is_annotation_symbol) && text != "-" => Rule::NagAsSymbol,
            text if text.chars().all(|c| matches!(c, '\u{ff0e}' | '\u{3002}' | '\u{2024}' | '\u{2026}')) => {
                if self.stands_for_move(token) && self.reports_hole_at(token) {
                    return true;
                }
                Rule::LookalikeCharacter
            }
            text if is_fullwidth_number(text) => Rule::LookalikeCharacter,
            _ => return false,
        };
        self.quote(rule, token);
        // The parenthesis opened no variation.
        self.line_mut().misread |= after_move;
        true
    }

    /// Reports a word of check, mate or en passant that does not fit the move before it.
    fn report_false_annotation(&mut self, token: &Token, word: &str) -> bool {
        let line = self.lines.annotated();
        if EN_PASSANT_WORDS.contains(&word) {
            let is_true = line.records.last().is_some_and(|last| last.mv.kind() == MoveKind::EnPassant);
            if !is_true {
                let message = format!("`{word}` follows a move that is not an en passant capture");
                self.findings.add(Rule::WrongCaptureSymbol, token.span(), Evidence::Message(message));
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

    /// Plays a move, and reports how its notation deviates from SAN.
    pub(super) fn try_to_play(&mut self, span: Span, parsed: &ParsedSan) -> Result<(), Illegal> {
        if parsed.spec == MoveSpec::Null {
            return self.pass(span);
        }
        let resolved = self.lines.position().resolve(parsed)?;
        self.report_deviations(&span, parsed, &resolved);
        let offset = span.start - self.cursor.start();
        self.line_mut().play(resolved.mv, offset);
        let token = Token { kind: TokenKind::Symbol, start: span.start, end: span.end };
        self.set_last_move(span, parsed.check);
        self.after_move(&token);
        Ok(())
    }

    /// Plays a null move, and reports it in the main line.
    fn pass(&mut self, span: Span) -> Result<(), Illegal> {
        let color = self.lines.position().turn();
        let (moment, before) = (self.line().moment(), self.lines.position().clone());
        let offset = span.start - self.cursor.start();
        if !self.line_mut().pass(offset) {
            return Err(Illegal::Null { color });
        }
        let word = self.cursor.excerpt(span.clone());
        if !word.is_ascii() {
            let evidence = Evidence::Instead { found: word.clone(), expected: "--".to_owned() };
            self.findings.add_at(Rule::LookalikeCharacter, span.clone(), moment, &before, evidence);
        }
        if !self.lines.is_variation() {
            self.findings.add_at(Rule::NullMove, span.clone(), moment, &before, Evidence::Quote(word));
        }
        self.release_pending();
        self.line_mut().last_suffix = None;
        self.line_mut().last_san = span;
        Ok(())
    }

    fn report_deviations(&mut self, span: &Span, parsed: &ParsedSan, resolved: &ResolvedMove) {
        let forms = resolved.forms;
        // UCI has no other way to write castling.
        let is_uci_castling = |form| form == Deviations::KING_MOVE_CASTLING && forms.contains(Deviations::UCI_MOVE);
        let reported = DEVIATION_RULES
            .iter()
            .filter(|(form, _)| forms.contains(*form) && !is_uci_castling(*form))
            .map(|(_, rule)| *rule);
        let mut rules: Vec<Rule> = reported.collect();
        rules.dedup();
        if forms.contains(Deviations::TYPOGRAPHIC_DASH) {
            let castling = matches!(parsed.spec, MoveSpec::Castle(_));
            rules.push(if castling { Rule::CastlingSpelling } else { Rule::LookalikeCharacter });
        }
        let names_squares = forms.contains(Deviations::LONG_ALGEBRAIC)
            || forms.contains(Deviations::UCI_MOVE)
            || forms.contains(Deviations::NUMERIC);
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
            let (found, expected) =
                (self.cursor.excerpt(span.clone()), san::write(self.lines.position(), resolved.mv).to_string());
            self.add_at_next_move(rule, span.clone(), Evidence::Instead { found, expected });
        }
        if forms.contains(Deviations::LOCALIZED) {
            self.report_localized(span.clone());
        }
    }

    /// Reports the first token with localized piece letters.
    fn report_localized(&mut self, span: Span) {
        if let Some(alphabet) = self.language.first_met() {
            self.add_at_next_move(Rule::LocalizedLetters, span, Evidence::Language(alphabet.language));
        }
    }

    /// Reports a token that is not a legal move here.
    pub(super) fn report_illegal(&mut self, token: &Token, parsed: &ParsedSan, why: Illegal) {
        if self.split_after(token) || self.detect_language() || self.split_glued(token) {
            return;
        }
        if self.lines.is_variation() && self.continues_line(token, parsed) {
            return;
        }
        if self.report_fen_of_last_position()
            || self.report_kings_to_center(token, parsed)
            || self.report_repeated_moves(token, parsed, &why)
            || self.report_missing_move(token, parsed)
        {
            self.lose_line();
            return;
        }
        let why = self.with_history(why);
        let rule = match &why {
            _ if self.lines.is_variation() => Rule::IllegalInVariation,
            Illegal::AfterMate { .. } | Illegal::AfterStalemate { .. } => Rule::MoveAfterEnd,
            Illegal::Ambiguous { .. } => Rule::AmbiguousMove,
            Illegal::PromotionMissing { .. } => Rule::PromotionPieceMissing,
            Illegal::Null { .. } => Rule::NullMove,
            Illegal::Drop { .. } => Rule::Drop,
            _ => Rule::IllegalMove,
        };
        let near = self.suggestions(parsed, &why);
        let word = self.cursor.excerpt(token.span());
        let evidence = match rule {
            Rule::Drop | Rule::NullMove => Evidence::Quote(word),
            _ => Evidence::Illegal { san: word, why: Box::new(why), near },
        };
        self.release_pending();
        if matches!(rule, Rule::IllegalMove | Rule::NullMove | Rule::Drop) {
            self.illegal_move = Some(rule);
        }
        self.add_at_next_move(rule, token.span(), evidence);
        self.lose_line();
    }

    /// Legal moves that the token may stand for, in SAN.
    fn suggestions(&self, parsed: &ParsedSan, why: &Illegal) -> Vec<String> {
        let position = self.lines.position();
        let moves = illegal::suggestions(position, parsed, why);
        moves.into_iter().map(|mv| san::write(position, mv).to_string()).collect()
    }

    /// Stops following this line: the rest is read, not checked.
    pub(super) fn lose_line(&mut self) {
        self.line_mut().numbers.pending = None;
        self.line_mut().state = State::Lost;
        self.line_mut().misread = true;
    }

    /// Completes a reason with what the moves before it show: the move that lost a right to castle; that there is none before
    /// an en passant capture.
    fn with_history(&self, why: Illegal) -> Illegal {
        match why {
            _ if self.line().ply == 0 && self.start.fen_position().is_some() => {
                why.in_fen_position(self.lines.position())
            }
            Illegal::CastlingRightLost { color, side, .. } => match self.right_lost_at(color, side) {
                Some((number, moved)) => why.with_right_lost_at(number, moved),
                None => why,
            },
            _ => why,
        }
    }

    /// The number of the main-line move that lost this castling right, if there was one, and the piece that moved; `None`
    /// if the rook was captured.
    fn right_lost_at(&self, color: Color, side: CastlingSide) -> Option<(u32, Option<PieceType>)> {
        let mut position = Some(self.start.position(self.options)).filter(|_| !self.lines.is_variation())?;
        let rook = position.castling_rook(color, side)?;
        self.line().records.iter().skip(1).find_map(|record| {
            let (number, king, from) = (position.fullmove_number(), position.king(color), record.mv.from());
            step(&mut position, record.mv);
            let moved = match () {
                () if from == king => Some(PieceType::King),
                () if from == rook => Some(PieceType::Rook),
                () => None,
            };
            position.castling_rook(color, side).is_none().then_some((number, moved))
        })
    }

    /// Reports a token that does not look like a move.
    fn report_unknown_token(&mut self, token: &Token) {
        if self.detect_language() || self.split_glued(token) || self.comment_in_parenthesis(token) {
            return;
        }
        let ((what, meant), gap) = (self.unknown_token(token), self.gap_at(token));
        if !matches!(gap, Gap::Closed) {
            self.report_hole(token, &gap, &what, meant);
            return;
        }
        let remedy = meant.unwrap_or_else(|| CORRECT_TOKEN.to_owned());
        let word = Evidence::Message(format!("{what}; {remedy}"));
        if !self.lines.is_variation() {
            let follows = self.continues();
            self.add_at_next_move(Rule::UnknownToken, token.span(), word);
            // The token may be the move of the number before it.
            self.line_mut().numbers.end = 0;
            if !follows {
                self.lose_line();
            }
        } else if matches!(self.cursor.previous(), Some(Token { kind: TokenKind::Number(_) | TokenKind::Dots, .. })) {
            self.add_at_next_move(Rule::IllegalInVariation, token.span(), word);
            self.lose_line();
        } else {
            self.add_at_next_move(Rule::UnknownToken, token.span(), word);
        }
    }

    /// What a token is that does not look like a move, and what to do if it is known what was meant.
    fn unknown_token(&self, token: &Token) -> (String, Option<String>) {
        let text = self.cursor.bytes_of(token);
        let quote = self.cursor.excerpt(token.span());
        if has_quoted_printable(text) {
            let encoding = "quoted-printable, an encoding of e-mail: decode the file first";
            return (format!("`{quote}` is not a move"), Some(format!("the text seems to be {encoding}")));
        }
        let what = format!("`{quote}` is not a move, number, result, NAG or comment");
        if text.len() <= MAX_LOWERED {
            let mut lowered = text.to_ascii_lowercase();
            lowered[0] = text[0];
            let parsed = self.language.parse(&lowered);
            if let Some(resolved) = parsed.and_then(|parsed| self.lines.position().resolve(&parsed).ok()) {
                let meant = san::write(self.lines.position(), resolved.mv);
                return (what, Some(format!("did you mean `{meant}`?")));
            }
        }
        (what, None)
    }

    /// Whether the next move text continues the main line. If not, this token replaced a move.
    fn continues(&self) -> bool {
        let next = self.next_san_tokens(1);
        let next = next.first().and_then(|span| self.language.parse(&self.cursor.bytes()[span.clone()]));
        next.is_none_or(|parsed| self.lines.position().resolve(&parsed).is_ok())
    }
}

/// Whether a character is a hyphen or a dash.
const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Symbols of assessment and comment in printed games.
pub(super) fn is_annotation_symbol(c: char) -> bool {
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
            | '‼'
            | '⁇'
            | '⁈'
            | '⁉'
    )
}

/// The maximum length of a token that is tried in small letters.
const MAX_LOWERED: usize = 8;

/// Whether a token contains a byte as quoted-printable writes it: `=20`, `=3D`, or a `=` at the end of a line.
fn has_quoted_printable(token: &[u8]) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    token.windows(3).any(|part| part[0] == b'=' && is_digit(&part[1]) && is_digit(&part[2]))
}

/// Whether a text is a move number in full-width digits and dots.
fn is_fullwidth_number(text: &str) -> bool {
    !text.is_ascii() && text.chars().all(|c| matches!(c, '０'..='９' | '0'..='9' | '．' | '。' | '…'))
}
