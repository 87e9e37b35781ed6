//! The games that `--unique` leaves out.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use crate::archive::copies::{CopyKind, CopyOf};
use crate::archive::record_file::{RecordReader, TemporaryError};
use crate::commands::boundary::TextEnd;
use crate::commands::copies::CopyCounts;
use crate::commands::{Error, ExitStatus, outputs};
use crate::game::edit::{MergeAnnotations, is_annotated};
use crate::input::{OutputError, Sink};
use crate::options::InputFormat;
use crate::report::terminal::numbers::counted;
use crate::report::{Diagnostics, Visible};

use super::copier::{Copier, Copies};
use super::writer::Game;

/// The copies, and the file that they go to.
pub(super) struct Removal {
    /// By the index of the copy.
    copies: Vec<CopyOf>,
    /// The index of the input and the number of each game.
    places: Vec<(u32, u32)>,
    file: Option<Sink>,
    end: TextEnd,
    annotations: Option<Annotations>,
}

/// The annotations of duplicates, which are added to the games that stay.
struct Annotations {
    /// Each game that stays with one of its duplicates, in order.
    duplicates: Vec<(u64, u64)>,
    texts: RecordReader,
    /// The places of the texts of all games.
    places: Vec<u64>,
    /// The number of games to which something was added.
    added: u64,
    /// The number of shorter and longer copies and twins with annotations, which are not added.
    passed_over: u64,
}

impl Removal {
    /// Finds the copies; they go to this file, if there is one.
    pub(super) fn new(copies: Option<Copies>, file: Option<Sink>) -> Result<Self, TemporaryError> {
        let Some(Copies { finder, places, texts }) = copies else {
            return Ok(Self {
                copies: Vec::new(),
                places: Vec::new(),
                file,
                end: TextEnd::default(),
                annotations: None,
            });
        };
        let copies = finder.finish()?;
        let annotations = match texts {
            Some((texts, places)) => {
                let duplicates = copies.iter().filter(|copy| copy.kind == CopyKind::Duplicate);
                let mut duplicates: Vec<(u64, u64)> = duplicates.map(|copy| (copy.kept, copy.game)).collect();
                duplicates.sort_unstable();
                Some(Annotations { duplicates, texts: texts.finish()?, places, added: 0, passed_over: 0 })
            }
            None => None,
        };
        Ok(Self { copies, places, file, end: TextEnd::default(), annotations })
    }

    pub(super) fn create(path: Option<&Path>) -> Result<Option<Sink>, OutputError> {
        path.map(Sink::create_by_name).transpose()
    }

    /// Takes the game with this index if it is a copy; returns whether it is.
    pub(super) fn takes(&mut self, index: u64, game: &Game<'_>, copier: &Copier) -> io::Result<bool> {
        let Ok(found) = self.copies.binary_search_by_key(&index, |copy| copy.game) else { return Ok(false) };
        let CopyOf { kept, kind, .. } = self.copies[found];
        if let Some(annotations) = self.annotations.as_mut().filter(|_| kind != CopyKind::Duplicate) {
            annotations.passed_over += u64::from(is_annotated(game.text));
        }
        let Some(file) = &mut self.file else { return Ok(true) };
        let (input, number) =
            usize::try_from(kept).ok().and_then(|kept| self.places.get(kept)).copied().unwrap_or_default();
        let name = copier.inputs.get(input as usize).map_or("?", |input| &*input.name);
        let what = name_of(kind);
        let format = game.input.format;
        // A line that begins with `%` is skipped by programs that read PGN (section 6), one with `#` by those that read positions.
        let (mark, noun) = if format == InputFormat::Pgn { ('%', "game") } else { ('#', "position") };
        let line = format!(
            "{mark} {noun} {} of {}: {what} of {noun} {number} of {}\n",
            game.number,
            Visible(&game.input.name),
            Visible(name)
        );
        file.write_all(self.end.missing(line.as_bytes(), format))?;
        file.write_all(line.as_bytes())?;
        for part in [game.before, game.text] {
            file.write_all(part)?;
            self.end.pass(part);
        }
        Ok(true)
    }

    /// The text of a game that stays, with the annotations of its duplicates if that is wanted.
    pub(super) fn with_annotations<'a>(
        &mut self,
        index: u64,
        game: &Game<'a>,
        diagnostics: &Diagnostics,
    ) -> io::Result<Cow<'a, [u8]>> {
        let unchanged = Cow::Borrowed(game.text);
        let Some(annotations) = &mut self.annotations else { return Ok(unchanged) };
        let first = annotations.duplicates.partition_point(|(kept, _)| *kept < index);
        let duplicates = annotations.duplicates[first..].iter().take_while(|(kept, _)| *kept == index);
        let mut union = None;
        for &(_, duplicate) in duplicates {
            let place = usize::try_from(duplicate).ok().and_then(|duplicate| annotations.places.get(duplicate));
            let copy = annotations.texts.read(*place.ok_or(TemporaryError::Changed)?)?;
            if let Err(reason) = union.get_or_insert_with(|| MergeAnnotations::new(game.text)).add(copy) {
                let (_, number) = self.places.get(duplicate as usize).copied().unwrap_or_default();
                diagnostics.warning(format_args!(
                    "{}: game {}: the annotations of its duplicate, game {number}, are not added: {reason}",
                    game.input.name, game.number
                ));
            }
        }
        match union.map_or(Ok(None), MergeAnnotations::finish) {
            Ok(None) => Ok(unchanged),
            Ok(Some(united)) => {
                annotations.added += 1;
                Ok(Cow::Owned(united))
            }
            Err(reason) => {
                diagnostics.warning(format_args!(
                    "{}: game {}: the annotations of its duplicates are not added: {reason}",
                    game.input.name, game.number
                ));
                Ok(unchanged)
            }
        }
    }

    /// Puts the file in its place, unless the run failed.
    pub(super) fn finish(self, status: ExitStatus, diagnostics: &Diagnostics) -> Result<(), Error> {
        match self.file {
            Some(file) if status == ExitStatus::Failed && file.is_atomic() => {
                outputs::report_unwritten(&file.into_path(), diagnostics);
                Ok(())
            }
            Some(file) => Ok(file.commit().map(drop)?),
            None => Ok(()),
        }
    }

    pub(super) const fn count(&self) -> u64 {
        self.copies.len() as u64
    }

    /// How many copies of each kind there are, for the summary.
    pub(super) fn summary(&self) -> String {
        if self.copies.is_empty() {
            return "no copies found".to_owned();
        }
        let mut counts = CopyCounts::default();
        self.copies.iter().for_each(|copy| counts.add(copy.kind));
        let mut summary = format!("left out: {counts}");
        if let Some(Annotations { added, passed_over, .. }) = self.annotations {
            if added > 0 {
                let _ = write!(summary, "; annotations added to {}", counted(added, "game", "games"));
            }
            if passed_over > 0 {
                let copies = counted(passed_over, "inexact copy", "inexact copies");
                let _ = write!(summary, "; the annotations of {copies} are not added");
            }
        }
        summary
    }
}

const fn name_of(kind: CopyKind) -> &'static str {
    match kind {
        CopyKind::Duplicate => "duplicate",
        CopyKind::Shorter => "shorter copy",
        CopyKind::Longer => "longer copy",
        CopyKind::Twin => "twin",
    }
}
