//! Notes on questions and verdicts, and rulings on unplayable positions.

use crate::chess::illegal::Illegal;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::san::language::Alphabet;
use crate::chess::setup::Setup;
use crate::game::replay::Game;
use crate::game::replay::position_text::PositionFormat;
use crate::game::values::clocks::TimeControl;
use crate::laws::claim::{ClaimBasis, ClaimVerdict, ClaimWindow, IntendedMove, Rejection};
use crate::laws::edition::{Citation, DrawMode, Edition, EditionNote, LawTopic, TimeClass, is_two_knights_alone};
use crate::laws::event::{
    Event, IllegalAction, OfferReply, RulingOptions, counts_gestures, guideline_applies, illegal_moves_stand,
    moves_by_both,
};
use crate::laws::history::History;
use crate::laws::illegal_position::PositionIllegality;
use crate::laws::perpetual::PerpetualChecks;
use crate::laws::touch_move::{Duty, Obligation};
use crate::laws::verdict::{Certificate, Decision, Reason, Verdict};
use crate::laws::{ending, event, illegal_position};
use crate::pgn::tags::unescape;

use super::inference;
use super::note::VerdictNote;
use super::position_line::PositionLine;
use super::ruling::{RuleSetChoice, Ruling, RulingQuestion, rule_on_position};

/// The time control of a game, if its TimeControl tag names one period for the whole game.
pub(super) fn time_control(game: &Game, bytes: &[u8]) -> Option<TimeControl> {
    let value = game.tags.value("TimeControl")?;
    TimeControl::parse(&bytes[value]).filter(|control| control.base > 0)
}

pub(super) fn class_of(control: TimeControl) -> TimeClass {
    TimeClass::new(control.base / 100, control.increment / 100)
}

/// A note that the time class comes from the game, if it can affect the verdict.
pub(super) fn class(
    question: &RulingQuestion,
    terms: RulingOptions,
    control: Option<TimeControl>,
) -> Option<VerdictNote> {
    let matters = question.event.is_some() || question.claim.is_some();
    let class = control.map(class_of).filter(|&class| question.class_of_game && matters && class == terms.class)?;
    (class != TimeClass::Standard).then_some(VerdictNote::ClassOfTimeControl(class))
}

/// The event, with an offer declined if the opponent has touched a piece (9.1.2.1).
pub(super) fn with_reply(event: Event, question: &RulingQuestion, position: &Position, edition: Edition) -> Event {
    let Event::Offer { by, reply: OfferReply::Open } = event else { return event };
    let has_rule = edition.rules().is_over_the_board();
    let touching = question.touched.as_ref().filter(|touching| has_rule && !touching.is_adjusting);
    let is_declined = touching.is_some_and(|touching| touching.by.unwrap_or(position.turn()) == by.other());
    Event::Offer { by, reply: if is_declined { OfferReply::Declined } else { OfferReply::Open } }
}

/// The notes on an event that was ruled on.
pub(super) fn event(
    question: &RulingQuestion,
    terms: RulingOptions,
    verdict: &Verdict,
    history: &History,
    is_ignored: bool,
) -> Vec<VerdictNote> {
    let Some(event) = question.event.filter(|_| !is_ignored && verdict.decision != Decision::Undetermined) else {
        return question
            .complaint
            .filter(|_| !is_ignored && terms.edition.rules().is_over_the_board())
            .map(|_| VerdictNote::FactsForTheArbiter)
            .into_iter()
            .collect();
    };
    match event {
        Event::Offer { by, reply: OfferReply::Open } if verdict.reason == Reason::DrawOfferDeclined => {
            let rights = terms.edition.is_fide().then_some(VerdictNote::OfferDeclined(by, terms.edition));
            std::iter::once(VerdictNote::DeclinedByTouch(by.other())).chain(rights).collect()
        }
        Event::Offer { by, reply: OfferReply::Open } if terms.edition.rules().is_over_the_board() => {
            let is_own_turn = history.last().turn() == by && terms.edition.is_fide();
            let out_of_turn = is_own_turn.then_some(VerdictNote::OfferedOutOfTurn(by, terms.edition));
            std::iter::once(VerdictNote::OfferStands(by)).chain(out_of_turn).collect()
        }
        Event::Offer { by, reply: OfferReply::Declined } if terms.edition.is_fide() => {
            vec![VerdictNote::OfferDeclined(by, terms.edition)]
        }
        Event::Flag(_) if illegal_moves_stand(terms) => vec![VerdictNote::WinOnTimeIsClaimed(terms.edition)],
        Event::BothFlags { .. } if terms.edition.is_fide() => both_flags(terms),
        Event::BothLate if terms.edition.is_fide() => vec![VerdictNote::WaitingTime(terms.edition)],
        Event::WrongArray if verdict.article.is_some_and(|article| cites_topic(article, LawTopic::WrongArrayLate)) => {
            vec![VerdictNote::MovesMade(moves_by_both(history)), VerdictNote::NoCastlingWithMisplaced]
        }
        Event::ColorsReversed => vec![VerdictNote::MovesMade(moves_by_both(history))],
        Event::Illegal { by, offense, .. } => illegal_action(by, offense, terms),
        Event::IllegalStood { .. } => fast_rules(terms).into_iter().collect(),
        Event::IllegalPosition => vec![VerdictNote::LegalPosition],
        _ => Vec::new(),
    }
}

