//! Words read several abreast, one in each lane of a register. What is read is what [`Word::read`] says.
//!
//! Four bytes are enough for a lane: the last four of a word hold its target, its mark and its `x`, and what its first two
//! say is one look-up in a table.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the features of its caller")]

/// Operations on two vectors that are one instruction each, of a processor that is known to have it.
macro_rules! instructions {
    ($vector:ty: $($name:ident = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, a: $vector, b: $vector) -> $vector {
            // SAFETY: the value proves that the processor has the instruction.
            unsafe { $instruction(a, b) }
        }
    )*};
}

mod avx2;
mod avx512;
mod sse2;

pub(super) use avx2::Avx2;
pub(super) use avx512::{Avx512, look_ahead};
pub(super) use sse2::Sse2;

use std::hint::cold_path;

use super::brief::{NO_MOVE, ORIGIN, Word, part, row};
use super::read_one_by_one;

/// Registers of `N` lanes of 32 bits, and a proof that the processor has them.
pub(super) trait Lanes<const N: usize>: Copy {
    /// A number in each lane.
    type Vector: Copy;
    /// A choice of lanes.
    type Mask: Copy;

    /// What words say that start and end at these places of a text.
    ///
    /// # Safety
    ///
    /// Behind each start there must be eight bytes.
    unsafe fn load(self, text: &[u8], starts: &[u16; N], ends: &[u16; N]) -> Loaded<Self::Vector>;
    /// Words with these lower halves and upper halves, in the order of their starts.
    fn words(self, low: Self::Vector, high: Self::Vector) -> [Word; N];

    /// The same number in every lane.
    fn all(self, value: u32) -> Self::Vector;

    // Lane by lane:
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// By so many bits in every lane, a number that is known when this is compiled.
    fn shl(self, v: Self::Vector, bits: u32) -> Self::Vector;
    fn shr(self, v: Self::Vector, bits: u32) -> Self::Vector;

