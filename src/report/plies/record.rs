//! The value of each field.

use std::fmt;

use crate::chess::epd;
use crate::chess::fen::FenStyle;
use crate::chess::moves::Move;
use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::san::{self, language::Alphabet};
use crate::chess::uci::{self, UciMode};
use crate::game::clocks::Score;
use crate::game::plies::Ply;
use crate::game::steps::Step;

use super::field::{Field, Known};
use super::rows::{Gap, Rows};
use super::spelling::Spelling;

/// The letters of the men in moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Letters {
    /// Those of SAN.
    #[default]
    English,
    /// Those of another language (PGN 17).
    Of(&'static Alphabet),
    /// Figurines, ♘f3.
    Figurine,
}

/// What is to be written about a ply, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts<'a> {
    pub(super) ply: &'a Ply<'a>,
    pub(super) mode: UciMode,
    pub(super) letters: Letters,
    /// The operations of the line of EPD that the position comes from.
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
        match field {
            Known::File => return format.gap(rows, Gap::File),
            Known::Game => return format.gap(rows, Gap::Game),
            Known::Played => return format.integer(rows, i64::from(self.ply.played())),
            _ => {}
        }
        if !self.position(field, format, rows) && !self.said(field, format, rows) {
            match &self.ply.step {
                Some(step) => self.of_move(field, step, format, rows),
                None => format.null(rows),
            }
        }
    }

    /// What can be said of any position.
    fn position(&self, field: Known, format: &impl Spelling, rows: &mut Rows) -> bool {
        let position = self.ply.position();
        match field {
            Known::Fen => format.word(rows, Fen(position)),
            Known::Epd => match self.operations {
                Some(operations) => format.text(rows, &read_line(position, operations)),
                None => format.word(rows, Epd(position)),
            },
            Known::Key => format.word(rows, format_args!("{:016x}", position.key())),
            Known::Check => format.flag(rows, position.is_check()),
            Known::Checkmate => format.flag(rows, position.is_checkmate()),
            Known::HalfmoveClock => format.integer(rows, i64::from(position.halfmove_clock())),
            Known::Repetitions => format.integer(rows, i64::from(self.ply.times)),
            Known::Material => format.word(rows, Material(position)),
            _ => return false,
        }
        true
    }

    /// What stands beside the move.
    fn said(&self, field: Known, format: &impl Spelling, rows: &mut Rows) -> bool {
        let said = self.ply.said;
        match (field, said.score) {
            (Known::Clk, _) => Self::time(said.clock, format, rows),
            (Known::Spent, _) => Self::time(said.spent, format, rows),
            (Known::Eval, Some(Score::Centipawns(score))) => format.integer(rows, i64::from(score)),
            (Known::Mate, Some(Score::Mate(moves))) => format.integer(rows, i64::from(moves)),
            (Known::Eval | Known::Mate, _) => format.null(rows),
            (Known::Nags, _) => format.integers(rows, self.ply.nags()),
            (Known::Comment, _) => match self.ply.comment() {
                Some(text) => format.text(rows, &text),
                None => format.null(rows),
            },
            _ => return false,
        }
        true
    }

    fn time(hundredths: Option<u64>, format: &impl Spelling, rows: &mut Rows) {
        match hundredths {
            Some(hundredths) => format.hundredths(rows, hundredths),
            None => format.null(rows),
        }
    }

    /// What belongs to the move.
    fn of_move(&self, field: Known, step: &Step, format: &impl Spelling, rows: &mut Rows) {
        match field {
            Known::Variation => format.integer(rows, i64::from(step.variation)),
            Known::Ply => format.integer(rows, i64::from(step.ply)),
            Known::Number => format.integer(rows, i64::from(step.before.fullmove_number())),
            Known::Side => format.word(rows, if step.before.turn() == Color::White { "white" } else { "black" }),
            Known::San => format.word(rows, San(step, self.letters)),
            Known::Lan => format.word(rows, Lan(step, self.letters)),
            Known::Uci => format.word(rows, Uci(step, self.mode)),
            Known::FenBefore => format.word(rows, Fen(&step.before)),
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

struct Fen<'a>(&'a Position);

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_fen(f, FenStyle::default())
    }
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

/// A line of EPD with operations as they stood there.
fn read_line(position: &Position, operations: &str) -> String {
    let mut line = String::new();
    // A String takes everything.
    let _ = position.write_fen_fields(&mut line, FenStyle::default());
    if !operations.is_empty() {
        line.push(' ');
        line.push_str(operations);
    }
    line
}

/// A move in SAN, or `--` for a pass.
pub(super) struct San<'a>(pub(super) &'a Step, pub(super) Letters);

impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Step { before, mv, after, .. }, letters) = self;
        match *mv {
            Move::NULL => f.write_str("--"),
            mv => spell(san::write_between(before, mv, after).as_str(), *letters, f),
        }
    }
}

pub(super) struct Lan<'a>(pub(super) &'a Step, pub(super) Letters);

impl fmt::Display for Lan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Step { before, mv, after, .. }, letters) = self;
        match (*mv, letters) {
            (Move::NULL, _) => f.write_str("--"),
            (mv, Letters::English) => san::long(before, mv, after).fmt(f),
            (mv, letters) => spell(&san::long(before, mv, after).to_string(), *letters, f),
        }
    }
}

pub(super) struct Uci<'a>(pub(super) &'a Step, pub(super) UciMode);

impl fmt::Display for Uci<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.mv {
            Move::NULL => f.write_str("0000"),
            mv => uci::write(mv, self.1).fmt(f),
        }
    }
}

/// A move with other letters for its men.
fn spell(word: &str, letters: Letters, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if letters == Letters::English || word.starts_with('O') {
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

/// The men of both sides, `KRPPvKBP`.
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
