//! Rows of plies in columns, for Parquet.

use std::mem;

use crate::game::facts::{FactColumn, Facts, PlyStyle};
use crate::game::record::plies::{Ply, PlyOptions};
use crate::game::replay::Game;
use crate::game::verdict::position_line::PositionLine;
use crate::report::rows::{Batch, TEXT_IN_GROUP};

use super::{RowLayout, SharedValues};

/// The columns of rows of plies, and how their values are written.
#[derive(Clone, Debug)]
pub struct PlyColumns {
    layout: RowLayout,
    style: PlyStyle<'static>,
}

/// The rows of a game, numbered 1 until its number is known.
#[derive(Debug)]
pub struct ColumnRows<'a> {
    layout: &'a RowLayout,
    style: PlyStyle<'a>,
    shared: SharedValues<'a>,
    batch: Batch,
}

impl PlyColumns {
    pub fn new(fields: &[FactColumn], style: PlyStyle<'static>) -> Self {
        Self { layout: RowLayout::for_positions(fields), style }
    }

    pub const fn layout(&self) -> &RowLayout {
        &self.layout
    }

    /// The data that must be computed for the columns.
    pub fn options(&self) -> PlyOptions {
        self.layout.ply_options()
    }

    /// Whether the rows of a game repeat so much of its text that they are not kept together in memory.
    pub fn is_heavy(&self, game: &Game) -> bool {
        self.layout.repeats_text() && game.span.len().saturating_mul(game.plies_with_variations()) > TEXT_IN_GROUP
    }

    /// Begins the rows of a game that was read from `bytes`, or of the position of a line.
    pub fn rows<'a>(
        &'a self,
        game: &'a Game,
        bytes: &'a [u8],
        file: &'a str,
        line: Option<&'a PositionLine>,
    ) -> ColumnRows<'a> {
        let facts = Facts::new(game, bytes, file, None).with_positions(self.style.positions).numbered(1).of_line(line);
        let (layout, style) = (&self.layout, self.style.of_line(line));
        ColumnRows { layout, style, shared: layout.shared_values(&facts), batch: layout.batch() }
    }
}

impl ColumnRows<'_> {
    pub fn push(&mut self, ply: &Ply<'_>) {
        self.layout.push_ply(&mut self.batch, &self.shared, ply, self.style);
    }

    /// Whether there are as many rows as are written together.
    pub fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    /// The rows so far, which are taken out.
    pub fn take(&mut self) -> Batch {
        mem::replace(&mut self.batch, self.layout.batch())
    }
}
