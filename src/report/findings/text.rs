//! The text format of findings: the message, its location, and the line with the error underlined.
//!
//! ```text
//! games.pgn:7:9: error[M101]: illegal move `Nxd5`: the knight on e7 is pinned to its king on e8 by the rook on e1
//!   game 3, Black's move 14: Bronstein – Averbakh, 1959.02.12 (Laws 3.9)
//! 7 | 14. Re1 Nxd5 15. cxd5
//!   |         ^^^^
//! ```
//!
//! `[*]` before the message says that there is a safe fix, `[?]` an unsafe one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::mem;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::game::finding::Excerpt;
use crate::game::rules::{Applicability, Severity};

use super::record::Record;
use crate::report::terminal::numbers::{counted, digits};
use crate::report::terminal::wrap::hanging;
use crate::report::{Paint, Visible};

/// The writer of text. It writes each finding with one call, so that output of other processes does not split it.
#[derive(Debug)]
pub(super) struct Text<W> {
    out: W,
    paint: Paint,
    detail: Detail,
    block: Vec<u8>,
    /// The findings by file, if those of one rule are folded.
    files: Option<Box<Files>>,
}

/// The files with findings.
#[derive(Default, Debug)]
struct Files {
    last: Group,
    /// The number of those before it, and which of them have the most findings.
    count: u64,
    worst: Vec<(u64, String)>,
}

/// How many findings of a rule are shown in a file before the others are only counted.
const SHOWN: u64 = 5;

/// How many files are listed as those with the most findings. With no more files there is no list.
const WORST: usize = 5;

/// The findings of a file.
#[derive(Default, Debug)]
struct Group {
    file: String,
    by_severity: BTreeMap<Severity, u64>,
    by_rule: BTreeMap<&'static str, u64>,
}

