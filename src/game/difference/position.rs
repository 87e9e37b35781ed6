//! What a line of FEN or EPD says, as the content of a game without moves.

use crate::chess::epd;
use crate::chess::fen::{self, FenField, FenStyle};
use crate::chess::position::Position;
use crate::game::replay::position_text::PositionFormat;
use crate::game::verdict::position_line::PositionLine;
use crate::pgn::text::decode;

use super::{GameContent, Ignored, KnownBy, TextList};

impl GameContent {
    /// The content of a line of FEN or EPD: its position, and its operations, of which the counters are two. A line without a
    /// position is equal only to one with the same text.
    pub fn of_position(line: &[u8], format: PositionFormat, ignored: &Ignored) -> Self {
        let read = PositionLine::parse(line.trim_ascii(), format);
        let position = read.as_ref().filter(|read| !read.is_variant).and_then(PositionLine::position);
        let mut operations = TextList::default();
        if let (Some(_), Some(read)) = (&position, &read) {
            for (opcode, operands) in all_operations(line.trim_ascii(), read) {
                if !ignored.has_operation(&opcode) {
                    operations.push(opcode.into(), &operands);
                }
            }
        }
        operations.sort();
        let text = match &position {
            Some(position) => position.fen_fields(FenStyle::default()).as_str().to_owned(),
            None => decode(line.trim_ascii()).into_owned(),
        };
        Self {
            tags: operations,
            start: Position::initial(),
            moves: Vec::new(),
            compares_moves: true,
            unplayed: None,
            results: [None; 2],
            notes: TextList::default(),
            rest: None,
            known_by: KnownBy::default(),
            position_line: Some(text),
        }
    }
}

/// The operations of a line, each as opcode and operands. The counters of a FEN are among them, as `hmvc` and `fmvn`.
fn all_operations(line: &[u8], read: &PositionLine) -> Vec<(String, String)> {
    if let Some(operations) = &read.operations {
        let written = epd::operations(operations).into_iter().flatten();
        return written.map(|(opcode, operands)| (opcode.to_owned(), operands.join(" "))).collect();
    }
    let missing = fen::parse(line).map_or_else(|_| Vec::new(), |reading| reading.missing);
    let counters = [
        ("hmvc", FenField::HalfmoveClock, read.setup.halfmove_clock),
        ("fmvn", FenField::FullmoveNumber, read.setup.fullmove_number),
    ];
    let stated = counters.into_iter().filter(|(_, field, _)| !missing.contains(field));
    stated.map(|(opcode, _, count)| (opcode.to_owned(), count.to_string())).collect()
}
