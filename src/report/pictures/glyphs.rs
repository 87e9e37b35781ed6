//! A stroke font of letters, digits and punctuation. With it, diagrams need no installed font and look the same
//! everywhere.
//!
//! Each glyph is drawn as strokes of a round pen. The coordinate y grows downward: the top of capitals is at 0, the top
//! of lowercase letters without ascenders at 4, the baseline at [`CAP_HEIGHT`], and descenders end at 18. The font is
//! original work for this project.

/// The height of capitals and digits.
pub(super) const CAP_HEIGHT: f32 = 14.0;

pub(super) const PEN_WIDTH: f32 = 2.0;

/// The space between two glyphs.
const GAP: f32 = 3.4;

/// The shape of a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// The width, without the gap to the next glyph.
    pub(super) width: f32,
    /// The strokes as SVG path data; empty for a space.
    pub(super) path: &'static str,
}

/// The glyph of a character that the font lacks: an empty box.
const MISSING: Glyph = Glyph { width: 7.0, path: "M0 0H7V14H0z" };

/// The glyph of a character, or an empty box if the font lacks it.
pub(super) fn glyph(character: char) -> Glyph {
    find(character).map_or(MISSING, |at| Glyph { width: GLYPHS[at].1, path: GLYPHS[at].2 })
}

pub(super) fn has_glyph(character: char) -> bool {
    find(character).is_some()
}

fn find(character: char) -> Option<usize> {
    GLYPHS.binary_search_by_key(&character, |(character, ..)| *character).ok()
}

pub(super) fn width(text: &str) -> f32 {
    positioned(text).last().map_or(0.0, |(x, glyph)| x + glyph.width)
}

/// The glyphs of a line of text, each with the x coordinate of its left edge.
pub(super) fn positioned(text: &str) -> impl Iterator<Item = (f32, Glyph)> {
    let mut at = 0.0;
    text.chars().map(glyph).map(move |glyph| {
        let x = at;
        at += glyph.width + GAP;
        (x, glyph)
    })
}

