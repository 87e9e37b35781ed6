//! Words read eight abreast, one in each lane of a register of AVX-512. What is read is what [`Word::read`] says.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the features of its caller")]

use std::arch::x86_64::{
    _mm_loadu_si128, _mm512_and_si512, _mm512_cmpeq_epi64_mask, _mm512_cvtepu16_epi64, _mm512_loadu_si512,
    _mm512_mask_cmpeq_epi64_mask, _mm512_mask_mov_epi64, _mm512_mask_or_epi64, _mm512_mask_slli_epi64,
    _mm512_mask_sub_epi64, _mm512_mask_test_epi64_mask, _mm512_mask_testn_epi64_mask, _mm512_maskz_mov_epi64,
    _mm512_or_si512, _mm512_permutex2var_epi8, _mm512_set1_epi64, _mm512_slli_epi64, _mm512_sllv_epi64,
    _mm512_srli_epi64, _mm512_storeu_si512, _mm512_sub_epi64, _mm512_test_epi64_mask, _mm512_testn_epi64_mask,
};

use super::brief::{OPENINGS, Word, part, row};
use super::wide::Machine;
use super::{eight_at, read_one_by_one};

/// [`Word::read`] for eight words at a time, one a lane.
#[inline(always)]
pub(super) fn read(machine: Machine, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
    let count = words.len();
    let (starts, ends) = (&starts[..count], &ends[..count]);
    let mut at = 0;
    while at < count {
        // The last eight may be some that were read before.
        let first = at.min(count.saturating_sub(EIGHT));
        let Some(chunk) = words.get_mut(first..).and_then(<[Word]>::first_chunk_mut) else {
            return read_one_by_one(words, starts, ends, text);
        };
        let (Some(starts), Some(ends)) = (starts[first..].first_chunk::<EIGHT>(), ends[first..].first_chunk()) else {
            return;
        };
        *chunk = read_eight(machine, starts.map(|start| eight_at(text, start)), starts, ends);
        at = first + EIGHT;
    }
}

/// [`Word::look_ahead`] for eight words at a time.
#[inline(always)]
pub(super) fn look_ahead(_: Machine, words: &mut [Word]) {
    let mut at = 0;
    while let Some(chunk) = words.get_mut(at..).and_then(<[Word]>::first_chunk_mut::<{ EIGHT + 2 }>) {
        // SAFETY: the machine's value proves that the processor has the instructions. Of the ten words of 64 bits eight are
        // read from the first, the second and the third on, and eight written; these need no alignment.
        unsafe {
            let all = |value: u64| _mm512_set1_epi64(value.cast_signed());
            let load = |from: usize| _mm512_loadu_si512(chunk.as_ptr().add(from).cast());
            let (these, next, behind) = (load(0), load(1), load(2));
            let is_sign = _mm512_test_epi64_mask(next, all(part::SIGN));
            let is_brace = _mm512_test_epi64_mask(next, all(part::BRACE));
            let is_sign_behind = _mm512_mask_test_epi64_mask(is_brace, behind, all(part::SIGN));
            let words = _mm512_mask_or_epi64(these, is_sign | is_sign_behind, these, all(part::FOLLOWED));
            _mm512_storeu_si512(chunk.as_mut_ptr().cast(), words);
        }
        at += EIGHT;
    }
    Word::look_ahead(&mut words[at..]);
}

/// How many words a register holds.
const EIGHT: usize = 8;

