//! The limits of `docs/limits.md`: what every command does with a game that is too long to be kept, with a file that is too
//! long to be a list, and with little memory and stack.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

/// The length of the long game. Four copies of it would be too much memory.
const LONG: usize = 17 << 20;

/// The anonymous memory that a command may have, in KiB (`ulimit -d`). Without any games it needs about a third of it.
const MEMORY: u32 = 80 << 10;

/// A folder with an archive of three games, of which the second is long.
struct Archive {
    folder: TempDir,
    /// The games.
    games: [Vec<u8>; 3],
}

impl Archive {
    /// `long` is where the text goes that makes the game long.
    fn new(long: impl Fn(&mut Vec<u8>)) -> Self {
        let short =
            |number| format!("[Event \"{number}\"]\n[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n").into_bytes();
        let mut game = Vec::new();
        long(&mut game);
        let archive = Self { folder: tempfile::tempdir().unwrap(), games: [short(1), game, short(3)] };
        fs::write(archive.path("a.pgn"), archive.games.concat()).unwrap();
        archive
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Runs a command in the folder with bounded memory.
    fn run(&self, arguments: &str) -> Output {
        limited(&format!("ulimit -d {MEMORY}"), arguments, self.folder.path())
    }
}

/// Runs the program in a folder, after a command of the shell.
fn limited(limit: &str, arguments: &str, folder: &Path) -> Output {
    let line = format!("{limit}; exec '{}' {arguments}", env!("CARGO_BIN_EXE_adoube"));
    Command::new("sh").args(["-c", &line]).current_dir(folder).env("TMPDIR", folder).output().unwrap()
}

/// Games that are long by one tag, by one comment, and by the number of tokens.
fn archives() -> Vec<Archive> {
    vec![
        Archive::new(|game| {
            // A tag behind the long one has no value.
            game.extend_from_slice(b"[White \"B\"]\n[Event \"");
            game.resize(LONG, b'c');
            game.extend_from_slice(b"\"]\n[Result \"*\"]\n\n1. e4 c5 *\n\n");
        }),
        Archive::new(|game| {
            game.extend_from_slice(b"[Event \"2\"]\n[White \"B\"]\n[Result \"*\"]\n\n1. e4+ {");
            game.resize(LONG, b'c');
            game.extend_from_slice(b"} c5 *\n\n");
        }),
    ]
}

#[test]
fn every_command_keeps_its_memory_when_a_game_is_long() {
    thread::scope(|scope| {
        for archive in archives() {
            scope.spawn(move || every_command(&archive));
        }
    });
}

fn every_command(archive: &Archive) {
    let all = archive.games.concat();
    fs::write(archive.path("b.pgn"), &archive.games[0]).unwrap();
    for (arguments, code) in [
        ("validate", 1),
        ("validate --split-to good.pgn bad.pgn", 1),
        ("stats", 0),
        ("stats --table events,players,tags", 0),
        ("stats --per game --format csv", 0),
        ("stats --per game --format jsonl", 0),
        ("stats --per game --format parquet -o games.parquet", 0),
        ("stats --per ply --format parquet -o plies.parquet", 0),
        ("replay --format jsonl", 0),
        ("replay --to-pgn", 0),
        ("replay --sample 3", 0),
        ("adjudicate --game 2", 1),
        ("adjust -o fixed.pgn", 1),
        ("adjust --check", 1),
        ("adjust --check --game 2", 1),
        ("adjust --diff", 1),
        ("filter -o filtered.pgn", 0),
        ("filter -o sorted.pgn --sort 'Event desc'", 0),
        ("filter -o unique.pgn --unique", 0),
        ("filter -o split-{number}.pgn --split 1", 0),
        ("filter -o by-{White}.pgn", 0),
        ("filter --sample 3 -o sampled.pgn", 0),
        ("diff b.pgn", 1),
        ("diff", 0),
        ("plan --parts 2 --count", 0),
    ] {
        let output = archive.run(&format!("{arguments} -q -j 2 a.pgn"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {said}");
    }
    // A copy has all of the game.
    for name in ["filtered.pgn", "unique.pgn", "sampled.pgn"] {
        assert!(archive.read(name) == all, "{name}");
    }
    let [first, long, last] = &archive.games;
    assert!(archive.read("bad.pgn") == *long);
    assert!(archive.read("good.pgn") == [first.as_slice(), last].concat());
    assert!(archive.read("split-0002.pgn") == *long);
    assert!(archive.read("by-B.pgn") == *long);
    let sorted = archive.read("sorted.pgn");
    assert!(sorted.len() == all.len() && sorted.starts_with(last), "sorted");
    assert!(archive.read("fixed.pgn") == all);
}

#[test]
fn a_long_game_that_is_not_adjusted_is_named() {
    let archive = archives().pop().unwrap();
    let output = archive.run("adjust --no-fixes --set-tag A=1 -o adjusted.pgn a.pgn");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("a.pgn: game 2: not edited: it is longer than 16 MiB"), "{said}");
    let adjusted = archive.read("adjusted.pgn");
    assert!(adjusted.len() > LONG && adjusted.starts_with(b"[Event \"1\"]") && adjusted.ends_with(b"e5 *\n\n"));
    let output = archive.run("adjust -o adjusted.pgn a.pgn");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("a.pgn: game 2 is longer than 4 MiB, and was not adjusted"), "{said}");
}

#[test]
fn differences_in_a_long_game_are_found() {
    let archive = archives().pop().unwrap();
    let mut changed = archive.games.clone();
    let end = changed[1].len() - 20;
    changed[1][end] = b'd';
    fs::write(archive.path("b.pgn"), changed.concat()).unwrap();
    let output = archive.run("diff a.pgn b.pgn");
    let (found, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("2 equal, 1 changed, 0 only in A"), "{said}");
    assert!(found.contains("text after the first 16 MiB"), "{found}");
}

#[test]
fn files_that_are_too_long_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "1. e4 *\n").unwrap();
    let mut begun = BufWriter::new(File::create(folder.path().join("begun.log")).unwrap());
    begun.write_all(b"{\"type\":\"begin\"").unwrap();
    begun.into_inner().unwrap().set_len(200 << 20).unwrap();
    File::create(folder.path().join("long.txt")).unwrap().set_len(200 << 20).unwrap();
    let too_long = "it is longer than 64 MiB, the limit for such a file";
    for (arguments, expected) in [
        ("validate --files-from /dev/zero", format!("/dev/zero: cannot be opened: {too_long}")),
        ("validate --files-from long.txt", format!("long.txt: cannot be opened: {too_long}")),
        ("validate --part long.txt", format!("--part: long.txt: {too_long}")),
        ("adjust --names long.txt a.pgn", format!("--names: long.txt: {too_long}")),
        ("stats --openings long.txt a.pgn", format!("--openings: long.txt: {too_long}")),
        ("stats --table standings --aliases long.txt a.pgn", format!("--aliases: long.txt: {too_long}")),
        ("adjust --undo /dev/zero", "/dev/zero: line 1 is not that of a log".to_owned()),
        ("adjust --undo begun.log", format!("begun.log: cannot be read: {too_long}")),
        ("stats --merge long.txt", "--merge: long.txt: not a partial result of `adoube stats`".to_owned()),
        ("validate --merge long.txt", "--merge: long.txt: not a file that --partial of this command wrote".to_owned()),
        ("perft startpos 3 --checkpoint long.txt", "long.txt: not a checkpoint of `adoube perft`".to_owned()),
    ] {
        let output = limited("ulimit -v 1000000", arguments, folder.path());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(&expected), "{arguments}: {said}");
    }
}

