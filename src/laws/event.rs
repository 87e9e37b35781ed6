//! What happens beside the board, and what follows from it: the order of decision of the Laws.
//!
//! What the board has ended stays ended (5.1.1 and 5.2 go before 6.9). Then the event counts, and a player who would win
//! by it wins only if he can still mate, where the rule set asks for that.

mod read;

use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::edition::{Edition, IllegalMoves, LawTopic, Supervision, TimeClass, WinRule};
use super::ending::{self, Ending};
use super::history::History;
use super::unwinnable::{BUDGET, CanMate, NEAR, Winnable, can_mate, is_open_play, shorten, winnable};
use super::verdict::{Certainty, Certificate, Decision, Reason, Verdict};

pub use read::UnknownEvent;

/// Something that happens beside the board, after the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player's flag has fallen.
    Flag(Color),
    /// Both flags are down, and nobody knows which fell first.
    BothFlags {
        /// Whether that was in the last period of the game.
        period: TimePeriod,
    },
    /// A player resigns.
    Resign(Color),
    /// The players agree on a draw.
    Agree,
    /// A player offers a draw (Laws 9.1.2).
    Offer {
        /// Who.
        by: Color,
        /// What the opponent does about it.
        reply: OfferReply,
    },
    /// A player has completed an illegal move, or something that counts as one.
    Illegal {
        /// Who.
        by: Color,
        /// Which of his illegal moves it is, from 1.
        number: u8,
        /// What he did.
        offense: IllegalAction,
    },
    /// A player has completed an illegal move, and the other has made his next move.
    IllegalStood {
        /// Who.
        by: Color,
        /// Which of his illegal moves it is, from 1.
        number: u8,
    },
    /// Both kings are in check or a pawn stands on its last rank, and a move was made after that.
    IllegalPosition,
    /// It is found during the game that the pieces stood on wrong squares at its beginning.
    WrongArray,
    /// It is found during the game that the players have each other's colors.
    ColorsReversed,
    /// A player comes later than the default time allows.
    Late(Color),
    /// Both players do.
    BothLate,
    /// A player persists in refusing to obey the Laws.
    Refuse(Color),
    /// Both players do.
    BothRefuse,
}

/// What a player did that is, or counts as, an illegal move (Laws 7.5.1 to 7.5.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalAction {
    /// A move that is not legal.
    Move,
    /// A pawn was moved to the last rank and not replaced.
    Unpromoted,
    /// The clock was pressed without a move.
    NoMove,
    /// Two hands made one move.
    TwoHands,
}

/// What becomes of an offer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferReply {
    /// Nothing so far.
    Open,
    /// The opponent accepts.
    Accepted,
    /// The opponent declines, orally or by touching a piece in order to move or capture it.
    Declined,
}

/// A period of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimePeriod {
    /// The last one.
    Last,
    /// One before the last.
    Earlier,
}

/// What to take for granted where a search does not decide whether a side can mate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum IfUnproved {
    /// Nothing.
    #[default]
    Undetermined,
    /// That it can: the other loses.
    Loss,
    /// That it cannot: a draw.
    Draw,
}

/// How to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulingOptions {
    /// The rule set.
    pub edition: Edition,
    /// How fast the game is.
    pub class: TimeClass,
    /// Whether an arbiter watches.
    pub supervision: Supervision,
    /// Whether time is known to be added for each move.
    pub has_increment: bool,
    /// What to take for granted.
    pub if_unproved: IfUnproved,
    /// How many positions a search may look at.
    pub budget: u32,
    /// How many positions may be looked at for a shorter mating line once one is known; `None` where no line is shown.
    pub line: Option<u32>,
}

impl Default for RulingOptions {
    fn default() -> Self {
        Self {
            edition: Edition::Fide2023,
            class: TimeClass::Standard,
            supervision: Supervision::Full,
            has_increment: false,
            if_unproved: IfUnproved::Undetermined,
            budget: BUDGET,
            line: Some(NEAR),
        }
    }
}

