//! Takes the selected games or positions.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use crate::archive::copies::{CopyFinder, CopyKind};
use crate::archive::fingerprint::Fingerprint;
use crate::archive::record_file::{LongTexts, RecordFile};
use crate::archive::sort::Sorter;
use crate::commands::ExitStatus;
use crate::commands::boundary::Ending;
use crate::commands::driver::{Chosen, Command, Fold, Line, Run, Text, TextNote, without_mark};
use crate::commands::error::Refused;
use crate::commands::outputs::OneFormat;
use crate::game::facts::{ByKind, Facts, ItemKind, PositionItem};
use crate::game::order::{Order, random_place};
use crate::game::replay::position_text::{PositionFormat, read_position};
use crate::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use crate::game::rules::{RuleSet, Severity};
use crate::input::joined;
use crate::options::InputFormat;
use crate::parts::InputPart;
use crate::pgn::foreign;
use crate::pgn::place::Span;
use crate::pipeline::{ChunkText, KeptText};
use crate::report::Diagnostics;
use crate::report::terminal::numbers::counted;

use super::file_names::Pattern;
use super::writer::{self, GameWriter};

/// What makes two games or positions copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SameBy {
    /// Games of the same encounter, as far as they may differ.
    Encounter(CopyKind),
    /// The moves of games, whatever their tags and results are.
    Moves,
    /// The position, of games the final one.
    Position { with_counters: bool },
}

impl SameBy {
    /// How far copies may differ in what makes them copies.
    pub(super) const fn kind(self) -> CopyKind {
        match self {
            Self::Encounter(kind) => kind,
            Self::Moves | Self::Position { .. } => CopyKind::Duplicate,
        }
    }

    fn fingerprint(self, game: &Game, bytes: &[u8]) -> Fingerprint {
        match self {
            Self::Encounter(kind) => Fingerprint::of_game(game, bytes, kind > CopyKind::Duplicate),
            Self::Moves => Fingerprint::of_moves(game, bytes),
            Self::Position { with_counters } => Fingerprint::of_final_position(game, bytes, with_counters),
        }
    }
}

/// Reads games and positions only to select and to order them.
#[derive(Clone)]
pub(super) struct Reader {
    /// The name of the input.
    pub(super) file: Arc<str>,
    /// The rules that the condition and the order need.
    pub(super) rules: RuleSet,
    /// Whether the order, or the name of the file, depends on moves.
    pub(super) needs_moves: bool,
    /// Whether errors in games count for the exit code.
    pub(super) is_checked: bool,
    /// Whether games are only counted.
    pub(super) is_count: bool,
    /// Which copies are left out.
    pub(super) copies: Option<SameBy>,
    pub(super) order: Option<Arc<ByKind<Order>>>,
    /// What a random order depends on.
    pub(super) seed: u64,
    pub(super) pattern: Option<Arc<ByKind<Pattern>>>,
}

impl Reader {
    /// Whether games wait until all are known: for another order, for the names of files, or because of copies.
    pub(super) fn sorts(&self) -> bool {
        self.order.is_some()
            || self.copies.is_some()
            || self.pattern.as_ref().is_some_and(|pattern| pattern.all().any(Pattern::has_values))
    }

    /// The key of a game or position, and the length of the label of its file, with which the key begins. There are no facts of a
    /// line that is no position.
    fn key(&self, facts: Option<&Facts<'_>>, kind: ItemKind) -> (Vec<u8>, usize) {
        let pattern = self.pattern.as_ref().and_then(|pattern| pattern.of(kind).ok());
        let mut key = pattern.map(|pattern| pattern.label(facts)).unwrap_or_default();
        let label = key.len();
        if let Some(Ok(order)) = self.order.as_ref().map(|order| order.of(kind)) {
            key.extend(order.key(facts));
        }
        (key, label)
    }

    /// Whether what is equal in the order is in random order.
    fn is_random(&self, kind: ItemKind) -> bool {
        self.order.as_ref().is_some_and(|order| order.of(kind).is_ok_and(|order| order.is_random))
    }

