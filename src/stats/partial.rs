//! The file format of `--partial`: stored counts that can be merged with others.
//!
//! It is a JSON object, and a line with its checksum. The object has its version, the tables, their splits and all
//! counts. The order does not depend on how the counts were made.

use serde::{Deserialize, Serialize};

use crate::parts::digest::{seal, unseal};
use crate::parts::tiling::Cover;

use super::groups::GREATEST;
use super::standings::event::StoredEvent;
use super::standings::table::EventTable;
use super::table::StoredContent;
use super::tree::StoredTree;
use super::{GameCounts, Plan, SplitBy, Stats, Table, TableRequest};

/// The version of the format; files of other versions are rejected.
const VERSION: u32 = 7;

/// The first bytes of every such file.
pub const PART_BEGINS: &[u8; 16] = b"{\"adoube_stats\":";

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct StoredPartial {
    adoube_stats: u32,
    tables: Vec<String>,
    of_event: Vec<String>,
    by: Vec<String>,
    summary: bool,
    /// The settings that the numbers depend on.
    terms: Vec<String>,
    counts: GameCounts,
    /// The names of the first files.
    names: Vec<String>,
    /// What was counted.
    covers: Vec<Cover>,
    contents: Vec<StoredContent>,
    event: Option<StoredEvent>,
    /// The depth of the tree, and the tree.
    tree: Option<(u32, StoredTree)>,
}

#[derive(Clone, Debug)]
pub struct Restored {
    pub stats: Stats,
    pub plan: Plan,
    /// The settings that the numbers depend on.
    pub terms: Vec<String>,
    /// What was counted.
    pub covers: Vec<Cover>,
}

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PartialError {
    /// It was not written by `--partial`; the text gives the reason.
    #[error("not a partial result of `adoube stats` (see --partial): {0}")]
    Malformed(String),
    #[error("the file has format version {0}, but this program reads version {VERSION}; count again")]
    Version(u32),
}

impl Stats {
    /// Stores all counts. `terms` are the settings that the numbers depend on: the table of openings, the selection of
    /// games. `covers` is what was counted.
    pub fn store(&self, plan: &Plan, terms: &[String], covers: &[Cover]) -> Vec<u8> {
        let stored = StoredPartial {
            adoube_stats: VERSION,
            tables: plan.tables.iter().map(ToString::to_string).collect(),
            of_event: plan.of_event.iter().map(|table| table.name().to_owned()).collect(),
            by: plan.by.iter().map(ToString::to_string).collect(),
            summary: plan.is_summary,
            terms: terms.to_vec(),
            counts: self.counts,
            names: self.names.clone(),
            covers: covers.to_vec(),
            contents: self.tables.iter().map(Table::store).collect(),
            event: self.event.as_ref().map(StoredEvent::from),
            tree: self.tree.as_ref().map(|tree| (tree.depth(), tree.into())),
        };
        seal(serde_json::to_vec(&stored).unwrap_or_default())
    }

    /// Restores what was counted, without the counts.
    pub fn covers(bytes: &[u8]) -> Result<Vec<Cover>, PartialError> {
        let stored: CoversOnly =
            serde_json::from_slice(sound(bytes)?).map_err(|error| PartialError::Malformed(error.to_string()))?;
        Ok(stored.covers)
    }

    pub fn restore(bytes: &[u8]) -> Result<Restored, PartialError> {
        let malformed = |error: String| PartialError::Malformed(error);
        let stored: StoredPartial =
            serde_json::from_slice(sound(bytes)?).map_err(|error| malformed(error.to_string()))?;
        let GameCounts { games, valid, invalid, unchecked, .. } = stored.counts;
        let sum = [valid, invalid, unchecked].into_iter().try_fold(0, u64::checked_add);
        if sum != Some(games) || games > GREATEST || stored.counts.plies > GREATEST {
            return Err(malformed("valid, invalid and unchecked games do not add up to all games".to_owned()));
        }
        let tables: Vec<TableRequest> = parsed(&stored.tables)?;
        let by: Vec<SplitBy> = parsed(&stored.by)?;
        if stored.names.len() > Self::MAX_NAMES {
            return Err(malformed(format!("it lists more than {} files", Self::MAX_NAMES)));
        }
        if tables.len() != stored.contents.len() {
            return Err(malformed("the number of tables is wrong".to_owned()));
        }
        let restored =
            tables.iter().zip(stored.contents).map(|(&request, content)| Table::restore(request, &by, content));
        let restored: Option<Vec<Table>> = restored.collect();
        let restored = restored.ok_or_else(|| malformed("a table has impossible contents".to_owned()))?;
        let of_event = stored.of_event.iter().map(|name| event_table(name)).collect::<Result<Vec<_>, _>>()?;
        let no_event = || malformed("it has no event for standings".to_owned());
        let event = stored.event.map(|event| event.restore(&of_event).ok_or_else(no_event)).transpose()?;
        if event.is_none() != of_event.is_empty() {
            return Err(no_event());
        }
        let depth = stored.tree.as_ref().map(|(depth, _)| *depth);
        let no_tree = || malformed("it has an impossible tree".to_owned());
        let tree = stored.tree.map(|(depth, tree)| tree.restore(depth).ok_or_else(no_tree)).transpose()?;
        let plan = Plan { tables, by, of_event, tree: depth, is_summary: stored.summary };
        let stats = Self { counts: stored.counts, names: stored.names, tables: restored, event, tree };
        Ok(Restored { stats, plan, terms: stored.terms, covers: stored.covers })
    }
}

/// The version only, which is readable in every version of the format.
#[derive(Deserialize)]
struct VersionOnly {
    adoube_stats: u32,
}

/// What was counted.
#[derive(Deserialize)]
struct CoversOnly {
    covers: Vec<Cover>,
}

/// The object, if it is of this version and nothing of it was changed.
fn sound(bytes: &[u8]) -> Result<&[u8], PartialError> {
    let sealed = unseal(bytes);
    let line = sealed.unwrap_or_else(|| bytes.split(|byte| *byte == b'\n').next().unwrap_or_default());
    let malformed = |why: &str| PartialError::Malformed(why.to_owned());
    match serde_json::from_slice(line) {
        Ok(VersionOnly { adoube_stats }) if adoube_stats != VERSION => Err(PartialError::Version(adoube_stats)),
        Err(_) if !line.starts_with(PART_BEGINS) => Err(malformed("it is another file")),
        _ => sealed.ok_or_else(|| malformed("it is incomplete, or it was changed")),
    }
}

fn event_table(name: &str) -> Result<EventTable, PartialError> {
    let table = EventTable::ALL.into_iter().find(|table| table.name() == name);
    table.ok_or_else(|| PartialError::Malformed(format!("unknown event table `{name}`")))
}

fn parsed<T: std::str::FromStr<Err = String>>(words: &[String]) -> Result<Vec<T>, PartialError> {
    words.iter().map(|word| word.parse().map_err(PartialError::Malformed)).collect()
}
