//! Rulings: verdicts on games and positions under the Laws, with notes and claimable draws.

use std::borrow::Cow;

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, Validity};
use crate::game::values::clocks::TimeControl;
use crate::game::values::game_place::{GamePlace, LastPlace};
use crate::game::values::termination::{self, Termination, Winner};
use crate::laws::claim::{
    Claim, ClaimGround, ClaimVerdict, ClaimWindow, IntendedMove, NearMiss, claimable_draws_before, near_misses_before,
    open_at, rule_on,
};
use crate::laws::edition::{Days, Edition, EditionNote, TimeClass};
use crate::laws::ending::{self, Ending};
use crate::laws::engine_rules::{self, EngineRules, EvaluatedMove, MoveCount};
use crate::laws::event::{self, Event, RulingOptions};
use crate::laws::history::History;
use crate::laws::illegal_position::PositionIllegality;
use crate::laws::touch_move::Obligation;
use crate::laws::touched_pieces::{self, TouchClaimStatus, TouchedPieces};
use crate::laws::verdict::{Certainty, Decision, Reason, Verdict};
use crate::pgn::lex::Outcome;
use crate::pgn::tags::unescape;

use super::answer_notes::{self, verdict_notes};
pub use super::inference::ManagedEnd;
use super::inference::{self, evaluated_moves};
use super::note::VerdictNote;
use super::position_line::PositionLine;

/// A question about a game or position.
#[derive(Clone, Debug)]
pub struct RulingQuestion {
    /// The rule sets to apply; each gives a ruling.
    pub laws: Vec<RuleSetChoice>,
    /// The circumstances; their edition is overridden.
    pub terms: RulingOptions,
    /// The event at the end.
    pub event: Option<Event>,
    /// A claim of a draw.
    pub claim: Option<ClaimQuestion>,
    /// The place in the game; the end if `None`.
    pub at: Option<GamePlace>,
    /// Pieces that were touched.
    pub touched: Option<TouchedPieces>,
    /// A claim that the opponent has violated Article 4.
    pub complaint: Option<TouchClaim>,
    /// Whether the game's TimeControl tag overrides the time class in `terms`.
    pub class_of_game: bool,
    /// Engine match rules to apply to the evaluations.
    pub engine: Option<EngineRules>,
}

impl Default for RulingQuestion {
    /// Rules by the FIDE Laws in force on the day of the game, without an event or claim.
    fn default() -> Self {
        Self {
            laws: vec![RuleSetChoice::Auto],
            terms: RulingOptions::default(),
            event: None,
            claim: None,
            at: None,
            touched: None,
            complaint: None,
            class_of_game: false,
            engine: None,
        }
    }
}

/// The choice of a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleSetChoice {
    /// The FIDE Laws in force on the day of the game.
    Auto,
    /// This rule set.
    By(Edition),
}

/// A claim that the opponent has violated Article 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TouchClaim {
    /// The claimant; the side to move if `None`.
    pub by: Option<Color>,
    /// Whether the claimant has touched a piece since.
    pub has_touched: bool,
}

/// A claim from the command line; its move is not yet resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimQuestion {
    /// The ground of the claim.
    pub ground: ClaimGround,
    /// The claimant; the side to move if `None`.
    pub by: Option<Color>,
    /// The intended move, as the player wrote it.
    pub intended: Option<String>,
    /// Whether the claimant has touched a piece.
    pub has_touched: bool,
}