    /// What an order or a name of a file says that these items do not have.
    fn refusal(&self, kind: ItemKind) -> Option<String> {
        let order = self.order.as_ref().and_then(|order| order.of(kind).err());
        let pattern = self.pattern.as_ref().and_then(|pattern| pattern.of(kind).err());
        let of_order = order.map(|error| format!("--sort: {error}"));
        let of_pattern = pattern.map(|error| format!("the name of the output: {error}"));
        let of_copies = match self.copies {
            Some(SameBy::Encounter(_) | SameBy::Moves) if kind == ItemKind::Position => {
                Some("--unique: these are positions; write --unique=position, or --unique=fen".to_owned())
            }
            _ => None,
        };
        of_order.or(of_pattern).or(of_copies)
    }
}

pub(super) enum Piece {
    Game {
        /// Empty if games are only counted.
        text: KeptText,
        ending: Ending,
        /// Its place in the order.
        key: Vec<u8>,
        /// The length of the label of its file, with which the key begins.
        label: usize,
        /// What shows of which games it is a copy, if that is asked.
        fingerprint: Option<Box<Fingerprint>>,
        /// Whether it has errors, if that is asked.
        is_faulty: bool,
    },
    /// Text between games, and the number of its bytes without white space around them; no text if games are only counted, or
    /// if it is binary data, with which an output would be taken for a file of another format.
    Between(Option<KeptText>, u64),
}

/// Where the games go.
pub(super) enum Destination {
    Nowhere,
    /// To the output at once.
    Writer(GameWriter),
    /// To a sorter, from where they are written at the end.
    Sorter(Sorter, LongTexts),
}

/// The games whose copies are looked for.
pub(super) struct Copies {
    pub(super) finder: CopyFinder,
    /// The index of the input and the number of each game.
    pub(super) places: Vec<(u32, u32)>,
    /// The texts of all games, if annotations are united, and the place of each.
    pub(super) texts: Option<(RecordFile, Vec<u64>)>,
}

/// The selected games so far.
pub(super) struct Copier {
    reader: Reader,
    pub(super) destination: Destination,
    /// The number of games and positions.
    pub(super) selected: u64,
    /// How many of them have errors, if that is asked.
    pub(super) faulty: u64,
    /// The inputs of the games in the sorter.
    pub(super) inputs: Vec<Arc<Text<Reader>>>,
    pub(super) copies: Option<Copies>,
    pub(super) labels: BTreeSet<Vec<u8>>,
    /// The text since the last game.
    pub(super) before: TextBefore,
    format: OneFormat,
    /// What the inputs contain.
    has_games: bool,
    has_positions: bool,
    /// The format that the name of the output says.
    output_format: Option<InputFormat>,
}

/// Text between games, which goes with the game that follows it.
#[derive(Default)]
pub(super) struct TextBefore {
    /// The input, and the number of the game before the text.
    place: Option<(Arc<Text<Reader>>, u64)>,
    text: Vec<u8>,
    /// The number of its bytes without white space around its pieces.
    bytes: u64,
    /// The number of bytes that went with no game.
    pub(super) left_out: u64,
    /// Whether some of it was left out since the last game.
    has_gap: bool,
}

impl TextBefore {
    /// The longest text that goes with a game, as long as the longest one that is kept of a game.
    const LONGEST: usize = 16 << 20;

    fn push(&mut self, input: &Arc<Text<Reader>>, number: u64, piece: Option<&[u8]>, bytes: u64) {
        let piece = piece.filter(|piece| piece.len() <= Self::LONGEST);
        let length = self.text.len() + piece.map_or(0, <[u8]>::len);
        if !self.is_before(input, number + 1) || length > Self::LONGEST {
            self.leave_out();
        }
        if let Some(piece) = piece {
            self.place = Some((Arc::clone(input), number));
            self.bytes += bytes;
            self.text.extend_from_slice(piece);
        } else {
            self.left_out += bytes;
            self.has_gap = true;
        }
    }

