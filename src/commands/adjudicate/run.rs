//! The run: inputs through the pipeline, rulings to the report.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::chess::fen;
use crate::commands::error::Refused;
use crate::commands::reading::{NO_GAMES, Reading};
use crate::commands::saved::{Saved, Search};
use crate::commands::{Error, ExitStatus, failure, outputs, pipeline};
use crate::game::error_summary::ErrorSummary;
use crate::game::positions::PositionFormat;
use crate::input::{Content, InputError, Inputs, Meter, Opened};
use crate::options::{GameNumbers, InputFormat, Matches, Output, Sample, SelectionArgs};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Diagnostics;
use crate::report::mating::{self, MatingCount, MatingEntry};
use crate::report::verdicts::{self, VerdictCounts, VerdictEntry, VerdictReporter};
use crate::witness::SecondOpinion;

use super::agreement::Agreement;
use super::fold::{Adjudicate, Part, Ruled, Said, VerdictRequest};
use super::lines::Lines;
use super::{Args, self_check};

/// Rules on the inputs and writes the verdicts.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.self_check {
        return self_check::run(args);
    }
    let asked = args.asked()?;
    let work = Adjudicate { asked: &asked, selection: &args.selection, cross_check: args.cross_check };
    if let Some(moves) = &args.moves {
        return play_on(moves, work, args);
    }
    if let Some(text) = &args.fen {
        return write(args, None, |output| one_position(text, work, args, output));
    }
    let inputs = args.inputs.open()?;
    args.inputs.announce(true, args.talk.talk());
    write(args, Some(&inputs), |output| all(&inputs, work, args, output))
}

/// Opens the output, unless it would be written over what is read, and brings it to its end.
fn write(
    args: &Args,
    inputs: Option<&Inputs>,
    work: impl FnOnce(&mut Output) -> Result<ExitStatus, Error>,
) -> Result<ExitStatus, Error> {
    let list = args.inputs.files_from.as_deref().map(Path::new);
    outputs::check(args.output.output.as_deref(), inputs, list)?;
    let mut output = args.output.open()?;
    let status = work(&mut output)?;
    output.commit().map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

/// Rules on a game that was given on the command line, or that is played on.
fn play_on(moves: &str, work: Adjudicate<'_>, args: &Args) -> Result<ExitStatus, Error> {
    let inputs = if args.plays_on() { Some(args.inputs.open()?) } else { None };
    let saved = match &inputs {
        Some(inputs) => {
            let search = Search { selection: &args.selection, moves };
            let meter = Meter::default();
            let pipeline = pipeline(args.threads, &meter, &Progress::hidden());
            search.find(inputs, args.inputs.open_options(meter), &|name| args.inputs.format_of(name), &pipeline)?
        }
        None => Saved { name: "<moves>".to_owned(), number: 1, text: game_of(args.fen.as_deref(), moves)? },
    };
    let everything = SelectionArgs::default();
    let work = Adjudicate { selection: &everything, ..work };
    write(args, inputs.as_ref(), |output| {
        let mut run = Run::begin(args, work, Progress::hidden(), output)?;
        let games = work.part(&saved.text).games;
        let given = saved.given(moves);
        for mut ruled in games.into_iter().filter(|ruled| !ruled.answers.is_empty()) {
            run.selected += 1;
            if let Some(faults) = &mut ruled.faults {
                faults.count_from_moves(given.lines);
            }
            let written = run.ruled(&ruled, &saved.name, saved.number);
            written.map_err(|error| Error::of_writing(error, run.status))?;
        }
        run.finish()
    })
}

/// Moves from a position as the text of a game.
fn game_of(start: Option<&str>, moves: &str) -> Result<Vec<u8>, Error> {
    let Some(text) = start else { return Ok(format!("{moves} *\n").into_bytes()) };
    let reading = fen::read(text.as_bytes()).map_err(|error| Error::Usage(format!("--fen: {error}")))?;
    let position = reading.setup.position_without_impossible_rights();
    let (position, _) =
        position.map_err(|_| Error::Usage("--fen: no moves can be played from this position".to_owned()))?;
    Ok(format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n{moves} *\n", position.to_fen()).into_bytes())
}

fn one_position(text: &str, work: Adjudicate<'_>, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    if let Err(error) = fen::read(text.as_bytes()) {
        return Err(Error::Usage(format!("--fen: {error}")));
    }
    let mut run = Run::begin(args, work, Progress::hidden(), output)?;
    let ruled = Ruled::position(text.as_bytes(), PositionFormat::Fen, work);
    let written = run.ruled(&ruled, "<fen>", 1).and_then(|()| run.reporter.finish());
    written.map_err(|error| Error::of_writing(error, run.status))?;
    if args.cross_check {
        run.talk.result(&run.agreement.text());
    }
    Ok(run.status)
}

fn all(inputs: &Inputs, work: Adjudicate<'_>, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    let meter = Meter::default();
    let progress = args.talk.bar(inputs.total_bytes());
    let pipeline = pipeline(args.threads, &meter, &progress);
    let mut run = Run::begin(args, work, progress, output)?;
    run.all(inputs, args.inputs.open_options(meter), &pipeline)?;
    run.finish()
}

/// What has been read and earned so far.
struct Run<'a> {
    args: &'a Args,
    work: Adjudicate<'a>,
    reporter: VerdictReporter<&'a mut Output>,
    progress: Progress,
    talk: Diagnostics,
    /// Games that were read and fulfil the condition.
    games: u64,
    /// What the condition makes of all games.
    matches: Matches,
    /// Those of them that were selected.
    selected: u64,
    /// Those of which some are told, with their files and numbers.
    sample: Option<Sample<(Ruled, Box<str>, u64)>>,
    /// The one game an event, a claim or touched pieces are about, with its file and number.
    only: Option<(Ruled, Box<str>, u64)>,
    count: Counts,
    agreement: Agreement,
    status: ExitStatus,
}

