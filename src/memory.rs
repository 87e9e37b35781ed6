//! Large blocks of zeroed memory, in huge pages if the system supports them.
//!
//! With pages of 4 KiB, nearly every random access to a large table misses the TLB. Pages of 2 MiB (`madvise` with
//! `MADV_HUGEPAGE` on Linux) make such misses rare.

use std::sync::atomic::AtomicU64;
use std::{io, slice};

use memmap2::{MmapMut, MmapRaw};

/// A block of memory, freed when it is dropped.
#[derive(Debug)]
pub struct Memory(MmapRaw);

impl Memory {
    /// Allocates zeroed bytes, at least one word of 8. Fails if the system has not enough memory.
    pub fn zeroed(bytes: u64) -> io::Result<Self> {
        let bytes = usize::try_from(bytes).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let map = MmapMut::map_anon(bytes.max(size_of::<AtomicU64>()))?;
        // A system without huge pages refuses the advice; small pages work, too.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(map.into()))
    }

    /// The memory as atomic words, which threads may share.
    pub fn words(&self) -> &[AtomicU64] {
        let words = self.0.len() / size_of::<AtomicU64>();
        // SAFETY: the map is private to this value and lives as long as the borrow; it begins on a page, so words are
        // aligned; every bit pattern is a valid word; and nothing else reads or writes it. The pointer may write: it is
        // the map's own, not that of a shared slice of bytes.
        unsafe { slice::from_raw_parts(self.0.as_mut_ptr().cast(), words) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn memory_is_zero_and_can_be_shared() {
        // Miri takes too long for a whole page.
        let size = if cfg!(miri) { 1 << 10 } else { 4 << 20 };
        let memory = Memory::zeroed(size).unwrap();
        let words = memory.words();
        assert_eq!(words.len() as u64, size / 8);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        words[7].store(7, Ordering::Relaxed);
        assert_eq!(memory.words()[7].load(Ordering::Relaxed), 7);
        assert_eq!(Memory::zeroed(0).unwrap().words().len(), 1);
        assert!(Memory::zeroed(u64::MAX).is_err());
    }
}
