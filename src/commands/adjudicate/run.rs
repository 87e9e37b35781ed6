//! A run of `adjudicate`: sends the inputs through the pipeline and the answers to the report.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::chess::fen;
use crate::commands::driver::{Reading, no_games};
use crate::commands::error::Refused;
use crate::commands::saved::{Saved, Search};
use crate::commands::{Error, ExitStatus, failure, outputs, pipeline};
use crate::game::replay::position_text::PositionFormat;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::input::{Content, InputError, Inputs, Meter, Opened};
use crate::options::{GameNumbers, InputFormat, Matches, Output, Sample, SelectionArgs};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Diagnostics;
use crate::report::mating::{self, MatingCount, MatingEntry};
use crate::report::verdicts::{self, VerdictCounts, VerdictEntry, VerdictReporter};
use crate::witness::SecondOpinion;

use super::agreement::Agreement;
use super::fold::{Adjudicate, Part, Ruled, VerdictAnswer, VerdictRequest};
use super::lines::Lines;
use super::{Args, self_check};

/// Rules on the inputs and writes the verdicts.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    if args.self_check {
        return self_check::run(args);
    }
    let request = args.request()?;
    let work = Adjudicate { request: &request, selection: &args.selection, cross_check: args.cross_check };
    if let Some(moves) = &args.moves {
        return run_moves(moves, work, args);
    }
    if let Some(text) = &args.fen {
        return write(args, None, |output| one_position(text, work, args, output));
    }
    let inputs = args.inputs.open()?;
    args.inputs.announce(true, args.diagnostics.diagnostics());
    write(args, Some(&inputs), |output| all(&inputs, work, args, output))
}

/// Opens the output, unless it would overwrite an input, runs `work`, and commits the output.
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

/// Rules on the game that `--moves` gives, or continues from an input.
fn run_moves(moves: &str, work: Adjudicate<'_>, args: &Args) -> Result<ExitStatus, Error> {
    let inputs = if args.continues_input() { Some(args.inputs.open()?) } else { None };
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
            let written = run.report(&ruled, &saved.name, saved.number);
            written.map_err(|error| Error::of_writing(error, run.status))?;
        }
        run.finish()
    })
}

/// Moves from a position as the text of a game.
fn game_of(start: Option<&str>, moves: &str) -> Result<Vec<u8>, Error> {
    let Some(text) = start else { return Ok(format!("{moves} *\n").into_bytes()) };
    let reading = fen::parse(text.as_bytes()).map_err(|error| Error::Usage(format!("--fen: {error}")))?;
    let position = reading.setup.position_without_impossible_rights();
    let (position, _) = position.map_err(|_| Error::Usage("--fen: this position is not playable".to_owned()))?;
    Ok(format!("[SetUp \"1\"]\n[FEN \"{}\"]\n\n{moves} *\n", position.to_fen()).into_bytes())
}

fn one_position(text: &str, work: Adjudicate<'_>, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    if let Err(error) = fen::parse(text.as_bytes()) {
        return Err(Error::Usage(format!("--fen: {error}")));
    }
    let mut run = Run::begin(args, work, Progress::hidden(), output)?;
    let ruled = Ruled::position(text.as_bytes(), PositionFormat::Fen, work);
    let written = run.report(&ruled, "<fen>", 1).and_then(|()| run.reporter.finish());
    written.map_err(|error| Error::of_writing(error, run.status))?;
    if args.cross_check {
        run.diagnostics.result(&run.agreement.text());
    }
    Ok(run.status)
}

fn all(inputs: &Inputs, work: Adjudicate<'_>, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    let meter = Meter::default();
    let progress = args.diagnostics.bar(inputs.total_bytes());
    let pipeline = pipeline(args.threads, &meter, &progress);
    let mut run = Run::begin(args, work, progress, output)?;
    run.all(inputs, args.inputs.open_options(meter), &pipeline)?;
    run.finish()
}

/// The state of a run.
struct Run<'a> {
    args: &'a Args,
    work: Adjudicate<'a>,
    reporter: VerdictReporter<&'a mut Output>,
    progress: Progress,
    diagnostics: Diagnostics,
    /// The number of games read that match the condition.
    games: u64,
    /// The number of games that match each part of the condition.
    matches: Matches,
    /// The number of these games that were selected.
    selected: u64,
    /// The random sample of games, with their files and numbers, if `--sample` asks for one.
    sample: Option<Sample<(Ruled, Box<str>, u64)>>,
    /// The only game so far, with its file and number, if the question is about one game.
    only: Option<(Ruled, Box<str>, u64)>,
    count: Counts,
    agreement: Agreement,
    status: ExitStatus,
}

