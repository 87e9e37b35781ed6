//! The log of a run, one JSON object a line, and `--undo`, which takes back what a log says.
//!
//! ```text
//! {"type":"begin","file":"a.pgn","path":"/archive/a.pgn"}
//! {"type":"fix","game":3,"rules":["N106"],"offset":310,"new_offset":310,"old":"Qh5#","new":"Qh5","proof":["…"]}
//! {"type":"end","bytes":1200,"checksum":"…","new_bytes":1199,"new_checksum":"…"}
//! ```

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::commands::{Error, ExitStatus, outputs};
use crate::game::edit::Causes;
use crate::game::fix::adjust::TextChange;
use crate::game::rules::Rule;
use crate::input::{Meter, Original, OutputError, Sink, Version, read_line};
use crate::report::Diagnostics;
use crate::report::terminal::numbers::counted;

use super::stored::{Summed, TextSum};
use super::{Args, stored};

/// A line of a log.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Entry {
    /// A text whose fixes follow.
    Begin {
        /// Its name in messages.
        file: String,
        /// The absolute path of the file that was written; `None` if the run wrote to standard output.
        path: Option<PathBuf>,
    },
    /// A change of the text by one fix or more.
    Fix(Change),
    /// A change that a person asked for, perhaps with fixes in it.
    Edit(Change),
    /// The end of a text. Bytes and checksums are those of the whole file, before and after.
    End { bytes: u64, checksum: String, new_bytes: u64, new_checksum: String },
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    /// The number of the game in its text, from 1.
    game: u64,
    /// The codes of the rules whose fixes it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rules: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    edit: Vec<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    applicability: String,
    /// The byte offset in the old text.
    offset: u64,
    /// The byte offset in the new text.
    pub(super) new_offset: u64,
    pub(super) old: LoggedText,
    pub(super) new: LoggedText,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    proof: Vec<String>,
}

/// Bytes of a text: as a string if they are UTF-8, otherwise as numbers.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(untagged)]
pub(super) enum LoggedText {
    Text(String),
    Bytes(Vec<u8>),
}

