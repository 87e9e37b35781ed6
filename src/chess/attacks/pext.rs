//! PEXT bitboards for bishops and rooks, for processors with BMI2.
//!
//! PEXT extracts the bits of the relevant squares; the result is the index of the slot
//! (<https://www.chessprogramming.org/BMI2#PEXTBitboards>). Unlike magic bitboards, this needs no factor and no two
//! subsets share a slot. The table holds the subsets of the relevant squares in binary order.

#![allow(long_running_const_eval)]
#![expect(clippy::large_stack_arrays, reason = "the only large array is built by the compiler")]

use std::arch::x86_64::_pext_u64;

use super::sliders::{SLOTS, ray_attacks, rays, relevant_mask};
use super::{Bitboard, Square, reference};

/// The location of the attack sets of one piece on one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The squares on which a blocker changes the attack set.
    mask: u64,
    /// The first slot of this piece and square.
    start: u64,
}

static BISHOPS: [Entry; 64] = entries(reference::BISHOP, 0);
static ROOKS: [Entry; 64] = entries(reference::ROOK, 5_248);
static ATTACKS: [u64; SLOTS] = attack_sets();

/// The squares that a bishop on `square` attacks.
#[inline]
#[target_feature(enable = "bmi2")]
pub(in crate::chess) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[square.index() & 63], occupied)
}

/// The squares that a rook on `square` attacks.
#[inline]
#[target_feature(enable = "bmi2")]
pub(in crate::chess) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOKS[square.index() & 63], occupied)
}

#[inline]
#[target_feature(enable = "bmi2")]
fn look_up(entry: &Entry, occupied: Bitboard) -> Bitboard {
    let slot = entry.start + _pext_u64(occupied.0, entry.mask);
    // SAFETY: PEXT returns less than the number of subsets of `mask`. `entries` reserves that many slots from `start`,
    // and `attack_sets` has indexed each of them with bounds checks.
    Bitboard(unsafe { *ATTACKS.get_unchecked(slot as usize) })
}

const fn entries(directions: [reference::Direction; 4], first: u64) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, start: 0 }; 64];
    let mut start = first;
    let mut i = 0;
    while i < 64 {
        let mask = relevant_mask(Square::from_index(i as u8), directions);
        entries[i] = Entry { mask, start };
        start += 1 << mask.count_ones();
        i += 1;
    }
    entries
}

const fn attack_sets() -> [u64; SLOTS] {
    let mut sets = [0; SLOTS];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i as u8);
        fill(&mut sets, BISHOPS[i], &rays(square, reference::BISHOP));
        fill(&mut sets, ROOKS[i], &rays(square, reference::ROOK));
        i += 1;
    }
    sets
}

/// Writes the attack sets for all subsets of the mask squares in binary order.
const fn fill(sets: &mut [u64; SLOTS], entry: Entry, rays: &[u64; 4]) {
    let mut slot = entry.start as usize;
    let mut occupied = 0_u64;
    loop {
        sets[slot] = ray_attacks(rays, occupied);
        slot += 1;
        occupied = occupied.wrapping_sub(entry.mask) & entry.mask;
        if occupied == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cpu::Avx2;

    proptest! {
        #[test]
        fn tables_equal_the_definition(a: u64, b: u64, index in 0..64_u8) {
            if Avx2::detect().is_none() {
                return Ok(());
            }
            let square = Square::from_index(index);
            for occupied in [a, a & b, a | b].map(Bitboard) {
                // SAFETY: the processor has BMI2.
                let (bishop, rook) = unsafe { (bishop(square, occupied), rook(square, occupied)) };
                prop_assert_eq!(bishop, reference::slide(square, &reference::BISHOP, occupied));
                prop_assert_eq!(rook, reference::slide(square, &reference::ROOK, occupied));
            }
        }
    }
}
