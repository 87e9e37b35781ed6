//! Games of one archive that are copies of one another, and how they differ.

use std::path::Path;

use crate::game::difference::{GameChange, GameContent, Ignored, changes};

use super::archived_game::{ArchivedGame, content_of};
use super::copies::{CopyFinder, CopyKind, CopyOf, KeepPolicy};
use super::fingerprint::Fingerprint;
use super::record_file::{RecordFile, TemporaryError};

/// Takes the games of an archive one by one.
#[derive(Debug)]
pub struct CopySearch {
    ignored: Ignored,
    finder: CopyFinder,
    games: RecordFile,
    /// The place of each game in the file.
    places: Vec<u64>,
}

/// A game, and a later one that is a copy of it.
#[derive(Debug)]
pub struct CopyPair {
    pub kind: CopyKind,
    /// The games, the first one of the archive first.
    pub games: Box<[(ArchivedGame, GameContent); 2]>,
    pub changes: Vec<GameChange>,
}

impl CopySearch {
    /// Of an archive without games so far. `memory` is the approximate number of bytes of records in memory; what does not fit
    /// goes to files in the folder.
    ///
    /// # Errors
    ///
    /// Fails if no temporary file can be created there.
    pub fn new(memory: usize, folder: &Path, ignored: Ignored) -> Result<Self, TemporaryError> {
        let finder = CopyFinder::new(CopyKind::Twin, KeepPolicy::First, memory, folder)?;
        Ok(Self { ignored, finder, games: RecordFile::create(folder)?, places: Vec::new() })
    }

    /// Takes the next game, with its text and its fingerprint.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written.
    pub fn push(&mut self, game: ArchivedGame, text: &[u8], fingerprint: &Fingerprint) -> Result<(), TemporaryError> {
        self.finder.add(fingerprint)?;
        self.places.push(self.games.push([&game.to_bytes(), text])?);
        Ok(())
    }

    /// Reports all copies, in their order. Returns the number of games.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written or read, or as `report` does.
    pub fn finish<E: From<TemporaryError>>(self, mut report: impl FnMut(CopyPair) -> Result<(), E>) -> Result<u64, E> {
        let Self { ignored, finder, games, places } = self;
        let mut games = games.finish()?;
        for CopyOf { game, kept, kind } in finder.finish()? {
            let mut of = |index: u64| -> Result<(ArchivedGame, GameContent), TemporaryError> {
                let (game, text) = ArchivedGame::from_bytes(games.read(places[index as usize])?);
                let content = content_of(&game, text, &ignored);
                Ok((game, content))
            };
            let games = Box::new([of(kept)?, of(game)?]);
            let changes = changes(&games[0].1, &games[1].1);
            report(CopyPair { kind, games, changes })?;
        }
        Ok(places.len() as u64)
    }
}
