//! Lists of names: players, sites, events and rounds that are spelled in more than one way.
//!
//! [`NameList::parse`] reads the [`aliases`] of players, and Scid's spelling file.

pub mod aliases;
mod spelling;

use std::borrow::Cow;
use std::fmt;

use crate::pgn::text::decode;
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
        let text = decode(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
        Ok(Self(if spelling::is_spelling(&text) {
            Format::Spelling(Box::new(Spelling::parse(&text).map_err(NameListError::Spelling)?))
        } else {
            Format::Aliases(Aliases::parse(&text).map_err(NameListError::Aliases)?)
        }))
    }

    /// How a name should be spelled; the name itself if the list does not say.
    #[must_use]
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
        }
    }
}

impl std::error::Error for NameListError {}