/// A verdict with notes, claimable draws and the answers to the question.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// The game up to the place of the ruling.
    pub history: History,
    /// Notes on the edition and on the question.
    pub remarks: Vec<VerdictNote>,
    /// The stated result.
    pub stated: Option<Outcome>,
    /// The termination marker as written, if it is read as `*` but is another text, such as `0-0`.
    pub unknown_marker: Option<String>,
    /// Whether the verdict agrees with the stated result; `None` if either is open.
    pub agrees: Option<bool>,
    /// The draws that could have been claimed; only those at the end if the question has an event or a claim.
    pub claims: Vec<ClaimWindow>,
    /// Positions with the same board that differ in turn, castling rights or en passant, so that they are not
    /// repetitions.
    pub near_misses: Vec<NearMiss>,
    /// The number of plies played after the end of the game.
    pub moves_after: u32,
    /// The decision on the claim.
    pub judgment: Option<ClaimVerdict>,
    /// The player who gets extra time, and the minutes.
    pub penalty: Option<(Color, u8)>,
    /// The time class, on which penalties depend.
    pub class: TimeClass,
    /// The obligation from a touched piece.
    pub obligation: Option<Obligation>,
    /// The obligation that the move of a released piece violates.
    pub broken: Option<Obligation>,
    /// Whether a claim about Article 4 is in time.
    pub complaint: Option<TouchClaimStatus>,
    /// The event that was ruled on.
    pub event: Option<Event>,
    /// What is illegal about the position, if it is not playable.
    pub fault: Option<PositionIllegality>,
    /// The decision of an engine tournament manager.
    pub engine: Option<ManagedEnd>,
}

impl Ruling {
    /// Whether the recorded result is not that of the engine tournament manager.
    pub fn differs_from_manager(&self) -> bool {
        self.engine.is_some_and(|managed| managed.agrees(self.stated) == Some(false))
    }

    /// Whether the recorded result contradicts the verdict or the engine tournament manager.
    pub fn is_disputed(&self) -> bool {
        self.agrees == Some(false) || self.differs_from_manager()
    }
}

/// Rules on a game, once for each rule set. `bytes` is the text that it was read from. Empty if it is not a game.
pub fn rule_on_game(game: &Game, bytes: &[u8], question: &RulingQuestion) -> Vec<Ruling> {
    if game.status == Validity::NoGame {
        return Vec::new();
    }
    if let Some(setup) = answer_notes::illegal_setup(game, bytes) {
        return answer_notes::rule_on_line(Some(&setup), question);
    }
    let mut record = Record::of_game(game, bytes, question.at.as_ref());
    if question.engine.is_some() {
        let history = History::from_legal_moves(game.start().clone(), game.moves());
        record.scores = evaluated_moves(game, &history, bytes);
    }
    question.laws.iter().map(|&laws| record.rule(laws, question)).collect()
}

/// The verdict on a game by the first rule set, without claims. `None` if it is not a game.
pub fn verdict_on_game(game: &Game, bytes: &[u8], question: &RulingQuestion) -> Option<Verdict> {
    if game.status == Validity::NoGame {
        return None;
    }
    let record = Record::of_game(game, bytes, question.at.as_ref());
    let (terms, _) = record.terms(*question.laws.first()?, question);
    Some(match record.ending(terms) {
        Ending::Over(verdict) => verdict,
        open => record.verdict(question, terms, None, &open),
    })
}

/// Rules on a position, once for each rule set.
pub fn rule_on_position(line: Option<&PositionLine>, question: &RulingQuestion) -> Vec<Ruling> {
    let record = Record::of_position(line);
    question.laws.iter().map(|&laws| record.rule(laws, question)).collect()
}

pub(super) struct Record {
    pub(super) history: History,
    pub(super) trouble: Option<Trouble>,
    pub(super) stated: Option<Outcome>,
    pub(super) unknown_marker: Option<String>,
    pub(super) termination: Option<Termination>,
    /// The outcome that the Termination tag names.
    pub(super) named: Option<Outcome>,
    date: RecordDate,
    control: Option<TimeControl>,
    scores: Vec<EvaluatedMove>,
    /// The place of the ruling, in plies; out of reach if the game has no such place. `None`: at its end.
    at: Option<u32>,
    /// Whether the place is before the end.
    is_cut: bool,
    /// Whether the record is a position, not a game.
    is_position: bool,
    /// Whether the number of plies since a capture or pawn move is known.
    has_clock: bool,
}

/// What a record says about its date.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RecordDate {
    /// The days on which it may have been played.
    Days(Days),
    /// The Date tag has text that is not read as a date.
    Unread,
    Unknown,
}

/// Why a game cannot be replayed to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It has no playable starting position.
    NoPosition,
    /// It is another variant.
    OtherVariant,
    IllegalMove {
        /// Whether a move follows it.
        is_answered: bool,
    },
    /// A move is missing, ambiguous or unreadable.
    Unplayable,
    /// It has errors, but neither moves nor tags.
    NothingRead,
}

