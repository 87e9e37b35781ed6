//! End-to-end tests of `adoube adjust`.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use adoube::game::rules::Applicability;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::skipped;

#[cfg(feature = "compression")]
mod compressed;
mod defects;
mod edits;
#[cfg(unix)]
mod killed;
mod never;
mod peer;
mod promised;
mod selection;

/// A game with a wrong check suffix, a wrong number and a comment that stays.
const FAULTY: &str = "[Event \"a\"]\n\n1. e4+ e5 {a  b} 3. Nf3 Nc6 3. Bb5 *\n";
const ADJUSTED: &str = "[Event \"a\"]\n\n1. e4 e5 {a  b} 2. Nf3 Nc6 3. Bb5 *\n";

fn adjust(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).arg("adjust").args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// A folder with a file of these bytes, and the path of the file.
fn file(bytes: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn adjusted_games_go_to_standard_output_or_a_file() {
    let (folder, path) = file(FAULTY);
    let output = adjust(&[&path]);
    assert_eq!((code(&output), output.stdout.as_slice()), (0, ADJUSTED.as_bytes()), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 game, 1 game adjusted\n"), "{}", stderr(&output));
    assert!(stderr(&output).contains("  N106  wrong-check-suffix  1 fix\n"), "{}", stderr(&output));
    let out = folder.path().join("out.pgn");
    let output = adjust(&["-q", &path, "-o", out.to_str().unwrap()]);
    assert_eq!((code(&output), stderr(&output)), (0, ""));
    assert_eq!(fs::read(&out).unwrap(), ADJUSTED.as_bytes());
    assert_eq!(fs::read(&path).unwrap(), FAULTY.as_bytes());
    let again = adjust(&["--check", out.to_str().unwrap()]);
    assert_eq!(code(&again), 0, "{}", stderr(&again));
    let itself = adjust(&[&path, "-o", &path]);
    assert_eq!(code(&itself), 2);
    assert!(stderr(&itself).contains("is an input and would be overwritten"), "{}", stderr(&itself));
}

#[test]
fn a_trial_writes_nothing_and_its_exit_code_tells_whether_there_is_something_to_fix() {
    let (_folder, path) = file(FAULTY);
    let check = adjust(&["--check", &path]);
    assert_eq!((code(&check), check.stdout.as_slice()), (1, &b""[..]));
    assert!(stderr(&check).contains("1 game would be adjusted"), "{}", stderr(&check));
    let diff = adjust(&["--diff", &path]);
    let expected = format!(
        "--- {path}\n+++ {path}\n@@ -1,3 +1,3 @@\n [Event \"a\"]\n \n-1. e4+ e5 {{a  b}} 3. Nf3 Nc6 3. Bb5 *\n+1. e4 e5 {{a  b}} 2. Nf3 Nc6 3. Bb5 *\n"
    );
    assert_eq!((code(&diff), String::from_utf8_lossy(&diff.stdout).into_owned()), (1, expected));
    assert_eq!(code(&adjust(&["--check", "--select", "T", &path])), 1, "the Seven Tag Roster is incomplete");
    assert_eq!(code(&adjust(&["--check", "--select", "S", &path])), 0);
    assert_eq!(fs::read(&path).unwrap(), FAULTY.as_bytes());
}

#[test]
fn patch_applies_the_diff() {
    let Ok(version) = Command::new("patch").arg("--version").output() else {
        return skipped("there is no patch");
    };
    assert!(version.status.success());
    let games = fs::read_to_string("fixtures/games/classics.pgn").unwrap();
    let faulty = games.replace("Bb5 ", "Bb5+ ").replace("[Round \"", "[Round  \"");
    assert_ne!(faulty, games);
    let (folder, path) = file(&faulty);
    let diff = adjust(&["--diff", "--profile", "export", &path]);
    assert_eq!(code(&diff), 1, "{}", stderr(&diff));
    let changes = folder.path().join("changes.diff");
    fs::write(&changes, &diff.stdout).unwrap();
    let expected = adjust(&["--profile", "export", &path]).stdout;
    let applied = Command::new("patch").arg(&path).arg(&changes).output().unwrap();
    assert!(applied.status.success(), "{applied:?}");
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn a_backup_that_a_killed_run_left_is_kept() {
    let (folder, path) = file(FAULTY);
    let backup = format!("{path}.bak");
    fs::copy(&path, &backup).unwrap();
    let output = adjust(&["--in-place", "--backup", ".bak", &path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(fs::read(&path).unwrap(), ADJUSTED.as_bytes());
    assert_eq!(fs::read(&backup).unwrap(), FAULTY.as_bytes());
    // A backup must not be an input of the next run.
    fs::write(&path, FAULTY).unwrap();
    for suffix in [".pgn", ".gz"] {
        let output = adjust(&["--in-place", "--backup", suffix, &path]);
        assert_eq!(code(&output), 2, "{suffix}");
        assert!(stderr(&output).contains("would be read as an input"), "{}", stderr(&output));
    }
    assert_eq!(names(folder.path()), ["a.pgn", "a.pgn.bak"]);
    // The backup would be adjusted, too.
    fs::write(&backup, FAULTY).unwrap();
    let output = adjust(&["--in-place", "--backup", ".bak", &path, &backup]);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("is an input"), "{}", stderr(&output));
    assert_eq!(fs::read(&path).unwrap(), FAULTY.as_bytes());
}

#[test]
fn files_are_replaced_in_place_and_restored_byte_for_byte() {
    let (folder, path) = file(FAULTY);
    let well = folder.path().join("b.pgn");
    fs::write(&well, ADJUSTED).unwrap();
    let latin = folder.path().join("c.pgn");
    let latin_text = b"[Event \"caf\xe9\"]\r\n[White \"\xe9\" ]\r\n\r\n1. e4+ *\r\n";
    fs::write(&latin, latin_text).unwrap();
    let log = folder.path().join("log.jsonl");
    let log = log.to_str().unwrap();
    let output = adjust(&["--in-place", "--backup", ".old", "--log", log, folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let occupied = adjust(&["--in-place", "--backup", ".old", "--profile", "export", &path]);
    assert_eq!(code(&occupied), 2, "the file of --backup is the original");
    assert!(stderr(&occupied).contains("a.pgn.old exists already with other contents"), "{}", stderr(&occupied));
    assert_eq!(fs::read(&path).unwrap(), ADJUSTED.as_bytes());
    assert_eq!(fs::read(format!("{path}.old")).unwrap(), FAULTY.as_bytes());
    let expected = b"[Event \"caf\xe9\"]\r\n[White \"\xe9\" ]\r\n\r\n1. e4 *\r\n";
    assert_eq!(fs::read(&latin).unwrap(), expected);
    assert_eq!(names(folder.path()), ["a.pgn", "a.pgn.old", "b.pgn", "c.pgn", "c.pgn.old", "log.jsonl"]);
    let lines: Vec<Value> =
        fs::read_to_string(log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let types: Vec<&str> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["begin", "fix", "fix", "end", "begin", "fix", "end"]);
    assert_eq!((&lines[1]["old"], &lines[1]["new"], &lines[1]["offset"]), (&"e4+".into(), &"e4".into(), &16.into()));
    assert_eq!((&lines[1]["rules"][0], &lines[1]["applicability"]), (&"N106".into(), &"safe".into()));

    let overwritten = adjust(&["--log", log, &path]);
    assert_eq!(code(&overwritten), 2, "a log is overwritten only on request");
    assert!(stderr(&overwritten).contains("--overwrite"), "{}", stderr(&overwritten));
    let undone = adjust(&["--undo", log]);
    assert_eq!(code(&undone), 0, "{}", stderr(&undone));
    assert!(stderr(&undone).contains("2 files restored"), "{}", stderr(&undone));
    assert_eq!(fs::read(&path).unwrap(), FAULTY.as_bytes());
    assert_eq!(fs::read(&latin).unwrap(), latin_text);
    let twice = adjust(&["--undo", log]);
    assert_eq!(code(&twice), 0);
    assert!(stderr(&twice).contains("already restored"), "{}", stderr(&twice));
}

#[test]
fn the_log_and_the_backup_are_replaced_on_request() {
    let (folder, path) = file(FAULTY);
    let log = folder.path().join("log.jsonl").to_str().unwrap().to_owned();
    let night = |arguments: &[&str]| {
        let files = ["--in-place", "--backup", ".old", "--log", &log, "--overwrite"];
        adjust(&[&files, arguments].concat())
    };
    for text in [FAULTY.to_owned(), FAULTY.repeat(2)] {
        fs::write(&path, &text).unwrap();
        let output = night(&[&path]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert_eq!(fs::read_to_string(format!("{path}.old")).unwrap(), text);
        let undone = adjust(&["--undo", &log]);
        assert_eq!(code(&undone), 0, "{}", stderr(&undone));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(names(folder.path()), ["a.pgn", "a.pgn.old", "log.jsonl"]);
    }
    // A run that reads nothing leaves the log.
    let logged = fs::read(&log).unwrap();
    assert_eq!(code(&night(&["missing.pgn"])), 2);
    assert_eq!(fs::read(&log).unwrap(), logged);
    // Only regular files are replaced.
    fs::remove_file(format!("{path}.old")).unwrap();
    fs::create_dir(format!("{path}.old")).unwrap();
    let output = night(&[&path]);
    assert!(code(&output) == 2 && stderr(&output).contains("is no regular file"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(&path).unwrap(), FAULTY.repeat(2));
    let output = adjust(&["--in-place", "--overwrite", &path]);
    assert!(code(&output) == 2 && stderr(&output).contains("--overwrite-tags"), "{}", stderr(&output));
}

#[test]
fn undo_leaves_a_file_alone_that_is_not_as_the_run_wrote_it() {
    let (folder, path) = file(FAULTY);
    let log = folder.path().join("log.jsonl");
    let log = log.to_str().unwrap();
    assert_eq!(code(&adjust(&["--in-place", "--log", log, &path])), 0);
    fs::write(&path, format!("{ADJUSTED}\n")).unwrap();
    let output = adjust(&["--undo", log]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("a.pgn: not restored: it is not as the run of this log wrote it"),
        "{}",
        stderr(&output)
    );
    assert_eq!(fs::read(&path).unwrap(), format!("{ADJUSTED}\n").as_bytes());
    fs::write(&path, ADJUSTED).unwrap();
    let changed = fs::read_to_string(log).unwrap().replace("\"old\":\"e4+\"", "\"old\":\"e4#\"");
    fs::write(log, changed).unwrap();
    let output = adjust(&["--undo", log]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("the log was changed"), "{}", stderr(&output));
    assert_eq!(fs::read(&path).unwrap(), ADJUSTED.as_bytes());
    let foreign = adjust(&["--undo", &path]);
    assert_eq!(code(&foreign), 2);
    assert!(stderr(&foreign).contains("line 1 is not that of a log"), "{}", stderr(&foreign));
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_the_target_of_a_link_is_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, path) = file(FAULTY);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.pgn");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let output = adjust(&["--in-place", link.to_str().unwrap(), &path]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("1 game, 1 game adjusted"), "one file: {}", stderr(&output));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&path).unwrap(), ADJUSTED.as_bytes());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn inputs_that_cannot_be_adjusted_are_named_and_left_alone() {
    let utf16: Vec<u8> = format!("\u{feff}{FAULTY}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (_folder, path) = file(&utf16);
    let output = adjust(&["--in-place", &path]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("not adjusted: it is in UTF-16; write it with -o"), "{}", stderr(&output));
    assert_eq!(fs::read(&path).unwrap(), utf16);
    assert_eq!(code(&adjust(&["--check", &path])), 1);
    let (folder, other) = file(FAULTY);
    // Among others, it does not keep the output from being written.
    let output = adjust(&[&path, &other]);
    assert_eq!(
        (code(&output), std::str::from_utf8(&output.stdout).unwrap()),
        (0, format!("{ADJUSTED}\n{ADJUSTED}").as_str())
    );
    assert!(stderr(&output).contains("it is in UTF-16; its games are written in UTF-8"), "{}", stderr(&output));
    let positions = folder.path().join("a.epd");
    fs::write(&positions, "4k3/8/8/8/8/8/8/4K3 w - -\n").unwrap();
    let output = adjust(&["--in-place", positions.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("not adjusted: it has positions"), "{}", stderr(&output));
    let output = adjust(&["--in-place", folder.path().to_str().unwrap()]);
    assert_eq!(code(&output), 0, "of a folder, the games are taken: {}", stderr(&output));
    let output = adjust(&["--in-place", "-"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--in-place replaces files"), "{}", stderr(&output));
    let output = adjust(&["there-is-no-such-file.pgn"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn errors_without_a_fix_make_the_exit_code_1() {
    let (_folder, path) = file(format!("{FAULTY}\n[Event \"b\"]\n\n1. e4 e5 2. Ke3 Nf6+ *\n"));
    let output = adjust(&[&path]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("1 game has errors that these fixes do not cover"), "{}", stderr(&output));
    assert!(output.stdout.ends_with(b"\n1. e4 e5 2. Ke3 Nf6+ *\n"));
    assert_eq!(code(&adjust(&["--exit-zero", &path])), 0);
}

#[test]
fn several_inputs_are_kept_apart() {
    let (folder, path) = file("[Event \"a\"]\n\n1. e4 *");
    let other = folder.path().join("b.pgn");
    fs::write(&other, "1. d4+ *\n").unwrap();
    let output = adjust(&[&path, other.to_str().unwrap()]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[Event \"a\"]\n\n1. e4 *\n\n1. d4 *\n");
    // A byte order mark would be in the middle of the file.
    fs::write(&other, "\u{feff}1. d4+ *\n").unwrap();
    let marked = adjust(&[&path, other.to_str().unwrap()]);
    assert_eq!(String::from_utf8_lossy(&marked.stdout), String::from_utf8_lossy(&output.stdout));
    for (first, second, is_apart) in [
        ("1. e4", "e5 *\n", false),
        ("1. e4", "[Event \"b\"]\n\n1. d4 *\n", true),
        ("[Event \"a\"]\n", "[White \"b\"]\n\n1. d4 *\n", false),
        ("1. e4 e5 {open", "[Event \"b\"]\n\n1. d4 *\n", false),
        ("1. e4 (1. d4", "d5 *\n", false),
        ("1. e4 *", "2. d4 d5 *\n", false),
    ] {
        fs::write(&path, first).unwrap();
        fs::write(&other, second).unwrap();
        let out = folder.path().join("out.pgn");
        let output = adjust(&["--exit-zero", &path, other.to_str().unwrap(), "-o", out.to_str().unwrap()]);
        assert_eq!((code(&output), out.exists()), if is_apart { (0, true) } else { (2, false) }, "{first} {second}");
        assert_eq!(stderr(&output).contains("b.pgn would be read as a part of the last game"), !is_apart);
        let of_files = fs::read(&out).ok();

        let _ = fs::remove_file(&out);
        if cfg!(feature = "compression") {
            let archive = zipped(&folder, &[("a.pgn", first), ("b.pgn", second)]);
            let output = adjust(&["--exit-zero", &archive, "-o", out.to_str().unwrap()]);
            assert_eq!(
                (code(&output), fs::read(&out).ok()),
                (if is_apart { 0 } else { 2 }, of_files),
                "{first} {second}"
            );
            assert_eq!(stderr(&output).contains("b.pgn would be read as a part of the last game"), !is_apart);
        }
        let _ = fs::remove_file(out);
    }
}

#[test]
fn members_after_one_that_cannot_be_adjusted_are_adjusted() {
    let folder = tempfile::tempdir().unwrap();
    let position = "8/8/8/8/8/8/8/K1k5 w - - 0 1\n";
    let members = [("a.pgn", FAULTY), ("b.fen", position), ("c.pgn", FAULTY), ("d.epd", "8/8/8/8/8/8/8/K1k5 w - -\n")];
    let output = adjust(&[&zipped(&folder, &members)]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches(ADJUSTED.trim_end()).count(), 2);
    assert!(["b.fen", "d.epd"].iter().all(|name| stderr(&output).contains(&format!("{name}: not adjusted"))));
    assert_eq!(code(&output), 2);
}

/// A zip archive with these members, in the folder.
fn zipped(folder: &TempDir, members: &[(&str, &str)]) -> String {
    let path = folder.path().join("members.zip");
    let mut archive = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    for (name, text) in members {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_tag_that_keeps_two_games_apart_stays_first() {
    let text = "[Date \"2001.01.13\"]\n\n[Date \"2001.01.13\n*\n";
    let (_folder, path) = file(text);
    let output = adjust(&["--profile", "export", "--exit-zero", &path]);
    assert_eq!((code(&output), String::from_utf8_lossy(&output.stdout).into_owned()), (0, text.to_owned()));
}

#[test]
fn a_mark_at_the_start_of_a_file_stays_unless_its_rule_is_wanted() {
    let (_folder, path) = file("\u{feff}[Event \"a\"]\n\n1. e4 *\n\n\u{feff}[Event \"b\"]\n\n1. e4+ *\n");
    for (arguments, marks) in [(&[][..], 1), (&["--profile", "export"], 0), (&["--ignore", "S109"], 2)] {
        let output = adjust(&[arguments, &["--ignore", "T101", &path]].concat());
        assert_eq!(String::from_utf8_lossy(&output.stdout).matches('\u{feff}').count(), marks, "{arguments:?}");
        assert!(output.stdout.ends_with(b"1. e4 *\n"));
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_the_log_cannot_hold_keeps_no_other_file_from_being_adjusted() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let (folder, path) = file(FAULTY);
    let odd = folder.path().join(OsStr::from_bytes(b"0\xff.pgn"));
    fs::write(&odd, FAULTY).unwrap();
    let log = folder.path().join("log");
    let mut run = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = run.args(["adjust", "--in-place", "--log"]).arg(&log).arg(&odd).arg(&path).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("not adjusted: its name is not UTF-8"), "{}", stderr(&output));
    assert_eq!(
        [fs::read(&odd).unwrap(), fs::read(&path).unwrap()],
        [FAULTY, ADJUSTED].map(|text| text.as_bytes().to_vec())
    );
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let games = fs::read_to_string("fixtures/games/classics.pgn").unwrap().replace("Bb5 ", "Bb5+ ");
    let (_folder, path) = file(games.repeat(40));
    let [one, three] = ["-j1", "-j3"].map(|threads| adjust(&[threads, "--profile", "export", &path]));
    assert_eq!((code(&one), code(&three)), (0, 0), "{}", stderr(&one));
    assert!(one.stdout == three.stdout && one.stderr == three.stderr);
}

/// Each example of a rule with a fix is free of its findings afterwards, unless the fix is not offered there.
#[test]
fn examples_of_rules_are_adjusted() {
    let mut fixed = Vec::new();
    for rule in adoube::Rule::all().filter(|rule| rule.has_fix(Applicability::Safe)) {
        let info = rule.info();
        let (_folder, path) = file(info.bad);
        let output = adjust(&["--select", info.code, &path]);
        assert!(code(&output) < 2 || info.code.starts_with('S'), "{}: {}", info.code, stderr(&output));
        if stderr(&output).contains(" fix") && stderr(&output).contains(info.code) {
            fixed.push(info.code);
        }
        let (_other, adjusted) = file(&output.stdout);
        let again = adjust(&["--check", "--select", info.code, &adjusted]);
        assert!(!stderr(&again).contains(&format!("  {}  ", info.code)), "{}: {}", info.code, stderr(&again));
    }
    let without: Vec<&str> = adoube::Rule::all()
        .filter(|rule| rule.has_fix(Applicability::Safe))
        .map(|rule| rule.info().code)
        .filter(|code| !fixed.contains(code))
        .collect();
    // Their examples are HTML between tags, no tag of the roster, other NAGs, a game that ends with a comment, no result, and a
    // comment with another tag about the end; the unit tests have others.
    assert_eq!(without, ["S118", "T113", "N123", "R102", "R104", "R112"], "no example is fixed");
}

/// Each file of `fixtures/adjust` has its text after all fixes beside it.
#[test]
fn unsafe_fixes_give_the_expected_texts() {
    let names = names(Path::new("fixtures/adjust"));
    let stems: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".fixed.pgn")).collect();
    assert!(stems.len() >= 8, "{names:?}");
    for name in stems {
        let path = format!("fixtures/adjust/{name}.pgn");
        let expected = fs::read_to_string(format!("fixtures/adjust/{name}.fixed.pgn")).unwrap();
        let output = adjust(&["--unsafe-fixes", "--extend-select", "R119", "--exit-zero", &path]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{name}: {}", stderr(&output));
        let safe = adjust(&["--exit-zero", &path]);
        assert!(safe.stdout == fs::read(&path).unwrap(), "{name}: {}", stderr(&safe));
    }
}

/// Spellings that most programs cannot read.
#[test]
fn safe_fixes_give_the_expected_texts() {
    let expected = fs::read_to_string("fixtures/adjust/safe/spellings.fixed.pgn").unwrap();
    let output = adjust(&["--profile", "export", "fixtures/adjust/safe/spellings.pgn"]);
    assert_eq!((code(&output), String::from_utf8_lossy(&output.stdout).into_owned()), (0, expected));
}
