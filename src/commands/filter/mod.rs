//! `adoube filter`: games or positions in, games or positions out, byte for byte.

mod args;
mod copier;
mod file_names;
mod removal;
mod writer;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::{io, mem};

use crate::archive::copies::CopyFinder;
use crate::archive::record_file::{LongTexts, RecordFile, TemporaryError};
use crate::archive::sort::{MEMORY, SortedRecord, Sorter};
use crate::commands::driver::{Driver, DriverArgs};
use crate::commands::outputs::{self, ReadFiles};
use crate::commands::{Error, ExitStatus};
use crate::game::facts::ByKind;
use crate::game::finding::tally::digits;
use crate::input::Inputs;
use crate::options::{InputFormat, OutputContent};
use crate::report::Diagnostics;
use crate::report::terminal::numbers::counted;

use copier::{Copier, Copies, Destination, Stored};
use file_names::{FileNames, Pattern};
use removal::Removal;
use writer::{Game, GameWriter, Joiner, Overwrites, SplitFiles, SplitLimit, WrittenFiles};

pub use args::Args;

/// Copies the selected games to the output.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let diagnostics = args.run.diagnostics.diagnostics();
    let reader = args.reader()?;
    args.inputs.announce(true, &diagnostics);
    let inputs = args.inputs.open()?;
    let selection = args.selection();
    args.check_copies()?;
    outputs::check(args.removed.as_deref(), Some(&inputs), args.inputs.list())?;
    let (destination, waiting) = match &reader.pattern {
        Some(_) if reader.sorts() => (sorter(args)?, None),
        Some(pattern) => (Destination::Writer(files(args, pattern, &[Vec::new()].into(), &inputs)?), None),
        None => {
            let written = args.run.output.output.as_deref().into_iter().chain(args.removed.as_deref());
            outputs::check(written, Some(&inputs), args.inputs.list())?;
            let writer = GameWriter::One(Box::new(args.run.output.open(OutputContent::Games)?), Joiner::default());
            match () {
                () if args.count => (Destination::Nowhere, Some(writer)),
                () if reader.sorts() => (sorter(args)?, Some(writer)),
                () => (Destination::Writer(writer), None),
            }
        }
    };
    let removed = Removal::create(args.removed.as_deref())?;
    let output_format = args.run.output.output.as_deref().filter(|_| !args.count).and_then(InputFormat::of_output);
    let command = Copier::new(reader.clone(), destination, copies(args)?, output_format);
    let mut driver = Driver::new(command, DriverArgs::new(&args.inputs, &selection, &args.run));
    driver.read(&inputs)?;
    driver.end()?;
    let Driver { mut command, mut run, selector, .. } = driver;
    selector.report_missed(&mut run);
    selector.report_unmatched(&run);
    let (mut writer, mut sorter) = match mem::replace(&mut command.destination, Destination::Nowhere) {
        Destination::Writer(writer) => (Some(writer), None),
        Destination::Sorter(sorter, texts) => {
            (waiting, Some((sorter, texts)).filter(|_| run.status != ExitStatus::Failed))
        }
        Destination::Nowhere => (waiting, None),
    };
    if let (None, Some(_), Some(pattern)) = (&writer, &sorter, &reader.pattern) {
        writer = Some(files(args, pattern, &command.labels, &inputs)?);
    }
    let has_nothing = run.status == ExitStatus::Failed && selector.reads_all() && selector.read() == 0;
    let mut made = None;
    let mut removal = Removal::new(command.copies.take(), removed)?;
    if let Some(mut writer) = writer {
        let written = match sorter.take() {
            Some(games) => write_sorted(games, &command, &mut writer, &mut removal, &diagnostics),
            None if args.count && !has_nothing => writer.write_count(command.selected - removal.count()).map(|()| 0),
            None => Ok(0),
        };
        command.before.left_out += written.map_err(|error| run.writing(error))?;
        made = writer.finish(run.status, &diagnostics)?;
    }
    let copies = args.unique.is_some().then(|| (removal.count(), removal.summary()));
    removal.finish(run.status, &diagnostics)?;
    let earned = command.report(&diagnostics);
    let read = selector.reads_all().then(|| selector.read());
    if has_nothing {
        return Ok(ExitStatus::Failed);
    }
    diagnostics.result(&summary(&command, read, made.as_ref(), args.split, copies));
    Ok(if run.status == ExitStatus::Failed { ExitStatus::Failed } else { earned })
}

