//! The Elo difference of two engines with its error, by the results of pairs of games.
//!
//! The two games of a pair have one opening, so their results depend on each other: the variance of the score is that of
//! sums over pairs. Pairs and single games are the clusters of a cluster-robust variance (`K.-Y.` Liang and S. L. Zeger
//! 1986); if all games have a pair it is that of fastchess (`elo_pentanomial.cpp`), and if none has, that of
//! `elo_wdl.cpp`. Intervals are the score ± 1.96 standard errors, as there.

use std::f64::consts::LN_10;

/// The results of the games of one engine: single games, and pairs by their points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MatchResults {
    /// All games with a result: lost, drawn, won.
    pub games: [u64; 3],
    /// The games that have no pair, likewise.
    pub single: [u64; 3],
    /// The pairs by their points: 0, ½, 1, 1½, 2 (the *pentanomial* counts).
    pub pairs: [u64; 5],
}

/// What the results say about the strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The points as a part of the games.
    pub score: f64,
    /// The Elo difference; `None` if one side won all games.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval; `None` if that ends at a score of 0 or 1, or if all pairs and games end alike.
    pub elo_error: Option<f64>,
    /// The difference in normalized Elo with its error, which does not depend on how many games are drawn.
    pub normalized: Option<(f64, f64)>,
    /// The likelihood of superiority: how likely these results make it that the engine is the stronger one.
    pub superiority: Option<f64>,
}

/// The quantile of the normal distribution for an interval of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo points for a unit of normalized strength.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

impl MatchResults {
    /// The strength; `None` without games.
    pub fn strength(&self) -> Option<Strength> {
        let count = sum(&self.games);
        if count == 0.0 {
            return None;
        }
        let score = weighted(&self.games, |points| points) / count;
        // Sums of points over clusters, each compared with the mean for as many games.
        let squares = weighted(&self.pairs, |points| (points - 2.0 * score).powi(2))
            + weighted(&self.single, |points| (points - score).powi(2));
        let error = squares.sqrt() / count;
        let [low, high] = [-1.0, 1.0].map(|side| elo(score + side * Z95 * error));
        let normalized = (score - 0.5) / (error * count.sqrt()) * NORMALIZED_UNIT;
        let has_error = error > 0.0;
        Some(Strength {
            score,
            elo: elo(score),
            elo_error: low.zip(high).filter(|_| has_error).map(|(low, high)| (high - low) / 2.0),
            normalized: has_error.then(|| (normalized, Z95 / count.sqrt() * NORMALIZED_UNIT)),
            superiority: has_error.then(|| normal((score - 0.5) / error)),
        })
    }
}

/// The sum of a value of the points, which are 0, ½, 1 and so on.
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2⁵³")]
fn weighted<const N: usize>(counts: &[u64; N], value: impl Fn(f64) -> f64) -> f64 {
    counts.iter().enumerate().map(|(halves, &count)| count as f64 * value(halves as f64 / 2.0)).sum()
}

fn sum<const N: usize>(counts: &[u64; N]) -> f64 {
    weighted(counts, |_| 1.0)
}

