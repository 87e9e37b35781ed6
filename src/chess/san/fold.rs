//! Any spelling of a character to the one ASCII character that SAN has for it.

use super::language::Alphabet;
use super::{Forms, Malformed, MalformedKind};
use crate::chess::piece::Kind;

/// The longest word that can be a move, in ASCII characters: `Qa1-b2dbl.ch.` and the like, with room to spare.
const LONGEST: usize = 32;

/// The longest word that can be a move, in bytes of its source.
const LONGEST_SOURCE: usize = 128;

/// A word in ASCII that still knows where each character came from.
pub(super) struct Folded {
    text: [u8; LONGEST],
    /// Where each character begins in the source; one entry more for the end of the source.
    starts: [u8; LONGEST + 1],
    len: usize,
    /// The forms seen while folding.
    pub(super) forms: Forms,
}

impl Folded {
    /// The ASCII text.
    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.len]
    }

    /// Where in the source the character with this index begins.
    pub(super) fn source(&self, index: usize) -> usize {
        usize::from(self.starts[index.min(self.len)])
    }

    fn push(&mut self, ascii: u8, start: usize) {
        self.text[self.len] = ascii;
        self.starts[self.len] = start as u8;
        self.len += 1;
    }
}

/// Folds a word; with an alphabet its letters are translated to English ones, and English ones it lacks are refused.
pub(super) fn fold(word: &[u8], alphabet: Option<&Alphabet>) -> Result<Folded, Malformed> {
    if word.len() > LONGEST_SOURCE {
        return Err(Malformed { range: 0..word.len(), kind: MalformedKind::TooLong });
    }
    let source = std::str::from_utf8(word).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(word.len(), |length| start + length);
        Malformed { range: start..end, kind: MalformedKind::Encoding }
    })?;
    let mut folded = Folded { text: [0; LONGEST], starts: [0; LONGEST + 1], len: 0, forms: Forms::NONE };
    let mut at = 0;
    while let Some(character) = source[at..].chars().next() {
        if folded.len == LONGEST {
            return Err(Malformed { range: 0..word.len(), kind: MalformedKind::TooLong });
        }
        let (ascii, length, form) = fold_one(&source[at..], character, alphabet)
            .map_err(|kind| Malformed { range: at..at + character.len_utf8(), kind })?;
        folded.forms |= form;
        if let Some(ascii) = ascii {
            folded.push(ascii, at);
        }
        at += length;
    }
    folded.starts[folded.len] = word.len() as u8;
    Ok(folded)
}

/// What the text opens with: its ASCII character (none for what cannot be seen), its bytes, and the form it is.
fn fold_one(
    text: &str,
    character: char,
    alphabet: Option<&Alphabet>,
) -> Result<(Option<u8>, usize, Forms), MalformedKind> {
    if let Some(alphabet) = alphabet {
        if let Some((kind, length)) = alphabet.kind_at(text) {
            return Ok((Some(kind.letter() as u8), length, Forms::LOCALIZED));
        }
        if character.is_ascii() && Kind::from_letter(character as u8).is_some() {
            return Err(MalformedKind::PieceLetter);
        }
    }
    let length = character.len_utf8();
    if character.is_ascii_graphic() {
        return Ok((Some(character as u8), length, Forms::NONE));
    }
    let (ascii, form) = match character {
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => return Ok((None, length, Forms::LOOKALIKE)),
        '\u{fe0e}' | '\u{fe0f}' => return Ok((None, length, Forms::NONE)),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => {
            (b'-', Forms::TYPOGRAPHIC_DASH)
        }
        '×' | '✕' | '✖' => (b'*', Forms::NONE),
        '♔'..='♟' => (figurine(character), Forms::FIGURINE),
        '†' => (b'+', Forms::CHECK_WORD),
        '‡' => (b'+', Forms::CHECK_WORD | Forms::DOUBLE_PLUS),
        '≠' => (b'#', Forms::MATE_WORD),
        _ => (lookalike(character).ok_or(MalformedKind::Character)?, Forms::LOOKALIKE),
    };
    Ok((Some(ascii), length, form))
}

/// The English letter of a chess figurine, U+2654 to U+265F.
fn figurine(character: char) -> u8 {
    b"KQRBNP"[(character as usize - 0x2654) % 6]
}

/// The ASCII character that this one is mistaken for.
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
