//! What the commands that functions run have in common: inputs, rows with their columns, or a text.

use std::sync::Arc;

use crate::cli::Command;
use crate::commands::{Error, stats};
use crate::options::{DiagnosticArgs, InputArgs, OutputArgs};
use crate::report::columns::{Column, finding_columns, part_columns, verdict_columns};

/// The arguments that they share.
pub(super) struct SharedArgs<'a> {
    pub(super) inputs: &'a mut InputArgs,
    pub(super) diagnostics: &'a mut DiagnosticArgs,
    /// Where the rows go; `None` if it writes a text instead.
    pub(super) output: Option<&'a mut OutputArgs>,
}

/// The shared arguments of a command; `None` if no function runs it.
pub(super) fn shared_args(command: &mut Command) -> Option<SharedArgs<'_>> {
    let (inputs, diagnostics, output) = match command {
        Command::Validate(args) => (&mut args.inputs, &mut args.diagnostics, Some(&mut args.output)),
        Command::Stats(args) => (&mut args.inputs, &mut args.diagnostics, Some(&mut args.output)),
        Command::Adjudicate(args) => (&mut args.inputs, &mut args.diagnostics, Some(&mut args.output)),
        Command::Plan(args) => (&mut args.inputs, &mut args.diagnostics, Some(&mut args.output)),
        Command::Adjust(args) => (&mut args.inputs, &mut args.diagnostics, None),
        _ => return None,
    };
    Some(SharedArgs { inputs, diagnostics, output })
}

/// Where a command writes its text; `None` if it has none, or writes it to files.
pub(super) fn text_output(command: &mut Command) -> Option<&mut OutputArgs> {
    match command {
        Command::Adjust(args) if args.writes_to_stdout() => Some(&mut args.output),
        _ => None,
    }
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
