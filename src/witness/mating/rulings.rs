//! The second opinion on rulings that depend on whether a side can still checkmate.

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::verdict::mating::{Mating, MatingAnswer};
use crate::game::verdict::ruling::Ruling;
use crate::laws::edition::{DeadRule, WinRule};
use crate::laws::verdict::{Certificate, Decision, Reason};

use super::winnability::{AdoubeView, SecondOpinion, second_view};

/// The second opinion on an answer; empty if the answer is undetermined.
pub fn second_views_of_mating(mating: &Mating) -> Vec<SecondOpinion> {
    let view = match &mating.answer {
        MatingAnswer::Yes(helpmate) => AdoubeView::Line(helpmate.line.clone()),
        MatingAnswer::No(proof) => AdoubeView::Proof(proof.clone()),
        MatingAnswer::Undetermined => return Vec::new(),
    };
    mating.position.iter().map(|position| second_view(position, mating.side, &view)).collect()
}

/// The second opinion on a ruling: on its certificate, and on whether the final position is dead.
pub fn second_views_of_ruling(ruling: &Ruling) -> Vec<SecondOpinion> {
    views(ruling).iter().map(|(position, side, view)| second_view(position, *side, view)).collect()
}

fn views(ruling: &Ruling) -> Vec<(Position, Color, AdoubeView)> {
    let (verdict, history) = (&ruling.verdict, &ruling.history);
    if verdict.reason == Reason::DeadPosition {
        let Certificate::Unwinnable(proof) = &verdict.certificate else { return Vec::new() };
        let dead = history.position_at(verdict.ply);
        return Color::BOTH.map(|side| (dead.clone(), side, AdoubeView::Proof(proof.clone()))).to_vec();
    }
    let last = history.last();
    let winner = verdict.by.map(Color::other);
    let view = match (&verdict.certificate, verdict.decision) {
        (Certificate::Helpmate(line), _) => Some(AdoubeView::Line(line.clone())),
        (Certificate::Unwinnable(proof), _) => Some(AdoubeView::Proof(proof.clone())),
        (_, Decision::Win(_)) if win_rule(ruling) == Some(WinRule::UnlessUnable) => Some(AdoubeView::Able),
        _ => None,
    };
    let mut views = Vec::new();
    let shows_life = matches!(view, Some(AdoubeView::Line(_) | AdoubeView::Able));
    if let (Some(winner), Some(view)) = (winner, view) {
        views.push((last.clone(), winner, view));
    }
    let asks_for_dead = verdict.edition.rules().dead == DeadRule::AnyCause
        && verdict.ply == history.plies()
        && !verdict.also.contains(&Reason::DeadPosition)
        && last.has_legal_move()
        && !matches!(verdict.reason, Reason::NoPosition | Reason::OtherVariant | Reason::NothingRead);
    if asks_for_dead && !shows_life {
        views.push((last.clone(), last.turn().other(), AdoubeView::NotDead));
    }
    views
}

/// The rule by which the player wins, if the verdict depends on one.
fn win_rule(ruling: &Ruling) -> Option<WinRule> {
    let book = ruling.verdict.edition.rules();
    match ruling.verdict.reason {
        Reason::Flag => Some(book.flag),
        Reason::Resignation => Some(book.resignation),
        Reason::IllegalMoves => Some(book.illegal),
        _ => None,
    }
}
