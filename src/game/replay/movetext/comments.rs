//! Comments whose brackets are mixed up, comments that hide the moves of the game, and markup of web pages around games.

use crate::chess::san;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::excerpt::excerpt;
use crate::game::replay::lines::State;
use crate::game::rules::{Rule, Severity};
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::{begins_like_movetext, settled_ahead};
use crate::pgn::{foreign, text};

use super::Movetext;

/// The maximum length of a comment in `(` and `}`, and the distance at which a parenthesis is looked for.
const MAX_LENGTH: usize = 4096;

/// The least number of moves that are taken for a part of the game.
const MIN_HIDDEN_MOVES: usize = 2;

impl Movetext<'_> {
    /// Whether a comment is closed with another bracket than `}`, so that it swallows the moves after it up to the next brace:
    /// if so, says so, and stops following the line.
    #[cold]
    pub(in crate::game::replay) fn misclosed_comment(&mut self, token: &Token) -> Option<String> {
        if self.line().state != State::Open || self.stated.is_over() {
            return None;
        }
        let within = text::up_to_brace(&self.cursor.bytes()[token.start + 1..token.end]);
        let close = text::unopened_bracket(within)?;
        let at = token.start + 1 + close;
        if !self.goes_on(self.lines.position(), at + 1) || !self.has_legal_moves_at(at + 1) {
            return None;
        }
        let bracket = char::from(within[close]);
        let swallowed = excerpt(within[close + 1..].trim_ascii());
        self.lose_line();
        Some(format!("this comment is closed with `{bracket}` in place of `}}`: it swallows `{swallowed}`"))
    }

    /// Reports a comment in `(` and `}`, of which `token` is the first word, and stops following the game, which goes on in the
    /// variation that the `(` opens. Returns whether it is one.
    #[cold]
    pub(super) fn comment_in_parenthesis(&mut self, token: &Token) -> bool {
        let Some(Token { kind: TokenKind::Open, start, end }) = self.cursor.previous() else { return false };
        let text = &self.cursor.bytes()[end..self.cursor.bytes().len().min(end + MAX_LENGTH)];
        let close = text.iter().position(|byte| matches!(byte, b'(' | b')' | b'{' | b'}'));
        let Some(close) = close.filter(|close| text[*close] == b'}' && self.lines.is_variation()) else { return false };
        let is_movetext = begins_like_movetext(text[..close].trim_ascii_start());
        if is_movetext || end + close < token.end || !self.cursor.lexer_mut().pass_to(end + close) {
            return false;
        }
        let message =
            "this comment opens with `(` in place of `{`: the moves after it are read as a variation".to_owned();
        self.findings.add(Rule::UnclosedVariation, start..start + 1, Evidence::Message(message));
        self.line_mut().is_misclosed = true;
        self.lose_line();
        true
    }

    /// Reports a `}` that closes no comment, or stands in place of the `)` of a variation.
    #[cold]
    pub(in crate::game::replay) fn stray_brace(&mut self, token: &Token) {
        // Its `(` was reported.
        if self.line().is_misclosed {
            return;
        }
        let is_closed = || {
            let near = settled_ahead(self.cursor.bytes(), token.end);
            let near = &near[..near.len().min(MAX_LENGTH)];
            memchr::memchr2(b'(', b')', near).is_some_and(|at| near[at] == b')')
        };
        if self.lines.is_variation() && !self.lines.is_unread() && self.line().has_moves() && !is_closed() {
            return self.misclose_variation(token);
        }
        self.findings.add(Rule::StrayBrace, token.span(), Evidence::Nothing);
    }

    /// Reports a bracket that is written in place of the `)` of a variation.
    pub(super) fn misclose_variation(&mut self, token: &Token) {
        let bracket = self.cursor.excerpt(token.span());
        let message = format!("`{bracket}` does not close a variation: write `)`");
        self.findings.add(Rule::UnknownToken, token.span(), Evidence::Message(message));
        self.line_mut().is_misclosed = true;
        self.lose_line();
    }

    /// Reports a comment up to the end of the line that consists of the next moves of the game, if the game does not go on
    /// without them.
    #[cold]
    pub(in crate::game::replay) fn line_comment(&mut self, token: &Token) {
        if self.line().state != State::Open || self.stated.is_over() {
            return;
        }
        let Some((moves, closes)) = self.moves_in(token.start + 1..token.end) else { return };
        let goes_on_behind = match self.next_in_line(token.end).map(|next| next.kind) {
            None | Some(TokenKind::Termination(_)) => false,
            Some(TokenKind::Number(_) | TokenKind::Symbol) if !self.goes_on(self.lines.position(), token.end) => true,
            _ if closes => true,
            _ => return,
        };
        let which = if closes { "variation" } else { "game" };
        let message = format!(
            "`;` begins a comment, which hides {moves} moves that continue the {which}: delete the `;`, or write the comment in \
             braces"
        );
        let rule = match () {
            () if self.lines.is_variation() => Rule::IllegalInVariation,
            () if goes_on_behind => Rule::MissingMove,
            () => Rule::MovesInLineComment,
        };
        self.add_at_next_move(rule, token.start..token.start + 1, Evidence::Message(message));
        if goes_on_behind || closes {
            self.line_mut().is_misclosed = closes;
            self.lose_line();
        }
    }

    /// The number of moves in a range, if it begins with the next number or move and has only legal moves; and whether it closes
    /// the variation after them. A `;` separates moves.
    fn moves_in(&self, span: Span) -> Option<(usize, bool)> {
        let mut lexer = self.cursor.lexer().clone();
        lexer.resume_at(span.start);
        let mut position = self.lines.position().clone();
        let (mut moves, mut closes) = (0, false);
        while let Some(token) = lexer.next_token().filter(|token| token.start < span.end) {
            match token.kind {
                TokenKind::Number(number) if number != position.fullmove_number() => return None,
                TokenKind::Number(_) | TokenKind::Dots | TokenKind::Suffix | TokenKind::Nag(_) => {}
                TokenKind::LineComment => lexer.resume_at(token.start + 1),
                TokenKind::Symbol => {
                    position = position.after_unchecked(self.legal_move(&position, token.span())?);
                    moves += 1;
                }
                TokenKind::Close if self.lines.is_variation() => {
                    closes = true;
                    break;
                }
                TokenKind::Termination(_) => break,
                _ => return None,
            }
        }
        (moves >= MIN_HIDDEN_MOVES).then_some((moves, closes))
    }
}

