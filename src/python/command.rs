//! What the commands with rows have in common: inputs, and the columns of the rows.

use std::sync::Arc;

use crate::cli::Command;
use crate::commands::{Error, stats};
use crate::options::{DiagnosticArgs, InputArgs, OutputArgs};
use crate::report::columns::{Column, finding_columns, part_columns, verdict_columns};

/// The arguments that they share.
pub(super) struct SharedArgs<'a> {
    pub(super) inputs: &'a mut InputArgs,
    pub(super) diagnostics: &'a mut DiagnosticArgs,
    pub(super) output: &'a mut OutputArgs,
}

/// The shared arguments of a command; `None` if it has no rows.
pub(super) fn shared_args(command: &mut Command) -> Option<SharedArgs<'_>> {
    Some(match command {
        Command::Validate(args) => {
            SharedArgs { inputs: &mut args.inputs, diagnostics: &mut args.diagnostics, output: &mut args.output }
        }
        Command::Stats(args) => {
            SharedArgs { inputs: &mut args.inputs, diagnostics: &mut args.diagnostics, output: &mut args.output }
        }
        Command::Adjudicate(args) => {
            SharedArgs { inputs: &mut args.inputs, diagnostics: &mut args.diagnostics, output: &mut args.output }
        }
        Command::Plan(args) => {
            SharedArgs { inputs: &mut args.inputs, diagnostics: &mut args.diagnostics, output: &mut args.output }
        }
        _ => return None,
    })
}

/// The columns of the rows, if they are known before the run.
pub(super) fn columns(command: &Command) -> Result<Option<Arc<[Column]>>, Error> {
    Ok(match command {
        Command::Validate(_) => Some(finding_columns()),
        Command::Stats(args) => stats::row_columns(args)?,
        Command::Adjudicate(args) => {
            args.request()?;
            Some(verdict_columns(args.can_mate.is_some()))
        }
        Command::Plan(_) => Some(part_columns()),
        _ => None,
    })
}
