//! The checks of lines and encoding, which need neither tags nor moves.

use std::iter;

use crate::cpu::CpuLevel;
use crate::game::Evidence;
use crate::game::finding::list::Findings;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::rare_bytes::{FORM_FEED, RareBytes, is_control};
use crate::pgn::split::GamePart;
use crate::pgn::text;

use super::cursor::Cursor;
use super::options::ReaderMode;
use super::played_game::PlayedGame;

/// The maximum line length in import format (PGN 4.3) and in export format.
const MAX_LINE_LEN: usize = 255;
const MAX_EXPORT_LINE_LEN: usize = 79;

/// Checks blank lines: one between tags and movetext, none within the movetext.
pub(super) fn check_blank_lines(cursor: &Cursor<'_>, token: &Token, has_begun: bool, findings: &mut Findings) {
    let Some(previous) = cursor.previous() else { return };
    let (bytes, section) = (cursor.bytes(), cursor.lexer().section());
    let gap = &bytes[previous.end..token.start];
    let blank = gap.len() >= 2 && text::count_line_ends(gap) >= 2;
    if previous.kind == TokenKind::Tag && token.kind != TokenKind::Tag && section == GamePart::Moves {
        if !blank && findings.wants(Rule::MissingBlankLine) {
            findings.add(Rule::MissingBlankLine, token.start..token.start + 1, Evidence::Nothing);
        }
    } else if blank && section == GamePart::Moves && has_begun {
        let line = previous.end + text::line_end(&bytes[previous.end..], 0) + 1;
        findings.add(Rule::BlankLineInMovetext, line..line + 1, Evidence::Nothing);
    }
}

/// The maximum number of bytes of a game that are kept for more than checking it: its moves, comments, NAGs and variations
/// take several times as much memory.
pub(super) const MAX_GAME_LEN: usize = 16 << 20;

/// The offset at which the kept text of a game ends.
pub(in crate::game) fn kept_end(game: &Span) -> usize {
    game.end.min(game.start + MAX_GAME_LEN)
}

/// Reports a game that is too long to be kept.
pub(super) fn check_length(bytes: &[u8], game: &Span, findings: &mut Findings) {
    let kept = kept_end(game);
    if !bytes[kept..game.end].trim_ascii().is_empty() {
        let message = "the game, with the text before it, is longer than 16 MiB: the rest is checked and copied, but left out of other outputs";
        findings.add(Rule::BeyondLimits, kept..kept + 1, Evidence::Message(message.to_owned()));
    }
}

/// Reports a missing blank line before the next game.
pub(super) fn check_gap_after(game: &PlayedGame<'_>, findings: &mut Findings) {
    let end = game.span.end;
    let gap = &game.bytes[last_token_end(game)..end];
    if end < game.bytes.len() && text::count_line_ends(gap) < 2 {
        findings.add(Rule::MissingBlankLine, end..end + 1, Evidence::Nothing);
    }
}

fn last_token_end(game: &PlayedGame<'_>) -> usize {
    game.last_token.map_or(game.span.start, |token| token.end)
}

/// Reports the first line that exceeds its maximum: export format in the movetext, import format in the tags.
pub(super) fn check_long_lines(game: &PlayedGame<'_>, findings: &mut Findings) {
    let end = last_token_end(game);
    let mut at = game.span.start;
    while at < end {
        let line_end = text::line_end(&game.bytes[..end], at);
        let is_movetext = game.moves_begun.is_some_and(|begun| line_end > begun);
        let longest = if is_movetext { MAX_EXPORT_LINE_LEN } else { MAX_LINE_LEN };
        if line_end - at > longest && text::count_chars(&game.bytes[at..line_end]) > longest {
            return findings.add(Rule::LongLine, at..line_end, Evidence::Nothing);
        }
        at = line_end + 1;
    }
}

/// The maximum number of form feeds that are looked at in a game.
const MAX_CONTROLS: usize = 64;

/// Reports bytes that are not UTF-8, bare carriage returns and control characters.
pub(super) fn check_rare_bytes(bytes: &[u8], span: &Span, reader: ReaderMode, findings: &mut Findings) {
    let rare = RareBytes::of(&bytes[span.clone()], reader.level().unwrap_or(CpuLevel::Scalar));
    if rare.non_ascii {
        check_utf8(bytes, span, findings);
    }
    if rare.carriage_return {
        check_carriage_returns(bytes, span, findings);
    }
    if rare.control {
        check_control_characters(bytes, span, findings);
    }
}

