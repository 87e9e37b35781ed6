//! Decoding of file bytes, and line ends.

use std::borrow::Cow;

/// Decodes bytes as UTF-8 if they are valid, and otherwise as Windows-1252, a superset of the ISO 8859-1 of PGN 4.1.
/// Any bytes are valid Windows-1252, so nothing is lost.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
    }
}

/// The number of characters that [`decode`] returns.
#[must_use]
pub fn count_chars(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().count(),
        Err(_) => bytes.len(),
    }
}

/// The number of line ends: LF, CR LF and a bare CR count as one each.
#[must_use]
pub fn count_line_ends(bytes: &[u8]) -> usize {
    let line_feeds = memchr::memchr_iter(b'\n', bytes).count();
    if memchr::memchr(b'\r', bytes).is_none() {
        return line_feeds;
    }
    let bare_returns = memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
    line_feeds + bare_returns
}

/// Whether the last brace of a text opens a comment.
#[cfg(feature = "cli")]
pub(crate) fn ends_in_braces(text: &[u8]) -> bool {
    memchr::memrchr2(b'{', b'}', text).is_some_and(|at| text[at] == b'{')
}

/// The start of the line that contains `at`.
#[must_use]
pub fn line_start(bytes: &[u8], at: usize) -> usize {
    memchr::memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |end| end + 1)
}

/// The end of the line that contains `at`, without its line end.
#[must_use]
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// The line end that a text uses: that of its first line.
#[must_use]
pub fn line_end_of(text: &[u8]) -> &'static str {
    match memchr::memchr(b'\n', text) {
        Some(at) if at > 0 && text[at - 1] == b'\r' => "\r\n",
        None if memchr::memchr(b'\r', text).is_some() => "\r",
        _ => "\n",
    }
}

/// The characters that Windows-1252 has where ISO 8859-1 has control codes (0x80 to 0x9f). Five are undefined and keep
/// the code of the control character, as in the WHATWG Encoding Standard.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text in Windows-1252; `None` if it has a character that is not there.
#[must_use]
pub fn encode_windows_1252(text: &str) -> Option<Vec<u8>> {
    let byte = |letter: char| match u8::try_from(letter) {
        Ok(byte) if windows_1252(byte) == letter => Some(byte),
        _ => (0x80..=0x9f).find(|byte| windows_1252(*byte) == letter),
    };
    text.chars().map(byte).collect()
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_encoded_as_it_was_decoded() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(encode_windows_1252(&decode(&bytes)), Some(bytes));
        assert_eq!(encode_windows_1252("Ж"), None);
    }

    #[test]
    fn bytes_are_decoded_as_utf_8_or_windows_1252() {
        assert_eq!(decode("Kramník".as_bytes()), "Kramník");
        assert_eq!(decode(b"Kramn\xedk \x96 \xbd"), "Kramník – ½");
        assert_eq!(count_chars("Kramník".as_bytes()), 7);
        assert_eq!(count_chars(b"Kramn\xedk"), 7);
    }

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(count_line_ends(b"a\nb\r\nc\rd"), 3);
        assert_eq!(line_start(b"a\rbc", 3), 2);
        assert_eq!(line_end(b"a\rbc\r\n", 2), 4);
    }
}
