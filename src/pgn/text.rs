//! Decoding of file bytes, and line ends.

use std::borrow::Cow;

/// Decodes bytes as UTF-8 if they are valid, and otherwise as Windows-1252, a superset of the ISO 8859-1 of PGN 4.1.
/// Any bytes are valid Windows-1252, so nothing is lost.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| windows_1252(byte)).collect()),
    }
}

/// The offset of the first byte that is not UTF-8 in a text that is UTF-8 otherwise: it begins with a byte order mark,
/// or has more characters outside ASCII than such bytes. `None` if all of it is UTF-8, and in a text in Windows-1252.
#[must_use]
pub fn fault_in_utf8(bytes: &[u8]) -> Option<usize> {
    let first = std::str::from_utf8(bytes).err()?.valid_up_to();
    let (mut characters, mut faults) = (0_usize, 0);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        faults += usize::from(!chunk.invalid().is_empty());
    }
    (bytes.starts_with("\u{feff}".as_bytes()) || characters > faults).then_some(first)
}

/// The number of characters that [`decode`] returns.
pub fn count_chars(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.chars().count(),
        Err(_) => bytes.len(),
    }
}

/// Whether a character changes the direction or the lines of a text, or is invisible in all texts. Names in Persian and in the
/// languages of India need U+200C and U+200D, which are not among these.
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
    )
}

/// The number of line ends: LF, CR LF and a bare CR count as one each.
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

/// A text up to its first brace.
pub fn up_to_brace(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr2(b'{', b'}', text).unwrap_or(text.len())]
}

/// The offset of the first `)` or `]` in a text that has no opening bracket before it.
pub fn unopened_bracket(text: &[u8]) -> Option<usize> {
    let mut open = [0_usize; 2];
    text.iter().position(|byte| {
        let pair = usize::from(matches!(byte, b'[' | b']'));
        match byte {
            b'(' | b'[' => open[pair] += 1,
            b')' | b']' if open[pair] == 0 => return true,
            b')' | b']' => open[pair] -= 1,
            _ => {}
        }
        false
    })
}

/// The start of the line that contains `at`.
pub fn line_start(bytes: &[u8], at: usize) -> usize {
    memchr::memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |end| end + 1)
}

/// The end of the line that contains `at`, without its line end.
pub fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

/// The line end that a text uses: that of its first line.
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

/// The characters of some bytes with their offsets; a byte that is not UTF-8 counts as Latin-1.
pub(super) fn lossy_chars(bytes: &[u8]) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let length = character_length(rest);
        let character = std::str::from_utf8(&rest[..length]).ok().and_then(|text| text.chars().next());
        let found = (at, character.unwrap_or_else(|| char::from(rest[0])));
        at += length;
        Some(found)
    })
}

/// The length of the first character in bytes: that of its UTF-8 form, or one.
pub(super) fn character_length(bytes: &[u8]) -> usize {
    (2..=4.min(bytes.len()))
        .find(|&length| !bytes[0].is_ascii() && std::str::from_utf8(&bytes[..length]).is_ok())
        .unwrap_or(1)
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
