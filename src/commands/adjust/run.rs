//! The run of `adoube adjust`: from arguments to the exit status.

use std::fmt::Write as _;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::{Error, ExitStatus, outputs};
use crate::input::{Content, Encoding, FileFilter, InputFile, Inputs, Meter, Opened, OutputError, Sink};
use crate::options::{InputFormat, OutputContent, SelectionArgs};
use crate::report::diff::DiffWriter;
use crate::report::summary::counted;

use super::Args;
use super::adjustment::{Adjustment, Destination, Tally};
use super::log::Log;
use super::undo::undo;

/// Adjusts the inputs, or undoes what a log says.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let diagnostics = args.diagnostics.diagnostics();
    if let Some(log) = &args.undo {
        return undo(log, &diagnostics);
    }
    args.inputs.announce(true, &diagnostics);
    let inputs = args.inputs.open()?.only(FileFilter::Games);
    let list = args.inputs.files_from.as_deref().map(Path::new);
    let written = args.output.output.as_deref().into_iter().chain(args.log.as_deref());
    outputs::check(written, Some(&inputs), list)?;
    let mut log = args.log.as_deref().map(Log::create).transpose()?;
    let mut job = Job { args, log: log.as_mut(), tally: Tally::default(), status: ExitStatus::Clean, line_ends: None };
    if args.in_place {
        job.in_place(&inputs)?;
    } else {
        job.one_output(&inputs)?;
    }
    let Job { tally, mut status, .. } = job;
    diagnostics.result(&summary(args, &tally));
    let would_change = args.is_trial() && tally.adjusted > 0;
    if would_change || tally.invalid > 0 {
        status = status | ExitStatus::Findings;
    }
    if tally.withdrawn > 0 {
        status = ExitStatus::Failed;
    }
    Ok(status)
}

/// A run.
struct Job<'a> {
    args: &'a Args,
    log: Option<&'a mut Log>,
    tally: Tally,
    status: ExitStatus,
    /// The number of line ends at the end of the output; `None` if nothing was written to it.
    line_ends: Option<usize>,
}

impl Job<'_> {
    /// Writes all games, or their differences, to one output.
    fn one_output(&mut self, inputs: &Inputs) -> Result<(), Error> {
        let mut output = if self.args.check { None } else { Some(self.args.output.open(OutputContent::Games)?) };
        let path = self.args.output.output.as_deref().filter(|path| path.as_os_str() != "-");
        let written = path.map(std::path::absolute).transpose().map_err(Error::Stdout)?;
        if self.log.is_some() && inputs.entries().count() > 1 {
            let message =
                "--log of several inputs needs --in-place: they would be one file, which --undo could not take apart";
            return Err(Error::Usage(message.to_owned()));
        }
        for entry in inputs.entries() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.status = ExitStatus::Failed;
                    self.args.diagnostics.diagnostics().failure(&crate::commands::failure(&error));
                    continue;
                }
            };
            let destination = match &mut output {
                None => Destination::Nowhere,
                Some(output) if self.args.diff => Destination::Diff(DiffWriter::new(output, &entry.name())),
                Some(output) => Destination::Text(output),
            };
            self.input(&entry, destination, written.clone())?;
        }
        let Some(output) = output else { return Ok(()) };
        outputs::finish(output, self.status, &self.args.diagnostics.diagnostics())
    }

    /// Replaces each file that has something to fix.
    fn in_place(&mut self, inputs: &Inputs) -> Result<(), Error> {
        let mut seen = std::collections::HashSet::new();
        for entry in inputs.entries() {
            let replaced = match entry {
                Ok(entry) => {
                    // A file that is reached by two names is adjusted once.
                    let path = entry.path().and_then(|path| fs::canonicalize(path).ok());
                    if path.is_some_and(|path| !seen.insert(path)) {
                        continue;
                    }
                    self.file(&entry)
                }
                Err(error) => {
                    self.args.diagnostics.diagnostics().failure(&crate::commands::failure(&error));
                    self.status = ExitStatus::Failed;
                    continue;
                }
            };
            // Another file may be well.
            match replaced {
                Err(error @ Error::Output(_)) => {
                    self.args.diagnostics.diagnostics().error(&error);
                    self.status = ExitStatus::Failed;
                }
                other => other?,
            }
        }
        Ok(())
    }

    /// Replaces a file, if it has something to fix.
    fn file(&mut self, entry: &InputFile) -> Result<(), Error> {
        let diagnostics = self.args.diagnostics.diagnostics();
        let refuse = |why: &str| diagnostics.error(format_args!("{}: not adjusted: {why}", entry.name()));
        let Some(path) = entry.path().filter(|path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file())) else {
            refuse("--in-place replaces files, and this is not one");
            self.status = ExitStatus::Failed;
            return Ok(());
        };
        let unnamed = |error| Error::Output(OutputError::new(path, error));
        let before = Version::of(path).map_err(unnamed)?;
        if is_compressed(entry, self.args)? {
            refuse("it is compressed; unpack it, or write the games elsewhere with -o");
            self.status = ExitStatus::Failed;
            return Ok(());
        }
        let written = std::path::absolute(path).map_err(unnamed)?;
        let mut sink = Sink::create(path)?;
        let earlier = self.status;
        self.status = ExitStatus::Clean;
        let changed = self.input(entry, Destination::Text(&mut sink), Some(written))?;
        let is_read = self.status != ExitStatus::Failed;
        self.status = self.status | earlier;
        if !changed || !is_read {
            return Ok(());
        }
        if Version::of(path).map_err(unnamed)? != before {
            refuse("another program has changed it meanwhile");
            self.status = ExitStatus::Failed;
            return Ok(());
        }
        if let Some(suffix) = &self.args.backup
            && !back_up(path, suffix)?
        {
            refuse("the file of --backup exists already");
            self.status = ExitStatus::Failed;
            return Ok(());
        }
        Ok(sink.commit()?)
    }

    /// Adjusts the games of an input. Returns whether any was changed.
    fn input(
        &mut self,
        entry: &InputFile,
        destination: Destination<'_>,
        written: Option<PathBuf>,
    ) -> Result<bool, Error> {
        let mut adjustment = Adjustment::new(self.args.rules(), destination, self.log.as_deref_mut());
        adjustment.written = written;
        adjustment.line_ends = self.line_ends.filter(|_| !self.args.in_place);
        let selection = SelectionArgs::default();
        let mut driver = Driver::new(
            adjustment,
            DriverArgs {
                inputs: &self.args.inputs,
                selection: &selection,
                diagnostics: &self.args.diagnostics,
                threads: self.args.threads,
                chunk_bytes: None,
                has_digest: false,
            },
        );
        driver.read(&Inputs::of_entry(entry))?;
        driver.end()?;
        let Driver { mut command, run, .. } = driver;
        self.status = self.status | run.status;
        if run.status != ExitStatus::Failed {
            command.end().map_err(|error| run.writing(error))?;
        }
        self.line_ends = command.line_ends;
        let changed = command.tally.adjusted > 0;
        self.tally.merge(command.tally);
        Ok(changed)
    }
}

