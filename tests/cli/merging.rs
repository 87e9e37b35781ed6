//! Merging: what parts say of each other, of their plan and of their files, and what their whole is then.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use adoube::parts::InputPart;
use serde_json::Value;

#[cfg(feature = "compression")]
use crate::parts_support::frames;
use crate::parts_support::{BOOK, CLASSICS, adoube, cut, fed, plan, refused, written};
#[cfg(feature = "compression")]
use crate::support::Random;

/// Commands whose parts are merged.
const MERGED: [&[&str]; 4] = [
    &["validate", "-q", "--format", "jsonl", "--select", "all"],
    &["replay", "--format", "csv"],
    &["adjudicate", "-q", "--format", "jsonl"],
    &["stats", "-q"],
];

/// Processes each part in a run of its own, and merges the files.
fn merge_all(folder: &Path, command: &[&str], parts: &[String]) -> Output {
    let names: Vec<String> = (0..parts.len()).map(|at| format!("{}-{at}.part", command[0])).collect();
    for (part, name) in parts.iter().zip(&names) {
        written(folder, &[command, &["--part", "-", "--partial", name]].concat(), part);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    adoube(folder, &[command, &["--merge"], &names[..]].concat(), "")
}

#[test]
fn merging_notices_a_plan_that_was_edited() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), fs::read(CLASSICS).unwrap()).unwrap();
    let parts = plan(folder, &["--parts", "3", "--count", "games.pgn"]);
    let Some(before) = parts[1].parse::<InputPart>().unwrap().before else { panic!("{parts:?}") };
    for (name, number) in [("games", before.games), ("lines", before.lines), ("columns", before.columns)] {
        let counted = format!("\"{name}\":{number},");
        assert!(parts[1].contains(&counted));
        let edited = |number: u64| {
            let mut parts = parts.clone();
            parts[1] = parts[1].replace(&counted, &format!("\"{name}\":{number},"));
            parts
        };
        for command in MERGED {
            let said = String::from_utf8(merge_all(folder, command, &edited(number + 1)).stderr).unwrap();
            assert!(said.contains("the plan or the file was changed"), "{command:?} {name}: {said}");
        }
        let said = refused(folder, &["stats", "--part", "-"], &edited(u64::MAX).join("\n"));
        assert!(said.contains("what is before it does not fit its range"), "{said}");
    }
}

#[cfg(feature = "compression")]
#[test]
fn merging_notices_a_plan_of_frames_that_was_edited() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = Random::new(11);
    fs::write(folder.join("games.pgn.zst"), frames(&fs::read(CLASSICS).unwrap(), 900, &mut random)).unwrap();
    let parts = plan(folder, &["--parts", "3", "--count", "games.pgn.zst"]);
    let bytes = parts[1].parse::<InputPart>().unwrap().before.unwrap().bytes;
    let mut edited = parts.clone();
    edited[1] = parts[1].replace(&format!("\"bytes\":{bytes},"), &format!("\"bytes\":{},", bytes + 1));
    for command in MERGED {
        assert!(merge_all(folder, command, &parts).status.code() < Some(2), "{command:?}");
        let said = String::from_utf8(merge_all(folder, command, &edited).stderr).unwrap();
        assert!(said.contains("the plan or the file was changed"), "{command:?}: {said}");
    }
}

#[test]
fn merging_notices_a_file_that_changed_at_the_same_size() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = fs::read_to_string(CLASSICS).unwrap();
    let path = folder.join("games.pgn");
    fs::write(&path, &games).unwrap();
    let parts = plan(folder, &["--parts", "3", "--count", "games.pgn"]);
    // The line end before a move of the first game.
    let at = games.find("\n1.").unwrap() + 3;
    let at = at + games[at..].find('\n').unwrap();
    fs::write(&path, [&games[..at], " ", &games[at + 1..]].concat()).unwrap();
    for command in MERGED {
        let said = String::from_utf8(merge_all(folder, command, &parts).stderr).unwrap();
        assert!(said.contains("the plan or the file was changed; make the plan again"), "{command:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file_of_a_part_but_an_output() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let fifo = folder.join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for command in MERGED {
        let said = refused(folder, &[command, &["--partial", "fifo", CLASSICS]].concat(), "");
        assert!(said.contains("--partial: fifo is not a regular file; choose another file"), "{said}");
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || fs::read_to_string(fifo).unwrap()
        });
        written(folder, &[command, &["-o", "fifo", CLASSICS]].concat(), "");
        assert_eq!(reader.join().unwrap(), written(folder, &[command, &[CLASSICS]].concat(), ""), "{command:?}");
    }
}

