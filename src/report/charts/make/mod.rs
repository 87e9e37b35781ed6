//! The conversion of the rows of a table to charts.

mod areas;
mod bars;
mod columns;

use crate::report::Visible;
use crate::stats::standings::table::EventTable;
use crate::stats::{CellValue, ColumnUnit, Grid, GridColumn, SplitBy, TableKind};

use super::chart::{Chart, sum};
use super::{Form, forms, forms_of_event};

/// The maximum number of parts of a split table that are drawn; fewer for boards, which need several charts for each
/// part.
const fn most_parts(form: Form) -> usize {
    if matches!(form, Form::Board) { 3 } else { 12 }
}

/// The limit of axes: larger numbers are not ratings, years or moves.
const FARTHEST: f64 = 1e12;

/// The charts of a table that is split by these properties. Bars use the displayed rows, all other forms the whole
/// table. There may be none.
pub fn charts(whole: &Grid, shown: &Grid, by: &[SplitBy]) -> Vec<Chart> {
    let counted = TableKind::ALL.into_iter().find(|kind| kind.info().name == whole.name).map(forms);
    let of_event = EventTable::ALL.into_iter().find(|table| table.name() == whole.name).map(forms_of_event);
    let forms = counted.or(of_event).unwrap_or_default();
    let (whole, shown) = (View::new(whole, by), View::new(shown, by));
    forms.iter().flat_map(|&form| if form.takes_all() { whole.charts(form) } else { shown.charts(form) }).collect()
}

/// A group of rows of a table.
struct View<'g> {
    grid: &'g Grid,
    by: &'g [SplitBy],
    /// The number of label columns, including those it is split by.
    labels: usize,
    rows: Vec<&'g [CellValue]>,
    /// The title of the table and of this part.
    title: String,
}

impl<'g> View<'g> {
    fn new(grid: &'g Grid, by: &'g [SplitBy]) -> Self {
        let labels = grid.columns.iter().take_while(|column| matches!(column.kind, ColumnUnit::Label(_))).count();
        let rows = grid.rows.iter().map(Vec::as_slice).collect();
        Self { grid, by, labels, rows, title: grid.title.clone() }
    }

    fn charts(&self, form: Form) -> Vec<Chart> {
        let each = |make: &dyn Fn(&View<'g>) -> Vec<Chart>| {
            let most = most_parts(form);
            let (parts, more) = self.parts(most);
            let mut charts: Vec<Chart> = parts.iter().flat_map(make).collect();
            if let Some(last) = charts.last_mut().filter(|_| more) {
                last.add(format!("the first {most} parts are drawn"));
            }
            charts
        };
        match form {
            Form::Outcomes => bars::outcomes(self).into_iter().collect(),
            Form::Bars => bars::counted(self).into_iter().collect(),
            Form::Points => bars::points(self).into_iter().collect(),
            Form::Histogram => each(&|part| columns::histogram(part).into_iter().collect()),
            Form::Scores => each(&|part| columns::scores(part).into_iter().collect()),
            Form::Times => each(&columns::times),
            Form::Board => each(&areas::boards),
            Form::Openings => each(&|part| areas::icicle(part).into_iter().collect()),
        }
    }

    /// The groups of rows with the same values in the split columns: the first few, and whether there are more.
    fn parts(&self, most: usize) -> (Vec<View<'g>>, bool) {
        let split = self.by.len().min(self.labels);
        let mut parts: Vec<View<'g>> = Vec::new();
        let mut more = false;
        for &row in &self.rows {
            match parts.iter().position(|part| part.rows[0][..split] == row[..split]) {
                Some(at) => parts[at].rows.push(row),
                None if parts.len() == most => more = true,
                None => {
                    let named = |(column, value)| format!(" · {} {}", heading(column), word(value));
                    let name: String = self.grid.columns.iter().zip(row).take(split).map(named).collect();
                    parts.push(View { rows: vec![row], title: format!("{}{name}", self.title), ..*self });
                }
            }
        }
        (parts, more)
    }

    /// The name of a row: its labels, with the bounds of a band joined.
    fn name(&self, row: &[CellValue]) -> String {
        let mut labels = self.grid.columns.iter().zip(row).take(self.labels).peekable();
        let mut words: Vec<String> = Vec::new();
        while let Some((column, value)) = labels.next() {
            let to = column.name.strip_suffix("_from").map(|stem| format!("{stem}_to"));
            match labels.next_if(|(next, _)| to.as_ref() == Some(&next.name)) {
                Some((_, end)) if *value != CellValue::Missing => words.push(format!("{}–{}", word(value), word(end))),
                _ => words.push(word(value)),
            }
        }
        words.join(", ")
    }

    fn count(&self, row: &[CellValue]) -> u64 {
        match row.get(self.labels) {
            Some(CellValue::Integer(count)) => count.unsigned_abs(),
            _ => 0,
        }
    }

    /// The unit: the name of the count column.
    fn unit(&self) -> &'g str {
        match self.grid.columns.get(self.labels) {
            Some(column) => match column.name.as_str() {
                "games" if self.grid.column("wins").is_some() => "sides",
                name => name,
            },
            None => "",
        }
    }

    fn number(&self, row: &[CellValue], column: &str) -> Option<f64> {
        let number = row.get(self.grid.column(column)?)?.number()?;
        number.is_finite().then(|| number.clamp(-FARTHEST, FARTHEST))
    }

    fn counted(&self, row: &[CellValue], column: &str) -> Option<u64> {
        match row.get(self.grid.column(column)?)? {
            CellValue::Integer(count) => Some(count.unsigned_abs()),
            _ => None,
        }
    }

    /// The total count of the rows in which this column is unknown.
    fn unknown(&self, column: &str) -> u64 {
        sum(self.rows.iter().filter(|row| self.number(row, column).is_none()).map(|row| self.count(row)))
    }

    /// Whether a row is marked as based on few results.
    fn is_few(&self, row: &[CellValue]) -> bool {
        self.grid.column("few").is_some_and(|index| row.get(index) == Some(&CellValue::Flag(true)))
    }
}

fn heading(column: &GridColumn) -> String {
    Visible(&column.name.replace('_', " ")).to_string()
}

/// The text of a label.
fn word(value: &CellValue) -> String {
    match value {
        CellValue::Text(text) => Visible(text).to_string(),
        CellValue::Integer(number) => number.to_string(),
        CellValue::Number(number) => number.to_string(),
        CellValue::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        CellValue::Missing => "–".to_owned(),
    }
}
