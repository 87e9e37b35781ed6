//! What `validate` says of fixes is what `adjust` does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{adjust, code, file, stderr};

/// The standard output of `validate`, and its standard error.
fn validate(arguments: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .arg("validate")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.code().unwrap() < 2, "{}", stderr(&output));
    (String::from_utf8(output.stdout.clone()).unwrap(), stderr(&output).to_owned())
}

/// The findings of a file as JSON, then the summary.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let (text, _) = validate(&[&["--format", "jsonl"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// New text as bytes.
fn bytes(text: &Value) -> Vec<u8> {
    match text {
        Value::String(text) => text.as_bytes().to_vec(),
        other => serde_json::from_value(other.clone()).unwrap(),
    }
}

/// The text with the edits of these findings, each once.
fn edited(text: &[u8], findings: &[Value], applicabilities: &[&str]) -> Vec<u8> {
    let fixes = findings.iter().map(|finding| &finding["fix"]);
    let wanted = fixes.filter(|fix| applicabilities.iter().any(|name| fix["applicability"] == *name));
    let mut edits: Vec<(usize, usize, Vec<u8>)> = wanted
        .flat_map(|fix| fix["edits"].as_array().unwrap())
        .map(|edit| {
            let number = |key: &str| usize::try_from(edit[key].as_u64().unwrap()).unwrap();
            (number("offset"), number("length"), bytes(&edit["text"]))
        })
        .collect();
    edits.sort();
    edits.dedup();
    let (mut out, mut at) = (Vec::new(), 0);
    for (offset, length, new) in edits {
        out.extend_from_slice(&text[at..offset]);
        out.extend(new);
        at = offset + length;
    }
    out.extend_from_slice(&text[at..]);
    out
}

/// The faulty examples of all rules.
fn examples() -> Vec<PathBuf> {
    let folders = fs::read_dir("fixtures/rules").unwrap().map(|entry| entry.unwrap().path().join("bad.pgn"));
    let mut paths: Vec<PathBuf> = folders.filter(|path| path.exists()).collect();
    paths.sort();
    paths
}

/// Checks the fixes of a file under these rules. Returns how many findings have one.
fn check(path: &Path, rules: &[&str]) -> u64 {
    let name = path.to_str().unwrap();
    let objects = objects(&[rules, &[name]].concat());
    let (summary, findings) = objects.split_last().unwrap();
    let mut text = fs::read(path).unwrap();
    if let [0xff, 0xfe, units @ ..] = &text[..] {
        let units: Vec<u16> = units.as_chunks().0.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
        text = String::from_utf16(&units).unwrap().into_bytes();
    }
    let adjusted = adjust(&[rules, &[name]].concat());
    let safe = summary["fixable"]["safe"].as_u64().unwrap();
    if code(&adjusted) == 2 {
        assert_eq!(safe, 0, "{name}: {}", stderr(&adjusted));
        return 0;
    }
    let promised = edited(&text, findings, &["safe"]);
    // Of these, only the first finding of a file is reported.
    let is_reported_once = ["S107", "S111"].iter().any(|rule| name.contains(rule));
    if is_reported_once {
        return safe;
    }
    assert_eq!(
        String::from_utf8_lossy(&promised),
        String::from_utf8_lossy(&adjusted.stdout),
        "{name} {rules:?}: {findings:#?}"
    );
    if rules[0] == "--select" {
        let all = adjust(&[rules, &["--unsafe-fixes", name]].concat());
        let promised = edited(&text, findings, &["safe", "unsafe"]);
        assert_eq!(
            String::from_utf8_lossy(&promised),
            String::from_utf8_lossy(&all.stdout),
            "{name} {rules:?}: {findings:#?}"
        );
    }
    let marked = findings.iter().filter(|finding| finding["fix"]["applicability"] == "safe").count();
    assert_eq!(marked as u64, safe, "{name}: {findings:#?}");
    safe
}

#[test]
fn the_edits_of_findings_are_those_of_adjust() {
    let fixed: u64 = examples()
        .iter()
        .map(|path| {
            let rule = &path.parent().unwrap().file_name().unwrap().to_str().unwrap()[..4];
            check(path, &["--select", rule]) + check(path, &["--profile", "export"])
        })
        .sum();
    assert!(fixed > 100, "{fixed}");
}

/// The open comment hides two plies. The layout of a tag is nearer to the PlyCount, but its fix leaves that finding.
#[test]
fn a_finding_whose_cause_is_elsewhere_has_the_fix_of_its_cause() {
    let tags = "[Event \"a\"]\n[Site \"b\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"c\"]\n[Black \"d\"]\n\
                [Result \"1-0\"]\n[PlyCount \"4\"]\n[Own  \"e\" ]\n\n";
    let (_folder, path) = file(format!("{tags}1. e4 e5 {{the rest of it\n2. Nf3 Nc6 1-0\n"));
    let objects = objects(&["--select", "all", &path]);
    let fix = |rule: &str| &objects.iter().find(|object| object["rule"] == rule).unwrap()["fix"];
    assert_eq!(fix("tag-layout")["applicability"], "safe");
    assert_eq!(fix("wrong-ply-count")["applicability"], "unsafe");
    assert_eq!(fix("wrong-ply-count")["edits"], fix("unclosed-comment")["edits"]);
}

#[test]
fn text_has_marks_and_the_number_of_fixes() {
    let (_folder, path) = file(super::FAULTY);
    let (text, summary) = validate(&[&path, "--concise"]);
    assert!(text.contains(": [*] `e4+` does not give check"), "{text}");
    assert!(text.lines().all(|line| line.contains("]: [*] ")), "{text}");
    assert!(summary.ends_with("2 findings can be fixed by `adoube adjust`\n"), "{summary}");
    for format in ["csv", "github"] {
        let (text, summary) = validate(&[&path, "--format", format]);
        assert!(!text.contains("[*]") && !summary.contains("can be fixed"), "{format}: {text}{summary}");
    }
    let (text, summary) = validate(&[&path, "--max-findings", "0"]);
    assert!(text.is_empty() && !summary.contains("can be fixed"), "{summary}");
}

#[test]
fn fixes_are_the_same_in_parts_and_with_any_number_of_threads() {
    let games = fs::read_to_string("fixtures/games/classics.pgn").unwrap().replace("Bb5 ", "Bb5+ ");
    let (folder, path) = file(games.repeat(30).replacen("[Event", "\r[Event", 8));
    let rules = ["--profile", "export", "--format", "jsonl"];
    let [one, three] = ["-j1", "-j3"].map(|threads| validate(&[&rules[..], &[threads, &path]].concat()));
    assert_eq!(one, three);
    let in_folder = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let plan =
        Command::new(env!("CARGO_BIN_EXE_adoube")).args(["plan", "--count", "--parts", "3", &path]).output().unwrap();
    assert!(plan.status.success(), "{}", stderr(&plan));
    let parts: Vec<String> = String::from_utf8(plan.stdout).unwrap().lines().map(ToOwned::to_owned).collect();
    assert_eq!(parts.len(), 3);
    for (index, part) in parts.iter().enumerate() {
        let partial = in_folder(&format!("{index}.part"));
        validate(&[&rules[..], &["--part", part, "--partial", &partial]].concat());
    }
    let partials: Vec<String> = (0..3).map(|index| in_folder(&format!("{index}.part"))).collect();
    let names: Vec<&str> = partials.iter().map(String::as_str).collect();
    let merged = validate(&[&rules[..], &["--merge"], &names].concat());
    assert!(merged.0 == one.0, "{}\n{}", merged.1, one.1);
    assert_eq!(merged.1, one.1);
}
