//! The games of all inputs, read on all threads, with results in the order of the text.

use std::io;
use std::ops::ControlFlow;

use crate::commands::driver::Corner;
use crate::commands::driver::{Reading, no_games};
use crate::commands::{Error, ExitStatus, pipeline_of};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::verdict::error_summary::ErrorSummary;
use crate::input::{Content, InputError, Inputs, Meter, Opened};
use crate::options::{InputFormat, Matches, Sample};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Diagnostics;
use crate::stats::Stats;

use super::Args;
use super::fold::{Faulty, Fold, Part};
use super::making::Making;

/// The state of the run.
pub(super) struct Games<'a, M: Making, K> {
    args: &'a Args,
    making: &'a M,
    /// Takes the results in order, with the number of games of the text before each.
    keep: K,
    progress: Progress,
    diagnostics: Diagnostics,
    files: Files,
    /// The number of games, or of those that match the condition.
    read: u64,
    /// The results of the condition for all games.
    matches: Matches,
    /// Games that were kept.
    kept: u64,
    /// The games of a sample.
    sample: Option<Sample<Kept<M::Made>>>,
    status: ExitStatus,
    /// The error that ended the run.
    fault: Option<io::Error>,
}

/// The files that were read.
#[derive(Default)]
pub(super) struct Files {
    pub(super) count: u64,
    /// The names of the first ones.
    pub(super) names: Vec<String>,
}

impl Files {
    fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() < Stats::MAX_NAMES {
            self.names.push(name.to_owned());
        }
    }
}

/// A game of a sample.
struct Kept<T> {
    made: T,
    /// The number of games of its text before it.
    before: u64,
    is_faulty: bool,
}

/// The start of the next chunk in a text.
#[derive(Default)]
struct Cursor {
    games: u64,
    corner: Corner,
    /// Whether the text could not be read to its end.
    is_cut: bool,
    faulty: Faulty,
    stray: Faulty,
}

impl<'a, M: Making, K: FnMut(M::Made, u64) -> io::Result<()>> Games<'a, M, K> {
    pub(super) fn new(args: &'a Args, making: &'a M, keep: K, inputs: &Inputs) -> Self {
        Self {
            args,
            making,
            keep,
            progress: args.diagnostics.bar(inputs.total_bytes()),
            diagnostics: args.diagnostics.diagnostics(),
            files: Files::default(),
            read: 0,
            matches: Matches::default(),
            kept: 0,
            sample: args.selection.new_sample(),
            status: ExitStatus::Clean,
            fault: None,
        }
    }

    /// Reads all inputs; returns the files.
    pub(super) fn go(mut self, inputs: &Inputs, chunk_bytes: usize) -> Result<(Files, ExitStatus), Error> {
        let meter = Meter::default();
        let pipeline = pipeline_of(self.args.threads, &meter, &self.progress, chunk_bytes);
        self.all(inputs, self.args.inputs.open_options(meter), &pipeline)?;
        self.finish()
    }

