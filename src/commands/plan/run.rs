//! The run of `adoube plan`: from arguments to the exit status.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use crate::commands::driver::{DriverArgs, Run};
use crate::commands::{Error, ExitStatus, outputs};
use crate::input::{Content, InputError, InputFile, Inputs, Meter, Opened};
use crate::options::{InputFormat, OutputContent, SelectionArgs};
use crate::parts::{Before, InputPart, Unit};
#[cfg(feature = "python")]
use crate::report::columns::hand_on_parts;

use super::Args;
use super::cutting::{Cut, between_frames, chunk_bytes, counted, counted_frames, guess};

/// Writes the parts of all inputs, one per line.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.inputs.inputs.is_empty() && args.inputs.files_from.is_none() {
        return Err(Error::Usage("name the files to cut; standard input cannot be read in parts".to_owned()));
    }
    let inputs = args.inputs.open()?;
    let list = args.inputs.files_from.as_deref().map(Path::new);
    outputs::check(args.output.output.as_deref(), Some(&inputs), list)?;
    let mut cutter = Cutter::new(args, &inputs);
    let mut names = HashSet::new();
    for entry in inputs.entries() {
        // Nothing distinguishes the parts of two inputs of one name.
        if let Some(twice) = entry.as_ref().ok().map(InputFile::name).filter(|name| !names.insert(name.clone())) {
            return Err(Error::Usage(format!("{twice} is given more than once")));
        }
        let planned = entry.and_then(|entry| cutter.file(&entry));
        if let Err(error) = planned {
            cutter.run.failed(&error);
        }
    }
    let Cutter { parts, run, .. } = cutter;
    run.progress.finish();
    if run.status == ExitStatus::Failed {
        return Ok(run.status);
    }
    let of = parts.len() as u64;
    let mut parts = parts.into_iter().zip(1..).map(|(part, index)| InputPart { index, of, ..part });
    #[cfg(feature = "python")]
    if let Some(sink) = &args.output.rows {
        return hand_on_parts(sink.clone(), parts)
            .map(|()| run.status)
            .map_err(|error| Error::of_writing(error, run.status));
    }
    let mut output = args.output.open(OutputContent::Json)?;
    let written = parts.try_for_each(|part| writeln!(output, "{part}"));
    written.and_then(|()| output.commit()).map_err(|error| Error::of_writing(error, run.status))?;
    Ok(run.status)
}

/// The parts so far.
struct Cutter<'a> {
    args: &'a Args,
    run: Run,
    meter: Meter,
    part_bytes: u64,
    /// The parts; they get their numbers when all are known.
    parts: Vec<InputPart>,
}

impl<'a> Cutter<'a> {
    fn new(args: &'a Args, inputs: &Inputs) -> Self {
        let total = inputs.total_bytes();
        let bar = args.diagnostics.bar(|| total.filter(|_| args.count));
        let run = Run::new(bar, args.diagnostics.diagnostics());
        let of_parts = args.parts.map(|parts| total.unwrap_or_default().div_ceil(parts));
        let part_bytes = args.part_size.or(of_parts).unwrap_or_default().max(1);
        Self { args, run, meter: Meter::default(), part_bytes, parts: Vec::new() }
    }

    fn file(&mut self, file: &InputFile) -> Result<(), InputError> {
        let name = file.name();
        let is_named = file.path().is_some_and(|path| path.to_str().is_some());
        let Some(size) = file.size().filter(|_| is_named) else { return Err(file.uncut()) };
        let count = match self.args.part_size {
            Some(largest) => size.div_ceil(largest),
            None => (size + self.part_bytes / 2) / self.part_bytes,
        };
        let count = count.max(1);
        let arguments = DriverArgs {
            inputs: &self.args.inputs,
            selection: &SelectionArgs::default(),
            diagnostics: &self.args.diagnostics,
            threads: self.args.threads,
            chunk_bytes: Some(chunk_bytes(size, count)),
            has_digest: false,
        };
        let options = arguments.open_options(self.meter.clone());
        let pipeline = || arguments.pipeline(&self.meter, &self.run.progress);
        let is_counted = self.args.count;
        let first = file.open(&options).next().transpose()?.filter(|_| size > 0);
        let (unit, cuts) = match first.map(|Opened { content, .. }| content) {
            _ if self.args.inputs.format_of(&name) != InputFormat::Pgn => (Unit::File, None),
            Some(Content::Stream(_)) => {
                let mut cuts = between_frames(file, size, count, &options)?;
                if is_counted {
                    cuts = counted_frames(&cuts, &name, size, &options, &pipeline())?;
                }
                (Unit::Frame, Some(cuts))
            }
            Some(content) if is_counted => (Unit::Byte, Some(counted(content, &name, size, count, &pipeline())?)),
            Some(content) => (Unit::Byte, Some(guess(&content, &name, size, count)?)),
            None => (Unit::File, None),
        };
        match cuts {
            Some(cuts) if unit == Unit::Byte || cuts.len() > 1 => self.add(&name, unit, size, &cuts),
            _ => {
                if count > 1 {
                    let uncut = "not cut, because only PGN in UTF-8 or Latin-1, plain or in Zstandard frames, can be";
                    self.run.warning(format_args!("{name}: {uncut}"));
                }
                self.add(&name, Unit::File, size, &[(0, Some(Before::default()))]);
            }
        }
        Ok(())
    }

    /// Adds the parts that begin at these places.
    fn add(&mut self, input: &str, unit: Unit, size: u64, cuts: &[Cut]) {
        let ends = cuts.iter().skip(1).map(|(start, _)| *start).chain([size]);
        for (&(start, before), end) in cuts.iter().zip(ends) {
            self.parts.push(InputPart { input: input.to_owned(), unit, start, end, size, index: 1, of: 1, before });
        }
    }
}
