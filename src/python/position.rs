//! The class `Position`, and questions that search: `perft` and `can_mate`.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::{PyIndexError, PyOverflowError};
use pyo3::prelude::*;

use crate::api::{CanMate, Move, MoveError, perft as count_paths};
use crate::chess::fen::FenStyle;
use crate::chess::piece::{Color, Piece};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::chess::uci::{self, UciMode};
use crate::report::Paint;
use crate::report::diagram::{BoardStyle, Diagram, Lettering, board};
use crate::report::pictures::{DiagramStyle, Sheet, Theme};

use super::error::error;
use super::run::interruptible;

/// A position, and the move that led to it.
#[pyclass(name = "Position", module = "adoube")]
#[derive(Clone)]
pub(super) struct PythonPosition {
    // In a box, because Python aligns objects to 16 bytes, and a position needs 64.
    position: Box<Position>,
    last_move: Option<[Square; 2]>,
    /// Whether all moves in UCI castle as in Chess960.
    is_chess960: bool,
    /// What `pop` takes back.
    played: Vec<Played>,
}

/// A move that was played: the position before it, the move before it, and its SAN.
#[derive(Clone)]
struct Played {
    before: Box<Position>,
    last_move: Option<[Square; 2]>,
    san: String,
}

/// A position that a function takes: an object, or its FEN.
#[derive(FromPyObject)]
pub(super) enum PositionOrFen<'py> {
    Object(PyRef<'py, PythonPosition>),
    Fen(String),
}

impl PositionOrFen<'_> {
    /// The position. `startpos` is the initial one, as in UCI.
    pub(super) fn position(self, py: Python<'_>) -> PyResult<Position> {
        match self {
            Self::Object(object) => Ok(Position::clone(&object.position)),
            Self::Fen(fen) if fen == "startpos" => Ok(Position::initial()),
            Self::Fen(fen) => Position::from_fen(&fen).map_err(|fault| error(py, fault)),
        }
    }
}

