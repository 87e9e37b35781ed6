//! A folder of hostile files.

use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use crate::EVIL;

/// The folder; the program runs in it.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A folder with games, positions, archives and an engine.
    pub(crate) fn new() -> Self {
        let folder = Self::empty();
        folder.write(&games_name(), games(EVIL).as_bytes());
        folder.write(&positions_name(), positions().as_bytes());
        folder.write(&format!("{EVIL}.pgn.zst"), b"\x28\xb5\x2f\xfd\x00damaged");
        folder.write(&list_name(), format!("{EVIL}/missing.pgn\n{}\n", games_name().replace("\r\n", "")).as_bytes());
        folder.write(&zip_name(), &zip());
        folder.write(&baseline_name(), baseline().as_bytes());
        let mut bytes = b"\x9b2J\xff".to_vec();
        bytes.extend_from_slice(b".pgn");
        fs::write(folder.path().join(std::ffi::OsStr::from_bytes(&bytes)), games("x")).unwrap();
        fs::create_dir(folder.path().join(empty_name())).unwrap();
        folder.write("engine", engine().as_bytes());
        fs::set_permissions(folder.path().join("engine"), fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

pub(crate) fn games_name() -> String {
    format!("g{EVIL}\r\n.pgn")
}

pub(crate) fn positions_name() -> String {
    format!("p{EVIL}\r\n.epd")
}

pub(crate) fn zip_name() -> String {
    format!("z{EVIL}.zip")
}

pub(crate) fn list_name() -> String {
    format!("l{EVIL}.txt")
}

pub(crate) fn empty_name() -> String {
    format!("e{EVIL}")
}

pub(crate) fn baseline_name() -> String {
    format!("b{EVIL}\r\n.jsonl")
}

/// A baseline with hostile entries that nothing needs.
fn baseline() -> String {
    let entry = |file: &str| {
        let [file, evil] = [format!("{file}{EVIL}"), EVIL.to_owned()];
        let entry = serde_json::json!({
            "type": "known", "code": "M101", "file": file, "message": evil, "count": 1, "reason": evil, "white": evil,
        });
        format!("{entry}\n")
    };
    [entry("a"), entry("b")].concat()
}

/// Games with this text in every place.
pub(crate) fn games(evil: &str) -> String {
    let names = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "TimeControl", "Termination", "ECO"];
    let more = ["WhiteElo", "WhiteTitle", "Variant", "FEN"];
    let tag = |name: &str| format!("[{name} \"{name}{evil}\"]\n");
    let roster: String = names.map(tag).concat();
    let other: String = more.map(tag).concat();
    let odd = format!("[{evil} \"x\"]\n[Odd{evil} \"{evil}\"]\n{evil}\n");
    let moves = format!(
        "{{{evil} [%clk {evil}] [%eval {evil}] [%csl {evil}]}} 1. e4 {{{evil} [%clk 0:01:00]}} e5 ;{evil}\n\
         2. Nf3{evil} (2. d4{evil}) $5{evil} Nc6 {evil} 3. Nf9 {evil}... 1-0{evil}\n"
    );
    let record = "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8";
    [
        format!("{roster}\n1. e4 {{{evil}}} e5 2. Nf3 {{[%eval -0.35]}} Nc6 1-0\n\n"),
        format!("{roster}{odd}\n{moves}\n"),
        format!("{other}\n{moves}\n"),
        format!("{roster}{record} {{{evil}}} draw{evil}\n\n"),
        format!("{evil}\n\n%{evil}\n{moves}{{{evil}"),
    ]
    .concat()
}

fn positions() -> String {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    [
        format!("{board} c0 \"{EVIL}\"; id \"{EVIL}\"; D1 7;\n"),
        format!("{board} bm {EVIL}; D1 {EVIL}; {EVIL} x;\n"),
        format!("{board} {EVIL}\n{EVIL}\n8/8/8/8/8/8/8/{EVIL} w - -\n"),
    ]
    .concat()
}

fn zip() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file(format!("../{EVIL}/m{EVIL}.pgn"), SimpleFileOptions::default()).unwrap();
    archive.write_all(games(EVIL).as_bytes()).unwrap();
    archive.finish().unwrap().into_inner()
}

/// An engine that answers with hostile lines, and with a wrong count.
fn engine() -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do\n  case $line in\n\
         uci) echo 'id name {EVIL}'; echo '{EVIL}'; echo uciok ;;\n\
         isready) echo '{EVIL}'; echo readyok ;;\n\
         go*) echo '{EVIL}: 1'; echo 'e2e4{EVIL}: 1'; echo 'e2e5: 1'; echo 'Nodes searched: 1' ;;\n\
         quit) exit ;;\n  esac\ndone\n"
    )
}
