//! What the program does when things go wrong: it is killed, a system call fails, a stream is closed, a file shrinks, memory
//! and stack are short.
//!
//! An output file is complete or absent, and nothing else is left behind. Each failure ends with exit code 2 and a
//! message with the name of the file.
#![cfg(target_os = "linux")]

mod files;
mod injected;
mod kept;
mod killed;
#[cfg(feature = "parquet")]
mod limits;
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod written;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A run that writes files: its name, its arguments after the input, and the files.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// `<` stands for the input, `>` for the folder of the outputs.
    arguments: &'static str,
    /// The files that a complete run leaves in the folder of the outputs.
    outputs: &'static [&'static str],
}

/// Every kind of output.
pub(crate) const CASES: [Case; 26] = [
    Case { name: "findings", arguments: "validate -q --format jsonl < -o >out", outputs: &["out"] },
    Case {
        name: "baseline",
        arguments: "validate -q < --baseline >out --update-baseline -o /dev/null",
        outputs: &["out"],
    },
    Case { name: "copies", arguments: "validate -q < --split-to >good >bad", outputs: &["good", "bad"] },
    Case {
        name: "compressed copies",
        arguments: "validate -q < --split-to >good.xz >bad.xz",
        outputs: &["good.xz", "bad.xz"],
    },
    Case { name: "rows", arguments: "replay --format csv < -o >out", outputs: &["out"] },
    Case { name: "PGN", arguments: "replay --to-pgn < -o >out", outputs: &["out"] },
    Case { name: "SVG", arguments: "replay --game 1 --as svg < -o >out", outputs: &["out"] },
    Case { name: "PNG", arguments: "replay --game 1 --as png < -o >out", outputs: &["out"] },
    Case { name: "GIF", arguments: "replay --game 1 --at every:9 --as gif < -o >out", outputs: &["out"] },
    Case {
        name: "pictures",
        arguments: "replay --game 1-3 --as svg < -o >{game}.svg",
        outputs: &["1.svg", "2.svg", "3.svg"],
    },
    Case { name: "adjusted", arguments: "adjust -q --profile export < -o >out", outputs: &["out"] },
    Case { name: "filtered", arguments: "filter -q --where has:White < -o >out", outputs: &["out"] },
    Case { name: "sorted", arguments: "filter -q --sort White < -o >out", outputs: &["out"] },
    Case { name: "unique", arguments: "filter -q --unique --removed >copies < -o >out", outputs: &["copies", "out"] },
    Case { name: "split", arguments: "filter -q --head 1 < -o >{Result}.pgn", outputs: &["1-0.pgn"] },
    Case { name: "differences", arguments: "diff -q < fixtures/games/classics.pgn -o >out", outputs: &["out"] },
    Case { name: "tables", arguments: "stats < -o >out", outputs: &["out"] },
    Case { name: "plan", arguments: "plan --parts 3 --count < -o >out", outputs: &["out"] },
    Case { name: "part", arguments: "validate -q --format csv < --partial >out", outputs: &["out"] },
    Case { name: "partial", arguments: "stats -q < --partial >out -o /dev/null", outputs: &["out"] },
    Case { name: "tree", arguments: "stats --tree 6 < --partial >out -o /dev/null", outputs: &["out"] },
    Case { name: "chart", arguments: "stats --table results < --plot >out.svg -o /dev/null", outputs: &["out.svg"] },
    Case { name: "games.parquet", arguments: "stats --format parquet < -o >out", outputs: &["out"] },
    Case { name: "plies.parquet", arguments: "stats --format parquet --per ply < -o >out", outputs: &["out"] },
    Case { name: "verdicts", arguments: "adjudicate -q < -o >out", outputs: &["out"] },
    Case {
        name: "checkpoint",
        arguments: "perft startpos 4 --hash off -j1 --checkpoint >out -o >count",
        outputs: &["out", "count"],
    },
];

