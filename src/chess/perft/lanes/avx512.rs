//! Eight boards in one register of AVX-512, with one or two instructions for each operation.
//!
//! A board is an 8×8 bit matrix, so multiplications with the mirrored identity matrix (`GF2P8AFFINEQB`) mirror or
//! rotate it.
//!
//! Safety throughout: an [`Avx512Boards`] is used only in the functions at the end of this file and code inlined into
//! them. These have all the features. Calling them requires a value of [`Avx512`], which exists only if the processor
//! has the features. Vectors are passed only to inlined functions.

#![allow(clippy::inline_always, reason = "an operation that is not inlined would be a call for one instruction")]

use std::arch::x86_64::{
    __m512i, _mm_loadu_si64, _mm512_add_epi64, _mm512_and_si512, _mm512_cvtepu8_epi64, _mm512_gf2p8affine_epi64_epi8,
    _mm512_loadu_si512, _mm512_maskz_mov_epi64, _mm512_mul_epu32, _mm512_or_si512, _mm512_permutexvar_epi64,
    _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_rolv_epi64, _mm512_rorv_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_setr4_epi64, _mm512_shuffle_epi8, _mm512_shuffle_i64x2, _mm512_sllv_epi64,
    _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi8, _mm512_sub_epi64, _mm512_testn_epi64_mask,
    _mm512_xor_si512,
};

use crate::cpu::Avx512;

use super::super::super::square::Square;
use super::super::board::{Castles, Node, Side};
use super::super::cpu::{Compiled, Sliders};
use super::super::differences::{self, CountsPieces, Differences};
use super::super::moves::Moves;
use super::super::planes::{Numbers, SquareSets};
use super::super::rays::{Directions, STEPS};
use super::super::replies::ReplyCounter;
use super::super::tree;
use super::batch::{Batch, LaneCpu, PlayedMoves};
use super::bytes::Bytes;
use super::vector::Vector;
use super::{add_pieces, count};

/// Eight boards in a register.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512Boards(__m512i);

/// The mirrored identity matrix: as one operand of a product it mirrors boards, as the other it turns them.
const MIRRORED_IDENTITY: i64 = 0x8040_2010_0804_0201_u64.cast_signed();
/// The identity matrix in the row and column order of the instruction.
const IDENTITY: i64 = 0x0102_0408_1020_4080;

/// The source of each byte of two boards, to flip them.
const RANKS_REVERSED: [i64; 2] = [0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f];

impl SquareSets for Avx512Boards {
    // SAFETY: any 64 bytes are a vector.
    const EMPTY: Self = Self(unsafe { std::mem::transmute::<[u64; 8], __m512i>([0; 8]) });
}

bitwise! {
    #[inline(always)]
    impl[] Avx512Boards;
    // SAFETY: the processor has AVX-512 F; see the top of the file.
    a & b = Self(unsafe { _mm512_and_si512(a.0, b.0) });
    // SAFETY: the processor has AVX-512 F; see the top of the file.
    a | b = Self(unsafe { _mm512_or_si512(a.0, b.0) });
    // SAFETY: the processor has AVX-512 F; see the top of the file.
    a ^ b = Self(unsafe { _mm512_xor_si512(a.0, b.0) });
    // SAFETY: the processor has AVX-512 F; see the top of the file.
    !a = Self(unsafe { _mm512_xor_si512(a.0, _mm512_set1_epi64(-1)) });
}

/// Functions that return boards, each with the expression of intrinsics that computes them.
macro_rules! operations {
    ($(fn $name:ident($self:ident $(, $argument:ident: $type:ty)?) = $boards:expr;)+) => {
        $(
            #[inline(always)]
            fn $name($self $(, $argument: $type)?) -> Self {
                // SAFETY: the processor has all the features; see the top of the file.
                Self(unsafe { $boards })
            }
        )+
    };
}

