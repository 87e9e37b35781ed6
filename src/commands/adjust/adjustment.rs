//! What `adoube adjust` does with each game.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::commands::ExitStatus;
use crate::commands::baseline::{KnownFindings, Subject};
use crate::commands::boundary::{Ending, TextEnd};
use crate::commands::driver::{Chosen, Command, Fold, Line, Run, Text, TextNote, text_of_game, without_mark};
use crate::commands::error::Refused;
use crate::game::edit::{EditKind, EditKinds, Edited, Edits, NO_END, edit};
use crate::game::fix::adjust::{MAX_LENGTH, adjust};
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::{Applicability, Rule, RuleSet, Severity};
use crate::options::InputFormat;
use crate::parts::digest::Checksum;
use crate::pgn::place::Span;
use crate::pipeline::{ChunkText, KeptText, Pipeline};
use crate::report::diff::DiffWriter;

use super::SampledGames;
use super::log::{Entry, Log};
use super::stored::TextSum;

/// The work on each game.
#[derive(Clone)]
pub(super) struct Adjust {
    /// The rules whose findings are fixed. A byte order mark at the start of a file is S108, one behind it S109; a game does not
    /// know which it has.
    pub(super) rules: RuleSet,
    /// Which of these two are wanted; if one is, [`Self::rules`] has both.
    pub(super) marks: RuleSet,
    /// What fixes may change.
    pub(super) most: Applicability,
    pub(super) edits: Arc<Edits>,
    pub(super) condition_rules: RuleSet,
    /// The findings that are left alone, of `--baseline`.
    pub(super) known: Option<Arc<KnownFindings>>,
    /// Whether only games are adjusted that [`Command::complete`] gets.
    pub(super) is_by_number: bool,
    /// Whether no further game is selected.
    pub(super) is_over: Arc<AtomicBool>,
}

/// A game, or text between games, after the work on it.
pub(super) struct GameResult {
    work: Work,
    ending: Ending,
}

enum Work {
    Kept {
        text: KeptText,
        status: Validity,
        why: Option<Unadjusted>,
    },
    /// It may have something to edit or to fix.
    Waiting {
        /// Its text, and some of what follows it.
        text: KeptText,
        length: usize,
        status: Validity,
    },
    Adjusted(Box<Edited>),
    /// A position of a FEN or EPD input, which has no fixes.
    Position,
}

/// Why a game stays as it is that was to be adjusted.
enum Unadjusted {
    /// It cannot be edited, for this reason.
    Refused(String),
    TooLong,
}

/// Where the text after adjustment goes.
pub(super) enum Destination<'a> {
    Text(&'a mut dyn Write),
    /// Nowhere; its differences go to an output.
    Diff(DiffWriter<&'a mut dyn Write>),
    Nowhere,
}

/// Why a game is not edited that would begin in another way.
const NOT_APART: &str = "the game before it has no termination marker and blank line, so the two would be read as one";

/// What was done so far.
#[derive(Clone, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// The games that were changed.
    pub(super) adjusted: u64,
    /// The games that have errors after it.
    pub(super) invalid: u64,
    pub(super) fixed: Vec<(Rule, u64)>,
    pub(super) edited: Vec<(EditKind, u64)>,
    pub(super) withdrawn: u64,
    /// The games that are too long, or have too many findings, to fix all of them.
    pub(super) unfixed: u64,
    /// The games that could not be edited.
    pub(super) refused: u64,
}

/// The adjustment of the games of one input.
pub(super) struct Adjustment<'a, 'l> {
    pub(super) fold: Adjust,
    /// The games of the sample, if only those are adjusted.
    pub(super) sample: Option<&'l SampledGames>,
    /// How many games may still be selected, if `--head` limits them.
    pub(super) left: Option<u64>,
    pub(super) destination: Destination<'a>,
    pub(super) log: Option<&'l mut Log>,
    /// The file that is written, for the log.
    pub(super) written: Option<PathBuf>,
    /// Whether that file is the input.
    pub(super) is_in_place: bool,
    pub(super) tally: Tally,
    /// How what was written before ends; `None` if nothing was.
    pub(super) last: Option<LastGame>,
    /// The old and the new text so far.
    sums: [Sum; 2],
    /// The text to which the last game belongs: the members of an archive are several.
    text: Option<Arc<Text<Adjust>>>,
    /// Whether the log has an entry for this input.
    is_logged: bool,
    /// The name of the last text that cannot be adjusted: it is in UTF-16 and would be replaced, or has positions.
    refused: Option<Box<str>>,
}