/// All glyphs, sorted by character.
#[rustfmt::skip]
const GLYPHS: [(char, f32, &str); 77] = [
    (' ', 2.6, ""),
    ('!', 0.5, "M.2 0V9.4M.2 13.8V14"),
    ('#', 9.0, "M3 1L1.6 13.6M7.4 1L6 13.6M.6 4.9H9M0 9.6H8.4"),
    ('\'', 0.5, "M.2 0V3.4"),
    ('(', 2.8, "M2.8-1C.9 1.5 0 4.2 0 7.2S.9 13 2.8 15.4"),
    (')', 2.8, "M0-1C1.9 1.5 2.8 4.2 2.8 7.2S1.9 13 0 15.4"),
    ('+', 8.0, "M0 8H8M4 4V12"),
    (',', 1.2, "M1 13.4L0 16.6"),
    ('-', 5.0, "M0 8.4H5"),
    ('.', 0.5, "M.2 13.8V14"),
    ('/', 6.0, "M6 0L0 15"),
    ('0', 8.0, "M4 0C1.3 0 0 2.8 0 7s1.3 7 4 7 4-2.8 4-7-1.3-7-4-7z"),
    ('1', 4.0, "M0 3L4 0V14"),
    ('2', 8.0, "M.2 3.6C.2 1.4 1.9 0 4.1 0s3.7 1.4 3.7 3.7C7.8 7.2 0 10.2 0 14H8"),
    ('3', 8.0, "M.3 1.6C1.2.6 2.5 0 4 0c2.2 0 3.7 1.3 3.7 3.3C7.7 5.4 6 6.5 3.2 6.5 6.4 6.5 8 8 8 10.2 8 12.5 6.3 14 4 14 2.3 14 1 13.5 0 12.3"),
    ('4', 8.6, "M6.2 14V0L0 9.7H8.6"),
    ('5', 8.0, "M7.4 0H1.2L.6 6.3C1.5 5.6 2.7 5.2 4 5.2c2.5 0 4 1.7 4 4.3C8 12.3 6.3 14 3.8 14 2.2 14 1 13.5 0 12.5"),
    ('6', 8.0, "M7 .7C3-1 0 2.2 0 8.6 0 12.4 1.5 14 4 14s4-1.7 4-4.4-1.6-4.3-4-4.3-4 1.7-4 4.3"),
    ('7', 8.0, "M0 0H8L3 14"),
    ('8', 8.0, "M4 6.5C2 6.5.6 5.3.6 3.3S2 0 4 0s3.4 1.3 3.4 3.3S6 6.5 4 6.5 0 7.8 0 10.2 1.6 14 4 14s4-1.4 4-3.8-1.7-3.7-4-3.7z"),
    ('9', 8.0, "M1 13.3C5 15 8 11.8 8 5.4 8 1.6 6.5 0 4 0S0 1.7 0 4.4s1.6 4.3 4 4.3 4-1.7 4-4.3"),
    (':', 0.5, "M.2 6V6.2M.2 13.8V14"),
    ('=', 8.0, "M0 6H8M0 10.4H8"),
    ('?', 7.0, "M0 2.6C.5.9 1.8 0 3.5 0 5.6 0 7 1.3 7 3.2 7 6 3.5 6.2 3.5 9.4M3.5 13.8V14"),
    ('A', 10.0, "M0 14L5 0 10 14M1.8 9.2H8.2"),
    ('B', 8.5, "M0 6.8H4.7C7 6.8 8.5 8.2 8.5 10.4S7 14 4.7 14H0V0H4.3C6.5 0 7.8 1.3 7.8 3.4S6.5 6.8 4.3 6.8"),
    ('C', 9.0, "M9 2.3C8 .8 6.7 0 5 0 2 0 0 2.8 0 7s2 7 5 7c1.7 0 3-.8 4-2.3"),
    ('D', 9.0, "M0 0V14H3.5C7 14 9 11.5 9 7S7 0 3.5 0z"),
    ('E', 7.6, "M7.6 0H0V14H7.6M0 6.8H6.8"),
    ('F', 7.6, "M7.6 0H0V14M0 6.8H6.8"),
    ('G', 9.2, "M9 2.2C8 .8 6.7 0 5 0 2 0 0 2.8 0 7s2 7 5 7c1.7 0 3.2-.6 4.2-1.6V7.6H5.4"),
    ('H', 9.0, "M0 0V14M9 0V14M0 6.8H9"),
    ('I', 0.5, "M.2 0V14"),
    ('J', 5.0, "M5 0V10C5 12.7 4 14 2.4 14 1.4 14 .6 13.7 0 13"),
    ('K', 9.0, "M0 0V14M8.6 0L0 9M3.3 5.6L9 14"),
    ('L', 7.4, "M0 0V14H7.4"),
    ('M', 11.0, "M0 14V0L5.5 10 11 0V14"),
    ('N', 9.0, "M0 14V0L9 14V0"),
    ('O', 10.0, "M5 0C2 0 0 2.8 0 7s2 7 5 7 5-2.8 5-7-2-7-5-7z"),
    ('P', 8.5, "M0 14V0H4.5C7 0 8.5 1.5 8.5 4S7 8 4.5 8H0"),
    ('Q', 10.0, "M5 0C2 0 0 2.8 0 7s2 7 5 7 5-2.8 5-7-2-7-5-7zM6 10.4L10 15"),
    ('R', 9.0, "M0 14V0H4.5C7 0 8.5 1.5 8.5 4S7 8 4.5 8H0M4.6 8L9 14"),
    ('S', 8.5, "M8 1.8C7 .6 5.8 0 4.3 0 2 0 .5 1.4.5 3.4c0 4.9 8 2.4 8 7C8.5 12.6 6.8 14 4.4 14 2.6 14 1.1 13.3 0 12"),
    ('T', 9.0, "M0 0H9M4.5 0V14"),
    ('U', 9.0, "M0 0V9C0 12.2 1.7 14 4.5 14S9 12.2 9 9V0"),
    ('V', 10.0, "M0 0L5 14 10 0"),
    ('W', 14.0, "M0 0L3.5 14 7 2 10.5 14 14 0"),
    ('X', 9.0, "M0 0L9 14M9 0L0 14"),
    ('Y', 9.0, "M0 0L4.5 7V14M9 0L4.5 7"),
    ('Z', 9.0, "M.2 0H8.6L0 14H9"),
    ('_', 8.0, "M0 16H8"),
    ('a', 8.0, "M8 4.2V14M8 9C8 5.8 6.3 4 4 4S0 5.8 0 9s1.7 5 4 5 4-1.8 4-5z"),
    ('b', 8.0, "M0 0V14M0 9C0 5.8 1.7 4 4 4s4 1.8 4 5-1.7 5-4 5-4-1.8-4-5z"),
    ('c', 7.5, "M7.5 5.6C6.7 4.5 5.6 4 4.3 4 1.7 4 0 6 0 9s1.7 5 4.3 5c1.3 0 2.4-.5 3.2-1.6"),
    ('d', 8.0, "M8 0V14M8 9C8 5.8 6.3 4 4 4S0 5.8 0 9s1.7 5 4 5 4-1.8 4-5z"),
    ('e', 8.0, "M0 8.9H8C8 5.8 6.4 4 4.1 4 1.7 4 0 6 0 9s1.7 5 4.2 5c1.5 0 2.7-.5 3.5-1.7"),
    ('f', 5.4, "M5.4.2C3-.4 2 .8 2 3V14M0 4.6H5"),
    ('g', 8.0, "M8 9C8 5.8 6.3 4 4 4S0 5.8 0 9s1.7 5 4 5 4-1.8 4-5zM8 4.2V14.2C8 17 6.5 18.4 4 18.4 2.6 18.4 1.5 18 .6 17.2"),
    ('h', 7.6, "M0 0V14M0 8.4C0 5.6 1.7 4 4 4s3.6 1.4 3.6 4V14"),
    ('i', 0.5, "M.2 4.2V14M.2 0V.2"),
    ('j', 2.6, "M2.6 4.2V15.4C2.6 17.5 1.6 18.4 0 18.2M2.6 0V.2"),
    ('k', 7.2, "M0 0V14M6.8 4.2L0 10.6M2.9 8L7.2 14"),
    ('l', 0.5, "M.2 0V14"),
    ('m', 12.0, "M0 4.2V14M0 8C0 5.5 1.4 4 3.2 4S6 5.5 6 8V14M6 8c0-2.5 1.4-4 3.2-4S12 5.5 12 8V14"),
    ('n', 7.6, "M0 4.2V14M0 8.4C0 5.6 1.7 4 4 4s3.6 1.4 3.6 4V14"),
    ('o', 8.4, "M4.2 4C1.7 4 0 6 0 9s1.7 5 4.2 5 4.2-2 4.2-5-1.7-5-4.2-5z"),
    ('p', 8.0, "M0 4.2V18.4M0 9C0 5.8 1.7 4 4 4s4 1.8 4 5-1.7 5-4 5-4-1.8-4-5z"),
    ('q', 8.0, "M8 4.2V18.4M8 9C8 5.8 6.3 4 4 4S0 5.8 0 9s1.7 5 4 5 4-1.8 4-5z"),
    ('r', 4.6, "M0 4.2V14M0 8.6C0 5.6 2 4 4.6 4.2"),
    ('s', 7.0, "M6.5 5.3C5.6 4.4 4.6 4 3.4 4 1.5 4 .3 5 .3 6.5c0 3.8 6.7 1.4 6.7 5C7 13 5.6 14 3.6 14 2.1 14.1.9 13.5 0 12.6"),
    ('t', 5.2, "M2 1V11.4C2 13.6 3.2 14.3 5.2 13.8M0 4.6H5"),
    ('u', 7.6, "M0 4.2V10C0 12.6 1.3 14 3.6 14S7.6 12.4 7.6 9.6M7.6 4.2V14"),
    ('v', 8.0, "M0 4.2L4 14 8 4.2"),
    ('w', 12.0, "M0 4.2L3 14 6 5 9 14 12 4.2"),
    ('x', 7.5, "M0 4.2L7.5 14M7.5 4.2L0 14"),
    ('y', 8.0, "M0 4.2L4 14M8 4.2L3.5 15.6C2.8 17.6 1.8 18.4 0 18.2"),
    ('z', 7.2, "M.2 4.2H7L0 14H7.2"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_sorted_and_cover_letters_digits_and_punctuation() {
        assert!(GLYPHS.is_sorted_by(|a, b| a.0 < b.0));
        for letter in ('a'..='z').chain('A'..='Z').chain('0'..='9').chain("+#=-.!?/ ".chars()) {
            assert_ne!(glyph(letter).path, MISSING.path, "{letter}");
        }
        assert_eq!(glyph('\u{1f600}').path, MISSING.path);
    }

    #[test]
    fn the_width_of_text_is_the_sum_of_its_glyphs_and_gaps() {
        assert!((width("a1") - (8.0 + GAP + 4.0)).abs() < 1e-6);
        assert!(width("").abs() < 1e-6);
    }
}
