//! What `adoube adjust` does with each game.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::commands::ExitStatus;
use crate::commands::driver::{Chosen, Command, Fold, Line, Run, Text, TextNote, text_of_game};
use crate::game::fix::adjust::{Adjusted, adjust};
use crate::game::replay::position_text::PositionFormat;
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::{Rule, RuleSet};
use crate::parts::checksum::Checksum;
use crate::pgn::place::Span;
use crate::pgn::text::count_line_ends;
use crate::pipeline::Pipeline;
use crate::report::Failure;
use crate::report::diff::DiffWriter;

use super::log::{Entry, Fixed, Log};
use super::sample::SampledGames;

/// The work on each game.
#[derive(Clone)]
pub(super) struct Adjust {
    /// The rules whose findings are fixed.
    pub(super) rules: RuleSet,
    /// The rules that the condition needs.
    pub(super) condition_rules: RuleSet,
    /// Whether only games are adjusted that [`Command::complete`] gets.
    pub(super) is_by_number: bool,
    /// Whether no further game is selected.
    pub(super) is_over: Arc<AtomicBool>,
}

/// A game, or text between games, after the work on it.
pub(super) enum GameResult {
    /// It stays as it is.
    Kept {
        text: Vec<u8>,
        status: Validity,
    },
    /// It may have something to fix.
    Waiting {
        /// Its text, and some of what follows it.
        text: Vec<u8>,
        length: usize,
        status: Validity,
    },
    Adjusted(Box<Adjusted>),
    /// A position of a FEN or EPD input, which has no fixes.
    Position,
}

/// Where the text after adjustment goes.
pub(super) enum Destination<'a> {
    /// To an output.
    Text(&'a mut dyn Write),
    /// Nowhere; its differences go to an output.
    Diff(DiffWriter<&'a mut dyn Write>),
    /// Nowhere.
    Nowhere,
}

/// What was done so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// The games that were changed.
    pub(super) adjusted: u64,
    /// The games that have errors after it.
    pub(super) invalid: u64,
    /// The number of findings fixed, by rule.
    pub(super) fixed: Vec<(Rule, u64)>,
    pub(super) withdrawn: u64,
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
    pub(super) tally: Tally,
    /// The number of line ends at the end of what was written before; `None` if nothing was.
    pub(super) line_ends: Option<usize>,
    /// The old and the new text so far.
    sums: [Sum; 2],
    /// Whether the log has an entry for this input.
    is_logged: bool,
    /// Whether the text cannot be adjusted: it is in UTF-16, or has positions.
    pub(super) is_refused: bool,
}

/// The length and the checksum of a text.
#[derive(Default)]
struct Sum {
    bytes: u64,
    checksum: Checksum,
}

impl Sum {
    fn add(&mut self, text: &[u8], is_logged: bool) {
        self.bytes += text.len() as u64;
        if is_logged {
            self.checksum.add(text);
        }
    }
}

impl Tally {
    fn add_fixed(&mut self, rule: Rule, count: u64) {
        match self.fixed.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, sum)) => *sum += count,
            None => self.fixed.push((rule, count)),
        }
    }

    /// Adds another.
    pub(super) fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.adjusted += other.adjusted;
        self.invalid += other.invalid;
        self.withdrawn += other.withdrawn;
        for (rule, count) in other.fixed {
            self.add_fixed(rule, count);
        }
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
            tally: Tally::default(),
            line_ends: None,
            sums: Default::default(),
            is_logged: false,
            is_refused: false,
        }
    }

    /// Writes a game as it was and as it is.
    fn write(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        let is_logged = self.log.is_some();
        self.sums[0].add(old, is_logged);
        self.sums[1].add(new, is_logged);
        if old.is_empty() {
            return Ok(());
        }
        match &mut self.destination {
            Destination::Text(out) => {
                // The first game of an input must not be read as a part of the last game of the one before.
                let missing = self
                    .line_ends
                    .filter(|_| self.sums[0].bytes == old.len() as u64)
                    .map_or(0, |ends| 2_usize.saturating_sub(ends));
                out.write_all(&b"\n\n"[..missing])?;
                self.line_ends = Some(count_line_ends(&new[new.trim_ascii_end().len()..]));
                out.write_all(new)
            }
            Destination::Diff(diff) => diff.add(old, new),
            Destination::Nowhere => Ok(()),
        }
    }

    fn log_changes(&mut self, adjusted: &Adjusted, name: &str, game: u64) -> io::Result<()> {
        let Some(log) = &mut self.log else { return Ok(()) };
        if !mem::replace(&mut self.is_logged, true) {
            log.write(&Entry::Begin { file: name.to_owned(), path: self.written.clone() })?;
        }
        let [offset, mut new_offset] = [self.sums[0].bytes, self.sums[1].bytes];
        let mut end = 0;
        for change in &adjusted.changes {
            new_offset += (change.span.start - end) as u64;
            log.write(&Entry::Fix(Fixed::new(change, game, &adjusted.before, offset, new_offset)))?;
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
        if !mem::replace(&mut self.is_refused, true) {
            run.error(format_args!("{name}: not adjusted: {why}"));
        }
    }
}

