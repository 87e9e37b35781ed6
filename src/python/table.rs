//! The class `Table`: rows that are computed while they are read, as batches or as Python dictionaries.

use std::borrow::Cow;
use std::collections::HashMap;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, vec};

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type, TimestampMillisecondType, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PyString, PyTuple};
use pyo3::{ffi, intern};

use crate::cli::Command;
use crate::game::facts::{self, GameFact};
use crate::options::TextSink;
use crate::report::facts::fact_rows;
use crate::report::rows::{Column, record_batch, schema};

use super::arguments;
use super::error::{RunError, error};
use super::run::{Run, columns, shared_args, text_output};
use super::source::{SourceError, Sources};

/// A table. Each reader gets the rows from the beginning.
#[pyclass(module = "adoube", frozen)]
pub(super) struct Table {
    schema: SchemaRef,
    content: Content,
    /// The arguments of [`table`] that make it again, but for the bar: command, options, keywords, source, names.
    recipe: Option<Py<PyTuple>>,
}

enum Content {
    /// Rows of a command that runs when they are read.
    Run {
        command: Command,
        /// What file objects raise.
        source_error: Arc<SourceError>,
        /// Makes a progress bar.
        make_bar: Option<Py<PyAny>>,
    },
    /// Rows in memory.
    Batches(Vec<RecordBatch>),
}

/// The rows of a table for one reader.
enum Reader {
    Run(Box<Run>),
    Batches(vec::IntoIter<RecordBatch>),
}

/// A reader of rows with their schema, as Arrow wants it.
struct Stream {
    schema: SchemaRef,
    reader: Reader,
    fault: Option<FaultSlot>,
}

/// A table that keeps the exception of its reading for [`Table::to`].
#[pyclass(module = "adoube._adoube", frozen)]
struct Reading {
    table: Py<Table>,
    fault: FaultSlot,
}

/// A place for the exception that ended a reading.
type FaultSlot = Arc<Mutex<Option<PyErr>>>;

/// A table whose rows are computed while they are read.
#[pyfunction]
#[pyo3(signature = (command, fixed, keywords, source, make_bar, *, names = "adoube"))]
pub(super) fn table(
    py: Python<'_>,
    command: &str,
    fixed: Vec<String>,
    keywords: &Bound<'_, PyDict>,
    source: Option<&Bound<'_, PyAny>>,
    make_bar: Option<Py<PyAny>>,
    names: &str,
) -> PyResult<Table> {
    let recipe = (command, fixed.clone(), keywords.copy()?, source, names).into_pyobject(py)?.unbind();
    let (command, source_error) = prepared(py, command, fixed, keywords, source)?;
    let found = columns(&command).map_err(|fault| error(py, fault))?;
    let columns = found.ok_or_else(|| PyValueError::new_err("this command has no rows"))?;
    let schema = match names {
        "adoube" => schema(&columns),
        "lichess" => schema(&columns.iter().map(named_as_at_lichess).collect::<Vec<_>>()),
        _ => return Err(error(py, format!("names: expected `adoube` or `lichess`, not `{names}`"))),
    };
    let schema =
        if matches!(command, Command::Stats(_) | Command::Replay(_)) { described(&schema, &columns) } else { schema };
    Ok(Table { schema, content: Content::Run { command, source_error, make_bar }, recipe: Some(recipe) })
}

/// The column with the name that lichess.org gives it.
fn named_as_at_lichess(column: &Column) -> Column {
    let fact = GameFact::named(&column.name);
    let name = fact.and_then(GameFact::name_at_lichess).map_or_else(|| column.name.clone(), Cow::Borrowed);
    Column { name, ..column.clone() }
}

/// The name of a fact that lichess.org gives this one.
#[pyfunction]
pub(super) fn fact_named_at_lichess(name: &str) -> Option<&'static str> {
    GameFact::ALL.iter().find(|fact| fact.name_at_lichess() == Some(name)).map(|fact| fact.name())
}

/// The schema with the meaning and the unit of each column that is a fact.
fn described(schema: &Schema, columns: &[Column]) -> SchemaRef {
    let field = |(field, column): (&Arc<Field>, &Column)| {
        let Some(info) = facts::named(&column.name).into_iter().next() else { return Field::clone(field) };
        let texts = [("meaning", info.meaning), ("unit", info.unit)].into_iter().filter(|(_, text)| !text.is_empty());
        Field::clone(field)
            .with_metadata(texts.map(|(key, text)| (key.to_owned(), text.to_owned())).collect::<HashMap<_, _>>())
    };
    Arc::new(Schema::new(schema.fields().iter().zip(columns).map(field).collect::<Vec<_>>()))
}

