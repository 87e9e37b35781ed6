//! `adoube adjust`: repairs that leave each game the same.

mod adjustment;
mod args;
mod log;
mod stored;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io, mem};

use crate::commands::baseline::KnownFindings;
use crate::commands::driver::{Chosen, Command, Counting, Driver, DriverArgs, GameSelector, Run};
use crate::commands::outputs::{self, Made, ReadFiles};
use crate::commands::{Error, ExitStatus};
use crate::game::edit::Edits;
use crate::game::rules::RuleSet;
use crate::input::{FileFilter, InputFile, Inputs, Meter, Original, OutputError, Sink};
use crate::options::{OutputContent, SelectionArgs};
use crate::progress::Progress;
use crate::report::Diagnostics;
use crate::report::diff::DiffWriter;
use crate::report::terminal::numbers::counted;

use adjustment::{Adjust, Adjustment, Destination, LastGame, Tally};
use log::{Log, undo};
use stored::TextSum;

pub use args::Args;

/// Adjusts the inputs, or undoes what a log says.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let diagnostics = args.run.diagnostics.diagnostics();
    if let Some(log) = &args.undo {
        return undo(log, args, &diagnostics);
    }
    args.inputs.announce(true, &diagnostics);
    let inputs = args.inputs.open()?.only(FileFilter::Games);
    let written = args.run.output.output.as_deref().into_iter().chain(args.log.as_deref());
    let edits = args.edits.edits()?;
    outputs::check(written, Some(&inputs), args.also_read())?;
    if args.overwrite && args.log.is_none() && args.backup.is_none() {
        return Err(Error::Usage(
            "--overwrite replaces the files of --log and --backup; --overwrite-tags lets --add replace values"
                .to_owned(),
        ));
    }
    let takes_ownership = args.run.output.take_ownership;
    let create = |path| if args.overwrite { Log::create_over(path, takes_ownership) } else { Log::create(path) };
    let mut log = args.log.as_deref().map(create).transpose()?;
    let status = adjust_inputs(args, &inputs, edits, log.as_mut());
    match (log, &status) {
        (Some(log), Ok(ExitStatus::Clean | ExitStatus::Findings)) => log.finish()?,
        (Some(log), _) => log.remove_if_empty(),
        (None, _) => {}
    }
    status
}

/// Adjusts these inputs, and prints the summary.
fn adjust_inputs(args: &Args, inputs: &Inputs, edits: Edits, log: Option<&mut Log>) -> Result<ExitStatus, Error> {
    let selection = SelectionArgs { sample: None, ..args.selection.clone() };
    let mut job = Job::new(args, &selection, edits, log)?;
    let entries = job.entries(inputs);
    if args.selection.sample.is_some() {
        job.sample = Some(job.sampled(&entries)?);
    }
    if args.in_place {
        job.in_place(inputs, &entries)?;
    } else {
        job.one_output(&entries)?;
    }
    let Job { tally, mut run, selector, .. } = job;
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    if tally.games > 0 || run.status != ExitStatus::Failed {
        run.diagnostics.result(&summary(args, &tally));
    }
    let would_change = args.is_trial() && tally.adjusted > 0;
    if would_change || tally.unfixed > 0 || tally.invalid > 0 && !args.edits.no_fixes {
        run.add(ExitStatus::Findings);
    }
    if tally.withdrawn + tally.refused > 0 {
        run.add(ExitStatus::Failed);
    }
    Ok(run.status)
}

struct Job<'a> {
    args: &'a Args,
    /// The work on each game.
    fold: Adjust,
    /// The selection without the sample.
    selection: &'a SelectionArgs,
    selector: GameSelector<'a, Chosen<Adjust>>,
    sample: Option<SampledGames>,
    log: Option<&'a mut Log>,
    tally: Tally,
    run: Run,
    /// How the last game of the output ends; `None` if nothing was written to it.
    last: Option<LastGame>,
}

