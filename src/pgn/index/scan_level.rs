//! CPU levels of the block scanners, and their dispatch.

#[cfg(target_arch = "x86_64")]
use super::byte_classes::{Avx2, Avx512};
use super::byte_classes::{Portable, Scanner};

/// The instructions for scanning blocks. If the processor lacks them, the next lower level is used. All levels return
/// the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ScanLevel {
    /// Any processor; on x86-64 SSE2, sixteen bytes per instruction.
    Portable,
    /// AVX2 and bit manipulation instructions.
    Avx2,
    /// AVX-512: a whole block in a register.
    Avx512,
}

/// A task that scans blocks.
pub(in crate::pgn) trait ScanTask {
    /// The result.
    type Output;

    /// Runs the task with a scanner. It is compiled once for each scanner, and uses its instructions only if it is
    /// always inlined.
    fn run(self, scanner: impl Scanner) -> Self::Output;
}

impl ScanLevel {
    /// Runs a task at this level.
    #[inline]
    pub(in crate::pgn) fn run<L: ScanTask>(self, task: L) -> L::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Self::Avx512
                && let Some(avx512) = Avx512::of_process()
            {
                // SAFETY: the value proves that the processor has these features.
                return unsafe { run_avx512(task, avx512) };
            }
            if self >= Self::Avx2
                && let Some(avx2) = Avx2::of_process()
            {
                // SAFETY: as above.
                return unsafe { run_avx2(task, avx2) };
            }
        }
        task.run(Portable)
    }
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
