//! Can this side still mate? The question alone, asked of a game or of a position (Laws 5.1.2, 5.2.2, 6.9, 7.5.5).

use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::laws::unwinnable::{
    CanMate, FinalLine, Helpmate, MissingMaterial, NEAR, Proof, can_mate, lack, lines, shorten, shortest,
};

use super::game_place::GamePlace;
use super::position_line::PositionLine;
use super::replay::{Game, Validity};
use super::ruling::{Record, Trouble};
use super::verdict_note::VerdictNote;

/// What is asked.
#[derive(Clone, Debug)]
pub struct MatingQuestion {
    /// Of which sides, one answer each.
    pub sides: Vec<Color>,
    /// Where in the game; at its end if not given.
    pub at: Option<GamePlace>,
    /// How many positions may be looked at for an answer.
    pub budget: u32,
    /// What is wanted of the line to a mate.
    pub line: LineChoice,
    /// Whether a *no* is to be explained.
    pub why: bool,
}

/// What is wanted of the line to a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineChoice {
    /// That it is short if a short one is near.
    Short,
    /// That no other one is shorter: so much is looked at as for the answer.
    Shortest,
}

/// Whether a side can still mate.
#[derive(Clone, Debug)]
pub struct Mating {
    /// The side.
    pub side: Color,
    /// The position; `None` if there is none, or it cannot be reached.
    pub position: Option<Position>,
    /// How many moves were made before it.
    pub ply: u32,
    /// The answer.
    pub answer: MatingAnswer,
    /// How many positions were looked at, as far as they were counted: of an open question all, of a shortest line
    /// those that were looked at for it.
    pub positions: Option<u32>,
    /// Why not, if that was asked and the answer is *no*.
    pub why: Option<MatingReason>,
    /// Whether the answer is to be shown on a board.
    pub wants_board: bool,
    /// What else there is to say.
    pub remarks: Vec<VerdictNote>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatingAnswer {
    /// It can, and so.
    Yes(Helpmate),
    /// It cannot, and this proves it.
    No(Proof),
    /// Not decided.
    Undetermined,
}

/// Why a side cannot mate, as far as the proof does not tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatingReason {
    /// What its men lack.
    pub lack: Option<MissingMaterial>,
    /// All lines of play, if they are few and short.
    pub lines: Option<Vec<FinalLine>>,
}

/// Asks about a game, or what is left of it. `bytes` are those it was read from. Empty for what is no game.
#[must_use]
pub fn ask_of_game(game: &Game, bytes: &[u8], question: &MatingQuestion) -> Vec<Mating> {
    if game.status == Validity::Nothing {
        return Vec::new();
    }
    ask(&Record::of_game(game, bytes, question.at.as_ref()), question)
}

/// Asks about a position.
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

/// An answer, and what it took.
struct Decided {
    answer: MatingAnswer,
    positions: Option<u32>,
    /// Whether the budget is used up and more may be found with a greater one.
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
        Self { lack: lack(position, side), lines: lines(position, side) }
    }
}