impl Trouble {
    /// Whether a move is the cause, so that the positions before it are known.
    fn is_in_moves(self) -> bool {
        matches!(self, Self::IllegalMove { .. } | Self::Unplayable)
    }
}

impl Record {
    pub(super) fn of_position(line: Option<&PositionLine>) -> Self {
        let position = line.and_then(PositionLine::position);
        let trouble = match (line, &position) {
            (Some(line), _) if line.is_variant => Some(Trouble::OtherVariant),
            (_, None) => Some(Trouble::NoPosition),
            _ => None,
        };
        Self {
            history: History::new(position.unwrap_or_else(Position::initial)),
            trouble,
            stated: None,
            unknown_marker: None,
            termination: None,
            named: None,
            date: RecordDate::Unknown,
            control: None,
            scores: Vec::new(),
            at: None,
            is_cut: false,
            is_position: true,
            has_clock: line.is_none_or(|line| line.has_clock),
        }
    }

    /// The record of a game up to a place, or to its end, without evaluations.
    pub(super) fn of_game(game: &Game, bytes: &[u8], at: Option<&GamePlace>) -> Self {
        let history = game.history();
        let at = at.map(|place| place.ply(&history).unwrap_or(u32::MAX));
        let fen = game.tags.value("FEN").map(|span| unescape(&bytes[span]).into_owned());
        let start = fen.map(|text| PositionLine::parse(&text, PositionFormat::Fen));
        let is_unplayable =
            start.as_ref().is_some_and(|start| start.as_ref().and_then(PositionLine::position).is_none());
        let trouble = match () {
            () if is_unplayable => Some(Trouble::NoPosition),
            () if game.status == Validity::Unchecked => Some(Trouble::OtherVariant),
            () if game.illegal_move().is_some() || history.plies() < game.plies() => {
                Some(Trouble::IllegalMove { is_answered: game.is_illegal_move_answered() })
            }
            () if !game.is_complete() => Some(Trouble::Unplayable),
            () if game.status == Validity::Invalid && game.plies() == 0 && game.tags.is_empty() => {
                Some(Trouble::NothingRead)
            }
            () => None,
        };
        // Plies after a null move cannot be replayed.
        let replayed = history.plies();
        Self {
            stated: game.stated(),
            unknown_marker: game.unknown_marker(bytes).map(Cow::into_owned),
            termination: game.tags.termination(),
            named: named_outcome(game, bytes),
            date: match game.tags.days() {
                Some(days) => RecordDate::Days(days),
                None if game.tags.states_date(bytes) => RecordDate::Unread,
                None => RecordDate::Unknown,
            },
            control: answer_notes::time_control(game, bytes),
            history: match at {
                Some(ply) => history.until(ply),
                None => history,
            },
            at,
            is_cut: at.is_some_and(|ply| ply < game.plies()),
            trouble: trouble.filter(|trouble| !trouble.is_in_moves() || at.is_none_or(|ply| ply > replayed)),
            scores: Vec::new(),
            is_position: false,
            has_clock: start.flatten().is_none_or(|start| start.has_clock),
        }
    }

    /// Whether the result is one such as `0-0`, and there are no moves: neither player came.
    pub(super) fn is_unplayed(&self) -> bool {
        self.unknown_marker.is_some() && self.history.plies() == 0
    }

    /// A note if the record does not have the requested position.
    pub(super) fn missing_place(&self, at: Option<&GamePlace>) -> Option<VerdictNote> {
        let is_missing = if self.is_position {
            at.is_some_and(|place| place.ply(&self.history).is_none())
        } else {
            self.at.is_some_and(|ply| ply > self.history.plies())
        };
        match self.trouble {
            _ if !is_missing => None,
            Some(Trouble::IllegalMove { .. } | Trouble::Unplayable) => Some(VerdictNote::OutOfReach),
            Some(_) => None,
            None if self.is_position => Some(VerdictNote::NoPlies),
            None => Some(VerdictNote::FewerPlies(LastPlace::from_history(&self.history))),
        }
    }

