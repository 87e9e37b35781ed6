//! The cell of a table: the counts and sums of one key.

use serde::{Deserialize, Serialize};

use crate::chess::piece::Color;
use crate::game::Outcome;

use super::groups::{GREATEST, Merge};
use super::interval;

/// A count of games, sides or moves, with their outcomes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct OutcomeCount {
    /// The number counted.
    pub count: u64,
    /// Won by White, or by the side that is counted.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by White, or by the side that is counted.
    pub losses: u64,
    /// Numbers to average; each table defines what they are.
    pub sums: [Sum; 2],
}

/// A sum of numbers and their count, for an average.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sum {
    /// The number counted.
    pub count: u64,
    /// Their sum.
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
        interval::of_score(self.score()?, self.decided())
    }
}

impl Sum {
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.total += number;
    }

    /// The average.
    #[expect(clippy::cast_precision_loss, reason = "the sums stay far below 2⁵³")]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total as f64 / self.count as f64)
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.total += other.total;
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
}
