//! Magic bitboards for bishops and rooks: one multiplication and one load, on any processor.
//!
//! Only blockers on the piece's rays matter, and not those on the last square of a ray, where the piece stops anyway.
//! Multiplying the relevant blockers by a magic factor moves them to the top bits, which index a table of attack sets
//! ("fancy magic bitboards", <https://www.chessprogramming.org/Magic_Bitboards>). The tables are computed at compile
//! time.

#![allow(long_running_const_eval)]
#![expect(clippy::large_stack_arrays, reason = "the only large array is built by the compiler")]

use super::reference::{self, Direction};
use super::{Bitboard, Square, magic};

/// The number of attack sets, one for every subset of relevant squares: 5,248 for bishops and 102,400 for rooks.
pub(super) const SLOTS: usize = 5_248 + 102_400;

/// The two directions of one line on which a piece moves.
type Line = [Direction; 2];

/// The two lines of a bishop.
pub(super) const BISHOP_LINES: [Line; 2] =
    [[reference::BISHOP[0], reference::BISHOP[3]], [reference::BISHOP[1], reference::BISHOP[2]]];
/// The two lines of a rook.
pub(super) const ROOK_LINES: [Line; 2] =
    [[reference::ROOK[0], reference::ROOK[2]], [reference::ROOK[1], reference::ROOK[3]]];

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

static BISHOPS: [Magic; 64] = magics(&magic::BISHOP, BISHOP_LINES, 0);
static ROOKS: [Magic; 64] = magics(&magic::ROOK, ROOK_LINES, 5_248);
static ATTACKS: [u64; SLOTS] = attack_sets();

#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOPS[square.index() & 63], occupied)
}

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

const fn magics(factors: &[u64; 64], lines: [Line; 2], first: u32) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, start: 0, shift: 0 }; 64];
    let mut start = first;
    let mut i = 0;
    while i < 64 {
        let mask = relevant_mask(Square::from_index(i as u8), lines);
        magics[i] = Magic { mask, factor: factors[i], start, shift: 64 - mask.count_ones() };
        start += 1 << mask.count_ones();
        i += 1;
    }
    magics
}

const fn attack_sets() -> [u64; SLOTS] {
    let mut sets = [0; SLOTS];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i as u8);
        fill_magic(&mut sets, &BISHOPS[i], square, BISHOP_LINES);
        fill_magic(&mut sets, &ROOKS[i], square, ROOK_LINES);
        i += 1;
    }
    sets
}

const fn fill_magic(sets: &mut [u64; SLOTS], magic: &Magic, square: Square, lines: [Line; 2]) {
    let mut halves = [LineSets::new(square, lines[0]), LineSets::new(square, lines[1])];
    let mut i = 0;
    while i < 64 {
        halves[0].indices[i] = halves[0].blockers[i].wrapping_mul(magic.factor);
        halves[1].indices[i] = halves[1].blockers[i].wrapping_mul(magic.factor);
        i += 1;
    }
    fill(sets, magic.start as usize, magic.shift, &halves);
}

/// The squares between a piece and the edges on these lines: there, a blocker changes the attack set.
pub(super) const fn relevant_mask(square: Square, lines: [Line; 2]) -> u64 {
    line_mask(square, lines[0]) | line_mask(square, lines[1])
}

/// The squares on a line without those of the piece and of the two ends.
const fn line_mask(square: Square, line: Line) -> u64 {
    let mut set = 0;
    let mut i = 0;
    while i < 2 {
        let (files, ranks) = line[i];
        let mut next = square.offset(files, ranks);
        while let Some(at) = next {
            next = at.offset(files, ranks);
            if next.is_some() {
                set |= 1 << at.index();
            }
        }
        i += 1;
    }
    set
}

/// The attack sets along one line, one for every set of blockers on it.
pub(super) struct LineSets {
    /// The blockers. They are at most six squares.
    pub(super) blockers: [u64; 64],
    attacks: [u64; 64],
    /// The part of the index that the blockers contribute, before the shift.
    pub(super) indices: [u64; 64],
    /// How many sets there are.
    count: usize,
}

impl LineSets {
    /// Enumerates the sets of blockers with the Carry-Rippler trick
    /// (<https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>).
    pub(super) const fn new(square: Square, line: Line) -> Self {
        let mask = line_mask(square, line);
        let mut sets = Self { blockers: [0; 64], attacks: [0; 64], indices: [0; 64], count: 0 };
        let mut blockers = 0_u64;
        loop {
            sets.blockers[sets.count] = blockers;
            sets.attacks[sets.count] = reference::slide(square, &line, Bitboard(blockers)).0;
            sets.count += 1;
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                return sets;
            }
        }
    }
}

/// Stores the attack set of every set of blockers in its slot.
///
/// The blockers on one line do not change the attacks along the other, and the index of both is the sum of its parts. So
/// each slot costs the compiler one union instead of a walk over the board.
pub(super) const fn fill(sets: &mut [u64; SLOTS], start: usize, shift: u32, lines: &[LineSets; 2]) {
    let mut i = 0;
    while i < lines[0].count {
        let (attacks, index) = (lines[0].attacks[i], lines[0].indices[i]);
        let mut j = 0;
        while j < lines[1].count {
            let set = attacks | lines[1].attacks[j];
            let slot = start + (index.wrapping_add(lines[1].indices[j]) >> shift) as usize;
            assert!(sets[slot] == 0 || sets[slot] == set, "two attack sets on one slot: the factor is no good");
            sets[slot] = set;
            j += 1;
        }
        i += 1;
    }
}
