//! `adoube adjudicate --self-check`: the built-in test cases.
//!
//! A case is a block of lines `key: value` in `fixtures/laws/cases.txt`:
//!
//! ```text
//! id: E03
//! what: a knight mates with the help of a pawn
//! fen: 5k1K/8/8/7P/8/5n2/8/8 w - - 0 1
//! ask: --event flag:white
//! expect: black-wins: flag; mate is still possible
//! ```
//!
//! `moves` start from `fen` or the initial position; with `moves`, `tags` or `result` the case is a game. `ask` is the
//! command line; `ask: validate N` runs the rules of `validate` instead. The answer must contain every part of `expect`
//! and no part of `not`; parts are separated by `; `.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Args as _, Command, FromArgMatches as _};

use crate::commands::{Error, ExitStatus};
use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::read_game;
use crate::game::rules::RuleSet;
use crate::game::verdict::answer_notes::rule_on_line;
use crate::game::verdict::position_line::PositionLine;
use crate::game::verdict::ruling::rule_on_game;
use crate::options::OutputContent;
use crate::report::verdicts::{VerdictEntry, as_text};

use super::Args;

const CASES: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/laws/cases.txt"));

/// The keys and values of a case.
struct Case<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Case<'a> {
    fn get(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    fn all(&self, key: &'a str) -> impl Iterator<Item = &'a str> + '_ {
        self.0.iter().filter(move |(name, _)| *name == key).flat_map(|(_, value)| value.split("; "))
    }
}

/// Runs all cases and writes one line for each.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Error> {
    let mut text = String::new();
    let (mut right, mut wrong) = (0, 0);
    for case in cases() {
        let (id, what) = (case.get("id").unwrap_or("?"), case.get("what").unwrap_or_default());
        let faults = faults(&case);
        let outcome = if faults.is_empty() { "ok" } else { "WRONG" };
        right += u32::from(faults.is_empty());
        wrong += u32::from(!faults.is_empty());
        let _ = writeln!(text, "{outcome:<6}{id:<5}{what}");
        for fault in &faults {
            let _ = writeln!(text, "      {fault}");
        }
    }
    let _ = writeln!(text, "{right} cases right, {wrong} wrong");
    let status = if wrong == 0 { ExitStatus::Clean } else { ExitStatus::Findings };
    let mut output = args.run.output.open(OutputContent::Report)?;
    let written = output.write_all(text.as_bytes()).and_then(|()| output.commit());
    written.map_err(|error| Error::of_writing(error, status))?;
    Ok(status)
}

fn cases() -> Vec<Case<'static>> {
    let blocks = CASES.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        Case(lines.filter_map(|line| line.split_once(": ")).collect())
    });
    blocks.filter(|case| !case.0.is_empty()).collect()
}

/// The missing and unwanted parts of the answer to a case, with the answer; empty if it is right.
fn faults(case: &Case<'_>) -> Vec<String> {
    let arguments = case.get("ask").unwrap_or_default();
    let answer = match arguments.strip_prefix("validate") {
        Some(level) => findings(case, level.trim()),
        None => match rulings(case, arguments) {
            Ok(answer) => answer,
            Err(message) => return vec![message],
        },
    };
    let missing = case.all("expect").filter(|part| !answer.contains(part)).map(|part| format!("no `{part}` in:"));
    let unwanted = case.all("not").filter(|part| answer.contains(part)).map(|part| format!("`{part}` in:"));
    let mut faults: Vec<String> = missing.chain(unwanted).collect();
    if !faults.is_empty() {
        faults.extend(answer.lines().map(str::to_owned));
    }
    faults
}

fn rulings(case: &Case<'_>, arguments: &str) -> Result<String, String> {
    let arguments = std::iter::once("adjudicate").chain(arguments.split_whitespace());
    let matches = Args::augment_args(Command::new("adjudicate"))
        .try_get_matches_from(arguments)
        .map_err(|error| error.to_string())?;
    let args = Args::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    let question = args.question().map_err(|error| error.to_string())?;
    let rulings = if is_game(case) {
        let text = game(case);
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        rule_on_game(&game, text.as_bytes(), &question)
    } else {
        let (fen, epd) = (case.get("fen"), case.get("epd"));
        let format = if epd.is_some() { PositionFormat::Epd } else { PositionFormat::Fen };
        let line = PositionLine::parse(epd.or(fen).unwrap_or_default().as_bytes(), format);
        rule_on_line(line.as_ref(), &question)
    };
    let refusals = rulings.iter().flat_map(|ruling| &ruling.remarks).find(|remark| remark.is_refusal());
    if let Some(refusal) = refusals {
        return Ok(format!("error: {refusal}"));
    }
    Ok(rulings
        .iter()
        .map(|ruling| {
            as_text(&VerdictEntry { file: "case", game: 1, is_position: false, line: 1, answer: ruling, errors: None })
        })
        .collect())
}

/// The findings of `validate`, one on each line.
fn findings(case: &Case<'_>, _level: &str) -> String {
    let found = if is_game(case) {
        read_game(game(case).as_bytes(), 0, RuleSet::ALL).report
    } else {
        let fen = case.get("fen").unwrap_or_default();
        read_position(fen.as_bytes(), &(0..fen.len()), PositionFormat::Fen, RuleSet::ALL)
    };
    found.findings.iter().fold(String::new(), |mut text, finding| {
        let _ = writeln!(text, "{} {} {}: {}", finding.severity, finding.rule, finding.rule.name(), finding.message());
        text
    })
}

fn is_game(case: &Case<'_>) -> bool {
    ["moves", "tags", "result"].iter().any(|key| case.get(key).is_some())
}

fn game(case: &Case<'_>) -> String {
    let fen = case.get("fen").map_or(String::new(), |fen| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n"));
    let tags = case.get("tags").map_or(String::new(), |tags| tags.replace("] [", "]\n[") + "\n");
    let (moves, result) = (case.get("moves").unwrap_or_default(), case.get("result").unwrap_or("*"));
    format!("{fen}{tags}\n{moves} {result}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_passes() {
        let wrong: Vec<String> = cases()
            .iter()
            .flat_map(|case| {
                let id = case.get("id").unwrap_or("?");
                faults(case).into_iter().map(move |fault| format!("{id}: {fault}"))
            })
            .collect();
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }
}
