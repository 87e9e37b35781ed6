//! Small files that are read ahead: each thread opens and reads several, and the results are passed on in order.
//!
//! Everything that is not a small file of games without compression is opened when its turn comes.

use std::iter::Peekable;

use crate::commands::Error;
use crate::input::{Content, InputError, InputFile, Inputs, Meter, OpenOptions, Opened};
use crate::options::InputFormat;
use crate::pipeline::{GameSource, GameWork, MAX_MEMORY, Pipeline};

use super::Reading;

/// What one thread does at once.
enum Task<W> {
    /// Reads files.
    Read(Vec<(InputFile, W)>),
    /// Nothing: the input is opened when its turn comes.
    Wait(Result<InputFile, InputError>),
}

/// An input whose turn has come.
enum Turn<W: GameWork> {
    Read(Opened<GameSource<W::Part>>, W),
    Unopened(Result<InputFile, InputError>),
}

/// The run over the inputs.
struct Run<'a, R, I: Iterator> {
    reading: &'a mut R,
    entries: Peekable<I>,
    /// How many bytes of files a thread reads at once; 0 if nothing is read ahead.
    task_bytes: u64,
}

/// Reads all inputs.
pub(super) fn read_all<R: Reading>(
    reading: &mut R,
    inputs: &Inputs,
    options: &OpenOptions,
    pipeline: &Pipeline,
) -> Result<(), Error> {
    let mut entries = inputs.entries().peekable();
    let first = entries.next();
    // All threads share the reading of a file that is alone.
    let task_bytes = if entries.peek().is_some() { pipeline.bytes_ahead() } else { 0 };
    let mut run = Run { reading, entries: first.into_iter().chain(entries).peekable(), task_bytes };
    // A file that is opened again is counted then.
    let ahead = OpenOptions { meter: Meter::default(), threads: 1, ..options.clone() };
    pipeline.in_order(
        &mut run,
        Run::next,
        |task| task.perform(&ahead, pipeline),
        |run, turns| turns.into_iter().try_for_each(|turn| run.take(turn, options, pipeline)),
    )
}

impl<R: Reading, I: Iterator<Item = Result<InputFile, InputError>>> Run<'_, R, I> {
    fn next(&mut self) -> Option<Task<R::Work>> {
        if self.reading.is_done() {
            return None;
        }
        let Self { reading, entries, task_bytes } = self;
        let first = entries.next()?;
        let length = |entry: &Result<InputFile, InputError>| {
            let file = entry.as_ref().ok()?;
            file.small_length().filter(|_| reading.format_of(&file.name()) == InputFormat::Pgn)
        };
        // The rest of a file of two chunks or more can be shared.
        let Some(mut bytes) = length(&first).filter(|length| *length < 2 * *task_bytes) else {
            return Some(Task::Wait(first));
        };
        let mut files = Vec::from_iter(first);
        while let Some(Ok(file)) =
            entries.next_if(|entry| length(entry).is_some_and(|more| bytes + more <= *task_bytes))
        {
            bytes += file.small_length().unwrap_or(0);
            files.push(file);
        }
        let work = |file: InputFile| {
            let work = reading.work(&file.name());
            (file, work)
        };
        Some(Task::Read(files.into_iter().map(work).collect()))
    }

    fn take(&mut self, turn: Turn<R::Work>, options: &OpenOptions, pipeline: &Pipeline) -> Result<(), Error> {
        let entry = match turn {
            // Checked first, because opening the next text can block.
            _ if self.reading.is_done() => return Ok(()),
            Turn::Read(opened, work) => return self.reading.text(opened, &work, pipeline),
            Turn::Unopened(entry) => entry,
        };
        let mut texts = match entry {
            Ok(entry) => entry.open(options),
            Err(error) => return self.reading.failed(&error),
        };
        while !self.reading.is_done()
            && let Some(text) = texts.next()
        {
            match text {
                Ok(opened) => {
                    let work = self.reading.work(&opened.name);
                    self.reading.text(opened.map(GameSource::Unread), &work, pipeline)?;
                }
                Err(error) => self.reading.failed(&error)?,
            }
        }
        Ok(())
    }
}

impl<W: GameWork> Task<W> {
    fn perform(self, options: &OpenOptions, pipeline: &Pipeline) -> Vec<Turn<W>> {
        let mut memory = MAX_MEMORY;
        match self {
            Self::Read(files) => {
                files.into_iter().map(|(file, work)| Turn::of(file, work, options, pipeline, &mut memory)).collect()
            }
            Self::Wait(entry) => vec![Turn::Unopened(entry)],
        }
    }
}

impl<W: GameWork> Turn<W> {
    /// Reads the games of a file. What turns out to be anything else, such as compressed or unreadable, is left to its
    /// turn, and so is what takes too much memory.
    fn of(file: InputFile, work: W, options: &OpenOptions, pipeline: &Pipeline, memory: &mut usize) -> Self {
        if *memory == 0 {
            return Self::Unopened(Ok(file));
        }
        let mut read = |opened: Opened| match &opened.content {
            Content::Whole(bytes) => {
                let games = pipeline.read_ahead(bytes, &opened.name, &work, memory)?;
                Some(opened.map(|_| GameSource::Read(games)))
            }
            Content::File(_) | Content::Stream(_) => None,
        };
        match file.open(options).next().and_then(Result::ok).and_then(&mut read) {
            Some(opened) => Self::Read(opened, work),
            None => Self::Unopened(Ok(file)),
        }
    }
}
