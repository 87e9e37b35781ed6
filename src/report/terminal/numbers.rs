//! The number formats of reports.

pub(in crate::report) use crate::game::finding::tally::digits;

/// A number with its noun: `1 game`, `12,345 games`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", digits(count), if count == 1 { one } else { many })
}

/// A count in groups of three: `121,332`.
pub(in crate::report) fn count(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", digits(number.unsigned_abs()))
}

/// A share in percent: `51.3%`.
pub(in crate::report) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A number as data, rounded to six decimals.
pub(in crate::report) fn rounded(number: f64) -> f64 {
    // Adding zero removes the sign of a negative zero.
    (number * 1e6).round() / 1e6 + 0.0
}

/// A bar of at most `cells` characters for a share of the longest one.
pub(in crate::report) fn bar(part: f64, cells: u16) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    #[expect(clippy::cast_sign_loss, reason = "clamped")]
    let eighths = (part.clamp(0.0, 1.0) * f64::from(cells) * 8.0).round() as usize;
    // A share above 0 is always visible.
    let eighths = if part > 0.0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_formatted() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (121_332, "121,332"), (-1_234_567, "-1,234,567")]
        {
            assert_eq!(count(number), text);
        }
        assert_eq!(percent(0.5128), "51.3%");
        assert_eq!(
            (bar(1.0, 3), bar(0.5, 3), bar(0.000_1, 3), bar(0.0, 3)),
            ("███".into(), "█▌".into(), "▏".into(), String::new())
        );
        assert_eq!(rounded(1.0 / 3.0).to_string(), "0.333333");
    }
}
