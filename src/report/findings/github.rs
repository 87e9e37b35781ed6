//! The workflow commands of GitHub Actions, which the runner turns into annotations of files.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::game::rules::Severity;

use super::record::Record;
use crate::report::Failure;
use crate::report::terminal::visible::picture;

/// The writer of workflow commands, one per finding.
#[derive(Debug)]
pub(super) struct Github<W> {
    out: W,
}

impl<W: Write> Github<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out }
    }

    pub(super) fn finding(&mut self, record: &Record<'_>) -> io::Result<()> {
        let Record { line, column, code, name, .. } = record;
        let level = match record.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Style | Severity::Info => "notice",
        };
        let mut command = format!("::{level} file={},line={line},col={column}", Property(record.file));
        if let Some(characters) = record.characters() {
            let _ = write!(command, ",endColumn={}", column + characters as u64);
        }
        writeln!(self.out, "{command},title={code} {name}::{}", Data(&record.message))
    }

    pub(super) fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        let (file, message) = (Property(failure.file), Data(&failure.message));
        writeln!(self.out, "::error file={file},title=not read::{message}")
    }

    pub(super) fn flushed(&mut self) -> io::Result<&W> {
        self.out.flush()?;
        Ok(&self.out)
    }
}

/// The value of a property, with `%`, line ends, `:` and `,` escaped as by `escapeProperty` of GitHub's toolkit. The
/// runner decodes only these, so other control characters become visible here.
struct Property<'a>(&'a str);

/// The message, with `%` and line ends escaped as by `escapeData`.
struct Data<'a>(&'a str);

impl fmt::Display for Property<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0, &['%', '\r', '\n', ':', ','], f)
    }
}

impl fmt::Display for Data<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(self.0, &['%', '\r', '\n'], f)
    }
}

fn escape(text: &str, special: &[char], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for character in text.chars() {
        if special.contains(&character) {
            write!(f, "%{:02X}", u32::from(character))?;
        } else {
            f.write_char(picture(character))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::samples::{EXCERPT, damaged, record, record_of_a_tag};

    fn written(write: impl FnOnce(&mut Github<&mut Vec<u8>>)) -> String {
        let mut out = Vec::new();
        write(&mut Github::new(&mut out));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_finding_is_a_command() {
        assert_eq!(
            written(|github| github.finding(&record(&EXCERPT)).unwrap()),
            "::error file=games.pgn,line=7,col=9,endColumn=13,title=M101 illegal-move::illegal move `Nxd5`: the knight \
             on e7 is pinned to its king on e8 by the rook on e1\n"
        );
        let notice = written(|github| github.finding(&record_of_a_tag(&EXCERPT)).unwrap());
        assert!(notice.starts_with("::notice file=games.pgn,line=1,col=1,title=T101 missing-roster-tag::"), "{notice}");
    }

    #[test]
    fn special_characters_are_escaped() {
        let mut record = record(&EXCERPT);
        record.file = "a,b:c%\n.pgn";
        record.message = "100 %: one,\r\ntwo".into();
        let text = written(|github| github.finding(&record).unwrap());
        assert!(text.starts_with("::error file=a%2Cb%3Ac%25%0A.pgn,line=7,"), "{text}");
        assert!(text.ends_with("::100 %25: one,%0D%0Atwo\n"), "{text}");
    }

    #[test]
    fn a_name_cannot_add_a_command_or_a_property() {
        let mut record = record(&EXCERPT);
        record.file = "x,line=1::ok%0A\n::error file=y::z\x1b[2J\u{9b}\u{202e}.pgn";
        record.message = "\r\n::stop-commands::x\n::add-mask::y%0A".into();
        let text = written(|github| github.finding(&record).unwrap());
        let file = "file=x%2Cline=1%3A%3Aok%250A%0A%3A%3Aerror file=y%3A%3Az␛[2J\u{fffd}\u{fffd}.pgn,line=7,";
        assert!(text.starts_with(&format!("::error {file}")), "{text}");
        assert!(text.ends_with("::%0D%0A::stop-commands::x%0A::add-mask::y%250A\n"), "{text}");
        assert_eq!(text.lines().count(), 1);
    }

    #[test]
    fn an_unreadable_input_is_an_error() {
        assert_eq!(
            written(|github| github.failure(&damaged()).unwrap()),
            "::error file=b.pgn.zst,title=not read::damaged zstd data at byte 4096 of the file: checksum\n"
        );
    }
}
