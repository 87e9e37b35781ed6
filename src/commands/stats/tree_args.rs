//! The argument for a tree of moves.

use std::path::Path;

use crate::commands::Error;
use crate::options::whole_number;
use crate::stats::Plan;
use crate::stats::tree::Tree;

/// The opening tree.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct TreeArgs {
    /// Write an opening tree of DEPTH plies, with transpositions merged
    ///
    /// Can be combined with --table. --min-count hides rarer moves, --top N keeps N moves of each position, --sort orders the
    /// moves of each position. --openings names positions, also with --merge.
    #[arg(long, value_name = "DEPTH", value_parser = whole_number(1..=Tree::MAX_LEVEL), help_heading = "Tables")]
    pub tree: Option<u32>,
}

impl TreeArgs {
    /// Returns an error if a tree would be split.
    pub(super) fn check(plan: &Plan) -> Result<(), Error> {
        if plan.tree.is_some() && !plan.by.is_empty() {
            let message = "--by: a tree cannot be split; use --where to select games";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(())
    }

    /// Returns an error if the opening names would differ from those of a single run. `terms` are the options with
    /// which the parts were counted, `openings` is the file of names on the command line.
    pub(super) fn check_names(plan: &Plan, terms: &[String], openings: Option<&Path>) -> Result<(), Error> {
        let counted_with = terms.iter().find(|term| term.starts_with("openings "));
        match (plan.tree, counted_with, openings) {
            (None, _, Some(_)) => Err(Error::Usage(
                "--openings: the parts already contain names; with --merge, this option applies only to --tree"
                    .to_owned(),
            )),
            (Some(_), Some(term), None) => Err(Error::Usage(format!(
                "--merge: the parts were counted with --{term}; --tree needs that option again"
            ))),
            _ => Ok(()),
        }
    }
}
