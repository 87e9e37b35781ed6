//! `--split` and names with values: games over several files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{code, file, filter, games, stderr, tag};

const CLASSICS: &str = "fixtures/games/classics.pgn";

/// All files below a folder, by their path in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

/// Splits games, and returns the files.
fn split(pattern: &str, arguments: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join(pattern);
    let output = filter(&[arguments, &["-o", pattern.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(output.stdout.is_empty());
    files(folder.path())
}

#[test]
fn a_value_names_the_file() {
    let text = fs::read(CLASSICS).unwrap();
    let written = split("out/{year}/{Result}.pgn", &[CLASSICS]);
    let mut expected: BTreeMap<String, Vec<&[u8]>> = BTreeMap::new();
    for game in games(&text) {
        let name = format!(
            "out/{}/{}.pgn",
            tag(game, "Date")[..4].replace("????", "unknown"),
            tag(game, "Result").replace('/', "_")
        );
        expected.entry(name).or_default().push(game.trim_ascii());
    }
    assert_eq!(written.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, text) in &written {
        let read: Vec<&[u8]> = games(text).into_iter().map(<[u8]>::trim_ascii).collect();
        assert_eq!(read, expected[name], "{name}");
    }
}

#[test]
fn files_have_a_number_of_games_or_bytes() {
    let text = fs::read(CLASSICS).unwrap();
    let written = split("{n}.pgn", &["--split", "5", CLASSICS]);
    let sizes: Vec<(&str, usize)> = written.iter().map(|(name, text)| (name.as_str(), games(text).len())).collect();
    assert_eq!(sizes, [("0001.pgn", 5), ("0002.pgn", 5), ("0003.pgn", 5), ("0004.pgn", 2)]);
    assert_eq!(written.into_values().collect::<Vec<_>>().concat(), text);
    let written = split("{n}.pgn", &["--split", "2K", CLASSICS]);
    assert!(written.len() > 2 && written.values().all(|text| text.len() <= 2048 || games(text).len() == 1));
    assert_eq!(written.into_values().collect::<Vec<_>>().concat(), text);
    let written = split("{Result}-{n}.pgn", &["--split", "3", "--sort", "plies", CLASSICS]);
    assert_eq!(written.values().map(|text| games(text).len()).sum::<usize>(), 17);
    assert!(written.contains_key("1-0-0002.pgn"), "{:?}", written.keys());
}

#[cfg(feature = "compression")]
#[test]
fn the_files_are_compressed_by_their_names() {
    let written = split("{year}.pgn.zst", &[CLASSICS]);
    assert!(written.values().all(|bytes| bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])), "{:?}", written.keys());
}

#[test]
fn no_value_writes_outside_the_folder_or_over_another_file() {
    let events =
        ["..", "../x", "/etc/passwd", "a/b", "A_B", "a_b", "CON", "con", "-rf", "", "a\u{202e}b", "x\\\\y", "."];
    let text = events.map(|event| format!("[Event \"{event}\"]\n\n1. e4 *\n\n")).concat();
    let (_folder, path) = file(text);
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    let pattern = folder.path().join("inner/{Event}.pgn");
    let output = filter(&["-o", pattern.to_str().unwrap(), &path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let written = files(folder.path());
    assert_eq!(written.len(), events.len(), "{:?}", written.keys());
    let lower: std::collections::BTreeSet<String> = written.keys().map(|name| name.to_lowercase()).collect();
    assert_eq!(lower.len(), events.len());
    for name in written.keys() {
        let name = name.strip_prefix("inner/").unwrap();
        assert!(!name.contains(['/', '\\', '\u{202e}']) && !name.starts_with(['.', '-']), "{name}");
    }
}

#[test]
fn no_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("1858.pgn"), "mine").unwrap();
    let pattern = folder.path().join("{year}.pgn");
    let output = filter(&["-o", pattern.to_str().unwrap(), CLASSICS]);
    let has_game = filter(&["-c", "--where", "year = 1858", CLASSICS]).status.success();
    assert!(has_game && code(&output) == 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("1858.pgn exists already; --overwrite replaces"), "{}", stderr(&output));
    assert_eq!(files(folder.path()).len(), 1, "nothing is written");
}

#[test]
fn files_that_exist_are_replaced_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("years/{year}.pgn.gz");
    let run = |arguments: &[&str]| filter(&[arguments, &["-o", pattern.to_str().unwrap(), "--overwrite"]].concat());
    let first = run(&["--head", "3", CLASSICS]);
    assert!(code(&first) == 0 && !stderr(&first).contains("replaced"), "{}", stderr(&first));
    let old = files(folder.path());
    let second = run(&[CLASSICS]);
    assert!(code(&second) == 0, "{}", stderr(&second));
    assert!(stderr(&second).contains(&format!("{} replaced", old.len())), "{}", stderr(&second));
    let all = files(folder.path());
    assert_eq!(all, split("years/{year}.pgn.gz", &[CLASSICS]));

    // A run that fails replaces nothing and leaves nothing.
    let (name, bytes) = all.first_key_value().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, "old").unwrap();
    let again = run(&[CLASSICS, "missing.pgn"]);
    assert_eq!((code(&again), files(folder.path()).len()), (2, all.len()), "{}", stderr(&again));
    assert!(fs::read(&path).unwrap() == b"old" && !stderr(&again).contains("replaced"), "{}", stderr(&again));
    // A folder, a link and an input stay.
    fs::write(&path, bytes).unwrap();
    let input = run(&[path.to_str().unwrap()]);
    assert!(code(&input) == 2 && stderr(&input).contains("is an input"), "{}", stderr(&input));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let output = run(&[CLASSICS]);
    assert!(code(&output) == 2 && stderr(&output).contains("is no regular file"), "{}", stderr(&output));
    fs::remove_dir(&path).unwrap();
    #[cfg(unix)]
    {
        let target = folder.path().join("target");
        fs::write(&target, bytes).unwrap();
        std::os::unix::fs::symlink(&target, &path).unwrap();
        let output = run(&[CLASSICS]);
        assert!(code(&output) == 2 && stderr(&output).contains("is no regular file"), "{}", stderr(&output));
        assert_eq!(&fs::read(target).unwrap(), bytes);
    }
}

