//! A batch of rows, stored by column until it is written to a file.

use std::fmt::Display;
use std::io::Write as _;
use std::ops::Range;
use std::sync::Arc;

use crate::game::facts::{FactValue, ValueWriter};
use crate::laws::edition::Day;

use super::{Column, ColumnType};

/// The maximum number of rows in a row group.
pub const ROWS_IN_GROUP: usize = 1 << 17;

/// The number of bytes of text, before compression, after which a row group ends.
pub const TEXT_IN_GROUP: usize = 64 << 20;

/// Rows of a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    columns: Arc<[Column]>,
    pub(super) stored: Vec<Stored>,
    /// For each row, the bytes of its text and of its lists up to its end.
    text_ends: Vec<usize>,
}

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Stored {
    /// For each row 1 if it has a value, otherwise 0: the definition levels of Parquet. For lists see [`ListLevel`].
    pub(super) levels: Vec<i16>,
    /// Of lists, for each row the number of levels up to its end.
    pub(super) list_ends: Option<Vec<usize>>,
    pub(super) values: Values,
}

/// The definition levels of lists, as in Parquet: one for an empty list, and 0 for a missing one; otherwise one for each
/// element.
pub(super) struct ListLevel;

impl ListLevel {
    pub(super) const EMPTY: i16 = 1;
    /// An element without a value.
    pub(super) const NULL: i16 = 2;
    pub(super) const VALUE: i16 = 3;
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Values {
    /// The concatenated texts, and the offset at which each ends.
    Text {
        bytes: Vec<u8>,
        ends: Vec<usize>,
    },
    /// Numbers, those without a sign by their bits; dates in days and timestamps in milliseconds since 1 January 1970.
    Integer(Vec<i32>),
    Long(Vec<i64>),
    Real(Vec<f64>),
    Flag(Vec<bool>),
}

/// A row that is filled column by column.
#[derive(Debug)]
pub struct Row<'a> {
    batch: &'a mut Batch,
    next: usize,
    /// Whether values are elements of the list in the next column.
    is_in_list: bool,
}

impl Values {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Text => Self::Text { bytes: Vec::new(), ends: Vec::new() },
            ColumnType::Integer | ColumnType::Date => Self::Integer(Vec::new()),
            ColumnType::Long | ColumnType::Count | ColumnType::Timestamp => Self::Long(Vec::new()),
            ColumnType::Real => Self::Real(Vec::new()),
            ColumnType::Flag => Self::Flag(Vec::new()),
        }
    }

    fn extend(&mut self, other: &Self, range: Range<usize>) {
        match (self, other) {
            (Self::Text { bytes, ends }, Self::Text { bytes: more, ends: more_ends }) => {
                let start = text_end(more_ends, range.start);
                let offset = bytes.len();
                bytes.extend_from_slice(&more[start..text_end(more_ends, range.end)]);
                ends.extend(more_ends[range].iter().map(|end| end - start + offset));
            }
            (Self::Integer(values), Self::Integer(more)) => values.extend_from_slice(&more[range]),
            (Self::Long(values), Self::Long(more)) => values.extend_from_slice(&more[range]),
            (Self::Real(values), Self::Real(more)) => values.extend_from_slice(&more[range]),
            (Self::Flag(values), Self::Flag(more)) => values.extend_from_slice(&more[range]),
            _ => debug_assert!(false, "columns of one table are of one kind"),
        }
    }
}

/// The offset at which the first `count` texts end, and the next one starts.
pub(super) fn text_end(ends: &[usize], count: usize) -> usize {
    count.checked_sub(1).map_or(0, |last| ends[last])
}

impl Batch {
    /// An empty batch of a table with these columns.
    pub fn new(columns: Arc<[Column]>) -> Self {
        let stored = |column: &Column| Stored {
            levels: Vec::new(),
            list_ends: column.is_list.then(Vec::new),
            values: Values::new(column.kind),
        };
        let stored = columns.iter().map(stored).collect();
        Self { columns, stored, text_ends: Vec::new() }
    }

    pub const fn len(&self) -> usize {
        self.text_ends.len()
    }

    pub const fn is_empty(&self) -> bool {
        self.text_ends.is_empty()
    }

    pub fn text_len(&self) -> usize {
        text_end(&self.text_ends, self.len())
    }

    /// Whether it is a whole row group: the last row brings it to the limit of rows or of text.
    pub fn is_full(&self) -> bool {
        self.len() >= ROWS_IN_GROUP || self.text_len() >= TEXT_IN_GROUP
    }

    pub const fn columns(&self) -> &Arc<[Column]> {
        &self.columns
    }