/// How what was written before ends.
#[derive(Clone, Copy)]
pub(super) struct LastGame {
    end: TextEnd,
    ending: Ending,
}

impl LastGame {
    /// Whether the game ends there, however the next game begins. Before the first game of an input, line ends are added.
    fn is_certain(self, is_input_over: bool) -> bool {
        self.ending == Ending::Marker && (self.end.line_ends > 1 || is_input_over)
    }
}

/// The length and the checksum of a text.
#[derive(Default)]
struct Sum {
    bytes: u64,
    checksum: Checksum,
}

impl Sum {
    fn add(&mut self, text: &[u8], is_summed: bool) {
        self.bytes += text.len() as u64;
        if is_summed {
            self.checksum.add(text);
        }
    }

    fn text_sum(&self) -> TextSum {
        TextSum { bytes: self.bytes, checksum: self.checksum.text() }
    }
}

impl Tally {
    /// Adds a game that was edited or fixed.
    fn add_edited(&mut self, edited: &Edited) {
        self.adjusted += u64::from(!edited.adjusted.changes.is_empty());
        self.withdrawn += u64::from(edited.adjusted.withdrawn.len());
        self.unfixed += u64::from(edited.adjusted.is_cut);
        for &(rule, count) in &edited.adjusted.fixed {
            add(&mut self.fixed, rule, count);
        }
        for kind in edited.kinds().iter() {
            add(&mut self.edited, kind, 1);
        }
    }

    /// Takes back that games were changed since then: the file was not written.
    pub(super) fn take_back(&mut self, before: &Self) {
        self.adjusted = before.adjusted;
        self.fixed.clone_from(&before.fixed);
        self.edited.clone_from(&before.edited);
    }

    /// Adds another.
    pub(super) fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.adjusted += other.adjusted;
        self.invalid += other.invalid;
        self.withdrawn += other.withdrawn;
        self.unfixed += other.unfixed;
        self.refused += other.refused;
        for (kind, count) in other.edited {
            add(&mut self.edited, kind, count);
        }
        for (rule, count) in other.fixed {
            add(&mut self.fixed, rule, count);
        }
    }
}

fn add<K: PartialEq>(sums: &mut Vec<(K, u64)>, key: K, count: u64) {
    match sums.iter_mut().find(|(known, _)| *known == key) {
        Some((_, sum)) => *sum += count,
        None => sums.push((key, count)),
    }
}

impl<'a, 'l> Adjustment<'a, 'l> {
    pub(super) fn new(fold: Adjust, destination: Destination<'a>, log: Option<&'l mut Log>) -> Self {
        Self {
            fold,
            sample: None,
            left: None,
            destination,
            log,
            written: None,
            is_in_place: false,
            tally: Tally::default(),
            last: None,
            sums: Default::default(),
            text: None,
            is_logged: false,
            refused: None,
        }
    }

    /// The sum of what was read, if the file is replaced or the run logged.
    pub(super) fn read(&self) -> TextSum {
        self.sums[0].text_sum()
    }

    /// Whether nothing of this text was written yet.
    fn begins(&self, text: &Arc<Text<Adjust>>) -> bool {
        self.text.as_ref().is_none_or(|last| !Arc::ptr_eq(last, text))
    }

