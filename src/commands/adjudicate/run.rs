//! The run: inputs through the pipeline, rulings to the report.

use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;

use crate::chess::position::Position;
use crate::chess::{epd, fen};
use crate::commands::lines::read_line;
use crate::commands::{Error, Status, failure, outputs, pipeline};
use crate::game::ruling::{Question, Ruling, rule_on_position};
use crate::input::{Content, InputError, Inputs, Meter, Opened};
use crate::laws::verdict::Decision;
use crate::options::{InputFormat, Output};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Talk;
use crate::report::verdicts::VerdictReporter;

use super::fold::{Adjudicate, Part};
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
    let reading = fen::read(text.as_bytes()).map_err(|error| Error::Usage(format!("--fen: {error}")))?;
    let position = reading.setup.position_without_impossible_rights().ok().map(|(position, _)| position);
    let mut status = Status::Clean;
    let write = || -> io::Result<()> {
        let mut reporter = VerdictReporter::begin(args.report_format(), output)?;
        for ruling in rule_on_position(position, question) {
            status = status | earned(&ruling);
            reporter.ruling("<fen>", 1, &ruling)?;
        }
        reporter.finish()
    };
    let written = write();
    written.map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

fn all(inputs: &Inputs, question: &Question, args: &Args, output: &mut Output) -> Result<Status, Error> {
    let meter = Meter::default();
    let progress = args.talk.bar(inputs.total_bytes());
    let pipeline = pipeline(args.threads, &meter, &progress);
    let reporter = VerdictReporter::begin(args.report_format(), output)
        .map_err(|error| Error::of_writing(error, Status::Clean))?;
    let mut run = Run { args, question, reporter, progress, talk: args.talk.talk(), games: 0, status: Status::Clean };
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
    run.progress.finish();
    let status = run.status;
    run.reporter.finish().map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

/// What has been read and earned so far.
struct Run<'a> {
    args: &'a Args,
    question: &'a Question,
    reporter: VerdictReporter<&'a mut Output>,
    progress: Progress,
    talk: Talk,
    games: u64,
    status: Status,
}

impl Run<'_> {
    /// Whether as many games were read as were asked for.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.games >= head)
    }

    /// Reads one text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        self.talk.detail(format_args!("reading {name}"));
        match self.args.inputs.format_of(&name) {
            InputFormat::Pgn => self.pgn(content, pipeline, &name),
            InputFormat::Fen => {
                self.positions(content, &name, |line| fen::read(line).ok().map(|reading| reading.setup))
            }
            InputFormat::Epd => {
                self.positions(content, &name, |line| epd::read(line).ok().map(|reading| reading.setup))
            }
        }
    }

    fn pgn(&mut self, content: Content, pipeline: &Pipeline, name: &str) -> Result<(), Error> {
        let work = Adjudicate { question: self.question };
        let (mut number, mut fault) = (0, None);
        let result = pipeline.run(content, name, &work, &mut |_, part: Part| {
            self.part(&part, name, &mut number).unwrap_or_else(|error| {
                fault = Some(error);
                ControlFlow::Break(())
            })
        });
        if let Some(error) = fault {
            return Err(Error::of_writing(error, self.status));
        }
        result.map(|_| ()).or_else(|error| self.failed(&error))
    }

    /// Takes the next games of a text.
    fn part(&mut self, part: &Part, name: &str, number: &mut u64) -> io::Result<ControlFlow<()>> {
        for rulings in &part.games {
            let selected = self.args.selection.game.as_ref();
            if self.is_done() || selected.is_some_and(|numbers| *number >= numbers.last()) {
                return Ok(ControlFlow::Break(()));
            }
            *number += 1;
            self.games += 1;
            if selected.is_none_or(|numbers| numbers.contains(*number)) {
                self.rulings(rulings, name, *number)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn rulings(&mut self, rulings: &[Ruling], name: &str, number: u64) -> io::Result<()> {
        for ruling in rulings {
            self.status = self.status | earned(ruling);
            let reporter = &mut self.reporter;
            self.progress.suspend(|| reporter.ruling(name, number, ruling))?;
        }
        Ok(())
    }

    /// Reads a text of one position a line. Blank lines and those that open with `#` are passed over.
    fn positions(
        &mut self,
        content: Content,
        name: &str,
        read: impl Fn(&[u8]) -> Option<crate::chess::setup::Setup>,
    ) -> Result<(), Error> {
        let mut reader = BufReader::new(content.into_read());
        let (mut line, mut offset, mut number) = (Vec::new(), 0, 0);
        while !self.is_done() {
            line.clear();
            match read_line(&mut reader, &mut line) {
                Ok(0) => break,
                Ok(length) => offset += length,
                Err(error) => return self.failed(&InputError::from_read(name, offset, error)),
            }
            let text = line.trim_ascii();
            if text.is_empty() || text.starts_with(b"#") {
                continue;
            }
            number += 1;
            self.games += 1;
            if self.args.selection.game.as_ref().is_some_and(|numbers| !numbers.contains(number)) {
                continue;
            }
            let playable = |setup: crate::chess::setup::Setup| setup.position_without_impossible_rights().ok();
            let position: Option<Position> = read(text).and_then(playable).map(|(position, _)| position);
            let rulings = rule_on_position(position, self.question);
            let written = self.rulings(&rulings, name, number);
            written.map_err(|error| Error::of_writing(error, self.status))?;
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
}

/// What a ruling adds to the exit code: a result that does not follow, a claim that is rejected, or no verdict at all is
/// a finding.
fn earned(ruling: &Ruling) -> Status {
    let is_open = matches!(ruling.verdict.decision, Decision::Undetermined | Decision::NotAGame);
    let is_rejected = ruling.judgement.as_ref().is_some_and(|judgement| judgement.rejection.is_some());
    if is_open || is_rejected || ruling.agrees == Some(false) { Status::Findings } else { Status::Clean }
}
