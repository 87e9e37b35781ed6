//! How often each position has stood on the board, along the line of play that is being walked.

use std::collections::HashMap;

/// Counts by the keys of positions.
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    times: HashMap<u64, u32>,
    /// The keys of the line, and of the lines around it up to where it departs.
    keys: Vec<u64>,
    /// For each open variation how many keys stood before it, and the key of the move it replaces.
    outer: Vec<(usize, u64)>,
}

impl Repetitions {
    /// A line that begins at the position with this key.
    pub(super) fn new(start: u64) -> Self {
        Self { times: HashMap::from([(start, 1)]), keys: Vec::new(), outer: Vec::new() }
    }

    /// A position is reached: how often it has been, this time included.
    pub(super) fn push(&mut self, key: u64) -> u32 {
        self.keys.push(key);
        let times = self.times.entry(key).or_default();
        *times += 1;
        *times
    }

    /// A variation begins; it replaces the last move.
    pub(super) fn open(&mut self) {
        let last = self.keys.pop().unwrap_or_default();
        self.forget(last);
        self.outer.push((self.keys.len(), last));
    }

    /// It ends; the move it has replaced stands again.
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
