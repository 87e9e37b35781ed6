//! The `adoube` program: arguments to command to exit code.

use std::process::ExitCode;
use std::{panic, thread};

use adoube::cli;

/// The size of the stack in bytes, whatever `ulimit -s` says. It is memory only where it is used.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let run = || ExitCode::from(cli::run(&arguments));
    let main = thread::Builder::new().name("main".to_owned()).stack_size(STACK);
    thread::scope(|scope| match main.spawn_scoped(scope, run) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)),
        // The system refuses threads.
        Err(_) => run(),
    })
}
