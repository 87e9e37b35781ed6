//! Compressed files: read, written, replaced and restored.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::{ADJUSTED, FAULTY, adjust, code, file, stderr};

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The text of a file in gzip or Zstandard.
fn unpacked(path: impl AsRef<Path>) -> String {
    let bytes = fs::read(path).unwrap();
    let mut text = String::new();
    match bytes[..] {
        [0x1f, 0x8b, ..] => _ = MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap(),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => text = String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap(),
        _ => panic!("the file is not compressed"),
    }
    text
}

#[test]
fn the_name_of_the_output_says_how_it_is_compressed() {
    let (folder, path) = file(zstd::encode_all(FAULTY.as_bytes(), 1).unwrap());
    let output = adjust(&[&path]);
    assert_eq!((code(&output), output.stdout.as_slice()), (0, ADJUSTED.as_bytes()), "{}", stderr(&output));
    for name in ["out.pgn.zst", "out.pgn.gz", "out.pgn.bz2", "out.pgn.xz"] {
        let out = folder.path().join(name);
        assert_eq!(code(&adjust(&[&path, "-o", out.to_str().unwrap()])), 0);
        assert!(!fs::read(&out).unwrap().starts_with(b"["));
        assert_eq!(adjust(&[out.to_str().unwrap()]).stdout, ADJUSTED.as_bytes());
    }
    let output = adjust(&[&path, "-o", folder.path().join("out.zip").to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("zip archives can only be read"), "{}", stderr(&output));
}

#[test]
fn a_replaced_file_keeps_its_compression_and_its_text_is_restored() {
    for (name, packed) in [
        ("a.pgn.gz", gzip(FAULTY.as_bytes())),
        ("a.pgn", zstd::encode_all(FAULTY.as_bytes(), 1).unwrap()),
        // Many members.
        ("b.pgn.gz", [gzip(&FAULTY.as_bytes()[..9]), gzip(&FAULTY.as_bytes()[9..])].concat()),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let [path, log] = [name, "log"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
        fs::write(&path, &packed).unwrap();
        let output = adjust(&["--in-place", "--backup", ".old", "--log", &log, &path]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(unpacked(&path), ADJUSTED);
        assert_eq!(fs::read(format!("{path}.old")).unwrap(), packed);
        assert!(fs::read_to_string(&log).unwrap().contains("\"offset\":16,"), "offsets are those of the text");
        let undone = adjust(&["--undo", &log]);
        assert_eq!(code(&undone), 0, "{}", stderr(&undone));
        assert!(stderr(&undone).contains("1 file restored"), "{}", stderr(&undone));
        assert_eq!(unpacked(&path), FAULTY);
        assert!(stderr(&adjust(&["--undo", &log])).contains("already restored"));
    }
}

#[test]
fn a_plain_file_stays_plain_whatever_its_name() {
    let (folder, _) = file(FAULTY);
    let path = folder.path().join("b.pgn.gz");
    fs::write(&path, FAULTY).unwrap();
    assert_eq!(code(&adjust(&["--in-place", path.to_str().unwrap()])), 0);
    assert_eq!(fs::read(&path).unwrap(), ADJUSTED.as_bytes());
}

#[test]
fn archives_and_files_compressed_twice_are_refused() {
    let twice = gzip(&zstd::encode_all(FAULTY.as_bytes(), 1).unwrap());
    // An empty member, as an archive stores it.
    let zip = b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    for (packed, message) in [(twice, "it is compressed more than once"), (zip, "archive")] {
        let (_folder, path) = file(&packed);
        let output = adjust(&["--in-place", &path]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!(fs::read(&path).unwrap(), packed);
    }
}

#[test]
fn a_damaged_file_is_left_alone() {
    let packed = gzip(FAULTY.repeat(50).as_bytes());
    let (_folder, path) = file(&packed[..packed.len() - 9]);
    let output = adjust(&["--in-place", &path]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("damaged gzip data"), "{}", stderr(&output));
    assert_eq!(fs::read(&path).unwrap(), packed[..packed.len() - 9]);
}
