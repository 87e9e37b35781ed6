//! The writer of a row of `adoube replay`: the value of each field of a ply.

use std::fmt::{self, Write as _};

use crate::chess::epd;
use crate::chess::fen::FenStyle;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::san::{self, language::Alphabet};
use crate::chess::square::Square;
use crate::chess::uci::{self, UciMode};
use crate::game::facts::{FactColumn, FactValue, Facts, Material, PlyFact, material};
use crate::game::openings::Book;
use crate::game::record::plies::Ply;
use crate::game::record::steps::Step;
use crate::game::values::clocks::Evaluation;

use super::value_format::{RowBuffer, ValueFormat};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PieceLetters {
    /// The letters of SAN.
    #[default]
    English,
    /// Localized piece letters (PGN 17).
    Of(&'static Alphabet),
    /// Figurines, ♘f3.
    Figurine,
}

/// A ply, its game, and the settings for its values.
#[derive(Clone, Copy)]
pub(super) struct Row<'a, 'g> {
    pub(super) ply: &'a Ply<'a>,
    pub(super) about: &'a Facts<'g>,
    /// The name of the file, encoded for the format.
    pub(super) file: &'a [u8],
    pub(super) mode: UciMode,
    pub(super) letters: PieceLetters,
    /// The operations of the EPD line that the position comes from.
    pub(super) operations: Option<&'a str>,
}

impl Row<'_, '_> {
    pub(super) fn write(&self, field: &FactColumn, format: &impl ValueFormat, rows: &mut RowBuffer) {
        match field {
            FactColumn::Ply(fact) => self.known(*fact, format, rows),
            FactColumn::Game(_) | FactColumn::Tag(_) => put_game_fact(field, self.about, format, rows),
        }
    }

    fn known(&self, field: PlyFact, format: &impl ValueFormat, rows: &mut RowBuffer) {
        let (position, values) = (self.ply.position(), self.ply.values);
        match field {
            PlyFact::File => rows.bytes().extend_from_slice(self.file),
            PlyFact::Game => rows.push_game_number(),
            PlyFact::Played => format.integer(rows, i64::from(self.ply.plies_played())),
            PlyFact::Fen => self.fen(position, format, rows),
            PlyFact::Epd => match self.operations {
                Some(operations) => format.text(rows, &read_line(position, self.about.fen_style, operations)),
                None => format.word(rows, Epd(position, self.about.fen_style)),
            },
            PlyFact::Key => format.word(rows, format_args!("{:016x}", position.key())),
            PlyFact::Check => format.flag(rows, position.is_check()),
            PlyFact::Checkmate => format.flag(rows, position.is_checkmate()),
            PlyFact::HalfmoveClock => format.integer(rows, i64::from(position.halfmove_clock())),
            PlyFact::Repetitions => format.integer(rows, i64::from(self.ply.times())),
            PlyFact::LineId => match self.ply.line_id() {
                Some(id) => format.word(rows, id),
                None => format.null(rows),
            },
            PlyFact::Material => format.word(rows, Material(position)),
            PlyFact::WhiteMaterialValue => format.integer(rows, i64::from(material::value(position, Color::White))),
            PlyFact::BlackMaterialValue => format.integer(rows, i64::from(material::value(position, Color::Black))),
            PlyFact::MaterialBalance => format.integer(rows, i64::from(material::balance(position))),
            PlyFact::Eco | PlyFact::Opening => match Book::embedded().at(position) {
                Some(opening) if field == PlyFact::Eco => format.ascii(rows, opening.eco().as_bytes()),
                Some(opening) => format.text(rows, opening.name()),
                None => format.null(rows),
            },
            PlyFact::Clk => Self::time(values.clock, format, rows),
            PlyFact::Spent => Self::time(values.spent, format, rows),
            PlyFact::Eval | PlyFact::Mate => Self::score(field, values.score, format, rows),
            PlyFact::Nags => format.integers(rows, self.ply.nags()),
            PlyFact::Comment => match self.ply.comment() {
                Some(text) => format.text(rows, &text),
                None => format.null(rows),
            },
            _ => match &self.ply.step {
                Some(step) => self.of_move(field, step, format, rows),
                None => format.null(rows),
            },
        }
    }

    fn fen(&self, position: &Position, format: &impl ValueFormat, rows: &mut RowBuffer) {
        format.ascii(rows, position.fen_text(self.about.fen_style).as_bytes());
    }

    fn score(field: PlyFact, score: Option<Evaluation>, format: &impl ValueFormat, rows: &mut RowBuffer) {
        match (field, score) {
            (PlyFact::Eval, Some(Evaluation::Centipawns(score))) => format.integer(rows, i64::from(score)),
            (PlyFact::Mate, Some(Evaluation::Mate(moves))) => format.integer(rows, i64::from(moves)),
            _ => format.null(rows),
        }
    }

    fn time(hundredths: Option<u64>, format: &impl ValueFormat, rows: &mut RowBuffer) {
        match hundredths {
            Some(hundredths) => format.hundredths(rows, hundredths),
            None => format.null(rows),
        }
    }

    /// Writes a field that belongs to the move.
    fn of_move(&self, field: PlyFact, step: &Step, format: &impl ValueFormat, rows: &mut RowBuffer) {
        match field {
            PlyFact::Variation => format.integer(rows, i64::from(step.variation)),
            PlyFact::Ply => format.integer(rows, i64::from(step.ply)),
            PlyFact::Number => format.integer(rows, i64::from(step.before.fullmove_number())),
            PlyFact::Side => format.word(rows, if step.before.turn() == Color::White { "white" } else { "black" }),
            PlyFact::San | PlyFact::Lan if step.mv == Move::NULL => format.ascii(rows, b"--"),
            PlyFact::San => {
                let san = san::write_between(&step.before, step.mv, &step.after);
                match self.letters {
                    PieceLetters::English => format.ascii(rows, san.as_bytes()),
                    letters => format.word(rows, LocalizedSan(san.as_str(), letters)),
                }
            }
            PlyFact::Lan => {
                let long = san::long(&step.before, step.mv, &step.after);
                match self.letters {
                    PieceLetters::English => format.word(rows, long),
                    letters => format.word(rows, LocalizedSan(&long.to_string(), letters)),
                }
            }
            PlyFact::Uci if step.mv == Move::NULL => format.ascii(rows, b"0000"),
            PlyFact::Uci => format.ascii(rows, uci::write(step.mv, self.mode).as_bytes()),
            PlyFact::FenBefore => self.fen(&step.before, format, rows),
            PlyFact::Parent => match step.parent {
                Some(parent) => format.integer(rows, i64::from(parent)),
                None => format.null(rows),
            },
            PlyFact::Captured => match self.ply.captured() {
                Some(piece) => format.word(rows, piece.fen_letter()),
                None => format.null(rows),
            },
            PlyFact::Piece | PlyFact::From | PlyFact::To | PlyFact::Promotion => match move_part(field, step) {
                Some(part) => format.word(rows, part),
                None => format.null(rows),
            },
            _ => format.null(rows),
        }
    }
}

/// A part of a move, displayed as in SAN.
pub(in crate::report) enum MovePart {
    Piece(PieceType),
    Square(Square),
}

impl fmt::Display for MovePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Piece(kind) => f.write_char(kind.letter()),
            Self::Square(square) => square.fmt(f),
        }
    }
}

