//! The run: inputs through the pipeline, findings to the report, games to their copies.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::commands::{Error, Status, failure};
use crate::game::Evidence;
use crate::game::finding::{Excerpt, Finding, Located};
use crate::game::replay::Status as Worth;
use crate::game::rules::{Rule, RuleSet};
use crate::game::tally::Tally;
use crate::input::{Encoding, InputError, Meter, Opened, Sink};
use crate::options::Output;
use crate::pgn::place::Place;
use crate::pipeline::{Options, Pipeline};
use crate::progress::Progress;
use crate::report::{Reporter, Talk, summary};

use super::fold::{Judged, Part, Validate, is_mark};
use super::{Args, Shown};

/// Judges the inputs and reports what is found.
pub fn run(args: &Args) -> Result<Status, Error> {
    let inputs = args.inputs.open()?;
    let meter = Meter::default();
    let progress = args.talk.bar(inputs.total_bytes());
    let options = Options {
        threads: args.threads.count().get(),
        meter: meter.clone(),
        progress: progress.clone(),
        ..Options::default()
    };
    let pipeline = Pipeline::new(options);
    let mut output = args.output.open()?;
    let mut run = Run::new(args, &mut output, progress)?;
    for entry in inputs.entries() {
        if run.is_done() {
            break;
        }
        match entry {
            Ok(entry) => {
                for opened in entry.open(&args.inputs.open_options(meter.clone())) {
                    match opened {
                        Ok(opened) => run.text(opened, &pipeline)?,
                        Err(error) => run.failed(&error)?,
                    }
                }
            }
            Err(error) => run.failed(&error)?,
        }
    }
    let last_word = run.finish()?;
    output.commit().map_err(|error| Error::of_writing(error, last_word.status))?;
    args.talk.talk().result(&last_word.summary);
    Ok(last_word.status)
}

/// What is left to be said when all has been written.
struct LastWord {
    status: Status,
    summary: String,
}

/// What has been seen and said so far.
struct Run<'a> {
    args: &'a Args,
    shown: Shown,
    work: Validate,
    reporter: Reporter<&'a mut Output>,
    copies: Option<[Sink; 2]>,
    progress: Progress,
    talk: Talk,
    tally: Tally,
    status: Status,
}

/// Where in a text the next part begins.
struct Cursor<'a> {
    name: &'a str,
    games: u64,
    lines: u64,
    /// Characters that the line has before the part.
    columns: u64,
    written: u64,
    /// Rules that are told once a file and have been.
    told: RuleSet,
}

impl<'a> Run<'a> {
    fn new(args: &'a Args, output: &'a mut Output, progress: Progress) -> Result<Self, Error> {
        let shown = args.rules();
        let create = |path: &Path| Sink::create(path);
        let copies = match args.split_to() {
            Some((good, bad)) => Some([create(good)?, create(bad)?]),
            None => None,
        };
        let writing = |error| Error::of_writing(error, Status::Clean);
        Ok(Self {
            args,
            shown,
            work: Validate::new(shown, copies.is_some()),
            reporter: Reporter::begin(args.report_format(), output).map_err(writing)?,
            copies,
            progress,
            talk: args.talk.talk(),
            tally: Tally::default(),
            status: Status::Clean,
        })
    }

