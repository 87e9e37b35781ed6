//! The digest of an archive: the sums of the ids of its games.

use crate::game::replay::Game;

use super::{LineId, MeetId};

/// The digest of an archive: its games and plies, and the sums of its ids modulo 2^128.
///
/// It does not depend on the order of games, and the digest of an archive is that of its parts, [merged](Self::merge). If
/// the digests of two archives are equal, the archives have the same lines and the same encounters, each as often.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ArchiveDigest {
    /// The number of games.
    pub games: u64,
    /// The number of plies of their main lines that were played.
    pub plies: u64,
    /// The number of games with a `play_id`.
    pub played: u64,
    /// The sum of these ids.
    pub play_sum: u128,
    /// The number of games with a `meet_id`.
    pub met: u64,
    /// The sum of these ids.
    pub meet_sum: u128,
}

impl ArchiveDigest {
    /// Adds a game. `bytes` is the text that it was read from.
    pub fn add(&mut self, game: &Game, bytes: &[u8]) {
        self.games += 1;
        self.plies += u64::from(game.plies());
        if let Some(line) = LineId::of_game(game) {
            self.played += 1;
            self.play_sum = self.play_sum.wrapping_add(u128::from_be_bytes(line.bytes()));
        }
        if let Some(meet) = MeetId::of_game(game, bytes) {
            self.met += 1;
            self.meet_sum = self.meet_sum.wrapping_add(u128::from_be_bytes(meet.bytes()));
        }
    }

    /// Adds the games of another digest.
    pub const fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.played += other.played;
        self.play_sum = self.play_sum.wrapping_add(other.play_sum);
        self.met += other.met;
        self.meet_sum = self.meet_sum.wrapping_add(other.meet_sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    fn of(games: &[&str]) -> ArchiveDigest {
        let mut digest = ArchiveDigest::default();
        for text in games {
            digest.add(&read_game(text.as_bytes(), 0, RuleSet::EMPTY), text.as_bytes());
        }
        digest
    }

    #[test]
    fn the_digest_depends_on_the_games_and_not_on_their_order() {
        let [tal, broken, nameless] =
            ["[White \"Tal\"]\n[Black \"Botvinnik\"]\n\n1. e4 c6 *", "1. e4 Nf5 *", "1. d4 *"];
        let whole = of(&[tal, broken, nameless]);
        assert_eq!(whole, of(&[nameless, tal, broken]));
        let ArchiveDigest { games, plies, played, met, .. } = whole;
        assert_eq!((games, plies, played, met), (3, 4, 2, 1));
        let mut parts = of(&[nameless, broken]);
        parts.merge(&of(&[tal]));
        assert_eq!(parts, whole);
        assert_ne!(of(&[tal, tal, nameless, nameless]).play_sum, of(&[tal, nameless]).play_sum);
        // Sums wrap around.
        let mut twice = whole;
        (0..200).for_each(|_| twice.merge(&whole));
        assert_eq!(twice.play_sum, whole.play_sum.wrapping_mul(201));
    }
}
