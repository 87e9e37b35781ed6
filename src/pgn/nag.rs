//! Numeric Annotation Glyphs (NAGs, PGN 10), and the symbols that people write instead.

/// The NAG for a diagram of the position.
pub const DIAGRAM: u8 = 220;

/// The symbols of books and databases with their NAGs. If a NAG has several symbols, the usual one comes first.
const SYMBOLS: [(&str, u8); 33] = [
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

/// Other symbols, which are read but not shown after a move.
const READ_ONLY_SYMBOLS: [(&str, u8); 7] =
    [("⇄", 132), ("RR", 145), ("N", 146), ("TN", 146), ("D", DIAGRAM), ("Diagram", DIAGRAM), ("[#]", DIAGRAM)];

/// The NAG of a symbol: `±` is `$16`, `N` is `$146`.
pub fn from_symbol(symbol: &str) -> Option<u8> {
    let normalized: String = symbol.chars().map(normalize).collect();
    SYMBOLS.iter().chain(&READ_ONLY_SYMBOLS).find(|(symbol, _)| *symbol == normalized).map(|(_, nag)| *nag)
}

/// The usual symbol of a NAG, to show after a move.
pub fn symbol(nag: u8) -> Option<&'static str> {
    SYMBOLS.iter().find(|(_, number)| *number == nag).map(|(symbol, _)| *symbol)
}

/// Replaces typographic forms of the characters in symbols.
const fn normalize(character: char) -> char {
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
    fn symbols_map_to_nags() {
        for (text, nag) in
            [("!", 1), ("?!", 6), ("！？", 5), ("⁉", 5), ("+/−", 16), ("-+", 19), ("N", 146), ("[#]", 220)]
        {
            assert_eq!(from_symbol(text), Some(nag), "{text}");
        }
        assert_eq!([from_symbol("!!!"), from_symbol("±±")], [None, None]);
        assert_eq!([symbol(5), symbol(14), symbol(146)], [Some("!?"), Some("⩲"), None]);
    }
}
