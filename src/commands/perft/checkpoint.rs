//! A file of finished subtrees, from which an interrupted run can continue.
//!
//! ```text
//! adoube perft checkpoint 1
//! fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! prefix
//! depth 9
//! seconds 12.500
//! doubt 3.1e-18
//! a2a3 a7a5 a3a4 6839104
//! …
//! end 17f3a5c04b21e896
//! ```
//!
//! `doubt` bounds the probability that the hash table made any of the counts wrong. The last line is a checksum of all
//! bytes before it (FNV-1a, 64 bits); a truncated or changed file is an error. A new file is written under a temporary
//! name and replaces the old one when it is complete.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::job::{Job, Task};
use crate::chess::uci::UciMode;
use crate::input::{OutputError, Sink, read_known};

/// The first line.
const TITLE: &str = "adoube perft checkpoint 1";

/// The maximum size of a file in bytes, far above that of any file written here.
const MAX_FILE_LEN: u64 = 1 << 30;

/// The minimum time between two writes.
const INTERVAL: Duration = Duration::from_secs(1);

/// The maximum share of the run time that is spent on writing.
const SHARE: u32 = 20;

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    #[error("{}: cannot be read: {source}", .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: not a checkpoint of `adoube perft`; the file was not changed", .0.display())]
    Foreign(PathBuf),
    /// It is truncated or was changed.
    #[error("{}: the checkpoint is damaged; remove it to start over", .0.display())]
    Damaged(PathBuf),
    /// It belongs to another position, prefix or depth.
    #[error("{}: the checkpoint belongs to another job: {theirs}", .path.display())]
    OtherJob {
        path: PathBuf,
        /// The job in the file.
        theirs: String,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] OutputError),
}

/// The finished tasks of a job, in memory and on disk.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: PathBuf,
    head: String,
    names: Vec<String>,
    counts: Vec<Option<u64>>,
    seconds_before: f64,
    doubt_before: f64,
    begun: Instant,
    written: Instant,
    cost: Duration,
}

impl Checkpoint {
    /// The checkpoint of a job, with the contents of the file if it exists. The file is written at once, so that an
    /// unwritable one is reported before the count starts.
    pub(super) fn open(path: &Path, job: &Job, tasks: &[Task]) -> Result<Self, CheckpointError> {
        let head = head(job);
        let names: Vec<String> = tasks.iter().map(|task| task.names(UciMode::Chess960).join(" ")).collect();
        let now = Instant::now();
        let mut checkpoint = Self {
            path: path.to_owned(),
            head,
            counts: vec![None; names.len()],
            names,
            seconds_before: 0.0,
            doubt_before: 0.0,
            begun: now,
            written: now,
            cost: Duration::ZERO,
        };
        if let Some(bytes) = read(path)? {
            checkpoint.take_in(&bytes)?;
        }
        checkpoint.save(0.0)?;
        Ok(checkpoint)
    }

    /// The count of a task, if it is finished.
    pub(super) fn count(&self, index: usize) -> Option<u64> {
        self.counts[index]
    }

    /// The duration of this run and those before it.
    pub(super) fn seconds(&self) -> f64 {
        self.seconds_before + self.begun.elapsed().as_secs_f64()
    }

    /// A bound for the probability that the hash table made any count of earlier runs wrong.
    pub(super) const fn doubt_before(&self) -> f64 {
        self.doubt_before
    }

    /// Records a finished task, and writes the file if the last write is old enough. `doubt` is the bound of this run
    /// so far.
    pub(super) fn note(&mut self, index: usize, count: u64, doubt: f64) -> Result<(), CheckpointError> {
        self.counts[index] = Some(count);
        if self.written.elapsed() >= INTERVAL.max(self.cost * SHARE) {
            self.save(doubt)?;
        }
        Ok(())
    }