    /// Adds to the numbers of the games. They count from the first game of the batch until the number of games before
    /// it is known.
    pub fn count_games_from(&mut self, before: u64) {
        let games = self.columns.iter().position(|column| column.name == "game");
        if let Some(Stored { values: Values::Long(numbers), .. }) = games.map(|column| &mut self.stored[column]) {
            for number in numbers {
                *number = number.saturating_add_unsigned(before);
            }
        }
    }

    /// Appends rows of a batch of the same table, from this one on, until the batch is full; returns the number of the
    /// next one.
    pub(super) fn fill(&mut self, other: &Self, from: usize) -> usize {
        let text_before = self.text_len();
        let is_below = |end: &usize| text_before + end - text_end(&other.text_ends, from) < TEXT_IN_GROUP;
        let below = other.text_ends[from..].partition_point(is_below);
        let to = from + usize::min(below + 1, ROWS_IN_GROUP - self.len()).min(other.len() - from);
        self.extend(other, from..to);
        to
    }

    /// Appends rows of a batch of the same table.
    fn extend(&mut self, other: &Self, rows: Range<usize>) {
        let (start, before) = (text_end(&other.text_ends, rows.start), self.text_len());
        self.text_ends.extend(other.text_ends[rows.clone()].iter().map(|end| end - start + before));
        for (stored, more) in self.stored.iter_mut().zip(&other.stored) {
            let levels = more.levels_of(&rows);
            let first = more.values_in(0..levels.start);
            let values = first..first + more.values_in(levels.clone());
            if let (Some(ends), Some(more_ends)) = (&mut stored.list_ends, &more.list_ends) {
                let before = stored.levels.len();
                ends.extend(more_ends[rows.clone()].iter().map(|end| end - levels.start + before));
            }
            stored.levels.extend_from_slice(&more.levels[levels]);
            stored.values.extend(&more.values, values);
        }
    }

    /// Appends a row with a value for each column.
    pub(in crate::report) fn push<'v>(&mut self, values: impl Iterator<Item = Option<FactValue<'v>>>) {
        let mut row = self.row();
        values.for_each(|value| row.value(value.as_ref()));
    }

    /// Begins a row. All of its columns must be filled, in order.
    pub fn row(&mut self) -> Row<'_> {
        self.text_ends.push(self.text_len());
        Row { batch: self, next: 0, is_in_list: false }
    }
}

impl Stored {
    /// The range of the levels of these rows.
    fn levels_of(&self, rows: &Range<usize>) -> Range<usize> {
        match &self.list_ends {
            Some(ends) => text_end(ends, rows.start)..text_end(ends, rows.end),
            None => rows.clone(),
        }
    }

    /// The number of values that these levels say.
    fn values_in(&self, levels: Range<usize>) -> usize {
        let of_value = if self.list_ends.is_some() { ListLevel::VALUE } else { 1 };
        self.levels[levels].iter().filter(|level| **level == of_value).count()
    }
}

impl Row<'_> {
    /// Fills the next column, or the next element of its list. `push` appends a value, and returns whether the column can
    /// have it; otherwise it is missing.
    fn fill(&mut self, push: impl FnOnce(&mut Values) -> bool) {
        let stored = &mut self.batch.stored[self.next];
        let has_value = push(&mut stored.values);
        if self.is_in_list {
            stored.levels.push(if has_value { ListLevel::VALUE } else { ListLevel::NULL });
            return self.add_text(size_of::<i64>());
        }
        stored.levels.push(i16::from(has_value));
        self.end_column();
    }

    fn end_column(&mut self) {
        let Stored { levels, list_ends, .. } = &mut self.batch.stored[self.next];
        if let Some(ends) = list_ends {
            ends.push(levels.len());
        }
        self.next += 1;
    }

    fn put_text(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let mut length = 0;
        self.fill(|values| {
            let Values::Text { bytes, ends } = values else { return false };
            let start = bytes.len();
            write(bytes);
            ends.push(bytes.len());
            length = bytes.len() - start;
            true
        });
        self.add_text(length);
    }

    fn add_text(&mut self, length: usize) {
        if let Some(row_end) = self.batch.text_ends.last_mut() {
            *row_end += length;
        }
    }
}

