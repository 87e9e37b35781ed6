//! What ends the help and the manual page of each command: examples and exit codes.
//!
//! They stand in `help.txt`, one in a line. `= NAME` begins a command, a line without a mark is a heading or a paragraph.
//! `* COMMAND  -- WORDS` is an example for `-h` and `--help`, `- COMMAND  -- WORDS` one for `--help` only; a command goes on
//! in lines with two spaces. `~ NAMES` are commands and options that people try for the example before it, and that do not
//! exist. `0 WORDS` is an exit code. What needs a feature ends with `  #feature`, what takes its place in other builds with
//! `  #!feature`.

use std::fmt::Write as _;

use crate::report::terminal::wrap::hanging;

const TEXT: &str = include_str!("help.txt");

/// The widest line.
const COLUMNS: usize = 80;

/// The words about a longer command stand below it.
const MAX_COMMAND_WIDTH: usize = 51;

/// The end of the help of a command.
#[derive(Default, Debug)]
pub struct Help {
    pub(super) sections: Vec<Section>,
    /// Each with what it means.
    pub(super) exit_codes: Vec<(char, &'static str)>,
}

/// Examples under a heading, or a paragraph without examples.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) heading: &'static str,
    pub(super) examples: Vec<Example>,
}

#[derive(Debug)]
pub(super) struct Example {
    pub(super) lines: Vec<&'static str>,
    /// What it does; empty if the command says it.
    pub(super) words: &'static str,
    /// The names of commands and options, separated by spaces, that people try for it.
    tried: &'static str,
    /// Whether `-h` has it, too.
    is_short: bool,
}

/// The tree of commands, the help of each with its end.
pub fn with_ends(command: clap::Command) -> clap::Command {
    let help = Help::of(command.get_name());
    command.after_help(help.short()).after_long_help(help.long()).mut_subcommands(with_ends)
}

impl Help {
    /// Whether a command has this name.
    pub(super) fn is_command(name: &str) -> bool {
        !Self::of(name).sections.is_empty()
    }

    /// The end of the help of a command of this build; that of adoube itself has its name.
    pub fn of(command: &str) -> Self {
        let mut help = Self::default();
        let is_heading = |line: &&str| line.strip_prefix("= ") == Some(command);
        let lines = TEXT.lines().skip_while(|line| !is_heading(line)).skip(1).take_while(|line| !line.is_empty());
        for line in lines.filter_map(of_build) {
            match (line.as_bytes()[0], line.split_at_checked(2)) {
                (mark @ (b'*' | b'-'), Some((_, text))) => help.add_example(text, mark == b'*'),
                (b' ', Some((_, text))) => help.continue_example(text),
                (b'~', Some((_, names))) => help.last_example().into_iter().for_each(|example| example.tried = names),
                (code @ b'0'..=b'9', Some((_, words))) => help.exit_codes.push((code.into(), words)),
                _ => help.sections.push(Section { heading: line, examples: Vec::new() }),
            }
        }
        help
    }

    fn add_example(&mut self, text: &'static str, is_short: bool) {
        if let Some(section) = self.sections.last_mut() {
            section.examples.push(Example { lines: Vec::new(), words: "", tried: "", is_short });
            self.continue_example(text);
        }
    }

    fn continue_example(&mut self, text: &'static str) {
        if let Some(example) = self.last_example() {
            let (line, words) = text.split_once("  -- ").unwrap_or((text, ""));
            example.lines.push(line);
            example.words = words;
        }
    }

    fn last_example(&mut self) -> Option<&mut Example> {
        self.sections.last_mut()?.examples.last_mut()
    }

    /// What a command or an option that does not exist was probably meant to do: a sentence with the command for it.
    pub fn of_tried(name: &str) -> Option<String> {
        let help = Self::of("adoube");
        let mut examples = help.sections.iter().flat_map(|section| &section.examples);
        let meant = examples.find(|example| example.tried.split(' ').any(|tried| tried == name))?;
        Some(format!("to {}: {}", meant.words, meant.lines.join(" ")))
    }

    /// The end of `-h`.
    pub fn short(&self) -> String {
        self.sections.iter().filter_map(|section| section.text(|example| example.is_short)).collect()
    }

    /// The end of `--help`.
    pub fn long(&self) -> String {
        let mut text = String::new();
        for section in &self.sections {
            text += &section.text(|_| true).unwrap_or_else(|| hanging(section.heading, 0, Some(COLUMNS)) + "\n");
            text.push('\n');
        }
        text += "Exit codes:";
        for (code, words) in &self.exit_codes {
            let _ = write!(text, "\n{}", hanging(&format!("  {code}  {words}"), 5, Some(COLUMNS)));
        }
        text
    }
}

