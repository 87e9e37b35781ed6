//! The index of the games of all inputs, built in the background while the user browses.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::facts::ByKind;
use crate::game::filter::{Filter, FilterError};
use crate::game::replay::{Game, Validity, read_game};
use crate::game::rules::{Profile, RuleSet};
use crate::input::{Bytes, Content, GrowingSpool, InputError, Inputs, OpenOptions, Opened, PlainFile};
use crate::options::{InputArgs, InputFormat, SelectionArgs};
use crate::pgn::split::Settled;

/// The number of bytes that are read before the first search for games. For a stream it doubles each time; for a file
/// only while a game is longer.
const FIRST_PIECE: u64 = 1 << 20;

/// The interval at which new games appear.
const OFTEN: Duration = Duration::from_millis(30);

/// The games found so far, shared with the search.
#[derive(Clone, Default)]
pub(super) struct Archive {
    found: Arc<Mutex<Found>>,
    selection: Arc<SelectionArgs>,
}

/// The games found so far.
#[derive(Default)]
pub(super) struct Found {
    texts: Vec<Text>,
    games: Vec<Entry>,
    pub(super) bytes: u64,
    /// Inputs that cannot be read, or not to their end.
    pub(super) faults: Vec<String>,
    pub(super) is_complete: bool,
}

#[derive(Clone)]
struct Text {
    name: Arc<str>,
    source: Source,
}

/// From where its games are read again.
#[derive(Clone)]
enum Source {
    Bytes(Arc<Bytes>),
    File(Arc<PlainFile>),
}

/// The place of a game, and its validity.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    start: u64,
    length: u32,
    text: u32,
    /// Its number in its text, from 1.
    number: u32,
    /// Plies of the main line, at most 65,535.
    pub(super) plies: u16,
    pub(super) validity: Validity,
}

/// A game that can be read.
#[derive(Clone)]
pub(super) struct Record {
    pub(super) name: Arc<str>,
    /// Its number in its text, from 1.
    pub(super) number: u32,
    pub(super) bytes: Arc<Bytes>,
    pub(super) start: usize,
    pub(super) entry: Entry,
}

impl Archive {
    /// Starts the search for the selected games of these inputs.
    pub(super) fn open(inputs: Inputs, args: InputArgs, selection: &SelectionArgs) -> io::Result<Self> {
        let archive = Self { selection: Arc::new(selection.clone()), ..Self::default() };
        let found = archive.clone();
        // The thread is never joined: when the last reader of the index is gone, the program ends.
        thread::Builder::new().name("games".to_owned()).spawn(move || found.search_inputs(&inputs, &args))?;
        Ok(archive)
    }

    /// The games of this archive that match a condition. They are found in the background, too.
    pub(super) fn narrowed(&self, condition: ByKind<Filter, FilterError>) -> io::Result<Self> {
        let selection = SelectionArgs { condition: Some(condition), ..SelectionArgs::default() };
        let narrowed = Self { selection: Arc::new(selection), ..Self::default() };
        let (whole, found) = (self.clone(), narrowed.clone());
        thread::Builder::new().name("condition".to_owned()).spawn(move || found.take_from(&whole))?;
        Ok(narrowed)
    }

    /// Takes the games of another archive that match the condition, until all are seen or nobody waits for them.
    fn take_from(&self, whole: &Self) {
        let rules: RuleSet = Profile::default().rules();
        let mut next = 0;
        while Arc::strong_count(&self.found) > 1 {
            let (record, is_complete) = {
                let mut whole = whole.found();
                (whole.game(next), whole.is_complete && next >= whole.games())
            };
            if is_complete {
                break;
            }
            let Some(Record { bytes, start, entry, .. }) = record else {
                thread::sleep(OFTEN);
                continue;
            };
            next += 1;
            let game = read_game(&bytes, start, rules | self.selection.rules());
            if self.selection.matches(&game, &bytes) {
                let texts = whole.found().texts.clone();
                let mut found = self.found();
                found.texts = texts;
                found.games.push(entry);
            }
        }
        self.found().is_complete = true;
    }

    /// Whether games are left out.
    pub(super) fn selects(&self) -> bool {
        self.selection.condition.is_some() || self.selection.game.is_some()
    }

    /// The games found so far.
    pub(super) fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search_inputs(&self, inputs: &Inputs, args: &InputArgs) {
        for text in inputs.texts(args.open_options(OpenOptions::default().meter)) {
            let outcome = text.and_then(|opened| match args.format_of(&opened.name) {
                InputFormat::Pgn => self.text(opened),
                InputFormat::Fen | InputFormat::Epd => {
                    self.found().faults.push(format!("{} contains positions, not games", opened.name));
                    Ok(())
                }
                InputFormat::Trf => {
                    self.found().faults.push(format!("{} is a tournament report, without games", opened.name));
                    Ok(())
                }
            });
            if let Err(error) = outcome {
                self.found().faults.push(error.to_string());
            }
        }
        self.found().is_complete = true;
    }

    /// Adds the games of a text.
    pub(super) fn text(&self, opened: Opened) -> Result<(), InputError> {
        let Opened { name, content, .. } = opened;
        match content {
            Content::Whole(bytes) => {
                let bytes = Arc::new(bytes);
                let mut place = self.found().add(&name, Source::Bytes(Arc::clone(&bytes)));
                self.games(&mut place, &bytes, true);
                Ok(())
            }
            Content::File(file) => self.file(&name, file),
            Content::Stream(stream) => self.stream(&name, stream),
        }
    }

