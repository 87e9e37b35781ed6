//! What `adoube validate` does with each game: counts, findings, copies, and the two files of `--split-to`.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use crate::commands::boundary::TextEnd;
use crate::commands::driver::{Chosen, Command, Line, Run, Text, TextNote};
use crate::commands::error::Refused;
use crate::commands::outputs::OneFormat;
use crate::commands::{Error, ExitStatus, failure, outputs};
use crate::game::Evidence;
use crate::game::finding::tally::{BaselineCounts, Tally, digits};
use crate::game::finding::{Excerpt, Finding, ReportedFinding};
use crate::game::replay::Validity;
use crate::game::rules::{Rule, RuleSet, Severity};
use crate::input::{InputError, OutputError, Sink};
use crate::options::{InputFormat, Output};
use crate::parts::InputPart;
use crate::parts::output::OncePerText;
use crate::pgn::place::Place;
use crate::report::{Diagnostics, Reporter};

use super::fold::{Details, GameResult, Validate, is_mark};
use super::{Args, ShownRules, counter_of_fixes};
use crate::commands::baseline::{Baseline, Subject};

/// The results of the games so far.
pub(super) struct Validation<'a> {
    args: &'a Args,
    pub(super) shown: ShownRules,
    work: Validate<'a>,
    pub(super) reporter: Reporter<&'a mut Output>,
    pub(super) header: u64,
    /// With `--partial`, the findings that each text has only once.
    pub(super) once: Vec<OncePerText>,
    pub(super) baseline: Option<Baseline>,
    /// The copies of games without errors, and of the others.
    pub(super) copies: Option<Copies>,
    pub(super) tally: Tally,
    #[cfg(feature = "cross-check")]
    pub(super) agreement: super::agreement::Agreement,
}

/// What was reported about a text.
#[derive(Default)]
pub(super) struct Reported {
    written: u64,
    /// The rules with one finding per text that this text already has.
    rules: RuleSet,
    /// Those of them of which it has a new finding, and those of which it has a known one.
    once: [RuleSet; 2],
    /// Where its last game was copied to.
    last_copy: Option<LastCopy>,
    /// The positions of a file of positions, with their lines, if doubled ones are reported.
    positions: HashMap<u128, u64>,
    /// Whether there were too many to remember all.
    has_more_positions: bool,
}

/// How many positions of a file are remembered. They take about 50 MB.
const MAX_POSITIONS: usize = 1 << 20;

impl Reported {
    /// The finding that the position of this line was there before, if so.
    fn doubled(&mut self, hash: u128, mut found: ReportedFinding, line: u64) -> Option<ReportedFinding> {
        if let Some(first) = self.positions.get(&hash) {
            found.finding.evidence = Evidence::Message(format!("the same position as in line {first}"));
            return Some(found);
        }
        if self.positions.len() < MAX_POSITIONS {
            self.positions.insert(hash, line);
        } else {
            self.has_more_positions = true;
        }
        None
    }

    /// Whether the text already has a finding of this rule, and needs only one.
    fn has(&mut self, rule: Rule, is_known: bool) -> bool {
        let rules = &mut self.once[usize::from(is_known)];
        let has = rules.contains(rule);
        if is_reported_once(rule) {
            rules.insert(rule);
        }
        has
    }
}

impl<'a> Validation<'a> {
    /// Begins the copies.
    pub(super) fn new(
        args: &'a Args,
        baseline: Option<Baseline>,
        mut reporter: Reporter<&'a mut Output>,
    ) -> Result<Self, Error> {
        let copies = args.split_to().map(|(good, bad)| Copies::create(good, bad)).transpose()?;
        let tally = Tally { baseline: baseline.as_ref().map(|_| BaselineCounts::default()), ..Tally::default() };
        if baseline.is_some() {
            reporter.expect_known_findings();
        }
        let shown = args.rules();
        let writing = |error| Error::of_writing(error, ExitStatus::Clean);
        let header = reporter.flushed().map_err(writing)?.written();
        Ok(Self {
            args,
            shown,
            work: Validate::new(args, shown),
            reporter,
            header,
            once: Vec::new(),
            baseline,
            copies,
            tally,
            #[cfg(feature = "cross-check")]
            agreement: super::agreement::Agreement::default(),
        })
    }