    /// The text before the next selected game, and whether some was left out.
    fn take(&mut self, input: &Arc<Text<Reader>>, number: u64) -> (Vec<u8>, bool) {
        if !self.is_before(input, number) {
            self.leave_out();
        }
        let Self { text, has_gap, .. } = std::mem::replace(self, Self { left_out: self.left_out, ..Self::default() });
        (text, has_gap)
    }

    fn is_before(&self, input: &Arc<Text<Reader>>, number: u64) -> bool {
        self.place.as_ref().is_some_and(|(place, before)| Arc::ptr_eq(place, input) && *before + 1 == number)
    }

    fn leave_out(&mut self) {
        if self.place.take().is_some() {
            self.left_out += std::mem::take(&mut self.bytes);
            self.text = Vec::new();
            self.has_gap = true;
        }
    }
}

impl Copier {
    pub(super) fn new(
        reader: Reader,
        destination: Destination,
        copies: Option<Copies>,
        output_format: Option<InputFormat>,
    ) -> Self {
        Self {
            reader,
            destination,
            selected: 0,
            faulty: 0,
            inputs: Vec::new(),
            copies,
            labels: BTreeSet::new(),
            before: TextBefore::default(),
            format: OneFormat::default(),
            has_games: false,
            has_positions: false,
            output_format,
        }
    }

    /// Returns an error if this text has another format than those before it, or one that cannot be sorted.
    fn check_format(&mut self, text: &str, format: InputFormat) -> Result<(), Refused> {
        self.format.check(text, format)?;
        if let Some(output) = self.output_format.filter(|output| *output != format) {
            let [output, format] = [output, format].map(InputFormat::name);
            return Err(Refused(format!("{text} has the format {format}, and the ending of the output says {output}")));
        }
        let refusal = self.reader.refusal(format.items());
        refusal.map_or(Ok(()), |message| Err(Refused(format!("{text}: {message}"))))
    }

    /// Says how many games have errors, if that was asked; returns what that means for the exit code.
    pub(super) fn report(&self, diagnostics: &Diagnostics) -> ExitStatus {
        match self.faulty {
            _ if self.selected == 0 => ExitStatus::Findings,
            0 => ExitStatus::Clean,
            faulty => {
                let have = if faulty == 1 { "has" } else { "have" };
                diagnostics
                    .warning(format_args!("{} {have} errors", self.counted(faulty).replacen(' ', " selected ", 1)));
                ExitStatus::GameErrors
            }
        }
    }

    /// The number of selected items, or of all that were read, with what they are.
    pub(super) fn counted(&self, count: u64) -> String {
        match (self.has_games, self.has_positions) {
            (true, true) => counted(count, "game or position", "games and positions"),
            (false, true) => counted(count, "position", "positions"),
            (_, false) => counted(count, "game", "games"),
        }
    }

    /// The number of bytes between games that are copied with none.
    pub(super) const fn left_out(&self) -> u64 {
        self.before.left_out + self.before.bytes
    }

    fn keep(&mut self, game: &writer::Game<'_>, key: &[u8], label: usize) -> io::Result<()> {
        let Destination::Sorter(sorter, texts) = &mut self.destination else { return Ok(()) };
        if self.inputs.last().is_none_or(|last| !Arc::ptr_eq(last, game.input)) {
            self.inputs.push(Arc::clone(game.input));
        }
        if !self.labels.contains(&key[..label]) {
            self.labels.insert(key[..label].to_vec());
        }
        let index = self.selected - 1;
        let input = self.inputs.len() - 1;
        let stored =
            Stored { label, input, number: game.number, index, before: game.before.len(), ending: game.ending };
        let whole =
            if game.before.is_empty() { None } else { Some(joined(&game.input.name, &[game.before, game.text])?) };
        let (kind, text) = texts.store(whole.as_deref().unwrap_or(game.text))?;
        Ok(sorter.push_parts(key, [&stored.bytes(), kind, &text])?)
    }
}

