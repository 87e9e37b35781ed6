//! `stats --partition-by`: a folder of Parquet files that together have the rows of one file.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::support::Random;

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");

fn stats(folder: &Path, arguments: &[&str]) -> Output {
    let fixed = ["stats", "--format", "parquet"];
    Command::new(env!("CARGO_BIN_EXE_adoube")).current_dir(folder).args(fixed).args(arguments).output().unwrap()
}

fn written(folder: &Path, arguments: &[&str]) {
    let output = stats(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The values of each row of a file, by column.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let row = |row: parquet::record::Row| {
        row.get_column_iter().map(|(name, value)| (name.clone(), value.to_string())).collect()
    };
    reader.get_row_iter(None).unwrap().map(|one| row(one.unwrap())).collect()
}

/// All files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect();
    all.sort();
    all
}

#[test]
fn partitions_have_the_rows_of_one_file() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    for (per, by) in [("game", "year,month"), ("ply", "result,eco"), ("game", "decade")] {
        written(folder, &["--per", per, "-o", "whole.parquet", CLASSICS]);
        let names = if per == "game" { "" } else { "file,game,ply,san,white" };
        let fields = if names.is_empty() { vec![] } else { vec!["--fields", names] };
        written(folder, &[&fields[..], &["--per", per, "-o", "whole.parquet", CLASSICS]].concat());
        let mut whole = rows(&folder.join("whole.parquet"));
        written(folder, &[&fields[..], &["--per", per, "--partition-by", by, "-o", "parts", CLASSICS]].concat());
        let parts = files(&folder.join("parts"));
        let (data, others): (Vec<_>, Vec<_>) = parts.iter().partition(|path| path.extension().is_some());
        assert_eq!(others, [&folder.join("parts/_SUCCESS")], "{by}");
        assert!(data.len() > 3, "{data:?}");
        let mut found = Vec::new();
        for path in data {
            let rows = rows(path);
            assert!(rows.is_sorted_by_key(|row| row["game"].parse::<u64>().unwrap()), "{path:?}");
            found.extend(rows);
        }
        // The folders name what the files lack.
        for row in &mut whole {
            by.split(',').for_each(|column| drop(row.remove(column)));
        }
        whole.sort();
        found.sort();
        assert!(found == whole, "{per} by {by}");
        fs::remove_dir_all(folder.join("parts")).unwrap();
    }
}

#[test]
fn more_partitions_than_open_files_are_written() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let mut random = Random::new(9);
    // Rounds in any order: most are met again after their file was finished.
    let games: Vec<usize> = (0..20_000).map(|_| random.below(300)).collect();
    let texts = games
        .iter()
        .enumerate()
        .map(|(at, round)| format!("[Event \"{at}\"]\n[Site \"?\"]\n[Round \"{round}\"]\n\n1. e4 *\n\n"));
    fs::write(folder.join("a.pgn"), texts.collect::<Vec<String>>().concat()).unwrap();
    let arguments = ["--fields", "game,event,round", "--partition-by", "Round", "-o", "parts", "a.pgn"];
    written(folder, &arguments);
    let mut found = Vec::new();
    for path in files(&folder.join("parts")).iter().filter(|path| path.extension().is_some()) {
        let round = path.parent().unwrap().file_name().unwrap().to_str().unwrap().strip_prefix("Round=").unwrap();
        for row in rows(path) {
            let game: usize = row["game"].parse().unwrap();
            assert_eq!((games[game - 1].to_string(), &row["event"]), (round.to_owned(), &format!("\"{}\"", game - 1)));
            found.push(game);
        }
    }
    found.sort_unstable();
    assert!(found.iter().copied().eq(1..=20_000));
    assert!(folder.join("parts/Round=0/1.parquet").exists() || folder.join("parts/Round=1/1.parquet").exists());
}

#[test]
fn a_folder_is_complete_or_absent() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let refused = |arguments: &[&str], message: &str| {
        let output = stats(folder, arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    };
    refused(&["--partition-by", "year", "-o", "parts", CLASSICS, "missing.pgn"], "parts: not written");
    assert!(!folder.join("parts").exists());
    fs::create_dir(folder.join("full")).unwrap();
    fs::write(folder.join("full/notes.txt"), "mine").unwrap();
    refused(&["--partition-by", "year", "-o", "full", CLASSICS], "full is not an empty folder");
    assert_eq!(fs::read_to_string(folder.join("full/notes.txt")).unwrap(), "mine");
    refused(&["--partition-by", "year", CLASSICS], "--output <FILE>");
    refused(&["--partition-by", "year", "-o", "-", CLASSICS], "--partition-by writes a folder");
    refused(&["--partition-by", "year,year", "-o", "a", CLASSICS], "duplicate column `year`");
    refused(&["--partition-by", "game", "-o", "a", CLASSICS], "`game` would make a folder for each game");
    refused(&["--partition-by", "tag:year", "-o", "a", CLASSICS], "would have the name of a fact");
    refused(&["--partition-by", "yeer", "-o", "a", CLASSICS], "did you mean `year`");
    refused(&["--partition-by", "year", "-o", "a", "--format", "csv", CLASSICS], "cannot be used multiple times");
    // An empty folder will do.
    fs::create_dir(folder.join("empty")).unwrap();
    written(folder, &["--partition-by", "year", "-o", "empty", CLASSICS]);
}

#[cfg(unix)]
#[test]
fn one_run_fills_a_folder() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let arguments = ["stats", "--format", "parquet", "--partition-by", "year", "-o", "parts"];
    let mut first = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .current_dir(folder)
        .args(arguments)
        .arg("-")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut games = first.stdin.take().unwrap();
    games.write_all(&fs::read(CLASSICS).unwrap()).unwrap();
    let end = Instant::now() + Duration::from_mins(1);
    while !folder.join("parts").exists() {
        assert!(Instant::now() < end, "the first run has begun");
        thread::sleep(Duration::from_millis(5));
    }
    for inputs in [&[CLASSICS][..], &[CLASSICS, "missing.pgn"]] {
        let second = stats(folder, &[&arguments[3..], inputs].concat());
        let error = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(2), "{error}");
        assert!(error.contains("--partition-by: parts is being filled by another adoube"), "{error}");
    }
    drop(games);
    assert_eq!(first.wait().unwrap().code(), Some(0));
    let filled = files(&folder.join("parts"));
    assert!(filled.len() > 3 && filled.contains(&folder.join("parts/_SUCCESS")), "{filled:?}");
    let third = stats(folder, &[&arguments[3..], &[CLASSICS]].concat());
    assert!(String::from_utf8_lossy(&third.stderr).contains("is not an empty folder"));
    assert_eq!(files(&folder.join("parts")), filled);
}

#[test]
fn a_higher_level_compresses_more() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let size = |level: &str| {
        written(folder, &["--per", "ply", "--compression-level", level, "-o", "a.parquet", CLASSICS]);
        (fs::metadata(folder.join("a.parquet")).unwrap().len(), rows(&folder.join("a.parquet")))
    };
    let (fast, small) = (size("1"), size("19"));
    assert!(small.0 < fast.0 && small.1 == fast.1, "{} and {}", small.0, fast.0);
}
