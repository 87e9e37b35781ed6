//! A count of how often each position has occurred along the current line.

use std::collections::HashMap;

/// Occurrences by position key.
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    times: HashMap<u64, u32>,
    /// The keys of the current line, and of its outer lines up to where it branches off.
    keys: Vec<u64>,
    /// For each open variation, the number of keys before it and the key of the move that it replaces.
    outer: Vec<(usize, u64)>,
}

impl Repetitions {
    /// A line that starts at the position with this key.
    pub(super) fn new(start: u64) -> Self {
        Self { times: HashMap::from([(start, 1)]), keys: Vec::new(), outer: Vec::new() }
    }

    /// Adds a position. Returns how often it has occurred, including this time.
    pub(super) fn push(&mut self, key: u64) -> u32 {
        self.keys.push(key);
        let times = self.times.entry(key).or_default();
        *times += 1;
        *times
    }

    /// Starts a variation, which replaces the last move.
    pub(super) fn open(&mut self) {
        let last = self.keys.pop().unwrap_or_default();
        self.forget(last);
        self.outer.push((self.keys.len(), last));
    }

    /// Ends a variation and restores the move that it replaced.
    pub(super) fn close(&mut self) {
        let Some((length, last)) = self.outer.pop() else { return };
        for key in self.keys.split_off(length) {
            self.forget(key);
        }
        self.push(last);
    }

    fn forget(&mut self, key: u64) {
        if let Some(times) = self.times.get_mut(&key) {
            *times = times.saturating_sub(1);
        }
    }
}
