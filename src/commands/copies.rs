//! Copies of games in summaries.

use std::fmt;

use crate::archive::copies::CopyKind;
use crate::report::terminal::numbers::counted;

/// How many copies there are of each kind. They are shown as `3 duplicates, 1 twin`, nothing if there are none.
#[derive(Default)]
pub(super) struct CopyCounts {
    duplicates: u64,
    shorter: u64,
    longer: u64,
    twins: u64,
}

impl CopyCounts {
    pub(super) const fn add(&mut self, kind: CopyKind) {
        match kind {
            CopyKind::Duplicate => self.duplicates += 1,
            CopyKind::Shorter => self.shorter += 1,
            CopyKind::Longer => self.longer += 1,
            CopyKind::Twin => self.twins += 1,
        }
    }
}

impl fmt::Display for CopyCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [
            (self.duplicates, "duplicate", "duplicates"),
            (self.shorter, "shorter copy", "shorter copies"),
            (self.longer, "longer copy", "longer copies"),
            (self.twins, "twin", "twins"),
        ];
        let found = kinds.into_iter().filter(|(count, ..)| *count > 0);
        let found: Vec<String> = found.map(|(count, one, many)| counted(count, one, many)).collect();
        f.write_str(&found.join(", "))
    }
}