    fn write(&mut self, old: &[u8], new: &[u8], ending: Ending, text: &Arc<Text<Adjust>>) -> io::Result<()> {
        let is_logged = self.log.is_some();
        self.sums[0].add(old, is_logged || self.is_in_place);
        self.sums[1].add(new, is_logged);
        if old.is_empty() {
            return Ok(());
        }
        let begins = self.begins(text);
        self.text = Some(Arc::clone(text));
        let mut end = TextEnd::default();
        end.pass(new);
        let last = self.last.replace(LastGame { end, ending });
        match &mut self.destination {
            Destination::Text(out) => {
                let Some(last) = last.filter(|_| begins) else { return out.write_all(new) };
                // In the middle of a file, a byte order mark is an error. With a log, it stays, to be undone.
                let new = if is_logged { new } else { without_mark(new) };
                // The first game of a text must not be read as a part of the last game of the one before.
                let name = &text.name;
                if !last.ending.is_before(new) {
                    let message = format!(
                        "{name} would be read as a part of the last game of the input before it; adjust them one by one, \
                         or with --in-place"
                    );
                    return Err(Refused(message).into());
                }
                let missing = last.end.missing(new, InputFormat::Pgn);
                if is_logged && !missing.is_empty() {
                    let message = format!("{name} needs a blank line before it, which --log cannot take back");
                    return Err(Refused(message).into());
                }
                out.write_all(missing)?;
                out.write_all(new)
            }
            Destination::Diff(diff) => diff.add(old, new),
            Destination::Nowhere => Ok(()),
        }
    }

    fn log_changes(&mut self, Edited { adjusted, .. }: &Edited, name: &str, game: u64) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        if !mem::replace(&mut self.is_logged, true) {
            log.write(&Entry::Begin { file: name.to_owned(), path: self.written.clone() })?;
        }
        let [offset, mut new_offset] = [self.sums[0].bytes, self.sums[1].bytes];
        let mut end = 0;
        for change in &adjusted.changes {
            new_offset += (change.span.start - end) as u64;
            log.write(&Entry::of_change(change, game, &adjusted.before, offset, new_offset))?;
            new_offset += change.text.len() as u64;
            end = change.span.end;
        }
        Ok(())
    }

    /// Counts a selected game.
    fn count(&mut self, status: Validity) {
        if status == Validity::NoGame {
            return;
        }
        self.tally.games += 1;
        self.tally.invalid += u64::from(status == Validity::Invalid);
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(1);
            self.fold.is_over.store(*left == 0, Relaxed);
        }
    }

    /// Ends the input. What the log needs to undo it is on disk then.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if let Destination::Diff(diff) = &mut self.destination {
            diff.end()?;
        }
        let Some(log) = self.log.as_mut().filter(|_| self.is_logged) else { return Ok(()) };
        let [old, new] = &self.sums;
        log.write(&Entry::End {
            bytes: old.bytes,
            checksum: old.checksum.text(),
            new_bytes: new.bytes,
            new_checksum: new.checksum.text(),
        })?;
        log.sync()
    }

    /// Refuses a text, once.
    fn refuse(&mut self, name: &str, why: &str, run: &mut Run) {
        run.add(ExitStatus::Failed);
        if !self.is_refused(name) {
            self.refused = Some(name.into());
            run.error(format_args!("{name}: not adjusted: {why}"));
        }
    }

    /// Counts and reports a game that cannot be edited.
    fn refuse_game(&mut self, name: &str, number: u64, why: &str, run: &Run) {
        self.tally.refused += 1;
        run.error(format_args!("{name}: game {number}: not edited: {why}"));
    }

    fn is_refused(&self, name: &str) -> bool {
        self.refused.as_deref() == Some(name)
    }
}

impl Adjust {
    /// The game that is `bytes[game.span]`, edited and fixed.
    fn work(&self, game: &Game, bytes: ChunkText<'_>) -> Work {
        let is_edited = game.status != Validity::NoGame && !self.edits.is_empty();
        let (rules, is_excused) = self.unknown_rules(game, &bytes);
        let status = |status| if is_excused && status == Validity::Invalid { Validity::Valid } else { status };
        let edited = if is_edited { edit(game, &bytes, &self.edits, rules, self.most) } else { Ok(None) };
        let has_findings = || game.report.findings.iter().any(|finding| rules.contains(finding.rule));
        let fixed = match edited {
            Ok(None) if !has_findings() => Ok(None),
            Ok(None) if game.span.len() > MAX_LENGTH => Err(Unadjusted::TooLong),
            Ok(None) => Ok(adjust(&bytes, game.span.clone(), rules, self.most).map(Edited::from)),
            edited => edited.map_err(Unadjusted::Refused),
        };
        match fixed {
            Ok(Some(mut edited)) => {
                edited.adjusted.status = status(edited.adjusted.status);
                Work::Adjusted(Box::new(edited))
            }
            other => Work::Kept { text: bytes.keep(game.span.clone()), status: status(game.status), why: other.err() },
        }
    }