#[test]
fn files_of_an_earlier_run_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("{n}.pgn");
    let run = |games: &str| filter(&["--split", games, "--overwrite", "-o", pattern.to_str().unwrap(), CLASSICS]);
    assert!(!stderr(&run("5")).contains("earlier run"));
    let output = run("10");
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("0003.pgn: from an earlier run"), "{}", stderr(&output));
}

#[test]
fn the_last_line_says_what_a_size_is() {
    let folder = tempfile::tempdir().unwrap();
    let pattern = folder.path().join("{n}.pgn");
    let output = filter(&["--split", "20k", "-o", pattern.to_str().unwrap(), CLASSICS]);
    assert!(stderr(&output).contains("1 file of at most 20,480 bytes of text\n"), "{}", stderr(&output));
}

#[test]
fn wrong_patterns_are_usage_errors() {
    for (arguments, message) in [
        (["-o", "{Evnt}.pgn", CLASSICS].as_slice(), "did you mean `Event`?"),
        (&["-o", "{n}.pgn", CLASSICS], "needs --split"),
        (&["--split", "5", "-o", "a.pgn", CLASSICS], "-o 'games-{n}.pgn'"),
        (&["--split", "5", CLASSICS], "-o 'games-{n}.pgn'"),
        (&["--split", "year", "-o", "{year}.pgn", CLASSICS], "-o '{year}.pgn'"),
        (&["--split", "0", "-o", "{n}.pgn", CLASSICS], "--split"),
    ] {
        let output = filter(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}