    /// Adds the result of these games.
    fn take(&mut self, made: M::Made, before: u64, games: u64) -> ControlFlow<()> {
        self.kept += games;
        match (self.keep)(made, before) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.fault = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Ends the run if something could not be kept.
    fn check(&mut self) -> Result<(), Error> {
        self.fault.take().map_or(Ok(()), |fault| Err(Error::of_writing(fault, self.status)))
    }

    fn games_of(
        &mut self,
        content: Content,
        name: &str,
        pipeline: &Pipeline,
        cursor: &mut Cursor,
    ) -> Result<(), Error> {
        let selection = &self.args.selection;
        let rules = RuleSet::at_least(Severity::Error) | RuleSet::from(Rule::StrayText);
        let work = Fold { making: self.making, name, selection, rules, is_picky: self.args.is_picky() };
        let result = pipeline.run(content, name, &work, &mut |_, part| self.part(part, cursor));
        self.check()?;
        result.map(|_| ()).or_else(|error| {
            cursor.is_cut = true;
            self.failed(&error)
        })
    }

    /// Takes the next games of a text.
    fn part(&mut self, part: Part<M::Made, M::Scratch>, cursor: &mut Cursor) -> ControlFlow<()> {
        let lines = cursor.corner.lines;
        cursor.faulty.merge(part.faulty, lines);
        cursor.stray.merge(part.stray, lines);
        cursor.corner.pass(part.corner.into());
        if let Some(whole) = part.whole {
            self.read += part.chosen;
            self.take(whole, cursor.games, part.chosen)?;
        }
        if part.each.is_empty() {
            cursor.games += part.games;
        }
        self.matches.merge(part.matches);
        for (matched, game) in part.each {
            let numbers = self.args.selection.game.as_ref();
            if self.is_done() || numbers.is_some_and(|numbers| cursor.games >= numbers.last()) {
                return ControlFlow::Break(());
            }
            let before = cursor.games;
            cursor.games += 1;
            self.matches.add(matched);
            let Some((made, faults)) = game else { continue };
            self.read += 1;
            if numbers.is_some_and(|numbers| !numbers.contains(cursor.games)) {
                continue;
            }
            if let Some(sample) = &mut self.sample {
                sample.offer(Kept { made, before, is_faulty: faults.is_some() });
                continue;
            }
            if let Some(faults) = faults {
                cursor.faulty.add(ErrorSummary { line: faults.line + lines, ..faults });
            }
            self.take(made, before, 1)?;
        }
        ControlFlow::Continue(())
    }

    /// Reports errors and text outside of games.
    fn report_errors(&mut self, name: &str, cursor: &Cursor) {
        let about = [
            (
                &cursor.faulty,
                "games have errors; only their legal moves are counted",
                "game has errors; only its legal moves are counted",
            ),
            (&cursor.stray, "places have text outside of any game", "place has text outside of any game"),
        ];
        for (faulty, many, one) in about {
            let Faulty { places, first: Some(ErrorSummary { rule, line, message, .. }) } = faulty else { continue };
            self.status = self.status | ExitStatus::Findings;
            let (code, what) = (rule.info().code, if *places == 1 { one } else { many });
            self.progress.suspend(|| {
                self.diagnostics
                    .warning(format_args!("{name}: {places} {what}; the first, at line {line}: [{code}] {message}"));
            });
        }
    }

    fn finish(mut self) -> Result<(Files, ExitStatus), Error> {
        self.progress.finish();
        for Kept { made, before, is_faulty } in self.sample.take().map(Sample::into_ordered).unwrap_or_default() {
            if is_faulty {
                self.status = self.status | ExitStatus::Findings;
            }
            if self.take(made, before, 1).is_break() {
                break;
            }
        }
        self.check()?;
        let selection = &self.args.selection;
        if let Some(message) = selection.missed(self.kept) {
            self.status = self.status | ExitStatus::Failed;
            self.diagnostics.error(message);
        }
        selection.warnings(&self.matches).iter().for_each(|message| self.diagnostics.warning(message));
        if self.files.count == 0 {
            self.status = self.status | ExitStatus::Findings;
            self.diagnostics.error("the inputs contain no games");
        }
        Ok((self.files, self.status))
    }
}

impl<M: Making, K: FnMut(M::Made, u64) -> io::Result<()>> Reading for Games<'_, M, K> {
    /// Whether enough games were read.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.read >= head)
    }

    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        self.diagnostics.detail(format_args!("reading {name}"));
        if self.args.inputs.format_of(&name) != InputFormat::Pgn {
            self.status = self.status | ExitStatus::Findings;
            self.progress.suspend(|| {
                let why = "its name says that it contains positions; to read it as PGN, use --input-format pgn";
                self.diagnostics.warning(format_args!("{name}: skipped: {why}"));
            });
            return Ok(());
        }
        self.files.add(&name);
        let mut cursor = Cursor::default();
        self.games_of(content, &name, pipeline, &mut cursor)?;
        self.report_errors(&name, &cursor);
        if cursor.games == 0 && !cursor.is_cut {
            self.status = self.status | ExitStatus::Findings;
            self.progress.suspend(|| self.diagnostics.error(no_games(&name)));
        }
        Ok(())
    }

    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | ExitStatus::Failed;
        self.progress.suspend(|| self.diagnostics.error(error));
        Ok(())
    }
}
