//! Charts of statistical tables.
//!
//! ```text
//! Grid --forms--> forms --make--> Chart --draw--> shapes in inks --+--picture--> SVG or PNG, a file of its own
//!                                                                 +--figure---> an element of a page
//! ```
//!
//! A [`Chart`] holds text and numbers; `draw` determines their coordinates, on a `canvas`. Colors are named
//! by purpose (`ink`), and text can be outlines (`report::letters`), so no fonts are needed.

mod canvas;
mod chart;
mod draw;
mod ink;
mod make;
mod picture;

#[cfg(test)]
mod tests;

use crate::game::facts::GameFact;
use crate::stats::standings::table::EventTable;
use crate::stats::{SplitBy, TableKind};

pub use chart::Chart;
pub use ink::classes_on_page;
pub use make::charts;
pub use picture::{figure, to_png, to_svg};

// The choice of charts for each table.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// The outcomes of games: a bar for each outcome; for a split table, bars side by side.
    Outcomes,
    /// The count of each band, as columns.
    Histogram,
    /// The score of each band, with its confidence interval.
    Scores,
    /// The time spent and the time left, move by move.
    Times,
    Board,
    /// The volumes, families and variations of openings.
    Openings,
    /// A bar for each row, as long as its count, divided by outcomes where they are known.
    Bars,
    /// A bar for each player, as long as the points.
    Points,
}

impl Form {
    /// Whether it shows all rows, even if the table next to it shows fewer.
    const fn takes_all(self) -> bool {
        matches!(self, Self::Histogram | Self::Scores | Self::Times | Self::Board | Self::Openings)
    }
}

const fn forms(kind: TableKind) -> &'static [Form] {
    match kind {
        TableKind::Results => &[Form::Outcomes],
        TableKind::Lengths => &[Form::Histogram],
        TableKind::Elo | TableKind::Difference => &[Form::Scores, Form::Histogram],
        TableKind::Clocks => &[Form::Times],
        TableKind::Squares => &[Form::Board],
        TableKind::Openings => &[Form::Openings],
        TableKind::Players
        | TableKind::Events
        | TableKind::Terminations
        | TableKind::Endings
        | TableKind::Claims
        | TableKind::TimeControls
        | TableKind::Tags
        | TableKind::Material
        | TableKind::Moves
        | TableKind::FirstMoves
        | TableKind::Positions => &[Form::Bars],
        TableKind::Identity | TableKind::Duplicates => &[],
    }
}

/// The charts of a table of an event; none if there is nothing to measure.
const fn forms_of_event(table: EventTable) -> &'static [Form] {
    match table {
        EventTable::Standings | EventTable::CrossTable | EventTable::Rounds => &[Form::Points],
        EventTable::Pairings | EventTable::Match => &[],
    }
}

pub const fn can_draw(table: EventTable) -> bool {
    !forms_of_event(table).is_empty()
}

pub const fn can_draw_counts(kind: TableKind) -> bool {
    !forms(kind).is_empty()
}

/// The step on an axis for the property that a table is split by; `None` if it has no order.
const fn step(by: &SplitBy) -> Option<u32> {
    match by {
        SplitBy::Fact(GameFact::Year | GameFact::Month) => Some(1),
        SplitBy::Fact(GameFact::Decade) => Some(10),
        SplitBy::Band(_, width) => Some(*width),
        _ => None,
    }
}
