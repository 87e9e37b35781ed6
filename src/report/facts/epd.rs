//! Positions as EPD with chosen operations (PGN 16.2.5).

use std::fmt;

use crate::chess::epd;
use crate::game::facts::{FactColumn, FactValue, PlyFact, ValueWriter, ply_options};
use crate::game::record::plies::{Ply, PlyOptions, PlyView};
use crate::game::values::comment_values::Evaluation;
use crate::report::rows::{RowBuffer, append};

use super::plies::Row;

/// An operation that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EpdOperation {
    Standard(StandardOperation),
    /// Another fact, under its own name.
    Fact(FactColumn),
}

named! {
    /// An operation of the standard that is not a fact.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum StandardOperation: (ALL) {
        /// The evaluation in centipawns, from the view of the side to move; a mate is 32,767 minus the plies up to it.
        Evaluation = "ce",
        /// The number of moves in which the side to move checkmates.
        DirectMate = "dm",
        /// The depth of the search.
        Depth = "acd",
        /// The number of nodes searched.
        Nodes = "acn",
        /// The time of the search, in whole seconds.
        Seconds = "acs",
        /// The move that was played in the position.
        BestMove = "bm",
        /// The file, the number of the game, and the plies played.
        Id = "id",
        HalfmoveClock = "hmvc",
        MoveNumber = "fmvn",
    }
}

/// The largest number of characters of an opcode (PGN 16.2.4).
const MAX_OPCODE_LENGTH: usize = 15;

impl EpdOperation {
    /// An operation with the value of a fact, a tag, or an operation that was read.
    ///
    /// # Errors
    ///
    /// The name is no opcode.
    pub fn of_column(column: FactColumn) -> Result<Self, String> {
        let operation = Self::Fact(column);
        let opcode = operation.opcode();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_opcode = opcode.starts_with(|c: char| c.is_ascii_alphabetic()) && opcode.chars().all(is_name);
        if is_opcode && opcode.len() <= MAX_OPCODE_LENGTH {
            return Ok(operation);
        }
        Err(format!(
            "`{opcode}` cannot be an operation of EPD, whose name has up to 15 letters, digits and underscores"
        ))
    }

    /// Its name in the line.
    pub fn opcode(&self) -> String {
        match self {
            Self::Standard(operation) => operation.name().to_owned(),
            Self::Fact(FactColumn::Tag(name) | FactColumn::Operation(name)) => name.to_string(),
            Self::Fact(column) => column.name(),
        }
    }

    /// Whether it needs the next move.
    pub fn needs_next(&self) -> bool {
        *self == Self::Standard(StandardOperation::BestMove)
    }

    /// The data that must be computed for it.
    pub(super) fn ply_options(&self) -> PlyOptions {
        match self {
            Self::Standard(_) => PlyFact::Eval.ply_options(),
            Self::Fact(column) => ply_options(std::slice::from_ref(column)),
        }
    }
}

/// Writes the operations of a position after its four fields. An operation without a value is left out.
pub(super) fn write(row: &Row<'_, '_>, view: PlyView<'_, '_>, operations: &[EpdOperation], rows: &mut RowBuffer) {
    append(rows.bytes(), view.ply.position().fen_fields(row.style.positions));
    for operation in operations {
        let start = rows.len();
        append(rows.bytes(), format_args!(" {} ", operation.opcode()));
        let value = rows.len();
        match operation {
            EpdOperation::Standard(StandardOperation::Id) => {
                append(rows.bytes(), "\"");
                rows.bytes().extend_from_slice(row.file);
                append(rows.bytes(), ":");
                rows.push_game_number();
                append(rows.bytes(), format_args!(":{}\"", view.ply.plies_played()));
            }
            EpdOperation::Standard(operation) => {
                let text = operation.value(view.ply, view.next);
                append(rows.bytes(), text.unwrap_or_default());
            }
            EpdOperation::Fact(FactColumn::Ply(PlyFact::File)) => {
                append(rows.bytes(), "\"");
                rows.bytes().extend_from_slice(row.file);
                append(rows.bytes(), "\"");
            }
            EpdOperation::Fact(FactColumn::Ply(PlyFact::Game)) => {
                rows.push_game_number();
                append(rows.bytes(), ";");
                continue;
            }
            // As the line has it, in its quotation marks or without.
            EpdOperation::Fact(FactColumn::Operation(name)) => {
                let own = row.style.operations.and_then(epd::operations);
                let found = own.and_then(|mut own| own.find(|(opcode, _)| **opcode == **name));
                append(rows.bytes(), found.map(|(_, operands)| operands.join(" ")).unwrap_or_default());
            }
            EpdOperation::Fact(column) => row.write(column, rows, Operand),
        }
        if rows.len() == value {
            rows.bytes().truncate(start);
        } else {
            append(rows.bytes(), ";");
        }
    }
    append(rows.bytes(), "\n");
}

impl StandardOperation {
    /// The operand for a ply; `next` is the one after it.
    fn value(self, ply: &Ply<'_>, next: Option<&Ply<'_>>) -> Option<String> {
        /// The values from here on stand for mates.
        const MOST: i32 = 32_000;
        const MATE: i32 = 32_767;

        let position = ply.position();
        let score = ply.values.score.map(|score| score.of(position.turn()));
        match (self, score) {
            (Self::Evaluation, Some(Evaluation::Centipawns(score))) => Some(score.clamp(-MOST, MOST).to_string()),
            (Self::Evaluation, Some(Evaluation::Mate(moves))) => {
                let plies = moves.unsigned_abs().saturating_mul(2).saturating_sub(u32::from(moves > 0));
                let value = MATE - plies.min(MATE.unsigned_abs() - MOST.unsigned_abs() - 1).cast_signed();
                Some(if moves > 0 { value } else { -value }.to_string())
            }
            (Self::DirectMate, Some(Evaluation::Mate(moves))) if moves > 0 => Some(moves.to_string()),
            (Self::Depth, _) => ply.values.depth.map(|depth| depth.to_string()),
            (Self::Nodes, _) => ply.values.nodes.map(|nodes| nodes.to_string()),
            (Self::Seconds, _) => ply.values.spent.map(|spent| (spent / 100).to_string()),
            (Self::BestMove, _) => next?.san().map(|san| san.as_str().to_owned()),
            (Self::HalfmoveClock, _) => Some(position.halfmove_clock().to_string()),
            (Self::MoveNumber, _) => Some(position.fullmove_number().to_string()),
            _ => None,
        }
    }
}

/// The writer of an operand: numbers and moves as they are, other text in quotation marks.
struct Operand<'a>(&'a mut Vec<u8>);

impl ValueWriter for Operand<'_> {
    fn missing(&mut self) {}

    fn text(&mut self, value: &str) {
        let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b"+-#=./_".contains(&byte);
        if !value.is_empty() && value.bytes().all(is_bare) {
            return self.bare(value.as_bytes());
        }
        // A string has no quotation marks and no line ends in it.
        let text: String = value
            .chars()
            .map(|c| match c {
                '"' => '\'',
                c if c.is_control() => ' ',
                c => c,
            })
            .collect();
        append(self.0, format_args!("\"{text}\""));
    }

    fn word(&mut self, value: impl fmt::Display) {
        self.text(&value.to_string());
    }

    fn ascii(&mut self, value: &[u8]) {
        self.text(&String::from_utf8_lossy(value));
    }

    fn bare(&mut self, value: &[u8]) {
        self.0.extend_from_slice(value);
    }

    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        let values: Vec<_> = values.iter().flatten().map(FactValue::text).collect();
        append(self.0, values.join(" "));
    }
}
