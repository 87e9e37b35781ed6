//! Helpers for the tests of the rules: reading a file game by game, and findings by line.

use std::path::PathBuf;

use adoube::game::finding::Finding;
use adoube::game::replay::position_text::{PositionFormat, read_position};
use adoube::game::replay::{Game, read_game};
use adoube::game::rules::{RuleSet, Severity};
use adoube::pgn::place::Locator;
use adoube::stats::standings::trf::read_report;

/// A finding with its line.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Seen {
    /// The line, from 1.
    pub(crate) line: u64,
    /// The code of the rule.
    pub(crate) code: &'static str,
    /// The severity.
    pub(crate) severity: Severity,
    /// The message.
    pub(crate) message: String,
}

/// All games of a file, in order; the last may be only white space.
pub(crate) fn read_all(bytes: &[u8], rules: RuleSet) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    while let Some(start) = Some(games.last().map_or(0, |game| game.span.end)).filter(|start| *start < bytes.len()) {
        games.push(read_game(bytes, start, rules));
    }
    games
}

/// The findings in these games, by line.
pub(crate) fn seen(bytes: &[u8], games: &[Game]) -> Vec<Seen> {
    located(bytes, games.iter().flat_map(|game| &game.report.findings))
}

/// The findings in lines of EPD.
pub(crate) fn seen_in_epd(bytes: &[u8], rules: RuleSet) -> Vec<Seen> {
    let mut reports = Vec::new();
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let text = line.trim_ascii_end();
        reports.push(read_position(text, &(at..at + text.len()), PositionFormat::Epd, rules));
        at += line.len();
    }
    located(bytes, reports.iter().flat_map(|report| &report.findings))
}

/// The findings in a tournament report.
pub(crate) fn seen_in_report(bytes: &[u8], rules: RuleSet) -> Vec<Seen> {
    located(bytes, read_report(bytes, rules).1.findings.iter())
}

fn located<'f>(bytes: &[u8], findings: impl Iterator<Item = &'f Finding>) -> Vec<Seen> {
    let mut locator = Locator::new(bytes);
    let located = findings.map(|finding| Seen {
        line: locator.place(finding.span.start).line,
        code: finding.rule.info().code,
        severity: finding.severity,
        message: finding.message().into_owned(),
    });
    located.collect()
}

/// A folder of the fixtures.
pub(crate) fn fixtures(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder)
}
