//! The keys of counts: a few values, encoded as bytes for fast look-up.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::grid::CellValue;

/// One value of a key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Atom {
    Number(i64),
    Text(String),
    /// Unknown. It sorts after all others.
    Nothing,
}

/// A buffer in which keys are built, reused for all keys.
///
/// Every value begins with a type byte, and a text with its length. So no two keys have the same bytes.
#[derive(Clone, Default, Debug)]
pub struct KeyBuffer(Vec<u8>);

const NOTHING: u8 = 0;
const NUMBER: u8 = 1;
const TEXT: u8 = 2;

impl KeyBuffer {
    /// Drops all values after the first `length` bytes.
    pub fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// The length in bytes, for [`Self::truncate`].
    pub fn mark(&self) -> usize {
        self.0.len()
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn number(&mut self, number: impl Into<i64>) {
        self.0.push(NUMBER);
        self.0.extend_from_slice(&number.into().to_le_bytes());
    }

    /// Adds a text; if it is longer than 4 GiB, only its beginning.
    pub fn text(&mut self, text: &str) {
        let text = text.get(..u32::MAX as usize).unwrap_or(text);
        self.0.push(TEXT);
        self.0.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.0.extend_from_slice(text.as_bytes());
    }

    /// Adds an unknown value.
    pub fn nothing(&mut self) {
        self.0.push(NOTHING);
    }

    /// Adds a number of unknown values.
    pub fn nothings(&mut self, count: usize) {
        (0..count).for_each(|_| self.nothing());
    }

    /// Adds a text or an unknown value.
    pub fn optional_text(&mut self, text: Option<Cow<'_, str>>) {
        match text {
            Some(text) => self.text(&text),
            None => self.nothing(),
        }
    }

    /// Adds a number or an unknown value.
    pub fn optional_number(&mut self, number: Option<impl Into<i64>>) {
        match number {
            Some(number) => self.number(number),
            None => self.nothing(),
        }
    }

    /// Adds a value that was decoded from a key.
    pub fn atom(&mut self, atom: &Atom) {
        match atom {
            Atom::Nothing => self.nothing(),
            Atom::Number(number) => self.number(*number),
            Atom::Text(text) => self.text(text),
        }
    }
}

/// Decodes the values of a key.
pub(super) fn atoms(mut bytes: &[u8]) -> Vec<Atom> {
    let mut atoms = Vec::new();
    while let Some((kind, rest)) = bytes.split_first() {
        let (atom, after) = match *kind {
            NUMBER => {
                let (number, after) = rest.split_at(8);
                (Atom::Number(i64::from_le_bytes(number.try_into().unwrap_or_default())), after)
            }
            TEXT => {
                let (length, text) = rest.split_at(4);
                let (text, after) = text.split_at(u32::from_le_bytes(length.try_into().unwrap_or_default()) as usize);
                (Atom::Text(String::from_utf8_lossy(text).into_owned()), after)
            }
            _ => (Atom::Nothing, rest),
        };
        atoms.push(atom);
        bytes = after;
    }
    atoms
}

impl From<Atom> for CellValue {
    fn from(atom: Atom) -> Self {
        match atom {
            Atom::Nothing => Self::Missing,
            Atom::Number(number) => Self::Integer(number),
            Atom::Text(text) => Self::Text(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_decoded() {
        let mut key = KeyBuffer::default();
        key.text("a");
        key.number(-5);
        let mark = key.mark();
        key.nothing();
        key.text("");
        let expected = [Atom::Text("a".to_owned()), Atom::Number(-5), Atom::Nothing, Atom::Text(String::new())];
        assert_eq!(atoms(key.bytes()), expected);
        key.truncate(mark);
        assert_eq!(atoms(key.bytes()), expected[..2]);
        let mut again = KeyBuffer::default();
        for atom in &expected {
            again.atom(atom);
        }
        assert_eq!(atoms(again.bytes()), expected);
    }

    #[test]
    fn unknown_values_sort_last() {
        let mut atoms = [Atom::Nothing, Atom::Text("b".to_owned()), Atom::Number(7), Atom::Number(-1)];
        atoms.sort();
        assert_eq!(atoms, [Atom::Number(-1), Atom::Number(7), Atom::Text("b".to_owned()), Atom::Nothing]);
    }
}
