//! The work of `adoube adjudicate` on each game.

use std::mem;

use crate::commands::driver::{Fold, Line};
use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::{Game, RuleReport, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::game::verdict::answer_notes::rule_on_line;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::mating::{Mating, MatingQuestion, answer_for_game, answer_for_position};
use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::position_line::PositionLine;
use crate::game::verdict::ruling::{Question, Ruling, rule_on_game};
use crate::pgn::place::{Locator, Span};
use crate::pipeline::{ChunkText, KeptText};

use super::Args;

/// The question about each record.
#[derive(Debug)]
pub enum VerdictRequest {
    Verdict(Box<Question>),
    /// Whether a side can still mate.
    Mating(MatingQuestion),
}

/// Reads games and rules on them.
#[derive(Clone, Copy)]
pub(super) struct Adjudicate<'a> {
    pub(super) args: &'a Args,
    pub(super) request: &'a VerdictRequest,
    /// The rules that the condition needs.
    pub(super) condition_rules: RuleSet,
    /// Whether games are selected by number, so that a game waits until its number is known.
    pub(super) waits_for_number: bool,
}

/// A game with its answers, or text between games with errors.
pub(super) struct Ruled {
    /// The number of its first line, counted from the start of the chunk until [`Ruled::add_lines`] is called.
    pub(super) line: u64,
    pub(super) is_position: bool,
    /// Empty if it is not a game, or waits in `text`.
    pub(super) answers: Answers,
    /// The text of a game, if games are selected by number: it is ruled on once its number is known.
    pub(super) text: Option<KeptText>,
    /// Its errors by the rules of `validate`.
    pub(super) faults: Option<ErrorSummary>,
    /// The offset of its first line and its findings, until lines are counted.
    found: Option<(usize, RuleReport)>,
}

/// The answers for a game or position.
#[derive(Default)]
pub(super) struct Answers {
    /// One answer for each rule set or side.
    pub(super) all: Vec<VerdictAnswer>,
    /// The opinions of the second library on these answers.
    #[cfg(feature = "chasolver")]
    pub(super) seconds: Vec<crate::witness::mating::SecondOpinion>,
}

pub(super) enum VerdictAnswer {
    Ruling(Box<Ruling>),
    Mating(Box<Mating>),
}

impl Adjudicate<'_> {
    fn answer_game(self, game: &Game, bytes: &[u8]) -> Answers {
        self.answers(match self.request {
            VerdictRequest::Verdict(question) => {
                rule_on_game(game, bytes, question).into_iter().map(VerdictAnswer::from).collect()
            }
            VerdictRequest::Mating(question) => {
                answer_for_game(game, bytes, question).into_iter().map(VerdictAnswer::from).collect()
            }
        })
    }

    fn answer_position(self, line: Option<&PositionLine>) -> Answers {
        self.answers(match self.request {
            VerdictRequest::Verdict(question) => {
                rule_on_line(line, question).into_iter().map(VerdictAnswer::from).collect()
            }
            VerdictRequest::Mating(question) => {
                answer_for_position(line, question).into_iter().map(VerdictAnswer::from).collect()
            }
        })
    }

    /// Rules on the position in a line without line end and surrounding white space.
    pub(super) fn position_text(self, text: &[u8], format: PositionFormat) -> Ruled {
        let line = PositionLine::parse(text, format);
        let found = read_position(text, &(0..text.len()), format, ErrorSummary::rules());
        let answers = self.answer_position(line.as_ref());
        // If the event is about the illegal position, the illegal position is not an error in the record.
        let is_expected = !answers.all.is_empty() && answers.all.iter().all(VerdictAnswer::rules_on_illegal_position);
        let faults = ErrorSummary::from_report(&found, &mut Locator::new(text)).filter(|_| !is_expected);
        Ruled { line: 1, is_position: true, answers, text: None, faults, found: None }
    }

    pub(super) fn answer_text(self, text: &[u8]) -> Answers {
        self.answer_game(&self.read(text, 0), text)
    }

    #[cfg_attr(not(feature = "chasolver"), expect(clippy::unused_self, reason = "its arguments ask for opinions"))]
    fn answers(self, all: Vec<VerdictAnswer>) -> Answers {
        Answers {
            #[cfg(feature = "chasolver")]
            seconds: super::agreement::second_opinions(self.args, &all),
            all,
        }
    }
}

impl VerdictAnswer {
    /// The note that the question does not apply to the record, if so.
    pub(super) fn refusal(&self) -> Option<&VerdictNote> {
        let remarks = match self {
            Self::Ruling(ruling) => &ruling.remarks,
            Self::Mating(mating) => &mating.remarks,
        };
        remarks.iter().find(|remark| remark.is_refusal())
    }

    fn rules_on_illegal_position(&self) -> bool {
        let Self::Ruling(ruling) = self else { return false };
        let has = |is: fn(&VerdictNote) -> bool| ruling.remarks.iter().any(is);
        let is_queened = has(|remark| matches!(remark, VerdictNote::Queened(_)));
        let has_stood = has(|remark| matches!(remark, VerdictNote::AfterIllegalMove(_)));
        has_stood || ruling.event.is_some() && (ruling.fault.is_some() || is_queened)
    }
}

impl From<Ruling> for VerdictAnswer {
    fn from(ruling: Ruling) -> Self {
        Self::Ruling(Box::new(ruling))
    }
}

impl From<Mating> for VerdictAnswer {
    fn from(mating: Mating) -> Self {
        Self::Mating(Box::new(mating))
    }
}

impl Fold for Adjudicate<'_> {
    type Item = Ruled;

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, ErrorSummary::rules() | self.condition_rules)
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<Ruled> {
        if game.status == Validity::NoGame && game.report.findings.is_empty() {
            return None;
        }
        let waits = self.waits_for_number && game.status != Validity::NoGame;
        let answers = if waits { Answers::default() } else { self.answer_game(game, bytes) };
        let text = waits.then(|| bytes.keep(span.clone()));
        let lead = bytes[span.clone()].len() - bytes[span.clone()].trim_ascii_start().len();
        let found = Some((span.start + lead, mem::take(&mut game.report)));
        Some(Ruled { line: 1, is_position: false, answers, text, faults: None, found })
    }

    fn position(&self, line: &Line, format: PositionFormat) -> Ruled {
        self.position_text(line.text(), format)
    }

    fn place<'t>(items: impl Iterator<Item = &'t mut Ruled>, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for ruled in items {
            let Some((start, found)) = ruled.found.take() else { continue };
            ruled.line = locator.place(start).line;
            ruled.faults = ErrorSummary::from_report(&found, &mut locator);
        }
    }
}

impl Ruled {
    pub(super) fn is_between_games(&self) -> bool {
        self.answers.all.is_empty() && self.text.is_none()
    }

    /// Adds the number of lines before the chunk.
    pub(super) fn add_lines(&mut self, lines: u64) {
        self.line += lines;
        if let Some(faults) = &mut self.faults {
            faults.line += lines;
        }
    }
}
