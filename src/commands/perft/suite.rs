//! The counts of a suite, in any spelling, compared with the expected ones.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::chess::epd::{self, EpdReading, is_standard_opcode};
use crate::chess::perft::hashed::{Counter, Halt, MAX_DEPTH};
use crate::chess::perft::table::PerftTable;
use crate::chess::position::Position;
use crate::chess::setup::{Refusal, ignored_rights};
use crate::commands::driver::{Line, Lines, MAX_POSITION_LEN, Run};
use crate::commands::{Error, ExitStatus, outputs};
use crate::input::{Content, FileFilter, InputError, Inputs, Meter, OpenOptions, Opened};
use crate::interrupt;
use crate::options::{CountError, ParsedCount};
use crate::report::perft::{Perft, PerftRows, SuiteTally};

use super::job::{Task, mode_of, split};
use super::work::until_error;
use super::{Args, PerftError, Report, hash, work};

/// The number of lines that are read before they are counted together: enough for all threads, with bounded memory.
const BATCH: usize = 256;

/// A count above this is shared by several threads.
const LARGE: u64 = 20_000_000;

/// The depth that determines the size of the table, because a suite can have counts of any depth.
const USUAL_DEPTH: u32 = 7;

/// The minimum depth for which the table is used.
const MIN_DEPTH_WITH_TABLE: u32 = 6;

/// Counts the positions of a suite, and reports wrong counts.
pub(super) fn run(args: &Args, suite: &OsStr) -> Result<ExitStatus, Error> {
    let inputs = Inputs::new(&[suite.to_owned()], None)?.only(FileFilter::Positions);
    outputs::check(args.run.output.output.as_deref(), Some(&inputs), None)?;
    let memory = hash::memory(args, USUAL_DEPTH)?;
    let table = hash::table(args, memory.as_ref());
    let meter = Meter::default();
    let progress = args.run.diagnostics.bar(|| inputs.total_bytes());
    let mut counting = Suite {
        args,
        run: Run::new(progress, args.run.diagnostics.diagnostics()),
        meter: meter.clone(),
        report: Report::open(args, PerftRows::Counts)?,
        table: table.as_ref(),
        stop: interrupt::listen(),
        tally: SuiteTally::default(),
    };
    for text in inputs.texts(OpenOptions { meter, ..OpenOptions::default() }) {
        match text {
            Ok(opened) => counting.text(opened)?,
            Err(error) => counting.run.report(ExitStatus::Failed, error),
        }
    }
    let Suite { report, run: Run { diagnostics, status, progress }, tally, .. } = counting;
    progress.finish();
    hash::report(&diagnostics, table.as_ref(), 0.0);
    diagnostics.result(&tally.text());
    if tally.checked() == 0 {
        diagnostics.error(format_args!("{}: nothing was checked", suite.display()));
        return report.close(ExitStatus::Failed, &diagnostics);
    }
    report.close(status, &diagnostics)
}

struct Suite<'a> {
    args: &'a Args,
    run: Run,
    meter: Meter,
    report: Report,
    table: Option<&'a PerftTable<'a>>,
    stop: &'a AtomicBool,
    tally: SuiteTally,
}

/// An expected count, and its result.
struct Item {
    line: u64,
    fen: String,
    position: Position,
    expected: Expected,
    nodes: u64,
    seconds: f64,
}

