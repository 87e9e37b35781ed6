//! Truncated and damaged files: all data before the damage are delivered, then the error follows.

use super::*;

/// Asserts that a truncated or damaged file yields a prefix of `text` and then an error in one of `formats`. Returns
/// the length of the prefix and the offset of the error.
#[track_caller]
fn assert_prefix(path: &Path, text: &[u8], formats: &[CompressionFormat], what: &str) -> (usize, u64) {
    let length = fs::metadata(path).unwrap().len();
    let (bytes, error) = read(path);
    assert!(text.starts_with(&bytes), "{what}: {} bytes are not a prefix", bytes.len());
    let error = error.unwrap_or_else(|| panic!("{what}: no error"));
    let InputErrorKind::Damaged { format, offset, .. } = error.fault else { panic!("{what}: {error}") };
    assert!(formats.contains(&format), "{what}: {format}");
    assert!(offset <= length, "{what}: {offset} of {length}");
    (bytes.len(), offset)
}

#[test]
fn a_truncated_file_yields_the_data_before_the_cut() {
    let folder = Folder::new();
    let text = text(30_000);
    for (format, pack) in STREAMS {
        let packed = pack(&text);
        let mut last = 0;
        for cut in (6..packed.len()).step_by(packed.len() / 60 + 1).chain([packed.len() - 1]) {
            let path = folder.write("cut", &packed[..cut]);
            let (got, offset) = assert_prefix(&path, &text, &[format], &format!("{format} cut at {cut}"));
            assert_eq!(offset, cut as u64, "{format}");
            assert!(got >= last, "{format} {cut}: {got} after {last}");
            last = got;
        }
        assert!(
            last * 100 >= text.len() * if format == CompressionFormat::Bzip2 { 60 } else { 80 },
            "{format}: {last}"
        );
    }
}

#[test]
fn a_small_file_may_be_cut_at_every_byte() {
    let folder = Folder::new();
    let text = text(40);
    for (format, pack) in STREAMS {
        let packed = [pack(&text), pack(&text)].concat();
        for cut in 0..packed.len() {
            let (bytes, error) = read(&folder.write("cut", &packed[..cut]));
            let is_whole_stream = cut == packed.len() / 2;
            // A file too short for its magic number is text.
            let is_text = bytes == packed[..cut];
            assert_eq!(error.is_none(), is_whole_stream || is_text, "{format} {cut}");
            assert!(is_text || [&text[..], &text].concat().starts_with(&bytes), "{format} {cut}");
        }
    }
}

#[test]
fn a_flipped_byte_loses_nothing_before_its_block() {
    let folder = Folder::new();
    let text = text(60_000);
    for (format, pack) in STREAMS {
        let mut packed = pack(&text);
        let middle = packed.len() / 2;
        packed[middle] ^= 0x55;
        let (bytes, error) = read(&folder.write("bad", &packed));
        let Some(InputErrorKind::Damaged { format: reported, offset, .. }) = error.as_ref().map(|error| &error.fault)
        else {
            panic!("{format}: {error:?}")
        };
        assert_eq!(*reported, format);
        // A damaged block of zstd is rejected as a whole; it has at most 128 KiB.
        assert!(
            *offset + (128 << 10) >= middle as u64 && *offset <= packed.len() as u64,
            "{format}: {offset} {middle}"
        );
        let common = bytes.iter().zip(&text).take_while(|(got, true_byte)| got == true_byte).count();
        let least = if matches!(format, CompressionFormat::Zstd | CompressionFormat::Bzip2) { 25 } else { 45 };
        assert!(common * 100 >= text.len() * least, "{format}: {common} of {}", text.len());
    }
}

#[test]
fn damage_after_several_members_is_reported_after_all_of_them() {
    let folder = Folder::new();
    let text = text(20_000);
    for (format, pack) in STREAMS {
        let mut packed: Vec<u8> = text.chunks(20_000).flat_map(pack).collect();
        let whole = packed.len();
        packed.extend(b"trailing garbage, longer than a header");
        let (bytes, error) = read(&folder.write("garbage", &packed));
        assert!(bytes == text, "{format}: {} of {}", bytes.len(), text.len());
        let InputErrorKind::Damaged { offset, .. } = error.expect("trailing garbage is an error").fault else {
            panic!()
        };
        assert!((whole as u64..=whole as u64 + 16).contains(&offset), "{format}: {offset} {whole}");
    }
}