/// Reports the first form feed, and the first other control character in comments and escape lines. Between other tokens, the
/// lexer finds them.
fn check_control_characters(bytes: &[u8], span: &Span, findings: &mut Findings) {
    if !findings.wants(Rule::ControlCharacter) {
        return;
    }
    let text = &bytes[span.clone()];
    // Values of tags have a rule of their own.
    let is_in_tag = |at: usize| text[text::line_start(text, at)] == b'[';
    let feeds = memchr::memchr_iter(FORM_FEED, text).take(MAX_CONTROLS);
    let feed = feeds.filter(|at| !is_in_tag(*at)).map(|at| span.start + at).next();
    let mut lexer = Lexer::new(bytes, span.start);
    let mut tokens = iter::from_fn(|| lexer.next_token()).take_while(|token| token.start < span.end);
    let in_comment = tokens.find_map(|token| {
        let is_comment = matches!(token.kind, TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Escape);
        let is_found = |byte: &u8| is_control(*byte) && *byte != FORM_FEED;
        let found = bytes[token.span()].iter().position(is_found).filter(|_| is_comment);
        found.map(|at| token.start + at)
    });
    for at in [feed, in_comment].into_iter().flatten() {
        findings.quote(Rule::ControlCharacter, bytes, at..at + 1);
    }
}

/// Reports the first byte that is not UTF-8.
fn check_utf8(bytes: &[u8], span: &Span, findings: &mut Findings) {
    if findings.wants(Rule::NotUtf8)
        && let Err(error) = std::str::from_utf8(&bytes[span.clone()])
    {
        let at = span.start + error.valid_up_to();
        findings.add(Rule::NotUtf8, at..at + 1, Evidence::Nothing);
    }
}

/// Reports the first carriage return without a line feed.
fn check_carriage_returns(bytes: &[u8], span: &Span, findings: &mut Findings) {
    if findings.wants(Rule::BareCarriageReturn) {
        let bytes = &bytes[span.clone()];
        let bare = memchr::memchr_iter(b'\r', bytes).find(|at| bytes.get(at + 1) != Some(&b'\n'));
        if let Some(at) = bare {
            findings.add(Rule::BareCarriageReturn, span.start + at..span.start + at + 1, Evidence::Nothing);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::replay::rules_found_by;

    use super::*;

    #[test]
    fn reports_the_first_line_beyond_its_limit() {
        let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(6);
        assert_eq!(rules_found_by(&format!("1. e4 e5 {long}*"), check_long_lines), [Rule::LongLine]);
        assert_eq!(rules_found_by(&format!("[Event \"{long}\"]\n\n1. e4 *"), check_long_lines), []);
    }

    #[test]
    fn reports_a_missing_blank_line_before_the_next_game() {
        let found = |text: &str| {
            rules_found_by(text, |game, findings| {
                let end = text.find("[Event").unwrap_or(text.len());
                check_gap_after(&PlayedGame { span: 0..end, ..*game }, findings);
            })
        };
        assert_eq!(found("1. e4 *\n[Event \"?\"]\n"), [Rule::MissingBlankLine]);
        assert_eq!(found("1. e4 *\n\n[Event \"?\"]\n"), []);
        assert_eq!(found("1. e4 *\n"), []);
    }

    fn rare_bytes(text: &[u8]) -> Vec<(Rule, usize)> {
        let mut findings = Findings::new(crate::game::rules::RuleSet::ALL);
        check_rare_bytes(text, &(0..text.len()), ReaderMode::default(), &mut findings);
        findings.finish().findings.iter().map(|finding| (finding.rule, finding.span.start)).collect()
    }

    #[test]
    fn reports_form_feeds_and_control_characters_in_comments() {
        let found = |text: &[u8]| rare_bytes(text).into_iter().map(|(_, at)| at).collect::<Vec<_>>();
        assert_eq!(found(b"1. e4 \x0ce5 \x0c2. Nf3 *"), [6]);
        assert_eq!(found(b"1. e4 {a\0\0} e5\0 *"), [8]);
        assert_eq!(found(b"1. e4 {a\t\x0b} ; \x1b[31m\n% \x7f\ne5 *"), [14]);
        assert_eq!(found(b"1. e4 {a\x0cb} {c\x7f} e5 *"), [8, 14]);
        assert_eq!(found(b"[White \"a\x0c\"]\n\x0c\n1. e4 \0 *"), [13]);
    }

    #[test]
    fn reports_bytes_that_are_not_utf8_and_bare_carriage_returns() {
        let found = |text: &[u8]| rare_bytes(text).into_iter().map(|(rule, _)| rule).collect::<Vec<_>>();
        assert_eq!(found(b"caf\xe9"), [Rule::NotUtf8]);
        assert_eq!(found(b"1. e4\re5\r\n"), [Rule::BareCarriageReturn]);
        assert_eq!(found(b"1. e4 *\r"), [Rule::BareCarriageReturn]);
        assert_eq!(found("café\r\n".as_bytes()), []);
    }
}
