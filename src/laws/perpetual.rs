//! Perpetual check: one side gives check with every move between repeated positions.
//!
//! The Laws have no article on it: such a game is drawn by repetition, by fifty moves or by agreement. adoube reports
//! it as information, because players and servers use the name.

use crate::chess::piece::Color;

use super::history::History;

/// The checks of a game, counted once for many questions.
#[derive(Clone, Debug)]
pub struct PerpetualChecks {
    /// For each ply, how many moves up to it gave no check, by the side that made them.
    quiet: Vec<[u32; 2]>,
}

impl PerpetualChecks {
    /// Counts the moves of a game that give no check.
    pub fn new(history: &History) -> Self {
        let mut walk = history.walk();
        let mut count = [0; 2];
        let up_to = |ply| {
            let position = walk.at(ply);
            if ply > 0 && !position.is_check() {
                count[position.turn().other().index()] += 1;
            }
            count
        };
        Self { quiet: (0..=history.plies()).map(up_to).collect() }
    }

    /// Returns the side that gives check with every move between the first and the last of these plies, if there is
    /// one. `plies` are plies of the game at which a position is repeated, in order.
    pub fn between(&self, plies: &[u32]) -> Option<Color> {
        let (&first, &last) = (plies.first()?, plies.last()?);
        let [before, after] = [first, last].map(|ply| self.quiet[ply as usize]);
        Color::BOTH.into_iter().find(|color| first < last && before[color.index()] == after[color.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::moves::Move;
    use crate::chess::random::Random;
    use crate::laws::claim::tests::game;

    #[test]
    fn every_move_of_one_side_must_give_check() {
        let perpetual_check = |history: &History, plies: &[u32]| PerpetualChecks::new(history).between(plies);
        let fen = "1r5k/1r6/7Q/8/8/8/8/7K b - - 0 1";
        let checks = game(fen, "Kg8 Qg6+ Kh8 Qh6+ Kg8 Qg6+ Kh8 Qh6+");
        assert_eq!(perpetual_check(&checks, &[0, 4, 8]), Some(Color::White));
        assert_eq!(perpetual_check(&checks, &[4, 8]), Some(Color::White));
        assert_eq!(perpetual_check(&checks, &[4]), None);
        assert_eq!(perpetual_check(&checks, &[]), None);
        // One of White's moves between the repeated positions gives no check.
        let pauses = game("7k/8/8/8/8/8/8/K5Q1 w - - 0 1", "Qh2+ Kg8 Qg1+ Kh8 Qg2 Kh7 Qg1 Kh8");
        assert_eq!(perpetual_check(&pauses, &[0, 4, 8]), None);
        let quiet = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
        assert_eq!(perpetual_check(&quiet, &[0, 4, 8]), None);
    }

    /// The reference implementation: looks at every position in between.
    fn by_walk(history: &History, first: u32, last: u32) -> Option<Color> {
        let given = |color: Color| {
            (first + 1..=last).map(|ply| history.position_at(ply)).all(|now| now.turn() == color || now.is_check())
        };
        Color::BOTH.into_iter().find(|&color| first < last && given(color))
    }

    #[test]
    fn random_games_match_the_reference() {
        let mut random = Random::new(2);
        let mut found = 0;
        for _ in 0..20 {
            let mut history = game("7k/8/8/8/8/8/8/KQ6 b - - 0 1", "");
            for _ in 0..30 {
                let moves = history.last().legal_moves();
                let gives_check = |&mv: &Move| {
                    let mut next = history.clone();
                    next.push(mv) && next.last().is_check()
                };
                let check = moves.iter().copied().find(gives_check).filter(|_| random.below(4) > 0);
                if moves.is_empty() || !history.push(check.unwrap_or_else(|| *random.one_of(&moves))) {
                    break;
                }
            }
            let checks = PerpetualChecks::new(&history);
            for last in 0..=history.plies() {
                for first in 0..=last {
                    let side = checks.between(&[first, last]);
                    assert_eq!(side, by_walk(&history, first, last), "{first} {last} {:?}", history.moves());
                    found += u32::from(side.is_some() && last - first > 2);
                }
            }
        }
        assert!(found > 20, "{found}");
    }
}
