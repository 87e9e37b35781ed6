//! Magic bitboards for bishops and rooks: one multiplication and one load, on any processor.
//!
//! Only blockers on the piece's rays matter, and not those on the last square of a ray, where the piece stops anyway.
//! Multiplying the relevant blockers by a magic factor moves them to the top bits, which index a table of attack sets
//! ("fancy magic bitboards", <https://www.chessprogramming.org/Magic_Bitboards>). The tables are computed at compile
//! time.

#![allow(long_running_const_eval)]
#![expect(clippy::large_stack_arrays, reason = "the only large array is built by the compiler")]

use super::reference::{self, Direction};
use super::{Bitboard, Square};

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

static BISHOPS: [Magic; 64] = magics(&BISHOP, BISHOP_LINES, 0);
static ROOKS: [Magic; 64] = magics(&ROOK, ROOK_LINES, 5_248);
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

// The factors of the magic bitboards.
//
// Each factor maps the relevant subsets of occupied squares to slots without harmful collisions. They were found by
// trial of sparse random numbers. The table builder proves them at compile time: two different attack sets on one slot
// stop the build.

/// A factor for a bishop on each square, `a1` first.
#[rustfmt::skip]
pub(super) const BISHOP: [u64; 64] = [
    0x0002_0801_0114_0100, 0x0890_3041_0312_20a0, 0x0408_2807_0822_0020, 0x0002_2086_0140_8010,
    0x0821_1040_0000_0000, 0x0602_0803_0802_0082, 0x0044_0202_3044_0203, 0x0004_80cd_0290_4004,
    0x9002_4010_124a_0041, 0x0000_2109_2603_8104, 0x0008_0498_0081_0002, 0x0040_0404_0083_c840,
    0x2020_0410_4500_2288, 0x0000_1905_6090_4820, 0x0002_1080_8410_4012, 0x6080_0c82_1101_2000,
    0x8810_8004_0410_0408, 0x0002_0050_1042_0088, 0x2010_0202_0416_4008, 0x4088_00a0_8208_41a4,
    0x0014_0818_80a0_0000, 0x0402_0021_a0a4_2000, 0x5810_8004_0608_4300, 0x3051_0000_8051_1010,
    0x0013_1080_4014_2810, 0x0008_4300_2410_0200, 0x0640_2200_300c_0044, 0x0004_0100_1010_0408,
    0x0001_0400_4200_2100, 0x8010_0082_1248_0401, 0x4128_0200_0108_9200, 0x8022_0032_8044_0220,
    0x6010_1010_0004_050c, 0x0948_0405_2610_8100, 0x2801_0048_0001_0800, 0x0018_0200_8028_0080,
    0x8000_5a00_2002_0080, 0x01f4_4802_0080_2088, 0x0208_4108_5229_0805, 0xa001_0101_1002_2c00,
    0x3c01_1008_2080_0400, 0x0025_0410_2406_0200, 0x8400_0840_5000_8800, 0x0010_0020_1806_1100,
    0x0808_0881_0040_0400, 0x5140_40c8_0080_0040, 0x4410_1082_0041_1080, 0x0204_0922_0d2c_0200,
    0x0004_0151_0820_0000, 0x0405_0082_2120_1480, 0x0000_0040_4410_2080, 0x0000_0800_8424_0209,
    0x0002_4204_0504_0028, 0x2001_4012_4485_0000, 0x0140_a801_8912_0284, 0x1042_0401_0202_0801,
    0x1001_0402_0201_7409, 0x0025_0202_0082_0870, 0x6000_8001_4e18_0410, 0x0012_0140_0108_4801,
    0x0024_4100_1042_1200, 0x0202_0404_e114_0104, 0x1000_0424_1014_1120, 0x0020_0204_0807_8090,
];

/// A factor for a rook on each square, `a1` first.
#[rustfmt::skip]
pub(super) const ROOK: [u64; 64] = [
    0x4180_0010_2181_4001, 0x08c0_0510_0840_2000, 0x0180_2000_8050_00e8, 0x4d00_040a_1001_0020,
    0x2a00_0200_a048_1004, 0x0100_0802_0400_0100, 0xc280_0100_0080_0200, 0x2080_0080_1043_2900,
    0x1180_8020_8000_4000, 0xa028_4000_2010_0840, 0x0202_8020_0090_0080, 0x0000_8080_0800_1000,
    0x4108_8008_0004_0080, 0x1000_8002_0080_0400, 0x1004_8002_0080_0100, 0x0282_0000_a204_0041,
    0x0080_0080_2040_0080, 0x0250_0040_0040_2002, 0x0100_8080_2000_1005, 0x4000_2100_0900_1005,
    0x7004_8080_0400_0800, 0x0801_0100_0400_0802, 0x6804_0400_0102_2890, 0x1410_0200_008c_0069,
    0x4000_4001_8002_8024, 0x0c80_4002_8020_0084, 0x0010_0020_2008_0400, 0x0000_1000_8008_0081,
    0x0020_2802_8004_0080, 0x4082_0062_0008_9410, 0x2272_0100_8080_0200, 0x8800_0082_0011_2844,
    0x8000_8040_0280_0022, 0x1210_0040_0140_2008, 0x0421_8010_0280_2000, 0x0108_8010_0080_0800,
    0x2200_8008_0080_0402, 0x1000_0200_8080_0400, 0x4400_8918_6c00_1002, 0x2141_2100_8200_2044,
    0x0040_4000_8020_8014, 0x1090_0040_2010_c008, 0x9201_0142_2005_0011, 0x0029_0008_1001_0022,
    0x4004_0080_0800_8006, 0x4081_4020_0488_0110, 0x0001_0002_0001_0004, 0x5021_0120_8842_0004,
    0x0021_0210_8040_2200, 0x0010_0020_0c40_1040, 0x0020_01c0_2101_1900, 0x8142_0010_2008_4200,
    0x0014_0080_0408_0080, 0x0005_8082_0084_0080, 0x1420_4102_0810_0400, 0x0080_0340_8c01_0600,
    0x0080_1084_4021_0602, 0x4400_8010_4001_0021, 0xc001_0040_2004_0811, 0x0800_8820_1001_003d,
    0x2203_0004_0208_0011, 0x5023_0008_0400_0201, 0x0000_2812_1009_2084, 0x0000_0408_4100_2092,
];
