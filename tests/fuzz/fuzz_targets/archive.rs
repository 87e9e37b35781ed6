//! The bytes of a file: text in any encoding, or an archive of any format. What must hold:
//!
//! * The file opens as texts, or with an error that has a message. It is the same when it is opened again, and when it is
//!   read in small pieces. Memory stays bounded: the options of the run limit it.
//! * Text that is neither compressed nor UTF-16 is read as it is.
//! * The same bytes, compressed by the usual library of each codec, are read as they are in the file. If the end is cut
//!   off, what is read is a part from their start, and an error follows.

#![no_main]

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use adoube::input::{Content, Encoding, Inputs, OpenOptions};
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
    if let [Text { is_whole: true, encoding: Some(Encoding::Bytes), bytes, error, .. }] = &texts[..] {
        assert!(bytes == data && error.is_none());
    }
    for codec in 0..4 {
        check_codec(codec, data);
    }
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
    let inputs = Inputs::new(&[path.as_os_str().to_owned()], None).unwrap();
    let texts = inputs.texts(OpenOptions::default()).take(MOST_TEXTS);
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

/// At most [`MOST`] bytes, read in pieces.
fn read(mut reader: impl Read, piece: usize) -> (Vec<u8>, Option<io::Error>) {
    let (mut bytes, mut buffer) = (Vec::new(), vec![0; piece]);
    while bytes.len() < MOST {
        let wanted = piece.min(MOST - bytes.len());
        match reader.read(&mut buffer[..wanted]) {
            Ok(0) => break,
            Ok(length) => bytes.extend_from_slice(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (bytes, Some(error)),
        }
    }
    (bytes, None)
}

fn check_codec(codec: u8, data: &[u8]) {
    // The first bytes make it text, whatever follows.
    let text = [b"[Event \"x\"]\n", data].concat();
    let compressed = compress(codec, &text).unwrap();
    write(&FILE, &compressed);
    let texts = read_all(&FILE, 1 << 15);
    assert_eq!(texts.len(), 1);
    // The first bytes that are read decide about UTF-16, and a cut leaves fewer of them.
    let is_transcoded = |text: &Text| !matches!(text.encoding, None | Some(Encoding::Bytes));
    if !is_transcoded(&texts[0]) {
        assert!(texts[0].error.is_none() && texts[0].bytes == text, "codec {codec}: {:?}", texts[0].error);
    }
    let cut = compressed.len() / 2 + data.len() % (compressed.len() / 2);
    write(&FILE, &compressed[..cut]);
    for part in read_all(&FILE, 1 << 15) {
        assert!(is_transcoded(&part) || text.starts_with(&part.bytes), "codec {codec}, cut at {cut}");
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
