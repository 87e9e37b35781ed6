//! Events off the board (flag fall, resignation, illegal moves, …) and their consequences.
//!
//! [`decide`] first applies the endings on the board, because 5.1.1 and 5.2 take precedence over 6.9, and then the
//! event. Under most rule sets, a player who would win by an event draws if they can no longer checkmate.

mod objection;
mod read;

use crate::chess::piece::Color;
use crate::chess::position::Position;

use super::edition::{Edition, LawTopic, Supervision, TimeClass, WinRule};
use super::ending::{self, Ending};
use super::forced_mate::{ForcedMate, forced_mate};
use super::history::History;
use super::material::has_mating_material;
use super::unwinnable::{BUDGET, CanMate, NEAR, Winnable, can_mate, is_open_play, shorten, winnable};
use super::verdict::{Certainty, Certificate, Decision, Reason, Verdict};

pub(crate) use objection::agreed_too_early;
pub use objection::{Objection, objection};
pub use read::UnknownEvent;

/// Something that happens off the board, after the last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player's flag has fallen.
    Flag(Color),
    /// Both flags have fallen, and it is unknown which fell first.
    BothFlags {
        /// The period in which they fell.
        period: TimePeriod,
    },
    /// A player resigns.
    Resign(Color),
    /// The players agree on a draw.
    Agree,
    /// A player offers a draw (Laws 9.1.2).
    Offer {
        /// The player.
        by: Color,
        /// The opponent's reply.
        reply: OfferReply,
    },
    /// A player has completed an illegal move, or something that counts as one.
    Illegal {
        /// The player.
        by: Color,
        /// The number of illegal moves by this player so far, this one included.
        number: u8,
        /// What the player did.
        offense: IllegalAction,
    },
    /// A player has completed an illegal move, and the opponent has made the next move.
    IllegalStood {
        /// The player.
        by: Color,
        /// The number of illegal moves by this player so far, this one included.
        number: u8,
    },
    /// Both kings are in check or a pawn is on its last rank, and a move was made after that.
    IllegalPosition,
    /// The players find during the game that the initial position was wrong.
    WrongArray,
    /// The players find during the game that they have each other's colors.
    ColorsReversed,
    /// A player arrives after the default time.
    Late(Color),
    /// Both players arrive after the default time.
    BothLate,
    /// A player persists in refusing to comply with the Laws.
    Refuse(Color),
    /// Both players persist in refusing to comply with the Laws.
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
    /// A move was made with two hands.
    TwoHands,
}

/// The reply to a draw offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OfferReply {
    /// No reply yet.
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

/// The assumption when the search does not decide whether a side can checkmate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum IfUnproved {
    /// None: the game stays undetermined.
    #[default]
    Undetermined,
    /// It can checkmate: the opponent loses.
    Loss,
    /// It cannot checkmate: a draw.
    Draw,
}

/// The circumstances of a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulingOptions {
    /// The rule set.
    pub edition: Edition,
    /// The time class of the game.
    pub class: TimeClass,
    /// Whether an arbiter supervises every game.
    pub supervision: Supervision,
    /// Whether the time control is known to have an increment.
    pub has_increment: bool,
    /// The assumption when a search is inconclusive.
    pub if_unproved: IfUnproved,
    /// The largest number of positions to search.
    pub budget: u32,
    /// The largest number of positions to search for a shorter helpmate; `None` if no line is needed.
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

/// The player who gets extra time because of an event, and how many minutes.
pub fn penalty(event: Event, options: RulingOptions) -> Option<(Color, u8)> {
    match event {
        Event::IllegalStood { .. } if illegal_moves_stand(options) => None,
        Event::Illegal { offense: IllegalAction::NoMove | IllegalAction::TwoHands, .. }
            if !counts_gestures(options) =>
        {
            None
        }
        Event::Illegal { by, number, .. } | Event::IllegalStood { by, number } => {
            let book = options.edition.rules();
            let losing = book.losing_illegal_move(options.class, options.supervision);
            losing
                .is_none_or(|losing| number < losing)
                .then(|| book.illegal_move_penalty(options.class))
                .flatten()
                .map(|minutes| (by.other(), minutes))
        }
        _ => None,
    }
}

