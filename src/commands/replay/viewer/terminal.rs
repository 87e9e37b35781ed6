//! The terminal in raw mode, restored at the end, on an error, and on a panic.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::clipboard::CopyToClipboard;
use ratatui::crossterm::cursor::{MoveTo, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// The screen, ours until this is dropped.
pub(super) struct Screen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
}

static HOOK: Once = Once::new();

impl Screen {
    /// Takes the screen over.
    pub(super) fn take() -> io::Result<Self> {
        HOOK.call_once(|| {
            let tell = panic::take_hook();
            panic::set_hook(Box::new(move |message| {
                give_back();
                tell(message);
            }));
        });
        enable_raw_mode()?;
        // From here on, an error must restore the terminal.
        let screen = Self { terminal: Terminal::new(CrosstermBackend::new(stdout())).inspect_err(|_| give_back())? };
        execute!(stdout(), EnterAlternateScreen)?;
        Ok(screen)
    }

    /// Asks the terminal to put a text into the clipboard (OSC 52); not every terminal does.
    pub(super) fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), CopyToClipboard::to_clipboard_from(text))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// An error here cannot be handled.
fn give_back() {
    let _ = disable_raw_mode();
    // Cleared first: some terminals carry lines over that were drawn after a change of size.
    let _ = execute!(stdout(), Clear(ClearType::All), MoveTo(0, 0), LeaveAlternateScreen, Show);
}
