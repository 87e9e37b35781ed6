//! The names of positions, and the last of them that a game has reached.

use std::fmt;
use std::sync::OnceLock;

use crate::chess::position::Position;
use crate::game::replay::Game;

use super::name::Opening;
use super::read::{self, BookError, Row};

/// The table that is built in; see the `README.md` beside it.
const TABLE: &[u8] = include_bytes!("table.tsv");

/// Words of the filter, 64 bits each: of the positions that are not in the table that is built in, one in two hundred passes
/// it. Its size is fixed, for the look-up is a loop of few instructions, and a size that is not known would double them.
const FILTER: usize = 2048;

/// Words of the filter for positions with the fewest men, and the most of these positions. It is small enough to stay at
/// hand.
const BARE: usize = 128;
const MOST_BARE: usize = 256;

/// Positions that have a name.
///
/// A position is the same as another by Laws 9.2.3: men, side to move, castling rights, and an en passant capture if it
/// is legal. It is known by its [key](Position::key), as it is when repetitions are counted. Most positions of a game have
/// no name, so a few bits of the key are asked first.
#[derive(Clone)]
pub struct Book {
    /// The positions' keys, by the words of the filter that they stand in, and there in order.
    keys: Vec<u64>,
    openings: Vec<Opening>,
    /// Where the keys of each word begin, and behind them all, where they end.
    starts: Box<[u32; FILTER + 1]>,
    /// Two bits for each key, in one word.
    filter: Box<[u64; FILTER]>,
    /// The same of those positions that have the fewest men.
    bare: Box<[u64; BARE]>,
    /// All others have at least so many men.
    men: u32,
    repeated: usize,
}

/// The opening of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOpening<'b> {
    /// What it is called.
    pub opening: &'b Opening,
    /// Which of the book's positions this is, from 0.
    pub number: u32,
    /// How many half-moves were played when the position that is called so stood on the board for the last time.
    pub ply: u32,
}

impl Book {
    /// The table that is built in, read when it is asked for the first time.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        // A test reads the table, which is a part of the program.
        BOOK.get_or_init(|| Self::read(TABLE).unwrap_or_else(|_| Self::new(Vec::new())))
    }

    /// Reads a table of openings in one of the formats of [`read`](super::read).
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        read::rows(bytes).map(Self::new)
    }

    /// A book of these positions. Of several names for one position the first stands.
    fn new(mut rows: Vec<Row>) -> Self {
        let read = rows.len();
        rows.sort_by_key(|row| (place_in_filter(row.key).0, row.key));
        rows.dedup_by_key(|row| row.key);
        let mut men: Vec<u32> = rows.iter().map(|row| row.men).collect();
        men.sort_unstable();
        let men = men.get(MOST_BARE).copied().unwrap_or(0);
        let (mut filter, mut bare) = (Box::new([0; FILTER]), Box::new([0; BARE]));
        let mut starts = Box::new([0; FILTER + 1]);
        for row in &rows {
            let (word, bits) = place_in_filter(row.key);
            filter[word] |= bits;
            starts[word + 1] += 1;
            if row.men < men {
                bare[word % BARE] |= bits;
            }
        }
        (0..FILTER).for_each(|word| starts[word + 1] += starts[word]);
        let repeated = read - rows.len();
        let (keys, openings) = rows.into_iter().map(|row| (row.key, row.opening)).unzip();
        Self { keys, openings, starts, filter, bare, men, repeated }
    }

    /// How many positions have a name.
    #[must_use]
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether no position has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// How many names the table has for positions that were named before in it: they are not used.
    #[must_use]
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// What this position is called.
    #[must_use]
    pub fn at(&self, position: &Position) -> Option<&Opening> {
        self.find(position.key()).map(|number| &self.openings[number])
    }

    /// The opening of a game: the last position of its main line that has a name.
    #[must_use]
    pub fn name(&self, game: &Game) -> Option<GameOpening<'_>> {
        let named = |ply: usize, number: usize| {
            Some(GameOpening { opening: &self.openings[number], number: number as u32, ply: ply as u32 })
        };
        let mut rest = if game.has_start { &game.records[..] } else { &[] };
        // Towards its end a game has few men, and few positions with a name have so few. Each move after which the half-move
        // clock stands at 0 may have been a capture.
        let mut most_men = game.position.occupied().count();
        while let Some((last, before)) = rest.split_last().filter(|_| most_men < self.men) {
            if self.may_be_bare(last.key)
                && let Some(number) = self.find(last.key)
            {
                return named(before.len(), number);
            }
            most_men += u32::from(last.clock == 0);
            rest = before;
        }
        loop {
            let ply = rest.iter().rposition(|record| self.may_hold(record.key))?;
            if let Some(number) = self.find(rest[ply].key) {
                return named(ply, number);
            }
            rest = &rest[..ply];
        }
    }

    /// Whether this may be the key of one of the positions with the fewest men.
    #[inline]
    fn may_be_bare(&self, key: u64) -> bool {
        let (word, bits) = place_in_filter(key);
        self.bare[word % BARE] & bits == bits
    }

    /// Whether a position with this key may have a name; few that have none pass.
    #[inline]
    fn may_hold(&self, key: u64) -> bool {
        let (word, bits) = place_in_filter(key);
        self.filter[word] & bits == bits
    }

    /// The number of the position with this key.
    fn find(&self, key: u64) -> Option<usize> {
        let (word, _) = place_in_filter(key);
        let [start, end] = [self.starts[word], self.starts[word + 1]].map(|at| at as usize);
        self.keys[start..end].binary_search(&key).ok().map(|at| start + at)
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("positions", &self.len()).finish_non_exhaustive()
    }
}

/// The word of the filter for this key, and the bits in it.
#[inline]
fn place_in_filter(key: u64) -> (usize, u64) {
    ((key >> 12) as usize % FILTER, 1 << (key % 64) | 1 << ((key >> 6) % 64))
}