impl Suite<'_> {
    fn text(&mut self, opened: Opened) -> Result<(), Error> {
        let Opened { name, content, .. } = opened;
        // The bytes of a small file are for its reader to count.
        let is_counted = !matches!(content, Content::Whole(_));
        let mut lines = Lines::new(content);
        let mut items = Vec::new();
        loop {
            let start = lines.offset;
            let (batch, fault) = lines.next_batch(BATCH as u64);
            self.meter.add(if is_counted { 0 } else { lines.offset - start });
            for line in &batch {
                self.line(&name, line, &mut items);
            }
            let is_last = match fault {
                None => batch.is_empty(),
                Some(error) => {
                    let error = InputError::from_read(&name, lines.offset, error);
                    let is_gap = error.is_gap();
                    self.run.report(ExitStatus::Failed, error);
                    !is_gap
                }
            };
            if is_last || items.len() >= BATCH {
                self.batch(&name, std::mem::take(&mut items))?;
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Parses a line, and adds its expected counts to the items.
    fn line(&mut self, name: &str, line: &Line, items: &mut Vec<Item>) {
        let text = String::from_utf8_lossy(line.text());
        let text = text.trim();
        let is_cut = line.is_cut;
        let line = line.index + 1;
        if is_cut {
            self.run.report(
                ExitStatus::Failed,
                format_args!("{name}:{line}: only the first {MAX_POSITION_LEN} bytes of this line are read"),
            );
        }
        let (position, dropped, all, complaints) = match read(text) {
            Ok(read) => read,
            Err(why) => {
                self.tally.unreadable += 1;
                self.run.report(ExitStatus::Failed, format_args!("{name}:{line}: {why}"));
                return;
            }
        };
        if !dropped.is_empty() {
            self.run.report(ExitStatus::Findings, format_args!("{name}:{line}: {}", ignored_rights(&dropped)));
        }
        for complaint in &complaints {
            self.run.report(ExitStatus::Failed, format_args!("{name}:{line}: {complaint}"));
        }
        if all.is_empty() {
            self.tally.without_counts += 1;
            self.run.warning(format_args!("{name}:{line}: the line has no expected count"));
        }
        self.tally.positions += 1;
        self.tally.not_understood += complaints.len() as u64;
        let limit = self.args.max_nodes.map_or(u64::MAX, |ParsedCount(limit)| limit);
        let (wanted, left_out): (Vec<_>, Vec<_>) = all.into_iter().partition(|expected| expected.nodes <= limit);
        self.tally.left_out += left_out.len() as u64;
        let fen = position.to_fen();
        let item =
            |expected| Item { line, fen: fen.clone(), position: position.clone(), expected, nodes: 0, seconds: 0.0 };
        items.extend(wanted.into_iter().map(item));
    }

    /// Counts the items and reports them in their order.
    fn batch(&mut self, name: &str, mut items: Vec<Item>) -> Result<(), Error> {
        self.count(&mut items)?;
        for item in &items {
            let Item { line, fen, expected, nodes, seconds, .. } = item;
            let perft = Perft {
                place: Some((name, *line)),
                fen,
                prefix: &[],
                depth: expected.depth,
                nodes: *nodes,
                divide: None,
                expected: Some(expected.nodes),
                complete: true,
                seconds: *seconds,
            };
            self.tally.nodes = self.tally.nodes.saturating_add(*nodes);
            match perft.is_correct() {
                Some(false) => {
                    self.tally.wrong += 1;
                    self.run.add(ExitStatus::Findings);
                }
                _ => self.tally.right += 1,
            }
            let report = &mut self.report;
            let written = self.run.progress.suspend(|| report.0.count(&perft));
            written.map_err(|error| self.run.writing(error))?;
        }
        self.run.progress.set(self.meter.consumed());
        Ok(())
    }

    /// Counts the items, the largest first, by all threads.
    fn count(&self, items: &mut [Item]) -> Result<(), Error> {
        let mut tasks: Vec<(u64, Task)> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let whole = Task::whole(index, item.position.clone(), item.expected.depth);
            let parts = if item.expected.nodes > LARGE {
                split(whole, mode_of(self.args, &item.position))
            } else {
                vec![whole]
            };
            let weight = item.expected.nodes / parts.len().max(1) as u64;
            tasks.extend(parts.into_iter().map(|part| (weight, part)));
        }
        tasks.sort_by_key(|(weight, _)| Reverse(*weight));
        let deep = |task: &Task| task.depth as usize + task.path.len() >= MIN_DEPTH_WITH_TABLE as usize;
        let worker = || {
            let counter = |table| Counter::new(self.args.tier(), table, self.stop);
            let (mut with, mut without) = (counter(self.table), counter(None));
            move |(_, task): &(u64, Task)| {
                let start = Instant::now();
                let counter = if deep(task) { &mut with } else { &mut without };
                counter.count(&task.position, task.depth).map(|nodes| (nodes, start.elapsed().as_secs_f64()))
            }
        };
        let threads = self.args.run.threads.count().get();
        let flow = work::run(&tasks, threads, self.stop, worker, |index, counted| {
            until_error(counted.and_then(|(nodes, seconds)| {
                let item = &mut items[tasks[index].1.job];
                item.nodes = item.nodes.checked_add(nodes).ok_or(Halt::Overflow)?;
                item.seconds += seconds;
                Ok(())
            }))
        });
        flow.break_value().map_or(Ok(()), |halt| Err(PerftError::Halt(halt).into()))
    }
}

/// What a line of a suite says: the position, why rights of it were dropped, its expected counts, and errors for unknown
/// operations.
type SuiteLine = (Position, Vec<Refusal>, Vec<Expected>, Vec<String>);

/// Reads a line; fails with the reason why it has no position.
fn read(text: &str) -> Result<SuiteLine, String> {
    let reading = epd::parse(text.as_bytes()).map_err(|error| error.to_string())?;
    let (all, complaints) = expected(text, &reading);
    let (position, dropped) = reading.setup.playable_position().map_err(|refusals| {
        let reasons: Vec<String> = refusals.iter().map(ToString::to_string).collect();
        format!("cannot count from this position: {}", reasons.join("; "))
    })?;
    Ok((position, dropped, all, complaints))
}

// How suites spell their counts: `D1 20`, `D1=20`, `D1: 20`, `perft 1 20`, `perft 1 = 20`, `depth 1 20`, in any case.

/// A count that a suite expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Expected {
    /// The length of the paths.
    pub(super) depth: u32,
    /// How many there should be.
    pub(super) nodes: u64,
}

