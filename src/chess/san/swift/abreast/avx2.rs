//! Eight words in a register of AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_min_epu16, _mm_set1_epi16, _mm_shuffle_epi32, _mm_slli_epi16,
    _mm_srli_si128, _mm_sub_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_broadcastsi128_si256, _mm256_castps_si256, _mm256_castsi256_ps, _mm256_cmpeq_epi8, _mm256_cmpeq_epi32,
    _mm256_cvtepi16_epi64, _mm256_cvtepu16_epi32, _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi8,
    _mm256_set1_epi32, _mm256_shuffle_epi8, _mm256_shuffle_ps, _mm256_sll_epi32, _mm256_sllv_epi64, _mm256_srl_epi32,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_unpackhi_epi32, _mm256_unpacklo_epi32, _mm256_xor_si256,
};

use super::super::avx2::Machine;
use super::super::brief::{NO_MOVE, OPENINGS, Word};
use super::{Lanes, Loaded, eight_behind};

/// How many words a register holds.
const EIGHT: usize = 8;

/// Registers of AVX2. The machine's value proves that the processor has them.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(pub(in super::super) Machine);

impl Lanes<EIGHT> for Avx2 {
    type Vector = __m256i;
    /// All bits of a lane are the same.
    type Mask = __m256i;

    #[inline(always)]
    unsafe fn load(self, text: &[u8], starts: &[u16; EIGHT], ends: &[u16; EIGHT]) -> Loaded<__m256i> {
        // SAFETY: the caller answers for what is behind the starts.
        let eights = starts.map(|start| unsafe { eight_behind(text, start) });
        // SAFETY: the value proves that the processor has the instructions. The arrays are as long as what is read of them, or
        // longer, and these loads need no alignment.
        unsafe {
            let first = _mm256_loadu_si256(eights.as_ptr().cast());
            let second = _mm256_loadu_si256(eights.as_ptr().add(4).cast());
            let starts = _mm_loadu_si128(starts.as_ptr().cast());
            let ends = _mm_loadu_si128(ends.as_ptr().cast());
            let length = _mm_sub_epi16(ends, starts);
            // By so many bits the last byte comes to stand at the top; if there are more than eight bytes, nothing is left.
            let bits = _mm_slli_epi16::<3>(_mm_min_epu16(length, _mm_set1_epi16(9)));
            let shifts = _mm_sub_epi16(_mm_set1_epi16(64), bits);
            let first_end = _mm256_sllv_epi64(first, _mm256_cvtepi16_epi64(shifts));
            let second_end = _mm256_sllv_epi64(second, _mm256_cvtepi16_epi64(_mm_srli_si128::<8>(shifts)));
            let (head, tail) = (lower_halves(self.0, first, second), upper_halves(self.0, first_end, second_end));
            // The order that the halves have got: two words of the first four, two of the second, and so on.
            let length = _mm256_cvtepu16_epi32(_mm_shuffle_epi32::<0b11_01_10_00>(length));
            let starts = _mm256_cvtepu16_epi32(_mm_shuffle_epi32::<0b11_01_10_00>(starts));
            let place = _mm256_or_si256(length, self.shl(starts, 16));
            Loaded { opening: self.openings(head), tail, length, place }
        }
    }

    #[inline(always)]
    fn words(self, low: __m256i, high: __m256i) -> [Word; EIGHT] {
        let mut words = [Word::default(); EIGHT];
        // SAFETY: the value proves that the processor has the instructions. Eight words are 64 bytes, these stores need no
        // alignment, and any bits are words, for a word is but a number of 64 bits (`repr(transparent)`).
        unsafe {
            _mm256_storeu_si256(words.as_mut_ptr().cast(), _mm256_unpacklo_epi32(low, high));
            _mm256_storeu_si256(words.as_mut_ptr().add(4).cast(), _mm256_unpackhi_epi32(low, high));
        }
        words
    }

    instructions! { __m256i:
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
        sub = _mm256_sub_epi32;
        equal = _mm256_cmpeq_epi32;
        either = _mm256_or_si256;
        keep = _mm256_and_si256;
    }

    #[inline(always)]
    fn all(self, value: u32) -> __m256i {
        // SAFETY: the value proves that the processor has the instruction.
        unsafe { _mm256_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn shl(self, v: __m256i, bits: u32) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_sll_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn shr(self, v: __m256i, bits: u32) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_srl_epi32(v, _mm_cvtsi32_si128(bits.cast_signed())) }
    }

    #[inline(always)]
    fn except(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_andnot_si256(b, a) }
    }

    #[inline(always)]
    fn select(self, mask: __m256i, yes: __m256i, no: __m256i) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_blendv_epi8(no, yes, mask) }
    }

    #[inline(always)]
    fn one_less(self, mask: __m256i, v: __m256i) -> __m256i {
        // SAFETY: as above. Read as a number, the mask is -1.
        unsafe { _mm256_add_epi32(v, mask) }
    }
}

impl Avx2 {
    /// What the first byte of each lane says, and the second in the eight bits above.
    #[inline(always)]
    fn openings(self, head: __m256i) -> __m256i {
        // SAFETY: the value proves that the processor has the instructions. A row of the table has sixteen bytes, and these
        // loads need no alignment.
        unsafe {
            let nibbles = self.all(0x0f0f);
            let (low, high) = (self.and(head, nibbles), self.and(self.shr(head, 4), nibbles));
            let mut openings = self.all(0);
            // In all other rows no byte can open a move.
            for row in ROWS {
                let table = _mm_loadu_si128(OPENINGS.as_ptr().add(16 * row).cast());
                let here = _mm256_cmpeq_epi8(high, _mm256_set1_epi8(row as i8));
                let told = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), low);
                openings = self.or(openings, self.and(here, self.xor(told, _mm256_set1_epi8(NO_MOVE.cast_signed()))));
            }
            self.and(self.xor(openings, self.all(u32::from(NO_MOVE) * 0x101)), self.all(0xffff))
        }
    }
}

/// The rows of sixteen bytes of [`OPENINGS`] that say more than that no move opens so.
const ROWS: [usize; 6] = [2, 3, 4, 5, 6, 7];
const _: () = {
    let mut byte = 0;
    while byte < OPENINGS.len() {
        let row = byte / 16;
        assert!(OPENINGS[byte] == NO_MOVE || row >= 2 && row <= 7);
        byte += 1;
    }
};

/// The lower halves of eight numbers of 64 bits: of two of the first four, of two of the second, and so on.
#[inline(always)]
fn lower_halves(_: Machine, first: __m256i, second: __m256i) -> __m256i {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm256_castsi256_ps(first), _mm256_castsi256_ps(second));
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(first, second))
    }
}

/// The upper halves, in the same order.
#[inline(always)]
fn upper_halves(_: Machine, first: __m256i, second: __m256i) -> __m256i {
    // SAFETY: the machine's value proves that the processor has the instructions.
    unsafe {
        let (first, second) = (_mm256_castsi256_ps(first), _mm256_castsi256_ps(second));
        _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(first, second))
    }
}