    /// The rules to fix in a game: not those of which the baseline knows a finding in it. And whether the baseline knows all
    /// of its errors.
    fn unknown_rules(&self, game: &Game, bytes: &[u8]) -> (RuleSet, bool) {
        let Some(known) = &self.known else { return (self.rules, false) };
        let rest = known.rest(&game.report, || Subject::of_game(game, bytes, &bytes[game.span.clone()]));
        let is_known = |count: &&(Rule, Severity, u64)| !rest.counts.contains(count);
        let known = game.report.counts.iter().filter(is_known).map(|(rule, ..)| *rule).collect();
        (self.rules - known, game.report.has_error && !rest.has_error)
    }

    /// Adjusts a game that waits for it.
    fn complete(&self, result: &GameResult) -> Option<Work> {
        match &result.work {
            Work::Waiting { text, length, status } => {
                let game = self.read(text, 0);
                if game.span == (0..*length) {
                    return Some(self.work(&game, text.as_chunk()));
                }
                let why = (!self.edits.is_empty()).then(|| Unadjusted::Refused(NO_END.to_owned()));
                Some(Work::Kept { text: text.first(*length), status: *status, why })
            }
            _ => None,
        }
    }
}

/// Reports fixes that would have changed a game, and those for which it has too many.
fn report_unfixed(edited: &Edited, name: &str, number: u64, run: &Run) {
    for rule in edited.adjusted.withdrawn.iter() {
        let code = rule.code();
        run.error(format_args!(
            "{name}: game {number}: the fix of {code} was withdrawn, because it would change the game; please report this as a \
            fault of adoube"
        ));
    }
    if edited.adjusted.text.len() > MAX_LENGTH {
        report_too_long(name, number, run);
    } else if edited.adjusted.is_cut {
        run.warning(format_args!(
            "{name}: game {number} has so many findings that not all were fixed; adjust the result again"
        ));
    }
}

fn report_too_long(name: &str, number: u64, run: &Run) {
    run.warning(format_args!("{name}: game {number} is longer than 4 MiB, and was not adjusted"));
}

impl Fold for Adjust {
    type Item = GameResult;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        let errors = if self.known.is_some() { RuleSet::at_least(Severity::Error) } else { RuleSet::EMPTY };
        let rules =
            if self.is_over.load(Relaxed) { RuleSet::EMPTY } else { self.rules | self.condition_rules | errors };
        // Moves of variations are compared after edits.
        let options = ReplayOptions { rules, variations: !self.edits.is_empty(), ..ReplayOptions::default() };
        read_game_as(bytes, start, &options)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<GameResult> {
        let is_kept = game.status == Validity::NoGame && game.report.findings.is_empty() || self.is_over.load(Relaxed);
        let work = match () {
            () if is_kept => Work::Kept { text: bytes.keep(span), status: game.status, why: None },
            () if self.is_by_number => {
                Work::Waiting { text: text_of_game(bytes, &span), length: span.len(), status: game.status }
            }
            () => self.work(game, *bytes),
        };
        Some(GameResult { work, ending: Ending::of(game) })
    }

    fn other(&self, game: &Game, bytes: &ChunkText<'_>) -> Option<GameResult> {
        let work = Work::Kept { text: bytes.keep(game.span.clone()), status: Validity::NoGame, why: None };
        Some(GameResult { work, ending: Ending::of(game) })
    }

    fn position(&self, _: &Line, _: PositionFormat) -> GameResult {
        GameResult { work: Work::Position, ending: Ending::Nothing }
    }
}

impl Command for Adjustment<'_, '_> {
    type Fold = Adjust;
    type TextState = ();

    const TAKES_OTHERS: bool = true;

    fn fold(&self, _: &str) -> Adjust {
        self.fold.clone()
    }

    fn complete(&self, mut items: Vec<&mut GameResult>, pipeline: &Pipeline) {
        let fold = &self.fold;
        let completed = pipeline.map(&items, |item| fold.complete(item));
        for (item, completed) in items.iter_mut().zip(completed) {
            if let Some(completed) = completed {
                item.work = completed;
            }
        }
    }