impl<'a> Job<'a> {
    fn new(
        args: &'a Args,
        selection: &'a SelectionArgs,
        edits: Edits,
        log: Option<&'a mut Log>,
    ) -> Result<Self, Error> {
        let fold = Adjust {
            rules: args.rules(),
            marks: args.marks(),
            most: args.most(),
            condition_rules: selection.rules() | edits.rules(),
            edits: Arc::new(edits),
            known: KnownFindings::open(args.baseline.as_deref())?.map(Arc::new),
            is_by_number: selection.game.is_some(),
            is_over: Arc::default(),
        };
        Ok(Self {
            args,
            fold,
            selection,
            selector: GameSelector::new(selection),
            sample: None,
            log,
            tally: Tally::default(),
            run: Run::new(Progress::hidden(), args.run.diagnostics.diagnostics()),
            last: None,
        })
    }

    /// The inputs. Of names for one file, --in-place takes the first.
    fn entries(&mut self, inputs: &Inputs) -> Vec<InputFile> {
        let mut seen = HashSet::new();
        let mut entries = Vec::new();
        for entry in inputs.entries() {
            match entry {
                Ok(entry) => {
                    let path = entry.path().filter(|_| self.args.in_place);
                    let real = path.and_then(|path| fs::canonicalize(path).ok());
                    if real.is_none_or(|path| seen.insert(path)) {
                        entries.push(entry);
                    }
                }
                Err(error) => self.run.failed(&error),
            }
        }
        entries
    }

    /// Reads the inputs to choose the games of the sample.
    fn sampled(&self, entries: &[InputFile]) -> Result<SampledGames, Error> {
        let is_file = |path: &Path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        let is_readable_twice = |entry: &InputFile| entry.path().map_or(!self.args.inputs.given.is_empty(), is_file);
        if let Some(entry) = entries.iter().find(|entry| !is_readable_twice(entry)) {
            let message = format!("--sample reads the inputs twice, and {} can be read only once", entry.name());
            return Err(Error::Usage(message));
        }
        let choice = Choice { rules: self.selection.rules(), sampled: SampledGames::default() };
        let mut driver = Driver::new(choice, DriverArgs::new(&self.args.inputs, &self.args.selection, &self.args.run));
        for entry in entries {
            driver.read(&Inputs::of_entry(entry))?;
        }
        driver.end()?;
        Ok(driver.command.sampled)
    }

    /// Writes all games, or their differences, to one output.
    fn one_output(&mut self, entries: &[InputFile]) -> Result<(), Error> {
        let mut output = if self.args.check { None } else { Some(self.args.run.output.open(OutputContent::Games)?) };
        let path = self.args.run.output.output.as_deref().filter(|path| path.as_os_str() != "-");
        let written = path.map(std::path::absolute).transpose().map_err(Error::System)?;
        if self.log.is_some() && entries.len() > 1 {
            let message =
                "--log of several inputs needs --in-place: they would be one file, which --undo could not take apart";
            return Err(Error::Usage(message.to_owned()));
        }
        for entry in entries {
            let destination = match &mut output {
                None => Destination::Nowhere,
                Some(output) if self.args.diff => Destination::Diff(DiffWriter::new(output, &entry.name())),
                Some(output) => Destination::Text(output),
            };
            self.input(entry, destination, written.clone())?;
        }
        let Some(output) = output else { return Ok(()) };
        if !outputs::finish(output, self.run.status, &self.run.diagnostics)? {
            self.tally.take_back(&Tally::default());
        }
        Ok(())
    }

    /// Replaces each file that has something to fix.
    fn in_place(&mut self, inputs: &Inputs, entries: &[InputFile]) -> Result<(), Error> {
        let (roots, read) = (inputs.named(), ReadFiles::new(Some(inputs), self.args.also_read()));
        for entry in entries {
            let before = self.tally.clone();
            match self.file(entry, &roots, &read) {
                Ok(Ok(true)) => continue,
                Ok(Ok(false)) => {}
                // Another file may be well.
                Ok(Err(why)) => {
                    self.run.report(ExitStatus::Failed, format_args!("{}: not adjusted: {why}", entry.name()));
                }
                Err(error @ Error::Output(_)) => self.run.report(ExitStatus::Failed, error),
                Err(Error::Input(error)) => self.run.failed(&error),
                Err(error) => return Err(error),
            }
            self.tally.take_back(&before);
        }
        Ok(())
    }

