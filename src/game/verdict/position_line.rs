//! A position from a FEN or EPD line, with what a ruling needs to know about its history and its game.

use crate::chess::epd::{self, EpdReading};
use crate::chess::fen::{self, FenField};
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::game::replay::position_text::PositionFormat;
use crate::game::values::formats::{Variant, read_variant};
use crate::pgn::text::decode;

/// The content of a position line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// The pieces and the other FEN fields.
    pub setup: Setup,
    /// Whether the line has a half-move clock. If not, the number of plies since a capture or pawn move is unknown.
    pub has_clock: bool,
    /// Whether the EPD operation `variant` names another game than chess.
    pub is_variant: bool,
    /// Whether an illegal move may have led to it, so that any check is possible.
    pub is_after_illegal_move: bool,
    /// The operations of an EPD line.
    pub operations: Option<Box<str>>,
}

impl PositionLine {
    /// Reads a line without its line end; `None` if it has no valid position fields.
    pub fn parse(line: &[u8], notation: PositionFormat) -> Option<Self> {
        match notation {
            PositionFormat::Fen => {
                let reading = fen::parse(line).ok()?;
                let has_clock = !reading.missing.contains(&FenField::HalfmoveClock);
                Some(Self { has_clock, ..Self::from(reading.setup) })
            }
            PositionFormat::Epd => {
                let reading = epd::parse(line).ok()?;
                let variant = reading.operations.iter().find(|operation| line[operation.opcode.clone()] == *b"variant");
                let name = variant.and_then(|operation| operation.operands.first());
                let is_variant = name.is_some_and(|name| read_variant(&line[name.clone()]) == Variant::Other);
                let (has_clock, operations) = (reading.has_clock, Some(operations(&reading, line).into()));
                Some(Self { has_clock, is_variant, operations, ..Self::from(reading.setup) })
            }
        }
    }

    /// The operands of an operation, see [`epd::operands`].
    pub fn operation(&self, opcode: &str) -> Option<&str> {
        epd::operands(self.operations.as_deref()?, opcode)
    }

    /// The position without impossible castling and en passant rights; `None` if it is not playable.
    pub fn position(&self) -> Option<Position> {
        let position = if self.is_after_illegal_move {
            self.setup.playable_position()
        } else {
            self.setup.position_without_impossible_rights()
        };
        position.ok().map(|(position, _)| position)
    }
}

/// A position with a reliable clock.
impl From<Setup> for PositionLine {
    fn from(setup: Setup) -> Self {
        Self { setup, has_clock: true, is_variant: false, is_after_illegal_move: false, operations: None }
    }
}

impl From<Position> for PositionLine {
    fn from(position: Position) -> Self {
        position.to_setup().into()
    }
}

/// The operations of an EPD line. Counters that it has as fields of FEN become operations, too.
fn operations(reading: &EpdReading, text: &[u8]) -> String {
    let has = |opcode: &[u8]| reading.operations.iter().any(|operation| text[operation.opcode.clone()] == *opcode);
    let mut operations = Vec::new();
    if reading.has_clock && !has(b"hmvc") {
        operations.push(format!("hmvc {};", reading.setup.halfmove_clock));
    }
    if reading.has_move_number && !has(b"fmvn") {
        operations.push(format!("fmvn {};", reading.setup.fullmove_number));
    }
    let first = reading.operations.first().map_or(text.len(), |operation| operation.opcode.start);
    operations.extend((first < text.len()).then(|| decode(&text[first..]).into_owned()));
    operations.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_clock_and_variant() {
        let read = |line: &str, notation| {
            let read = PositionLine::parse(line.as_bytes(), notation).unwrap();
            (read.has_clock, read.is_variant)
        };
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", PositionFormat::Fen), (true, false));
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - -", PositionFormat::Fen), (false, false));
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - id \"a\";", PositionFormat::Epd), (false, false));
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - hmvc 3;", PositionFormat::Epd), (true, false));
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - 3 9 id \"a\";", PositionFormat::Epd), (true, false));
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - variant \"Atomic\";", PositionFormat::Epd), (false, true));
        assert_eq!(read("4k3/8/8/8/8/8/8/R3K3 w - - variant \"Chess960\";", PositionFormat::Epd), (false, false));
        assert_eq!(PositionLine::parse(b"nonsense", PositionFormat::Fen), None);
    }
}
