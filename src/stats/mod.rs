//! Statistics of many games: tables that are counted game by game and can be merged.
//!
//! ```text
//! Game --Facts--> Table, Table, … --merge--> the same tables --grid--> rows for a report
//! ```
//!
//! A table is a [`TableKind`], optionally split by [`SplitBy`]. It counts by keys (`groups`), so parts of a text can be
//! counted separately and merged: the result does not depend on the parts. If there are more keys than a limit, the
//! rarest are dropped, and a note below the table reports it.

mod distinct;
pub mod engine_match;
mod grid;
mod groups;
mod key;
mod kind;
mod observe;
mod outcome_count;
mod partial;
mod rows;
mod split_by;
pub mod standings;
mod table;
mod tag_inventory;
pub mod tree;

pub use crate::game::facts::{Facts, Speed};
pub use distinct::{Distinct, Estimate};
pub use grid::{CellValue, ColumnUnit, Grid, GridColumn};
pub use key::KeyBuffer;
pub use kind::{TableInfo, TableKind};
pub use outcome_count::{OutcomeCount, SMALL_SAMPLE, of_score};
pub use partial::{PART_BEGINS, PartialError, Restored};
pub use rows::{RowSelection, Sort};
pub use split_by::SplitBy;
pub use table::{AnyTable, Table, TableRequest};
pub use tag_inventory::{TagCounts, TagInventory};

use serde::{Deserialize, Serialize};

use self::rows::{cut, sort_by};
use self::standings::event::EventGames;
use self::standings::table::{EventError, EventTable};
use self::tree::Tree;

use crate::game::replay::Validity;
use crate::laws::edition::Day;

/// The plan of a run: what is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    pub tables: Vec<TableRequest>,
    pub by: Vec<SplitBy>,
    /// The tables of the event that the games belong to.
    pub of_event: Vec<EventTable>,
    /// The depth in plies of the tree of first moves, if there is one.
    pub tree: Option<u32>,
    pub is_summary: bool,
}

/// The counts of some games.
#[derive(Clone, Debug)]
pub struct Stats {
    pub counts: GameCounts,
    /// The names of the first files, at most [`MAX_NAMES`](Self::MAX_NAMES).
    pub names: Vec<String>,
    /// The tables, in the order of the plan.
    pub tables: Vec<Table>,
    /// The games of the event, if the plan has tables of it.
    pub event: Option<EventGames>,
    pub tree: Option<Tree>,
}

/// Games by validity, and the other numbers that are always counted.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct GameCounts {
    /// The number of texts read.
    pub files: u64,
    pub games: u64,
    /// Games without an error.
    pub valid: u64,
    /// Games with an error.
    pub invalid: u64,
    /// Games of other variants, which are read but not validated.
    pub unchecked: u64,
    pub plies: u64,
    /// Games with a complete date.
    pub dated: u64,
    /// The first and the last of these dates, as year, month, day.
    pub days: Option<[(u16, u8, u8); 2]>,
    /// Whether something was found that may distort the counts: errors, text between games.
    pub has_findings: bool,
}

impl Plan {
    pub fn summary() -> Self {
        Self {
            tables: TableKind::SUMMARY.map(TableRequest::from).to_vec(),
            by: Vec::new(),
            of_event: Vec::new(),
            tree: None,
            is_summary: true,
        }
    }

    /// The default plan of a page.
    pub fn page() -> Self {
        let mut plan = Self::summary();
        plan.tables.extend(TableKind::PAGE.map(TableRequest::from));
        plan
    }
}

impl Stats {
    /// The maximum number of file names that are kept.
    pub const MAX_NAMES: usize = 8;

    /// Empty counts.
    pub fn new(plan: &Plan) -> Self {
        let tables = plan.tables.iter().map(|&request| Table::new(request, &plan.by)).collect();
        let event = (!plan.of_event.is_empty()).then(|| EventGames::new(&plan.of_event));
        let tree = plan.tree.map(Tree::new);
        Self { counts: GameCounts::default(), names: Vec::new(), tables, event, tree }
    }

    pub fn add(&mut self, facts: &Facts<'_>, key: &mut KeyBuffer) {
        self.counts.add(facts);
        self.tables.iter_mut().for_each(|table| table.add(facts, key));
        if let Some(event) = &mut self.event {
            event.add(facts);
        }
        if let Some(tree) = &mut self.tree {
            tree.add(facts);
        }
    }

    /// Ends a part of the text: drops the rarest rows if there are too many, as merging does.
    pub fn settle(&mut self) {
        self.tables.iter_mut().for_each(Table::settle);
    }

    /// Adds the counts of a later part of the archive, made by the same plan.
    pub fn merge(&mut self, other: Self) {
        self.counts.merge(&other.counts);
        self.names.extend(other.names);
        self.names.truncate(Self::MAX_NAMES);
        for (own, other) in self.tables.iter_mut().zip(other.tables) {
            own.merge(other);
        }
        if let (Some(own), Some(other)) = (&mut self.event, other.event) {
            own.merge(other);
        }
        if let (Some(own), Some(other)) = (&mut self.tree, other.tree) {
            own.merge(other);
        }
    }

    /// Notes that explain the numbers; those of the tree only on request.
    pub fn notes(&self, with_tree: bool) -> impl Iterator<Item = String> {
        let of_tree = self.tree.iter().filter(move |_| with_tree).flat_map(Tree::notes);
        self.tables.iter().flat_map(Table::notes).chain(of_tree)
    }

    /// All tables of the plan; those of the event come last.
    pub fn grids(&self, plan: &Plan, selection: &RowSelection) -> Result<Vec<Grid>, EventError> {
        let mut grids: Vec<Grid> = self.tables.iter().map(|table| table.grid(selection)).collect();
        for (event, table) in self.event.iter().flat_map(|event| plan.of_event.iter().map(move |table| (event, table)))
        {
            let mut grid = table.grid(event, &selection.ranking)?;
            selection.sort.iter().for_each(|sort| sort_by(&mut grid, sort));
            cut(&mut grid, 0, selection.top);
            grids.push(grid);
        }
        Ok(grids)
    }

    pub fn table(&self, kind: TableKind) -> Option<&Table> {
        self.tables.iter().find(|table| table.request().kind == kind)
    }
}

impl GameCounts {
    fn add(&mut self, facts: &Facts<'_>) {
        self.games += 1;
        self.plies += u64::from(facts.game.plies());
        match facts.game.status {
            Validity::Valid => self.valid += 1,
            Validity::Invalid => self.invalid += 1,
            Validity::Unchecked | Validity::NoGame => self.unchecked += 1,
        }
        let day = facts.game.tags.date().filter(|day| day.month > 0 && day.day > 0);
        if let Some(Day { year, month, day }) = day {
            self.dated += 1;
            self.extend([(year, month, day); 2]);
        }
    }

    fn extend(&mut self, [first, last]: [(u16, u8, u8); 2]) {
        let [earliest, latest] = self.days.unwrap_or([first, last]);
        self.days = Some([earliest.min(first), latest.max(last)]);
    }

    fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.games += other.games;
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.unchecked += other.unchecked;
        self.plies += other.plies;
        self.dated += other.dated;
        self.has_findings |= other.has_findings;
        other.days.into_iter().for_each(|days| self.extend(days));
    }
}
