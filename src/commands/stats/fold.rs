//! The work of `adoube stats` on each game, and its results: counts or rows.

use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::commands::baseline::{KnownFindings, Subject};
use crate::commands::driver::Fold;
use crate::game::openings::Book;
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::{Rule, RuleSet};
use crate::game::verdict::error_summary::ErrorSummary;
use crate::pgn::place::{Locator, Span};
use crate::pipeline::ChunkText;
use crate::stats::standings::event::PairingList;
use crate::stats::standings::table::EventTable;
use crate::stats::standings::trf::read_report;
use crate::stats::{Facts, KeyBuffer, Plan, Stats};

/// Reads games and adds up what is made of them.
pub(super) struct Gathering<'a, M> {
    pub(super) reducer: &'a M,
    pub(super) name: Box<str>,
    /// The rules whose findings make a game invalid, and text that belongs to no game.
    pub(super) rules: RuleSet,
    /// The findings of `--baseline`.
    pub(super) known: Option<&'a KnownFindings>,
    /// Whether games are selected by their number in the input, which a chunk does not know. Then the results are kept
    /// per game.
    pub(super) selects_games: bool,
}

/// The results of a chunk. Lines count from its start.
pub(super) struct Sum<T> {
    /// The result of its games, unless they are kept per game.
    pub(super) output: Option<T>,
    pub(super) errors: Errors,
}

/// The errors of games, unless these are kept per game, and of text between games.
pub(super) type Errors = [ErrorSamples; 2];

/// The number of errors of a kind, and the first one.
#[derive(Default)]
pub(super) struct ErrorSamples {
    pub(super) places: u64,
    pub(super) first: Option<ErrorSummary>,
}

/// The result of a game that is kept, and its first error.
pub(super) type GameResult<T> = (T, Option<ErrorSummary>);

impl<T> Default for Sum<T> {
    fn default() -> Self {
        Self { output: None, errors: Errors::default() }
    }
}

impl ErrorSamples {
    pub(super) fn extend(&mut self, error: Option<ErrorSummary>) {
        self.places += u64::from(error.is_some());
        self.first = self.first.take().or(error);
    }

    /// Adds the errors of the following text, which starts at this line.
    pub(super) fn merge(&mut self, other: Self, lines: u64) {
        self.places += other.places;
        if self.first.is_none() {
            self.first = other.first.map(|error| ErrorSummary { line: error.line + lines, ..error });
        }
    }
}

impl<M> Gathering<'_, M> {
    /// The errors that the baseline does not know; for text between games, what belongs to no game.
    fn errors(&self, game: &Game, bytes: &[u8]) -> Option<ErrorSummary> {
        if game.report.findings.is_empty() {
            return None;
        }
        let subject = || Subject::of_game(game, bytes, &bytes[game.span.clone()]);
        let rest = self.known.map(|known| known.rest(&game.report, subject));
        ErrorSummary::of_any_kind(rest.as_ref().unwrap_or(&game.report), &mut Locator::new(bytes))
    }
}

impl<M: Reducer> Fold for Gathering<'_, M> {
    type Item = Box<GameResult<M::Output>>;
    type Sum = Sum<M::Output>;

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.rules)
    }

    fn add(&self, sum: &mut Sum<M::Output>, game: &Game, bytes: &ChunkText<'_>, number: u64) {
        let [faulty, stray] = &mut sum.errors;
        let is_game = game.status != Validity::NoGame;
        match game.status {
            Validity::Invalid if self.selects_games => {}
            // Its place would require counting from the start of the chunk.
            Validity::Invalid if faulty.first.is_some() && self.known.is_none() => faulty.places += 1,
            Validity::Invalid => faulty.extend(self.errors(game, bytes).filter(ErrorSummary::is_error)),
            _ => stray.extend(self.errors(game, bytes).filter(|error| !is_game || error.rule == Rule::StrayText)),
        }
        if is_game && !self.selects_games {
            let output = sum.output.get_or_insert_with(|| self.reducer.begin());
            self.reducer.add(output, ChunkGame { game, bytes, name: &self.name, number });
        }
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, _: Span) -> Option<Self::Item> {
        if !self.selects_games || game.status == Validity::NoGame {
            return None;
        }
        let mut output = self.reducer.empty();
        self.reducer.add(&mut output, ChunkGame { game, bytes, name: &self.name, number: 1 });
        let errors = if game.status == Validity::Invalid { self.errors(game, bytes) } else { None };
        Some(Box::new((output, errors.filter(ErrorSummary::is_error))))
    }

    fn report(&self, text: &[u8]) -> Self::Item {
        let (report, found) = read_report(text, self.rules);
        let rest = self.known.map(|known| known.rest(&found, || Subject::of_text(text)));
        let error = ErrorSummary::of_any_kind(rest.as_ref().unwrap_or(&found), &mut Locator::new(text));
        let mut output = self.reducer.empty();
        self.reducer.add_report(&mut output, report.pairings());
        Box::new((output, error))
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

impl<'a> ChunkGame<'a> {
    pub(super) fn facts(self, book: Option<&'a Book>) -> Facts<'a> {
        Facts::new(self.game, self.bytes, self.name, book).numbered(self.number)
    }
}

/// The processing of games into results.
pub(super) trait Reducer: Sync {
    /// The result of some games.
    type Output: Send + 'static;

    /// The result without games.
    fn empty(&self) -> Self::Output;

    /// The result to which the games of the next chunk are added. With a single thread, all earlier chunks are already
    /// handed on.
    fn begin(&self) -> Self::Output {
        self.empty()
    }

    fn add(&self, output: &mut Self::Output, chunk_game: ChunkGame<'_>);

    /// Whether pairings without games say something of what is counted.
    fn takes_reports(&self) -> bool {
        false
    }

    /// Adds the pairings of a tournament report.
    fn add_report(&self, _output: &mut Self::Output, _pairings: PairingList) {}
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

thread_local! {
    /// A buffer that the games of a thread share.
    static KEY: RefCell<KeyBuffer> = RefCell::default();
}

impl Reducer for Counting<'_> {
    type Output = Stats;

    fn empty(&self) -> Stats {
        Stats::new(self.plan)
    }

    fn begin(&self) -> Stats {
        let whole = if self.appends { self.lock().take() } else { None };
        whole.unwrap_or_else(|| self.empty())
    }

    fn takes_reports(&self) -> bool {
        self.plan.of_event.iter().any(|table| *table != EventTable::Match)
    }

    fn add_report(&self, stats: &mut Stats, pairings: PairingList) {
        stats.event.iter_mut().for_each(|event| event.add_report(pairings.clone()));
    }

    fn add(&self, stats: &mut Stats, chunk_game: ChunkGame<'_>) {
        KEY.with_borrow_mut(|key| stats.add(&chunk_game.facts(self.book), key));
    }
}
