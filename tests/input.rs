//! Inputs as a user names them: every format, whole, damaged and nested, made of bytes in memory.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use adoube::input::{Content, Encoding, Fault, Format, InputError, Inputs, MAX_DEPTH, OpenOptions, Opened};
use flate2::Compression;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// A folder that lives as long as its test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The names of what is found under an argument, relative to the folder; errors as they are.
    fn entries(&self, argument: &str) -> Vec<Result<String, InputError>> {
        let inputs = Inputs::new(&[self.path(argument).into()], None).unwrap();
        inputs.entries().map(|entry| entry.map(|entry| self.relative(entry.path().unwrap()))).collect()
    }

    fn relative(&self, path: &Path) -> String {
        path.strip_prefix(self.0.path()).unwrap().to_str().unwrap().to_owned()
    }
}

/// A text that does not compress to nothing: lines of numbers that look random.
fn text(lines: u32) -> Vec<u8> {
    let mut state = 2_463_534_242_u32;
    let mut text = Vec::new();
    for line in 0..lines {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        writeln!(text, "{line}. {state:x} {}", state % 97).unwrap();
    }
    text
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip_of(members: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    zip_of(members, SimpleFileOptions::default())
}

type Packer = fn(&[u8]) -> Vec<u8>;

const STREAMS: [(Format, Packer); 4] =
    [(Format::Zstd, zst), (Format::Gzip, gz), (Format::Bzip2, bz2), (Format::Xz, xz)];

fn open_with(path: &Path, options: &OpenOptions) -> Vec<Result<Opened, InputError>> {
    let inputs = Inputs::new(&[path.into()], None).unwrap();
    inputs
        .entries()
        .flat_map(|entry| match entry {
            Ok(entry) => entry.open(options).collect::<Vec<_>>(),
            Err(error) => vec![Err(error)],
        })
        .collect()
}

fn open(path: &Path) -> Vec<Result<Opened, InputError>> {
    open_with(path, &OpenOptions::default())
}

fn open_one(path: &Path) -> Opened {
    let mut all = open(path);
    assert_eq!(all.len(), 1);
    all.remove(0).unwrap()
}

/// Everything up to the end or the error, and the error.
fn drain(content: Content) -> (Vec<u8>, Option<InputError>) {
    let mut bytes = Vec::new();
    let error = content.into_read().read_to_end(&mut bytes).err();
    (bytes, error.map(|error| InputError::of(&error).expect("an error of the input room").clone()))
}

/// The bytes of a file that holds one text, and its error.
fn read(path: &Path) -> (Vec<u8>, Option<InputError>) {
    drain(open_one(path).content)
}

#[track_caller]
fn assert_whole(path: &Path, expected: &[u8]) {
    let (bytes, error) = read(path);
    assert!(error.is_none(), "{error:?}");
    assert!(bytes == expected, "{} bytes instead of {}", bytes.len(), expected.len());
}

#[test]
fn plain_files_are_read_or_mapped_by_their_size() {
    let folder = Folder::new();
    for (lines, mapped) in [(0, false), (100, false), (10_000, true)] {
        let text = text(lines);
        let opened = open_one(&folder.write("a.pgn", &text));
        assert_eq!((opened.size_hint, opened.encoding), (Some(text.len() as u64), Encoding::Bytes));
        let Content::Whole(bytes) = opened.content else { panic!("a plain file is a stream") };
        assert_eq!((&*bytes == text, bytes.is_mapped()), (true, mapped));
    }
}

#[test]
fn every_format_is_found_by_its_bytes() {
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
fn several_streams_in_a_row_are_one_text() {
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
fn skippable_frames_are_skipped_wherever_they_stand() {
    let folder = Folder::new();
    let mut skippable = vec![0x5A, 0x2A, 0x4D, 0x18, 0xA0, 0x86, 1, 0];
    skippable.resize(8 + 100_000, 0xEE);
    let packed = [&skippable[..], &zst(b"1. e4 "), &skippable, &zst(b"e5 *"), &skippable].concat();
    assert_whole(&folder.write("a", &packed), b"1. e4 e5 *");
}

#[test]
fn layers_inside_layers_come_off_up_to_the_limit() {
    let folder = Folder::new();
    let text = text(1000);
    assert_whole(&folder.write("a", &zst(&gz(&text))), &text);
    assert_whole(&folder.write("b", &gz(&xz(&bz2(&zst(&text))))), &text);
    let deep = (0..=MAX_DEPTH).fold(text, |bytes, _| gz(&bytes));
    let error = open(&folder.write("c", &deep)).remove(0).unwrap_err();
    assert!(matches!(error.fault, Fault::TooDeep(MAX_DEPTH)), "{error}");
}

/// What must hold of a file cut short after `cut` bytes, or else damaged.
#[track_caller]
fn assert_prefix(path: &Path, text: &[u8], formats: &[Format], what: &str) -> (usize, u64) {
    let length = fs::metadata(path).unwrap().len();
    let (bytes, error) = read(path);
    assert!(text.starts_with(&bytes), "{what}: {} bytes are no prefix", bytes.len());
    let error = error.unwrap_or_else(|| panic!("{what}: no error"));
    let Fault::Damaged { format, offset, .. } = error.fault else { panic!("{what}: {error}") };
    assert!(formats.contains(&format), "{what}: {format}");
    assert!(offset <= length, "{what}: {offset} of {length}");
    (bytes.len(), offset)
}

#[test]
fn cut_off_files_give_what_stands_before_the_cut() {
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
        assert!(last * 100 >= text.len() * if format == Format::Bzip2 { 60 } else { 80 }, "{format}: {last}");
    }
}

#[test]
fn short_cuts_of_every_length_do_no_harm() {
    let folder = Folder::new();
    let text = text(40);
    for (format, pack) in STREAMS {
        let packed = [pack(&text), pack(&text)].concat();
        for cut in 0..packed.len() {
            let (bytes, error) = read(&folder.write("cut", &packed[..cut]));
            let is_whole_stream = cut == packed.len() / 2;
            // Too short to show its magic, a file is text.
            let is_text = bytes == packed[..cut];
            assert_eq!(error.is_none(), is_whole_stream || is_text, "{format} {cut}");
            assert!(is_text || [&text[..], &text].concat().starts_with(&bytes), "{format} {cut}");
        }
    }
}

#[test]
fn a_flipped_byte_costs_nothing_before_its_block() {
    let folder = Folder::new();
    let text = text(60_000);
    for (format, pack) in STREAMS {
        let mut packed = pack(&text);
        let middle = packed.len() / 2;
        packed[middle] ^= 0x55;
        let (bytes, error) = read(&folder.write("bad", &packed));
        let Some(Fault::Damaged { format: said, offset, .. }) = error.as_ref().map(|error| &error.fault) else {
            panic!("{format}: {error:?}")
        };
        assert_eq!(*said, format);
        assert!(*offset >= middle as u64 && *offset <= packed.len() as u64, "{format}: {offset} {middle}");
        let common = bytes.iter().zip(&text).take_while(|(got, true_byte)| got == true_byte).count();
        let least = if matches!(format, Format::Zstd | Format::Bzip2) { 25 } else { 45 };
        assert!(common * 100 >= text.len() * least, "{format}: {common} of {}", text.len());
    }
}

#[test]
fn damage_after_many_small_members_comes_after_them_all() {
    let folder = Folder::new();
    let text = text(20_000);
    for (format, pack) in STREAMS {
        let mut packed: Vec<u8> = text.chunks(20_000).flat_map(pack).collect();
        let whole = packed.len();
        packed.extend(b"trailing garbage, longer than a header");
        let (bytes, error) = read(&folder.write("garbage", &packed));
        assert!(bytes == text, "{format}: {} of {}", bytes.len(), text.len());
        let Fault::Damaged { offset, .. } = error.expect("trailing garbage is an error").fault else { panic!() };
        assert!((whole as u64..=whole as u64 + 16).contains(&offset), "{format}: {offset} {whole}");
    }
}

#[test]
fn damage_inside_another_layer_names_its_format_and_a_place_in_the_file() {
    let folder = Folder::new();
    let text = text(10_000);
    let inner = gz(&text);
    let path = folder.write("a.zst", &zst(&inner[..inner.len() / 2]));
    let (got, _) = assert_prefix(&path, &text, &[Format::Gzip], "gzip cut off inside zstd");
    assert!(got > text.len() / 3);
    let outer = zst(&inner);
    let path = folder.write("b.zst", &outer[..outer.len() / 2]);
    assert_prefix(&path, &text, &[Format::Zstd], "zstd cut off around gzip");
}

/// A frame of one raw block with a window descriptor of our choice (RFC 8878, 3.1.1.1.2).
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
    assert!(matches!(error.fault, Fault::WindowTooLarge { format: Format::Zstd, limit: 0x4000_0000, .. }), "{error}");
    assert!(error.to_string().contains("above: the zstd data at byte"), "{error}");

    let options = OpenOptions { allow_large_windows: true, ..OpenOptions::default() };
    let (bytes, error) = drain(open_with(&path, &options).remove(0).unwrap().content);
    assert!(error.is_none() && bytes == b"1. e4e2e4", "{error:?}");
    let (_, error) =
        drain(open_with(&folder.write("31+", &frame_with_window(log(31), 1)), &options).remove(0).unwrap().content);
    assert!(matches!(error.unwrap().fault, Fault::WindowTooLarge { .. }));
}

#[test]
fn members_of_a_zip_come_in_the_order_of_its_directory() {
    let folder = Folder::new();
    let long = text(5000);
    let members: [(&str, &[u8]); 6] = [
        ("z/second.pgn", b"2"),
        ("readme.txt", b"no"),
        ("a.PGN", &long),
        ("__MACOSX/._a.pgn", b"no"),
        (".hidden.pgn", b"no"),
        ("empty.fen", b""),
    ];
    for method in [zip::CompressionMethod::Stored, zip::CompressionMethod::Deflated] {
        let options = SimpleFileOptions::default().compression_method(method);
        let path = folder.write("games.zip", &zip_of(&members, options));
        let opened: Vec<Opened> = open(&path).into_iter().map(Result::unwrap).collect();
        let names: Vec<&str> = opened.iter().map(|one| one.name.rsplit_once("games.zip:").unwrap().1).collect();
        assert_eq!(names, ["z/second.pgn", "a.PGN", "empty.fen"]);
        assert_eq!(opened[1].size_hint, Some(long.len() as u64));
        let texts: Vec<Vec<u8>> = opened
            .into_iter()
            .map(|one| drain(one.content))
            .map(|(bytes, error)| {
                assert!(error.is_none(), "{error:?}");
                bytes
            })
            .collect();
        assert!(texts == [b"2".to_vec(), long.clone(), vec![]]);
    }
    let other = folder.write("other.zip", &zip(&[("readme", b"a"), ("notes.txt", b"b")]));
    assert_eq!(open(&other).len(), 2);
}

#[test]
fn zips_nest_and_may_be_large() {
    let folder = Folder::new();
    let text = text(2000);
    let inner = zip(&[("c.pgn", &text), ("d.pgn.gz", &gz(&text))]);
    let path = folder.write("a.zst", &zst(&zip(&[("b.pgn.zip", &inner), ("e.pgn", b"e")])));
    let opened: Vec<Opened> = open(&path).into_iter().map(Result::unwrap).collect();
    let names: Vec<&str> = opened.iter().map(|one| one.name.rsplit_once("a.zst:").unwrap().1).collect();
    assert_eq!(names, ["b.pgn.zip:c.pgn", "b.pgn.zip:d.pgn.gz", "e.pgn"]);
    for one in opened.into_iter().take(2) {
        assert!(drain(one.content).0 == text);
    }
    let large = zip_of(&[("a.pgn", &text)], SimpleFileOptions::default().large_file(true));
    assert_whole(&folder.write("large.zip", &large), &text);
}

#[test]
fn same_named_members_are_both_read() {
    let folder = Folder::new();
    let mut archive = zip(&[("a.pgn", b"one"), ("b.pgn", b"two")]);
    for at in 0..archive.len() - 5 {
        if archive[at..].starts_with(b"b.pgn") {
            archive[at] = b'a';
        }
    }
    let texts: Vec<Vec<u8>> =
        open(&folder.write("twins.zip", &archive)).into_iter().map(|one| drain(one.unwrap().content).0).collect();
    assert_eq!(texts, [b"one", b"two"]);
}

#[test]
fn zips_that_cannot_be_read_say_why() {
    let folder = Folder::new();
    let only = |name: &str, bytes: &[u8]| open(&folder.write(name, bytes)).remove(0).unwrap_err();
    let error = only("empty.zip", &zip(&[]));
    assert!(matches!(error.fault, Fault::EmptyArchive), "{error}");

    let good = zip(&[("a.pgn", b"secret"), ("b.pgn", b"open")]);
    let row = good.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let mut encrypted = good.clone();
    encrypted[row + 8] |= 1;
    let all = open(&folder.write("encrypted.zip", &encrypted));
    let error = all[0].as_ref().unwrap_err();
    assert!(matches!(error.fault, Fault::Encrypted), "{error}");
    assert!(error.to_string().ends_with("encrypted.zip:a.pgn: this member is encrypted"), "{error}");
    assert!(all[1].is_ok());

    let mut method = good.clone();
    method[row + 10] = 14;
    assert!(matches!(only("lzma.zip", &method).fault, Fault::Method(14)));
    let mut header = good.clone();
    header[row + 42] = 3;
    assert!(matches!(only("header.zip", &header).fault, Fault::Damaged { format: Format::Zip, offset: 3, .. }));
    let mut crc = good;
    crc[row + 16] ^= 1;
    let (bytes, error) = drain(open(&folder.write("crc.zip", &crc)).remove(0).unwrap().content);
    assert_eq!(bytes, b"secret");
    assert!(error.unwrap().to_string().contains("does not match its checksum"));
}

#[test]
fn cut_off_zips_give_the_members_before_the_cut() {
    let folder = Folder::new();
    let text = text(300);
    let names = ["a.pgn", "b.pgn", "c.pgn"];
    let archive = zip(&names.map(|name| (name, &text[..])));
    for cut in (4..archive.len()).step_by(7) {
        let mut errors = 0;
        let mut whole = 0;
        for member in open(&folder.write("cut.zip", &archive[..cut])) {
            let (bytes, error) = match member {
                Ok(opened) => drain(opened.content),
                Err(error) => (Vec::new(), Some(error)),
            };
            assert!(text.starts_with(&bytes), "{cut}");
            whole += usize::from(bytes == text);
            let Some(error) = error else { continue };
            let Fault::Damaged { format: Format::Zip, offset, .. } = error.fault else { panic!("{cut}: {error}") };
            assert!(offset <= cut as u64);
            errors += 1;
        }
        assert!(errors > 0, "{cut}");
        assert!(whole >= (cut * 3 / archive.len()).saturating_sub(1), "{cut} of {}: {whole}", archive.len());
    }
}

#[test]
fn any_damage_to_a_small_file_is_no_panic() {
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

fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes_of).collect()
}

