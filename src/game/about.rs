//! What there is to say about a question and its answer, beside the verdict; and questions about positions that cannot be
//! played from.

use crate::chess::fen;
use crate::chess::illegal::Illegal;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::setup::Setup;
use crate::laws::claim::{How, Intended, Judgement, Open};
use crate::laws::edition::{Citation, TimeClass, Topic};
use crate::laws::event::{
    self, Event, Offence, Period, Reply, Terms, counts_gestures, guideline_applies, limited, moves_by_both,
};
use crate::laws::history::History;
use crate::laws::illegal_position::{self, Fault};
use crate::laws::perpetual::perpetual_check;
use crate::laws::verdict::{Certificate, Decision, Reason, Verdict};
use crate::pgn::tags::unescape;

use super::clocks::Control;
use super::remark::Remark;
use super::replay::Game;
use super::ruling::{Question, Ruling, rule_on_position};

/// The time control of a game, where its tag `TimeControl` names one period for the whole game.
pub(super) fn time_control(game: &Game, bytes: &[u8]) -> Option<Control> {
    let value = game.tags.value("TimeControl")?;
    Control::read(&bytes[value]).filter(|control| control.base > 0)
}

/// The time class of a game with this time control.
pub(super) fn class_of(control: Control) -> TimeClass {
    TimeClass::of(control.base / 100, control.increment / 100)
}

/// That the time class was read from the game, where it can matter.
pub(super) fn class(question: &Question, terms: Terms, control: Option<Control>) -> Option<Remark> {
    let matters = question.event.is_some() || question.claim.is_some();
    let class = control.map(class_of).filter(|&class| question.class_of_game && matters && class == terms.class)?;
    (class != TimeClass::Standard).then_some(Remark::ClassOfTimeControl(class))
}

/// An offer that the opponent answers by touching a piece is declined (9.1.2.1).
pub(super) fn answered(event: Event, question: &Question, position: &Position) -> Event {
    let Event::Offer { by, reply: Reply::Open } = event else { return event };
    let touching = question.touched.as_ref().filter(|touching| !touching.is_adjusting);
    let is_declined = touching.is_some_and(|touching| touching.by.unwrap_or(position.turn()) == by.other());
    Event::Offer { by, reply: if is_declined { Reply::Declined } else { Reply::Open } }
}

/// What there is to say about an event that counts.
pub(super) fn event(
    question: &Question,
    terms: Terms,
    verdict: &Verdict,
    history: &History,
    is_void: bool,
) -> Vec<Remark> {
    let Some(event) = question.event.filter(|_| !is_void && verdict.decision != Decision::Undetermined) else {
        return question.complaint.filter(|_| !is_void).map(|_| Remark::FactsForTheArbiter).into_iter().collect();
    };
    match event {
        Event::Offer { by, reply: Reply::Open } if verdict.reason == Reason::DrawOfferDeclined => {
            let advice = terms.edition.is_fide().then_some(Remark::OfferDeclined(by));
            std::iter::once(Remark::DeclinedByTouch(by.other())).chain(advice).collect()
        }
        Event::Offer { by, reply: Reply::Open } => {
            let is_untimely = history.last().turn() == by && terms.edition.is_fide();
            let untimely = is_untimely.then_some(Remark::OfferedOutOfTurn(by));
            std::iter::once(Remark::OfferStands(by)).chain(untimely).collect()
        }
        Event::Offer { by, reply: Reply::Declined } if terms.edition.is_fide() => vec![Remark::OfferDeclined(by)],
        Event::BothFlags { period: Period::Last | Period::Earlier } if terms.edition.is_fide() => {
            let is_outside = terms.edition.is_from_2018() && !guideline_applies(terms);
            vec![if is_outside { Remark::NoGuideline } else { Remark::WithoutIncrement }]
        }
        Event::BothLate if terms.edition.is_fide() => vec![Remark::WaitingTime],
        Event::WrongArray if verdict.article.is_some_and(|article| article_is(article, Topic::WrongArrayLate)) => {
            vec![Remark::MovesMade(moves_by_both(history)), Remark::NoCastlingWithMisplaced]
        }
        Event::ColorsReversed => vec![Remark::MovesMade(moves_by_both(history))],
        Event::Illegal { by, offence, .. } => illegal(by, offence, terms),
        Event::IllegalPosition => vec![Remark::LegalPosition],
        _ => Vec::new(),
    }
}

fn article_is(article: Citation, topic: Topic) -> bool {
    article.edition.article(topic).is_some_and(|other| other.number == article.number)
}

fn illegal(by: crate::chess::piece::Color, offence: Offence, terms: Terms) -> Vec<Remark> {
    let is_gesture = matches!(offence, Offence::NoMove | Offence::TwoHands);
    let early = (is_gesture && terms.edition.is_fide() && !counts_gestures(terms)).then_some(Remark::NoIllegalMoveYet);
    let fast = limited(terms).then_some(Remark::BeforeTheNextMove);
    let pawn = (offence == Offence::Unpromoted && terms.edition.is_from_2018()).then_some(Remark::NoUnpromotedPawn(by));
    early.into_iter().chain(fast).chain(pawn).collect()
}