    fn count(&mut self, game: &GameResult, format: InputFormat, run: &mut Run) {
        let tally = &mut self.tally;
        tally.games += u64::from(game.validity != Validity::NoGame);
        tally.positions += u64::from(format.has_positions());
        tally.reports += u64::from(format == InputFormat::Trf);
        tally.valid += u64::from(game.validity == Validity::Valid);
        tally.invalid += u64::from(game.validity == Validity::Invalid);
        tally.unchecked += u64::from(game.validity == Validity::Unchecked);
        tally.plies += u64::from(game.plies);
        if self.args.require_checked && game.validity == Validity::Unchecked {
            run.add(ExitStatus::Findings);
        }
    }

    fn count_rules(&mut self, counts: &[(Rule, Severity, u64)], reported: &Reported) {
        for &(rule, severity, count) in counts {
            let counts = self.shown.shows(rule, severity) || severity == Severity::Error;
            if counts && !(is_reported_once(rule) && reported.rules.contains(rule)) {
                self.tally.add(rule, severity, if is_reported_once(rule) { 1 } else { count });
            }
        }
    }

    /// Counts the findings that have a fix.
    fn count_fixes(&mut self, details: &Details) {
        for (&(_, applicability), count) in details.fixes.iter().filter(|((rule, _), _)| !is_counted_alone(*rule)) {
            self.tally.add_fixes(applicability, *count);
        }
    }

    /// Counts a finding, and reports it if it is new. Returns whether it is known.
    fn finding(
        &mut self,
        file: &str,
        located: &ReportedFinding,
        subject: Option<&Subject>,
        reported: &mut Reported,
        run: &mut Run,
    ) -> io::Result<bool> {
        let rule = located.finding.rule;
        let known = self.baseline.as_mut().zip(subject).and_then(|(baseline, subject)| baseline.find(subject, located));
        let is_known = known.is_some();
        if reported.has(rule, is_known) {
            return Ok(is_known);
        }
        if let Some(counts) = &mut self.tally.baseline {
            let count = if is_known { &mut counts.known } else { &mut counts.new };
            *count += if let Evidence::More(more) = located.finding.evidence { more } else { 1 };
        }
        if let Some(fix) = located.fix.as_ref().filter(|_| is_counted_alone(rule)) {
            self.tally.add_fixes(fix.applicability, 1);
        }
        if !is_known && located.finding.severity >= self.args.fail_on {
            run.add(ExitStatus::Findings);
        }
        if self.args.max_findings.is_some_and(|most| reported.written >= most) {
            return Ok(is_known);
        }
        if let Some(reason) = known {
            run.progress.suspend(|| self.reporter.known_finding(file, located, &reason))?;
            return Ok(true);
        }
        reported.written += 1;
        run.progress.suspend(|| {
            let is_counted = self.args.partial.partial.is_some() && is_reported_once(rule);
            let start = if is_counted { self.reporter.flushed()?.written() } else { 0 };
            self.reporter.finding(file, located)?;
            if is_counted {
                let end = self.reporter.flushed()?.written();
                let (text, count) = (file.to_owned(), rule.code().to_owned());
                let fix_count = located.fix.as_ref().and_then(|fix| counter_of_fixes(fix.applicability));
                let fix_count = fix_count.map(ToOwned::to_owned);
                self.once.push(OncePerText { text, count, fix_count, start, end });
            }
            Ok(false)
        })
    }

    /// Notes the rules of a game that each text has only once.
    fn note_once(&mut self, rules: impl Iterator<Item = Rule>, text: &str, reported: &mut Reported) -> io::Result<()> {
        for rule in rules.filter(|rule| is_reported_once(*rule)) {
            let is_hidden = !self.once.iter().any(|once| once.text == text && once.count == rule.code());
            if self.args.partial.partial.is_some() && !reported.rules.contains(rule) && is_hidden {
                let at = self.reporter.flushed()?.written();
                let (text, count) = (text.to_owned(), rule.code().to_owned());
                self.once.push(OncePerText { text, count, fix_count: None, start: at, end: at });
            }
            reported.rules.insert(rule);
        }
        Ok(())
    }
}

