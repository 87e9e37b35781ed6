//! The inference of how a game ended that the board did not end, from its result, its Termination tag and an illegal
//! move. What a record shows is an event, so it is decided as `--event` is.

use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::game::replay::Game;
use crate::game::values::comment_values::CommentValues;
use crate::game::values::termination::Termination;
use crate::laws::claim::{ClaimBasis, ClaimGround, open_at};
use crate::laws::edition::{LawTopic, is_insufficient_somewhere};
use crate::laws::ending::{quiet, repetition};
use crate::laws::engine_rules::EvaluatedMove;
use crate::laws::event::{Event, IllegalAction, RulingOptions, decide_open, objection};
use crate::laws::history::History;
use crate::laws::verdict::{Certainty, Certificate, Decision, Reason, Verdict};
use crate::pgn::lex::Outcome;

use super::note::VerdictNote;
use super::ruling::{Record, Trouble, agrees};

/// The verdict on a game that the board has not ended.
pub(super) fn infer(record: &Record, terms: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, record.history.plies());
    let stated = record.stated.filter(|stated| *stated != Outcome::Unknown).or(record.named);
    match stated {
        Some(Outcome::Draw) => draw(record, terms),
        Some(Outcome::WhiteWins) => win(record, Color::White, terms),
        Some(Outcome::BlackWins) => win(record, Color::Black, terms),
        None | Some(Outcome::Unknown) if record.is_unplayed() => {
            by_event(record, Event::BothLate, Certainty::Assumed, terms)
        }
        None | Some(Outcome::Unknown) if record.termination == Some(Termination::Forfeit) => {
            verdict(Decision::Undetermined, Reason::DefaultTime)
        }
        None | Some(Outcome::Unknown) => verdict(Decision::Ongoing, Reason::Ongoing),
    }
}

/// The verdict on a game with an illegal move. If that does not end the game, the record leaves open how it went on.
pub(super) fn of_illegal_move(record: &Record, terms: RulingOptions) -> Verdict {
    let by = record.history.last().turn();
    let is_lost = record.termination == Some(Termination::IllegalMove) && record.stated == Some(win_of(by.other()));
    let event = match losing_move(by, terms) {
        losing if is_lost => losing,
        _ if record.trouble == Some(Trouble::IllegalMove { is_answered: true }) => {
            Event::IllegalStood { by, number: 1 }
        }
        _ => Event::Illegal { by, number: 1, offense: IllegalAction::Move },
    };
    unless_ongoing(decide(record, event, Certainty::Inferred, terms))
}

/// The verdict on a game that is over; undetermined if the event did not end it.
fn unless_ongoing(verdict: Verdict) -> Verdict {
    match verdict.decision {
        Decision::Ongoing => Verdict { decision: Decision::Undetermined, certainty: Certainty::Inferred, ..verdict },
        _ => verdict,
    }
}

/// The event that the record shows, if the rule set does not say what follows from it.
pub(super) fn recorded_event(verdict: &Verdict) -> Option<Event> {
    let illegal = |by| Event::Illegal { by, number: 1, offense: IllegalAction::Move };
    match (verdict.reason, verdict.by) {
        (Reason::Flag, Some(by)) => Some(Event::Flag(by)),
        (Reason::DefaultTime, Some(by)) => Some(Event::Late(by)),
        (Reason::DefaultTime, None) => Some(Event::BothLate),
        (Reason::IllegalMoves, None) => Some(illegal(Color::White)),
        _ => None,
    }
}

/// The note on a result that is accepted as stated.
pub(super) fn note(record: &Record, verdict: &Verdict) -> Option<VerdictNote> {
    let cause = record.termination.filter(|_| verdict.reason == Reason::Stated)?;
    match cause {
        Termination::Other => Some(VerdictNote::TerminationUnknown),
        Termination::Abandoned
        | Termination::Adjudication
        | Termination::Rules
        | Termination::Death
        | Termination::Emergency
        | Termination::Normal
        | Termination::Unknown => None,
        cause => Some(VerdictNote::EndOfRecord(cause)),
    }
}

/// The illegal move by which a player loses, as far as the rule set has one.
fn losing_move(by: Color, terms: RulingOptions) -> Event {
    let losing = terms.edition.rules().losing_illegal_move(terms.class, terms.supervision);
    Event::Illegal { by, number: losing.unwrap_or(1), offense: IllegalAction::Move }
}

const fn win_of(winner: Color) -> Outcome {
    match winner {
        Color::White => Outcome::WhiteWins,
        Color::Black => Outcome::BlackWins,
    }
}

