//! The exception `AdoubeError`, which the Python side defines.

use std::fmt::Display;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

/// What failed, and where.
#[derive(Clone, Default, Debug)]
pub(super) struct Fault {
    pub(super) message: String,
    /// The name of the input.
    pub(super) path: Option<String>,
    /// A byte of the file on disk.
    pub(super) offset: Option<u64>,
}

impl Fault {
    /// A failure that is not in an input.
    pub(super) fn new(message: impl Display) -> Self {
        Self { message: format!("{message}"), ..Self::default() }
    }

    /// The exception.
    pub(super) fn raise(&self, py: Python<'_>) -> PyErr {
        let build = || {
            let place = PyDict::new(py);
            place.set_item("path", &self.path)?;
            place.set_item("offset", self.offset)?;
            class(py)?.call((&self.message,), Some(&place))
        };
        build().map_or_else(|error| error, PyErr::from_value)
    }
}

/// The exception for this message.
pub(super) fn error(py: Python<'_>, message: impl Display) -> PyErr {
    Fault::new(message).raise(py)
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