impl Group {
    /// Counts a finding, and returns whether it is shown.
    fn add(&mut self, record: &Record<'_>) -> bool {
        *self.by_severity.entry(record.severity).or_default() += 1;
        let of_rule = self.by_rule.entry(record.code).or_default();
        *of_rule += 1;
        *of_rule <= SHOWN
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Detail {
    FirstLine,
    Full,
}

impl<W: Write> Text<W> {
    /// Writes the message, the game and move, and the line; a blank line ends each finding.
    pub(super) const fn full(out: W, paint: Paint) -> Self {
        Self { out, paint, detail: Detail::Full, block: Vec::new(), files: None }
    }

    /// The same, with the number of findings after those of each file, and without those of a rule that has shown many there.
    pub(super) fn grouped(out: W, paint: Paint) -> Self {
        Self { files: Some(Box::default()), ..Self::full(out, paint) }
    }

    /// Writes the first line only.
    pub(super) const fn concise(out: W, paint: Paint) -> Self {
        Self { out, paint, detail: Detail::FirstLine, block: Vec::new(), files: None }
    }

    pub(super) fn finding(&mut self, record: &Record<'_>) -> io::Result<()> {
        self.block.clear();
        if self.files.as_ref().is_some_and(|files| files.last.file != record.file) {
            self.end_file()?;
        }
        let is_shown = self.files.as_mut().is_none_or(|files| {
            if files.last.by_rule.is_empty() {
                record.file.clone_into(&mut files.last.file);
            }
            files.last.add(record)
        });
        if !is_shown {
            return self.out.write_all(&self.block);
        }
        self.headline(record)?;
        if self.detail == Detail::Full {
            self.moment(record)?;
            self.excerpt(record)?;
            self.block.push(b'\n');
        }
        self.out.write_all(&self.block)
    }

    /// Writes what follows the last finding.
    pub(super) fn end(&mut self) -> io::Result<&W> {
        self.block.clear();
        self.end_file()?;
        if let Some(files) = self.files.as_ref().filter(|files| files.count > WORST as u64) {
            let strong = self.paint.strong;
            writeln!(self.block, "{strong}the files with the most findings, of {}{strong:#}", digits(files.count))?;
            let width = files.worst.first().map_or(0, |(most, _)| digits(*most).len());
            for (count, file) in &files.worst {
                writeln!(self.block, "  {:>width$}  {}", digits(*count), Visible(file))?;
            }
            self.block.push(b'\n');
        }
        self.out.write_all(&self.block)?;
        self.flushed()
    }

    /// Says how many findings the last file has, and how many of them are not shown.
    fn end_file(&mut self) -> io::Result<()> {
        let Some(files) = &mut self.files else { return Ok(()) };
        let Group { file, by_severity, by_rule } = mem::take(&mut files.last);
        let count: u64 = by_severity.values().sum();
        if count == 0 {
            return Ok(());
        }
        files.count += 1;
        files.worst.insert(files.worst.partition_point(|(more, _)| *more >= count), (count, file.clone()));
        files.worst.truncate(WORST);
        if count == 1 {
            return Ok(());
        }
        let Paint { place, faint, .. } = self.paint;
        let mut line = format!("{place}{}:{place:#}", Visible(&file));
        for (at, (severity, count)) in by_severity.iter().rev().enumerate() {
            let (style, comma) = (self.paint.severity(*severity), if at == 0 { "" } else { "," });
            let count = match severity {
                Severity::Error => counted(*count, "error", "errors"),
                Severity::Warning => counted(*count, "warning", "warnings"),
                Severity::Style => counted(*count, "finding of style", "findings of style"),
                Severity::Info => counted(*count, "note", "notes"),
            };
            let _ = write!(line, "{comma} {style}{count}{style:#}");
        }
        let hidden = by_rule.iter().filter(|(_, count)| **count > SHOWN);
        let hidden: Vec<String> = hidden.map(|(code, count)| format!("{} of {code}", digits(count - SHOWN))).collect();
        if !hidden.is_empty() {
            let _ = write!(line, "; not shown: {} {faint}(--all shows them){faint:#}", hidden.join(", "));
        }
        writeln!(self.block, "{}\n", hanging(&line, 2, self.paint.columns))
    }

    pub(super) fn flushed(&mut self) -> io::Result<&W> {
        self.out.flush()?;
        Ok(&self.out)
    }

    fn headline(&mut self, record: &Record<'_>) -> io::Result<()> {
        let Paint { place, strong, .. } = self.paint;
        let Record { line, column, code, severity, .. } = record;
        let (file, message) = (Visible(record.file), Visible(&record.message));
        let style = self.paint.severity(*severity);
        let mark = match record.fix.map(|fix| fix.applicability) {
            Some(Applicability::Safe) => "[*] ",
            Some(Applicability::Unsafe) => "[?] ",
            _ => "",
        };
        let line = format!(
            "{place}{file}:{line}:{column}:{place:#} {style}{severity}[{code}]{style:#}: {mark}{strong}{message}{strong:#}"
        );
        let columns = self.paint.columns.filter(|_| self.detail == Detail::Full);
        writeln!(self.block, "{}", hanging(&line, 2, columns))
    }

    fn moment(&mut self, record: &Record<'_>) -> io::Result<()> {
        let Paint { faint, .. } = self.paint;
        writeln!(self.block, "  {faint}{} ({}){faint:#}", record.moment_in_words(), record.source())
    }

    /// The line with its number, and carets as wide as the characters above them.
    fn excerpt(&mut self, record: &Record<'_>) -> io::Result<()> {
        let Paint { margin, .. } = self.paint;
        let Excerpt { text, lead, length } = record.excerpt;
        let style = self.paint.severity(record.severity);
        let number = record.line.to_string();
        let text = Visible(text).to_string();
        let (before, width) = columns(&text, *lead, *length);
        writeln!(self.block, "{margin}{number} |{margin:#} {text}")?;
        let (number, before, carets) = (" ".repeat(number.len()), " ".repeat(before), "^".repeat(width));
        writeln!(self.block, "{margin}{number} |{margin:#} {before}{style}{carets}{style:#}")
    }
}

/// The number of terminal columns before the error, and the number that it takes, at least 1.
fn columns(text: &str, lead: usize, length: usize) -> (usize, usize) {
    let start = text.char_indices().nth(lead).map_or(text.len(), |(at, _)| at);
    let missing = lead.saturating_sub(text[..start].chars().count());
    let fault: usize = text[start..].chars().take(length).map(|character| character.width().unwrap_or(1)).sum();
    (text[..start].width() + missing, fault.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::samples::{EXCERPT, fix, record, record_of_a_tag};

    fn written(paint: Paint, record: &Record<'_>) -> String {
        let mut out = Vec::new();
        Text::full(&mut out, paint).finding(record).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Line 3 of a finding and the carets below it.
    fn underlined(text: &str, lead: usize, length: usize) -> String {
        let excerpt = Excerpt { text: text.to_owned(), lead, length };
        written(Paint::PLAIN, &record(&excerpt)).lines().skip(2).take(2).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_finding_has_message_place_move_and_source() {
        assert_eq!(
            written(Paint::PLAIN, &record(&EXCERPT)),
            "games.pgn:7:9: error[M101]: illegal move `Nxd5`: the knight on e7 is pinned to its king on e8 by the rook \
             on e1\n  game 3, Black's move 14: Bronstein – Averbakh, 1959.02.12 (Laws 3.9)\n7 | 14. Re1 Nxd5 15. cxd5\n  |         ^^^^\n\n"
        );
    }

    #[test]
    fn a_finding_without_move_and_article_names_its_section() {
        let excerpt = Excerpt { text: "[Event \"?\"]".to_owned(), lead: 0, length: 1 };
        let mut record = record_of_a_tag(&excerpt);
        record.line = 1234;
        assert_eq!(
            written(Paint::PLAIN, &record),
            "games.pgn:1234:1: style[T101]: the tag Round is missing\n  game 3: Bronstein – Averbakh, 1959.02.12 (PGN 8.1.1)\n1234 | [Event \"?\"]\n     | ^\n\n"
        );
    }

    #[test]
    fn many_findings_of_a_rule_in_a_file_are_folded() {
        let mut out = Vec::new();
        let mut text = Text::grouped(&mut out, Paint::PLAIN);
        let other = record_of_a_tag(&EXCERPT);
        for (file, count) in [("a.pgn", 8), ("b.pgn", 1), ("c.pgn", 5), ("a.pgn", 6)] {
            for _ in 0..count {
                text.finding(&Record { file, ..record(&EXCERPT) }).unwrap();
            }
            if file == "a.pgn" {
                text.finding(&Record { file, ..other.clone() }).unwrap();
            }
        }
        text.end().unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.matches("a.pgn:7:9: error[M101]").count(), 10);
        let ends: Vec<&str> = text.split("\n\n").filter(|block| !block.contains('|')).collect();
        let first = "a.pgn: 8 errors, 1 finding of style; not shown: 3 of M101 (--all shows them)";
        let last = "a.pgn: 6 errors, 1 finding of style; not shown: 1 of M101 (--all shows them)";
        assert_eq!(ends, [first, "c.pgn: 5 errors", last, ""], "{text}");
    }

    #[test]
    fn concise_is_the_first_line() {
        let mut out = Vec::new();
        Text::concise(&mut out, Paint::PLAIN).finding(&record(&EXCERPT)).unwrap();
        let full = written(Paint::PLAIN, &record(&EXCERPT));
        assert_eq!(String::from_utf8(out).unwrap().trim_end(), full.lines().next().unwrap());
    }

    #[test]
    fn a_long_message_is_wrapped_at_a_terminal() {
        let text = written(Paint::PLAIN.for_columns(Some(60)), &record(&EXCERPT));
        let lines: Vec<&str> = text.lines().take(3).collect();
        let first = "games.pgn:7:9: error[M101]: illegal move `Nxd5`: the knight";
        assert_eq!(lines[..2], [first, "  on e7 is pinned to its king on e8 by the rook on e1"], "{text}");
    }

    #[test]
    fn a_mark_says_that_there_is_a_fix() {
        for (applicability, mark) in
            [(Applicability::Safe, "[*] "), (Applicability::Unsafe, "[?] "), (Applicability::Shown, "")]
        {
            let fix = fix(applicability);
            let text = written(Paint::PLAIN, &Record { fix: Some(&fix), ..record(&EXCERPT) });
            assert!(text.starts_with(&format!("games.pgn:7:9: error[M101]: {mark}illegal move")), "{text}");
        }
    }

    #[test]
    fn carets_are_below_wide_and_combining_characters() {
        assert_eq!(underlined("{王手} Nxd5", 5, 4), "7 | {王手} Nxd5\n  |        ^^^^");
        assert_eq!(underlined("{王手}", 1, 2), "7 | {王手}\n  |  ^^^^");
        assert_eq!(underlined("e\u{301}e\u{301} x", 5, 1), "7 | e\u{301}e\u{301} x\n  |    ^");
        assert_eq!(underlined("␉x", 1, 1), "7 | ␉x\n  |  ^");
        assert_eq!(underlined("", 0, 1), "7 | \n  | ^");
        assert_eq!(underlined("ab", 2, 1), "7 | ab\n  |   ^");
    }

    #[test]
    fn text_from_the_file_does_not_act_on_the_terminal() {
        let excerpt = Excerpt { text: "a\x1b[2Jb".to_owned(), lead: 5, length: 1 };
        let mut record = record(&excerpt);
        record.file = "\x1b]0;x\x07.pgn";
        record.message = "unknown token `\x1b[2J`".into();
        let text = written(Paint::PLAIN, &record);
        assert!(text.bytes().all(|byte| byte == b'\n' || byte >= b' '), "{text:?}");
        assert!(text.ends_with("7 | a␛[2Jb\n  |      ^\n\n"), "{text}");
    }

    #[test]
    fn colors_change_nothing_but_color() {
        let painted = written(Paint::COLORED, &record(&EXCERPT));
        assert!(painted.contains("\x1b[31m"), "{painted:?}");
        let stripped = anstream::adapter::strip_str(&painted).to_string();
        assert_eq!(stripped, written(Paint::PLAIN, &record(&EXCERPT)));
    }
}
