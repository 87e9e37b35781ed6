//! End-to-end tests of `adoube perft`.

mod against;
mod checkpoint;
mod suite;

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

pub(crate) const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A position of Chess960 in which castling has other squares than in standard chess.
pub(crate) const CHESS960: &str = "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1";

pub(crate) fn command<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.arg("perft").args(arguments).env_clear().stdin(Stdio::null());
    command
}

pub(crate) fn perft<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> Output {
    command(arguments).output().expect("adoube runs")
}

pub(crate) fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// Its output; panics if it fails.
pub(crate) fn counted<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> String {
    let output = perft(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).to_owned()
}

#[test]
fn count_is_the_only_output() {
    assert_eq!(counted(["startpos", "4"]), "nodes 197281\n");
    assert_eq!(counted(["startpos", "0"]), "nodes 1\n");
    assert_eq!(counted([KIWIPETE, "3"]), "nodes 97862\n");
    assert_eq!(counted(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "5"]), "nodes 0\n", "stalemate");
}

#[test]
fn counts_do_not_depend_on_table_threads_or_tier() {
    let expected = counted([KIWIPETE, "5", "--divide", "--hash", "off", "-j1"]);
    assert!(expected.ends_with("\n\nnodes 193690690\n"), "{expected}");
    for arguments in
        [["--hash=64M", "-j3"], ["--hash=64k", "-j2"], ["--hash-bits=64", "-j1"], ["--hash-bits=96", "-j4"]]
    {
        assert_eq!(counted([&[KIWIPETE, "5", "--divide"], &arguments[..]].concat()), expected, "{arguments:?}");
    }
    for (tier, code) in [
        ("plain", "by the reference code"),
        ("scalar", "by portable code"),
        ("avx2", "with AVX2"),
        ("avx512", "with AVX-512"),
    ] {
        let output = command([KIWIPETE, "4", "-v"]).env("ADOUBE_PERFT_TIER", tier).output().unwrap();
        assert_eq!(stdout(&output), "nodes 4085603\n", "{tier}");
        assert!(stderr(&output).contains(&format!("the last plies are counted {code}")), "{}", stderr(&output));
    }
}

#[test]
fn error_probability_is_reported() {
    let output = perft(["startpos", "6", "-v"]);
    assert!(stderr(&output).contains("84-bit keys"), "{}", stderr(&output));
    assert!(stderr(&output).contains("the probability that the count is wrong is below"), "{}", stderr(&output));
    let output = perft(["startpos", "6", "--hash-bits", "24"]);
    assert!(
        stderr(&output).contains("warning: the probability that the count is wrong is up to"),
        "{}",
        stderr(&output)
    );
    let output = perft(["startpos", "5", "--hash", "off", "-v"]);
    assert!(stderr(&output).contains("hash: off\nthe count is exact\n"), "{}", stderr(&output));
}

#[test]
fn divide_is_sorted_and_adds_up() {
    let text = counted(["startpos", "3", "--divide"]);
    let (moves, sum) = text.split_once("\n\n").unwrap();
    let rows: Vec<(&str, u64)> =
        moves.lines().map(|line| line.split_once(' ').unwrap()).map(|(name, n)| (name, n.parse().unwrap())).collect();
    assert!(rows.is_sorted() && rows.len() == 20);
    assert_eq!(sum, format!("nodes {}\n", rows.iter().map(|(_, nodes)| nodes).sum::<u64>()));
    assert_eq!(counted(["startpos", "0", "--divide"]), "nodes 1\n");
}

