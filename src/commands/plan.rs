//! `adoube plan`: cuts inputs into parts that many machines can read at the same time.

use std::collections::HashSet;
use std::io::{self, Write};
use std::iter;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use clap::ArgGroup;

use crate::commands::driver::{Counting, DriverArgs, FoldWork, LineColumn, LineSpan, Run, Text, read_covering};
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::rules::RuleSet;
use crate::input::{Content, InputError, InputFile, Inputs, Meter, OpenOptions, Opened, OpenedPart};
use crate::options::{HashSize, InputArgs, InputFormat, OutputContent, RunArgs, SelectionArgs, whole_number};
use crate::parts::tiling::CoveredPart;
use crate::parts::{Before, InputPart, Unit};
use crate::pipeline::parts::cuts;
use crate::pipeline::{Collected, Digesting, GameSource, Pipeline};
#[cfg(feature = "python")]
use crate::report::rows::hand_on_parts;

// The arguments of `adoube plan`.

/// Cut inputs into parts.
#[derive(clap::Args, Clone, Debug)]
#[command(group(ArgGroup::new("how").required(true).args(["parts", "part_size"])))]
pub struct Args {
    /// Files and directories
    #[command(flatten)]
    pub inputs: InputArgs,

    /// Make about N parts of similar size, at least one of each file
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1_000_000_u64),
          help_heading = "Parts")]
    pub parts: Option<u64>,

    /// Make parts of SIZE at most, such as 64M or 1G; a number without a unit is in MiB
    #[arg(long, value_name = "SIZE", value_parser = part_size, help_heading = "Parts")]
    pub part_size: Option<u64>,

    /// Read the inputs, and add to each part what is before it: numbers of games and lines
    ///
    /// Without this option, adoube looks only at the places where it cuts. A cut is then a guess; --merge finds out if it
    /// is wrong.
    #[arg(long, help_heading = "Parts")]
    pub count: bool,

    /// The output file, messages and threads
    #[command(flatten)]
    pub run: RunArgs,
}

/// Parses the size of a part in bytes.
fn part_size(text: &str) -> Result<u64, String> {
    match HashSize::from_str(text) {
        Ok(HashSize::Bytes(bytes)) => Ok(bytes),
        Ok(HashSize::Off) | Err(_) => Err("expected a size such as 64M or 1G".to_owned()),
    }
}

// The run of `adoube plan`: from arguments to the exit status.

/// Writes the parts of all inputs, one per line.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.inputs.inputs.is_empty() && args.inputs.files_from.is_none() {
        return Err(Error::Usage("name the files to cut; standard input cannot be read in parts".to_owned()));
    }
    let inputs = args.inputs.open()?;
    outputs::check(args.run.output.output.as_deref(), Some(&inputs), args.inputs.list())?;
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
    if let Some(sink) = &args.run.output.rows {
        return hand_on_parts(sink.clone(), parts)
            .map(|()| run.status)
            .map_err(|error| Error::of_writing(error, run.status));
    }
    let mut output = args.run.output.open(OutputContent::Json)?;
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
        let bar = args.run.diagnostics.bar(|| total.filter(|_| args.count));
        let run = Run::new(bar, args.run.diagnostics.diagnostics());
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
        let (chunk_bytes, selection) = (Some(chunk_bytes(size, count)), SelectionArgs::default());
        let arguments = DriverArgs { chunk_bytes, ..DriverArgs::new(&self.args.inputs, &selection, &self.args.run) };
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
            Some(content) if is_counted => (Unit::Byte, Some(counted_cuts(content, &name, size, count, &pipeline())?)),
            Some(content) => (Unit::Byte, Some(guessed_cuts(&content, &name, size, count)?)),
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

// Where a file is cut: at guesses, at games that were counted, or between frames.

/// The start of a part, and what is before it, if that is known.
type Cut = (u64, Option<Before>);

/// The offsets at which `count` equal parts of a text of this length would begin, without the first.
fn targets(length: u64, count: u64) -> impl Iterator<Item = u64> {
    (1..count).map(move |number| (u128::from(length) * u128::from(number) / u128::from(count)) as u64)
}

/// Cuts a text into about `count` parts at places where games probably start.
fn guessed_cuts(content: &Content, name: &str, length: u64, count: u64) -> Result<Vec<Cut>, InputError> {
    let found = cuts(length, targets(length, count), |offset, wanted| match content {
        Content::Whole(bytes) => {
            let end = (offset + wanted).min(bytes.len() as u64);
            Ok(bytes[offset.min(end) as usize..end as usize].to_vec())
        }
        Content::File(file) => file.read(offset, wanted),
        Content::Stream(_) => Err(InputError::from_read(name, offset, io::ErrorKind::Unsupported.into())),
    })?;
    Ok(iter::once((0, Some(Before::default()))).chain(found.into_iter().map(|start| (start, None))).collect())
}