/// Time that a player gets because of an event: who, and how many minutes.
#[must_use]
pub fn penalty(event: Event, terms: RulingOptions) -> Option<(Color, u8)> {
    match event {
        Event::IllegalStood { .. } if stands(terms) => None,
        Event::Illegal { offense: IllegalAction::NoMove | IllegalAction::TwoHands, .. } if !counts_gestures(terms) => {
            None
        }
        Event::Illegal { by, number, .. } | Event::IllegalStood { by, number } => {
            let book = terms.edition.book();
            let is_lenient = number < book.losing_illegal_move(terms.class, terms.supervision)?;
            is_lenient.then(|| book.illegal_move_penalty(terms.class)).flatten().map(|minutes| (by.other(), minutes))
        }
        _ => None,
    }
}

/// Why an event has no effect in a game that goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// Who has moved has come.
    HasMoved(Color),
    /// A draw can be agreed only when both have made a move.
    AgreedTooEarly,
    /// What illegal moves cost under the rule set, or in games this fast, is not established.
    NotEstablished,
    /// No illegal move can be made under the rule set.
    CannotBeMade,
}

/// Why an event cannot decide the game, whatever the position.
#[must_use]
pub fn objection(history: &History, event: Event, terms: RulingOptions) -> Option<Objection> {
    let book = terms.edition.book();
    let is_here = |&color: &Color| has_moved(history, color);
    match event {
        Event::Late(color) => is_here(&color).then_some(Objection::HasMoved(color)),
        Event::BothLate => Color::BOTH.into_iter().find(is_here).map(Objection::HasMoved),
        Event::Agree => {
            let is_early = book.agreement_needs_moves && !Color::BOTH.iter().all(is_here);
            is_early.then_some(Objection::AgreedTooEarly)
        }
        Event::Offer { reply: OfferReply::Accepted, .. } => objection(history, Event::Agree, terms),
        Event::Illegal { .. }
        | Event::IllegalStood { .. }
        | Event::IllegalPosition
        | Event::WrongArray
        | Event::ColorsReversed
            if book.illegal_moves == IllegalMoves::Impossible =>
        {
            Some(Objection::CannotBeMade)
        }
        Event::WrongArray | Event::ColorsReversed if !terms.edition.is_fide() => Some(Objection::NotEstablished),
        Event::Illegal { offense: IllegalAction::NoMove | IllegalAction::TwoHands, .. } if terms.edition.is_fide() => {
            let losing = book.losing_illegal_move(terms.class, terms.supervision);
            (losing.is_none() && counts_gestures(terms)).then_some(Objection::NotEstablished)
        }
        Event::IllegalStood { .. } if stands(terms) => None,
        Event::Illegal { .. } | Event::IllegalStood { .. } => {
            let losing = book.losing_illegal_move(terms.class, terms.supervision);
            losing.is_none().then_some(Objection::NotEstablished)
        }
        _ => None,
    }
}

/// Whether a player has made a move, in the game or before the position it starts from.
fn has_moved(history: &History, color: Color) -> bool {
    let start = history.start();
    let is_later = start.fullmove_number() > 1 || start.turn() == Color::Black;
    let before = match color {
        Color::White => is_later,
        Color::Black => start.fullmove_number() > 1,
    };
    let first = if start.turn() == color { 1 } else { 2 };
    before || history.plies() >= first
}

/// Decides a game at its last move: what the board says, and then what the event says.
#[must_use]
pub fn decide(history: &History, event: Option<Event>, terms: RulingOptions) -> Verdict {
    match (ending::first(history, terms.edition, terms.budget), event) {
        (Ending::Over(end), _) => end,
        (Ending::Undecided { positions }, None) => perhaps_dead(history, positions, terms),
        (Ending::Open | Ending::Undecided { .. }, event) => decide_open(history, event, terms),
    }
}

/// The verdict on a game of which so many positions did not decide whether it has come to a dead position.
#[must_use]
pub fn perhaps_dead(history: &History, positions: u32, terms: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, history.plies());
    match terms.if_unproved {
        IfUnproved::Undetermined => verdict(Decision::Undetermined, Reason::DeadPosition),
        IfUnproved::Loss => verdict(Decision::Ongoing, Reason::Ongoing).with_certainty(Certainty::Assumed),
        IfUnproved::Draw => verdict(Decision::Draw, Reason::DeadPosition).with_certainty(Certainty::Assumed),
    }
    .with_certificate(Certificate::Undecided { positions })
}

