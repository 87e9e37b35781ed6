//! The work of `adoube validate` on each game, and the result of a chunk of text.

use std::mem;

use crate::commands::locate::{Extent, locate, name_game, place_all};
use crate::game::finding::{Finding, LocatedFinding};
use crate::game::replay::{Game, ReplayOptions, RuleReport, Validity, read_game_as};
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::options::{Match, SelectionArgs};
use crate::pgn::place::Span;
use crate::pipeline::GameWork;
use crate::witness::{Disagreement, REASONS, compare, second_opinion};

use super::ShownRules;

/// Reads games and keeps the findings.
pub(super) struct Validate<'a> {
    selection: &'a SelectionArgs,
    shown: ShownRules,
    /// The rules to check, and the search budget.
    options: ReplayOptions,
    beside: Beside,
}

/// The additional work.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// Games are played once more by the second library.
    pub(super) cross_check: bool,
    /// The bytes are kept, to be copied.
    pub(super) keep_bytes: bool,
}

/// Successive games of a text.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<GameResult>,
    /// The extent of the chunk.
    pub(super) extent: Extent,
    /// The bytes, if games are copied.
    pub(super) bytes: Vec<u8>,
}

/// A game that was read, or text between games.
pub(super) struct GameResult {
    pub(super) span: Span,
    pub(super) validity: Validity,
    /// The result of the `--where` condition.
    pub(super) matched: Match,
    pub(super) plies: u32,
    pub(super) counts: Vec<(Rule, Severity, u64)>,
    /// The findings to report. Numbers of games, lines and offsets count from the start of the chunk until they are
    /// placed.
    pub(super) located: Vec<LocatedFinding>,
    /// The disagreement of the second library, if there is one.
    pub(super) disagreement: Option<Disagreement>,
}

impl<'a> Validate<'a> {
    pub(super) fn new(selection: &'a SelectionArgs, shown: ShownRules, beside: Beside, budget: u32) -> Self {
        // Whether it is a byte order mark at the start depends on the place in the file, which a chunk does not know.
        let marks = RuleSet::from(Rule::ByteOrderMark) | RuleSet::from(Rule::StrayByteOrderMark);
        // Findings that explain a disagreement of the second library are needed, shown or not.
        let reasons = REASONS.iter().map(|reason| reason.rule).filter(|_| beside.cross_check).collect();
        // Errors are counted whether they are shown or not.
        let errors = RuleSet::at_least(Severity::Error);
        let rules = shown.rules() | errors | marks | reasons;
        Self { selection, shown, options: ReplayOptions { rules, budget, ..ReplayOptions::default() }, beside }
    }
}

impl GameWork for Validate<'_> {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &self.options)
    }

    fn absorb(&self, part: &mut Part, game: &mut Game, bytes: &[u8], span: Span) {
        let matched =
            if game.status == Validity::NoGame { Match::SELECTED } else { self.selection.evaluate(game, bytes) };
        let disagreement = (self.beside.cross_check && game.status != Validity::NoGame)
            .then(|| compare(game, bytes, &second_opinion(&bytes[span.clone()])))
            .flatten();
        let RuleReport { findings, counts, .. } = mem::take(&mut game.report);
        let mut located = located(findings, bytes, &self.shown);
        name_game(&mut located, game, bytes);
        part.games.push(GameResult {
            span,
            validity: game.status,
            matched,
            plies: game.plies(),
            counts,
            located,
            disagreement,
        });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        place_all(part.games.iter_mut().flat_map(|game| &mut game.located), bytes);
        part.extent = Extent::new(bytes);
        if self.beside.keep_bytes {
            part.bytes = bytes.to_vec();
        }
    }
}

impl GameResult {
    /// A line that states a position.
    pub(super) fn position(line: &[u8], found: RuleReport, shown: &ShownRules) -> Self {
        let validity = match (found.has_error, found.is_unchecked) {
            (true, _) => Validity::Invalid,
            (false, true) => Validity::Unchecked,
            (false, false) => Validity::Valid,
        };
        let mut located = located(found.findings, line, shown);
        place_all(located.iter_mut(), line);
        Self {
            span: 0..line.len(),
            validity,
            matched: Match::SELECTED,
            plies: 0,
            counts: found.counts,
            located,
            disagreement: None,
        }
    }
}

/// The findings to report, with their lines.
fn located(findings: Vec<Finding>, bytes: &[u8], shown: &ShownRules) -> Vec<LocatedFinding> {
    let is_shown = |finding: &Finding| is_mark(finding.rule) || shown.shows(finding.rule, finding.severity);
    locate(findings.into_iter().filter(is_shown), bytes)
}

/// Whether this rule finds byte order marks.
pub(super) fn is_mark(rule: Rule) -> bool {
    matches!(rule, Rule::ByteOrderMark | Rule::StrayByteOrderMark)
}
