//! Parser of a field on the command line.

use clap::builder::TypedValueParser;

use crate::game::facts::{FactColumn, known_tags};
use crate::options::offering;

use super::args::FieldsArg;

/// Reads a name. The names are offered to shells that complete words.
pub(super) fn fields_arg() -> impl TypedValueParser<Value = FieldsArg> {
    let read = |word: &str| match word.trim() {
        "all" => Ok(FieldsArg::All),
        word => FactColumn::of_ply(word).map(FieldsArg::One),
    };
    offering(read, || ["all"].into_iter().chain(FactColumn::ply_names()).chain(known_tags()).map(Into::into).collect())
}