/// Decides a game that the board has not ended: what the event says.
#[must_use]
pub fn decide_open(history: &History, event: Option<Event>, terms: RulingOptions) -> Verdict {
    let ply = history.plies();
    let edition = terms.edition;
    let verdict = |decision, reason| Verdict::new(decision, reason, edition, ply);
    let Some(event) = event else { return verdict(Decision::Ongoing, Reason::Ongoing) };
    let book = edition.book();
    match objection(history, event, terms) {
        Some(Objection::HasMoved(_)) => return verdict(Decision::Ongoing, Reason::Ongoing),
        Some(Objection::AgreedTooEarly) => {
            let goes_on = verdict(Decision::Ongoing, Reason::Agreement).resting_on(LawTopic::AgreementTerms);
            return goes_on.with_event_certainty();
        }
        Some(Objection::NotEstablished | Objection::CannotBeMade) => {
            let reason = match event {
                Event::WrongArray => Reason::WrongArray,
                Event::ColorsReversed => Reason::ColorsReversed,
                _ => Reason::IllegalMoves,
            };
            return verdict(Decision::Undetermined, reason);
        }
        None => {}
    }
    let win = |by: Color, reason| verdict(Decision::Win(by.other()), reason).by(by);
    match event {
        Event::Agree => verdict(Decision::Draw, Reason::Agreement),
        Event::Offer { by, reply } => match reply {
            OfferReply::Accepted => verdict(Decision::Draw, Reason::Agreement),
            OfferReply::Open => verdict(Decision::Ongoing, Reason::DrawOffer).by(by),
            OfferReply::Declined => verdict(Decision::Ongoing, Reason::DrawOfferDeclined).by(by.other()),
        },
        Event::Resign(by) => {
            let reasons = [Reason::Resignation, Reason::ResignationUnwinnable];
            lose(history, by, book.resignation, reasons, terms)
        }
        Event::Flag(by) => lose(history, by, book.flag, [Reason::Flag, Reason::FlagUnwinnable], terms),
        Event::BothFlags { period } => both_flags(period, terms, history.plies()),
        Event::Illegal { by, number, offense } => illegal(history, by, number, offense, terms),
        Event::IllegalStood { by, .. } if stands(terms) => illegal_stands(terms, history.plies()).by(by),
        Event::IllegalStood { by, number } => illegal(history, by, number, IllegalAction::Move, terms),
        // What follows from an illegal position is decided where one is given, in `illegal_position`.
        Event::IllegalPosition => verdict(Decision::Ongoing, Reason::Ongoing),
        Event::WrongArray | Event::ColorsReversed => restart(history, event, terms),
        Event::Late(by) => win(by, Reason::DefaultTime),
        Event::BothLate => verdict(Decision::BothLose, Reason::DefaultTime),
        Event::Refuse(by) => win(by, Reason::Refusal),
        Event::BothRefuse => verdict(Decision::BothLose, Reason::Refusal).resting_on(LawTopic::BothRefuse),
    }
    .with_event_certainty()
}

/// Whether the rules for rapid and blitz without an arbiter at every game hold (A.5 and B.3 of 2023, A.4 and B.4 of
/// 2018 and 2014).
#[must_use]
pub fn limited(terms: RulingOptions) -> bool {
    let is_fast = terms.class != TimeClass::Standard;
    is_fast && terms.supervision == Supervision::Limited && terms.edition.is_from_2014()
}

/// Whether an illegal move stands once the opponent has gone on: without an arbiter at every game since 2014, in all
/// rapid and blitz in 2001 (B5(b), C3).
#[must_use]
pub fn stands(terms: RulingOptions) -> bool {
    limited(terms) || (terms.edition == Edition::Fide2001 && terms.class != TimeClass::Standard)
}

/// What says that an illegal move stands, where it does.
#[must_use]
pub const fn standing_topic(terms: RulingOptions) -> LawTopic {
    match (terms.edition, terms.class) {
        (Edition::Fide2001, TimeClass::Blitz) => LawTopic::IllegalInBlitz,
        (Edition::Fide2001, _) => LawTopic::IllegalStandsInRapid,
        _ => LawTopic::IllegalStands,
    }
}