    /// A file is read again wherever a game is shown.
    fn file(&self, name: &str, file: PlainFile) -> Result<(), InputError> {
        let file = Arc::new(file);
        let mut place = self.found().add(name, Source::File(Arc::clone(&file)));
        let mut piece = FIRST_PIECE;
        while place.base < file.len() {
            let bytes = file.read(place.base, piece)?;
            let end = place.base + bytes.len() as u64;
            let is_short = end < file.len().min(place.base + piece);
            self.games(&mut place, &bytes, is_short || end == file.len());
            if is_short {
                return Err(file.shortened(end));
            }
            piece = if place.at == 0 { piece * 2 } else { FIRST_PIECE };
            place.base += std::mem::take(&mut place.at) as u64;
        }
        Ok(())
    }

    /// A stream goes to disk piece by piece, so that its games can be read again.
    fn stream(&self, name: &str, mut stream: Box<dyn Read + Send>) -> Result<(), InputError> {
        let mut spool = GrowingSpool::new(name)?;
        let mut place = self.found().add(name, Source::Bytes(Arc::new(spool.bytes()?)));
        let mut piece = FIRST_PIECE;
        let mut buffer = vec![0; 1 << 16];
        loop {
            let ended = match stream.read(&mut buffer) {
                Ok(0) => Some(Ok(())),
                Ok(count) => {
                    spool.append(&buffer[..count])?;
                    None
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => None,
                Err(error) => Some(Err(InputError::from_read(name, spool.len(), error))),
            };
            if ended.is_some() || spool.len() >= piece {
                piece = spool.len() * 2;
                let bytes = Arc::new(spool.bytes()?);
                self.found().texts[place.text as usize].source = Source::Bytes(Arc::clone(&bytes));
                self.games(&mut place, &bytes, ended.is_some());
            }
            if let Some(outcome) = ended {
                return outcome;
            }
        }
    }

    fn is_wanted(&self, number: u32, game: &Game, bytes: &[u8]) -> bool {
        let has_number = self.selection.game.as_ref().is_none_or(|numbers| numbers.contains(number.into()));
        has_number && self.selection.matches(game, bytes)
    }

    /// Adds the games from this place on, and moves the place to the start of the next game, or to the end if no bytes
    /// follow these.
    fn games(&self, place: &mut Place, bytes: &[u8], is_all: bool) {
        let rules: RuleSet = Profile::default().rules();
        let (mut games, mut shown, mut reported) = (Vec::new(), Instant::now(), place.at);
        let settled = Settled::new(bytes, !is_all);
        while place.at < bytes.len() {
            let game = read_game(bytes, place.at, rules);
            if !settled.is_certain(game.span.end, game.is_open_ended) {
                break;
            }
            place.at = game.span.end;
            place.games += u32::from(game.status != Validity::NoGame);
            if game.status != Validity::NoGame && self.is_wanted(place.games, &game, bytes) {
                let Place { text, games: number, base, .. } = *place;
                let (start, length) = (base + game.span.start as u64, game.span.len().try_into().unwrap_or(u32::MAX));
                let plies = game.plies().min(u16::MAX.into()) as u16;
                games.push(Entry { start, length, text, number, plies, validity: game.status });
            }
            if shown.elapsed() > OFTEN {
                self.found().take(&mut games, place.at - reported);
                (shown, reported) = (Instant::now(), place.at);
            }
        }
        self.found().take(&mut games, place.at - reported);
    }
}

/// The progress in a text.
struct Place {
    text: u32,
    /// The offset in the text of the bytes that are being searched.
    base: u64,
    /// The offset in these bytes.
    at: usize,
    games: u32,
}

impl Found {
    /// Adds a text; returns its start.
    fn add(&mut self, name: &str, source: Source) -> Place {
        self.texts.push(Text { name: name.into(), source });
        Place { text: self.texts.len() as u32 - 1, base: 0, at: 0, games: 0 }
    }

    fn take(&mut self, games: &mut Vec<Entry>, bytes: usize) {
        self.games.append(games);
        self.bytes += bytes as u64;
    }

    /// Whether there is a game to show, or there will never be one.
    pub(super) fn has_begun(&self) -> bool {
        self.is_complete || !self.games.is_empty()
    }

    /// Whether nothing could be read at all.
    pub(super) fn is_in_vain(&self) -> bool {
        self.is_complete && self.games.is_empty() && !self.faults.is_empty()
    }

    /// How many texts were opened.
    pub(super) fn texts(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn games(&self) -> usize {
        self.games.len()
    }

    /// The game at this place among all, from 0. A game that can no longer be read is cut off, and a fault.
    pub(super) fn game(&mut self, index: usize) -> Option<Record> {
        let entry = *self.games.get(index)?;
        let Text { name, source } = &self.texts[entry.text as usize];
        let name = Arc::clone(name);
        let (bytes, start) = match source {
            Source::Bytes(bytes) => (Arc::clone(bytes), entry.start as usize),
            Source::File(file) => {
                let (bytes, fault) = match file.read(entry.start, entry.length.into()) {
                    Ok(bytes) if bytes.len() < entry.length as usize => {
                        let end = entry.start + bytes.len() as u64;
                        (bytes, Some(file.shortened(end)))
                    }
                    Ok(bytes) => (bytes, None),
                    Err(error) => (Vec::new(), Some(error)),
                };
                let fault = fault.map(|fault| fault.to_string());
                self.faults.extend(fault.filter(|fault| !self.faults.contains(fault)));
                (Arc::new(Bytes::from(bytes)), 0)
            }
        };
        Some(Record { name, number: entry.number, bytes, start, entry })
    }

    /// The next game with an error after this one, or the previous one.
    pub(super) fn next_invalid(&self, index: usize, forward: bool) -> Option<usize> {
        let is_invalid = |&at: &usize| self.games[at].validity == Validity::Invalid;
        if forward { (index + 1..self.games.len()).find(is_invalid) } else { (0..index).rev().find(is_invalid) }
    }
}
