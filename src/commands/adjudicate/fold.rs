//! The work of `adjudicate` on each game, as the pipeline runs it in parallel.

use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::{Game, RuleReport, Validity, read_game};
use crate::game::verdict::answer_notes::rule_on_line;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::mating::{Mating, MatingQuestion, answer_for_game, answer_for_position};
use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::position_line::PositionLine;
use crate::game::verdict::ruling::{Question, Ruling, rule_on_game};
use crate::options::{Match, SelectionArgs};
use crate::pgn::place::{Locator, Span};
use crate::pgn::text;
use crate::pipeline::GameWork;
use crate::witness::{SecondOpinion, second_views_of_mating, second_views_of_ruling};

/// The question about each record.
#[derive(Debug)]
pub enum VerdictRequest {
    /// The verdict by the Laws.
    Verdict(Box<Question>),
    /// Whether a side can still mate.
    Mating(MatingQuestion),
}

/// Reads games and rules on them.
#[derive(Clone, Copy)]
pub(super) struct Adjudicate<'a> {
    pub(super) request: &'a VerdictRequest,
    /// The games to rule on.
    pub(super) selection: &'a SelectionArgs,
    /// Whether to compare with the second library.
    pub(super) cross_check: bool,
}

/// The results of a run of successive games.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Ruled>,
    /// The number of line ends in its bytes.
    pub(super) lines: u64,
    /// The offsets and findings of the games, until their lines are counted.
    found: Vec<(usize, RuleReport)>,
}

/// A game with its answers, or text between games with errors.
pub(super) struct Ruled {
    /// The number of its first line: within the part, until [`Ruled::shifted`] makes it one within the file.
    pub(super) line: u64,
    /// Whether it matches the condition of the selection; `None` for text that is not a game.
    pub(super) matched: Option<Match>,
    /// One answer for each rule set or side. Empty if it is not a game, was not selected, or waits in `text`.
    pub(super) answers: Vec<VerdictAnswer>,
    /// The text of a game, if games are selected by number: it is ruled on once its number is known.
    pub(super) text: Option<Vec<u8>>,
    /// The opinions of the second library on these answers.
    pub(super) seconds: Vec<SecondOpinion>,
    /// Its errors by the rules of `validate`.
    pub(super) faults: Option<ErrorSummary>,
}

/// The answer to a request.
pub(super) enum VerdictAnswer {
    Ruling(Box<Ruling>),
    Mating(Box<Mating>),
}

