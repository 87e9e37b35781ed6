//! The number formats of charts.

use crate::report::stats::number;

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