#[test]
fn utf16_is_delivered_as_utf8() {
    let folder = Folder::new();
    let body = format!("[White \"Че\u{301}, \u{1f40e}\"]\n{}", "1. e4 \u{2654} ".repeat(30_000));
    for (mark, bom) in [("\u{feff}", true), ("", false)] {
        let orders: [(fn(u16) -> [u8; 2], Encoding); 2] =
            [(u16::to_le_bytes, Encoding::Utf16Le { bom }), (u16::to_be_bytes, Encoding::Utf16Be { bom })];
        for (order, encoding) in orders {
            let bytes = utf16(&format!("{mark}{body}"), order);
            for packed in [bytes.clone(), gz(&bytes)] {
                let opened = open_one(&folder.write("a.pgn", &packed));
                assert_eq!(opened.encoding, encoding);
                let (text, error) = drain(opened.content);
                assert!(error.is_none() && text == body.as_bytes());
                assert_eq!(opened.replacements.count(), 0);
            }
        }
    }
}

#[test]
fn broken_utf16_is_replaced_and_counted() {
    let folder = Folder::new();
    let mut bytes = utf16("\u{feff}1. e4", u16::to_le_bytes);
    bytes.extend([0x00, 0xD8]);
    bytes.extend(utf16(" e5", u16::to_le_bytes));
    bytes.push(b'*');
    let opened = open_one(&folder.write("a.pgn", &bytes));
    assert_eq!(drain(opened.content).0, "1. e4\u{fffd} e5\u{fffd}".as_bytes());
    assert_eq!(opened.replacements.count(), 2);
}

