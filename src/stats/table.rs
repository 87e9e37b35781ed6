//! A table of counts (games are added, parts merge, and a grid is the result), and requested tables by their names.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::facts::Facts;
use crate::game::suggestions::did_you_mean;

use super::groups::{Groups, Merge, Stored};
use super::key::{Atom, KeyBuffer};
use super::kind::{Measure, SIDES, TableInfo, TableKind};
use super::observe::observe;
use super::outcome_count::{ArchiveCount, OutcomeCount};
use super::split_by::SplitBy;
use super::standings::table::EventTable;
use super::tag_inventory::TagInventory;

/// A requested table: its kind and the width of its bands, `lengths:5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableRequest {
    pub kind: TableKind,
    /// The width of its bands; 1 if it has none.
    pub width: u32,
}

#[derive(Clone, Debug)]
pub struct Table {
    request: TableRequest,
    by: Vec<SplitBy>,
    /// The number of games, or sides of games, observed.
    observed: u64,
    content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Cells(Groups<OutcomeCount>),
    Tags(Groups<TagInventory>),
    Identities(Groups<ArchiveCount>),
}

/// The stored form of the counts.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredContent {
    Cells(u64, Stored<OutcomeCount>),
    Tags(u64, Stored<TagInventory>),
    Identities(u64, Stored<ArchiveCount>),
}

/// The number of rows up to which the counts of a table are exact.
pub(super) const MAX_EXACT_ROWS: usize = 1 << 20;

/// The same for a table of tags that is split: each of its rows is a whole inventory.
pub(super) const MAX_EXACT_INVENTORIES: usize = 256;

impl Table {
    /// An empty table, split by these properties, except those that are already labels of the table.
    pub fn new(request: TableRequest, by: &[SplitBy]) -> Self {
        let by = without_labels(request, by);
        let content = match request.kind.info().measure {
            Measure::Tags => Content::Tags(Groups::new(MAX_EXACT_INVENTORIES)),
            Measure::Identities => Content::Identities(Groups::new(MAX_EXACT_ROWS)),
            _ => Content::Cells(Groups::new(MAX_EXACT_ROWS)),
        };
        Self { request, by, observed: 0, content }
    }

    pub fn request(&self) -> TableRequest {
        self.request
    }

    pub fn by(&self) -> &[SplitBy] {
        &self.by
    }

    /// The specification of its kind.
    pub fn info(&self) -> TableInfo {
        self.request.kind.info()
    }

    /// Whether each game is counted twice, once for each side.
    pub fn counts_sides(&self) -> bool {
        self.info().measure == Measure::Sides || self.by.iter().any(SplitBy::is_of_side)
    }

    pub fn add(&mut self, facts: &Facts<'_>, key: &mut KeyBuffer) {
        let sides = if self.counts_sides() { &SIDES[..] } else { &[None] };
        for &side in sides {
            key.truncate(0);
            self.observed += 1;
            self.by.iter().for_each(|by| by.write(facts, side, key));
            match &mut self.content {
                Content::Cells(cells) => observe(self.request, facts, side, key, cells),
                Content::Tags(inventories) if self.by.is_empty() => {
                    inventories.at_id(0, key, |_| {}).add(&facts.game.tags, facts.bytes);
                }
                Content::Tags(inventories) => inventories.at(key).add(&facts.game.tags, facts.bytes),
                Content::Identities(digests) => digests.at(key).0.add(facts.game, facts.bytes),
            }
        }
    }

    /// Adds the counts of the next part of the text.
    pub fn merge(&mut self, other: Self) {
        self.observed += other.observed;
        match (&mut self.content, other.content) {
            (Content::Cells(own), Content::Cells(other)) => own.merge(other),
            (Content::Tags(own), Content::Tags(other)) => own.merge(other),
            (Content::Identities(own), Content::Identities(other)) => own.merge(other),
            _ => unreachable!("tables that merge are of one kind"),
        }
    }

    /// Drops the rarest rows if there are too many. Called at the end of a part of the text.
    pub(super) fn settle(&mut self) {
        match &mut self.content {
            Content::Cells(cells) => cells.settle(),
            Content::Tags(inventories) => inventories.settle(),
            Content::Identities(digests) => digests.settle(),
        }
    }

