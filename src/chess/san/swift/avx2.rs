//! The position itself, compiled for processors with AVX2.

#![allow(clippy::inline_always, reason = "a function that is not inlined lacks the features of its caller")]

use std::sync::OnceLock;

use super::abreast::{self, Avx2};
use super::portable::{self, Reader};
use super::{Drive, Word};
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

impl Reader for Machine {
    #[inline(always)]
    fn read(self, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
        // SAFETY: the machine's value proves that the processor has what the function asks for.
        unsafe { read(self, words, starts, ends, text) }
    }
}

/// [`abreast::read`] out of line: what it keeps in registers is not in the way of the moves.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn read(machine: Machine, words: &mut [Word], starts: &[u16], ends: &[u16], text: &[u8]) {
    abreast::read(Avx2(machine), words, starts, ends, text);
}
