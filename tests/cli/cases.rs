//! Runs of the program, as `fixtures/cases/*.txt` describe them: input, command, exit code, what is printed. The
//! format is in `fixtures/README.md`.
//!
//! Cases about files whose names begin with `@` read `reports/` in the data folder. The lists there, `EXPECTED-*.tsv`,
//! come from public bug reports; each of their rows must have a case.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::data_folder;

/// A line that a case expects to be part of the output, or not.
enum Expected {
    Has(String),
    HasNot(String),
    Prints(String),
}

/// One run of the program.
struct Case {
    /// File and line, for messages.
    place: String,
    arguments: Vec<String>,
    input: String,
    code: i32,
    expected: Vec<Expected>,
}

impl Case {
    fn needs_data(&self) -> bool {
        self.arguments.iter().any(|argument| argument.starts_with('@'))
    }

    /// Runs the program. Returns what differs from what is expected.
    fn run(&self, reports: &Path) -> Result<(), String> {
        let arguments = self.arguments.iter().map(|argument| match argument.strip_prefix('@') {
            Some(name) => reports.join(name).into_os_string(),
            None => OsStr::new(argument).to_owned(),
        });
        let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .args(arguments)
            .env_clear()
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("adoube runs");
        // A program that reads no input closes the pipe.
        let _ = child.stdin.take().expect("a pipe").write_all(self.input.as_bytes());
        let output = child.wait_with_output().expect("adoube ends");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let all = format!("{printed}{}", String::from_utf8_lossy(&output.stderr));
        let mut faults = Vec::new();
        if output.status.code() != Some(self.code) {
            faults.push(format!("exit code {:?}, expected {}", output.status.code(), self.code));
        }
        let mut lines = printed.lines();
        for expected in &self.expected {
            match expected {
                Expected::Has(text) if !all.contains(text) => faults.push(format!("lacks `{text}`")),
                Expected::HasNot(text) if all.contains(text) => faults.push(format!("has `{text}`")),
                Expected::Prints(line) => match lines.next() {
                    Some(found) if found == line => {}
                    found => faults.push(format!("prints {found:?}, expected {line:?}")),
                },
                Expected::Has(_) | Expected::HasNot(_) => {}
            }
        }
        if faults.is_empty() {
            return Ok(());
        }
        Err(format!("{}: adoube {}\n{}\n--- printed\n{all}", self.place, self.arguments.join(" "), faults.join("\n")))
    }
}

/// The words of a command line; double quotes enclose white space.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), None::<String>, false);
    for c in line.chars() {
        match c {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The cases of a file.
fn cases(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).expect("a file of cases");
    let name = path.file_name().expect("a name").to_string_lossy();
    let (mut cases, mut input) = (Vec::<Case>::new(), String::new());
    for (index, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", index + 1);
        let (mark, rest) = line.split_at(line.len().min(2));
        match mark {
            "" | "# " | "#" => {}
            "| " | "|" => {
                input.push_str(rest);
                input.push('\n');
            }
            "$ " => {
                let arguments = words(rest);
                cases.push(Case { place, arguments, input: input.clone(), code: 0, expected: Vec::new() });
            }
            _ => {
                let case = cases.last_mut().unwrap_or_else(|| panic!("{place}: before the first command"));
                match mark {
                    "? " => case.code = rest.parse().unwrap_or_else(|_| panic!("{place}: no exit code")),
                    "+ " => case.expected.push(Expected::Has(rest.to_owned())),
                    "- " => case.expected.push(Expected::HasNot(rest.to_owned())),
                    "= " => case.expected.push(Expected::Prints(rest.to_owned())),
                    _ => panic!("{place}: `{line}` begins with no mark"),
                }
                continue;
            }
        }
        // An input belongs to the commands below it, up to the next blank line.
        if line.is_empty() {
            input.clear();
        }
    }
    cases
}

fn all_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/cases");
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the folder of cases").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().flat_map(|path| cases(path)).collect()
}

fn assert_all_pass<'a>(cases: impl Iterator<Item = &'a Case>, reports: &Path) {
    let faults: Vec<String> = cases.filter_map(|case| case.run(reports).err()).collect();
    assert!(faults.is_empty(), "{} cases differ:\n\n{}", faults.len(), faults.join("\n\n"));
}

#[test]
fn the_program_does_what_the_cases_say() {
    assert_all_pass(all_cases().iter().filter(|case| !case.needs_data()), Path::new(""));
}

#[test]
fn reported_files_are_read_as_expected() {
    let Some(reports) = data_folder().map(|folder| folder.join("reports")) else { return };
    assert_all_pass(all_cases().iter().filter(|case| case.needs_data()), &reports);
}

#[test]
fn each_report_has_a_case() {
    let Some(reports) = data_folder().map(|folder| folder.join("reports")) else { return };
    let cases = all_cases();
    let mut missing = Vec::new();
    for list in ["EXPECTED-pgn.tsv", "EXPECTED-rules.tsv", "EXPECTED-corpora.tsv"] {
        let text = fs::read_to_string(reports.join(list)).expect("a list");
        for line in text.lines().skip(1) {
            let (input, rest) = line.split_once('\t').expect("an input");
            let command = rest.split([' ', '\t', ';']).next().expect("a command");
            let file = format!("@{input}");
            let has_case = cases.iter().any(|case| {
                case.arguments.first().is_some_and(|first| first == command)
                    && case.arguments.iter().any(|argument| *argument == file || argument == input)
            });
            if !has_case {
                missing.push(format!("{list}: {input}: {command}"));
            }
        }
    }
    assert!(missing.is_empty(), "rows without a case:\n{}", missing.join("\n"));
}