impl LoggedText {
    fn new(bytes: &[u8]) -> Self {
        std::str::from_utf8(bytes).map_or_else(|_| Self::Bytes(bytes.to_vec()), |text| Self::Text(text.to_owned()))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl Entry {
    /// The entry for a change of `old`, the text of a game, which begins at these offsets in the old and the new text.
    pub(super) fn of_change(change: &TextChange<Causes>, game: u64, old: &[u8], offset: u64, new_offset: u64) -> Self {
        let logged = Change::new(change, game, old, offset, new_offset);
        if logged.edit.is_empty() { Self::Fix(logged) } else { Self::Edit(logged) }
    }
}

impl Change {
    fn new(change: &TextChange<Causes>, game: u64, old: &[u8], offset: u64, new_offset: u64) -> Self {
        let Causes { rules, applicability, edits } = change.cause;
        let fixes = rules.iter().flat_map(Rule::fixes).filter(|fix| fix.applicability <= applicability);
        let mut proof: Vec<String> = fixes.map(|fix| fix.proof.to_owned()).collect();
        proof.dedup();
        Self {
            game,
            rules: rules.iter().map(|rule| rule.code().to_owned()).collect(),
            edit: edits.iter().map(|kind| kind.name().to_owned()).collect(),
            applicability: if rules.is_empty() { String::new() } else { applicability.to_string() },
            offset: offset + change.span.start as u64,
            new_offset,
            old: LoggedText::new(&old[change.span.clone()]),
            new: LoggedText::new(&change.text),
            proof,
        }
    }
}

/// A log that is being written.
#[derive(Debug)]
pub(super) struct Log {
    path: PathBuf,
    out: BufWriter<File>,
    /// The place that it takes when it first says something, if it replaces another log.
    place: Option<Sink>,
}

impl Log {
    /// Creates the file. An existing log is the only way to undo its run, so it is not overwritten.
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::Usage(format!(
                "--log: {} exists already; choose another name, or replace it with --overwrite",
                path.display()
            )),
            _ => Error::Output(OutputError::new(path, error)),
        })?;
        Ok(Self { path: path.to_owned(), out: BufWriter::new(file), place: None })
    }

    /// Creates a log that replaces a regular file of that name, if there is one.
    pub(super) fn create_over(path: &Path, takes_ownership: bool) -> Result<Self, Error> {
        if fs::symlink_metadata(path).is_err() {
            return Self::create(path);
        }
        let sink = Sink::create_over(path, None, takes_ownership)?;
        Ok(Self { path: path.to_owned(), out: BufWriter::new(sink.file()?), place: Some(sink) })
    }

    /// Ends the log of a run that succeeded.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.sync().map_err(|error| Error::of_writing(error, ExitStatus::Clean))
    }

    /// Removes the file, unless it says something.
    pub(super) fn remove_if_empty(mut self) {
        // The one that it would have replaced stays.
        if self.place.is_some() {
            return;
        }
        let is_ours = |file: &Metadata| Version::of(file).is_at(&self.path);
        let is_empty = |file: Metadata| file.len() == 0 && is_ours(&file);
        if self.out.flush().is_ok() && self.out.get_ref().metadata().is_ok_and(is_empty) {
            // An empty file that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }

    pub(super) fn write(&mut self, entry: &Entry) -> io::Result<()> {
        let line = serde_json::to_string(entry).map_err(io::Error::other)?;
        writeln!(self.out, "{line}").map_err(|error| self.named(error))
    }

    /// Puts all of it on disk.
    pub(super) fn sync(&mut self) -> io::Result<()> {
        self.out.flush().and_then(|()| self.out.get_ref().sync_data()).map_err(|error| self.named(error))?;
        match self.place.take() {
            Some(place) => place.commit().map(drop).map_err(OutputError::into_io),
            None => Ok(()),
        }
    }

    fn named(&self, error: io::Error) -> io::Error {
        OutputError::new(&self.path, error).into_io()
    }
}

// `--undo`: takes back what a log says.

/// Restores the files of a log.
pub(super) fn undo(log: &Path, args: &Args, diagnostics: &Diagnostics) -> Result<ExitStatus, Error> {
    let unreadable = |error: &dyn std::fmt::Display| Error::Usage(format!("{}: {error}", log.display()));
    let file = File::open(log).map_err(|error| unreadable(&format_args!("cannot be read: {error}")))?;
    let mut reader = BufReader::new(file);
    let cannot_be_read = |error: io::Error| unreadable(&format_args!("cannot be read: {error}"));
    if !is_begun(reader.fill_buf().map_err(cannot_be_read)?) {
        return Err(unreadable(&"line 1 is not that of a log"));
    }
    let mut lines = iter::from_fn(|| read_line(&mut reader).transpose()).zip(1..);
    let (mut status, mut restored) = (ExitStatus::Clean, 0_u64);
    let mut text: Option<(String, Option<PathBuf>, Vec<Change>)> = None;
    while let Some((line, number)) = lines.next() {
        let line = line.map_err(cannot_be_read)?;
        let entry = match serde_json::from_slice(&line) {
            Ok(entry) => entry,
            // A killed run leaves half a line; what it is about was not written.
            Err(_) if is_begun(&line) && lines.next().is_none() => break,
            Err(error) => return Err(unreadable(&format_args!("line {number} is not that of a log: {error}"))),
        };
        match (entry, &mut text) {
            (Entry::Begin { file, path }, _) => text = Some((file, path, Vec::new())),
            (Entry::Fix(change) | Entry::Edit(change), Some((.., changes))) => changes.push(change),
            (Entry::End { bytes, checksum, new_bytes, new_checksum }, Some(_)) => {
                let Some((name, path, changes)) = text.take() else { continue };
                let Some(path) = path else {
                    diagnostics.error(format_args!("{name}: not restored: the run wrote it to standard output"));
                    status = ExitStatus::Failed;
                    continue;
                };
                let ends =
                    [(bytes, checksum), (new_bytes, new_checksum)].map(|(bytes, checksum)| TextSum { bytes, checksum });
                match restore(&path, args, &changes, &ends, diagnostics) {
                    Ok(true) => restored += 1,
                    Ok(false) => diagnostics.warning(format_args!("{}: already restored", path.display())),
                    Err(error) => {
                        diagnostics.error(&error);
                        status = ExitStatus::Failed;
                    }
                }
            }
            (_, None) => return Err(unreadable(&format_args!("line {number} is not that of a log: no text began"))),
        }
    }
    if let Some((name, ..)) = text {
        diagnostics.warning(format_args!(
            "{name}: not restored: the log entry is incomplete; the run stopped before replacing this file"
        ));
    }
    diagnostics.result(&format!("{} restored\n", counted(restored, "file", "files")));
    Ok(status)
}

/// Whether this may be the beginning of a line of a log.
fn is_begun(line: &[u8]) -> bool {
    const START: &[u8] = b"{\"type\":\"";
    line.starts_with(START) || START.starts_with(line)
}

/// Restores a file. Returns false if it is already as it was. `ends` are its sums before and after the run.
fn restore(
    path: &Path,
    args: &Args,
    changes: &[Change],
    [old, new]: &[TextSum; 2],
    diagnostics: &Diagnostics,
) -> Result<bool, Error> {
    let failed = |error: io::Error| match OutputError::find_in(&error) {
        Some(error) => Error::Output(error.clone()),
        None => Error::Usage(format!("{}: not restored: {error}", path.display())),
    };
    let options = args.inputs.open_options(Meter::default());
    let waits =
        || diagnostics.warning(format_args!("{}: another adoube is writing it; this run waits", path.display()));
    let original = Original::lock(path, args.run.output.take_ownership, waits).map_err(failed)?;
    let now = stored::sum(path, &options).map_err(failed)?;
    if now == *old {
        return Ok(false);
    }
    if now != *new {
        return Err(failed(io::Error::other("it is not as the run of this log wrote it")));
    }
    outputs::warn_of_names(path, original.names(), diagnostics);
    let (text, format) = stored::open_path(path, &options).map_err(failed)?;
    let mut sink = Sink::replace(original, format)?;
    let mut out = Summed::new(&mut sink);
    copy_back(BufReader::new(text), changes, &mut out).map_err(failed)?;
    if out.text_sum() != *old {
        return Err(failed(io::Error::other("the log was changed")));
    }
    sink.commit_after(|| stored::check(path, &options, &now))?;
    Ok(true)
}

fn copy_back(mut text: impl Read, changes: &[Change], out: &mut impl Write) -> io::Result<()> {
    let altered = || io::Error::other("the log was changed");
    let mut at = 0;
    for change in changes {
        let length = change.new_offset.checked_sub(at).ok_or_else(altered)?;
        io::copy(&mut text.by_ref().take(length), out)?;
        let new = change.new.bytes();
        let mut found = Vec::new();
        text.by_ref().take(new.len() as u64).read_to_end(&mut found)?;
        if found != new {
            return Err(altered());
        }
        out.write_all(change.old.bytes())?;
        at = change.new_offset + new.len() as u64;
    }
    io::copy(&mut text, out).map(drop)
}
