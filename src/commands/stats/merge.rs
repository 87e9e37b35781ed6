//! `--merge`: sums of saved counts.

use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::rc::Rc;

use crate::chess::plies::PlyCount;
use crate::commands::Error;
use crate::input::{InputError, Inputs, Meter, Opened};
use crate::stats::{Plan, Stats};

use super::Args;
use super::tree_args::TreeArgs;

/// Reads the files and adds them up, in the given order.
pub(super) fn merged(args: &Args, inputs: &Inputs) -> Result<(Plan, Stats), Error> {
    let mut seen: Vec<(String, u64)> = Vec::new();
    let mut whole: Option<(Rc<str>, Plan, Vec<String>, Stats)> = None;
    for text in inputs.texts(args.inputs.open_options(Meter::default())) {
        let Opened { name, content, .. } = text?;
        let mut bytes = Vec::new();
        let read = content.into_read().read_to_end(&mut bytes);
        read.map_err(|error| InputError::from_read(&name, bytes.len() as u64, error))?;
        let print = fingerprint(&bytes);
        if let Some((same, _)) = seen.iter().find(|(_, other)| *other == print) {
            return Err(Error::Usage(format!("--merge: {same} and {name} contain the same counts")));
        }
        seen.push((name.clone(), print));
        let (stats, plan, terms) =
            Stats::restore(&bytes).map_err(|error| Error::Usage(format!("--merge: {name}: {error}")))?;
        match &mut whole {
            None => whole = Some((name.into(), plan, terms, stats)),
            Some((first, its_plan, its_terms, sum)) => {
                if plan != *its_plan || terms != *its_terms {
                    return Err(Error::Usage(format!(
                        "--merge: {first} and {name} were counted with different options: {} and {}",
                        described(its_plan, its_terms),
                        described(&plan, &terms)
                    )));
                }
                sum.merge(stats);
            }
        }
    }
    let (_, plan, terms, stats) =
        whole.ok_or_else(|| Error::Usage("--merge: there are no files to combine".to_owned()))?;
    TreeArgs::check_names(&plan, &terms, args.openings.as_deref())?;
    Ok((plan, stats))
}

/// A hash that identifies a file during the run.
fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// A description of the counts.
fn described(plan: &Plan, terms: &[String]) -> String {
    let tree = plan.tree.map(|depth| format!("tree of {}", PlyCount(depth.into())));
    let of_event = plan.of_event.iter().map(|table| table.name().to_owned());
    let tables: Vec<String> = plan.tables.iter().map(ToString::to_string).chain(of_event).chain(tree).collect();
    let by: Vec<String> = plan.by.iter().map(ToString::to_string).collect();
    let by = if by.is_empty() { String::new() } else { format!(" by {}", by.join(",")) };
    let terms = if terms.is_empty() { String::new() } else { format!(" ({})", terms.join(", ")) };
    let tables = if plan.is_summary { "the summary".to_owned() } else { tables.join(",") };
    format!("{tables}{by}{terms}")
}