    /// The circumstances under a rule set, and a note on its choice.
    fn terms(&self, laws: RuleSetChoice, question: &RulingQuestion) -> (RulingOptions, Option<EditionNote>) {
        let (edition, note) = match laws {
            RuleSetChoice::Auto => Edition::in_force_within(match self.date {
                RecordDate::Days(days) => Some(days),
                RecordDate::Unread | RecordDate::Unknown => None,
            }),
            RuleSetChoice::By(edition) => (edition, None),
        };
        let class_of_game = self.control.filter(|_| question.class_of_game).map(answer_notes::class_of);
        let class = class_of_game.unwrap_or(question.terms.class);
        let has_increment = question.terms.has_increment || self.control.is_some_and(|control| control.increment > 0);
        (RulingOptions { edition, class, has_increment, ..question.terms }, note)
    }

    fn rule(&self, laws: RuleSetChoice, question: &RulingQuestion) -> Ruling {
        let (terms, note) = self.terms(laws, question);
        let edition = terms.edition;
        let ending = self.ending(terms);
        let end = ending.clone().verdict();
        let judgment = question.claim.as_ref().filter(|_| self.trouble.is_none()).map(|claiming| match &end {
            Some(end) => ClaimVerdict::of_finished(claiming.ground, end, &self.history),
            None => self.rule_on_claim(claiming, terms),
        });
        let (mut claims, near_misses) = self.claims(question, end.as_ref(), edition);
        if judgment.as_ref().is_some_and(|judgment| judgment.rejection.is_none()) {
            // The game is drawn, so nothing can be claimed.
            claims.clear();
        }
        let mut remarks = self.question_notes(question, terms, end.is_some());
        remarks.extend(note.map(VerdictNote::Edition));
        let is_edition_assumed = laws == RuleSetChoice::Auto && self.date == RecordDate::Unread;
        remarks.extend(is_edition_assumed.then_some(VerdictNote::DateUnread));
        let is_over = end.is_some();
        let verdict = end.unwrap_or_else(|| self.verdict(question, terms, judgment.as_ref(), &ending));
        remarks.extend(answer_notes::event(
            question,
            terms,
            &verdict,
            &self.history,
            is_over || self.trouble.is_some(),
        ));
        remarks.extend(answer_notes::perpetual(&verdict, judgment.as_ref(), &claims, &self.history));
        remarks.extend(answer_notes::class(question, terms, self.control));
        remarks.extend(verdict_notes(question, terms, &verdict, judgment.as_ref(), &self.history));
        remarks.extend(inference::note(self, &verdict));
        let stated = self.stated.filter(|_| !self.is_cut);
        let stops = [VerdictNote::TouchedTooLate, VerdictNote::OutOfReach, VerdictNote::NoTouchMove(edition)];
        let is_played = !stops.iter().any(|stop| remarks.contains(stop));
        let obligation = self.obligation(question, &verdict, edition).filter(|_| is_played);
        remarks.extend(obligation.as_ref().and_then(|duty| answer_notes::released_move(&self.history, duty, terms)));
        Ruling {
            agrees: stated.and_then(|stated| agrees(verdict.decision, stated)),
            claims,
            near_misses,
            moves_after: self.history.plies() - verdict.ply.min(self.history.plies()),
            class: terms.class,
            penalty: question.event.filter(|_| is_played && !is_over).and_then(|event| event::penalty(event, terms)),
            broken: obligation
                .as_ref()
                .zip(question.touched.as_ref())
                .and_then(|(_, touching)| touched_pieces::broken_duty(self.history.last(), touching, edition)),
            obligation,
            complaint: question.complaint.filter(|_| is_played && !is_over).map(|complaining| {
                let by = complaining.by.unwrap_or(self.history.last().turn());
                touched_pieces::complaint(by, complaining.has_touched, edition)
            }),
            event: question.event.filter(|_| !is_over && self.trouble.is_none()),
            fault: None,
            engine: question.engine.map(|rules| ManagedEnd {
                end: engine_rules::adjudicate(&rules, MoveCount::FromStart, self.scores.iter().copied()),
                end_by_fastchess: engine_rules::adjudicate(&rules, MoveCount::ByNumber, self.scores.iter().copied()),
                scored: self.scores.iter().filter(|scored| scored.score.is_some()).count() as u32,
            }),
            history: self.history.clone(),
            verdict,
            remarks,
            unknown_marker: self.unknown_marker.clone().filter(|_| stated.is_some()),
            stated,
            judgment,
        }
    }

