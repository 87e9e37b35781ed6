//! What adjudicating does with each game, and what a part of a text amounts to.

use crate::game::answer_notes::rule_on_line;
use crate::game::error_summary::ErrorSummary;
use crate::game::mating::{Mating, MatingQuestion, ask_of_game, ask_of_position};
use crate::game::position_line::PositionLine;
use crate::game::positions::{PositionFormat, read_position};
use crate::game::replay::{Game, RuleReport, Validity, read_game};
use crate::game::ruling::{Question, Ruling, rule_on_game};
use crate::game::verdict_note::VerdictNote;
use crate::options::{Match, SelectionArgs};
use crate::pgn::place::{Locator, Span};
use crate::pgn::text;
use crate::pipeline::GameWork;
use crate::witness::{SecondOpinion, second_views_of_mating, second_views_of_ruling};

/// What is asked about each record.
#[derive(Debug)]
pub enum VerdictRequest {
    /// What the Laws make of it.
    Verdict(Box<Question>),
    /// Whether a side can still mate.
    Mating(MatingQuestion),
}

/// Reads games and rules on them.
#[derive(Clone, Copy)]
pub(super) struct Adjudicate<'a> {
    pub(super) asked: &'a VerdictRequest,
    /// Which games are looked at.
    pub(super) selection: &'a SelectionArgs,
    /// Whether another program is asked, too.
    pub(super) cross_check: bool,
}

/// Successive games of a text.
#[derive(Default)]
pub(super) struct Part {
    pub(super) games: Vec<Ruled>,
    /// How many lines end in its bytes.
    pub(super) lines: u64,
    /// What was found in the games, until their lines are counted.
    found: Vec<(usize, RuleReport)>,
}

/// A game that was ruled on, or text between games in which there are faults.
pub(super) struct Ruled {
    /// The line it begins in. Lines count from the part's beginning until they are placed.
    pub(super) line: u64,
    /// Whether it fulfils the condition of the selection; `None` for what is no game.
    pub(super) matched: Option<Match>,
    /// One answer for each rule set or side; none for what is no game, or was not chosen, or waits in `text`.
    pub(super) answers: Vec<Said>,
    /// The text of a game that is ruled on once its number is known, where games are chosen by number.
    pub(super) text: Option<Vec<u8>>,
    /// What the other program makes of these answers.
    pub(super) seconds: Vec<SecondOpinion>,
    /// What `validate` calls errors in it.
    pub(super) faults: Option<ErrorSummary>,
}

/// An answer to what was asked.
pub(super) enum Said {
    Ruling(Box<Ruling>),
    Mating(Box<Mating>),
}

impl Adjudicate<'_> {
    fn of_game(self, game: &Game, bytes: &[u8]) -> Vec<Said> {
        match self.asked {
            VerdictRequest::Verdict(question) => {
                rule_on_game(game, bytes, question).into_iter().map(Said::from).collect()
            }
            VerdictRequest::Mating(question) => {
                ask_of_game(game, bytes, question).into_iter().map(Said::from).collect()
            }
        }
    }

    fn of_position(self, line: Option<&PositionLine>) -> Vec<Said> {
        match self.asked {
            VerdictRequest::Verdict(question) => rule_on_line(line, question).into_iter().map(Said::from).collect(),
            VerdictRequest::Mating(question) => ask_of_position(line, question).into_iter().map(Said::from).collect(),
        }
    }

    /// The games of a text that is at hand.
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

    /// The answers to what is asked about a game, by its text, and what the other program makes of them.
    pub(super) fn of_text(self, text: &[u8]) -> (Vec<Said>, Vec<SecondOpinion>) {
        let answers = self.of_game(&self.game(text, 0), text);
        let seconds = self.seconds(&answers);
        (answers, seconds)
    }

    fn seconds(self, answers: &[Said]) -> Vec<SecondOpinion> {
        let seconds = |answer: &Said| match answer {
            Said::Ruling(ruling) => second_views_of_ruling(ruling),
            Said::Mating(mating) => second_views_of_mating(mating),
        };
        if self.cross_check { answers.iter().flat_map(seconds).collect() } else { Vec::new() }
    }
}

