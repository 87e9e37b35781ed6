//! The bytes of a file: text in any encoding, or an archive of any format. What must hold:
//!
//! * The file opens as texts, or with an error that has a message. It is the same when it is opened again, and when it is
//!   read in small pieces. Memory stays bounded: the options of the run limit it.
//! * Text that is neither compressed nor UTF-16 is read as it is.
//! * Several threads read what one thread reads, and the errors are the same, whatever the length of portions.
//! * Text in many frames of Zstandard is read as it is, with announcements of their lengths or without. The frames that are
//!   listed tile the file.
//! * The same bytes, compressed by the usual library of each codec, are read as they are in the file. If the end is cut
//!   off, what is read is a part from their start, and an error follows.

#![no_main]

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use adoube::input::{Content, Encoding, InputError, Inputs, OpenOptions};
use adoube_fuzz::{scratch_file, write};
use libfuzzer_sys::fuzz_target;

/// The most bytes that are read of a text.
const MOST: usize = 4 << 20;

/// The most texts that are read of a file.
const MOST_TEXTS: usize = 40;

static FILE: LazyLock<PathBuf> = LazyLock::new(|| scratch_file("archive"));

fuzz_target!(|data: &[u8]| {
    write(&FILE, data);
    let texts = read_all(&FILE, 1 << 15);
    assert!(!texts.is_empty() || data.starts_with(b"PK"), "a file is at least one text or one error");
    assert!(read_all(&FILE, 700) == texts, "the size of reads makes a difference");
    check_threads(&texts);
    if let [Text { is_whole: true, encoding: Some(Encoding::Bytes), bytes, error, .. }] = &texts[..] {
        assert!(bytes == data && error.is_none());
    }
    for codec in 0..4 {
        check_codec(codec, data);
    }
    check_frames(data);
});

/// A text that was read, or the error instead of it.
#[derive(PartialEq)]
struct Text {
    name: String,
    is_whole: bool,
    encoding: Option<Encoding>,
    bytes: Vec<u8>,
    error: Option<String>,
}

fn read_all(path: &Path, piece: usize) -> Vec<Text> {
    read_with(path, piece, OpenOptions::default())
}

fn read_with(path: &Path, piece: usize, options: OpenOptions) -> Vec<Text> {
    let inputs = Inputs::new(&[path.as_os_str().to_owned()], None).unwrap();
    let texts = inputs.texts(options).take(MOST_TEXTS);
    texts
        .map(|text| match text {
            Ok(opened) => {
                let (is_whole, encoding) = (matches!(opened.content, Content::Whole(_)), Some(opened.encoding));
                let (bytes, error) = read(opened.content.into_read(), piece);
                Text { name: opened.name, is_whole, encoding, bytes, error: error.map(|error| error.to_string()) }
            }
            Err(error) => {
                let error = error.to_string();
                assert!(!error.is_empty());
                Text { name: String::new(), is_whole: false, encoding: None, bytes: Vec::new(), error: Some(error) }
            }
        })
        .collect()
}

/// Checks that several threads read these texts of the file, too. Portions of one frame use the threads most.
fn check_threads(texts: &[Text]) {
    let one = OpenOptions { portion_bytes: 1, ..OpenOptions::default() };
    let several = OpenOptions { threads: 4, ..one.clone() };
    let alone = read_with(&FILE, 1 << 15, one);
    assert!(read_with(&FILE, 1 << 15, several) == alone, "the number of threads makes a difference");
    // The place of an error in an inner layer is the end of a portion.
    let same = |(text, other): (&Text, &Text)| text.bytes == other.bytes && text.error.is_some() == other.error.is_some();
    assert!(alone.len() == texts.len() && alone.iter().zip(texts).all(same), "the length of portions makes a difference");
}