// Text that web pages and forums put around games, and documents of other formats.

impl Movetext<'_> {
    /// Reports markup: HTML entities and the markup of a forum once each, other text in angle brackets each time.
    #[cold]
    pub(in crate::game::replay) fn reserved(&mut self, token: &Token) {
        let text = self.cursor.bytes_of(token);
        let rest = &self.cursor.bytes()[token.start..];
        let is_entity = text.starts_with(b"&");
        if is_entity && self.spaced_result(token)
            || self.hides_part_of_move(token) && self.reports_damage_at(token, "a part of a move")
        {
            return;
        }
        if !is_entity && foreign::markup(rest).is_none() {
            if !(has_moves(text) && self.reports_damage_at(token, "moves")) {
                self.quote(Rule::ReservedToken, token);
            }
            return;
        }
        if !std::mem::replace(&mut self.reported_markup[usize::from(is_entity)], true) {
            let quote = self.cursor.excerpt(token.span());
            let message = match text {
                [b'&', ..] => format!(
                    "`{quote}` is an HTML entity: PGN has none, and its `;` would begin a comment that hides the rest of the line"
                ),
                [b'<', ..] => format!("`{quote}` is markup of a web page or forum, not PGN"),
                [b'[', ..] => format!("`{quote}` is forum markup, not PGN"),
                _ => "a code fence of Markdown: forum markup, not PGN".to_owned(),
            };
            self.findings.add(Rule::ReservedToken, token.span(), Evidence::Message(message));
        }
    }

    /// Whether markup stands for letters of a move, `&#9816;f3`, `0&ndash;0`, `<img …>f3`, or splits one, `<b>N</b>f3`: what
    /// follows it would be another move.
    fn hides_part_of_move(&self, token: &Token) -> bool {
        let bytes = self.cursor.bytes();
        let is_glued = bytes.get(token.end).is_some_and(u8::is_ascii_alphanumeric);
        let splits_move = || {
            let [.., before, letter] = bytes[..token.start] else { return false };
            letter.is_ascii_uppercase() && !before.is_ascii_alphanumeric()
        };
        match self.cursor.bytes_of(token) {
            text @ [b'&', ..] => is_glued && !foreign::is_punctuation(text) || foreign::is_ellipsis(text),
            [b'<', b'i' | b'I', b'm' | b'M', b'g' | b'G', ..] => is_glued,
            _ => is_glued && splits_move(),
        }
    }

    /// Reports that markup hides something, so that a move cannot be read. Returns false where no move is expected.
    fn reports_damage_at(&mut self, token: &Token, hidden: &str) -> bool {
        if self.line().state == State::Lost || self.stated.is_over() || !self.start.is_chess {
            return false;
        }
        if foreign::is_ellipsis(self.cursor.bytes_of(token)) {
            return self.stands_for_move(token) && self.reports_hole_at(token);
        }
        let (quote, gap) = (self.cursor.excerpt(token.span()), self.gap_at(token));
        let remedy = "replace the markup by the text that it stands for".to_owned();
        self.report_hole(token, &gap, &format!("`{quote}` hides {hidden}"), Some(remedy));
        true
    }

    /// Reports data in which games may be, but none can be read.
    pub(super) fn binary(&mut self, token: &Token) {
        let message = "this is binary data or text in UTF-16: no game in it is read; read it as a file of its own";
        self.foreign(Rule::UnknownToken, Severity::Error, token, message.to_owned());
    }

    /// Reports a document of another format: as the only text of its file, the file has no games.
    pub(super) fn document(&mut self, token: &Token, format: &str) {
        let is_all = self.cursor.bytes()[token.end..].trim_ascii_start().is_empty();
        let (rule, severity, what) = if is_all {
            (Rule::NoGames, Severity::Error, "it is not read")
        } else {
            (Rule::StrayText, Severity::Warning, "only the games in it are read")
        };
        self.foreign(rule, severity, token, format!("this is {format}, not PGN: {what}; export the games as PGN"));
    }

    fn foreign(&mut self, rule: Rule, severity: Severity, token: &Token, message: String) {
        if self.findings.wants(rule) {
            self.findings.push(Finding {
                rule,
                severity,
                span: token.span(),
                moment: None,
                evidence: Evidence::Message(message),
                article: None,
                fen: None,
            });
        }
    }
}

/// Whether text in angle brackets has a word that is a move.
fn has_moves(text: &[u8]) -> bool {
    let is_of_move = |byte: &u8| byte.is_ascii_alphanumeric() || b"-+=#".contains(byte);
    text.starts_with(b"<") && text.split(|byte| !is_of_move(byte)).any(|word| san::parse(word).is_ok())
}