/// All facts: names, types, meanings.
#[pyfunction]
pub(super) fn facts_table(py: Python<'_>) -> PyResult<Table> {
    let rows = fact_rows();
    let schema = schema(rows.columns());
    let rows = record_batch(rows, Arc::clone(&schema)).map_err(|fault| error(py, fault))?;
    Ok(Table { schema, content: Content::Batches(vec![rows]), recipe: None })
}

/// The tables that a command makes at its end, with their names.
#[pyfunction]
#[pyo3(signature = (command, fixed, keywords, source, make_bar))]
pub(super) fn tables(
    py: Python<'_>,
    command: &str,
    fixed: Vec<String>,
    keywords: &Bound<'_, PyDict>,
    source: Option<&Bound<'_, PyAny>>,
    make_bar: Option<Py<PyAny>>,
) -> PyResult<Vec<(String, Table)>> {
    let (command, source_error) = prepared(py, command, fixed, keywords, source)?;
    let mut run = Run::start(py, command, source_error, make_bar)?;
    let mut tables = Vec::new();
    while let Some((name, rows)) = run.next(py)? {
        let schema = rows.schema();
        tables.push((name, Table { schema, content: Content::Batches(vec![rows]), recipe: None }));
    }
    Ok(tables)
}

/// The text that a command writes; `None` if it writes it to files.
#[pyfunction]
#[pyo3(signature = (command, keywords, source, make_bar))]
pub(super) fn text<'py>(
    py: Python<'py>,
    command: &str,
    keywords: &Bound<'py, PyDict>,
    source: Option<&Bound<'py, PyAny>>,
    make_bar: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyBytes>>> {
    let (mut command, source_error) = prepared(py, command, Vec::new(), keywords, source)?;
    let sink = text_output(&mut command).map(|output| output.text.insert(TextSink::default()).clone());
    let mut run = Run::start(py, command, source_error, make_bar)?;
    while run.next(py)?.is_some() {}
    Ok(sink.map(|sink| PyBytes::new(py, &sink.take())))
}

/// A command with its inputs, and what file objects among them raise. Inputs that do not exist are found here, before
/// anything runs.
fn prepared(
    py: Python<'_>,
    command: &str,
    fixed: Vec<String>,
    keywords: &Bound<'_, PyDict>,
    source: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Command, Arc<SourceError>)> {
    let fixed = fixed.into_iter().map(Into::into).collect();
    let mut command = arguments::parse(py, command, fixed, keywords)?;
    let (Some((Some(inputs), _)), Some(source)) = (shared_args(&mut command), source) else {
        return Ok((command, Arc::default()));
    };
    let Sources { paths, given, source_error } = Sources::new(source)?;
    for path in paths.iter().filter(|path| *path != "-") {
        if let Err(fault) = fs::metadata(Path::new(path)) {
            let path = path.to_string_lossy().into_owned();
            let message = format!("{path}: cannot be opened: {fault}");
            return Err(RunError::at(&path, None, message).raise(py));
        }
    }
    (inputs.inputs, inputs.given) = (paths, given);
    Ok((command, source_error))
}

