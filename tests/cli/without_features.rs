//! A build of the program without an optional feature names the feature that an input needs, and has no option of it.

use std::process::Command;
#[cfg(not(feature = "compression"))]
use std::{fs, process::Stdio};

#[cfg(not(feature = "compression"))]
#[test]
fn compressed_input_is_refused_by_the_name_of_the_feature() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn.gz");
    fs::write(&path, b"\x1F\x8B\x08\0").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    let output = command.arg("validate").arg(&path).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("this is gzip data, and this build has no feature `compression`"), "{message}");
}

#[test]
fn a_value_is_refused_by_the_name_of_its_feature() {
    for (command, option, value, feature, is_built) in [
        ("replay", "--as", "svg", "pictures", cfg!(feature = "pictures")),
        ("replay", "--as", "apng", "pictures", cfg!(feature = "pictures")),
        ("stats", "--format", "parquet", "parquet", cfg!(feature = "parquet")),
    ] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_adoube")).args([command, option, value, "no-such-file"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: {option} {value}: this build has no feature `{feature}`\n");
        assert_eq!(message == expected, !is_built, "{message}");
    }
}

#[test]
fn an_option_is_refused_by_the_name_of_its_feature_and_not_in_the_help() {
    for (command, option, feature, is_built) in [
        ("validate", "--allow-large-windows", "compression", cfg!(feature = "compression")),
        ("validate", "--cross-check", "cross-check", cfg!(feature = "cross-check")),
        ("adjudicate", "--cross-check", "chasolver", cfg!(feature = "chasolver")),
        ("perft", "--cross-check", "cross-check", cfg!(feature = "cross-check")),
        ("replay", "--columns", "pictures", cfg!(feature = "pictures")),
        ("replay", "--delay", "pictures", cfg!(feature = "pictures")),
        ("replay", "--size", "pictures", cfg!(feature = "pictures")),
        ("replay", "--theme", "pictures", cfg!(feature = "pictures")),
        ("stats", "--plot", "pictures", cfg!(feature = "pictures")),
        ("stats", "--compression-level", "parquet", cfg!(feature = "parquet")),
        ("stats", "--partition-by", "parquet", cfg!(feature = "parquet")),
        ("replay", "--interactive", "viewer", cfg!(feature = "viewer")),
        ("replay", "-i", "viewer", cfg!(feature = "viewer")),
    ] {
        let run = |argument| Command::new(env!("CARGO_BIN_EXE_adoube")).args([command, argument]).output().unwrap();
        let help = String::from_utf8(run("--help").stdout).unwrap();
        assert_eq!(help.contains(&format!(" {option}")), is_built, "{command} {option}");
        if !is_built {
            let message = String::from_utf8(run(option).stderr).unwrap();
            let expected = format!("error: {option}: this build has no feature `{feature}`\n");
            assert!(message.starts_with(&expected), "{command} {option}: {message}");
        }
    }
}

#[test]
fn help_names_only_the_values_of_the_build() {
    for (command, value, is_built) in [
        ("replay", "png", cfg!(feature = "pictures")),
        ("stats", "charts", cfg!(feature = "pictures")),
        ("stats", "parquet", cfg!(feature = "parquet")),
        ("replay", "replay -i", cfg!(feature = "viewer")),
    ] {
        let help = Command::new(env!("CARGO_BIN_EXE_adoube")).args([command, "--help"]).output().unwrap().stdout;
        assert_eq!(String::from_utf8(help).unwrap().contains(value), is_built, "{command} {value}");
    }
}

#[test]
fn no_help_page_names_an_option_that_is_not_in_the_build() {
    let commands: [&[&str]; 6] = [&[], &["validate"], &["replay"], &["perft"], &["stats"], &["adjudicate"]];
    for (command, page) in commands.into_iter().flat_map(|command| ["-h", "--help"].map(|page| (command, page))) {
        let help = Command::new(env!("CARGO_BIN_EXE_adoube")).args(command).arg(page).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        for (option, is_built) in [
            ("--cross-check", cfg!(feature = "cross-check")),
            ("arquet", cfg!(feature = "parquet")),
            ("icture", cfg!(feature = "pictures")),
            ("chart", cfg!(feature = "pictures")),
            ("svg", cfg!(feature = "pictures")),
            ("replay -i", cfg!(feature = "viewer")),
        ] {
            assert!(is_built || !help.contains(option), "{command:?} {page}: {option}");
        }
    }
}
