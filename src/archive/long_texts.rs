//! The texts of games that go with records: a short one is in its record, a long one in a file apart, so that sorting moves
//! only its place.

use std::borrow::Cow;
use std::path::Path;

use super::record_file::{RecordFile, RecordReader};
use super::temporary::TemporaryError;

#[derive(Debug)]
pub struct LongTexts(RecordFile);

#[derive(Debug)]
pub struct LongTextReader(RecordReader);

/// The length from which a text is long.
const LONG: usize = 1 << 20;

/// Where the text of a record is: the first byte of its stored form.
const IN_RECORD: [u8; 1] = [0];
const APART: [u8; 1] = [1];

/// The stored form of a text, in two parts.
pub type StoredText<'a> = (&'static [u8], Cow<'a, [u8]>);

impl LongTexts {
    /// Without any texts, in a file in this folder.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be created.
    pub fn create(folder: &Path) -> Result<Self, TemporaryError> {
        RecordFile::create(folder).map(Self)
    }

    /// The form in which a record has a text.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn store<'a>(&mut self, text: &'a [u8]) -> Result<StoredText<'a>, TemporaryError> {
        if text.len() < LONG {
            return Ok((&IN_RECORD, text.into()));
        }
        let numbers = [self.0.push([text])?, text.len() as u64].map(u64::to_le_bytes);
        Ok((&APART, numbers.as_flattened().to_vec().into()))
    }

    /// Ends the input.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn finish(self) -> Result<LongTextReader, TemporaryError> {
        self.0.finish().map(LongTextReader)
    }
}

impl LongTextReader {
    /// The text with this stored form.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read.
    pub fn text<'a>(&'a mut self, stored: &'a [u8]) -> Result<&'a [u8], TemporaryError> {
        match apart(stored) {
            Some((place, _)) => self.0.read(place),
            None => stored.get(1..).ok_or(TemporaryError::Changed),
        }
    }
}

/// The length of the text with this stored form.
pub fn length(stored: &[u8]) -> u64 {
    apart(stored).map_or(stored.len().saturating_sub(1) as u64, |(_, length)| length)
}

/// The place and the length of a long text; `None` if the record has its text.
fn apart(stored: &[u8]) -> Option<(u64, u64)> {
    let (&[place, length], []) = stored.strip_prefix(&APART)?.as_chunks::<8>() else { return None };
    Some((u64::from_le_bytes(place), u64::from_le_bytes(length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_any_length_are_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut texts = LongTexts::create(folder.path()).unwrap();
        let given = [String::new(), "1. e4 *".to_owned(), "x".repeat(LONG - 1), "y".repeat(LONG), "z".repeat(3 * LONG)];
        let stored = given.each_ref().map(|text| {
            let (kind, text) = texts.store(text.as_bytes()).unwrap();
            [kind, &text].concat()
        });
        let mut texts = texts.finish().unwrap();
        for (text, stored) in given.iter().zip(&stored).rev() {
            assert!(stored.len() <= LONG, "{}", stored.len());
            assert_eq!(length(stored), text.len() as u64);
            assert!(texts.text(stored).unwrap() == text.as_bytes());
        }
        assert!(texts.text(b"").is_err());
    }
}
