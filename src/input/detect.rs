//! Detection of compression and text encoding from the first bytes of a stream (magic numbers).

use super::error::CompressionFormat;

/// The number of bytes that detection inspects.
pub(super) const HEAD: usize = 1024;

/// The encoding of a text as it was found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// Delivered as found: UTF-8, with or without a byte order mark, Latin-1, or anything else made of bytes.
    Bytes,
    /// UTF-16, low byte first; delivered as UTF-8 without the byte order mark.
    Utf16Le {
        /// Whether it began with a byte order mark.
        bom: bool,
    },
    /// UTF-16, high byte first; delivered as UTF-8 without the byte order mark.
    Utf16Be {
        /// Whether it began with a byte order mark.
        bom: bool,
    },
}

/// The kind of data that the first bytes indicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text(Encoding),
    Packed(CompressionFormat),
    Refused(&'static str),
}

/// Magic numbers of formats that are recognized but not supported.
const REFUSED: [(&[u8], &str); 7] = [
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"\x04\x22\x4D\x18", "LZ4 data"),
    (b"\x1F\x9D", "data of compress(1)"),
    (b"LZIP\x01", "lzip data"),
    (b"\xFF\xFE\x00\x00", "UTF-32 text"),
    (b"\x00\x00\xFE\xFF", "UTF-32 text"),
];

/// Classifies a stream by its first [`HEAD`] bytes, or by all of them if it is shorter.
pub(super) fn detect(head: &[u8]) -> Kind {
    if let Some(format) = packed(head) {
        return Kind::Packed(format);
    }
    if let Some((_, what)) = REFUSED.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Kind::Refused(what);
    }
    if head.get(257..262) == Some(b"ustar") {
        return Kind::Refused("a tar archive");
    }
    if is_utf32(head) {
        return Kind::Refused("UTF-32 text");
    }
    Kind::Text(encoding(head))
}

fn packed(head: &[u8]) -> Option<CompressionFormat> {
    match head {
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(CompressionFormat::Zstd),
        [0x1F, 0x8B, ..] => Some(CompressionFormat::Gzip),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(CompressionFormat::Xz),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Some(CompressionFormat::Zip),
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] if is_bzip2_block(rest) => Some(CompressionFormat::Bzip2),
        _ => None,
    }
}

/// `BZh9` alone might be text. The magic number of a block (pi) or of the stream's end (the square root of pi) must
/// follow, as far as there are bytes.
fn is_bzip2_block(rest: &[u8]) -> bool {
    const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
    const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
    let magic = &rest[..rest.len().min(6)];
    BLOCK.starts_with(magic) || END.starts_with(magic)
}

/// Whether at least three quarters of the four-byte units encode a character below U+0100, in either byte order.
fn is_utf32(head: &[u8]) -> bool {
    let units = head.chunks_exact(4);
    let total = units.len();
    let (mut little, mut big) = (0, 0);
    for unit in units {
        little += usize::from(unit[0] != 0 && unit[1..] == [0; 3]);
        big += usize::from(unit[3] != 0 && unit[..3] == [0; 3]);
    }
    total >= 2 && little.max(big) * 4 >= total * 3
}

fn encoding(head: &[u8]) -> Encoding {
    match head {
        [0xFF, 0xFE, ..] => return Encoding::Utf16Le { bom: true },
        [0xFE, 0xFF, ..] => return Encoding::Utf16Be { bom: true },
        _ => {}
    }
    let units = head.chunks_exact(2);
    let total = units.len();
    let (mut little, mut big) = (0, 0);
    for unit in units {
        little += usize::from(unit[0] != 0 && unit[1] == 0);
        big += usize::from(unit[0] == 0 && unit[1] != 0);
    }
    if total >= 2 && little * 4 >= total * 3 && big * 16 <= total {
        return Encoding::Utf16Le { bom: false };
    }
    if total >= 2 && big * 4 >= total * 3 && little * 16 <= total {
        return Encoding::Utf16Be { bom: false };
    }
    Encoding::Bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes_of).collect()
    }

    #[test]
    fn data_without_a_magic_number_is_text() {
        for text in [
            &b""[..],
            b"B",
            b"BZh9",
            b"BZh9 is a move",
            b"PK",
            b"[Event \"x\"]",
            b"\xEF\xBB\xBF[Event",
            b"\0\0\0\0\0\0",
        ] {
            let expected =
                if text == b"BZh9" { Kind::Packed(CompressionFormat::Bzip2) } else { Kind::Text(Encoding::Bytes) };
            assert_eq!(detect(text), expected, "{text:?}");
        }
    }

    #[test]
    fn utf16_is_detected_with_and_without_a_byte_order_mark() {
        let text = "[White \"\u{416}\u{43b}\u{43e}\"]\n1. e4 *";
        assert_eq!(detect(&units(text, u16::to_le_bytes)), Kind::Text(Encoding::Utf16Le { bom: false }));
        assert_eq!(detect(&units(text, u16::to_be_bytes)), Kind::Text(Encoding::Utf16Be { bom: false }));
        let marked = format!("\u{feff}{text}");
        assert_eq!(detect(&units(&marked, u16::to_le_bytes)), Kind::Text(Encoding::Utf16Le { bom: true }));
        assert_eq!(detect(&units(&marked, u16::to_be_bytes)), Kind::Text(Encoding::Utf16Be { bom: true }));
    }

    #[test]
    fn utf32_and_unsupported_archives_are_refused_by_name() {
        let utf32: Vec<u8> = "1. e4 e5".chars().flat_map(|c| (c as u32).to_le_bytes()).collect();
        assert_eq!(detect(&utf32), Kind::Refused("UTF-32 text"));
        assert_eq!(detect(b"\xFF\xFE\0\0a\0\0\0"), Kind::Refused("UTF-32 text"));
        assert_eq!(detect(b"Rar!\x1A\x07\0"), Kind::Refused("a RAR archive"));
    }
}
