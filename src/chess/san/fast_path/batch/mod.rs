//! A SIMD version of [`SanToken::decode`], which decodes several SAN tokens at a time, one in each lane of a vector.
//!
//! Lanes of four bytes are enough, although tokens may be longer. The last four bytes of a token hold the target, the
//! check suffix and the `x`; table lookups give the classes of its first two bytes.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the target features of its caller")]

/// Defines methods that apply one instruction to two vectors. `self` proves that the processor supports it.
macro_rules! instructions {
    ($vector:ty: $($name:ident = $instruction:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, a: $vector, b: $vector) -> $vector {
            // SAFETY: `self` proves that the processor supports the instruction.
            unsafe { $instruction(a, b) }
        }
    )*};
}

mod avx512;
mod sse2;

use std::hint::cold_path;

use super::read_scalar;
use super::token::{NO_MOVE, ORIGIN, SanToken, field, row};
pub(super) use avx512::look_ahead;
pub(super) use sse2::Sse2;

/// Operations on vectors of `N` lanes of 32 bits. A value of the type proves that the processor supports them.
pub(super) trait Lanes<const N: usize>: Copy {
    /// A 32-bit number in each lane.
    type Vector: Copy;
    /// A set of lanes.
    type Mask: Copy;

    /// Loads the tokens with these start and end offsets. `eights` are the eight bytes from each start, the first in the
    /// lowest bits.
    fn load(self, eights: [u64; N], starts: &[u16; N], ends: &[u16; N]) -> TokenBytes<Self::Vector>;
    /// Combines the lower and upper halves of the decoded tokens, and restores the order of their starts.
    fn tokens(self, low: Self::Vector, high: Self::Vector) -> [SanToken; N];

    /// The same number in every lane.
    fn all(self, value: u32) -> Self::Vector;