/// A folder with an input, and another one for the outputs.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// With this many copies of some games.
    pub(crate) fn new(copies: usize) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        fs::create_dir(folder.outputs()).unwrap();
        let games = fs::read_to_string("fixtures/games/classics.pgn").unwrap();
        let broken = "[Event \"Broken\"]\n\n1. e4 e5 2. Ke3 *\n\n";
        fs::write(folder.input(), (games + "\n" + broken).repeat(copies)).unwrap();
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn input(&self) -> PathBuf {
        self.path().join("games.pgn")
    }

    pub(crate) fn outputs(&self) -> PathBuf {
        self.path().join("outputs")
    }

    /// The files of the outputs: their names and contents.
    pub(crate) fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let names = fs::read_dir(self.outputs()).unwrap().map(|entry| entry.unwrap().path());
        names.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap())).collect()
    }

    /// Removes all outputs, or puts an old file in the place of each.
    pub(crate) fn reset(&self, case: &Case, has_old_files: bool) {
        fs::remove_dir_all(self.outputs()).unwrap();
        fs::create_dir(self.outputs()).unwrap();
        for name in case.outputs.iter().filter(|_| has_old_files) {
            fs::write(self.outputs().join(name), case.old()).unwrap();
        }
    }
}

/// The content of files that are to be replaced. `--partial` replaces only what begins like counts.
const OLD: &str = "{\"adoube_stats\":";

impl Case {
    pub(crate) fn command(&self, folder: &Folder) -> Command {
        let arguments = self.arguments.split(' ').map(|argument| match argument.strip_prefix('>') {
            Some(name) => folder.outputs().join(name).into_os_string(),
            None if argument == "<" => folder.input().into_os_string(),
            None => argument.into(),
        });
        let mut command = adoube();
        command.args(arguments);
        command
    }

    /// The content of a file that it replaces. An old checkpoint or baseline must be one, or the run ends at once.
    fn old(&self) -> &'static str {
        if ["checkpoint", "baseline"].contains(&self.name) { "" } else { OLD }
    }

    /// The outputs of a complete run.
    pub(crate) fn complete(&self, folder: &Folder) -> BTreeMap<String, Vec<u8>> {
        self.reset_and_run(folder);
        folder.files()
    }

    fn reset_and_run(&self, folder: &Folder) {
        folder.reset(self, false);
        let output = self.command(folder).output().unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{}: {}", self.name, stderr(&output));
        let names: Vec<String> = folder.files().into_keys().collect();
        let mut expected = self.outputs.to_vec();
        expected.sort_unstable();
        assert_eq!(names, expected, "{}", self.name);
    }

    /// Whether each file is as in a complete run, old, or absent. The times in a checkpoint differ, but its last line
    /// shows that it is complete.
    pub(crate) fn damaged(
        &self,
        files: &BTreeMap<String, Vec<u8>>,
        complete: &BTreeMap<String, Vec<u8>>,
    ) -> Vec<String> {
        let is_sound = |name: &str, bytes: &[u8]| match complete.get(name) {
            _ if self.name == "checkpoint" && name == "out" => {
                bytes.is_empty()
                    || String::from_utf8_lossy(bytes).lines().last().is_some_and(|line| line.starts_with("end "))
            }
            Some(_) if bytes == self.old().as_bytes() => true,
            Some(complete) => bytes == complete,
            None => true,
        };
        files.iter().filter(|(name, bytes)| !is_sound(name, bytes)).map(|(name, _)| name.clone()).collect()
    }

    /// The files that do not belong there.
    pub(crate) fn strays(&self, files: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
        files.keys().filter(|name| !self.outputs.contains(&name.as_str())).cloned().collect()
    }
}

pub(crate) fn adoube() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.env_clear().env("ADOUBE_THREADS", "1").stdin(Stdio::null());
    command
}

pub(crate) fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// A number from the environment, for longer runs.
pub(crate) fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().map_or(default, |text| text.parse().expect("a number"))
}