    /// Replaces a file, if it has something to fix. Returns whether it did, or why the file is left alone.
    fn file(
        &mut self,
        entry: &InputFile,
        roots: &HashSet<PathBuf>,
        read: &ReadFiles,
    ) -> Result<Result<bool, String>, Error> {
        let Some(path) = entry.path().filter(|path| fs::metadata(path).is_ok_and(|metadata| metadata.is_file())) else {
            return Ok(Err("--in-place replaces files, and this is not one".to_owned()));
        };
        if self.log.is_some() && path.to_str().is_none() {
            return Ok(Err("its name is not UTF-8, and the log could not say which file it is".to_owned()));
        }
        let waits = || self.run.warning(format_args!("{}: another adoube is writing it; this run waits", entry.name()));
        let original = Original::lock(path, self.args.run.output.take_ownership, waits)
            .map_err(|error| OutputError::new(path, error))?;
        if !self.args.follow && !original.path().ancestors().any(|folder| roots.contains(folder)) {
            let target = original.path().display();
            return Ok(Err(format!("it is a link to {target}, outside of the folder; --follow allows that")));
        }
        let options = self.args.inputs.open_options(Meter::default());
        let format = match stored::open(entry, &options)? {
            Ok((_, format)) => format,
            Err(why) => return Ok(Err(why.to_owned())),
        };
        let written = std::path::absolute(path).map_err(|error| OutputError::new(path, error))?;
        let names = original.names();
        let backup = self.args.backup.as_deref().map(|suffix| with_suffix(path, suffix));
        if backup
            .as_deref()
            .and_then(Path::file_name)
            .is_some_and(|name| FileFilter::Texts.selects(name.as_encoded_bytes()))
        {
            return Ok(Err(
                "the file of --backup would be read as an input of the next run; end SUFFIX with .bak".to_owned()
            ));
        }
        if let Some(Err(why)) = backup.as_deref().map(|backup| read.check(backup)) {
            return Ok(Err(why));
        }
        let mut sink = Sink::replace(original, format)?;
        let status = mem::take(&mut self.run.status);
        let read = self.input(entry, Destination::Text(&mut sink), Some(written))?;
        let is_read = self.run.status != ExitStatus::Failed;
        self.run.add(status);
        let Some(read) = read.filter(|_| is_read) else { return Ok(Ok(false)) };
        let mut made = Made::default();
        if let Some(Err(why)) = backup.as_deref().map(|backup| self.back_up(&sink, backup, &mut made)).transpose()? {
            return Ok(Err(why));
        }
        outputs::warn_of_names(path, names, &self.run.diagnostics);
        let old = sink.size_of_replaced();
        sink.commit_after(|| stored::check(path, &options, &read))?;
        if format.is_some() {
            warn_of_growth(path, old, &self.run.diagnostics);
        }
        made.keep();
        Ok(Ok(true))
    }

    /// Copies the old file to that of --backup; or returns why it is left alone.
    fn back_up(&self, sink: &Sink, backup: &Path, made: &mut Made) -> Result<Result<(), String>, OutputError> {
        match fs::symlink_metadata(backup) {
            Err(_) => made.back_up(sink, backup)?,
            // A run that was killed has left it.
            Ok(metadata) if metadata.is_file() && sink.is_backed_up_at(backup)? => {}
            Ok(_) if self.args.overwrite => {
                sink.check()?;
                sink.back_up_over(backup, self.args.run.output.take_ownership)?;
            }
            Ok(_) => {
                let backup = backup.display();
                return Ok(Err(format!("{backup} exists already with other contents; --overwrite replaces it")));
            }
        }
        Ok(Ok(()))
    }

