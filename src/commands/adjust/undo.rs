//! `--undo`: takes back what a log says.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::commands::{Error, ExitStatus};
use crate::input::{CompressionFormat, InputFile, OpenOptions, OutputError, Sink};
use crate::parts::checksum::Checksum;
use crate::report::Diagnostics;
use crate::report::summary::counted;

use super::log::{Change, Entry};
use super::stored;

/// Restores the files of a log.
pub(super) fn undo(log: &Path, options: &OpenOptions, diagnostics: &Diagnostics) -> Result<ExitStatus, Error> {
    let unreadable = |error: &dyn std::fmt::Display| Error::Usage(format!("{}: {error}", log.display()));
    let file = File::open(log).map_err(|error| unreadable(&format_args!("cannot be read: {error}")))?;
    let mut lines = BufReader::new(file).split(b'\n').zip(1..);
    let (mut status, mut restored) = (ExitStatus::Clean, 0_u64);
    let mut text: Option<(String, Option<PathBuf>, Vec<Change>)> = None;
    while let Some((line, number)) = lines.next() {
        let line = line.map_err(|error| unreadable(&format_args!("cannot be read: {error}")))?;
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
                let ends = [(bytes, checksum), (new_bytes, new_checksum)];
                match restore(&path, options, &changes, &ends) {
                    Ok(true) => restored += 1,
                    Ok(false) => diagnostics.warning(format_args!("{}: is as it was before", path.display())),
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
        diagnostics
            .warning(format_args!("{name}: the log has no end of it: the run was stopped before it replaced the file"));
    }
    diagnostics.result(&format!("{} restored\n", counted(restored, "file", "files")));
    Ok(status)
}

/// Whether this may be the beginning of a line of a log.
fn is_begun(line: &[u8]) -> bool {
    const START: &[u8] = b"{\"type\":\"";
    line.starts_with(START) || START.starts_with(line)
}

/// Restores a file. Returns false if it is already as it was. `ends` are its length and checksum before and after the run.
fn restore(path: &Path, options: &OpenOptions, changes: &[Change], ends: &[(u64, String); 2]) -> Result<bool, Error> {
    let failed = |error: io::Error| match OutputError::find_in(&error) {
        Some(error) => Error::Output(error.clone()),
        None => Error::Usage(format!("{}: not restored: {error}", path.display())),
    };
    let now = sum(path, options).map_err(failed)?;
    if now == ends[0] {
        return Ok(false);
    }
    if now != ends[1] {
        let message = "not restored: it is not as the run of this log wrote it";
        return Err(Error::Usage(format!("{}: {message}", path.display())));
    }
    let (text, format) = open(path, options).map_err(failed)?;
    let mut sink = Sink::create_as(path, format)?;
    let mut out = Summed { out: &mut sink, bytes: 0, checksum: Checksum::default() };
    copy_back(BufReader::new(text), changes, &mut out).map_err(failed)?;
    if (out.bytes, out.checksum.text()) != ends[0] {
        return Err(Error::Usage(format!("{}: not restored: the log was changed", path.display())));
    }
    Ok(sink.commit().map(|()| true)?)
}

/// Copies a text with each change taken back.
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

/// The text of a file, and how the file is compressed.
fn open(path: &Path, options: &OpenOptions) -> io::Result<(Box<dyn Read + Send>, Option<CompressionFormat>)> {
    let stored = stored::open(&InputFile::file(path.to_owned()), options).map_err(io::Error::other)?;
    stored.map_err(io::Error::other)
}

/// The length and the checksum of the text of a file.
fn sum(path: &Path, options: &OpenOptions) -> io::Result<(u64, String)> {
    let mut sum = Summed { out: io::sink(), bytes: 0, checksum: Checksum::default() };
    io::copy(&mut open(path, options)?.0, &mut sum)?;
    Ok((sum.bytes, sum.checksum.text()))
}

/// A writer that adds up what passes through it.
struct Summed<W> {
    out: W,
    bytes: u64,
    checksum: Checksum,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.bytes += count as u64;
        self.checksum.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