/// Decides a game at its last move: by the board, or else by the event.
pub fn decide(history: &History, event: Option<Event>, options: RulingOptions) -> Verdict {
    match (ending::first(history, options.edition, options.budget), event) {
        (Ending::Over(end), _) => end,
        (Ending::Undecided { positions }, None) => perhaps_dead(history, positions, options),
        (Ending::Open | Ending::Undecided { .. }, event) => decide_open(history, event, options),
    }
}

/// The verdict on a game if the search leaves open whether it has reached a dead position.
pub fn perhaps_dead(history: &History, positions: u32, options: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, options.edition, history.plies());
    match options.if_unproved {
        IfUnproved::Undetermined => verdict(Decision::Undetermined, Reason::DeadPosition),
        IfUnproved::Loss => verdict(Decision::Ongoing, Reason::Ongoing).with_certainty(Certainty::Assumed),
        IfUnproved::Draw => verdict(Decision::Draw, Reason::DeadPosition).with_certainty(Certainty::Assumed),
    }
    .with_certificate(Certificate::Undecided { positions })
}

/// Decides a game that the board has not ended, by the event.
pub fn decide_open(history: &History, event: Option<Event>, options: RulingOptions) -> Verdict {
    let ply = history.plies();
    let edition = options.edition;
    let verdict = |decision, reason| Verdict::new(decision, reason, edition, ply);
    let Some(event) = event else { return verdict(Decision::Ongoing, Reason::Ongoing) };
    let book = edition.rules();
    match objection(history, event, options) {
        Some(Objection::HasMoved(_)) => return verdict(Decision::Ongoing, Reason::Ongoing),
        Some(Objection::AgreedTooEarly(_)) => {
            let ongoing = verdict(Decision::Ongoing, Reason::Agreement).citing(LawTopic::AgreementTerms);
            return ongoing.with_event_certainty();
        }
        Some(Objection::NotEstablished | Objection::CannotBeMade) => {
            let reason = match event {
                Event::WrongArray => Reason::WrongArray,
                Event::ColorsReversed => Reason::ColorsReversed,
                Event::Late(_) | Event::BothLate => Reason::DefaultTime,
                Event::Refuse(_) | Event::BothRefuse => Reason::Refusal,
                Event::Flag(_) => Reason::Flag,
                Event::BothFlags { .. } => Reason::BothFlags,
                _ => Reason::IllegalMoves,
            };
            let by = match event {
                Event::Flag(by) | Event::Late(by) | Event::Refuse(by) => Some(by),
                _ => None,
            };
            return Verdict { by, ..verdict(Decision::Undetermined, reason) };
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
            lose(history, by, book.resignation, reasons, options)
        }
        Event::Flag(by) => lose(history, by, book.flag, [Reason::Flag, Reason::FlagUnwinnable], options),
        Event::BothFlags { period } => both_flags(period, options, history.plies()),
        Event::Illegal { by, number, offense } => illegal(history, by, number, offense, options),
        Event::IllegalStood { by, .. } if illegal_moves_stand(options) => {
            illegal_stands(options, history.plies()).by(by)
        }
        Event::IllegalStood { by, number } => illegal(history, by, number, IllegalAction::Move, options),
        // `illegal_position` decides the consequences when it knows the position.
        Event::IllegalPosition => verdict(Decision::Ongoing, Reason::Ongoing),
        Event::WrongArray | Event::ColorsReversed => restart(history, event, options),
        Event::Late(by) => win(by, Reason::DefaultTime),
        Event::BothLate => verdict(Decision::BothLose, Reason::DefaultTime),
        Event::Refuse(by) => win(by, Reason::Refusal),
        Event::BothRefuse => verdict(Decision::BothLose, Reason::Refusal).citing(LawTopic::BothRefuse),
    }
    .with_event_certainty()
}

/// Whether the rules for rapid and blitz without full supervision apply (A.5 and B.3 of 2023, A.4 and B.4 of 2018 and
/// 2014).
pub fn is_limited(options: RulingOptions) -> bool {
    let is_fast = options.class != TimeClass::Standard;
    is_fast && options.supervision == Supervision::Limited && options.edition.is_from_2014()
}

/// Whether an illegal move stands after the opponent's move: without full supervision since 2014, and in all rapid and
/// blitz games in 2001 (B5(b), C3).
pub fn illegal_moves_stand(options: RulingOptions) -> bool {
    is_limited(options) || (options.edition == Edition::Fide2001 && options.class != TimeClass::Standard)
}

