//! Rows as Python dictionaries, for programs without data frames.

use std::sync::{Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type, TimestampMillisecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::table::Reader;

/// How many rows are handed out before the next look for signals.
const ROWS_BETWEEN_SIGNALS: usize = 1024;

/// An iterator over the rows of a table.
#[pyclass(module = "adoube._adoube")]
pub(super) struct Rows {
    /// Never locked: it makes what only one thread may use at a time safe to share.
    reader: Mutex<Reader>,
    names: Vec<Py<PyString>>,
    batch: Option<Batch>,
}

/// Rows that are handed out one by one.
struct Batch {
    rows: RecordBatch,
    next: usize,
}

impl Rows {
    pub(super) fn new(py: Python<'_>, schema: &Schema, reader: Reader) -> Self {
        let names = schema.fields().iter().map(|field| PyString::intern(py, field.name()).unbind()).collect();
        Self { reader: Mutex::new(reader), names, batch: None }
    }
}

#[pymethods]
impl Rows {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        // A loop in Python looks for signals itself, but `list` does not.
        if self.batch.as_ref().is_some_and(|batch| batch.next % ROWS_BETWEEN_SIGNALS == 0) {
            py.check_signals()?;
        }
        loop {
            if let Some(row) = self.batch.as_mut().and_then(|batch| batch.next(py, &self.names)) {
                return row.map(Some);
            }
            let Some(rows) = self.reader.get_mut().unwrap_or_else(PoisonError::into_inner).next(py)? else {
                return Ok(None);
            };
            self.batch = Some(Batch { rows, next: 0 });
        }
    }
}

impl Batch {
    fn next<'py>(&mut self, py: Python<'py>, names: &[Py<PyString>]) -> Option<PyResult<Bound<'py, PyDict>>> {
        let at = self.next;
        self.next += 1;
        (at < self.rows.num_rows()).then(|| {
            let row = PyDict::new(py);
            for (name, column) in names.iter().zip(self.rows.columns()) {
                row.set_item(name, value(py, column, at)?)?;
            }
            Ok(row)
        })
    }
}

/// The value in a row of a column.
fn value<'py>(py: Python<'py>, column: &ArrayRef, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(at) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::LargeUtf8 => Ok(column.as_string::<i64>().value(at).into_pyobject(py)?.into_any()),
        DataType::Int32 => Ok(column.as_primitive::<Int32Type>().value(at).into_pyobject(py)?.into_any()),
        DataType::Int64 => Ok(column.as_primitive::<Int64Type>().value(at).into_pyobject(py)?.into_any()),
        DataType::Float64 => Ok(column.as_primitive::<Float64Type>().value(at).into_pyobject(py)?.into_any()),
        DataType::Boolean => Ok(column.as_boolean().value(at).into_pyobject(py)?.to_owned().into_any()),
        DataType::Date32 => {
            let days = column.as_primitive::<Date32Type>().value(at);
            let date = py.import(intern!(py, "datetime"))?.getattr(intern!(py, "date"))?;
            date.call_method1(intern!(py, "fromordinal"), (days + ORDINAL_OF_1970,))
        }
        _ => {
            let milliseconds = column.as_primitive::<TimestampMillisecondType>().value(at);
            let datetime = py.import(intern!(py, "datetime"))?;
            let utc = datetime.getattr(intern!(py, "timezone"))?.getattr(intern!(py, "utc"))?;
            let begin = datetime.getattr(intern!(py, "datetime"))?.call1((1970, 1, 1))?;
            let since = PyDict::new(py);
            since.set_item(intern!(py, "milliseconds"), milliseconds)?;
            let since = datetime.getattr(intern!(py, "timedelta"))?.call((), Some(&since))?;
            let zone = PyDict::new(py);
            zone.set_item(intern!(py, "tzinfo"), utc)?;
            begin.call_method1(intern!(py, "__add__"), (since,))?.call_method(intern!(py, "replace"), (), Some(&zone))
        }
    }
}

/// `datetime.date(1970, 1, 1).toordinal()`.
const ORDINAL_OF_1970: i32 = 719_163;
