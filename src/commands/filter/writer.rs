//! Writers of the selected games, one after the other, so that each is read again as it is: to one output, or split over
//! files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{fs, io};

use crate::commands::boundary::{Ending, TextEnd};
use crate::commands::driver::{Text, without_mark};
use crate::commands::error::Refused;
use crate::commands::outputs::{self, Made, ReadFiles};
use crate::commands::{Error, ExitStatus};
use crate::game::facts::FactColumn;
use crate::game::replay::{Validity, read_game};
use crate::game::rules::RuleSet;
use crate::input::{Bytes, CompressionFormat, InputError, OutputError, ParkedFile, Sink, is_read_as_text, joined};
use crate::options::{HashSize, InputFormat, Output, whole_number};
use crate::pgn::text::{ends_in_braces, line_start};
use crate::report::Diagnostics;

use super::copier::Reader;
use super::file_names::FileNames;

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

pub(super) struct SplitFiles {
    names: FileNames,
    limit: Option<SplitLimit>,
    /// The inputs, which no file may replace.
    read: ReadFiles,
    open: Option<OpenFile>,
    /// What was made so far; a run that fails removes it.
    made: Made,
    /// Whether files that exist are replaced.
    overwrites: Option<Overwrites>,
    /// The complete files that replace others at the end of the run.
    parked: Vec<ParkedFile>,
    /// Files of an earlier run that follow the last one of this run.
    stale: Vec<PathBuf>,
    /// The number of files that are longer than the limit, because a game is.
    longer: u64,
}

/// Files that exist are replaced.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overwrites {
    pub(super) takes_ownership: bool,
}

/// The files of a split that were written.
pub(super) struct WrittenFiles {
    pub(super) files: u64,
    /// How many of them replaced others.
    pub(super) replaced: u64,
    /// How many are longer than the limit, because a game is.
    pub(super) longer: u64,
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
    /// Writes the next game; those with one label follow each other. Returns the number of bytes before it that are left out.
    pub(super) fn write(&mut self, label: &[u8], game: &Game<'_>) -> io::Result<u64> {
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
    pub(super) fn finish(self, status: ExitStatus, diagnostics: &Diagnostics) -> Result<Option<WrittenFiles>, Error> {
        match self {
            Self::One(output, _) => outputs::finish(*output, status, diagnostics).map(|_| None),
            Self::Many(_) if status == ExitStatus::Failed => Ok(None),
            Self::Many(files) => files.finish(diagnostics).map(Some).map_err(|error| Error::of_writing(error, status)),
        }
    }
}

impl SplitFiles {
    /// Without any file. Fails if one that is known to be written exists.
    pub(super) fn new(
        names: FileNames,
        limit: Option<SplitLimit>,
        read: ReadFiles,
        overwrites: Option<Overwrites>,
    ) -> Result<Self, Refused> {
        let (made, parked, stale) = (Made::default(), Vec::new(), Vec::new());
        let files = Self { names, limit, read, open: None, made, overwrites, parked, stale, longer: 0 };
        files.names.first().try_for_each(|path| files.check(&path))?;
        Ok(files)
    }

