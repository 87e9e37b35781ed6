//! Which sets of aims some men can fulfil together, each man doing one thing at a time.
//!
//! A mate asks that the king be in check and that each square beside it be taken from it. From each square of its set a
//! man does some part of this. Whether some choice of one square for each man does it all could be found by trying the
//! choices one after the other; they are too many where many bishops roam. But there are no more than nine aims, so
//! that only 512 sets of aims can be fulfilled, whatever the choices are: these are kept, man after man.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// A set of aims: bits 0 to 7 for the squares beside a king, bit 8 for the check.
pub(super) type Aims = u16;

/// The aim to give check.
pub(super) const CHECK: Aims = 1 << 8;

/// How many sets of aims there are.
const SETS: usize = 512;

/// To take these squares from a king that stands beside them.
pub(super) fn aims(king: Square, squares: Bitboard) -> Aims {
    let beside = attacks::king(king).into_iter().zip(0..);
    beside.filter(|&(square, _)| squares.contains(square)).fold(0, |aims, (_, bit)| aims | 1 << bit)
}

/// Sets of aims, one bit for each of the 512.
#[derive(Clone)]
pub(super) struct Unions([u64; SETS / 64]);

impl Unions {
    /// Nothing but this set.
    pub(super) fn of(aims: Aims) -> Self {
        let mut unions = Self([0; SETS / 64]);
        unions.insert(aims);
        unions
    }

    /// Whether one of these has all those aims.
    pub(super) fn has_all(&self, wanted: Aims) -> bool {
        self.sets().any(|aims| aims & wanted == wanted)
    }

    /// Adds a set of aims.
    pub(super) fn insert(&mut self, aims: Aims) {
        self.0[usize::from(aims) / 64] |= 1 << (aims % 64);
    }

    /// Lets one more man do any one of these, or nothing.
    pub(super) fn add(&mut self, deeds: &Self) {
        let before = self.clone();
        for deed in deeds.sets().filter(|&deed| deed != 0) {
            for aims in before.sets() {
                self.insert(aims | deed);
            }
        }
    }

    /// All of them.
    fn sets(&self) -> impl Iterator<Item = Aims> {
        self.0.into_iter().zip(0..).flat_map(|(mut word, at): (u64, Aims)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as Aims;
                (word != 0).then(|| {
                    word &= word - 1;
                    64 * at + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_man_does_one_thing() {
        let mut deeds = Unions::of(0b01);
        deeds.insert(0b10);
        let mut unions = Unions::of(0);
        unions.add(&deeds);
        assert!(unions.has_all(0) && unions.has_all(0b01) && unions.has_all(0b10) && !unions.has_all(0b11));
        unions.add(&deeds);
        assert!(unions.has_all(0b11) && !unions.has_all(0b100));
        unions.add(&Unions::of(CHECK));
        assert!(unions.has_all(CHECK | 0b11));
    }
}
