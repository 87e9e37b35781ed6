//! The bar on standard error: how far a run has come, in bytes or in parts of the work.
//!
//! A run over files knows its end and shows rate and time left; a run over a pipe does not, and shows only what it has
//! read. Nothing is drawn where nobody looks, unless it is asked for.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// How many times a second the bar is drawn at most.
const HERTZ: u8 = 10;

/// The width of the bar, in columns, where there is no terminal to ask.
const WIDTH: u16 = 80;

/// What a bar for parts of a work looks like.
const TEMPLATE_OF_PARTS: &str = "{wide_bar} {percent:>3} %  {pos}/{len}  {msg}  {eta} left";

/// When to draw (`--progress`).
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum ProgressMode {
    /// Only when standard error is a terminal.
    #[default]
    Auto,
    /// Also into a file or a pipe.
    Always,
    /// Not at all.
    Never,
}

/// A progress bar; clones draw the same one.
#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for that many bytes, or, when their number is not known, a spinner that counts them.
    #[must_use]
    pub fn new(mode: ProgressMode, total_bytes: Option<u64>) -> Self {
        target(mode).map_or_else(Self::hidden, |target| Self::on(target, total_bytes, template_of_bytes(total_bytes)))
    }

    /// A bar for so many parts of a work, of about equal size; a word about it can be set with [`Progress::say`].
    #[must_use]
    pub fn of_parts(mode: ProgressMode, parts: u64) -> Self {
        target(mode).map_or_else(Self::hidden, |target| Self::on(target, Some(parts), TEMPLATE_OF_PARTS))
    }

    /// A bar that is never drawn.
    #[must_use]
    pub fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    fn on(target: ProgressDrawTarget, total: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(total, target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(bar)
    }

    /// Shows a word beside the bar.
    pub fn say(&self, word: String) {
        self.0.set_message(word);
    }

    /// More bytes, or parts, are done.
    pub fn inc(&self, bytes: u64) {
        self.0.inc(bytes);
    }

    /// So many bytes are done in all, as a [`crate::input::Meter`] counts them.
    pub fn set(&self, bytes: u64) {
        self.0.set_position(bytes);
    }

    /// Takes the bar away. Dropping the last clone does so, too.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }

    /// Runs what writes to the terminal while the bar is out of the way.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// Whether nothing is drawn.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.0.is_hidden()
    }

    /// How many bytes are done.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.0.position()
    }
}

/// What a bar for bytes looks like.
const fn template_of_bytes(total: Option<u64>) -> &'static str {
    match total {
        Some(_) => "{wide_bar} {percent:>3} %  {binary_bytes}/{binary_total_bytes}  {binary_bytes_per_sec}  {eta} left",
        None => "{spinner} {binary_bytes}  {binary_bytes_per_sec}  {elapsed}",
    }
}

/// Where to draw; `None` for nowhere.
fn target(mode: ProgressMode) -> Option<ProgressDrawTarget> {
    let is_terminal = io::stderr().is_terminal();
    match mode {
        ProgressMode::Never => None,
        ProgressMode::Auto if !is_terminal => None,
        ProgressMode::Always if !is_terminal => Some(ProgressDrawTarget::term_like_with_hz(Box::new(Stderr), HERTZ)),
        ProgressMode::Auto | ProgressMode::Always => Some(ProgressDrawTarget::stderr_with_hz(HERTZ)),
    }
}

/// Standard error that is no terminal, drawn on with the escape sequences of ECMA-48 all the same.
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
    fn a_known_end_gives_a_bar_that_goes_away() {
        let line = Line::default();
        let progress = on(&line, Some(2048));
        progress.set(1024);
        progress.0.force_draw();
        let shown = line.shown();
        assert!(shown.contains("50 %") && shown.contains("1.00 KiB/2.00 KiB"), "{shown}");
        progress.suspend(|| assert!(line.shown().is_empty()));
        progress.finish();
        assert!(line.shown().is_empty());
    }

    #[test]
    fn an_unknown_end_gives_a_count_without_percent() {
        let line = Line::default();
        let progress = on(&line, None);
        progress.inc(3 << 20);
        progress.0.force_draw();
        let shown = line.shown();
        assert!(shown.contains("3.00 MiB") && !shown.contains('%') && !shown.contains("left"), "{shown}");
    }

    #[test]
    fn parts_are_counted_beside_a_word() {
        let line = Line::default();
        let progress = Progress::on(drawn(&line), Some(400), TEMPLATE_OF_PARTS);
        progress.say("5.5 G nodes/s".to_owned());
        progress.inc(100);
        progress.0.force_draw();
        let shown = line.shown();
        assert!(shown.contains("25 %  100/400  5.5 G nodes/s") && shown.ends_with("left"), "{shown}");
    }

    #[test]
    fn never_is_never() {
        let progress = Progress::new(ProgressMode::Never, Some(10));
        progress.inc(5);
        assert!(progress.is_hidden());
        assert_eq!(progress.suspend(|| 7), 7);
    }
}
