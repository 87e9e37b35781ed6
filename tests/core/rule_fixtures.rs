//! Every rule finds the errors of its bad example in the marked lines, and nothing in the good example.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use adoube::game::rules::{RuleSet, Severity};

use crate::support::games::{Seen, fixtures, read_all, seen, seen_in_epd, seen_in_report};

/// Rules about a whole file: found before its first game is read.
const ABOUT_FILES: [&str; 3] = ["S105", "S106", "F127"];

/// Rules that each game breaks, but that are reported once for each file.
const ONCE_A_FILE: [&str; 2] = ["S107", "S111"];

/// A line and the expected code.
type Expected = BTreeSet<(u64, String)>;

/// The folders of the rules for games, with their codes.
fn folders() -> Vec<(PathBuf, String)> {
    let mut folders: Vec<(PathBuf, String)> = fs::read_dir(fixtures("rules"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.path(), entry.file_name().to_string_lossy()[..4].to_owned()))
        .filter(|(_, code)| !ABOUT_FILES.contains(&code.as_str()))
        .collect();
    folders.sort();
    folders
}

/// The bad examples of a folder.
fn bad_examples(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_bad = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("bad")
            && path.extension().is_some_and(|extension| ["pgn", "epd", "trf"].iter().any(|known| extension == *known))
    };
    files.filter(is_bad).collect()
}

/// The expected findings: `; expect CODE…` on the lines themselves, and `LINE CODE` in the file next to it.
fn expectations(path: &Path, bytes: &[u8]) -> Expected {
    let text = String::from_utf8_lossy(bytes);
    let mut expected = Expected::new();
    for (line, number) in text.lines().zip(1..) {
        if let Some((_, codes)) = line.split_once("; expect ") {
            expected.extend(codes.split_whitespace().map(|code| (number, code.to_owned())));
        }
    }
    let beside = fs::read_to_string(path.with_extension("expect")).unwrap_or_default();
    for line in beside.lines() {
        let (number, code) = line.split_once(' ').unwrap_or_else(|| panic!("{}: {line}", path.display()));
        expected.insert((number.parse().unwrap(), code.trim().to_owned()));
    }
    expected
}

/// The differences from the expectations, as lines of text.
fn disagreements(path: &Path, code: &str) -> Vec<String> {
    let bytes = fs::read(path).unwrap();
    let expected = expectations(path, &bytes);
    let mut found = match path.extension().and_then(|extension| extension.to_str()) {
        Some("epd") => seen_in_epd(&bytes, RuleSet::ALL),
        Some("trf") => seen_in_report(&bytes, RuleSet::ALL),
        _ => seen(&bytes, &read_all(&bytes, RuleSet::ALL)),
    };
    let mut reported = BTreeSet::new();
    found.retain(|seen| !ONCE_A_FILE.contains(&seen.code) || reported.insert(seen.code));
    let name = path.strip_prefix(fixtures("rules")).unwrap().display().to_string();
    let was_found = |(line, code): &&(u64, String)| found.iter().any(|seen| seen.line == *line && seen.code == *code);
    let missing = expected.iter().filter(|one| !was_found(one)).map(|(line, code)| format!("{name}:{line}: no {code}"));
    // Opt-in rules are checked only in their own folders.
    let on_request = |seen: &Seen| RuleSet::on_request().iter().any(|rule| rule.code() == seen.code);
    let counts = |seen: &&Seen| (seen.severity >= Severity::Warning && !on_request(seen)) || seen.code == code;
    let surplus = found
        .iter()
        .filter(counts)
        .filter(|seen| !expected.contains(&(seen.line, seen.code.to_owned())))
        .map(|seen| format!("{name}:{}: {} not expected: {}", seen.line, seen.code, seen.message));
    missing.chain(surplus).collect()
}

#[test]
fn bad_examples_have_the_expected_findings() {
    let mut wrong = Vec::new();
    for (folder, code) in folders() {
        let examples = bad_examples(&folder);
        assert!(!examples.is_empty(), "{} has no bad example", folder.display());
        for path in examples {
            assert!(expectations(&path, &fs::read(&path).unwrap()).iter().any(|(_, expected)| *expected == code));
            wrong.extend(disagreements(&path, &code));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn good_examples_have_no_findings() {
    let mut wrong = Vec::new();
    for (folder, code) in folders() {
        let path = ["good.pgn", "good.epd", "good.trf"]
            .map(|name| folder.join(name))
            .into_iter()
            .find(|path| path.exists())
            .unwrap();
        assert!(expectations(&path, &fs::read(&path).unwrap()).is_empty(), "{}", path.display());
        wrong.extend(disagreements(&path, &code));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
