//! A lock-free hash table of perft counts, from a position and a depth to the number of paths.
//!
//! Threads share a [`PerftTable`], which uses memory of the caller. [`PerftTable::get`] and [`PerftTable::put`] take a [`Key`].
//!
//! ```text
//!   Key       place (64 bits)                               check (64 bits)
//!             [ line: upper 32 ][ . . . ][ more check ]     [ ........ check ........ ]
//!
//!   line      one cache line with four entries of two 64-bit words
//!             | a b | a b | a b | a b |
//!
//!   entry     b = [ more check: bits − 64 ][ count: 128 − bits ]
//!             a = check XOR b
//! ```
//!
//! # Reliability of hits
//!
//! An entry does not hold its position, only some check bits. So a probe may find the entry of another position: a
//! *false hit* with a wrong count. This bounds the probability of any false hit in a whole run.
//!
//! A key (see `key`) has two halves, from two families of hash functions with independent random numbers.
//!
//! * `place` is an XOR of random numbers. The XOR of the places of two different positions is that of at least one
//!   random number; each of its bits is 0 with probability ½, independently of the other bits.
//! * `check` is strongly universal: for two different inputs every pair of values is equally likely, so the values are
//!   equal with probability 2⁻⁶⁴.
//!
//! An entry is checked with `bits` bits: up to 64 bits of `check`, and the lowest bits of `place` if there are more.
//! The upper bits of `place` select the line and are independent of both, so take the selection as fixed. Up to the
//! first false hit, the run is that of an ideal table. There, each probe is compared with at most four entries, and an
//! entry of another position passes with probability 2^−bits. So
//!
//! ```text
//!   P(any false hit in the run)  ≤  probes × 4 × 2^−bits
//! ```
//!
//! The selection of the line adds no certainty, since all four entries of a full line are compared. With the default of
//! 84 bits the bound is below 10⁻⁶ for 2⁶² probes, a century at more than a billion probes a second. So it holds for
//! every depth in practice, and 44 bits remain for counts. A larger count is not stored, but those of its children are.
//! *Probability* refers to the choice of the random numbers, which are fixed and come from a generator that is
//! independent of chess.
//!
//! # Threads
//!
//! The two words of an entry are read and written separately, so a reader may see `a` of one writer and `b` of another.
//! `a XOR b` is then the right check only if both wrote the same count, or by chance with probability 2⁻⁶⁴ for each
//! mixture (R. Hyatt and T. Mann, "A Lockless Transposition-Table Implementation for Parallel Search", ICGA Journal 25,
//! 2002). Different entries need no ordering, so all accesses are relaxed.

use std::sync::atomic::{AtomicU64, Ordering};

pub use super::key::Key;

/// Entries in a line.
const ENTRIES: usize = 4;

/// Words in a line.
const WORDS: usize = 2 * ENTRIES;

/// Bytes in a line; the memory of a table is a multiple of it.
pub const LINE_BYTES: usize = WORDS * size_of::<u64>();

/// The default number of check bits: enough for any run, see the module's documentation.
pub const DEFAULT_BITS: u32 = 84;

/// The minimum number of check bits, for tests: false hits are then frequent.
pub const MIN_BITS: u32 = 8;

/// The maximum number of check bits; 32 bits remain for the count.
pub const MAX_BITS: u32 = 96;

/// The maximum number of lines (256 GiB); more would not be filled evenly.
const MAX_LINES: u64 = 1 << 32;

/// The numbers of probes and hits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// The number of lookups.
    pub probes: u64,
    /// The number of lookups that found a count.
    pub hits: u64,
}

/// A hash table of counts by position and depth, in borrowed memory.
#[derive(Debug)]
pub struct PerftTable<'m> {
    words: &'m [AtomicU64],
    lines: u64,
    bits: u32,
    /// The bits of the first word of an entry that are compared.
    check_mask: u64,
    /// The bits of the second word of an entry that hold the count.
    count_mask: u64,
    /// The shift that moves the lowest bits of `place` next to the count.
    shift: u32,
    probes: AtomicU64,
    hits: AtomicU64,
}

