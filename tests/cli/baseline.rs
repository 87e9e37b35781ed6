//! `--baseline`: known findings stay known when games move, and only new ones are reported and make the run fail.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

struct Output {
    code: i32,
    out: String,
    err: String,
}

/// Runs the program in a folder, with these arguments.
fn adoube(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = command.args(arguments.split(' ')).current_dir(folder).env_clear().output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Output { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

fn game(white: &str, year: u32, moves: &str) -> String {
    format!(
        "[Event \"e\"]\n[Date \"{year}.01.02\"]\n[White \"{white}\"]\n[Black \"b\"]\n[Result \"*\"]\n\n{moves} *\n\n"
    )
}

/// Games with findings of many kinds: illegal moves, one of them in a game without names, and the same finding twice in a game.
fn archive() -> [String; 6] {
    [
        game("f", 2006, "1. e4 e5 2. Nf3 Nc6"),
        game("e", 2005, "1. e4 e5 2. Ke3"),
        game("d", 2004, "1. e4 $300 e5 $300 2. Nf3"),
        game("?", 2003, "1. d4 d5 2. Kd3"),
        game("b", 2002, "1. e4 e5 2. Nf3 Nc6 3. Bb5 4. O-O"),
        game("a", 2001, "1. e4 {a comment} e5 2. Ke3"),
    ]
}

/// A folder with the archive and its baseline.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), archive().concat()).unwrap();
    fs::write(folder.path().join("positions.fen"), "8/8/8/8/8/8/8/K7 w - - 0 1\n").unwrap();
    let made = adoube(folder.path(), "validate --baseline known.jsonl --update-baseline games.pgn positions.fen");
    assert_eq!((made.code, &*made.out), (0, ""), "{}", made.err);
    folder
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn baseline(folder: &TempDir) -> Vec<Value> {
    lines(&fs::read_to_string(folder.path().join("known.jsonl")).unwrap())
}

/// The numbers of known, new and stale findings in the summary, after the objects before it.
fn counts(objects: &[Value]) -> [u64; 3] {
    let counts = &objects.last().unwrap()["baseline"];
    ["known", "new", "stale"].map(|name| counts[name].as_u64().unwrap())
}

const RUN: &str = "validate --format jsonl --baseline known.jsonl";

#[test]
fn the_archive_has_only_known_findings() {
    let folder = folder();
    let run = adoube(folder.path(), &format!("{RUN} games.pgn positions.fen"));
    let found = lines(&run.out);
    assert_eq!((run.code, found.len()), (0, 1), "{}", run.out);
    let [known, new, stale] = counts(&found);
    let entries = baseline(&folder);
    assert_eq!((known, new, stale), (entries.iter().map(|entry| entry["count"].as_u64().unwrap()).sum(), 0, 0));
    assert!(known >= 7 && found[0]["invalid"] == found[0]["baseline"]["known_invalid"]);
    for name in ["meet_id", "text_id"] {
        assert!(entries.iter().any(|entry| entry.get(name).is_some()), "{name}");
    }
    let text = adoube(folder.path(), "validate --baseline known.jsonl games.pgn positions.fen");
    assert!(text.err.contains(" invalid (5 known) ") && text.err.contains("are known (see known.jsonl), 0 new\n"));
    for format in ["text", "text --concise", "csv", "github"] {
        let run = adoube(
            folder.path(),
            &format!("validate -q --format {format} --baseline known.jsonl games.pgn positions.fen"),
        );
        assert_eq!((run.code, run.out.lines().count(), &*run.err), (0, usize::from(format == "csv"), ""));
    }
}

#[cfg(feature = "compression")]
#[test]
fn findings_of_moved_games_stay_known() {
    let folder = folder();
    fs::create_dir(folder.path().join("split")).unwrap();
    for make in ["--sort White games.pgn -o sorted.pgn", "--split 2 sorted.pgn -o split/{n}.pgn.zst"] {
        assert_eq!(adoube(folder.path(), &format!("filter {make}")).code, 0);
    }
    fs::write(folder.path().join("lines.pgn"), archive().concat().replace('\n', "\r\n").replace(". ", ".\r\n"))
        .unwrap();
    let expected = adoube(folder.path(), &format!("{RUN} games.pgn positions.fen"));
    let expected = lines(&expected.out).pop().unwrap();
    for inputs in
        ["sorted.pgn positions.fen", "positions.fen sorted.pgn", "split positions.fen", "lines.pgn positions.fen"]
    {
        for threads in ["-j 1", "-j 3"] {
            let run = adoube(folder.path(), &format!("{RUN} {threads} {inputs}"));
            let found = lines(&run.out);
            assert_eq!((run.code, found.len()), (0, 1), "{inputs}: {}{}", run.out, run.err);
            assert_eq!(found[0]["baseline"], expected["baseline"]);
        }
    }
}

#[test]
fn a_new_finding_is_reported_and_fails() {
    let folder = folder();
    let mut games = archive();
    games[0] = game("f", 2006, "1. e4 e5 2. Nf4");
    fs::write(folder.path().join("games.pgn"), games.concat()).unwrap();
    let run = adoube(folder.path(), &format!("{RUN} games.pgn positions.fen"));
    let found = lines(&run.out);
    assert_eq!((run.code, found.len(), counts(&found)[1]), (1, 2, 1));
    assert_eq!((&found[0]["code"], &found[0]["white"]), (&"M101".into(), &"f".into()));
    // The same finding once more than it is known: the last one is new.
    games[2] = game("d", 2004, "1. e4 $300 e5 $300 2. Nf3 $300");
    fs::write(folder.path().join("games.pgn"), games.concat()).unwrap();
    let run = adoube(folder.path(), &format!("{RUN} games.pgn positions.fen"));
    let found = lines(&run.out);
    assert_eq!((run.code, found.len()), (1, 3));
    let line = u64::try_from(games[..2].concat().lines().count() + 7).unwrap();
    assert_eq!(
        (&found[1]["line"], &found[1]["column"]),
        (&line.into(), &(games[2].lines().nth(6).unwrap().rfind('$').unwrap() + 1).into())
    );
}

#[test]
fn an_entry_without_finding_is_stale() {
    let folder = folder();
    let before = baseline(&folder);
    fs::write(folder.path().join("games.pgn"), archive()[..5].concat().replacen("$300 ", "", 1)).unwrap();
    let run = adoube(folder.path(), &format!("{RUN} games.pgn positions.fen"));
    assert_eq!((run.code, counts(&lines(&run.out))[2]), (1, 2), "{}", run.err);
    assert!(run.err.contains("stale entry, known 2 times and found 1 time: "), "{}", run.err);
    assert!(run.err.contains("known.jsonl: 2 stale entries; remove them with --prune-baseline"), "{}", run.err);
    for accepted in ["--keep-stale", "--head 6", "--where plies>0", "--game 1-5", "--sample 4", "--select M102"] {
        let run = adoube(folder.path(), &format!("{RUN} {accepted} games.pgn"));
        assert!(run.code == 0 && !run.err.contains("stale entry,"), "{accepted}: {}", run.err);
    }
    let run = adoube(folder.path(), &format!("{RUN} --exit-zero games.pgn"));
    assert!(run.code == 0 && run.err.contains("stale entry,"), "{}", run.err);
    // A run that has not read everything does not know what is stale.
    let run = adoube(folder.path(), &format!("{RUN} games.pgn missing.pgn"));
    assert!(run.code == 2 && !run.err.contains("stale"), "{}", run.err);
    let run = adoube(folder.path(), &format!("{RUN} --prune-baseline games.pgn missing.pgn"));
    assert!(run.code == 2 && run.err.contains("known.jsonl: not written, because the run failed"), "{}", run.err);
    assert_eq!(baseline(&folder), before);
    let run = adoube(folder.path(), &format!("{RUN} --prune-baseline games.pgn positions.fen"));
    assert!(run.code == 0 && run.err.ends_with("0 added, 1 removed, 1 with a new count\n"), "{}", run.err);
    assert_eq!(baseline(&folder).len(), before.len() - 1);
}

#[test]
fn an_update_keeps_reasons_and_rules_that_are_not_selected() {
    let folder = folder();
    let path = folder.path().join("known.jsonl");
    let text = fs::read_to_string(&path).unwrap().replace("\"reason\":\"\"", "\"reason\":\"so in the book\"");
    // The order of lines does not matter.
    let reversed: String = text.lines().rev().flat_map(|line| ["\n", line, "\r\n"]).collect();
    fs::write(&path, &reversed).unwrap();
    let run = adoube(folder.path(), "validate --baseline known.jsonl --update-baseline games.pgn positions.fen");
    assert!(run.code == 0 && run.err.ends_with("0 added, 0 removed, 0 with a new count\n"), "{}", run.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), reversed, "nothing has changed");
    fs::write(folder.path().join("games.pgn"), archive()[1..].concat() + &game("z", 2009, "1. e4 e5 2. Kf3")).unwrap();
    let update = "validate --select M --baseline known.jsonl --update-baseline games.pgn positions.fen";
    let run = adoube(folder.path(), update);
    assert!(run.code == 0 && run.err.ends_with("1 added, 0 removed, 0 with a new count\n"), "{}", run.err);
    let (new, old): (Vec<Value>, Vec<Value>) = baseline(&folder).into_iter().partition(|entry| entry["reason"] == "");
    assert_eq!((new.len(), &new[0]["white"], old), (1, &"z".into(), lines(&text)));
}

#[test]
fn a_reason_survives_another_wording() {
    let folder = folder();
    let path = folder.path().join("known.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    // As another version would have written them.
    let old =
        text.replace("illegal move", "not a legal move").replace("\"reason\":\"\"", "\"reason\":\"so in the book\"");
    fs::write(&path, &old).unwrap();
    let run = adoube(folder.path(), "validate --baseline known.jsonl --update-baseline games.pgn positions.fen");
    assert_eq!(run.code, 0, "{}", run.err);
    let expected = text.replace("\"reason\":\"\"", "\"reason\":\"so in the book\"");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn sarif_suppresses_known_findings() {
    let folder = folder();
    let results = |arguments: &str| -> Vec<Value> {
        let run = adoube(folder.path(), &format!("validate --format sarif {arguments} games.pgn positions.fen"));
        let report: Value = serde_json::from_str(&run.out).unwrap();
        report["runs"][0]["results"].as_array().unwrap().clone()
    };
    let plain = results("");
    assert!(plain.iter().all(|result| result.get("suppressions").is_none()));
    let text = fs::read_to_string(folder.path().join("known.jsonl")).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    fs::write(folder.path().join("known.jsonl"), rest.replacen("\"reason\":\"\"", "\"reason\":\"why\"", 1)).unwrap();
    let known = results("--baseline known.jsonl");
    let of = |suppressed: &Value| known.iter().filter(|result| result["suppressions"] == *suppressed).count();
    let count = serde_json::from_str::<Value>(first).unwrap()["count"].as_u64().unwrap();
    assert_eq!((known.len(), of(&Value::Array(Vec::new()))), (plain.len(), usize::try_from(count).unwrap()));
    let reasons: Vec<&Value> =
        known.iter().filter_map(|result| result["suppressions"][0].get("justification")).collect();
    assert_eq!(reasons[0], "why");
}

#[test]
fn a_file_that_is_no_baseline_is_an_error_and_stays() {
    let folder = folder();
    let text = fs::read_to_string(folder.path().join("known.jsonl")).unwrap();
    let first = text.lines().next().unwrap();
    let changed = |old: &str, new: &str| first.replacen(old, new, 1);
    for (content, expected) in [
        (first.as_bytes()[..60].to_vec(), "bad:1: not an entry of a baseline: EOF while parsing"),
        (format!("{first}\n\n{first}\n").into(), "bad:3: the same entry as in line 1; join their counts"),
        (changed("known", "finding").into(), "bad:1: not an entry of a baseline: its `type` is `finding`"),
        (changed("\"code\":\"", "\"code\":\"X").into(), "bad:1: there is no rule with the code `X"),
        (changed("_id\":\"", "_id\":\"g").into(), "is not 32 hexadecimal digits"),
        (changed("\"message\"", "\"file\":\"a\",\"message\"").into(), "bad:1: an entry has one of"),
        (changed("\"reason\"", "\"reasons\"").into(), "bad:1: not an entry of a baseline: unknown field `reasons`"),
        (changed("\"count\":1", "\"count\":0").into(), "bad:1: not an entry of a baseline: invalid value: integer `0`"),
        (changed("\"count\":1", "\"count\":99999999999999999999").into(), "bad:1: not an entry of a baseline: "),
        (first.encode_utf16().flat_map(u16::to_le_bytes).collect(), "bad:1: not an entry of a baseline: "),
        (b"\xff\xfe\n".to_vec(), "bad:1: not an entry of a baseline: "),
        (archive().concat().into_bytes(), "bad:1: not an entry of a baseline: "),
        (vec![b'['; 1 << 20], "bad:1: not an entry of a baseline: "),
    ] {
        fs::write(folder.path().join("bad"), &content).unwrap();
        for option in ["", " --update-baseline", " --prune-baseline"] {
            let run = adoube(folder.path(), &format!("validate --baseline bad{option} games.pgn"));
            assert!(run.code == 2 && run.err.contains(expected) && run.out.is_empty(), "{expected}: {}", run.err);
        }
        assert_eq!(fs::read(folder.path().join("bad")).unwrap(), content);
    }
}

#[test]
fn an_empty_input_removes_no_entries() {
    let folder = folder();
    let old = fs::read_to_string(folder.path().join("known.jsonl")).unwrap();
    fs::write(folder.path().join("empty.pgn"), "\n").unwrap();
    for option in ["--update-baseline", "--prune-baseline"] {
        let output = adoube(folder.path(), &format!("validate -q --baseline known.jsonl {option} empty.pgn"));
        assert_eq!(output.code, 2, "{}", output.err);
        assert!(output.err.contains("the inputs contain no games, from which a baseline"), "{}", output.err);
        assert_eq!(fs::read_to_string(folder.path().join("known.jsonl")).unwrap(), old);
    }
    // A byte order mark, which some editors add, means nothing.
    fs::write(folder.path().join("known.jsonl"), format!("\u{feff}{old}")).unwrap();
    assert_eq!(adoube(folder.path(), "validate --baseline known.jsonl games.pgn positions.fen").code, 0);
}

#[test]
fn wrong_usage_is_refused() {
    let folder = folder();
    for (arguments, expected) in [
        ("--baseline none.jsonl", "none.jsonl does not exist; create it with `adoube validate --update-baseline`"),
        (
            "--baseline none.jsonl --prune-baseline",
            "none.jsonl does not exist; create it with `adoube validate --update-baseline`",
        ),
        ("--baseline none/none.jsonl --update-baseline", "none/none.jsonl: cannot be written"),
        ("--baseline . --update-baseline", "--baseline: . is not a regular file"),
        ("--baseline - --update-baseline", "--baseline: - is not a regular file"),
        ("--baseline games.pgn --update-baseline", "games.pgn is an input and would be overwritten"),
        ("--baseline known.jsonl -o known.jsonl", "known.jsonl is an input and would be overwritten"),
        ("--baseline known.jsonl --update-baseline -o known.jsonl", "known.jsonl would be written twice"),
        ("--update-baseline", "--baseline <FILE>"),
        ("--baseline known.jsonl --update-baseline --head 1", "'--update-baseline' cannot be used with '--head <N>'"),
        (
            "--baseline known.jsonl --prune-baseline --game 1",
            "'--prune-baseline' cannot be used with '--game <N[,M-K]>'",
        ),
        ("--baseline known.jsonl --partial a.part", "'--baseline <FILE>' cannot be used with '--partial <FILE>'"),
        ("--baseline known.jsonl --merge", "cannot be used with"),
    ] {
        let run = adoube(folder.path(), &format!("validate {arguments} games.pgn"));
        assert!(run.code == 2 && run.err.contains(expected), "{arguments}: {}", run.err);
        assert!(!folder.path().join("none.jsonl").exists());
    }
    assert_eq!(adoube(folder.path(), "validate --baseline . games.pgn").code, 2);
}

#[test]
fn a_rule_that_is_reported_once_per_file_is_known_by_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let latin = |white: u8, year: u32| {
        let mut text = game("#", year, "1. e4 e5").into_bytes();
        let at = text.iter().position(|byte| *byte == b'#').unwrap();
        text.splice(at..=at, [b'M', white, b'r']);
        text
    };
    let (one, two, three) = (latin(0xfc, 2001), latin(0xe9, 2002), latin(0xe4, 2003));
    let write = |games: &[&[u8]]| fs::write(folder.path().join("games.pgn"), games.concat()).unwrap();
    let run = "--format jsonl --extend-select S107 --baseline known.jsonl games.pgn";
    write(&[&one, &two]);
    assert_eq!(adoube(folder.path(), &format!("validate --update-baseline {run}")).code, 0);
    assert_eq!(baseline(&folder).len(), 2);
    write(&[&two, &one]);
    assert_eq!(lines(&adoube(folder.path(), &format!("validate {run}")).out).len(), 1);
    write(&[&one, &three, &two]);
    let found = lines(&adoube(folder.path(), &format!("validate {run}")).out);
    assert_eq!((found.len(), &found[0]["game"]), (2, &2.into()));
}

/// Each command with a baseline as it is, and without its entries of one rule.
#[test]
fn other_commands_leave_known_findings_alone() {
    let folder = folder();
    let path = folder.path();
    let all = fs::read_to_string(path.join("known.jsonl")).unwrap();
    let without = |code: &str| {
        all.split_inclusive('\n').filter(|line| !line.contains(&format!("\"code\":\"{code}"))).collect::<String>()
    };
    for (command, code, ends) in [
        ("adjudicate --format csv --baseline FILE games.pgn", "M101", [0, 1]),
        ("adjudicate --format csv --baseline FILE positions.fen", "F", [0, 1]),
        ("adjudicate --format csv --game 2 --baseline FILE games.pgn", "M101", [0, 1]),
        ("adjust --check --baseline FILE games.pgn", "M101", [0, 1]),
        ("stats --fail-on error --baseline FILE games.pgn", "M101", [0, 1]),
        ("stats --fail-on error --game 2-6 --baseline FILE games.pgn", "M101", [0, 1]),
        ("stats --fail-on error --sample 6 --baseline FILE games.pgn", "M101", [0, 1]),
        ("stats --baseline FILE games.pgn --fail-on error --table results", "M101", [0, 1]),
    ] {
        let plain = adoube(path, &command.replace("--baseline FILE ", ""));
        assert_eq!(plain.code, 1, "{command}");
        let codes: Vec<i32> = [all.clone(), without(code)]
            .into_iter()
            .map(|entries| {
                fs::write(path.join("some.jsonl"), entries).unwrap();
                let run = adoube(path, &command.replace("FILE", "some.jsonl"));
                assert_eq!(run.out, plain.out, "{command}");
                run.code
            })
            .collect();
        assert_eq!(codes, ends, "{command}");
    }
}

#[test]
fn known_findings_are_not_fixed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let games = [
        game("a", 2001, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0"),
        game("b", 2002, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6"),
    ];
    fs::write(path.join("first.pgn"), &games[0]).unwrap();
    fs::write(path.join("all.pgn"), games.concat()).unwrap();
    let made = adoube(path, "validate --select all --baseline known.jsonl --update-baseline first.pgn");
    assert_eq!(made.code, 0, "{}", made.err);
    let fixed = adoube(path, "adjust --select N110 --baseline known.jsonl all.pgn");
    assert_eq!(fixed.out, games[0].clone() + &games[1].replace("0-0", "O-O"), "{}", fixed.err);
    // The same if games are selected by number.
    assert_eq!(adoube(path, "adjust --select N110 --baseline known.jsonl --game 1- all.pgn").out, fixed.out);
    let other = adoube(path, "adjust --select N110 all.pgn").out;
    assert_eq!(other, games.concat().replace("0-0", "O-O"));
}

#[test]
fn a_baseline_that_is_missing_is_a_usage_error() {
    let folder = folder();
    for command in ["adjust --check", "adjudicate", "stats --fail-on error"] {
        let run = adoube(folder.path(), &format!("{command} --baseline missing.jsonl games.pgn"));
        assert_eq!((run.code, &*run.out), (2, ""), "{command}");
        assert!(run.err.contains("missing.jsonl does not exist"), "{command}: {}", run.err);
    }
}

/// The reasons in a baseline are written by hand.
#[test]
fn no_command_writes_over_the_baseline() {
    for command in [
        "adjust --baseline known games.pgn -o known",
        "adjust --baseline known games.pgn -o out.pgn --log known --overwrite",
        "adjudicate --baseline known games.pgn -o known",
        "stats --fail-on error --baseline known games.pgn -o known",
    ] {
        let folder = folder();
        let path = folder.path().join("known");
        fs::rename(folder.path().join("known.jsonl"), &path).unwrap();
        let before = fs::read(&path).unwrap();
        let run = adoube(folder.path(), command);
        assert_eq!(run.code, 2, "{command}: {}", run.err);
        assert!(run.err.contains("known is an input and would be overwritten"), "{command}: {}", run.err);
        assert!(fs::read(&path).unwrap() == before, "{command}");
    }
}
