//! What every run that reads games needs: messages, exit status, the games of a text or of a part of it.

use std::fmt::Display;
use std::io;
use std::ops::ControlFlow;

use crate::commands::{Error, ExitStatus, failure};
use crate::game::replay::Game;
use crate::input::{InputError, OpenedPart, Replacements, TextEnd, UnreadMembers};
use crate::options::InputFormat;
use crate::parts::tiling::{CoveredPart, Covers};
use crate::parts::{Digest, Unit};
use crate::pipeline::parts::{Beginning, first_game};
use crate::pipeline::{Collected, Digesting, GameExtent, GameSource, Pipeline};
use crate::progress::Progress;
use crate::report::Diagnostics;
use crate::report::terminal::numbers::counted;

use super::{Fold, FoldWork, LineColumn, PartOf};

/// The messages of a run on standard error, and its exit status.
pub(in crate::commands) struct Run {
    /// The progress bar, which messages interrupt.
    pub(in crate::commands) progress: Progress,
    pub(in crate::commands) diagnostics: Diagnostics,
    /// The status so far.
    pub(in crate::commands) status: ExitStatus,
}

impl Run {
    /// A run in which nothing was found yet.
    pub(in crate::commands) fn new(progress: Progress, diagnostics: Diagnostics) -> Self {
        Self { progress, diagnostics, status: ExitStatus::Clean }
    }

    /// Makes the exit status at least this bad.
    pub(in crate::commands) fn add(&mut self, status: ExitStatus) {
        self.status = self.status | status;
    }

    pub(in crate::commands) fn error(&self, message: impl Display) {
        self.progress.suspend(|| self.diagnostics.error(message));
    }

    /// Reports an error, and makes the exit status at least this bad.
    pub(in crate::commands) fn report(&mut self, status: ExitStatus, message: impl Display) {
        self.add(status);
        self.error(message);
    }

    /// Reports why a line of an input, or the whole input, makes the run fail.
    pub(in crate::commands) fn failed_at(&mut self, file: &str, line: Option<u64>, message: impl Display) {
        self.add(ExitStatus::Failed);
        self.progress.suspend(|| self.diagnostics.error_at(file, line, message));
    }

    pub(in crate::commands) fn warning(&self, message: impl Display) {
        self.progress.suspend(|| self.diagnostics.warning(message));
    }

    /// Reports an input that could not be read, or not to its end.
    pub(in crate::commands) fn failed(&mut self, error: &InputError) {
        self.add(ExitStatus::Failed);
        self.progress.suspend(|| self.diagnostics.failure(&failure(error)));
    }

