//! How many answers of each kind there were: the last word on standard error.

use crate::game::error_summary::ErrorSummary;
use crate::game::mating::{Mating, MatingAnswer};
use crate::report::summary::counted;

/// What was answered so far.
#[derive(Clone, Default, Debug)]
pub struct MatingCount {
    yes: u64,
    no: u64,
    undetermined: u64,
    faulty: u64,
}

impl MatingCount {
    /// Counts an answer and says whether it is a finding: none was found.
    pub fn add(&mut self, mating: &Mating) -> bool {
        match mating.answer {
            MatingAnswer::Yes(_) => self.yes += 1,
            MatingAnswer::No(_) => self.no += 1,
            MatingAnswer::Undetermined => self.undetermined += 1,
        }
        mating.answer == MatingAnswer::Undetermined
    }

    /// Counts the faults of a record and says whether there are any.
    pub fn add_faults(&mut self, faults: Option<&ErrorSummary>) -> bool {
        self.faulty += u64::from(faults.is_some());
        faults.is_some()
    }

    /// The summary: `3 answers = 1 yes + 1 no + 1 undetermined`.
    #[must_use]
    pub fn text(&self) -> String {
        let all = counted(self.yes + self.no + self.undetermined, "answer", "answers");
        let parts = [(self.yes, "yes"), (self.no, "no"), (self.undetermined, "undetermined")];
        let parts: Vec<String> =
            parts.into_iter().filter(|part| part.0 > 0).map(|(count, word)| counted(count, word, word)).collect();
        let mut text = if parts.is_empty() { format!("{all}\n") } else { format!("{all} = {}\n", parts.join(" + ")) };
        if self.faulty > 0 {
            let (one, several) =
                ("record has errors; adoube validate shows them", "records have errors; adoube validate shows them");
            text += &counted(self.faulty, one, several);
            text.push('\n');
        }
        text
    }
}
