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
//! A key (see `key`) has two halves, drawn from two families of functions with numbers that have nothing to do with each
//! other.
//!
//! * `place` is an XOR of random numbers. Two positions that differ have places whose XOR is that of at least one random
//!   number; each bit of it is 0 with probability ½, independently of the other bits.
//! * `check` is strongly universal: for two different inputs every pair of values is equally likely, so the values are
//!   equal with probability 2⁻⁶⁴.
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

pub use super::key::Key;

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
    /// The bits of an entry's first word that are compared.
    check_mask: u64,
    /// The bits of an entry's second word that are the count.
    count_mask: u64,
    /// By how much the lowest bits of `place` are shifted to stand beside the count.
    shift: u32,
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
        let (check_mask, count_mask, shift) =
            if bits > 64 { (!0, !0 >> (bits - 64), 128 - bits) } else { (!0 >> (64 - bits), !0, 0) };
        (lines > 0).then(|| Self {
            words: memory,
            lines,
            bits,
            check_mask,
            count_mask,
            shift,
            probes: none(),
            hits: none(),
        })
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
    #[inline(always)]
    pub fn get(&self, key: Key) -> Option<u64> {
        let (check, beside) = self.check(key);
        for entry in self.line(key).chunks_exact(2) {
            let b = entry[1].load(Ordering::Relaxed);
            let differ = (entry[0].load(Ordering::Relaxed) ^ b ^ check) | ((b ^ beside) & !self.count_mask);
            if differ == 0 {
                return Some(b & self.count_mask);
            }
        }
        None
    }

    /// Keeps a count, in place of the smallest one of its line. A count that does not fit is not kept.
    #[inline]
    pub fn put(&self, key: Key, count: u64) {
        if count > self.count_mask {
            return;
        }
        let (check, beside) = self.check(key);
        let line = self.line(key);
        let mut at = 0;
        let mut smallest = u64::MAX;
        for entry in 0..ENTRIES {
            let count = line[2 * entry + 1].load(Ordering::Relaxed) & self.count_mask;
            if count < smallest {
                (at, smallest) = (2 * entry, count);
            }
        }
        let b = beside | count;
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

    #[inline(always)]
    fn line(&self, key: Key) -> &[AtomicU64] {
        let line = ((key.place >> 32) * self.lines) >> 32;
        let start = line as usize * WORDS;
        &self.words[start..start + WORDS]
    }

    /// The bits of a key that are compared: those in the first word of an entry, and those beside the count.
    #[inline(always)]
    const fn check(&self, key: Key) -> (u64, u64) {
        (key.check & self.check_mask, (key.place << self.shift) & !self.count_mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::zobrist::random;

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
