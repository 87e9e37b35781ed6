//! The unified diff of a text, made from its games one by one.

use std::io::{self, Write};

use similar::{ChangeTag, TextDiff};

use super::Visible;

/// The number of unchanged lines around changed ones.
const CONTEXT: usize = 3;

/// The size in bytes from which a line is no longer kept for a diff.
const MAX_PENDING: usize = 64 << 20;

/// Writes the differences of two texts that come piece by piece, each as it was and as it is.
#[derive(Debug)]
pub struct DiffWriter<W> {
    out: W,
    name: String,
    /// The old and the new text from the lines before the first difference that is not written yet.
    pending: [Vec<u8>; 2],
    /// The numbers of lines before them.
    lines: [usize; 2],
    /// The length of the unchanged end of the pending texts; `None` if they do not differ.
    unchanged: Option<usize>,
    has_header: bool,
}

impl<W: Write> DiffWriter<W> {
    /// A diff of the text with this name.
    pub fn new(out: W, name: &str) -> Self {
        let name = name.to_owned();
        Self { out, name, pending: Default::default(), lines: [0; 2], unchanged: None, has_header: false }
    }

    /// Takes the next piece.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, or if a line is longer than 64 MiB.
    pub fn add(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        for (pending, piece) in self.pending.iter_mut().zip([old, new]) {
            pending.extend_from_slice(piece);
        }
        if old != new {
            self.unchanged = Some(0);
        } else if let Some(unchanged) = &mut self.unchanged {
            *unchanged += old.len();
        }
        let [old, _] = &self.pending;
        // So many lines that the next difference is in another hunk.
        let is_far =
            self.unchanged.is_none_or(|unchanged| line_start(&old[old.len() - unchanged..], 2 * CONTEXT).is_some());
        if is_far {
            self.write()?;
        } else if old.len() > MAX_PENDING {
            return Err(io::Error::other("a line is too long for a diff"));
        }
        Ok(())
    }

    /// Ends the text, which may end in the middle of a line.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn end(&mut self) -> io::Result<()> {
        self.write()
    }

    /// Writes the differences so far, and keeps the lines that may be the context of the next.
    fn write(&mut self) -> io::Result<()> {
        if self.unchanged.take().is_some() {
            let [old, new] = std::mem::take(&mut self.pending);
            self.differences(&old, &new)?;
            self.pending = [old, new];
        }
        for (lines, text) in self.lines.iter_mut().zip(&mut self.pending) {
            let context = line_start(text, CONTEXT).unwrap_or(0);
            *lines += count_lines(&text[..context]);
            text.drain(..context);
        }
        Ok(())
    }

    fn differences(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_header, true) {
            let name = Visible(&self.name);
            // As in other diffs, a tab ends a name with spaces.
            let tab = if self.name.contains(' ') { "\t" } else { "" };
            writeln!(self.out, "--- {name}{tab}\n+++ {name}{tab}")?;
        }
        // For `patch`, only a line feed ends a line.
        let [old, new] = [old, new].map(|text| text.split_inclusive(|byte| *byte == b'\n').collect::<Vec<_>>());
        let diff = TextDiff::from_slices(&old, &new);
        for group in diff.grouped_ops(CONTEXT) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let ranges = [first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end];
            let [before, after] = [0, 1].map(|side| header(self.lines[side], &ranges[side]));
            writeln!(self.out, "@@ -{before} +{after} @@")?;
            for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
                let sign = match change.tag() {
                    ChangeTag::Equal => b' ',
                    ChangeTag::Delete => b'-',
                    ChangeTag::Insert => b'+',
                };
                let line: &[u8] = change.value();
                self.out.write_all(&[sign])?;
                self.out.write_all(line)?;
                if !line.ends_with(b"\n") {
                    self.out.write_all(b"\n\\ No newline at end of file\n")?;
                }
            }
        }
        Ok(())
    }
}

/// The offset at which the last `count` lines of a text start, with what follows its last line end; `None` if it has not so
/// many.
fn line_start(text: &[u8], count: usize) -> Option<usize> {
    let mut ends = (0..text.len()).rev().filter(|at| text[*at] == b'\n');
    ends.nth(count).map(|end| end + 1)
}

fn count_lines(text: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').count() - 1
}

/// The lines of a hunk: the number of the first, and how many. Without lines, the number of the line before.
fn header(before: usize, lines: &std::ops::Range<usize>) -> String {
    let first = before + lines.start + usize::from(!lines.is_empty());
    format!("{first},{}", lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(pieces: &[(&str, &str)]) -> String {
        let mut out = Vec::new();
        let mut writer = DiffWriter::new(&mut out, "a.pgn");
        for (old, new) in pieces {
            writer.add(old.as_bytes(), new.as_bytes()).unwrap();
        }
        writer.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn hunks_have_the_context_of_the_whole_text() {
        let same = |text| (text, text);
        assert_eq!(diff(&[same("1\n2\n"), same("3\n")]), "");
        let all =
            [same("1\n2\n3\n4\n"), ("5\n", "five\n"), same("6\n"), same("7\n8\n9\n"), same("10\n11\n12\n13\n14\n")];
        let hunk = "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n";
        assert_eq!(diff(&all), format!("--- a.pgn\n+++ a.pgn\n{hunk}"));
        let later = [&all[..], &[("15", "15\n16")]].concat();
        let second = "@@ -12,4 +12,5 @@\n 12\n 13\n 14\n-15\n\\ No newline at end of file\n+15\n+16\n\\ No newline at end of file\n";
        assert_eq!(diff(&later), format!("--- a.pgn\n+++ a.pgn\n{hunk}{second}"));
    }

    #[test]
    fn pieces_may_end_in_the_middle_of_a_line() {
        let halves = [("a b", "a B"), (" c\n", " c\n"), ("d\n", "d\n")];
        assert_eq!(diff(&halves), "--- a.pgn\n+++ a.pgn\n@@ -1,2 +1,2 @@\n-a b c\n+a B c\n d\n");
    }
}
