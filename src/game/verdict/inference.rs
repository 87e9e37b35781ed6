//! The inference of how a game ended that the board did not end, from its result and Termination tag.

use crate::chess::piece::Color;
use crate::game::values::termination::Termination;
use crate::laws::claim::{ClaimBasis, open_at};
use crate::laws::edition::LawTopic;
use crate::laws::ending::{quiet, repetition};
use crate::laws::event::{Event, RulingOptions, decide_open, lose_by_illegal_moves, objection};
use crate::laws::verdict::{Certainty, Certificate, Decision, Reason, Verdict};
use crate::pgn::lex::Outcome;

use super::ruling::Record;

/// The verdict on a game that the board has not ended.
pub(super) fn infer(record: &Record, terms: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, record.history.plies());
    match record.stated {
        None | Some(Outcome::Unknown) => verdict(Decision::Ongoing, Reason::Ongoing),
        Some(Outcome::Draw) => draw(record, terms),
        Some(Outcome::WhiteWins) => win(record, Color::White, terms),
        Some(Outcome::BlackWins) => win(record, Color::Black, terms),
    }
}

/// A win: by resignation, unless the record states another reason.
fn win(record: &Record, winner: Color, terms: RulingOptions) -> Verdict {
    let loser = winner.other();
    let verdict = |reason| Verdict::new(Decision::Win(winner), reason, terms.edition, record.history.plies()).by(loser);
    if record.history.plies() == 0 && record.termination.is_none_or(|reason| reason == Termination::Normal) {
        return verdict(Reason::DefaultTime).with_certainty(Certainty::Assumed);
    }
    match record.termination {
        Some(Termination::Time) => by_event(record, Event::Flag(loser), Certainty::Inferred, terms),
        Some(Termination::Resignation) => by_event(record, Event::Resign(loser), Certainty::Inferred, terms),
        Some(Termination::IllegalMove) => {
            let sparing = RulingOptions { line: None, ..terms };
            inferred(lose_by_illegal_moves(&record.history, loser, sparing), Certainty::Inferred)
        }
        None | Some(Termination::Normal | Termination::Unknown) => {
            by_event(record, Event::Resign(loser), Certainty::Assumed, terms)
        }
        Some(_) => verdict(Reason::Stated).with_certainty(Certainty::Inferred),
    }
}

/// A draw: claimed or agreed, unless the record states another reason.
fn draw(record: &Record, terms: RulingOptions) -> Verdict {
    let (history, ply) = (&record.history, record.history.plies());
    let verdict = |reason| Verdict::new(Decision::Draw, reason, terms.edition, ply);
    match record.termination {
        Some(Termination::Time | Termination::TimeInsufficient) => {
            // The flag may have fallen while the last move was completed.
            let loser = history.last().turn();
            let verdicts =
                [loser, loser.other()].map(|loser| by_event(record, Event::Flag(loser), Certainty::Inferred, terms));
            let of = |decision| verdicts.iter().find(|verdict| verdict.decision == decision).cloned();
            return of(Decision::Draw)
                .or_else(|| of(Decision::Undetermined))
                .unwrap_or_else(|| Verdict::new(Decision::Undetermined, Reason::Flag, terms.edition, ply));
        }
        Some(Termination::Agreement) => return verdict(Reason::Agreement).with_certainty(Certainty::Inferred),
        Some(
            Termination::Adjudication
            | Termination::Abandoned
            | Termination::Rules
            | Termination::Death
            | Termination::Other,
        ) => {
            return verdict(Reason::Stated).with_certainty(Certainty::Inferred);
        }
        _ => {}
    }
    if ply == 0 {
        return verdict(Reason::Stated).with_certainty(Certainty::Assumed);
    }
    if objection(history, Event::Agree, terms).is_some() {
        let early = Verdict::new(Decision::Undetermined, Reason::Agreement, terms.edition, ply);
        return early.citing(LawTopic::AgreementTerms);
    }
    if history.earlier(ply).len() >= 2 {
        let claimed = verdict(Reason::Threefold).with_certificate(repetition(history, ply));
        return claimed.by(history.last().turn()).with_certainty(Certainty::Inferred);
    }
    if history.last().halfmove_clock() >= 100 {
        let claimed = verdict(Reason::Fifty).with_certificate(quiet(history, ply));
        return claimed.by(history.last().turn()).with_certainty(Certainty::Inferred);
    }
    let reason = if open_at(history, ply).iter().any(|open| open.basis == ClaimBasis::Intended) {
        Reason::ClaimOrAgreement
    } else {
        Reason::Agreement
    };
    verdict(reason).with_certainty(Certainty::Assumed)
}

/// The verdict after an event that the record states. The position decides only whether the winner can checkmate.
fn by_event(record: &Record, event: Event, certainty: Certainty, terms: RulingOptions) -> Verdict {
    let sparing = RulingOptions { line: None, ..terms };
    inferred(decide_open(&record.history, Some(event), sparing), certainty)
}

/// Sets the certainty of a win to that of its event; a decision with a proof keeps its own.
fn inferred(verdict: Verdict, certainty: Certainty) -> Verdict {
    let is_by_event = matches!(verdict.decision, Decision::Win(_)) && verdict.certificate == Certificate::None;
    if is_by_event { verdict.with_certainty(certainty) } else { verdict }
}
