//! Values of arguments whose names are offered to shells that complete words.

use std::ffi::OsStr;
use std::fmt::Display;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// Reads a value as a function does, and offers names.
#[derive(Clone, Copy, Debug)]
struct Offering<R> {
    read: R,
    names: fn() -> Vec<PossibleValue>,
}

/// A parser of values that this function reads. The names are for shells; other words may be read as well.
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