    /// The inventory of all rows together, if it is a table of tags.
    pub fn inventory(&self) -> Option<Cow<'_, TagInventory>> {
        let Content::Tags(inventories) = &self.content else { return None };
        let inventories = inventories.sorted();
        if let [(_, only)] = inventories[..] {
            return Some(Cow::Borrowed(only));
        }
        let mut whole = TagInventory::default();
        for (_, inventory) in inventories {
            whole.merge(inventory.clone());
        }
        Some(Cow::Owned(whole))
    }

    /// The sum of all cells; empty for a table of tags or of identities.
    pub fn total(&self) -> OutcomeCount {
        let mut total = OutcomeCount::default();
        if let Content::Cells(cells) = &self.content {
            cells.sorted().into_iter().for_each(|(_, cell)| total.merge(*cell));
        }
        total
    }

    /// The tags that split it and have no value in any game.
    pub fn tags_without_value(&self) -> impl Iterator<Item = &str> {
        let keys: Vec<Vec<Atom>> = match &self.content {
            Content::Cells(cells) => cells.sorted().into_iter().map(|(key, _)| key).collect(),
            Content::Tags(inventories) => inventories.sorted().into_iter().map(|(key, _)| key).collect(),
            Content::Identities(digests) => digests.sorted().into_iter().map(|(key, _)| key).collect(),
        };
        self.by.iter().enumerate().filter_map(move |(at, by)| match by {
            SplitBy::Tag(name) if !keys.is_empty() && keys.iter().all(|key| key[at] == Atom::Nothing) => {
                Some(name.as_str())
            }
            _ => None,
        })
    }

    /// The number of games, or sides of games, observed.
    pub(super) fn observed(&self) -> u64 {
        self.observed
    }

    pub(super) fn content(&self) -> &Content {
        &self.content
    }

    pub(super) fn store(&self) -> StoredContent {
        match &self.content {
            Content::Cells(cells) => StoredContent::Cells(self.observed, cells.into()),
            Content::Tags(inventories) => StoredContent::Tags(self.observed, inventories.into()),
            Content::Identities(digests) => StoredContent::Identities(self.observed, digests.into()),
        }
    }

    /// Restores a table; `None` if the stored counts do not fit its kind.
    pub(super) fn restore(request: TableRequest, by: &[SplitBy], stored: StoredContent) -> Option<Self> {
        let by = without_labels(request, by);
        let TableInfo { measure, labels, .. } = request.kind.info();
        let (observed, content) = match (measure, stored) {
            (Measure::Tags, StoredContent::Tags(observed, stored)) => {
                (observed, Content::Tags(Groups::restored(stored, MAX_EXACT_INVENTORIES, by.len())?))
            }
            (Measure::Identities, StoredContent::Identities(observed, stored)) => {
                (observed, Content::Identities(Groups::restored(stored, MAX_EXACT_ROWS, by.len())?))
            }
            (Measure::Tags | Measure::Identities, _) | (_, StoredContent::Tags(..) | StoredContent::Identities(..)) => {
                return None;
            }
            (_, StoredContent::Cells(observed, stored)) => {
                (observed, Content::Cells(Groups::restored(stored, MAX_EXACT_ROWS, by.len() + labels.len())?))
            }
        };
        Some(Self { request, by, observed, content })
    }
}

/// The properties that are not already labels of the table.
fn without_labels(request: TableRequest, by: &[SplitBy]) -> Vec<SplitBy> {
    let labels = request.kind.info().labels;
    by.iter().filter(|by| !labels.contains(&by.column().as_str())).cloned().collect()
}

impl From<TableKind> for TableRequest {
    fn from(kind: TableKind) -> Self {
        Self { kind, width: kind.info().width.unwrap_or(1) }
    }
}

/// The names of the tables of counts, so without those of an event.
fn names() -> impl Iterator<Item = &'static str> {
    TableKind::ALL.iter().map(|kind| kind.info().name)
}

impl fmt::Display for TableRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableInfo { name, width, .. } = self.kind.info();
        match width {
            Some(_) if self.width != TableKind::ANY_PLY => write!(f, "{name}:{}", self.width),
            _ => f.write_str(name),
        }
    }
}

impl FromStr for TableRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, width) =
            text.trim().split_once(':').map_or((text.trim(), None), |(name, width)| (name, Some(width)));
        let Some(kind) = TableKind::ALL.into_iter().find(|kind| kind.info().name == name) else {
            let all = format!("expected one of: {}", names().collect::<Vec<_>>().join(", "));
            return Err(format!("unknown table `{name}`; {}", did_you_mean(name, names(), &all)));
        };
        let Some(width) = width else { return Ok(kind.into()) };
        match (kind.info().width, width.parse().ok().filter(|width| (1..=10_000).contains(width))) {
            (None, _) => Err(format!("the table {name} has no bands; remove `:{width}`")),
            (Some(_), None) => Err(format!("`{text}`: expected a number from 1 to 10000 after the colon")),
            (Some(_), Some(width)) => Ok(Self { kind, width }),
        }
    }
}

// A requested table by its name: one that counts games, or one of an event.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyTable {
    Counted(TableRequest),
    OfEvent(EventTable),
}

impl FromStr for AnyTable {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, width) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let of_event = EventTable::ALL.into_iter().find(|table| table.name() == name);
        match of_event {
            Some(table) if text.trim() == name => Ok(Self::OfEvent(table)),
            Some(_) => Err(format!("the table {name} has no bands; remove `:{width}`")),
            None if names().any(|known| known == name) => text.parse().map(Self::Counted),
            None => {
                let all = format!("expected one of: {}", Self::names().collect::<Vec<_>>().join(", "));
                Err(format!("unknown table `{name}`; {}", did_you_mean(name, Self::names(), &all)))
            }
        }
    }
}

impl AnyTable {
    pub fn names() -> impl Iterator<Item = &'static str> {
        names().chain(EventTable::ALL.iter().map(|table| table.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read() {
        assert!(AnyTable::names().all(|name| name.parse::<AnyTable>().is_ok()));
        assert_eq!(" rounds ".parse(), Ok(AnyTable::OfEvent(EventTable::Rounds)));
        assert_eq!("rounds:".parse::<AnyTable>().unwrap_err(), "the table rounds has no bands; remove `:`");
        let error = |text: &str| text.parse::<AnyTable>().unwrap_err();
        assert_eq!(error("player"), "unknown table `player`; did you mean `players`?");
        assert!(
            error("qqqq").ends_with(
                "firstmoves, positions, identity, duplicates, standings, crosstable, rounds, pairings, match"
            )
        );
    }
}
