//! Writes the selected games to one output, or splits them over files.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use crate::commands::error::Refused;
use crate::commands::outputs::{self, Made, ReadFiles};
use crate::commands::{Error, ExitStatus};
use crate::game::facts::FactColumn;
use crate::input::{OutputError, Sink};
use crate::options::{HashSize, Output, whole_number};
use crate::report::Diagnostics;

use super::file_names::FileNames;
use super::joiner::{Game, Joiner};

/// The most that a file of a split has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SplitLimit {
    Games(u64),
    /// A number of bytes of text. A longer game has a file of its own.
    Bytes(u64),
}

pub(super) enum GameWriter {
    One(Box<Output>, Joiner),
    Many(Box<SplitFiles>),
}

/// The files of a split, of which one is open.
pub(super) struct SplitFiles {
    names: FileNames,
    limit: Option<SplitLimit>,
    /// The inputs, which no file may replace.
    read: ReadFiles,
    open: Option<OpenFile>,
    /// What was made so far; a run that fails removes it.
    made: Made,
}

struct OpenFile {
    label: Vec<u8>,
    number: u32,
    sink: Sink,
    joiner: Joiner,
    games: u64,
    bytes: u64,
}

impl GameWriter {
    /// Writes the next game; those with one label follow each other.
    pub(super) fn write(&mut self, label: &[u8], game: &Game<'_>) -> io::Result<()> {
        match self {
            Self::One(output, joiner) => joiner.write(game, output),
            Self::Many(files) => files.write(label, game),
        }
    }

    /// Writes how many games were selected, instead of games.
    pub(super) fn write_count(&mut self, games: u64) -> io::Result<()> {
        match self {
            Self::One(output, _) => writeln!(output, "{games}"),
            Self::Many(_) => Ok(()),
        }
    }

    /// Puts the last file in its place, unless the run failed. Returns the number of files of a split.
    pub(super) fn finish(self, status: ExitStatus, diagnostics: &Diagnostics) -> Result<Option<u64>, Error> {
        match self {
            Self::One(output, _) => outputs::finish(*output, status, diagnostics).map(|_| None),
            Self::Many(_) if status == ExitStatus::Failed => Ok(None),
            Self::Many(mut files) => {
                files.close().map_err(|error| Error::of_writing(error, status))?;
                let count = files.made.files() as u64;
                files.made.keep();
                Ok(Some(count))
            }
        }
    }
}

impl SplitFiles {
    /// Without any file. Fails if one that is known to be written exists.
    pub(super) fn new(names: FileNames, limit: Option<SplitLimit>, read: ReadFiles) -> Result<Self, Refused> {
        let files = Self { names, limit, read, open: None, made: Made::default() };
        files.names.first().try_for_each(|path| files.check(&path))?;
        Ok(files)
    }

    /// Refuses to replace a file, whatever it is: its name is made from data.
    fn check(&self, path: &Path) -> Result<(), Refused> {
        self.read.check(path).map_err(Refused)?;
        match fs::symlink_metadata(path) {
            Ok(_) => Err(Refused(format!("{} exists already, and files of a split replace none", path.display()))),
            Err(_) => Ok(()),
        }
    }

    fn write(&mut self, label: &[u8], game: &Game<'_>) -> io::Result<()> {
        let number = match &self.open {
            Some(open) if open.label == label && !open.is_full(self.limit, game) => open.number,
            Some(open) if open.label == label => open.number + 1,
            _ => 1,
        };
        if self.open.as_ref().is_none_or(|open| open.label != label || open.number != number) {
            self.close()?;
            let path = self.names.name(label, number);
            self.check(&path)?;
            let sink = self.create(&path)?;
            self.open =
                Some(OpenFile { label: label.to_vec(), number, sink, joiner: Joiner::default(), games: 0, bytes: 0 });
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        open.games += 1;
        open.bytes += game.text.len() as u64;
        open.joiner.write(game, &mut open.sink)
    }

    /// Creates a file, and the folders that it needs.
    fn create(&mut self, path: &Path) -> io::Result<Sink> {
        let folder = path.parent().unwrap_or(Path::new(""));
        self.made.folder(folder).and_then(|()| Sink::create_new(path)).map_err(OutputError::into_io)
    }

    fn close(&mut self) -> io::Result<()> {
        match self.open.take() {
            Some(open) => self.made.commit(open.sink).map_err(OutputError::into_io),
            None => Ok(()),
        }
    }
}

impl OpenFile {
    /// Whether the game belongs into the next file.
    fn is_full(&self, limit: Option<SplitLimit>, game: &Game<'_>) -> bool {
        match limit {
            None => false,
            Some(SplitLimit::Games(games)) => self.games >= games,
            Some(SplitLimit::Bytes(bytes)) => self.bytes + game.text.len() as u64 > bytes,
        }
    }
}

impl FromStr for SplitLimit {
    type Err = String;

    /// Parses a number of games, or a size with a unit: `64M`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.bytes().all(|byte| byte.is_ascii_digit() || b",_'".contains(&byte)) {
            return whole_number(1_u64..)(text).map(Self::Games);
        }
        match HashSize::from_str(text) {
            Ok(HashSize::Bytes(bytes)) => Ok(Self::Bytes(bytes)),
            Ok(HashSize::Off) | Err(_) => {
                let message = format!("`{text}` is neither a number of games nor a size such as 64M");
                Err(match FactColumn::of_game(text) {
                    Ok(_) => format!("{message}; to split by a value, name it in the output: -o '{{{text}}}.pgn'"),
                    Err(_) => message,
                })
            }
        }
    }
}
