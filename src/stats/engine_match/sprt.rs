//! The sequential probability ratio test of a match: which of two Elo differences do the results support?
//!
//! The test is that of A. Wald (1945). The log-likelihood ratio (LLR) is the generalized one of fastchess (`sprt.cpp`) and
//! fishtest: each hypothesis is the distribution of results that is likeliest among those of its Elo difference (M. Van
//! den Bergh, *Comments on Normalized Elo*, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>, propositions
//! 1.1 and 4.1). The distribution is that of the points of pairs, or of games if no game has a pair.

use std::fmt;
use std::str::FromStr;

use super::elo::{MatchResults, NORMALIZED_UNIT, expected};

/// The test: its hypotheses, and the probabilities of its errors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub model: EloModel,
    /// The Elo differences of the hypotheses H0 and H1.
    pub elo: [f64; 2],
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
}

named! {
    /// The unit of the Elo differences.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
    pub enum EloModel: (ALL) {
        /// The difference of the expected score from ½ in standard deviations of a game; 1 unit is 800 / ln 10.
        #[default]
        Normalized = "normalized",
        /// The usual unit: the expected score is 1 / (1 + 10^(-elo / 400)).
        Logistic = "logistic",
    }
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    pub llr: f64,
    pub decision: SprtDecision,
}

named! {
    /// What a test has decided.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SprtDecision {
        /// The first hypothesis is accepted.
        H0 = "H0",
        /// The second one is.
        H1 = "H1",
        /// More games are needed.
        Continue = "continue",
    }
}

impl Sprt {
    /// The LLR at which H0 and H1 are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The state after these results; `None` without games.
    pub fn state(&self, results: &MatchResults) -> Option<SprtState> {
        let llr = if results.pairs.iter().any(|count| *count > 0) {
            self.ratio(&results.pairs, std::f64::consts::SQRT_2)
        } else if results.games.iter().any(|count| *count > 0) {
            self.ratio(&results.games, 1.0)
        } else {
            return None;
        };
        let [low, high] = self.bounds();
        let decision = match llr {
            _ if llr >= high => SprtDecision::H1,
            _ if llr <= low => SprtDecision::H0,
            _ => SprtDecision::Continue,
        };
        Some(SprtState { llr, decision })
    }

    /// The LLR of counts by points from 0 to 1. `scale` is the square root of the number of games that one counts.
    fn ratio<const N: usize>(&self, counts: &[u64; N], scale: f64) -> f64 {
        // A result that has not happened yet may happen.
        #[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2⁵³")]
        let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / total);
        let [h0, h1] = self.elo.map(|elo| match self.model {
            EloModel::Logistic => likeliest_with_mean(&observed, expected(elo)),
            EloModel::Normalized => likeliest_with_ratio(&observed, scale * elo / NORMALIZED_UNIT),
        });
        (0..N).map(|at| counts[at] * (h1[at] / h0[at]).ln()).sum()
    }
}

/// The points of a pair or game, as a part of the most possible ones.
#[expect(clippy::cast_precision_loss, reason = "there are at most five results")]
fn points<const N: usize>() -> [f64; N] {
    std::array::from_fn(|at| at as f64 / (N - 1) as f64)
}

/// The likeliest distribution with this mean (proposition 1.1).
fn likeliest_with_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    tilted(observed, &points::<N>().map(|points| points - mean))
}

/// The likeliest distribution whose mean is this many standard deviations above ½ (section 4.1), by iteration.
#[expect(clippy::cast_precision_loss, reason = "there are at most five results")]
fn likeliest_with_ratio<const N: usize>(observed: &[f64; N], ratio: f64) -> [f64; N] {
    /// The iteration converges within a few steps, except for improbable results.
    const MOST_STEPS: usize = 100;
    let mut found = [1.0 / N as f64; N];
    for _ in 0..MOST_STEPS {
        let mean: f64 = (0..N).map(|at| found[at] * points::<N>()[at]).sum();
        let variance: f64 = (0..N).map(|at| found[at] * (points::<N>()[at] - mean).powi(2)).sum();
        let gradient = points::<N>()
            .map(|points| points - 0.5 - ratio * variance.sqrt() / 2.0 * (1.0 + (points - mean).powi(2) / variance));
        let next = tilted(observed, &gradient);
        let change = (0..N).map(|at| (next[at] - found[at]).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-9 {
            break;
        }
    }
    found
}

/// The distribution `observed / (1 + θ gradient)` under which the mean of the gradient is 0; θ is found by bisection.
fn tilted<const N: usize>(observed: &[f64; N], gradient: &[f64; N]) -> [f64; N] {
    let least = gradient.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = gradient.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
    // The mean falls with θ, from +∞ to -∞. Each step halves the interval, to the last bit.
    for _ in 0..128 {
        let middle = f64::midpoint(low, high);
        let mean: f64 = (0..N).map(|at| observed[at] * gradient[at] / (1.0 + middle * gradient[at])).sum();
        if mean > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|at| observed[at] / (1.0 + theta * gradient[at]))
}

/// `0,2`, `0,2,0.05,0.1`, `logistic:0.5,2.5`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (model, numbers) = match text.split_once(':') {
            None => (EloModel::default(), text),
            Some((name, numbers)) => {
                let model = EloModel::ALL.into_iter().find(|model| model.name() == name.trim());
                (model.ok_or_else(|| format!("unknown model `{name}`; expected normalized or logistic"))?, numbers)
            }
        };
        let write = || "write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, as in 0,2 or 0,2,0.05,0.05".to_owned();
        let number = |word: &str| word.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
        let numbers: Vec<f64> = numbers.split(',').map(number).collect::<Option<_>>().ok_or_else(write)?;
        let (elo, [alpha, beta]) = match numbers[..] {
            [first, second] => ([first, second], [0.05, 0.05]),
            [first, second, alpha, beta] => ([first, second], [alpha, beta]),
            _ => return Err(write()),
        };
        if elo[0] >= elo[1] {
            return Err("ELO0 must be less than ELO1".to_owned());
        }
        if alpha <= 0.0 || beta <= 0.0 || alpha + beta >= 1.0 {
            return Err("ALPHA and BETA must be greater than 0, and their sum less than 1".to_owned());
        }
        Ok(Self { model, elo, alpha, beta })
    }
}

