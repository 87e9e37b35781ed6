//! Blocks as any processor can look at them; on x86-64 sixteen bytes an instruction.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{_mm_and_si128, _mm_andnot_si128, _mm_xor_si128};

#[cfg(target_arch = "x86_64")]
use super::super::super::sse2::{all, bits, is, lanes, or, within};
use super::super::super::sweep;
use super::super::braces::BlockBraces;
use super::{BLOCK, Kinds, Scanner};

/// Any processor.
#[derive(Clone, Copy)]
pub(in super::super) struct Portable;

impl Scanner for Portable {
    #[inline(always)]
    fn kinds(self, block: &[u8; BLOCK]) -> Kinds {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { sse2(block) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        super::plain(block)
    }

    #[inline(always)]
    fn stops(self, block: &[u8; BLOCK]) -> u64 {
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: SSE2 is part of every x86-64 processor.
            unsafe { stops_sse2(block) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        super::plain_stops(block)
    }

    #[inline(always)]
    fn braces(self, blocks: &[[u8; BLOCK]], found: &mut BlockBraces) -> bool {
        for ((block, openers), close) in blocks.iter().zip(&mut found.openers).zip(&mut found.close) {
            let marks = sweep::marks(block);
            (*openers, *close) = (marks.openers, marks.close);
        }
        sweep::has_odd_block(blocks)
    }

    #[inline(always)]
    fn not_zero(self, words: &[u64; 64]) -> u64 {
        words.iter().rev().fold(0, |found, word| found << 1 | u64::from(*word != 0))
    }

    #[inline(always)]
    fn parity(self, bits: u64) -> u64 {
        [1, 2, 4, 8, 16, 32].into_iter().fold(bits, |sums, by| sums ^ sums << by)
    }

    #[inline(always)]
    fn list(self, bits: u64, base: u16, list: &mut [u16; BLOCK]) -> usize {
        let count = bits.count_ones() as usize;
        let mut rest = bits;
        for place in &mut list[..count] {
            *place = base.wrapping_add(rest.trailing_zeros() as u16);
            rest &= rest.wrapping_sub(1);
        }
        count
    }
}

/// [`Scanner::stops`], sixteen bytes an instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn stops_sse2(block: &[u8; BLOCK]) -> u64 {
    let mut stops = 0;
    for (lane, v) in lanes(block).into_iter().enumerate() {
        // With this bit turned, the quote comes right behind the control characters, and the space after it.
        let low = within(_mm_xor_si128(v, all(b'"' ^ b' ')), 0, b' ');
        stops |= bits(or(low, is(v, b'\\')), lane);
    }
    stops
}

/// [`Kinds`] of a block, sixteen bytes an instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn sse2(block: &[u8; BLOCK]) -> Kinds {
    moves_alone(block).unwrap_or_else(|| anything(block))
}

/// [`sse2`] for a block of moves and their numbers: what nearly all blocks are made of, where moves stand alone.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn moves_alone(block: &[u8; BLOCK]) -> Option<Kinds> {
    let mut kinds = Kinds::default();
    let mut usual = all(u8::MAX);
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let (digit, dot) = (within(v, b'0', b'9'), is(v, b'.'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'-')));
        let word = or(or(within(or(v, all(0x20)), b'a', b'z'), digit), signs);
        let gap = or(dot, or(is(v, b' '), is(v, b'\n')));
        usual = _mm_and_si128(usual, or(word, gap));
        kinds.word |= bits(word, lane);
        kinds.digit |= bits(digit, lane);
        kinds.dot |= bits(dot, lane);
    }
    (bits(usual, 0) == 0xffff).then_some(kinds)
}

/// [`sse2`] for any block.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn anything(block: &[u8; BLOCK]) -> Kinds {
    let mut kinds = Kinds::default();
    for (lane, v) in lanes(block).into_iter().enumerate() {
        let letter = within(or(v, all(0x20)), b'a', b'z');
        let dot = is(v, b'.');
        let dash_to_colon = _mm_andnot_si128(dot, within(v, b'-', b':'));
        let signs = or(or(is(v, b'+'), is(v, b'#')), or(is(v, b'='), is(v, b'@')));
        let word = or(or(letter, dash_to_colon), or(signs, is(v, b'_')));
        let (open, close) = (is(v, b'{'), is(v, b'}'));
        let around = or(within(v, b'(', b'*'), or(is(v, b'$'), or(is(v, b'!'), is(v, b'?'))));
        let gap = or(dot, or(is(v, b' '), within(v, b'\t', b'\r')));
        kinds.word |= bits(word, lane);
        kinds.mark |= bits(around, lane);
        kinds.open |= bits(open, lane);
        kinds.close |= bits(close, lane);
        kinds.digit |= bits(within(v, b'0', b'9'), lane);
        kinds.dot |= bits(dot, lane);
        kinds.bracket |= bits(is(v, b'['), lane);
        kinds.wall |= bits(or(or(word, gap), or(or(open, close), around)), lane);
        kinds.odd |= bits(or(v, is(v, b'\r')), lane);
    }
    kinds.wall = !kinds.wall;
    kinds
}
