//! End-to-end tests of the program: help, version, usage errors, explanations, completions, closed pipes.

use std::process::{Command, Output, Stdio};

fn adoube(arguments: &[&str]) -> Output {
    command(arguments).output().expect("adoube runs")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.args(arguments).env_clear().stdin(Stdio::null());
    command
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// The lines with the commands of the examples in a help text. Words beside a command may go on below it.
fn examples(help: &str) -> Vec<&str> {
    let after = help.lines().skip_while(|line| *line != "Examples:").skip(1);
    after.take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  adoube ")).collect()
}

#[test]
fn short_help_has_three_examples_and_long_help_more_with_exit_codes() {
    for command in ["", "validate", "replay", "perft", "stats", "adjudicate", "explain"] {
        let path: Vec<&str> = command.split_whitespace().collect();
        let short = adoube(&[&path[..], &["-h"]].concat());
        let long = adoube(&[&path[..], &["--help"]].concat());
        assert_eq!((short.status.code(), long.status.code()), (Some(0), Some(0)));
        assert!(short.stdout.len() < long.stdout.len(), "{command}");
        assert_eq!(examples(stdout(&short)).len(), 3, "{command}");
        assert!(examples(stdout(&long)).len() > 3, "{command}");
        assert!(!stdout(&short).contains("Exit codes:") && stdout(&long).contains("Exit codes:"), "{command}");
        assert!(stdout(&long).lines().all(|line| line.chars().count() <= 100), "{command}");
    }
}

#[test]
fn help_of_a_command_is_its_long_help() {
    for command in ["validate", "stats", "explain"] {
        let help = adoube(&["help", command]);
        assert_eq!(help.status.code(), Some(0), "{}", stderr(&help));
        assert_eq!(stdout(&help), stdout(&adoube(&[command, "--help"])));
    }
    assert_eq!(stdout(&adoube(&["help"])), stdout(&adoube(&["--help"])));
}

#[test]
fn help_shows_the_defaults() {
    for (command, defaults) in [
        ("validate", &["--seed <S>", "--level <LEVEL>", "--budget <N>", "--threads <N>"][..]),
        #[cfg(feature = "pictures")]
        ("replay", &["--size <PIXELS>", "--columns <N>", "--delay <SECONDS>"]),
        ("perft", &["--hash <SIZE>", "--hash-bits <N>", "--timeout <SECONDS>"]),
    ] {
        let help = adoube(&[command, "-h"]);
        let help = stdout(&help).split_whitespace().collect::<Vec<_>>().join(" ");
        for option in defaults {
            let text = help.split(option).nth(1).unwrap_or_default().split('<').next().unwrap_or_default();
            assert!(text.contains("[default: "), "{command} {option}:{text}");
        }
    }
}

#[test]
fn unknown_values_of_environment_variables_end_with_2() {
    for variable in ["ADOUBE_CPU", "ADOUBE_FAST_PATH"] {
        let output = command(&["explain", "M101"]).env(variable, "fast").output().expect("adoube runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(&format!("{variable} is `fast`; expected")), "{}", stderr(&output));
    }
}

#[test]
fn the_version_begins_with_name_and_number() {
    let output = adoube(&["--version"]);
    let expected = concat!("adoube ", env!("CARGO_PKG_VERSION"));
    assert!(stdout(&output).starts_with(expected), "{}", stdout(&output));
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(0), 1));
}

