//! The checks of the result: missing, or against the Result tag and the board.

use std::iter;

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::finding::list::Findings;
use crate::game::replay::lines::{Line, State};
use crate::game::replay::played_game::PlayedGame;
use crate::game::rules::{Rule, Severity};
use crate::game::values::termination::Termination;
use crate::laws::{edition, material};
use crate::pgn::lex::{Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::split::TextEnding;

use super::BoardEnding;

const FIVEFOLD: &str = "fivefold repetition";
const SEVENTY_FIVE: &str = "75 moves without pawn move or capture";

/// An event that ended a game before its last move.
struct End {
    by: &'static str,
    /// The number of plies played before it.
    ply: u32,
    /// Whether the rule holds only since July 2014.
    recent_rule: bool,
}

/// Reports a missing termination marker, or its cause where that is known.
pub(super) fn check_missing_result(game: &PlayedGame<'_>, findings: &mut Findings) {
    if game.ending == TextEnding::Spliced {
        let last = game.last_span();
        let text = game.text(last.clone());
        return findings.add(Rule::SplicedGame, last, Evidence::Quote(text));
    }
    let explained = [Rule::TruncatedGame, Rule::SplicedGame];
    if game.comments.is_open() || game.stated.is_any() || explained.iter().any(|rule| findings.has(*rule)) {
        return;
    }
    if let Some(span) = result_in_comment(game) {
        return findings.add(Rule::ResultOnlyInComment, span, Evidence::Nothing);
    }
    let cut_in_number = matches!(game.last_token, Some(Token { kind: TokenKind::Number(_), .. }));
    if !game.line.has_moves() && game.line.ply == 0 && game.line.state == State::Open && !cut_in_number {
        let first = game.tags.first.clone().unwrap_or(game.span.start..game.span.start + 1);
        return findings.add(Rule::EmptyGame, first, Evidence::Nothing);
    }
    let evidence = match game.tags.result() {
        Some(outcome) => Evidence::Quote(outcome.text().to_owned()),
        None => Evidence::Nothing,
    };
    findings.add(Rule::MissingResult, game.last_span(), evidence);
}

/// Compares the Result tag with the termination marker.
pub(super) fn check_result_tag(game: &PlayedGame<'_>, findings: &mut Findings) {
    let (Some(tag), Some((marker, span))) = (game.tags.result(), game.stated.marker()) else { return };
    if tag != *marker {
        let evidence = Evidence::Instead { found: game.written(*marker), expected: tag.text().to_owned() };
        findings.add(Rule::ResultMismatch, span.clone(), evidence);
    }
}

/// Compares the result with the board (Laws 5.1.1, 5.2.1, 5.2.2, 9.6).
pub(super) fn check_board(game: &PlayedGame<'_>, end: &BoardEnding, findings: &mut Findings) {
    let Line { position, in_check, .. } = game.line;
    let shows = match (end.has_no_legal_move, in_check) {
        (true, true) => Some((winner(position.turn().other()), "checkmate", "5.1.1")),
        (true, false) => Some((Outcome::Draw, "stalemate", "5.2.1")),
        (false, _) if material::is_dead(position) || end.dead_since.is_some() => {
            Some((Outcome::Draw, "a dead position", "5.2.2"))
        }
        _ => None,
    };
    check_after_end(game, end, findings);
    let Some((stated, span)) = game.result() else { return };
    match shows {
        Some((right, shows, article)) if stated != right => {
            let is_unknown = stated == Outcome::Unknown;
            let rule = if is_unknown { Rule::ResultUnknownButEnded } else { Rule::ResultContradictsBoard };
            let evidence = Evidence::Board { result: game.written(stated), shows, right: right.text() };
            findings.add_with_article(rule, span, Some(article), evidence);
        }
        Some(_) => {}
        None if stated == Outcome::Unknown => check_automatic_draw(game, end, span, findings),
        None => check_flag(game, span, findings),
    }
}

/// Reports that the last move ended the game by an automatic draw, but the result is unknown.
fn check_automatic_draw(game: &PlayedGame<'_>, end: &BoardEnding, span: Span, findings: &mut Findings) {
    let draws = [(end.draws.fivefold, FIVEFOLD, "9.6.1"), (end.draws.seventy_five, SEVENTY_FIVE, "9.6.2")];
    let at_end = draws.into_iter().find(|(ply, ..)| *ply == Some(game.line.ply));
    let Some((_, shows, article)) = at_end.filter(|_| edition::has_automatic_draws(game.days())) else { return };
    let evidence = Evidence::Board { result: game.written(Outcome::Unknown), shows, right: Outcome::Draw.text() };
    findings.add_with_article(Rule::ResultUnknownButEnded, span, Some(article), evidence);
}

/// Checks a win on time by a side without mating material (Laws 6.9).
fn check_flag(game: &PlayedGame<'_>, span: Span, findings: &mut Findings) {
    let Some(winner) = winner_on_time(game) else { return };
    if !material::has_mating_material(&game.line.position, winner) {
        let evidence = Evidence::Instead { found: winner.to_string(), expected: Outcome::Draw.text().to_owned() };
        findings.add(Rule::FlagWithoutMaterial, span, evidence);
    }
}

/// Reports moves and decisive results after an automatic draw or a dead position.
fn check_after_end(game: &PlayedGame<'_>, end: &BoardEnding, findings: &mut Findings) {
    let (draws, plies) = (&end.draws, game.line.ply);
    let is_mate = end.has_no_legal_move && game.line.in_check;
    let automatic = [
        draws.fivefold.map(|ply| End { by: FIVEFOLD, ply, recent_rule: true }),
        draws.seventy_five.map(|ply| End { by: SEVENTY_FIVE, ply, recent_rule: true }),
    ];
    let dead = end.dead_since.map(|ply| End { by: "a dead position", ply, recent_rule: false });
    let first = automatic.into_iter().flatten().min_by_key(|end| end.ply);
    if first.is_none() && dead.is_none() {
        return;
    }
    let holds = edition::has_automatic_draws(game.days());
    for end in [first.as_ref(), dead.as_ref()].into_iter().flatten() {
        if end.ply < plies {
            let severity = if holds || !end.recent_rule { Rule::MoveAfterDraw.severity() } else { Severity::Info };
            let span = game.san_at(end.ply);
            report_ended(game, (Rule::MoveAfterDraw, severity), span, end, findings);
        }
    }
    let Some(end) = first.filter(|end| !(is_mate && end.ply == plies)) else { return };
    let Some((Outcome::WhiteWins | Outcome::BlackWins, span)) = game.result() else { return };
    let severity = if holds { Rule::DecisiveAfterDraw.severity() } else { Severity::Info };
    report_ended(game, (Rule::DecisiveAfterDraw, severity), span, &end, findings);
}

fn report_ended(
    game: &PlayedGame<'_>,
    (rule, severity): (Rule, Severity),
    span: Span,
    end: &End,
    findings: &mut Findings,
) {
    let moment = game.moment_at(end.ply.saturating_sub(1));
    let in_force = severity == rule.severity();
    let evidence = Evidence::Ended {
        by: end.by,
        number: if end.ply == 0 { 0 } else { moment.number },
        by_color: moment.turn,
        in_force,
    };
    let article = match end.by {
        "a dead position" => "5.2.2",
        "fivefold repetition" => "9.6.1",
        _ => "9.6.2",
    };
    let moment = (rule == Rule::MoveAfterDraw).then(|| game.moment_at(end.ply));
    findings.push(Finding { rule, severity, span, moment, evidence, article: Some(article), fen: None });
}

/// The side that won on time, by result and Termination tag.
pub(super) fn winner_on_time(game: &PlayedGame<'_>) -> Option<Color> {
    let (stated, _) = game.result().filter(|_| game.tags.termination == Some(Termination::Time))?;
    match stated {
        Outcome::WhiteWins => Some(Color::White),
        Outcome::BlackWins => Some(Color::Black),
        Outcome::Draw | Outcome::Unknown => None,
    }
}

fn winner(color: Color) -> Outcome {
    match color {
        Color::White => Outcome::WhiteWins,
        Color::Black => Outcome::BlackWins,
    }
}

/// The range of the last comment after the moves that begins or ends with a result.
fn result_in_comment(game: &PlayedGame<'_>) -> Option<Span> {
    let mut lexer = Lexer::new(game.bytes, game.span.start);
    let tokens = iter::from_fn(|| lexer.next_token().filter(|token| token.start < game.span.end));
    let texts = tokens.filter_map(|token| match token.kind {
        TokenKind::Comment(_) => Some(token.start + 1..token.end.max(token.start + 2) - 1),
        TokenKind::LineComment => Some(token.start + 1..token.end),
        _ => None,
    });
    let after_moves = texts.filter(|text| text.start >= game.line.last_san.end);
    after_moves.filter(|text| starts_or_ends_with_result(&game.bytes[text.clone()])).last()
}

/// Whether a comment begins or ends with a result, which a full stop may follow.
fn starts_or_ends_with_result(comment: &[u8]) -> bool {
    let is_result = |word: &[u8]| Outcome::from_text(word.strip_suffix(b".").unwrap_or(word)).is_some();
    let mut words = comment.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.next().is_some_and(is_result) || words.next_back().is_some_and(is_result)
}

#[cfg(test)]
mod tests {
    use crate::game::replay::rules_found_by;

    use super::*;

    #[test]
    fn reports_why_the_result_is_missing() {
        let found = |text| rules_found_by(text, check_missing_result);
        assert_eq!(found("1. e4 e5"), [Rule::MissingResult]);
        assert_eq!(found("1. e4 e5 { 1-0 }"), [Rule::ResultOnlyInComment]);
        assert_eq!(found("[Event \"?\"]\n"), [Rule::EmptyGame]);
        assert_eq!(found("1. e4 e5 1/2"), [], "in a nonstandard form");
        assert_eq!(found("1. e4 e5 *"), []);
    }

    #[test]
    fn compares_the_result_tag_with_the_marker() {
        let found = |text| rules_found_by(text, check_result_tag);
        assert_eq!(found("[Result \"1-0\"]\n\n1. e4 0-1"), [Rule::ResultMismatch]);
        assert_eq!(found("[Result \"1-0\"]\n\n1. e4 1-0"), []);
        assert_eq!(found("1. e4 1-0"), []);
    }

    #[test]
    fn compares_the_result_with_the_board() {
        let found = |text: &str| {
            rules_found_by(text, |game, findings| {
                let has_no_legal_move = !game.line.position.has_legal_move();
                let end = BoardEnding { has_no_legal_move, ..BoardEnding::default() };
                check_board(game, &end, findings);
            })
        };
        assert_eq!(found("1. f3 e5 2. g4 Qh4# 1-0"), [Rule::ResultContradictsBoard]);
        assert_eq!(found("1. f3 e5 2. g4 Qh4# *"), [Rule::ResultUnknownButEnded]);
        assert_eq!(found("1. f3 e5 2. g4 Qh4# 0-1"), []);
        let bare = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n[Termination \"Time forfeit\"]\n\n1. Rh2";
        assert_eq!(found(&format!("{bare} 0-1")), [Rule::FlagWithoutMaterial], "Black has only the king");
        assert_eq!(found(&format!("{bare} 1-0")), []);
    }

    #[test]
    fn a_draw_at_the_last_move_ends_a_game_without_result() {
        let found = |draws, text: &str| {
            rules_found_by(text, |game, findings| {
                check_board(game, &BoardEnding { draws, ..BoardEnding::default() }, findings);
            })
        };
        let fivefold = crate::game::replay::FirstDraws { fivefold: Some(2), ..Default::default() };
        let seventy_five = crate::game::replay::FirstDraws { seventy_five: Some(2), ..Default::default() };
        for draws in [fivefold, seventy_five] {
            assert_eq!(found(draws, "1. e4 e5 *"), [Rule::ResultUnknownButEnded]);
            assert_eq!(found(draws, "[Date \"2013.01.01\"]\n\n1. e4 e5 *"), [], "before these draws");
            assert_eq!(found(draws, "1. e4 e5 1/2-1/2"), []);
            assert_eq!(found(draws, "1. e4 e5 2. d4 *"), [Rule::MoveAfterDraw]);
        }
    }

    #[test]
    fn reports_what_comes_after_an_automatic_draw() {
        let draws = crate::game::replay::FirstDraws { seventy_five: Some(1), ..Default::default() };
        let found = |text: &str| {
            rules_found_by(text, |game, findings| {
                check_after_end(game, &BoardEnding { draws, ..BoardEnding::default() }, findings);
            })
        };
        assert_eq!(found("1. e4 e5 1-0"), [Rule::MoveAfterDraw, Rule::DecisiveAfterDraw]);
        assert_eq!(found("1. e4 1-0"), [Rule::DecisiveAfterDraw]);
        assert_eq!(found("1. e4 1/2-1/2"), []);
    }
}
