//! The dispatch of the block scanners by CPU level.

use crate::cpu::CpuLevel;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512};

use super::byte_classes::{Portable, Scanner};

pub(in crate::pgn) trait ScanTask {
    type Output;

    /// Runs the task with a scanner. It is compiled once for each scanner, and uses its instructions only if it is
    /// always inlined.
    fn run(self, scanner: impl Scanner) -> Self::Output;
}

/// Runs a task at a level; at the highest one below it if the level is not available.
#[inline]
pub(in crate::pgn) fn scan<L: ScanTask>(level: CpuLevel, task: L) -> L::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if level >= CpuLevel::Avx512
            && let Some(avx512) = Avx512::detect()
        {
            // SAFETY: the value proves that the processor has these features.
            return unsafe { run_avx512(task, avx512) };
        }
        if level >= CpuLevel::Avx2
            && let Some(avx2) = Avx2::detect()
        {
            // SAFETY: as above.
            return unsafe { run_avx2(task, avx2) };
        }
    }
    let _ = level;
    task.run(Portable)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn run_avx512<L: ScanTask>(task: L, scanner: Avx512) -> L::Output {
    task.run(scanner)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_avx2<L: ScanTask>(task: L, scanner: Avx2) -> L::Output {
    task.run(scanner)
}