impl Adjust {
    /// The game that is `bytes[span]`, adjusted.
    fn adjusted(&self, bytes: &[u8], span: Span, status: Validity) -> GameResult {
        match adjust(bytes, span.clone(), self.rules) {
            Some(adjusted) => GameResult::Adjusted(Box::new(adjusted)),
            None => GameResult::Kept { text: bytes[span].to_vec(), status },
        }
    }

    /// Adjusts a game that waits for it.
    fn complete(&self, result: &GameResult) -> Option<GameResult> {
        match result {
            GameResult::Waiting { text, length, status } => Some(self.adjusted(text, 0..*length, *status)),
            _ => None,
        }
    }
}

impl Fold for Adjust {
    type Item = GameResult;

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        let rules = if self.is_over.load(Relaxed) { RuleSet::EMPTY } else { self.rules | self.condition_rules };
        read_game_as(bytes, start, &ReplayOptions { rules, ..ReplayOptions::default() })
    }

    fn game(&self, game: &mut Game, bytes: &[u8], span: Span) -> Option<GameResult> {
        let has_findings = game.report.findings.iter().any(|finding| self.rules.contains(finding.rule));
        let status = game.status;
        Some(match () {
            () if !has_findings => GameResult::Kept { text: bytes[span].to_vec(), status },
            () if self.is_by_number => {
                GameResult::Waiting { text: text_of_game(bytes, &span), length: span.len(), status }
            }
            () => self.adjusted(bytes, span, status),
        })
    }

    fn other(&self, bytes: &[u8], span: Span) -> Option<GameResult> {
        Some(GameResult::Kept { text: bytes[span].to_vec(), status: Validity::NoGame })
    }

    fn position(&self, _: &Line, _: PositionFormat) -> GameResult {
        GameResult::Position
    }

    fn place<'t>(_: impl Iterator<Item = &'t mut GameResult>, _: &[u8]) {}
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
                **item = completed;
            }
        }
    }

    fn game(&mut self, mut chosen: Chosen<Adjust>, (): &mut (), run: &mut Run) -> io::Result<()> {
        if self.is_refused {
            return Ok(());
        }
        if let Some(sample) = self.sample
            && !sample.contains(&chosen.text.name, chosen.number)
        {
            return self.other(chosen, run);
        }
        // Text between games.
        if let Some(completed) = self.fold.complete(&chosen.item) {
            chosen.item = completed;
        }
        if let GameResult::Adjusted(adjusted) = &mut chosen.item
            && self.sums[0].bytes > 0
        {
            adjusted.name_stray_mark();
        }
        match &chosen.item {
            GameResult::Adjusted(adjusted) => {
                self.count(adjusted.status);
                self.tally.adjusted += u64::from(!adjusted.changes.is_empty());
                for &(rule, count) in &adjusted.fixed {
                    self.tally.add_fixed(rule, count);
                }
                for rule in adjusted.withdrawn.iter() {
                    self.tally.withdrawn += 1;
                    let (name, number, code) = (&chosen.text.name, chosen.number, rule.code());
                    run.error(format_args!(
                        "{name}: game {number}: the fix of {code} was withdrawn, because it would change the game; please \
                        report this as a fault of adoube"
                    ));
                }
                self.log_changes(adjusted, &chosen.text.name, chosen.number)?;
                self.write(&adjusted.before, &adjusted.text)
            }
            GameResult::Kept { status, .. } | GameResult::Waiting { status, .. } => {
                self.count(*status);
                self.other(chosen, run)
            }
            GameResult::Position => self.other(chosen, run),
        }
    }

    fn other(&mut self, chosen: Chosen<Adjust>, run: &mut Run) -> io::Result<()> {
        if self.is_refused {
            return Ok(());
        }
        let text = match &chosen.item {
            GameResult::Kept { text, .. } => text,
            GameResult::Waiting { text, length, .. } => &text[..*length],
            GameResult::Adjusted(adjusted) => &adjusted.before,
            GameResult::Position => {
                self.refuse(&chosen.text.name, "it has positions, and only games can be adjusted", run);
                return Ok(());
            }
        };
        self.write(text, text)
    }

    fn text_note(&mut self, note: TextNote, text: &Text<Adjust>, (): &mut (), run: &mut Run) -> io::Result<()> {
        match note {
            TextNote::Utf16 => self.refuse(&text.name, "it is in UTF-16; convert it to UTF-8 first", run),
            // Positions are refused when the first one is read.
            TextNote::ByteOrderMark | TextNote::NoGames { is_cut: true } => {}
            TextNote::NoGames { is_cut: false } => run.no_games(&text.name, text.format),
        }
        Ok(())
    }

    fn failure(&mut self, _: &Failure<'_>) -> io::Result<()> {
        Ok(())
    }
}