impl<'a> Command for Validation<'a> {
    type Fold = Validate<'a>;
    type TextState = Reported;

    const TAKES_COMMENT_LINES: bool = true;

    fn fold(&self, _name: &str) -> Validate<'a> {
        self.work.clone()
    }

    fn game(&mut self, mut chosen: Chosen<Validate<'a>>, reported: &mut Reported, run: &mut Run) -> io::Result<()> {
        self.count(&chosen.item, chosen.text.format, run);
        if chosen.offset > 0 {
            chosen.item.name_stray_mark();
        }
        if let Some(details) = &mut chosen.item.details
            && let Some((hash, doubled)) = details.book.take().map(|book| *book)
            && let Some(finding) = reported.doubled(hash, doubled, chosen.corner.lines + 1)
        {
            details.counts.push((finding.finding.rule, finding.finding.severity, 1));
            details.located.push(finding);
        }
        let Some(details) = &chosen.item.details else { return Ok(()) };
        self.count_rules(&details.counts, reported);
        self.count_fixes(details);
        #[cfg(feature = "cross-check")]
        self.agreement.add(&chosen, details, run);
        let (mut has_known_error, mut has_new_error) = (false, false);
        for located in &details.located {
            let located = chosen.placed(located);
            if self.shown.shows(located.finding.rule, located.finding.severity) {
                let is_known = self.finding(&chosen.text.name, &located, details.subject.as_ref(), reported, run)?;
                let has_error = if is_known { &mut has_known_error } else { &mut has_new_error };
                *has_error |= located.finding.severity == Severity::Error;
            }
        }
        if let Some(counts) = &mut self.tally.baseline {
            let is_invalid = chosen.item.validity == Validity::Invalid;
            counts.known_invalid += u64::from(is_invalid && has_known_error && !has_new_error);
        }
        if details.counts.iter().any(|(rule, ..)| *rule == Rule::NoGames) {
            reported.rules.insert(Rule::NoGames);
        }
        self.note_once(details.counts.iter().map(|(rule, ..)| *rule), &chosen.text.name, reported)?;
        let Some(copies) = &mut self.copies else { return Ok(()) };
        copies.format.check(&chosen.text.name, chosen.text.format)?;
        let (number, format) = (chosen.number, chosen.text.format);
        let (stray, game) = match chosen.item.validity {
            Validity::NoGame if !details.located.is_empty() => (&*details.copy, &b""[..]),
            Validity::Invalid => (&*details.copy, &b""[..]),
            _ => details.copy.split_at(details.stray),
        };
        for (is_bad, text) in [(true, stray), (false, game)].into_iter().filter(|(_, text)| !text.is_empty()) {
            copies.add(is_bad, text, number, format, &mut reported.last_copy)?;
        }
        Ok(())
    }

    fn text_end(&mut self, text: &Text<Validate<'a>>, _: Option<&InputPart>, reported: &mut Reported, run: &mut Run) {
        if reported.has_more_positions {
            let most = digits(MAX_POSITIONS as u64);
            run.warning(format_args!(
                "{}: only its first {most} positions are compared with those that follow (F127); `adoube diff FILE` compares all",
                text.name
            ));
        }
    }

    fn takes_reports(&mut self, _: &Text<Validate<'a>>, _: &mut Run) -> io::Result<bool> {
        Ok(true)
    }

    /// Copies a comment of a file of positions to GOOD.
    fn comment_line(&mut self, line: &Line, text: &Text<Validate<'a>>, reported: &mut Reported) -> io::Result<()> {
        let Some(copies) = &mut self.copies else { return Ok(()) };
        if line.is_cut {
            let number = line.index + 1;
            return Err(Refused(format!("{}:{number}: this comment is too long to be copied", text.name)).into());
        }
        copies.format.check(&text.name, text.format)?;
        copies.add(false, &line.bytes, 0, text.format, &mut reported.last_copy)
    }

    /// Reports a finding about a text as a whole.
    fn text_note(
        &mut self,
        note: TextNote,
        text: &Text<Validate<'a>>,
        reported: &mut Reported,
        run: &mut Run,
    ) -> io::Result<()> {
        let rule = match note {
            TextNote::Utf16 => Rule::Utf16,
            TextNote::ByteOrderMark => Rule::ByteOrderMark,
            TextNote::NoGames { is_cut: true } if text.format == InputFormat::Pgn => return Ok(()),
            TextNote::NoGames { .. } => Rule::NoGames,
        };
        // A game may have said why there are none.
        if reported.rules.contains(rule) {
            return Ok(());
        }
        let severity = rule.severity();
        if !self.shown.shows(rule, severity) {
            return Ok(());
        }
        self.tally.add(rule, severity, 1);
        let evidence = match note {
            TextNote::NoGames { .. } => {
                let items = match text.format {
                    InputFormat::Pgn => "games",
                    InputFormat::Epd | InputFormat::Fen => "positions",
                    InputFormat::Trf => "records",
                };
                Evidence::Message(format!("the file contains no {items}; check whether its export or download failed"))
            }
            _ => Evidence::Nothing,
        };
        let finding = Finding { rule, severity, span: 0..0, moment: None, evidence, article: None, fen: None };
        let place = Place { line: 1, column: 1 };
        let excerpt = Excerpt { text: String::new(), lead: 0, length: 1 };
        let located = ReportedFinding {
            finding,
            game: 1,
            is_position: false,
            players: None,
            place,
            offset: 0,
            excerpt,
            fix: None,
        };
        let subject = Subject::of_file(&text.name);
        self.finding(&text.name, &located, Some(&subject), reported, run).map(drop)
    }

    fn failed(&mut self, error: &InputError, run: &mut Run) -> io::Result<()> {
        run.failed(error);
        self.reporter.failure(&failure(error))
    }
}

