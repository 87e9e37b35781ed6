//! Runs in which a system call fails: the first of its kind, the second, and so on, until no call is left.
//!
//! `inject.c` is the library that makes it fail. `ADOUBE_FAULTS` is the number of calls of each kind and case that fail,
//! one a run (3 by default: the first ones and the last); 0 means all.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::support::{say, skipped};
use crate::{CASES, Case, Folder, number, stderr};

const EINTR: i32 = 4;
const EIO: i32 = 5;
const ENOSPC: i32 = 28;
const EOPNOTSUPP: i32 = 95;
const EDQUOT: i32 = 122;

/// Which calls fail, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    call: &'static str,
    /// The number of the call; 0 for none.
    number: i64,
    /// 0 for a transfer of one byte.
    errno: i32,
}

const EVERY_SECOND: i64 = -1;
const ALL: i64 = -2;

/// A file system without unnamed files.
pub(crate) const NO_UNNAMED_FILES: Fault = Fault { call: "unnamed", number: ALL, errno: EOPNOTSUPP };

/// The library that makes calls fail.
pub(crate) struct Library {
    folder: TempDir,
}

/// Compiles the library; without a C compiler, the test is named as skipped.
pub(crate) fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| {
        let library = Library { folder: tempfile::tempdir().unwrap() };
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(library.path()).arg("tests/faults/inject.c");
        let output = compiler.output().ok()?;
        assert!(output.status.success(), "{}", stderr(&output));
        Some(library)
    });
    if library.is_none() {
        skipped("there is no C compiler `cc`");
    }
    library.as_ref()
}

impl Library {
    fn path(&self) -> PathBuf {
        self.folder.path().join("inject.so")
    }

    /// Makes a call of this command fail if it is about a file in the folder.
    pub(crate) fn preload(&self, command: &mut Command, folder: &Folder, fault: Fault) {
        self.preload_in(command, folder.path(), fault);
    }

    fn preload_in(&self, command: &mut Command, folder: &Path, fault: Fault) {
        command
            .env("LD_PRELOAD", self.path())
            .env("FAULT_FOLDER", folder)
            .env("FAULT_CALL", fault.call)
            .env("FAULT_NUMBER", fault.number.to_string())
            .env("FAULT_ERROR", fault.errno.to_string());
    }

    /// Counts the calls of this command about files in a folder.
    pub(crate) fn calls(&self, command: &mut Command, folder: &Path) -> i64 {
        let count = self.folder.path().join("count");
        self.preload_in(command, folder, Fault { call: "any", number: 0, errno: 0 });
        let output = command.env("FAULT_COUNT", &count).output().unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
        fs::read_to_string(count).unwrap().parse().unwrap()
    }

    /// Lets another process write to a file in the folder, or shorten it, before a call of this command.
    pub(crate) fn write_before(&self, command: &mut Command, number: i64, written: &Path, cuts: bool) {
        let folder = written.parent().unwrap();
        self.preload_in(command, folder, Fault { call: "any", number, errno: 0 });
        command.env(if cuts { "FAULT_CUTS" } else { "FAULT_WRITES" }, written);
    }

    /// Runs a case with this fault.
    fn run(&self, case: &Case, folder: &Folder, fault: Fault) -> Run {
        let mut command = case.command(folder);
        self.preload(&mut command, folder, fault);
        let count = folder.path().join("count");
        let output = command.env("FAULT_COUNT", &count).output().unwrap();
        let calls = fs::read_to_string(count).unwrap().parse().unwrap();
        Run { output, files: folder.files(), calls }
    }
}

/// What a run did.
struct Run {
    output: Output,
    files: BTreeMap<String, Vec<u8>>,
    /// The number of calls of the kind that may fail.
    calls: i64,
}

/// The numbers of the calls to fail, of this many.
fn chosen(calls: i64) -> Vec<i64> {
    match i64::try_from(number("ADOUBE_FAULTS", 3)).unwrap() {
        0 => (1..=calls).collect(),
        some if calls <= some => (1..=calls).collect(),
        some => (1..some).chain([calls]).collect(),
    }
}

/// Whether an error message names a file of the case, as the user did.
fn names_a_file(output: &Output, case: &Case, folder: &Folder) -> bool {
    let of_outputs = |name: &&str| folder.outputs().join(name);
    let mut paths = case.outputs.iter().map(of_outputs).chain([folder.input(), folder.outputs()]);
    stderr(output)
        .lines()
        .any(|line| line.starts_with("error: ") && paths.any(|path| line.contains(&*path.to_string_lossy())))
}

