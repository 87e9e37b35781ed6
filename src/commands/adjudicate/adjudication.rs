//! What `adoube adjudicate` does with each game and its answers: the work of the threads, the report, counts, the exit
//! status.

use std::{io, mem};

use crate::commands::baseline::{KnownFindings, Subject};
use crate::commands::driver::{Chosen, Command, Fold, Line, Run};
use crate::commands::error::Refused;
use crate::commands::{Error, ExitStatus, failure};
use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::{Game, RuleReport, Validity, read_game};
use crate::game::rules::RuleSet;
use crate::game::verdict::answer_notes::rule_on_line;
use crate::game::verdict::error_summary::ErrorSummary;
use crate::game::verdict::mating::{Mating, MatingAnswer, MatingQuestion, answer_for_game, answer_for_position};
use crate::game::verdict::note::VerdictNote;
use crate::game::verdict::position_line::PositionLine;
use crate::game::verdict::ruling::{Ruling, RulingQuestion, rule_on_game};
use crate::input::InputError;
use crate::laws::verdict::Decision;
use crate::options::Output;
use crate::parts::output;
use crate::pgn::place::{Locator, Span};
use crate::pipeline::{ChunkText, KeptText, Pipeline};
use crate::report::numbered_record;
use crate::report::verdicts::mating::{MatingCount, MatingEntry};
use crate::report::verdicts::{VerdictCounts, VerdictEntry, VerdictReporter};

use super::Args;

/// The results of the games so far.
pub(super) struct Adjudication<'a> {
    pub(super) work: Adjudicate<'a>,
    pub(super) reporter: VerdictReporter<&'a mut Output>,
    pub(super) header: u64,
    /// The only game so far, if the question is about one game.
    only: Option<Chosen<Adjudicate<'a>>>,
    pub(super) count: Counts,
    #[cfg(feature = "chasolver")]
    pub(super) agreement: super::agreement::Agreement,
}

pub(super) enum Counts {
    Verdicts(VerdictCounts),
    Answers(MatingCount),
}

impl<'a> Adjudication<'a> {
    pub(super) fn begin(work: Adjudicate<'a>, out: &'a mut Output) -> Result<Self, Error> {
        let writing = |error| Error::of_writing(error, ExitStatus::Clean);
        let mut reporter = reporter(work, out)?;
        let header = reporter.flushed().map_err(writing)?.written();
        Ok(Self {
            work,
            reporter,
            header,
            only: None,
            count: Counts::new(work.request),
            #[cfg(feature = "chasolver")]
            agreement: super::agreement::Agreement::default(),
        })
    }

    /// Reports the answers for a game or position.
    pub(super) fn report(&mut self, ruled: &Ruled, file: &str, game: u64, run: &mut Run) -> io::Result<()> {
        let &Ruled { line, is_position, ref answers, ref faults, .. } = ruled;
        let faults = faults.as_ref();
        if let Some(refusal) = answers.all.iter().find_map(VerdictAnswer::refusal) {
            let record = numbered_record(game, is_position);
            run.failed_at(file, Some(line), format_args!("{record}: {refusal}"));
            return Ok(());
        }
        if ruled.has_errors() && !ruled.is_known {
            self.add_faults(is_position, run);
        }
        for answer in &answers.all {
            // That known errors leave no verdict is known, too.
            let is_excused = ruled.has_errors() && ruled.is_known && answer.is_missing();
            if self.count.add(answer) && !is_excused {
                run.add(ExitStatus::Findings);
            }
            if self.work.args.disagreements && matches!(answer, VerdictAnswer::Ruling(ruling) if !ruling.is_disputed())
            {
                continue;
            }
            let reporter = &mut self.reporter;
            run.progress.suspend(|| match answer {
                VerdictAnswer::Ruling(ruling) => {
                    reporter.ruling(&VerdictEntry { file, game, is_position, line, answer: ruling, errors: faults })
                }
                VerdictAnswer::Mating(mating) => {
                    reporter.mating(&MatingEntry { file, game, is_position, line, answer: mating, errors: faults })
                }
            })?;
        }
        #[cfg(feature = "chasolver")]
        self.agreement.add(&answers.seconds, file, game, run);
        Ok(())
    }

