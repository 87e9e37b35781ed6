//! The language of a game's piece letters.

use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::chess::san::{self, ParsedSan};

/// The language of the piece letters, as far as it is known.
pub(super) struct Language {
    alphabet: Option<&'static Alphabet>,
    /// Whether the language is decided: detected, or English.
    is_settled: bool,
    /// The language that fits the moves better.
    better: Option<&'static Alphabet>,
}

impl Language {
    /// The language that is known in advance, if any.
    pub(super) fn new(alphabet: Option<&'static Alphabet>) -> Self {
        Self { alphabet, is_settled: false, better: None }
    }

    /// Whether the letters are read as English only.
    #[inline]
    pub(super) fn is_english(&self) -> bool {
        self.alphabet.is_none()
    }

    /// The language in which the game must be read again.
    #[inline]
    pub(super) fn better(&self) -> Option<&'static Alphabet> {
        self.better
    }

    /// Parses a token with the piece letters of this game.
    pub(super) fn parse(&self, token: &[u8]) -> Option<ParsedSan> {
        match self.alphabet {
            Some(alphabet) => san::parse_localized(token, alphabet).or_else(|_| san::parse(token)).ok(),
            None => san::parse(token).ok(),
        }
    }

    /// The language, when its letters are met for the first time.
    pub(super) fn first_met(&mut self) -> Option<&'static Alphabet> {
        let alphabet = self.alphabet?;
        (!std::mem::replace(&mut self.is_settled, true)).then_some(alphabet)
    }

    /// Whether a token that is not a legal move gives reason to look for another language. Its own letter does not matter:
    /// letters of other languages may be those of other pieces in English, so that moves fail late.
    pub(super) fn is_doubtful(&self) -> bool {
        self.alphabet.is_none() && !self.is_settled
    }

    /// Looks for a language whose piece letters fit more of these moves than English. Returns whether there is one.
    ///
    /// Without a letter that English does not have, all moves must fit, and moves of three pieces that do not in English.
    /// With one, most moves must not have letters that only English has.
    pub(super) fn detect(&mut self, start: &Position, moves: &[&[u8]]) -> bool {
        let english = count_legal(start, moves, &Alphabet::ENGLISH);
        let best = Alphabet::ALL
            .iter()
            .map(|alphabet| (count_legal(start, moves, alphabet), alphabet))
            .max_by_key(|(played, alphabet)| (*played, std::cmp::Reverse(rank(alphabet))));
        let fits = |played: usize, alphabet: &Alphabet| {
            let count = |in_one: &Alphabet, not_in: &Alphabet| {
                moves.iter().filter(|token| has_letter(token, in_one) && !has_letter(token, not_in)).count()
            };
            if count(&Alphabet::ENGLISH, alphabet) > count(alphabet, &Alphabet::ENGLISH) {
                return false;
            }
            let has_foreign_letter = moves[..played].iter().any(|token| is_foreign(token));
            let pieces = || moves[english..played].iter().filter(|token| b"RBNP".contains(&token[0])).count();
            played > english && (has_foreign_letter || (played == moves.len() && pieces() >= 3))
        };
        self.better = best.filter(|(played, alphabet)| fits(*played, alphabet)).map(|(_, alphabet)| alphabet);
        self.is_settled |= self.better.is_none();
        self.better.is_some()
    }
}

/// Whether a token begins with a piece letter of a language.
fn has_letter(token: &[u8], alphabet: &Alphabet) -> bool {
    token[0] != b'O' && str::from_utf8(token).is_ok_and(|text| alphabet.kind_at(text).is_some())
}

/// Whether a token begins with a piece letter that English does not have.
fn is_foreign(token: &[u8]) -> bool {
    match token {
        [b'O', b'a'..=b'h' | b'x' | b'1'..=b'8', ..] => true,
        [first, ..] => first.is_ascii_uppercase() && !b"KQRBNOP".contains(first) || !first.is_ascii(),
        [] => false,
    }
}

/// The number of leading tokens that are legal moves with the letters of a language.
fn count_legal(start: &Position, moves: &[&[u8]], alphabet: &Alphabet) -> usize {
    let mut position = start.clone();
    for (played, san) in moves.iter().enumerate() {
        let Ok(parsed) = san::parse_localized(san, alphabet) else { return played };
        match position.resolve(&parsed) {
            Ok(resolved) => _ = position.play_unchecked(resolved.mv),
            Err(_) => return played,
        }
    }
    moves.len()
}

/// Ranks languages with the same letters by how common their archives are.
fn rank(alphabet: &Alphabet) -> usize {
    const COMMON: [&str; 5] = ["de", "fr", "es", "nl", "pt"];
    COMMON.iter().position(|code| *code == alphabet.code).unwrap_or(COMMON.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_the_language_that_fits_more_moves() {
        let detect = |moves: &[&[u8]]| {
            let mut language = Language::new(None);
            language.detect(&Position::initial(), moves);
            language.better().map(|alphabet| alphabet.code)
        };
        assert_eq!(detect(&[b"e4", b"e5", b"Sf3", b"Sc6", b"Lb5"]), Some("de"));
        assert_eq!(detect(&[b"e4", b"e5", b"Cf3", b"Cc6", b"Fb5"]), Some("fr"));
        assert_eq!(detect(&[b"e4", b"e5", b"Nf3", b"Nc6", b"Bb5"]), None);
        // Letters of other pieces in English.
        assert_eq!(detect(&[b"e4", b"e5", b"Rf3", b"Rc6", b"Ob5"]), Some("et"));
        assert_eq!(detect(&[b"e4", b"e5", b"Pf3", b"Pc6", b"Lb5", b"a6", b"Lxc6"]), Some("nl"));
        assert_eq!(detect(&[b"e4", b"d5", b"Ra3", b"e6"]), None, "one illegal move of a rook");
        assert_eq!(detect(&[b"e4", b"e6", b"Sb5", b"Nc6", b"Qe2"]), None, "one letter of another language");
        assert_eq!(detect(&[b"e4", b"e5", b"Rf3", b"Rc6", b"d4", b"Rxd4"]), Some("is"));
        assert_eq!(detect(&[b"e4", b"e5", b"Nf3", b"Nc6", b"Rg1", b"Rb8", b"Rxg7"]), None);
    }

    #[test]
    fn looks_for_a_language_once() {
        let mut language = Language::new(None);
        assert!(language.is_doubtful());
        assert!(!language.detect(&Position::initial(), &[b"Sf6"]));
        assert!(!language.is_doubtful());
    }
}