/// The verdict on an illegal move that stands.
pub(super) fn illegal_stands(terms: RulingOptions, ply: u32) -> Verdict {
    let verdict = Verdict::new(Decision::Ongoing, Reason::IllegalMoveStands, terms.edition, ply);
    verdict.resting_on(standing_topic(terms))
}

/// What says that an illegal move loses.
fn losing_topic(terms: RulingOptions) -> LawTopic {
    match (terms.edition, terms.class) {
        (Edition::Fide2001, TimeClass::Blitz) => LawTopic::IllegalInBlitz,
        (Edition::Fide2014, _) if limited(terms) => LawTopic::IllegalStands,
        _ => LawTopic::IllegalPenalty,
    }
}

/// Whether a clock pressed without a move, and a move made with two hands, count as illegal moves: since July 2017.
#[must_use]
pub const fn counts_gestures(terms: RulingOptions) -> bool {
    terms.edition.is_from_2018()
}

/// A completed illegal move, or what counts as one: the one too many loses, the others cost time (7.5.5).
fn illegal(history: &History, by: Color, number: u8, offense: IllegalAction, terms: RulingOptions) -> Verdict {
    let book = terms.edition.book();
    let is_counted = matches!(offense, IllegalAction::Move | IllegalAction::Unpromoted) || counts_gestures(terms);
    let losing = book.losing_illegal_move(terms.class, terms.supervision);
    if is_counted && losing.is_some_and(|most| number >= most) {
        return lose_by_illegal_moves(history, by, terms);
    }
    let reason = match offense {
        IllegalAction::Move => Reason::IllegalMove,
        IllegalAction::Unpromoted => Reason::UnpromotedPawn,
        IllegalAction::NoMove => Reason::ClockWithoutMove,
        IllegalAction::TwoHands => Reason::TwoHands,
    };
    let verdict = Verdict::new(Decision::Ongoing, reason, terms.edition, history.plies()).by(by);
    if is_counted { verdict } else { verdict.resting_on(LawTopic::OneHand) }
}

/// Both flags are down, and nobody knows which fell first. Guideline III speaks of standard and rapid games without
/// increment (III.2.2); no article decides any other game, and the same is assumed there.
fn both_flags(period: TimePeriod, terms: RulingOptions, ply: u32) -> Verdict {
    let decision = match period {
        TimePeriod::Last => Decision::Draw,
        TimePeriod::Earlier => Decision::Ongoing,
    };
    let verdict = Verdict::new(decision, Reason::BothFlags, terms.edition, ply);
    if terms.edition == Edition::Fide2001 && terms.class != TimeClass::Standard {
        return verdict.resting_on(LawTopic::BothFlagsFast);
    }
    if !terms.edition.is_fide() || (terms.edition.is_from_2018() && guideline_applies(terms)) {
        return verdict;
    }
    let assumed = verdict.with_certainty(Certainty::Assumed);
    if limited(terms) { assumed.resting_on(LawTopic::WinOnTime) } else { Verdict { article: None, ..assumed } }
}

/// Whether Guideline III can apply: to standard and rapid games without increment (III.2.2).
#[must_use]
pub fn guideline_applies(terms: RulingOptions) -> bool {
    terms.class != TimeClass::Blitz && !terms.has_increment
}

/// How many moves both players have made, as the numbers of the game count them.
#[must_use]
pub fn moves_by_both(history: &History) -> u32 {
    history.last().fullmove_number().saturating_sub(1)
}

/// The game began from a wrong array, or with the wrong colors: whether a new one is played.
fn restart(history: &History, event: Event, terms: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, history.plies());
    let made = moves_by_both(history);
    if event == Event::WrongArray {
        let is_unwatched = terms.supervision == Supervision::Limited || terms.edition == Edition::Fide2001;
        let is_fast = terms.class != TimeClass::Standard && is_unwatched;
        if is_fast && made >= terms.edition.moves_to_claim_array() {
            return verdict(Decision::Ongoing, Reason::WrongArray).resting_on(LawTopic::WrongArrayLate);
        }
        return verdict(Decision::NotAGame, Reason::WrongArray);
    }
    let starts_again = terms.edition.is_from_2018() && made < 10;
    verdict(if starts_again { Decision::NotAGame } else { Decision::Ongoing }, Reason::ColorsReversed)
}

