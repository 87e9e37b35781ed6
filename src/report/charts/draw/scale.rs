//! The scale of an axis: its extent and its tick labels.

use crate::report::charts::chart::Numbers;
use crate::report::terminal::numbers as number;

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

    /// How far a value is from the low end to the high one, from 0 to 1.
    pub(super) fn share(self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// The ticks, at most `most`: round numbers, or whole years or parts of years.
    pub(super) fn points(self, numbers: Numbers, most: u8) -> Vec<f64> {
        match numbers {
            Numbers::Months => {
                let longer = (1..30).map(|power| 240.0 * 2_f64.powi(power));
                self.multiples([1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 60.0, 120.0, 240.0].into_iter().chain(longer), most)
            }
            Numbers::Percent | Numbers::Decimal => self.multiples(self.round_steps(most, i32::MIN), most),
            Numbers::Counts | Numbers::Plain => self.multiples(self.round_steps(most, 0), most),
        }
    }

    /// The steps 1, 2 and 5 times a power of ten, of which one gives about `most` ticks. `least` is the smallest power.
    fn round_steps(self, most: u8, least: i32) -> impl Iterator<Item = f64> {
        let power = ((self.high - self.low) / f64::from(most)).log10().floor() as i32;
        let powers = [0, 1, 2].map(|more| power.saturating_add(more).max(least));
        powers.into_iter().flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10_f64.powi(power)))
    }

    /// The multiples of the first of these steps that has at most `most` here.
    fn multiples(self, mut steps: impl Iterator<Item = f64>, most: u8) -> Vec<f64> {
        let ends = |step: f64| ((self.low / step).ceil(), (self.high / step).floor());
        let step = steps.find(|&step| ends(step).1 - ends(step).0 < f64::from(most)).unwrap_or(f64::INFINITY);
        let (first, last) = ends(step);
        let numbers = std::iter::successors(Some(first), |number| Some(number + 1.0));
        let numbers = numbers.take_while(|number| *number <= last).map(|number| number * step);
        numbers.take(most.into()).filter(|number| number.is_finite()).collect()
    }

    /// The longest labels that may occur.
    pub(super) fn longest(self, numbers: Numbers) -> [String; 2] {
        [self.low, self.high].map(|number| written(number.round(), numbers))
    }
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

    fn along(low: f64, high: f64, numbers: Numbers, most: u8) -> Vec<String> {
        Extent { low, high }.points(numbers, most).into_iter().map(|point| written(point, numbers)).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(along(0.0, 3.06, Numbers::Counts, 8), ["0", "1", "2", "3"]);
        assert_eq!(along(0.0, 1050.0, Numbers::Counts, 6), ["0", "200", "400", "600", "800", "1,000"]);
        assert_eq!(along(1450.0, 1650.0, Numbers::Plain, 5), ["1450", "1500", "1550", "1600", "1650"]);
        assert_eq!(along(0.2, 0.62, Numbers::Percent, 6), ["20%", "30%", "40%", "50%", "60%"]);
        assert_eq!(along(-3.0, 1.0, Numbers::Plain, 8), ["-3", "-2", "-1", "0", "1"]);
        assert_eq!(along(0.0, 0.04, Numbers::Decimal, 8), ["0", "0.01", "0.02", "0.03", "0.04"]);
        assert_eq!(along(1e12, 1e12 + 1e6, Numbers::Plain, 3), ["1000000000000", "1000000500000", "1000001000000"]);
        assert!(along(-1e308, 1.7e308, Numbers::Decimal, 8).len() <= 8);
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
        let extent = Extent::new([f64::INFINITY, 2.0, 5.0].into_iter());
        assert_eq!(extent, Extent { low: 2.0, high: 5.0 });
        for (value, share) in [(2.0, 0.0), (3.5, 0.5), (5.0, 1.0), (f64::INFINITY, 1.0), (f64::NAN, 0.0)] {
            assert!((extent.share(value) - share).abs() < 1e-9, "{value}");
        }
    }
}
