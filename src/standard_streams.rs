//! Whether standard input and standard output were open when the program started.
//!
//! Before `main`, the Rust runtime opens `/dev/null` in place of each standard stream that is closed, so that no other
//! file gets its number. What is written there then vanishes without an error. Afterwards nothing distinguishes such a
//! stream from one that the parent process has sent to `/dev/null`, which is common and not a mistake: both are open for
//! reading and writing (Python's `subprocess.DEVNULL` is). So the check must come before the runtime. The system's
//! loader calls the functions of a section of the executable before it calls the runtime, as it does for the
//! constructors of C++; other programs in Rust that report a closed stream (uutils coreutils) do the same.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static STDIN_IS_CLOSED: AtomicBool = AtomicBool::new(false);
static STDOUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Fails if standard input was closed.
pub fn check_stdin() -> io::Result<()> {
    check(&STDIN_IS_CLOSED)
}

/// Fails if standard output was closed, or if it is open for reading only. The standard library reports neither.
pub fn check_stdout() -> io::Result<()> {
    check(&STDOUT_IS_CLOSED)?;
    #[cfg(unix)]
    if rustix::fs::fcntl_getfl(io::stdout())? & rustix::fs::OFlags::RWMODE == rustix::fs::OFlags::RDONLY {
        return Err(io::Error::other("it is open for reading only"));
    }
    Ok(())
}

fn check(is_closed: &AtomicBool) -> io::Result<()> {
    if is_closed.load(Ordering::Relaxed) { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

#[cfg(unix)]
#[used]
// SAFETY: the section is a list of pointers to functions, and this is one. The function calls nothing that the runtime
// must prepare.
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK_BEFORE_MAIN: extern "C" fn() = look;

#[cfg(unix)]
extern "C" fn look() {
    for (number, is_closed) in [(0, &STDIN_IS_CLOSED), (1, &STDOUT_IS_CLOSED)] {
        // SAFETY: the call changes nothing, and any number is allowed.
        let flags = unsafe { libc::fcntl(number, libc::F_GETFD) };
        is_closed.store(flags == -1, Ordering::Relaxed);
    }
}
