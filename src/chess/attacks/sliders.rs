//! Magic bitboards for bishops and rooks: one multiplication and one load, on any processor.
//!
//! Only blockers on the piece's rays matter, and not those on the last square of a ray, where the piece stops anyway.
//! Multiplying the relevant blockers by a magic factor moves them to the top bits, which index a table of attack sets
//! ("fancy magic bitboards", <https://www.chessprogramming.org/Magic_Bitboards>). The tables are computed at compile
//! time.

#![allow(long_running_const_eval)]
#![expect(clippy::large_stack_arrays, reason = "the only large array is built by the compiler")]

use super::{Bitboard, Square, magic, reference};

/// The number of attack sets, one for every subset of relevant squares: 5,248 for bishops and 102,400 for rooks.
pub(super) const SLOTS: usize = 5_248 + 102_400;

/// Where the attack sets of one piece on one square are stored, and how to compute their slots.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares on which a blocker changes the attack set.
    mask: u64,
    /// The magic factor, which moves the blockers to the top bits.
    factor: u64,
    /// The first slot of this piece and square.
    start: u32,
    /// 64 minus the number of squares in the mask.
    shift: u32,
}

impl Magic {
    #[inline]
    const fn slot(&self, occupied: u64) -> usize {
        self.start as usize + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

static BISHOPS: [Magic; 64] = magics(&magic::BISHOP, reference::BISHOP, 0);
static ROOKS: [Magic; 64] = magics(&magic::ROOK, reference::ROOK, 5_248);
static ATTACKS: [u64; SLOTS] = attack_sets();

/// The squares that a bishop on `square` attacks.
#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[square.index() & 63], occupied)
}

/// The squares that a rook on `square` attacks.
#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOKS[square.index() & 63], occupied)
}

#[inline]
fn look_up(magic: &Magic, occupied: Bitboard) -> Bitboard {
    // SAFETY: `slot` uses only the bits of `occupied` in the mask. There are 128 `Magic` values, and for each of them
    // `fill` has indexed `ATTACKS` with a bounds check at the slot of every subset of its mask.
    Bitboard(unsafe { *ATTACKS.get_unchecked(magic.slot(occupied.0)) })
}

const fn magics(factors: &[u64; 64], directions: [reference::Direction; 4], first: u32) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, start: 0, shift: 0 }; 64];
    let mut start = first;
    let mut i = 0;
    while i < 64 {
        let mask = relevant_mask(Square::from_index(i as u8), directions);
        magics[i] = Magic { mask, factor: factors[i], start, shift: 64 - mask.count_ones() };
        start += 1 << mask.count_ones();
        i += 1;
    }
    magics
}

/// The squares on the rays of the piece, without the last square of each ray.
pub(super) const fn relevant_mask(square: Square, directions: [reference::Direction; 4]) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = square;
        while let Some(next) = at.offset(directions[i].0, directions[i].1) {
            if at.index() != square.index() {
                set |= 1 << at.index();
            }
            at = next;
        }
        i += 1;
    }
    set
}

const fn attack_sets() -> [u64; SLOTS] {
    let mut sets = [0; SLOTS];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i as u8);
        fill(&mut sets, &BISHOPS[i], &rays(square, reference::BISHOP));
        fill(&mut sets, &ROOKS[i], &rays(square, reference::ROOK));
        i += 1;
    }
    sets
}

/// The four rays of a piece on an empty board: first the two with increasing square indices, then the other two.
pub(super) const fn rays(square: Square, directions: [reference::Direction; 4]) -> [u64; 4] {
    let mut rays = [0; 4];
    let mut i = 0;
    while i < 4 {
        rays[i] = reference::slide(square, &[directions[i]], Bitboard::EMPTY).0;
        i += 1;
    }
    rays
}

/// Stores the attack set of every subset of the mask in its slot. The subsets are enumerated with the Carry-Rippler
/// trick (<https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>).
const fn fill(sets: &mut [u64; SLOTS], magic: &Magic, rays: &[u64; 4]) {
    let mut occupied = 0_u64;
    loop {
        let set = ray_attacks(rays, occupied);
        let slot = magic.slot(occupied);
        assert!(sets[slot] == 0 || sets[slot] == set, "two attack sets on one slot: the factor is no good");
        sets[slot] = set;
        occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
        if occupied == 0 {
            return;
        }
    }
}

/// The attack set of a piece with these [`rays`].
pub(super) const fn ray_attacks(rays: &[u64; 4], occupied: u64) -> u64 {
    positive(rays[0], occupied)
        | positive(rays[1], occupied)
        | negative(rays[2], occupied)
        | negative(rays[3], occupied)
}

/// The part of a positive ray (increasing indices) up to and including the first blocker.
const fn positive(ray: u64, occupied: u64) -> u64 {
    let blockers = ray & occupied;
    // All bits up to and including the lowest blocker; all bits if there is none.
    ray & (blockers ^ blockers.wrapping_sub(1))
}

/// The part of a negative ray (decreasing indices) up to and including the first blocker.
const fn negative(ray: u64, occupied: u64) -> u64 {
    // If there is no blocker, a1 serves as one: no ray extends beyond it.
    let blockers = ray & occupied | 1;
    ray & (u64::MAX << blockers.ilog2())
}
