//! Exit codes.

use std::ops::BitOr;
use std::process::ExitCode;

/// The exit code of a run. Ordered from best to worst, so that the worse of two partial runs counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Debug)]
#[repr(u8)]
pub enum ExitStatus {
    /// 0: nothing was found, and everything was read.
    #[default]
    Clean = 0,
    /// 1: something was found.
    Findings = 1,
    /// 2: the run, or a part of it, failed.
    Failed = 2,
}

impl BitOr for ExitStatus {
    type Output = Self;

    /// The status of both runs together.
    fn bitor(self, other: Self) -> Self {
        self.max(other)
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}
