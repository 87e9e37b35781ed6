//! Perpetual check: one side gives check with every move between repeated positions.
//!
//! The Laws have no article on it: such a game is drawn by repetition, by fifty moves or by agreement. adoube reports
//! it as information, because players and servers use the name.

use crate::chess::piece::Color;

use super::history::History;

/// Returns the side that gives check with every move between the first and the last of these plies, if there is one.
/// `plies` are the plies of a repeated position, in order.
#[must_use]
pub fn perpetual_check(history: &History, plies: &[u32]) -> Option<Color> {
    let (&first, &last) = (plies.first()?, plies.last()?);
    if first >= last {
        return None;
    }
    let mut walk = history.walk();
    let mut gives = [true; 2];
    for ply in first + 1..=last {
        let position = walk.at(ply);
        gives[position.turn().other().index()] &= position.is_check();
        if gives == [false; 2] {
            return None;
        }
    }
    Color::BOTH.into_iter().find(|color| gives[color.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::claim::tests::game;

    #[test]
    fn every_move_of_one_side_must_give_check() {
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
}
