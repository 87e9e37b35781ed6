//! The terminal in raw mode, restored at the end, on an error, on a panic, and before a signal ends or stops the process.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::cursor::{MoveTo, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use crate::interrupt::{self, TerminalHooks};

/// The screen, ours until this is dropped.
pub(super) struct OwnedScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

static HOOK: Once = Once::new();

/// Whether the screen is there, and no thread has panicked.
static IS_WANTED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal is in our hands.
static IS_OURS: AtomicBool = AtomicBool::new(false);

/// Whether it may show something else than what was drawn last.
static IS_STALE: AtomicBool = AtomicBool::new(false);

/// Held while the terminal is written to.
static WRITING: Mutex<()> = Mutex::new(());

impl OwnedScreen {
    /// Takes the screen over.
    pub(super) fn take() -> io::Result<Self> {
        HOOK.call_once(|| {
            let tell = panic::take_hook();
            panic::set_hook(Box::new(move |message| {
                // Without the lock, which the panicking thread may hold.
                end();
                tell(message);
            }));
        });
        take_over()?;
        IS_WANTED.store(true, Ordering::Relaxed);
        interrupt::guard_terminal(TerminalHooks { give_back: give_back_when_drawn, take_back });
        Ok(Self { terminal: Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| end())? })
    }

    /// Draws the screen, unless the process is about to be stopped.
    pub(super) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _writing = writing();
        if !IS_WANTED.load(Ordering::Relaxed) {
            return Err(io::Error::other("a thread has panicked"));
        }
        if IS_OURS.load(Ordering::Relaxed) {
            if IS_STALE.swap(false, Ordering::Relaxed) {
                // Without what was drawn before, so that all is drawn.
                self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
            }
            self.terminal.draw(render)?;
        }
        Ok(())
    }

    /// Asks the terminal to put a text into the clipboard (OSC 52); not every terminal does.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        let _writing = writing();
        execute!(self.terminal.backend_mut(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for OwnedScreen {
    fn drop(&mut self) {
        end();
    }
}

fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    IS_OURS.store(true, Ordering::Relaxed);
    // From here on, an error must restore the terminal.
    execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All)).inspect_err(|_| give_back())
}

/// Gives the terminal back for good.
fn end() {
    IS_WANTED.store(false, Ordering::Relaxed);
    give_back();
}

/// An error here cannot be handled.
fn give_back() {
    if IS_OURS.swap(false, Ordering::Relaxed) {
        let _ = disable_raw_mode();
        // Cleared first: some terminals carry lines over that were drawn after a change of size.
        let _ = execute!(stdout(), Clear(ClearType::All), MoveTo(0, 0), LeaveAlternateScreen, Show);
    }
}

/// Gives the terminal back, but not in the middle of a sequence that is being written to it.
fn give_back_when_drawn() {
    let _writing = writing();
    give_back();
}

/// Takes the terminal over again after the process was stopped: the shell has changed its mode.
fn take_back() {
    let _writing = writing();
    let _ = disable_raw_mode();
    if IS_WANTED.load(Ordering::Relaxed) && take_over().is_ok() {
        IS_STALE.store(true, Ordering::Relaxed);
    }
}