/// A win: by resignation, unless the record states another reason.
fn win(record: &Record, winner: Color, terms: RulingOptions) -> Verdict {
    let loser = winner.other();
    let ruled = |event, certainty| by_event(record, event, certainty, terms);
    match record.termination {
        Some(Termination::Time) => ruled(Event::Flag(loser), Certainty::Inferred),
        Some(Termination::Resignation) => ruled(Event::Resign(loser), Certainty::Inferred),
        Some(Termination::IllegalMove) => ruled(losing_move(loser, terms), Certainty::Inferred),
        Some(Termination::Forfeit) => ruled(Event::Late(loser), Certainty::Inferred),
        None | Some(Termination::Normal | Termination::Unknown) if is_no_show(record, loser, terms) => {
            ruled(Event::Late(loser), Certainty::Assumed)
        }
        None | Some(Termination::Normal | Termination::Unknown) => ruled(Event::Resign(loser), Certainty::Assumed),
        Some(_) => stated(record, Decision::Win(winner), terms),
    }
}

/// Whether the loser of a game without moves probably did not come.
fn is_no_show(record: &Record, loser: Color, terms: RulingOptions) -> bool {
    record.history.plies() == 0 && objection(&record.history, Event::Late(loser), terms).is_none()
}

/// The result that the record states, for a reason that the Laws do not know.
fn stated(record: &Record, decision: Decision, terms: RulingOptions) -> Verdict {
    let verdict = Verdict::new(decision, Reason::Stated, terms.edition, record.history.plies());
    verdict.with_certainty(Certainty::Inferred)
}

/// A draw: claimed or agreed, unless the record states another reason.
fn draw(record: &Record, terms: RulingOptions) -> Verdict {
    let is_stated = || stated(record, Decision::Draw, terms);
    let by_claim = |ground| {
        let on_board = claimed_on_board(record, ground, terms);
        on_board.or_else(|| claimed_with_move(record, ground, terms)).unwrap_or_else(is_stated)
    };
    match record.termination {
        Some(cause @ (Termination::Time | Termination::TimeInsufficient)) => {
            let by_other_rules =
                cause == Termination::TimeInsufficient && is_insufficient_somewhere(record.history.last());
            let unless = || if by_other_rules { is_stated() } else { open_flag(record, terms) };
            drawn_by_either(record, Event::Flag, terms, by_other_rules).unwrap_or_else(unless)
        }
        Some(Termination::Resignation) => drawn_by_either(record, Event::Resign, terms, true).unwrap_or_else(is_stated),
        Some(Termination::IllegalMove) => {
            drawn_by_either(record, |by| losing_move(by, terms), terms, true).unwrap_or_else(is_stated)
        }
        Some(Termination::Repetition) => by_claim(ClaimGround::Threefold),
        Some(Termination::Fifty) => by_claim(ClaimGround::Fifty),
        Some(Termination::Agreement) => agreed(record, Certainty::Inferred, terms),
        None | Some(Termination::Normal | Termination::Unterminated | Termination::Unknown) => {
            claimed_or_agreed(record, terms)
        }
        Some(_) => is_stated(),
    }
}

/// A draw for which the record states no reason.
fn claimed_or_agreed(record: &Record, terms: RulingOptions) -> Verdict {
    let ply = record.history.plies();
    let assumed = |reason| Verdict::new(Decision::Draw, reason, terms.edition, ply).with_certainty(Certainty::Assumed);
    if ply == 0 {
        return assumed(Reason::Stated);
    }
    if objection(&record.history, Event::Agree, terms).is_some() {
        return agreed(record, Certainty::Assumed, terms);
    }
    let mut grounds = [ClaimGround::Threefold, ClaimGround::Fifty].into_iter();
    if let Some(claimed) = grounds.find_map(|ground| claimed_on_board(record, ground, terms)) {
        return claimed;
    }
    if open_at(&record.history, ply).iter().any(|open| open.basis == ClaimBasis::Intended) {
        return assumed(Reason::ClaimOrAgreement);
    }
    agreed(record, Certainty::Assumed, terms)
}

/// A draw by agreement; undetermined if it could not be agreed yet.
fn agreed(record: &Record, certainty: Certainty, terms: RulingOptions) -> Verdict {
    unless_ongoing(decide(record, Event::Agree, certainty, terms))
}

/// A draw by a claim about the last position.
fn claimed_on_board(record: &Record, ground: ClaimGround, terms: RulingOptions) -> Option<Verdict> {
    let (history, ply) = (&record.history, record.history.plies());
    let (is_claimable, reason, certificate) = match ground {
        ClaimGround::Threefold => (history.earlier(ply).len() >= 2, Reason::Threefold, repetition(history, ply)),
        ClaimGround::Fifty => (history.last().halfmove_clock() >= 100, Reason::Fifty, quiet(history, ply)),
    };
    is_claimable.then(|| {
        let claimed = Verdict::new(Decision::Draw, reason, terms.edition, ply).with_certificate(certificate);
        claimed.by(history.last().turn()).with_certainty(Certainty::Inferred)
    })
}

