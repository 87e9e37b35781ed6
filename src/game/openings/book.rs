//! The names of positions, and the last of them that a game has reached.

use std::fmt;
use std::sync::OnceLock;

use crate::chess::moves::Move;
use crate::chess::packed::Packed;
use crate::chess::position::Position;
use crate::game::line::{Reached, step};
use crate::game::replay::Game;

use super::name::Opening;
use super::read::{self, BookError, Way};

/// The table that is built in; see the `README.md` beside it.
const TABLE: &[u8] = include_bytes!("table.tsv");

/// Words of the filter, 64 bits each: of the positions that are not in the table that is built in, one in two hundred passes
/// it. Its size is fixed, for the look-up is a loop of few instructions, and a size that is not known would double them.
const FILTER: usize = 2048;

/// Positions that have a name.
///
/// A position is the same as another by Laws 9.2.3: men, side to move, castling rights, and an en passant capture if it
/// is legal. Most positions of a game have no name, so a few bits of the key are asked first; a name is given only when
/// the whole position agrees, or all moves that led to it.
#[derive(Clone)]
pub struct Book {
    entries: Vec<Entry>,
    /// What the position of each entry is called.
    openings: Vec<Opening>,
    /// An entry stands in the first free slot from that of its key on.
    slots: Box<[Slot]>,
    /// Two bits for each key, in one word.
    filter: Box<[u64; FILTER]>,
    repeated: usize,
}

/// A position with a name, in one line of the processor's cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Entry {
    position: Packed,
    /// The moves of the table that lead to it, if they are few.
    moves: [Move; FEW_MOVES],
    /// How many they are.
    plies: u16,
}

/// Most lines of a table have no more moves.
const FEW_MOVES: usize = 15;

/// Where an entry stands.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The last bits of its key, so that others are passed over without a look at the entries.
    key: u32,
    /// Its number, from 1; 0 if the slot is free.
    number: u32,
}

/// The opening of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named<'b> {
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
    fn new(rows: Vec<(Way, Opening)>) -> Self {
        let slots = (2 * rows.len()).next_power_of_two();
        let mut book = Self {
            entries: Vec::with_capacity(rows.len()),
            openings: Vec::with_capacity(rows.len()),
            slots: vec![Slot::default(); slots].into_boxed_slice(),
            filter: Box::new([0; FILTER]),
            repeated: 0,
        };
        for (way, opening) in rows {
            book.insert(way, opening);
        }
        book
    }

    fn insert(&mut self, Way { position, moves }: Way, opening: Opening) {
        let (key, position) = (position.key(), position.pack());
        if self.find(key, |known| known.position == position).is_some() {
            self.repeated += 1;
            return;
        }
        let (word, bits) = place_in_filter(key);
        self.filter[word] |= bits;
        let mut slot = self.slot(key);
        while self.slots[slot].number != 0 {
            slot = (slot + 1) % self.slots.len();
        }
        self.entries.push(Entry::new(position, &moves));
        self.openings.push(opening);
        self.slots[slot] = Slot { key: key as u32, number: self.entries.len() as u32 };
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
        let number = self.find(key, |known| known.position == position.pack())?;
        Some(&self.openings[number as usize])
    }

    /// The opening of a game: the last position of its main line that has a name.
    #[must_use]
    pub fn name(&self, game: &Game) -> Option<Named<'_>> {
        if !game.has_start {
            return None;
        }
        let is_usual = game.start.same_position(&Position::initial());
        let mut rest = game.reached.len();
        loop {
            rest = game.reached[..rest].iter().rposition(|reached| self.may_hold(reached.key))?;
            let number = self.find(game.reached[rest].key, |known| {
                let is_same_line = is_usual && known.is_reached_by(&game.reached[1..=rest]);
                is_same_line || known.position == position_at(game, rest).pack()
            });
            if let Some(number) = number {
                return Some(Named { opening: &self.openings[number as usize], number, ply: rest as u32 });
            }
        }
    }

    /// Whether a position with this key may have a name; few that have none pass.
    #[inline]
    fn may_hold(&self, key: u64) -> bool {
        let (word, bits) = place_in_filter(key);
        self.filter[word] & bits == bits
    }

    /// The number of the entry with this key that `is_meant`.
    fn find(&self, key: u64, is_meant: impl Fn(&Entry) -> bool) -> Option<u32> {
        let mut slot = self.slot(key);
        loop {
            // A free slot ends the search; half of them are.
            let Slot { key: known, number } = self.slots[slot];
            let index = number.checked_sub(1)?;
            if known == key as u32 && is_meant(&self.entries[index as usize]) {
                return Some(index);
            }
            slot = (slot + 1) % self.slots.len();
        }
    }

    /// Where an entry with this key is looked for first. The bits are others than those of the filter.
    fn slot(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.slots.len() - 1)
    }
}

impl Entry {
    fn new(position: Packed, moves: &[Move]) -> Self {
        let mut few = [Move::NULL; FEW_MOVES];
        few.iter_mut().zip(moves).for_each(|(few, mv)| *few = *mv);
        Self { position, moves: few, plies: u16::try_from(moves.len()).unwrap_or(u16::MAX) }
    }

    /// Whether a game came here by the moves of the table: then it need not be played again.
    fn is_reached_by(&self, reached: &[Reached]) -> bool {
        let moves = self.moves.get(..self.plies.into());
        moves.is_some_and(|moves| moves.iter().eq(reached.iter().map(|reached| &reached.mv)))
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

/// The position of the main line after so many half-moves.
fn position_at(game: &Game, plies: usize) -> Position {
    let mut position = game.start.clone();
    game.reached[1..=plies].iter().for_each(|reached| step(&mut position, reached.mv));
    position
}
