//! What `adoube adjudicate` does with each game and its answers: the report, counts, the exit status.

use std::io;

use crate::commands::driver::{Chosen, Command, Run};
use crate::commands::error::Refused;
use crate::commands::{Error, ExitStatus};
use crate::game::verdict::error_summary::ErrorSummary;
use crate::options::Output;
use crate::parts::output;
use crate::pipeline::{KeptText, Pipeline};
#[cfg(feature = "python")]
use crate::report::columns::RecordRows;
use crate::report::mating::{self, MatingCount, MatingEntry};
use crate::report::verdicts::{self, VerdictCounts, VerdictEntry, VerdictReporter};
use crate::report::{Failure, numbered_record};

use super::fold::{Adjudicate, Ruled, VerdictAnswer, VerdictRequest};

/// The results of the games so far.
pub(super) struct Adjudication<'a> {
    pub(super) work: Adjudicate<'a>,
    pub(super) reporter: VerdictReporter<&'a mut Output>,
    /// The number of bytes of the header.
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
        if faults.is_some_and(ErrorSummary::is_error) {
            self.add_faults(is_position, run);
        }
        for answer in &answers.all {
            if self.count.add(answer) {
                run.add(ExitStatus::Findings);
            }
            let reporter = &mut self.reporter;
            run.progress.suspend(|| match answer {
                VerdictAnswer::Ruling(ruling) => {
                    reporter.ruling(&VerdictEntry { file, game, is_position, line, ruling, errors: faults })
                }
                VerdictAnswer::Mating(mating) => {
                    reporter.mating(&MatingEntry { file, game, is_position, line, mating, errors: faults })
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
        self.reporter.flushed().map(drop)
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
            if let Some(faults @ ErrorSummary { rule, line, message, .. }) = &item.faults {
                if faults.is_error() {
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

    fn failure(&mut self, failure: &Failure<'_>) -> io::Result<()> {
        self.reporter.failure(failure)
    }
}

/// Begins the report.
fn reporter<'a>(work: Adjudicate<'a>, out: &'a mut Output) -> Result<VerdictReporter<&'a mut Output>, Error> {
    #[cfg(feature = "python")]
    if let Some(sink) = &work.args.output.rows {
        let is_mating = matches!(work.request, VerdictRequest::Mating(_));
        return Ok(VerdictReporter::of_rows(RecordRows::of_verdicts(is_mating, sink.clone()), out));
    }
    let reporter = VerdictReporter::begin(work.args.report_format(), columns(work.request), out);
    reporter.map_err(|error| Error::of_writing(error, ExitStatus::Clean))
}

/// The columns of a table of answers.
pub(super) fn columns(request: &VerdictRequest) -> &'static [&'static str] {
    match request {
        VerdictRequest::Verdict(_) => &verdicts::COLUMNS,
        VerdictRequest::Mating(_) => &mating::COLUMNS,
    }
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

    /// The number of answers.
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
