//! The scale of an axis: its extent and its tick labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use crate::report::charts::chart::Numbers;
use crate::report::stats::number;

/// An axis for the plotting library: an extent with its ticks.
pub(super) struct Scale {
    line: RangedCoordf64,
    points: Vec<f64>,
}

impl Scale {
    /// An axis with at most `most` ticks.
    pub(super) fn new(extent: Extent, numbers: Numbers, most: usize) -> Self {
        Self { line: extent.range().into(), points: extent.points(numbers, most) }
    }
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.line.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.points.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.line.range()
    }
}

/// The range of the values on an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Extent {
    low: f64,
    high: f64,
}

impl Extent {
    /// The range of these numbers, widened a little if they are all equal.
    pub(super) fn new(numbers: impl Iterator<Item = f64>) -> Self {
        let (low, high) = numbers
            .filter(|number| number.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
        if !low.is_finite() {
            return Self { low: 0.0, high: 1.0 };
        }
        // Relative, because a constant margin would vanish in the rounding of large numbers.
        let least = (low.abs().max(high.abs()) * 1e-6).max(1e-9);
        if high - low < least {
            Self { low: low - least.max(0.5), high: high + least.max(0.5) }
        } else {
            Self { low, high }
        }
    }

    /// The range, extended at the top by a part of its length.
    pub(super) fn with_margin(self, part: f64) -> Self {
        Self { high: self.high + (self.high - self.low) * part, ..self }
    }

    fn range(self) -> Range<f64> {
        self.low..self.high
    }

    /// The ticks, at most `most`: round numbers, as the library chooses them, or whole years or parts of years.
    fn points(self, numbers: Numbers, most: usize) -> Vec<f64> {
        match numbers {
            Numbers::Months => self.months(most),
            Numbers::Percent | Numbers::Decimal => RangedCoordf64::from(self.range()).key_points(most),
            Numbers::Counts | Numbers::Plain => {
                let mut points = RangedCoordf64::from(self.range()).key_points(most);
                points.retain(|number| is_whole(*number));
                points
            }
        }
    }

    fn months(self, most: usize) -> Vec<f64> {
        const STEPS: [f64; 9] = [1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 60.0, 120.0, 240.0];
        let count = |step: f64| ((self.high / step).floor() - (self.low / step).ceil()).max(0.0) + 1.0;
        let fits = |step: &f64| u32::try_from(most).is_ok_and(|most| count(*step) <= f64::from(most));
        let longer = (1..30).map(|power| 240.0 * 2_f64.powi(power));
        let step = STEPS.into_iter().chain(longer).find(fits).unwrap_or(f64::INFINITY);
        let first = (self.low / step).ceil() * step;
        std::iter::successors(Some(first), |month| Some(month + step))
            .take_while(|month| *month <= self.high)
            .take(most)
            .collect()
    }

    /// The longest labels that may occur.
    pub(super) fn longest(self, numbers: Numbers) -> [String; 2] {
        [self.low, self.high].map(|number| written(number.round(), numbers))
    }
}

fn is_whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-9 * number.abs().max(1.0)
}

/// The label of a number on an axis.
pub(super) fn written(number: f64, numbers: Numbers) -> String {
    let whole = number.round() as i64;
    match numbers {
        Numbers::Percent => format!("{}%", (number * 1000.0).round() / 10.0),
        Numbers::Decimal => format!("{}", (number * 100.0).round() / 100.0),
        Numbers::Counts => number::count(whole),
        Numbers::Plain => whole.to_string(),
        Numbers::Months => format!("{}.{:02}", whole.div_euclid(12), whole.rem_euclid(12) + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along(low: f64, high: f64, numbers: Numbers, most: usize) -> Vec<String> {
        Extent { low, high }.points(numbers, most).into_iter().map(|point| written(point, numbers)).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(along(0.0, 3.06, Numbers::Counts, 8), ["0", "1", "2", "3"]);
        assert_eq!(along(0.0, 1050.0, Numbers::Counts, 6), ["0", "200", "400", "600", "800", "1,000"]);
        assert_eq!(along(1450.0, 1650.0, Numbers::Plain, 5), ["1450", "1500", "1550", "1600", "1650"]);
        assert_eq!(along(0.2, 0.62, Numbers::Percent, 6), ["20%", "30%", "40%", "50%", "60%"]);
    }

    #[test]
    fn many_months_have_ticks_at_years() {
        let month = |year: i32, month: i32| f64::from(year * 12 + month - 1);
        let of = |from, to| along(from, to, Numbers::Months, 6);
        assert_eq!(of(month(2023, 11), month(2024, 2)), ["2023.11", "2023.12", "2024.01", "2024.02"]);
        assert_eq!(of(month(1999, 5), month(2003, 2)), ["2000.01", "2001.01", "2002.01", "2003.01"]);
        assert_eq!(of(month(1990, 1), month(2020, 1)), ["1990.01", "2000.01", "2010.01", "2020.01"]);
    }

    #[test]
    fn an_extent_is_never_empty() {
        for number in [0.0, -7.0, 1e12, -1e12, f64::NAN] {
            let Extent { low, high } = Extent::new([number, number].into_iter());
            assert!(high > low, "{number}");
        }
        assert_eq!(Extent::new([f64::INFINITY, 2.0, 5.0].into_iter()), Extent { low: 2.0, high: 5.0 });
    }
}
