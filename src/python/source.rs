//! What a function reads: paths, bytes, file objects, or a list of them.

use std::ffi::OsString;
use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use crate::input::GivenInput;

use super::arguments::{items, path};
use super::error::error;

/// The inputs of a call.
#[derive(Clone, Default)]
pub(super) struct Sources {
    pub(super) paths: Vec<OsString>,
    pub(super) given: Vec<GivenInput>,
    /// What file objects among them raise.
    pub(super) source_error: Arc<SourceError>,
}

/// The exception that a file object raised in the thread of a run, which cannot raise it.
#[derive(Default)]
pub(super) struct SourceError {
    exception: Mutex<Option<PyErr>>,
    /// Whether it asks to end more than the reading, as `KeyboardInterrupt` and `SystemExit` do.
    ends_run: AtomicBool,
}

impl SourceError {
    fn put(&self, py: Python<'_>, exception: PyErr) {
        let ends_run = !exception.is_instance_of::<PyException>(py);
        *self.lock() = Some(exception);
        self.ends_run.store(ends_run, Ordering::Relaxed);
    }

    /// Whether the run must end.
    pub(super) fn ends_run(&self) -> bool {
        self.ends_run.load(Ordering::Relaxed)
    }

    /// The exception that a run ends with: what a file object raised, as it is, if it ends the run, otherwise as the cause.
    pub(super) fn exception(&self, py: Python<'_>, of_run: impl FnOnce() -> PyErr) -> PyErr {
        let source_error = self.lock().take();
        match source_error {
            Some(exception) if self.ends_run.swap(false, Ordering::Relaxed) => exception,
            cause => {
                let exception = of_run();
                exception.set_cause(py, cause);
                exception
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.exception.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sources {
    /// Takes one source or a list of them.
    pub(super) fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut sources = Self::default();
        match items(value) {
            Some(items) => items?.iter().try_for_each(|item| sources.add(item))?,
            None => sources.add(value)?,
        }
        if !sources.paths.is_empty() && !sources.given.is_empty() {
            return Err(error(value.py(), "a list of sources has either paths or data, not both"));
        }
        if sources.paths.is_empty() && sources.given.is_empty() {
            return Err(error(value.py(), "there is nothing to read: the list of sources is empty"));
        }
        Ok(sources)
    }

    fn add(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Some(path) = path(value) {
            self.paths.push(path);
        } else if let Ok(bytes) = value.cast::<PyBytes>() {
            self.given.push(of_bytes(bytes.clone().into()));
        } else if value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>() {
            // A copy, because others may change it while it is read.
            let bytes = value.py().get_type::<PyBytes>().call1((value,))?;
            self.given.push(of_bytes(bytes.cast_into::<PyBytes>()?.into()));
        } else if value.hasattr("read")? {
            self.given.push(of_file(value, &self.source_error));
        } else {
            let kind = value.get_type();
            let message = format!("a source is a path, bytes, or a file object, not {}", kind.name()?);
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }
}

fn of_bytes(bytes: PyBackedBytes) -> GivenInput {
    let bytes = Arc::new(bytes);
    let size = Some(bytes.len() as u64);
    let open = move || Ok(Box::new(Cursor::new(SharedBytes(Arc::clone(&bytes)))) as Box<dyn Read + Send>);
    GivenInput { name: "<bytes>".to_owned(), size, open: Arc::new(open) }
}

struct SharedBytes(Arc<PyBackedBytes>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A file object, which is read from where it stands. A second reader would find it at its end.
fn of_file(file: &Bound<'_, PyAny>, source_error: &Arc<SourceError>) -> GivenInput {
    let name = file.getattr("name").and_then(|name| name.extract::<String>()).ok().filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "<file>".to_owned());
    let (file, source_error) = (Arc::new(file.clone().unbind()), Arc::clone(source_error));
    let is_taken = AtomicBool::new(false);
    let open = move || {
        if is_taken.swap(true, Ordering::Relaxed) {
            return Err(io::Error::other("a file object can be read only once"));
        }
        let (file, source_error, rest) = (Arc::clone(&file), Arc::clone(&source_error), Cursor::default());
        Ok(Box::new(FileReader { file, source_error, rest }) as Box<dyn Read + Send>)
    };
    GivenInput { name, size: None, open: Arc::new(open) }
}

/// The number of bytes, or characters, that are read from a file object at a time.
const AT_ONCE: usize = 1 << 20;

/// A reader of a file object, in text mode or not.
struct FileReader {
    file: Arc<Py<PyAny>>,
    source_error: Arc<SourceError>,
    rest: Cursor<Vec<u8>>,
}

impl FileReader {
    fn fill(&self, py: Python<'_>) -> io::Result<Vec<u8>> {
        let read = self.file.bind(py).call_method1("read", (AT_ONCE,)).and_then(|read| match read.cast::<PyString>() {
            Ok(text) => Ok(text.to_cow()?.into_owned().into_bytes()),
            Err(_) => read.extract(),
        });
        read.map_err(|exception| {
            let message = exception.to_string();
            self.source_error.put(py, exception);
            io::Error::other(message)
        })
    }
}

impl Read for FileReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.rest.position() == self.rest.get_ref().len() as u64 {
            let ended = || io::Error::other("the interpreter has ended");
            let filled = Python::try_attach(|py| self.fill(py)).ok_or_else(ended)?;
            self.rest = Cursor::new(filled?);
        }
        self.rest.read(out)
    }
}