/// Whether fixes of this rule are counted with each finding, because not all findings of a game are reported.
fn is_counted_alone(rule: Rule) -> bool {
    is_mark(rule) || is_reported_once(rule)
}

/// Whether a rule is about the text as a whole, although a game shows it.
fn is_reported_once(rule: Rule) -> bool {
    matches!(rule, Rule::NotUtf8 | Rule::BareCarriageReturn)
}

// The two files of `--split-to`: games without errors, and the others.

/// The files, good and bad.
pub(super) struct Copies {
    files: [Sink; 2],
    ends: [TextEnd; 2],
    pub(super) format: OneFormat,
}

/// Where the last game of a text was copied to, and its number.
pub(super) struct LastCopy {
    is_bad: bool,
    number: u64,
}

impl Copies {
    fn create(good: &Path, bad: &Path) -> Result<Self, OutputError> {
        Ok(Self {
            files: [Sink::create_by_name(good)?, Sink::create_by_name(bad)?],
            ends: [TextEnd::default(); 2],
            format: OneFormat::default(),
        })
    }

    /// Copies a game, or text between games. Only between two games that were apart, line ends are added where the second
    /// would otherwise be read as a part of the first.
    pub(super) fn add(
        &mut self,
        is_bad: bool,
        game: &[u8],
        number: u64,
        format: InputFormat,
        last: &mut Option<LastCopy>,
    ) -> io::Result<()> {
        let (file, end) = (&mut self.files[usize::from(is_bad)], &mut self.ends[usize::from(is_bad)]);
        let follows = last.as_ref().is_some_and(|last| last.is_bad == is_bad && last.number + 1 >= number);
        if !follows {
            file.write_all(end.missing(game, format))?;
        }
        file.write_all(game)?;
        end.pass(game);
        *last = Some(LastCopy { is_bad, number });
        Ok(())
    }

    /// Puts the files in their places; after a failed run, both are left as they were.
    pub(super) fn finish(mut self, status: ExitStatus, diagnostics: &Diagnostics) -> io::Result<()> {
        // A full disk shows here, before one of the two is replaced.
        self.files.iter_mut().try_for_each(Sink::complete)?;
        // So does another run that writes there.
        self.files.iter().try_for_each(Sink::check).map_err(OutputError::into_io)?;
        for file in self.files {
            if status == ExitStatus::Failed && file.is_atomic() {
                outputs::report_unwritten(&file.into_path(), diagnostics);
            } else {
                file.commit().map_err(OutputError::into_io)?;
            }
        }
        Ok(())
    }
}
