//! Detection of compression formats and text encodings from the first bytes of a stream.

use super::kinds::CompressionFormat;

/// The number of bytes at the start of a stream that detection inspects.
pub(super) const HEAD_LENGTH: usize = 1024;

/// The encoding of the original text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark, Latin-1, or any other single-byte or multi-byte encoding. The bytes
    /// are passed on unchanged.
    Bytes,
    /// Little-endian UTF-16, converted to UTF-8 without a byte order mark.
    Utf16Le {
        /// Whether the text began with a byte order mark.
        bom: bool,
    },
    /// Big-endian UTF-16, converted to UTF-8 without a byte order mark.
    Utf16Be {
        /// Whether the text began with a byte order mark.
        bom: bool,
    },
}

/// The kind of data that the first bytes indicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DataKind {
    Text(Encoding),
    #[cfg(feature = "compression")]
    Compressed(CompressionFormat),
    /// A format that is recognized but cannot be read: what it is, and why not.
    Unsupported(&'static str),
}

/// Magic numbers of formats that are recognized but not supported.
const UNSUPPORTED: [(&[u8], &str); 7] = [
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive, which is not supported"),
    (b"Rar!\x1A\x07", "a RAR archive, which is not supported"),
    (b"\x04\x22\x4D\x18", "LZ4 data, which is not supported"),
    (b"\x1F\x9D", "data of compress(1), which is not supported"),
    (b"LZIP\x01", "lzip data, which is not supported"),
    (b"\xFF\xFE\x00\x00", "UTF-32 text, which is not supported"),
    (b"\x00\x00\xFE\xFF", "UTF-32 text, which is not supported"),
];

/// Classifies a stream by its first [`HEAD_LENGTH`] bytes, or by all of them if it is shorter.
pub(super) fn detect(head: &[u8]) -> DataKind {
    if let Some(format) = compression(head) {
        return compressed(format);
    }
    if let Some((_, name)) = UNSUPPORTED.iter().find(|(magic, _)| head.starts_with(magic)) {
        return DataKind::Unsupported(name);
    }
    // The magic number of POSIX and that of GNU. In text, no zero byte follows the word.
    if head.get(257..265).is_some_and(|magic| magic.starts_with(b"ustar\0") || magic == b"ustar  \0") {
        return DataKind::Unsupported("a tar archive, which is not supported");
    }
    if is_lzma(head) {
        return DataKind::Unsupported("data of the old lzma format, which is not supported");
    }
    if is_utf32(head) {
        return DataKind::Unsupported("UTF-32 text, which is not supported");
    }
    DataKind::Text(encoding(head))
}

#[cfg(feature = "compression")]
fn compressed(format: CompressionFormat) -> DataKind {
    DataKind::Compressed(format)
}

#[cfg(not(feature = "compression"))]
fn compressed(format: CompressionFormat) -> DataKind {
    DataKind::Unsupported(match format {
        CompressionFormat::Zstd => "zstd data, and this build has no feature `compression`",
        CompressionFormat::Gzip => "gzip data, and this build has no feature `compression`",
        CompressionFormat::Bzip2 => "bzip2 data, and this build has no feature `compression`",
        CompressionFormat::Xz => "xz data, and this build has no feature `compression`",
        CompressionFormat::Zip => "a zip archive, and this build has no feature `compression`",
    })
}

/// Whether a file that begins with this is read as text, in one byte a character or UTF-8.
pub fn is_read_as_text(text: &[u8]) -> bool {
    detect(&text[..text.len().min(HEAD_LENGTH)]) == DataKind::Text(Encoding::Bytes)
}

fn compression(head: &[u8]) -> Option<CompressionFormat> {
    match head {
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(CompressionFormat::Zstd),
        [0x1F, 0x8B, ..] => Some(CompressionFormat::Gzip),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(CompressionFormat::Xz),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [b'P', b'K', 7, 8, ..] => Some(CompressionFormat::Zip),
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] if is_bzip2_block(rest) => Some(CompressionFormat::Bzip2),
        _ => None,
    }
}

/// Whether a bzip2 block follows. `BZh9` alone could be text. So a magic number must follow, or a prefix of it if the
/// data ends there: that of a block (the digits of pi), or that of the end of the stream (the digits of its square
/// root).
fn is_bzip2_block(rest: &[u8]) -> bool {
    const BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
    const END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];
    let magic = &rest[..rest.len().min(6)];
    BLOCK.starts_with(magic) || END.starts_with(magic)
}

/// Whether this is a header of the format before xz: the usual properties, the size of the dictionary, and an unknown or
/// small size of the data.
fn is_lzma(head: &[u8]) -> bool {
    let Some(&[0x5D, 0, 0, _, _, ref size @ .., 0]) = head.first_chunk::<14>() else { return false };
    *size == [0xFF; 8] || size[6..] == [0; 2]
}

/// Whether at least three quarters of the four-byte units are characters below U+0100, in one of the two byte orders.
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
    fn data_without_a_complete_magic_number_is_text() {
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
                if text == b"BZh9" { compressed(CompressionFormat::Bzip2) } else { DataKind::Text(Encoding::Bytes) };
            assert_eq!(detect(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_tar_archive_has_a_zero_byte_after_its_magic_number() {
        let with = |magic: &[u8]| [&[b'x'; 257], magic, b"rest"].concat();
        let expected = DataKind::Unsupported("a tar archive, which is not supported");
        assert_eq!((detect(&with(b"ustar\x0000")), detect(&with(b"ustar  \0"))), (expected, expected));
        assert_eq!(detect(&with(b"ustar, and more")), DataKind::Text(Encoding::Bytes));
    }

    #[test]
    fn utf16_is_detected_with_and_without_a_byte_order_mark() {
        let text = "[White \"\u{416}\u{43b}\u{43e}\"]\n1. e4 *";
        assert_eq!(detect(&units(text, u16::to_le_bytes)), DataKind::Text(Encoding::Utf16Le { bom: false }));
        assert_eq!(detect(&units(text, u16::to_be_bytes)), DataKind::Text(Encoding::Utf16Be { bom: false }));
        let with_bom = format!("\u{feff}{text}");
        assert_eq!(detect(&units(&with_bom, u16::to_le_bytes)), DataKind::Text(Encoding::Utf16Le { bom: true }));
        assert_eq!(detect(&units(&with_bom, u16::to_be_bytes)), DataKind::Text(Encoding::Utf16Be { bom: true }));
    }

    #[test]
    fn utf32_and_unsupported_archives_are_recognized() {
        let utf32: Vec<u8> = "1. e4 e5".chars().flat_map(|c| (c as u32).to_le_bytes()).collect();
        assert_eq!(detect(&utf32), DataKind::Unsupported("UTF-32 text, which is not supported"));
        assert_eq!(detect(b"\xFF\xFE\0\0a\0\0\0"), DataKind::Unsupported("UTF-32 text, which is not supported"));
        for size in [[0xFF; 8], [21, 0, 0, 0, 0, 0, 0, 0]] {
            let data = [&[0x5D, 0, 0, 0x80, 0][..], &size, &[0, 0x2D]].concat();
            let expected = "data of the old lzma format, which is not supported";
            assert_eq!(detect(&data), DataKind::Unsupported(expected));
        }
        assert_eq!(detect(b"Rar!\x1A\x07\0"), DataKind::Unsupported("a RAR archive, which is not supported"));
    }
}
