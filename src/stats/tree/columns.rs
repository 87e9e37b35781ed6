//! The columns of the tree, and the values of a row.

use crate::game::facts::FactType;
use crate::stats::grid::{CellValue, ColumnUnit, GridColumn};
use crate::stats::outcome_count::{OutcomeCount, Sum};
use crate::stats::rows::{OUTCOMES, OUTCOMES_OF_GAMES, outcomes};

use super::TreeRow;

/// The columns before the measures.
const LABELS: [&str; 6] = ["depth", "line", "line_uci", "san", "uci", "epd"];

/// The mean ratings, after the outcomes.
const RATINGS: [(&str, ColumnUnit); 2] =
    [("mean_elo", ColumnUnit::Number(0)), ("mean_opponent", ColumnUnit::Number(0))];

/// The columns after the measures.
const NAMES: [&str; 3] = ["eco", "opening", "transposes_to"];

/// The measures: the columns by which moves can be sorted.
pub(super) fn measures() -> impl Iterator<Item = GridColumn> {
    OUTCOMES_OF_GAMES.into_iter().chain(RATINGS).map(|(name, kind)| GridColumn::new(name, kind))
}

pub(super) fn measured(cell: &OutcomeCount, of: u64) -> [CellValue; OUTCOMES + RATINGS.len()] {
    let means = cell.sums.map(|sum: Sum| CellValue::from(sum.mean()));
    let mut values = outcomes(cell, of).into_iter().chain(means);
    std::array::from_fn(|_| values.next().unwrap_or(CellValue::Missing))
}

impl TreeRow<'_> {
    pub fn columns() -> Vec<GridColumn> {
        let label = |name: &str| {
            let kind = if name == "depth" { FactType::Integer } else { FactType::Text };
            GridColumn::new(name, ColumnUnit::Label(kind))
        };
        LABELS
            .into_iter()
            .map(label)
            .chain(measures())
            .chain(NAMES.map(|name| GridColumn::new(name, ColumnUnit::Mark)))
            .collect()
    }

    pub fn values(&self) -> Vec<CellValue> {
        let text = |text: &str| CellValue::from(text);
        let mut values = vec![CellValue::Integer(self.depth.into()), text(self.line), text(self.line_uci)];
        values.extend([text(self.san.as_str()), text(self.uci.as_str()), CellValue::Text(self.epd())]);
        values.extend(measured(self.cell, self.of));
        values.extend(match self.opening {
            Some(opening) => [text(opening.eco()), text(opening.name())],
            None => [CellValue::Missing, CellValue::Missing],
        });
        values.push(self.transposes_to.as_deref().map_or(CellValue::Missing, |line| text(named(line))));
        values
    }
}

/// The text of a line; without moves it is the initial position.
fn named(line: &str) -> &str {
    if line.is_empty() { "startpos" } else { line }
}