/// A note on the rules for a rapid or blitz game.
pub(super) fn fast_rules(terms: RulingOptions) -> Option<VerdictNote> {
    let is_fast = terms.class != TimeClass::Standard && terms.edition.is_fide();
    is_fast.then_some(VerdictNote::FastRules(terms))
}

fn both_flags(terms: RulingOptions) -> Vec<VerdictNote> {
    match terms.edition {
        Edition::Fide2001 if terms.class != TimeClass::Standard => Vec::new(),
        edition if !edition.is_from_2018() => vec![VerdictNote::RuleNotAvailable],
        _ if guideline_applies(terms) => vec![VerdictNote::WithoutIncrement],
        _ => vec![VerdictNote::NoGuideline],
    }
}

fn cites_topic(article: Citation, topic: LawTopic) -> bool {
    article.edition.article(topic).is_some_and(|other| other.number == article.number)
}

fn illegal_action(by: Color, offense: IllegalAction, terms: RulingOptions) -> Vec<VerdictNote> {
    let is_gesture = matches!(offense, IllegalAction::NoMove | IllegalAction::TwoHands);
    let not_yet =
        (is_gesture && terms.edition.is_fide() && !counts_gestures(terms)).then_some(VerdictNote::NoIllegalMoveYet);
    let is_counted = !is_gesture || counts_gestures(terms);
    let until = (illegal_moves_stand(terms) && is_counted).then_some(VerdictNote::BeforeTheNextMove(terms));
    let pawn = (offense == IllegalAction::Unpromoted && terms.edition.is_from_2014())
        .then_some(VerdictNote::NoUnpromotedPawn(by));
    let hands = (offense == IllegalAction::TwoHands && terms.edition.is_fide())
        .then_some(VerdictNote::TwoHandedMoveStands(terms.edition));
    not_yet.into_iter().chain(hands).chain(fast_rules(terms)).chain(until).chain(pawn).collect()
}

/// A note if a claimed, automatic or claimable repetition is a perpetual check.
pub(super) fn perpetual(
    verdict: &Verdict,
    claim: Option<&ClaimVerdict>,
    claims: &[ClaimWindow],
    history: &History,
) -> Option<VerdictNote> {
    let proved = [Some(&verdict.certificate), claim.map(|claim| &claim.certificate)];
    let proved = proved.into_iter().flatten().filter_map(|certificate| match certificate {
        Certificate::Repetition(plies) if plies.len() > 1 => Some(&plies[..]),
        _ => None,
    });
    let open = claims.iter().filter(|open| open.basis == ClaimBasis::OnBoard).map(|open| &open.occurrences[..]);
    // A claim with an intended move refers to a ply after the history.
    let known = |plies: &&[u32]| plies.last().is_some_and(|&last| last <= history.plies());
    let mut repeated = proved.chain(open).filter(known).peekable();
    repeated.peek()?;
    let checks = PerpetualChecks::new(history);
    repeated.find_map(|plies| checks.between(plies)).map(VerdictNote::PerpetualCheck)
}

/// A note if the move of a released piece ends the game.
pub(super) fn released_move(history: &History, duty: &Obligation, terms: RulingOptions) -> Option<VerdictNote> {
    let (Duty::Released { .. }, [mv]) = (duty.duty, &duty.moves[..]) else { return None };
    let mut after = history.clone();
    after.push(*mv);
    let end = ending::first(&after, terms.edition, terms.budget).verdict()?;
    Some(VerdictNote::EndsTheGame(end.decision, end.reason))
}

/// Resolves the intended move, as the player wrote it: in English, or with the letters of another language if these make
/// it one legal move.
pub(super) fn intended(position: &Position, text: &str) -> IntendedMove {
    let localized = || {
        let read = |alphabet| position.resolve(&san::parse_localized(text.as_bytes(), alphabet).ok()?).ok();
        let mut moves: Vec<_> = Alphabet::ALL.iter().filter_map(read).map(|resolved| resolved.mv).collect();
        moves.dedup();
        match moves[..] {
            [mv] => IntendedMove::Move(mv),
            _ => IntendedMove::Illegal(text.to_owned()),
        }
    };
    let Ok(written) = san::parse(text.as_bytes()) else { return localized() };
    match position.resolve(&written) {
        Ok(resolved) => IntendedMove::Move(resolved.mv),
        Err(Illegal::Ambiguous { from, to, .. }) => {
            let is_candidate = |mv: &crate::chess::moves::Move| from.contains(mv.from()) && to.contains(mv.to());
            IntendedMove::Ambiguous(position.legal_moves().iter().copied().filter(is_candidate).collect())
        }
        Err(_) => localized(),
    }
}

