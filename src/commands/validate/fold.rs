//! The work of `adoube validate` on each game.

use std::collections::BTreeMap;
use std::mem;

use crate::archive::fingerprint::position_hash;
use crate::commands::driver::{Fold, Line, locate, locate_in_position, name_game, place_all};
use crate::game::Evidence;
use crate::game::facts::PositionItem;
use crate::game::finding::{Finding, Fix, ReportedFinding};
use crate::game::fix::offers::{Offers, offers};
use crate::game::replay::position_text::{PositionFormat, read_position_from};
use crate::game::replay::{Game, ReplayOptions, RuleReport, Validity, read_game_as};
use crate::game::rules::{Applicability, Rule, RuleSet, Severity};
use crate::pgn::lex::{Lexer, TokenKind};
use crate::pgn::place::Span;
use crate::pgn::text::line_end;
use crate::pipeline::{ChunkText, KeptText};
use crate::stats::standings::trf::read_report;

use super::{Args, ShownRules};
use crate::commands::baseline::Subject;

/// Reads games and keeps the findings.
#[derive(Clone)]
pub(super) struct Validate<'a> {
    args: &'a Args,
    shown: ShownRules,
    /// The rules to check, and the search budget.
    options: ReplayOptions,
    /// The rules to check, without those that only the condition needs.
    rules_of_report: RuleSet,
    /// The rules whose fixes are shown.
    fixable: RuleSet,
}

/// A game that was read, or text between games.
pub(super) struct GameResult {
    pub(super) validity: Validity,
    pub(super) plies: u32,
    /// What there is to report or copy. Most games have nothing, and there are many.
    pub(super) details: Option<Box<Details>>,
}

/// About how many bytes of memory the [`Details`] of a game take without its findings: counts, names, fixes.
const USUAL_MEMORY: usize = 1 << 10;

/// What there is to report about a game, and its text.
pub(super) struct Details {
    pub(super) counts: Vec<(Rule, Severity, u64)>,
    /// The findings to report.
    pub(super) located: Vec<ReportedFinding>,
    /// The disagreement of the second library, if there is one.
    #[cfg(feature = "cross-check")]
    pub(super) disagreement: Option<crate::witness::reading::Disagreement>,
    /// The text, if games are copied.
    pub(super) copy: KeptText,
    /// The length of its beginning that belongs to no game, if games are copied.
    pub(super) stray: usize,
    pub(super) fixes: BTreeMap<(Rule, Applicability), u64>,
    /// With `--baseline`, what its findings are about.
    pub(super) subject: Option<Subject>,
    /// Of a position, if doubled ones are reported: its hash, and the finding for the case that the file had it before.
    pub(super) book: Option<Box<(u128, ReportedFinding)>>,
}

impl GameResult {
    fn new(validity: Validity, plies: u32, details: Details) -> Self {
        Self { validity, plies, details: (!details.is_empty()).then(|| Box::new(details)) }
    }

    /// Takes a byte order mark at the start of the game for a stray one (S109), because the game is not the first of its file.
    pub(super) fn name_stray_mark(&mut self) {
        let Some(details) = &mut self.details else { return };
        let counts = details.counts.iter_mut().map(|(rule, severity, _)| (rule, severity));
        let findings = details.located.iter_mut().map(|located| &mut located.finding);
        for (rule, severity) in counts.chain(findings.map(|finding| (&mut finding.rule, &mut finding.severity))) {
            if *rule == Rule::ByteOrderMark {
                *rule = Rule::StrayByteOrderMark;
                *severity = Rule::StrayByteOrderMark.severity();
            }
        }
    }
}

impl Details {
    /// About how many bytes of memory it takes.
    fn memory(&self) -> usize {
        let of_finding = |located: &ReportedFinding| {
            let edits = located.fix.as_ref().map_or(0, |fix| fix.edits.len() + fix.readings.len());
            size_of::<ReportedFinding>() + located.excerpt.text.len() + edits * size_of::<Fix>()
        };
        USUAL_MEMORY + self.located.iter().map(of_finding).sum::<usize>() + self.copy.len()
    }

