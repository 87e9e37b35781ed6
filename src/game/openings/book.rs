//! A table of named positions, and the look-up of a game's opening: its code and name.

use std::fmt;
use std::sync::OnceLock;

use crate::chess::position::Position;
use crate::game::replay::Game;

use super::read::{self, BookError, Row};

/// The built-in table; see the `README.md` beside it.
const TABLE: &[u8] = include_bytes!("table.tsv");

/// The size of the Bloom filter in 64-bit words: one in two hundred unnamed positions passes it. The size is constant,
/// since the look-up loop is only a few instructions long and a variable size would double them.
const FILTER: usize = 2048;

/// The size of the filter for positions with the fewest pieces, and the maximum number of these positions. It is small
/// enough to stay in cache.
const BARE: usize = 128;
const MAX_BARE: usize = 256;

/// A table of named positions.
///
/// Positions are equal by Laws 9.2.3: pieces, side to move, castling rights, and legal en passant captures. They are
/// found by their [key](Position::key), like repetitions. Most positions of a game have no name, so a Bloom filter with
/// two bits a key comes first.
#[derive(Clone)]
pub struct Book {
    /// The keys, grouped by their filter word and sorted within each group.
    keys: Vec<u64>,
    openings: Vec<Opening>,
    /// The start of each group, and the end of the last one.
    starts: Box<[u32; FILTER + 1]>,
    /// The filter: two bits for each key, in one word.
    filter: Box<[u64; FILTER]>,
    /// The filter for the positions with the fewest pieces.
    bare: Box<[u64; BARE]>,
    /// The minimum number of pieces of all other positions.
    pieces: u32,
    repeated: usize,
}

/// The opening of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GameOpening<'b> {
    /// What it is called.
    pub opening: &'b Opening,
    /// The index of its position in the table.
    pub number: u32,
    /// The number of plies played before the last occurrence of that position.
    pub ply: u32,
}

impl Book {
    /// The built-in table, parsed on first use.
    pub fn embedded() -> &'static Self {
        static BOOK: OnceLock<Book> = OnceLock::new();
        // A test reads the table, so parsing cannot fail.
        BOOK.get_or_init(|| Self::parse(TABLE).unwrap_or_else(|_| Self::new(Vec::new())))
    }

    /// Reads a table of openings in any format of [`read`](super::read).
    pub fn parse(bytes: &[u8]) -> Result<Self, BookError> {
        read::rows(bytes).map(Self::new)
    }

    /// Builds the table. Of several names for one position, the first counts.
    fn new(mut rows: Vec<Row>) -> Self {
        let read = rows.len();
        rows.sort_by_key(|row| (filter_word(row.key).0, row.key));
        rows.dedup_by_key(|row| row.key);
        let mut pieces: Vec<u32> = rows.iter().map(|row| row.pieces).collect();
        pieces.sort_unstable();
        let pieces = pieces.get(MAX_BARE).copied().unwrap_or(0);
        let (mut filter, mut bare) = (Box::new([0; FILTER]), Box::new([0; BARE]));
        let mut starts = Box::new([0; FILTER + 1]);
        for row in &rows {
            let (word, bits) = filter_word(row.key);
            filter[word] |= bits;
            starts[word + 1] += 1;
            if row.pieces < pieces {
                bare[word % BARE] |= bits;
            }
        }
        (0..FILTER).for_each(|word| starts[word + 1] += starts[word]);
        let repeated = read - rows.len();
        let (keys, openings) = rows.into_iter().map(|row| (row.key, row.opening)).unzip();
        Self { keys, openings, starts, filter, bare, pieces, repeated }
    }

    /// The number of named positions.
    pub fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// The number of rows that repeat an earlier position; these are not used.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// The opening with this position.
    pub fn at(&self, position: &Position) -> Option<&Opening> {
        self.find(position.key()).map(|number| &self.openings[number])
    }

    /// The opening of a game: the last named position of its main line.
    pub fn name(&self, game: &Game) -> Option<GameOpening<'_>> {
        let named = |ply: usize, number: usize| {
            Some(GameOpening { opening: &self.openings[number], number: number as u32, ply: ply as u32 })
        };
        let mut rest = if game.has_start() { game.records() } else { &[] };
        // Near its end a game has few pieces, and few named positions do. Each position with a half-move clock of 0 may
        // follow a capture, so the piece count is a lower bound until then.
        let mut max_pieces = game.position().occupied().count();
        while let Some((last, before)) = rest.split_last().filter(|_| max_pieces < self.pieces) {
            if self.may_be_bare(last.key)
                && let Some(number) = self.find(last.key)
            {
                return named(before.len(), number);
            }
            max_pieces += u32::from(last.clock == 0);
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

    /// Whether this may be the key of a position with the fewest pieces.
    #[inline]
    fn may_be_bare(&self, key: u64) -> bool {
        let (word, bits) = filter_word(key);
        self.bare[word % BARE] & bits == bits
    }

    /// Whether a position with this key may have a name; few unnamed ones pass.
    #[inline]
    fn may_hold(&self, key: u64) -> bool {
        let (word, bits) = filter_word(key);
        self.filter[word] & bits == bits
    }

    /// The index of the position with this key.
    fn find(&self, key: u64) -> Option<usize> {
        let (word, _) = filter_word(key);
        let [start, end] = [self.starts[word], self.starts[word + 1]].map(|at| at as usize);
        self.keys[start..end].binary_search(&key).ok().map(|at| start + at)
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("positions", &self.len()).finish_non_exhaustive()
    }
}

