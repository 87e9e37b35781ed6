//! Fixes of moves after the end of a game: they become comments.

use crate::chess::san::{self, MoveSpec, Target};
use crate::chess::square::Square;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::game::replay::records_result;
use crate::game::rules::{Rule, Severity};
use crate::pgn::lex::{CommentShape, Lexer, Outcome, Token, TokenKind};
use crate::pgn::place::Span;

use super::{Edit, Faulty};

/// The moves from this finding on as comments, if no player can have made them.
pub(super) fn in_comment(faulty: &Faulty<'_>, finding: &Finding) -> Option<Vec<Edit>> {
    let is_over = match (finding.rule, &finding.evidence) {
        (Rule::MoveAfterEnd, _) => true,
        (Rule::MoveAfterDraw, Evidence::Ended { by, number, .. }) => {
            *by == "a dead position" && *number > 0 && faulty.game.stated() == Some(Outcome::Draw)
        }
        (Rule::KingArtifact, _) => finding.severity == Severity::Warning,
        (Rule::KingsToCenter, _) => {
            !faulty.found.contains(Rule::ResultMismatch) && state_result(faulty, finding.span.start)
        }
        _ => false,
    };
    if is_over { moved(faulty, finding.span.start) } else { None }
}

/// The moves from this finding on: as they are, or as comments.
pub(super) fn readings(faulty: &Faulty<'_>, finding: &Finding) -> Option<Vec<Vec<Edit>>> {
    let is_after_end = match &finding.evidence {
        Evidence::Ended { number, .. } => *number > 0,
        _ => true,
    };
    let edits = moved(faulty, finding.span.start).filter(|_| is_after_end)?;
    Some(if finding.rule == Rule::KingsToCenter { vec![edits] } else { vec![Vec::new(), edits] })
}

/// Whether the rest of the game is kings on the squares that state its result on an electronic board.
fn state_result(faulty: &Faulty<'_>, start: usize) -> bool {
    let Some(stated) = faulty.game.stated() else { return false };
    let mut rest = Lexer::new(faulty.bytes, faulty.game.span.start);
    let moves = std::iter::from_fn(|| rest.next_token())
        .filter(|token| token.kind == TokenKind::Symbol && token.start >= start && token.start < movetext_end(faulty));
    let squares: Option<Vec<Square>> = moves
        .map(|token| match san::parse(faulty.text(&token.span())).ok()?.spec {
            MoveSpec::Move { to: Target::Square(to), .. } => Some(to),
            _ => None,
        })
        .collect();
    // For a draw, the kings stand on squares of both colors.
    squares.is_some_and(|squares| {
        let has = |is_light: bool| squares.iter().any(|square| square.is_light() == is_light);
        squares.iter().all(|square| records_result(*square, stated))
            && (stated != Outcome::Draw || has(true) && has(false))
    })
}

/// Where the termination marker begins, or else the end of the game.
fn movetext_end(faulty: &Faulty<'_>) -> usize {
    faulty.game.marker.as_ref().map_or(faulty.game.span.end, |marker| marker.start)
}

/// The main line from the move at this offset on as comments. Comments among the moves stay as they are.
fn moved(faulty: &Faulty<'_>, at: usize) -> Option<Vec<Edit>> {
    if !faulty.is_sound_before(at) {
        return None;
    }
    let end = movetext_end(faulty);
    let mut lexer = Lexer::new(faulty.bytes, faulty.game.span.start);
    let mut tokens = std::iter::from_fn(|| lexer.next_token()).take_while(|token| token.start < end);
    let mut run = Some(first_token(&mut tokens, at)?);
    let mut runs: Vec<Span> = Vec::new();
    for token in tokens {
        match token.kind {
            TokenKind::Tag | TokenKind::Comment(CommentShape::Unclosed) => return None,
            TokenKind::Comment(_) | TokenKind::LineComment | TokenKind::Escape => runs.extend(run.take()),
            _ if faulty.text(&token.span()).iter().any(|byte| matches!(byte, b'{' | b'}')) => return None,
            _ => run = Some(run.map_or(token.start, |run| run.start)..token.end),
        }
    }
    runs.extend(run);
    Some(runs.into_iter().flat_map(|run| [Edit::insert(run.start, "{"), Edit::insert(run.end, "}")]).collect())
}

/// The range of the move at this offset in the main line, with the number before it.
fn first_token(tokens: &mut impl Iterator<Item = Token>, at: usize) -> Option<Span> {
    let mut depth = 0_usize;
    let mut number = None;
    for token in tokens {
        match token.kind {
            _ if token.start == at => return (depth == 0).then(|| number.unwrap_or(at)..token.end),
            _ if token.start > at => return None,
            TokenKind::Number(_) | TokenKind::Dots => number = number.or(Some(token.start)),
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !matches!(token.kind, TokenKind::Number(_) | TokenKind::Dots) {
            number = None;
        }
    }
    None
}
