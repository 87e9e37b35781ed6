//! The counts of agreement with the second library, for `--cross-check`.

use std::fmt::Write as _;

use crate::report::summary::counted;
use crate::witness::SecondOpinion;

/// The number of second opinions of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Agreement {
    agreed: u64,
    none: u64,
    disputed: u64,
}

impl Agreement {
    /// Counts an opinion.
    pub(super) fn add(&mut self, second: &SecondOpinion) {
        match second {
            SecondOpinion::Agrees => self.agreed += 1,
            SecondOpinion::None => self.none += 1,
            SecondOpinion::Disagrees(_) => self.disputed += 1,
        }
    }

    /// The lines for the end of the summary; empty if nothing was compared.
    pub(super) fn text(self) -> String {
        let Self { agreed, none, disputed } = self;
        if agreed + none + disputed == 0 {
            return String::new();
        }
        let questions = counted(agreed + none + disputed, "question", "questions");
        let mut text = format!("cross-check: chasolver agrees on {agreed} of {questions}\n");
        if none > 0 {
            let _ =
                writeln!(text, "  on {none} it has no opinion: it does not accept the position, or does not decide");
        }
        if disputed > 0 {
            let _ = writeln!(text, "  on {disputed} the two programs disagree");
        }
        text
    }
}
