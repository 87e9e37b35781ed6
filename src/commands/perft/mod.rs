//! `adoube perft`: counts of legal move paths, and comparison with other programs.
//!
//! ```text
//! position, depth --split--> tasks --workers--> counts --add--> Perft --report-->
//!                                       |
//!                                  checkpoint
//! ```
//!
//! A *task* is a subtree: the moves that lead to it, and the number of plies below. The split depends only on the tree,
//! not on the number of threads, so a checkpoint can be continued on any machine.

mod args;
mod checkpoint;
mod compare;
mod hash;
mod job;
#[cfg(feature = "cross-check")]
mod library;
mod suite;
mod work;

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::chess::fen::PositionError;
use crate::chess::moves::PlyCount;
use crate::chess::perft::PerftTier;
use crate::chess::perft::hashed::Halt;
use crate::chess::perft::statistics::{Statistics, statistics};
use crate::chess::setup::ignored_rights;
use crate::commands::{Error, ExitStatus, outputs};
use crate::interrupt;
use crate::options::{Output, ParsedCount};
use crate::progress::Progress;
use crate::report::perft::{Perft, PerftReporter, PerftRows, ResumedCount, difference_text, rate, speed};
use crate::report::terminal::numbers::counted;
use crate::report::{Diagnostics, Paint};
use crate::witness::perft::{EngineError, PerftDifference};

use checkpoint::Checkpoint;
use compare::{difference, other};
use job::{Job, Task, prefixes, split};
use work::{Counting, Sums, until_error};

pub use args::Args;
pub use checkpoint::CheckpointError;

/// Counts, and reports the counts.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    hash::check(args)?;
    if let Some(suite) = &args.epd {
        return suite::run(args, suite);
    }
    outputs::check(args.run.output.output.as_deref().into_iter().chain(args.checkpoint.as_deref()), None, None)?;
    let job = Job::new(args)?;
    let status = if job.dropped.is_empty() {
        ExitStatus::Clean
    } else {
        args.run.diagnostics.diagnostics().error(ignored_rights(&job.dropped));
        ExitStatus::Findings
    };
    let counted = match args.list_prefixes {
        Some(plies) => list_prefixes(args, &job, plies),
        None if args.stats => count_kinds(args, &job),
        None => count(args, &job),
    };
    Ok(status | counted?)
}

fn list_prefixes(args: &Args, job: &Job, plies: u32) -> Result<ExitStatus, Error> {
    if plies > job.depth {
        return Err(Error::Usage(format!(
            "prefixes of {} are longer than the depth of {}",
            PlyCount(plies.into()),
            job.depth
        )));
    }
    let mut report = Report::open(args, PerftRows::Prefixes)?;
    prefixes(&job.position, plies, job.mode, &mut |moves| report.0.prefix(&job.fen, moves)).map_err(writing)?;
    report.close(ExitStatus::Clean, &args.run.diagnostics.diagnostics())
}

fn count_kinds(args: &Args, job: &Job) -> Result<ExitStatus, Error> {
    let stop = interrupt::listen();
    let tasks = split(job.whole(), job.mode);
    let above = tasks.first().map_or(job.rest, |task| job.rest - task.depth);
    let mut rows = statistics(&job.position, above, stop).map_err(PerftError::Halt)?;
    rows.resize(job.rest as usize, Statistics::default());
    let progress = args.run.diagnostics.bar_of_parts(tasks.len() as u64);
    let worker = || |task: &Task| statistics(&task.position, task.depth, stop);
    let flow = work::run(&tasks, args.run.threads.count().get(), stop, worker, |_, below: Result<_, Halt>| {
        progress.inc(1);
        until_error(below.map(|below| {
            rows[above as usize..].iter_mut().zip(below).for_each(|(row, below)| *row += below);
        }))
    });
    progress.finish();
    if let ControlFlow::Break(halt) = flow {
        return Err(PerftError::Halt(halt).into());
    }
    let mut report = Report::open(args, PerftRows::Statistics)?;
    report.0.statistics(&job.fen, &rows).map_err(writing)?;
    report.close(ExitStatus::Clean, &args.run.diagnostics.diagnostics())
}

