//! Fixes of results: their form, and the termination marker that the Result tag proves.

use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::movetext::results::read_result;
use crate::game::rules::Rule;
use crate::pgn::lex::Outcome;
use crate::pgn::split::TextEnding;
use crate::pgn::tags::parse_tag;
use crate::pgn::text::decode;

use super::{Edit, Faulty};

/// The termination marker in standard form.
pub(super) fn marker(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    if !faulty.is_sound() || faulty.found.contains(Rule::SeveralResults) {
        return None;
    }
    let Evidence::Instead { expected, .. } = &finding.evidence else { return None };
    Some(Edit::new(finding.span.clone(), expected.as_bytes()))
}

/// The Result tag in standard form.
pub(super) fn tag(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let outcome = read_result(&decode(faulty.text(&tag.value)))?;
    let agrees = faulty.game.outcome.is_none_or(|marker| marker == outcome);
    (tag.fault.is_none() && agrees && faulty.has_one_result()).then(|| Edit::new(tag.value, outcome.text()))
}

/// The result of the Result tag after the last move, if nothing but this tag says how the game ended.
pub(super) fn added_marker(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let outcome = faulty.game.tags.result()?;
    let game = faulty.game;
    // A file that was cut off ends anywhere.
    let is_whole = match game.ending {
        TextEnding::NextGame => true,
        TextEnding::EndOfText { .. } => faulty.bytes[..game.span.end].ends_with(b"\n"),
        TextEnding::Termination | TextEnding::Spliced => false,
    };
    let last_move = game.records().last().map(|last| game.span.start + last.offset as usize);
    let ends_with_move = game.plies() > 0 && last_move == Some(finding.span.start);
    let contradictions =
        [Rule::ResultContradictsBoard, Rule::ResultUnknownButEnded, Rule::DecisiveAfterDraw, Rule::MoveAfterDraw];
    let is_contradicted = contradictions.iter().any(|rule| faulty.found.contains(*rule))
        || !faulty.has_one_result()
        || game.tags.termination().is_some();
    if !is_whole || !ends_with_move || is_contradicted || !faulty.is_sound() {
        return None;
    }
    Some(Edit::insert(finding.span.end, format!(" {}", outcome.text())))
}

/// The value of a Result tag that is missing: that of the termination marker.
pub(super) fn of_marker(faulty: &Faulty<'_>) -> Option<Outcome> {
    let is_clear = !faulty.found.contains(Rule::SeveralResults) && !faulty.found.contains(Rule::ResultContradictsBoard);
    faulty
        .game
        .outcome
        .filter(|_| is_clear && faulty.has_one_result() && faulty.game.unknown_marker(faulty.bytes).is_none())
}
