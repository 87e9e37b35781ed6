//! Parsers of argument values with names for shell completion.

use std::ffi::OsStr;
use std::fmt::Display;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// A parser function, and names for completion.
#[derive(Clone, Copy, Debug)]
struct Offering<R> {
    read: R,
    names: fn() -> Vec<PossibleValue>,
}

/// A parser that uses this function. The names are for completion; the function can accept other text.
pub fn offering<R, T, E>(read: R, names: fn() -> Vec<PossibleValue>) -> impl TypedValueParser<Value = T>
where
    R: Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync + 'static>> + Display,
{
    Offering { read, names }
}

impl<R, T, E> TypedValueParser for Offering<R>
where
    R: Fn(&str) -> Result<T, E> + Clone + Send + Sync + 'static,
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn std::error::Error + Send + Sync + 'static>> + Display,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        TypedValueParser::parse_ref(&self.read, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}