#[pymethods]
impl Table {
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// A stream of record batches, by the Arrow `PyCapsule` interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        self.narrowed(py, requested_schema)?.as_ref().unwrap_or(self).stream(py, None)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema).map_err(|fault| error(py, fault))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// What a function of another library makes of the rows. If they end with an exception, it is raised as it is, not as
    /// one of that library.
    #[pyo3(signature = (reader, /))]
    fn to<'py>(slf: &Bound<'py, Self>, reader: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let fault = FaultSlot::default();
        let made = reader.call1((Reading { table: slf.clone().unbind(), fault: Arc::clone(&fault) },));
        let fault = fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        fault.map_or(made, Err)
    }

    /// The rows as dictionaries.
    fn __iter__(&self, py: Python<'_>) -> PyResult<Rows> {
        Ok(Rows::new(py, &self.schema, self.reader(py)?))
    }

    /// Batches of the rows, each a table in memory.
    fn batches(&self, py: Python<'_>) -> PyResult<Batches> {
        Ok(Batches { reader: Mutex::new(self.reader(py)?), schema: Arc::clone(&self.schema) })
    }

    /// The first rows, as a table in memory.
    #[pyo3(signature = (rows = 5))]
    fn head(&self, py: Python<'_>, rows: usize) -> PyResult<Self> {
        let (mut reader, mut first, mut left) = (self.reader(py)?, Vec::new(), rows);
        while left > 0
            && let Some(batch) = reader.next(py)?
        {
            let batch = batch.slice(0, left.min(batch.num_rows()));
            left -= batch.num_rows();
            first.push(renamed(batch, &self.schema).map_err(|fault| error(py, fault))?);
        }
        Ok(Self { schema: Arc::clone(&self.schema), content: Content::Batches(first), recipe: None })
    }

    /// The names of the columns with the types of Arrow.
    #[getter]
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let types = PyDict::new(py);
        for field in self.schema.fields() {
            types.set_item(field.name(), field.data_type().to_string())?;
        }
        Ok(types)
    }

    /// The number of rows of a table in memory.
    fn __len__(&self) -> PyResult<usize> {
        match &self.content {
            Content::Batches(batches) => Ok(batches.iter().map(RecordBatch::num_rows).sum()),
            Content::Run { .. } => Err(PyTypeError::new_err("the number of rows is known only when they are read")),
        }
    }

    /// A table is true whether it has rows or not, because that may not be known.
    #[expect(clippy::unused_self, reason = "Python calls it with the table")]
    const fn __bool__(&self) -> bool {
        true
    }

    /// For `pickle`: what makes the table again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Py<PyTuple>)> {
        let Some(recipe) = &self.recipe else {
            return Err(PyTypeError::new_err(
                "a table in memory cannot be pickled; pickle what your library makes of it",
            ));
        };
        Ok((py.import("adoube._tables")?.getattr("_again")?, recipe.clone_ref(py)))
    }

    /// The first rows as HTML, which notebooks show.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let row = |tag: &str, texts: &[String]| {
            let cells: Vec<String> = texts.iter().map(|text| format!("<{tag}>{}</{tag}>", escaped(text))).collect();
            format!("<tr>{}</tr>", cells.concat())
        };
        let head = self.head(py, ROWS_IN_NOTEBOOKS)?;
        let Content::Batches(batches) = &head.content else { return Ok(String::new()) };
        let mut rows = Vec::new();
        for (batch, at) in batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |at| (batch, at))) {
            let text = |column| -> PyResult<String> { Ok(value(py, column, at)?.str()?.to_cow()?.into_owned()) };
            rows.push(row("td", &batch.columns().iter().map(text).collect::<PyResult<Vec<String>>>()?));
        }
        let head = row("th", &self.columns());
        Ok(format!("<table><thead>{head}</thead><tbody>{}</tbody></table>", rows.concat()))
    }

    fn __repr__(&self) -> String {
        let field = |field: &Arc<Field>| format!("{}: {}", field.name(), field.data_type());
        let columns: Vec<String> = self.schema.fields().iter().map(field).collect();
        format!("Table({})", columns.join(", "))
    }
}

#[pymethods]
impl Reading {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (table, fault) = (self.table.get(), Some(Arc::clone(&self.fault)));
        table.narrowed(py, requested_schema)?.as_ref().unwrap_or(table).stream(py, fault)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        self.table.get().__arrow_c_schema__(py)
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Rows> {
        self.table.get().__iter__(py)
    }
}

impl Table {
    fn stream<'py>(&self, py: Python<'py>, fault: Option<FaultSlot>) -> PyResult<Bound<'py, PyCapsule>> {
        let stream = Stream { schema: Arc::clone(&self.schema), reader: self.reader(py)?, fault };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(stream)), c"arrow_array_stream")
    }

    /// The same rows with only the columns that a consumer asks for, if these are among those of games or plies: then nothing
    /// else is computed. Types are not changed, which the interface allows.
    fn narrowed(&self, py: Python<'_>, wish: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Self>> {
        let (Some(wish), Some(recipe)) = (wish, &self.recipe) else { return Ok(None) };
        let wanted = py.import("adoube._tables")?.call_method1("_names_in", (wish,))?.extract::<Vec<String>>()?;
        let own = self.columns();
        let is_narrower = !wanted.is_empty() && wanted != own && wanted.iter().all(|name| own.contains(name));
        if !is_narrower || !matches!(self.content, Content::Run { command: Command::Stats(_), .. }) {
            return Ok(None);
        }
        let made = py.import("adoube._tables")?.call_method1("_narrowed", (recipe, wanted))?;
        let made = made.cast::<Self>()?.get();
        let content = match &made.content {
            Content::Run { command, source_error, .. } => {
                Content::Run { command: command.clone(), source_error: Arc::clone(source_error), make_bar: None }
            }
            Content::Batches(batches) => Content::Batches(batches.clone()),
        };
        Ok(Some(Self { schema: Arc::clone(&made.schema), content, recipe: None }))
    }

    /// The rows from the beginning.
    fn reader(&self, py: Python<'_>) -> PyResult<Reader> {
        match &self.content {
            Content::Run { command, source_error, make_bar } => {
                let make_bar = make_bar.as_ref().map(|make| make.clone_ref(py));
                Ok(Reader::Run(Box::new(Run::start(py, command.clone(), Arc::clone(source_error), make_bar)?)))
            }
            Content::Batches(batches) => Ok(Reader::Batches(batches.clone().into_iter())),
        }
    }
}

