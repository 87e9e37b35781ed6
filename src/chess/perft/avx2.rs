//! Eight directions in two registers of AVX2: one for the four directions up the indices, one for those down.
//!
//! Safety throughout: [`TwoYmm`] is used only in functions with `#[target_feature(enable = "avx2")]` and code inlined
//! into them. Calling these requires a value of [`Avx2`](crate::cpu::Avx2), which exists only if the processor has
//! AVX2.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_or_si128, _mm_set1_epi64x, _mm_storeu_si128, _mm_xor_si128, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_xor_si256,
};

use super::planes::{Planes, SquareSets};
use super::rays::{Directions, STEPS};

/// The four directions up the indices of squares, and the four down.
#[derive(Clone, Copy)]
pub(super) struct TwoYmm(Ymm, Ymm);

/// Four sets in a register.
#[derive(Clone, Copy)]
struct Ymm(__m256i);

/// Two sets in a register.
#[derive(Clone, Copy)]
struct Xmm(__m128i);

/// The bitwise operators of a register, by their intrinsics.
macro_rules! register {
    ($type:ident, $register:ty, $and:ident, $or:ident, $xor:ident, $set:ident) => {
        impl SquareSets for $type {
            // SAFETY: any bytes are a vector.
            const EMPTY: Self = Self(unsafe { std::mem::transmute::<[u8; size_of::<$register>()], $register>([0; _]) });
        }

        bitwise! {
            #[inline(always)]
            impl[] $type;
            // SAFETY: the processor has AVX2; see the top of the file.
            a & b = Self(unsafe { $and(a.0, b.0) });
            // SAFETY: the processor has AVX2; see the top of the file.
            a | b = Self(unsafe { $or(a.0, b.0) });
            // SAFETY: the processor has AVX2; see the top of the file.
            a ^ b = Self(unsafe { $xor(a.0, b.0) });
            // SAFETY: the processor has AVX2; see the top of the file.
            !a = Self(unsafe { $xor(a.0, $set(-1)) });
        }
    };
}

register!(Ymm, __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_set1_epi64x);
register!(Xmm, __m128i, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_set1_epi64x);

impl SquareSets for TwoYmm {
    const EMPTY: Self = Self(Ymm::EMPTY, Ymm::EMPTY);
}

bitwise! {
    #[inline(always)]
    impl[] TwoYmm;
    a & b = Self(a.0 & b.0, a.1 & b.1);
    a | b = Self(a.0 | b.0, a.1 | b.1);
    a ^ b = Self(a.0 ^ b.0, a.1 ^ b.1);
    !a = Self(!a.0, !a.1);
}

impl Ymm {
    #[inline(always)]
    fn load(sets: &[u64; 8], start: usize) -> Self {
        let sets = &sets[start..start + 4];
        // SAFETY: the processor has AVX2; the slice is 32 bytes long, and this load asks for no alignment.
        Self(unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) })
    }

    /// The shifts of the lanes for a number of squares.
    #[inline(always)]
    fn steps(squares: u32) -> __m256i {
        let [a, b, c, d] = STEPS.map(|step| i64::from(step * squares));
        // SAFETY: the processor has AVX2; see the top of the file.
        unsafe { _mm256_setr_epi64x(a, b, c, d) }
    }

    #[inline(always)]
    fn up(self, squares: u32) -> Self {
        // SAFETY: the processor has AVX2; see the top of the file.
        Self(unsafe { _mm256_sllv_epi64(self.0, Self::steps(squares)) })
    }

    #[inline(always)]
    fn down(self, squares: u32) -> Self {
        // SAFETY: the processor has AVX2; see the top of the file.
        Self(unsafe { _mm256_srlv_epi64(self.0, Self::steps(squares)) })
    }

    #[inline(always)]
    fn halves(self) -> (Xmm, Xmm) {
        // SAFETY: the processor has AVX2; see the top of the file.
        unsafe { (Xmm(_mm256_castsi256_si128(self.0)), Xmm(_mm256_extracti128_si256::<1>(self.0))) }
    }
}

impl Xmm {
    #[inline(always)]
    fn store(self) -> [u64; 2] {
        let mut sets = [0; 2];
        // SAFETY: the processor has SSE2; the array is 16 bytes long, and this store asks for no alignment.
        unsafe { _mm_storeu_si128(sets.as_mut_ptr().cast(), self.0) };
        sets
    }
}

/// The sums of the numbers in eight lanes, given in two halves, by halving until one lane is left.
#[inline(always)]
fn sum(low: Planes<Ymm>, high: Planes<Ymm>) -> Planes {
    let four = low.plus(high);
    let (mut low, mut high) = (Planes::<Xmm>::ZERO, Planes::<Xmm>::ZERO);
    for (digit, plane) in four.0.into_iter().enumerate() {
        (low.0[digit], high.0[digit]) = plane.halves();
    }
    let two = low.plus(high);
    let (mut low, mut high) = (Planes::ZERO, Planes::ZERO);
    for (digit, plane) in two.0.into_iter().enumerate() {
        [low.0[digit], high.0[digit]] = plane.store();
    }
    low.plus(high)
}

impl Directions for TwoYmm {
    type Numbers = Planes;

    #[inline(always)]
    fn load(sets: &[u64; 8]) -> Self {
        Self(Ymm::load(sets, 0), Ymm::load(sets, 4))
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut sets = [0; 8];
        let halves: *mut __m256i = sets.as_mut_ptr().cast();
        // SAFETY: the processor has AVX2; the eight elements are two halves, and alignment is not asked for.
        unsafe {
            _mm256_storeu_si256(halves, self.0.0);
            _mm256_storeu_si256(halves.add(1), self.1.0);
        }
        sets
    }

    #[inline(always)]
    fn forward(self, squares: u32) -> Self {
        Self(self.0.up(squares), self.1.down(squares))
    }

    #[inline(always)]
    fn backward(self, squares: u32) -> Self {
        Self(self.0.down(squares), self.1.up(squares))
    }

    #[inline(always)]
    fn opposite(self) -> Self {
        Self(self.1, self.0)
    }

    #[inline(always)]
    fn sum_of_lanes<const DIGITS: usize>(planes: [Self; DIGITS]) -> Planes {
        let (mut low, mut high) = (Planes::<Ymm>::ZERO, Planes::<Ymm>::ZERO);
        for ((low, high), plane) in low.0.iter_mut().zip(&mut high.0).zip(&planes) {
            (*low, *high) = (plane.0, plane.1);
        }
        sum(low, high)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::planes::Row;
    use super::super::rays::Rays;
    use super::*;

    #[target_feature(enable = "avx2")]
    fn rays(straight: u64, diagonal: u64, own: u64, vacant: u64) -> Rays<Planes> {
        Rays::new::<TwoYmm>(straight, diagonal, own, vacant)
    }

    properties! {
        #[test]
        fn rays_equal_the_portable_ones(a: u64, b: u64, c: u64) {
            if crate::cpu::Avx2::detect().is_some() {
                let (own, vacant) = (a & b, !(a | c));
                // SAFETY: the processor has AVX2.
                let fast = unsafe { rays(own & c, own & !c, own, vacant) };
                let slow = Rays::new::<Row<8>>(own & c, own & !c, own, vacant);
                prop_assert_eq!(fast.lines, slow.lines);
                prop_assert_eq!(fast.reach, slow.reach);
                prop_assert_eq!(fast.defended, slow.defended);
            }
        }
    }
}