/// A draw by a claim with an intended move, which is not in the record.
fn claimed_with_move(record: &Record, ground: ClaimGround, terms: RulingOptions) -> Option<Verdict> {
    let (reason, topic) = match ground {
        ClaimGround::Threefold => (Reason::Threefold, LawTopic::ThreefoldIntended),
        ClaimGround::Fifty => (Reason::Fifty, LawTopic::FiftyIntended),
    };
    let ply = record.history.plies();
    let is_open = open_at(&record.history, ply)
        .iter()
        .any(|open| open.ground == ground && ground.may_be_claimed(open.basis, terms.edition));
    is_open.then(|| {
        let claimed = Verdict::new(Decision::Draw, reason, terms.edition, ply).citing(topic);
        claimed.by(record.history.last().turn()).with_certainty(Certainty::Inferred)
    })
}

/// A draw because one player's act would lose, but the opponent cannot win. The record does not say whose act it was: a
/// flag may have fallen while the last move was completed. Without a draw, what is undetermined, unless `only_draw`.
fn drawn_by_either(
    record: &Record,
    event: impl Fn(Color) -> Event,
    terms: RulingOptions,
    only_draw: bool,
) -> Option<Verdict> {
    let turn = record.history.last().turn();
    let verdicts = [turn, turn.other()].map(|by| decide(record, event(by), Certainty::Inferred, terms));
    let of = |decision| verdicts.iter().find(|verdict| verdict.decision == decision).cloned();
    of(Decision::Draw).or_else(|| of(Decision::Undetermined).filter(|_| !only_draw))
}

/// A draw on time, although a fallen flag would lose.
fn open_flag(record: &Record, terms: RulingOptions) -> Verdict {
    Verdict::new(Decision::Undetermined, Reason::Flag, terms.edition, record.history.plies())
}

/// The verdict after an event by which the record explains a win; as stated if the event does not end the game.
fn by_event(record: &Record, event: Event, certainty: Certainty, terms: RulingOptions) -> Verdict {
    let verdict = decide(record, event, certainty, terms);
    let winner = match event {
        Event::Flag(by) | Event::Resign(by) | Event::Late(by) | Event::Illegal { by, .. } => by.other(),
        _ => return verdict,
    };
    match verdict.decision {
        Decision::Ongoing => stated(record, Decision::Win(winner), terms),
        _ => verdict,
    }
}

/// Decides an event that the record shows. The position decides only whether the winner can checkmate.
fn decide(record: &Record, event: Event, certainty: Certainty, terms: RulingOptions) -> Verdict {
    let sparing = RulingOptions { line: None, ..terms };
    let verdict = decide_open(&record.history, Some(event), sparing);
    // A decision with a proof keeps its own certainty.
    let is_by_event = matches!(verdict.decision, Decision::Win(_) | Decision::Draw | Decision::BothLose)
        && verdict.certificate == Certificate::None;
    if is_by_event { verdict.with_certainty(certainty) } else { verdict }
}

// The adjudication of a game by the engine evaluations in its comments, as tournament managers do it.

/// When a tournament manager would have ended a game, by its evaluations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManagedEnd {
    /// The number of plies at that end, and the decision; `None` if it would not have ended the game.
    pub end: Option<(u32, Decision)>,
    /// The same for fastchess, which counts moves by the move number of the FEN; cutechess counts from the start.
    pub end_by_fastchess: Option<(u32, Decision)>,
    /// The number of moves with an evaluation.
    pub scored: u32,
}

impl ManagedEnd {
    /// Whether the stated result is that of the tournament manager; `None` if either is open.
    pub fn agrees(&self, stated: Option<Outcome>) -> Option<bool> {
        agrees(self.end?.1, stated?)
    }
}

/// The moves with the evaluations in their comments.
pub(super) fn evaluated_moves(game: &Game, history: &History, bytes: &[u8]) -> Vec<EvaluatedMove> {
    let mut moves: Vec<EvaluatedMove> = Vec::with_capacity(history.moves().len());
    let mut position = history.start().clone();
    for &mv in history.moves() {
        moves.push(EvaluatedMove {
            number: position.fullmove_number(),
            by: position.turn(),
            score: None,
            zeroes: resets_clock(&position, mv),
        });
        position.play_unchecked(mv);
    }
    for note in game.comments(bytes) {
        let Some(scored) = (note.ply as usize).checked_sub(1).and_then(|ply| moves.get_mut(ply)) else { continue };
        let mut values = CommentValues::default();
        values.add(&bytes[note.span.clone()], scored.by);
        scored.score = scored.score.or(values.score.map(|score| score.of(scored.by).in_centipawns()));
    }
    moves
}

/// Whether a move is a capture or pawn move.
fn resets_clock(position: &Position, mv: Move) -> bool {
    let captures = mv.kind() != MoveKind::Castle && position.occupied().contains(mv.to());
    captures || position.by_type(PieceType::Pawn).contains(mv.from())
}