    fn is_empty(&self) -> bool {
        #[cfg(feature = "cross-check")]
        if self.disagreement.is_some() {
            return false;
        }
        self.counts.is_empty() && self.located.is_empty() && self.copy.is_empty() && self.book.is_none()
    }
}

impl<'a> Validate<'a> {
    pub(super) fn new(args: &'a Args, shown: ShownRules) -> Self {
        // Whether it is a byte order mark at the start depends on the place in the file, which a chunk does not know.
        let marks = RuleSet::from(Rule::ByteOrderMark) | RuleSet::from(Rule::StrayByteOrderMark);
        // Errors are counted whether they are shown or not.
        let errors = RuleSet::at_least(Severity::Error);
        let rules = shown.rules() | errors | marks;
        #[cfg(feature = "cross-check")]
        let rules = rules | super::agreement::needed_rules(args);
        let rules_of_report = rules;
        let rules = rules | args.selection.rules();
        let options = ReplayOptions { rules, budget: args.budget.budget, ..ReplayOptions::default() };
        let fixable = if args.shows_fixes() { shown.fixable(Applicability::Shown) } else { RuleSet::EMPTY };
        Self { args, shown, options, rules_of_report, fixable }
    }

    fn reported(&self, findings: Vec<Finding>) -> impl Iterator<Item = Finding> {
        let is_shown = |finding: &Finding| is_mark(finding.rule) || self.shown.shows(finding.rule, finding.severity);
        findings.into_iter().filter(is_shown)
    }

    /// Adds their fixes to the findings of a game, and returns how many there are.
    fn add_fixes(
        &self,
        located: &mut [ReportedFinding],
        bytes: &[u8],
        span: &Span,
    ) -> BTreeMap<(Rule, Applicability), u64> {
        if !located.iter().any(|located| self.fixable.contains(located.finding.rule)) {
            return BTreeMap::new();
        }
        let findings: Vec<&Finding> = located.iter().map(|located| &located.finding).collect();
        let Offers { fixes, counts, .. } = offers(&findings, bytes, span, self.fixable);
        for (located, fix) in located.iter_mut().zip(fixes) {
            located.fix = fix.map(Box::new);
        }
        counts
    }

    /// The hash of the position of a line, and the finding if the file has had it before; `None` if that is not wanted.
    fn book_position(&self, line: &Line, format: PositionFormat) -> Option<Box<(u128, ReportedFinding)>> {
        let (rule, severity) = (Rule::DoubledPosition, Rule::DoubledPosition.severity());
        if !self.shown.shows(rule, severity) {
            return None;
        }
        let item = PositionItem::read(line.text(), format).filter(|item| !item.line.is_variant)?;
        let (evidence, span) = (Evidence::Message(String::new()), line.span.clone());
        let finding = Finding { rule, severity, span, moment: None, evidence, article: None, fen: None };
        let located = locate_in_position([finding], &line.bytes).pop()?;
        Some(Box::new((position_hash(item.game.position(), false), located)))
    }

    /// With `--baseline`, what these findings are about.
    fn subject(&self, located: &[ReportedFinding], subject: impl FnOnce() -> Subject) -> Option<Subject> {
        (self.args.baseline.baseline.is_some() && !located.is_empty()).then(subject)
    }

    /// The length of the text before a game that does not go with its copy.
    fn stray(&self, game: &Game, text: &[u8]) -> usize {
        match game.status {
            _ if self.args.split_to.is_none() => 0,
            Validity::NoGame => usize::from(has_text(text)) * text.len(),
            _ => stray_length(text),
        }
    }

    fn copy(&self, text: ChunkText<'_>, span: Span) -> KeptText {
        if self.args.split_to.is_some() { text.keep(span) } else { KeptText::default() }
    }
}

