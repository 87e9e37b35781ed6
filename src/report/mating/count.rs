//! The counts of answers, printed last on standard error.

use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::mating::{Mating, MatingAnswer};
use crate::report::summary::counted;

/// The answers so far, by kind.
#[derive(Clone, Default, Debug)]
pub struct MatingCount {
    yes: u64,
    no: u64,
    undetermined: u64,
    with_errors: u64,
}

impl MatingCount {
    /// Counts an answer, and returns whether it is a finding: undetermined.
    pub fn add(&mut self, mating: &Mating) -> bool {
        match mating.answer {
            MatingAnswer::Yes(_) => self.yes += 1,
            MatingAnswer::No(_) => self.no += 1,
            MatingAnswer::Undetermined => self.undetermined += 1,
        }
        mating.answer == MatingAnswer::Undetermined
    }

    /// Counts a record with errors, and returns whether it has any.
    pub fn add_errors(&mut self, errors: Option<&ErrorSummary>) -> bool {
        self.with_errors += u64::from(errors.is_some());
        errors.is_some()
    }

    /// The summary: `3 answers = 1 yes + 1 no + 1 undetermined`.
    #[must_use]
    pub fn text(&self) -> String {
        let all = counted(self.yes + self.no + self.undetermined, "answer", "answers");
        let parts = [(self.yes, "yes"), (self.no, "no"), (self.undetermined, "undetermined")];
        let parts: Vec<String> =
            parts.into_iter().filter(|part| part.0 > 0).map(|(count, word)| counted(count, word, word)).collect();
        let mut text = if parts.is_empty() { format!("{all}\n") } else { format!("{all} = {}\n", parts.join(" + ")) };
        if self.with_errors > 0 {
            let (one, several) =
                ("record has errors; adoube validate shows them", "records have errors; adoube validate shows them");
            text += &counted(self.with_errors, one, several);
            text.push('\n');
        }
        text
    }
}
