//! A table of values, independent of any output format: columns, rows and notes.

use crate::game::facts::FactType;

/// A table of values. Every row has one value for each column.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// Its name on the command line.
    pub name: &'static str,
    pub title: String,
    pub columns: Vec<GridColumn>,
    pub rows: Vec<Vec<CellValue>>,
    /// Notes that explain the numbers.
    pub notes: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridColumn {
    /// Its name, in snake case.
    pub name: String,
    pub kind: ColumnUnit,
}

/// The kind of values in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnUnit {
    /// Text or numbers that identify the row, or a note on its numbers, of this type.
    Label(FactType),
    Count,
    /// A share of a whole: 0 to 1.
    Share,
    /// Optional text: the result of a pairing, the name of a position.
    Mark,
    /// A measure, with this number of decimals.
    Number(u8),
}

#[derive(Clone, PartialEq, Debug)]
pub enum CellValue {
    /// No value: unknown or not applicable.
    Missing,
    Text(String),
    Integer(i64),
    Number(f64),
    Flag(bool),
}

impl GridColumn {
    pub fn new(name: impl Into<String>, kind: ColumnUnit) -> Self {
        Self { name: name.into(), kind }
    }
}

impl Grid {
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

impl CellValue {
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Number(number) => Some(*number),
            Self::Missing | Self::Text(_) | Self::Flag(_) => None,
        }
    }

    pub fn count(count: u64) -> Self {
        Self::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<&str> for CellValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Option<f64>> for CellValue {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Missing, Self::Number)
    }
}
