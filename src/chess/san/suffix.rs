//! What may hang on the end of a move: suffixes (PGN 8.2.3.8) and assessments.

use std::ops::Range;

use super::Forms;

/// Assessments of a position that are found glued to moves, the longer ones before their own endings.
const ASSESSMENTS: [&str; 13] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "=", "±", "∓", "⩲", "⩱"];

/// The characters that suffixes are made of; the last four are two marks in one character.
const MARKS: [&str; 8] = ["!", "?", "！", "？", "‼", "⁇", "⁈", "⁉"];

/// Where the suffix of a word stands, if it has one. Never the whole word.
pub(super) fn find(word: &[u8]) -> Option<(Range<usize>, Forms)> {
    // Nearly every word ends in a digit, a capital letter, `+` or `#`.
    let last = *word.last()?;
    if last.is_ascii_alphanumeric() || last == b'#' {
        return None;
    }
    let start = trim_marks(word);
    if start < word.len() {
        return (start > 0).then_some((start..word.len(), Forms::NONE));
    }
    let ends = |sign: &&str| word.ends_with(sign.as_bytes()) && word.len() > sign.len();
    let sign = ASSESSMENTS.into_iter().find(ends)?;
    Some((word.len() - sign.len()..word.len(), Forms::ASSESSMENT))
}

/// The length of the word without the marks at its end.
fn trim_marks(word: &[u8]) -> usize {
    let mut end = word.len();
    while let Some(mark) = MARKS.iter().find(|mark| word[..end].ends_with(mark.as_bytes())) {
        end -= mark.len();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_found_at_the_end() {
        let range = |word: &str| find(word.as_bytes()).map(|(range, _)| range);
        assert_eq!(range("e4"), None);
        assert_eq!(range("e4!"), Some(2..3));
        assert_eq!(range("Nf3!!??"), Some(3..7));
        assert_eq!(range("Nf3+-"), Some(3..5));
        assert_eq!(range("Nf3+"), None);
        assert_eq!(range("Nf3‼"), Some(3..6));
        assert_eq!(range("!!"), None);
        assert_eq!(range("="), None);
        assert_eq!(range(""), None);
    }
}
