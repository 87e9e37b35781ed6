//! SSE2 helpers that compare the bytes of 64-byte blocks, sixteen bytes per instruction.
//!
//! A comparison returns a vector of bytes, all ones for true and zero for false. [`bits`] collects their highest bits
//! in a mask.

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    _mm_sub_epi8,
};

use super::scan::BLOCK;

/// The bytes of a block as four vectors.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn lanes(block: &[u8; BLOCK]) -> [__m128i; 4] {
    let lanes: &[[u8; 16]; 4] = block.as_chunks().0.try_into().unwrap_or(&[[0; 16]; 4]);
    lanes.each_ref().map(|lane| load(lane))
}

/// Sixteen bytes as a vector.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: these are the sixteen bytes that are read, and this load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// A vector of equal bytes.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn all(byte: u8) -> __m128i {
    _mm_set1_epi8(byte.cast_signed())
}

/// Whether each byte equals this one.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn is(v: __m128i, byte: u8) -> __m128i {
    _mm_cmpeq_epi8(v, all(byte))
}

/// Whether each byte is in this range, inclusive.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn within(v: __m128i, first: u8, last: u8) -> __m128i {
    let shifted = _mm_sub_epi8(v, all(first));
    _mm_cmpeq_epi8(_mm_min_epu8(shifted, all(last - first)), shifted)
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn or(a: __m128i, b: __m128i) -> __m128i {
    _mm_or_si128(a, b)
}

/// The highest bits of the bytes of a lane, shifted to its position in the mask of the block.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn bits(v: __m128i, lane: usize) -> u64 {
    u64::from(_mm_movemask_epi8(v).cast_unsigned()) << (16 * lane)
}