    /// The obligation from touched pieces, while the game goes on.
    fn obligation(&self, question: &RulingQuestion, verdict: &Verdict, edition: Edition) -> Option<Obligation> {
        let is_open = matches!(verdict.decision, Decision::Ongoing | Decision::Undetermined);
        let touching = question.touched.as_ref().filter(|_| is_open && question.complaint.is_none())?;
        Some(touched_pieces::answer(self.history.last(), touching, edition))
    }

    /// The draws that could have been claimed before the end of the game, and near misses. With an event, a claim or a
    /// place only those at that place; after a touched piece none (Laws 9.4).
    fn claims(
        &self,
        question: &RulingQuestion,
        end: Option<&Verdict>,
        edition: Edition,
    ) -> (Vec<ClaimWindow>, Vec<NearMiss>) {
        let is_at_place = question.event.is_some()
            || question.claim.is_some()
            || question.complaint.is_some()
            || question.at.is_some();
        let (mut claims, near_misses) = match end {
            Some(_) if is_at_place => (Vec::new(), Vec::new()),
            None if has_touched(question, edition) => (Vec::new(), near_misses_before(&self.history, None)),
            None if is_at_place => {
                (open_at(&self.history, self.history.plies()), near_misses_before(&self.history, None))
            }
            _ => {
                let over_at = end.map(|end| end.ply);
                (claimable_draws_before(&self.history, over_at), near_misses_before(&self.history, over_at))
            }
        };
        claims.retain(|open| open.ground.may_be_claimed(open.basis, edition));
        (claims, near_misses)
    }

    fn question_notes(&self, question: &RulingQuestion, terms: RulingOptions, is_over: bool) -> Vec<VerdictNote> {
        let last = self.history.last();
        let missing_place = self.missing_place(question.at.as_ref());
        let has_trouble = self.trouble.is_some();
        let has_request = question.event.is_some()
            || question.claim.is_some()
            || question.touched.is_some()
            || question.complaint.is_some();
        let event_note = |event| {
            if has_trouble {
                return None;
            }
            if is_over {
                return Some(VerdictNote::EventTooLate);
            }
            event::objection(&self.history, event, terms).map(VerdictNote::Event)
        };
        let event = question.event.and_then(event_note);
        let is_late = question.touched.is_some() && is_over && !has_trouble;
        let is_refusal = matches!(question.event, Some(Event::Refuse(_))) && !is_over;
        let impossible =
            question.touched.as_ref().filter(|_| !has_trouble).and_then(|touching| touching.impossibility(last));
        let mut remarks: Vec<VerdictNote> = impossible.map(VerdictNote::Touch).into_iter().collect();
        remarks.extend(missing_place.or((has_trouble && has_request).then_some(VerdictNote::OutOfReach)));
        remarks.extend(is_late.then_some(VerdictNote::TouchedTooLate));
        let is_about_touch = question.touched.is_some() || question.complaint.is_some();
        let has_rule = terms.edition.rules().is_over_the_board();
        remarks.extend((is_about_touch && !has_rule && !is_over).then_some(VerdictNote::NoTouchMove(terms.edition)));
        remarks.extend((is_refusal && terms.edition.is_fide()).then_some(VerdictNote::ArbiterDecides(terms.edition)));
        remarks.extend(event);
        remarks
    }

    /// How the game ended on the board, if it did.
    fn ending(&self, terms: RulingOptions) -> Ending {
        let over = |decision, reason| Ending::Over(Verdict::new(decision, reason, terms.edition, self.history.plies()));
        match self.trouble {
            Some(Trouble::NoPosition) => over(Decision::NotAGame, Reason::NoPosition),
            Some(Trouble::OtherVariant) => over(Decision::NotAGame, Reason::OtherVariant),
            Some(Trouble::NothingRead) => over(Decision::NotAGame, Reason::NothingRead),
            Some(Trouble::IllegalMove { .. } | Trouble::Unplayable) | None => {
                ending::first(&self.history, terms.edition, terms.budget)
            }
        }
    }

