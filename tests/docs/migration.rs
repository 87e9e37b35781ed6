//! The pages for people who come from another program: the commands of adoube run, and where a page says so, both answers are the same.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use crate::page::{blocks, is_installed, project, shell};
use crate::support::skipped;

/// What another program does, and the command of adoube for it.
struct Pair {
    theirs: String,
    ours: String,
    /// Whether the page says that the answers are the same.
    is_same: bool,
}

/// Runs the commands, and those of the other program if it is there. Compares what `answer` makes of their output.
fn compare<T: PartialEq + Debug>(pairs: &[Pair], program: &str, is_there: bool, folder: &Path, answer: fn(&str) -> T) {
    let run = |command: &str| {
        let output = shell(command, folder);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)) && !errors.contains("error: "), "{command}: {errors}");
        answer(&String::from_utf8_lossy(&output.stdout))
    };
    for pair in pairs {
        let ours = run(&pair.ours);
        if pair.is_same && is_there {
            assert_eq!(ours, run(&pair.theirs), "{}\n{}", pair.theirs, pair.ours);
        }
    }
    assert!(pairs.iter().any(|pair| pair.is_same), "nothing is compared");
    if !is_there {
        skipped(&format!("there is no {program} to compare with"));
    }
}

fn write_games(folder: &Path, names: &[&str]) {
    let texts = names.iter().map(|name| fs::read_to_string(project(&format!("fixtures/{name}.pgn"))).unwrap() + "\n");
    fs::write(folder.join("games.pgn"), texts.collect::<String>()).unwrap();
}

/// The rows of the page are the pairs; both programs select as many games.
#[test]
fn what_pgn_extract_does_is_done() {
    let folder = tempfile::tempdir().unwrap();
    write_games(folder.path(), &["games/classics", "games/gnuchess-book-sample"]);
    let page = fs::read_to_string(project("docs/from-pgn-extract.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| `")).map(|line| line.split(" | ").collect::<Vec<_>>());
    let pairs = rows.filter_map(|row| {
        let [theirs, ours] = [row[0], row[1]].map(|cell| cell.trim_start_matches("| ").trim_matches('`'));
        let is_complete = !theirs.contains("FILE") && !ours.contains('…');
        let theirs = theirs.replacen("pgn-extract", "pgn-extract -s", 1);
        is_complete.then(|| Pair { theirs, ours: ours.to_owned(), is_same: row[2].starts_with("the same") })
    });
    let pairs: Vec<Pair> = pairs.collect();
    assert!(pairs.len() > 25, "{}", pairs.len());
    let games = |text: &str| text.lines().filter(|line| line.starts_with("[Event ")).count();
    compare(&pairs, "pgn-extract", is_installed("pgn-extract"), folder.path(), games);
}

/// The sections of the page are the pairs: a block in Python, and one with commands. Both write the same words.
#[test]
fn what_python_chess_does_is_done() {
    let folder = tempfile::tempdir().unwrap();
    write_games(folder.path(), &["games/classics", "rules/M101-illegal-move/bad"]);
    fs::copy(project("fixtures/mating/positions.epd"), folder.path().join("positions.epd")).unwrap();
    let page = fs::read_to_string(project("docs/from-python-chess.md")).unwrap();
    let imports = page.split_once("```python\n").unwrap().1.split("```").next().unwrap();
    let pairs: Vec<Pair> = page.split("\n## ").skip(1).map(|section| pair(section, imports)).collect();
    assert!(pairs.len() >= 10, "{}", pairs.len());
    let is_there = shell("python3 -c 'import chess'", folder.path()).status.success();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    compare(&pairs, "python-chess", is_there, folder.path(), words);
}

fn pair(section: &str, imports: &str) -> Pair {
    let block = |wanted: &str| {
        let block = blocks(section).into_iter().find(|(language, _)| *language == wanted);
        block.unwrap_or_else(|| panic!("no block of {wanted}: {section}")).1
    };
    let theirs = format!("python3 - <<'END'\n{imports}{}\nEND", block("python"));
    Pair { theirs, ours: block("sh").to_owned(), is_same: section.contains("The output is the same") }
}
