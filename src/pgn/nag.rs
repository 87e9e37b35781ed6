//! Numeric annotation glyphs (PGN 10), and the signs that people write in their place.

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

/// The glyph that a sign of books and databases stands for: `±` is `$16`, `N` is `$146`.
#[must_use]
pub fn of_sign(sign: &str) -> Option<u8> {
    let plain: String = sign.chars().map(plain).collect();
    if let Some(nag) = of_suffix(plain.as_bytes()) {
        return Some(nag);
    }
    Some(match plain.as_str() {
        "‼" => 3,
        "⁇" => 4,
        "⁉" => 5,
        "⁈" => 6,
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "⩲" | "+=" | "+/=" => 14,
        "⩱" | "=+" | "=/+" => 15,
        "±" | "+/-" => 16,
        "∓" | "-/+" => 17,
        "+-" => 18,
        "-+" => 19,
        "⨀" => 22,
        "○" => 26,
        "⟳" => 32,
        "↑" => 36,
        "→" => 40,
        "⇆" | "⇄" => 132,
        "∆" => 140,
        "⌓" => 142,
        "RR" => 145,
        "N" | "TN" => 146,
        "D" | "Diagram" | "[#]" => 220,
        _ => return None,
    })
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
        assert_eq!(of_suffix("±".as_bytes()), None);
    }
}
