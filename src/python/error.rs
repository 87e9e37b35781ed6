//! The exception `AdoubeError`, which the Python side defines.

use std::fmt::Display;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use crate::report::Failure;

use super::arguments::with_keywords;

/// What failed, and where.
#[derive(Clone, Default, Debug)]
pub(super) struct RunError {
    pub(super) message: String,
    /// The name of the input.
    pub(super) path: Option<String>,
    /// A byte of the file on disk.
    pub(super) offset: Option<u64>,
    /// A line of the text in it, from 1.
    pub(super) line: Option<u64>,
}

impl RunError {
    /// A failure that is not in an input.
    pub(super) fn new(message: impl Display) -> Self {
        Self { message: with_keywords(&message.to_string()), ..Self::default() }
    }

    /// An input that could not be read, or not to its end.
    pub(super) fn of_input(failure: &Failure<'_>) -> Self {
        let message = format!("{}: {}", failure.file, failure.message);
        Self { message, path: Some(failure.file.to_owned()), offset: failure.offset, line: None }
    }

    /// What is wrong with a line of an input, or with the whole input.
    pub(super) fn at(file: &str, line: Option<u64>, message: String) -> Self {
        Self { message, path: Some(file.to_owned()), offset: None, line }
    }

    /// Several failures as one, with the place of the first input among them.
    pub(super) fn all(faults: Vec<Self>) -> Self {
        let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        let message = if messages.is_empty() { "the run failed".to_owned() } else { messages.join("\n") };
        let place = faults.into_iter().find(|fault| fault.path.is_some()).unwrap_or_default();
        Self { message, ..place }
    }

    /// The exception.
    pub(super) fn raise(&self, py: Python<'_>) -> PyErr {
        let build = || {
            let place = PyDict::new(py);
            place.set_item("path", &self.path)?;
            place.set_item("offset", self.offset)?;
            place.set_item("line", self.line)?;
            class(py)?.call((&self.message,), Some(&place))
        };
        build().map_or_else(|error| error, PyErr::from_value)
    }
}

/// The exception for this message.
pub(super) fn error(py: Python<'_>, message: impl Display) -> PyErr {
    RunError::new(message).raise(py)
}

/// Emits a warning, at the line of the program that reads the rows.
pub(super) fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    py.import("adoube._errors")?.call_method1("warn", (with_keywords(message),)).map(drop)
}

/// The class, imported once.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        let class = py.import("adoube._errors")?.getattr("AdoubeError")?;
        class.cast_into::<PyType>().map(Bound::unbind).map_err(|_| PyImportError::new_err("adoube._errors is damaged"))
    })?;
    Ok(class.bind(py))
}
