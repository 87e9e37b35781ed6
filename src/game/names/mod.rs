//! Lists of names: players, sites, events and rounds that are spelled in more than one way.
//!
//! [`NameList::parse`] reads aliases of players, and Scid's spelling file.

mod spelling;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use crate::pgn::text::{decode, fault_in_utf8};
use crate::pgn::write::Unwritable;

use spelling::{Spelling, SpellingError};

/// What a name is the name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    Player,
    Site,
    Event,
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

#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NameListError {
    Aliases(AliasError),
    /// In a spelling file of Scid.
    Spelling(SpellingError),
    /// In the encoding: a byte of a list in UTF-8 that is not UTF-8.
    Encoding {
        /// The number of its line, from 1.
        line: usize,
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

// Aliases: players whose names are spelled in more than one way.

/// A map from aliases to the names that they stand for.
///
/// ```
/// use adoube::game::names::Aliases;
///
/// let aliases = Aliases::parse("# a comment\nNepo = Nepomniachtchi,I\n").unwrap();
/// assert_eq!(aliases.name("Nepo"), "Nepomniachtchi,I");
/// assert_eq!(aliases.name("Ding,Liren"), "Ding,Liren");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Aliases {
    names: HashMap<Box<str>, (Box<str>, usize)>,
}

/// An error in a list of aliases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AliasError {
    /// The number of the line, from 1.
    pub line: usize,
    pub fault: AliasFault,
}

/// A fault of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AliasFault {
    MissingEquals,
    EmptySide,
    /// An earlier line maps the same name to another one.
    Contradiction {
        /// The number of that line.
        earlier: usize,
    },
    /// The name has a character that must not be written.
    Unwritable(Unwritable),
    /// The name is itself an alias of another, so the meaning is unclear.
    Chain {
        /// The number of the line with this alias.
        other: usize,
    },
}

impl Aliases {
    /// Reads lines `as written = name`. Empty lines and lines that begin with `#` are skipped; white space around a
    /// name is ignored.
    pub fn parse(text: &str) -> Result<Self, AliasError> {
        let mut names: HashMap<Box<str>, (Box<str>, usize)> = HashMap::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let fault = |fault| AliasError { line, fault };
            let (written, name) = content.split_once('=').ok_or_else(|| fault(AliasFault::MissingEquals))?;
            let (written, name) = (written.trim(), name.trim());
            if written.is_empty() || name.is_empty() {
                return Err(fault(AliasFault::EmptySide));
            }
            Unwritable::check(name).map_err(|error| fault(AliasFault::Unwritable(error)))?;
            match names.get(written) {
                Some((meant, earlier)) if &**meant != name => {
                    return Err(fault(AliasFault::Contradiction { earlier: *earlier }));
                }
                _ => names.insert(written.into(), (name.into(), line)),
            };
        }
        let aliases = Self { names };
        aliases.first_chain().map_or(Ok(aliases), Err)
    }

    /// The name that `written` is an alias of; `written` itself if it is not an alias.
    pub fn name<'a>(&'a self, written: &'a str) -> &'a str {
        self.names.get(written).map_or(written, |(name, _)| name)
    }

    /// The first line whose name is itself an alias.
    fn first_chain(&self) -> Option<AliasError> {
        let chains = self.names.iter().filter_map(|(written, (name, line))| {
            let (_, other) = self.names.get(name).filter(|(meant, _)| name != written && meant != name)?;
            Some(AliasError { line: *line, fault: AliasFault::Chain { other: *other } })
        });
        chains.min_by_key(|error| error.line)
    }
}

impl fmt::Display for AliasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.fault {
            AliasFault::MissingEquals => f.write_str("no `=`; write `as written = name`"),
            AliasFault::EmptySide => f.write_str("one side of `=` is empty"),
            AliasFault::Contradiction { earlier } => write!(f, "line {earlier} gives another player for this name"),
            AliasFault::Unwritable(error) => write!(f, "in the name after `=`, {error}"),
            AliasFault::Chain { other } => {
                write!(f, "the name after `=` is an alias itself, on line {other}; use the final name on both lines")
            }
        }
    }
}

impl std::error::Error for AliasError {}

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

    #[test]
    fn faults_name_their_lines() {
        let message = |text: &str| Aliases::parse(text).map_or_else(|error| error.to_string(), |_| "sound".to_owned());
        assert_eq!(message("a=b\n\n# c\nd = b\na = b\nb = b"), "sound");
        assert_eq!(message("a = b\nc"), "line 2: no `=`; write `as written = name`");
        let unwritable =
            "line 2: in the name after `=`, the control character U+001B must not be written to a PGN file";
        assert_eq!(message("a\u{1b} = b\nA = x\u{1b}[31m\u{1}"), unwritable);
        assert_eq!(message("= b"), "line 1: one side of `=` is empty");
        assert_eq!(message("a = b\n#\na = c"), "line 3: line 1 gives another player for this name");
        assert!(message("a = b\nb = c").starts_with("line 1: the name after `=` is an alias itself, on line 2"));
        assert!(message("b = c\na = b").starts_with("line 2: the name"));
    }
}
