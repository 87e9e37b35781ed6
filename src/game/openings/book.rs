//! The names of positions, and the last of them that a game has reached.

use std::fmt;
use std::sync::OnceLock;

use crate::chess::packed::Packed;
use crate::chess::position::Position;
use crate::game::line::step;
use crate::game::replay::Game;

use super::name::Opening;
use super::read::{self, BookError};

/// The table that is built in; see the `README.md` beside it.
const TABLE: &[u8] = include_bytes!("table.tsv");

/// Words of the filter, 64 bits each: of the positions that are not in the table that is built in, one in seventeen passes
/// it. Its size is fixed, for the look-up is a loop of few instructions, and a size that is not known would double them.
const FILTER: usize = 1024;

/// Positions that have a name.
///
/// A position is the same as another by Laws 9.2.3: men, side to move, castling rights, and an en passant capture if it
/// is legal. Most positions of a game have no name, so a few bits of the key are asked first; a name is given only when
/// the whole position agrees.
#[derive(Clone)]
pub struct Book {
    entries: Vec<Entry>,
    /// For each slot the number of an entry, from 1. An entry stands in the first free slot from that of its key on.
    slots: Box<[u32]>,
    /// A bit for the last bits of each key.
    filter: Box<[u64; FILTER]>,
    repeated: usize,
}

/// A position with its name.
#[derive(Clone, Debug)]
struct Entry {
    key: u64,
    position: Packed,
    opening: Opening,
}

/// The opening of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named<'b> {
    /// What it is called.
    pub opening: &'b Opening,
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
    fn new(rows: Vec<(Position, Opening)>) -> Self {
        let slots = (2 * rows.len()).next_power_of_two();
        let mut book = Self {
            entries: Vec::with_capacity(rows.len()),
            slots: vec![0; slots].into_boxed_slice(),
            filter: Box::new([0; FILTER]),
            repeated: 0,
        };
        for (position, opening) in rows {
            book.insert(&position, opening);
        }
        book
    }

    fn insert(&mut self, position: &Position, opening: Opening) {
        let (key, position) = (position.key(), position.pack());
        if self.find(key, |known| *known == position).is_some() {
            self.repeated += 1;
            return;
        }
        let (word, bit) = place_in_filter(key);
        self.filter[word] |= bit;
        let mut slot = self.slot(key);
        while self.slots[slot] != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.entries.push(Entry { key, position, opening });
        self.slots[slot] = self.entries.len() as u32;
    }

    /// How many positions have a name.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no position has one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many names the table has for positions that were named before in it: they are not used.
    #[must_use]
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// What this position is called.
    #[must_use]
    pub fn at(&self, position: &Position) -> Option<&Opening> {
        let key = position.key();
        if !self.may_hold(key) {
            return None;
        }
        self.find(key, |known| *known == position.pack())
    }

    /// The opening of a game: the last position of its main line that has a name.
    #[must_use]
    pub fn name(&self, game: &Game) -> Option<Named<'_>> {
        if !game.has_start {
            return None;
        }
        let mut rest = game.reached.len();
        loop {
            rest = game.reached[..rest].iter().rposition(|reached| self.may_hold(reached.key))?;
            let opening = self.find(game.reached[rest].key, |known| *known == position_at(game, rest).pack());
            if let Some(opening) = opening {
                return Some(Named { opening, ply: rest as u32 });
            }
        }
    }

    /// Whether a position with this key may have a name; few that have none pass.
    #[inline]
    fn may_hold(&self, key: u64) -> bool {
        let (word, bit) = place_in_filter(key);
        self.filter[word] & bit != 0
    }

    /// The opening of the position with this key that `is_meant`.
    fn find(&self, key: u64, is_meant: impl Fn(&Packed) -> bool) -> Option<&Opening> {
        let mut slot = self.slot(key);
        loop {
            // A free slot ends the search; half of them are.
            let entry = &self.entries[(self.slots[slot] as usize).checked_sub(1)?];
            if entry.key == key && is_meant(&entry.position) {
                return Some(&entry.opening);
            }
            slot = (slot + 1) % self.slots.len();
        }
    }

    /// Where an entry with this key is looked for first. The bits are others than those of the filter.
    fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.slots.len() - 1)
    }
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("positions", &self.len()).finish_non_exhaustive()
    }
}

/// The word of the filter for this key, and the bit in it.
#[inline]
fn place_in_filter(key: u64) -> (usize, u64) {
    ((key >> 6) as usize % FILTER, 1 << (key % 64))
}

/// The position of the main line after so many half-moves.
fn position_at(game: &Game, plies: usize) -> Position {
    let mut position = game.start.clone();
    game.reached[1..=plies].iter().for_each(|reached| step(&mut position, reached.mv));
    position
}
