//! Which chart suits which table. This is the only place that knows.

use crate::stats::standings::table::EventTable;
use crate::stats::{By, TableKind};

/// A way to draw a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// How games came out: a bar for each outcome; of a table that is split, bars side by side.
    Outcomes,
    /// How many there are in each band, as upright bars.
    Histogram,
    /// How they score in each band, with the interval that holds the true score.
    Scores,
    /// How long players think, and how much time is left, move by move.
    Times,
    /// The squares of a board.
    Board,
    /// Volumes, families and variations of openings.
    Openings,
    /// A bar for each row, as long as its count, divided by outcomes where they are known.
    Bars,
    /// A bar for each player, as long as the points.
    Points,
}

impl Form {
    /// Whether it shows all rows, however many the table beside it has.
    pub(super) const fn takes_all(self) -> bool {
        matches!(self, Self::Histogram | Self::Scores | Self::Times | Self::Board | Self::Openings)
    }
}

/// How a table is drawn: one chart or several.
pub(super) const fn forms(kind: TableKind) -> &'static [Form] {
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
        | TableKind::FirstMoves => &[Form::Bars],
    }
}

/// How a table of an event is drawn; not at all where there is nothing to measure.
pub(super) const fn forms_of_event(table: EventTable) -> &'static [Form] {
    match table {
        EventTable::Standings | EventTable::CrossTable | EventTable::Rounds => &[Form::Points],
        EventTable::Pairings => &[],
    }
}

/// Whether there are pictures of a table of an event.
#[must_use]
pub const fn can_draw(table: EventTable) -> bool {
    !forms_of_event(table).is_empty()
}

/// Whether what a table is split by has an order that an axis can show: how wide one step is.
pub(super) const fn step(by: &By) -> Option<u32> {
    match by {
        By::Year | By::Month => Some(1),
        By::Decade => Some(10),
        By::EloBand(width) | By::LengthBand(width) => Some(*width),
        _ => None,
    }
}