fn count(args: &Args, job: &Job) -> Result<ExitStatus, Error> {
    let memory = hash::memory(args, job.rest)?;
    let table = hash::table(args, memory.as_ref());
    let threads = args.run.threads.count().get();
    let counting = Counting { tier: args.tier(), threads, table: table.as_ref(), stop: interrupt::listen() };
    let other = other(args, job, &counting)?;
    let mut report = Report::open(args, PerftRows::Counts)?;
    let diagnostics = args.run.diagnostics.diagnostics();
    let in_words = counted(threads as u64, "thread", "threads");
    let code = match counting.tier {
        PerftTier::Plain => "by the reference code",
        PerftTier::Scalar => "by portable code",
        PerftTier::Avx2 => "with AVX2",
        PerftTier::Avx512 => "with AVX-512",
    };
    diagnostics.detail(format_args!("{in_words}; the last plies are counted {code}"));
    let counted = Counted::new(args, job, &counting)?;
    hash::report(&diagnostics, table.as_ref(), counted.doubt_before());
    let status = counted.report(args, job, &mut report)?;
    if !counted.is_complete {
        diagnostics.error(counted.what_is_missing());
        return report.close(ExitStatus::Failed, &diagnostics);
    }
    let has_table = table.as_ref().is_some_and(|table| table.usage().probes > 0);
    diagnostics.result(&speed(counted.sums.total(), counted.seconds, counted.earlier(), has_table));
    let Some(mut other) = other else { return report.close(status, &diagnostics) };
    if let Some(difference) = difference(&mut *other, job, &counting, counted.sums.moves().collect())? {
        report.difference(args, other.name(), &difference)?;
        return report.close(status | other.status(), &diagnostics);
    }
    let status = report.close(status, &diagnostics)?;
    diagnostics.result(&format!("{} agrees\n", other.name()));
    Ok(status)
}

/// The counts at the end, or when the user interrupts the run.
struct Counted {
    sums: Sums,
    is_complete: bool,
    seconds: f64,
    finished: usize,
    /// How many of them an earlier run has finished.
    taken_over: usize,
    tasks: usize,
    checkpoint: Option<Checkpoint>,
    /// The last error of writing the checkpoint. It does not end the run.
    unwritten: Option<CheckpointError>,
}

impl Counted {
    fn new(args: &Args, job: &Job, counting: &Counting<'_>) -> Result<Self, Error> {
        let start = Instant::now();
        let tasks = split(job.whole(), job.mode);
        let sums = Sums::new(&job.position, &tasks, job.mode);
        let open = |path| Checkpoint::open(path, job, &tasks).map_err(PerftError::Checkpoint);
        let checkpoint = args.checkpoint.as_deref().map(open).transpose()?;
        let mut counted = Self {
            sums,
            is_complete: true,
            seconds: 0.0,
            finished: 0,
            taken_over: 0,
            tasks: tasks.len(),
            checkpoint,
            unwritten: None,
        };
        let mut left = Vec::new();
        for (index, task) in tasks.iter().enumerate() {
            match counted.checkpoint.as_ref().and_then(|checkpoint| checkpoint.count(index)) {
                Some(count) => counted.add(task, count)?,
                None => left.push((index, task.clone())),
            }
        }
        counted.taken_over = counted.finished;
        counted.finish(args, counting, start, left)?;
        let seconds = counted.checkpoint.as_ref().map(Checkpoint::seconds);
        counted.seconds = seconds.unwrap_or_else(|| start.elapsed().as_secs_f64());
        Ok(counted)
    }

    /// Counts the unfinished tasks, until the user interrupts the run.
    fn finish(
        &mut self,
        args: &Args,
        counting: &Counting<'_>,
        start: Instant,
        left: Vec<(usize, Task)>,
    ) -> Result<(), Error> {
        let progress = args.run.diagnostics.bar_of_parts(self.tasks as u64);
        progress.set(self.finished as u64);
        let (indices, left): (Vec<usize>, Vec<Task>) = left.into_iter().unzip();
        let nodes_before = self.sums.total();
        let ended = counting.count(&left, |at, count| {
            self.add(&left[at], count)?;
            show(&progress, self.sums.total() - nodes_before, start);
            let doubt = hash::doubt(counting.table);
            if let Some(checkpoint) = &mut self.checkpoint
                && let Err(error) = checkpoint.note(indices[at], count, doubt)
            {
                self.unwritten = Some(error);
            }
            Ok(())
        });
        progress.finish();
        match ended {
            Err(Error::Perft { is_stop: true, .. }) => self.is_complete = false,
            ended => ended?,
        }
        let doubt = hash::doubt(counting.table);
        self.unwritten = self.checkpoint.as_mut().and_then(|checkpoint| checkpoint.save(doubt).err());
        Ok(())
    }

    /// Writes the counts; the status says whether they are as expected.
    fn report(&self, args: &Args, job: &Job, report: &mut Report) -> Result<ExitStatus, Error> {
        let divide: Vec<(String, u64)> = self.sums.moves().collect();
        let perft = Perft {
            place: None,
            fen: &job.fen,
            prefix: &job.prefix,
            depth: job.depth,
            nodes: self.sums.total(),
            divide: (args.divide || !self.is_complete).then_some(divide.as_slice()),
            expected: args.expect.map(|ParsedCount(nodes)| nodes),
            complete: self.is_complete,
            seconds: self.seconds,
        };
        report.0.count(&perft).map_err(writing)?;
        if let Some(error) = &self.unwritten {
            args.run.diagnostics.diagnostics().error(error);
            return Ok(ExitStatus::Failed);
        }
        Ok(if perft.is_correct() == Some(false) { ExitStatus::Findings } else { ExitStatus::Clean })
    }

