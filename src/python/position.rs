//! The class `Position`, and questions that search: `perft` and `can_mate`.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::api::{CanMate, Move, MoveError, perft as count_paths};
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::square::Square;
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

    fn diagram(&self) -> Diagram {
        Diagram { last_move: self.last_move, ..Diagram::of_position(&self.position) }
    }
}

#[pymethods]
impl PythonPosition {
    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(py: Python<'_>, fen: Option<String>) -> PyResult<Self> {
        let fen = fen.unwrap_or_else(|| "startpos".to_owned());
        let position = Box::new(PositionOrFen::Fen(fen).position(py)?);
        Ok(Self { position, last_move: None })
    }

    #[getter]
    fn fen(&self) -> String {
        self.position.to_fen()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        name(self.position.turn())
    }

    #[getter]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    #[getter]
    fn is_checkmate(&self) -> bool {
        self.position.is_checkmate()
    }

    #[getter]
    fn is_stalemate(&self) -> bool {
        self.position.is_stalemate()
    }

    /// All legal moves in SAN, or in UCI.
    #[pyo3(signature = (*, uci = false))]
    fn legal_moves(&self, uci: bool) -> Vec<String> {
        let text = |mv: &Move| {
            if uci { self.position.to_uci(*mv).to_string() } else { self.position.to_san(*mv).to_string() }
        };
        self.position.legal_moves().iter().map(text).collect()
    }

    /// Plays a move in SAN or UCI; returns its SAN.
    fn push(&mut self, py: Python<'_>, r#move: &str) -> PyResult<String> {
        let mv = self.parse(r#move).map_err(|fault| error(py, fault))?;
        let san = self.position.to_san(mv).to_string();
        self.position.play_unchecked(mv);
        self.last_move = Some([mv.from(), mv.to()]);
        Ok(san)
    }

    /// Why a move is illegal; `None` for a legal one.
    fn why_illegal(&self, r#move: &str) -> Option<String> {
        self.parse(r#move).err().map(|fault| fault.to_string())
    }

    /// A diagram as SVG.
    #[pyo3(signature = (*, flip = false, size = 360))]
    fn svg(&self, py: Python<'_>, flip: bool, size: u16) -> PyResult<String> {
        let style = DiagramStyle { flip, theme: Theme::default(), ..DiagramStyle::default() };
        let sheet = Sheet { diagrams: &[self.diagram()], style, columns: 1, size, title: "" };
        let mut out = Vec::new();
        sheet.write_svg(&mut out).map_err(|fault| error(py, fault))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, false, 360)
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    /// For `pickle`: the class and its argument.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.borrow().fen(),))
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
