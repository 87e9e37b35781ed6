//! Every compression format, undamaged: several streams, nested layers, window sizes.

use super::*;

#[test]
fn the_first_bytes_determine_the_format() {
    let folder = Folder::new();
    for lines in [0, 1, 50_000] {
        let text = text(lines);
        for (format, pack) in STREAMS {
            let options = OpenOptions::default();
            let packed = pack(&text);
            let path = folder.write("misleading.pgn", &packed);
            let opened = open_with(&path, &options).remove(0).unwrap();
            let (bytes, error) = drain(opened.content);
            assert!(bytes == text && error.is_none(), "{format} {lines} {error:?}");
            assert_eq!(options.meter.consumed(), packed.len() as u64, "{format}");
        }
    }
}

#[test]
fn concatenated_streams_are_one_text() {
    let folder = Folder::new();
    let text = text(20_000);
    for (format, pack) in STREAMS {
        let packed: Vec<u8> = text.chunks(50_000).chain([&[][..]]).flat_map(pack).collect();
        assert_whole(&folder.write("many", &packed), &text);
        let mut opened = open_one(&folder.path("many")).content.into_read();
        let mut bytes = Vec::new();
        while opened.read(&mut [0; 1]).unwrap() == 1 {
            bytes.push(());
        }
        assert_eq!(bytes.len(), text.len(), "{format}, byte by byte");
    }
}

#[test]
fn skippable_frames_are_skipped_in_any_place() {
    let folder = Folder::new();
    let mut skippable = vec![0x5A, 0x2A, 0x4D, 0x18, 0xA0, 0x86, 1, 0];
    skippable.resize(8 + 100_000, 0xEE);
    let packed = [&skippable[..], &zst(b"1. e4 "), &skippable, &zst(b"e5 *"), &skippable].concat();
    assert_whole(&folder.write("a", &packed), b"1. e4 e5 *");
}

#[test]
fn nested_layers_are_removed_up_to_the_limit() {
    let folder = Folder::new();
    let text = text(1000);
    assert_whole(&folder.write("a", &zst(&gz(&text))), &text);
    assert_whole(&folder.write("b", &gz(&xz(&bz2(&zst(&text))))), &text);
    let deep = (0..=MAX_DEPTH).fold(text, |bytes, _| gz(&bytes));
    let error = open(&folder.write("c", &deep)).remove(0).unwrap_err();
    assert!(matches!(error.fault, InputErrorKind::TooDeep(MAX_DEPTH)), "{error}");
}

/// A frame of one raw block with the given window descriptor (RFC 8878, 3.1.1.1.2).
fn frame_with_window(exponent: u8, mantissa: u8) -> Vec<u8> {
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0, exponent << 3 | mantissa];
    let block_header = 4 << 3 | 1_u32;
    frame.extend(&block_header.to_le_bytes()[..3]);
    frame.extend(b"e2e4");
    frame
}

#[test]
fn windows_above_one_gibibyte_are_refused_unless_allowed() {
    let folder = Folder::new();
    let log = |log: u8| log - 10;
    assert_whole(&folder.write("27", &frame_with_window(log(27), 7)), b"e2e4");
    assert_whole(&folder.write("30", &frame_with_window(log(30), 0)), b"e2e4");
    let path = folder.write("above", &[zst(b"1. e4"), frame_with_window(log(30), 1)].concat());
    let (bytes, error) = read(&path);
    assert_eq!(bytes, b"1. e4");
    let error = error.unwrap();
    assert!(
        matches!(
            error.fault,
            InputErrorKind::WindowTooLarge { format: CompressionFormat::Zstd, limit: 0x4000_0000, .. }
        ),
        "{error}"
    );
    assert!(error.to_string().contains("above: the zstd data at byte"), "{error}");

    let options = OpenOptions { allow_large_windows: true, ..OpenOptions::default() };
    let (bytes, error) = drain(open_with(&path, &options).remove(0).unwrap().content);
    assert!(error.is_none() && bytes == b"1. e4e2e4", "{error:?}");
    let (_, error) =
        drain(open_with(&folder.write("31+", &frame_with_window(log(31), 1)), &options).remove(0).unwrap().content);
    assert!(matches!(error.unwrap().fault, InputErrorKind::WindowTooLarge { .. }));
}

/// An xz file whose block header claims another dictionary size (the xz file format, 5.3.1).
fn xz_with_dictionary(bytes: &[u8], size_code: u8) -> Vec<u8> {
    let mut packed = xz(bytes);
    assert_eq!(packed[12..16], [2, 0, 0x21, 1], "a block header of 12 bytes with LZMA2 only");
    packed[16] = size_code;
    let mut crc = flate2::Crc::new();
    crc.update(&packed[12..20]);
    packed[20..24].copy_from_slice(&crc.sum().to_le_bytes());
    packed
}

#[test]
fn xz_dictionaries_above_one_gibibyte_are_refused() {
    let folder = Folder::new();
    let text = text(100);
    assert_whole(&folder.write("1GiB", &xz_with_dictionary(&text, 36)), &text);
    let (bytes, error) = read(&folder.write("1.5GiB", &xz_with_dictionary(&text, 37)));
    assert!(bytes.is_empty());
    let fault = error.unwrap().fault;
    assert!(matches!(fault, InputErrorKind::WindowTooLarge { format: CompressionFormat::Xz, .. }), "{fault}");
}
