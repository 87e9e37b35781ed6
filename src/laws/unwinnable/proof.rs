//! What proves that a side cannot mate.

use super::{ReachProof, Scenes};

/// What proves that a side cannot mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// The men on the board mate in no placement; see [`material`](crate::laws::material).
    Material,
    /// Every line of play is over within a few moves.
    Lines {
        /// How many positions they have.
        positions: u32,
    },
    /// No position that the men can reach is a mate, by what each of them can reach.
    Closed(ReachProof),
    /// No position that play can come to is a mate, by where kings, pawns and knights can stand together, and where the other
    /// men may roam meanwhile.
    Scenes(Scenes),
    /// All positions that can come about were looked at, and in none is the other side mated.
    Searched {
        /// How many there are, as far as they were looked at.
        positions: u32,
        /// Behind how many of them nothing was looked at, because [what men can reach](Proof::Closed) or
        /// [scenes](Proof::Scenes) closed them.
        closed: u32,
    },
}

impl Proof {
    /// Of two proofs the one that tells more.
    #[must_use]
    pub fn weightier(self, other: Self) -> Self {
        if self.weight() >= other.weight() { self } else { other }
    }

    fn weight(&self) -> (u8, u32) {
        match *self {
            Self::Material => (0, 0),
            Self::Lines { positions } => (1, positions),
            Self::Closed(_) => (2, 0),
            Self::Scenes(ref scenes) => (3, scenes.scenes.len() as u32),
            Self::Searched { positions, .. } => (4, positions),
        }
    }
}