impl Copier {
    /// Looks for copies of the game that came last.
    fn add_fingerprint(&mut self, fingerprint: Option<&Fingerprint>, number: u64, text: &[u8]) -> io::Result<()> {
        let (Some(copies), Some(fingerprint)) = (&mut self.copies, fingerprint) else { return Ok(()) };
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        copies.places.push((u32::try_from(self.inputs.len() - 1).unwrap_or(u32::MAX), number));
        if let Some((texts, places)) = &mut copies.texts {
            places.push(texts.push([text])?);
        }
        Ok(copies.finder.add(fingerprint)?)
    }
}

/// What is stored with the text of a game that waits.
pub(super) struct Stored {
    /// The length of the label in the key.
    pub(super) label: usize,
    pub(super) input: usize,
    pub(super) number: u64,
    /// Its index among the selected games.
    pub(super) index: u64,
    /// The length of the text before the game, with which its text begins.
    pub(super) before: usize,
    pub(super) ending: Ending,
}

impl Stored {
    const ENDINGS: [Ending; 3] = [Ending::Marker, Ending::Tags, Ending::Nothing];
    /// The number of bytes before the text.
    const HEAD: usize = 8 * 5 + 1;

    fn bytes(&self) -> Vec<u8> {
        let ending = Self::ENDINGS.iter().position(|ending| *ending == self.ending).unwrap_or_default();
        let numbers = [self.label as u64, self.input as u64, self.number, self.index, self.before as u64];
        let numbers = numbers.map(u64::to_le_bytes);
        [numbers.as_flattened(), &[ending as u8]].concat()
    }

    /// The values, and the stored text of the game; `None` if the temporary file was damaged.
    pub(super) fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (head, text) = bytes.split_at_checked(Self::HEAD)?;
        let (numbers, _) = head.as_chunks::<8>();
        let [label, input, number, index, before] = [0, 1, 2, 3, 4].map(|at: usize| u64::from_le_bytes(numbers[at]));
        let ending = *Self::ENDINGS.get(usize::from(head[Self::HEAD - 1]))?;
        let [label, input, before] = [label, input, before].map(usize::try_from);
        Some((Self { label: label.ok()?, input: input.ok()?, number, index, before: before.ok()?, ending }, text))
    }
}

impl Fold for Reader {
    type Item = Piece;
    type Sum = ();

    fn read(&self, bytes: &[u8], start: usize) -> Game {
        read_game_as(bytes, start, &ReplayOptions { rules: self.rules, ..ReplayOptions::default() })
    }

    fn needs_moves(&self) -> bool {
        self.needs_moves
    }

    fn game(&self, game: &mut Game, bytes: &ChunkText<'_>, span: Span) -> Option<Piece> {
        let text = &bytes[span.clone()];
        if game.status == Validity::NoGame {
            let length = without_mark(text).trim_ascii().len() as u64;
            let is_kept = !self.is_count && foreign::is_text(without_mark(text));
            return Some(Piece::Between(is_kept.then(|| bytes.keep(span)), length));
        }
        let fingerprint = self.copies.map(|same| Box::new(same.fingerprint(game, bytes)));
        let is_faulty = self.is_checked && game.status == Validity::Invalid;
        if self.is_count {
            let (text, ending, key) = (KeptText::default(), Ending::Marker, Vec::new());
            return Some(Piece::Game { text, ending, key, label: 0, fingerprint, is_faulty });
        }
        let facts = self.sorts().then(|| Facts::new(game, bytes, &self.file, None));
        let (key, label) = self.key(facts.as_ref(), ItemKind::Game);
        let ending = match Ending::of(game) {
            // Whether there are moves is not known.
            Ending::Nothing if game.is_tags_only => Ending::of(&self.read(bytes, span.start)),
            ending => ending,
        };
        Some(Piece::Game { text: bytes.keep(span), ending, key, label, fingerprint, is_faulty })
    }

