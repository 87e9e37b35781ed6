//! A terminal without a screen.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, Output, Stdio};
use std::thread;

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Runs a command whose standard output is a terminal. Returns what the terminal got, with the line ends of files, and
/// the rest of the output.
pub(crate) fn on_terminal(command: &mut Command) -> (Vec<u8>, Output) {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let flags = OFlags::NOCTTY.bits().cast_signed();
    let theirs = File::options().read(true).write(true).custom_flags(flags).open(name).unwrap();
    let child = command.stdout(theirs).stderr(Stdio::piped()).spawn().unwrap();
    // The terminal is closed when no process has it open: `command` does not keep it.
    command.stdout(Stdio::null());
    let shown = thread::spawn(move || {
        let mut shown = Vec::new();
        // Linux ends the text of a closed terminal with an error.
        let _ = File::from(ours).read_to_end(&mut shown);
        shown
    });
    let output = child.wait_with_output().unwrap();
    let shown = String::from_utf8(shown.join().unwrap()).expect("UTF-8").replace("\r\n", "\n");
    (shown.into_bytes(), output)
}
