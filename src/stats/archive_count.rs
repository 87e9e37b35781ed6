//! The cell of the table of identities: the digest of the games of one key.

use serde::{Deserialize, Serialize};

use crate::game::identity::ArchiveDigest;

use super::groups::{GREATEST, Merge};

/// The digest of some games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub(super) struct ArchiveCount(pub(super) ArchiveDigest);

/// The stored form of a digest; the sums are 32 hexadecimal digits each.
#[derive(Serialize, Deserialize)]
struct Stored {
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

impl From<Stored> for ArchiveCount {
    fn from(stored: Stored) -> Self {
        let Stored { games, plies, played, play_sum: HexSum(play_sum), met, meet_sum: HexSum(meet_sum) } = stored;
        Self(ArchiveDigest { games, plies, played, play_sum, met, meet_sum })
    }
}

impl From<ArchiveCount> for Stored {
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