/// The search for copies, if they are left out.
fn copies(args: &Args) -> Result<Option<Copies>, Error> {
    let Some((same, kept)) = args.copies() else { return Ok(None) };
    let folder = args.temporary();
    let finder = CopyFinder::new(same.kind(), kept, MEMORY, &folder)?;
    let texts = args.merge_comments.then(|| RecordFile::create(&folder)).transpose()?;
    let texts = texts.map(|texts| (texts, Vec::new()));
    Ok(Some(Copies { finder, places: Vec::new(), texts }))
}

fn sorter(args: &Args) -> Result<Destination, Error> {
    let folder = args.temporary();
    Ok(Destination::Sorter(Sorter::new(MEMORY, &folder), LongTexts::create(&folder)?))
}

fn files(
    args: &Args,
    pattern: &ByKind<Pattern>,
    labels: &BTreeSet<Vec<u8>>,
    inputs: &Inputs,
) -> Result<GameWriter, Error> {
    let names = FileNames::new(pattern.any().clone(), labels);
    let read = ReadFiles::new(Some(inputs), args.inputs.list()).with_written(args.removed.as_deref());
    let takes_ownership = args.run.output.take_ownership;
    let overwrites = args.overwrite.then_some(Overwrites { takes_ownership });
    let files = SplitFiles::new(names, args.split, read, overwrites);
    let files = files.map_err(|refused| Error::of_writing(refused.into(), ExitStatus::Clean))?;
    Ok(GameWriter::Many(Box::new(files)))
}

/// Returns the number of bytes between games that are left out.
fn write_sorted(
    (sorter, texts): (Sorter, LongTexts),
    copier: &Copier,
    writer: &mut GameWriter,
    removal: &mut Removal,
    diagnostics: &Diagnostics,
) -> io::Result<u64> {
    let mut left_out = 0;
    let (mut games, mut texts) = (sorter.finish()?, texts.finish()?);
    while let Some(SortedRecord { key, value }) = games.next()? {
        let (stored, text) = Stored::read(value).ok_or(TemporaryError::Changed)?;
        let input = copier.inputs.get(stored.input).ok_or(TemporaryError::Changed)?;
        let label = key.get(..stored.label).ok_or(TemporaryError::Changed)?;
        let Stored { number, index, ending, .. } = stored;
        let (before, text) = texts.text(text)?.split_at_checked(stored.before).ok_or(TemporaryError::Changed)?;
        let game = Game { before, text, ending, input, number, is_after_gap: true };
        if !removal.takes(index, &game, copier)? {
            let text = removal.with_annotations(index, &game, diagnostics)?;
            left_out += writer.write(label, &Game { text: &text, ..game })?;
        }
    }
    Ok(left_out)
}

/// The last lines on standard error. The number of games is unknown if not all were read. Of copies,
/// there are the number and a line.
fn summary(
    command: &Copier,
    read: Option<u64>,
    files: Option<&WrittenFiles>,
    limit: Option<SplitLimit>,
    copies: Option<(u64, String)>,
) -> String {
    let (selected, between) = (command.selected, command.left_out());
    let mut text = match read {
        Some(read) => format!("{} of {} selected", digits(selected), command.counted(read)),
        None => format!("{} selected", command.counted(selected)),
    };
    if let Some((copies, _)) = &copies {
        let _ = write!(text, ", {} kept", digits(selected - copies));
    }
    if let Some(&WrittenFiles { files, replaced, longer }) = files {
        let _ = write!(text, ", {}", counted(files, "file", "files"));
        if let Some(SplitLimit::Bytes(bytes)) = limit {
            let _ = write!(text, " of at most {} of text", counted(bytes, "byte", "bytes"));
        }
        if longer > 0 {
            let _ = write!(text, ", {} with a longer game", digits(longer));
        }
        if replaced > 0 {
            let _ = write!(text, ", {} replaced", digits(replaced));
        }
    }
    text.push('\n');
    if let Some((_, line)) = copies {
        let _ = writeln!(text, "{line}");
    }
    if between > 0 {
        let _ = writeln!(text, "{} outside of games left out", counted(between, "byte", "bytes"));
    }
    text
}
