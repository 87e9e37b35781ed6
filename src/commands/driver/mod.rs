//! The loop of a command over the games and positions of its inputs.
//!
//! ```text
//! Inputs --InputFile--> ahead --Opened<GameSource>--> Driver::text --Content--> pipeline
//!
//! on all threads, for each chunk (FoldWork):
//!
//!   &[u8] --Fold::read--> Game --Fold::add---> Sum --------------+
//!                           |                                    +--> Part
//!                           +----Fold::game--> Item --> Entry ---+
//!
//! in the order of the text (Driver::part):
//!
//!   Part --Sum------------------------------> Command::sum
//!     +----Entry--> GameSelector --Chosen---> Command::game
//! ```
//!
//! A command says what to compute from a game ([`Fold`]) and what to do with the results, in order ([`Command`]). The
//! [`Driver`] does the rest: it reads the inputs, selects games and positions, keeps the sample, counts lines, and reports
//! inputs that fail.
//!
//! Results come for each game ([`Fold::Item`]) or for all games of a chunk together ([`Fold::Sum`]). `stats` needs sums,
//! because it can merge the counts of a chunk, but not of each game, in the time that reading takes. Positions are lines, and
//! each is an item of its own.

mod ahead;
mod command;
mod fold;
mod lines;
mod locate;
mod reading;
mod report;
mod selector;
#[cfg(test)]
mod tests;

pub(super) use command::{Chosen, Command, Item, Text, TextNote};
pub(super) use fold::{Counting, Fold, FoldWork, PartOf, is_long, text_of_game};
pub(super) use lines::{Line, Lines, MAX_POSITION_LEN, without_mark};
pub(super) use locate::{LineColumn, LineSpan, locate, locate_in_position, name_game, place_all};
pub(super) use reading::{Run, read_covering};
pub(super) use selector::GameSelector;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::{io, mem};

use crate::commands::{Error, ExitStatus};
use crate::game::facts::ItemKind;
use crate::game::replay::position_text::PositionFormat;
use crate::input::{Content, Encoding, InputError, Inputs, Meter, OpenOptions, Opened, OpenedPart};
use crate::options::{InputArgs, InputFormat, Match, RunArgs, SelectionArgs};
use crate::parts::tiling::{Cover, CoveredPart, Covers};
use crate::parts::{Before, Digest};
use crate::pipeline::{Collected, Digesting, GameSource, Pipeline, PipelineOptions};
use crate::progress::Progress;

use fold::{Entry, part_of_text};
use lines::has_mark;

/// The work on the games of a text.
type Work<'a, C> = Digesting<FoldWork<'a, <C as Command>::Fold>>;

/// The games of a text: its content, or what was read ahead.
type Source<C> = GameSource<(PartOf<<C as Command>::Fold>, Digest)>;

/// The next place in a text.
pub(super) struct Cursor<C: Command> {
    text: Arc<Text<C::Fold>>,
    /// The number of games before it.
    pub(super) games: u64,
    corner: LineColumn,
    /// Whether the text could not be read to its end.
    is_cut: bool,
    state: C::TextState,
}

impl<C: Command> Cursor<C> {
    /// The start of a text.
    pub(super) fn new(command: &C, name: &str, format: InputFormat) -> Self {
        Self::of_text(Arc::new(Text { name: name.into(), format, fold: command.fold(name) }))
    }

    fn of_text(text: Arc<Text<C::Fold>>) -> Self {
        Self { text, games: 0, corner: LineColumn::default(), is_cut: false, state: C::TextState::default() }
    }

    /// Moves it to the start of a part.
    fn move_to(&mut self, before: Before) {
        let Before { games, lines, columns, .. } = before;
        (self.games, self.corner) = (games, LineColumn { lines, columns });
    }

    /// The work on the games of the text.
    pub(super) fn fold(&self) -> &C::Fold {
        &self.text.fold
    }

