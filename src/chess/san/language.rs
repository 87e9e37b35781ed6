//! Localized piece letters: the tables of PGN section 17, and the Russian letters found in many archives; and the
//! normalization of moves to ASCII.

use crate::chess::piece::PieceType;

use super::{Deviations, SanError, SanErrorKind};

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
}

// The normalization of moves to ASCII: each character to the one that SAN uses for it.

/// The maximum number of ASCII characters; the longest spellings, such as `Qa1-b2dbl.ch.`, are much shorter.
const MAX_LENGTH: usize = 32;

/// The maximum number of bytes of the source.
const MAX_SOURCE_LENGTH: usize = 128;

/// The text of a move in ASCII, with the place of each character in the source.
pub(super) struct NormalizedText {
    text: [u8; MAX_LENGTH],
    /// The byte index of each character in the source, and the length of the source.
    starts: [u8; MAX_LENGTH + 1],
    len: usize,
    /// The departures from SAN found during normalization.
    pub(super) forms: Deviations,
}

impl NormalizedText {
    /// The ASCII text.
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }

    /// The byte index in the source of the character with this index.
    pub(super) fn source_index(&self, index: usize) -> usize {
        usize::from(self.starts[index.min(self.len)])
    }

    fn push(&mut self, ascii: u8, start: usize) {
        self.text[self.len] = ascii;
        self.starts[self.len] = start as u8;
        self.len += 1;
    }
}

/// Normalizes the text of a move. With an alphabet, its letters are translated to English ones, and English letters
/// that it lacks are refused.
pub(super) fn normalize(san: &[u8], alphabet: Option<&Alphabet>) -> Result<NormalizedText, SanError> {
    if san.len() > MAX_SOURCE_LENGTH {
        return Err(SanError { range: 0..san.len(), kind: SanErrorKind::TooLong });
    }
    let source = std::str::from_utf8(san).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(san.len(), |length| start + length);
        SanError { range: start..end, kind: SanErrorKind::Encoding }
    })?;
    let mut normalized =
        NormalizedText { text: [0; MAX_LENGTH], starts: [0; MAX_LENGTH + 1], len: 0, forms: Deviations::NONE };
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        if normalized.len == MAX_LENGTH {
            return Err(SanError { range: 0..san.len(), kind: SanErrorKind::TooLong });
        }
        let (ascii, length, form) = normalize_first(&source[at..], character, alphabet)
            .map_err(|kind| SanError { range: at..at + character.len_utf8(), kind })?;
        normalized.forms |= form;
        if let Some(ascii) = ascii {
            normalized.push(ascii, at);
        }
        at += length;
    }
    normalized.starts[normalized.len] = san.len() as u8;
    Ok(normalized)
}

/// Normalizes the first character: its ASCII character (none if it is invisible), its length in bytes, and its form.
fn normalize_first(
    text: &str,
    character: char,
    alphabet: Option<&Alphabet>,
) -> Result<(Option<u8>, usize, Deviations), SanErrorKind> {
    if let Some(alphabet) = alphabet {
        if let Some((kind, length)) = alphabet.kind_at(text) {
            return Ok((Some(kind.letter() as u8), length, Deviations::LOCALIZED));
        }
        if character.is_ascii() && PieceType::from_letter(character as u8).is_some() {
            return Err(SanErrorKind::PieceLetter);
        }
    }
    let length = character.len_utf8();
    if character.is_ascii_graphic() {
        return Ok((Some(character as u8), length, Deviations::NONE));
    }
    let (ascii, form) = match character {
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {
            return Ok((None, length, Deviations::LOOKALIKE));
        }
        '\u{fe0e}' | '\u{fe0f}' => return Ok((None, length, Deviations::NONE)),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
            (b'-', Deviations::TYPOGRAPHIC_DASH)
        }
        '×' | '✕' | '✖' => (b'*', Deviations::NONE),
        '♔'..='♟' => (figurine(character), Deviations::FIGURINE),
        '†' => (b'+', Deviations::CHECK_WORD),
        '‡' => (b'+', Deviations::CHECK_WORD | Deviations::DOUBLE_PLUS),
        '≠' => (b'#', Deviations::MATE_WORD),
        _ => (lookalike(character).ok_or(SanErrorKind::Character)?, Deviations::LOOKALIKE),
    };
    Ok((Some(ascii), length, form))
}

/// The English letter of a chess figurine, U+2654 to U+265F.
fn figurine(character: char) -> u8 {
    b"KQRBNP"[(character as usize - 0x2654) % 6]
}

/// The ASCII character that this one looks like.
fn lookalike(character: char) -> Option<u8> {
    let ascii = match character {
        '\u{ff01}'..='\u{ff5e}' => return u8::try_from(character as u32 - 0xfee0).ok(),
        'а' | 'α' => 'a',
        'Ь' | 'Ƅ' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'о' | 'ο' | 'º' => 'o',
        'х' | 'χ' => 'x',
        'В' | 'Β' => 'B',
        'К' | 'Κ' | '\u{212a}' => 'K',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ԛ' => 'Q',
        'Х' | 'Χ' => 'X',
        'З' => '3',
        _ => return None,
    };
    Some(ascii as u8)
}

#[cfg(test)]
mod tests {
    use super::super::parse_localized;
    use super::*;

    fn candidates(words: &[&str]) -> Vec<&'static str> {
        let reads_all =
            |alphabet: &&Alphabet| words.iter().all(|word| parse_localized(word.as_bytes(), alphabet).is_ok());
        Alphabet::ALL.iter().filter(reads_all).map(|alphabet| alphabet.code).collect()
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