    /// Counts a game or position that has errors by the rules of `validate`.
    fn add_faults(&mut self, is_position: bool, run: &mut Run) {
        match &mut self.count {
            Counts::Verdicts(count) => count.add_errors(is_position),
            Counts::Answers(count) => count.add_errors(is_position),
        }
        run.add(ExitStatus::Findings);
    }

    /// Keeps a game until it is certain that it is the only one; fails on a second one.
    fn keep_only(&mut self, game: Chosen<Adjudicate<'a>>) -> io::Result<()> {
        if self.only.is_some() {
            let message = "there is more than one game, but an event, a claim or touched pieces are about one game; select \
                           it with --game N";
            return Err(Refused(message.to_owned()).into());
        }
        self.only = Some(game);
        Ok(())
    }

    /// Reports the only game, and ends the report.
    pub(super) fn finish(&mut self, run: &mut Run) -> io::Result<()> {
        if let Some(Chosen { item, text, number, .. }) = self.only.take() {
            self.report(&item, &text.name, number, run)?;
        }
        self.reporter.end()
    }
}

impl<'a> Command for Adjudication<'a> {
    type Fold = Adjudicate<'a>;
    type TextState = ();

    const NUMBERS_TEXT_BETWEEN_GAMES: bool = false;

    fn fold(&self, _name: &str) -> Adjudicate<'a> {
        self.work
    }

    fn complete(&self, mut games: Vec<&mut Ruled>, pipeline: &Pipeline) {
        let texts: Vec<KeptText> = games.iter_mut().filter_map(|ruled| ruled.text.take()).collect();
        let work = self.work;
        let answers = pipeline.map(&texts, |text| work.answer_text(text));
        for (ruled, answers) in games.into_iter().zip(answers) {
            ruled.answers = answers;
        }
    }

    fn game(&mut self, mut chosen: Chosen<Adjudicate<'a>>, (): &mut (), run: &mut Run) -> io::Result<()> {
        chosen.item.add_lines(chosen.corner.lines);
        let Chosen { item, text, number, .. } = &chosen;
        if item.is_between_games() {
            if let Some(ErrorSummary { rule, line, message, .. }) = &item.faults {
                if item.has_errors() && !item.is_known {
                    run.add(ExitStatus::Findings);
                }
                run.warning(format_args!("{}:{line}: [{}] {message}", text.name, rule.info().code));
            }
            Ok(())
        } else if self.work.args.needs_single_game() {
            self.keep_only(chosen)
        } else {
            self.report(item, &text.name, *number, run)
        }
    }

    fn failed(&mut self, error: &InputError, run: &mut Run) -> io::Result<()> {
        run.failed(error);
        self.reporter.failure(&failure(error))
    }
}

/// Begins the report.
pub(super) fn reporter<'a>(
    work: Adjudicate<'a>,
    out: &'a mut Output,
) -> Result<VerdictReporter<&'a mut Output>, Error> {
    let is_mating = matches!(work.request, VerdictRequest::Mating(_));
    #[cfg(feature = "python")]
    if let Some(sink) = &work.args.run.output.rows {
        return Ok(VerdictReporter::of_rows(sink.clone(), is_mating, out));
    }
    let reporter = VerdictReporter::begin(work.args.report_format(), is_mating, out);
    reporter.map_err(|error| Error::of_writing(error, ExitStatus::Clean))
}

impl Counts {
    /// No answers yet.
    pub(super) fn new(request: &VerdictRequest) -> Self {
        match request {
            VerdictRequest::Verdict(_) => Self::Verdicts(VerdictCounts::default()),
            VerdictRequest::Mating(_) => Self::Answers(MatingCount::default()),
        }
    }

