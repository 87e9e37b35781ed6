//! The book of rules in words: a page for one rule, and the whole as a document.

use std::fmt::Write;

use super::{Family, Profile, RULES, Rule, RuleInfo, Severity};

/// Lines of an example that are shown; what is longer is cut behind a whole game.
const EXAMPLE_LINES: usize = 24;

/// Columns of the plain text.
const WIDTH: usize = 80;

impl Rule {
    /// The rule explained in plain text, wrapped at 80 columns: what, why, what to do, and both examples.
    #[must_use]
    pub fn explain(self) -> String {
        let RuleInfo { code, name, severity, source, summary, explanation, bad, good, .. } = self.info();
        let mut text = format!("{code} {name}\n{severity}, {source}\n\n{}\n\n", wrap(&sentence(summary)));
        for paragraph in explanation.split("\n\n") {
            text += &wrap(paragraph);
            text += "\n\n";
        }
        text += &format!("Bad:\n\n{}\nGood:\n\n{}", indent(&example(bad)), indent(&example(good)));
        text
    }
}

/// The whole book as Markdown: `docs/rules.md`.
#[must_use]
pub fn markdown() -> String {
    let mut text = String::from(INTRODUCTION);
    for profile in Profile::ALL {
        let info = profile.info();
        text += &format!("* `{}`: {}", info.name, info.summary);
        let hidden: Vec<&str> = info.hidden.iter().map(|rule| rule.code()).collect();
        text += &if hidden.is_empty() { ".\n".to_owned() } else { format!(" (hidden: {}).\n", hidden.join(", ")) };
    }
    text += "\n## All rules\n\n| code | name | severity | source | what is found |\n|---|---|---|---|---|\n";
    for RuleInfo { code, name, severity, source, summary, .. } in &RULES {
        let anchor = format!("{}-{name}", code.to_lowercase());
        text +=
            &format!("| [{code}](#{anchor}) | {name} | {severity} | {source} | {} |\n", summary.replace('|', "\\|"));
    }
    for family in Family::ALL {
        text += &format!("\n## {}: {}\n", family.letter(), family.title());
        for row in RULES.iter().filter(|row| row.rule.family() == family) {
            text += &section(row);
        }
    }
    text
}

/// What stands before the list of profiles.
const INTRODUCTION: &str = "\
# The rules of `adoube validate`

This page is made from the table in `src/game/rules/`; `adoube explain CODE` prints one rule of it.

A code is a letter for the family and three digits. Severities: **error** is not chess, not readable or
self-contradictory, and makes a game invalid; **warning** is against the import rules of the PGN standard or certainly
not intended; **style** is against its export format; **info** is worth knowing. `--select` and `--ignore` take codes,
beginnings of codes, names and `all`.

Sources: *PGN* is the Portable Game Notation Standard of 12 March 1994, *PGN supplement 2001* the proposal for commands
in comments, *Laws* the FIDE Laws of Chess in force from 1 January 2023.

In the examples `; expect CODE` marks the faulty line; it is part of the test file. Bytes that are no printable text are
written as escapes, and `…` says that the file goes on.

Profiles:

";

/// One rule as a section of the document.
fn section(row: &RuleInfo) -> String {
    let RuleInfo { code, name, severity, source, summary, explanation, bad, .. } = row;
    let bold = if *severity == Severity::Error { "**" } else { "" };
    format!(
        "\n### {code} {name}\n\n{bold}{severity}{bold}, {source}\n\n{}\n\n{explanation}\n\n```pgn\n{}```\n",
        sentence(summary),
        example(bad),
    )
}

/// A summary as a sentence of its own.
fn sentence(summary: &str) -> String {
    let mut chars = summary.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

/// The beginning of a file as printable text: whole games while they fit, other bytes as escapes.
fn example(bytes: &[u8]) -> String {
    let printable = printable(bytes);
    let lines: Vec<&str> = printable.lines().collect();
    if lines.len() <= EXAMPLE_LINES {
        return lines.iter().fold(String::new(), |text, line| text + line + "\n");
    }
    let opens_game = |&at: &usize| lines[at].starts_with("[Event ") && lines[at - 1].is_empty();
    let end = (1..=EXAMPLE_LINES).rev().find(opens_game).unwrap_or(EXAMPLE_LINES);
    lines[..end].iter().fold(String::new(), |text, line| text + line + "\n") + "…\n"
}

/// Bytes as text. Line ends stay (a CR alone shows itself and ends the line); what cannot be seen is escaped as in Rust.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\n' => text.push('\n'),
                '\r' => text += "\\r\n",
                '\0'..' ' | '\x7f' => text += &format!("\\x{:02x}", u32::from(character)),
                '\u{80}'..='\u{a0}' | '\u{2000}'..='\u{200f}' | '\u{3000}' | '\u{feff}' => {
                    text += &character.escape_unicode().to_string();
                }
                _ => text.push(character),
            }
        }
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    text
}

/// Breaks a paragraph between words so that no line is longer than [`WIDTH`] characters.
fn wrap(paragraph: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

/// Puts four spaces before each line that is not empty.
fn indent(text: &str) -> String {
    text.lines().fold(String::new(), |mut all, line| {
        let margin = if line.is_empty() { "" } else { "    " };
        let _ = writeln!(all, "{margin}{line}");
        all
    })
}