/// Makes the calls of a kind fail, one after the other, in all cases.
fn fail_each(call: &'static str, errno: i32, prepare: impl Fn(&Folder)) {
    let Some(library) = library() else { return };
    let folder = Folder::new(2);
    prepare(&folder);
    let (mut runs, mut harmless) = (0, 0);
    for case in &CASES {
        let complete = case.complete(&folder);
        folder.reset(case, false);
        let clean = case.command(&folder).output().unwrap().status;
        for has_old_files in [false, true] {
            folder.reset(case, has_old_files);
            let calls = library.run(case, &folder, Fault { call, number: 0, errno }).calls;
            for number in chosen(calls) {
                folder.reset(case, has_old_files);
                let run = library.run(case, &folder, Fault { call, number, errno });
                let what = format!("{}, {call} {number} of {calls}, old files: {has_old_files}", case.name);
                runs += 1;
                let messages = stderr(&run.output);
                assert!(!messages.contains("panicked"), "{what}: {messages}");
                // After an error of the input, an output holds what was read before.
                if !messages.contains(&*folder.input().to_string_lossy()) {
                    assert_eq!(case.damaged(&run.files, &complete), <[String; 0]>::default(), "{what}: {messages}");
                }
                assert_eq!(case.strays(&run.files), <[String; 0]>::default(), "{what}: {messages}");
                // Such as a read ahead, after the last game that is wanted.
                if run.output.status == clean {
                    harmless += 1;
                    assert!(run.files.keys().eq(complete.keys()), "{what}: {messages}");
                    continue;
                }
                assert_eq!(run.output.status.code(), Some(2), "{what}: {messages}");
                assert!(names_a_file(&run.output, case, &folder), "{what}: {messages}");
            }
        }
    }
    say(&format!("{call}, errno {errno}: {runs} runs, {harmless} of them with the same output as without the fault"));
    assert!(runs > 0, "{call}: no case makes such a call");
}

#[test]
fn each_open_fails() {
    fail_each("open", EIO, |_| {});
}

#[test]
fn each_unnamed_file_fails() {
    fail_each("unnamed", EIO, |_| {});
}

#[test]
fn each_read_fails() {
    fail_each("read", EIO, |_| {});
}

#[test]
fn each_read_of_a_long_file_fails() {
    fail_each("read", EIO, lengthen);
}

#[test]
fn each_write_fails() {
    for errno in [ENOSPC, EDQUOT, EIO] {
        fail_each("write", errno, |_| {});
    }
}

#[test]
fn each_sync_fails() {
    fail_each("sync", EIO, |_| {});
}

#[test]
fn each_link_fails() {
    fail_each("link", ENOSPC, |_| {});
}

#[test]
fn each_rename_fails() {
    fail_each("rename", EIO, |_| {});
}

#[test]
fn each_look_fails() {
    fail_each("look", EIO, |_| {});
}

#[test]
fn each_read_of_an_archive_fails() {
    fail_each("read", EIO, |folder| fs::write(folder.input(), zipped(&folder.input())).unwrap());
}

/// Makes the input longer than what is kept in memory as a whole.
fn lengthen(folder: &Folder) {
    let games = fs::read(folder.input()).unwrap();
    fs::write(folder.input(), games.repeat((1 << 20) / games.len() + 1)).unwrap();
}

/// The file as the member of a zip archive of more than 1 MiB.
fn zipped(path: &Path) -> Vec<u8> {
    use std::io::{Cursor, Write};
    use zip::write::SimpleFileOptions;
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    writer.start_file("padding.txt", stored).unwrap();
    writer.write_all(&vec![b' '; 1 << 20]).unwrap();
    writer.start_file("games.pgn", stored).unwrap();
    writer.write_all(&fs::read(path).unwrap()).unwrap();
    writer.finish().unwrap().into_inner()
}

#[test]
fn interrupted_and_short_transfers_change_nothing() {
    let Some(library) = library() else { return };
    let folder = Folder::new(1);
    for case in &CASES {
        let complete = case.complete(&folder);
        let mut faults = Vec::new();
        for call in ["read", "write"] {
            faults.push(Fault { call, number: EVERY_SECOND, errno: EINTR });
            faults.push(Fault { call, number: ALL, errno: 0 });
        }
        faults.push(Fault { call: "open", number: EVERY_SECOND, errno: EINTR });
        faults.push(Fault { call: "sync", number: EVERY_SECOND, errno: EINTR });
        faults.push(NO_UNNAMED_FILES);
        for fault in faults {
            folder.reset(case, false);
            let run = library.run(case, &folder, fault);
            let messages = stderr(&run.output);
            assert!(run.calls > 0 || case.name == "checkpoint", "{}, {fault:?}", case.name);
            assert!(run.output.status.code().is_some_and(|code| code < 2), "{}, {fault:?}: {messages}", case.name);
            assert!(run.files.keys().eq(complete.keys()), "{}, {fault:?}", case.name);
            assert_eq!(case.damaged(&run.files, &complete), <[String; 0]>::default(), "{}, {fault:?}", case.name);
        }
    }
}