impl Section {
    /// The heading with these examples; `None` without any.
    fn text(&self, is_shown: impl Fn(&Example) -> bool) -> Option<String> {
        let shown: Vec<&Example> = self.examples.iter().filter(|example| is_shown(example)).collect();
        let width = shown.iter().filter_map(|example| example.beside()).map(str::len).max().unwrap_or(0);
        let column = 2 + width + 2;
        let mut text = hanging(self.heading, 0, Some(COLUMNS)) + "\n";
        for example in &shown {
            if let Some(line) = example.beside() {
                text += &hanging(&format!("  {line:width$}  {}\n", example.words), column, Some(COLUMNS));
                continue;
            }
            for line in &example.lines {
                let _ = writeln!(text, "  {line}");
            }
            if !example.words.is_empty() {
                text += &hanging(&format!("{:column$}{}\n", "", example.words), column, Some(COLUMNS));
            }
        }
        (!shown.is_empty()).then_some(text)
    }
}

impl Example {
    /// The command, if it has words and room for them beside it.
    fn beside(&self) -> Option<&'static str> {
        match self.lines[..] {
            [line] if !self.words.is_empty() && line.len() <= MAX_COMMAND_WIDTH => Some(line),
            _ => None,
        }
    }
}

/// A line without its feature, if it is for this build.
fn of_build(line: &'static str) -> Option<&'static str> {
    let Some((text, feature)) = line.rsplit_once("  #") else { return Some(line) };
    let is_wanted = match feature.strip_prefix('!') {
        Some(feature) => !is_built(feature),
        None => is_built(feature),
    };
    is_wanted.then_some(text)
}

fn is_built(feature: &str) -> bool {
    match feature {
        "chasolver" => cfg!(feature = "chasolver"),
        "compression" => cfg!(feature = "compression"),
        "cross-check" => cfg!(feature = "cross-check"),
        "parquet" => cfg!(feature = "parquet"),
        "pictures" => cfg!(feature = "pictures"),
        "viewer" => cfg!(feature = "viewer"),
        _ => {
            debug_assert!(false, "no line of the help can need `{feature}`");
            true
        }
    }
}

/// The feature that an option needs, if this build does not have it.
pub fn missing_feature(command: &str, option: &str) -> Option<&'static str> {
    let feature = match (command, option) {
        ("adjudicate", "--cross-check") => "chasolver",
        (_, "--allow-large-windows") => "compression",
        ("validate" | "perft", "--cross-check") => "cross-check",
        ("stats", "--compression-level" | "--partition-by") => "parquet",
        ("replay", "--columns" | "--delay" | "--size" | "--theme") | ("stats", "--plot") => "pictures",
        ("replay", "--interactive" | "-i") => "viewer",
        _ => return None,
    };
    (!is_built(feature)).then_some(feature)
}

/// What `adjust` reads.
pub const GAME_FILES: &str = "\
Files or directories; `-` for standard input [default: -]\n\n\
In directories, *.pgn files are adjusted in name order, compressed or not. Compression (zst, gz, bz2, xz, zip) \
is detected by content, not by file name.";

/// When an output of one input after another does not appear either.
pub const UNREAD: &str = ", and if an input cannot be read (exit code 2)";

/// About the output of a command that goes on after an input that it cannot read.
pub const EVEN_A_PART: &str = "The file is also written if only a part of the inputs could be read (exit code 2).";

/// About the output of `adjust`.
pub const AS_IT_WAS: &str = "A game that could not be edited, or whose fix was withdrawn, is in it as it was.";

/// About the output of `filter`.
pub const SPLITS: &str = "Games in UTF-16 are written in UTF-8.\n\n\
Facts and tags in braces split the games over files: '{year}/{Event}.pgn'. {number} is the number of the file, see --split. \
Values become safe parts of names, folders are made, and no file is replaced. If the run fails or a signal ends it, all \
of these files are removed.";

/// The option for a file that appears only when it is complete: what is written to it, until when an older file stays
/// besides, and more to know.
pub fn output(option: clap::Arg, what: &str, until: &str, more: &str) -> clap::Arg {
    let first = format!("Write {what} to FILE instead of standard output");
    let details = format!(
        "{first}\n\nThe file appears only when it is complete. Until then{until}, an existing file stays as it is; an \
         interrupted run leaves nothing behind. An ending such as .csv, .jsonl or .pgn chooses the format, if no option does; \
         one that the command does not write is an error. If FILE ends in .zst, .gz, .bz2 or .xz, it is compressed. `-` is \
         standard output. {more}"
    );
    option.help(first).long_help(details)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_examples_and_exit_codes() {
        for name in TEXT.lines().filter_map(|line| line.strip_prefix("= ")) {
            let help = Help::of(name);
            assert!(help.exit_codes.len() >= 2 && !help.short().is_empty(), "{help:?}");
            assert!(
                help.sections.iter().flat_map(|section| &section.examples).all(|example| !example.lines.is_empty())
            );
        }
    }

    #[test]
    fn a_line_is_shown_with_or_without_its_feature() {
        let lines = ["a", "b  #viewer", "c  #!viewer"];
        let expected = if cfg!(feature = "viewer") { ["a", "b"] } else { ["a", "c"] };
        assert_eq!(lines.into_iter().filter_map(of_build).collect::<Vec<_>>(), expected);
    }
}
