//! Fixes of move numbers.

use crate::chess::piece::Color;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::record::steps::Step;
use crate::game::rules::Rule;
use crate::pgn::lex::{Lexer, Token, TokenKind};
use crate::pgn::place::Span;

use super::{Edit, GameWithFindings};

/// A move with its place in the text and its number.
#[derive(Debug)]
pub(super) struct Numbered {
    pub(super) offset: usize,
    pub(super) number: u32,
    turn: Color,
}

/// The right numbers of a game, wherever another is written.
pub(super) struct Renumbered {
    pub(super) edits: Vec<Edit>,
    /// Whether the number after each wrong one is right. Otherwise they may go on after moves that are lost.
    pub(super) are_apart: bool,
}

/// Writes the right numbers. One finding stands for all numbers that are wrong by as much, so the fix of the first is that
/// of all.
pub(super) fn renumbered(faulty: &GameWithFindings<'_>, finding: &Finding) -> Option<Renumbered> {
    let first = faulty.game.report.findings.iter().find(|other| other.rule == Rule::WrongMoveNumber);
    let is_first = first.is_some_and(|first| first.span == finding.span);
    // A bad NAG may touch what was meant to be its number.
    let is_doubtful = [Rule::WrongFirstNumber, Rule::BadNag].into_iter().any(|rule| faulty.found.contains(rule));
    if !is_first || !faulty.is_sound() || is_doubtful {
        return None;
    }
    let all_are_numbers =
        faulty.game.report.findings.iter().all(|finding| {
            finding.rule != Rule::WrongMoveNumber || matches!(finding.evidence, Evidence::Number { .. })
        });
    if !all_are_numbers {
        return None;
    }
    let (mut are_apart, mut follows_wrong) = (true, false);
    let mut edits = Vec::new();
    for number in written_numbers(faulty) {
        are_apart &= !(number.is_wrong() && follows_wrong);
        follows_wrong = number.is_wrong();
        // Without a dot, it may be a letter of the move (`8f5`), a page, or a time.
        if number.is_wrong() && (number.follows_number || number.dots == 0) {
            return None;
        }
        if number.is_wrong() || number.has_wrong_dots() {
            edits.push(number.edit());
        }
    }
    are_apart &= !follows_wrong;
    Some(Renumbered { edits, are_apart }).filter(|renumbered| !renumbered.edits.is_empty())
}

/// The dots that belong to the side to move, after all right numbers that have others.
pub(super) fn dotted(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    let wrong = |number: &WrittenNumber| !number.is_wrong() && number.has_wrong_dots();
    faulty
        .is_sound()
        .then(|| written_numbers(faulty).iter().filter(|number| wrong(number)).map(WrittenNumber::edit).collect())
}

/// A number before a move, as written, and the move.
struct WrittenNumber {
    span: Span,
    value: u32,
    dots: usize,
    /// Whether dots without a number follow.
    precedes_dots: bool,
    /// Whether another number precedes it, with nothing between.
    follows_number: bool,
    number: u32,
    turn: Color,
}

impl WrittenNumber {
    const fn is_wrong(&self) -> bool {
        self.value != self.number
    }

    fn has_wrong_dots(&self) -> bool {
        !self.precedes_dots && (self.dots > 1) != (self.turn == Color::Black) && self.dots > 0
    }

    fn edit(&self) -> Edit {
        let dots = match self.turn {
            _ if !self.has_wrong_dots() => ".".repeat(self.dots),
            Color::White => ".".to_owned(),
            Color::Black => "...".to_owned(),
        };
        Edit::new(self.span.clone(), format!("{}{dots}", self.number))
    }
}

