//! Which sets of aims some pieces can fulfill together, if each piece does one thing at a time.
//!
//! A mate requires a check on the king and that each adjacent square is taken from it. From each square of its set a
//! piece fulfills some of these aims. Enumerating all choices of one square per piece is too slow with many roaming
//! bishops. There are at most nine aims, so at most 512 sets of aims; this module computes the attainable sets piece by
//! piece.
//!
//! The attainable sets are downward closed: with a set every subset is attainable, so a query tests one bit. To add a
//! piece that fulfills an aim means to copy the sets without that aim to those with it. The aims of a set are the
//! binary digits of its index, so one shift does that for all sets at once.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// A set of aims: bits 0 to 7 for the squares adjacent to a king, bit 8 for the check.
pub(super) type Aims = u16;

pub(super) const CHECK: Aims = 1 << 8;

/// The aims to take these squares from an adjacent king.
pub(super) fn aims(king: Square, squares: Bitboard) -> Aims {
    let adjacent = attacks::king(king);
    // The bit of a square is its index among those adjacent to the king.
    let index = |square| (adjacent & Bitboard(Bitboard::from_square(square).0 - 1)).count();
    (squares & adjacent).into_iter().fold(0, |aims, square| aims | 1 << index(square))
}

/// The number of 64-bit words with one bit for each of the 512 sets of aims.
const WORDS: usize = 8;

/// The alternatives of a piece: some of the 512 sets of aims, one bit for each.
#[derive(Clone, Default)]
pub(super) struct AimSets([u64; WORDS]);

impl AimSets {
    fn sets(&self) -> impl Iterator<Item = Aims> {
        self.0.into_iter().zip(0..).flat_map(|(word, at): (u64, Aims)| {
            Bitboard(word).into_iter().map(move |bit| 64 * at + bit.index() as Aims)
        })
    }
}

impl FromIterator<Aims> for AimSets {
    fn from_iter<T: IntoIterator<Item = Aims>>(sets: T) -> Self {
        let mut aim_sets = Self::default();
        for aims in sets {
            aim_sets.0[usize::from(aims) / 64] |= 1 << (aims % 64);
        }
        aim_sets
    }
}

/// The attainable sets of aims, one bit for each of the 512; downward closed.
#[derive(Clone)]
pub(super) struct Unions([u64; WORDS]);

impl Unions {
    /// The given aims and all subsets, which need no piece.
    pub(super) fn new(aims: Aims) -> Self {
        let mut nothing = [0; WORDS];
        nothing[0] = 1;
        Self(nothing).with(aims)
    }

    /// Whether all these aims are attainable together.
    pub(super) fn has_all(&self, wanted: Aims) -> bool {
        self.0[usize::from(wanted) / 64] >> (wanted % 64) & 1 == 1
    }

    /// Adds a piece that fulfills one of these sets, or nothing.
    pub(super) fn add(&mut self, aim_sets: &AimSets) {
        let before = self.clone();
        for aims in aim_sets.sets() {
            let after = before.clone().with(aims);
            self.0.iter_mut().zip(after.0).for_each(|(word, more)| *word |= more);
        }
    }

    /// Adds these aims to any of the sets.
    fn with(mut self, aims: Aims) -> Self {
        /// For each of six aims, the sets in a word without it.
        const WITHOUT: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        for (aim, without) in (0..).zip(WITHOUT) {
            if aims >> aim & 1 == 1 {
                self.0.iter_mut().for_each(|word| *word |= (*word & without) << (1 << aim));
            }
        }
        for aim in WITHOUT.len()..=CHECK.ilog2() as usize {
            if aims >> aim & 1 == 1 {
                let step = 1 << (aim - WITHOUT.len());
                for at in (0..WORDS).filter(|at| at & step == 0) {
                    self.0[at + step] |= self.0[at];
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_piece_does_one_thing() {
        let aim_sets = AimSets::from_iter([0b01, 0b10]);
        let mut unions = Unions::new(0);
        unions.add(&aim_sets);
        assert!(unions.has_all(0) && unions.has_all(0b01) && unions.has_all(0b10) && !unions.has_all(0b11));
        unions.add(&aim_sets);
        assert!(unions.has_all(0b11) && !unions.has_all(0b100));
        unions.add(&AimSets::from_iter([CHECK]));
        assert!(unions.has_all(CHECK | 0b11));
    }

    properties! {
        #[test]
        fn unions_match_the_enumeration_of_choices(given in 0..512_u16, options in prop::collection::vec(prop::collection::vec(0..512_u16, 0..4), 0..4)) {
            let mut unions = Unions::new(given);
            let mut choices = vec![given];
            for aim_sets in options {
                unions.add(&aim_sets.iter().copied().collect());
                let with = |&aims: &Aims| aim_sets.iter().map(move |more| aims | more).collect::<Vec<_>>();
                choices.extend(choices.iter().flat_map(with).collect::<Vec<_>>());
            }
            for wanted in 0..512 {
                prop_assert_eq!(unions.has_all(wanted), choices.iter().any(|aims| aims & wanted == wanted));
            }
        }
    }
}
