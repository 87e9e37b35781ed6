//! The position itself, compiled for processors with AVX2, and words read four abreast, one in each lane of a register.
//! What is read is what [`Word::read`] says.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the features of its caller")]

use std::arch::x86_64::{
    __m128i, __m256i, _mm_loadl_epi64, _mm_loadu_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_blendv_epi8, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_cvtepu16_epi64,
    _mm256_loadu_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi64, _mm256_sllv_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi64, _mm256_xor_si256,
};
use std::sync::OnceLock;

use super::brief::{Word, part, row};
use super::portable::{self, Reader};
use super::{Drive, eight_at, read_one_by_one};
use crate::chess::piece::Kind;
use crate::chess::position::Position;

/// x86-64 with AVX2, BMI1, BMI2, LZCNT and POPCNT. A value is the proof that the processor has them.
#[derive(Clone, Copy)]
pub(super) struct Machine(());

impl Machine {
    /// The machine, if this processor is one; asked once.
    #[inline]
    pub(super) fn of_process() -> Option<Self> {
        static FOUND: OnceLock<Option<Machine>> = OnceLock::new();
        *FOUND.get_or_init(Self::detect)
    }

    fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

/// Lets somebody play.
#[inline]
pub(super) fn drive<D: Drive>(machine: Machine, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    // SAFETY: the machine's value proves that the processor has what the function asks for.
    unsafe { drive_avx2(machine, position, in_check, drive) }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn drive_avx2<D: Drive>(machine: Machine, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    portable::drive_reading(machine, position, in_check, drive)
}

/// How many words a register holds.
const FOUR: usize = 4;

impl Reader for Machine {
    #[inline(always)]
    fn read(self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
        // The same steps as eight abreast: shared by way of a closure, they would lack the machine's instructions.
        let count = words.len();
        let (starts, ends) = (&starts[..count], &ends[..count]);
        let mut at = 0;
        while at < count {
            // The last four may be some that were read before.
            let first = at.min(count.saturating_sub(FOUR));
            let Some(chunk) = words.get_mut(first..).and_then(<[Word]>::first_chunk_mut) else {
                return read_one_by_one(words, starts, ends, text);
            };
            let (Some(starts), Some(ends)) = (starts[first..].first_chunk::<FOUR>(), ends[first..].first_chunk())
            else {
                return;
            };
            *chunk = read_four(self, starts.map(|start| eight_at(text, start)), starts, ends);
            at = first + FOUR;
        }
    }
}

/// Where to look for a byte in a table of sixteen.
type Table = [u8; 16];

/// The letters of pieces, by [`place_of_letter`], and their [`row`]s, which are their kinds.
static LETTERS: Table = table(&PIECES, false);
static KINDS: Table = table(&PIECES, true);
const PIECES: [(u8, u8); 5] = [
    (b'N', Kind::Knight as u8),
    (b'B', Kind::Bishop as u8),
    (b'R', Kind::Rook as u8),
    (b'Q', Kind::Queen as u8),
    (b'K', Kind::King as u8),
];

/// The five letters of pieces have different ones.
const fn place_of_letter(letter: u8) -> u8 {
    (letter ^ letter >> 4) & 0xf
}

const fn table(pieces: &[(u8, u8); 5], kinds: bool) -> Table {
    let mut table = [0; 16];
    let mut i = 0;
    while i < pieces.len() {
        let (letter, kind) = pieces[i];
        let place = place_of_letter(letter) as usize;
        assert!(table[place] == 0 && place > 0);
        table[place] = if kinds { kind } else { letter };
        i += 1;
    }
    table
}

/// The signs that open no move, by their lowest four bits, which differ.
static SIGNS: Table = {
    let mut table = [0; 16];
    let signs = *b"()$!?";
    let mut i = 0;
    while i < signs.len() {
        let place = signs[i] as usize & 0xf;
        assert!(table[place] == 0 && place > 0);
        table[place] = signs[i];
        i += 1;
    }
    table
};

#[inline(always)]
fn read_four(_: Machine, text: [u64; FOUR], starts: &[u16; FOUR], ends: &[u16; FOUR]) -> [Word; FOUR] {
    // SAFETY: the machine's value proves that the processor has the instructions. The arrays have the length of what is read
    // of them, and these loads need no alignment. Four words are 32 bytes, and any bits are words, for a word is
    // but a number of 64 bits (`repr(transparent)`).
    unsafe {
        let text = _mm256_loadu_si256(text.as_ptr().cast());
        let starts = _mm256_cvtepu16_epi64(_mm_loadl_epi64(starts.as_ptr().cast()));
        let ends = _mm256_cvtepu16_epi64(_mm_loadl_epi64(ends.as_ptr().cast()));
        let length = _mm256_sub_epi64(ends, starts);
        // The last byte comes to stand at the top. Of a word longer than eight bytes nothing is left.
        let marked = _mm256_sllv_epi64(text, _mm256_sub_epi64(all(64), _mm256_slli_epi64::<3>(length)));
        let last = _mm256_srli_epi64::<56>(marked);
        let (is_check, is_mate) = (is(last, b'+'), is(last, b'#'));
        let is_marked = or(is_check, is_mate);
        let mark = or(and(is_check, all(1)), and(is_mate, all(2)));
        let bare = _mm256_sllv_epi64(marked, and(is_marked, all(8)));
        // What is true is -1.
        let lead_length = _mm256_add_epi64(_mm256_sub_epi64(length, all(2)), is_marked);

        let captures = is(and(_mm256_srli_epi64::<40>(bare), all(0xff)), b'x');
        let first = and(text, all(0xff));
        let is_pawn = within(first, b'a', b'h');
        let place = and(_mm256_xor_si256(first, _mm256_srli_epi64::<4>(first)), all(0xf));
        let is_piece = _mm256_cmpeq_epi64(look_up(&LETTERS, place), first);
        let is_piece = _mm256_andnot_si256(is(first, 0), is_piece);
        let kind = and(look_up(&KINDS, place), is_piece);
        let by_file = _mm256_sub_epi64(first, all(u64::from(b'a' - row::CAPTURE)));
        let pawn = _mm256_blendv_epi8(all(u64::from(row::PUSH)), by_file, captures);
        let row = _mm256_blendv_epi8(kind, pawn, is_pawn);
        let usual_length = _mm256_blendv_epi8(_mm256_andnot_si256(is_pawn, all(1)), all(2), captures);
        let target = _mm256_sub_epi64(_mm256_srli_epi64::<48>(bare), all(u64::from(u16::from_le_bytes(*b"a1"))));
        let is_square = _mm256_cmpeq_epi64(and(target, all(!0x0707)), _mm256_setzero_si256());
        let fits = and(is_square, _mm256_cmpeq_epi64(lead_length, usual_length));
        let fits = and(fits, or(is_pawn, is_piece));
        let to = and(or(target, _mm256_srli_epi64::<5>(target)), all(0x3f));
        let squares = or(kind, _mm256_slli_epi64::<{ part::TARGET.cast_signed() }>(to));
        let brief = or(squares, _mm256_slli_epi64::<{ part::ROW.cast_signed() }>(row));
        let brief = or(brief, and(captures, all(1 << part::CAPTURES)));
        let brief = or(brief, and(or(captures, is_pawn), all(1 << part::RESETS)));
        let brief = or(brief, _mm256_slli_epi64::<{ part::MARK.cast_signed() }>(mark));

        let digit = and(within(first, b'0', b'9'), all(part::DIGIT));
        let brace = and(is(first, b'{'), all(part::BRACE));
        let is_sign = _mm256_cmpeq_epi64(look_up(&SIGNS, and(first, all(0xf))), first);
        let sign = and(_mm256_andnot_si256(is(first, 0), is_sign), all(part::SIGN));
        let place = or(
            _mm256_slli_epi64::<{ part::LENGTH.cast_signed() }>(and(length, all(0xffff))),
            _mm256_slli_epi64::<{ part::START.cast_signed() }>(starts),
        );
        let word = or(or(and(fits, brief), place), or(or(digit, brace), sign));
        let mut words = [Word::default(); FOUR];
        _mm256_storeu_si256(words.as_mut_ptr().cast(), word);
        words
    }
}

/// The same number in every lane.
#[inline(always)]
unsafe fn all(value: u64) -> __m256i {
    // SAFETY: only called where the processor is known to have the instructions, as those below.
    unsafe { _mm256_set1_epi64x(value.cast_signed()) }
}

/// In which lanes a number is this one.
#[inline(always)]
unsafe fn is(v: __m256i, value: u8) -> __m256i {
    // SAFETY: see `all`.
    unsafe { _mm256_cmpeq_epi64(v, all(value.into())) }
}

/// In which lanes a number is among these, the first and the last included.
#[inline(always)]
unsafe fn within(v: __m256i, first: u8, last: u8) -> __m256i {
    // SAFETY: see `all`.
    unsafe { and(_mm256_cmpgt_epi64(v, all(u64::from(first) - 1)), _mm256_cmpgt_epi64(all(u64::from(last) + 1), v)) }
}

/// The byte at this place of a table, in each lane. At 0 there must be 0.
#[inline(always)]
unsafe fn look_up(table: &Table, place: __m256i) -> __m256i {
    // SAFETY: see `all`; a table has sixteen bytes.
    unsafe {
        let table: __m128i = _mm_loadu_si128(table.as_ptr().cast());
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), place)
    }
}

/// Both.
#[inline(always)]
unsafe fn and(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: see `all`.
    unsafe { _mm256_and_si256(a, b) }
}

/// One or the other.
#[inline(always)]
unsafe fn or(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: see `all`.
    unsafe { _mm256_or_si256(a, b) }
}