/// The rule by which an illegal move stands, if it does.
pub const fn standing_topic(options: RulingOptions) -> LawTopic {
    match (options.edition, options.class) {
        (Edition::Fide2001, TimeClass::Blitz) => LawTopic::IllegalInBlitz,
        (Edition::Fide2001, _) => LawTopic::IllegalStandsInRapid,
        _ => LawTopic::IllegalStands,
    }
}

pub(super) fn illegal_stands(options: RulingOptions, ply: u32) -> Verdict {
    let verdict = Verdict::new(Decision::Ongoing, Reason::IllegalMoveStands, options.edition, ply);
    verdict.citing(standing_topic(options))
}

/// The rule by which an illegal move loses.
fn losing_topic(options: RulingOptions) -> LawTopic {
    match (options.edition, options.class) {
        (Edition::Fide2001, TimeClass::Blitz) => LawTopic::IllegalInBlitz,
        (Edition::Fide2014, _) if is_limited(options) => LawTopic::IllegalStands,
        _ => LawTopic::IllegalPenalty,
    }
}

/// Whether pressing the clock without a move and moving with two hands count as illegal moves: since July 2017.
pub const fn counts_gestures(options: RulingOptions) -> bool {
    options.edition.is_from_2018()
}

/// Decides a completed illegal move, or what counts as one: the last allowed one loses, earlier ones cost time (7.5.5).
fn illegal(history: &History, by: Color, number: u8, offense: IllegalAction, options: RulingOptions) -> Verdict {
    let book = options.edition.rules();
    let is_counted = matches!(offense, IllegalAction::Move | IllegalAction::Unpromoted) || counts_gestures(options);
    let losing = book.losing_illegal_move(options.class, options.supervision);
    if is_counted && losing.is_some_and(|most| number >= most) {
        return lose_by_illegal_moves(history, by, options);
    }
    let reason = match offense {
        IllegalAction::Move => Reason::IllegalMove,
        IllegalAction::Unpromoted => Reason::UnpromotedPawn,
        IllegalAction::NoMove => Reason::ClockWithoutMove,
        IllegalAction::TwoHands => Reason::TwoHands,
    };
    let verdict = Verdict::new(Decision::Ongoing, reason, options.edition, history.plies()).by(by);
    if is_counted { verdict } else { verdict.citing(LawTopic::OneHand) }
}

/// Decides a game in which both flags have fallen and the order is unknown. Guideline III covers standard and rapid
/// games without increment (III.2.2). No article covers other games; adoube assumes the same rule there.
fn both_flags(period: TimePeriod, options: RulingOptions, ply: u32) -> Verdict {
    let decision = match period {
        TimePeriod::Last => Decision::Draw,
        TimePeriod::Earlier => Decision::Ongoing,
    };
    let verdict = Verdict::new(decision, Reason::BothFlags, options.edition, ply);
    if options.edition == Edition::Fide2001 && options.class != TimeClass::Standard {
        return verdict.citing(LawTopic::BothFlagsFast);
    }
    let is_ruled = match options.edition {
        Edition::Uscf => period == TimePeriod::Last,
        edition => edition.is_from_2018() && guideline_applies(options),
    };
    if is_ruled {
        return verdict;
    }
    let assumed = verdict.with_certainty(Certainty::Assumed);
    if is_limited(options) { assumed.citing(LawTopic::WinOnTime) } else { Verdict { article: None, ..assumed } }
}

/// Whether Guideline III can apply: only to standard and rapid games without increment (III.2.2).
pub fn guideline_applies(options: RulingOptions) -> bool {
    options.class != TimeClass::Blitz && !options.has_increment
}

/// The number of moves that both players have completed, by the move number of the last position.
pub fn moves_by_both(history: &History) -> u32 {
    history.last().fullmove_number().saturating_sub(1)
}