    /// Returns a broken-pipe error if the listener is gone.
    pub(in crate::commands) fn check_listener(&self) -> io::Result<()> {
        let is_gone = self.diagnostics.listener.as_ref().is_some_and(|listener| listener.0.is_gone());
        if is_gone { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    /// Reports an input that has no games, or no positions, with what that means for the exit code.
    pub(in crate::commands) fn no_games(&mut self, name: &str, format: InputFormat, status: ExitStatus) {
        self.add(status);
        let what = if name == "<stdin>" { "standard input".to_owned() } else { format!("{name}: the file") };
        let missing = match format {
            InputFormat::Pgn => "no games; for positions use --input-format epd",
            InputFormat::Epd | InputFormat::Fen => "no positions",
            InputFormat::Trf => "no players",
        };
        let message = format_args!("{what} contains {missing}");
        if status == ExitStatus::GameErrors { self.warning(message) } else { self.error(message) }
    }

    /// Ends a run for which an input without games is one among others: if no input has any, it has found nothing to do.
    pub(in crate::commands) fn check_any_games(&mut self, covers: &Covers) {
        if self.status == ExitStatus::GameErrors && covers.0.iter().all(|cover| cover.games == 0) {
            self.report(ExitStatus::Findings, "the inputs contain no games");
        }
    }

    /// Reports a text in UTF-16, whose games are copied.
    pub(in crate::commands) fn written_in_utf8(&self, name: &str) {
        self.warning(format_args!("{name}: it is in UTF-16; its games are written in UTF-8"));
    }

    /// Reports text in UTF-16 that was not valid, after it was read.
    pub(in crate::commands) fn replaced(&mut self, name: &str, replacements: &Replacements) {
        let count = replacements.count();
        if count > 0 {
            self.add(ExitStatus::Findings);
            let units = counted(count, "invalid UTF-16 code unit", "invalid UTF-16 code units");
            self.warning(format_args!("{name}: {units} replaced by U+FFFD"));
        }
    }

    /// Reports the files in an archive that were not read: hidden ones only with `--verbose`, which names all.
    pub(in crate::commands) fn unread(&self, unread: &UnreadMembers) {
        const NAMED: usize = 3;
        let UnreadMembers { others, hidden } = unread;
        if !others.is_empty() {
            let files = counted(others.len() as u64, "file", "files");
            let more = if others.len() > NAMED { ", … (--verbose names all)" } else { "" };
            let names = others[..others.len().min(NAMED)].join(", ");
            let reason = "no name of a PGN, EPD or FEN file";
            self.warning(format_args!("{files} in an archive not read ({reason}): {names}{more}"));
        }
        for name in others.iter().skip(NAMED) {
            self.diagnostics.detail(format_args!("not read: {name}"));
        }
        for name in hidden {
            self.diagnostics.detail(format_args!("not read, because it is hidden: {name}"));
        }
    }

    /// Reports that there is nothing to read, such as an empty list of files.
    pub(in crate::commands) fn no_input(&mut self) {
        self.report(ExitStatus::Findings, "the inputs contain no games");
    }

    pub(in crate::commands) fn writing(&self, error: io::Error) -> Error {
        Error::of_writing(error, self.status)
    }
}

/// Reads the games of a text, or those of a part of it. Returns the error of reading, if the text could not be read to its
/// end; the digest; and what was covered of the part, which is meaningless if there is an error or a gap.
///
/// # Errors
///
/// Returns the error of `collect`, which ends the reading.
pub(in crate::commands) fn read_covering<F: Fold>(
    pipeline: &Pipeline,
    games: GameSource<(PartOf<F>, Digest)>,
    part: Option<&OpenedPart>,
    work: &Digesting<FoldWork<'_, F>>,
    mut collect: impl FnMut(Collected<PartOf<F>>) -> io::Result<ControlFlow<()>>,
) -> io::Result<(Option<InputError>, Digest, Option<CoveredPart>)> {
    let name = &*work.work.text.name;
    let mut digest = Digest::default();
    let mut fault = None;
    let mut covered = part.map(|part| CoveredPart::from(&*part.part));
    let range = part.filter(|part| part.part.unit != Unit::File);
    let (lead, games) = match (range, games) {
        (Some(part), GameSource::Unread(content)) => match first_game(content, name, part) {
            Ok(Beginning { lead, rest }) => (lead, GameSource::Unread(rest)),
            Err(error) => return Ok((Some(error), digest, covered)),
        },
        (_, games) => (Some(0), games),
    };
    let Some(lead) = lead else {
        if let Some((covered, range)) = covered.as_mut().zip(range) {
            (covered.lead, covered.length) = (None, range.length());
        }
        return Ok((None, digest, covered));
    };
    let start = range.map_or(0, |part| part.start) + lead;
    let end = range.map_or_else(TextEnd::of_text, |part| part.end.clone());
    let mut corner = LineColumn::default();
    let result = pipeline.run_range(games, name, (start, end), work, &mut |collected| {
        let collected = match collected {
            Collected::Games(offset, (part, its_digest)) => {
                digest.merge(its_digest);
                corner.pass(part.extent());
                Collected::Games(offset, part)
            }
            Collected::Gap(error) => Collected::Gap(error),
        };
        collect(collected).unwrap_or_else(|error| {
            fault = Some(error);
            ControlFlow::Break(())
        })
    });
    if let (Some((covered, range)), Ok(collected)) = (covered.as_mut().zip(range), &result) {
        (covered.lead, covered.length) = (Some(lead), range.length());
        covered.overhang = collected.saturating_sub(range.end.get());
        (covered.lines, covered.columns) = (corner.lines, corner.columns);
    }
    fault.map_or(Ok((result.err(), digest, covered)), Err)
}

impl GameExtent for Game {
    fn end(&self) -> usize {
        self.span.end
    }

    fn is_open_ended(&self) -> bool {
        self.is_open_ended
    }
}
