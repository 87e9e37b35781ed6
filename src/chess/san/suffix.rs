//! Move suffixes (PGN 8.2.3.8), and assessments of the position after a move.

use std::ops::Range;

use super::Deviations;

/// The assessments that archives attach to moves; each comes before its own suffixes.
const ASSESSMENTS: [&str; 13] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "=", "±", "∓", "⩲", "⩱"];

/// The characters of move suffixes; the last four are two signs in one character.
const SIGNS: [&str; 8] = ["!", "?", "！", "？", "‼", "⁇", "⁈", "⁉"];

/// The byte range of the move suffix or assessment, if there is one. It is never the whole text.
pub(super) fn find(san: &[u8]) -> Option<(Range<usize>, Deviations)> {
    // Nearly every move ends in a digit, a capital letter, `+` or `#`.
    let last = *san.last()?;
    if last.is_ascii_alphanumeric() || last == b'#' {
        return None;
    }
    let start = trim_signs(san);
    if start < san.len() {
        return (start > 0).then_some((start..san.len(), Deviations::NONE));
    }
    let ends = |sign: &&str| san.ends_with(sign.as_bytes()) && san.len() > sign.len();
    let sign = ASSESSMENTS.into_iter().find(ends)?;
    Some((san.len() - sign.len()..san.len(), Deviations::ASSESSMENT))
}

/// The length of the text without the signs at its end.
fn trim_signs(san: &[u8]) -> usize {
    let mut end = san.len();
    while let Some(sign) = SIGNS.iter().find(|sign| san[..end].ends_with(sign.as_bytes())) {
        end -= sign.len();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_found_at_the_end() {
        let range = |san: &str| find(san.as_bytes()).map(|(range, _)| range);
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
