//! A hash table of counts: a position and a depth to the number of paths, shared by threads without locks.
//!
//! It does not know where its memory comes from, nor who searches with it.
//!
//! ```text
//!   Key       place (64 bits)                               check (64 bits)
//!             [ line: upper 32 ][ . . . ][ more check ]     [ ........ check ........ ]
//!
//!   line      one cache line, four entries of two words
//!             | a b | a b | a b | a b |
//!
//!   entry     b = [ more check: bits − 64 ][ count: 128 − bits ]
//!             a = check XOR b
//! ```
//!
//! # How sure a hit is
//!
//! An entry does not hold its position, only a check of some bits, so a probe may find the entry of another position: a
//! *false hit*, and a wrong count. How likely is one in a whole run?
//!
//! A key has two halves, drawn from two families of functions with numbers that have nothing to do with each other.
//!
//! * `place` is Zobrist's: the XOR of one random number for each thing that is so in the position. Two positions that
//!   differ have places whose XOR is that of at least one random number; each bit of it is 0 with probability ½,
//!   independently of the other bits.
//! * `check` is the *multilinear* function `⌊(m₀ + m₁x₁ + … + mₙxₙ mod 2¹²⁸) ÷ 2⁶⁴⌋` of eight words `x` of 64 bits that
//!   say everything about position and depth, with random `m` of 128 bits. For two different inputs every pair of values
//!   is equally likely (Lemire and Kaser, "Strongly universal string hashing is fast", Computer Journal 57, 2014), so
//!   the values are equal with probability 2⁻⁶⁴.
//!
//! Let an entry be checked with `bits` bits: the 64 of `check`, and for more than that the lowest of `place`. The line is
//! chosen by the upper bits of `place`, which are independent of both. Take that choice as made. Then, up to the first
//! false hit, the run is the one that an ideal table would give; in it each probe is compared with at most four entries,
//! and each of these that belongs to another position passes with probability 2^−bits. So
//!
//! ```text
//!   P(any false hit in the run)  ≤  probes × 4 × 2^−bits
//! ```
//!
//! That the line has been chosen alike gives no certainty: four entries of a full line are compared whatever their
//! positions are. With the default of 84 bits the bound stays below 10⁻⁶ for 2⁶² probes, which is a century at more than
//! a billion probes a second: so the promise holds for every depth, and counts of 44 bits remain. A subtree with more
//! nodes than fit is not stored; its children are. The random numbers are fixed ones, drawn by a generator that knows
//! nothing of chess; as always with hashing, *probability* speaks of that draw.
//!
//! # Threads
//!
//! The two words of an entry are read and written one by one, so a reader may see `a` of one writer and `b` of another.
//! `a XOR b` is then the true check only if both wrote the same count, or by an accident of 2⁻⁶⁴ for each such mixture
//! (Hyatt and Mann, "A lockless transposition-table implementation for parallel search", ICGA Journal 25, 2002). No
//! order between different entries is needed, so all accesses are relaxed.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::chess::piece::{Color, Kind};
use crate::chess::position::Position;
use crate::chess::zobrist::{FREE, random};

/// Entries in a line.
const ENTRIES: usize = 4;

/// Words in a line.
const WORDS: usize = 2 * ENTRIES;

/// Bytes in a line; the memory of a table is a multiple of it.
pub const LINE_BYTES: usize = WORDS * size_of::<u64>();

/// Check bits unless asked otherwise: enough for any run, see above.
pub const DEFAULT_BITS: u32 = 84;

/// The fewest check bits that can be asked for; so few make false hits that can be seen.
pub const MIN_BITS: u32 = 8;

/// The most check bits: 32 remain for the count.
pub const MAX_BITS: u32 = 96;

/// Tables of more lines (256 GiB) would not be filled evenly.
const MAX_LINES: u64 = 1 << 32;

/// A position and a depth as 128 random bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    place: u64,
    check: u64,
}

impl Key {
    /// The key of counting so many plies, at most 255, from a position.
    #[must_use]
    #[inline]
    pub fn new(position: &Position, depth: u32) -> Self {
        let words = [
            position.kinds(Kind::Pawn).0,
            position.kinds(Kind::Knight).0,
            position.kinds(Kind::Bishop).0,
            position.kinds(Kind::Rook).0,
            position.kinds(Kind::Queen).0,
            position.kinds(Kind::King).0,
            position.colors(Color::White).0,
            rest(position, depth),
        ];
        Self { place: position.key() ^ DEPTHS[depth as usize & 255], check: multilinear(words) }
    }
}

