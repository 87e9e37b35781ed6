//! Notes on the choice of an edition, and on what its available text lacks.

use std::fmt;

/// A note on the edition that is applied. It says the same of all games of the same years.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EditionNote {
    /// The game may have been played before or after a change of the edition.
    PartlyKnownDate,
    /// The game may be older than the oldest edition.
    PossiblyOlder,
    /// The game is older than the oldest edition.
    Older,
    /// The game is also older than the limit of fifty moves for all positions.
    OlderThanFiftyForAll,
    /// The editions of 2005 and 2009 are not available.
    Without2005And2009,
    /// The edition of July 2017 is not available.
    Without2017,
    /// The text of 2001 that is available does not include the article.
    WithoutArticle,
}

impl EditionNote {
    /// All notes.
    pub const ALL: [Self; 7] = [
        Self::PartlyKnownDate,
        Self::PossiblyOlder,
        Self::Older,
        Self::OlderThanFiftyForAll,
        Self::Without2005And2009,
        Self::Without2017,
        Self::WithoutArticle,
    ];

    /// Its sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::PartlyKnownDate => "the date is known in part only; the earlier of two editions is applied",
            Self::PossiblyOlder => {
                "the game may be older than the 2001 edition, which is applied because adoube has no older one"
            }
            Self::Older => "the game is older than the 2001 edition, which is applied because adoube has no older one",
            Self::OlderThanFiftyForAll => {
                "the game is older than the 2001 edition, which is applied because adoube has no older one; until 1992 the \
                 limit was more than fifty moves in some endgames"
            }
            Self::Without2005And2009 => "adoube does not have the editions of 2005 and 2009; that of 2001 is applied",
            Self::Without2017 => "adoube does not have the edition of July 2017; that of 2018 is applied",
            Self::WithoutArticle => {
                "no article is cited, because adoube has only articles 1 to 5 and Appendices B and C of the edition of 2001; \
                 the rule is taken from later ones"
            }
        }
    }
}

impl fmt::Display for EditionNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