impl<'m> PerftTable<'m> {
    /// A table in this memory, which must be zeroed, with entries that are checked by `bits` bits.
    ///
    /// An incomplete last line is not used. `bits` is clamped to [`MIN_BITS`]..=[`MAX_BITS`]. `None` if the memory is
    /// smaller than one line.
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

    /// The number of check bits of an entry.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The memory used, in bytes.
    pub const fn bytes(&self) -> u64 {
        self.lines * LINE_BYTES as u64
    }

    /// The stored count for this key.
    #[inline(always)]
    pub fn get(&self, key: Key) -> Option<u64> {
        let (check, extra_check) = self.check(key);
        for entry in self.line(key).chunks_exact(2) {
            let b = entry[1].load(Ordering::Relaxed);
            let differ = (entry[0].load(Ordering::Relaxed) ^ b ^ check) | ((b ^ extra_check) & !self.count_mask);
            if differ == 0 {
                return Some(b & self.count_mask);
            }
        }
        None
    }

    /// Stores a count in place of the smallest one in its line. A count that does not fit is not stored.
    #[inline]
    pub fn put(&self, key: Key, count: u64) {
        if count > self.count_mask {
            return;
        }
        let (check, extra_check) = self.check(key);
        let line = self.line(key);
        let mut at = 0;
        let mut smallest = u64::MAX;
        for entry in 0..ENTRIES {
            let count = line[2 * entry + 1].load(Ordering::Relaxed) & self.count_mask;
            if count < smallest {
                (at, smallest) = (2 * entry, count);
            }
        }
        let b = extra_check | count;
        line[at].store(check ^ b, Ordering::Relaxed);
        line[at + 1].store(b, Ordering::Relaxed);
    }

    /// Prefetches the line of this key into the cache.
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

    /// Adds the numbers of probes and hits of a search.
    pub fn note(&self, usage: Usage) {
        self.probes.fetch_add(usage.probes, Ordering::Relaxed);
        self.hits.fetch_add(usage.hits, Ordering::Relaxed);
    }

    /// The numbers of probes and hits so far.
    pub fn usage(&self) -> Usage {
        Usage { probes: self.probes.load(Ordering::Relaxed), hits: self.hits.load(Ordering::Relaxed) }
    }

    /// An upper bound on the probability of any false hit in the probes noted so far.
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

    /// The check bits of a key: those in the first word of an entry, and those next to the count.
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
    fn stored_counts_are_found() {
        for bits in [MIN_BITS, 63, 64, 65, DEFAULT_BITS, MAX_BITS] {
            let memory = memory(1);
            let table = PerftTable::new(&memory, bits).unwrap();
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
    fn a_count_that_does_not_fit_is_not_stored() {
        let memory = memory(4);
        let table = PerftTable::new(&memory, MAX_BITS).unwrap();
        let largest = u64::from(u32::MAX);
        table.put(key(1), largest);
        table.put(key(2), largest + 1);
        assert_eq!((table.get(key(1)), table.get(key(2))), (Some(largest), None));
        assert!(PerftTable::new(&memory[..WORDS - 1], 84).is_none());
    }

    /// With few bits, false hits are frequent enough to be counted. They are about as many as the bound.
    #[test]
    fn false_hits_match_the_bound() {
        const PROBES: u32 = 1_000_000;
        for (bits, lowest, highest) in [(8, 15_100, 15_900), (12, 880, 1_080), (20, 0, 12)] {
            let memory = memory(64);
            let table = PerftTable::new(&memory, bits).unwrap();
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
    fn the_default_bound_holds_for_a_century() {
        let memory = memory(1);
        let table = PerftTable::new(&memory, DEFAULT_BITS).unwrap();
        table.note(Usage { probes: 1 << 62, hits: 0 });
        assert!(table.false_hit_bound() < 1e-6);
    }
}
