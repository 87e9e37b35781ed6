//! The progress bar on standard error, in bytes or in parts of the work.
//!
//! A run over files has a known total and shows the rate and the time left. A run over a pipe shows only the amount
//! read. By default, the bar is drawn only on a terminal.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle, TermLike};

/// The maximum refresh rate of the bar, per second.
const HERTZ: u8 = 10;

/// The width of the bar in columns if standard error is not a terminal.
const WIDTH: u16 = 80;

const TEMPLATE_OF_PARTS: &str = "{wide_bar} {percent:>3} %  {pos}/{len}  {msg}  {left}";

/// When to draw (`--progress`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum ProgressMode {
    /// Only when standard error is a terminal.
    #[default]
    Auto,
    /// Even if standard error is a file or a pipe.
    Always,
    Never,
}

impl ProgressMode {
    pub fn is_drawn(self) -> bool {
        match self {
            Self::Auto => io::stderr().is_terminal(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// A progress bar. Clones share one bar.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    is_hidden: bool,
}

impl Progress {
    /// A bar for a total of bytes, or a spinner that counts bytes if the total is unknown.
    pub fn new(mode: ProgressMode, total_bytes: Option<u64>) -> Self {
        target(mode).map_or_else(Self::hidden, |target| Self::on(target, total_bytes, template_of_bytes(total_bytes)))
    }

    /// A bar for a number of parts of about equal size; [`Progress::say`] sets the text after it.
    pub fn of_parts(mode: ProgressMode, parts: u64) -> Self {
        target(mode).map_or_else(Self::hidden, |target| Self::on(target, Some(parts), TEMPLATE_OF_PARTS))
    }

    /// A bar that is never drawn.
    pub fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), is_hidden: true }
    }

    fn on(target: ProgressDrawTarget, total: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(total, target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("left", time_left));
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Self { is_hidden: bar.is_hidden(), bar }
    }

    /// Sets the text next to the bar.
    pub fn say(&self, word: String) {
        self.bar.set_message(word);
    }

    /// Advances the bar by a number of bytes or parts.
    pub fn inc(&self, bytes: u64) {
        self.bar.inc(bytes);
    }

    /// Sets the bar to a total of bytes, as a [`crate::input::Meter`] counts them.
    pub fn set(&self, bytes: u64) {
        self.bar.set_position(bytes);
    }

    /// Removes the bar. Dropping the last clone removes it, too.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Hides the bar while `write` writes to the terminal.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        // A hidden bar would be locked all the same, for each game.
        if self.is_hidden { write() } else { self.bar.suspend(write) }
    }

    /// Whether the bar is never drawn.
    pub fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// The number of bytes done so far.
    pub fn position(&self) -> u64 {
        self.bar.position()
    }
}

/// Writes the time left; nothing before anything is done, when no rate is known.
fn time_left(state: &ProgressState, out: &mut dyn fmt::Write) {
    if state.pos() > 0 {
        let _ = write!(out, "{:#} left", HumanDuration(state.eta()));
    }
}

const fn template_of_bytes(total: Option<u64>) -> &'static str {
    match total {
        Some(_) => "{wide_bar} {percent:>3} %  {binary_bytes}/{binary_total_bytes}  {binary_bytes_per_sec}  {left}",
        None => "{spinner} {binary_bytes}  {binary_bytes_per_sec}  {elapsed}",
    }
}

/// The target to draw on; `None` for no bar.
fn target(mode: ProgressMode) -> Option<ProgressDrawTarget> {
    mode.is_drawn().then(|| {
        if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(HERTZ)
        } else {
            ProgressDrawTarget::term_like_with_hz(Box::new(Stderr), HERTZ)
        }
    })
}

/// Standard error that is not a terminal; the bar is drawn with the escape sequences of ECMA-48 nevertheless.
#[derive(Debug)]
struct Stderr;

impl Stderr {
    fn escape(&self, count: usize, letter: char) -> io::Result<()> {
        if count == 0 { Ok(()) } else { self.write_str(&format!("\x1b[{count}{letter}")) }
    }
}

impl TermLike for Stderr {
    fn width(&self) -> u16 {
        WIDTH
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.escape(n, 'A')
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.escape(n, 'B')
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.escape(n, 'C')
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.escape(n, 'D')
    }

    fn write_line(&self, s: &str) -> io::Result<()> {
        writeln!(io::stderr().lock(), "{s}")
    }

    fn write_str(&self, s: &str) -> io::Result<()> {
        io::stderr().lock().write_all(s.as_bytes())
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write_str("\r\x1b[2K")
    }

    fn flush(&self) -> io::Result<()> {
        io::stderr().lock().flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A terminal of one line.
    #[derive(Clone, Default, Debug)]
    struct Line(Arc<Mutex<String>>);

    impl Line {
        fn shown(&self) -> String {
            self.0.lock().unwrap().trim().to_owned()
        }
    }

    impl TermLike for Line {
        fn width(&self) -> u16 {
            100
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, s: &str) -> io::Result<()> {
            self.write_str(s)
        }

        fn write_str(&self, s: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(s);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().unwrap().clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    fn on(line: &Line, total_bytes: Option<u64>) -> Progress {
        Progress::on(drawn(line), total_bytes, template_of_bytes(total_bytes))
    }

    fn drawn(line: &Line) -> ProgressDrawTarget {
        ProgressDrawTarget::term_like_with_hz(Box::new(line.clone()), 255)
    }

    #[test]
    fn a_known_total_shows_a_bar_that_finish_removes() {
        let line = Line::default();
        let progress = on(&line, Some(2048));
        progress.set(1024);
        progress.bar.force_draw();
        let shown = line.shown();
        assert!(shown.contains("50 %") && shown.contains("1.00 KiB/2.00 KiB"), "{shown}");
        progress.suspend(|| assert!(line.shown().is_empty()));
        progress.finish();
        assert!(line.shown().is_empty());
    }

    #[test]
    fn an_unknown_total_shows_a_count_without_percent() {
        let line = Line::default();
        let progress = on(&line, None);
        progress.inc(3 << 20);
        progress.bar.force_draw();
        let shown = line.shown();
        assert!(shown.contains("3.00 MiB") && !shown.contains('%') && !shown.contains("left"), "{shown}");
    }

    #[test]
    fn a_bar_for_parts_shows_its_text() {
        let line = Line::default();
        let progress = Progress::on(drawn(&line), Some(400), TEMPLATE_OF_PARTS);
        progress.bar.force_draw();
        assert!(line.shown().contains("0/400") && !line.shown().contains("left"), "{}", line.shown());
        progress.say("5.5 G nodes/s".to_owned());
        progress.inc(100);
        progress.bar.force_draw();
        let shown = line.shown();
        assert!(shown.contains("25 %  100/400  5.5 G nodes/s") && shown.ends_with("left"), "{shown}");
    }

    #[test]
    fn mode_never_draws_nothing() {
        let progress = Progress::new(ProgressMode::Never, Some(10));
        progress.inc(5);
        assert!(progress.is_hidden());
        assert_eq!(progress.suspend(|| 7), 7);
    }
}
