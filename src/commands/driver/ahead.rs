//! Short texts that are read ahead: each thread opens and reads several small files, or reads a member of an archive, and
//! the results are passed on in order.
//!
//! Everything else is read when its turn comes, by all threads together.

use std::io::Cursor;
use std::iter::Peekable;

use crate::commands::Error;
use crate::input::{Content, InputError, InputFile, Inputs, OpenOptions, Opened, read_short};
use crate::options::InputFormat;
use crate::pipeline::{GameSource, GameWork, MAX_MEMORY, Pipeline};

use super::report::RECOGNIZED;
use super::{Command, Driver, Work};
use crate::trf::is_report;

/// What one thread does at once.
enum Task<W> {
    Read(Vec<(InputFile, W)>),
    /// Nothing: the input is opened when its turn comes.
    Wait(Result<InputFile, InputError>),
}

/// An input whose turn has come.
enum Turn<W: GameWork> {
    Opened(Box<AheadInput<W>>),
    Unopened(Result<InputFile, InputError>),
}

struct AheadInput<W: GameWork> {
    opened: Opened<GameSource<W::Part>>,
    work: W,
}

/// The run over the inputs.
struct ReadAhead<'r, 'a, C: Command, I: Iterator> {
    driver: &'r mut Driver<'a, C>,
    entries: Peekable<I>,
    /// How many bytes of files a thread reads at once; 0 if nothing is read ahead.
    task_bytes: u64,
}

pub(super) fn read_all<C: Command>(
    driver: &mut Driver<'_, C>,
    inputs: &Inputs,
    options: &OpenOptions,
    pipeline: &Pipeline,
) -> Result<(), Error> {
    let mut entries = inputs.entries().peekable();
    let first = entries.next();
    // All threads share the reading of a file that is alone.
    let task_bytes = if entries.peek().is_some() { pipeline.bytes_ahead() } else { 0 };
    let mut run = ReadAhead { driver, entries: first.into_iter().chain(entries).peekable(), task_bytes };
    let ahead = OpenOptions { threads: 1, ..options.clone() };
    pipeline.in_order(
        &mut run,
        ReadAhead::next,
        |task| task.perform(&ahead, pipeline),
        |run, turns| turns.into_iter().try_for_each(|turn| run.take(turn, options, pipeline)),
    )
}

impl<'a, C: Command, I: Iterator<Item = Result<InputFile, InputError>>> ReadAhead<'_, 'a, C, I> {
    fn next(&mut self) -> Option<Task<Work<'a, C>>> {
        if self.driver.is_done() {
            return None;
        }
        let Self { driver, entries, task_bytes } = self;
        let first = entries.next()?;
        let length = |entry: &Result<InputFile, InputError>| {
            let file = entry.as_ref().ok()?;
            file.small_length().filter(|_| driver.format_of(&file.name()) == InputFormat::Pgn)
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
            let work = driver.work(&file.name());
            (file, work)
        };
        Some(Task::Read(files.into_iter().map(work).collect()))
    }

    fn take(&mut self, turn: Turn<Work<'a, C>>, options: &OpenOptions, pipeline: &Pipeline) -> Result<(), Error> {
        let entry = match turn {
            // Checked first, because opening the next text can block.
            _ if self.driver.is_done() => return Ok(()),
            Turn::Opened(text) => return self.driver.text(text.opened, &text.work, pipeline),
            Turn::Unopened(entry) => entry,
        };
        let texts = match entry {
            Ok(entry) => entry.open(options),
            Err(error) => return self.driver.failed(&error),
        };
        let is_archive = texts.is_archive();
        let mut state = (&mut *self.driver, texts);
        pipeline.in_order(
            &mut state,
            |(driver, texts)| {
                let opened = if driver.is_done() { None } else { texts.next() }?;
                Some(opened.map(|opened| {
                    let is_ahead = is_archive && driver.format_of(&opened.name) == InputFormat::Pgn;
                    let work = driver.work(&opened.name);
                    (opened, work, is_ahead)
                }))
            },
            |opened| {
                let (opened, work, is_ahead) = opened?;
                Ok(if is_ahead {
                    AheadInput::read(opened, work, pipeline, &mut { MAX_MEMORY })
                } else {
                    AheadInput { opened: opened.map(GameSource::Unread), work }
                })
            },
            |(driver, _), text| match text {
                _ if driver.is_done() => Ok(()),
                Ok(text) => driver.text(text.opened, &text.work, pipeline),
                Err(error) => driver.failed(&error),
            },
        )?;
        let (driver, texts) = state;
        driver.run.unread(texts.unread());
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
    /// Reads the games of a file. One that is an archive, or that cannot be opened, is left to its turn, and so are all when
    /// the memory is used up.
    fn of(file: InputFile, work: W, options: &OpenOptions, pipeline: &Pipeline, memory: &mut usize) -> Self {
        if *memory > 0 {
            let mut texts = file.open(options);
            if !texts.is_archive()
                && let Some(Ok(opened)) = texts.next()
            {
                return Self::Opened(Box::new(AheadInput::read(opened, work, pipeline, memory)));
            }
        }
        Self::Unopened(Ok(file))
    }
}

impl<W: GameWork> AheadInput<W> {
    /// Reads the games of a short text. One that is long, or whose results take more than this much memory, is left to its
    /// turn. `memory` is reduced by what is kept.
    fn read(opened: Opened, work: W, pipeline: &Pipeline, memory: &mut usize) -> Self {
        let limit = 2 * pipeline.bytes_ahead() as usize;
        let (name, is_part) = (opened.name.clone(), opened.part.is_some());
        // A report is no game; whether it is one is decided when its turn comes.
        let read = |bytes: &[u8], memory: &mut usize| {
            let is_report = is_report(&bytes[..bytes.len().min(RECOGNIZED)]) == Some(true);
            if is_report { None } else { pipeline.read_ahead(bytes, &name, &work, memory) }
        };
        let opened = opened.map(|content| match content {
            content if is_part => content.into(),
            Content::Whole(bytes) => match read(&bytes, memory) {
                Some(games) => GameSource::Read(games),
                None => Content::Whole(bytes).into(),
            },
            Content::Stream(stream) => match read_short(stream, limit) {
                Ok(bytes) => match read(&bytes, memory) {
                    Some(games) => GameSource::Read(games.counted()),
                    None => Content::Stream(Box::new(Cursor::new(bytes))).into(),
                },
                Err(stream) => {
                    *memory = memory.saturating_sub(limit);
                    Content::Stream(stream).into()
                }
            },
            Content::File(_) => content.into(),
        });
        Self { opened, work }
    }
}
