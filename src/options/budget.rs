//! How much may be searched to decide whether a side can still mate.

use crate::laws::unwinnable;

/// The limit of searches for a mate.
#[derive(clap::Args, Clone, Copy, Debug)]
#[allow(missing_docs, reason = "a flattened group must not lend its comment to the help")]
pub struct BudgetArgs {
    /// Search at most N positions to decide whether a side can still mate
    ///
    /// From 0, which weighs only the material, to 4,294,967,295; each takes some 50 bytes of memory. The same number
    /// gives the same answer on every machine. Nearly all questions need no search at all; where the budget ends first,
    /// the answer is `undetermined`.
    #[arg(long, value_name = "N", default_value_t = unwinnable::BUDGET)]
    pub budget: u32,
}
