//! The search budget for deciding whether a side can still mate.

use crate::laws::unwinnable;

use super::whole_number;

/// The limit of searches for a mate.
#[derive(clap::Args, Clone, Copy, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
pub struct BudgetArgs {
    /// Search at most N positions to decide whether a side can still mate
    ///
    /// Most positions need no search. If the budget runs out, the answer is `undetermined`. A position takes about 50 bytes of
    /// memory; with 0 only the material is checked. The same budget gives the same answer on every machine.
    #[arg(long, value_name = "N", default_value_t = unwinnable::BUDGET,
          value_parser = whole_number(0..=u32::MAX))]
    pub budget: u32,
}