#[test]
fn a_place_in_positions_is_refused_in_parts_as_in_one_run() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["", "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"] {
        fs::write(folder.path().join("a.fen"), text).unwrap();
        let parts = plan(folder.path(), &["--parts", "1", "--count", "a.fen"]);
        let whole = refused(folder.path(), &["adjudicate", "--at", "1", "a.fen"], "");
        assert!(whole.contains("--at applies to games"), "{whole}");
        assert_eq!(refused(folder.path(), &["adjudicate", "--at", "1", "--part", &parts[0]], ""), whole);
    }
}

#[test]
fn a_missing_input_is_reported_once() {
    let folder = tempfile::tempdir().unwrap();
    let part = cut("no-such-file.pgn", 9, 1, 1, 0, 9);
    for arguments in [["--part", &part], ["-q", "no-such-file.pgn"]] {
        let said = refused(folder.path(), &[&["stats"], &arguments[..]].concat(), "");
        assert!(said.contains("no-such-file.pgn: cannot be opened") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn a_folder_of_parts_is_merged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let parts = plan(folder, &["--parts", "3", "--count", CLASSICS]);
    for command in MERGED {
        let whole = written(folder, &[command, &[CLASSICS]].concat(), "");
        let name = command[0];
        fs::create_dir(folder.join(name)).unwrap();
        fs::write(folder.join(name).join("notes.txt"), "not a part").unwrap();
        let said = refused(folder, &[command, &["--merge", name]].concat(), "");
        assert!(said.contains("the directory has no *.part files"), "{said}");
        for (at, part) in parts.iter().enumerate() {
            let file = format!("{name}/{at}.part");
            written(folder, &[command, &["--part", part, "--partial", &file]].concat(), "");
        }
        assert_eq!(written(folder, &[command, &["--merge", name]].concat(), ""), whole, "{command:?}");
    }
    let said = refused(folder, &["stats", "--merge", "validate"], "");
    assert!(said.contains("made by `adoube validate`, but merged by `adoube stats`; use `adoube validate --merge`"));
    let said = refused(folder, &["replay", "--merge", "stats"], "");
    assert!(
        said.contains("made by `adoube stats`, but merged by `adoube replay`; use `adoube stats --merge`"),
        "{said}"
    );
}

#[test]
fn each_part_counts_its_file_and_the_whole_counts_it_once() {
    let folder = tempfile::tempdir().unwrap();
    let parts = plan(folder.path(), &["--parts", "3", "--count", CLASSICS, BOOK]);
    assert!(parts.len() > 3, "{parts:?}");
    for command in ["validate", "stats"] {
        let files = |arguments: &[&str]| {
            let lines = written(folder.path(), &[&[command, "-q", "--format", "jsonl"], arguments].concat(), "");
            let objects = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
            objects.filter_map(|object| object["files"].as_u64()).next_back()
        };
        assert!(parts.iter().all(|part| files(&["--part", part]) == Some(1)), "{command}");
        let mut names = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            names.push(format!("{command}-{at}.part"));
            written(folder.path(), &[command, "-q", "--format", "jsonl", "--part", part, "--partial", &names[at]], "");
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(files(&[&["--merge"], &names[..]].concat()), Some(2), "{command}");
    }
}

#[test]
fn only_the_byte_order_mark_before_the_first_part_opens_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), "\u{feff}[Event \"a\"]\n\n1. e4 *\n\n".repeat(40)).unwrap();
    let validate = ["validate", "--select", "S108,S109", "--format", "jsonl"];
    let run = |arguments: &[&str]| written(folder.path(), &[&validate, arguments].concat(), "");
    let names = ["0.part", "1.part", "2.part"];
    for (part, name) in plan(folder.path(), &["--parts", "3", "--count", "a.pgn"]).iter().zip(names) {
        run(&["--part", part, "--partial", name]);
    }
    let whole = run(&["a.pgn"]);
    assert!(whole.contains(r#""findings":{"S108":1,"S109":39}"#), "{whole}");
    assert_eq!(run(&[&["--merge"], &names[..]].concat()), whole);
}

#[test]
fn pipes_keep_what_each_text_has_only_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut findings = Vec::new();
    for (file, name) in [("a.part", "Caf\u{e9}"), ("b.part", "Caf\u{e8}")] {
        let text: Vec<u8> = format!("[Event \"{name}\"]\n\n1. e4 *\n").chars().map(|c| c as u8).collect();
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
            let command = command
                .current_dir(folder.path())
                .args(["validate", "-q", "--concise", "--select", "all"])
                .args(arguments);
            fed(command, &text).stdout
        };
        findings.extend(run(&[]));
        run(&["--partial", file]);
    }
    let findings = String::from_utf8(findings).unwrap();
    assert_eq!(findings.matches("[S107]").count(), 2, "{findings}");
    let merged =
        written(folder.path(), &["validate", "-q", "--concise", "--select", "all", "--merge", "a.part", "b.part"], "");
    assert_eq!(merged, findings);
}