#[inline(always)]
fn read_eight(_: Machine, text: [u64; EIGHT], starts: &[u16; EIGHT], ends: &[u16; EIGHT]) -> [Word; EIGHT] {
    const FIRST_SQUARE: i64 = u16::from_le_bytes(*b"a1") as i64;
    // SAFETY: the machine's value proves that the processor has the instructions. The arrays have the length of what is read
    // of them, and these loads need no alignment. Eight words are 64 bytes, and any bits are words, for a
    // word is but a number of 64 bits (`repr(transparent)`).
    unsafe {
        let all = |value: u64| _mm512_set1_epi64(value.cast_signed());
        let text = _mm512_loadu_si512(text.as_ptr().cast());
        let starts = _mm512_cvtepu16_epi64(_mm_loadu_si128(starts.as_ptr().cast()));
        let ends = _mm512_cvtepu16_epi64(_mm_loadu_si128(ends.as_ptr().cast()));
        let length = _mm512_sub_epi64(ends, starts);
        // The last byte comes to stand at the top. Of a word longer than eight bytes nothing is left.
        let marked = _mm512_sllv_epi64(text, _mm512_sub_epi64(all(64), _mm512_slli_epi64::<3>(length)));
        let last = _mm512_srli_epi64::<56>(marked);
        let is_check = _mm512_cmpeq_epi64_mask(last, all(u64::from(b'+')));
        let is_mate = _mm512_cmpeq_epi64_mask(last, all(u64::from(b'#')));
        let is_marked = is_check | is_mate;
        let bare = _mm512_mask_slli_epi64::<8>(marked, is_marked, marked);
        let two = all(2);
        let lead_length = _mm512_sub_epi64(length, two);
        let lead_length = _mm512_mask_sub_epi64(lead_length, is_marked, lead_length, all(1));

        let before = _mm512_and_si512(_mm512_srli_epi64::<40>(bare), all(0xff));
        let captures = _mm512_cmpeq_epi64_mask(before, all(u64::from(b'x')));
        // What the first byte says; the others are NULs, which say nothing.
        let first = _mm512_and_si512(text, all(0xff));
        let (low, high) = OPENINGS.split_at(64);
        let (low, high) = (_mm512_loadu_si512(low.as_ptr().cast()), _mm512_loadu_si512(high.as_ptr().cast()));
        let is_ascii = _mm512_testn_epi64_mask(first, all(0x80));
        let opening = _mm512_maskz_mov_epi64(is_ascii, _mm512_permutex2var_epi8(low, first, high));
        let no_move = _mm512_and_si512(_mm512_slli_epi64::<{ part::OPENING }>(opening), all(part::NO_MOVE));
        let is_move = _mm512_test_epi64_mask(opening, all(0xf));
        let is_pawn = _mm512_test_epi64_mask(opening, all(u64::from(row::CAPTURE)));
        let usual_length = _mm512_mask_mov_epi64(_mm512_maskz_mov_epi64(!is_pawn, all(1)), captures, two);
        let row = _mm512_mask_mov_epi64(opening, is_pawn & !captures, all(u64::from(row::PUSH)));
        let kind = _mm512_maskz_mov_epi64(!is_pawn, row);
        let target = _mm512_sub_epi64(_mm512_srli_epi64::<48>(bare), _mm512_set1_epi64(FIRST_SQUARE));
        let is_square = _mm512_mask_testn_epi64_mask(is_move, target, all(!0x0707));
        let fits = _mm512_mask_cmpeq_epi64_mask(is_square, lead_length, usual_length);
        let to = _mm512_and_si512(_mm512_or_si512(target, _mm512_srli_epi64::<5>(target)), all(0x3f));
        let mark = _mm512_mask_or_epi64(_mm512_maskz_mov_epi64(is_check, all(1)), is_mate, all(2), all(2));
        let squares = _mm512_or_si512(kind, _mm512_slli_epi64::<{ part::TARGET }>(to));
        let brief = _mm512_or_si512(squares, _mm512_slli_epi64::<{ part::ROW }>(row));
        let brief = _mm512_mask_or_epi64(brief, captures, brief, all(1 << part::CAPTURES));
        let brief = _mm512_mask_or_epi64(brief, captures | is_pawn, brief, all(1 << part::RESETS));
        let brief = _mm512_or_si512(brief, _mm512_slli_epi64::<{ part::MARK }>(mark));
        let word = _mm512_mask_or_epi64(no_move, fits, no_move, brief);
        let place = _mm512_or_si512(
            _mm512_slli_epi64::<{ part::LENGTH }>(_mm512_and_si512(length, all(0xffff))),
            _mm512_slli_epi64::<{ part::START }>(starts),
        );
        let mut words = [Word::default(); EIGHT];
        _mm512_storeu_si512(words.as_mut_ptr().cast(), _mm512_or_si512(word, place));
        words
    }
}
