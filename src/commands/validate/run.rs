//! The run of `adoube validate`: inputs through the pipeline, findings to the report, games to their copies.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;

use crate::commands::lines::{read_line, without_mark};
use crate::commands::locate::Corner;
use crate::commands::reading::Reading;
use crate::commands::{Error, ExitStatus, failure, outputs, pipeline};
use crate::game::Evidence;
use crate::game::finding::tally::Tally;
use crate::game::finding::{Excerpt, Finding, LocatedFinding};
use crate::game::replay::Validity;
use crate::game::replay::position_text::{PositionFormat, read_position_from};
use crate::game::rules::{Rule, RuleSet};
use crate::input::{Content, Encoding, InputError, Inputs, Meter, Opened, Sink};
use crate::options::{GameNumbers, InputFormat, Matches, Output, Sample};
use crate::pgn::place::Place;
use crate::pipeline::Pipeline;
use crate::progress::Progress;
use crate::report::{Diagnostics, Reporter, summary};

use super::fold::{Beside, GameResult, Part, Validate, is_mark};
use super::{Args, ShownRules};

/// Checks the inputs and reports the findings.
pub fn run(args: &Args) -> Result<ExitStatus, Error> {
    let inputs = if args.fen.is_some() { None } else { Some(args.inputs.open()?) };
    check_outputs(args, inputs.as_ref())?;
    args.inputs.announce(inputs.is_some(), args.diagnostics.diagnostics());
    let meter = Meter::default();
    let progress = inputs.as_ref().map_or_else(Progress::hidden, |inputs| args.diagnostics.bar(inputs.total_bytes()));
    let pipeline = pipeline(args.threads, &meter, &progress);
    let mut output = args.output.open()?;
    let mut run = Run::new(args, &mut output, progress)?;
    match (&inputs, &args.fen) {
        (Some(inputs), _) => run.all(inputs, args.inputs.open_options(meter), &pipeline)?,
        (None, fen) => run.one_position(fen.as_deref().unwrap_or_default())?,
    }
    let last_word = run.finish()?;
    output.commit().map_err(|error| Error::of_writing(error, last_word.status))?;
    args.diagnostics.diagnostics().result(&last_word.summary);
    Ok(last_word.status)
}

/// Returns an error if outputs would overwrite inputs or each other.
fn check_outputs(args: &Args, inputs: Option<&Inputs>) -> Result<(), Error> {
    let copies = args.split_to().map(|(good, bad)| [good, bad]);
    if copies.iter().flatten().any(|path| path.as_os_str() == "-") {
        return Err(Error::Usage("--split-to writes files; `-` is not one".to_owned()));
    }
    if copies.is_some() && args.inputs.inputs.is_empty() && args.inputs.files_from.is_none() {
        let message = "--split-to takes two files, GOOD and BAD; name the input, too (`-` for standard input)";
        return Err(Error::Usage(message.to_owned()));
    }
    if copies.is_some() && args.selection.sample.is_some() {
        return Err(Error::Usage("--split-to copies every game and cannot be used with --sample".to_owned()));
    }
    let written = args.output.output.as_deref().into_iter().chain(copies.into_iter().flatten());
    outputs::check(written, inputs, args.inputs.files_from.as_deref().map(Path::new))
}

/// The messages at the end.
struct LastWord {
    status: ExitStatus,
    summary: String,
}

/// The state of the run.
struct Run<'a> {
    args: &'a Args,
    shown: ShownRules,
    beside: Beside,
    reporter: Reporter<&'a mut Output>,
    copies: Option<[Sink; 2]>,
    progress: Progress,
    diagnostics: Diagnostics,
    tally: Tally,
    matches: Matches,
    sample: Option<Sample<Kept>>,
    agreement: Agreement,
    status: ExitStatus,
}

/// The results of the second library.
#[derive(Default)]
struct Agreement {
    /// The number of disagreements by the rule that explains them.
    explained: BTreeMap<Rule, u64>,
    /// The number of disagreements without a known reason.
    unexplained: u64,
}

/// The start of the next chunk in a text.
struct Cursor<'a> {
    name: &'a str,
    games: u64,
    corner: Corner,
    written: u64,
    /// Whether the text could not be read to its end.
    is_cut: bool,
    /// The rules with one finding per file that this file already has.
    reported: RuleSet,
}

/// A game of a sample, and its place.
struct Kept {
    game: GameResult,
    /// The start of its chunk in the text.
    offset: u64,
    name: Box<str>,
    number: u64,
    corner: Corner,
}

