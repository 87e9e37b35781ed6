//! What a new file keeps of the one that it replaces, and which files are not replaced.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::Output;

use rustix::fs::{XattrFlags, getxattr, setxattr};
use rustix::process::geteuid;

use crate::support::skipped;
use crate::{adoube, stderr};

const GAME: &str = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0\n";
const NOTE: &str = "user.note";

/// Runs the program in a folder.
fn run(folder: &Path, arguments: &str) -> Output {
    adoube().current_dir(folder).args(arguments.split(' ')).output().unwrap()
}

/// The mode, the owner, the group and an attribute of a file.
fn attributes(path: &Path) -> (u32, u32, u32, Vec<u8>) {
    let metadata = fs::metadata(path).unwrap();
    let mut note = vec![0; 100];
    let length = getxattr(path, NOTE, &mut note[..]).unwrap_or(0);
    note.truncate(length);
    (metadata.mode() & 0o7777, metadata.uid(), metadata.gid(), note)
}

/// Writes a private file, of another owner if that is possible.
fn write_private(path: &Path) {
    fs::write(path, GAME).unwrap();
    if setxattr(path, NOTE, b"mine", XattrFlags::empty()).is_err() {
        skipped("extended attributes: the file system has none");
    }
    if geteuid().is_root() {
        chown(path, Some(1234), Some(4321)).unwrap();
    } else {
        skipped("owner and group: only root can change them");
    }
    fs::set_permissions(path, Permissions::from_mode(0o600)).unwrap();
}

#[test]
fn a_replaced_file_keeps_its_attributes_and_so_does_its_backup() {
    let folder = tempfile::tempdir().unwrap();
    let [file, backup, input] = ["a.pgn", "a.pgn.bak", "in.pgn"].map(|name| folder.path().join(name));
    fs::write(&input, GAME).unwrap();
    for commands in [
        &["adjust --in-place --backup .bak a.pgn"][..],
        &["adjust --in-place --log log a.pgn", "adjust --undo log"],
        &["adjust in.pgn -o a.pgn"],
        &["replay in.pgn -o a.pgn"],
        &["filter in.pgn -o a.pgn"],
        &["validate in.pgn --split-to a.pgn bad.pgn"],
    ] {
        let _ = fs::remove_file(&file);
        write_private(&file);
        let before = attributes(&file);
        for command in commands {
            let output = run(folder.path(), command);
            assert!(output.status.code().is_some_and(|code| code < 2), "{command}: {}", stderr(&output));
            assert_eq!(attributes(&file), before, "{command}");
        }
        if commands[0].contains("--backup") {
            assert_eq!(attributes(&backup), before);
            assert_eq!(fs::read_to_string(&backup).unwrap(), GAME);
        }
    }
}

#[test]
fn other_names_of_a_file_keep_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["a.pgn", "b.pgn"].map(|name| folder.path().join(name));
    for command in ["adjust --in-place a.pgn", "filter in.pgn -o a.pgn"] {
        fs::write(&file, GAME).unwrap();
        fs::write(folder.path().join("in.pgn"), GAME).unwrap();
        let _ = fs::remove_file(&other);
        fs::hard_link(&file, &other).unwrap();
        let output = run(folder.path(), command);
        assert!(stderr(&output).contains("a.pgn: has 2 names (hard links)"), "{command}: {}", stderr(&output));
        assert_eq!(fs::read_to_string(&other).unwrap(), GAME, "{command}");
        assert_ne!(fs::metadata(&file).unwrap().ino(), fs::metadata(&other).unwrap().ino());
    }
}

#[test]
fn a_link_that_leads_out_of_a_folder_is_followed_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["inside", "outside", "inside/deep"] {
        fs::create_dir(path(name)).unwrap();
    }
    fs::write(path("outside/a.pgn"), GAME).unwrap();
    fs::write(path("inside/deep/b.pgn"), GAME).unwrap();
    symlink("../outside/a.pgn", path("inside/a.pgn")).unwrap();
    symlink("deep/b.pgn", path("inside/b.pgn")).unwrap();
    let is_adjusted = |name: &str| fs::read_to_string(path(name)).unwrap().contains("Qxf7#");

    let output = run(folder.path(), "adjust --in-place inside");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("inside/a.pgn: not adjusted: it is a link to /"), "{}", stderr(&output));
    assert!(stderr(&output).contains("1 game, 1 game adjusted"), "{}", stderr(&output));
    assert!(!is_adjusted("outside/a.pgn") && is_adjusted("inside/deep/b.pgn"));

    assert_eq!(run(folder.path(), "adjust --in-place --follow inside").status.code(), Some(0));
    assert!(is_adjusted("outside/a.pgn") && path("inside/a.pgn").is_symlink());
    fs::write(path("outside/a.pgn"), GAME).unwrap();
    assert_eq!(run(folder.path(), "adjust --in-place inside/a.pgn").status.code(), Some(0));
    assert!(is_adjusted("outside/a.pgn"));
}

#[test]
fn the_summary_counts_only_files_that_were_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), GAME).unwrap();
    fs::write(folder.path().join("a.pgn.bak"), "").unwrap();
    for command in [
        "adjust --in-place --backup /no/folder a.pgn",
        "adjust --in-place --backup .bak a.pgn",
        "adjust a.pgn missing.pgn -o o",
    ] {
        let output = run(folder.path(), command);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr(&output).ends_with("1 game, 0 games adjusted\n"), "{command}: {}", stderr(&output));
        assert_eq!(fs::read_to_string(folder.path().join("a.pgn")).unwrap(), GAME);
    }
}
