//! The unified diff of a text, made from its games one by one.

use std::io::{self, Write};
use std::mem;

use similar::{ChangeTag, DiffOp, DiffTag, TextDiff};

use super::Visible;

/// The number of unchanged lines around changed ones.
const CONTEXT: usize = 3;

/// The size in bytes from which a hunk is cut where three lines did not change.
const LONG_HUNK: usize = if cfg!(test) { 48 } else { 1 << 20 };

/// The size in bytes from which lines are no longer kept for a diff.
const MAX_PENDING: usize = if cfg!(test) { 96 } else { 32 << 20 };

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
    /// The length of the pending texts from which a hunk is cut.
    long: usize,
    /// Whether the beginning of the last line was too long to be kept.
    is_cut: bool,
    has_header: bool,
}

impl<W: Write> DiffWriter<W> {
    /// A diff of the text with this name.
    pub fn new(out: W, name: &str) -> Self {
        Self {
            out,
            name: name.to_owned(),
            pending: Default::default(),
            lines: [0; 2],
            unchanged: None,
            long: LONG_HUNK,
            is_cut: false,
            has_header: false,
        }
    }

    /// Takes the next piece.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, or if more than 32 MiB have differences in each line, or in one.
    pub fn add(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        let has_line_end = old.contains(&b'\n');
        if self.is_cut && (old != new || !has_line_end) {
            return if old == new { Ok(()) } else { Err(too_long()) };
        }
        for (pending, piece) in self.pending.iter_mut().zip([old, new]) {
            pending.extend_from_slice(piece);
        }
        if old != new {
            self.unchanged = Some(common_end(old, new));
        } else if let Some(unchanged) = &mut self.unchanged {
            *unchanged += old.len();
        }
        if mem::take(&mut self.is_cut) {
            self.drop(|text| text.iter().position(|byte| *byte == b'\n').map_or(0, |end| end + 1));
        }
        let [old, new] = &self.pending;
        // So many lines that the next difference is in another hunk.
        let is_far = || self.unchanged.is_none_or(|same| line_start(&old[old.len() - same..], 2 * CONTEXT).is_some());
        let length = old.len().max(new.len());
        if has_line_end && is_far() {
            self.write()?;
        } else if self.unchanged.is_some() && length > self.long {
            self.cut()?;
        } else if self.unchanged.is_none() && length > MAX_PENDING {
            self.drop(<[u8]>::len);
            self.is_cut = true;
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
            self.differences(self.pending.each_ref().map(Vec::len))?;
        }
        self.drop(|text| line_start(text, CONTEXT).unwrap_or(0));
        self.long = LONG_HUNK;
        Ok(())
    }

    /// Writes the differences up to the last three lines that did not change, and keeps what follows these. Programs that
    /// apply diffs need three such lines behind a difference, but not before it.
    fn cut(&mut self) -> io::Result<()> {
        if let Some(ends) = self.last_context() {
            self.differences(ends)?;
            let mut ends = ends.into_iter();
            self.drop(|_| ends.next().unwrap_or_default());
            let [old, new] = &self.pending;
            self.unchanged = (old != new).then(|| common_end(old, new));
        }
        let length = self.pending.iter().map(Vec::len).max().unwrap_or_default();
        self.long = LONG_HUNK.max(2 * length);
        if length > MAX_PENDING { Err(too_long()) } else { Ok(()) }
    }

    /// Where the last context that may end a hunk ends in the pending texts.
    fn last_context(&self) -> Option<[usize; 2]> {
        let [old, new] = self.pending.each_ref().map(|text| lines_of(text));
        let diff = TextDiff::from_slices(&old, &new);
        let is_context = |op: &&DiffOp| {
            let context = old[op.old_range()].get(CONTEXT - 1);
            op.tag() == DiffTag::Equal && context.is_some_and(|line| line.ends_with(b"\n"))
        };
        let same = diff.ops().iter().rev().find(is_context)?;
        let length = |lines: &[&[u8]]| lines.iter().map(|line| line.len()).sum();
        Some([length(&old[..same.old_range().start + CONTEXT]), length(&new[..same.new_range().start + CONTEXT])])
    }

    /// Drops the pending texts up to an offset.
    fn drop(&mut self, mut end_of: impl FnMut(&[u8]) -> usize) {
        for (lines, text) in self.lines.iter_mut().zip(&mut self.pending) {
            let end = end_of(text);
            *lines += count_lines(&text[..end]);
            text.drain(..end);
        }
    }

    /// Writes the differences of the pending texts up to these offsets.
    fn differences(&mut self, [old_end, new_end]: [usize; 2]) -> io::Result<()> {
        if !mem::replace(&mut self.has_header, true) {
            let name = Visible(&self.name);
            // As in other diffs, a tab ends a name with spaces.
            let tab = if self.name.contains(' ') { "\t" } else { "" };
            writeln!(self.out, "--- {name}{tab}\n+++ {name}{tab}")?;
        }
        let [old, new] = &self.pending;
        let [old, new] = [lines_of(&old[..old_end]), lines_of(&new[..new_end])];
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

fn too_long() -> io::Error {
    io::Error::other("too many lines with differences in a row, or too long a line, for a diff")
}

/// The lines of a text. For `patch`, only a line feed ends a line.
fn lines_of(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// The length of the end that two texts share.
fn common_end(old: &[u8], new: &[u8]) -> usize {
    old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count()
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
    fn a_line_that_is_too_long_may_only_stay_as_it_is() {
        let long = "x".repeat(MAX_PENDING + 1);
        let pieces = [("1\n2\n", "1\n2\n"), (&*long, &*long), ("3", "3"), ("4\n5\n", "4\n5\n")];
        let hunk = "--- a.pgn\n+++ a.pgn\n@@ -4,1 +4,1 @@\n-5\n+5 \n";
        assert_eq!(diff(&pieces), "");
        let changed = [&pieces[..3], &[("4\n", "4\n"), ("5\n", "5 \n")]].concat();
        assert_eq!(diff(&changed), hunk);
        let mut writer = DiffWriter::new(Vec::new(), "a.pgn");
        writer.add(long.as_bytes(), long.as_bytes()).unwrap();
        assert!(writer.add(b"3\n", b"3 \n").is_err());
    }

    #[test]
    fn a_long_hunk_is_cut_behind_three_lines_that_did_not_change() {
        let game = |number: usize| format!("[a]\n\n{number}. e4\ne5\n1-0\n\n");
        let pieces: Vec<(String, String)> =
            (0..20).map(|number| (game(number), game(number).replace("[a]", "[A]").replace("1-0", "1-0 "))).collect();
        let pieces: Vec<(&str, &str)> = pieces.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
        let text = diff(&pieces);
        assert!(text.matches("@@ -").count() > 3, "{text}");
        assert!(text.contains("-[a]\n+[A]\n"), "{text}");
        let hunks: Vec<&str> = text.split("@@ -").skip(1).collect();
        let context = |hunk: &str| hunk.lines().rev().take_while(|line| line.starts_with(' ')).count();
        assert!(hunks[..hunks.len() - 1].iter().all(|hunk| context(hunk) == CONTEXT), "{text}");
    }

    #[test]
    fn pieces_may_end_in_the_middle_of_a_line() {
        let halves = [("a b", "a B"), (" c\n", " c\n"), ("d\n", "d\n")];
        assert_eq!(diff(&halves), "--- a.pgn\n+++ a.pgn\n@@ -1,2 +1,2 @@\n-a b c\n+a B c\n d\n");
    }
}