impl<'a> Cursor<'a> {
    fn new(name: &'a str) -> Self {
        Self { name, games: 0, corner: Corner::default(), written: 0, is_cut: false, reported: RuleSet::EMPTY }
    }
}

impl<'a> Run<'a> {
    fn new(args: &'a Args, output: &'a mut Output, progress: Progress) -> Result<Self, Error> {
        let shown = args.rules();
        let create = |path: &Path| Sink::create(path);
        let copies = match args.split_to() {
            Some((good, bad)) => Some([create(good)?, create(bad)?]),
            None => None,
        };
        let writing = |error| Error::of_writing(error, ExitStatus::Clean);
        Ok(Self {
            args,
            shown,
            beside: Beside { cross_check: args.cross_check, keep_bytes: copies.is_some() },
            reporter: Reporter::begin(args.report_format(), output).map_err(writing)?,
            copies,
            progress,
            diagnostics: args.diagnostics.diagnostics(),
            tally: Tally::default(),
            matches: Matches::default(),
            sample: args.selection.new_sample(),
            agreement: Agreement::default(),
            status: ExitStatus::Clean,
        })
    }

    /// Reads the games of a text.
    fn games(&mut self, content: Content, pipeline: &Pipeline, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let mut fault = None;
        let work = Validate::new(&self.args.selection, self.shown, self.beside, self.args.budget.budget);
        let name = cursor.name;
        let result = pipeline.run(content, name, &work, &mut |offset, part| match self.part(offset, part, cursor) {
            Ok(flow) => flow,
            Err(error) => {
                fault = Some(error);
                ControlFlow::Break(())
            }
        });
        if let Some(error) = fault {
            return Err(self.writing(error));
        }
        match result {
            Ok(_) => {}
            Err(error) => {
                cursor.is_cut = true;
                self.failed(&error)?;
            }
        }
        Ok(())
    }