/// Writes the data as the text of many frames: all that follows the first byte, which says how they are cut.
fn check_frames(data: &[u8]) {
    let [style, data @ ..] = data else { return };
    // The first bytes make it text, whatever follows.
    let text = [b"[Event \"x\"] and some words after it\n", data].concat();
    let (frames, is_announced) = (1 + usize::from(style >> 1 & 31), style & 1 == 1);
    let length = text.len().div_ceil(frames);
    let mut compressed = Vec::new();
    for piece in text.chunks(length) {
        let frame = zstd::encode_all(piece, 1).unwrap();
        if is_announced {
            compressed.extend([0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0]);
            compressed.extend(u32::try_from(frame.len()).unwrap().to_le_bytes());
        }
        compressed.extend(frame);
    }
    write(&FILE, &compressed);
    let texts = read_all(&FILE, 1 << 15);
    check_threads(&texts);
    let is_plain = texts.len() == 1 && texts[0].encoding == Some(Encoding::Bytes);
    assert!(!is_plain || texts[0].bytes == text && texts[0].error.is_none(), "frames of {length}: {:?}", texts[0].error);
    // Frames of UTF-16, or of compressed data, cannot be read apart.
    assert_eq!(tiled(), Ok(if is_plain { compressed.len() as u64 } else { 0 }));
    let at = data.len() % compressed.len();
    compressed[at] ^= 1 << (style & 7);
    write(&FILE, &compressed);
    check_threads(&read_all(&FILE, 1 << 15));
    // Without its first magic number, it is another format, and so it can be if its first words are damaged.
    assert!(tiled().is_err() || tiled() == Ok(compressed.len() as u64) || tiled() == Ok(0));
}

/// The number of bytes at the start of the file that its frames tile; the error, if not all of it are frames.
fn tiled() -> Result<u64, String> {
    let inputs = Inputs::new(&[FILE.as_os_str().to_owned()], None).unwrap();
    let file = inputs.entries().next().unwrap().unwrap();
    let frames = file.frames(&OpenOptions::default()).map_err(|error| error.to_string())?;
    frames.into_iter().flatten().try_fold(0, |end, frame| {
        let frame = frame.map_err(|error| error.to_string())?;
        assert_eq!(frame.offset, end);
        Ok(end + frame.length)
    })
}

/// At most [`MOST`] bytes, read in pieces; and the first error. After a gap, what follows it is read, too.
fn read(mut reader: impl Read, piece: usize) -> (Vec<u8>, Option<io::Error>) {
    let (mut bytes, mut buffer, mut first) = (Vec::new(), vec![0; piece], None);
    while bytes.len() < MOST {
        let wanted = piece.min(MOST - bytes.len());
        match reader.read(&mut buffer[..wanted]) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let is_gap = InputError::find_in(&error).is_some_and(InputError::is_gap);
                first.get_or_insert(error);
                if !is_gap {
                    break;
                }
            }
        }
    }
    (bytes, first)
}

/// How many bytes decide whether it is text, and in which encoding.
const HEAD: usize = 1024;

fn check_codec(codec: u8, data: &[u8]) {
    // The first bytes make it text, whatever follows.
    let text = [&b"[Event \"x\"]\n".repeat(HEAD / 12 + 1)[..], data].concat();
    let compressed = compress(codec, &text).unwrap();
    write(&FILE, &compressed);
    let texts = read_all(&FILE, 1 << 15);
    assert_eq!(texts.len(), 1);
    assert!(texts[0].error.is_none() && texts[0].bytes == text, "codec {codec}: {:?}", texts[0].error);
    let cut = compressed.len() / 2 + data.len() % (compressed.len() / 2);
    write(&FILE, &compressed[..cut]);
    for part in read_all(&FILE, 1 << 15) {
        assert!(text.starts_with(&part.bytes), "codec {codec}, cut at {cut}");
        assert!(part.error.is_some(), "codec {codec}, cut at {cut} of {}", compressed.len());
    }
}

fn compress(codec: u8, text: &[u8]) -> io::Result<Vec<u8>> {
    match codec {
        0 => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text)?;
            encoder.finish()
        }
        1 => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(text)?;
            encoder.finish()
        }
        2 => {
            let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 0);
            encoder.write_all(text)?;
            encoder.finish()
        }
        _ => zstd::encode_all(text, 1),
    }
}
