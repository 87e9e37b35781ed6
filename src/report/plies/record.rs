//! The values of the fields of a ply.

use std::fmt;

use crate::chess::epd;
use crate::chess::fen::FenStyle;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::san::{self, language::Alphabet};
use crate::chess::uci::{self, UciMode};
use crate::game::clocks::Score;
use crate::game::openings::Book;
use crate::game::plies::Ply;
use crate::game::steps::Step;

use super::field::{Field, Known};
use super::rows::Rows;
use super::spelling::Spelling;

/// The piece letters in moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Letters {
    /// Those of SAN.
    #[default]
    English,
    /// Those of another language (PGN 17), localized piece letters.
    Of(&'static Alphabet),
    /// Figurines, ♘f3.
    Figurine,
}

/// A ply and the settings for its values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    pub(super) ply: &'a Ply<'a>,
    /// The name of the file, encoded for the format.
    pub(super) file: &'a [u8],
    pub(super) mode: UciMode,
    pub(super) letters: Letters,
    /// The operations of the EPD line that the position comes from.
    pub(super) operations: Option<&'a str>,
}

impl Facts<'_> {
    pub(super) fn write(&self, field: &Field, format: &impl Spelling, rows: &mut Rows) {
        match field {
            Field::Known(known) => self.known(*known, format, rows),
            Field::Tag(name) => match self.ply.tag(name) {
                Some(value) => format.text(rows, &value),
                None => format.null(rows),
            },
        }
    }

    fn known(&self, field: Known, format: &impl Spelling, rows: &mut Rows) {
        let (position, said) = (self.ply.position(), self.ply.said);
        match field {
            Known::File => rows.bytes().extend_from_slice(self.file),
            Known::Game => rows.number_of_game(),
            Known::Played => format.integer(rows, i64::from(self.ply.played())),
            Known::Fen => fen(position, format, rows),
            Known::Epd => match self.operations {
                Some(operations) => format.text(rows, &read_line(position, operations)),
                None => format.word(rows, Epd(position)),
            },
            Known::Key => format.word(rows, format_args!("{:016x}", position.key())),
            Known::Check => format.flag(rows, position.is_check()),
            Known::Checkmate => format.flag(rows, position.is_checkmate()),
            Known::HalfmoveClock => format.integer(rows, i64::from(position.halfmove_clock())),
            Known::Repetitions => format.integer(rows, i64::from(self.ply.times())),
            Known::Material => format.word(rows, Material(position)),
            Known::Eco | Known::Opening => match Book::embedded().at(position) {
                Some(opening) if field == Known::Eco => format.ascii(rows, opening.eco().as_bytes()),
                Some(opening) => format.text(rows, opening.name()),
                None => format.null(rows),
            },
            Known::Clk => Self::time(said.clock, format, rows),
            Known::Spent => Self::time(said.spent, format, rows),
            Known::Eval | Known::Mate => Self::score(field, said.score, format, rows),
            Known::Nags => format.integers(rows, self.ply.nags()),
            Known::Comment => match self.ply.comment() {
                Some(text) => format.text(rows, &text),
                None => format.null(rows),
            },
            _ => match &self.ply.step {
                Some(step) => self.of_move(field, step, format, rows),
                None => format.null(rows),
            },
        }
    }

    fn score(field: Known, score: Option<Score>, format: &impl Spelling, rows: &mut Rows) {
        match (field, score) {
            (Known::Eval, Some(Score::Centipawns(score))) => format.integer(rows, i64::from(score)),
            (Known::Mate, Some(Score::Mate(moves))) => format.integer(rows, i64::from(moves)),
            _ => format.null(rows),
        }
    }

    fn time(hundredths: Option<u64>, format: &impl Spelling, rows: &mut Rows) {
        match hundredths {
            Some(hundredths) => format.hundredths(rows, hundredths),
            None => format.null(rows),
        }
    }

    /// Writes a field that belongs to the move.
    fn of_move(&self, field: Known, step: &Step, format: &impl Spelling, rows: &mut Rows) {
        match field {
            Known::Variation => format.integer(rows, i64::from(step.variation)),
            Known::Ply => format.integer(rows, i64::from(step.ply)),
            Known::Number => format.integer(rows, i64::from(step.before.fullmove_number())),
            Known::Side => format.word(rows, if step.before.turn() == Color::White { "white" } else { "black" }),
            Known::San | Known::Lan if step.mv == Move::NULL => format.ascii(rows, b"--"),
            Known::San => {
                let san = san::write_between(&step.before, step.mv, &step.after);
                match self.letters {
                    Letters::English => format.ascii(rows, san.as_bytes()),
                    letters => format.word(rows, Spelt(san.as_str(), letters)),
                }
            }
            Known::Lan => {
                let long = san::long(&step.before, step.mv, &step.after);
                match self.letters {
                    Letters::English => format.word(rows, long),
                    letters => format.word(rows, Spelt(&long.to_string(), letters)),
                }
            }
            Known::Uci if step.mv == Move::NULL => format.ascii(rows, b"0000"),
            Known::Uci => format.ascii(rows, uci::write(step.mv, self.mode).as_bytes()),
            Known::FenBefore => fen(&step.before, format, rows),
            Known::Parent => match step.parent {
                Some(parent) => format.integer(rows, i64::from(parent)),
                None => format.null(rows),
            },
            Known::Captured => match self.ply.captured() {
                Some(piece) => format.word(rows, piece.fen_letter()),
                None => format.null(rows),
            },
            _ => format.null(rows),
        }
    }
}

