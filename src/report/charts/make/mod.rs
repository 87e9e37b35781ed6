//! From the rows of a table to its charts.

mod bars;
mod board;
mod columns;
mod lines;
mod openings;

use crate::report::Visible;
use crate::stats::standings::table::EventTable;
use crate::stats::{By, Column, Grid, Kind, TableKind, Value};

use super::chart::Chart;
use super::suits::{Form, forms, forms_of_event};
use super::words::sum;

/// So many parts of a split table are drawn; of a board, of which there are several for each part, fewer.
const fn most_parts(form: Form) -> usize {
    if matches!(form, Form::Board) { 3 } else { 12 }
}

/// Numbers beyond this are no ratings, years or moves; axes end here.
const FARTHEST: f64 = 1e12;

/// The charts of a table that is split by these. Bars show the rows that are shown, all else shows the whole table. There
/// are none if there is nothing to draw.
pub fn charts(whole: &Grid, shown: &Grid, by: &[By]) -> Vec<Chart> {
    let counted = TableKind::ALL.into_iter().find(|kind| kind.spec().name == whole.name).map(forms);
    let of_event = EventTable::ALL.into_iter().find(|table| table.name() == whole.name).map(forms_of_event);
    let forms = counted.or(of_event).unwrap_or_default();
    let (whole, shown) = (View::of(whole, by), View::of(shown, by));
    forms.iter().flat_map(|&form| if form.takes_all() { whole.charts(form) } else { shown.charts(form) }).collect()
}

/// Rows of a table that belong together.
struct View<'g> {
    grid: &'g Grid,
    by: &'g [By],
    /// So many columns tell rows apart, those it is split by included.
    labels: usize,
    rows: Vec<&'g [Value]>,
    /// The table, and which part of it.
    title: String,
}

impl<'g> View<'g> {
    fn of(grid: &'g Grid, by: &'g [By]) -> Self {
        let labels = grid.columns.iter().take_while(|column| column.kind == Kind::Label).count();
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
            Form::Scores => each(&|part| lines::scores(part).into_iter().collect()),
            Form::Times => each(&lines::times),
            Form::Board => each(&board::boards),
            Form::Openings => each(&|part| openings::icicle(part).into_iter().collect()),
        }
    }

    /// Rows with the same values in the columns by which the table is split, the first few of them, and whether there are
    /// more.
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

    /// What a row is called: its labels, a beginning and an end as one.
    fn name(&self, row: &[Value]) -> String {
        let mut labels = self.grid.columns.iter().zip(row).take(self.labels).peekable();
        let mut words: Vec<String> = Vec::new();
        while let Some((column, value)) = labels.next() {
            let to = column.name.strip_suffix("_from").map(|stem| format!("{stem}_to"));
            match labels.next_if(|(next, _)| to.as_ref() == Some(&next.name)) {
                Some((_, end)) if *value != Value::Nothing => words.push(format!("{}–{}", word(value), word(end))),
                _ => words.push(word(value)),
            }
        }
        words.join(", ")
    }

    /// How many a row counts.
    fn count(&self, row: &[Value]) -> u64 {
        match row.get(self.labels) {
            Some(Value::Integer(count)) => count.unsigned_abs(),
            _ => 0,
        }
    }

    /// What is counted: the name of the column.
    fn unit(&self) -> &'g str {
        match self.grid.columns.get(self.labels) {
            Some(column) => match column.name.as_str() {
                "games" if self.grid.column("wins").is_some() => "sides",
                name => name,
            },
            None => "",
        }
    }

    /// The number in a column, if there is one.
    fn number(&self, row: &[Value], column: &str) -> Option<f64> {
        let number = row.get(self.grid.column(column)?)?.number()?;
        number.is_finite().then(|| number.clamp(-FARTHEST, FARTHEST))
    }

    /// The count in a column.
    fn counted(&self, row: &[Value], column: &str) -> Option<u64> {
        match row.get(self.grid.column(column)?)? {
            Value::Integer(count) => Some(count.unsigned_abs()),
            _ => None,
        }
    }

    /// Rows in which this column is known and those it is not known in: how many they count.
    fn unknown(&self, column: &str) -> u64 {
        sum(self.rows.iter().filter(|row| self.number(row, column).is_none()).map(|row| self.count(row)))
    }

    /// Whether a row says that it stands on few results.
    fn is_few(&self, row: &[Value]) -> bool {
        self.grid.column("few").is_some_and(|index| row.get(index) == Some(&Value::Flag(true)))
    }
}

fn heading(column: &Column) -> String {
    Visible(&column.name.replace('_', " ")).to_string()
}

/// A label as it is read.
fn word(value: &Value) -> String {
    match value {
        Value::Text(text) => Visible(text).to_string(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Flag(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Nothing => "–".to_owned(),
    }
}
