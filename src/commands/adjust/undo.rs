//! `--undo`: takes back what a log says.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

use crate::commands::{Error, ExitStatus, outputs};
use crate::input::{Meter, Original, OutputError, Sink, read_line};
use crate::report::Diagnostics;
use crate::report::summary::counted;

use super::Args;
use super::log::{Change, Entry};
use super::stored::{self, Summed, TextSum};

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
    let original = Original::lock(path, args.output.take_ownership, waits).map_err(failed)?;
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