#[test]
fn pages_of_a_long_game_do_not_stay_in_memory() {
    const LONGER: usize = 512 << 20;
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&["validate", "-q", "-"][..], &["filter", "-q", "--sort", "Event", "-o", "out.pgn", "-"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .args(arguments)
            .current_dir(folder.path())
            .env("TMPDIR", folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let writer = thread::spawn(move || {
            let text = vec![b'c'; 1 << 20];
            input.write_all(b"[Event \"").unwrap();
            (0..LONGER / text.len()).for_each(|_| input.write_all(&text).unwrap());
            input.write_all(b"\"]\n\n1. e4 *\n").unwrap();
        });
        // The most that was in memory, with the pages of files.
        let mut peak = 0;
        while child.try_wait().unwrap().is_none() {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            peak = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).unwrap_or(peak);
            thread::sleep(Duration::from_millis(1));
        }
        writer.join().unwrap();
        // On a busy machine, pages are given back late.
        assert!((1..384 << 10).contains(&peak), "{arguments:?}: {peak} KiB");
    }
}

#[test]
fn the_program_has_a_stack_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), format!("1. e4 {}*\n", "(1. d4 ".repeat(2_000))).unwrap();
    for (arguments, code) in [("--version", 0), ("validate a.pgn", 1), ("replay --to-pgn -j 1 a.pgn", 0)] {
        let output = limited("ulimit -s 96", arguments, folder.path());
        assert_eq!(output.status.code(), Some(code), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
