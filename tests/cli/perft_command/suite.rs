//! Suites: `--epd`.

use std::io::Write;
use std::process::{Output, Stdio};

use super::{command, counted, perft, stderr, stdout};

const SUITE: &str = "\
# the initial position
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D6 119060324

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - ; D1=48; perft 2 2039; depth 3: 97862
4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1198
";

fn with(suite: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("suite.epd"), suite).unwrap();
    let arguments = [&["--epd", "suite.epd"], arguments].concat();
    command(arguments).current_dir(folder.path()).output().unwrap()
}

#[test]
fn wrong_lines_are_shown_with_both_counts() {
    let output = with(SUITE, &["--max-nodes", "100000"]);
    assert_eq!(
        (output.status.code(), stdout(&output)),
        (Some(1), "suite.epd:5: D3: expected 1198, got 1197: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")
    );
    assert_eq!(
        stderr(&output),
        "3 positions: 9 counts = 8 right + 1 wrong; 1 above --max-nodes left out; 110,549 nodes\n"
    );
    let output = with(&SUITE.replace("1198", "1197"), &[]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""), "{}", stderr(&output));
}

#[test]
fn each_count_is_a_row_for_any_number_of_threads() {
    let rows = |threads| {
        let output = with(SUITE, &["--format", "jsonl", "--max-nodes", "100000", "-j", threads]);
        let row = |line| {
            let mut object: serde_json::Value = serde_json::from_str(line).unwrap();
            let object = object.as_object_mut().unwrap();
            object.retain(|field, _| field != "seconds" && field != "nps");
            serde_json::to_string(object).unwrap()
        };
        stdout(&output).lines().map(row).collect::<Vec<_>>()
    };
    let one = rows("1");
    assert_eq!((one.len(), &one), (9, &rows("4")));
    assert!(one[8].contains(r#""file":"suite.epd""#) && one[8].contains(r#""correct":false"#), "{}", one[8]);
    assert_eq!(stdout(&with(SUITE, &["--format", "csv", "--max-nodes", "99"])).lines().count(), 1 + 4);
}

#[test]
fn large_counts_are_shared_by_threads() {
    let output = with(SUITE, &["-j2", "--hash", "4M"]);
    assert!(stderr(&output).starts_with("3 positions: 10 counts = 9 right + 1 wrong;"), "{}", stderr(&output));
}

#[test]
fn suite_is_read_from_standard_input() {
    let mut child =
        command(["--epd", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"4k3/8/8/8/8/8/8/4K2R w K - D1 15\r\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""), "{}", stderr(&output));
}

#[test]
fn lines_end_with_any_line_end() {
    let output = with(&SUITE.replace("1198", "1197").replace('\n', "\r"), &["--max-nodes", "100000"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("3 positions: 9 counts = 9 right"), "{}", stderr(&output));
}

#[test]
fn unreadable_lines_are_reported_and_others_counted() {
    let long = "x".repeat(1 << 17);
    let suite =
        format!("8/8 ;D1 1\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 fifteen\n8/8/8/8/8/8/8/8 w - - ;D1 1\n{long}\n{SUITE}");
    let output = with(&suite, &["--max-nodes", "100"]);
    assert_eq!(output.status.code(), Some(2));
    for message in [
        "suite.epd:1: piece placement",
        "suite.epd:2: `D1 fifteen` is not a count; write `D1 20`",
        "suite.epd:3: cannot count from this position",
        "suite.epd:4: ",
        "4 positions: 4 counts = 4 right + 0 wrong",
        "; 1 position without a count",
        "; 3 lines unreadable",
        "; 1 operation not understood",
    ] {
        assert!(stderr(&output).contains(message), "{message}: {}", stderr(&output));
    }
    assert_eq!(perft(["--epd", "no-such-file.epd"]).status.code(), Some(2));
}

#[test]
fn position_without_counts_is_a_warning() {
    let output = with("4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K2R w K - ;D1 15", &[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).contains("suite.epd:1: the line has no expected count"), "{}", stderr(&output));
    assert!(stderr(&output).contains("; 1 position without a count"), "{}", stderr(&output));
}

#[test]
fn unknown_operations_are_reported() {
    let output = with("4k3/8/8/8/8/8/8/4K2R w K - ;D1 15 ;nonsense 12 ;id \"D1 9\" ;hmvc 0 ;D300 5 ;D-1 5", &[]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    for message in [
        "error: suite.epd:1: `nonsense 12` is neither a count, such as `D1 20`, nor an operation of EPD",
        "error: suite.epd:1: `D300 5`: the depth must be a number from 0 to 255, not `300`",
        "error: suite.epd:1: `D-1 5`: the depth must be a number from 0 to 255, not `-1`",
        "1 position: 1 count = 1 right + 0 wrong; 3 operations not understood",
    ] {
        assert!(stderr(&output).contains(message), "{message}: {}", stderr(&output));
    }
}

#[test]
fn suite_without_checks_fails() {
    let all_left_out = with(SUITE, &["--max-nodes", "0"]);
    assert!(stderr(&all_left_out).contains("; 10 above --max-nodes left out"), "{}", stderr(&all_left_out));
    for output in [all_left_out, with("", &[]), with("# none\n\n", &[]), with("4k3/8/8/8/8/8/8/4K2R w K -\n", &[])] {
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
        assert!(stderr(&output).ends_with("error: suite.epd: nothing was checked\n"), "{}", stderr(&output));
    }
}

#[test]
fn suites_in_a_directory_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let run = || command(["--epd", "suites"]).current_dir(folder.path()).output().unwrap();
    std::fs::create_dir(folder.path().join("suites")).unwrap();
    std::fs::write(folder.path().join("suites/game.pgn"), "1. e4 *\n").unwrap();
    let output = run();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("suites: the directory has no *.epd or *.fen files"), "{}", stderr(&output));
    for (name, count) in [("b.epd", 15), ("a.epd", 16)] {
        let line = format!("4k3/8/8/8/8/8/8/4K2R w K - ;D1 {count}\n");
        std::fs::write(folder.path().join("suites").join(name), line).unwrap();
    }
    let output = run();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).ends_with("a.epd:1: D1: expected 16, got 15: 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"));
    assert!(stderr(&output).ends_with("2 positions: 2 counts = 1 right + 1 wrong; 30 nodes\n"), "{}", stderr(&output));
}

#[test]
fn own_suite_passes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/perft/standard.epd");
    assert_eq!(counted(["--epd", path]), "");
}

#[test]
fn suite_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("suite.txt");
    std::fs::write(&path, "4k3/8/8/8/8/8/8/4K3 w - - ;D1 5\n").unwrap();
    let name = path.to_str().unwrap();
    let output = perft(["--epd", name, "-o", name]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is an input and would be overwritten"), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("4k3"));
    let output = perft(["startpos", "2", "--checkpoint", name, "-o", name]);
    assert!(stderr(&output).contains("would be written twice"), "{}", stderr(&output));
}
