//! The viewer of `adoube replay --interactive` on a terminal: signals leave the terminal as it was.

use std::fs::File;
use std::io::{Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The sequences that enter and leave the alternate screen, and the one that shows the cursor.
const ENTER: &str = "\x1b[?1049h";
const LEAVE: &str = "\x1b[?1049l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// A viewer on a terminal of its own.
struct Viewer {
    child: Child,
    ours: File,
    theirs: File,
    shown: Arc<Mutex<Vec<u8>>>,
}

impl Viewer {
    /// Starts a viewer, and waits until it shows games.
    fn start() -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let flags = OFlags::NOCTTY.bits().cast_signed();
        let theirs = File::options().read(true).write(true).custom_flags(flags).open(name).unwrap();
        let size = libc::winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        // SAFETY: the terminal is open, and the size is a `winsize`.
        assert_eq!(unsafe { libc::ioctl(theirs.as_raw_fd(), libc::TIOCSWINSZ, &raw const size) }, 0);
        let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
        command.args(["replay", "-i", "fixtures/games/classics.pgn"]).env("TERM", "xterm");
        command.stdin(theirs.try_clone().unwrap()).stdout(theirs.try_clone().unwrap());
        command.stderr(theirs.try_clone().unwrap());
        // SAFETY: both calls may be made after a fork.
        unsafe {
            command.pre_exec(|| {
                let nothing = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
                libc::setrlimit(libc::RLIMIT_CORE, &raw const nothing);
                (1..32).for_each(|signal| _ = libc::signal(signal, libc::SIG_DFL));
                // A job of its own, as a shell makes it.
                libc::setpgid(0, 0);
                Ok(())
            });
        }
        let child = command.spawn().unwrap();
        let ours = File::from(ours);
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut reader, all) = (ours.try_clone().unwrap(), Arc::clone(&shown));
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                all.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        let viewer = Self { child, ours, theirs, shown };
        viewer.wait_until("games are shown", |text| text.contains(ENTER) && text.contains("Anderssen"));
        assert!(viewer.is_raw());
        viewer
    }

    /// What the terminal got so far.
    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let end = Instant::now() + Duration::from_mins(1);
        while !is_so(&self.shown()) {
            assert!(Instant::now() < end, "{what}: {:?}", self.shown());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Forgets what was shown so far.
    fn forget(&self) {
        self.shown.lock().unwrap().clear();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn attributes(&self) -> libc::termios {
        let mut attributes = MaybeUninit::uninit();
        // SAFETY: the terminal is open, and the call fills in the attributes if it succeeds.
        unsafe {
            assert_eq!(libc::tcgetattr(self.theirs.as_raw_fd(), attributes.as_mut_ptr()), 0);
            attributes.assume_init()
        }
    }

    /// Whether the terminal neither waits for whole lines nor echoes them.
    fn is_raw(&self) -> bool {
        self.attributes().c_lflag & (libc::ICANON | libc::ECHO) == 0
    }

    /// Waits until a signal has stopped the viewer.
    fn wait_for_stop(&self) {
        let mut status = 0;
        // SAFETY: the child has not been waited for.
        let found = unsafe { libc::waitpid(self.child.id().cast_signed(), &raw mut status, libc::WUNTRACED) };
        assert!(found > 0 && libc::WIFSTOPPED(status), "{status}");
    }

    /// The terminal is as it was before the viewer.
    fn assert_restored(&mut self, what: &str) {
        self.theirs.write_all(b"THE END").unwrap();
        self.wait_until("all is shown", |text| text.contains("THE END"));
        let text = self.shown();
        let left = text.rfind(LEAVE).unwrap_or_else(|| panic!("{what}: {text:?}"));
        assert!(!text[left..].contains(ENTER) && text[left..].contains(SHOW_CURSOR), "{what}: {text:?}");
        assert!(!self.is_raw(), "{what}");
    }

    /// Waits until the viewer has ended.
    fn end(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_signal_that_ends_the_viewer_leaves_the_terminal_as_it_was() {
    for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
        let mut viewer = Viewer::start();
        viewer.signal(signal);
        assert_eq!(viewer.end().code(), Some(0), "{signal:?}");
        viewer.assert_restored(&format!("{signal:?}"));
    }
    for signal in [
        Signal::QUIT,
        Signal::ABORT,
        Signal::TRAP,
        Signal::SYS,
        Signal::ALARM,
        Signal::VTALARM,
        Signal::PROF,
        Signal::USR1,
        Signal::USR2,
        Signal::XCPU,
    ] {
        let mut viewer = Viewer::start();
        viewer.signal(signal);
        assert_eq!(viewer.end().signal(), Some(signal.as_raw()), "{signal:?}");
        viewer.assert_restored(&format!("{signal:?}"));
    }
}

#[test]
fn a_stopped_viewer_gives_the_terminal_back_until_it_goes_on() {
    let mut viewer = Viewer::start();
    let before = Viewer::attributes(&viewer);
    for by_key in [false, true, false, true] {
        if by_key {
            viewer.ours.write_all(b"\x1a").unwrap();
        } else {
            viewer.signal(Signal::TSTP);
        }
        viewer.wait_for_stop();
        viewer.assert_restored("stopped");
        viewer.forget();
        viewer.signal(Signal::CONT);
        viewer.wait_until("all is drawn again", |text| text.contains(ENTER) && text.contains("Anderssen"));
        assert!(viewer.is_raw());
    }
    // SIGSTOP cannot be caught, but a shell may change the terminal before the viewer goes on.
    viewer.signal(Signal::STOP);
    viewer.wait_for_stop();
    viewer.forget();
    let usual = libc::termios { c_lflag: before.c_lflag | libc::ICANON | libc::ECHO, ..before };
    // SAFETY: the terminal is open.
    assert_eq!(unsafe { libc::tcsetattr(viewer.theirs.as_raw_fd(), libc::TCSANOW, &raw const usual) }, 0);
    viewer.signal(Signal::CONT);
    viewer.wait_until("all is drawn again", |text| text.contains(ENTER) && text.contains("Anderssen"));
    assert!(viewer.is_raw());
    viewer.ours.write_all(b"q").unwrap();
    assert_eq!(viewer.end().code(), Some(0));
    viewer.assert_restored("ended");
}
