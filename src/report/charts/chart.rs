//! Charts as values: what is to be seen, with all words and numbers, but no places.

use super::ink::Ink;

/// A chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What a reader has to know beside.
    pub note: Option<String>,
    /// What is drawn.
    pub(super) body: Body,
}

impl Chart {
    pub(super) fn new(title: impl Into<String>, body: Body) -> Self {
        Self { title: title.into(), note: None, body }
    }

    /// Adds something that a reader has to know.
    pub(super) fn add(&mut self, note: String) {
        match &mut self.note {
            Some(notes) => *notes = format!("{notes}; {note}"),
            None => self.note = Some(note),
        }
    }
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Body {
    Bars(Bars),
    Columns(Columns),
    Lines(Lines),
    Board(Board),
    Icicle(Icicle),
}

/// What an ink stands for.
pub(super) type Legend = Vec<(Ink, &'static str)>;

/// Bars that lie, one below the other, each with its name.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bars {
    /// What is told behind each bar.
    pub(super) unit: String,
    pub(super) legend: Legend,
    pub(super) rows: Vec<Bar>,
}

/// A bar.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bar {
    pub(super) name: String,
    /// One behind the other.
    pub(super) parts: Vec<Part>,
    /// What stands behind it.
    pub(super) told: String,
}

/// A part of a bar.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    pub(super) ink: Ink,
    /// In parts of the longest bar that can be: 0 to 1.
    pub(super) length: f64,
    /// What is written on it if there is room.
    pub(super) told: String,
    /// What is told when one points at it.
    pub(super) hint: String,
}

/// What stands along an axis.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    /// What is measured, and in which unit.
    pub(super) caption: String,
    /// How its numbers are written.
    pub(super) numbers: Numbers,
}

/// How the numbers of an axis are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    /// Whole numbers in groups of three.
    Counts,
    /// Whole numbers as they are: years, ratings.
    Plain,
    /// Parts of a whole in hundredths.
    Percent,
    /// Numbers with a fraction.
    Decimal,
    /// Months since the year 0, as `1999.01`.
    Months,
}

/// Upright bars over an axis of numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Columns {
    pub(super) across: Axis,
    pub(super) up: Axis,
    pub(super) legend: Legend,
    pub(super) bands: Vec<Column>,
}

/// An upright bar.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Column {
    /// Where on the axis it begins and ends.
    pub(super) from: f64,
    pub(super) to: f64,
    /// One above the other.
    pub(super) parts: Vec<(Ink, f64)>,
    /// What is told when one points at it.
    pub(super) hint: String,
}

/// A measure over an axis of numbers.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lines {
    pub(super) across: Axis,
    pub(super) up: Axis,
    /// From left to right.
    pub(super) points: Vec<Point>,
    /// A height at which a line across helps to compare.
    pub(super) middle: Option<f64>,
}

/// A measured point.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// Between which heights the true one lies.
    pub(super) interval: Option<(f64, f64)>,
    /// What is told when one points at it.
    pub(super) hint: String,
}

/// A chessboard on which each square has a weight.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Board {
    /// What the numbers on the squares are.
    pub(super) unit: String,
    /// By `Square::index`.
    pub(super) counts: Vec<u64>,
}

/// Things that are made of smaller ones: the whole to the left, its parts to the right of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Icicle {
    /// What is counted.
    pub(super) unit: &'static str,
    pub(super) roots: Vec<Node>,
}

/// A thing and what it is made of.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) count: u64,
    /// The greatest first. What they leave of the count is none of them.
    pub(super) parts: Vec<Node>,
}
