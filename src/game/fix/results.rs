//! Fixes of results: their form, and the termination marker that the Result tag proves.

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::movetext::results::read_result;
use crate::game::rules::Rule;
use crate::laws::material;
use crate::pgn::lex::{CommentShape, Lexer, Outcome, TokenKind};
use crate::pgn::names::{KNOWN, RESULT};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;
use crate::pgn::tags::{opens_tag_named, parse_tag};
use crate::pgn::text::decode;

use super::{Edit, GameWithFindings};

/// The termination marker in standard form.
pub(super) fn marker(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    // A result at the end of a variation is no termination marker.
    let is_marker = faulty.game.marker.as_ref() == Some(&finding.span);
    if !is_marker || !faulty.is_sound() || faulty.found.contains(Rule::SeveralResults) {
        return None;
    }
    let Evidence::Instead { expected, .. } = &finding.evidence else { return None };
    Some(Edit::new(finding.span.clone(), expected.as_bytes()))
}

/// The Result tag in standard form. If it says nothing, that is the termination marker.
pub(super) fn tag(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let tag = parse_tag(faulty.bytes, finding.span.start);
    let value = decode(faulty.text(&tag.value));
    let value = value.trim();
    let is_silent = value.bytes().all(|byte| byte == b'?');
    let outcome = if is_silent { of_marker(faulty)? } else { read_result(value)? };
    let agrees = faulty.game.outcome.is_none_or(|marker| marker == outcome);
    (tag.fault.is_none() && agrees && faulty.has_one_result()).then(|| Edit::new(tag.value, outcome.text()))
}

/// The result of the Result tag after the last move, if nothing but this tag says how the game ended.
pub(super) fn added_marker(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Edit> {
    let outcome = faulty.game.tags.result()?;
    let game = faulty.game;
    // A file that was cut off ends anywhere.
    let is_whole = match game.ending {
        // Another tag may stand among the moves of this game.
        TextEnding::NextGame => opens_tag_named(faulty.bytes, game.span.end, b"Event"),
        TextEnding::EndOfText { .. } => faulty.bytes[..game.span.end].ends_with(b"\n"),
        TextEnding::Termination | TextEnding::Spliced => false,
    };
    let end = end_of_moves(faulty)?;
    // A comment that states the result must state that of the tag.
    let in_comment = decode(faulty.text(&finding.span));
    let is_in_comment = finding.rule == Rule::ResultOnlyInComment;
    if is_in_comment && !in_comment.split_whitespace().any(|word| word.trim_end_matches('.') == outcome.text()) {
        return None;
    }
    // With another PlyCount, moves may be missing.
    let contradictions = [
        Rule::ResultContradictsBoard,
        Rule::ResultUnknownButEnded,
        Rule::DecisiveAfterDraw,
        Rule::MoveAfterDraw,
        Rule::WrongPlyCount,
    ];
    let is_contradicted = contradictions.iter().any(|rule| faulty.found.contains(*rule))
        || !faulty.has_one_result()
        || game.tags.termination().is_some();
    if !is_whole || is_contradicted || !faulty.is_sound() {
        return None;
    }
    Some(Edit::insert(end, format!(" {}", outcome.text())))
}

/// The end of the last move, with the closed comments and NAGs after it; `None` if other text follows it.
fn end_of_moves(faulty: &GameWithFindings<'_>) -> Option<usize> {
    let game = faulty.game;
    let last_move = game.records().last().filter(|_| game.plies() > 0)?;
    let last_move = game.span.start + last_move.offset as usize;
    let mut lexer = Lexer::new(faulty.bytes, game.span.start);
    let tokens = std::iter::from_fn(|| lexer.next_token().filter(|token| token.start < game.span.end));
    let mut tokens = tokens.skip_while(|token| token.start < last_move);
    let mut end = tokens.next()?.end;
    for token in tokens {
        match token.kind {
            TokenKind::Comment(CommentShape::Closed) | TokenKind::Nag(Some(_)) | TokenKind::Suffix => end = token.end,
            _ => return None,
        }
    }
    Some(end)
}

/// The value of a Result tag that is missing: that of the termination marker.
pub(super) fn of_marker(faulty: &GameWithFindings<'_>) -> Option<Outcome> {
    let is_clear = !faulty.found.contains(Rule::SeveralResults) && !faulty.found.contains(Rule::ResultContradictsBoard);
    faulty
        .game
        .outcome
        .filter(|_| is_clear && faulty.has_one_result() && faulty.game.unknown_marker(faulty.bytes).is_none())
}

/// A stated result: where, and what.
struct Source {
    span: Span,
    outcome: Outcome,
}

/// The Result tag and the termination marker, as far as they are in standard form.
fn sources(faulty: &GameWithFindings<'_>) -> Vec<Source> {
    let tag = faulty.game.tags.value(KNOWN[RESULT]).filter(|_| faulty.has_one_result());
    let spans = [tag, faulty.game.marker.clone()].into_iter().flatten();
    spans.filter_map(|span| Outcome::from_text(faulty.text(&span)).map(|outcome| Source { span, outcome })).collect()
}

/// The result that the final position shows, if all moves are certain.
fn of_board(faulty: &GameWithFindings<'_>) -> Option<Outcome> {
    let game = faulty.game;
    let position = game.position();
    match () {
        () if !faulty.is_sound() || faulty.found.contains(Rule::SeveralResults) => None,
        () if position.is_checkmate() && position.turn() == Color::White => Some(Outcome::BlackWins),
        () if position.is_checkmate() => Some(Outcome::WhiteWins),
        () if game.board_ending.has_no_legal_move
            || game.board_ending.dead_since.is_some()
            || material::is_dead(position) =>
        {
            Some(Outcome::Draw)
        }
        () => None,
    }
}

/// The result of one source, where the other one and the board agree.
pub(super) fn decided(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    let board = of_board(faulty)?;
    let (right, wrong): (Vec<Source>, Vec<Source>) =
        sources(faulty).into_iter().partition(|source| source.outcome == board);
    match (&right[..], &wrong[..]) {
        ([_], [wrong]) => Some(vec![Edit::new(wrong.span.clone(), board.text())]),
        _ => None,
    }
}

/// The result of the board, where it is stated in forms that PGN does not have, such as `0-0`.
pub(super) fn of_board_only(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    let board = of_board(faulty)?;
    faulty.game.unknown_marker(faulty.bytes)?;
    let tag = faulty.game.tags.value(KNOWN[RESULT]);
    let spans: Vec<Span> = [tag, faulty.game.marker.clone()].into_iter().flatten().collect();
    let is_stated = spans.iter().any(|span| Outcome::from_text(faulty.text(span)).is_some());
    (!is_stated && faulty.has_one_result())
        .then(|| spans.into_iter().map(|span| Edit::new(span, board.text())).collect())
}

/// The results that may be right: that of the board, or else those of the two sources. `*` never replaces one.
pub(super) fn readings(faulty: &GameWithFindings<'_>) -> Vec<Vec<Edit>> {
    let sources = sources(faulty);
    let possible: Vec<Outcome> = match of_board(faulty) {
        Some(board) => vec![board],
        None => sources.iter().map(|source| source.outcome).filter(|outcome| *outcome != Outcome::Unknown).collect(),
    };
    let everywhere = |outcome: Outcome| {
        let others = sources.iter().filter(|source| source.outcome != outcome);
        others.map(|source| Edit::new(source.span.clone(), outcome.text())).collect()
    };
    possible.into_iter().map(everywhere).collect()
}