    /// The verdict on a game that the board has not ended.
    fn verdict(
        &self,
        question: &RulingQuestion,
        terms: RulingOptions,
        judgment: Option<&ClaimVerdict>,
        ending: &Ending,
    ) -> Verdict {
        let last = self.history.last();
        let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, self.history.plies());
        match self.trouble {
            Some(Trouble::IllegalMove { .. }) => return inference::of_illegal_move(self, terms),
            Some(Trouble::Unplayable) => return verdict(Decision::Undetermined, Reason::Unplayable),
            _ => {}
        }
        if let (Some(judgment), Some(claiming)) = (judgment, &question.claim) {
            return self.verdict_on_claim(judgment, claiming, terms.edition);
        }
        let verdict = if question.complaint.is_some() || question.touched.is_some() {
            let event = question.event.map(|event| answer_notes::with_reply(event, question, last, terms.edition));
            event::decide_open(&self.history, event, terms)
        } else if question.event.is_some() || question.at.is_some() {
            event::decide_open(&self.history, question.event, terms)
        } else {
            inference::infer(self, terms)
        };
        match ending {
            &Ending::Undecided { positions } if verdict.reason == Reason::Ongoing => {
                event::perhaps_dead(&self.history, positions, terms)
            }
            _ => verdict,
        }
    }

    fn rule_on_claim(&self, claiming: &ClaimQuestion, terms: RulingOptions) -> ClaimVerdict {
        let position = self.history.last();
        let intended = match &claiming.intended {
            None => IntendedMove::None,
            Some(san) => answer_notes::intended(position, san),
        };
        let by = claiming.by.unwrap_or(position.turn());
        let has_touched = claiming.has_touched && terms.edition.rules().is_over_the_board();
        let ground = claiming.ground;
        let claim = Claim { ground, by, intended, has_touched, has_clock: self.has_clock };
        rule_on(&self.history, &claim, terms.edition, terms.class)
    }

    fn verdict_on_claim(&self, judgment: &ClaimVerdict, claiming: &ClaimQuestion, edition: Edition) -> Verdict {
        let reason = match claiming.ground {
            ClaimGround::Threefold => Reason::Threefold,
            ClaimGround::Fifty => Reason::Fifty,
        };
        let (decision, reason) = match judgment.rejection {
            None => (Decision::Draw, reason),
            Some(rejection) if rejection.is_open() => (Decision::Undetermined, reason),
            Some(_) => (Decision::Ongoing, Reason::ClaimRejected),
        };
        let mut verdict = Verdict::new(decision, reason, edition, self.history.plies())
            .by(claiming.by.unwrap_or(self.history.last().turn()))
            .with_certainty(Certainty::Claimed)
            .with_certificate(judgment.certificate.clone());
        verdict.article = judgment.article;
        verdict
    }
}

/// Whether the player has touched a piece to move it, under rules about touched pieces.
fn has_touched(question: &RulingQuestion, edition: Edition) -> bool {
    edition.rules().is_over_the_board() && question.touched.as_ref().is_some_and(|touching| !touching.is_adjusting)
}

/// The outcome that the Termination tag of a game names.
fn named_outcome(game: &Game, bytes: &[u8]) -> Option<Outcome> {
    game.tags.value("Termination").filter(|raw| !termination::is_standard(&bytes[raw.clone()]))?;
    let text = game.tags.text("Termination", bytes)?;
    let winner = termination::winner(&text)?;
    let players = ["White", "Black"].map(|name| game.tags.text(name, bytes));
    match winner.color(players.each_ref().map(Option::as_deref)) {
        Some(Color::White) => Some(Outcome::WhiteWins),
        Some(Color::Black) => Some(Outcome::BlackWins),
        None => (winner == Winner::Nobody).then_some(Outcome::Draw),
    }
}

/// Whether a verdict agrees with a result; `None` if either is open.
pub(super) fn agrees(decision: Decision, stated: Outcome) -> Option<bool> {
    let expected = match stated {
        Outcome::WhiteWins => Decision::Win(Color::White),
        Outcome::BlackWins => Decision::Win(Color::Black),
        Outcome::Draw => Decision::Draw,
        Outcome::Unknown => return None,
    };
    let is_closed = matches!(decision, Decision::Win(_) | Decision::Draw | Decision::BothLose);
    is_closed.then_some(decision == expected)
}