/// A player has completed an illegal move too many, and loses, unless the other one cannot win (Laws 7.5.5; C3 of 2001
/// and A.4.b of 2014 in fast games).
#[must_use]
pub fn lose_by_illegal_moves(history: &History, loser: Color, terms: RulingOptions) -> Verdict {
    let reasons = [Reason::IllegalMoves, Reason::IllegalMovesUnwinnable];
    let rule = terms.edition.book().illegal_rule(terms.class);
    lose(history, loser, rule, reasons, terms).resting_on(losing_topic(terms))
}

/// A player loses, unless the other one cannot win.
fn lose(history: &History, loser: Color, rule: WinRule, reasons: [Reason; 2], terms: RulingOptions) -> Verdict {
    let (position, winner) = (history.last(), loser.other());
    let verdict = |decision, reason| Verdict::new(decision, reason, terms.edition, history.plies()).by(loser);
    let win = || verdict(Decision::Win(winner), reasons[0]);
    let draw = || verdict(Decision::Draw, reasons[1]);
    if rule.is_draw_by_material(position, winner) {
        let proof = Certificate::Unwinnable(super::unwinnable::Proof::Material);
        return match rule {
            WinRule::UnlessUnable | WinRule::UnlessMaterial => draw().with_certificate(proof),
            WinRule::UnlessFewMen => {
                draw().with_certificate(Certificate::TooFewMenUnlessForced).with_certainty(Certainty::Assumed)
            }
            _ => draw().with_certificate(Certificate::TooFewMen),
        };
    }
    if rule != WinRule::UnlessUnable {
        return win();
    }
    let (answer, certificate) = ability(position, winner, terms);
    match answer {
        Winnable::Yes => win().with_certificate(certificate),
        Winnable::No(proof) => draw().with_certificate(Certificate::Unwinnable(proof)),
        Winnable::Unknown { positions } => {
            let certificate = if positions == 0 { Certificate::None } else { Certificate::Undecided { positions } };
            match terms.if_unproved {
                IfUnproved::Undetermined => verdict(Decision::Undetermined, reasons[0]),
                IfUnproved::Loss => win().with_certainty(Certainty::Assumed),
                IfUnproved::Draw => draw().with_certainty(Certainty::Assumed),
            }
            .with_certificate(certificate)
        }
    }
}

/// Whether the winner can mate, with the moves if they are wanted.
fn ability(position: &Position, winner: Color, terms: RulingOptions) -> (Winnable, Certificate) {
    let Some(most) = terms.line else {
        return (winnable(position, winner, terms.budget), Certificate::None);
    };
    match can_mate(position, winner, terms.budget) {
        CanMate::Yes(line) => {
            let (helpmate, _) = shorten(position, winner, &line, most);
            (Winnable::Yes, Certificate::Helpmate(helpmate.line))
        }
        CanMate::No(proof) => (Winnable::No(proof), Certificate::None),
        // No line was found in time; whether there is one may be plain all the same.
        CanMate::Unknown { positions } if !is_open_play(position, winner, terms.budget) => {
            (Winnable::Unknown { positions }, Certificate::None)
        }
        CanMate::Unknown { .. } => (Winnable::Yes, Certificate::None),
    }
}