    fn game(&mut self, mut chosen: Chosen<Adjust>, (): &mut (), run: &mut Run) -> io::Result<()> {
        if self.is_refused(&chosen.text.name) {
            return Ok(());
        }
        if let Some(sample) = self.sample
            && !sample.contains(&chosen.text.name, chosen.number)
        {
            return self.other(chosen, run);
        }
        // Text between games.
        if let Some(completed) = self.fold.complete(&chosen.item) {
            chosen.item.work = completed;
        }
        let (name, number) = (Arc::clone(&chosen.text), chosen.number);
        match &mut chosen.item.work {
            Work::Adjusted(edited) => {
                let is_first = self.begins(&name);
                if !self.fold.marks.contains(if is_first { Rule::ByteOrderMark } else { Rule::StrayByteOrderMark }) {
                    edited.keep_mark();
                }
                if !is_first {
                    edited.name_stray_mark();
                }
                if edited.starts_new_game && self.last.is_some_and(|last| !last.is_certain(is_first)) {
                    if edited.kinds() != EditKinds::default() {
                        self.count(edited.adjusted.status);
                        self.refuse_game(&name.name, number, NOT_APART, run);
                        return self.other(chosen, run);
                    } else if self.last.is_some_and(|last| last.ending == Ending::Nothing) {
                        // Only its first tag, which the game before it has, too, keeps the two apart.
                        self.count(Validity::Invalid);
                        return self.other(chosen, run);
                    }
                }
                let status = edited.adjusted.status;
                self.count(status);
                self.tally.add_edited(edited);
                report_unfixed(edited, &name.name, number, run);
                self.log_changes(edited, &name.name, number)?;
                let (old, new) = (&edited.adjusted.before, &edited.adjusted.text);
                run.progress.suspend(|| self.write(old, new, chosen.item.ending, &name))
            }
            Work::Kept { status, why, .. } => {
                self.count(*status);
                match why {
                    Some(Unadjusted::Refused(reason)) => self.refuse_game(&name.name, number, reason, run),
                    Some(Unadjusted::TooLong) => {
                        self.tally.unfixed += 1;
                        report_too_long(&name.name, number, run);
                    }
                    None => {}
                }
                self.other(chosen, run)
            }
            Work::Waiting { status, .. } => {
                self.count(*status);
                self.other(chosen, run)
            }
            Work::Position => self.other(chosen, run),
        }
    }

    fn other(&mut self, chosen: Chosen<Adjust>, run: &mut Run) -> io::Result<()> {
        if self.is_refused(&chosen.text.name) {
            return Ok(());
        }
        let text = match &chosen.item.work {
            Work::Kept { text, .. } => text,
            Work::Waiting { text, length, .. } => &text[..*length],
            Work::Adjusted(edited) => &edited.adjusted.before,
            Work::Position => {
                self.refuse(&chosen.text.name, "it has positions, and only games can be adjusted", run);
                return Ok(());
            }
        };
        run.progress.suspend(|| self.write(text, text, chosen.item.ending, &chosen.text))
    }

    fn text_note(&mut self, note: TextNote, text: &Text<Adjust>, (): &mut (), run: &mut Run) -> io::Result<()> {
        match note {
            TextNote::Utf16 if self.is_in_place => {
                self.refuse(&text.name, "it is in UTF-16; write it with -o, which converts it to UTF-8", run);
            }
            TextNote::Utf16 if matches!(self.destination, Destination::Nowhere) => {}
            TextNote::Utf16 if matches!(self.destination, Destination::Diff(_)) => {
                run.warning(format_args!(
                    "{}: it is in UTF-16; the differences are those of its text in UTF-8",
                    text.name
                ));
            }
            TextNote::Utf16 => run.written_in_utf8(&text.name),
            // Positions are refused when the first one is read.
            TextNote::ByteOrderMark | TextNote::NoGames { is_cut: true } => {}
            TextNote::NoGames { is_cut: false } => run.no_games(&text.name, text.format, ExitStatus::Findings),
        }
        Ok(())
    }
}
