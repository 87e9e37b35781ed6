//! The portable board compiled for processors with AVX2.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the features of its caller")]

use std::sync::OnceLock;

use super::batch::{self, Avx2};
use super::portable::{self, Decoder};
use super::{BoardVisitor, SanToken};
use crate::chess::position::Position;

/// Proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(super) struct Cpu(());

impl Cpu {
    /// The proof, if this processor has the features; detected once.
    #[inline]
    pub(super) fn detected() -> Option<Self> {
        static FOUND: OnceLock<Option<Cpu>> = OnceLock::new();
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

/// Runs a driver.
#[inline]
pub(super) fn drive<D: BoardVisitor>(cpu: Cpu, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    // SAFETY: `cpu` proves that the processor has the features of the function.
    unsafe { drive_avx2(cpu, position, in_check, drive) }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn drive_avx2<D: BoardVisitor>(cpu: Cpu, position: &mut Position, in_check: &mut bool, drive: D) -> D::Output {
    portable::drive_with(cpu, position, in_check, drive)
}

impl Decoder for Cpu {
    #[inline(always)]
    fn decode_tokens(self, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
        // SAFETY: `self` proves that the processor has the features of the function.
        unsafe { decode_tokens(self, tokens, starts, ends, text) }
    }
}

/// [`batch::decode_tokens`] out of line, so that its constants do not occupy registers of the moves.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn decode_tokens(cpu: Cpu, tokens: &mut [SanToken], starts: &[u16], ends: &[u16], text: &[u8]) {
    batch::decode_tokens(Avx2(cpu), tokens, starts, ends, text);
}