/// That a repetition is a perpetual check: the one that is claimed or ends the game, or one that can be claimed.
pub(super) fn repetitions(
    verdict: &Verdict,
    judgement: Option<&Judgement>,
    claims: &[Open],
    history: &History,
) -> Option<Remark> {
    let proved = [Some(&verdict.certificate), judgement.map(|judgement| &judgement.certificate)];
    let proved = proved.into_iter().flatten().filter_map(|certificate| match certificate {
        Certificate::Repetition(plies) if plies.len() > 1 => Some(&plies[..]),
        _ => None,
    });
    let open = claims.iter().filter(|open| open.how == How::OnBoard).map(|open| &open.occurrences[..]);
    // The plies of a claim with an intended move end after it.
    let known = |plies: &&[u32]| plies.last().is_some_and(|&last| last <= history.plies());
    let of_plies = |plies: &[u32]| perpetual_check(history, plies);
    proved.chain(open).filter(known).find_map(of_plies).map(Remark::PerpetualCheck)
}

/// The intended move, in the player's words.
pub(super) fn intended(position: &Position, word: &str) -> Intended {
    let illegal = || Intended::Illegal(word.to_owned());
    let Ok(written) = san::read(word.as_bytes()) else { return illegal() };
    match position.resolve(&written) {
        Ok(resolved) => Intended::Move(resolved.mv),
        Err(Illegal::Ambiguous { from, to, .. }) => {
            let is_meant = |mv: &crate::chess::moves::Move| from.contains(mv.from()) && to.contains(mv.to());
            Intended::Ambiguous(position.legal_moves().iter().copied().filter(is_meant).collect())
        }
        Err(_) => illegal(),
    }
}

/// The position that a game starts from, if nobody can play from it and the Laws speak of it.
pub(super) fn illegal_setup(game: &Game, bytes: &[u8]) -> Option<Setup> {
    let span = game.tags.value("FEN").filter(|_| game.plies == 0)?;
    let setup = fen::read(&unescape(&bytes[span])).ok()?.setup;
    let is_playable = setup.position_without_impossible_rights().is_ok();
    (!is_playable && illegal_position::fault(&setup).is_some()).then_some(setup)
}

/// Rules on a position that may be one that cannot be played from, once for each rule set.
#[must_use]
pub fn rule_on_setup(setup: Option<&Setup>, question: &Question) -> Vec<Ruling> {
    let playable = setup.and_then(|setup| setup.position_without_impossible_rights().ok());
    if let Some((position, _)) = playable {
        return rule_on_position(Some(position), question);
    }
    let Some((setup, fault)) = setup.and_then(|setup| Some((setup, illegal_position::fault(setup)?))) else {
        return rule_on_position(None, question);
    };
    if let Some(rulings) = queened(setup, fault, question) {
        return rulings;
    }
    let mut rulings = rule_on_position(None, question);
    for ruling in &mut rulings {
        let terms = Terms { edition: ruling.verdict.edition, ..question.terms };
        let decided = question.event.and_then(|event| illegal_position::decide(fault, event, terms));
        if let Some(verdict) = decided {
            let is_open = verdict.decision == Decision::Undetermined;
            ruling.remarks.retain(|remark| *remark != Remark::OutOfReach);
            ruling.penalty = question.event.filter(|_| !is_open).and_then(|event| event::penalty(event, terms));
            ruling.event = question.event;
            let objection = question.event.and_then(|event| event::objection(&ruling.history, event, terms));
            ruling.remarks.extend(objection.map(Remark::Event));
            ruling.verdict = verdict;
        }
        ruling.fault = Some(fault);
        ruling.remarks.push(Remark::IllegalPosition(fault, terms));
    }
    rulings
}

/// Rules on the position with a queen in place of the pawn, where that was asked for (7.5.2).
fn queened(setup: &Setup, fault: Fault, question: &Question) -> Option<Vec<Ruling>> {
    let (Fault::UnpromotedPawn { square, color }, Some(Event::Illegal { by, offence: Offence::Unpromoted, .. })) =
        (fault, question.event)
    else {
        return None;
    };
    let position = illegal_position::promoted(setup).filter(|_| color == by)?;
    let rulings = question.laws.iter().flat_map(|&laws| {
        let alone = Question { laws: vec![laws], ..question.clone() };
        let mut rulings = rule_on_position(Some(position.clone()), &alone);
        for ruling in &mut rulings {
            if ruling.verdict.edition.is_from_2018() {
                // With the queen it may be mate or stalemate: the game then ends with the promotion, not before it.
                ruling.remarks.retain(|remark| !matches!(remark, Remark::NoUnpromotedPawn(_) | Remark::EventTooLate));
                ruling.remarks.push(Remark::Queened(square));
            }
        }
        rulings
    });
    Some(rulings.collect())
}