impl ValueWriter for Row<'_> {
    fn missing(&mut self) {
        self.fill(|_| false);
    }

    fn text(&mut self, value: &str) {
        self.bare(value.as_bytes());
    }

    fn word(&mut self, value: impl Display) {
        // Writing to memory does not fail.
        self.put_text(|bytes| _ = write!(bytes, "{value}"));
    }

    fn bare(&mut self, value: &[u8]) {
        self.put_text(|bytes| bytes.extend_from_slice(value));
    }

    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        if values.is_empty() {
            self.batch.stored[self.next].levels.push(ListLevel::EMPTY);
        }
        self.is_in_list = true;
        for value in values {
            self.value(value.as_ref());
        }
        self.is_in_list = false;
        self.end_column();
    }

    /// A number that does not fit is missing; where every row has a value, it becomes the nearest one.
    fn integer(&mut self, value: i64) {
        let is_required = self.batch.columns[self.next].is_required;
        self.fill(|values| match values {
            Values::Integer(values) => {
                let fitting = value.clamp(i32::MIN.into(), i32::MAX.into());
                let is_kept = is_required || fitting == value;
                values.extend(is_kept.then_some(fitting as i32));
                is_kept
            }
            Values::Long(values) => {
                values.push(value);
                true
            }
            _ => false,
        });
    }

    fn count(&mut self, value: u64) {
        self.integer(value.cast_signed());
    }

    fn real(&mut self, value: f64) {
        self.fill(|values| {
            let Values::Real(values) = values else { return false };
            values.push(value);
            true
        });
    }

    fn flag(&mut self, value: bool) {
        self.fill(|values| {
            let Values::Flag(values) = values else { return false };
            values.push(value);
            true
        });
    }

    #[expect(clippy::cast_precision_loss, reason = "no clock shows 2⁵³ hundredths of a second")]
    fn hundredths(&mut self, value: u64) {
        self.real(value as f64 / 100.0);
    }

    /// A date, if it is complete.
    fn day(&mut self, value: Day) {
        let is_whole = value.year > 0 && value.month > 0 && value.day > 0;
        self.some(is_whole.then(|| days_since_1970(value).into()), Self::integer);
    }

    fn timestamp(&mut self, day: Day, second: u32) {
        self.integer((i64::from(days_since_1970(day)) * 86_400 + i64::from(second)) * 1000);
    }
}

impl Drop for Row<'_> {
    fn drop(&mut self) {
        debug_assert_eq!(self.next, self.batch.columns.len(), "a row has a place for each column");
    }
}

/// The days from 1 January 1970 to a date, in the Gregorian calendar.
fn days_since_1970(day: Day) -> i32 {
    // Years begin in March here, so the leap day is the last of a year.
    let (year, month) = (i32::from(day.year), i32::from(day.month));
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days_of_year = (153 * month + 2) / 5 + i32::from(day.day) - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + days_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Arc<[Column]> {
        let column = |name: &'static str, kind, is_required| Column {
            name: name.into(),
            kind,
            is_list: name == "san",
            is_required,
        };
        [
            column("game", ColumnType::Long, true),
            column("name", ColumnType::Text, false),
            column("elo", ColumnType::Integer, false),
            column("san", ColumnType::Text, false),
        ]
        .into()
    }

    fn batch(rows: Range<i64>) -> Batch {
        let mut batch = Batch::new(columns());
        for number in rows {
            let name = format!("player {number}");
            let elo = (number % 3 == 0).then_some(number);
            let mut row = batch.row();
            row.integer(number);
            row.some((number % 2 == 0).then_some(name.as_str()), ValueWriter::text);
            row.some(elo, ValueWriter::integer);
            // Missing, empty, a missing element, then one with a value.
            let moves: Vec<_> = (1..number % 4).map(|ply| (ply > 1).then(|| format!("move {ply}").into())).collect();
            row.some((number % 4 > 0).then_some(&*moves), ValueWriter::list);
        }
        batch
    }

    #[test]
    fn merged_parts_equal_the_whole() {
        let whole = batch(0..20);
        for cut in 0..=20 {
            let mut parts = batch(0..0);
            parts.extend(&whole, 0..cut);
            parts.extend(&whole, cut..20);
            assert_eq!(parts, whole);
        }
        let mut later = batch(0..3);
        later.count_games_from(40);
        assert_eq!(later.stored[0].values, Values::Long(vec![40, 41, 42]));
    }

    #[test]
    fn a_number_that_does_not_fit_is_missing_or_the_nearest() {
        for (is_required, expected) in [(true, vec![i32::MAX, 7, i32::MIN]), (false, vec![7])] {
            let mut batch = Batch::new(
                [Column { name: "n".into(), kind: ColumnType::Integer, is_list: false, is_required }].into(),
            );
            for number in [1 << 31, 7, i64::MIN] {
                batch.row().integer(number);
            }
            assert_eq!(batch.stored[0].values, Values::Integer(expected));
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        let days = |year, month, day| days_since_1970(Day { year, month, day });
        assert_eq!(
            [days(1970, 1, 1), days(1969, 12, 31), days(2000, 3, 1), days(2000, 2, 29)],
            [0, -1, 11_017, 11_016]
        );
        assert_eq!((days(2026, 3, 1), days(1600, 2, 29), days(1, 1, 1)), (20_513, -135_081, -719_162));
    }
}
