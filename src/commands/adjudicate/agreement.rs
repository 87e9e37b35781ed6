//! How often the other program agrees.

use std::fmt::Write as _;

use crate::report::summary::counted;
use crate::witness::SecondOpinion;

/// Second opinions by what they are.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Agreement {
    agreed: u64,
    none: u64,
    disputed: u64,
}

impl Agreement {
    /// Counts one.
    pub(super) fn add(&mut self, second: &SecondOpinion) {
        match second {
            SecondOpinion::Agrees => self.agreed += 1,
            SecondOpinion::None => self.none += 1,
            SecondOpinion::Disagrees(_) => self.disputed += 1,
        }
    }

    /// What the comparison came to, for the end of the summary; nothing if nothing was compared.
    pub(super) fn text(self) -> String {
        let Self { agreed, none, disputed } = self;
        if agreed + none + disputed == 0 {
            return String::new();
        }
        let questions = counted(agreed + none + disputed, "question", "questions");
        let mut text = format!("cross-check: chasolver agrees on {agreed} of {questions}\n");
        if none > 0 {
            let _ =
                writeln!(text, "  on {none} it has no opinion: it does not accept the position, or decides nothing");
        }
        if disputed > 0 {
            let _ = writeln!(text, "  on {disputed} the two programs differ");
        }
        text
    }
}
