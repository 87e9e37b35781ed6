//! What is counted under one key.

use serde::{Deserialize, Serialize};

use crate::chess::piece::Color;
use crate::game::Outcome;

use super::groups::{GREATEST, Merge};
use super::interval;

/// Games, sides or moves, and how they came out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// How many.
    pub count: u64,
    /// Won by White, or by the side that is counted.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost by White, or by the side that is counted.
    pub losses: u64,
    /// What is averaged; each table says what.
    pub sums: [Sum; 2],
}

/// Numbers to be averaged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sum {
    /// How many.
    pub count: u64,
    /// All together.
    pub total: u64,
}

impl Cell {
    /// Counts a game as White sees it, or as one of the sides does.
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

    /// Those with a result.
    #[must_use]
    pub fn decided(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw, in parts of all games with a result: 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2⁵³")]
    pub fn score(&self) -> Option<f64> {
        (self.decided() > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / self.decided() as f64)
    }

    /// How far the score can be trusted, see [`interval::of_score`].
    #[must_use]
    pub fn interval(&self) -> Option<(f64, f64)> {
        interval::of_score(self.score()?, self.decided())
    }
}

impl Sum {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.total += number;
    }

    /// The average.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the sums stay far below 2⁵³")]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total as f64 / self.count as f64)
    }

    fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.total += other.total;
    }
}

impl Merge for Cell {
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
    fn a_side_sees_the_game_its_own_way() {
        let (mut game, mut black) = (Cell::default(), Cell::default());
        for outcome in
            [Some(Outcome::WhiteWins), Some(Outcome::Draw), Some(Outcome::BlackWins), Some(Outcome::WhiteWins), None]
        {
            game.add(outcome, None);
            black.add(outcome, Some(Color::Black));
        }
        assert_eq!((game.count, game.wins, game.draws, game.losses, game.decided()), (5, 2, 1, 1, 4));
        assert_eq!((black.wins, black.losses), (1, 2));
        assert_eq!((game.score(), black.score()), (Some(0.625), Some(0.375)));
        assert_eq!(Cell::default().score(), None);
    }
}