impl Verdict {
    /// What rests on an event alone is no more certain than that it happened.
    fn with_event_certainty(self) -> Self {
        let is_proved = !matches!(self.certificate, Certificate::None);
        if self.certainty == Certainty::Assumed || is_proved {
            return self;
        }
        self.with_certainty(Certainty::Claimed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::claim::tests::game;

    fn told(fen: &str, event: &str, edition: Edition) -> String {
        let terms = RulingOptions { edition, ..RulingOptions::default() };
        let verdict = decide(&game(fen, ""), Some(event.parse().unwrap()), terms);
        let article = verdict.article.map_or("-", |article| article.number);
        format!("{} {} {article} {}", verdict.decision, verdict.reason, verdict.certainty)
    }

    #[test]
    fn a_flag_wins_only_if_mate_is_possible() {
        let now = Edition::Fide2023;
        assert_eq!(told("5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", "flag:black", now), "draw flag-unwinnable 6.9 proved");
        let helpmate = "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1";
        assert_eq!(told(helpmate, "flag:white", now), "black-wins flag 6.9 proved");
        assert_eq!(told(helpmate, "flag:white", Edition::Uscf), "draw flag-unwinnable 14E assumed");
        assert_eq!(told(helpmate, "flag:white", Edition::Chesscom), "draw flag-unwinnable - proved");
        assert_eq!(told(helpmate, "flag:white", Edition::Lichess), "black-wins flag - claimed");
        assert_eq!(told("8/8/8/3k4/8/2B5/q7/7K b - - 0 1", "flag:black", now), "draw flag-unwinnable 6.9 proved");
    }

    #[test]
    fn resignation_depends_on_the_edition() {
        let fen = "8/8/4k3/3R4/2K5/8/8/8 w - - 0 50";
        assert_eq!(told(fen, "resign:white", Edition::Fide2023), "draw resignation-unwinnable 5.1.2 proved");
        assert_eq!(told(fen, "resign:white", Edition::Fide2018), "black-wins resignation 5.1.2 claimed");
        assert_eq!(told(fen, "illegal:white:2", Edition::Fide2023), "draw illegal-moves-unwinnable 7.5.5 proved");
        assert_eq!(told(fen, "illegal:white:1", Edition::Fide2023), "ongoing illegal-move 7.5.1 claimed");
        assert_eq!(told(fen, "illegal:white:2", Edition::Lichess), "undetermined illegal-moves - inferred");
    }

    #[test]
    fn what_the_board_ended_stays_ended() {
        let now = Edition::Fide2023;
        assert_eq!(told("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "flag:white", now), "white-wins checkmate 5.1.1 proved");
        assert_eq!(
            told("7k/8/6K1/8/8/8/R7/8 b - - 150 120", "flag:black", now),
            "draw seventy-five-moves 9.6.2 proved"
        );
    }

    #[test]
    fn without_a_proof_nothing_is_decided_unless_asked_for() {
        let terms = RulingOptions { budget: 2, ..RulingOptions::default() };
        // White can mate, but only after a long search.
        let history = game("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 b - - 0 1", "");
        let verdict = decide(&history, Some(Event::Flag(Color::Black)), terms);
        assert_eq!(verdict.decision, Decision::Undetermined);
        let terms = RulingOptions { if_unproved: IfUnproved::Loss, ..terms };
        let verdict = decide(&history, Some(Event::Flag(Color::Black)), terms);
        assert_eq!((verdict.decision, verdict.certainty), (Decision::Win(Color::White), Certainty::Assumed));
    }

    #[test]
    fn what_cannot_have_happened_decides_nothing() {
        let (start, moved) = (game("", ""), game("", "1. e4"));
        let event = |history: &History, event: &str, edition| {
            let terms = RulingOptions { edition, ..RulingOptions::default() };
            let verdict = decide(history, Some(event.parse().unwrap()), terms);
            format!("{} {}", verdict.decision, verdict.reason)
        };
        assert_eq!(event(&start, "late:white", Edition::Fide2023), "black-wins default-time");
        assert_eq!(event(&moved, "late:white", Edition::Fide2023), "ongoing ongoing");
        assert_eq!(event(&moved, "late:black", Edition::Fide2023), "white-wins default-time");
        assert_eq!(event(&moved, "late:both", Edition::Fide2023), "ongoing ongoing");
        assert_eq!(event(&moved, "agree", Edition::Fide2023), "ongoing agreement");
        assert_eq!(event(&moved, "agree", Edition::Fide2001), "draw agreement");
        assert_eq!(event(&game("", "1. e4 e5"), "agree", Edition::Fide2023), "draw agreement");
    }

    #[test]
    fn events_are_read() {
        assert_eq!(
            "illegal:black:2".parse(),
            Ok(Event::Illegal { by: Color::Black, number: 2, offense: IllegalAction::Move })
        );
        assert_eq!("flag:both:earlier".parse(), Ok(Event::BothFlags { period: TimePeriod::Earlier }));
        for text in [
            "",
            "flag",
            "flag:red",
            "agree:white",
            "illegal:white:0",
            "resign:white:1",
            "late:both:x",
            "draw-offer:both",
            "wrong-array:white",
            "no-move",
        ] {
            assert!(text.parse::<Event>().is_err(), "{text}");
        }
    }
}
