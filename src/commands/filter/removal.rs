//! The games that `--unique` leaves out.

use std::io::{self, Write};
use std::path::Path;

use crate::archive::copies::{CopyKind, CopyOf};
use crate::commands::boundary::TextEnd;
use crate::commands::{Error, ExitStatus, outputs};
use crate::input::{OutputError, Sink};
use crate::options::InputFormat;
use crate::report::summary::counted;
use crate::report::{Diagnostics, Visible};

use super::copier::{Copier, Copies};
use super::joiner::Game;

/// The copies, and the file that they go to.
pub(super) struct Removal {
    /// By the index of the copy.
    copies: Vec<CopyOf>,
    /// The index of the input and the number of each game.
    places: Vec<(u32, u32)>,
    file: Option<Sink>,
    /// How the file ends.
    end: TextEnd,
}

impl Removal {
    /// Finds the copies; they go to this file, if there is one.
    pub(super) fn new(copies: Option<Copies>, file: Option<Sink>) -> io::Result<Self> {
        let (copies, places) = match copies {
            Some(Copies { finder, places }) => (finder.finish()?, places),
            None => Default::default(),
        };
        Ok(Self { copies, places, file, end: TextEnd::default() })
    }

    /// Creates the file.
    pub(super) fn create(path: Option<&Path>) -> Result<Option<Sink>, OutputError> {
        path.map(Sink::create_by_name).transpose()
    }

    /// Takes the game with this index if it is a copy; returns whether it is.
    pub(super) fn takes(&mut self, index: u64, game: &Game<'_>, copier: &Copier) -> io::Result<bool> {
        let Ok(found) = self.copies.binary_search_by_key(&index, |copy| copy.game) else { return Ok(false) };
        let Some(file) = &mut self.file else { return Ok(true) };
        let CopyOf { kept, kind, .. } = self.copies[found];
        let (input, number) =
            usize::try_from(kept).ok().and_then(|kept| self.places.get(kept)).copied().unwrap_or_default();
        let name = copier.inputs.get(input as usize).map_or("?", |input| &*input.name);
        let what = name_of(kind);
        // A line that begins with `%` is skipped by programs that read PGN (section 6).
        let line = format!(
            "% game {} of {}: {what} of game {number} of {}\n",
            game.number,
            Visible(&game.input.name),
            Visible(name)
        );
        file.write_all(self.end.missing(line.as_bytes(), InputFormat::Pgn))?;
        file.write_all(line.as_bytes())?;
        file.write_all(game.text)?;
        self.end.pass(game.text);
        Ok(true)
    }

    /// Puts the file in its place, unless the run failed.
    pub(super) fn finish(self, status: ExitStatus, diagnostics: &Diagnostics) -> Result<(), Error> {
        match self.file {
            Some(file) if status == ExitStatus::Failed && file.is_atomic() => {
                outputs::report_unwritten(&file.into_path(), diagnostics);
                Ok(())
            }
            Some(file) => Ok(file.commit()?),
            None => Ok(()),
        }
    }

    /// How many copies of each kind there are, for the summary; `None` if there are none.
    pub(super) fn summary(&self) -> Option<String> {
        let kinds = [CopyKind::Duplicate, CopyKind::Shorter, CopyKind::Twin].into_iter().filter_map(|kind| {
            let count = self.copies.iter().filter(|copy| copy.kind == kind).count() as u64;
            let many =
                if kind == CopyKind::Shorter { "shorter copies".to_owned() } else { format!("{}s", name_of(kind)) };
            (count > 0).then(|| counted(count, name_of(kind), &many))
        });
        let kinds: Vec<String> = kinds.collect();
        (!kinds.is_empty()).then(|| format!("left out: {}", kinds.join(", ")))
    }
}

const fn name_of(kind: CopyKind) -> &'static str {
    match kind {
        CopyKind::Duplicate => "duplicate",
        CopyKind::Shorter => "shorter copy",
        CopyKind::Twin => "twin",
    }
}
