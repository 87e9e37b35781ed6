//! What the tests of parts share.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use adoube::parts::{InputPart, Unit};

use crate::support::Random;

/// Some games.
pub(crate) const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");
/// 400 games.
pub(crate) const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");

/// A run in this folder.
pub(crate) fn adoube(folder: &Path, arguments: &[&str], stdin: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    fed(command.current_dir(folder).args(arguments), stdin.as_bytes())
}

/// A run with this text on its standard input.
pub(crate) fn fed(command: &mut Command, stdin: &[u8]) -> Output {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = streams.spawn().unwrap();
    let (mut pipe, text) = (run.stdin.take().unwrap(), stdin.to_vec());
    // The program may end before it has read everything.
    thread::spawn(move || _ = pipe.write_all(&text));
    run.wait_with_output().unwrap()
}

/// The standard output of a run with exit code 0 or 1.
pub(crate) fn written(folder: &Path, arguments: &[&str], stdin: &str) -> String {
    let Output { status, stdout, stderr } = adoube(folder, arguments, stdin);
    assert!(status.code() < Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// The message of a run with exit code 2, which writes nothing.
pub(crate) fn refused(folder: &Path, arguments: &[&str], stdin: &str) -> String {
    let Output { status, stdout, stderr } = adoube(folder, arguments, stdin);
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), &stdout[..]), (Some(2), &[] as &[u8]), "{arguments:?}: {message}");
    message
}

/// The lines of a plan.
pub(crate) fn plan(folder: &Path, arguments: &[&str]) -> Vec<String> {
    written(folder, &[&["plan"], arguments].concat(), "").lines().map(str::to_owned).collect()
}

/// A part that begins and ends at any bytes.
pub(crate) fn cut(input: &str, size: u64, index: u64, of: u64, start: u64, end: u64) -> String {
    InputPart { input: input.to_owned(), unit: Unit::Byte, start, end, size, index, of, before: None }.to_string()
}

/// A text in Zstandard frames. Each has the text of 1 to `longest` bytes; `pzstd`'s announcement precedes about half of them.
#[cfg(feature = "compression")]
pub(crate) fn frames(text: &[u8], longest: usize, random: &mut Random) -> Vec<u8> {
    let (mut rest, mut frames) = (text, Vec::new());
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((1 + random.below(longest)).min(rest.len()));
        let frame = zstd::encode_all(piece, 1).unwrap();
        if random.below(2) == 0 {
            frames.extend_from_slice(&[0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0]);
            frames.extend_from_slice(&u32::try_from(frame.len()).unwrap().to_le_bytes());
        }
        frames.extend_from_slice(&frame);
        rest = after;
    }
    frames
}

#[cfg(not(feature = "compression"))]
pub(crate) fn frames(_: &[u8], _: usize, _: &mut Random) -> Vec<u8> {
    Vec::new()
}