impl Reader {
    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        match self {
            Self::Run(run) => Ok(run.next(py)?.map(|(_, rows)| rows)),
            Self::Batches(batches) => Ok(batches.next()),
        }
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    /// Called by the consumer in any thread, with or without the lock of the interpreter.
    fn next(&mut self) -> Option<Self::Item> {
        let next = |py: Python<'_>| match self.reader.next(py) {
            Ok(rows) => rows.map(|rows| renamed(rows, &self.schema)),
            Err(fault) => Some(Err(self.to_arrow_error(py, fault))),
        };
        let ended = || Some(Err(ArrowError::ExternalError("the interpreter has ended".into())));
        let _lock = Lock::take();
        Python::try_attach(next).unwrap_or_else(ended)
    }
}

/// The lock of the interpreter, taken whether this thread has it or not.
///
/// PyO3 alone is not enough. In a function of this module it takes it for granted that the thread has the lock, but
/// [`Table::to`] calls code of others, which may have released it before it reads a stream.
struct Lock(ffi::PyGILState_STATE, PhantomData<*const ()>);

impl Lock {
    /// `None` if there is no interpreter.
    fn take() -> Option<Self> {
        // SAFETY: both may be called without the lock, and the second one needs an interpreter.
        unsafe { (ffi::Py_IsInitialized() != 0).then(|| Self(ffi::PyGILState_Ensure(), PhantomData)) }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // SAFETY: the value is that of the call that took the lock, in this thread, because a `Lock` is not `Send`.
        unsafe { ffi::PyGILState_Release(self.0) };
    }
}

/// The same rows with the names of a schema.
fn renamed(rows: RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows.num_rows()));
    let (_, columns, _) = rows.into_parts();
    RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options)
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Stream {
    /// An exception as an error of Arrow, which the consumer raises as an exception of its own. So that Ctrl-C is not lost,
    /// it is repeated: Python raises `KeyboardInterrupt` as soon as it is back from the consumer.
    fn to_arrow_error(&self, py: Python<'_>, fault: PyErr) -> ArrowError {
        let message = fault.to_string();
        if let Some(slot) = &self.fault {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
        } else if fault.is_instance_of::<PyKeyboardInterrupt>(py) {
            let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
        }
        ArrowError::ExternalError(message.into())
    }
}

// Rows as Python dictionaries, for programs without data frames.

/// How many rows of a table a notebook shows.
const ROWS_IN_NOTEBOOKS: usize = 10;

/// An iterator over batches of rows.
#[pyclass(module = "adoube._adoube", frozen)]
struct Batches {
    reader: Mutex<Reader>,
    schema: SchemaRef,
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let mut reader = self.reader.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let Some(rows) = reader.next(py)? else { return Ok(None) };
        let rows = renamed(rows, &self.schema).map_err(|fault| error(py, fault))?;
        Ok(Some(Table { schema: Arc::clone(&self.schema), content: Content::Batches(vec![rows]), recipe: None }))
    }
}

/// How many rows are handed out before the next look for signals.
const ROWS_BETWEEN_SIGNALS: usize = 1024;

/// An iterator over the rows of a table. Threads that share it get each row once.
#[pyclass(module = "adoube._adoube", frozen)]
struct Rows {
    state: Mutex<RowsState>,
    names: Vec<Py<PyString>>,
}

struct RowsState {
    reader: Reader,
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
        Self { state: Mutex::new(RowsState { reader, batch: None }), names }
    }
}

#[pymethods]
impl Rows {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let mut state = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let RowsState { reader, batch } = &mut *state;
        // A loop in Python looks for signals itself, but `list` does not.
        if batch.as_ref().is_some_and(|batch| batch.next % ROWS_BETWEEN_SIGNALS == 0) {
            py.check_signals()?;
        }
        loop {
            if let Some(row) = batch.as_mut().and_then(|batch| batch.next(py, &self.names)) {
                return row.map(Some);
            }
            let Some(rows) = reader.next(py)? else { return Ok(None) };
            *batch = Some(Batch { rows, next: 0 });
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

fn value<'py>(py: Python<'py>, column: &ArrayRef, at: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(at) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::LargeUtf8 => Ok(column.as_string::<i64>().value(at).into_pyobject(py)?.into_any()),
        DataType::Int32 => Ok(column.as_primitive::<Int32Type>().value(at).into_pyobject(py)?.into_any()),
        DataType::LargeList(_) => {
            let elements = column.as_list::<i64>().value(at);
            let values = (0..elements.len()).map(|at| value(py, &elements, at)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, values)?.into_any())
        }
        DataType::UInt64 => Ok(column.as_primitive::<UInt64Type>().value(at).into_pyobject(py)?.into_any()),
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