/// The counts of a line in order, and errors for operations that are neither counts nor defined by the standard.
fn expected(line: &str, reading: &EpdReading) -> (Vec<Expected>, Vec<String>) {
    let (mut counts, mut complaints) = (Vec::new(), Vec::new());
    for operation in &reading.operations {
        let ranges = std::iter::once(&operation.opcode).chain(&operation.operands);
        let text = ranges.map(|range| &line[range.clone()]).collect::<Vec<_>>().join(" ");
        match count(&text) {
            Ok(Some(expected)) => counts.push(expected),
            Ok(None) if is_standard_opcode(&line[operation.opcode.clone()]) => {}
            Ok(None) => {
                complaints.push(format!("`{text}` is neither a count, such as `D1 20`, nor an operation of EPD"));
            }
            Err(complaint) => complaints.push(complaint),
        }
    }
    (counts, complaints)
}

/// The count that an operation states; `None` if it does not begin like one, an error if it does and is none.
fn count(text: &str) -> Result<Option<Expected>, String> {
    let lower_case = text.to_ascii_lowercase();
    let mut words = lower_case.split([' ', '\t', '=', ':']).filter(|word| !word.is_empty());
    let opcode = words.next().unwrap_or_default();
    let Some(rest) = ["perft", "depth", "d"].into_iter().find_map(|name| opcode.strip_prefix(name)) else {
        return Ok(None);
    };
    if rest.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        return Ok(None);
    }
    let depth = if rest.is_empty() { words.next() } else { Some(rest) };
    let (Some(depth), Some(nodes), None) = (depth, words.next(), words.next()) else {
        return Err(format!("`{text}` is not a count; write `D1 20`"));
    };
    let of_digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let Some(depth) = depth.parse().ok().filter(|&number| of_digits(depth) && number <= MAX_DEPTH) else {
        return Err(format!("`{text}`: the depth must be a number from 0 to {MAX_DEPTH}, not `{depth}`"));
    };
    match nodes.parse() {
        Ok(ParsedCount(nodes)) => Ok(Some(Expected { depth, nodes })),
        Err(CountError::Malformed(_)) => Err(format!("`{text}` is not a count; write `D1 20`")),
        Err(error @ CountError::TooLarge(_)) => Err(format!("`{text}`: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::epd;

    use super::*;

    fn read(operations: &str) -> (Vec<(u32, u64)>, Vec<String>) {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K - 0 1 {operations}");
        let (counts, complaints) = expected(&line, &epd::parse(line.as_bytes()).unwrap());
        (counts.into_iter().map(|Expected { depth, nodes }| (depth, nodes)).collect(), complaints)
    }

    #[test]
    fn common_spellings_are_understood() {
        for operations in [
            ";D1 15 ;D2 66",
            ";D1=15;D2=66",
            "; D1: 15; D2 : 66;",
            "D1 15; D2 66;",
            ";perft 1 15 ;perft 2 66",
            "; perft 1 = 15; Perft2 66",
            ";depth 1 15 ;d2 66 ;id \"a; b\" ;dm 5 ;draw_offer",
        ] {
            assert_eq!(read(operations), (vec![(1, 15), (2, 66)], vec![]), "{operations}");
        }
        assert_eq!(read(";D9 1,234_567").0, [(9, 1_234_567)]);
        assert_eq!(read("bm Rf1; hmvc 3; fmvn 9; c0 \"D1 15\";"), (vec![], vec![]));
    }

    #[test]
    fn a_malformed_count_is_reported_and_the_others_are_read() {
        for operation in ["D1", "D1 x", "D1 1 2", "perft 1", "D1 -1", "D1 1,2", "D"] {
            let complaint = format!("`{operation}` is not a count; write `D1 20`");
            assert_eq!(read(&format!("{operation}; D1 15;")), (vec![(1, 15)], vec![complaint]));
        }
        for (operation, complaint) in [
            ("D256 1", "`D256 1`: the depth must be a number from 0 to 255, not `256`"),
            ("D-1 5", "`D-1 5`: the depth must be a number from 0 to 255, not `-1`"),
            ("D 1.5 5", "`D 1.5 5`: the depth must be a number from 0 to 255, not `1.5`"),
            ("D99999999999 5", "`D99999999999 5`: the depth must be a number from 0 to 255, not `99999999999`"),
            ("D1 99999999999999999999", "`D1 99999999999999999999`: `99999999999999999999` does not fit in 64 bits"),
            ("nonsense 12", "`nonsense 12` is neither a count, such as `D1 20`, nor an operation of EPD"),
            ("DX 12", "`DX 12` is neither a count, such as `D1 20`, nor an operation of EPD"),
        ] {
            assert_eq!(read(operation), (vec![], vec![complaint.to_owned()]), "{operation}");
        }
    }
}