    /// Reads a text with one position per line. Skips blank lines and those that start with `#`.
    fn positions(&mut self, content: Content, notation: PositionFormat, cursor: &mut Cursor<'_>) -> Result<(), Error> {
        let name = cursor.name;
        let mut reader = BufReader::new(content.into_read());
        let (mut line, mut offset) = (Vec::new(), 0);
        while !self.is_done() {
            line.clear();
            let length = match read_line(&mut reader, &mut line) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) => {
                    self.failed(&InputError::from_read(name, offset, error))?;
                    break;
                }
            };
            self.position(&line, offset, notation, cursor).map_err(|error| self.writing(error))?;
            offset += length;
            cursor.corner.lines += 1;
        }
        self.tally.bytes += offset;
        Ok(())
    }

    /// Checks the position of `--fen`.
    fn one_position(&mut self, fen: &str) -> Result<(), Error> {
        self.tally.bytes += fen.len() as u64;
        let mut cursor = Cursor::new("<fen>");
        self.position(fen.as_bytes(), 0, PositionFormat::Fen, &mut cursor).map_err(|error| self.writing(error))
    }

    fn position(
        &mut self,
        line: &[u8],
        offset: u64,
        notation: PositionFormat,
        cursor: &mut Cursor<'_>,
    ) -> io::Result<()> {
        let body = if offset == 0 { without_mark(line) } else { line };
        if body.len() < line.len() {
            self.about_file(Rule::ByteOrderMark, cursor)?;
        }
        let text = body.trim_ascii();
        let selected = |numbers: &GameNumbers| numbers.contains(cursor.games + 1);
        let counts = !text.is_empty() && !text.starts_with(b"#");
        let is_selected = self.args.selection.game.as_ref().is_none_or(selected);
        cursor.games += u64::from(counts);
        if !counts || !is_selected {
            return Ok(());
        }
        let start = line.len() - body.trim_ascii_start().len();
        let span = start..start + text.len();
        let found = read_position_from(self.args.start(), text, &span, notation, self.shown.rules());
        let part = Part { bytes: if self.copies.is_some() { line.to_vec() } else { Vec::new() }, ..Part::default() };
        let judged = GameResult::position(line, found, &self.shown);
        self.selected(judged, offset, &part, cursor)
    }

    fn writing(&self, error: io::Error) -> Error {
        Error::of_writing(error, self.status)
    }

    /// Takes the next games of a text.
    fn part(&mut self, offset: u64, mut part: Part, cursor: &mut Cursor<'_>) -> io::Result<ControlFlow<()>> {
        let selection = &self.args.selection;
        self.tally.bytes += part.games.last().map_or(0, |game| game.span.end as u64);
        for game in std::mem::take(&mut part.games) {
            if game.validity != Validity::NoGame {
                if self.is_done() || selection.game.as_ref().is_some_and(|numbers| cursor.games >= numbers.last()) {
                    return Ok(ControlFlow::Break(()));
                }
                cursor.games += 1;
                self.matches.add(game.matched);
            }
            let is_asked_for = selection.game.as_ref().is_none_or(|numbers| numbers.contains(cursor.games.max(1)));
            if game.matched.is_selected && is_asked_for {
                self.selected(game, offset, &part, cursor)?;
            }
        }
        cursor.corner.pass(part.extent);
        Ok(ControlFlow::Continue(()))
    }

    /// Handles a selected game: reports it, or keeps it for a sample.
    fn selected(&mut self, game: GameResult, offset: u64, part: &Part, cursor: &mut Cursor<'_>) -> io::Result<()> {
        match &mut self.sample {
            Some(sample) if game.validity != Validity::NoGame => {
                let (name, number, corner) = (cursor.name.into(), cursor.games, cursor.corner);
                sample.offer(Kept { game, offset, name, number, corner });
                Ok(())
            }
            _ => self.game(&game, offset, part, cursor),
        }
    }

    /// Reports the games of a sample.
    fn report_sample(&mut self) -> io::Result<()> {
        let kept = self.sample.take().map(Sample::into_ordered).unwrap_or_default();
        for of_file in kept.chunk_by(|one, next| one.name == next.name) {
            let mut cursor = Cursor::new(&of_file[0].name);
            for Kept { game, offset, number, corner, .. } in of_file {
                (cursor.games, cursor.corner) = (*number, *corner);
                self.game(game, *offset, &Part::default(), &mut cursor)?;
            }
        }
        Ok(())
    }

    fn game(&mut self, game: &GameResult, offset: u64, part: &Part, cursor: &mut Cursor<'_>) -> io::Result<()> {
        self.count(game, cursor);
        self.compare(game, cursor);
        for located in &game.located {
            let mut located = cursor.corner.placed(located, offset, cursor.games.max(1));
            if is_mark(located.finding.rule) && located.offset > 0 {
                located.finding.rule = Rule::StrayByteOrderMark;
                located.finding.severity = Rule::StrayByteOrderMark.severity();
            }
            if self.shown.shows(located.finding.rule, located.finding.severity) {
                self.finding(&located, cursor)?;
            }
        }
        for rule in game.counts.iter().map(|(rule, ..)| *rule).filter(|rule| is_reported_once(*rule)) {
            cursor.reported.insert(rule);
        }
        let Some(copies) = &mut self.copies else { return Ok(()) };
        let is_bad =
            game.validity == Validity::Invalid || (game.validity == Validity::NoGame && !game.located.is_empty());
        copies[usize::from(is_bad)].write_all(&part.bytes[game.span.clone()])
    }

    fn count(&mut self, game: &GameResult, cursor: &Cursor<'_>) {
        let tally = &mut self.tally;
        tally.games += u64::from(game.validity != Validity::NoGame);
        tally.valid += u64::from(game.validity == Validity::Valid);
        tally.invalid += u64::from(game.validity == Validity::Invalid);
        tally.unchecked += u64::from(game.validity == Validity::Unchecked);
        tally.plies += u64::from(game.plies);
        for (rule, severity, count) in &game.counts {
            let counts = self.shown.shows(*rule, *severity) || *severity == rule.severity();
            if counts && !(is_reported_once(*rule) && cursor.reported.contains(*rule)) {
                tally.add(*rule, *severity, if is_reported_once(*rule) { 1 } else { *count });
            }
        }
        if self.args.require_checked && game.validity == Validity::Unchecked {
            self.status = self.status | ExitStatus::Findings;
        }
    }

    /// Records a disagreement of the second library. Without a known reason, one of the two programs is wrong.
    fn compare(&mut self, game: &GameResult, cursor: &Cursor<'_>) {
        let Some(disagreement) = &game.disagreement else { return };
        if let Some(reason) = disagreement.reason {
            *self.agreement.explained.entry(reason.rule).or_default() += 1;
            return;
        }
        self.agreement.unexplained += 1;
        self.status = self.status | ExitStatus::Failed;
        let (name, number) = (cursor.name, cursor.games);
        self.progress.suspend(|| self.diagnostics.error(format_args!("{name}: game {number}: {disagreement}")));
    }

    fn finding(&mut self, located: &LocatedFinding, cursor: &mut Cursor<'_>) -> io::Result<()> {
        let rule = located.finding.rule;
        if is_reported_once(rule) && cursor.reported.contains(rule) {
            return Ok(());
        }
        if located.finding.severity >= self.args.fail_on {
            self.status = self.status | ExitStatus::Findings;
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
        self.tally.add(rule, rule.severity(), 1);
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
        self.finding(&LocatedFinding { finding, game: 1, players: None, place, offset: 0, excerpt }, cursor)
    }

    /// Ends the report and the copies.
    fn finish(mut self) -> Result<LastWord, Error> {
        self.report_sample().map_err(|error| self.writing(error))?;
        self.progress.finish();
        self.reporter.summary(&self.tally).map_err(|error| Error::of_writing(error, self.status))?;
        for copy in self.copies.into_iter().flatten() {
            copy.commit()?;
        }
        if let Some(message) = self.args.selection.missed(self.tally.games) {
            self.status = self.status | ExitStatus::Failed;
            self.diagnostics.error(message);
        }
        if self.args.require_checked && self.tally.unchecked > 0 {
            let games = summary::counted(self.tally.unchecked, "game is", "games are");
            self.diagnostics.error(format_args!("--require-checked: {games} of another chess variant and not checked"));
        }
        self.args.selection.warnings(&self.matches).iter().for_each(|message| self.diagnostics.warning(message));
        let mut summary = summary::text(&self.tally, self.shown.rules(), &self.diagnostics.paint);
        if self.args.cross_check {
            summary.push_str(&self.agreement.text(self.tally.games));
        }
        Ok(LastWord { status: self.status, summary })
    }
}

