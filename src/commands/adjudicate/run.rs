//! The run: inputs through the pipeline, rulings to the report.

use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;

use crate::chess::fen;
use crate::commands::lines::{read_line, without_mark};
use crate::commands::{Error, Status, failure, outputs, pipeline};
use crate::game::fault::Faults;
use crate::game::positions::Notation;
use crate::game::ruling::Question;
use crate::input::{Content, InputError, Inputs, Meter, Opened};
use crate::options::{InputFormat, Output};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Talk;
use crate::report::verdicts::{Count, Entry, VerdictReporter};

use super::fold::{Adjudicate, Part, Ruled};
use super::{Args, self_check};

/// Rules on the inputs and writes the verdicts.
pub fn run(args: &Args) -> Result<Status, Error> {
    if args.self_check {
        return self_check::run(args);
    }
    let question = args.question()?;
    if let Some(text) = &args.fen {
        return write(args, None, |output| one_position(text, &question, args, output));
    }
    let inputs = args.inputs.open()?;
    write(args, Some(&inputs), |output| all(&inputs, &question, args, output))
}

/// Opens the output, unless it would be written over what is read, and brings it to its end.
fn write(
    args: &Args,
    inputs: Option<&Inputs>,
    work: impl FnOnce(&mut Output) -> Result<Status, Error>,
) -> Result<Status, Error> {
    let list = args.inputs.files_from.as_deref().map(Path::new);
    outputs::check(args.output.output.as_deref(), inputs, list)?;
    let mut output = args.output.open()?;
    let status = work(&mut output)?;
    output.commit().map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

fn one_position(text: &str, question: &Question, args: &Args, output: &mut Output) -> Result<Status, Error> {
    if let Err(error) = fen::read(text.as_bytes()) {
        return Err(Error::Usage(format!("--fen: {error}")));
    }
    let mut run = Run::begin(args, question, Progress::hidden(), output)?;
    let ruled = Ruled::position(text.as_bytes(), Notation::Fen, question);
    let written = run.ruled(&ruled, "<fen>", 1).and_then(|()| run.reporter.finish());
    written.map_err(|error| Error::of_writing(error, run.status))?;
    Ok(run.status)
}

fn all(inputs: &Inputs, question: &Question, args: &Args, output: &mut Output) -> Result<Status, Error> {
    let meter = Meter::default();
    let progress = args.talk.bar(inputs.total_bytes());
    let pipeline = pipeline(args.threads, &meter, &progress);
    let mut run = Run::begin(args, question, progress, output)?;
    let mut texts = inputs.texts(args.inputs.open_options(meter));
    // Asked first: to open the next text may be to wait for it.
    while !run.is_done()
        && let Some(text) = texts.next()
    {
        match text {
            Ok(opened) => run.text(opened, &pipeline)?,
            Err(error) => run.failed(&error)?,
        }
    }
    run.finish()
}

/// What has been read and earned so far.
struct Run<'a> {
    args: &'a Args,
    question: &'a Question,
    reporter: VerdictReporter<&'a mut Output>,
    progress: Progress,
    talk: Talk,
    /// Games that were read.
    games: u64,
    /// Those of them that were selected.
    selected: u64,
    count: Count,
    status: Status,
}

/// Where in a text the next game begins.
#[derive(Default)]
struct Cursor {
    games: u64,
    lines: u64,
    /// Whether the text could not be read to its end.
    is_cut: bool,
}

impl<'a> Run<'a> {
    fn begin(
        args: &'a Args,
        question: &'a Question,
        progress: Progress,
        output: &'a mut Output,
    ) -> Result<Self, Error> {
        let writing = |error| Error::of_writing(error, Status::Clean);
        let reporter = VerdictReporter::begin(args.report_format(), output).map_err(writing)?;
        let (talk, count) = (args.talk.talk(), Count::default());
        Ok(Self { args, question, reporter, progress, talk, games: 0, selected: 0, count, status: Status::Clean })
    }