impl Fold for Validate<'_> {
    type Item = GameResult;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &self.options)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<GameResult> {
        #[cfg(feature = "cross-check")]
        let disagreement = super::agreement::disagreement(self.args, game, bytes, &bytes[span.clone()]);
        // Most games have nothing to report.
        let is_silent = game.report.counts.is_empty() && self.args.split_to.is_none();
        #[cfg(feature = "cross-check")]
        let is_silent = is_silent && disagreement.is_none();
        if is_silent {
            return Some(GameResult { validity: game.status, plies: game.plies(), details: None });
        }
        let RuleReport { findings, mut counts, .. } = mem::take(&mut game.report);
        counts.retain(|(rule, ..)| self.rules_of_report.contains(*rule));
        let mut located = locate(self.reported(findings), bytes);
        name_game(&mut located, game, bytes);
        let fixes = self.add_fixes(&mut located, bytes, &span);
        let subject = self.subject(&located, || Subject::of_game(game, bytes, &bytes[span.clone()]));
        let details = Details {
            counts,
            located,
            #[cfg(feature = "cross-check")]
            disagreement,
            stray: self.stray(game, &bytes[span.clone()]),
            copy: self.copy(*bytes, span),
            fixes,
            subject,
            book: None,
        };
        Some(GameResult::new(game.status, game.plies(), details))
    }

    fn memory(result: &GameResult) -> usize {
        result.details.as_ref().map_or(0, |details| details.memory())
    }

    fn position(&self, line: &Line, format: PositionFormat) -> GameResult {
        let found = read_position_from(self.args.start(), line.text(), &line.span, format, self.shown.rules());
        let validity = match (found.has_error, found.is_unchecked) {
            (true, _) => Validity::Invalid,
            (false, true) => Validity::Unchecked,
            (false, false) => Validity::Valid,
        };
        let located = locate_in_position(self.reported(found.findings), &line.bytes);
        let book = self.book_position(line, format);
        let is_subject = self.args.baseline.baseline.is_some() && (book.is_some() || !located.is_empty());
        let subject = is_subject.then(|| Subject::of_text(line.text()));
        let details = Details {
            counts: found.counts,
            located,
            #[cfg(feature = "cross-check")]
            disagreement: None,
            copy: self.copy((&*line.bytes).into(), 0..line.bytes.len()),
            stray: 0,
            fixes: BTreeMap::new(),
            subject,
            book,
        };
        GameResult::new(validity, 0, details)
    }

    fn report(&self, text: &[u8]) -> GameResult {
        let (_, found) = read_report(text, self.rules_of_report);
        let validity = if found.has_error { Validity::Invalid } else { Validity::Valid };
        let mut located = locate(self.reported(found.findings), text);
        place_all(located.iter_mut(), text);
        let subject = self.subject(&located, || Subject::of_text(text));
        let details = Details {
            counts: found.counts,
            located,
            #[cfg(feature = "cross-check")]
            disagreement: None,
            copy: self.copy(text.into(), 0..text.len()),
            stray: 0,
            fixes: BTreeMap::new(),
            subject,
            book: None,
        };
        GameResult::new(validity, 0, details)
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut GameResult>, bytes: &[u8]) {
        place_all(items.filter_map(|game| game.details.as_mut()).flat_map(|details| &mut details.located), bytes);
    }
}

/// The length of the text before a game that is no part of it: lines outside of any game, and the comments between them. Where the
/// game would be read as the end of another one without these lines, it is 0.
fn stray_length(text: &[u8]) -> usize {
    let (mut lexer, mut length) = (Lexer::new(text, 0), 0);
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::StrayText => length = token.end,
            TokenKind::Tag | TokenKind::Number(1) | TokenKind::Symbol => break,
            TokenKind::Reserved => {}
            kind if is_no_text(kind) => {}
            _ => return 0,
        }
    }
    let end = line_end(text, length);
    let line_ends = text[end..].iter().take(2).take_while(|byte| byte.is_ascii_whitespace()).count();
    if length > 0 && text[length..end].trim_ascii().is_empty() { end + line_ends } else { length }
}

/// Whether there is more between two games than white space and comments.
fn has_text(between: &[u8]) -> bool {
    let mut lexer = Lexer::new(between, 0);
    std::iter::from_fn(|| lexer.next_token()).any(|token| !is_no_text(token.kind))
}

const fn is_no_text(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::ByteOrderMark
            | TokenKind::OddSpace
            | TokenKind::Comment(_)
            | TokenKind::LineComment
            | TokenKind::Escape
    )
}

/// Whether this rule finds byte order marks.
pub(super) fn is_mark(rule: Rule) -> bool {
    matches!(rule, Rule::ByteOrderMark | Rule::StrayByteOrderMark)
}
