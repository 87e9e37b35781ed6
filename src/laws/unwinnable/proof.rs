//! Proofs that a side cannot checkmate.

use super::{ReachProof, Scenes};

/// A proof that a side cannot checkmate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Proof {
    /// The side has no mating material; see [`material`](crate::laws::material).
    Material,
    /// Every line of play ends within a few moves.
    Lines {
        /// The number of positions in these lines.
        positions: u32,
    },
    /// The reach sets of the pieces allow no checkmate.
    Closed(#[doc(hidden)] ReachProof),
    /// No scene allows a checkmate: a placement of kings, pawns and knights, with sets of squares for the other pieces.
    Scenes(#[doc(hidden)] Scenes),
    /// An exhaustive search found no reachable position in which the other side is checkmated.
    Searched {
        /// The number of positions searched.
        positions: u32,
        /// The number of positions that [reach sets](Proof::Closed) or [scenes](Proof::Scenes) closed, so that the
        /// search did not continue after them.
        closed: u32,
    },
}

impl Proof {
    /// The more detailed of two proofs.
    #[must_use]
    #[doc(hidden)]
    pub fn more_detailed(self, other: Self) -> Self {
        if self.rank() >= other.rank() { self } else { other }
    }

    fn rank(&self) -> (u8, u32) {
        match *self {
            Self::Material => (0, 0),
            Self::Lines { positions } => (1, positions),
            Self::Closed(_) => (2, 0),
            Self::Scenes(ref scenes) => (3, scenes.scenes.len() as u32),
            Self::Searched { positions, .. } => (4, positions),
        }
    }
}