    /// The lanes in which two numbers are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    fn either(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The lanes of `a` that are none of `b`.
    fn except(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// In these lanes the one, in all others the other.
    fn select(self, mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// The number in these lanes, and zero in all others.
    fn keep(self, mask: Self::Mask, v: Self::Vector) -> Self::Vector;
    /// One less in these lanes.
    fn one_less(self, mask: Self::Mask, v: Self::Vector) -> Self::Vector;
}

/// What is read of words before they are looked at, a lane a word. The order of the lanes is known to who has loaded them.
pub(super) struct Loaded<V> {
    /// What the first byte says, and the second in the eight bits above: see [`OPENINGS`](super::brief::OPENINGS).
    opening: V,
    /// The last four bytes, the last of all in the highest bits, with NULs below them if there are fewer. Of a word of no byte
    /// or of more than eight it may be anything: its length tells that it is no move.
    tail: V,
    /// How many bytes it has.
    length: V,
    /// The upper half of the word: its length, and where it starts.
    place: V,
}

/// [`Word::read`] for `N` words at a time, one a lane.
#[inline(always)]
pub(super) fn read<const N: usize>(
    lanes: impl Lanes<N>,
    words: &mut [Word],
    starts: &[u16],
    ends: &[u16],
    text: &[u8],
) {
    let count = words.len();
    let (starts, ends) = (&starts[..count], &ends[..count]);
    // The last place behind which there are eight bytes.
    let Some(last) = text.len().checked_sub(size_of::<u64>()).filter(|_| count >= N) else {
        return read_one_by_one(words, starts, ends, text);
    };
    let last = last.min(u16::MAX.into()) as u16;
    let mut at = 0;
    while at < count {
        // The last may be some that were read before.
        let first = at.min(count - N);
        let words = words[first..].first_chunk_mut();
        let (starts, ends) = (starts[first..].first_chunk::<N>(), ends[first..].first_chunk());
        let (Some(words), Some(starts), Some(ends)) = (words, starts, ends) else { return };
        if starts.iter().fold(0, |beyond, start| beyond | start.saturating_sub(last)) != 0 {
            cold_path();
            read_one_by_one(words, starts, ends, text);
            at = first + N;
            continue;
        }
        // SAFETY: no start is beyond the last place behind which there are eight bytes.
        let loaded = unsafe { lanes.load(text, starts, ends) };
        *words = lanes.words(read_lanes(lanes, &loaded), loaded.place);
        at = first + N;
    }
}

/// The lower halves of words.
#[inline(always)]
fn read_lanes<const N: usize, L: Lanes<N>>(lanes: L, loaded: &Loaded<L::Vector>) -> L::Vector {
    let &Loaded { opening, tail, length, .. } = loaded;
    // `+` and `#` differ in one bit.
    let last = lanes.shr(tail, 24);
    let is_marked = lanes.equal(lanes.or(last, lanes.all(8)), lanes.all(b'+'.into()));
    let mark = lanes.shl(lanes.and(last, lanes.all(8)), part::MARK - 3);
    let mark = lanes.keep(is_marked, lanes.sub(lanes.all(2 << part::MARK), mark));
    // The `x` and the target, the last bytes of all.
    let bare = lanes.select(is_marked, lanes.shl(tail, 8), tail);
    let captures = lanes.equal(lanes.and(bare, lanes.all(0xff00)), lanes.all(u32::from(b'x') << 8));
    let target = lanes.sub(lanes.shr(bare, 16), lanes.all(u16::from_le_bytes(*b"a1").into()));
    // Zero if the target is a square and the first byte may open a move.
    let faults = lanes.or(lanes.and(opening, lanes.all(NO_MOVE.into())), lanes.and(target, lanes.all(!0x0707)));
    let pawn = lanes.and(opening, lanes.all(row::CAPTURE.into()));
    let (is_piece, is_pawn) = (lanes.equal(pawn, lanes.all(0)), lanes.equal(pawn, lanes.all(row::CAPTURE.into())));
    // How many bytes there are beside the mark, the `x` and the letter: a brief word has two.
    let others = lanes.one_less(is_marked, length);
    let others = lanes.one_less(captures, others);
    let others = lanes.one_less(lanes.either(captures, is_piece), others);
    let is_brief = lanes.equal(lanes.or(faults, lanes.xor(others, lanes.all(2))), lanes.all(0));
    // Zero if a piece moves and the second byte may say where it comes from.
    let no_origin = lanes.xor(opening, lanes.all(u32::from(ORIGIN) << 8));
    let no_origin = lanes.and(no_origin, lanes.all(u32::from(ORIGIN) << 8 | u32::from(row::CAPTURE)));
    let no_origin = lanes.or(lanes.or(faults, no_origin), lanes.xor(others, lanes.all(3)));
    let has_origin = lanes.equal(no_origin, lanes.all(0));

    let kind = lanes.keep(is_piece, lanes.and(opening, lanes.all(7)));
    let row = lanes.and(lanes.shl(opening, part::ROW), lanes.all(0xf << part::ROW));
    let row = lanes.select(lanes.except(is_pawn, captures), lanes.all(u32::from(row::PUSH) << part::ROW), row);
    let to = lanes.or(lanes.shl(target, part::TARGET), lanes.shr(target, 5 - part::TARGET));
    let to = lanes.and(to, lanes.all(0x3f << part::TARGET));
    let resets = lanes.keep(lanes.either(captures, is_pawn), lanes.all(1 << part::RESETS));
    let captures = lanes.keep(captures, lanes.all(1 << part::CAPTURES));
    let parts = lanes.or(lanes.or(lanes.or(kind, row), lanes.or(to, mark)), lanes.or(captures, resets));
    let brief = lanes.keep(is_brief, lanes.all(part::BRIEF as u32));
    let origin = lanes.and(lanes.shl(opening, part::ORIGIN - 8), lanes.all(0x1f << part::ORIGIN));
    let form = lanes.or(brief, lanes.keep(has_origin, origin));
    let no_word = lanes.and(lanes.shl(opening, part::OPENING), lanes.all(part::NO_WORD as u32));
    let known = lanes.keep(lanes.either(is_brief, has_origin), parts);
    lanes.or(known, lanes.or(form, no_word))
}

/// The eight bytes from this place of a text on, the first in the lowest bits.
///
/// # Safety
///
/// There must be eight bytes.
#[inline(always)]
unsafe fn eight_behind(text: &[u8], start: u16) -> u64 {
    let start = usize::from(start);
    // SAFETY: the caller answers for the bytes.
    let eight = unsafe { text.get_unchecked(start..start + size_of::<u64>()) };
    eight.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight))
}
