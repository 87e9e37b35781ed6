//! Many files are read by all threads together, and the output is that of one thread.

use std::fmt::Write as _;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// What one thread reads at a time, in bytes.
const CHUNK: usize = 512 << 10;

/// `count` games from this number on; every seventh has an illegal move.
fn games(first: usize, count: usize) -> String {
    let mut text = String::new();
    for number in first..first + count {
        let mv = if number % 7 == 0 { "Nf4" } else { "Nf3" };
        let elo = 1500 + number % 1000;
        let tags = format!("[Event \"e\"]\n[White \"w{number}\"]\n[WhiteElo \"{elo}\"]\n[Result \"*\"]\n");
        write!(text, "{tags}\n1. e4 e5 2. {mv} Nc6 *\n\n").unwrap();
    }
    text
}

/// Games that fill about this many bytes: three short ones, one with a comment of many lines, and so on.
fn bytes_of_games(first: usize, bytes: usize) -> String {
    let comment = "{ a comment of many lines }\n".repeat(100);
    let mut text = String::new();
    while text.len() < bytes {
        text += &games(first + text.len() % 1000, 4);
        text.truncate(text.len() - "*\n\n".len());
        write!(text, "{comment}*\n\n").unwrap();
    }
    text
}

/// A folder of files of every kind: tiny, as long as one chunk and longer, without games, compressed, of positions, in
/// UTF-16, and a link to nothing.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    for number in 0..300 {
        write(&format!("b{number:03}.pgn"), games(number, 1 + number % 5).as_bytes());
    }
    write("b150-empty.pgn", b"");
    write("b150-blank.pgn", b"\n\n");
    write("b150-open.pgn", b"[Event \"e\"]\n\n1. e4 {without end");
    write("b150.fen", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    write("b151-zeros.pgn", &[0; 3000]);
    let utf16: Vec<u8> = format!("\u{feff}{}", games(7, 3)).encode_utf16().flat_map(u16::to_le_bytes).collect();
    write("b151-utf16.pgn", &utf16);
    let gzipped = gzipped(games(20, 30).as_bytes());
    write("b152-damaged.pgn.gz", &gzipped[..300]);
    for number in 0..40 {
        write(&format!("b152-{number:02}.pgn.gz"), &gzipped);
    }
    write("b153-long.pgn.gz", &self::gzipped(bytes_of_games(60, 2 * CHUNK + 1000).as_bytes()));
    write("b154.pgn.zip", &archive());
    write("b154-damaged.pgn.zip", &archive()[..20_000]);
    for (name, bytes) in [("a-chunk", CHUNK), ("b200-two-chunks", 2 * CHUNK - 1000), ("b201-long", 2 * CHUNK + 1000)] {
        write(&format!("{name}.pgn"), bytes_of_games(40, bytes).as_bytes());
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("nothing", folder.path().join("b155-link.pgn")).unwrap();
    folder
}

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// A zip archive of short texts and one that is long, of games and of positions; one is damaged, and one is an archive.
fn archive() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, bytes: &[u8]| {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    };
    for number in 0..60 {
        add(&format!("m{number:02}.pgn"), games(number, 1 + number % 9).as_bytes());
    }
    add("n-notes.txt", b"not read");
    add("n.fen", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    add("n-damaged.pgn.gz", &gzipped(games(5, 40).as_bytes())[..200]);
    add("n-long.pgn", bytes_of_games(30, 2 * CHUNK + 1000).as_bytes());
    let mut inner = zip::ZipWriter::new(Cursor::new(Vec::new()));
    inner.start_file("inner.pgn", zip::write::SimpleFileOptions::default()).unwrap();
    inner.write_all(games(3, 8).as_bytes()).unwrap();
    add("o.zip", inner.finish().unwrap().get_ref());
    add("p.pgn", games(1, 2).as_bytes());
    archive.finish().unwrap().into_inner()
}

/// What a run prints, on both streams, and its exit code.
fn run(folder: &Path, arguments: &[&str], threads: &str) -> (Vec<u8>, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = command.current_dir(folder).args(arguments).args(["--threads", threads]).output().unwrap();
    (output.stdout, String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
}

/// Checks that the output does not depend on the number of threads; returns what is on standard error, and the exit code.
fn check(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let expected = run(folder, arguments, "1");
    for threads in ["2", "7"] {
        let found = run(folder, arguments, threads);
        assert!(found.0 == expected.0, "{arguments:?}: standard output with {threads} threads");
        assert_eq!((&found.1, found.2), (&expected.1, expected.2), "{arguments:?} with {threads} threads");
    }
    (expected.1, expected.2)
}

#[test]
fn the_output_does_not_depend_on_threads() {
    let folder = folder();
    for arguments in [
        &["validate", "--verbose", "."][..],
        &["validate", "--format", "jsonl", "--select", "all", "."],
        &["validate", "--format", "csv", "--game", "2", "."],
        &["validate", "--game", "3-", "--where", "WhiteElo >= 1600", "."],
        &["stats", "--verbose", "."],
        &["stats", "--per", "game", "--format", "csv", "."],
        &["stats", "--table", "openings", "--format", "jsonl", "--game", "2", "."],
        &["adjudicate", "--format", "jsonl", "--verbose", "."],
        &["replay", "--format", "csv", "--head", "500", "."],
        &["filter", "--where", "WhiteElo < 1510", "."],
        &["filter", "--where", "WhiteElo < 1510", "--count", "."],
        &["filter", "--head", "100", "."],
        &["filter", "--unique", "--game", "1", "."],
        &["adjust", "--head", "400", "."],
    ] {
        check(folder.path(), arguments);
    }
}

#[test]
fn members_of_an_archive_are_read_or_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.zip"), archive()).unwrap();
    for command in ["validate", "stats", "adjudicate"] {
        let (errors, code) = check(folder.path(), &[command, "--verbose", "a.zip"]);
        assert!(errors.contains("reading a.zip:o.zip:inner.pgn"), "{errors}");
        assert!(errors.contains("1 file in an archive not read"), "{errors}");
        assert!(errors.contains("a.zip:n-notes.txt"), "{errors}");
        assert_eq!(code, 2, "one member is damaged");
    }
}

#[test]
fn an_unreadable_file_is_reported_in_its_place() {
    let folder = folder();
    let mut list = String::new();
    for number in 0..250 {
        writeln!(list, "b{number:03}.pgn").unwrap();
        if number % 50 == 20 {
            writeln!(list, "missing{number}.pgn").unwrap();
        }
    }
    fs::write(folder.path().join("list"), list).unwrap();
    let arguments = ["validate", "--format", "jsonl", "--files-from", "list"];
    let (errors, code) = check(folder.path(), &arguments);
    assert_eq!((errors.matches("missing").count() >= 5, code), (true, 2), "{errors}");
    let (verbose, code) = check(folder.path(), &["filter", "--count", "--verbose", "--files-from", "list"]);
    let lines: Vec<&str> = verbose.lines().collect();
    let place = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
    assert!(place("b070.pgn") < place("missing70.pgn") && place("missing70.pgn") < place("b071.pgn"), "{verbose}");
    assert_eq!(code, 2);
}

#[test]
fn the_head_ends_the_run_before_later_errors() {
    let folder = folder();
    let (errors, code) =
        check(folder.path(), &["filter", "--head", "5", "b000.pgn", "b001.pgn", "b002.pgn", "missing.pgn"]);
    assert_eq!((errors.contains("missing"), code), (false, 0), "{errors}");
}