/// Decides whether a game with a wrong initial position or reversed colors must be restarted.
fn restart(history: &History, event: Event, options: RulingOptions) -> Verdict {
    let verdict = |decision, reason| Verdict::new(decision, reason, options.edition, history.plies());
    let made = moves_by_both(history);
    if event == Event::WrongArray {
        let is_unwatched = options.supervision == Supervision::Limited || options.edition == Edition::Fide2001;
        let is_fast = options.class != TimeClass::Standard && is_unwatched;
        if is_fast && made >= options.edition.moves_to_claim_initial_position() {
            return verdict(Decision::Ongoing, Reason::WrongArray).citing(LawTopic::WrongArrayLate);
        }
        return verdict(Decision::NotAGame, Reason::WrongArray);
    }
    let restarts = options.edition.is_from_2018() && made < 10;
    verdict(if restarts { Decision::NotAGame } else { Decision::Ongoing }, Reason::ColorsReversed)
}

/// Decides a game in which a player has completed the illegal move that loses: a loss, unless the opponent cannot win
/// (Laws 7.5.5; C3 of 2001 and A.4.b of 2014 in rapid and blitz).
pub fn lose_by_illegal_moves(history: &History, loser: Color, options: RulingOptions) -> Verdict {
    let reasons = [Reason::IllegalMoves, Reason::IllegalMovesUnwinnable];
    let rule = options.edition.rules().illegal_rule(options.class);
    lose(history, loser, rule, reasons, options).citing(losing_topic(options))
}

/// The largest number of positions to search for a forced mate: it must be near to be claimed.
const FORCED_BUDGET: u32 = 200_000;

/// Decides a loss that becomes a draw if the opponent cannot win.
fn lose(history: &History, loser: Color, rule: WinRule, reasons: [Reason; 2], options: RulingOptions) -> Verdict {
    let (position, winner) = (history.last(), loser.other());
    let verdict = |decision, reason| Verdict::new(decision, reason, options.edition, history.plies()).by(loser);
    let win = || verdict(Decision::Win(winner), reasons[0]);
    let draw = || verdict(Decision::Draw, reasons[1]);
    if rule.is_draw_by_material(position, winner) {
        let proof = Certificate::Unwinnable(super::unwinnable::Proof::Material);
        return match rule {
            WinRule::UnlessUnable | WinRule::UnlessMaterial => draw().with_certificate(proof),
            WinRule::UnlessUscf14E if !has_mating_material(position, winner) => draw().with_certificate(proof),
            WinRule::UnlessUscf14E => match forced_mate(position, winner, options.budget.min(FORCED_BUDGET)) {
                ForcedMate::Yes(line) => win().with_certificate(Certificate::ForcedMate(line)),
                ForcedMate::No => {
                    draw().with_certificate(Certificate::InsufficientMaterialByRuleUnlessForced { positions: None })
                }
                ForcedMate::Unknown { positions } => {
                    let positions = Some(positions);
                    draw()
                        .with_certificate(Certificate::InsufficientMaterialByRuleUnlessForced { positions })
                        .with_certainty(Certainty::Assumed)
                }
            },
            _ => draw().with_certificate(Certificate::InsufficientMaterialByRule),
        };
    }
    if !matches!(rule, WinRule::UnlessUnable | WinRule::UnlessUscf14E) {
        return win();
    }
    let draw = || if rule == WinRule::UnlessUscf14E { draw().citing(LawTopic::CannotBeMated) } else { draw() };
    let (answer, certificate) = winnability(position, winner, options);
    match answer {
        Winnable::Yes => win().with_certificate(certificate),
        Winnable::No(proof) => draw().with_certificate(Certificate::Unwinnable(proof)),
        Winnable::Unknown { positions } => {
            let certificate = if positions == 0 { Certificate::None } else { Certificate::Undecided { positions } };
            match options.if_unproved {
                IfUnproved::Undetermined => verdict(Decision::Undetermined, reasons[0]),
                IfUnproved::Loss => win().with_certainty(Certainty::Assumed),
                IfUnproved::Draw => draw().with_certainty(Certainty::Assumed),
            }
            .with_certificate(certificate)
        }
    }
}

/// Whether the winner can checkmate, with a helpmate if the options ask for one.
fn winnability(position: &Position, winner: Color, options: RulingOptions) -> (Winnable, Certificate) {
    let Some(most) = options.line else {
        return (winnable(position, winner, options.budget), Certificate::None);
    };
    match can_mate(position, winner, options.budget) {
        CanMate::Yes(line) => {
            let (helpmate, _) = shorten(position, winner, &line, most);
            (Winnable::Yes, Certificate::Helpmate(helpmate.line))
        }
        CanMate::No(proof) => (Winnable::No(proof), Certificate::None),
        // The search found no line in time, but open play may still guarantee a helpmate.
        CanMate::Unknown { positions } if !is_open_play(position, winner, options.budget) => {
            (Winnable::Unknown { positions }, Certificate::None)
        }
        CanMate::Unknown { .. } => (Winnable::Yes, Certificate::None),
    }
}