    /// Writes the file.
    pub(super) fn save(&mut self, doubt: f64) -> Result<(), CheckpointError> {
        let start = Instant::now();
        self.written = start;
        let mut sink = Sink::create(&self.path)?;
        sink.write_all(self.text(doubt).as_bytes()).map_err(|error| {
            let path = self.path.clone();
            OutputError::find_in(&error).cloned().unwrap_or_else(|| OutputError { path, source: Arc::new(error) })
        })?;
        sink.commit()?;
        self.cost = start.elapsed();
        Ok(())
    }

    fn text(&self, doubt: f64) -> String {
        let mut text = self.head.clone();
        // A String takes everything.
        let _ = writeln!(text, "seconds {:.3}\ndoubt {:e}", self.seconds(), self.doubt_before + doubt);
        for (name, count) in self.names.iter().zip(&self.counts) {
            if let Some(count) = count {
                let _ = writeln!(text, "{name} {count}");
            }
        }
        let sum = checksum(text.as_bytes());
        let _ = writeln!(text, "end {sum:016x}");
        text
    }

    fn take_in(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let damaged = || CheckpointError::Damaged(self.path.clone());
        if !bytes.starts_with(TITLE.as_bytes()) {
            return Err(CheckpointError::Foreign(self.path.clone()));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
        let body = checked(text).ok_or_else(damaged)?;
        let Some(rest) = body.strip_prefix(&self.head) else {
            let theirs = body.lines().skip(1).take_while(|line| !line.starts_with("seconds")).collect::<Vec<_>>();
            return Err(CheckpointError::OtherJob { path: self.path.clone(), theirs: theirs.join(", ") });
        };
        let mut lines = rest.lines();
        let mut number = |name: &str| {
            let number = lines.next().and_then(|line| line.strip_prefix(name)?.parse::<f64>().ok());
            number.filter(|number| *number >= 0.0 && number.is_finite()).ok_or_else(damaged)
        };
        let (seconds, doubt) = (number("seconds ")?, number("doubt ")?);
        let indices: HashMap<&str, usize> =
            self.names.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
        let mut counts = vec![None; self.names.len()];
        for line in lines {
            let (name, count) = line.rsplit_once(' ').ok_or_else(damaged)?;
            let (index, count) = indices.get(name).zip(count.parse().ok()).ok_or_else(damaged)?;
            if counts[*index].replace(count).is_some() {
                return Err(damaged());
            }
        }
        (self.counts, self.seconds_before, self.doubt_before) = (counts, seconds, doubt);
        Ok(())
    }
}

/// The lines of a file that identify its job.
fn head(job: &Job) -> String {
    let Job { fen, prefix, depth, .. } = job;
    let prefix = if prefix.is_empty() { "none".to_owned() } else { prefix.join(" ") };
    format!("{TITLE}\nfen {fen}\nprefix {prefix}\ndepth {depth}\n")
}

/// The bytes of the file, or the first ones if it is no checkpoint; `None` if it does not exist or is empty.
fn read(path: &Path) -> Result<Option<Vec<u8>>, CheckpointError> {
    let fault = |source| CheckpointError::Read { path: path.to_owned(), source };
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(fault(error)),
        Ok(metadata) if !metadata.is_file() => return Err(CheckpointError::Foreign(path.to_owned())),
        Ok(_) => {}
    }
    let read = File::open(path).and_then(|file| read_known(file, &[TITLE.as_bytes()], MAX_FILE_LEN));
    let bytes = read.map_err(fault)?;
    Ok((!bytes.is_empty()).then_some(bytes))
}

/// The text before the checksum, if the checksum is right.
fn checked(text: &str) -> Option<&str> {
    let last = text.strip_suffix('\n')?.rfind('\n')? + 1;
    let sum = text[last..].strip_prefix("end ")?.trim_end();
    let (body, sum) = (&text[..last], u64::from_str_radix(sum, 16).ok()?);
    (checksum(body.as_bytes()) == sum).then_some(body)
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
