//! Eight directions in two registers of AVX2, four in each: one shifts its lanes up, the other down.
//!
//! Safety throughout: [`Halves`] is handled only in functions that carry `#[target_feature(enable = "avx2")]` and what is
//! inlined into them; only a value of [`Bmi2`](super::machine::Bmi2) leads there, which is made after asking the
//! processor.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_or_si128, _mm_set1_epi64x, _mm_storeu_si128, _mm_xor_si128, _mm256_and_si256,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_xor_si256,
};
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::compass::{Compass, STEPS};
use super::planes::{Planes, Word};

/// The eight directions: those up the order of the squares, those down.
#[derive(Clone, Copy)]
pub(super) struct Halves(Four, Four);

/// Four sets in a register.
#[derive(Clone, Copy)]
struct Four(__m256i);

/// Two sets in a register.
#[derive(Clone, Copy)]
struct Two(__m128i);

/// The bitwise operators of a register, by their intrinsics.
macro_rules! bitwise {
    ($type:ident, $register:ty, $and:ident, $or:ident, $xor:ident, $set:ident) => {
        impl Word for $type {
            // SAFETY: any bytes are a vector.
            const EMPTY: Self = Self(unsafe { std::mem::transmute::<[u8; size_of::<$register>()], $register>([0; _]) });
        }

        impl BitAnd for $type {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2; see the top of the file.
                Self(unsafe { $and(self.0, other.0) })
            }
        }

        impl BitOr for $type {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2; see the top of the file.
                Self(unsafe { $or(self.0, other.0) })
            }
        }

        impl BitXor for $type {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                // SAFETY: the processor has AVX2; see the top of the file.
                Self(unsafe { $xor(self.0, other.0) })
            }
        }

        impl Not for $type {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: the processor has AVX2; see the top of the file.
                Self(unsafe { $xor(self.0, $set(-1)) })
            }
        }
    };
}

bitwise!(Four, __m256i, _mm256_and_si256, _mm256_or_si256, _mm256_xor_si256, _mm256_set1_epi64x);
bitwise!(Two, __m128i, _mm_and_si128, _mm_or_si128, _mm_xor_si128, _mm_set1_epi64x);

impl Word for Halves {
    const EMPTY: Self = Self(Four::EMPTY, Four::EMPTY);
}

impl BitAnd for Halves {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0, self.1 & other.1)
    }
}

impl BitOr for Halves {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0, self.1 | other.1)
    }
}

impl BitXor for Halves {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0, self.1 ^ other.1)
    }
}

impl Not for Halves {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0, !self.1)
    }
}

impl Four {
    #[inline(always)]
    fn load(sets: &[u64; 8], start: usize) -> Self {
        let sets = &sets[start..start + 4];
        // SAFETY: the processor has AVX2; the slice is 32 bytes long, and this load asks for no alignment.
        Self(unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) })
    }

    /// The numbers of bits by which lanes move that go so many squares.
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
    fn halves(self) -> (Two, Two) {
        // SAFETY: the processor has AVX2; see the top of the file.
        unsafe { (Two(_mm256_castsi256_si128(self.0)), Two(_mm256_extracti128_si256::<1>(self.0))) }
    }
}

impl Two {
    #[inline(always)]
    fn store(self) -> [u64; 2] {
        let mut sets = [0; 2];
        // SAFETY: the processor has SSE2; the array is 16 bytes long, and this store asks for no alignment.
        unsafe { _mm_storeu_si128(sets.as_mut_ptr().cast(), self.0) };
        sets
    }
}

/// The sum of the numbers in eight lanes, given those in each half of them: by halves again, until one lane is left.
#[inline(always)]
fn sum(low: Planes<Four>, high: Planes<Four>) -> Planes {
    let four = low.plus(high);
    let (mut low, mut high) = (Planes::<Two>::ZERO, Planes::<Two>::ZERO);
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

impl Compass for Halves {
    type Numbers = Planes;

    #[inline(always)]
    fn load(sets: &[u64; 8]) -> Self {
        Self(Four::load(sets, 0), Four::load(sets, 4))
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut sets = [0; 8];
        let [low, high] = [&raw mut sets[0], &raw mut sets[4]];
        // SAFETY: the processor has AVX2; four elements follow from each of the two, and alignment is not asked for.
        unsafe {
            _mm256_storeu_si256(low.cast(), self.0.0);
            _mm256_storeu_si256(high.cast(), self.1.0);
        }
        sets
    }

    #[inline(always)]
    fn ahead(self, squares: u32) -> Self {
        Self(self.0.up(squares), self.1.down(squares))
    }

    #[inline(always)]
    fn behind(self, squares: u32) -> Self {
        Self(self.0.down(squares), self.1.up(squares))
    }

    #[inline(always)]
    fn sum_of_lanes<const DIGITS: usize>(planes: [Self; DIGITS]) -> Planes {
        let (mut low, mut high) = (Planes::<Four>::ZERO, Planes::<Four>::ZERO);
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
        Rays::new::<Halves>(straight, diagonal, own, vacant)
    }

    proptest! {
        #[test]
        fn rays_are_those_of_the_portable_twin(a: u64, b: u64, c: u64) {
            if is_x86_feature_detected!("avx2") {
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
