//! Runs of `--in-place` that are killed: each file is the old one or the new one, and the log restores the old one.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{adjust, code, stderr};
use crate::support::{Random, say};

/// The number of runs, from the variable `ADOUBE_KILLS`.
fn runs() -> usize {
    std::env::var("ADOUBE_KILLS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(24)
}

/// The files of a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_killed_run_leaves_old_or_new_files_and_can_be_undone() {
    let games = fs::read_to_string("fixtures/games/classics.pgn").unwrap().replace("Bb5 ", "Bb5+ ");
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("archive");
    fs::create_dir(&archive).unwrap();
    for index in 0..8_usize {
        fs::write(archive.join(format!("{index}.pgn")), games.repeat(4 + index)).unwrap();
    }
    let [log, archive_text] =
        [folder.path().join("log"), archive.clone()].map(|path| path.to_str().unwrap().to_owned());
    let old = files(&archive);
    let start = Instant::now();
    assert_eq!(code(&adjust(&["--in-place", "--log", &log, &archive_text])), 0);
    let whole = start.elapsed();
    let new = files(&archive);
    assert!(old.iter().zip(&new).all(|(old, new)| old != new));

    let mut random = Random::new(3);
    let (mut killed, mut strays, mut replaced) = (0, 0, 0);
    for _ in 0..runs() {
        for (name, text) in &old {
            fs::write(archive.join(name), text).unwrap();
        }
        let _ = fs::remove_file(&log);
        let mut run = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .args(["adjust", "-q", "--in-place", "--log", &log, &archive_text])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(whole * u32::try_from(random.below(1000)).unwrap() / 1000 + Duration::from_micros(200));
        killed += usize::from(run.try_wait().unwrap().is_none());
        run.kill().unwrap();
        run.wait().unwrap();
        for (name, text) in files(&archive) {
            // A file that replaces another has a hidden name for the moment between two system calls.
            if name.starts_with(".adoube-") {
                strays += 1;
                fs::remove_file(archive.join(&name)).unwrap();
                continue;
            }
            let known =
                |files: &[(String, Vec<u8>)]| files.iter().any(|(other, whole)| *other == name && *whole == text);
            assert!(known(&old) || known(&new), "{name} is neither the old nor the new file");
            replaced += usize::from(known(&new));
        }
        if Path::new(&log).exists() {
            let undone = adjust(&["-q", "--undo", &log]);
            assert_eq!(code(&undone), 0, "{}", stderr(&undone));
        }
        assert!(files(&archive) == old, "the log does not restore the files");
    }
    say(&format!("{} runs: {killed} killed, {replaced} files replaced, {strays} hidden names, all restored", runs()));
    assert!(killed > 0 && strays <= 1 + killed / 100, "{killed} {strays}");
}
