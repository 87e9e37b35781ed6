//! The first line of a ruling as text: the answer to the user's question.

use crate::chess::moves::PlyCount;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::san;
use crate::chess::square::Square;
use crate::game::verdict::ruling::Ruling;
use crate::laws::claim::{ClaimVerdict, Rejection};
use crate::laws::edition::{Citation, DrawMode, LawTopic, TimeClass};
use crate::laws::illegal_position::PositionIllegality;
use crate::laws::touch_move::{Duty, Obligation};
use crate::laws::verdict::{Decision, Reason, Verdict};

pub(super) struct Answer {
    /// `touch-move: the knight on f3 must capture the pawn on e5`.
    pub(super) text: String,
    /// The article of the rule; `None` if its number is unknown.
    pub(super) article: Option<Citation>,
    /// The articles of a penalty in the text.
    pub(super) of_penalty: Vec<&'static str>,
    /// Whether the text answers another question than the verdict does.
    pub(super) is_question: bool,
}

impl Answer {
    pub(super) fn with_penalty_articles(self) -> String {
        let Self { text, of_penalty, .. } = self;
        if of_penalty.is_empty() { text } else { format!("{text} ({})", of_penalty.join(", ")) }
    }
}

/// Answers with the verdict, unless the user asked something else about an ongoing game.
pub(super) fn answer(ruling: &Ruling) -> Answer {
    let verdict = &ruling.verdict;
    let of_question = |text: String, article| Answer { text, article, of_penalty: Vec::new(), is_question: true };
    if let Some(complaint) = ruling.complaint {
        let by = complaint.by;
        let text = if complaint.is_in_time {
            format!("touch-move claim: {by} may claim that Article 4 was violated")
        } else {
            format!("touch-move claim rejected: {by} has touched a piece since and can no longer claim")
        };
        return of_question(text, complaint.article);
    }
    let is_claimed = |rejection: Rejection| rejection.is_open() || verdict.reason == Reason::ClaimRejected;
    let rejected = ruling.judgment.as_ref().and_then(|judgment| Some((judgment, judgment.rejection?)));
    if let Some((judgment, rejection)) = rejected.filter(|&(_, rejection)| is_claimed(rejection)) {
        let decision = if rejection.is_open() { "undetermined" } else { "rejected" };
        return of_question(
            format!("claim {decision}: {}", rejection_reason(ruling, judgment, rejection)),
            judgment.article,
        );
    }
    if let Some(duty) = ruling.obligation.as_ref().filter(|_| is_about_touch(ruling)) {
        return of_question(obligation(ruling.history.last(), duty), duty.article);
    }
    if let Some(text) = ruling.event.and_then(|_| of_event(ruling)) {
        let of_penalty = ruling.penalty.map(|_| penalty_articles(ruling, &[LawTopic::IllegalPenalty]));
        return Answer { of_penalty: of_penalty.unwrap_or_default(), ..of_question(text, verdict.article) };
    }
    if let Some(fault) = ruling.fault.filter(|_| verdict.reason == Reason::NoPosition) {
        return of_question(format!("illegal position: {}", illegal(fault)), verdict.article);
    }
    let text = match (verdict.decision, verdict.reason) {
        (Decision::Ongoing, Reason::Ongoing) => "ongoing: nothing has ended the game".to_owned(),
        (decision, reason) => format!("{decision}: {reason}"),
    };
    Answer { text, article: verdict.article, of_penalty: Vec::new(), is_question: false }
}

/// Whether the question is only about touched pieces.
pub(super) fn is_about_touch(ruling: &Ruling) -> bool {
    ruling.obligation.is_some() && ruling.event.is_none() && ruling.judgment.is_none()
}