    // Operations on each lane.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Shifts every lane by the same number of bits, which must be a constant after inlining.
    fn shl(self, v: Self::Vector, bits: u32) -> Self::Vector;
    fn shr(self, v: Self::Vector, bits: u32) -> Self::Vector;

    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Mask;
    fn either(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The lanes that are in `a` but not in `b`.
    fn except(self, a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `yes` in the lanes of the mask, `no` in the others.
    fn select(self, mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// The numbers in the lanes of the mask, zero in the others.
    fn keep(self, mask: Self::Mask, v: Self::Vector) -> Self::Vector;
    /// Subtracts one in the lanes of the mask.
    fn decrement(self, mask: Self::Mask, v: Self::Vector) -> Self::Vector;
}

/// The bytes of tokens before decoding, one token in each lane. [`Lanes::load`] may reorder the lanes, and
/// [`Lanes::tokens`] restores the order.
pub(super) struct TokenBytes<V> {
    /// The class of the first byte in the lowest eight bits, and that of the second in the next eight; see
    /// [`BYTE_CLASSES`](super::token::BYTE_CLASSES).
    classes: V,
    /// The last four bytes, the last one in the highest bits, padded with zeros below if there are fewer. Arbitrary for
    /// a token that is empty or longer than eight bytes, which cannot be a move.
    tail: V,
    length: V,
    /// The upper half of the decoded token: length and start offset.
    upper: V,
}

/// Decodes the tokens with these start and end offsets, `N` at a time.
#[inline(always)]
pub(super) fn decode_tokens<const N: usize>(
    lanes: impl Lanes<N>,
    tokens: &mut [SanToken],
    starts: &[u16],
    ends: &[u16],
    text: &[u8],
) {
    let count = tokens.len();
    let (starts, ends) = (&starts[..count], &ends[..count]);
    // The last offset that eight bytes follow.
    let Some(last) = text.len().checked_sub(size_of::<u64>()).filter(|_| count >= N) else {
        return read_scalar(tokens, starts, ends, text);
    };
    let last = last.min(u16::MAX.into()) as u16;
    let mut at = 0;
    while at < count {
        // The last batch may overlap the previous one.
        let first = at.min(count - N);
        let tokens = tokens[first..].first_chunk_mut();
        let (starts, ends) = (starts[first..].first_chunk::<N>(), ends[first..].first_chunk());
        let (Some(tokens), Some(starts), Some(ends)) = (tokens, starts, ends) else { return };
        if starts.iter().fold(0, |beyond, start| beyond | start.saturating_sub(last)) != 0 {
            cold_path();
            read_scalar(tokens, starts, ends, text);
            at = first + N;
            continue;
        }
        let eights = starts.map(|start| {
            let start = usize::from(start);
            // SAFETY: no start is after the last offset that eight bytes follow.
            let eight = unsafe { text.get_unchecked(start..start + size_of::<u64>()) };
            eight.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight))
        });
        let bytes = lanes.load(eights, starts, ends);
        *tokens = lanes.tokens(read_lanes(lanes, &bytes), bytes.upper);
        at = first + N;
    }
}

/// The lower halves of the decoded tokens.
#[inline(always)]
fn read_lanes<const N: usize, L: Lanes<N>>(lanes: L, bytes: &TokenBytes<L::Vector>) -> L::Vector {
    let &TokenBytes { classes, tail, length, .. } = bytes;
    // `+` and `#` differ in one bit.
    let last = lanes.shr(tail, 24);
    let has_suffix = lanes.equal(lanes.or(last, lanes.all(8)), lanes.all(b'+'.into()));
    let suffix = lanes.shl(lanes.and(last, lanes.all(8)), field::SUFFIX - 3);
    let suffix = lanes.keep(has_suffix, lanes.sub(lanes.all(2 << field::SUFFIX), suffix));
    // The `x` and the target are the last three bytes.
    let bare = lanes.select(has_suffix, lanes.shl(tail, 8), tail);
    let captures = lanes.equal(lanes.and(bare, lanes.all(0xff00)), lanes.all(u32::from(b'x') << 8));
    let target = lanes.sub(lanes.shr(bare, 16), lanes.all(u16::from_le_bytes(*b"a1").into()));
    // Zero if the target is a square and the first byte can start a move.
    let faults = lanes.or(lanes.and(classes, lanes.all(NO_MOVE.into())), lanes.and(target, lanes.all(!0x0707)));
    let pawn = lanes.and(classes, lanes.all(row::CAPTURE.into()));
    let (is_piece, is_pawn) = (lanes.equal(pawn, lanes.all(0)), lanes.equal(pawn, lanes.all(row::CAPTURE.into())));
    // The number of bytes without the check suffix, the `x` and the first letter. It is two in a short token.
    let rest = lanes.decrement(has_suffix, length);
    let rest = lanes.decrement(captures, rest);
    let rest = lanes.decrement(lanes.either(captures, is_piece), rest);
    let is_short = lanes.equal(lanes.or(faults, lanes.xor(rest, lanes.all(2))), lanes.all(0));
    // Zero if a piece moves and the second byte can be the file or rank of its origin.
    let origin_faults = lanes.xor(classes, lanes.all(u32::from(ORIGIN) << 8));
    let origin_faults = lanes.and(origin_faults, lanes.all(u32::from(ORIGIN) << 8 | u32::from(row::CAPTURE)));
    let origin_faults = lanes.or(lanes.or(faults, origin_faults), lanes.xor(rest, lanes.all(3)));
    let has_origin = lanes.equal(origin_faults, lanes.all(0));

    let kind = lanes.keep(is_piece, lanes.and(classes, lanes.all(7)));
    let row = lanes.and(lanes.shl(classes, field::ROW), lanes.all(0xf << field::ROW));
    let row = lanes.select(lanes.except(is_pawn, captures), lanes.all(u32::from(row::PUSH) << field::ROW), row);
    let to = lanes.or(lanes.shl(target, field::TARGET), lanes.shr(target, 5 - field::TARGET));
    let to = lanes.and(to, lanes.all(0x3f << field::TARGET));
    let resets = lanes.keep(lanes.either(captures, is_pawn), lanes.all(1 << field::RESETS));
    let captures = lanes.keep(captures, lanes.all(1 << field::CAPTURES));
    let parts = lanes.or(lanes.or(lanes.or(kind, row), lanes.or(to, suffix)), lanes.or(captures, resets));
    let token = lanes.keep(is_short, lanes.all(field::SHORT as u32));
    let origin = lanes.and(lanes.shl(classes, field::ORIGIN - 8), lanes.all(0x1f << field::ORIGIN));
    let form = lanes.or(token, lanes.keep(has_origin, origin));
    let not_san = lanes.and(lanes.shl(classes, field::CLASS), lanes.all(field::NOT_SAN as u32));
    let known = lanes.keep(lanes.either(is_short, has_origin), parts);
    lanes.or(known, lanes.or(form, not_san))
}
