//! A build of the program without an optional feature names the feature that an input needs, and has no option of it.

use std::process::Command;
#[cfg(not(feature = "compression"))]
use std::{fs, process::Stdio};

use assert_cmd::cargo::cargo_bin;

#[cfg(not(feature = "compression"))]
#[test]
fn compressed_input_is_refused_by_the_name_of_the_feature() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn.gz");
    fs::write(&path, b"\x1F\x8B\x08\0").unwrap();
    let mut command = Command::new(cargo_bin("adoube"));
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
        let output = Command::new(cargo_bin("adoube")).args([command, option, value, "no-such-file"]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: {option} {value}: this build has no feature `{feature}`\n");
        assert_eq!(message == expected, !is_built, "{message}");
    }
}

#[test]
fn help_has_only_the_options_of_the_build() {
    for (command, option, is_built) in [
        ("validate", "--allow-large-windows", cfg!(feature = "compression")),
        ("validate", "--cross-check", cfg!(feature = "cross-check")),
        ("adjudicate", "--cross-check", cfg!(feature = "cross-check")),
        ("perft", "--cross-check", cfg!(feature = "cross-check")),
        ("replay", "--theme", cfg!(feature = "pictures")),
        ("replay", "png", cfg!(feature = "pictures")),
        ("stats", "--plot", cfg!(feature = "pictures")),
        ("stats", "charts", cfg!(feature = "pictures")),
        ("stats", "parquet", cfg!(feature = "parquet")),
        ("replay", "--interactive", cfg!(feature = "viewer")),
        ("replay", "replay -i", cfg!(feature = "viewer")),
    ] {
        let help = Command::new(cargo_bin("adoube")).args([command, "--help"]).output().unwrap().stdout;
        assert_eq!(String::from_utf8(help).unwrap().contains(option), is_built, "{command} {option}");
    }
}

#[test]
fn no_help_page_names_an_option_that_is_not_in_the_build() {
    let commands: [&[&str]; 6] = [&[], &["validate"], &["replay"], &["perft"], &["stats"], &["adjudicate"]];
    for (command, page) in commands.into_iter().flat_map(|command| ["-h", "--help"].map(|page| (command, page))) {
        let help = Command::new(cargo_bin("adoube")).args(command).arg(page).output().unwrap().stdout;
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