/// Cuts a text into about `count` parts between games, and counts what is before each.
fn counted_cuts(
    content: Content,
    name: &str,
    length: u64,
    count: u64,
    pipeline: &Pipeline,
) -> Result<Vec<Cut>, InputError> {
    let mut cuts = vec![(0, Some(Before::default()))];
    if count == 1 {
        return Ok(cuts);
    }
    let mut targets = targets(length, count).peekable();
    let (mut games, mut corner) = (0, LineColumn::default());
    count_games(content, None, name, pipeline, |offset, count, extent| {
        // The part begins where the one before it ends. Within a line, the bytes before it would matter.
        let is_due = corner.columns == 0 && targets.peek().is_some_and(|target| offset >= *target);
        if is_due {
            while targets.next_if(|target| offset >= *target).is_some() {}
            let LineColumn { lines, columns } = corner;
            cuts.push((offset, Some(Before { games, lines, columns, bytes: offset, lead: 0 })));
        }
        games += count;
        corner.pass(extent);
    })?;
    Ok(cuts)
}

/// Cuts a compressed file into about `count` parts between its frames. Without frames that can be read apart, the file is
/// one part. Everything from damage on is in the last part, whose reader reports it.
#[cfg(feature = "compression")]
fn between_frames(file: &InputFile, length: u64, count: u64, options: &OpenOptions) -> Result<Vec<Cut>, InputError> {
    let mut cuts = vec![(0, Some(Before::default()))];
    let mut targets = targets(length, count).peekable();
    // The end of the last frame with text: what announces the next frame is before it.
    let mut end = 0;
    for frame in file.frames(options)?.into_iter().flatten().map_while(Result::ok).filter(|frame| frame.text != Some(0))
    {
        let middle = frame.offset + frame.length / 2;
        let is_due = targets.next_if(|target| middle >= *target).is_some();
        while targets.next_if(|target| middle >= *target).is_some() {}
        if is_due && end > 0 {
            cuts.push((end, None));
        }
        end = frame.offset + frame.length;
    }
    Ok(cuts)
}

/// This build does not read compressed files.
#[cfg(not(feature = "compression"))]
#[expect(clippy::unnecessary_wraps, reason = "frames can be unreadable, and this build has none")]
fn between_frames(_: &InputFile, _: u64, _: u64, _: &OpenOptions) -> Result<Vec<Cut>, InputError> {
    Ok(vec![(0, Some(Before::default()))])
}

/// Counts what is before the first game of each part but the first, by reading one after the other. The parts begin with
/// frames of the input with this name and size.
fn counted_frames(
    cuts: &[Cut],
    name: &str,
    size: u64,
    options: &OpenOptions,
    pipeline: &Pipeline,
) -> Result<Vec<Cut>, InputError> {
    let mut before = Before::default();
    let mut counted = vec![(0, Some(before))];
    for range in cuts.windows(2) {
        let &[(start, _), (end, _)] = range else { continue };
        let (input, unit) = (name.to_owned(), Unit::Frame);
        let part = InputPart { input, unit, start, end, size, index: 1, of: 1, before: Some(before) };
        before = before_next(part, before, options, pipeline)?;
        // Within a line, the bytes before the game would matter.
        if before.columns == 0 {
            counted.push((end, Some(before)));
        }
    }
    Ok(counted)
}

/// What is before the part that follows this one.
fn before_next(
    part: InputPart,
    before: Before,
    options: &OpenOptions,
    pipeline: &Pipeline,
) -> Result<Before, InputError> {
    let name = part.input.clone();
    let inputs = Inputs::of_parts(vec![part]);
    let Some(opened) = inputs.texts(options.clone()).next().transpose()? else { return Ok(before) };
    let mut games = 0;
    let covered = count_games(opened.content, opened.part.as_ref(), &name, pipeline, |_, count, _| games += count)?;
    let covered = covered.unwrap_or_else(|| unreachable!("it is a part"));
    Ok(before.next(&covered, games))
}

/// The size of the chunks in which a file of this length is counted, so that parts can be about equal.
fn chunk_bytes(length: u64, count: u64) -> usize {
    const LARGEST: u64 = 512 << 10;
    const SMALLEST: u64 = 256;
    (length / count / 8).clamp(SMALLEST, LARGEST) as usize
}

/// Counts the games of a text or of a part of it, and returns what was covered of the part. `take` gets for each chunk its
/// offset, the number of its games, and its extent.
fn count_games(
    content: Content,
    part: Option<&OpenedPart>,
    name: &str,
    pipeline: &Pipeline,
    mut take: impl FnMut(u64, u64, LineSpan),
) -> Result<Option<CoveredPart>, InputError> {
    let text = Text { name: name.into(), format: InputFormat::Pgn, fold: Counting { rules: RuleSet::EMPTY } };
    let no_condition = SelectionArgs::default();
    let work = Digesting { work: FoldWork::new(Arc::new(text), &no_condition, false), has_digest: false };
    let mut gap = None;
    let read = read_covering(pipeline, GameSource::Unread(content), part, &work, |collected| match collected {
        Collected::Games(offset, counted) => {
            take(offset, counted.games, counted.extent());
            Ok(ControlFlow::Continue(()))
        }
        Collected::Gap(error) => {
            gap = Some(error);
            Ok(ControlFlow::Break(()))
        }
    });
    let (error, _, covered) = read.map_err(|error| InputError::from_read(name, 0, error))?;
    error.or(gap).map_or(Ok(covered), Err)
}
