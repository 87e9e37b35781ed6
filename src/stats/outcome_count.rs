//! The cells of tables: the counts and sums of one key with the confidence interval of a score, and the digest of its games.

use serde::{Deserialize, Serialize};

use crate::chess::piece::Color;
use crate::game::Outcome;
use crate::game::identity::ArchiveDigest;

use super::groups::{GREATEST, Merge};

/// A count of games, sides or moves, with their outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct OutcomeCount {
    pub count: u64,
    /// Won by White, or by the side that is counted.
    pub wins: u64,
    pub draws: u64,
    /// Lost by White, or by the side that is counted.
    pub losses: u64,
    /// Numbers to average; each table defines what they are.
    pub sums: [Sum; 2],
}

/// A sum of numbers and their count, for an average.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sum {
    pub count: u64,
    pub total: u64,
}

impl OutcomeCount {
    /// Counts a game from the side's point of view; `None` means White's.
    pub fn add(&mut self, outcome: Option<Outcome>, side: Option<Color>) {
        self.count += 1;
        let winner = match outcome {
            None | Some(Outcome::Unknown) => return,
            Some(Outcome::Draw) => {
                self.draws += 1;
                return;
            }
            Some(Outcome::WhiteWins) => Color::White,
            Some(Outcome::BlackWins) => Color::Black,
        };
        if winner == side.unwrap_or(Color::White) {
            self.wins += 1;
        } else {
            self.losses += 1;
        }
    }

    /// The number of games with a result.
    pub fn decided(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The score per game with a result, 0 to 1: a win counts 1 point, a draw ½. `None` without such games.
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
    pub fn score(&self) -> Option<f64> {
        (self.decided() > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / self.decided() as f64)
    }

    /// The confidence interval of the score, see [`interval::of_score`].
    pub fn interval(&self) -> Option<(f64, f64)> {
        of_score(self.score()?, self.decided())
    }
}

impl Sum {
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.total = self.total.saturating_add(number);
    }

    /// The average.
    #[expect(clippy::cast_precision_loss, reason = "the sums stay far below 2⁵³")]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total as f64 / self.count as f64)
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.total = self.total.saturating_add(other.total);
    }
}

impl Merge for OutcomeCount {
    fn weight(&self) -> u64 {
        self.count
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, other) in self.sums.iter_mut().zip(other.sums) {
            own.merge(other);
        }
    }

    fn is_sound(&self) -> bool {
        let Self { count, wins, draws, losses, sums } = *self;
        let parts = [wins, draws, losses].into_iter().try_fold(0, u64::checked_add);
        let are_small = sums.iter().all(|sum| sum.count <= GREATEST && sum.total <= GREATEST);
        count <= GREATEST && are_small && parts.is_some_and(|parts| parts <= count)
    }
}

// The confidence interval of a score.

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

// The cell of the table of identities: the digest of the games of one key.

/// The digest of some games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "StoredCount", into = "StoredCount")]
pub(super) struct ArchiveCount(pub(super) ArchiveDigest);

/// The stored form of a digest; the sums are 32 hexadecimal digits each.
#[derive(Serialize, Deserialize)]
struct StoredCount {
    games: u64,
    plies: u64,
    played: u64,
    play_sum: HexSum,
    met: u64,
    meet_sum: HexSum,
}

/// A sum of ids as text.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct HexSum(u128);

/// A sum of ids as 32 hexadecimal digits.
pub(super) fn hex(sum: u128) -> String {
    format!("{sum:032x}")
}

impl Merge for ArchiveCount {
    fn weight(&self) -> u64 {
        self.0.games
    }

    fn merge(&mut self, other: Self) {
        self.0.merge(&other.0);
    }

    fn is_sound(&self) -> bool {
        let ArchiveDigest { games, plies, played, met, .. } = self.0;
        games <= GREATEST && plies <= GREATEST && played <= games && met <= games
    }
}

impl From<StoredCount> for ArchiveCount {
    fn from(stored: StoredCount) -> Self {
        let StoredCount { games, plies, played, play_sum: HexSum(play_sum), met, meet_sum: HexSum(meet_sum) } = stored;
        Self(ArchiveDigest { games, plies, played, play_sum, met, meet_sum })
    }
}

impl From<ArchiveCount> for StoredCount {
    fn from(count: ArchiveCount) -> Self {
        let ArchiveDigest { games, plies, played, play_sum, met, meet_sum } = count.0;
        Self { games, plies, played, play_sum: HexSum(play_sum), met, meet_sum: HexSum(meet_sum) }
    }
}

impl TryFrom<String> for HexSum {
    type Error = std::num::ParseIntError;

    fn try_from(digits: String) -> Result<Self, Self::Error> {
        u128::from_str_radix(&digits, 16).map(Self)
    }
}

impl From<HexSum> for String {
    fn from(sum: HexSum) -> Self {
        hex(sum.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_are_those_of_the_given_side() {
        let (mut game, mut black) = (OutcomeCount::default(), OutcomeCount::default());
        for outcome in
            [Some(Outcome::WhiteWins), Some(Outcome::Draw), Some(Outcome::BlackWins), Some(Outcome::WhiteWins), None]
        {
            game.add(outcome, None);
            black.add(outcome, Some(Color::Black));
        }
        assert_eq!((game.count, game.wins, game.draws, game.losses, game.decided()), (5, 2, 1, 1, 4));
        assert_eq!((black.wins, black.losses), (1, 2));
        assert_eq!((game.score(), black.score()), (Some(0.625), Some(0.375)));
        assert_eq!(OutcomeCount::default().score(), None);
    }

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