/// The starting position of a game, if it is not playable and the Laws cover it.
pub(super) fn illegal_setup(game: &Game, bytes: &[u8]) -> Option<PositionLine> {
    let span = game.tags.value("FEN").filter(|_| game.plies() == 0)?;
    let line = PositionLine::parse(&unescape(&bytes[span]), PositionFormat::Fen)?;
    let is_covered = illegal_position::fault(&line.setup).is_some() || line.setup.playable_position().is_ok();
    (line.position().is_none() && is_covered).then_some(line)
}

/// Rules on a position, playable or not, once for each rule set.
pub fn rule_on_line(line: Option<&PositionLine>, question: &RulingQuestion) -> Vec<Ruling> {
    let mut rulings = rule_on_position(line, question);
    let Some(line) = line.filter(|line| !line.is_variant && line.position().is_none()) else { return rulings };
    for ruling in &mut rulings {
        let terms = RulingOptions { edition: ruling.verdict.edition, ..question.terms };
        if let Some(played_on) = after_illegal_move(line, question, terms) {
            *ruling = played_on;
        }
    }
    let setup = &line.setup;
    let Some(fault) = illegal_position::fault(setup) else { return rulings };
    for ruling in &mut rulings {
        if let Some(queened) = queened(setup, fault, question, ruling.verdict.edition) {
            *ruling = queened;
            continue;
        }
        let terms = RulingOptions { edition: ruling.verdict.edition, ..question.terms };
        let decided = question.event.and_then(|event| illegal_position::decide(fault, event, terms));
        if let Some(verdict) = decided {
            let is_open = verdict.decision == Decision::Undetermined;
            ruling.remarks.retain(|remark| *remark != VerdictNote::OutOfReach);
            ruling.penalty = question.event.filter(|_| !is_open).and_then(|event| event::penalty(event, terms));
            ruling.event = question.event;
            let objection = question.event.and_then(|event| event::objection(&ruling.history, event, terms));
            ruling.remarks.extend(objection.map(VerdictNote::Event));
            ruling.verdict = verdict;
        } else if question.event.is_some() {
            ruling.remarks.retain(|remark| *remark != VerdictNote::OutOfReach);
            ruling.remarks.push(VerdictNote::NotInIllegalPosition);
        }
        ruling.fault = Some(fault);
        ruling.remarks.push(VerdictNote::IllegalPosition(fault, terms));
    }
    rulings
}

/// Rules on a position that no legal move can have led to, because of its checks, where an illegal move stands.
fn after_illegal_move(line: &PositionLine, question: &RulingQuestion, terms: RulingOptions) -> Option<Ruling> {
    let line = PositionLine { is_after_illegal_move: illegal_moves_stand(terms), ..line.clone() };
    line.position()?;
    let alone = RulingQuestion { laws: vec![RuleSetChoice::By(terms.edition)], ..question.clone() };
    let mut ruling = rule_on_position(Some(&line), &alone).pop()?;
    ruling.remarks.push(VerdictNote::AfterIllegalMove(terms));
    Some(ruling)
}

/// Rules on the position with a queen in place of the pawn, if the event is `unpromoted` and the edition says so
/// (7.5.2).
fn queened(setup: &Setup, fault: PositionIllegality, question: &RulingQuestion, edition: Edition) -> Option<Ruling> {
    let (
        PositionIllegality::UnpromotedPawn { square, color },
        Some(event @ Event::Illegal { by, offense: IllegalAction::Unpromoted, .. }),
    ) = (fault, question.event)
    else {
        return None;
    };
    let position = illegal_position::promoted(setup).filter(|_| color == by && edition.is_from_2014())?;
    let alone = RulingQuestion { laws: vec![RuleSetChoice::By(edition)], ..question.clone() };
    let mut ruling = rule_on_position(Some(&position.into()), &alone).pop()?;
    ruling.remarks.retain(|remark| !matches!(remark, VerdictNote::NoUnpromotedPawn(_) | VerdictNote::EventTooLate));
    ruling.remarks.push(VerdictNote::Queened(square));
    if ruling.event.is_none() {
        // With the queen the game would be over; an illegal move does not end it (5.1.1, 5.2.1, 5.2.2).
        let terms = RulingOptions { edition, ..question.terms };
        ruling.remarks.push(VerdictNote::EndedByIllegalMove(ruling.verdict.reason));
        ruling.verdict = illegal_position::ended_by_queen(&ruling.history, by, event, terms);
        ruling.event = Some(event);
        ruling.penalty = event::penalty(event, terms);
    }
    Some(ruling)
}

// The notes on a verdict: what is not known, and what else a user would ask about it.

pub(super) fn verdict_notes(
    question: &RulingQuestion,
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
        position.play_unchecked(mv);
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