/// What is so beside the men: castling rights on the first and last rank, and between them the en passant file, the side
/// to move and the depth.
#[inline]
fn rest(position: &Position, depth: u32) -> u64 {
    let en_passant = position.legal_en_passant().map_or(0, |square| 1 << 8 << square.file().index());
    position.castling().0 | en_passant | (position.turn() as u64) << 16 | u64::from(depth & 255) << 24
}

/// The multilinear function of eight words.
#[inline]
fn multilinear(words: [u64; 8]) -> u64 {
    let sum = words.iter().zip(&FACTORS[1..]);
    (sum.fold(FACTORS[0], |sum, (&word, &factor)| sum.wrapping_add(factor.wrapping_mul(u128::from(word)))) >> 64) as u64
}

/// A number for each depth.
static DEPTHS: [u64; 256] = {
    let mut depths = [0; 256];
    let mut depth = 0;
    while depth < 256 {
        depths[depth] = random(FREE + depth);
        depth += 1;
    }
    depths
};

/// The factors of the multilinear function.
static FACTORS: [u128; 9] = {
    let mut factors = [0; 9];
    let mut index = 0;
    while index < 9 {
        let at = FREE + 256 + 2 * index;
        factors[index] = (random(at) as u128) << 64 | random(at + 1) as u128;
        index += 1;
    }
    factors
};

/// How often a table was asked, and how often it knew.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// How often it was asked.
    pub probes: u64,
    /// How often it knew.
    pub hits: u64,
}

/// Counts by position and depth, in memory that belongs to somebody else.
#[derive(Debug)]
pub struct Table<'m> {
    words: &'m [AtomicU64],
    lines: u64,
    bits: u32,
    probes: AtomicU64,
    hits: AtomicU64,
}

impl<'m> Table<'m> {
    /// A table in this memory, which must hold zeros, with entries that are checked by so many bits.
    ///
    /// What is left over of the last line is not used. `bits` is brought into [`MIN_BITS`]..=[`MAX_BITS`]. `None` if there
    /// is not room for one line.
    #[must_use]
    pub fn new(memory: &'m [AtomicU64], bits: u32) -> Option<Self> {
        let lines = (memory.len() / WORDS) as u64;
        let lines = lines.min(MAX_LINES);
        let bits = bits.clamp(MIN_BITS, MAX_BITS);
        let none = || AtomicU64::new(0);
        (lines > 0).then(|| Self { words: memory, lines, bits, probes: none(), hits: none() })
    }