#[test]
fn usage_errors_end_with_2() {
    for arguments in [
        &[][..],
        &["nonsense"],
        &["validate", "--bogus"],
        &["validate", "--select", "Q"],
        &["validate", "--game", "5-2"],
        &["validate", "--fail-on", "fatal"],
        &["validate", "-q", "-v"],
        &["validate", "--split-to", "good.pgn"],
        &["validate", "-j", "many"],
        &["explain", "M999"],
        &["explain", "where", "--format", "jsonl"],
        &["explain", "--list", "M101"],
        &["completions", "tcsh"],
        &["man", "nonsense"],
    ] {
        let output = adoube(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

/// What people try instead of a command or an option leads to the command for it.
#[test]
fn what_was_meant_is_said() {
    for (arguments, message) in [
        (
            &["dedup"][..],
            "there is no command `dedup`; to remove duplicates: adoube filter --unique games.pgn -o unique.pgn\n",
        ),
        (&["sort", "x.pgn"], "to sort: adoube filter --sort Date,Round games.pgn"),
        (&["merge"], "to merge files: adoube filter a.pgn b.pgn -o all.pgn\n"),
        (&["check"], "to find errors: adoube validate games.pgn\n"),
        (
            &["validate", "--fix", "x.pgn"],
            "`adoube validate` has no option `--fix`; to repair how games are written: adoube adjust",
        ),
        (&["fixtures/games"], "`fixtures/games` is no command; to find errors in a file: adoube validate FILE; to see"),
        (&["a\nb.pgn.zst"], "`a␊b.pgn.zst` is no command; to find errors in a file"),
        (
            &["filter", "year = 1972", "fixtures/games"],
            "`year = 1972` is a condition, not a file: put --where before it\n",
        ),
        (
            &["perft", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1", "3"],
            "put the position in quotation marks, and its fields are one argument: 'rnbqkbnr/pppppppp/8/8/8/8/PPPP",
        ),
        (&["filter", "yaer = 1972", "fixtures/games"], "`yaer = 1972` is a condition, not a file"),
        (&["filter", "has:ECO", "fixtures/games"], "`has:ECO` is a condition, not a file"),
        (&["filter", "a = b.pgn"], "a = b.pgn: cannot be opened"),
        (&["stats", "player~morphy"], "`player~morphy` is a condition, not a file"),
    ] {
        let output = adoube(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = stderr(&output);
        assert!(error.contains(message) && output.stdout.is_empty(), "{arguments:?}: {error}");
    }
}

#[test]
fn a_rule_is_explained_by_code_and_by_name() {
    let by_code = adoube(&["explain", "m101"]);
    assert_eq!(by_code.status.code(), Some(0));
    assert!(stdout(&by_code).starts_with("M101 illegal-move\nerror, Laws 3\n\n"), "{}", stdout(&by_code));
    // The name is also that of an ending, which comes after the rule.
    assert!(adoube(&["explain", "illegal-move"]).stdout.starts_with(&by_code.stdout));
    let painted = adoube(&["explain", "M101", "--color", "always"]);
    assert!(stdout(&painted).starts_with("\x1b[1mM101 illegal-move\x1b[0m\n"), "{}", stdout(&painted));
}

#[test]
fn unknown_rule_suggests_similar_ones() {
    let output = adoube(&["explain", "M01"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("M101 illegal-move"), "{}", stderr(&output));
}

#[test]
fn list_is_machine_readable() {
    let jsonl = adoube(&["explain", "--list", "--format", "jsonl"]);
    for line in stdout(&jsonl).lines() {
        let rule: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(rule["type"], "rule");
    }
    let csv = adoube(&["explain", "--list", "--format", "csv"]);
    let rows = csv::Reader::from_reader(&csv.stdout[..]).records().map(Result::unwrap).count();
    assert_eq!(rows, stdout(&jsonl).lines().count());
}

#[test]
fn every_shell_gets_completions_and_every_command_a_page() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = adoube(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0), "{shell}");
        assert!(stdout(&output).contains("ADOUBE_COMPLETE"), "{shell}");
    }
    for page in [
        &["man"][..],
        &["man", "validate"],
        &["man", "perft"],
        &["man", "explain"],
        &["man", "man"],
        &["man", "completions"],
    ] {
        let output = adoube(page);
        assert_eq!(output.status.code(), Some(0), "{page:?}");
        let page = stdout(&output);
        for section in
            ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"EXIT STATUS\"", "ENVIRONMENT", "FILES"]
        {
            assert_eq!(page.matches(&format!("\n.SH {section}\n")).count(), 1, "{section}: {page}");
        }
    }
}

#[test]
fn a_page_speaks_of_its_command() {
    let page = |command| stdout(&adoube(&["man", command])).to_owned();
    for (command, has_threads, files) in [
        ("validate", true, "reads *.pgn, *.epd and *.fen, compressed"),
        ("adjust", true, "reads *.pgn, compressed"),
        ("perft", true, "reads *.epd and *.fen, compressed"),
        ("explain", false, "configuration files. An output file"),
        ("completions", false, "configuration files. An output file"),
    ] {
        let page = page(command).replace("\\-", "-");
        let variables = ["ADOUBE_THREADS", "ADOUBE_CPU"].map(|name| page.contains(name));
        assert_eq!(variables, [has_threads; 2], "{command}");
        assert!(page.contains(files), "{command}: {page}");
    }
    let help = |command| stdout(&adoube(&[command, "--help"])).to_owned();
    assert!(!help("plan").contains("--exit-zero") && help("stats").contains("--exit-zero"));
    assert!(help("adjust").contains("standard input [default: -]"));
    assert!(!help("stats").contains("`adjudicate`") && help("adjudicate").contains("Write the verdicts to FILE"));
}

#[test]
fn examples_fit_a_page() {
    for command in [
        "validate",
        "replay",
        "perft",
        "stats",
        "adjudicate",
        "adjust",
        "filter",
        "diff",
        "plan",
        "explain",
        "completions",
    ] {
        let help = adoube(&[command, "--help"]);
        let end =
            stdout(&help).lines().skip_while(|line| *line != "Examples:").take_while(|line| *line != "Exit codes:");
        // Words about an example have a wider margin.
        for line in end.filter(|line| line.starts_with("  ") && !line.starts_with("     ")) {
            let example = line.trim().split("  ").next().unwrap_or_default();
            // A page of 80 columns indents by 7.
            assert!(example.len() <= 73, "{command}: {line}");
        }
    }
}

#[test]
fn completions_without_a_shell_name_both_ways() {
    let output = adoube(&["completions"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("adoube completions --dir <DIR> [SHELL]"), "{}", stderr(&output));
}

#[test]
fn pages_and_scripts_go_to_a_folder() {
    let directory = tempfile::tempdir().unwrap();
    let [pages, scripts] = ["share/man1", "completions"].map(|name| directory.path().join(name));
    let names = |folder: &std::path::Path| {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        files.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(adoube(&["man", "--dir", pages.to_str().unwrap()]).status.code(), Some(0));
    let found = names(&pages);
    assert!(
        found.contains("adoube.1") && found.contains("adoube-validate.1") && !found.contains("adoube-help.1"),
        "{found:?}"
    );
    assert_eq!(std::fs::read(pages.join("adoube-perft.1")).unwrap(), adoube(&["man", "perft"]).stdout);
    assert_eq!(adoube(&["completions", "--dir", scripts.to_str().unwrap()]).status.code(), Some(0));
    let expected = ["_adoube", "_adoube.ps1", "adoube.bash", "adoube.elv", "adoube.fish"].map(str::to_owned);
    assert_eq!(names(&scripts), expected.into());
    assert_eq!(std::fs::read(scripts.join("_adoube")).unwrap(), adoube(&["completions", "zsh"]).stdout);
    assert_eq!(adoube(&["completions"]).status.code(), Some(2));
    assert_eq!(adoube(&["man", "perft", "--dir", pages.to_str().unwrap()]).status.code(), Some(2));
    let no_folder = pages.join("adoube.1");
    let refused = adoube(&["man", "--dir", no_folder.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("not a directory"));
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rules.csv");
    let output = adoube(&["explain", "--list", "--format", "csv", "-o", path.to_str().unwrap()]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    assert_eq!(std::fs::read(&path).unwrap(), adoube(&["explain", "--list", "--format", "csv"]).stdout);
    let nowhere = directory.path().join("no/rules.csv");
    let output = adoube(&["explain", "--list", "-o", nowhere.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("rules.csv: cannot be written"), "{}", stderr(&output));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let game = "fixtures/games/classics.pgn";
    for arguments in [
        &["explain", "--list", "--format", "jsonl"][..],
        &["--help"],
        &["completions", "bash"],
        &["man"],
        &["replay", "-q", "--game", "1", "--as", "board", game],
        #[cfg(feature = "pictures")]
        &["replay", "-q", "--game", "1", "--as", "gif", game],
        #[cfg(feature = "pictures")]
        &["replay", "-q", "--game", "1", "--as", "apng", game],
        #[cfg(feature = "pictures")]
        &["replay", "-q", "--game", "1", "--as", "png", game],
        #[cfg(feature = "pictures")]
        &["replay", "-q", "--game", "1", "--as", "svg", game],
    ] {
        let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("adoube runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_reported_with_the_file_name() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["explain", "M101"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: <stdout>: cannot be written: "), "{}", stderr(&output));
}

#[test]
fn inputs_are_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let (archive, good) = (folder.path().join("a.pgn"), folder.path().join("good.pgn"));
    std::fs::write(&archive, "1. e4 e5 *\n").unwrap();
    let roundabout = folder.path().join(".").join("a.pgn");
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    for arguments in [
        vec!["-o".to_owned(), path(&roundabout), path(&archive)],
        vec!["--split-to".to_owned(), path(&good), path(&archive), path(folder.path())],
        vec!["--split-to".to_owned(), path(&good), path(&good), path(&archive)],
        vec!["--split-to".to_owned(), path(&good), path(&archive)],
    ] {
        let arguments: Vec<&str> = std::iter::once("validate").chain(arguments.iter().map(String::as_str)).collect();
        assert_eq!(adoube(&arguments).status.code(), Some(2), "{arguments:?}");
        assert_eq!(std::fs::read_to_string(&archive).unwrap(), "1. e4 e5 *\n", "{arguments:?}");
        assert!(!good.exists(), "{arguments:?}");
    }
}

#[test]
fn nothing_to_read_is_not_a_success() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    std::fs::write(&list, "").unwrap();
    for arguments in [&["validate"][..], &["replay"], &["stats"], &["adjudicate"]] {
        let output = adoube(&[arguments, &["--files-from", list.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains("the inputs contain no games"), "{arguments:?}: {}", stderr(&output));
    }
    let output = adoube(&["validate", "--fen", ""]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stdout(&output).contains("F101") && stderr(&output).starts_with("1 position = 0 valid + 1 invalid"),
        "{output:?}"
    );
}

#[test]
fn a_negative_number_is_an_error_about_the_number() {
    let output = adoube(&["validate", "--sample", "1", "--seed", "-1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("'-1' for '--seed <S>': expected a whole number, at least 0"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn positions_are_counted_as_positions() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, games) = (folder.path().join("a.epd"), folder.path().join("b.pgn"));
    std::fs::write(&suite, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n").unwrap();
    std::fs::write(&games, "1. e4 *\n").unwrap();
    let output = adoube(&["validate", suite.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("2 positions = 1 valid + 1 invalid"), "{}", stderr(&output));
    let output = adoube(&["validate", folder.path().to_str().unwrap()]);
    assert!(stderr(&output).starts_with("3 games and positions = 2 valid"), "{}", stderr(&output));
    std::fs::write(&suite, "\n").unwrap();
    for command in ["validate", "replay", "adjudicate"] {
        let output = adoube(&[command, suite.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let text = [stdout(&output), stderr(&output)].concat();
        assert!(text.contains("the file contains no positions"), "{command}: {text}");
    }
}

#[test]
fn copied_games_are_read_as_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Games that touch, games without tags, and a file without a line end, with broken games between them.
    std::fs::write(
        folder.path().join("1.pgn"),
        "[White \"a\"]\n\n1. e4 1-0 [Event \"b\"]\n\n1. Ke3 0-1 [Event \"c\"]\n\n1. d4 d5 0-1\n1. Ke4 *\n\ne4 e5 *",
    )
    .unwrap();
    std::fs::write(folder.path().join("2.pgn"), "1. c4 *\n\nd4 Nf6 *").unwrap();
    std::fs::write(folder.path().join("3.pgn"), "Nf3 d5 *").unwrap();
    let output = adoube(&[
        "validate",
        "--split-to",
        &path("good"),
        &path("bad"),
        &path("1.pgn"),
        &path("2.pgn"),
        &path("3.pgn"),
    ]);
    assert!(stderr(&output).starts_with("8 games = 6 valid + 2 invalid"), "{}", stderr(&output));
    for (name, games) in [("good", "6 games = 6 valid"), ("bad", "2 games = 0 valid + 2 invalid")] {
        let again = adoube(&["validate", &path(name)]);
        assert!(stderr(&again).starts_with(games), "{name}: {}", stderr(&again));
    }
    let moves = |names: &[&str]| {
        let paths: Vec<String> = names.iter().map(|name| path(name)).collect();
        let arguments: Vec<&str> =
            ["replay", "--as", "san"].into_iter().chain(paths.iter().map(String::as_str)).collect();
        stdout(&adoube(&arguments)).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(moves(&["good"]), ["e4", "d4 d5", "e4 e5", "c4", "d4 Nf6", "Nf3 d5"]);
}

#[test]
fn a_wrong_en_passant_square_is_ignored_by_every_command() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1";
    for (arguments, expected) in [
        (&["validate", "--fen", fen][..], "error[F107]"),
        (&["adjudicate", "--fen", fen], "ongoing"),
        (&["replay", "--as", "fen", "--fen", fen], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"),
        (&["perft", "--fen", fen, "2"], "nodes 600\n"),
    ] {
        let output = adoube(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        assert!(stdout(&output).contains(expected), "{arguments:?}: {output:?}");
        let text = [stdout(&output), stderr(&output)].concat();
        assert!(text.contains("is on the wrong rank for the side to move; adoube ignores this square"), "{text}");
    }
}

#[test]
fn names_of_outputs_that_promise_something_else_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, reason) in [
        ("a.pgn.zip", "zip archives can only be read"),
        ("{game}.pgn", "{game} has a meaning only in the names of pictures"),
    ] {
        let path = folder.path().join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .args(["replay", "--to-pgn", "--moves", "e4", "-o"])
            .arg(&path)
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && message.contains(reason), "{message}");
        assert!(!path.exists());
    }
}

#[test]
fn copies_hold_one_format() {
    let folder = tempfile::tempdir().unwrap();
    let [game, position, good, bad] = ["a.pgn", "b.epd", "good", "bad"].map(|name| folder.path().join(name));
    std::fs::write(&game, "1. e4 *\n").unwrap();
    std::fs::write(&position, "4k3/8/8/8/8/8/8/4K3 b - -\n").unwrap();
    let arguments = [game, position, "--split-to".into(), good.clone(), bad.clone()];
    let output = Command::new(env!("CARGO_BIN_EXE_adoube")).arg("validate").args(&arguments).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && message.contains("b.epd has the format EPD, and the inputs before it PGN"),
        "{message}"
    );
    assert!(!good.exists() && !bad.exists());
}

#[test]
fn invalid_utf_16_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn");
    let mut units: Vec<u16> = "\u{feff}[Event \"x\"]\n\n1. e4 {a".encode_utf16().collect();
    units.extend([0xD800, u16::from(b'b')]);
    units.extend("} *\n".encode_utf16());
    std::fs::write(&path, units.into_iter().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    for command in ["validate", "replay", "stats", "adjudicate"] {
        let output = Command::new(env!("CARGO_BIN_EXE_adoube")).arg(command).arg(&path).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{command}: {message}");
        assert!(message.contains("a.pgn: 1 invalid UTF-16 code unit replaced by U+FFFD"), "{command}: {message}");
    }
}

#[test]
fn the_ending_of_the_output_chooses_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let game = "fixtures/games/classics.pgn";
    let begins = |arguments: &[&str], name: &str, beginning: &[u8]| {
        let path = folder.path().join(name);
        let output = adoube(&[arguments, &["-o", path.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {name}: {}", stderr(&output));
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(beginning), "{arguments:?} {name}: {:?}", String::from_utf8_lossy(&bytes));
    };
    for (command, name, beginning) in [
        ("validate", "a.csv", &b"file,game,line"[..]),
        ("validate", "a.SARIF", b"{\"$schema\""),
        #[cfg(feature = "parquet")]
        ("validate", "a.parquet", b"PAR1"),
        ("adjudicate", "a.jsonl", b"{\"type\":\"verdict\""),
        ("stats", "a.html", b"<!DOCTYPE html>"),
        ("replay", "a.csv", b"file,game,ply"),
        ("replay", "a.pgn", b"[Event "),
        ("replay", "a.fen", b"rnbqkbnr/"),
        #[cfg(feature = "compression")]
        ("replay", "a.csv.gz", b"\x1f\x8b"),
        #[cfg(feature = "pictures")]
        ("replay", "a.svg", b"<svg"),
        #[cfg(feature = "parquet")]
        ("replay", "b.parquet", b"PAR1"),
        #[cfg(feature = "parquet")]
        ("stats", "a.parquet", b"PAR1"),
        ("filter", "b.pgn", b"[Event "),
        ("stats", "a.txt", b"files "),
    ] {
        begins(&[command, game], name, beginning);
    }
    begins(&["perft", "startpos", "2"], "p.csv", b"file,line");
    #[cfg(feature = "parquet")]
    begins(&["perft", "startpos", "2"], "p.parquet", b"PAR1");
    begins(&["validate", "--format", "sarif", game], "s.json", b"{\"$schema\"");
    #[cfg(feature = "pictures")]
    begins(&["replay", "--game", "1", game], "a.apng", b"\x89PNG");
    for (arguments, name, message) in [
        (&["validate"][..], "c.svg", "`adoube validate` does not write svg, but text, jsonl"),
        (&["stats"], "c.svg", "`adoube stats` does not write svg"),
        (&["stats"], "c.json", "`adoube stats` does not write json, but text, jsonl"),
        (&["validate"], "c.tsv.gz", "`adoube validate` does not write tsv"),
        #[cfg(feature = "parquet")]
        (&["replay", "--as", "board"], "c.parquet", "cannot be used with --as board"),
        (&["replay"], "c.html", "`adoube replay` does not write html, but text, jsonl, csv"),
        (&["filter"], "c.csv", "`adoube filter` does not write csv, but pgn, epd, fen"),
        (&["adjust"], "c.fen.gz", "`adoube adjust` does not write fen, but pgn"),
        (&["plan", "--parts", "2"], "c.csv", "`adoube plan` does not write csv, but jsonl"),
        (&["validate", "--format", "csv"], "c.jsonl", "contradicts --format csv"),
        (&["replay", "--as", "board"], "c.fen", "contradicts --as board"),
        (&["replay", "--to-pgn"], "c.epd", "contradicts --to-pgn"),
        (&["replay", "--format", "csv"], "c.epd", "contradicts --format csv"),
    ] {
        let path = folder.path().join(name);
        let output = adoube(&[arguments, &[game, "-o", path.to_str().unwrap()]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {name}");
        assert!(stderr(&output).contains(message), "{arguments:?} {name}: {}", stderr(&output));
        assert!(!path.exists(), "{name}");
    }
}