#[test]
fn damage_in_an_inner_layer_names_its_format_and_an_offset_in_the_file() {
    let folder = Folder::new();
    let text = text(10_000);
    let inner = gz(&text);
    let path = folder.write("a.zst", &zst(&inner[..inner.len() / 2]));
    let (got, _) = assert_prefix(&path, &text, &[CompressionFormat::Gzip], "gzip cut off inside zstd");
    assert!(got > text.len() / 3);
    let outer = zst(&inner);
    let path = folder.write("b.zst", &outer[..outer.len() / 2]);
    assert_prefix(&path, &text, &[CompressionFormat::Zstd], "zstd cut off around gzip");
}

#[test]
fn no_damage_to_a_small_file_causes_a_panic() {
    let folder = Folder::new();
    let text = text(60);
    let zipped = zip(&[("a.pgn", &text[..]), ("b.pgn", b"b")]);
    for packed in [zst(&text), gz(&text), bz2(&text), xz(&text), zipped] {
        for at in 0..packed.len() {
            let mut bad = packed.clone();
            bad[at] = bad[at].wrapping_add(0x81);
            for opened in open(&folder.write("bad", &bad)).into_iter().flatten() {
                drain(opened.content);
            }
        }
    }
}

#[test]
fn a_wrong_checksum_at_the_end_loses_no_byte() {
    let folder = Folder::new();
    for lines in [3, 3000] {
        let text = text(lines);
        for (format, pack) in STREAMS {
            let mut packed = pack(&text);
            let at = packed.len() - if format == CompressionFormat::Gzip { 6 } else { 3 };
            packed[at] ^= 0x55;
            let (bytes, error) = read(&folder.write("bad", &packed));
            assert!(bytes == text, "{format}: {} of {} bytes", bytes.len(), text.len());
            assert!(
                matches!(error.unwrap().fault, InputErrorKind::Damaged { format: reported, .. } if reported == format)
            );
        }
    }
}

#[test]
fn small_blocks_before_a_bad_one_are_all_delivered() {
    let folder = Folder::new();
    let block = [4 << 3, 0, 0, b'e', b'2', b'e', b'4'];
    // Blocks of type 3 are reserved (RFC 8878, 3.1.1.2.2).
    let bad = [4 << 3 | 3 << 1, 0, 0];
    let header = [0x28, 0xB5, 0x2F, 0xFD, 0, 10 << 3];
    let frame = [&header[..], &block.repeat(1000), &bad, b"rest"].concat();
    let (bytes, error) = read(&folder.write("bad", &frame));
    assert!(bytes == b"e2e4".repeat(1000), "{} of 4000 bytes", bytes.len());
    assert!(matches!(error.unwrap().fault, InputErrorKind::Damaged { offset: 7006, .. }));
}

/// A block of bzip2 whose fault shows only when most of it is decoded; found by fuzzing.
const CORRUPT_BLOCK: &[u8] = include_bytes!("corrupt-block.bz2");

/// Data of gzip in data of gzip, whose fault the library names in two ways; found by fuzzing.
const CORRUPT_MEMBER: &[u8] = include_bytes!("corrupt-member.gz");

#[test]
fn the_size_of_reads_makes_no_difference_in_corrupt_data() {
    let folder = Folder::new();
    for (data, least) in [(CORRUPT_BLOCK, 200_000), (CORRUPT_MEMBER, 1900)] {
        let path = folder.write("bad", data);
        let read_in = |size: usize| {
            let opened = open(&path).remove(0).unwrap();
            let (mut reader, mut bytes, mut piece) = (opened.content.into_read(), Vec::new(), vec![0; size]);
            let error = loop {
                match reader.read(&mut piece) {
                    Ok(count @ 1..) => bytes.extend_from_slice(&piece[..count]),
                    end => break end.unwrap_err().to_string(),
                }
            };
            (bytes, error)
        };
        let expected = read_in(1 << 15);
        assert!(expected.0.len() > least);
        for size in [100, 700, 1 << 20] {
            assert!(read_in(size) == expected, "reads of {size}");
        }
    }
}

#[test]
fn zeros_may_follow_gzip_data() {
    let folder = Folder::new();
    let text = text(3000);
    for zeros in [1, 511, 300_000] {
        let packed = [gz(&text), gz(&text), vec![0; zeros]].concat();
        let (bytes, error) = read(&folder.write("padded", &packed));
        assert!(bytes == [&text[..], &text].concat() && error.is_none(), "{zeros}: {error:?}");
        let (bytes, error) = read(&folder.write("padded", &[packed, b"x".to_vec()].concat()));
        assert!(bytes.len() == 2 * text.len() && error.is_some(), "{zeros}");
    }
}