    /// The results for all games of these bytes, without a condition.
    pub(super) fn games_in(&self, bytes: &[u8]) -> PartOf<C::Fold> {
        part_of_text(Arc::clone(&self.text), bytes)
    }

    /// A result for what begins at this offset.
    pub(super) fn chosen(&self, item: Item<C>, offset: u64) -> Chosen<C::Fold> {
        let (text, number) = (Arc::clone(&self.text), self.games.max(1));
        Chosen { text, number, offset, corner: self.corner, item }
    }
}

/// The arguments that every command with a driver has.
#[derive(Clone, Copy)]
pub(super) struct DriverArgs<'a> {
    pub(super) inputs: &'a InputArgs,
    pub(super) selection: &'a SelectionArgs,
    pub(super) run: &'a RunArgs,
    /// The approximate size of a chunk in bytes, if it is not the usual one.
    pub(super) chunk_bytes: Option<usize>,
    /// Whether the digest of the games is wanted.
    pub(super) has_digest: bool,
}

impl<'a> DriverArgs<'a> {
    /// The arguments of a run with chunks of the usual size and without a digest.
    pub(super) const fn new(inputs: &'a InputArgs, selection: &'a SelectionArgs, run: &'a RunArgs) -> Self {
        Self { inputs, selection, run, chunk_bytes: None, has_digest: false }
    }

    /// The options for opening the inputs; the meter counts the bytes read from disk.
    pub(super) fn open_options(&self, meter: Meter) -> OpenOptions {
        OpenOptions { threads: self.run.threads.count().get(), ..self.inputs.open_options(meter) }
    }

    /// The pipeline that reads the games.
    pub(super) fn pipeline(&self, meter: &Meter, progress: &Progress) -> Pipeline {
        let usual = PipelineOptions::default();
        Pipeline::new(PipelineOptions {
            threads: self.run.threads.count().get(),
            meter: meter.clone(),
            progress: progress.clone(),
            chunk_bytes: self.chunk_bytes.unwrap_or(usual.chunk_bytes),
            ..usual
        })
    }
}

pub(super) struct Driver<'a, C: Command> {
    pub(super) command: C,
    pub(super) run: Run,
    pub(super) selector: GameSelector<'a, Chosen<C::Fold>>,
    args: DriverArgs<'a>,
    /// The number of texts that were opened; the parts of a text are one.
    pub(super) files: u64,
    pub(super) covers: Covers,
    last_part: Option<Cursor<C>>,
    /// The number of bytes of text that were read.
    pub(super) bytes: u64,
}

impl<'a, C: Command> Driver<'a, C> {
    /// A run that has not read anything yet.
    pub(super) fn new(command: C, args: DriverArgs<'a>) -> Self {
        let run = Run::new(Progress::hidden(), args.run.diagnostics.diagnostics());
        let selector = GameSelector::new(args.selection);
        Self { command, run, selector, args, files: 0, covers: Covers::default(), last_part: None, bytes: 0 }
    }

    pub(super) fn read(&mut self, inputs: &Inputs) -> Result<(), Error> {
        let meter = Meter::default();
        self.run.progress = self.args.run.diagnostics.bar(|| inputs.total_bytes());
        let pipeline = self.args.pipeline(&meter, &self.run.progress);
        ahead::read_all(self, inputs, &self.args.open_options(meter), &pipeline)?;
        if self.covers.0.is_empty() && self.run.status == ExitStatus::Clean {
            self.run.no_input();
        }
        Ok(())
    }

    /// Reads the position of `--fen`.
    pub(super) fn read_position(&mut self, fen: &str) -> Result<(), Error> {
        self.bytes += fen.len() as u64;
        let mut cursor = Cursor::new(&self.command, "<fen>", InputFormat::Fen);
        if has_mark(fen.as_bytes()) {
            self.note(TextNote::ByteOrderMark, &mut cursor)?;
        }
        let line = Line::of_position(fen.as_bytes());
        let matched = self.args.selection.evaluate_position(line.text(), PositionFormat::Fen);
        let entry = Entry { matched: Some(matched), item: Some(cursor.fold().position(&line, PositionFormat::Fen)) };
        self.position(entry, &line, &mut cursor).map_err(|error| self.run.writing(error))
    }

