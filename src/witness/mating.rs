//! The second opinion on mating: chasolver decides whether a side can still checkmate ([`second_view`]), and shakmaty
//! replays adoube's helpmates.

use std::cell::Cell;
use std::panic::AssertUnwindSafe;
use std::sync::Once;
use std::{fmt, panic};

use chasolver::Winnability;

use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::uci::{self, Uci, UciMode};
use crate::game::verdict::mating::{Mating, MatingAnswer};
use crate::game::verdict::ruling::Ruling;
use crate::laws::edition::{DeadRule, WinRule};
use crate::laws::unwinnable::Proof;
use crate::laws::verdict::{Certificate, Decision, Reason};
use crate::witness::perft::ShakmatyPosition;

// The second opinion on rulings that depend on whether a side can still checkmate.

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

// The second opinion on whether a side can still checkmate, from the crate chasolver.
//
// chasolver (M. Ambrona) shares no code with adoube. It generates moves with the crate chess, which supports neither
// Chess960 nor positions that cannot arise in a game, and panics on some en passant captures. In these cases there is
// no second opinion. If the two answers differ, a helpmate of adoube's that shakmaty accepts settles the dispute.

/// The view of adoube: whether a side can checkmate, with the evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdoubeView {
    /// It can, by this helpmate.
    Line(Vec<Move>),
    /// It cannot, by this proof.
    Proof(Proof),
    /// It can; the verdict contains no helpmate.
    Able,
    /// One of the sides can; the verdict contains no helpmate.
    NotDead,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SecondOpinion {
    Agrees,
    /// There is none: chasolver does not accept the position or does not decide it.
    None,
    Disagrees(Box<WinnabilityDispute>),
}

/// A question on which the two programs disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinnabilityDispute {
    fen: String,
    side: Option<Color>,
    ours: String,
    theirs: String,
    settled: &'static str,
}

/// Compares adoube's view of a position with the second opinion. `side` is the side that the view is about; for
/// [`AdoubeView::NotDead`] it may be either.
pub fn second_view(position: &Position, side: Color, view: &AdoubeView) -> SecondOpinion {
    let disagrees = |theirs: String, settled| {
        SecondOpinion::Disagrees(Box::new(WinnabilityDispute {
            fen: position.to_fen(),
            side: (*view != AdoubeView::NotDead).then_some(side),
            ours: ours(view),
            theirs,
            settled,
        }))
    };
    if let AdoubeView::Line(line) = view
        && is_mate(position, line) == Some(false)
    {
        return disagrees("shakmaty plays the line to no mate".to_owned(), UNSETTLED);
    }
    let theirs = match view {
        AdoubeView::NotDead => ask(position, side).and_then(|answer| match answer {
            Answer::No => ask(position, side.other()),
            yes @ Answer::Yes(_) => Some(yes),
        }),
        _ => ask(position, side),
    };
    match (theirs, view) {
        (None, _) => SecondOpinion::None,
        (Some(Answer::Yes(_)), AdoubeView::Line(_) | AdoubeView::Able | AdoubeView::NotDead)
        | (Some(Answer::No), AdoubeView::Proof(_)) => SecondOpinion::Agrees,
        (Some(Answer::Yes(line)), AdoubeView::Proof(_)) => {
            let settled = if ends_in_mate(position, side, &line) {
                "chasolver is right: its line is legal and ends in mate"
            } else {
                UNSETTLED
            };
            disagrees(format!("it can: {}", in_words(&line)), settled)
        }
        (Some(Answer::No), AdoubeView::Line(_)) => {
            disagrees("it cannot".to_owned(), "adoube is right: shakmaty, too, plays the line to mate")
        }
        (Some(Answer::No), AdoubeView::Able) => disagrees("it cannot".to_owned(), UNSETTLED),
        (Some(Answer::No), AdoubeView::NotDead) => disagrees("neither side can mate".to_owned(), UNSETTLED),
    }
}

/// The conclusion if it is unclear which program is right.
const UNSETTLED: &str = "one of the two is wrong";

enum Answer {
    /// The side can checkmate, by these moves in UCI.
    Yes(Vec<String>),
    No,
}

fn ours(view: &AdoubeView) -> String {
    match view {
        AdoubeView::Line(line) => {
            let words: Vec<String> = line.iter().map(|&mv| uci::write(mv, UciMode::Standard).to_string()).collect();
            format!("it can: {}", in_words(&words))
        }
        AdoubeView::Proof(Proof::Material) => "it cannot, by insufficient material".to_owned(),
        AdoubeView::Proof(Proof::Lines { positions }) => format!("it cannot, by all lines ({positions} positions)"),
        AdoubeView::Proof(Proof::Closed(_)) => "it cannot, by the squares that pieces can reach".to_owned(),
        AdoubeView::Proof(Proof::Scenes(scenes)) => {
            format!("it cannot, by the {} placements that can come about", scenes.scenes.len())
        }
        AdoubeView::Proof(Proof::Searched { positions, closed }) => {
            format!("it cannot, by search ({positions} positions, {closed} of them closed)")
        }
        AdoubeView::Able => "it can".to_owned(),
        AdoubeView::NotDead => "not dead".to_owned(),
    }
}