/// `normalized [0, 2], α 0.05, β 0.05`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, elo: [first, second], alpha, beta } = self;
        write!(f, "{} [{first}, {second}], α {alpha}, β {beta}", model.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(sprt: &str, results: &MatchResults) -> f64 {
        sprt.parse::<Sprt>().unwrap().state(results).unwrap().llr
    }

    /// The values of fastchess, `app/tests/sprt_test.cpp`, which it compares to 1 %; but not those of matches in which all
    /// games end alike, where its iteration stops too early.
    #[test]
    fn published_values_of_fastchess() {
        for (sprt, [wins, losses, draws], expected) in [
            ("0,2", [36_433, 36_027, 68_692], 0.92),
            ("-1.75,0.25", [10_871, 10_650, 20_431], 2.30),
            ("logistic:0.5,2.5", [21_404, 21_184, 40_708], -1.57),
            ("logistic:0,2", [57_433, 57_030, 106_593], -2.59),
        ] {
            let games = [losses, draws, wins];
            let actual = llr(sprt, &MatchResults { games, single: games, pairs: [0; 5] });
            assert!((actual - expected).abs() < 0.01 * (1.0 + expected.abs()), "{sprt}: {actual}, not {expected}");
        }
        for (sprt, [ll, ld, wl, dd, wd, ww], expected) in [
            ("0,2", [365, 16_618, 36_029, 200, 16_974, 390], 2.25),
            ("-1.75,0.25", [127, 4883, 10_311, 401, 5150, 104], 3.01),
            ("logistic:0.5,2.5", [223, 9863, 20_279, 1000, 10_037, 246], -3.07),
            ("logistic:0,2", [871, 26_175, 55_003, 980, 26_678, 821], -4.98),
        ] {
            let results = MatchResults { pairs: [ll, ld, wl + dd, wd, ww], ..MatchResults::default() };
            let actual = llr(sprt, &results);
            assert!((actual - expected).abs() < 0.01 * (1.0 + expected.abs()), "{sprt}: {actual}, not {expected}");
        }
    }

    /// If all games end alike, the likeliest distributions have two results, so their probabilities have closed forms.
    #[test]
    fn matches_of_one_result() {
        let unit = 5.0 / NORMALIZED_UNIT;
        let draws = [0, 16_700, 0];
        let actual = llr("0,5", &MatchResults { games: draws, single: draws, pairs: [0; 5] });
        assert!((actual - 16_700.0 * (1.0 - unit * unit).ln()).abs() < 0.02, "{actual}");
        let actual = llr("0,5", &MatchResults { pairs: [0, 0, 0, 0, 104], ..MatchResults::default() });
        let of_pair = unit * 2.0_f64.sqrt();
        assert!((actual - 104.0 * (of_pair / (1.0 + of_pair * of_pair).sqrt()).ln_1p()).abs() < 0.02, "{actual}");
    }

    #[test]
    fn decisions_follow_the_bounds() {
        let sprt: Sprt = "0,5".parse().unwrap();
        let [low, high] = sprt.bounds();
        assert!((low + 2.944).abs() < 0.001 && (high - 2.944).abs() < 0.001);
        let decision =
            |pairs| sprt.state(&MatchResults { pairs, ..MatchResults::default() }).map(|state| state.decision);
        assert_eq!(decision([10, 100, 2000, 300, 60]), Some(SprtDecision::H1));
        assert_eq!(decision([60, 300, 2000, 100, 10]), Some(SprtDecision::H0));
        assert_eq!(decision([1, 2, 3, 2, 1]), Some(SprtDecision::Continue));
        assert_eq!(decision([0; 5]), None);
    }

    #[test]
    fn tests_are_read() {
        let sprt: Sprt = "logistic:-1.5, 2,0.1,0.05".parse().unwrap();
        assert_eq!(sprt, Sprt { model: EloModel::Logistic, elo: [-1.5, 2.0], alpha: 0.1, beta: 0.05 });
        assert_eq!(sprt.to_string(), "logistic [-1.5, 2], α 0.1, β 0.05");
        for wrong in
            ["", "0", "2,0", "0,0", "0,2,0.05", "0,2,0,0.05", "0,2,0.5,0.5", "0,nan", "0,inf", "elo:0,2", "0,2,x,1"]
        {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
