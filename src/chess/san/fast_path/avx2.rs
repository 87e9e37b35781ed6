//! The portable board compiled for processors with AVX2.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the features of its caller")]

use crate::chess::position::Position;
use crate::cpu::Avx2;

use super::batch;
use super::portable::{self, Decoder};
use super::{BoardVisitor, SanToken};

/// Runs a driver.
#[inline]
pub(super) fn drive<D: BoardVisitor>(cpu: Avx2, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    // SAFETY: `cpu` proves that the processor has the features of the function.
    unsafe { drive_avx2(cpu, position, in_check, drive) }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn drive_avx2<D: BoardVisitor>(cpu: Avx2, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    portable::drive_with(cpu, position, in_check, drive)
}

impl Decoder for Avx2 {
    #[inline(always)]
    fn decode_tokens(self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
        // SAFETY: `self` proves that the processor has the features of the function.
        unsafe { decode_tokens(tokens, starts, ends, text) }
    }
}

/// [`batch::decode_tokens`] out of line, so that its constants do not occupy registers of the moves.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn decode_tokens(tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
    batch::decode_tokens(batch::Sse2, tokens, starts, ends, text);
}
