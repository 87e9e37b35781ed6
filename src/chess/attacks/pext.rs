//! PEXT bitboards for bishops and rooks, for processors with BMI2.
//!
//! PEXT extracts the bits of the relevant squares; the result is the index of the slot
//! (<https://www.chessprogramming.org/BMI2#PEXTBitboards>). Unlike magic bitboards, this needs no factor and no two
//! subsets share a slot. The table holds the subsets of the relevant squares in binary order.

#![allow(long_running_const_eval)]
#![expect(clippy::large_stack_arrays, reason = "the only large array is built by the compiler")]

use std::arch::x86_64::_pext_u64;

use super::reference::Direction;
use super::sliders::{BISHOP_LINES, LineSets, ROOK_LINES, SLOTS, fill, relevant_mask};
use super::{Bitboard, Square};

/// The location of the attack sets of one piece on one square.
#[derive(Clone, Copy)]
struct Entry {
    /// The squares on which a blocker changes the attack set.
    mask: u64,
    /// The first slot of this piece and square.
    start: u64,
}

static BISHOPS: [Entry; 64] = entries(BISHOP_LINES, 0);
static ROOKS: [Entry; 64] = entries(ROOK_LINES, 5_248);
static ATTACKS: [u64; SLOTS] = attack_sets();

#[inline]
#[target_feature(enable = "bmi2")]
pub(in crate::chess) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[square.index() & 63], occupied)
}

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
    // and `fill` has indexed each of them with bounds checks.
    Bitboard(unsafe { *ATTACKS.get_unchecked(slot as usize) })
}

const fn entries(lines: [[Direction; 2]; 2], first: u64) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, start: 0 }; 64];
    let mut start = first;
    let mut i = 0;
    while i < 64 {
        let mask = relevant_mask(Square::from_index(i as u8), lines);
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
        fill_entry(&mut sets, BISHOPS[i], square, BISHOP_LINES);
        fill_entry(&mut sets, ROOKS[i], square, ROOK_LINES);
        i += 1;
    }
    sets
}

const fn fill_entry(sets: &mut [u64; SLOTS], entry: Entry, square: Square, lines: [[Direction; 2]; 2]) {
    let mut halves = [LineSets::new(square, lines[0]), LineSets::new(square, lines[1])];
    let mut i = 0;
    while i < 64 {
        halves[0].indices[i] = extract(halves[0].blockers[i], entry.mask);
        halves[1].indices[i] = extract(halves[1].blockers[i], entry.mask);
        i += 1;
    }
    fill(sets, entry.start as usize, 0, &halves);
}

/// PEXT without the instruction.
const fn extract(value: u64, mask: u64) -> u64 {
    let (mut rest, mut result, mut bit) = (mask, 0, 1);
    while rest != 0 {
        if value & rest & rest.wrapping_neg() != 0 {
            result |= bit;
        }
        rest &= rest - 1;
        bit <<= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::reference;
    use super::*;
    use crate::cpu::Avx2;

    properties! {
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
