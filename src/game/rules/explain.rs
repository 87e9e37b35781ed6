//! The documentation of rules: a page for each rule, and `docs/rules.md`.

use super::{Applicability, ExampleFormat, Family, FixInfo, Profile, RULES, Rule, RuleInfo, Severity};

/// The maximum number of lines of an example; longer ones are cut after a complete game.
const EXAMPLE_LINES: usize = 24;

/// The width of the plain text.
const WIDTH: usize = 80;

/// The address where the playground and the pages of the rules are published, as `homepage` in `Cargo.toml` has it.
pub const SITE: Option<&str> =
    if env!("CARGO_PKG_HOMEPAGE").is_empty() { None } else { Some(env!("CARGO_PKG_HOMEPAGE")) };

impl Rule {
    /// The address of the rule's page on a site with the playground, such as [`SITE`].
    pub fn web_page(self, site: &str) -> String {
        format!("{}/rules/{}.html", site.trim_end_matches('/'), self.code())
    }

    /// The explanation of the rule as plain text, wrapped at 80 columns, with both examples.
    pub fn explain(self) -> String {
        let RuleInfo { code, name, severity, source, summary, explanation, bad, good, .. } = self.info();
        let what = wrap(&sentence(summary));
        let why = explanation.split("\n\n").map(wrap).collect::<Vec<_>>().join("\n\n");
        let fix: String = self.fixes().map(|fix| wrap(&fix_text(fix)) + "\n\n").collect();
        let (bad, good) = (indent(&example(bad)), indent(&example(good)));
        format!("{code} {name}\n{severity}, {source}\n\n{what}\n\n{why}\n\n{fix}Bad:\n\n{bad}\nGood:\n\n{good}")
    }
}

/// The whole table as Markdown, for `docs/rules.md`.
pub fn markdown() -> String {
    let profiles: String = Profile::ALL.into_iter().map(profile).collect();
    let rows: String = RULES.iter().map(table_row).collect();
    let families: String = Family::ALL.into_iter().map(chapter).collect();
    format!("{INTRODUCTION}{profiles}{TABLE_HEAD}{rows}{families}")
}

/// The text before the list of profiles.
const INTRODUCTION: &str = "\
# The rules of `adoube validate`

This page is made from the table in `src/game/rules/`; `adoube explain CODE` prints one rule of it.

A code is a letter for the family and three digits. Severities: **error** is illegal chess, unreadable or
self-contradictory, and makes a game invalid; **warning** is against the import rules of the PGN standard or certainly
not intended; **style** is against its export format; **info** is worth knowing. `--select` and `--ignore` take codes,
beginnings of codes, names and `all`.

Sources: *PGN* is the Portable Game Notation Standard of 12 March 1994, *PGN supplement 2001* the proposal for commands
in comments, *Laws* the FIDE Laws of Chess in force from 1 January 2023, *TRF* FIDE's format of tournament reports (TRF16 and TRF26).

In the examples `; expect CODE` marks the faulty line; it is part of the test file. Non-printable bytes are
written as escapes, and `…` says that the file goes on.

Profiles:

";

/// The text before the table of rules.
const TABLE_HEAD: &str = "
## All rules

| code | name | severity | source | what is found |
|---|---|---|---|---|
";

/// A profile as a list item.
fn profile(profile: Profile) -> String {
    let info = profile.info();
    let codes = |rules: &[Rule]| rules.iter().map(|rule| rule.code()).collect::<Vec<_>>().join(", ");
    let exceptions = match (info.hidden, info.added) {
        ([], []) => String::new(),
        (hidden, []) => format!(" (hidden: {})", codes(hidden)),
        (_, added) => format!(" (added: {})", codes(added)),
    };
    format!("* `{}`: {}{exceptions}.\n", info.name, info.summary)
}

/// A rule as a table row, with a link to its section.
fn table_row(row: &RuleInfo) -> String {
    let RuleInfo { code, name, severity, source, summary, .. } = row;
    let anchor = format!("{}-{name}", code.to_lowercase());
    format!("| [{code}](#{anchor}) | {name} | {severity} | {source} | {} |\n", summary.replace('|', "\\|"))
}

fn chapter(family: Family) -> String {
    let rows = RULES.iter().filter(|row| row.rule.family() == family);
    let sections: String = rows.map(section).collect();
    format!("\n## {}: {}\n{sections}", family.letter(), family.title())
}

fn section(row: &RuleInfo) -> String {
    let RuleInfo { code, name, severity, source, summary, explanation, bad, examples, .. } = row;
    let fix: String = row.rule.fixes().map(|fix| fix_text(fix) + "\n\n").collect();
    let language = if *examples == ExampleFormat::Pgn { "pgn" } else { "text" };
    let bold = if *severity == Severity::Error { "**" } else { "" };
    format!(
        "\n### {code} {name}\n\n{bold}{severity}{bold}, {source}\n\n{}\n\n{explanation}\n\n{fix}```{language}\n{}```\n",
        sentence(summary),
        example(bad),
    )
}

/// What the fix of a rule does and what proves it.
fn fix_text(fix: &FixInfo) -> String {
    let FixInfo { applicability, edit, proof } = fix;
    let edit = lower_first(edit);
    match applicability {
        Applicability::Safe => {
            format!("`adoube adjust` {edit} This fix is safe. Condition: {proof}")
        }
        Applicability::Unsafe => {
            format!("`adoube adjust --unsafe-fixes` {edit} Condition: {proof}")
        }
        Applicability::Shown => {
            format!("`adoube validate --format jsonl` lists a fix that is never applied: it {edit} Condition: {proof}")
        }
    }
}

/// A sentence without its subject, which stands before it.
fn lower_first(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

fn sentence(summary: &str) -> String {
    let mut chars = summary.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

/// The start of a file as printable text: complete games while they fit, other bytes escaped.
fn example(bytes: &[u8]) -> String {
    let printable = printable(bytes);
    let lines: Vec<&str> = printable.lines().collect();
    if lines.len() <= EXAMPLE_LINES {
        return lines.join("\n") + "\n";
    }
    let opens_game = |&at: &usize| lines[at].starts_with("[Event ") && lines[at - 1].is_empty();
    let end = (1..=EXAMPLE_LINES).rev().find(opens_game).unwrap_or(EXAMPLE_LINES);
    lines[..end].join("\n") + "\n…\n"
}

/// Bytes as text. Line ends stay, a CR is escaped and ends the line, and invisible characters are escaped as in Rust.
fn printable(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.extend(chunk.valid().chars().map(visible));
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// A character, or its escape if it is invisible.
fn visible(character: char) -> String {
    match character {
        '\r' => "\\r\n".to_owned(),
        '\0'..='\x09' | '\x0b'..='\x1f' | '\x7f' => format!("\\x{:02x}", u32::from(character)),
        '\u{80}'..='\u{a0}' | '\u{2000}'..='\u{200f}' | '\u{3000}' | '\u{feff}' => {
            character.escape_unicode().to_string()
        }
        _ => character.to_string(),
    }
}

/// Wraps a paragraph at [`WIDTH`] characters.
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

/// Indents non-empty lines by four spaces.
fn indent(text: &str) -> String {
    text.split_inclusive('\n').map(|line| if line == "\n" { line.to_owned() } else { format!("    {line}") }).collect()
}
