//! The run: inputs through the pipeline, counts to the report.

use std::fs::File;
use std::io::{Read as _, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::commands::locate::Corner;
use crate::commands::reading::Reading;
use crate::commands::{Error, Status, outputs, pipeline_of};
use crate::game::fault::Faults;
use crate::game::openings::Book;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::input::{Content, InputError, Inputs, Meter, Opened, Sink};
use crate::options::{InputFormat, Sample, SelectionArgs};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Talk;
use crate::report::stats::write_stats;
use crate::stats::{PART_BEGINS, Plan, Stats, Table};

use super::Args;
use super::fold::{Count, Faulty, Part};
use super::merge::merged;

/// How many bytes of text a thread works on at a time: the counts of a part have to be merged.
const CHUNK_BYTES: usize = 4 << 20;

/// Counts what is in the inputs and shows it.
pub fn run(args: &Args) -> Result<Status, Error> {
    check_partial(args)?;
    let inputs = args.inputs.open()?;
    let written = [args.output.output.as_deref(), args.partial.as_deref()];
    let list = args.inputs.files_from.as_deref().map(Path::new);
    outputs::check(written.into_iter().flatten(), Some(&inputs), list.or(args.openings.as_deref()))?;
    let (plan, counts, status) = if args.merge {
        let (plan, counts) = merged(args, &inputs)?;
        let status = if counts.counts.has_findings { Status::Findings } else { Status::Clean };
        (plan, counts, status)
    } else {
        let plan = args.plan()?;
        args.look(&plan)?;
        args.stats_format(&plan)?;
        let (counts, status) = counted(args, &inputs, &plan)?;
        (plan, counts, status)
    };
    let (look, format) = (args.look(&plan)?, args.stats_format(&plan)?);
    let writing = |error| Error::of_writing(error, status);
    if let Some(path) = args.partial.as_ref().filter(|_| status != Status::Failed) {
        let mut sink = Sink::create(path)?;
        sink.write_all(&counts.store(&plan, &terms(args))).map_err(writing)?;
        sink.commit()?;
    }
    let mut output = args.output.open()?;
    write_stats(&counts, &plan, &look, format, &mut output).map_err(writing)?;
    output.commit().map_err(writing)?;
    Ok(status)
}

/// Refuses to write counts over a file that holds something else: it may be a game file that was to be read.
fn check_partial(args: &Args) -> Result<(), Error> {
    let Some(path) = &args.partial else { return Ok(()) };
    if path.as_os_str() == "-" {
        return Err(Error::Usage("--partial writes a file; `-` is not one".to_owned()));
    }
    let mut beginning = [0; PART_BEGINS.len()];
    let is_other = match File::open(path).and_then(|mut file| file.read(&mut beginning)) {
        Ok(length) => length > 0 && &beginning != PART_BEGINS,
        Err(_) => false,
    };
    if is_other {
        let message = format!("--partial: {} is there and holds no counts; name a new file", path.display());
        return Err(Error::Usage(message));
    }
    Ok(())
}

/// What the numbers depend on beside the plan: counts of other games are no parts of one whole.
fn terms(args: &Args) -> Vec<String> {
    let SelectionArgs { head, condition, sample, seed, game } = &args.selection;
    let numbers = head.iter().map(|head| format!("head {head}"));
    let sample = sample.iter().map(|size| format!("sample {size} seed {seed}"));
    let game = game.iter().map(|numbers| format!("game {numbers:?}"));
    let condition = condition.iter().map(|condition| format!("where {condition}"));
    let openings = args.openings.iter().map(|path| format!("openings {}", path.display()));
    condition.chain(openings).chain(numbers).chain(sample).chain(game).collect()
}

/// The table of `--openings`.
fn read_book(args: &Args) -> Result<Option<Book>, Error> {
    let Some(path) = &args.openings else { return Ok(None) };
    let named = |error: &dyn std::fmt::Display| Error::Usage(format!("--openings: {}: {error}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| named(&error))?;
    Book::read(&bytes).map(Some).map_err(|error| named(&error.to_string().trim_end().replace('\n', "; ")))
}

fn counted(args: &Args, inputs: &Inputs, plan: &Plan) -> Result<(Stats, Status), Error> {
    let meter = Meter::default();
    let progress = args.talk.bar(inputs.total_bytes());
    let pipeline = pipeline_of(args.threads, &meter, &progress, CHUNK_BYTES);
    let book = read_book(args)?;
    let mut run = Run::begin(args, plan, book.as_ref(), progress);
    run.all(inputs, args.inputs.open_options(meter), &pipeline)?;
    Ok(run.finish())
}

/// What has been read and counted so far.
struct Run<'a> {
    args: &'a Args,
    plan: &'a Plan,
    /// By which openings are named, if not by the usual one.
    book: Option<&'a Book>,
    progress: Progress,
    talk: Talk,
    stats: Stats,
    /// Games that were read, or with a condition those that fulfil it.
    games: u64,
    /// Those of which some will be counted.
    sample: Option<Sample<Stats>>,
    status: Status,
}

/// Where in a text the next part begins.
#[derive(Default)]
struct Cursor {
    games: u64,
    corner: Corner,
    /// Whether the text could not be read to its end.
    is_cut: bool,
    faulty: Faulty,
    stray: Faulty,
}

impl<'a> Run<'a> {
    fn begin(args: &'a Args, plan: &'a Plan, book: Option<&'a Book>, progress: Progress) -> Self {
        let (stats, sample) = (Stats::new(plan), args.selection.new_sample());
        Self { args, plan, book, progress, talk: args.talk.talk(), stats, games: 0, sample, status: Status::Clean }
    }

    fn games_of(
        &mut self,
        content: Content,
        name: &str,
        pipeline: &Pipeline,
        cursor: &mut Cursor,
    ) -> Result<(), Error> {
        let selection = &self.args.selection;
        let is_picky = selection.game.is_some() || selection.head.is_some() || selection.sample.is_some();
        let rules = RuleSet::at_least(Severity::Error) | RuleSet::from(Rule::StrayText);
        let work = Count { plan: self.plan, book: self.book, name, selection, rules, is_picky };
        let result = pipeline.run(content, name, &work, &mut |_, part| self.part(part, cursor));
        result.map(|_| ()).or_else(|error| {
            cursor.is_cut = true;
            self.failed(&error)
        })
    }

    /// Takes the next games of a text.
    fn part(&mut self, part: Part, cursor: &mut Cursor) -> ControlFlow<()> {
        let lines = cursor.corner.lines;
        cursor.faulty.merge(part.faulty, lines);
        cursor.stray.merge(part.stray, lines);
        cursor.corner.pass(part.extent);
        if let Some(whole) = part.whole {
            self.games += whole.counts.games;
            self.stats.merge(whole);
        }
        if part.each.is_empty() {
            cursor.games += part.games;
        }
        for game in part.each {
            let numbers = self.args.selection.game.as_ref();
            if self.is_done() || numbers.is_some_and(|numbers| cursor.games >= numbers.last()) {
                return ControlFlow::Break(());
            }
            cursor.games += 1;
            let Some((stats, faults)) = game else { continue };
            self.games += 1;
            if numbers.is_some_and(|numbers| !numbers.contains(cursor.games)) {
                continue;
            }
            if let Some(faults) = faults.filter(|_| self.sample.is_none()) {
                cursor.faulty.add(Faults { line: faults.line + lines, ..faults });
            }
            match &mut self.sample {
                Some(sample) => sample.offer(stats),
                None => self.stats.merge(stats),
            }
        }
        ControlFlow::Continue(())
    }

    /// Tells what could not be counted as it stands.
    fn tell_faults(&mut self, name: &str, cursor: &Cursor) {
        let about = [
            (
                &cursor.faulty,
                "games have errors, and their moves count as far as they could be played",
                "game has errors, and its moves count as far as they could be played",
            ),
            (&cursor.stray, "places hold text that belongs to no game", "place holds text that belongs to no game"),
        ];
        for (faulty, many, one) in about {
            let Faulty { places, first: Some(Faults { rule, line, message, .. }) } = faulty else { continue };
            self.status = self.status | Status::Findings;
            let (code, what) = (rule.info().code, if *places == 1 { one } else { many });
            self.progress.suspend(|| {
                self.talk
                    .warning(format_args!("{name}: {places} {what}; the first, at line {line}: [{code}] {message}"));
            });
        }
    }

    fn finish(mut self) -> (Stats, Status) {
        self.progress.finish();
        let kept = self.sample.take().map(Sample::into_ordered).unwrap_or_default();
        for stats in kept {
            self.stats.merge(stats);
        }
        let selection = &self.args.selection;
        if let Some(message) = selection.missed(self.stats.counts.games) {
            self.status = self.status | Status::Failed;
            self.talk.error(message);
        }
        if selection.condition.is_some() && self.stats.counts.games == 0 {
            self.talk.warning("--where: no game fulfils the condition");
        }
        if self.stats.counts.invalid > 0 {
            self.status = self.status | Status::Findings;
        }
        for note in self.stats.tables.iter().flat_map(Table::notes) {
            self.talk.warning(note);
        }
        if self.stats.counts.files == 0 {
            self.status = self.status | Status::Findings;
            self.talk.error("there is no game in these inputs");
        }
        self.stats.counts.has_findings = self.status != Status::Clean;
        (self.stats, self.status)
    }
}

impl Reading for Run<'_> {
    /// Whether as many games were read as were asked for.
    fn is_done(&self) -> bool {
        self.args.selection.head.is_some_and(|head| self.games >= head)
    }

    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        self.talk.detail(format_args!("reading {name}"));
        if self.args.inputs.format_of(&name) != InputFormat::Pgn {
            self.status = self.status | Status::Findings;
            self.progress.suspend(|| {
                let why = "its name says that it holds positions, and stats counts games; --input-format pgn reads it all the same";
                self.talk.warning(format_args!("{name}: passed over: {why}"));
            });
            return Ok(());
        }
        self.stats.counts.files += 1;
        let mut cursor = Cursor::default();
        self.games_of(content, &name, pipeline, &mut cursor)?;
        self.tell_faults(&name, &cursor);
        if cursor.games == 0 && !cursor.is_cut {
            self.status = self.status | Status::Findings;
            self.progress.suspend(|| self.talk.error(format_args!("{name}: the file holds no game at all")));
        }
        Ok(())
    }

    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | Status::Failed;
        self.progress.suspend(|| self.talk.error(error));
        Ok(())
    }
}
