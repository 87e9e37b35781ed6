//! Localized piece letters: the tables of PGN section 17, and the Russian letters found in many archives.

use super::parse_localized;
use crate::chess::piece::PieceType;

/// The piece letters of one language.
#[derive(PartialEq, Eq, Debug)]
pub struct Alphabet {
    /// The English name of the language.
    pub language: &'static str,
    /// Its two-letter code (ISO 639-1).
    pub code: &'static str,
    /// The letters in the order pawn, knight, bishop, rook, queen, king.
    letters: [&'static str; 6],
}

impl Alphabet {
    /// The piece letters of SAN (PGN 8.2.3.2).
    pub const ENGLISH: Self = Self::new("English", "en", ["P", "N", "B", "R", "Q", "K"]);

    /// The languages of PGN section 17 other than English, sorted by name, then Russian.
    pub const ALL: &'static [Self] = &[
        Self::new("Czech", "cs", ["P", "J", "S", "V", "D", "K"]),
        Self::new("Danish", "da", ["B", "S", "L", "T", "D", "K"]),
        Self::new("Dutch", "nl", ["O", "P", "L", "T", "D", "K"]),
        Self::new("Estonian", "et", ["P", "R", "O", "V", "L", "K"]),
        Self::new("Finnish", "fi", ["P", "R", "L", "T", "D", "K"]),
        Self::new("French", "fr", ["P", "C", "F", "T", "D", "R"]),
        Self::new("German", "de", ["B", "S", "L", "T", "D", "K"]),
        Self::new("Hungarian", "hu", ["G", "H", "F", "B", "V", "K"]),
        Self::new("Icelandic", "is", ["P", "R", "B", "H", "D", "K"]),
        Self::new("Italian", "it", ["P", "C", "A", "T", "D", "R"]),
        Self::new("Norwegian", "no", ["B", "S", "L", "T", "D", "K"]),
        Self::new("Polish", "pl", ["P", "S", "G", "W", "H", "K"]),
        Self::new("Portuguese", "pt", ["P", "C", "B", "T", "D", "R"]),
        Self::new("Romanian", "ro", ["P", "C", "N", "T", "D", "R"]),
        Self::new("Spanish", "es", ["P", "C", "A", "T", "D", "R"]),
        Self::new("Swedish", "sv", ["B", "S", "L", "T", "D", "K"]),
        Self::new("Russian", "ru", ["п", "К", "С", "Л", "Ф", "Кр"]),
    ];

    const fn new(language: &'static str, code: &'static str, letters: [&'static str; 6]) -> Self {
        Self { language, code, letters }
    }

    /// The letter of a kind of piece; for the king in Russian, two letters.
    pub const fn letter(&self, kind: PieceType) -> &'static str {
        self.letters[kind.index()]
    }

    /// The kind whose letter is at the start of the text, and the length of the letter in bytes.
    pub fn kind_at(&self, text: &str) -> Option<(PieceType, usize)> {
        let fits = PieceType::ALL.into_iter().filter(|kind| text.starts_with(self.letter(*kind)));
        fits.map(|kind| (kind, self.letter(kind).len())).max_by_key(|(_, length)| *length)
    }

    /// The languages of [`Alphabet::ALL`] in which each of these texts can be parsed as a move.
    ///
    /// There may be several; German, Danish, Norwegian and Swedish always appear together. Replaying the game decides.
    pub fn candidates(words: &[&[u8]]) -> Vec<&'static Self> {
        let reads_all = |alphabet: &&Self| words.iter().all(|word| parse_localized(word, alphabet).is_ok());
        Self::ALL.iter().filter(reads_all).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(words: &[&str]) -> Vec<&'static str> {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        Alphabet::candidates(&words).into_iter().map(|alphabet| alphabet.code).collect()
    }

    #[test]
    fn candidates_are_the_languages_with_every_letter() {
        assert_eq!(candidates(&["Sf3", "Lb5", "Td1", "O-O"]), ["da", "de", "no", "sv"]);
        assert_eq!(candidates(&["Cf3", "Fb5"]), ["fr"]);
        assert_eq!(candidates(&["Cf3", "Ab5", "e8=D"]), ["it", "es"]);
        assert_eq!(candidates(&["Hc6", "Bd1", "Fe2"]), ["hu"]);
        assert_eq!(candidates(&["Кf3", "Крe2", "Фd4", "Сxb5+"]), ["ru"]);
        assert_eq!(candidates(&["Rf3", "Od3", "Le2", "O-O-O"]), ["et"]);
        assert!(candidates(&["Nf3", "Qd4"]).is_empty());
    }
}