    /// Adjusts the games of an input. Returns the length and the checksum of its text if any was changed.
    fn input(
        &mut self,
        entry: &InputFile,
        destination: Destination<'_>,
        written: Option<PathBuf>,
    ) -> Result<Option<TextSum>, Error> {
        let mut adjustment = Adjustment::new(self.fold.clone(), destination, self.log.as_deref_mut());
        adjustment.sample = self.sample.as_ref();
        adjustment.left = self.selection.head.map(|head| head.saturating_sub(self.selector.selected()));
        adjustment.written = written;
        adjustment.is_in_place = self.args.in_place;
        adjustment.last = self.last.filter(|_| !self.args.in_place);
        let mut driver = Driver::new(adjustment, DriverArgs::new(&self.args.inputs, self.selection, &self.args.run));
        mem::swap(&mut driver.selector, &mut self.selector);
        driver.read(&Inputs::of_entry(entry))?;
        driver.end()?;
        mem::swap(&mut driver.selector, &mut self.selector);
        let Driver { mut command, run, .. } = driver;
        self.run.add(run.status);
        if run.status != ExitStatus::Failed {
            command.end().map_err(|error| run.writing(error))?;
        }
        self.last = command.last;
        let changed = command.tally.adjusted > 0;
        self.tally.merge(mem::take(&mut command.tally));
        Ok(changed.then(|| command.read()))
    }
}

/// The number of bytes up to which no growth of a compressed file is worth a message.
const MIN_GROWTH: u64 = 1 << 14;

/// Warns that a compressed file is more than 5 % longer than before.
fn warn_of_growth(path: &Path, old: u64, diagnostics: &Diagnostics) {
    let new = fs::metadata(path).map_or(0, |metadata| metadata.len());
    if new > old + (old / 20).max(MIN_GROWTH) {
        let percent = (new - old) * 100 / old.max(1);
        diagnostics.warning(format_args!(
            "{}: {percent} % longer than before: it was compressed at a higher level than adoube uses",
            path.display()
        ));
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The last lines on standard error.
fn summary(args: &Args, tally: &Tally) -> String {
    let would = if args.is_trial() { "would be " } else { "" };
    let games = counted(tally.games, "game", "games");
    let mut text = format!("{games}, {} {would}adjusted\n", counted(tally.adjusted, "game", "games"));
    let mut fixed = tally.fixed.clone();
    fixed.sort_by_key(|&(rule, count)| (Reverse((rule.severity(), count)), rule));
    for (rule, count) in fixed {
        let info = rule.info();
        let _ = writeln!(text, "  {}  {}  {}", info.code, info.name, counted(count, "fix", "fixes"));
    }
    for (kind, games) in &tally.edited {
        let _ = writeln!(text, "  {}  {}", kind.name(), counted(*games, "game", "games"));
    }
    if tally.invalid > 0 && !args.edits.no_fixes {
        let _ = writeln!(
            text,
            "{} errors that these fixes do not cover; `adoube validate` shows them",
            counted(tally.invalid, "game has", "games have")
        );
    }
    text
}

// The games of a sample, which is chosen before anything is written.

/// Games by the name of their text and their number in it.
#[derive(Default)]
struct SampledGames {
    games: HashSet<(Box<str>, u64)>,
}

impl SampledGames {
    fn contains(&self, name: &str, number: u64) -> bool {
        self.games.contains(&(name.into(), number))
    }
}

/// Lists the games of a sample.
struct Choice {
    /// The rules that the condition needs.
    rules: RuleSet,
    sampled: SampledGames,
}

impl Command for Choice {
    type Fold = Counting;
    type TextState = ();

    fn fold(&self, _: &str) -> Counting {
        Counting { rules: self.rules }
    }

    fn game(&mut self, chosen: Chosen<Counting>, (): &mut (), _: &mut Run) -> io::Result<()> {
        self.sampled.games.insert((chosen.text.name.clone(), chosen.number));
        Ok(())
    }
}
