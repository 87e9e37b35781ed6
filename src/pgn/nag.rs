//! Numeric annotation glyphs (PGN 10), and the signs that people write in their place.

/// The glyph for a diagram of the position.
pub const DIAGRAM: u8 = 220;

/// The glyph of a suffix behind a move (PGN 8.2.3.8); `None` if it is none of the six.
#[must_use]
pub fn of_suffix(suffix: &[u8]) -> Option<u8> {
    match suffix {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        _ => None,
    }
}

/// The signs of books and databases that stand for glyphs; of several for one glyph the first is the usual one.
const SIGNS: [(&str, u8); 33] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("∆", 140),
    ("⌓", 142),
];

/// Other signs that are read and not shown behind a move.
const WORDS: [(&str, u8); 7] =
    [("⇄", 132), ("RR", 145), ("N", 146), ("TN", 146), ("D", DIAGRAM), ("Diagram", DIAGRAM), ("[#]", DIAGRAM)];

/// The glyph that a sign of books and databases stands for: `±` is `$16`, `N` is `$146`.
#[must_use]
pub fn of_sign(sign: &str) -> Option<u8> {
    let plain: String = sign.chars().map(plain).collect();
    SIGNS.iter().chain(&WORDS).find(|(sign, _)| *sign == plain).map(|(_, nag)| *nag)
}

/// The usual sign for a glyph, to stand right behind a move.
#[must_use]
pub fn sign(nag: u8) -> Option<&'static str> {
    SIGNS.iter().find(|(_, glyph)| *glyph == nag).map(|(sign, _)| *sign)
}

/// Typographic forms of the characters that signs are made of.
const fn plain(character: char) -> char {
    match character {
        '！' => '!',
        '？' => '?',
        '−' | '–' => '-',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_for_glyphs() {
        for (sign, nag) in
            [("!", 1), ("?!", 6), ("！？", 5), ("⁉", 5), ("+/−", 16), ("-+", 19), ("N", 146), ("[#]", 220)]
        {
            assert_eq!(of_sign(sign), Some(nag), "{sign}");
        }
        assert_eq!(of_sign("!!!"), None);
        assert_eq!([sign(5), sign(14), sign(146)], [Some("!?"), Some("⩲"), None]);
        assert_eq!(of_suffix("±".as_bytes()), None);
    }
}