impl Adjudicate<'_> {
    fn answer_game(self, game: &Game, bytes: &[u8]) -> Vec<VerdictAnswer> {
        match self.request {
            VerdictRequest::Verdict(question) => {
                rule_on_game(game, bytes, question).into_iter().map(VerdictAnswer::from).collect()
            }
            VerdictRequest::Mating(question) => {
                answer_for_game(game, bytes, question).into_iter().map(VerdictAnswer::from).collect()
            }
        }
    }

    fn answer_position(self, line: Option<&PositionLine>) -> Vec<VerdictAnswer> {
        match self.request {
            VerdictRequest::Verdict(question) => {
                rule_on_line(line, question).into_iter().map(VerdictAnswer::from).collect()
            }
            VerdictRequest::Mating(question) => {
                answer_for_position(line, question).into_iter().map(VerdictAnswer::from).collect()
            }
        }
    }

    /// Rules on all games of a text in memory.
    pub(super) fn part(self, bytes: &[u8]) -> Part {
        let mut part = Part::default();
        let mut at = 0;
        while at < bytes.len() {
            let mut game = self.game(bytes, at);
            let span = game.span.clone();
            at = span.end;
            self.absorb(&mut part, &mut game, bytes, span);
        }
        self.close(&mut part, bytes);
        part
    }

    /// The answers for the game in a text, and the opinions of the second library on them.
    pub(super) fn answer_text(self, text: &[u8]) -> (Vec<VerdictAnswer>, Vec<SecondOpinion>) {
        let answers = self.answer_game(&self.game(text, 0), text);
        let seconds = self.second_opinions(&answers);
        (answers, seconds)
    }

    fn second_opinions(self, answers: &[VerdictAnswer]) -> Vec<SecondOpinion> {
        let opinions = |answer: &VerdictAnswer| match answer {
            VerdictAnswer::Ruling(ruling) => second_views_of_ruling(ruling),
            VerdictAnswer::Mating(mating) => second_views_of_mating(mating),
        };
        if self.cross_check { answers.iter().flat_map(opinions).collect() } else { Vec::new() }
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

    /// Whether it rules on an event in an illegal position.
    fn rules_on_illegal_position(&self) -> bool {
        let Self::Ruling(ruling) = self else { return false };
        let is_queened = ruling.remarks.iter().any(|remark| matches!(remark, VerdictNote::Queened(_)));
        ruling.event.is_some() && (ruling.fault.is_some() || is_queened)
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

impl GameWork for Adjudicate<'_> {
    type Part = Part;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, ErrorSummary::rules() | self.selection.rules())
    }

    fn absorb(&self, part: &mut Part, game: &mut Game, bytes: &[u8], span: Span) {
        if game.status == Validity::NoGame && game.report.findings.is_empty() {
            return;
        }
        let matched = (game.status != Validity::NoGame).then(|| self.selection.evaluate(game, bytes));
        if matched.is_some_and(|matched| !matched.is_selected) {
            part.found.push((span.start, RuleReport::default()));
            let (answers, seconds) = (Vec::new(), Vec::new());
            return part.games.push(Ruled { line: 1, matched, answers, text: None, seconds, faults: None });
        }
        let waits = self.selection.game.is_some() && game.status != Validity::NoGame;
        let answers = if waits { Vec::new() } else { self.answer_game(game, bytes) };
        let text = waits.then(|| bytes[span.clone()].to_vec());
        let seconds = self.second_opinions(&answers);
        let lead = bytes[span.clone()].len() - bytes[span.clone()].trim_ascii_start().len();
        part.found.push((span.start + lead, std::mem::take(&mut game.report)));
        part.games.push(Ruled { line: 1, matched, answers, text, seconds, faults: None });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for (ruled, (start, found)) in part.games.iter_mut().zip(part.found.drain(..)) {
            ruled.line = locator.place(start).line;
            ruled.faults = ErrorSummary::from_report(&found, &mut locator);
        }
        part.lines = text::count_line_ends(bytes) as u64;
    }
}

impl Ruled {
    /// Rules on the position in a line without line end and surrounding white space.
    pub(super) fn position(text: &[u8], format: PositionFormat, work: Adjudicate<'_>) -> Self {
        let line = PositionLine::parse(text, format);
        let found = read_position(text, &(0..text.len()), format, ErrorSummary::rules());
        let answers = work.answer_position(line.as_ref());
        let seconds = work.second_opinions(&answers);
        // If the event is about the illegal position, the illegal position is not an error in the record.
        let is_expected = !answers.is_empty() && answers.iter().all(VerdictAnswer::rules_on_illegal_position);
        let faults = ErrorSummary::from_report(&found, &mut Locator::new(text)).filter(|_| !is_expected);
        Self { line: 1, matched: None, answers, text: None, seconds, faults }
    }

    /// Whether it matches the condition, if it is a game.
    pub(super) fn is_selected(&self) -> bool {
        self.matched.is_none_or(|matched| matched.is_selected)
    }

    /// Whether it is text outside games.
    pub(super) fn is_stray(&self) -> bool {
        self.is_selected() && self.answers.is_empty() && self.text.is_none()
    }

    /// Adds the number of lines before it in the file.
    pub(super) fn shifted(mut self, lines: u64) -> Self {
        self.line += lines;
        if let Some(faults) = &mut self.faults {
            faults.line += lines;
        }
        self
    }
}