impl Reading for Run<'_> {
    /// Whether enough games were read.
    fn is_done(&self) -> bool {
        let read = self.tally.games + self.sample.as_ref().map_or(0, Sample::passed);
        self.args.selection.head.is_some_and(|head| read >= head)
    }

    /// Reads one text to its end.
    fn text(&mut self, opened: Opened, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, encoding, content, .. } = opened;
        let mut cursor = Cursor {
            name: &name,
            games: 0,
            corner: Corner::default(),
            written: 0,
            is_cut: false,
            reported: RuleSet::EMPTY,
        };
        self.tally.files += 1;
        self.diagnostics.detail(format_args!("reading {name}"));
        if !matches!(encoding, Encoding::Bytes) {
            self.about_file(Rule::Utf16, &mut cursor).map_err(|error| self.writing(error))?;
        }
        match self.args.inputs.format_of(&name) {
            InputFormat::Pgn => self.games(content, pipeline, &mut cursor)?,
            InputFormat::Fen => self.positions(content, PositionFormat::Fen, &mut cursor)?,
            InputFormat::Epd => self.positions(content, PositionFormat::Epd, &mut cursor)?,
        }
        if cursor.games == 0 && !cursor.is_cut {
            self.about_file(Rule::NoGames, &mut cursor).map_err(|error| self.writing(error))?;
        }
        Ok(())
    }

    /// An input that could not be read, or not to its end.
    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.status = self.status | ExitStatus::Failed;
        self.progress.suspend(|| self.diagnostics.error(error));
        let (status, reporter) = (self.status, &mut self.reporter);
        reporter.failure(&failure(error)).map_err(|error| Error::of_writing(error, status))
    }
}

impl Agreement {
    /// The result of the comparison, for the end of the summary.
    fn text(&self, games: u64) -> String {
        let explained: u64 = self.explained.values().sum();
        let agreed = games.saturating_sub(explained + self.unexplained);
        let mut text = format!("\ncross-check: the second library agrees on {agreed} of {games} games\n");
        for (rule, count) in &self.explained {
            let info = rule.info();
            let _ = writeln!(text, "  {count} more differ for a known reason: {} {}", info.code, info.name);
        }
        if self.unexplained > 0 {
            let _ = writeln!(text, "  {} differ for no known reason", self.unexplained);
        }
        text
    }
}

/// Rules that speak of the whole file, although a game shows it.
fn is_reported_once(rule: Rule) -> bool {
    matches!(rule, Rule::NotUtf8 | Rule::BareCarriageReturn)
}
