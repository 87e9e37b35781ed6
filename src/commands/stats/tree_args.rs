//! The argument for a tree of moves.

use std::path::Path;

use crate::commands::Error;
use crate::stats::Plan;
use crate::stats::tree::Tree;

/// Whether a tree of moves is wanted.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct TreeArgs {
    /// The moves that games begin with, as a tree of so many half-moves, merged by position
    ///
    /// Beside tables or alone. --min-count leaves out rarer moves, --top N keeps N moves of each position, --sort puts the
    /// moves of each position in order. --openings names positions, also with --merge.
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=i64::from(Tree::DEEPEST)), help_heading = "Tables")]
    pub tree: Option<u32>,
}

impl TreeArgs {
    /// Refuses to split a tree.
    pub(super) fn check(plan: &Plan) -> Result<(), Error> {
        if plan.tree.is_some() && !plan.by.is_empty() {
            let message = "--by: a tree cannot be split; --where chooses the games that are in it";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Refuses names that would not be those of one run. `terms` are those of the parts, `openings` is the table
    /// of names that is given with them.
    pub(super) fn check_names(plan: &Plan, terms: &[String], openings: Option<&Path>) -> Result<(), Error> {
        let counted_with = terms.iter().find(|term| term.starts_with("openings "));
        match (plan.tree, counted_with, openings) {
            (None, _, Some(_)) => Err(Error::Usage(
                "--openings: the parts hold names already; only a tree is named when parts are put together".to_owned(),
            )),
            (Some(_), Some(term), None) => Err(Error::Usage(format!(
                "--merge: the parts were counted with --{term}; the tree needs that option again"
            ))),
            _ => Ok(()),
        }
    }
}