/// The Elo difference that leads to an expected score.
fn elo(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The expected score at an Elo difference.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution, to 1.2·10⁻⁷ (W. J. Cody 1969 in the form of *Numerical Recipes*,
/// `erfcc`).
fn normal(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        0.170_872_77,
        -0.822_152_23,
        1.488_515_87,
        -1.135_203_98,
        0.278_868_07,
        -0.186_288_06,
        0.096_784_18,
        0.374_091_96,
        1.000_023_68,
        -1.265_512_23,
    ];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * z);
    let polynomial = COEFFICIENTS.iter().fold(0.0, |value, coefficient| value * t + coefficient);
    let tail = t * (polynomial - z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::random::Random;

    fn near(actual: Option<f64>, expected: f64, tolerance: f64) {
        let actual = actual.unwrap();
        assert!((actual - expected).abs() <= tolerance, "{actual} instead of {expected}");
    }

    fn of_games(wins: u64, losses: u64, draws: u64) -> MatchResults {
        let games = [losses, draws, wins];
        MatchResults { games, single: games, pairs: [0; 5] }
    }

    /// Pairs in the order of fastchess.
    fn of_pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> MatchResults {
        let pairs = [ll, ld, wl + dd, wd, ww];
        let wins = 2 * ww + wd + wl;
        let losses = 2 * ll + ld + wl;
        MatchResults { games: [losses, ld + 2 * dd + wd, wins], single: [0; 3], pairs }
    }

    /// The values of fastchess, `app/tests/elo_test.cpp`, which it compares to 1 %.
    #[test]
    fn published_values_of_fastchess() {
        for (results, normalized, error, elo) in [
            (of_games(76, 89, 123), -20.76, 40.13, None),
            (of_games(136, 96, 111), 49.77, 36.77, Some((40.70, 30.43, 0.9960))),
            (of_games(34, 356, 0), -508.44, 34.48, None),
            (of_pairs([34, 54, 31, 32, 64, 75]), 57.94, 28.28, Some((55.58, 27.65, 1.0))),
            (of_pairs([332, 433, 457, 41, 333, 334]), -9.17, 10.96, Some((-8.64, 10.33, 0.0505))),
            (of_pairs([7895, 8757, 5485, 200, 568, 9999]), -19.01, 2.65, Some((-21.04, 2.95, 0.0))),
        ] {
            let strength = results.strength().unwrap();
            near(strength.normalized.map(|(value, _)| value), normalized, 0.006);
            near(strength.normalized.map(|(_, error)| error), error, 0.006);
            let Some((difference, error, superiority)) = elo else { continue };
            near(strength.elo, difference, 0.006);
            near(strength.elo_error, error, 0.006);
            near(strength.superiority, superiority, 0.000_06);
        }
        near(of_games(76, 89, 123).strength().unwrap().superiority, 0.1553, 0.000_06);
    }

    #[test]
    fn extremes_have_no_difference() {
        assert_eq!(MatchResults::default().strength(), None);
        let all_won = of_games(5, 0, 0).strength().unwrap();
        assert_eq!((all_won.score, all_won.elo, all_won.elo_error, all_won.superiority), (1.0, None, None, None));
        let all_drawn = of_games(0, 0, 5).strength().unwrap();
        assert_eq!((all_drawn.elo, all_drawn.elo_error, all_drawn.normalized), (Some(0.0), None, None));
    }

    /// Matches of 400 pairs, or of 800 games without pairs, between engines of known strength, in which an opening favors a
    /// color: 95 % of the intervals hold the true difference.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "53 bits")]
    fn intervals_cover_the_truth() {
        const MATCHES: usize = 200;
        let mut random = Random::new(69);
        let mut number = |limit: usize| random.below(limit);
        // The probabilities of a win and of a draw with White and with Black, by opening.
        let openings = [([0.55, 0.35], [0.15, 0.40]), ([0.30, 0.50], [0.25, 0.50]), ([0.20, 0.60], [0.30, 0.45])];
        let mean = |[win, draw]: [f64; 2]| win + draw / 2.0;
        let truth = openings.iter().map(|(white, black)| mean(*white) + mean(*black)).sum::<f64>() / 6.0;
        for has_pairs in [true, false] {
            let mut covered = 0;
            for _ in 0..MATCHES {
                let mut results = MatchResults::default();
                for _ in 0..400 {
                    let (white, black) = openings[number(3)];
                    let mut play = |[win, draw]: [f64; 2]| match number(1_000_000) as f64 / 1e6 {
                        chance if chance < win => 2,
                        chance if chance < win + draw => 1,
                        _ => 0,
                    };
                    let points = [play(white), play(black)];
                    for game in points {
                        results.games[game] += 1;
                        results.single[game] += u64::from(!has_pairs);
                    }
                    results.pairs[points[0] + points[1]] += u64::from(has_pairs);
                }
                let Strength { elo: found, elo_error, .. } = results.strength().unwrap();
                covered += usize::from((found.unwrap() - elo(truth).unwrap()).abs() <= elo_error.unwrap());
            }
            // Three standard deviations around 190.
            assert!((181..=199).contains(&covered), "{covered} of {MATCHES}, with pairs: {has_pairs}");
        }
    }
}