    /// Takes the next games of a text, which begin at this offset.
    pub(super) fn part(
        &mut self,
        offset: u64,
        part: PartOf<C::Fold>,
        cursor: &mut Cursor<C>,
    ) -> io::Result<ControlFlow<()>> {
        self.run.check_listener()?;
        self.bytes += part.bytes as u64;
        let extent = part.extent();
        self.command.sum(part.sum, cursor.games, cursor.corner, &mut cursor.state)?;
        for Entry { matched, item } in part.entries {
            let is_selected = if let Some(matched) = matched {
                let is_over = self.selector.ends_after(cursor.games);
                if is_over && !C::TAKES_OTHERS {
                    return Ok(ControlFlow::Break(()));
                }
                cursor.games += 1;
                !is_over && self.selector.selects(cursor.games, matched, ItemKind::Game)
            } else {
                !C::NUMBERS_TEXT_BETWEEN_GAMES || self.selector.contains(cursor.games.max(1))
            };
            let Some(item) = item else { continue };
            let chosen = cursor.chosen(item, offset);
            if !is_selected {
                self.command.other(chosen, &mut self.run)?;
                continue;
            }
            let chosen = match matched {
                Some(matched) => self.selector.keep(chosen, matched)?,
                None => Some(chosen),
            };
            if let Some(chosen) = chosen {
                self.command.game(chosen, &mut cursor.state, &mut self.run)?;
            }
        }
        cursor.corner.pass(extent);
        let is_over = !C::NUMBERS_TEXT_BETWEEN_GAMES && self.selector.has_passed(cursor.games);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Completes the games of a part that `--game` selects.
    fn complete(&self, part: &mut PartOf<C::Fold>, games_before: u64, pipeline: &Pipeline) {
        let Some(numbers) = self.selector.numbers() else { return };
        let games = part.entries.iter_mut().filter(|entry| entry.matched.is_some());
        let chosen = (games_before + 1..).zip(games).filter(|&(number, _)| numbers.contains(number));
        self.command.complete(chosen.filter_map(|(_, entry)| entry.item.as_mut()).collect(), pipeline);
    }

    /// Reads the games of a text, or those of a part of it; returns their digest, and what was read of the part.
    fn games(
        &mut self,
        games: Source<C>,
        part: Option<&OpenedPart>,
        work: &Work<'a, C>,
        pipeline: &Pipeline,
        cursor: &mut Cursor<C>,
    ) -> Result<(Digest, Option<CoveredPart>), Error> {
        let result = read_covering(pipeline, games, part, work, |collected| match collected {
            Collected::Games(offset, mut part) => {
                self.complete(&mut part, cursor.games, pipeline);
                self.part(offset, part, cursor)
            }
            Collected::Gap(error) => {
                cursor.is_cut = true;
                self.command.failed(&error, &mut self.run)?;
                Ok(ControlFlow::Continue(()))
            }
        });
        let (error, digest, covered) = result.map_err(|error| self.run.writing(error))?;
        if let Some(error) = error {
            self.cut(&error, cursor)?;
        }
        Ok((digest, covered))
    }

    /// Reads a text with one position per line; returns the digest of the positions.
    fn positions(
        &mut self,
        content: Content,
        format: PositionFormat,
        pipeline: &Pipeline,
        cursor: &mut Cursor<C>,
    ) -> Result<Digest, Error> {
        let mut lines = Lines::new(content);
        lines.has_comments = C::TAKES_COMMENT_LINES;
        let mut digest = Digest::default();
        let selection = self.args.selection;
        while !self.is_done() {
            // With a condition, any number of lines may be read for one that it selects.
            let reads_on = C::TAKES_OTHERS || selection.condition.is_some();
            let most = if reads_on { u64::MAX } else { self.selector.wanted() };
            let (batch, fault) = lines.next_batch(most);
            if mem::take(&mut lines.has_mark) {
                self.note(TextNote::ByteOrderMark, cursor)?;
            }
            let fold = cursor.fold();
            let entries = pipeline.map(&batch, |line| {
                let matched = (!line.is_comment).then(|| selection.evaluate_position(line.text(), format));
                let is_wanted = |matched| C::TAKES_OTHERS || selection.may_select(matched);
                Entry { matched, item: matched.is_some_and(is_wanted).then(|| fold.position(line, format)) }
            });
            for line in batch.iter().filter(|line| !line.is_comment) {
                digest.add(line.text());
            }
            for (line, entry) in batch.iter().zip(entries) {
                let taken = match entry.matched {
                    None => self.command.comment_line(line, &cursor.text, &mut cursor.state),
                    Some(_) if self.is_done() => break,
                    Some(_) => self.position(entry, line, cursor),
                };
                taken.map_err(|error| self.run.writing(error))?;
            }
            if let Some(error) = fault {
                let error = InputError::from_read(&cursor.text.name, lines.offset, error);
                self.cut(&error, cursor)?;
                if !error.is_gap() {
                    break;
                }
            } else if batch.is_empty() {
                break;
            }
        }
        self.bytes += lines.offset;
        Ok(digest)
    }

    /// Takes the next position of a text.
    fn position(&mut self, entry: Entry<Item<C>>, line: &Line, cursor: &mut Cursor<C>) -> io::Result<()> {
        self.run.check_listener()?;
        cursor.games += 1;
        cursor.corner = LineColumn { lines: line.index, columns: 0 };
        if line.is_cut {
            let message = format_args!("only the first {MAX_POSITION_LEN} bytes of this line are read");
            self.run.failed_at(&cursor.text.name, Some(line.index + 1), message);
        }
        let matched = entry.matched.unwrap_or(Match::SELECTED);
        let is_selected = self.selector.selects(cursor.games, matched, ItemKind::Position);
        let Some(item) = entry.item else { return Ok(()) };
        let chosen = cursor.chosen(item, line.offset);
        if !is_selected {
            return self.command.other(chosen, &mut self.run);
        }
        match self.selector.keep(chosen, matched)? {
            Some(chosen) => self.command.game(chosen, &mut cursor.state, &mut self.run),
            None => Ok(()),
        }
    }

    fn note(&mut self, note: TextNote, cursor: &mut Cursor<C>) -> Result<(), Error> {
        let taken = self.command.text_note(note, &cursor.text, &mut cursor.state, &mut self.run);
        taken.map_err(|error| self.run.writing(error))
    }

    /// Reports that a text could not be read to its end.
    fn cut(&mut self, error: &InputError, cursor: &mut Cursor<C>) -> Result<(), Error> {
        cursor.is_cut = true;
        self.failed(error)
    }

    /// The digest of the games of all inputs, if it is wanted and they were all read.
    pub(super) fn digest(&self) -> Option<Digest> {
        let is_whole = self.args.selection.head.is_none() && self.args.selection.game.is_none();
        let is_sound = self.run.status != ExitStatus::Failed && !self.covers.0.is_empty();
        (self.args.has_digest && is_whole && is_sound).then(|| self.covers.digest())
    }

    /// Gives the games of the sample to the command, in order, and removes the progress bar.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        let mut state = C::TextState::default();
        let mut last: Option<Arc<Text<C::Fold>>> = None;
        for chosen in self.selector.take_sample() {
            if last.replace(Arc::clone(&chosen.text)).is_some_and(|last| last.name != chosen.text.name) {
                state = C::TextState::default();
            }
            let taken = self.command.game(chosen, &mut state, &mut self.run);
            taken.map_err(|error| self.run.writing(error))?;
        }
        self.run.progress.finish();
        if let Some(digest) = self.digest() {
            self.run.diagnostics.detail(format_args!("digest of the games: {digest}"));
        }
        Ok(())
    }

