//! The content of charts: all text and numbers, with their formats, without coordinates.

use crate::report::terminal::numbers as number;

use super::ink::Ink;

#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    pub title: String,
    pub note: Option<String>,
    pub(super) body: Body,
}

impl Chart {
    pub(super) fn new(title: impl Into<String>, body: Body) -> Self {
        Self { title: title.into(), note: None, body }
    }

    pub(super) fn add(&mut self, note: String) {
        match &mut self.note {
            Some(notes) => *notes = format!("{notes}; {note}"),
            None => self.note = Some(note),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Body {
    Bars(Bars),
    Columns(Columns),
    Lines(Lines),
    Board(Board),
    Icicle(Icicle),
}

pub(super) type Legend = Vec<(Ink, &'static str)>;

/// Horizontal bars, one below the other, each with its name.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bars {
    /// The unit of the text after each bar.
    pub(super) unit: String,
    pub(super) legend: Legend,
    pub(super) rows: Vec<Bar>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Bar {
    pub(super) name: String,
    /// From left to right.
    pub(super) parts: Vec<Part>,
    /// The text after it.
    pub(super) text: String,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    pub(super) ink: Ink,
    /// The length as a share of the longest possible bar: 0 to 1.
    pub(super) length: f64,
    pub(super) text: String,
    /// The tooltip.
    pub(super) hint: String,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Axis {
    /// The measure and its unit.
    pub(super) caption: String,
    pub(super) numbers: Numbers,
}

/// The format of the numbers of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbers {
    /// Whole numbers in groups of three.
    Counts,
    /// Whole numbers as they are: years, ratings.
    Plain,
    Percent,
    /// Numbers with a fraction.
    Decimal,
    /// Months since the year 0, as `1999.01`.
    Months,
}

/// Columns (vertical bars) over a numeric axis.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Columns {
    pub(super) across: Axis,
    pub(super) up: Axis,
    pub(super) legend: Legend,
    pub(super) bands: Vec<Column>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Column {
    /// The range on the axis.
    pub(super) from: f64,
    pub(super) to: f64,
    /// From bottom to top.
    pub(super) parts: Vec<(Ink, f64)>,
    /// The tooltip.
    pub(super) hint: String,
}

/// A measure over a numeric axis.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lines {
    pub(super) across: Axis,
    pub(super) up: Axis,
    /// From left to right.
    pub(super) points: Vec<Point>,
    /// The height of a reference line.
    pub(super) middle: Option<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The confidence interval.
    pub(super) interval: Option<(f64, f64)>,
    /// The tooltip.
    pub(super) hint: String,
}

/// A chessboard with a count for each square.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Board {
    pub(super) unit: String,
    /// By `Square::index`.
    pub(super) counts: Vec<u64>,
}

/// An icicle chart of a hierarchy: the whole on the left, its parts to the right.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Icicle {
    pub(super) unit: &'static str,
    pub(super) roots: Vec<Node>,
}

/// A node of a hierarchy and its parts.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) count: u64,
    /// In descending order of their counts. The rest of the count belongs to no part.
    pub(super) parts: Vec<Node>,
}

// The number formats of charts.

/// A count in groups of three.
pub(super) fn count(count: u64) -> String {
    number::count(i64::try_from(count).unwrap_or(i64::MAX))
}

/// A share, 0 to 1, in percent.
pub(super) fn percent(share: f64) -> String {
    number::percent(share)
}

/// The saturating sum of counts.
pub(super) fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

/// The share of a part in a whole: 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "pictures show three digits")]
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64).min(1.0) }
}

/// `12,345 games`, `1 game`.
pub(super) fn counted(number: u64, unit: &str) -> String {
    let one = unit.strip_suffix("es").filter(|stem| stem.ends_with("ss")).or_else(|| unit.strip_suffix('s'));
    format!("{} {}", count(number), one.filter(|_| number == 1).unwrap_or(unit))
}

/// `12,345 games (10.2%)`.
pub(super) fn of_whole(part: u64, unit: &str, whole: u64) -> String {
    format!("{} ({})", counted(part, unit), percent(ratio(part, whole)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let of = |number| ["games", "losses", "White wins", "no result"].map(|unit| counted(number, unit));
        assert_eq!(of(1), ["1 game", "1 loss", "1 White win", "1 no result"]);
        assert_eq!(of(1200), ["1,200 games", "1,200 losses", "1,200 White wins", "1,200 no result"]);
        assert_eq!(of_whole(1, "games", 3), "1 game (33.3%)");
        assert_eq!((ratio(1, 0), ratio(5, 4), sum([u64::MAX, 1].into_iter())), (0.0, 1.0, u64::MAX));
    }
}