#[test]
fn other_encodings_are_left_alone_and_utf32_is_refused() {
    let folder = Folder::new();
    for bytes in [&b"\xEF\xBB\xBF[Event]"[..], b"[White \"M\xFCller\"]", b"a\0b"] {
        let opened = open_one(&folder.write("a.pgn", bytes));
        assert_eq!(opened.encoding, Encoding::Bytes);
        assert_eq!(drain(opened.content).0, bytes);
    }
    let error = open(&folder.write("a.pgn", b"\xFF\xFE\0\0[\0\0\0")).remove(0).unwrap_err();
    assert!(error.to_string().ends_with("a.pgn: this is UTF-32 text, which is not read"), "{error}");
}

#[test]
fn a_directory_is_walked_in_order_of_names() {
    let folder = Folder::new();
    for name in
        ["d/b.pgn", "d/B.pgn.zst", "d/a/z.fen", "d/a.pgn", "d/é.epd.gz", "d/notes.txt", "d/.git/x.pgn", "d/._a.pgn"]
    {
        folder.write(name, b"x");
    }
    let found: Vec<String> = folder.entries("d").into_iter().map(Result::unwrap).collect();
    assert_eq!(found, ["d/B.pgn.zst", "d/a/z.fen", "d/a.pgn", "d/b.pgn", "d/é.epd.gz"]);
    let inputs = Inputs::new(&[folder.path("d").into()], None).unwrap();
    assert_eq!(inputs.total_bytes(), Some(5));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_loops_end() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("d/sub/a.pgn", b"a");
    folder.write("elsewhere/b.pgn", b"b");
    symlink("..", folder.path("d/sub/up")).unwrap();
    symlink("../elsewhere", folder.path("d/link")).unwrap();
    symlink("nowhere", folder.path("d/sub/gone.pgn")).unwrap();
    symlink("nowhere", folder.path("d/sub/gone.txt")).unwrap();
    let found = folder.entries("d");
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0].as_ref().unwrap(), "d/link/b.pgn");
    assert_eq!(found[1].as_ref().unwrap(), "d/sub/a.pgn");
    assert!(found[2].as_ref().unwrap_err().name.ends_with("d/sub/gone.pgn"));
}