    fn add(&mut self, task: &Task, count: u64) -> Result<(), PerftError> {
        self.finished += 1;
        self.sums.add(task, count)
    }

    /// The doubt that the counts of earlier runs come with.
    fn doubt_before(&self) -> f64 {
        self.checkpoint.as_ref().map_or(0.0, Checkpoint::doubt_before)
    }

    /// How much of the count earlier runs have done.
    const fn earlier(&self) -> ResumedCount {
        match self.taken_over {
            0 => ResumedCount::Nothing,
            taken_over if taken_over == self.tasks => ResumedCount::All,
            _ => ResumedCount::Part,
        }
    }

    fn what_is_missing(&self) -> String {
        let Self { finished, tasks, .. } = self;
        let kept =
            if self.checkpoint.is_some() && self.unwritten.is_none() { "; the checkpoint keeps them" } else { "" };
        format!("stopped: {finished} of {tasks} subtrees are counted{kept}")
    }
}

fn show(progress: &Progress, nodes: u64, start: Instant) {
    progress.inc(1);
    if !progress.is_hidden() {
        progress.say(rate(nodes, start.elapsed().as_secs_f64()).unwrap_or_default());
    }
}

/// The report and its way out.
struct Report(PerftReporter<Output>);

impl Report {
    /// Opens the way out.
    fn open(args: &Args, table: PerftRows) -> Result<Self, Error> {
        let output = args.run.output.open(args.format.content())?;
        PerftReporter::begin(args.format.shown(Paint::PLAIN), table, output).map(Self).map_err(writing)
    }

    fn difference(&mut self, args: &Args, other: &str, difference: &PerftDifference) -> Result<(), Error> {
        if !self.0.difference(other, difference).map_err(writing)? {
            args.run.diagnostics.diagnostics().error(difference_text(other, difference).trim_end().replace('\n', "; "));
        }
        Ok(())
    }

    /// Ends the report of a run with this status, and returns the status.
    fn close(self, status: ExitStatus, diagnostics: &Diagnostics) -> Result<ExitStatus, Error> {
        outputs::finish(self.0.finish().map_err(writing)?, status, diagnostics)?;
        Ok(status)
    }
}

/// An error of writing counts, before any of them was found wrong.
fn writing(error: io::Error) -> Error {
    Error::of_writing(error, ExitStatus::Clean)
}

// The errors of `adoube perft`.

/// The errors of `adoube perft`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    #[error("cannot count from this position: {0}")]
    Position(PositionError),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// The position is the name of a file.
    #[error("`{0}` is a file, not a position; use `--epd {0}` to check a suite")]
    File(String),
    /// A move of the prefix is not legal.
    #[error("--prefix: `{san}` is not a legal move in {fen}; write moves as `e2e4` or `e4`")]
    Prefix {
        /// The move as written.
        san: String,
        /// The position before the move.
        fen: String,
    },
    /// The prefix is longer than the paths.
    #[error("--prefix: {} {} more than the depth of {depth}", PlyCount(*.plies as u64), if *.plies == 1 { "is" } else { "are" })]
    LongPrefix {
        plies: usize,
        /// The length of the paths.
        depth: u32,
    },
    /// The memory for the table cannot be allocated.
    #[error("cannot allocate a table of {} MB (see --hash): {source}", .bytes >> 20)]
    NoMemory { bytes: u64, source: io::Error },
    /// The counting has ended without a result.
    #[error(transparent)]
    Halt(#[from] Halt),
    /// The file of finished subtrees is of no use.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The engine gives no counts.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The library gives no counts.
    #[cfg(feature = "cross-check")]
    #[error(transparent)]
    Shakmaty(#[from] crate::witness::perft::ShakmatyError),
}

impl From<PerftError> for Error {
    fn from(error: PerftError) -> Self {
        Self::Perft { message: error.to_string(), is_stop: error.is_stop() }
    }
}

impl PerftError {
    /// Whether the user interrupted the run.
    pub const fn is_stop(&self) -> bool {
        match self {
            Self::Halt(Halt::Stopped) | Self::Engine(EngineError::Stopped) => true,
            #[cfg(feature = "cross-check")]
            Self::Shakmaty(crate::witness::perft::ShakmatyError::Stopped) => true,
            _ => false,
        }
    }
}