/// The filter word of this key, and the key's bits in it.
#[inline]
fn filter_word(key: u64) -> (usize, u64) {
    ((key >> 12) as usize % FILTER, 1 << (key % 64) | 1 << ((key >> 6) % 64))
}

// The code and name of an opening.

/// A named opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    eco: Box<str>,
    name: Box<str>,
}

impl Opening {
    /// An opening with a valid [code](is_code).
    pub(super) fn new(eco: &str, name: &str) -> Self {
        Self { eco: eco.into(), name: name.into() }
    }

    /// Its code in the Encyclopaedia of Chess Openings, `B90`; or `B90a` with Scid's extension, if the table has it.
    pub fn eco(&self) -> &str {
        &self.eco
    }

    /// The volume of the Encyclopaedia: `A` to `E`.
    pub fn volume(&self) -> char {
        self.eco.chars().next().unwrap_or('A')
    }

    /// Its full name: `Sicilian Defense: Najdorf Variation, English Attack`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The part of its name before the first colon: `Sicilian Defense`.
    pub fn family(&self) -> &str {
        self.name.split_once(':').map_or(&*self.name, |(family, _)| family.trim_end())
    }
}

/// Whether a text is a code: a volume and two digits, optionally with Scid's letter and digit.
pub(super) fn is_code(text: &[u8]) -> bool {
    match text {
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] => {
            matches!(rest, [] | [b'a'..=b'z'] | [b'a'..=b'z', b'1'..=b'9'])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_family_and_volume() {
        let opening = Opening::new("B90", "Sicilian Defense: Najdorf Variation: English Attack");
        assert_eq!((opening.volume(), opening.family()), ('B', "Sicilian Defense"));
        assert_eq!(Opening::new("A00", "Clemenz Opening").family(), "Clemenz Opening");
    }

    #[test]
    fn recognizes_codes() {
        for good in ["A00", "E99", "B90a", "B90z4"] {
            assert!(is_code(good.as_bytes()), "{good}");
        }
        for bad in ["", "A0", "F00", "a00", "A000", "A00A", "A00aa", "A00a0", "A00 "] {
            assert!(!is_code(bad.as_bytes()), "{bad}");
        }
    }
}