#[test]
fn a_missing_file_costs_only_itself() {
    let folder = Folder::new();
    folder.write("a.pgn", b"a");
    folder.write("odd name", b"b");
    fs::create_dir(folder.path("nothing")).unwrap();
    let arguments: Vec<OsString> =
        ["a.pgn", "missing.pgn", "nothing", "odd name"].map(|name| folder.path(name).into()).to_vec();
    let inputs = Inputs::new(&arguments, None).unwrap();
    let found: Vec<_> = inputs.entries().collect();
    assert!(found[0].is_ok() && found[3].is_ok());
    let missing = found[1].as_ref().unwrap_err();
    assert!(matches!(&missing.fault, Fault::Open(error) if error.kind() == io::ErrorKind::NotFound));
    assert!(missing.name.ends_with("missing.pgn"));
    let empty = found[2].as_ref().unwrap_err();
    assert!(matches!(empty.fault, Fault::EmptyDirectory) && empty.name.ends_with("nothing"), "{empty}");
}

#[test]
fn lists_of_files_come_after_the_arguments() {
    let folder = Folder::new();
    let first = folder.write("first.pgn", b"1");
    let second = folder.write("second.pgn", b"2");
    let third = folder.write("third.pgn", b"3");
    let (second, third) = (second.to_str().unwrap(), third.to_str().unwrap());
    for list in [format!("{second}\r\n\n{third}"), format!("{second}\0{third}\0")] {
        let list = folder.write("list", list.as_bytes());
        let inputs = Inputs::new(&[first.clone().into()], Some(list.as_os_str())).unwrap();
        let found: Vec<String> =
            inputs.entries().map(|entry| folder.relative(entry.unwrap().path().unwrap())).collect();
        assert_eq!(found, ["first.pgn", "second.pgn", "third.pgn"]);
    }
    let empty = folder.write("empty", b"");
    assert_eq!(Inputs::new(&[], Some(empty.as_os_str())).unwrap().entries().count(), 0);
    let error = Inputs::new(&[], Some(OsStr::new("/no/such/list"))).unwrap_err();
    assert!(error.to_string().starts_with("/no/such/list: cannot be opened"), "{error}");
    let stdin = folder.write("stdin", b"-\n");
    Inputs::new(&[], Some(stdin.as_os_str())).unwrap();
    assert!(matches!(Inputs::new(&["-".into()], Some(stdin.as_os_str())).unwrap_err().fault, Fault::StdinTwice));
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_are_streams_whatever_comes_through_them() {
    let folder = Folder::new();
    let text = text(30_000);
    let fifo = folder.path("fifo");
    let zipped = zip(&[("a.pgn", &text)]);
    for bytes in [text.clone(), zst(&text), zipped, Vec::new()] {
        let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
        assert!(made.success());
        let expected = if bytes.is_empty() { &[][..] } else { &text };
        let length = bytes.len() as u64;
        let writer = {
            let fifo = fifo.clone();
            std::thread::spawn(move || fs::OpenOptions::new().write(true).open(fifo).unwrap().write_all(&bytes))
        };
        let options = OpenOptions::default();
        let inputs = Inputs::new(&[fifo.clone().into()], None).unwrap();
        assert_eq!(inputs.total_bytes(), None);
        let opened = inputs.entries().next().unwrap().unwrap().open(&options).next().unwrap().unwrap();
        let (read, error) = drain(opened.content);
        writer.join().unwrap().unwrap();
        assert!(read == expected && error.is_none(), "{error:?}");
        assert_eq!(options.meter.consumed(), length);
        fs::remove_file(&fifo).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_lie_about_their_length_are_read_to_their_end() {
    let (bytes, error) = read(Path::new("/proc/self/status"));
    assert!(error.is_none() && bytes.starts_with(b"Name:"), "{error:?}");
}

#[cfg(unix)]
#[test]
fn what_may_not_be_opened_is_an_error_of_that_entry() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let path = folder.write("locked.pgn", b"x");
    fs::set_permissions(&path, fs::Permissions::from_mode(0)).unwrap();
    // The superuser opens everything.
    if fs::File::open(&path).is_ok() {
        return;
    }
    let error = open(&path).remove(0).unwrap_err();
    assert!(matches!(error.fault, Fault::Open(error) if error.kind() == io::ErrorKind::PermissionDenied));
}
