//! The work of `adoube stats` on each game, its results (counts or rows), and the result of a chunk of text.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::commands::driver::{LineColumn, LineSpan, Measured};
use crate::game::openings::Book;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::{Rule, RuleSet};
use crate::game::verdict::error_summary::ErrorSummary;
use crate::options::{Match, Matches, SelectionArgs};
use crate::pgn::place::{Locator, Span};
use crate::pipeline::{ChunkText, GameWork};
use crate::stats::{Facts, KeyBuffer, Plan, Stats};

/// Reads games and adds up what is made of them.
pub(super) struct Gathering<'a, M> {
    pub(super) reducer: &'a M,
    pub(super) name: Box<str>,
    pub(super) selection: &'a SelectionArgs,
    /// The rules whose findings make a game invalid, and text that belongs to no game.
    pub(super) rules: RuleSet,
    /// Whether games are selected by their number in the input, which a chunk does not know. Then the results are kept
    /// per game.
    pub(super) selects_games: bool,
}

/// The result of a single game: that of the condition and, if selected, its counts.
type Apart<T> = (Match, Option<(T, Option<ErrorSummary>)>);

/// Successive games of a text.
pub(super) struct Part<T, S> {
    /// The counts of the selected games, unless they are kept per game.
    pub(super) whole: Option<T>,
    /// How many games that is.
    pub(super) chosen: u64,
    /// The result of each game; only that of the condition for games that are not selected.
    pub(super) each: Vec<Apart<T>>,
    /// The results of the condition, unless they are kept per game.
    pub(super) matches: Matches,
    pub(super) games: u64,
    /// The first errors in selected games, and the number of games with errors. Lines count from the start of the
    /// chunk.
    pub(super) faulty: ErrorSamples,
    /// The same of text between games.
    pub(super) stray: ErrorSamples,
    /// Its end, counted from its start.
    pub(super) corner: LineColumn,
    /// How many bytes that was found out for.
    measured: usize,
    scratch: S,
}

/// Where something is wrong.
#[derive(Default)]
pub(super) struct ErrorSamples {
    pub(super) places: u64,
    pub(super) first: Option<ErrorSummary>,
}

impl<M: Reducer> GameWork for Gathering<'_, M> {
    type Part = Part<M::Output, M::Scratch>;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        let excluded = self.selection.decide_by_tags(bytes, start, true);
        excluded.unwrap_or_else(|| read_game(bytes, start, self.rules))
    }

    fn absorb(&self, part: &mut Self::Part, game: &mut Game, bytes: &ChunkText<'_>, span: Span) {
        if span.end - part.measured >= COUNT_LINES_AT && bytes[span.end - 1] != b'\r' {
            part.measure(&bytes[..span.end]);
        }
        let is_game = game.status != Validity::NoGame;
        part.games += u64::from(is_game);
        let matched = if is_game { self.selection.evaluate(game, bytes) } else { Match::SELECTED };
        let is_selected = matched.is_selected;
        let mut own = None;
        let is_known = !self.selects_games && game.status == Validity::Invalid && part.faulty.first.is_some();
        if is_selected && is_known {
            // Its place would require counting from the start of the chunk.
            part.faulty.places += 1;
        } else if is_selected && !game.report.findings.is_empty() {
            let faults = ErrorSummary::of_any_kind(&game.report, &mut Locator::new(bytes));
            match faults {
                Some(faults) if game.status == Validity::Invalid && self.selects_games => own = Some(faults),
                Some(faults) if game.status == Validity::Invalid => part.faulty.add(faults),
                Some(faults) if !is_game || faults.rule == Rule::StrayText => part.stray.add(faults),
                _ => {}
            }
        }
        if !is_game {
            return;
        }
        if !self.selects_games {
            part.matches.add(matched);
        }
        if !is_selected {
            part.each.extend(self.selects_games.then_some((matched, None)));
            return;
        }
        let number = if self.selects_games { 1 } else { part.games };
        let chunk_game = ChunkGame { game, bytes, name: &self.name, number };
        if self.selects_games {
            let mut output = self.reducer.empty();
            self.reducer.add(&mut output, chunk_game, &mut part.scratch);
            part.each.push((matched, Some((output, own))));
        } else {
            part.chosen += 1;
            let whole = part.whole.get_or_insert_with(|| self.reducer.begin());
            self.reducer.add(whole, chunk_game, &mut part.scratch);
        }
    }

    fn close(&self, part: &mut Self::Part, bytes: &[u8]) {
        part.measure(bytes);
    }
}

