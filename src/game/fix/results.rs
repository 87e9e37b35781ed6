//! Fixes of results: their form, and the termination marker that the Result tag proves.

use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::movetext::results::read_result;
use crate::game::rules::Rule;
use crate::pgn::lex::{Outcome, TokenKind};
use crate::pgn::split::TextEnding;
use crate::pgn::tags::parse_tag;
use crate::pgn::text::decode;

use super::{Edit, Faulty};

/// The termination marker in standard form.
pub(super) fn marker(finding: &Finding) -> Option<Edit> {
    let Evidence::Instead { expected, .. } = &finding.evidence else { return None };
    Some(Edit::new(finding.span.clone(), expected.as_bytes()))
}

/// The Result tag in standard form.
pub(super) fn tag(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let outcome = read_result(&decode(faulty.text(&tag.value)))?;
    let agrees = faulty.game.outcome.is_none_or(|marker| marker == outcome);
    (tag.fault.is_none() && agrees).then(|| Edit::new(tag.value, outcome.text()))
}

/// The result of the Result tag after the last move or comment.
pub(super) fn added_marker(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let outcome = faulty.game.tags.result()?;
    let game = faulty.game;
    // A file that was cut off ends anywhere.
    let is_whole = match game.ending {
        TextEnding::NextGame => true,
        TextEnding::EndOfText { .. } => faulty.bytes[..game.span.end].ends_with(b"\n"),
        TextEnding::Termination | TextEnding::Spliced => false,
    };
    let contradictions =
        [Rule::ResultContradictsBoard, Rule::ResultUnknownButEnded, Rule::DecisiveAfterDraw, Rule::MoveAfterDraw];
    let is_contradicted = contradictions.iter().any(|rule| faulty.found.contains(*rule));
    if !is_whole || is_contradicted || !faulty.is_sound() {
        return None;
    }
    let end = finding.span.end;
    let is_line_comment = line_comment_ends_at(faulty, end);
    let space = if is_line_comment { faulty.line_end() } else { " " };
    Some(Edit::insert(end, format!("{space}{}", outcome.text())))
}

/// Whether the token that ends here goes to the end of its line.
fn line_comment_ends_at(faulty: &Faulty<'_>, end: usize) -> bool {
    let mut lexer = crate::pgn::lex::Lexer::new(faulty.bytes, faulty.game.span.start);
    std::iter::from_fn(|| lexer.next_token())
        .any(|token| token.end == end && matches!(token.kind, TokenKind::LineComment | TokenKind::Escape))
}

/// The value of a Result tag that is missing: that of the termination marker.
pub(super) fn of_marker(faulty: &Faulty<'_>) -> Option<Outcome> {
    let is_clear = !faulty.found.contains(Rule::SeveralResults) && !faulty.found.contains(Rule::ResultContradictsBoard);
    faulty.game.outcome.filter(|_| is_clear && faulty.game.unknown_marker(faulty.bytes).is_none())
}
