//! Text that web pages and forums put around games, and documents of other formats.

use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::line::State;
use crate::game::rules::{Rule, Severity};
use crate::pgn::foreign;
use crate::pgn::lex::Token;

use super::Movetext;

impl Movetext<'_> {
    /// Reports markup: HTML entities and the markup of a forum once each, other text in angle brackets each time.
    #[cold]
    pub(in crate::game::replay) fn reserved(&mut self, token: &Token) {
        let text = self.cursor.bytes_of(token);
        let rest = &self.cursor.bytes()[token.start..];
        let is_entity = text.starts_with(b"&");
        if is_entity && self.spaced_result(token) || self.hides_part_of_move(token) && self.reports_damage_at(token) {
            return;
        }
        if !is_entity && foreign::markup(rest).is_none() {
            return self.quote(Rule::ReservedToken, token);
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

    /// Reports that a move cannot be read. Returns false where no move is expected.
    fn reports_damage_at(&mut self, token: &Token) -> bool {
        if self.line().state == State::Lost || self.stated.is_over() || !self.start.is_chess {
            return false;
        }
        if foreign::is_ellipsis(self.cursor.bytes_of(token)) {
            return self.stands_for_move(token) && self.reports_hole_at(token);
        }
        let (quote, gap) = (self.cursor.excerpt(token.span()), self.gap_at(token));
        let remedy = "replace the markup by the text that it stands for".to_owned();
        self.report_hole(token, &gap, &format!("`{quote}` hides a part of a move"), Some(remedy));
        true
    }

    /// Reports a document of another format: as the only text of its file, the file has no games.
    pub(super) fn document(&mut self, token: &Token, format: &str) {
        let is_all = self.cursor.bytes()[token.end..].trim_ascii_start().is_empty();
        let (rule, severity) =
            if is_all { (Rule::NoGames, Severity::Error) } else { (Rule::StrayText, Severity::Warning) };
        let what = if is_all { "it is not read" } else { "only the games in it are read" };
        if self.findings.wants(rule) {
            self.findings.push(Finding {
                rule,
                severity,
                span: token.span(),
                moment: None,
                evidence: Evidence::Message(format!("this is {format}, not PGN: {what}; export the games as PGN")),
                article: None,
                fen: None,
            });
        }
    }
}