/// The piece that moves, its origin and destination, or its promotion.
pub(in crate::report) fn move_part(field: PlyFact, step: &Step) -> Option<MovePart> {
    let mv = step.mv;
    if mv == Move::NULL {
        return None;
    }
    match (field, mv.kind()) {
        (PlyFact::Piece, MoveKind::Castle) => Some(MovePart::Piece(PieceType::King)),
        (PlyFact::Piece, _) => Some(MovePart::Piece(step.before.kind_of(mv.from()))),
        (PlyFact::From, _) => Some(MovePart::Square(mv.from())),
        (PlyFact::To, MoveKind::Castle) => Some(MovePart::Square(step.after.king(step.before.turn()))),
        (PlyFact::To, _) => Some(MovePart::Square(mv.to())),
        (PlyFact::Promotion, MoveKind::Promotion(kind)) => Some(MovePart::Piece(kind)),
        _ => None,
    }
}

/// Writes a fact about a game, or the value of a tag.
pub(in crate::report) fn put_game_fact(
    field: &FactColumn,
    facts: &Facts<'_>,
    format: &impl ValueFormat,
    rows: &mut RowBuffer,
) {
    match field.value(facts) {
        Some(value) => spell(&value, format, rows),
        None => format.null(rows),
    }
}

/// Writes the value of a fact about a game.
fn spell(value: &FactValue<'_>, format: &impl ValueFormat, rows: &mut RowBuffer) {
    match value {
        FactValue::Text(text) => format.text(rows, text),
        FactValue::Integer(number) => format.integer(rows, *number),
        FactValue::Hundredths(hundredths) => format.hundredths(rows, *hundredths),
        FactValue::Flag(flag) => format.flag(rows, *flag),
        FactValue::Day(_) | FactValue::Timestamp(..) => format.word(rows, value.text()),
    }
}

/// An EPD line with the half-move clock and move number as operations (PGN 16.2.5).
pub(in crate::report) struct Epd<'a>(pub(in crate::report) &'a Position, pub(in crate::report) FenStyle);

impl fmt::Display for Epd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = [self.0.halfmove_clock().to_string(), self.0.fullmove_number().to_string()];
        let operations = [("hmvc", [counters[0].as_str()]), ("fmvn", [counters[1].as_str()])];
        epd::write(f, self.0, self.1, operations)
    }
}

fn read_line(position: &Position, style: FenStyle, operations: &str) -> String {
    let mut line = String::new();
    // Writing to a `String` never fails.
    let _ = position.write_fen_fields(&mut line, style);
    if !operations.is_empty() {
        line.push(' ');
        line.push_str(operations);
    }
    line
}

/// A SAN move with other piece letters.
pub(super) struct LocalizedSan<'a>(pub(super) &'a str, pub(super) PieceLetters);

impl fmt::Display for LocalizedSan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(word, letters) = *self;
        if word.starts_with('O') {
            return f.write_str(word);
        }
        word.chars().try_for_each(|character| {
            let kind = u8::try_from(character).ok().and_then(PieceType::from_letter);
            match (kind, letters) {
                (Some(kind), PieceLetters::Of(alphabet)) => f.write_str(alphabet.letter(kind)),
                (Some(kind), PieceLetters::Figurine) => fmt::Write::write_char(f, figurine(kind)),
                _ => fmt::Write::write_char(f, character),
            }
        })
    }
}

const fn figurine(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '♙',
        PieceType::Knight => '♘',
        PieceType::Bishop => '♗',
        PieceType::Rook => '♖',
        PieceType::Queen => '♕',
        PieceType::King => '♔',
    }
}