    /// Whether enough was read.
    fn is_done(&self) -> bool {
        !C::TAKES_OTHERS && self.selector.is_done()
    }

    /// What a text with this name contains.
    fn format_of(&self, name: &str) -> InputFormat {
        self.args.inputs.format_of(name)
    }

    /// The work on the games of the text with this name.
    fn work(&self, name: &str) -> Work<'a, C> {
        let text = Arc::new(Text { name: name.into(), format: self.format_of(name), fold: self.command.fold(name) });
        let work = FoldWork::new(text, self.args.selection, C::TAKES_OTHERS);
        Digesting { work, has_digest: self.args.has_digest }
    }

    /// Reads a text, or a part of it.
    fn text(&mut self, opened: Opened<Source<C>>, work: &Work<'a, C>, pipeline: &Pipeline) -> Result<(), Error> {
        let Opened { name, encoding, part, content: games, replacements, .. } = opened;
        let opened_part = part.as_ref();
        let part = opened_part.map(|part| &*part.part);
        self.run.diagnostics.detail(format_args!("reading {name}"));
        let (text, games) = self.recognized(&work.work.text, games);
        let text = &text;
        let is_taken = match text.format {
            InputFormat::Pgn => Ok(true),
            InputFormat::Epd | InputFormat::Fen => self.command.takes_positions(text, &mut self.run),
            InputFormat::Trf => self.command.takes_reports(text, &mut self.run),
        };
        let is_taken = is_taken.map_err(|error| self.run.writing(error))?;
        self.files += u64::from(is_taken && part.is_none_or(|part| !self.covers.continues(part)));
        let checked = match text.format {
            _ if !is_taken => Ok(()),
            InputFormat::Trf if self.args.selection.condition.is_some() => {
                Err("--where selects games, and this is a tournament report".to_owned())
            }
            format => self.args.selection.check(format.items()),
        };
        if let Err(message) = &checked {
            self.run.failed_at(&name, None, format_args!("not read: {message}"));
        }
        if checked.is_err() || !is_taken {
            if let Some(part) = part {
                let (input, digest) = (part.input.clone(), Digest::default());
                self.covers.add(Cover { input, games: 0, digest, part: Some(part.into()) });
            }
            return Ok(());
        }
        let mut cursor = Cursor::of_text(Arc::clone(text));
        if let Some(part) = part {
            cursor.move_to(part.before.unwrap_or_default());
            // The next part of a text goes on with what is remembered of it.
            let last = self.last_part.take().filter(|last| part.start > 0 && last.text.name == cursor.text.name);
            cursor.state = last.map_or_else(Default::default, |last| last.state);
        }
        let games_before = cursor.games;
        if encoding != Encoding::Bytes {
            self.note(TextNote::Utf16, &mut cursor)?;
        }
        let (digest, covered) = match (games, text.format.of_positions()) {
            (GameSource::Unread(content), Some(format)) => {
                (self.positions(content, format, pipeline, &mut cursor)?, part.map(Into::into))
            }
            (GameSource::Unread(content), None) if text.format == InputFormat::Trf => {
                (self.report(content, &mut cursor)?, part.map(Into::into))
            }
            (games, _) => self.games(games, opened_part, work, pipeline, &mut cursor)?,
        };
        self.run.replaced(&name, &replacements);
        self.command.text_end(text, part, &mut cursor.state, &mut self.run);
        let games = cursor.games - games_before;
        if games == 0 && part.is_none_or(|part| part.length() == part.size) {
            self.note(TextNote::NoGames { is_cut: cursor.is_cut }, &mut cursor)?;
        }
        let input = part.map_or(name, |part| part.input.clone());
        self.covers.add(Cover { input, games, digest, part: covered });
        self.last_part = part.map(|_| cursor);
        Ok(())
    }

    fn failed(&mut self, error: &InputError) -> Result<(), Error> {
        self.command.failed(error, &mut self.run).map_err(|error| self.run.writing(error))
    }
}
