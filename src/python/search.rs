//! Questions that search: `perft` and `can_mate`.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::api::{CanMate, perft as count_paths};
use crate::chess::position::Position;

use super::error::error;
use super::position::{PositionOrFen, color};
use super::waiting::interruptible;

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
        let below = if stop.load(Ordering::Relaxed) { None } else { count(&position.after(mv), depth - 1, stop) };
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
