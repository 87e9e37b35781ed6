//! Names of pictures that come from names of inputs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::inputs::Folder;
use crate::{EVIL, run, words};

const GAME: &[u8] = b"[White \"../../x\"]\n\n1. e4 e5 *\n";

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn pictures_stay_in_their_folder() {
    let folder = Folder::empty();
    let long = "x".repeat(250);
    let inputs = [
        "...",
        "..\\..\\up.pgn",
        "CON.pgn",
        "nul",
        &long,
        &format!("{EVIL}.pgn"),
        "C:\\x.pgn",
        "{game}{ply}",
        "~",
        "-x",
    ];
    let inside = folder.path().join("deep/inside");
    fs::create_dir_all(&inside).unwrap();
    for name in inputs {
        fs::write(inside.join(name), GAME).unwrap();
    }
    let before = files(folder.path()).len();
    for (index, name) in inputs.iter().enumerate() {
        let mut arguments =
            words(&format!("replay --as svg -o deep/out/{index}/{{file}}-{{game}}.svg --input-format pgn"));
        arguments.push(format!("./deep/inside/{name}"));
        let output = run(&folder, &arguments);
        assert_eq!(output.status.code(), Some(0), "{name:?}: {output:?}");
    }
    let written = files(&folder.path().join("deep/out"));
    assert_eq!(written.len(), inputs.len(), "{written:?}");
    assert_eq!(files(folder.path()).len(), before + inputs.len());
    for path in &written {
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            name.len() < 200 && name.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter)),
            "{name}"
        );
    }
}