fn fen(position: &Position, format: &impl Spelling, rows: &mut Rows) {
    format.ascii(rows, position.fen_text(FenStyle::default()).as_bytes());
}

/// A line of EPD with the counters as operations (PGN 16.2.5).
struct Epd<'a>(&'a Position);

impl fmt::Display for Epd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = [self.0.halfmove_clock().to_string(), self.0.fullmove_number().to_string()];
        let operations = [("hmvc", [counters[0].as_str()]), ("fmvn", [counters[1].as_str()])];
        epd::write(f, self.0, FenStyle::default(), operations)
    }
}

/// A line of EPD with the given operations.
fn read_line(position: &Position, operations: &str) -> String {
    let mut line = String::new();
    // Writing to a `String` never fails.
    let _ = position.write_fen_fields(&mut line, FenStyle::default());
    if !operations.is_empty() {
        line.push(' ');
        line.push_str(operations);
    }
    line
}

/// A SAN with other piece letters.
pub(super) struct Spelt<'a>(pub(super) &'a str, pub(super) Letters);

impl fmt::Display for Spelt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(word, letters) = *self;
        if word.starts_with('O') {
            return f.write_str(word);
        }
        word.chars().try_for_each(|character| {
            let kind = u8::try_from(character).ok().and_then(Kind::from_letter);
            match (kind, letters) {
                (Some(kind), Letters::Of(alphabet)) => f.write_str(alphabet.letter(kind)),
                (Some(kind), Letters::Figurine) => fmt::Write::write_char(f, figurine(kind)),
                _ => fmt::Write::write_char(f, character),
            }
        })
    }
}

const fn figurine(kind: Kind) -> char {
    match kind {
        Kind::Pawn => '♙',
        Kind::Knight => '♘',
        Kind::Bishop => '♗',
        Kind::Rook => '♖',
        Kind::Queen => '♕',
        Kind::King => '♔',
    }
}

/// The material of both sides, `KRPPvKBP`.
struct Material<'a>(&'a Position);

impl fmt::Display for Material<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::BOTH {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for kind in Kind::ALL.into_iter().rev() {
                for _ in self.0.pieces(color, kind) {
                    fmt::Write::write_char(f, kind.letter())?;
                }
            }
        }
        Ok(())
    }
}