/// A side that a function takes.
fn color(py: Python<'_>, name: &str) -> PyResult<Color> {
    match name {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(error(py, format!("`{name}` is not a side; expected `white` or `black`"))),
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl PythonPosition {
    /// The legal move that a text in UCI or SAN means.
    fn parse(&self, text: &str) -> Result<Move, MoveError> {
        match self.position.parse_uci(text) {
            Err(MoveError::Uci) => self.position.parse_san(text),
            parsed => parsed,
        }
    }

    /// The move in UCI.
    fn in_uci(&self, mv: Move) -> String {
        if self.is_chess960 {
            uci::write(mv, UciMode::Chess960).to_string()
        } else {
            self.position.to_uci(mv).to_string()
        }
    }

    fn diagram(&self) -> Diagram {
        Diagram { last_move: self.last_move, ..Diagram::of_position(&self.position) }
    }
}

#[pymethods]
impl PythonPosition {
    #[new]
    #[pyo3(signature = (fen = None, *, chess960 = false))]
    fn new(py: Python<'_>, fen: Option<String>, chess960: bool) -> PyResult<Self> {
        let fen = fen.unwrap_or_else(|| "startpos".to_owned());
        let position = Box::new(PositionOrFen::Fen(fen).position(py)?);
        Ok(Self { position, last_move: None, is_chess960: chess960, played: Vec::new() })
    }

    /// Its FEN, with an en passant square only if a capture is legal.
    #[getter]
    fn fen(&self) -> String {
        self.position.to_fen()
    }

    /// Whether neither side can checkmate by any series of legal moves (Laws 5.2.2); `None` if a search leaves it open.
    #[getter]
    fn is_dead(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        let position = Position::clone(&self.position);
        let answers = interruptible(py, move |_| [Color::White, Color::Black].map(|side| position.can_mate(side)))?;
        Ok(if answers.iter().any(|answer| matches!(answer, CanMate::Yes(_))) {
            Some(false)
        } else {
            answers.iter().all(|answer| matches!(answer, CanMate::No(_))).then_some(true)
        })
    }

    /// The key of the position, as in the column `key`.
    #[getter]
    fn key(&self) -> String {
        format!("{:016x}", self.position.key())
    }

    /// The number of plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.position.halfmove_clock()
    }

    /// The number of the next move.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    /// The castling rights, as in a FEN.
    #[getter]
    fn castling(&self) -> String {
        self.fen().split(' ').nth(2).unwrap_or_default().to_owned()
    }

    /// The piece on a square, as in a FEN; `None` if it is empty.
    fn piece_at(&self, py: Python<'_>, square: &str) -> PyResult<Option<char>> {
        let square: Square = square.parse().map_err(|fault| error(py, fault))?;
        Ok(self.position.piece_at(square).map(Piece::fen_letter))
    }

    /// A legal move in SAN.
    fn san(&self, py: Python<'_>, r#move: &str) -> PyResult<String> {
        self.parse(r#move).map(|mv| self.position.to_san(mv).to_string()).map_err(|fault| error(py, fault))
    }

    /// A legal move in UCI.
    fn uci(&self, py: Python<'_>, r#move: &str) -> PyResult<String> {
        self.parse(r#move).map(|mv| self.in_uci(mv)).map_err(|fault| error(py, fault))
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        name(self.position.turn())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Whether the side to move is checkmated.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    /// Whether the side to move is stalemated.
    #[getter]
    fn is_stalemate(&self) -> bool {
        self.position.is_stalemate()
    }

    /// All legal moves in SAN, or in UCI.
    #[pyo3(signature = (*, uci = false))]
    fn legal_moves(&self, uci: bool) -> Vec<String> {
        let text = |mv: &Move| {
            if uci { self.in_uci(*mv) } else { self.position.to_san(*mv).to_string() }
        };
        self.position.legal_moves().iter().map(text).collect()
    }

    /// Plays a move in SAN or UCI; returns its SAN.
    fn push(&mut self, py: Python<'_>, r#move: &str) -> PyResult<String> {
        let mv = self.parse(r#move).map_err(|fault| error(py, fault))?;
        let san = self.position.to_san(mv).to_string();
        self.played.push(Played { before: self.position.clone(), last_move: self.last_move, san: san.clone() });
        self.position.play_unchecked(mv);
        self.last_move = Some([mv.from(), mv.to()]);
        Ok(san)
    }

    /// Takes back the last move; returns its SAN.
    fn pop(&mut self) -> PyResult<String> {
        let Played { before, last_move, san } =
            self.played.pop().ok_or_else(|| PyIndexError::new_err("no move has been played"))?;
        (self.position, self.last_move) = (before, last_move);
        Ok(san)
    }

    /// Why a move is illegal; `None` for a legal one.
    fn why_illegal(&self, r#move: &str) -> Option<String> {
        self.parse(r#move).err().map(|fault| fault.to_string())
    }

    /// A diagram as SVG.
    #[pyo3(signature = (*, flip = false, size = 360))]
    fn svg(&self, py: Python<'_>, flip: bool, size: u16) -> PyResult<String> {
        if size == 0 {
            return Err(error(py, "size: the width is at least 1 pixel"));
        }
        let style = DiagramStyle { flip, theme: Theme::default(), ..DiagramStyle::default() };
        let sheet = Sheet { diagrams: &[self.diagram()], style, columns: 1, size, title: "" };
        let mut out = Vec::new();
        sheet.write_svg(&mut out).map_err(|fault| error(py, fault))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, false, 360)
    }

    /// A copy, with the moves that `pop` takes back.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    /// For `pickle`: a function and its arguments. Moves that were played stay behind.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String, bool))> {
        let make = slf.py().import("adoube._tables")?.getattr("_position")?;
        let position = slf.borrow();
        Ok((make, (position.position.to_fen_with(FenStyle::PGN), position.is_chess960)))
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.fen())
    }

    fn __str__(&self) -> String {
        let style = BoardStyle { flip: false, coordinates: true, lettering: Lettering::FEN, paint: Paint::PLAIN };
        board(&self.diagram(), style)
    }
}

// Questions that search: `perft` and `can_mate`.

/// Trees of this depth are counted without looking for an interrupt: at most some hundredths of a second.
const AT_ONCE: u32 = 5;

/// The greatest depth. Only positions with hardly any moves have fewer than 2^64 paths of half that length.
const DEEPEST: u32 = 64;

/// The number of paths of this many legal moves.
#[pyfunction]
#[pyo3(signature = (position, depth))]
pub(super) fn perft(py: Python<'_>, position: PositionOrFen<'_>, depth: u32) -> PyResult<u64> {
    let position = position.position(py)?;
    if depth > DEEPEST {
        return Err(error(py, format!("the depth is at most {DEEPEST}")));
    }
    let counted = interruptible(py, move |stop| count(&position, depth, stop))?;
    counted.ok_or_else(|| PyOverflowError::new_err("there are more than 2^64 paths"))
}

/// The count; `None` if it needs more than 64 bits or is to stop.
fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= AT_ONCE {
        return Some(count_paths(position, depth));
    }
    let mut sum = Some(0_u64);
    let _ = position.visit_legal_moves(|mv| {
        let below =
            if stop.load(Ordering::Relaxed) { None } else { count(&position.after_unchecked(mv), depth - 1, stop) };
        sum = sum.zip(below).and_then(|(sum, below)| sum.checked_add(below));
        if sum.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    sum
}

/// Whether a side can still checkmate by any series of legal moves; `None` if a search leaves it open.
#[pyfunction]
#[pyo3(signature = (position, side))]
pub(super) fn can_mate(py: Python<'_>, position: PositionOrFen<'_>, side: &str) -> PyResult<Option<bool>> {
    let (position, side) = (position.position(py)?, color(py, side)?);
    let answer = interruptible(py, move |_| position.can_mate(side))?;
    Ok(match answer {
        CanMate::Yes(_) => Some(true),
        CanMate::No(_) => Some(false),
        CanMate::Unknown { .. } => None,
    })
}
