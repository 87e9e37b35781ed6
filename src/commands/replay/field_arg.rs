//! A field on the command line; and what was perhaps meant when there is no such field.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::report::plies::{Field, Known};

use super::args::FieldsArg;

/// Reads a name. The names are offered to shells that complete words.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldParser;

impl TypedValueParser for FieldParser {
    type Value = FieldsArg;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<FieldsArg, clap::Error> {
        let word = value.to_string_lossy();
        if word.trim() == "all" {
            return Ok(FieldsArg::All);
        }
        word.parse::<Field>().map(FieldsArg::One).map_err(|_| unknown(command, arg, &word))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        None
    }
}

/// The error for a word that names no field.
fn unknown(command: &Command, arg: Option<&Arg>, word: &str) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
    let arg = arg.map_or_else(|| "--fields".to_owned(), ToString::to_string);
    error.insert(ContextKind::InvalidArg, ContextValue::String(arg));
    error.insert(ContextKind::InvalidValue, ContextValue::String(word.to_owned()));
    let names: Vec<&str> = Known::ALL.iter().map(|known| known.name()).collect();
    let tip = match similar(word) {
        Some(name) => format!("a similar field exists: `{name}`; the value of a tag is `tag:{word}`"),
        None => format!("the fields are {}, and tag:NAME", names.join(", ")),
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The name that is most like this word, if one is.
fn similar(word: &str) -> Option<&'static str> {
    let word = word.trim().to_lowercase().replace('-', "_");
    let likeness = |name: &str| strsim::jaro_winkler(&word, name);
    let names = Known::ALL.iter().map(|known| known.name());
    names.filter(|name| likeness(name) > 0.8).max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant_is_offered() {
        assert_eq!(similar("fenn"), Some("fen"));
        assert_eq!(similar("half-move-clock"), Some("halfmove_clock"));
        assert_eq!(similar("comments"), Some("comment"));
        assert_eq!(similar("xyzzy"), None);
    }
}
