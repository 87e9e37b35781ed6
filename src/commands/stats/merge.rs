//! `--merge`: sums of saved counts.

use std::borrow::Cow;
use std::io::Cursor;

use crate::chess::moves::PlyCount;
use crate::commands::{Error, partial};
use crate::input::{InputError, InputFile, Inputs, Meter, OpenOptions, Opened, read_known};
use crate::parts::output::{BEGINS, OutputPart};
use crate::parts::tiling::{Cover, continued};
use crate::stats::{PART_BEGINS, PartialError, Plan, Restored, Stats};

use super::Args;
use super::table_args::TreeArgs;

/// Proves that the counts in some files count no game twice, and that parts are all parts of their plan; then adds them
/// up: parts in the order of their plan, everything else in the order of the files.
pub(super) fn merged(args: &Args, inputs: &Inputs) -> Result<(Plan, Stats), Error> {
    let options = args.inputs.open_options(Meter::default());
    let mut sources = Vec::new();
    for entry in inputs.entries() {
        sources.extend(Source::all(&entry?, &options)?);
    }
    partial::prove_and_sort(&mut sources, |source| (&source.name, &source.covers))?;
    let mut whole: Option<(String, Restored)> = None;
    for source in sources {
        let mut next = source.restored(&options)?;
        let files = &mut next.stats.counts.files;
        *files = files.saturating_sub(continued(&next.covers));
        match &mut whole {
            None => whole = Some((source.name, next)),
            Some((first, sum)) => {
                if next.plan != sum.plan || next.terms != sum.terms {
                    return Err(Error::Usage(format!(
                        "--merge: {first} and {} were counted with different options: {} and {}",
                        source.name,
                        described(&sum.plan, &sum.terms),
                        described(&next.plan, &next.terms)
                    )));
                }
                sum.stats.merge(next.stats);
            }
        }
    }
    let (_, Restored { plan, terms, stats, .. }) =
        whole.ok_or_else(|| Error::Usage("--merge: there are no files to combine".to_owned()))?;
    TreeArgs::check_names(&plan, &terms, args.openings.as_deref())?;
    Ok((plan, stats))
}

/// Saved counts, which are read twice: first what they cover, then the counts, one after the other, because they can be
/// large.
struct Source {
    name: String,
    covers: Vec<Cover>,
    stored: Stored,
}

enum Stored {
    /// A member of a file that can be read again.
    File(InputFile, usize),
    Bytes(Vec<u8>),
}

impl Source {
    fn all(file: &InputFile, options: &OpenOptions) -> Result<Vec<Self>, Error> {
        let mut sources = Vec::new();
        for (member, text) in file.open(options).enumerate() {
            let (name, bytes) = read(text?)?;
            if let Ok(part) = OutputPart::read(&mut Cursor::new(&bytes)) {
                return Err(partial::foreign(&name, &part.command, "stats"));
            }
            let covers = Stats::covers(&bytes).map_err(|error| malformed(&name, &error))?;
            let can_be_read_again = file.size().is_some();
            let stored = if can_be_read_again { Stored::File(file.clone(), member) } else { Stored::Bytes(bytes) };
            sources.push(Self { name, covers, stored });
        }
        Ok(sources)
    }

    fn restored(&self, options: &OpenOptions) -> Result<Restored, Error> {
        let bytes = match &self.stored {
            Stored::Bytes(bytes) => Cow::Borrowed(bytes),
            Stored::File(file, member) => match file.open(options).nth(*member) {
                Some(text) => Cow::Owned(read(text?)?.1),
                None => Cow::Owned(Vec::new()),
            },
        };
        Stats::restore(&bytes).map_err(|error| malformed(&self.name, &error))
    }
}

/// The most bytes of saved counts that are read: 1 GiB.
const MAX_LEN: u64 = 1 << 30;

/// Reads a file that `--partial` of a command wrote; of any other file, the first bytes.
fn read(text: Opened) -> Result<(String, Vec<u8>), InputError> {
    let Opened { name, content, .. } = text;
    let bytes = read_known(content.into_read(), &[PART_BEGINS, BEGINS.as_bytes()], MAX_LEN);
    let bytes = bytes.map_err(|error| InputError::from_read(&name, 0, error))?;
    Ok((name, bytes))
}

fn malformed(name: &str, error: &PartialError) -> Error {
    Error::Usage(format!("--merge: {name}: {error}"))
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
