//! The confidence interval of a score.

/// The standard score of a two-sided 95 % interval of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % confidence interval of a score (Wilson 1927, *Probable inference, the law of succession, and statistical
/// inference*). The score and the bounds are from 0 to 1.
///
/// It treats every game as won or lost. Draws have a smaller variance, so the interval is too wide rather than too
/// narrow. `None` for no games.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
pub fn of_score(score: f64, games: u64) -> Option<(f64, f64)> {
    if games == 0 {
        return None;
    }
    let n = games as f64;
    let scale = 1.0 + Z * Z / n;
    let middle = (score + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (score * (1.0 - score) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some(((middle - half).max(0.0), (middle + half).min(1.0)))
}

/// With fewer games than this a score is marked as uncertain.
pub const SMALL_SAMPLE: u64 = 30;

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe 1998, *Two-sided confidence intervals for the single proportion*, table I, method 3.
    #[test]
    fn intervals_are_those_of_the_literature() {
        let known: [(u32, u32, f64, f64); 4] =
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)];
        for (wins, games, low, high) in known {
            let (below, above) = of_score(f64::from(wins) / f64::from(games), u64::from(games)).unwrap();
            assert!((below - low).abs() < 5e-5 && (above - high).abs() < 5e-5, "{wins}/{games}: {below} {above}");
        }
        assert_eq!(of_score(0.5, 0), None);
    }
}