fn in_words(line: &[String]) -> String {
    if line.is_empty() { "mate is on the board".to_owned() } else { line.join(" ") }
}

/// Whether a line ends in checkmate when shakmaty replays it; `None` if it does not accept the position.
fn is_mate(position: &Position, line: &[Move]) -> Option<bool> {
    let start = ShakmatyPosition::new(position).ok()?;
    let words: Vec<String> = line.iter().map(|&mv| uci::write(mv, UciMode::Chess960).to_string()).collect();
    Some(start.after(&words).is_some_and(|last| last.is_checkmate()))
}

/// Whether a line of chasolver's ends in checkmate by this side when adoube replays it.
fn ends_in_mate(position: &Position, side: Color, line: &[String]) -> bool {
    let mut last = position.clone();
    for word in line {
        let Some(Uci::Move { from, to, promotion }) = uci::parse(word.as_bytes()) else { return false };
        let Some(mv) = uci::between(&last, from, to, promotion) else { return false };
        last.play_unchecked(mv);
    }
    last.turn() != side && last.is_checkmate()
}

/// Asks chasolver whether a side can checkmate. `None` if it does not accept the position or does not decide it.
fn ask(position: &Position, side: Color) -> Option<Answer> {
    if !position.castling().is_empty() && !position.has_standard_castling() {
        return None;
    }
    let fen = position.to_fen();
    let side = match side {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    let answer = catch_silent_panic(|| {
        let board: chess::Board = fen.parse().ok()?;
        chasolver::winnability(&board, side)
    });
    answer.flatten().map(|answer| match answer {
        Winnability::Winnable { helpmate } => Answer::Yes(helpmate.iter().map(ToString::to_string).collect()),
        Winnability::Unwinnable => Answer::No,
    })
}

thread_local! {
    /// Whether this thread suppresses the messages of panics.
    static IS_SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Runs code that may panic; `None` if it does. Its panic prints nothing; panics of other threads print as usual.
fn catch_silent_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_SILENT.get() {
                usual(panic);
            }
        }));
    });
    IS_SILENT.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_SILENT.set(false);
    result.ok()
}

impl fmt::Display for WinnabilityDispute {
    /// One line: the position, the side, both views, and which program is right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fen, side, ours, theirs, settled } = self;
        let who = side.map_or(String::new(), |side| format!("can {side} mate? "));
        write!(f, "{fen}: {who}adoube: {ours}; chasolver: {theirs}; {settled}")
    }
}

#[cfg(test)]
mod tests {
    use crate::laws::unwinnable::{CanMate, can_mate};

    use super::*;

    fn view(fen: &str, side: Color) -> SecondOpinion {
        let position = Position::from_fen(fen).unwrap();
        let view = match can_mate(&position, side, 200_000) {
            CanMate::Yes(line) => AdoubeView::Line(line),
            CanMate::No(proof) => AdoubeView::Proof(proof),
            CanMate::Unknown { .. } => panic!("{fen}"),
        };
        second_view(&position, side, &view)
    }

    fn dispute(second: SecondOpinion) -> String {
        match second {
            SecondOpinion::Disagrees(dispute) => dispute.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_agree_on_simple_positions() {
        for (fen, side) in [
            ("5k1K/8/8/7P/8/5n2/8/8 w - - 0 1", Color::Black),
            ("8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", Color::White),
            ("R6k/8/6K1/8/8/8/8/8 b - - 0 1", Color::White),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", Color::White),
        ] {
            assert_eq!(view(fen, side), SecondOpinion::Agrees, "{fen}");
        }
    }

    #[test]
    fn a_replayed_helpmate_settles_the_dispute() {
        let answer = dispute(view("8/8/8/8/6p1/6Pk/8/6K1 w - - 0 1", Color::White));
        assert!(
            answer.contains("can White mate? adoube: it can: ") && answer.contains("chasolver: it cannot"),
            "{answer}"
        );
        assert!(answer.ends_with("adoube is right: shakmaty, too, plays the line to mate"), "{answer}");
    }

    #[test]
    fn wrong_views_are_reported() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let answer = dispute(second_view(&position, Color::White, &AdoubeView::Proof(Proof::Material)));
        assert!(answer.ends_with("chasolver is right: its line is legal and ends in mate"), "{answer}");
        let line = vec![position.legal_moves()[0]];
        let answer = dispute(second_view(&position, Color::White, &AdoubeView::Line(line)));
        assert!(answer.contains("shakmaty plays the line to no mate"), "{answer}");
        let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let answer = dispute(second_view(&bare, Color::White, &AdoubeView::NotDead));
        assert!(answer.contains("neither side can mate") && !answer.contains("can White mate"), "{answer}");
        let answer = dispute(second_view(&bare, Color::White, &AdoubeView::Able));
        assert!(answer.contains("chasolver: it cannot"), "{answer}");
    }

    #[test]
    fn unsupported_positions_have_no_second_opinion() {
        assert_eq!(view("1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1", Color::White), SecondOpinion::None);
        assert_eq!(catch_silent_panic(|| -> u32 { panic!("nobody hears this") }), None);
    }
}