    /// Returns an error if a file must not be written. Its name is made from data, so it replaces another only on request.
    fn check(&self, path: &Path) -> Result<(), Refused> {
        self.read.check(path).map_err(Refused)?;
        let refused = |why: &str| Err(Refused(format!("{} {why}", path.display())));
        match fs::symlink_metadata(path) {
            Ok(_) if self.overwrites.is_none() => refused("exists already; --overwrite replaces such files"),
            Ok(found) if !found.is_file() => refused("exists already and is no regular file, so it is not replaced"),
            // On a file system that takes two names for one.
            Ok(found) if self.made.has(&found) => refused("would be written twice"),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn write(&mut self, label: &[u8], game: &Game<'_>) -> io::Result<u64> {
        let number = match &self.open {
            Some(open) if open.label == label && !open.is_full(self.limit, game) => open.number,
            Some(open) if open.label == label => open.number + 1,
            _ => 1,
        };
        if self.open.as_ref().is_none_or(|open| open.label != label || open.number != number) {
            self.close(number == 1)?;
            let path = self.names.name(label, number);
            self.check(&path)?;
            let sink = self.create(&path)?;
            self.open =
                Some(OpenFile { label: label.to_vec(), number, sink, joiner: Joiner::default(), games: 0, bytes: 0 });
        }
        let Some(open) = &mut self.open else { return Ok(0) };
        open.games += 1;
        open.bytes += game.size();
        open.joiner.write(game, &mut open.sink)
    }

    /// Creates a file, and the folders that it needs.
    fn create(&mut self, path: &Path) -> io::Result<Sink> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let sink = self.made.folder(folder).and_then(|()| match self.overwrites {
            Some(Overwrites { takes_ownership }) if path.exists() => {
                Sink::create_over(path, CompressionFormat::of_name(path), takes_ownership)
            }
            _ => Sink::create_new(path),
        });
        sink.map_err(OutputError::into_io)
    }

    /// Ends a file. One that replaces another does so at the end of the run: until then, the other one stays.
    fn close(&mut self, is_last_of_label: bool) -> io::Result<()> {
        let Some(OpenFile { label, number, sink, bytes, .. }) = self.open.take() else { return Ok(()) };
        self.longer += u64::from(matches!(self.limit, Some(SplitLimit::Bytes(limit)) if bytes > limit));
        if is_last_of_label && self.overwrites.is_some() {
            let [path, next] = [number, number + 1].map(|number| self.names.name(&label, number));
            self.stale.extend((path != next && next.exists()).then_some(next));
        }
        let written =
            if sink.replaces() { sink.park().map(|parked| self.parked.extend(parked)) } else { self.made.commit(sink) };
        written.map_err(OutputError::into_io)
    }

    /// Puts the last file and those that replace others in their places.
    fn finish(mut self, diagnostics: &Diagnostics) -> io::Result<WrittenFiles> {
        self.close(true)?;
        let replaced = self.parked.len() as u64;
        let files = self.made.files() as u64 + replaced;
        self.made.keep();
        // One that another program has changed does not keep the others from being complete.
        let results: Vec<_> = self.parked.drain(..).map(ParkedFile::finish).collect();
        results.into_iter().collect::<Result<(), _>>().map_err(OutputError::into_io)?;
        for path in &self.stale {
            let path = path.display();
            diagnostics.warning(format_args!("{path}: from an earlier run; this run has fewer files and leaves it"));
        }
        Ok(WrittenFiles { files, replaced, longer: self.longer })
    }
}

impl OpenFile {
    /// Whether the game belongs into the next file.
    fn is_full(&self, limit: Option<SplitLimit>, game: &Game<'_>) -> bool {
        match limit {
            None => false,
            Some(SplitLimit::Games(games)) => self.games >= games,
            Some(SplitLimit::Bytes(bytes)) => self.bytes + game.size() > bytes,
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

// Writes games one after the other, so that each is read again as it is.

/// A game or a position, and where it comes from.
pub(super) struct Game<'a> {
    /// The text between the game before it and this one, if it goes with it.
    pub(super) before: &'a [u8],
    pub(super) text: &'a [u8],
    pub(super) ending: Ending,
    pub(super) input: &'a Arc<Text<Reader>>,
    /// Its number in the input, from 1.
    pub(super) number: u64,
    /// Whether text before it was left out.
    pub(super) is_after_gap: bool,
}

impl Game<'_> {
    /// The number of bytes that are written of it.
    const fn size(&self) -> u64 {
        (self.before.len() + self.text.len()) as u64
    }
}

/// The end of what was written to an output.
#[derive(Default)]
pub(super) struct Joiner {
    last: Option<Last>,
    end: TextEnd,
}

/// The game that was written last.
struct Last {
    input: Arc<Text<Reader>>,
    number: u64,
    /// Its text, unless it ends with nothing but its termination marker.
    text: Option<Bytes>,
}

impl Joiner {
    /// Writes the next game, and the text before it unless that would be read as a part of the last game. Only between two that were
    /// apart, line ends are added where they are missing. Returns the number of bytes left out.
    pub(super) fn write(&mut self, game: &Game<'_>, out: &mut dyn Write) -> io::Result<u64> {
        let (mut before, mut text) = (game.before, game.text);
        let follows =
            |last: &Last| Arc::ptr_eq(&last.input, game.input) && last.number + 1 == game.number && !game.is_after_gap;
        if let Some(last) = self.last.as_ref().filter(|last| !follows(last)) {
            // The mark belongs to the input, not to the game.
            let first = if before.is_empty() { &mut text } else { &mut before };
            *first = without_mark(first);
            let format = game.input.format;
            let mut missing = self.end.missing(if before.is_empty() { text } else { before }, format);
            if format == InputFormat::Pgn && !last.is_apart(missing, before, text)? {
                missing = self.end.missing(text, format);
                if before.is_empty() || !last.is_apart(missing, b"", text)? {
                    return Err(not_apart(last, game).into());
                }
                before = b"";
            }
            out.write_all(missing)?;
        } else if self.last.is_none() {
            // Or the output would be read as compressed, or as UTF-16.
            let head = &text[..text.len().min(MOST_OF_NEXT)];
            match [&b""[..], b"\n"].into_iter().find(|start| is_read_as_text(&[start, before, head].concat())) {
                Some(start) => out.write_all(start)?,
                None => return Err(not_text(game).into()),
            }
        }
        for part in [before, text] {
            out.write_all(part)?;
            self.end.pass(part);
        }
        let kept = if ends_with_marker(game) { None } else { Some(joined(&game.input.name, &[text])?) };
        self.last = Some(Last { input: Arc::clone(game.input), number: game.number, text: kept });
        Ok(if before.is_empty() { game.before.trim_ascii().len() as u64 } else { 0 })
    }
}

impl Last {
    /// Whether the next game is read as a game of its own behind this one and the text before it.
    fn is_apart(&self, missing: &[u8], before: &[u8], next: &[u8]) -> Result<bool, InputError> {
        if self.text.is_none() && before.is_empty() && begins_plainly(next) {
            return Ok(true);
        }
        // Any game that ends with its marker is like this one. Two line ends follow it, written or missing.
        let last = self.text.as_deref().unwrap_or(b"1. e4 *\n\n");
        let first = if before.is_empty() { next } else { before };
        let latest = last.len() + missing.len() + first.len() - first.trim_ascii_start().len();
        let joined = joined(&self.input.name, &[last, missing, before, &next[..next.len().min(MOST_OF_NEXT)]])?;
        let end = read_game(&joined, 0, RuleSet::EMPTY).span.end;
        Ok((last.trim_ascii_end().len()..=latest).contains(&end) && begins_game(&joined, end))
    }
}

/// Whether a game follows, maybe after text that belongs to none.
fn begins_game(text: &[u8], mut at: usize) -> bool {
    while at < text.len() {
        let piece = read_game(text, at, RuleSet::EMPTY);
        if piece.status != Validity::NoGame {
            return true;
        }
        at = piece.span.end.max(at + 1);
    }
    false
}

/// How much of a game is read to see that it begins.
const MOST_OF_NEXT: usize = 1 << 16;

/// Whether a game ends with its termination marker and white space, outside of comments.
fn ends_with_marker(game: &Game<'_>) -> bool {
    let text = game.text.trim_ascii_end();
    let is_marker = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].iter().any(|marker| text.ends_with(marker));
    let last_line = &text[line_start(text, text.len())..];
    game.ending == Ending::Marker
        && is_marker
        && !ends_in_braces(text)
        && !last_line.iter().any(|byte| b";%<".contains(byte))
}

/// Whether a text begins with a tag or with move number 1.
fn begins_plainly(text: &[u8]) -> bool {
    match text.trim_ascii_start() {
        [b'[', letter, ..] => letter.is_ascii_alphabetic(),
        [b'1', b'.', ..] => true,
        _ => false,
    }
}

/// The refusal of a game with which an output cannot begin.
fn not_text(game: &Game<'_>) -> Refused {
    let Game { number, input, .. } = game;
    Refused(format!(
        "game {number} of {} begins with binary data: the output would be read as another format",
        input.name
    ))
}

/// The refusal of a game that would be read as a part of the one before it.
fn not_apart(last: &Last, game: &Game<'_>) -> Refused {
    Refused(format!(
        "game {} of {} would be read as a part of the game written before it (game {} of {}), which has no end of its own; \
         `adoube validate` shows what is missing",
        game.number, game.input.name, last.number, last.input.name
    ))
}