    fn position(&self, line: &Line, format: PositionFormat) -> Piece {
        let item = self.sorts().then(|| PositionItem::read(line.text(), format)).flatten();
        let is_faulty = self.rules != RuleSet::EMPTY && {
            let report = read_position(line.text(), &line.span, format, RuleSet::at_least(Severity::Error));
            !report.findings.is_empty()
        };
        let fingerprint = match self.copies {
            Some(SameBy::Position { with_counters }) => {
                let found = Fingerprint::of_position_line(line.text(), item.as_ref(), with_counters, !is_faulty);
                Some(Box::new(found))
            }
            _ => None,
        };
        let facts = item.as_ref().map(|item| item.facts(&self.file));
        let (key, label) = self.key(facts.as_ref(), ItemKind::Position);
        let text = if self.is_count { KeptText::default() } else { line.bytes.clone().into() };
        let (ending, is_faulty) = (Ending::Nothing, self.is_checked && is_faulty);
        Piece::Game { text, ending, key, label, fingerprint, is_faulty }
    }
}

impl Command for Copier {
    type Fold = Reader;
    type TextState = ();

    /// Text between games is only counted.
    const NUMBERS_TEXT_BETWEEN_GAMES: bool = false;

    fn fold(&self, name: &str) -> Reader {
        Reader { file: name.into(), ..self.reader.clone() }
    }

    fn game(&mut self, chosen: Chosen<Reader>, (): &mut (), run: &mut Run) -> io::Result<()> {
        let (text, ending, key, label, fingerprint, is_faulty) = match chosen.item {
            Piece::Between(text, bytes) => {
                self.before.push(&chosen.text, chosen.number, text.as_deref(), bytes);
                return Ok(());
            }
            Piece::Game { text, ending, key, label, fingerprint, is_faulty } => {
                (text, ending, key, label, fingerprint, is_faulty)
            }
        };
        self.selected += 1;
        self.faulty += u64::from(is_faulty);
        let (before, is_after_gap) = self.before.take(&chosen.text, chosen.number);
        if self.reader.is_count && self.reader.copies.is_none() {
            return Ok(());
        }
        self.check_format(&chosen.text.name, chosen.text.format)?;
        let (input, number) = (&chosen.text, chosen.number);
        let game = writer::Game { before: &before, text: &text, ending, input, number, is_after_gap };
        match &mut self.destination {
            Destination::Nowhere => match (&mut self.copies, fingerprint) {
                (Some(copies), Some(fingerprint)) => Ok(copies.finder.add(&fingerprint)?),
                _ => Ok(()),
            },
            Destination::Writer(writer) => {
                self.before.left_out += run.progress.suspend(|| writer.write(&[], &game))?;
                Ok(())
            }
            Destination::Sorter(..) => {
                let is_random = self.reader.is_random(game.input.format.items());
                let place = random_place(self.reader.seed, self.selected);
                let key = if is_random { [&key[..], &place].concat() } else { key };
                self.keep(&game, &key, label)?;
                self.add_fingerprint(fingerprint.as_deref(), chosen.number, &text)
            }
        }
    }

    fn text_end(&mut self, text: &Text<Reader>, _: Option<&InputPart>, (): &mut (), _: &mut Run) {
        match text.format.items() {
            ItemKind::Game => self.has_games = true,
            ItemKind::Position => self.has_positions = true,
        }
    }

    fn text_note(&mut self, note: TextNote, text: &Text<Reader>, (): &mut (), run: &mut Run) -> io::Result<()> {
        match note {
            TextNote::Utf16 if !self.reader.is_count => run.written_in_utf8(&text.name),
            TextNote::NoGames { is_cut: false } => {
                let missing = if text.format == InputFormat::Pgn { "games" } else { "positions" };
                run.warning(format_args!("{}: it has no {missing}", text.name));
            }
            TextNote::Utf16 | TextNote::ByteOrderMark | TextNote::NoGames { is_cut: true } => {}
        }
        Ok(())
    }
}
