//! Whether a side can still checkmate, for games and positions (Laws 5.1.2, 5.2.2, 6.9, 7.5.5).

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::game::replay::{Game, Validity};
use crate::game::values::game_place::GamePlace;
use crate::laws::unwinnable::{
    CanMate, FinalLine, Helpmate, MissingMaterial, NEAR, Proof, can_mate_at_cost, lines, missing_material, shorten,
    shortest,
};

use super::note::VerdictNote;
use super::position_line::PositionLine;
use super::ruling::{Record, Trouble};

/// The question.
#[derive(Clone, Debug)]
pub struct MatingQuestion {
    /// The sides; each gets an answer.
    pub sides: Vec<Color>,
    /// The place in the game; the end if `None`.
    pub at: Option<GamePlace>,
    /// The maximum number of positions to search.
    pub budget: u32,
    /// The line to checkmate to search for.
    pub line: LineChoice,
    /// Whether to explain a negative answer.
    pub why: bool,
}

/// The line to checkmate to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChoice {
    /// The line that was found, with all of its detours.
    Found,
    /// A line that is shortened within a small budget. This takes much longer than to find one.
    Short,
    /// A shortest line, searched with the full budget.
    Shortest,
}

/// The answer for one side.
#[derive(Clone, Debug)]
pub struct Mating {
    /// The side.
    pub side: Color,
    /// The position; `None` if there is none, or its place is out of reach.
    pub position: Option<Position>,
    /// The number of plies played before the position.
    pub ply: u32,
    /// The answer.
    pub answer: MatingAnswer,
    /// The number of positions searched, where counted: all if undecided, otherwise those of the search for a shorter
    /// line.
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
    /// The material it lacks.
    pub lack: Option<MissingMaterial>,
    /// All lines of play, if they are few and short.
    pub lines: Option<Vec<FinalLine>>,
}

/// Answers for the requested place of a game. `bytes` is the text that it was read from. Empty if it is not a game.
pub fn answer_for_game(game: &Game, bytes: &[u8], question: &MatingQuestion) -> Vec<Mating> {
    if game.status == Validity::NoGame {
        return Vec::new();
    }
    answer(&Record::of_game(game, bytes, question.at.as_ref()), question)
}

/// Answers for a position.
pub fn answer_for_position(line: Option<&PositionLine>, question: &MatingQuestion) -> Vec<Mating> {
    answer(&Record::of_position(line), question)
}

fn answer(record: &Record, question: &MatingQuestion) -> Vec<Mating> {
    question.sides.iter().map(|&side| Mating::new(record, side, question)).collect()
}

impl Mating {
    fn new(record: &Record, side: Color, question: &MatingQuestion) -> Self {
        let ply = record.history.plies();
        let trouble = record.trouble.map(|trouble| match trouble {
            Trouble::NoPosition => VerdictNote::NoPosition,
            Trouble::OtherVariant => VerdictNote::OtherVariant,
            Trouble::IllegalMove { .. } | Trouble::Unplayable => VerdictNote::OutOfReach,
            Trouble::NothingRead => VerdictNote::NothingRead,
        });
        if let Some(note) = trouble {
            let (answer, remarks) = (MatingAnswer::Undetermined, vec![note]);
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
                .then(|| MatingReason::new(position, side))
                .filter(|_| question.why),
            answer,
            positions,
            wants_board: question.why,
            remarks: record.missing_place(question.at.as_ref()).into_iter().chain(spent).collect(),
        }
    }
}

/// An answer and its cost.
struct Decided {
    answer: MatingAnswer,
    positions: Option<u32>,
    /// Whether the budget is used up, so that a larger one may find more.
    is_spent: bool,
}

fn decide(position: &Position, side: Color, question: &MatingQuestion) -> Decided {
    let budget = question.budget;
    let wants_shortest = question.line == LineChoice::Shortest;
    let (answer, spent) = can_mate_at_cost(position, side, budget);
    let left = budget - spent;
    match answer {
        CanMate::Yes(line) if question.line == LineChoice::Found => {
            // A line without moves, or with one, has no detour.
            let helpmate = Helpmate { is_shortest: line.len() <= 1, line };
            Decided { answer: MatingAnswer::Yes(helpmate), positions: None, is_spent: false }
        }
        CanMate::Yes(line) => {
            let line_budget = if wants_shortest { left } else { NEAR.min(budget) };
            let (helpmate, positions) = shorten(position, side, &line, line_budget);
            let is_spent = wants_shortest && !helpmate.is_shortest && positions >= left;
            Decided { answer: MatingAnswer::Yes(helpmate), positions: Some(positions), is_spent }
        }
        CanMate::No(proof) => Decided { answer: MatingAnswer::No(proof), positions: None, is_spent: false },
        CanMate::Unknown { positions } if wants_shortest => {
            let (found, more) = shortest(position, side, left);
            let is_proved = found.as_ref().is_some_and(|helpmate| helpmate.is_shortest);
            Decided {
                answer: found.map_or(MatingAnswer::Undetermined, MatingAnswer::Yes),
                positions: Some(positions + more),
                is_spent: !is_proved && more >= left,
            }
        }
        CanMate::Unknown { positions } => {
            Decided { answer: MatingAnswer::Undetermined, positions: Some(positions), is_spent: positions >= budget }
        }
    }
}

impl MatingReason {
    fn new(position: &Position, side: Color) -> Self {
        Self { lack: missing_material(position, side), lines: lines(position, side) }
    }
}
