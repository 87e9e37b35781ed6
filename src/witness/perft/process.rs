//! The process of an engine and its child processes.
//!
//! An engine may be a shell script that starts the real engine, or a program with helper processes. On Unix it gets a
//! process group of its own, which is killed with it, so no process is left running. On other systems only the first
//! process is killed.

use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{io, thread};

/// The interval at which the exit of a process is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// A process and its group; dropping it kills both.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Its exit status, known once it has been waited for. From then on its PID may belong to another process.
    status: Option<ExitStatus>,
}

impl Process {
    /// Starts a program with pipes to its standard input and from its standard output.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let process = Self { child, status: None };
        let (input, output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        Ok((process, input, output))
    }

    /// Waits for the process to exit within this time and returns its status. Then kills its group, too.
    pub(super) fn ended_within(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + timeout;
        while self.status.is_none() && !self.has_ended() {
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(POLL_INTERVAL);
        }
        self.end().ok()
    }

    /// Kills the rest of the group and waits for the process.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        self.kill();
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(unix)]
impl Process {
    /// Whether it has exited. It is not reaped yet, so its PID stays that of its group.
    fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(self.number()), options), Ok(None))
    }

    fn kill(&mut self) {
        let _ = rustix::process::kill_process_group(self.number(), rustix::process::Signal::KILL);
    }

    fn number(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }
}

#[cfg(not(unix))]
impl Process {
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    fn kill(&mut self) {
        let _ = self.child.kill();
    }
}
