//! Lists of names: players, sites, events and rounds that are spelled in more than one way.
//!
//! [`NameList::parse`] reads the [`aliases`] of players, and Scid's spelling file.

pub mod aliases;
mod spelling;

use std::borrow::Cow;
use std::fmt;

use crate::pgn::text::{decode, fault_in_utf8};
use aliases::{AliasError, Aliases};
use spelling::{Spelling, SpellingError};

/// What a name is the name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// A player.
    Player,
    /// A site.
    Site,
    /// An event.
    Event,
    /// A round.
    Round,
}

impl NameKind {
    /// The tags with names, and what these are the names of.
    pub const OF_TAGS: [(&str, Self); 5] = [
        ("Event", Self::Event),
        ("Site", Self::Site),
        ("Round", Self::Round),
        ("White", Self::Player),
        ("Black", Self::Player),
    ];
}

/// Names, and how they should be spelled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameList(Format);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Format {
    Aliases(Aliases),
    Spelling(Box<Spelling>),
}

/// An error in a list of names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NameListError {
    /// In a list of aliases.
    Aliases(AliasError),
    /// In a spelling file of Scid.
    Spelling(SpellingError),
    /// In the encoding: a byte of a list in UTF-8 that is not UTF-8.
    Encoding {
        /// The number of its line, from 1.
        line: usize,
        /// The byte.
        byte: u8,
    },
}

impl NameList {
    /// Reads a list in UTF-8 or Windows-1252: a spelling file of Scid if its first line with text is a section such as
    /// `@PLAYER`, otherwise lines `as written = name` with players.
    ///
    /// ```
    /// use adoube::game::names::{NameKind, NameList};
    ///
    /// let list = NameList::parse(b"@PLAYER \", .\"\nKasparov, Garry  #gm RUS [2851] 1963\n=Kasparov, G\n").unwrap();
    /// assert_eq!(list.name(NameKind::Player, "Kasparov G."), "Kasparov, Garry");
    /// assert_eq!(list.name(NameKind::Site, "Kasparov G."), "Kasparov G.");
    /// ```
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn parse(bytes: &[u8]) -> Result<Self, NameListError> {
        if let Some(at) = fault_in_utf8(bytes) {
            let line = 1 + memchr::memchr_iter(b'\n', &bytes[..at]).count();
            return Err(NameListError::Encoding { line, byte: bytes[at] });
        }
        let text = decode(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
        Ok(Self(if spelling::is_spelling(&text) {
            Format::Spelling(Box::new(Spelling::parse(&text).map_err(NameListError::Spelling)?))
        } else {
            Format::Aliases(Aliases::parse(&text).map_err(NameListError::Aliases)?)
        }))
    }

    /// How a name should be spelled; the name itself if the list does not say.
    pub fn name<'a>(&'a self, kind: NameKind, written: &'a str) -> Cow<'a, str> {
        match &self.0 {
            Format::Aliases(aliases) if kind == NameKind::Player => aliases.name(written).into(),
            Format::Aliases(_) => written.into(),
            Format::Spelling(spelling) => spelling.name(kind, written),
        }
    }
}

impl fmt::Display for NameListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Aliases(error) => error.fmt(f),
            Self::Spelling(error) => error.fmt(f),
            Self::Encoding { line, byte } => {
                write!(f, "line {line}: the byte 0x{byte:02X} is not UTF-8, as the rest of the list is")
            }
        }
    }
}

impl std::error::Error for NameListError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_one_encoding() {
        let list = |bytes: &[u8]| NameList::parse(bytes).map_err(|error| error.to_string());
        let name = |bytes: &[u8]| list(bytes).unwrap().name(NameKind::Player, "a").into_owned();
        assert_eq!(name("a = Müller\nb = é\n".as_bytes()), "Müller");
        assert_eq!(name(b"a = M\xfcller\nb = \xe9\n"), "Müller");
        let fault = Err("line 3: the byte 0xFC is not UTF-8, as the rest of the list is".to_owned());
        assert_eq!(list(&["a = Müller\n# é\nb = M".as_bytes(), b"\xfcller\nc = d\n"].concat()), fault);
        assert_eq!(list(&["\u{feff}\n\na = M".as_bytes(), b"\xfcller\n"].concat()), fault);
    }
}
