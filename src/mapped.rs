//! Temporary files as slices, of any length.
//!
//! A mapped file needs no memory of its own: the system reads a page when it is used, and may take it back at any time. It does
//! so only when memory is short, and until then the page counts as memory of the process. So a thread gives the pages of long
//! files back, again and again; a page that is still needed is found in the cache of the system.

use std::ops::Deref;
use std::sync::Arc;

use memmap2::Mmap;

/// A temporary file, mapped to read it.
#[derive(Clone, Debug)]
pub struct MappedFile(Arc<Mmap>);

impl From<Mmap> for MappedFile {
    fn from(map: Mmap) -> Self {
        let map = Arc::new(map);
        #[cfg(all(target_os = "linux", not(miri)))]
        pages::watch(&map);
        Self(map)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(all(target_os = "linux", not(miri)))]
mod pages {
    use std::sync::{Arc, Mutex, PoisonError, Weak};
    use std::thread;
    use std::time::Duration;

    use memmap2::{Mmap, UncheckedAdvice};

    /// The length from which a file is long: 32 MiB.
    const LONG: usize = 32 << 20;

    /// The time after which pages are given back: too short to read 8 MiB.
    const PAUSE: Duration = Duration::from_millis(1);

    static LONG_FILES: Mutex<LongFiles> = Mutex::new(LongFiles { maps: Vec::new(), has_thread: false });

    struct LongFiles {
        maps: Vec<Weak<Mmap>>,
        has_thread: bool,
    }

    /// Gives the pages of a file back until it is dropped, if it is long.
    pub(super) fn watch(map: &Arc<Mmap>) {
        if map.len() < LONG {
            return;
        }
        let mut files = LONG_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        files.maps.push(Arc::downgrade(map));
        if !files.has_thread {
            // Without the thread, the system decides alone.
            files.has_thread = thread::Builder::new().name("pages".to_owned()).spawn(give_back).is_ok();
        }
    }

    fn give_back() {
        loop {
            thread::sleep(PAUSE);
            let mut files = LONG_FILES.lock().unwrap_or_else(PoisonError::into_inner);
            files.maps.retain(|map| map.strong_count() > 0);
            if files.maps.is_empty() {
                files.has_thread = false;
                return;
            }
            for map in files.maps.iter().filter_map(Weak::upgrade) {
                // SAFETY: nobody writes to the map, so its pages have what the file has, and are read from there again.
                let _ = unsafe { map.unchecked_advise(UncheckedAdvice::DontNeed) };
            }
        }
    }
}

#[cfg(all(test, target_os = "linux", not(miri)))]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn pages_that_were_given_back_are_read_again() {
        let mut file = tempfile::tempfile().unwrap();
        let length = 33 << 20;
        file.write_all(&vec![b'x'; length]).unwrap();
        // SAFETY: the file has no name, and nobody writes to it any more.
        let map = MappedFile::from(unsafe { Mmap::map(&file) }.unwrap());
        let block = vec![b'x'; 1 << 20];
        for _ in 0..20 {
            assert!(map.len() == length && map.chunks(block.len()).all(|piece| piece == block));
        }
    }
}