impl Vector for Avx512Boards {
    operations! {
        fn chosen_from(self, table: &[u64; 8]) = _mm512_permutexvar_epi64(self.0, Self::load(table).0);
        fn up_by(self, squares: Self) = _mm512_sllv_epi64(self.0, squares.0);
        fn times(self, other: Self) = _mm512_mul_epu32(self.0, other.0);
        fn minus_in_bytes(self, other: Self) = _mm512_sub_epi8(self.0, other.0);
        fn minus(self, other: Self) = _mm512_sub_epi64(self.0, other.0);
        fn plus(self, other: Self) = _mm512_add_epi64(self.0, other.0);
        fn up(self, squares: u32) = _mm512_sllv_epi64(self.0, _mm512_set1_epi64(squares.into()));
        fn down(self, squares: u32) = _mm512_srlv_epi64(self.0, _mm512_set1_epi64(squares.into()));
        fn rotated(self, squares: u32) = _mm512_rolv_epi64(self.0, _mm512_set1_epi64(squares.into()));
        fn mirrored(self) = _mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(MIRRORED_IDENTITY));
        fn turned(self) = _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(MIRRORED_IDENTITY), self.0);
        fn counts(self) = _mm512_popcnt_epi64(self.0);
        fn keep(self, lanes: u8) = _mm512_maskz_mov_epi64(lanes, self.0);
    }

    #[inline(always)]
    fn of_bytes(numbers: [u8; 8]) -> Self {
        // SAFETY: the processor has AVX-512 F; the array is 8 bytes long, and this load asks for no alignment.
        Self(unsafe { _mm512_cvtepu8_epi64(_mm_loadu_si64(numbers.as_ptr())) })
    }

    #[inline(always)]
    fn numbers_of(self, numbers: Bytes) -> Self {
        Self(numbers.on(self.0))
    }

    #[inline(always)]
    fn flipped(self) -> Self {
        let [first, second] = RANKS_REVERSED;
        // SAFETY: the processor has AVX-512 BW; see the top of the file.
        Self(unsafe { _mm512_shuffle_epi8(self.0, _mm512_setr4_epi64(first, second, first, second)) })
    }

    #[inline(always)]
    fn turned_back(self) -> Self {
        // SAFETY: the processor has GFNI and AVX-512 F; see the top of the file.
        Self(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), self.0) }).mirrored()
    }

    #[inline(always)]
    fn empty_lanes(self) -> u8 {
        // SAFETY: the processor has AVX-512 F; see the top of the file.
        unsafe { _mm512_testn_epi64_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn total(self) -> u64 {
        // SAFETY: the processor has AVX-512 F; see the top of the file.
        unsafe { _mm512_reduce_add_epi64(self.0) }.cast_unsigned()
    }
}

/// The rotation of each lane for a number of squares in its direction.
#[inline(always)]
fn lane_rotations(squares: u32) -> __m512i {
    let [a, b, c, d] = STEPS.map(|step| i64::from(step * squares));
    // SAFETY: the processor has AVX-512 F; see the top of the file.
    unsafe { _mm512_setr_epi64(a, b, c, d, 64 - a, 64 - b, 64 - c, 64 - d) }
}

impl Directions for Avx512Boards {
    type Numbers = Bytes;

    operations! {
        fn forward(self, squares: u32) = _mm512_rolv_epi64(self.0, lane_rotations(squares));
        fn backward(self, squares: u32) = _mm512_rorv_epi64(self.0, lane_rotations(squares));
        fn opposite(self) = _mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0);
    }

    #[inline(always)]
    fn load(sets: &[u64; 8]) -> Self {
        // SAFETY: as above; the array is 64 bytes long, and this load asks for no alignment.
        Self(unsafe { _mm512_loadu_si512(sets.as_ptr().cast()) })
    }

    #[inline(always)]
    fn splat(set: u64) -> Self {
        // SAFETY: the processor has AVX-512 F; see the top of the file.
        Self(unsafe { _mm512_set1_epi64(set.cast_signed()) })
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut sets = [0; 8];
        // SAFETY: the processor has AVX-512 F, see the top of the file; the array is 64 bytes long, and this store asks
        // for no alignment.
        unsafe { _mm512_storeu_si512(sets.as_mut_ptr().cast(), self.0) };
        sets
    }

    #[inline(always)]
    fn sum_of_lanes<const DIGITS: usize>(planes: [Self; DIGITS]) -> Bytes {
        let mut sum = Bytes::ZERO;
        for plane in planes.into_iter().rev() {
            sum = sum.plus(sum).plus(Bytes::of_boards(plane.0));
        }
        sum
    }
}

impl Sliders for Avx512 {
    type Directions = Avx512Boards;

    #[inline(always)]
    fn bishop(self, square: Square, occupied: u64) -> u64 {
        self.avx2().bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: u64) -> u64 {
        self.avx2().rook(square, occupied)
    }
}

impl CountsPieces for Avx512 {
    #[inline(always)]
    fn add_pieces<S: Side, X: ReplyCounter<S>>(
        self,
        differences: &mut Differences<'_, Bytes>,
        moves: &Moves,
        counter: &mut X,
    ) {
        add_pieces::<S, Avx512Boards>(differences, moves, counter);
    }
}

impl Compiled for Avx512 {
    #[inline(always)]
    fn moves<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { moves::<S>(self, castles, node) }
    }

    #[inline(always)]
    fn pairs<S: Side>(self, castles: &Castles, node: &Node) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { pairs::<S>(self, castles, node) }
    }

    #[inline(always)]
    fn paths<S: Side>(self, castles: &Castles, node: &Node, depth: u32) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { paths::<S>(self, castles, node, depth) }
    }
}