#[test]
fn json_and_csv_are_complete() {
    let text = counted(["startpos", "2", "--divide", "--format", "jsonl", "--expect", "400"]);
    let object: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&object["type"], &object["nodes"], &object["depth"]), (&"perft".into(), &400.into(), &2.into()));
    assert_eq!((&object["divide"]["e2e4"], &object["correct"]), (&20.into(), &true.into()));
    assert!(object["seconds"].is_number() && object["fen"].as_str().unwrap().ends_with("w KQkq - 0 1"));
    let text = counted(["startpos", "2", "--format", "jsonl"]);
    assert!(text.contains(r#""divide":null,"expected":null,"correct":null"#), "{text}");
    let csv = counted(["startpos", "2", "--divide", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 22);
}

#[test]
fn the_expected_count_decides_the_exit_code() {
    assert_eq!(perft(["startpos", "3", "--expect", "8902"]).status.code(), Some(0));
    let output = perft(["startpos", "3", "--expect", "8903"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), "nodes 8902\nexpected 8903\n"));
    for expected in ["97,862", "97_862", "97 862", "97\u{202f}862"] {
        assert_eq!(perft([KIWIPETE, "3", "--expect", expected]).status.code(), Some(0), "{expected}");
    }
    let output = perft([KIWIPETE, "3", "--expect", "97,86"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("`97,86` is not a count; write `97862`, `97,862`, or `97_862`"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn finished_game_has_no_paths_and_no_rate() {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
        for depth in ["1", "6"] {
            let output = perft([fen, depth, "--divide"]);
            assert_eq!((stdout(&output), stderr(&output)), ("nodes 0\n", "0 nodes\n"));
        }
    }
    let jsonl = counted(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "6", "--format", "jsonl"]);
    assert!(jsonl.contains(r#""nodes":0"#) && jsonl.contains(r#""nps":null"#), "{jsonl}");
}

#[test]
fn prefix_counts_add_up() {
    let prefixes = counted(["startpos", "4", "--list-prefixes", "2"]);
    assert_eq!(prefixes.lines().count(), 400);
    let of = |prefix: &str| counted(["startpos", "4", "--prefix", prefix])[6..].trim_end().parse::<u64>().unwrap();
    let twenty: Vec<&str> = prefixes.lines().filter(|prefix| prefix.starts_with("e2e4")).collect();
    let sum: u64 = twenty.iter().map(|prefix| of(prefix)).sum();
    assert_eq!((sum, of("e2e4")), (13_160, 13_160));
    assert_eq!(counted(["startpos", "2", "--prefix", "e2e4,e7e5"]), "nodes 1\n");
    assert_eq!(
        counted(["startpos", "4", "--prefix", "e4 e5 Nf3"]),
        counted(["startpos", "4", "--prefix", "e2e4 e7e5 g1f3"])
    );
    assert_eq!(counted([KIWIPETE, "2", "--prefix", "O-O"]), counted([KIWIPETE, "2", "--prefix", "e1g1"]));
    let jsonl = counted(["startpos", "2", "--list-prefixes", "1", "--format", "jsonl"]);
    assert!(jsonl.starts_with(r#"{"type":"perft_prefix","fen":"rnbqkbnr/"#), "{jsonl}");
    for (arguments, message) in [
        (["startpos", "3", "--prefix", "e2e5"], "`e2e5` is not a legal move"),
        (["startpos", "3", "--prefix", "e2e4 Nf3"], "`Nf3` is not a legal move in rnbqkbnr/"),
        (["startpos", "3", "--prefix", "king"], "`king` is not a legal move"),
        (["startpos", "3", "--prefix", "e5"], "; write moves as `e2e4` or `e4`"),
        (["startpos", "3", "--list-prefixes", "0"], "expected a whole number from 1 to 255"),
        (["startpos", "1", "--prefix", "e2e4 e7e5"], "2 plies are more than the depth of 1"),
        (["startpos", "1", "--list-prefixes", "2"], "longer than the depth"),
    ] {
        let output = perft(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn move_statistics_match_published_table() {
    assert_eq!(
        counted([KIWIPETE, "3", "--stats"]),
        concat!(
            "                                       promo-           disc.  double\n",
            "depth  nodes  captures  e.p.  castles   tions  checks  checks  checks  mates\n",
            "    1     48         8     0        2       0       0       0       0      0\n",
            "    2   2039       351     1       91       0       3       0       0      0\n",
            "    3  97862     17102    45     3162       0     993       0       0      1\n",
        )
    );
    let jsonl = counted(["startpos", "6", "--stats", "--format", "jsonl"]);
    let last: serde_json::Value = serde_json::from_str(jsonl.lines().last().unwrap()).unwrap();
    let of = |name: &str| last[name].as_u64().unwrap();
    let names = ["nodes", "captures", "en_passant", "castles", "promotions", "checks", "discovered", "double", "mates"];
    assert_eq!(names.map(of), [119_060_324, 2_812_008, 5_248, 0, 0, 809_099, 329, 46, 10_828]);
}

#[test]
fn every_playable_position_is_counted() {
    for (fen, depth, nodes) in [
        ("QQQQQQQQ/QQQQQQQ1/8/8/8/8/7k/K7 b - - 0 1", "2", 0),
        ("4k3/8/8/8/8/8/8/4K3 w - - 500 900", "2", 25),
        ("4k3/8/8/8/8/8/4r3/r3K2R w K - 0 1", "2", 19),
        (CHESS960, "2", 442),
    ] {
        assert_eq!(counted([fen, depth]), format!("nodes {nodes}\n"), "{fen}");
        #[cfg(feature = "cross-check")]
        counted([fen, depth, "--cross-check"]);
    }
    assert!(counted([CHESS960, "1", "--divide"]).contains("b1a1 1\n"), "castling is king takes rook");
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(counted([castle, "1", "--divide"]).contains("e1g1 1\n"));
    assert!(counted([castle, "1", "--divide", "--chess960"]).contains("e1h1 1\n"));
}

#[test]
fn invalid_arguments_are_reported() {
    for (arguments, message) in [
        (&["8/8 w", "3"][..], "cannot count from this position"),
        (&["", "3"], "the FEN is empty"),
        (&["8/8/8/8/8/8/8/8 w - - 0 1", "3"], "cannot count from this position"),
        (&["startpos", "256"], "expected a whole number from 0 to 255"),
        (&["startpos", "99999999999"], "DEPTH"),
        (&["startpos", "-1"], "expected a whole number from 0 to 255"),
        (&["startpos"], "DEPTH"),
        (&[], "FEN"),
        (&["startpos", "3", "--hash", "lots"], "is not a size"),
        (&["startpos", "3", "--hash-bits", "97"], "97"),
        (&["startpos", "3", "--epd", "x"], "cannot be used with"),
        #[cfg(feature = "cross-check")]
        (&["startpos", "3", "--cross-check", "--against", "x"], "cannot be used with"),
        (&["startpos", "3", "--max-nodes", "10"], "cannot be used with"),
        (&["--max-nodes", "10"], "--epd"),
        (&["startpos", "3", "--hash", "off", "--hash-bits", "64"], "cannot be used with --hash off"),
        (&["--epd", "x", "--hash", "0", "--hash-bits", "64"], "cannot be used with --hash off"),
        (&["startpos", "3", "--stats", "--hash", "64M"], "cannot be used with"),
        (&["startpos", "3", "--list-prefixes", "1", "--hash-bits", "64"], "cannot be used with"),
        #[cfg(feature = "cross-check")]
        (&["startpos", "3", "--cross-check", "--timeout", "5"], "cannot be used with"),
        (&["startpos", "3", "--timeout", "5"], "--against"),
        (&["startpos", "3", "-o", "no/such/folder/x"], "cannot be written"),
    ] {
        let output = perft(arguments);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn overflow_of_64_bits_is_reported() {
    let output = perft(["7k/8/8/8/8/8/8/K7 w - - 0 1", "255", "--hash", "64M", "--hash-bits", "64"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    assert!(stderr(&output).contains("more paths than a number of 64 bits can hold"), "{}", stderr(&output));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for arguments in [&["startpos", "3", "--divide"][..], &["startpos", "4", "--list-prefixes", "4"]] {
        let mut child = command(arguments).arg("-q").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn output_file_equals_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("counts.txt");
    let output = perft(["startpos", "3", "--divide", "-o", path.to_str().unwrap()]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(path).unwrap(), counted(["startpos", "3", "--divide"]));
}

#[test]
fn the_bar_shows_parts_and_rate() {
    let output = perft(["startpos", "6", "--hash", "off", "-j1", "--progress", "always"]);
    assert_eq!(stdout(&output), "nodes 119060324\n");
    assert!(stderr(&output).contains("/400"), "{}", stderr(&output));
}
