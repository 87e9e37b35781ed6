//! Keywords of a function as arguments of the program, and the program, run inside the interpreter.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{ArgAction, CommandFactory};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyMemoryView, PyString};

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
    let texts = match items(value) {
        Some(items) => items?.iter().map(|item| text(name, item)).collect::<PyResult<Vec<OsString>>>()?,
        None => vec![text(name, value)?],
    };
    if texts.is_empty() && name == "fields" {
        return Err(error(value.py(), "fields: the list is empty; without `fields`, there are the usual columns"));
    }
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

/// The items of a list, a tuple, a set, a range or a generator; `None` for a single value, as which text, bytes, files and
/// dictionaries count.
pub(super) fn items<'py>(value: &Bound<'py, PyAny>) -> Option<PyResult<Vec<Bound<'py, PyAny>>>> {
    let is_single = value.is_instance_of::<PyString>()
        || value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyMemoryView>()
        || value.is_instance_of::<PyDict>()
        || ["read", "__fspath__"].iter().any(|name| value.hasattr(*name).unwrap_or(false));
    if is_single { None } else { value.try_iter().ok().map(Iterator::collect) }
}

/// A value as the text of an argument.
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<OsString> {
    if value.is_instance_of::<PyBool>() {
        return Err(unsuitable(name, value));
    }
    // The integers of NumPy have `__index__`, as those of Python do.
    if let Ok(number) = value.call_method0("__index__") {
        Ok(number.str()?.extract::<String>()?.into())
    } else if value.is_instance_of::<PyFloat>() {
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

/// A message about wrong usage in one paragraph, without what is for the command line: options are keywords. The place in a
/// condition that is wrong follows on two lines of its own.
fn usage(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let is_end = |line: &str| line.starts_with("Usage:") || line.starts_with("For more information");
    let lines: Vec<&str> = text.lines().take_while(|line| !is_end(line)).collect();
    let pointer = lines.iter().position(|line| line.trim() == "^").filter(|at| *at > 0);
    let is_place = |at: usize| pointer.is_some_and(|pointer| at == pointer || at + 1 == pointer);
    let sentences = lines.iter().enumerate().filter(|(at, _)| !is_place(*at)).map(|(_, line)| line.trim());
    let sentences: Vec<&str> = sentences.filter(|line| !line.is_empty()).collect();
    let mut message = with_keywords(&sentences.join("; "));
    if let Some(pointer) = pointer.filter(|at| !lines[at - 1].trim().is_empty()) {
        message.extend(["\n", lines[pointer - 1], "\n", lines[pointer]]);
    }
    message
}

/// The text with keywords for options: `` `where` `` for `'--where <CONDITION>'`, and `fields` for `--fields`.
pub(super) fn with_keywords(text: &str) -> String {
    let text = text.replace("a row is a game, unless --per ply is given", "a row is a game; `plies` has rows of moves");
    let mut kept = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("--") {
        let (before, option) = (&rest[..at], &rest[at + 2..]);
        let name =
            option.split(|letter: char| !letter.is_ascii_lowercase() && letter != '-').next().unwrap_or_default();
        let is_option = !name.is_empty() && !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '-');
        if !is_option {
            kept.push_str(&rest[..at + 2]);
            rest = option;
            continue;
        }
        let keyword = name.replace('-', "_");
        if let Some((before, end)) = before.strip_suffix('\'').zip(option.find('\'')) {
            kept.extend([before, "`", &keyword, "`"]);
            rest = &option[end + 1..];
        } else {
            kept.extend([before, &keyword]);
            rest = &option[name.len()..];
        }
    }
    kept + rest
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
