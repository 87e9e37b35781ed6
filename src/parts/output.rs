//! Files of output, as `--partial` of the commands that write rows makes them, to be combined by `--merge`.
//!
//! Such a file has the line [`BEGINS`]; the bytes of the output, with the header of its format, but without a footer; a line
//! with an [`OutputPart`] in JSON; and a last line with the number of bytes of the line before it, in 20 digits, and its
//! [`Checksum`]. A file without its last lines is incomplete.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::digest::{Checksum, DIGITS};
use super::tiling::Cover;
use serde::{Deserialize, Serialize};

/// The first line of a file.
pub const BEGINS: &str = "adoube output part 2\n";

const LAST_LINE: usize = NUMBER + 1 + DIGITS + 1;

/// The number of digits of the length in it.
const NUMBER: usize = 20;

/// A number for each thing that a summary counts.
pub type Counts = BTreeMap<String, u64>;

/// What the output in a file covers, and what its summary needs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct OutputPart {
    /// The version of adoube that made it.
    pub version: String,
    pub command: String,
    /// A digest of the options that determine the output.
    pub options: String,
    /// The command line, for messages.
    pub arguments: String,
    pub header: u64,
    /// The number of bytes of the output, with the header.
    pub length: u64,
    /// The checksum of these bytes.
    pub checksum: String,
    /// Whether there were findings, for the exit code.
    pub has_findings: bool,
    /// What the summary counts.
    pub counts: Counts,
    /// The findings that each text has only once.
    pub once: Vec<OncePerText>,
    /// What the output covers.
    pub covers: Vec<Cover>,
}

/// A finding that each text has only once. When parts are combined, only that of the first part stays.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct OncePerText {
    pub text: String,
    /// What counts it in [`OutputPart::counts`].
    pub count: String,
    /// What counts its fix, if it has one.
    pub fix_count: Option<String>,
    /// Where it begins in the output.
    pub start: u64,
    pub end: u64,
}

/// The most bytes of the line that says what a file covers: 1 GiB.
const MAX_END_LEN: u64 = 1 << 30;

/// Why a file is not one of output.
#[derive(Debug, thiserror::Error)]
pub enum OutputPartError {
    #[error("{0}")]
    Read(io::Error),
    #[error("not a file that --partial of this command wrote")]
    Other,
    #[error("the file is incomplete, or it was changed")]
    Malformed,
}

impl From<io::Error> for OutputPartError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

impl OutputPart {
    /// Writes the end of the file, after the output.
    pub fn write_end(&self, out: &mut impl Write) -> io::Result<()> {
        let line = serde_json::to_string(self)? + "\n";
        writeln!(out, "{line}{:0NUMBER$} {}", line.len(), Checksum::of(line.as_bytes()).text())
    }

    pub fn read(file: &mut (impl Read + Seek)) -> Result<Self, OutputPartError> {
        let mut first = Vec::new();
        file.by_ref().take(BEGINS.len() as u64).read_to_end(&mut first)?;
        if first != BEGINS.as_bytes() {
            return Err(OutputPartError::Other);
        }
        let size = file.seek(SeekFrom::End(0))?;
        let mut last = [0; LAST_LINE];
        let end = size.checked_sub((BEGINS.len() + LAST_LINE) as u64).ok_or(OutputPartError::Malformed)?;
        file.seek(SeekFrom::Start(size - LAST_LINE as u64))?;
        file.read_exact(&mut last)?;
        let (digits, checksum) = last.split_at(NUMBER);
        let length = Some(digits).filter(|digits| digits.iter().all(u8::is_ascii_digit));
        let length = length.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u64>().ok());
        let length = length.filter(|length| *length <= end.min(MAX_END_LEN)).ok_or(OutputPartError::Malformed)?;
        file.seek(SeekFrom::Start(size - LAST_LINE as u64 - length))?;
        let mut line = Vec::new();
        file.by_ref().take(length).read_to_end(&mut line)?;
        if format!(" {}\n", Checksum::of(&line).text()).as_bytes() != checksum {
            return Err(OutputPartError::Malformed);
        }
        let part: Self = serde_json::from_slice(&line).map_err(|_| OutputPartError::Malformed)?;
        let is_sound = part.length.checked_add(length) == Some(end)
            && part.header <= part.once.first().map_or(part.length, |once| once.start)
            && part.once.iter().all(|once| once.start <= once.end && once.end <= part.length)
            && part.once.windows(2).all(|pair| pair[0].end <= pair[1].start);
        if !is_sound {
            return Err(OutputPartError::Malformed);
        }
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part() -> OutputPart {
        OutputPart {
            version: "0.1.0".to_owned(),
            command: "validate".to_owned(),
            options: "x".to_owned(),
            arguments: "adoube validate".to_owned(),
            header: 1,
            length: 6,
            checksum: String::new(),
            has_findings: true,
            counts: [("games".to_owned(), 3)].into(),
            once: vec![OncePerText {
                text: "a.pgn".to_owned(),
                count: "S111".to_owned(),
                fix_count: Some("safe-fixes".to_owned()),
                start: 1,
                end: 6,
            }],
            covers: Vec::new(),
        }
    }

    fn file(part: &OutputPart) -> Vec<u8> {
        let mut bytes = [BEGINS.as_bytes(), b"output"].concat();
        part.write_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let mut reader = io::Cursor::new(file(&part()));
        assert_eq!(OutputPart::read(&mut reader).unwrap(), part());
        reader.set_position(BEGINS.len() as u64);
        let mut output = Vec::new();
        reader.take(6).read_to_end(&mut output).unwrap();
        assert_eq!(output, b"output");
    }

    #[test]
    fn incomplete_and_changed_files_are_refused() {
        let sound = file(&part());
        let output = BEGINS.len()..BEGINS.len() + b"output".len();
        for at in 0..sound.len() {
            assert!(OutputPart::read(&mut io::Cursor::new(&sound[..at])).is_err(), "{at}");
            let mut changed = sound.clone();
            changed[at] ^= 1;
            // The checksum of the output is compared when it is read.
            assert_eq!(OutputPart::read(&mut io::Cursor::new(changed)).is_ok(), output.contains(&at), "{at}");
        }
        let longer = [&sound[..BEGINS.len()], b"x", &sound[BEGINS.len()..]].concat();
        assert!(matches!(OutputPart::read(&mut io::Cursor::new(longer)), Err(OutputPartError::Malformed)));
        let [mut outside, mut turned, mut in_header] = [part(), part(), part()];
        in_header.header = 2;
        outside.once[0].end = 7;
        (turned.once[0].start, turned.once[0].end) = (5, 2);
        for part in [outside, turned, in_header] {
            assert!(matches!(OutputPart::read(&mut io::Cursor::new(file(&part))), Err(OutputPartError::Malformed)));
        }
        assert!(matches!(OutputPart::read(&mut io::Cursor::new(b"1. e4 *")), Err(OutputPartError::Other)));
    }
}
