//! The notes on a verdict: what is not known, and what else a user would ask about it.

use crate::chess::piece::Color;
use crate::laws::claim::{ClaimVerdict, Rejection};
use crate::laws::edition::{DrawMode, Edition, EditionNote, LawTopic, is_two_knights_alone};
use crate::laws::event::{self, RulingOptions};
use crate::laws::history::History;
use crate::laws::verdict::{Certificate, Decision, Reason, Verdict};

use super::inference;
use super::note::VerdictNote;
use super::ruling::Question;

pub(super) fn verdict_notes(
    question: &Question,
    terms: RulingOptions,
    verdict: &Verdict,
    judgment: Option<&ClaimVerdict>,
    history: &History,
) -> impl Iterator<Item = VerdictNote> {
    let is_wrong = judgment.is_some_and(ClaimVerdict::is_wrong);
    // On a server a claim that is not allowed cannot be made, so it costs nothing.
    let book = terms.edition.rules();
    let is_cost_known = book.wrong_claim_penalty(terms.class).is_some() || !book.has_intended_moves();
    let is_recorded = question.event.is_none() && verdict.decision == Decision::Undetermined;
    let open = match verdict.reason {
        Reason::Flag if is_recorded && verdict.by.is_none() => Some(VerdictNote::FlagWithoutLoser),
        Reason::Agreement if verdict.decision == Decision::Undetermined => {
            event::agreed_too_early(history).map(VerdictNote::Event)
        }
        Reason::Flag | Reason::IllegalMoves | Reason::DefaultTime if is_recorded => inference::recorded_event(verdict)
            .and_then(|event| event::objection(history, event, terms))
            .map(VerdictNote::Event),
        _ => None,
    };
    let claimant = verdict.by.filter(|_| is_wrong && terms.edition == Edition::Fide2001);
    let lost_time = claimant.map(|by| VerdictNote::ClaimantLosesTime(by, terms.edition));
    let fivefold = judgment.and_then(|judgment| possibly_fivefold(judgment, terms.edition));
    let is_disputed =
        verdict.edition.article(LawTopic::CannotBeMated).is_some_and(|rule| verdict.article == Some(rule));
    let is_about_mate = matches!(
        (verdict.decision, verdict.reason),
        (Decision::Win(_), Reason::Flag | Reason::IllegalMoves) | (Decision::Draw, Reason::Stated)
    );
    let two_knights = is_about_mate && Color::BOTH.into_iter().any(|side| is_two_knights_alone(history.last(), side));
    (is_wrong && !is_cost_known)
        .then_some(VerdictNote::ClaimCostUnknown)
        .into_iter()
        .chain(lost_time)
        .chain(mate_beyond_limit(verdict, history))
        .chain(lacks_text(verdict, judgment).then_some(VerdictNote::Edition(EditionNote::WithoutArticle)))
        .chain(is_disputed.then_some(VerdictNote::Disputed14D4))
        .chain(two_knights.then_some(VerdictNote::TwoKnights(terms.edition)))
        .chain(open)
        .chain(fivefold)
}

/// A note if the line that shows that mate is possible passes the limit of moves that ends games.
fn mate_beyond_limit(verdict: &Verdict, history: &History) -> Option<VerdictNote> {
    let Certificate::Helpmate(line) = &verdict.certificate else { return None };
    let book = verdict.edition.rules();
    let limits = [(book.fifty, 100), (book.seventy_five, 150)];
    let (_, limit) = limits.into_iter().find(|(mode, _)| *mode == DrawMode::Automatic)?;
    let mut position = history.last().clone();
    // Checkmate precedes the limit (9.6.2).
    let before_mate = line.split_last()?.1;
    let is_beyond = before_mate.iter().any(|&mv| {
        position.advance(mv);
        position.halfmove_clock() >= limit
    });
    is_beyond.then_some(VerdictNote::MateBeyondLimit(limit, verdict.edition))
}

/// Whether the article is missing because the text of the edition is not at hand.
fn lacks_text(verdict: &Verdict, judgment: Option<&ClaimVerdict>) -> bool {
    let is_missing = verdict.article.is_none() && judgment.is_none_or(|judgment| judgment.article.is_none());
    verdict.edition == Edition::Fide2001 && is_missing && verdict.reason.topic().is_some()
}

/// A note if the position may have occurred five times, starting before the record: then the game was drawn.
fn possibly_fivefold(judgment: &ClaimVerdict, edition: Edition) -> Option<VerdictNote> {
    let Some(Rejection::NeedsHistory { most, .. }) = judgment.rejection else { return None };
    let is_drawn = matches!(edition.rules().fivefold, DrawMode::Automatic) && most.is_none_or(|most| most >= 5);
    is_drawn.then_some(VerdictNote::PossiblyFivefold(edition))
}