impl LaneCpu for Avx512 {
    #[inline(always)]
    fn replies<S: Side>(self, castles: &Castles, node: &Node, moves: &PlayedMoves) -> u64 {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { replies::<S>(self, castles, node, moves) }
    }
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
#[inline(never)]
fn moves<S: Side>(cpu: Avx512, castles: &Castles, node: &Node) -> u64 {
    tree::count_moves::<S, Avx512>(cpu, castles, node)
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2,gfni")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi,avx512bitalg")]
#[inline(never)]
fn pairs<S: Side>(cpu: Avx512, castles: &Castles, node: &Node) -> u64 {
    let mut moves = PlayedMoves::new();
    let batch = Batch::<S, Avx512>::new(cpu, castles, node, &mut moves);
    differences::pairs::<S, Avx512, _>(cpu, castles, node, batch)
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
#[inline(never)]
fn paths<S: Side>(cpu: Avx512, castles: &Castles, node: &Node, depth: u32) -> u64 {
    tree::paths::<S, Avx512>(cpu, castles, node, depth)
}

#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2,gfni")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi,avx512bitalg")]
#[inline(never)]
fn replies<S: Side>(_: Avx512, castles: &Castles, node: &Node, moves: &PlayedMoves) -> u64 {
    count::replies::<S, Avx512Boards>(castles, node, moves)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::planes::Row;
    use super::*;
    use crate::cpu::CpuLevel;

    /// The results of all operations on one input, so that only one function needs the features.
    #[inline(always)]
    fn all_operations<V: Vector + Directions>(a: &[u64; 8], b: &[u64; 8], squares: u32, lanes: u8) -> Vec<[u64; 8]> {
        let table = b;
        let (a, b) = (V::load(a), V::load(b));
        let vectors = [
            a & b,
            a | b,
            a ^ b,
            !a,
            a.without(b),
            V::splat(u64::from(squares)),
            V::EMPTY,
            a.minus_in_bytes(b),
            a.minus(b),
            a.plus(b),
            a.up(squares),
            a.down(squares),
            a.rotated(squares),
            a.mirrored(),
            a.flipped(),
            a.turned(),
            a.turned_back(),
            a.counts(),
            a.keep(lanes),
            a.opposite(),
            V::of_bytes(table[0].to_le_bytes()),
            (a & V::splat(7)).chosen_from(table),
            a.up_by(b & V::splat(63)),
            a.times(b),
            (b & V::splat(63)).numbers_of(V::sum_of_lanes([a])),
        ];
        let mut results: Vec<[u64; 8]> = vectors.into_iter().map(V::store).collect();
        results.push([u64::from(a.keep(lanes).empty_lanes()); 8]);
        results.push([a.total(); 8]);
        results
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2,gfni")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi,avx512bitalg")]
    fn avx512_operations(a: &[u64; 8], b: &[u64; 8], squares: u32, lanes: u8) -> Vec<[u64; 8]> {
        all_operations::<Avx512Boards>(a, b, squares, lanes)
    }

    #[test]
    fn levels_that_are_not_tested_are_named() {
        assert!(CpuLevel::tested("the operations of perft and its attack tables").count() < CpuLevel::ALL.len());
    }

    /// `GF2P8AFFINEQB` on one lane, by Intel's Software Developer's Manual, volume 2: each bit of a byte becomes the
    /// parity of that byte and a row of the matrix, the last row for bit 0.
    fn affine(bytes: u64, matrix: u64) -> u64 {
        let rows = matrix.to_le_bytes();
        let product = |byte: u8| (0..8).map(|bit| ((rows[7 - bit] & byte).count_ones() as u8 & 1) << bit).sum::<u8>();
        u64::from_le_bytes(bytes.to_le_bytes().map(product))
    }

    properties! {
        /// Runs on any processor: checks the matrices and the order of operands.
        #[test]
        fn matrices_turn_boards_like_the_reference_implementation(board: u64) {
            let (mirrored, identity) = (MIRRORED_IDENTITY.cast_unsigned(), IDENTITY.cast_unsigned());
            let row = Row([board; 8]);
            prop_assert_eq!(row.mirrored().0[0], affine(board, mirrored));
            prop_assert_eq!(row.turned().0[0], affine(mirrored, board));
            prop_assert_eq!(row.turned_back().0[0], affine(affine(identity, board), mirrored));
            let indices: Vec<usize> = RANKS_REVERSED.iter().flat_map(|word| word.to_le_bytes()).map(usize::from).collect();
            let pair: Vec<u8> = [board, !board].iter().flat_map(|word| word.to_le_bytes()).collect();
            let shuffled: Vec<u8> = indices.iter().map(|&index| pair[index]).collect();
            let expected = [row.flipped().0[0], Row([!board; 8]).flipped().0[0]];
            prop_assert_eq!(shuffled, expected.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
        }

        #[test]
        fn every_operation_equals_the_reference_implementation(a: [u64; 8], b: [u64; 8], squares in 0..64_u32, lanes: u8) {
            if Avx512::detect().is_some() {
                // SAFETY: the processor has the features.
                let wide = unsafe { avx512_operations(&a, &b, squares, lanes) };
                prop_assert_eq!(wide, all_operations::<Row<8>>(&a, &b, squares, lanes));
            }
        }
    }
}