impl<T, S: Default> Default for Part<T, S> {
    fn default() -> Self {
        Self {
            whole: None,
            chosen: 0,
            each: Vec::new(),
            matches: Matches::default(),
            games: 0,
            faulty: ErrorSamples::default(),
            stray: ErrorSamples::default(),
            corner: LineColumn::default(),
            measured: 0,
            scratch: S::default(),
        }
    }
}

/// The number of bytes after which lines are counted, while the bytes are in the cache; never between CR and LF.
const COUNT_LINES_AT: usize = 64 << 10;

impl<T, S> Part<T, S> {
    /// Counts lines up to the end of these bytes, which are the start of the chunk.
    fn measure(&mut self, bytes: &[u8]) {
        self.corner.pass(LineSpan::new(&bytes[self.measured..]));
        self.measured = bytes.len();
    }
}

impl<T, S> Measured for Part<T, S> {
    fn extent(&self) -> LineSpan {
        self.corner.into()
    }
}

impl ErrorSamples {
    pub(super) fn add(&mut self, faults: ErrorSummary) {
        self.places += 1;
        self.first.get_or_insert(faults);
    }

    /// Adds the result of the following text, which starts at this line.
    pub(super) fn merge(&mut self, other: Self, lines: u64) {
        self.places += other.places;
        if self.first.is_none() {
            self.first = other.first.map(|faults| ErrorSummary { line: faults.line + lines, ..faults });
        }
    }
}

// The results of games: counts, or rows.

#[derive(Clone, Copy)]
pub(super) struct ChunkGame<'a> {
    pub(super) game: &'a Game,
    pub(super) bytes: &'a ChunkText<'a>,
    pub(super) name: &'a str,
    /// The number of the game, from 1, counted from the start of the chunk, or 1 if results are kept per game.
    pub(super) number: u64,
}

/// The processing of games into results.
pub(super) trait Reducer: Sync {
    /// The result of some games.
    type Output: Send + 'static;
    /// Reusable buffers.
    type Scratch: Default + Send + 'static;

    /// The result without games.
    fn empty(&self) -> Self::Output;

    /// The result to which the games of the next chunk are added. With a single thread, all earlier chunks are already
    /// handed on.
    fn begin(&self) -> Self::Output {
        self.empty()
    }

    fn add(&self, output: &mut Self::Output, chunk_game: ChunkGame<'_>, scratch: &mut Self::Scratch);
}

pub(super) struct Counting<'a> {
    plan: &'a Plan,
    /// The user's table of openings, if there is one.
    book: Option<&'a Book>,
    /// Whether the counts of a chunk are added to those before it, instead of being merged.
    appends: bool,
    /// The counts of finished chunks; nothing while the next chunk is being added to them.
    whole: Mutex<Option<Stats>>,
}

impl<'a> Counting<'a> {
    /// Counts by a plan. `is_alone` says that chunks are read one after the other, each finished before the next
    /// starts.
    ///
    /// This saves the merging, but only where it cannot change which rows are dropped: the tables of the summary and of
    /// the page get few new rows per chunk.
    pub(super) fn new(plan: &'a Plan, book: Option<&'a Book>, is_alone: bool) -> Self {
        Self { plan, book, appends: is_alone && plan.is_summary, whole: Mutex::default() }
    }

    /// Adds the counts of the next chunk.
    pub(super) fn keep(&self, mut part: Stats) {
        let mut whole = self.lock();
        if let Some(whole) = &mut *whole {
            whole.merge(part);
        } else {
            part.settle();
            *whole = Some(part);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Stats>> {
        self.whole.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The counts of all chunks.
    pub(super) fn finish(self) -> Stats {
        self.whole.into_inner().unwrap_or_else(PoisonError::into_inner).unwrap_or_else(|| Stats::new(self.plan))
    }
}

impl Reducer for Counting<'_> {
    type Output = Stats;
    type Scratch = KeyBuffer;

    fn empty(&self) -> Stats {
        Stats::new(self.plan)
    }

    fn begin(&self) -> Stats {
        let whole = if self.appends { self.lock().take() } else { None };
        whole.unwrap_or_else(|| self.empty())
    }

    fn add(&self, output: &mut Stats, chunk_game: ChunkGame<'_>, key: &mut KeyBuffer) {
        output.add(&Facts::new(chunk_game.game, chunk_game.bytes, chunk_game.name, self.book), key);
    }
}