/// What was said so far.
enum Counts {
    Verdicts(VerdictCounts),
    Answers(MatingCount),
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
    fn begin(args: &'a Args, work: Adjudicate<'a>, progress: Progress, output: &'a mut Output) -> Result<Self, Error> {
        let writing = |error| Error::of_writing(error, ExitStatus::Clean);
        let (count, columns) = match work.asked {
            VerdictRequest::Verdict(_) => (Counts::Verdicts(VerdictCounts::default()), &verdicts::COLUMNS[..]),
            VerdictRequest::Mating(_) => (Counts::Answers(MatingCount::default()), &mating::COLUMNS[..]),
        };
        let reporter = VerdictReporter::begin(args.report_format(), columns, output).map_err(writing)?;
        let (talk, agreement, status) = (args.talk.talk(), Agreement::default(), ExitStatus::Clean);
        let sample = args.selection.new_sample();
        Ok(Self {
            args,
            work,
            reporter,
            progress,
            talk,
            games: 0,
            matches: Matches::default(),
            selected: 0,
            sample,
            only: None,
            count,
            agreement,
            status,
        })
    }

    fn pgn(&mut self, content: Content, pipeline: &Pipeline, name: &str, cursor: &mut Cursor) -> Result<(), Error> {
        let work = self.work;
        let mut fault = None;
        let result = pipeline.run(content, name, &work, &mut |_, part: Part| {
            self.part(part, name, cursor, pipeline).unwrap_or_else(|error| {
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
    fn part(
        &mut self,
        mut part: Part,
        name: &str,
        cursor: &mut Cursor,
        pipeline: &Pipeline,
    ) -> io::Result<ControlFlow<()>> {
        self.rule_on_selected(&mut part, cursor.games, pipeline);
        let last = self.args.selection.game.as_ref().map_or(u64::MAX, GameNumbers::last);
        for ruled in part.games {
            let ruled = ruled.behind(cursor.lines);
            if ruled.is_stray() {
                self.stray(&ruled, name);
                continue;
            }
            if self.is_done() || cursor.games >= last {
                return Ok(ControlFlow::Break(()));
            }
            self.next(ruled, name, cursor)?;
        }
        if cursor.games >= last {
            return Ok(ControlFlow::Break(()));
        }
        cursor.lines += part.lines;
        Ok(ControlFlow::Continue(()))
    }

    /// Rules on the games of a part that are chosen by number; so many games come before it.
    fn rule_on_selected(&self, part: &mut Part, before: u64, pipeline: &Pipeline) {
        let Some(numbers) = &self.args.selection.game else { return };
        let games = part.games.iter_mut().filter(|ruled| !ruled.is_stray());
        let chosen = (before + 1..).zip(games).filter(|&(number, _)| numbers.contains(number));
        let mut waiting: Vec<&mut Ruled> =
            chosen.map(|(_, ruled)| ruled).filter(|ruled| ruled.text.is_some()).collect();
        let texts: Vec<Vec<u8>> = waiting.iter_mut().filter_map(|ruled| ruled.text.take()).collect();
        let work = self.work;
        for (ruled, (answers, seconds)) in waiting.into_iter().zip(pipeline.map(&texts, |text| work.of_text(text))) {
            (ruled.answers, ruled.seconds) = (answers, seconds);
        }
    }

    /// Text that belongs to no game.
    fn stray(&mut self, ruled: &Ruled, name: &str) {
        let Some(faults) = &ruled.faults else { return };
        self.add_faults(Some(faults));
        let ErrorSummary { rule, line, message, .. } = faults;
        let code = rule.info().code;
        self.progress.suspend(|| self.talk.warning(format_args!("{name}:{line}: [{code}] {message}")));
    }

    /// Takes a game or a position that was read.
    fn next(&mut self, ruled: Ruled, name: &str, cursor: &mut Cursor) -> io::Result<()> {
        cursor.games += 1;
        ruled.matched.into_iter().for_each(|matched| self.matches.add(matched));
        self.games += u64::from(ruled.is_selected());
        if !ruled.is_selected() {
            return Ok(());
        }
        if self.args.selection.game.as_ref().is_some_and(|numbers| !numbers.contains(cursor.games)) {
            return Ok(());
        }
        self.selected += 1;
        if let Some(sample) = &mut self.sample {
            sample.offer((ruled, name.into(), cursor.games));
            return Ok(());
        }
        if self.args.asks_of_one_game() {
            return self.keep_only((ruled, name.into(), cursor.games));
        }
        self.ruled(&ruled, name, cursor.games)
    }

    /// Keeps the one game that is asked about until it is certain that it is the only one.
    fn keep_only(&mut self, game: (Ruled, Box<str>, u64)) -> io::Result<()> {
        if self.only.is_some() {
            let message = "there is more than one game, and the event, the claim or the touched pieces are about one: say \
                           which with --game N";
            return Err(Refused(message.to_owned()).into());
        }
        self.only = Some(game);
        Ok(())
    }

    fn ruled(&mut self, ruled: &Ruled, file: &str, game: u64) -> io::Result<()> {
        let Ruled { line, answers, seconds, faults, .. } = ruled;
        let (line, faults) = (*line, faults.as_ref());
        if let Some(refusal) = answers.iter().find_map(Said::refusal) {
            self.status = self.status | ExitStatus::Failed;
            self.progress.suspend(|| self.talk.error(format_args!("{file}:{line}: game {game}: {refusal}")));
            return Ok(());
        }
        self.add_faults(faults);
        for answer in answers {
            if self.count.add(answer) {
                self.status = self.status | ExitStatus::Findings;
            }
            let reporter = &mut self.reporter;
            self.progress.suspend(|| match answer {
                Said::Ruling(ruling) => reporter.ruling(&VerdictEntry { file, game, line, ruling, errors: faults }),
                Said::Mating(mating) => reporter.mating(&MatingEntry { file, game, line, mating, errors: faults }),
            })?;
        }
        for second in seconds {
            self.compare(second, file, game);
        }
        Ok(())
    }

    /// Counts what `validate` calls errors.
    fn add_faults(&mut self, faults: Option<&ErrorSummary>) {
        let is_faulty = match &mut self.count {
            Counts::Verdicts(count) => count.add_errors(faults),
            Counts::Answers(count) => count.add_errors(faults),
        };
        if is_faulty {
            self.status = self.status | ExitStatus::Findings;
        }
    }

    /// Notes where the other program differs: one of the two is wrong, or has not looked far enough.
    fn compare(&mut self, second: &SecondOpinion, file: &str, game: u64) {
        self.agreement.add(second);
        if let SecondOpinion::Disagrees(dispute) = second {
            self.status = self.status | ExitStatus::Failed;
            self.progress.suspend(|| self.talk.error(format_args!("{file}: game {game}: {dispute}")));
        }
    }

    /// Reads a text of one position a line. Blank lines and those that open with `#` are passed over. As many lines as have
    /// arrived are worked on together, so that nobody waits who waits for an answer.
    fn positions(
        &mut self,
        content: Content,
        pipeline: &Pipeline,
        name: &str,
        notation: PositionFormat,
        cursor: &mut Cursor,
    ) -> Result<(), Error> {
        let mut lines = Lines::new(content);
        while !self.is_done() {
            let most = self.args.selection.head.map_or(u64::MAX, |head| head - self.games);
            let (batch, fault) = lines.next_batch(most);
            let is_last = batch.is_empty();
            let work = self.work;
            let ruled = pipeline.map(&batch, |line| Ruled::position(&line.text, notation, work).behind(line.number));
            for ruled in ruled {
                self.next(ruled, name, cursor).map_err(|error| Error::of_writing(error, self.status))?;
            }
            if let Some((offset, error)) = fault {
                cursor.is_cut = true;
                return self.failed(&InputError::from_read(name, offset, error));
            }
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// Ends the report and says what it came to.
    fn finish(mut self) -> Result<ExitStatus, Error> {
        if self.args.asks_of_one_game() {
            for game in self.sample.take().into_iter().flat_map(Sample::into_ordered) {
                self.keep_only(game).map_err(|error| Error::of_writing(error, self.status))?;
            }
        }
        let sampled = self.sample.take().into_iter().flat_map(Sample::into_ordered);
        for (ruled, name, game) in sampled.chain(self.only.take()).collect::<Vec<_>>() {
            self.ruled(&ruled, &name, game).map_err(|error| Error::of_writing(error, self.status))?;
        }
        self.progress.finish();
        self.reporter.finish().map_err(|error| Error::of_writing(error, self.status))?;
        if let Some(message) = self.args.selection.missed(self.selected) {
            self.status = self.status | ExitStatus::Failed;
            self.talk.error(message);
        }
        self.args.selection.warnings(&self.matches).iter().for_each(|message| self.talk.warning(message));
        self.talk.result(&match &self.count {
            Counts::Verdicts(count) => count.text(),
            Counts::Answers(count) => count.text(),
        });
        if self.args.cross_check {
            self.talk.result(&self.agreement.text());
        }
        Ok(self.status)
    }
}

impl Reading for Run<'_> {
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
            InputFormat::Fen => self.positions(content, pipeline, &name, PositionFormat::Fen, &mut cursor)?,
            InputFormat::Epd => self.positions(content, pipeline, &name, PositionFormat::Epd, &mut cursor)?,
        }
        if cursor.games == 0 && !cursor.is_cut {
            self.status = self.status | ExitStatus::Findings;
            self.progress.suspend(|| self.talk.error(format_args!("{name}: {NO_GAMES}")));
        }
        Ok(())
    }

    /// An input that could not be read, or not to its end.
    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | ExitStatus::Failed;
        self.progress.suspend(|| self.talk.error(error));
        let (status, reporter) = (self.status, &mut self.reporter);
        reporter.failure(&failure(error)).map_err(|error| Error::of_writing(error, status))
    }
}

impl Counts {
    /// Counts an answer and says whether it is a finding.
    fn add(&mut self, answer: &Said) -> bool {
        match (self, answer) {
            (Self::Verdicts(count), Said::Ruling(ruling)) => count.add(ruling),
            (Self::Answers(count), Said::Mating(mating)) => count.add(mating),
            _ => false,
        }
    }
}