/// The consequence of an event that does not end the game with a result.
fn of_event(ruling: &Ruling) -> Option<String> {
    let Ruling { verdict, .. } = ruling;
    let by = verdict.by.unwrap_or(ruling.history.last().turn());
    Some(match (verdict.decision, verdict.reason) {
        (Decision::Ongoing, Reason::IllegalMove) => {
            format!("illegal move: the position before it is reinstated{}", penalty(ruling))
        }
        (Decision::Ongoing, Reason::UnpromotedPawn) if verdict.edition.is_from_2014() => {
            format!("unpromoted pawn: it becomes a queen{}", penalty(ruling))
        }
        (Decision::Undetermined, Reason::UnpromotedPawn) => {
            let penalty = penalty(ruling);
            format!("unpromoted pawn: it becomes a queen{penalty}; the illegal move does not end the game")
        }
        (Decision::Ongoing, Reason::UnpromotedPawn) => {
            format!("unpromoted pawn: the position before the move is reinstated{}", penalty(ruling))
        }
        (Decision::Ongoing, Reason::ClockWithoutMove) => {
            format!("clock pressed without a move: {}", counted_as_illegal(ruling))
        }
        (Decision::Ongoing, Reason::TwoHands) => format!("two hands: {}", counted_as_illegal(ruling)),
        (Decision::Ongoing, Reason::IllegalMoveStands) => {
            "illegal move: it stands, because the opponent has moved".to_owned()
        }
        (Decision::NotAGame, Reason::WrongArray) => {
            "wrong array: the game is canceled and a new game is played".to_owned()
        }
        (Decision::Ongoing, Reason::WrongArray) => {
            "wrong array: no claim is possible any more, play goes on".to_owned()
        }
        (Decision::NotAGame, Reason::ColorsReversed) => {
            "colors reversed: the game is discontinued and a new game is played with the correct colors".to_owned()
        }
        (Decision::Ongoing, Reason::ColorsReversed) => {
            let unless = if verdict.edition.is_from_2018() { "" } else { ", unless the arbiter decides otherwise" };
            format!("colors reversed: play goes on with these colors{unless}")
        }
        (Decision::Ongoing, Reason::DrawOffer) => format!("draw offer: {} may accept or decline", by.other()),
        (Decision::Ongoing, Reason::DrawOfferDeclined) => format!("draw offer: {by} has declined, play goes on"),
        (Decision::Ongoing, Reason::BothFlags) => "both flags: play goes on".to_owned(),
        (Decision::Ongoing, Reason::Agreement) => "no draw: both players must have made a move".to_owned(),
        _ => return None,
    })
}

/// `; Black gets 2 more minutes`.
fn penalty(ruling: &Ruling) -> String {
    ruling.penalty.map_or_else(String::new, |_| format!("; {}", time(ruling)))
}

fn counted_as_illegal(ruling: &Ruling) -> String {
    match ruling.penalty {
        Some(_) => format!("it counts as an illegal move; {}", time(ruling)),
        None => "the arbiter decides whether to penalize it".to_owned(),
    }
}

/// The time penalty for an illegal move.
fn time(ruling: &Ruling) -> String {
    ruling.penalty.map_or_else(String::new, |(to, minutes)| more_time(to, minutes))
}

/// The articles of a penalty, with the one that reduces it in fast games.
pub(super) fn penalty_articles(ruling: &Ruling, topics: &[LawTopic]) -> Vec<&'static str> {
    let fast = match ruling.class {
        TimeClass::Standard => None,
        TimeClass::Rapid => Some(LawTopic::RapidPenalty),
        TimeClass::Blitz => Some(LawTopic::BlitzPenalty),
    };
    let articles = topics.iter().copied().chain(fast).filter_map(|topic| ruling.verdict.edition.article(topic));
    articles.map(|article| article.number).collect()
}

/// `Black gets 2 more minutes`.
pub(super) fn more_time(to: Color, minutes: u8) -> String {
    let unit = if minutes == 1 { "minute" } else { "minutes" };
    format!("{to} gets {minutes} more {unit}")
}

/// Explains why a position is illegal.
fn illegal(fault: PositionIllegality) -> String {
    match fault {
        PositionIllegality::BothInCheck => "both kings are in check".to_owned(),
        PositionIllegality::UnpromotedPawn { square, color } => {
            format!("{color}'s pawn on {square} is on its last rank and was not promoted")
        }
        PositionIllegality::LeftInCheck(color) => format!("{color} has left the king in check"),
    }
}

/// Explains why a rule set has no such claim.
const fn no_such_claim(mode: DrawMode) -> &'static str {
    match mode {
        DrawMode::Automatic | DrawMode::AutomaticConsecutive => {
            "under this rule set the draw is automatic, without a claim"
        }
        DrawMode::Claim => "under this rule set a claim is possible only after the move is made",
        DrawMode::Absent => "the rule set has no such claim",
    }
}

