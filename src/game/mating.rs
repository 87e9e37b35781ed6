//! The question whether a side can still checkmate, for games and positions (Laws 5.1.2, 5.2.2, 6.9, 7.5.5).

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::laws::unwinnable::{
    CanMate, FinalLine, Helpmate, MissingMaterial, NEAR, Proof, can_mate, lines, missing_material, shorten, shortest,
};

use super::game_place::GamePlace;
use super::position_line::PositionLine;
use super::replay::{Game, Validity};
use super::ruling::{Record, Trouble};
use super::verdict_note::VerdictNote;

/// The question.
#[derive(Clone, Debug)]
pub struct MatingQuestion {
    /// The sides; each gets an answer.
    pub sides: Vec<Color>,
    /// The place in the game; the end if `None`.
    pub at: Option<GamePlace>,
    /// The maximum number of positions to search.
    pub budget: u32,
    /// Which line to a checkmate to look for.
    pub line: LineChoice,
    /// Whether to explain a negative answer.
    pub why: bool,
}

/// Which line to a checkmate to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChoice {
    /// A short one, if it is found on the way.
    Short,
    /// A shortest one, with the same budget as the answer.
    Shortest,
}

/// The answer for one side.
#[derive(Clone, Debug)]
pub struct Mating {
    /// The side.
    pub side: Color,
    /// The position; `None` if there is none, or its place is out of reach.
    pub position: Option<Position>,
    /// The number of plies played before it.
    pub ply: u32,
    /// The answer.
    pub answer: MatingAnswer,
    /// The number of positions searched, where counted: for an undecided question all, for a shortest line those of its
    /// search.
    pub positions: Option<u32>,
    /// Why the side cannot checkmate, if asked.
    pub why: Option<MatingReason>,
    /// Whether to show the answer on a board.
    pub wants_board: bool,
    /// Notes on the answer.
    pub remarks: Vec<VerdictNote>,
}

/// Whether a side can checkmate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatingAnswer {
    /// Yes, with a line.
    Yes(Helpmate),
    /// No, with a proof.
    No(Proof),
    /// Undecided.
    Undetermined,
}

/// Why a side cannot checkmate, in addition to the proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatingReason {
    /// What its material lacks.
    pub lack: Option<MissingMaterial>,
    /// All lines, if they are few and short.
    pub lines: Option<Vec<FinalLine>>,
}

/// Answers for a game up to a place. `bytes` is the text that it was read from. Empty if it is not a game.
#[must_use]
pub fn ask_of_game(game: &Game, bytes: &[u8], question: &MatingQuestion) -> Vec<Mating> {
    if game.status == Validity::Nothing {
        return Vec::new();
    }
    ask(&Record::of_game(game, bytes, question.at.as_ref()), question)
}

/// Answers for a position.
#[must_use]
pub fn ask_of_position(line: Option<&PositionLine>, question: &MatingQuestion) -> Vec<Mating> {
    ask(&Record::of_position(line), question)
}

fn ask(record: &Record, question: &MatingQuestion) -> Vec<Mating> {
    question.sides.iter().map(|&side| Mating::of(record, side, question)).collect()
}

impl Mating {
    fn of(record: &Record, side: Color, question: &MatingQuestion) -> Self {
        let ply = record.history.plies();
        let trouble = record.trouble.map(|trouble| match trouble {
            Trouble::NoPosition => VerdictNote::NoPosition,
            Trouble::OtherVariant => VerdictNote::OtherVariant,
            Trouble::IllegalMove | Trouble::Unplayable => VerdictNote::OutOfReach,
            Trouble::NothingRead => VerdictNote::NothingRead,
        });
        if let Some(remark) = trouble {
            let (answer, remarks) = (MatingAnswer::Undetermined, vec![remark]);
            let (positions, why, wants_board) = (None, None, false);
            return Self { side, position: None, ply, answer, positions, why, wants_board, remarks };
        }
        let position = record.history.last();
        let Decided { answer, positions, is_spent } = decide(position, side, question);
        let spent = is_spent.then_some(VerdictNote::BudgetUsedUp(question.budget));
        Self {
            side,
            position: Some(position.clone()),
            ply,
            why: matches!(answer, MatingAnswer::No(_))
                .then(|| MatingReason::of(position, side))
                .filter(|_| question.why),
            answer,
            positions,
            wants_board: question.why,
            remarks: record.shortfall(question.at.as_ref()).into_iter().chain(spent).collect(),
        }
    }
}

/// An answer, and its cost.
struct Decided {
    answer: MatingAnswer,
    positions: Option<u32>,
    /// Whether the budget is used up, so that a larger one may find more.
    is_spent: bool,
}

fn decide(position: &Position, side: Color, question: &MatingQuestion) -> Decided {
    let budget = question.budget;
    let wants_shortest = question.line == LineChoice::Shortest;
    let most = match question.line {
        LineChoice::Short => NEAR.min(budget),
        LineChoice::Shortest => budget,
    };
    match can_mate(position, side, budget) {
        CanMate::Yes(line) => {
            let (helpmate, positions) = shorten(position, side, &line, most);
            let is_spent = wants_shortest && !helpmate.is_shortest && positions >= budget;
            Decided { answer: MatingAnswer::Yes(helpmate), positions: Some(positions), is_spent }
        }
        CanMate::No(proof) => Decided { answer: MatingAnswer::No(proof), positions: None, is_spent: false },
        CanMate::Unknown { positions } if wants_shortest => {
            let (found, more) = shortest(position, side, most);
            let is_proved = found.as_ref().is_some_and(|helpmate| helpmate.is_shortest);
            Decided {
                answer: found.map_or(MatingAnswer::Undetermined, MatingAnswer::Yes),
                positions: Some(positions.saturating_add(more)),
                is_spent: !is_proved && (positions >= budget || more >= budget),
            }
        }
        CanMate::Unknown { positions } => {
            Decided { answer: MatingAnswer::Undetermined, positions: Some(positions), is_spent: positions >= budget }
        }
    }
}

impl MatingReason {
    fn of(position: &Position, side: Color) -> Self {
        Self { lack: missing_material(position, side), lines: lines(position, side) }
    }
}