    /// The numbers, to be stored.
    pub(super) fn numbers(&mut self) -> output::Counts {
        self.each().into_iter().map(|(name, number)| (name.to_owned(), *number)).collect()
    }

    /// Adds stored numbers.
    pub(super) fn add_numbers(&mut self, numbers: &output::Counts) {
        for (name, number) in self.each() {
            *number += numbers.get(name).copied().unwrap_or_default();
        }
    }

    fn each(&mut self) -> Vec<(&'static str, &mut u64)> {
        match self {
            Self::Verdicts(counts) => counts.numbers().collect(),
            Self::Answers(counts) => counts.numbers().collect(),
        }
    }

    /// Counts an answer; returns whether it is a finding.
    fn add(&mut self, answer: &VerdictAnswer) -> bool {
        match (self, answer) {
            (Self::Verdicts(count), VerdictAnswer::Ruling(ruling)) => count.add(ruling),
            (Self::Answers(count), VerdictAnswer::Mating(mating)) => count.add(mating),
            _ => false,
        }
    }

    pub(super) fn total(&self) -> u64 {
        match self {
            Self::Verdicts(count) => count.total(),
            Self::Answers(count) => count.total(),
        }
    }

    /// The notes that hold for many verdicts: the end of the summary.
    pub(super) fn notes(&self) -> String {
        match self {
            Self::Verdicts(count) => count.notes(),
            Self::Answers(_) => String::new(),
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Verdicts(count) => count.text(),
            Self::Answers(count) => count.text(),
        }
    }
}

// The work of `adoube adjudicate` on each game.

/// The question about each record.
#[derive(Debug)]
pub enum VerdictRequest {
    Verdict(Box<RulingQuestion>),
    /// Whether a side can still mate.
    Mating(MatingQuestion),
}

/// Reads games and rules on them.
#[derive(Clone, Copy)]
pub(super) struct Adjudicate<'a> {
    pub(super) args: &'a Args,
    pub(super) request: &'a VerdictRequest,
    pub(super) condition_rules: RuleSet,
    /// The findings of `--baseline`.
    pub(super) known: Option<&'a KnownFindings>,
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
    /// Whether the baseline knows all of these errors.
    is_known: bool,
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
        let is_known = self.knows(&found, text, || Subject::of_text(text));
        Ruled { line: 1, is_position: true, answers, text: None, faults, is_known, found: None }
    }

    /// Whether the baseline knows all errors in a report on these bytes.
    fn knows(self, report: &RuleReport, bytes: &[u8], subject: impl FnOnce() -> Subject) -> bool {
        let rest = self.known.map(|known| known.rest(report, subject));
        rest.is_some_and(|rest| {
            ErrorSummary::from_report(&rest, &mut Locator::new(bytes)).is_none_or(|rest| !rest.is_error())
        })
    }

    fn answer_text(self, text: &[u8]) -> Answers {
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

    /// Whether there is no answer, as for a record with errors.
    fn is_missing(&self) -> bool {
        match self {
            Self::Ruling(ruling) => matches!(ruling.verdict.decision, Decision::Undetermined | Decision::NotAGame),
            Self::Mating(mating) => mating.answer == MatingAnswer::Undetermined,
        }
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
    type Sum = ();

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
        let is_known = self.knows(&game.report, bytes, || Subject::of_game(game, bytes, &bytes[span.clone()]));
        let found = Some((span.start + lead, mem::take(&mut game.report)));
        Some(Ruled { line: 1, is_position: false, answers, text, faults: None, is_known, found })
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

    fn has_errors(&self) -> bool {
        self.faults.as_ref().is_some_and(ErrorSummary::is_error)
    }

    /// Adds the number of lines before the chunk.
    fn add_lines(&mut self, lines: u64) {
        self.line += lines;
        if let Some(faults) = &mut self.faults {
            faults.line += lines;
        }
    }
}