    /// Whether as many games were read as were asked for.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.tally.games >= head)
    }

    /// Reads one text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, encoding, content, .. } = opened;
        let mut cursor = Cursor { name: &name, games: 0, lines: 0, columns: 0, written: 0, told: RuleSet::EMPTY };
        self.tally.files += 1;
        self.talk.detail(format_args!("reading {name}"));
        if !matches!(encoding, Encoding::Bytes) {
            self.about_file(Rule::Utf16, &mut cursor).map_err(|error| self.writing(error))?;
        }
        let mut fault = None;
        // The work is moved out while the pipeline borrows it: collecting needs the rest of the run.
        let work = std::mem::replace(&mut self.work, Validate::new(self.shown, false));
        let result =
            pipeline.run(content, &name, &work, &mut |offset, part| match self.part(offset, &part, &mut cursor) {
                Ok(flow) => flow,
                Err(error) => {
                    fault = Some(error);
                    ControlFlow::Break(())
                }
            });
        self.work = work;
        if let Some(error) = fault {
            return Err(self.writing(error));
        }
        match result {
            Ok(bytes) => self.tally.bytes += bytes,
            Err(error) => self.failed(&error)?,
        }
        if cursor.games == 0 {
            self.about_file(Rule::NoGames, &mut cursor).map_err(|error| self.writing(error))?;
        }
        Ok(())
    }

    fn writing(&self, error: io::Error) -> Error {
        Error::of_writing(error, self.status)
    }

    /// Takes the next games of a text.
    fn part(&mut self, offset: u64, part: &Part, cursor: &mut Cursor<'_>) -> io::Result<ControlFlow<()>> {
        let selection = &self.args.selection;
        for game in &part.games {
            if game.worth != Worth::Nothing {
                if self.is_done() || selection.game.as_ref().is_some_and(|numbers| cursor.games >= numbers.last()) {
                    return Ok(ControlFlow::Break(()));
                }
                cursor.games += 1;
            }
            if selection.game.as_ref().is_none_or(|numbers| numbers.contains(cursor.games.max(1))) {
                self.game(game, offset, part, cursor)?;
            }
        }
        cursor.columns = if part.lines == 0 { cursor.columns + part.last_line } else { part.last_line };
        cursor.lines += part.lines;
        Ok(ControlFlow::Continue(()))
    }

    fn game(&mut self, game: &Judged, offset: u64, part: &Part, cursor: &mut Cursor<'_>) -> io::Result<()> {
        self.count(game, cursor);
        for located in &game.located {
            let mut located = located.clone();
            located.offset += offset;
            if located.place.line == 1 {
                located.place.column += cursor.columns;
            }
            located.place.line += cursor.lines;
            located.game = cursor.games.max(1);
            if is_mark(located.finding.rule) && located.offset > 0 {
                located.finding.rule = Rule::StrayByteOrderMark;
                located.finding.severity = Rule::StrayByteOrderMark.severity();
            }
            if self.shown.shows(located.finding.rule, located.finding.severity) {
                self.finding(&located, cursor)?;
            }
        }
        for rule in game.counts.iter().map(|(rule, _)| *rule).filter(|rule| is_told_once(*rule)) {
            cursor.told.insert(rule);
        }
        let Some(copies) = &mut self.copies else { return Ok(()) };
        let is_bad = game.worth == Worth::Invalid || (game.worth == Worth::Nothing && !game.located.is_empty());
        copies[usize::from(is_bad)].write_all(&part.bytes[game.span.clone()])
    }

    fn count(&mut self, game: &Judged, cursor: &Cursor<'_>) {
        let tally = &mut self.tally;
        tally.games += u64::from(game.worth != Worth::Nothing);
        tally.valid += u64::from(game.worth == Worth::Valid);
        tally.invalid += u64::from(game.worth == Worth::Invalid);
        tally.unchecked += u64::from(game.worth == Worth::Unchecked);
        tally.plies += u64::from(game.plies);
        for (rule, count) in &game.counts {
            if self.shown.rules().contains(*rule) && !(is_told_once(*rule) && cursor.told.contains(*rule)) {
                *tally.findings.entry(*rule).or_default() += if is_told_once(*rule) { 1 } else { *count };
            }
        }
        if self.args.require_checked && game.worth == Worth::Unchecked {
            self.status = self.status | Status::Findings;
        }
    }

    fn finding(&mut self, located: &Located, cursor: &mut Cursor<'_>) -> io::Result<()> {
        let rule = located.finding.rule;
        if is_told_once(rule) && cursor.told.contains(rule) {
            return Ok(());
        }
        if located.finding.severity >= self.args.fail_on {
            self.status = self.status | Status::Findings;
        }
        if self.args.max_findings.is_some_and(|most| cursor.written >= most) {
            return Ok(());
        }
        cursor.written += 1;
        let reporter = &mut self.reporter;
        self.progress.suspend(|| reporter.finding(cursor.name, located))
    }

    /// A finding about a file as a whole.
    fn about_file(&mut self, rule: Rule, cursor: &mut Cursor<'_>) -> io::Result<()> {
        if !self.shown.shows(rule, rule.severity()) {
            return Ok(());
        }
        *self.tally.findings.entry(rule).or_default() += 1;
        let finding = Finding {
            rule,
            severity: rule.severity(),
            span: 0..0,
            moment: None,
            evidence: Evidence::Nothing,
            article: None,
            fen: None,
        };
        let place = Place { line: 1, column: 1 };
        let excerpt = Excerpt { text: String::new(), lead: 0, length: 1 };
        self.finding(&Located { finding, game: 1, place, offset: 0, excerpt }, cursor)
    }

    /// An input that could not be read, or not to its end.
    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | Status::Failed;
        self.progress.suspend(|| self.talk.error(error));
        let (status, reporter) = (self.status, &mut self.reporter);
        reporter.failure(&failure(error)).map_err(|error| Error::of_writing(error, status))
    }

    /// Ends the report and the copies.
    fn finish(mut self) -> Result<LastWord, Error> {
        self.progress.finish();
        self.reporter.summary(&self.tally).map_err(|error| Error::of_writing(error, self.status))?;
        for copy in self.copies.into_iter().flatten() {
            copy.commit()?;
        }
        let summary = summary::text(&self.tally, self.shown.rules(), &self.talk.paint);
        Ok(LastWord { status: self.status, summary })
    }
}

/// Rules that speak of the whole file, although a game shows it.
fn is_told_once(rule: Rule) -> bool {
    matches!(rule, Rule::NotUtf8 | Rule::BareCarriageReturn)
}