    /// By how many bits an entry is checked.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// How much memory it uses.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.lines * LINE_BYTES as u64
    }

    /// What has been counted for this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: Key) -> Option<u64> {
        let (check, more) = self.check(key);
        let line = self.line(key);
        for entry in line.chunks_exact(2) {
            let b = entry[1].load(Ordering::Relaxed);
            if entry[0].load(Ordering::Relaxed) ^ b == check && self.more_of(b) == more {
                return Some(b & self.count_mask());
            }
        }
        None
    }

    /// Keeps a count, in place of the smallest one of its line. A count that does not fit is not kept.
    #[inline]
    pub fn put(&self, key: Key, count: u64) {
        if count > self.count_mask() {
            return;
        }
        let (check, more) = self.check(key);
        let line = self.line(key);
        let mut at = 0;
        let mut smallest = u64::MAX;
        for entry in 0..ENTRIES {
            let count = line[2 * entry + 1].load(Ordering::Relaxed) & self.count_mask();
            if count < smallest {
                (at, smallest) = (2 * entry, count);
            }
        }
        let b = if self.bits > 64 { more << (128 - self.bits) | count } else { count };
        line[at].store(check ^ b, Ordering::Relaxed);
        line[at + 1].store(b, Ordering::Relaxed);
    }

    /// Has the memory brought near that will be needed for this key.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: every x86-64 processor has the instruction, and it never faults.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.line(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Takes note of what a search has asked.
    pub fn note(&self, usage: Usage) {
        self.probes.fetch_add(usage.probes, Ordering::Relaxed);
        self.hits.fetch_add(usage.hits, Ordering::Relaxed);
    }

    /// What has been noted so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        Usage { probes: self.probes.load(Ordering::Relaxed), hits: self.hits.load(Ordering::Relaxed) }
    }

    /// A bound for the probability that any of the probes noted so far has met the entry of another position.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a bound needs no more than three digits")]
    pub fn false_hit_bound(&self) -> f64 {
        let bits = i32::try_from(self.bits).unwrap_or(i32::MAX);
        (self.usage().probes as f64 * ENTRIES as f64 * 0.5_f64.powi(bits)).min(1.0)
    }

    #[inline]
    fn line(&self, key: Key) -> &[AtomicU64] {
        let line = ((key.place >> 32) * self.lines) >> 32;
        let start = line as usize * WORDS;
        &self.words[start..start + WORDS]
    }

    /// The bits of a key that are compared: those in the first word of an entry, and those beside the count.
    #[inline]
    fn check(&self, key: Key) -> (u64, u64) {
        if self.bits > 64 {
            (key.check, key.place & ((1 << (self.bits - 64)) - 1))
        } else {
            (key.check & (!0 >> (64 - self.bits)), 0)
        }
    }

    /// The bits of a second word that belong to the check.
    #[inline]
    const fn more_of(&self, b: u64) -> u64 {
        if self.bits > 64 { b >> (128 - self.bits) } else { 0 }
    }

    #[inline]
    const fn count_mask(&self) -> u64 {
        if self.bits > 64 { (1 << (128 - self.bits)) - 1 } else { !0 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn memory(lines: usize) -> Vec<AtomicU64> {
        (0..lines * WORDS).map(|_| AtomicU64::new(0)).collect()
    }

    fn key(number: u64) -> Key {
        let number = number as usize;
        Key { place: random(2 * number), check: random(2 * number + 1) }
    }

    #[test]
    fn what_is_kept_is_found_again() {
        for bits in [MIN_BITS, 63, 64, 65, DEFAULT_BITS, MAX_BITS] {
            let memory = memory(1);
            let table = Table::new(&memory, bits).unwrap();
            for number in 0..4 {
                table.put(key(number), number + 1);
            }
            for number in 0..4 {
                assert_eq!(table.get(key(number)), Some(number + 1), "{bits}");
            }
            table.put(key(9), 100);
            assert_eq!((table.get(key(0)), table.get(key(9))), (None, Some(100)), "the smallest makes room: {bits}");
        }
    }

    #[test]
    fn a_count_that_does_not_fit_is_not_kept() {
        let memory = memory(4);
        let table = Table::new(&memory, MAX_BITS).unwrap();
        let largest = u64::from(u32::MAX);
        table.put(key(1), largest);
        table.put(key(2), largest + 1);
        assert_eq!((table.get(key(1)), table.get(key(2))), (Some(largest), None));
        assert!(Table::new(&memory[..WORDS - 1], 84).is_none());
    }

    #[test]
    fn keys_tell_positions_and_depths_apart() {
        let mut keys = HashSet::new();
        let mut differ = |fen: &str, depth| {
            let key = Key::new(&Position::from_fen(fen).unwrap(), depth);
            assert!(keys.insert(key.place) && keys.insert(key.check), "{fen} {depth}");
        };
        for fen in [
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1",
            "N3k2r/8/8/3pP3/8/8/8/R3K2R w K - 0 1",
        ] {
            for depth in [1, 2, 3, 255] {
                differ(fen, depth);
            }
        }
        let of = |fen| Key::new(&Position::from_fen(fen).unwrap(), 3);
        assert_eq!(
            of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
            of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 9"),
            "counters do not count"
        );
        assert_eq!(
            of("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
            of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"),
            "what cannot be captured does not count"
        );
    }

    /// With few bits false hits become so frequent that they can be counted: about as many as the bound says.
    #[test]
    fn false_hits_are_as_rare_as_the_bound_says() {
        const PROBES: u32 = 1_000_000;
        for (bits, lowest, highest) in [(8, 15_100, 15_900), (12, 880, 1_080), (20, 0, 12)] {
            let memory = memory(64);
            let table = Table::new(&memory, bits).unwrap();
            for number in 0..1_000 {
                table.put(key(number), 1);
            }
            let hits = (1_000..1_000 + u64::from(PROBES)).filter(|&number| table.get(key(number)).is_some()).count();
            table.note(Usage { probes: PROBES.into(), hits: 0 });
            assert!((lowest..=highest).contains(&hits), "{bits} bits: {hits}");
            let expected = 4.0 * f64::from(PROBES) / f64::from(1 << bits);
            assert!((table.false_hit_bound() - expected.min(1.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn the_default_keeps_the_promise_for_a_century() {
        let memory = memory(1);
        let table = Table::new(&memory, DEFAULT_BITS).unwrap();
        table.note(Usage { probes: 1 << 62, hits: 0 });
        assert!(table.false_hit_bound() < 1e-6);
    }
}