/// Explains why a claim is rejected.
pub(super) fn rejection_reason(ruling: &Ruling, judgment: &ClaimVerdict, rejection: Rejection) -> String {
    match rejection {
        Rejection::NotToMove => "the player does not have the move".to_owned(),
        Rejection::Over => "the game is over".to_owned(),
        Rejection::NoSuchClaim(mode) => no_such_claim(mode).to_owned(),
        Rejection::Touched => "the player has touched a piece on this move".to_owned(),
        Rejection::IllegalMove => "the intended move is illegal".to_owned(),
        Rejection::Ambiguous => {
            let position = ruling.history.last();
            let moves: Vec<String> =
                judgment.candidates.iter().map(|&mv| san::write(position, mv).to_string()).collect();
            format!("the intended move is ambiguous, it can be {}", moves.join(" or "))
        }
        Rejection::TooFew { times, most } if most > times => format!(
            "the half-move clock shows that the position occurred at most {} since the last capture or pawn move, not three \
             times",
            times_in_words(most)
        ),
        Rejection::TooFew { times, .. } => format!("the position occurs {}, not three times", times_in_words(times)),
        Rejection::NeedsHistory { times, most: Some(most) } => format!(
            "the position occurs {} in the record; with moves before the record, the half-move clock leaves room for up to {}",
            times_in_words(times),
            times_in_words(most)
        ),
        Rejection::NeedsHistory { times, most: None } => format!(
            "the position occurs {} in the record; the moves before it are unknown, and there is no half-move clock",
            times_in_words(times)
        ),
        Rejection::NoClock { plies } => format!(
            "the record has {} without capture or pawn move; the moves before it are unknown, and there is no half-move clock",
            PlyCount(plies.into())
        ),
        Rejection::TooSoon { plies } => {
            let are = if plies == 1 { "is" } else { "are" };
            format!("there {are} {} without capture or pawn move, not 100", PlyCount(plies.into()))
        }
        Rejection::Zeroes => "the intended move captures or moves a pawn".to_owned(),
    }
}

/// `once`, `2 times`.
pub(super) fn times_in_words(times: u32) -> String {
    if times == 1 { "once".to_owned() } else { format!("{times} times") }
}

/// The duty that touched pieces impose.
pub(super) fn obligation(position: &Position, obligation: &Obligation) -> String {
    let piece = |square: Square| match position.piece_at(square) {
        Some(piece) => format!("the {} on {square}", piece.kind),
        None => format!("the piece on {square}"),
    };
    let made = || obligation.moves.first().map_or_else(String::new, |&mv| san::write(position, mv).to_string());
    match obligation.duty {
        Duty::Free => "touch-move: any legal move may be played".to_owned(),
        Duty::Move(square) => format!("touch-move: {} must move", piece(square)),
        Duty::Capture(square) => format!("touch-move: {} must be captured", piece(square)),
        Duty::CaptureWith { own, enemy } => format!("touch-move: {} must capture {}", piece(own), piece(enemy)),
        Duty::Castle(rook) => format!("touch-move: the king must castle with {}", piece(rook)),
        Duty::KingInstead(rook) => {
            format!("touch-move: castling with {} is illegal, the king must make another move", piece(rook))
        }
        Duty::MoveWithoutCastling { piece: touched, rook } => {
            format!("touch-move: {} must move; castling with {} is not allowed", piece(touched), piece(rook))
        }
        Duty::Adjusted => "adjusted: the player may play any legal move".to_owned(),
        Duty::NotToMove(by) => format!("touch-move: {by} does not have the move, so the touch has no effect"),
        Duty::MayNotAdjust(by) => format!("adjusted: {by} does not have the move and may not adjust pieces"),
        Duty::Released { .. } => format!("released: {} is the move and cannot be changed", made()),
        Duty::Promote { to, .. } => {
            format!("released: the pawn promotes on {to}; the choice is open until the new piece touches the square")
        }
        Duty::ReleasedIllegally { from, to } => {
            let first = obligation.moves.first();
            let own = first.is_some_and(|mv| obligation.moves.iter().all(|other| other.from() == mv.from()));
            let instead = match first.filter(|_| own) {
                Some(mv) => format!("{} must make a legal move", piece(mv.from())),
                None => "any move below may be played".to_owned(),
            };
            format!("released: {} cannot move to {to}; {instead}", piece(from))
        }
    }
}

/// The edition and articles, as in the parentheses of the first line: `fide-2023 7.5.1, 7.5.5`.
pub(super) fn laws(verdict: &Verdict, answer: &Answer) -> String {
    let article = answer.article.map(|article| article.number);
    let others = answer.of_penalty.iter().copied().filter(|&other| Some(other) != article);
    let articles: Vec<&str> = article.into_iter().chain(others).collect();
    match articles.first() {
        Some(_) => format!("{} {}", verdict.edition, articles.join(", ")),
        None if verdict.is_by_own_rule() && !verdict.edition.is_fide() => format!("{}, its own rule", verdict.edition),
        None => verdict.edition.to_string(),
    }
}
