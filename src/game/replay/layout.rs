//! The checks of lines and encoding, which need neither tags nor moves.

use crate::game::Evidence;
use crate::game::rules::Rule;
use crate::pgn::lex::{Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::GamePart;
use crate::pgn::text;

use super::Replay;

/// The maximum line length in import format (PGN 4.3) and in export format.
const MAX_LINE_LEN: usize = 255;
const MAX_EXPORT_LINE_LEN: usize = 79;

impl Replay<'_> {
    /// Checks blank lines: one between tags and movetext, none within the movetext.
    pub(super) fn layout(&mut self, token: &Token) {
        let Some(previous) = self.previous else { return };
        let gap = &self.bytes[previous.end..token.start];
        let blank = gap.len() >= 2 && text::count_line_ends(gap) >= 2;
        if previous.kind == TokenKind::Tag && token.kind != TokenKind::Tag && self.lexer.section() == GamePart::Moves {
            if !blank && self.findings.wants(Rule::MissingBlankLine) {
                self.findings.add(Rule::MissingBlankLine, token.start..token.start + 1, Evidence::Nothing);
            }
        } else if blank && self.lexer.section() == GamePart::Moves && self.moves_begun.is_some() {
            let line = previous.end + text::line_end(&self.bytes[previous.end..], 0) + 1;
            self.findings.add(Rule::BlankLineInMovetext, line..line + 1, Evidence::Nothing);
        }
    }

    /// Reports a missing blank line before the next game.
    pub(super) fn gap_after(&mut self) {
        let end = self.lexer.position();
        let gap = &self.bytes[self.last_token_end()..end];
        if end < self.bytes.len() && text::count_line_ends(gap) < 2 {
            self.findings.add(Rule::MissingBlankLine, end..end + 1, Evidence::Nothing);
        }
    }

    fn last_token_end(&self) -> usize {
        self.previous.map_or(self.start, |token| token.end)
    }

    /// Reports the first line that exceeds its maximum: export format in the movetext, import format in the tags.
    pub(super) fn long_lines(&mut self) {
        let end = self.last_token_end();
        let mut at = self.start;
        while at < end {
            let line_end = text::line_end(&self.bytes[..end], at);
            let is_movetext = self.moves_begun.is_some_and(|begun| line_end > begun);
            let longest = if is_movetext { MAX_EXPORT_LINE_LEN } else { MAX_LINE_LEN };
            if line_end - at > longest && text::count_chars(&self.bytes[at..line_end]) > longest {
                return self.findings.add(Rule::LongLine, at..line_end, Evidence::Nothing);
            }
            at = line_end + 1;
        }
    }

    /// Reports bytes that are not UTF-8, and bare carriage returns.
    pub(super) fn encoding(&mut self, span: Span) {
        // Tags and token index have proved this range plain.
        let Span { start, end } = self.plain.clone();
        if start <= span.start && end >= span.end {
            return;
        }
        let (start, end) = (start.clamp(span.start, span.end), end.clamp(span.start, span.end));
        if text::is_plain(&self.bytes[span.start..start]) && text::is_plain(&self.bytes[end..span.end]) {
            return;
        }
        let bytes = &self.bytes[span.clone()];
        if self.findings.wants(Rule::NotUtf8)
            && let Err(error) = std::str::from_utf8(bytes)
        {
            let at = span.start + error.valid_up_to();
            self.findings.add(Rule::NotUtf8, at..at + 1, Evidence::Nothing);
        }
        if self.findings.wants(Rule::BareCarriageReturn) {
            let bare =
                memchr::memchr_iter(b'\r', bytes).find(|at| bytes.get(at + 1).is_some_and(|next| *next != b'\n'));
            if let Some(at) = bare {
                self.findings.add(Rule::BareCarriageReturn, span.start + at..span.start + at + 1, Evidence::Nothing);
            }
        }
    }
}
