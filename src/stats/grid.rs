//! A table that is ready to be shown: columns, rows, notes. It knows no format.

/// A table of values. Every row has one value for each column.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it shows, as a heading.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Vec<Value>>,
    /// What a reader has to know about the numbers.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name, in snake case.
    pub name: String,
    /// What stands in it.
    pub kind: Kind,
}

/// What stands in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Words or numbers by which things are told apart.
    Label,
    /// How many.
    Count,
    /// A part of a whole: 0 to 1.
    Share,
    /// Words where there is something to say: what two players made of a pairing, the name of a position that has one.
    Mark,
    /// A measure, with so many digits behind the point.
    Number(u8),
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing: it is not known, or makes no sense.
    Nothing,
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

impl Column {
    /// A column of this name.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }
}

impl Grid {
    /// The place of a column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

impl Value {
    /// The number that stands in the cell.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Number(number) => Some(*number),
            Self::Nothing | Self::Text(_) | Self::Flag(_) => None,
        }
    }

    /// A count.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Option<f64>> for Value {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Nothing, Self::Number)
    }
}
