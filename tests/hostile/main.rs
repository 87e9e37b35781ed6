//! Text that attacks: names, comments, moves, arguments and engines that try to act on a terminal, a spreadsheet, a
//! page, a log or a file system.

#![cfg(unix)]

mod inputs;
mod markup;
mod names;
mod runs;
mod spreadsheet;
mod terminal;

use std::process::{Command, Output, Stdio};

use inputs::Folder;

/// Text that acts on a terminal, if it is written as it is: a title, cleared screen, hidden text, deleted characters,
/// control sequences of one character, changed directions.
pub(crate) const EVIL: &str =
    "\x1b]0;T\x07\x1b[2J\x1b[8mh\x08\x7f\u{85}\u{9b}31m\u{61c}\u{202e}X\u{2066}Y\u{200f}\u{2028}Z";

/// The program, in the folder of the hostile files.
pub(crate) fn command(folder: &Folder, arguments: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.args(arguments).env_clear().env("NO_COLOR", "1").current_dir(folder.path()).stdin(Stdio::null());
    command
}

pub(crate) fn run(folder: &Folder, arguments: &[String]) -> Output {
    let output = command(folder, arguments).output().expect("adoube runs");
    assert!(matches!(output.status.code(), Some(0..=2)), "{arguments:?}: {output:?}");
    output
}

/// The text of these bytes around the first character that acts on a terminal; line feeds and tabs do not.
pub(crate) fn acting(bytes: &[u8]) -> Option<String> {
    let acts = |character: char| match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    };
    let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let at = text.find(acts)?;
    let before = text[..at].chars().rev().take(60).collect::<Vec<_>>().into_iter().rev();
    Some(before.chain(text[at..].chars().take(20)).collect())
}

/// The words of a command line.
pub(crate) fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}