/// The counts for the summary.
enum Counts {
    Verdicts(VerdictCounts),
    Answers(MatingCount),
}

/// The number of games and lines before the next part of a text.
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
        let (count, columns) = match work.request {
            VerdictRequest::Verdict(_) => (Counts::Verdicts(VerdictCounts::default()), &verdicts::COLUMNS[..]),
            VerdictRequest::Mating(_) => (Counts::Answers(MatingCount::default()), &mating::COLUMNS[..]),
        };
        let reporter = VerdictReporter::begin(args.report_format(), columns, output).map_err(writing)?;
        let (diagnostics, agreement, status) =
            (args.diagnostics.diagnostics(), Agreement::default(), ExitStatus::Clean);
        let sample = args.selection.new_sample();
        Ok(Self {
            args,
            work,
            reporter,
            progress,
            diagnostics,
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

    /// Reports the games of the next part of a text.
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
            let ruled = ruled.shifted(cursor.lines);
            if ruled.is_stray() {
                self.report_stray(&ruled, name);
                continue;
            }
            if self.is_done() || cursor.games >= last {
                return Ok(ControlFlow::Break(()));
            }
            self.take(ruled, name, cursor)?;
        }
        if cursor.games >= last {
            return Ok(ControlFlow::Break(()));
        }
        cursor.lines += part.lines;
        Ok(ControlFlow::Continue(()))
    }

    /// Rules on the games of a part that `--game` selects; `before` games come before the part.
    fn rule_on_selected(&self, part: &mut Part, before: u64, pipeline: &Pipeline) {
        let Some(numbers) = &self.args.selection.game else { return };
        let games = part.games.iter_mut().filter(|ruled| !ruled.is_stray());
        let chosen = (before + 1..).zip(games).filter(|&(number, _)| numbers.contains(number));
        let mut waiting: Vec<&mut Ruled> =
            chosen.map(|(_, ruled)| ruled).filter(|ruled| ruled.text.is_some()).collect();
        let texts: Vec<Vec<u8>> = waiting.iter_mut().filter_map(|ruled| ruled.text.take()).collect();
        let work = self.work;
        for (ruled, (answers, seconds)) in waiting.into_iter().zip(pipeline.map(&texts, |text| work.answer_text(text)))
        {
            (ruled.answers, ruled.seconds) = (answers, seconds);
        }
    }

    /// Reports errors in text outside games.
    fn report_stray(&mut self, ruled: &Ruled, name: &str) {
        let Some(faults) = &ruled.faults else { return };
        self.status = self.status | ExitStatus::Findings;
        let ErrorSummary { rule, line, message, .. } = faults;
        let code = rule.info().code;
        self.progress.suspend(|| self.diagnostics.warning(format_args!("{name}:{line}: [{code}] {message}")));
    }

    /// Counts a game or position, and reports it if it is selected.
    fn take(&mut self, ruled: Ruled, name: &str, cursor: &mut Cursor) -> io::Result<()> {
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
        if self.args.needs_single_game() {
            return self.keep_only((ruled, name.into(), cursor.games));
        }
        self.report(&ruled, name, cursor.games)
    }

    /// Keeps a game until it is certain that it is the only one; fails on a second one.
    fn keep_only(&mut self, game: (Ruled, Box<str>, u64)) -> io::Result<()> {
        if self.only.is_some() {
            let message = "there is more than one game, but an event, a claim or touched pieces are about one game; select \
                           it with --game N";
            return Err(Refused(message.to_owned()).into());
        }
        self.only = Some(game);
        Ok(())
    }

    /// Reports the answers for a game or position.
    fn report(&mut self, ruled: &Ruled, file: &str, game: u64) -> io::Result<()> {
        let Ruled { line, answers, seconds, faults, .. } = ruled;
        let (line, faults) = (*line, faults.as_ref());
        if let Some(refusal) = answers.iter().find_map(VerdictAnswer::refusal) {
            self.status = self.status | ExitStatus::Failed;
            self.progress.suspend(|| self.diagnostics.error(format_args!("{file}:{line}: game {game}: {refusal}")));
            return Ok(());
        }
        if faults.is_some() {
            self.add_faults(file);
        }
        for answer in answers {
            if self.count.add(answer) {
                self.status = self.status | ExitStatus::Findings;
            }
            let reporter = &mut self.reporter;
            self.progress.suspend(|| match answer {
                VerdictAnswer::Ruling(ruling) => {
                    reporter.ruling(&VerdictEntry { file, game, line, ruling, errors: faults })
                }
                VerdictAnswer::Mating(mating) => {
                    reporter.mating(&MatingEntry { file, game, line, mating, errors: faults })
                }
            })?;
        }
        for second in seconds {
            self.compare(second, file, game);
        }
        Ok(())
    }

    /// Counts a game or position of this file that has errors by the rules of `validate`.
    fn add_faults(&mut self, file: &str) {
        let has_positions = file == "<fen>" || self.args.inputs.format_of(file) != InputFormat::Pgn;
        let is_position = has_positions && self.args.moves.is_none();
        match &mut self.count {
            Counts::Verdicts(count) => count.add_errors(is_position),
            Counts::Answers(count) => count.add_errors(is_position),
        }
        self.status = self.status | ExitStatus::Findings;
    }

    /// Counts a second opinion and reports a disagreement: one program is wrong, or has not searched far enough.
    fn compare(&mut self, second: &SecondOpinion, file: &str, game: u64) {
        self.agreement.add(second);
        if let SecondOpinion::Disagrees(dispute) = second {
            self.status = self.status | ExitStatus::Failed;
            self.progress.suspend(|| self.diagnostics.error(format_args!("{file}: game {game}: {dispute}")));
        }
    }

    /// Reads a text with one position on each line, and skips blank lines and lines that start with `#`. Lines that
    /// have arrived together are handled in one batch, so that interactive input is answered at once.
    fn positions(
        &mut self,
        content: Content,
        pipeline: &Pipeline,
        name: &str,
        format: PositionFormat,
        cursor: &mut Cursor,
    ) -> Result<(), Error> {
        let mut lines = Lines::new(content);
        while !self.is_done() {
            let most = self.args.selection.head.map_or(u64::MAX, |head| head - self.games);
            let (batch, fault) = lines.next_batch(most);
            let is_last = batch.is_empty();
            let work = self.work;
            let ruled = pipeline.map(&batch, |line| Ruled::position(&line.text, format, work).shifted(line.index));
            for ruled in ruled {
                self.take(ruled, name, cursor).map_err(|error| Error::of_writing(error, self.status))?;
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

    /// Ends the report, writes the summary and returns the exit status.
    fn finish(mut self) -> Result<ExitStatus, Error> {
        if self.args.needs_single_game() {
            for game in self.sample.take().into_iter().flat_map(Sample::into_ordered) {
                self.keep_only(game).map_err(|error| Error::of_writing(error, self.status))?;
            }
        }
        let sampled = self.sample.take().into_iter().flat_map(Sample::into_ordered);
        for (ruled, name, game) in sampled.chain(self.only.take()).collect::<Vec<_>>() {
            self.report(&ruled, &name, game).map_err(|error| Error::of_writing(error, self.status))?;
        }
        self.progress.finish();
        self.reporter.finish().map_err(|error| Error::of_writing(error, self.status))?;
        if let Some(message) = self.args.selection.missed(self.selected) {
            self.status = self.status | ExitStatus::Failed;
            self.diagnostics.error(message);
        }
        self.args.selection.warnings(&self.matches).iter().for_each(|message| self.diagnostics.warning(message));
        self.diagnostics.result(&match &self.count {
            Counts::Verdicts(count) => count.text(),
            Counts::Answers(count) => count.text(),
        });
        if self.args.cross_check {
            self.diagnostics.result(&self.agreement.text());
        }
        Ok(self.status)
    }
}

impl Reading for Run<'_> {
    /// Whether the number of games in `--head` has been read.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.games >= head)
    }

    /// Reads a text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        self.diagnostics.detail(format_args!("reading {name}"));
        let mut cursor = Cursor::default();
        match self.args.inputs.format_of(&name) {
            InputFormat::Pgn => self.pgn(content, pipeline, &name, &mut cursor)?,
            InputFormat::Fen => self.positions(content, pipeline, &name, PositionFormat::Fen, &mut cursor)?,
            InputFormat::Epd => self.positions(content, pipeline, &name, PositionFormat::Epd, &mut cursor)?,
        }
        if cursor.games == 0 && !cursor.is_cut {
            self.status = self.status | ExitStatus::Findings;
            self.progress.suspend(|| self.diagnostics.error(no_games(&name)));
        }
        Ok(())
    }

    /// Reports an input that could not be read to its end.
    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | ExitStatus::Failed;
        self.progress.suspend(|| self.diagnostics.error(error));
        let (status, reporter) = (self.status, &mut self.reporter);
        reporter.failure(&failure(error)).map_err(|error| Error::of_writing(error, status))
    }
}

impl Counts {
    /// Counts an answer; returns whether it is a finding.
    fn add(&mut self, answer: &VerdictAnswer) -> bool {
        match (self, answer) {
            (Self::Verdicts(count), VerdictAnswer::Ruling(ruling)) => count.add(ruling),
            (Self::Answers(count), VerdictAnswer::Mating(mating)) => count.add(mating),
            _ => false,
        }
    }
}
