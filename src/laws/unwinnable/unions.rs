//! Which sets of aims some men can fulfil together, each man doing one thing at a time.
//!
//! A mate asks that the king be in check and that each square beside it be taken from it. From each square of its set a
//! man does some part of this. Whether some choice of one square for each man does it all could be found by trying the
//! choices one after the other; they are too many where many bishops roam. But there are no more than nine aims, so
//! that only 512 sets of aims can be fulfilled, whatever the choices are: these are kept, man after man.
//!
//! Who fulfils a set of aims fulfils each part of it. So with a set all its parts are kept, and whether everything wanted
//! can be had is one bit. To let a man do a deed, an aim at a time, is to move the sets without that aim to where
//! they are with it: as the aims of a set are the binary digits of its number, all of them at once by one shift.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::square::Square;

/// A set of aims: bits 0 to 7 for the squares beside a king, bit 8 for the check.
pub(super) type Aims = u16;

/// The aim to give check.
pub(super) const CHECK: Aims = 1 << 8;

/// To take these squares from a king that stands beside them.
pub(super) fn aims(king: Square, squares: Bitboard) -> Aims {
    let beside = attacks::king(king);
    // The bit of a square is its number among those beside the king.
    let number = |square| (beside & Bitboard(Bitboard::of(square).0 - 1)).count();
    (squares & beside).into_iter().fold(0, |aims, square| aims | 1 << number(square))
}

/// How many words of 64 bits hold one bit for each of the 512 sets of aims.
const WORDS: usize = 8;

/// What a man can do, one thing at a time: some of the 512 sets of aims, one bit for each.
#[derive(Clone, Default)]
pub(super) struct Deeds([u64; WORDS]);

impl Deeds {
    fn sets(&self) -> impl Iterator<Item = Aims> {
        self.0.into_iter().zip(0..).flat_map(|(word, at): (u64, Aims)| {
            Bitboard(word).into_iter().map(move |bit| 64 * at + bit.index() as Aims)
        })
    }
}

impl FromIterator<Aims> for Deeds {
    fn from_iter<T: IntoIterator<Item = Aims>>(sets: T) -> Self {
        let mut deeds = Self::default();
        for aims in sets {
            deeds.0[usize::from(aims) / 64] |= 1 << (aims % 64);
        }
        deeds
    }
}

/// The sets of aims that can be fulfilled, one bit for each of the 512. With each set all parts of it are there.
#[derive(Clone)]
pub(super) struct Unions([u64; WORDS]);

impl Unions {
    /// This set can be fulfilled, without anybody.
    pub(super) fn of(aims: Aims) -> Self {
        let mut nothing = [0; WORDS];
        nothing[0] = 1;
        Self(nothing).with(aims)
    }

    /// Whether all these aims can be fulfilled together.
    pub(super) fn has_all(&self, wanted: Aims) -> bool {
        self.0[usize::from(wanted) / 64] >> (wanted % 64) & 1 == 1
    }

    /// Lets one more man do any one of these, or nothing.
    pub(super) fn add(&mut self, deeds: &Deeds) {
        let before = self.clone();
        for deed in deeds.sets() {
            let after = before.clone().with(deed);
            self.0.iter_mut().zip(after.0).for_each(|(word, more)| *word |= more);
        }
    }

    /// With these aims fulfilled beside any of the sets.
    fn with(mut self, aims: Aims) -> Self {
        /// For each of six aims, the sets in a word that are without it.
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
    fn each_man_does_one_thing() {
        let deeds = Deeds::from_iter([0b01, 0b10]);
        let mut unions = Unions::of(0);
        unions.add(&deeds);
        assert!(unions.has_all(0) && unions.has_all(0b01) && unions.has_all(0b10) && !unions.has_all(0b11));
        unions.add(&deeds);
        assert!(unions.has_all(0b11) && !unions.has_all(0b100));
        unions.add(&Deeds::from_iter([CHECK]));
        assert!(unions.has_all(CHECK | 0b11));
    }

    proptest! {
        #[test]
        fn all_choices_are_tried(given in 0..512_u16, men in prop::collection::vec(prop::collection::vec(0..512_u16, 0..4), 0..4)) {
            let mut unions = Unions::of(given);
            let mut choices = vec![given];
            for deeds in men {
                unions.add(&deeds.iter().copied().collect());
                let with = |&aims: &Aims| deeds.iter().map(move |deed| aims | deed).collect::<Vec<_>>();
                choices.extend(choices.iter().flat_map(with).collect::<Vec<_>>());
            }
            for wanted in 0..512 {
                prop_assert_eq!(unions.has_all(wanted), choices.iter().any(|aims| aims & wanted == wanted));
            }
        }
    }
}