impl Said {
    /// Why there is no answer: the question is about something that is not in the record.
    pub(super) fn refusal(&self) -> Option<&VerdictNote> {
        let remarks = match self {
            Self::Ruling(ruling) => &ruling.remarks,
            Self::Mating(mating) => &mating.remarks,
        };
        remarks.iter().find(|remark| remark.is_refusal())
    }

    /// Whether it says what an event comes to in an illegal position.
    fn answers_fault(&self) -> bool {
        let Self::Ruling(ruling) = self else { return false };
        let is_queened = ruling.remarks.iter().any(|remark| matches!(remark, VerdictNote::Queened(_)));
        ruling.event.is_some() && (ruling.fault.is_some() || is_queened)
    }
}

impl From<Ruling> for Said {
    fn from(ruling: Ruling) -> Self {
        Self::Ruling(Box::new(ruling))
    }
}

impl From<Mating> for Said {
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
        if game.status == Validity::Nothing && game.report.findings.is_empty() {
            return;
        }
        let matched = (game.status != Validity::Nothing).then(|| self.selection.evaluate(game, bytes));
        if matched.is_some_and(|matched| !matched.is_selected) {
            part.found.push((span.start, RuleReport::default()));
            let (answers, seconds) = (Vec::new(), Vec::new());
            return part.games.push(Ruled { line: 1, matched, answers, text: None, seconds, faults: None });
        }
        let waits = self.selection.game.is_some() && game.status != Validity::Nothing;
        let answers = if waits { Vec::new() } else { self.of_game(game, bytes) };
        let text = waits.then(|| bytes[span.clone()].to_vec());
        let seconds = self.seconds(&answers);
        let lead = bytes[span.clone()].len() - bytes[span.clone()].trim_ascii_start().len();
        part.found.push((span.start + lead, std::mem::take(&mut game.report)));
        part.games.push(Ruled { line: 1, matched, answers, text, seconds, faults: None });
    }

    fn close(&self, part: &mut Part, bytes: &[u8]) {
        let mut locator = Locator::new(bytes);
        for (ruled, (start, found)) in part.games.iter_mut().zip(part.found.drain(..)) {
            ruled.line = locator.place(start).line;
            ruled.faults = ErrorSummary::of(&found, &mut locator);
        }
        part.lines = text::count_line_ends(bytes) as u64;
    }
}

impl Ruled {
    /// A line that states a position, with its line end and white space cut off.
    pub(super) fn position(text: &[u8], notation: PositionFormat, work: Adjudicate<'_>) -> Self {
        let line = PositionLine::read(text, notation);
        let found = read_position(text, &(0..text.len()), notation, ErrorSummary::rules());
        let answers = work.of_position(line.as_ref());
        let seconds = work.seconds(&answers);
        // Where an event answers what is illegal about the position, that is no error in the record.
        let is_answered = !answers.is_empty() && answers.iter().all(Said::answers_fault);
        let faults = ErrorSummary::of(&found, &mut Locator::new(text)).filter(|_| !is_answered);
        Self { line: 1, matched: None, answers, text: None, seconds, faults }
    }

    /// Whether it fulfils the condition, if there is one about it.
    pub(super) fn is_selected(&self) -> bool {
        self.matched.is_none_or(|matched| matched.is_selected)
    }

    /// Whether it is text that belongs to no game.
    pub(super) fn is_stray(&self) -> bool {
        self.is_selected() && self.answers.is_empty() && self.text.is_none()
    }

    /// The same with the lines of the text that stand before it.
    pub(super) fn behind(mut self, lines: u64) -> Self {
        self.line += lines;
        if let Some(faults) = &mut self.faults {
            faults.line += lines;
        }
        self
    }
}