/// The size and the time of a file, by which a change of it is noticed.
#[derive(PartialEq, Eq, Debug)]
struct Version {
    size: u64,
    modified: Option<SystemTime>,
}

impl Version {
    fn of(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|metadata: Metadata| Self { size: metadata.len(), modified: metadata.modified().ok() })
    }
}

/// Whether an input is compressed, or its text is not stored as it is read.
fn is_compressed(entry: &InputFile, args: &Args) -> Result<bool, Error> {
    if args.inputs.format_of(&entry.name()) != InputFormat::Pgn {
        return Ok(false);
    }
    let first = entry.open(&args.inputs.open_options(Meter::default())).next().transpose()?;
    Ok(first.is_some_and(|Opened { content, encoding, .. }| {
        encoding == Encoding::Bytes && matches!(content, Content::Stream(_))
    }))
}

/// Keeps a file under its name with a suffix. Returns false if there is a file of that name: it may be the original.
fn back_up(path: &Path, suffix: &str) -> Result<bool, Error> {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    let backup = PathBuf::from(name);
    if fs::symlink_metadata(&backup).is_ok() {
        return Ok(false);
    }
    let mut sink = Sink::create(&backup)?;
    File::open(path).and_then(|mut file| io::copy(&mut file, &mut sink)).map_err(
        |error| match OutputError::find_in(&error) {
            Some(error) => error.clone(),
            None => OutputError::new(&backup, error),
        },
    )?;
    Ok(sink.commit().map(|()| true)?)
}

/// The last lines on standard error.
fn summary(args: &Args, tally: &Tally) -> String {
    let would = if args.is_trial() { "would be " } else { "" };
    let games = counted(tally.games, "game", "games");
    let mut text = format!("{games}, {} {would}adjusted\n", counted(tally.adjusted, "game", "games"));
    for (rule, count) in &tally.fixed {
        let info = rule.info();
        let _ = writeln!(text, "  {}  {}  {}", info.code, info.name, counted(*count, "fix", "fixes"));
    }
    if tally.invalid > 0 {
        let _ = writeln!(
            text,
            "{} errors that no fix covers; `adoube validate` shows them",
            counted(tally.invalid, "game has", "games have")
        );
    }
    text
}