/// The numbers before moves, in text order. Of several before one move, with dots between, the last counts, and its range
/// begins with the first.
fn written_numbers(faulty: &GameWithFindings<'_>) -> Vec<WrittenNumber> {
    let moves = faulty.moves();
    let mut numbers: Vec<WrittenNumber> = Vec::new();
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let (mut first, mut before) = (None, None);
    while let Some(Token { kind, start, end }) = lexer.next_token() {
        let (follows_number, follows_dots) =
            (matches!(before, Some(TokenKind::Number(_))), matches!(before, Some(TokenKind::Dots)));
        before = Some(kind);
        let TokenKind::Number(value) = kind else {
            if kind != TokenKind::Dots {
                first = None;
            }
            continue;
        };
        let next = moves.get(moves.partition_point(|mv| mv.offset < end));
        let Some(&Numbered { number, turn, .. }) = next.filter(|mv| mv.offset > start) else { continue };
        if faulty.is_in_split_move(start) {
            continue;
        }
        let from = if follows_dots { first.unwrap_or(start) } else { start };
        numbers.pop_if(|number| number.span.start >= from);
        first = Some(from);
        let dots = faulty.bytes[start..end].iter().rev().take_while(|byte| **byte == b'.').count();
        let precedes_dots = faulty.bytes[end..].trim_ascii_start().first() == Some(&b'.');
        numbers.push(WrittenNumber { span: from..end, value, dots, precedes_dots, follows_number, number, turn });
    }
    numbers
}

/// The numbers of export format: before each move of White, and before a move of Black after anything but a move.
pub(super) fn export_format(faulty: &GameWithFindings<'_>) -> Option<Vec<Edit>> {
    // A bad NAG may touch what was meant to be its number.
    let doubtful = [Rule::WrongFirstNumber, Rule::WrongMoveNumber, Rule::BadNag, Rule::SplitMove];
    if !faulty.is_sound() || doubtful.into_iter().any(|rule| faulty.found.contains(rule)) {
        return None;
    }
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let tokens: Vec<Token> =
        std::iter::from_fn(|| lexer.next_token()).take_while(|token| token.start < faulty.game.span.end).collect();
    let is_number = |token: &Token| matches!(token.kind, TokenKind::Number(_) | TokenKind::Dots);
    let mut edits = Vec::new();
    for &Numbered { offset, number, turn } in faulty.moves() {
        let at = tokens.binary_search_by_key(&offset, |token| token.start).ok()?;
        let count = tokens[..at].iter().rev().take_while(|token| is_number(token)).count();
        let (preceding, numbers) = tokens[..at].split_at(at - count);
        // Three dots in one character belong to a number, too.
        if preceding.last().is_some_and(|token| faulty.text(&token.span()).ends_with("…".as_bytes())) {
            return None;
        }
        let follows_move = preceding.last().is_some_and(|token| {
            matches!(token.kind, TokenKind::Symbol | TokenKind::Suffix | TokenKind::Nag(_) | TokenKind::Escape)
        });
        let number = match turn {
            Color::White => format!("{number}."),
            Color::Black if follows_move => String::new(),
            Color::Black => format!("{number}..."),
        };
        let (start, end) = match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) => (first.start, last.end),
            _ => (offset, offset),
        };
        let is_right = faulty.text(&(start..end)) == number.as_bytes();
        // Dots may touch the move before them.
        let is_glued = follows_move && !faulty.bytes[start - 1].is_ascii_whitespace();
        let space = if is_glued { " " } else { "" };
        let edit = match () {
            () if is_right && (start == end || end < offset) => continue,
            () if number.is_empty() => Edit::new(start..offset, space),
            () if end < offset => Edit::new(start..end, format!("{space}{number}")),
            () => Edit::new(start..end, format!("{space}{number} ")),
        };
        edits.push(edit);
    }
    Some(edits)
}

/// The moves of all lines, in text order.
pub(super) fn moves(faulty: &GameWithFindings<'_>) -> Vec<Numbered> {
    let mut moves = Vec::new();
    for_each_move(faulty, |offset, step| {
        moves.push(Numbered { offset, number: step.before.fullmove_number(), turn: step.before.turn() });
    });
    moves
}

/// Calls a function with the offset and the step of each move of all lines, in text order.
pub(super) fn for_each_move(faulty: &GameWithFindings<'_>, mut each: impl FnMut(usize, Step)) {
    let game = faulty.game;
    let main = game.records().iter().skip(1).map(|record| record.offset);
    let mut offsets: Vec<u32> = main.chain(game.kept.moves.iter().map(|mv| mv.offset)).collect();
    offsets.sort_unstable();
    let sheet = ScoreSheet::from_game(game, faulty.bytes);
    for (offset, step) in offsets.into_iter().zip(sheet.all_lines(game.start())) {
        each(game.span.start + offset as usize, step);
    }
}
