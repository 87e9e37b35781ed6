//! The run: inputs through the pipeline, counts to the report.

use std::fs::File;
use std::io::{self, Read as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::commands::locate::Corner;
use crate::commands::reading::Reading;
use crate::commands::{Error, Status, outputs, pipeline_of};
use crate::game::fault::Faults;
use crate::game::openings::Book;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::game::ruling::Question;
use crate::input::{Content, InputError, Inputs, Meter, Opened, Sink};
use crate::options::{InputFormat, Sample, SelectionArgs};
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::Talk;
use crate::report::stats::{StatsFormat, sections, write_page, write_summary, write_tables};
use crate::stats::standings::table::EventFault;
use crate::stats::tree::Walk;
use crate::stats::{PART_BEGINS, Plan, Stats};

use super::Args;
use super::args::Shape;
use super::fold::{Faulty, Fold, Part};
use super::making::{Counting, Making};
use super::merge::merged;
use super::plot::Plot;
use super::rows::{Filling, Rows};

/// How many bytes of text a thread works on at a time: the counts of a part have to be merged.
const CHUNK_BYTES: usize = 4 << 20;

/// The same where rows are made, which are many times as long.
const CHUNK_BYTES_OF_ROWS: usize = 512 << 10;

/// Counts what is in the inputs and shows it, or writes a row for each game or ply.
pub fn run(args: &Args) -> Result<Status, Error> {
    check_partial(args)?;
    let inputs = args.inputs.open()?;
    let written = [args.output.output.as_deref(), args.partial.as_deref(), args.plot.as_deref()];
    let list = args.inputs.files_from.as_deref().map(Path::new);
    let also_read = [list, args.openings.as_deref(), args.event.aliases.as_deref()];
    outputs::check(written.into_iter().flatten(), Some(&inputs), also_read.into_iter().flatten())?;
    match args.shape() {
        Shape::Tables(format) => show(args, &inputs, Some(format)),
        Shape::Page => show(args, &inputs, None),
        Shape::Rows => write_rows(args, &inputs),
    }
}

/// Shows tables in this format, or a page.
fn show(args: &Args, inputs: &Inputs, format: Option<StatsFormat>) -> Result<Status, Error> {
    let book = read_book(args)?.map(Arc::new);
    let (plan, look, counts, status) = if args.merge {
        let (plan, counts) = merged(args, inputs)?;
        args.check_tables(&plan)?;
        let look = args.look(&plan, book)?;
        Plot::check(args, &plan)?;
        let status = if counts.counts.has_findings { Status::Findings } else { Status::Clean };
        if format.is_none() && plan.is_summary && plan != Plan::page() {
            args.talk.talk().warning(
                "these parts hold what the summary shows in a terminal; counted with --partial and --format html, they \
                 hold all that a page shows",
            );
        }
        (plan, look, counts, status)
    } else {
        let plan = args.plan()?;
        let look = args.look(&plan, book)?;
        args.check_tables(&plan)?;
        Plot::check(args, &plan)?;
        let (counts, status) = counted(args, inputs, &plan, look.book.as_deref())?;
        (plan, look, counts, status)
    };
    // What could not be read at all replaces no file.
    if status == Status::Failed && counts.counts.files == 0 {
        return Ok(status);
    }
    let mut grids = Vec::new();
    if !plan.is_summary {
        grids = counts.grids(&plan, &look).map_err(|fault| Error::Usage(fault.to_string()))?;
        args.check_sort(&plan, &grids)?;
    }
    let talk = args.talk.talk();
    counts.notes().for_each(|note| talk.warning(note));
    let writing = |error| Error::of_writing(error, status);
    if let Some(path) = args.partial.as_ref().filter(|_| status != Status::Failed) {
        let mut sink = Sink::create(path)?;
        sink.write_all(&counts.store(&plan, &terms(args))).map_err(writing)?;
        sink.commit()?;
    }
    let unshown = |fault: EventFault| Error::Usage(fault.to_string());
    let drawn = match Plot::check(args, &plan)?.filter(|_| status != Status::Failed) {
        Some(plot) => plot.draw(&sections(&counts, &plan, &look).map_err(unshown)?, &args.talk.talk())?,
        None => Status::Clean,
    };
    let mut output = args.output.open()?;
    let shown = match format {
        None => write_page(&counts, &sections(&counts, &plan, &look).map_err(unshown)?, &mut output),
        Some(format) if plan.is_summary => write_summary(&counts, &look, format, &mut output),
        Some(format) => {
            let walk = counts.tree.as_ref().map(|tree| Walk::new(tree, &look));
            write_tables(&grids, walk.as_ref(), format, &mut output)
        }
    };
    shown.map_err(writing)?;
    output.commit().map_err(writing)?;
    Ok(status | drawn)
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
    let game = game.iter().map(|numbers| format!("game {numbers}"));
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

fn counted(args: &Args, inputs: &Inputs, plan: &Plan, book: Option<&Book>) -> Result<(Stats, Status), Error> {
    let mut counts = Stats::new(plan);
    let keep = |made, _| {
        counts.merge(made);
        Ok(())
    };
    let making = Counting { plan, book };
    let (files, status) = Run::new(args, &making, keep, inputs).go(inputs, CHUNK_BYTES)?;
    counts.counts.files = files.count;
    counts.names = files.names;
    counts.counts.has_findings = status != Status::Clean;
    Ok((counts, status))
}

/// Writes a Parquet file.
fn write_rows(args: &Args, inputs: &Inputs) -> Result<Status, Error> {
    args.check_rows()?;
    let book = read_book(args)?;
    let making = Filling { per: args.per.unwrap_or_default(), book: book.as_ref(), question: Question::default() };
    let mut file = making.begin(args.output.open()?).map_err(|error| Error::of_writing(error.into(), Status::Clean))?;
    let keep = |rows: Rows, before| Ok(rows.write(before, &mut file)?);
    let (files, status) = Run::new(args, &making, keep, inputs).go(inputs, CHUNK_BYTES_OF_ROWS)?;
    if status == Status::Failed && files.count == 0 {
        return Ok(status);
    }
    let output = file.finish().map_err(|error| Error::of_writing(error.into(), status))?;
    output.commit().map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

/// What has been read so far.
struct Run<'a, M: Making, K> {
    args: &'a Args,
    making: &'a M,
    /// Takes what was made, in order, with the number of games of the text before it.
    keep: K,
    progress: Progress,
    talk: Talk,
    files: Files,
    /// Games that were read, or with a condition those that fulfil it.
    games: u64,
    /// Games that were kept.
    kept: u64,
    /// Those of which some will be kept.
    sample: Option<Sample<Kept<M::Made>>>,
    status: Status,
    /// Why what was made could not be kept.
    fault: Option<io::Error>,
}

/// The files that were read.
#[derive(Default)]
struct Files {
    count: u64,
    /// What the first of them are called.
    names: Vec<String>,
}

impl Files {
    fn add(&mut self, name: &str) {
        self.count += 1;
        if self.names.len() < Stats::MOST_NAMES {
            self.names.push(name.to_owned());
        }
    }
}

/// A game of a sample.
struct Kept<T> {
    made: T,
    /// How many games of its text stand before it.
    before: u64,
    is_faulty: bool,
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

impl<'a, M: Making, K: FnMut(M::Made, u64) -> io::Result<()>> Run<'a, M, K> {
    fn new(args: &'a Args, making: &'a M, keep: K, inputs: &Inputs) -> Self {
        Self {
            args,
            making,
            keep,
            progress: args.talk.bar(inputs.total_bytes()),
            talk: args.talk.talk(),
            files: Files::default(),
            games: 0,
            kept: 0,
            sample: args.selection.new_sample(),
            status: Status::Clean,
            fault: None,
        }
    }

    /// Reads all inputs, and tells which files there were.
    fn go(mut self, inputs: &Inputs, chunk_bytes: usize) -> Result<(Files, Status), Error> {
        let meter = Meter::default();
        let pipeline = pipeline_of(self.args.threads, &meter, &self.progress, chunk_bytes);
        self.all(inputs, self.args.inputs.open_options(meter), &pipeline)?;
        self.finish()
    }

    /// Keeps what was made of so many games.
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
        let is_picky = selection.game.is_some() || selection.head.is_some() || selection.sample.is_some();
        let rules = RuleSet::at_least(Severity::Error) | RuleSet::from(Rule::StrayText);
        let work = Fold { making: self.making, name, selection, rules, is_picky };
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
        cursor.corner.pass(part.extent);
        if let Some(whole) = part.whole {
            self.games += part.chosen;
            self.take(whole, cursor.games, part.chosen)?;
        }
        if part.each.is_empty() {
            cursor.games += part.games;
        }
        for game in part.each {
            let numbers = self.args.selection.game.as_ref();
            if self.is_done() || numbers.is_some_and(|numbers| cursor.games >= numbers.last()) {
                return ControlFlow::Break(());
            }
            let before = cursor.games;
            cursor.games += 1;
            let Some((made, faults)) = game else { continue };
            self.games += 1;
            if numbers.is_some_and(|numbers| !numbers.contains(cursor.games)) {
                continue;
            }
            if let Some(sample) = &mut self.sample {
                sample.offer(Kept { made, before, is_faulty: faults.is_some() });
                continue;
            }
            if let Some(faults) = faults {
                cursor.faulty.add(Faults { line: faults.line + lines, ..faults });
            }
            self.take(made, before, 1)?;
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

    fn finish(mut self) -> Result<(Files, Status), Error> {
        self.progress.finish();
        for Kept { made, before, is_faulty } in self.sample.take().map(Sample::into_ordered).unwrap_or_default() {
            if is_faulty {
                self.status = self.status | Status::Findings;
            }
            if self.take(made, before, 1).is_break() {
                break;
            }
        }
        self.check()?;
        let selection = &self.args.selection;
        if let Some(message) = selection.missed(self.kept) {
            self.status = self.status | Status::Failed;
            self.talk.error(message);
        }
        if selection.condition.is_some() && self.kept == 0 {
            self.talk.warning("--where: no game fulfils the condition");
        }
        if self.files.count == 0 {
            self.status = self.status | Status::Findings;
            self.talk.error("there is no game in these inputs");
        }
        Ok((self.files, self.status))
    }
}

impl<M: Making, K: FnMut(M::Made, u64) -> io::Result<()>> Reading for Run<'_, M, K> {
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
        self.files.add(&name);
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
