//! The unified diff of a text, made from its games one by one.

use std::io::{self, Write};
use std::mem;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, DiffOp, DiffTag, group_diff_ops};

use super::Visible;

/// The number of unchanged lines around changed ones.
const CONTEXT: usize = 3;

/// The size in bytes from which a hunk is cut where three lines did not change.
const LONG_HUNK: usize = if cfg!(test) { 48 } else { 1 << 20 };

/// The maximum size in bytes of the lines kept for a hunk.
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
        if old == new {
            // A long text is not kept as a whole.
            return old.chunks(LONG_HUNK).try_for_each(|piece| self.add_piece(piece, piece));
        }
        self.add_piece(old, new)
    }

    fn add_piece(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
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
        if self.unchanged.is_some() && (length > self.long || has_line_end && is_far()) {
            self.cut()?;
        } else if self.unchanged.is_none() && has_line_end {
            self.keep_context();
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
        match self.unchanged.take() {
            Some(_) => self.differences(|ops, _| ops).map(drop),
            None => Ok(()),
        }
    }

    /// Keeps the lines that may be the context of the next difference.
    fn keep_context(&mut self) {
        self.drop(|text| line_start(text, CONTEXT).unwrap_or(0));
    }

    /// Writes the differences up to the last three lines that did not change, and keeps what follows these. Programs that
    /// apply diffs need three such lines behind a difference, but not before it.
    fn cut(&mut self) -> io::Result<()> {
        let ends = self.differences(up_to_last_context)?;
        if ends == [0, 0] {
            self.unchanged = Some(0);
        } else {
            let mut ends = ends.into_iter();
            self.drop(|_| ends.next().unwrap_or_default());
            let [old, new] = &self.pending;
            self.unchanged = (old != new).then(|| common_end(old, new));
            if self.unchanged.is_none() {
                self.keep_context();
            }
        }
        let length = self.pending.iter().map(Vec::len).max().unwrap_or_default();
        self.long = LONG_HUNK.max(2 * length);
        if length > MAX_PENDING { Err(too_long()) } else { Ok(()) }
    }

    /// Drops the pending texts up to an offset.
    fn drop(&mut self, mut end_of: impl FnMut(&[u8]) -> usize) {
        for (lines, text) in self.lines.iter_mut().zip(&mut self.pending) {
            let end = end_of(text);
            *lines += count_lines(&text[..end]);
            text.drain(..end);
        }
    }

    /// Writes the differences of the pending texts, or some of them, and returns where they end.
    fn differences(&mut self, select: impl Fn(Vec<DiffOp>, &[&[u8]]) -> Vec<DiffOp>) -> io::Result<[usize; 2]> {
        let [old, new] = self.pending.each_ref().map(|text| lines_of(text));
        let ops = select(diff_ops(&old, &new), &old);
        let Some(end) = ops.last() else { return Ok([0, 0]) };
        let length = |lines: &[&[u8]]| lines.iter().map(|line| line.len()).sum();
        let ends = [length(&old[..end.old_range().end]), length(&new[..end.new_range().end])];
        if !mem::replace(&mut self.has_header, true) {
            let name = Visible(&self.name);
            // As in other diffs, a tab ends a name with spaces.
            let tab = if self.name.contains(' ') { "\t" } else { "" };
            writeln!(self.out, "--- {name}{tab}\n+++ {name}{tab}")?;
        }
        for group in group_diff_ops(ops, CONTEXT) {
            let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
            let ranges = [first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end];
            let [before, after] = [0, 1].map(|side| header(self.lines[side], &ranges[side]));
            writeln!(self.out, "@@ -{before} +{after} @@")?;
            for change in group.iter().flat_map(|op| op.iter_changes(&old[..], &new[..])) {
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
        Ok(ends)
    }
}

/// The operations that turn the old lines into the new ones.
fn diff_ops(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    let mut ops = Compact::new(Replace::new(Capture::new()), old, new);
    // In memory it cannot fail.
    let Ok(()) = myers::diff(&mut ops, old, 0..old.len(), new, 0..new.len());
    ops.into_inner().into_inner().into_ops()
}

/// The operations up to the last three unchanged lines behind a difference, where a hunk may end; none without such lines.
fn up_to_last_context(mut ops: Vec<DiffOp>, old: &[&[u8]]) -> Vec<DiffOp> {
    let is_context = |op: &DiffOp| {
        let context = old[op.old_range()].get(CONTEXT - 1);
        op.tag() == DiffTag::Equal && context.is_some_and(|line| line.ends_with(b"\n"))
    };
    // The first one has no difference before it.
    let last = (1..ops.len()).rev().find(|at| is_context(&ops[*at]));
    ops.truncate(last.map_or(0, |last| last + 1));
    if let Some(DiffOp::Equal { len, .. }) = ops.last_mut() {
        *len = CONTEXT;
    }
    ops
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
    use crate::chess::random::Random;

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

    /// The text after a diff, whose hunks must not overlap, and must end with three lines of context but at the end of the text.
    fn patched(old: &str, diff: &str) -> String {
        let lines: Vec<&str> = old.split_inclusive('\n').collect();
        let (mut new, mut at) = (String::new(), 0);
        for hunk in diff.split("@@ -").skip(1) {
            let (header, body) = hunk.split_once(" @@\n").unwrap();
            let (first, count) = header.split(' ').next().unwrap().split_once(',').unwrap();
            let (first, count): (usize, usize) = (first.parse().unwrap(), count.parse().unwrap());
            let start = if count == 0 { first } else { first - 1 };
            assert!(start >= at, "{diff}");
            new.extend(lines[at..start].iter().copied());
            at = start;
            let mut context = 0;
            for line in body.split_inclusive('\n') {
                let (sign, line) = line.split_at(1);
                if sign != "+" {
                    assert_eq!(line, lines[at], "{diff}");
                    at += 1;
                }
                if sign != "-" {
                    new.push_str(line);
                }
                context = if sign == " " { context + 1 } else { 0 };
            }
            assert_eq!(at, start + count, "{diff}");
            assert!(context == CONTEXT || at == lines.len(), "{diff}");
        }
        new.extend(lines[at..].iter().copied());
        new
    }

    #[test]
    fn a_diff_of_random_pieces_gives_the_new_text() {
        let mut random = Random::new(11);
        for _ in 0..3000 {
            let mut lines = |most: usize| -> String {
                (0..random.below(most)).map(|_| *random.one_of(&["\n", "\n", "a\n", "b\n"])).collect()
            };
            let pieces: Vec<(String, String)> = (0..lines(12).len())
                .map(|index| {
                    let old = lines(6);
                    let new = if index % 3 == 0 { format!("{}{old}{}", lines(3), lines(2)) } else { old.clone() };
                    (old, new)
                })
                .collect();
            let borrowed: Vec<(&str, &str)> = pieces.iter().map(|(old, new)| (old.as_str(), new.as_str())).collect();
            let (old, new): (Vec<&str>, Vec<&str>) = borrowed.iter().copied().unzip();
            assert_eq!(patched(&old.concat(), &diff(&borrowed)), new.concat());
        }
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
