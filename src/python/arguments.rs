//! Keywords of a function as arguments of the program, and the program, run inside the interpreter.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{ArgAction, CommandFactory};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::cli::{self, Cli, Command};

use super::error::error;

/// The long options of a command.
#[pyfunction]
pub(super) fn options(command: &str) -> Vec<String> {
    let tree = Cli::command();
    let arguments = tree.find_subcommand(command).into_iter().flat_map(clap::Command::get_arguments);
    arguments.filter_map(clap::Arg::get_long).map(str::to_owned).collect()
}

/// The command for some arguments and keywords. `None` and `False` count as not given.
pub(super) fn parse(
    py: Python<'_>,
    command: &str,
    fixed: Vec<OsString>,
    keywords: &Bound<'_, PyDict>,
) -> PyResult<Command> {
    let tree = Cli::command();
    let known = tree.find_subcommand(command).ok_or_else(|| PyTypeError::new_err("there is no such command"))?;
    let mut arguments: Vec<OsString> = ["adoube", command].map(OsString::from).into();
    arguments.extend(fixed);
    for (name, value) in keywords {
        let name = name.extract::<String>()?;
        let long = name.replace('_', "-");
        let option = known.get_arguments().find(|argument| argument.get_long() == Some(&long));
        let option = option.ok_or_else(|| PyTypeError::new_err(format!("unexpected keyword argument `{name}`")))?;
        append(&mut arguments, option, &long, &name, &value)?;
    }
    Cli::parse_list(&arguments).map(|cli| cli.command).map_err(|fault| error(py, usage(&fault)))
}

/// Appends an option with its values.
fn append(
    arguments: &mut Vec<OsString>,
    option: &clap::Arg,
    long: &str,
    name: &str,
    value: &Bound<'_, PyAny>,
) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    let flag = format!("--{long}");
    if matches!(option.get_action(), ArgAction::SetTrue) {
        let is_set = value.extract::<bool>().map_err(|_| unsuitable(name, value))?;
        arguments.extend(is_set.then(|| flag.into()));
        return Ok(());
    }
    let texts = match (value.cast::<PyList>(), value.cast::<PyTuple>()) {
        (Ok(list), _) => list.iter().map(|item| text(name, &item)).collect::<PyResult<Vec<OsString>>>()?,
        (_, Ok(tuple)) => tuple.iter().map(|item| text(name, &item)).collect::<PyResult<Vec<OsString>>>()?,
        _ => vec![text(name, value)?],
    };
    if option.get_num_args().is_some_and(|count| count.min_values() > 1) {
        arguments.push(flag.into());
        arguments.extend(texts);
        return Ok(());
    }
    let is_repeated = matches!(option.get_action(), ArgAction::Append);
    let values = if is_repeated || texts.is_empty() { texts } else { vec![texts.join(",".as_ref())] };
    for value in values {
        let mut argument = OsString::from(format!("{flag}="));
        argument.push(value);
        arguments.push(argument);
    }
    Ok(())
}

/// A value as the text of an argument.
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<OsString> {
    if value.is_instance_of::<PyBool>() {
        return Err(unsuitable(name, value));
    }
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if is_number {
        Ok(value.str()?.extract::<String>()?.into())
    } else {
        path(value).ok_or_else(|| unsuitable(name, value))
    }
}

fn unsuitable(name: &str, value: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{name}: unsuitable value {value:?}"))
}

pub(super) fn path(value: &Bound<'_, PyAny>) -> Option<OsString> {
    let is_path = value.is_instance_of::<PyString>() || value.hasattr("__fspath__").unwrap_or(false);
    is_path.then(|| value.extract::<PathBuf>().ok().map(PathBuf::into_os_string)).flatten()
}

/// A message about wrong usage in one paragraph, without what is for the command line: options are keywords, and no line
/// points to a place in another.
fn usage(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let mut kept: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    if let Some(pointer) = kept.iter().position(|line| *line == "^").filter(|at| *at > 0) {
        kept.drain(pointer - 1..=pointer);
    }
    with_keywords(&kept.join("; "))
}

/// The text with `` `where` `` for `'--where <CONDITION>'`.
fn with_keywords(text: &str) -> String {
    let mut parts = text.split("'--");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (option, rest) = part.split_once('\'').unwrap_or((part, ""));
        let name = option.split([' ', '=']).next().unwrap_or_default().replace('-', "_");
        kept.extend(["`", &name, "`", rest]);
    }
    kept
}

// The program, run inside the interpreter.

/// Runs the program with these arguments, the first of which is its name; returns its exit code.
#[pyfunction]
pub(super) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(move || {
        let status = cli::run(&arguments);
        // At the end of a program in Rust, the runtime does this.
        let _ = io::stdout().flush();
        status.code()
    })
}
