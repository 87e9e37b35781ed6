//! Fixes of move numbers.

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, Token, TokenKind};

use super::{Edit, Faulty};

/// A move with its place in the text and its number.
struct Numbered {
    offset: usize,
    number: u32,
}

/// The right numbers, wherever another is written. One finding stands for all numbers that are wrong by as much, so the
/// fix of the first is that of all.
pub(super) fn renumbered(faulty: &Faulty<'_>, finding: &Finding) -> Option<Vec<Edit>> {
    let first = faulty.game.report.findings.iter().find(|other| other.rule == Rule::WrongMoveNumber);
    let is_first = first.is_some_and(|first| first.span == finding.span);
    if !is_first || !faulty.is_sound() || faulty.found.contains(Rule::WrongFirstNumber) {
        return None;
    }
    let all_are_numbers =
        faulty.game.report.findings.iter().all(|finding| {
            finding.rule != Rule::WrongMoveNumber || matches!(finding.evidence, Evidence::Number { .. })
        });
    if !all_are_numbers {
        return None;
    }
    let moves = moves(faulty);
    let mut edits = Vec::new();
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    while let Some(Token { kind, start, end }) = lexer.next_token() {
        let TokenKind::Number(value) = kind else { continue };
        let next = moves.get(moves.partition_point(|mv| mv.offset < end));
        let Some(Numbered { number, .. }) = next.filter(|mv| value != mv.number && mv.offset > start) else { continue };
        if faulty.is_in_split_move(start) {
            continue;
        }
        let digits = faulty.bytes[start..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
        edits.push(Edit::new(start..start + digits, number.to_string()));
    }
    Some(edits).filter(|edits| !edits.is_empty())
}

/// The dots that belong to the side to move.
pub(super) fn dotted(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let Evidence::Number { found, expected, turn } = finding.evidence else { return None };
    let dots_follow = faulty.bytes[finding.span.end..].trim_ascii_start().first() == Some(&b'.');
    if found != expected || dots_follow || !faulty.is_sound() {
        return None;
    }
    let dots = if turn == Color::White { "." } else { "..." };
    Some(Edit::new(finding.span.clone(), format!("{expected}{dots}")))
}

/// The moves of all lines, in text order.
fn moves(faulty: &Faulty<'_>) -> Vec<Numbered> {
    let game = faulty.game;
    let main = game.records().iter().skip(1).map(|record| record.offset);
    let mut offsets: Vec<u32> = main.chain(game.kept.moves.iter().map(|mv| mv.offset)).collect();
    offsets.sort_unstable();
    let sheet = ScoreSheet::from_game(game, faulty.bytes);
    let steps = sheet.all_lines(game.start());
    let numbered = offsets.into_iter().zip(steps).map(|(offset, step)| Numbered {
        offset: game.span.start + offset as usize,
        number: step.before.fullmove_number(),
    });
    numbered.collect()
}
