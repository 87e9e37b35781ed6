//! The beginning and the end of a run whose output can be made in parts: what is read, and when an output replaces a file.

use std::io::Write;
use std::path::Path;

use crate::commands::partial::{PartEnd, Signature, Whole};
use crate::commands::{Error, ExitStatus, outputs};
use crate::input::Inputs;
use crate::options::{InputArgs, Output, OutputContent, PartialArgs, RunArgs};
use crate::parts::output::BEGINS;

/// The arguments that say what a run reads and where its output goes.
#[derive(Clone, Copy)]
pub(super) struct Session<'a> {
    pub(super) inputs: &'a InputArgs,
    pub(super) partial: &'a PartialArgs,
    pub(super) run: &'a RunArgs,
    pub(super) content: OutputContent,
}

impl Session<'_> {
    /// Opens the inputs, or the parts of `--part`.
    pub(super) fn open_inputs(&self) -> Result<Inputs, Error> {
        let parts = self.partial.open().map_err(Error::Usage)?;
        self.inputs.announce(parts.is_none(), &self.run.diagnostics.diagnostics());
        parts.map_or_else(|| Ok(self.inputs.open()?), Ok)
    }

    /// Returns an error if an output would replace a file that the run reads, or another output. `written` and `read` are
    /// files besides those of the shared arguments.
    pub(super) fn check_outputs<'p>(
        &'p self,
        inputs: Option<&Inputs>,
        written: impl IntoIterator<Item = &'p Path>,
        read: impl IntoIterator<Item = &'p Path>,
    ) -> Result<(), Error> {
        let outputs = [self.run.output.output.as_deref(), self.partial.partial.as_deref()];
        let lists = [self.inputs.list(), self.partial.part.file()];
        outputs::check(outputs.into_iter().flatten().chain(written), inputs, lists.into_iter().flatten().chain(read))
    }

    /// Opens the output: with `--partial` a part of the whole.
    ///
    /// # Errors
    ///
    /// Returns an error also if the file of `--partial` exists and is something else: it may be an input by mistake.
    pub(super) fn open_output(&self) -> Result<Output, Error> {
        let Some(path) = &self.partial.partial else { return Ok(self.run.output.open(self.content)?) };
        outputs::check_partial(path, BEGINS.as_bytes(), "is not such a file")?;
        Ok(self.run.output.open_part(path, self.content)?)
    }

    /// Ends the output. After a failure, a file is left as it was, and a message says so; but a report that `names_failures`
    /// is written even then, unless it is a part of a whole.
    pub(super) fn finish(
        &self,
        output: Output,
        status: ExitStatus,
        names_failures: bool,
        part: impl FnOnce() -> (Signature, PartEnd),
    ) -> Result<(), Error> {
        let is_part = self.partial.partial.is_some();
        if is_part && status != ExitStatus::Failed {
            let (signature, end) = part();
            let written = output.commit_part(end.into_part(signature, status));
            return written.map_err(|error| Error::of_writing(error, status));
        }
        let status = if names_failures && !is_part { ExitStatus::Clean } else { status };
        outputs::finish(output, status, &self.run.diagnostics.diagnostics()).map(drop)
    }

    /// Combines outputs in parts. `begin` writes what precedes their rows, and returns what follows them.
    pub(super) fn merge(
        &self,
        signature: &Signature,
        begin: impl FnOnce(&Whole, &mut Output) -> Result<Vec<u8>, Error>,
    ) -> Result<Whole, Error> {
        let inputs = self.inputs.open_parts()?;
        self.check_outputs(Some(&inputs), None, None)?;
        let whole = Whole::open(&inputs, signature)?;
        let mut output = self.run.output.open(self.content)?;
        let end = begin(&whole, &mut output)?;
        whole.write(&mut output)?;
        output.write_all(&end).map_err(|error| Error::of_writing(error, whole.status))?;
        outputs::finish(output, whole.status, &self.run.diagnostics.diagnostics())?;
        Ok(whole)
    }
}