impl Verdict {
    /// A verdict that depends on an event is only as certain as the event.
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

    fn verdict_on(fen: &str, event: &str, edition: Edition) -> String {
        let options = RulingOptions { edition, ..RulingOptions::default() };
        let verdict = decide(&game(fen, ""), Some(event.parse().unwrap()), options);
        let article = verdict.article.map_or("-", |article| article.number);
        format!("{} {} {article} {}", verdict.decision, verdict.reason, verdict.certainty)
    }

    #[test]
    fn a_flag_wins_only_if_mate_is_possible() {
        let now = Edition::Fide2023;
        assert_eq!(
            verdict_on("5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", "flag:black", now),
            "draw flag-unwinnable 6.9 proved"
        );
        let helpmate = "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1";
        assert_eq!(verdict_on(helpmate, "flag:white", now), "black-wins flag 6.9 proved");
        assert_eq!(verdict_on(helpmate, "flag:white", Edition::Uscf), "draw flag-unwinnable 14E assumed");
        assert_eq!(verdict_on(helpmate, "flag:white", Edition::Chesscom), "draw flag-unwinnable - proved");
        assert_eq!(verdict_on(helpmate, "flag:white", Edition::Lichess), "black-wins flag - claimed");
        assert_eq!(verdict_on("8/8/8/3k4/8/2B5/q7/7K b - - 0 1", "flag:black", now), "draw flag-unwinnable 6.9 proved");
    }

    #[test]
    fn resignation_depends_on_the_edition() {
        let fen = "8/8/4k3/3R4/2K5/8/8/8 w - - 0 50";
        assert_eq!(verdict_on(fen, "resign:white", Edition::Fide2023), "draw resignation-unwinnable 5.1.2 proved");
        assert_eq!(verdict_on(fen, "resign:white", Edition::Fide2018), "black-wins resignation 5.1.2 claimed");
        assert_eq!(verdict_on(fen, "illegal:white:2", Edition::Fide2023), "draw illegal-moves-unwinnable 7.5.5 proved");
        assert_eq!(verdict_on(fen, "illegal:white:1", Edition::Fide2023), "ongoing illegal-move 7.5.1 claimed");
        assert_eq!(verdict_on(fen, "illegal:white:2", Edition::Lichess), "undetermined illegal-moves - inferred");
    }

    #[test]
    fn endings_on_the_board_precede_events() {
        let now = Edition::Fide2023;
        assert_eq!(verdict_on("R6k/8/6K1/8/8/8/8/8 b - - 0 1", "flag:white", now), "white-wins checkmate 5.1.1 proved");
        assert_eq!(
            verdict_on("7k/8/6K1/8/8/8/R7/8 b - - 150 120", "flag:black", now),
            "draw seventy-five-moves 9.6.2 proved"
        );
    }

    #[test]
    fn an_inconclusive_search_decides_only_by_assumption() {
        let options = RulingOptions { budget: 2, ..RulingOptions::default() };
        // White can mate, but only after a long search.
        let history = game("k6B/1b4B1/2b2B2/4B3/3B4/1pB1B3/pP1B4/K7 b - - 0 1", "");
        let verdict = decide(&history, Some(Event::Flag(Color::Black)), options);
        assert_eq!(verdict.decision, Decision::Undetermined);
        let options = RulingOptions { if_unproved: IfUnproved::Loss, ..options };
        let verdict = decide(&history, Some(Event::Flag(Color::Black)), options);
        assert_eq!((verdict.decision, verdict.certainty), (Decision::Win(Color::White), Certainty::Assumed));
    }

    #[test]
    fn impossible_events_decide_nothing() {
        let (start, moved) = (game("", ""), game("", "1. e4"));
        let event = |history: &History, event: &str, edition| {
            let options = RulingOptions { edition, ..RulingOptions::default() };
            let verdict = decide(history, Some(event.parse().unwrap()), options);
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
    fn events_are_parsed() {
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
