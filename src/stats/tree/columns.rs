//! The columns of the tree, and the values of a row.

use crate::stats::cell::{Cell, Sum};
use crate::stats::grid::{Column, Kind, Value};
use crate::stats::rows::{OUTCOMES, OUTCOMES_OF_GAMES, outcomes};

use super::Row;

/// The columns before the measures.
const LABELS: [&str; 6] = ["depth", "line", "line_uci", "san", "uci", "epd"];

/// The mean ratings, after the outcomes.
const RATINGS: [(&str, Kind); 2] = [("mean_elo", Kind::Number(0)), ("mean_opponent", Kind::Number(0))];

/// The columns after the measures.
const NAMES: [&str; 3] = ["eco", "opening", "transposes_to"];

/// The measures: the columns by which moves can be sorted.
pub(super) fn measures() -> impl Iterator<Item = Column> {
    OUTCOMES_OF_GAMES.into_iter().chain(RATINGS).map(|(name, kind)| Column::new(name, kind))
}

/// The values of the measures.
pub(super) fn measured(cell: &Cell, of: u64) -> [Value; OUTCOMES + RATINGS.len()] {
    let means = cell.sums.map(|sum: Sum| Value::from(sum.mean()));
    let mut values = outcomes(cell, of).into_iter().chain(means);
    std::array::from_fn(|_| values.next().unwrap_or(Value::Nothing))
}

impl Row<'_> {
    /// All columns.
    #[must_use]
    pub fn columns() -> Vec<Column> {
        let label = |name: &str| Column::new(name, Kind::Label);
        LABELS.into_iter().map(label).chain(measures()).chain(NAMES.map(|name| Column::new(name, Kind::Mark))).collect()
    }

    /// The values of the columns.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        let text = |text: &str| Value::from(text);
        let mut values = vec![Value::Integer(self.depth.into()), text(self.line), text(self.line_uci)];
        values.extend([text(self.san.as_str()), text(self.uci.as_str()), Value::Text(self.epd())]);
        values.extend(measured(self.cell, self.of));
        values.extend(match self.opening {
            Some(opening) => [text(opening.eco()), text(opening.name())],
            None => [Value::Nothing, Value::Nothing],
        });
        values.push(self.transposes_to.as_deref().map_or(Value::Nothing, |line| text(named(line))));
        values
    }
}

/// The text of a line; without moves it is the initial position.
fn named(line: &str) -> &str {
    if line.is_empty() { "startpos" } else { line }
}