    /// Whether as many games were read as were asked for.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.games >= head)
    }

    /// Reads one text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        self.talk.detail(format_args!("reading {name}"));
        let mut cursor = Cursor::default();
        match self.args.inputs.format_of(&name) {
            InputFormat::Pgn => self.pgn(content, pipeline, &name, &mut cursor)?,
            InputFormat::Fen => self.positions(content, &name, Notation::Fen, &mut cursor)?,
            InputFormat::Epd => self.positions(content, &name, Notation::Epd, &mut cursor)?,
        }
        if cursor.games == 0 && !cursor.is_cut {
            self.status = self.status | Status::Findings;
            self.progress.suspend(|| self.talk.error(format_args!("{name}: the file holds no game at all")));
        }
        Ok(())
    }

    fn pgn(&mut self, content: Content, pipeline: &Pipeline, name: &str, cursor: &mut Cursor) -> Result<(), Error> {
        let work = Adjudicate { question: self.question };
        let mut fault = None;
        let result = pipeline.run(content, name, &work, &mut |_, part: Part| {
            self.part(part, name, cursor).unwrap_or_else(|error| {
                fault = Some(error);
                ControlFlow::Break(())
            })
        });
        if let Some(error) = fault {
            return Err(Error::of_writing(error, self.status));
        }
        result.map(|_| ()).or_else(|error| {
            cursor.is_cut = true;
            self.failed(&error)
        })
    }

    /// Takes the next games of a text.
    fn part(&mut self, part: Part, name: &str, cursor: &mut Cursor) -> io::Result<ControlFlow<()>> {
        for ruled in part.games {
            let ruled = ruled.behind(cursor.lines);
            if ruled.rulings.is_empty() {
                self.stray(&ruled, name);
                continue;
            }
            let selected = self.args.selection.game.as_ref();
            if self.is_done() || selected.is_some_and(|numbers| cursor.games >= numbers.last()) {
                return Ok(ControlFlow::Break(()));
            }
            self.next(&ruled, name, cursor)?;
        }
        cursor.lines += part.lines;
        Ok(ControlFlow::Continue(()))
    }

    /// Text that belongs to no game.
    fn stray(&mut self, ruled: &Ruled, name: &str) {
        let Some(faults) = &ruled.faults else { return };
        self.note(|count| count.add_faults(Some(faults)));
        let Faults { rule, line, message, .. } = faults;
        let code = rule.info().code;
        self.progress.suspend(|| self.talk.warning(format_args!("{name}:{line}: [{code}] {message}")));
    }

    /// Takes a game or a position that was read.
    fn next(&mut self, ruled: &Ruled, name: &str, cursor: &mut Cursor) -> io::Result<()> {
        cursor.games += 1;
        self.games += 1;
        if self.args.selection.game.as_ref().is_some_and(|numbers| !numbers.contains(cursor.games)) {
            return Ok(());
        }
        self.selected += 1;
        self.ruled(ruled, name, cursor.games)
    }

    fn ruled(&mut self, ruled: &Ruled, file: &str, game: u64) -> io::Result<()> {
        let Ruled { line, rulings, faults } = ruled;
        let faults = faults.as_ref();
        self.note(|count| count.add_faults(faults));
        for ruling in rulings {
            self.note(|count| count.add(ruling));
            let (reporter, entry) = (&mut self.reporter, Entry { file, game, line: *line, ruling, faults });
            self.progress.suspend(|| reporter.ruling(&entry))?;
        }
        Ok(())
    }

    /// Counts something that may be a finding.
    fn note(&mut self, is_finding: impl FnOnce(&mut Count) -> bool) {
        if is_finding(&mut self.count) {
            self.status = self.status | Status::Findings;
        }
    }

    /// Reads a text of one position a line. Blank lines and those that open with `#` are passed over.
    fn positions(
        &mut self,
        content: Content,
        name: &str,
        notation: Notation,
        cursor: &mut Cursor,
    ) -> Result<(), Error> {
        let mut reader = BufReader::new(content.into_read());
        let (mut line, mut offset) = (Vec::new(), 0);
        while !self.is_done() {
            line.clear();
            match read_line(&mut reader, &mut line) {
                Ok(0) => break,
                Ok(length) => offset += length,
                Err(error) => {
                    cursor.is_cut = true;
                    return self.failed(&InputError::from_read(name, offset, error));
                }
            }
            let text = if cursor.lines == 0 { without_mark(&line) } else { &line }.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                let ruled = Ruled::position(text, notation, self.question).behind(cursor.lines);
                self.next(&ruled, name, cursor).map_err(|error| Error::of_writing(error, self.status))?;
            }
            cursor.lines += 1;
        }
        Ok(())
    }

    /// An input that could not be read, or not to its end.
    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | Status::Failed;
        self.progress.suspend(|| self.talk.error(error));
        let (status, reporter) = (self.status, &mut self.reporter);
        reporter.failure(&failure(error)).map_err(|error| Error::of_writing(error, status))
    }

    /// Ends the report and says what it came to.
    fn finish(mut self) -> Result<Status, Error> {
        self.progress.finish();
        self.reporter.finish().map_err(|error| Error::of_writing(error, self.status))?;
        if let Some(message) = self.args.selection.missed(self.selected) {
            self.status = self.status | Status::Failed;
            self.talk.error(message);
        }
        self.talk.result(&self.count.text());
        Ok(self.status)
    }
}
