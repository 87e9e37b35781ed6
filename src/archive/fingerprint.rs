//! What is kept of a game to find its copies: the record of the encounter, the moves, the keys under which it is filed; and its
//! stored form.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed, xxh3_128};

use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::game::difference::Ignored;
use crate::game::facts::PositionItem;
use crate::game::identity::{LineId, Occasion};
use crate::game::replay::{Game, Validity};
use crate::pgn::lex::Outcome;
use crate::pgn::names::known;
use crate::pgn::place::Span;
use crate::pgn::tags::value_text;

use super::archived_game::{content_hash, read};
use super::copies::CopyKind;
use super::encounter::{Encounter, address_of, date, round};
use super::line::{Likeness, Overlap, PASS, Symbol, likeness, measurements, origins, symbols, unplayed};
use super::people::{sound, surnames};

/// What is kept of a game.
#[derive(Clone, Debug)]
pub struct Fingerprint {
    /// A hash of the moves and the result, and of what else tells games apart whose tags do not.
    pub play: u128,
    /// The tags that describe the encounter, as stored: for each a number, the length of its value, and the value.
    pub encounter: Vec<u8>,
    /// The keys under which the game is filed: copies share at least one. None if only exact copies are wanted.
    pub keys: Vec<u64>,
    pub features: Features,
}

/// What decides whether two games are copies, and which one is kept.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Features {
    pub start: u64,
    pub encounter: Encounter,
    /// The moves, those that could not be played included.
    pub line: Vec<Symbol>,
    /// The squares from which the moves start, as far as they were played.
    pub origins: Vec<u8>,
    /// The evaluations, depths and times in the comments, if most moves have some.
    pub measurements: Vec<u32>,
    /// The number of plies that were played.
    pub plies: u32,
    /// The number of bytes of comments, variations and NAGs, roughly: the text of the game besides tags and moves.
    pub text: u32,
    /// Whether the game has no error.
    pub is_valid: bool,
}

/// Tags that tell games of one encounter apart.
const DISTINCTIONS: [&str; 5] = ["Time", "GameStartTime", "GameId", "FICSGamesDBGameNo", "Board"];

/// All tags on which it depends whether games are exact copies.
static ENCOUNTER_TAGS: LazyLock<Vec<&str>> = LazyLock::new(|| Occasion::TAGS.into_iter().chain(DISTINCTIONS).collect());

/// The number of plies in a piece of a line, and of pieces that become keys.
const PIECE: usize = 6;
const PIECES: usize = 4;

/// The length of an opening, in plies. A line at least twice as long is cut into pieces behind it: many games share an opening.
const OPENING: usize = 16;

impl Fingerprint {
    /// The fingerprint of a game that was read from `bytes`; with keys if not only exact copies are wanted.
    pub fn of_game(game: &Game, bytes: &[u8], with_keys: bool) -> Self {
        let mut features = Features {
            plies: game.plies(),
            text: annotations(game, bytes),
            is_valid: game.status == Validity::Valid,
            ..Features::default()
        };
        let mut keys = Vec::new();
        if with_keys {
            features.start = start(game, bytes);
            features.encounter = Encounter::of_game(game, bytes);
            features.line = symbols(game, bytes);
            features.origins = origins(game);
            keys = features.keys();
        }
        let is_annotated = features.text > 0;
        let is_undated = is_annotated && date(game, bytes).0 == 0 && address_of(game, bytes).is_empty();
        if is_annotated && (with_keys || is_undated) {
            features.measurements = measurements(game, bytes);
        }
        let mut play = play(game, bytes);
        if is_heading(game, bytes) {
            let text = &bytes[game.span.clone()];
            play = content_hash(&read(text, 0), text, &Ignored::default());
        } else if is_undated && !features.measurements.is_empty() {
            let measured = features.measurements.iter().flat_map(|measured| measured.to_le_bytes());
            play = xxh3_128(&play.to_le_bytes().into_iter().chain(measured).collect::<Vec<_>>());
        }
        Self { play, encounter: encounter_tags(game, bytes), keys, features }
    }
}

impl Fingerprint {
    /// The fingerprint of something whose copies are what has the same `content`, a hash; with the length of its annotations, in bytes.
    pub fn of_content(content: u128, plies: u32, text: u32, is_valid: bool) -> Self {
        let (encounter, keys) = (Vec::new(), Vec::new());
        Self { play: content, encounter, keys, features: Features { plies, text, is_valid, ..Features::default() } }
    }

    /// That of a game for which nothing but the moves counts, whatever its tags and its result are.
    pub fn of_moves(game: &Game, bytes: &[u8]) -> Self {
        let is_valid = game.status == Validity::Valid;
        let content = content_hash(game, bytes, &Ignored::all_but_moves());
        Self::of_content(content, game.plies(), annotations(game, bytes), is_valid)
    }

    /// That of a game for which nothing but its final position counts: that of the Laws (Article 9.2.3), or with its counters. A
    /// game that could not be replayed to its end is a copy only of one with the same text.
    pub fn of_final_position(game: &Game, bytes: &[u8], with_counters: bool) -> Self {
        let is_valid = game.status == Validity::Valid;
        let content = if game.has_start() && game.is_complete() && game.status != Validity::Unchecked {
            position_hash(game.position(), with_counters)
        } else {
            xxh3_128(bytes[game.span.clone()].trim_ascii())
        };
        Self::of_content(content, game.plies(), annotations(game, bytes), is_valid)
    }

    /// That of a line of FEN or EPD. A line that is no position of chess is a copy only of one with the same text.
    pub fn of_position_line(line: &[u8], item: Option<&PositionItem>, with_counters: bool, is_valid: bool) -> Self {
        let item = item.filter(|item| !item.line.is_variant);
        let content = item.map_or_else(|| xxh3_128(line), |item| position_hash(item.game.position(), with_counters));
        let text = item.and_then(|item| item.line.operations.as_deref()).map_or(0, str::len);
        Self::of_content(content, 0, u32::try_from(text).unwrap_or(u32::MAX), is_valid)
    }
}

/// The hash of a position, equal for positions that are the same by Article 9.2.3, and have the same counters if these count.
pub fn position_hash(position: &Position, with_counters: bool) -> u128 {
    let mut id = LineId::of_start(position).bytes().to_vec();
    if with_counters {
        id.extend([position.halfmove_clock(), position.fullmove_number()].map(u32::to_le_bytes).as_flattened());
    }
    xxh3_128(&id)
}

/// The starting position; what the tags say about it if it is not known.
fn start(game: &Game, bytes: &[u8]) -> u64 {
    if game.has_start() {
        return xxh3_64(&LineId::of_start(game.start()).bytes());
    }
    let [variant, fen] = ["Variant", "FEN"].map(|name| game.tags.text(name, bytes).unwrap_or_default());
    xxh3_64(format!("{variant}\n{fen}").as_bytes())
}

/// Whether it is a game without moves whose tags do not say when it took place, and in which round: the heading of a chapter,
/// or an exercise. What such a game says is in its other tags and its comments.
fn is_heading(game: &Game, bytes: &[u8]) -> bool {
    let has_moves = !game.is_complete() || game.moves().any(|mv| mv != Move::NULL);
    !has_moves && (date(game, bytes).0 == 0 || round(game, bytes).is_empty())
}

/// A hash of the moves and the result, whatever their spelling.
fn play(game: &Game, bytes: &[u8]) -> u128 {
    let outcome = game.stated().unwrap_or(Outcome::Unknown);
    let mut hashed = Vec::with_capacity(3 * game.plies() as usize + 16);
    hashed.extend(start(game, bytes).to_le_bytes());
    hashed.push(outcome as u8);
    for mv in game.moves() {
        let promotion = mv.promotion().map_or(0, |kind| kind as u8);
        hashed.extend([mv.from().index() as u8, mv.to().index() as u8, promotion]);
    }
    if !(game.has_start() && game.is_complete()) {
        // How a damaged game goes on is part of it, as it is written.
        for word in unplayed(game, bytes) {
            hashed.push(b' ');
            hashed.extend(word);
        }
    }
    xxh3_128(&hashed)
}

/// The tags that describe the encounter: for each its index in [`ENCOUNTER_TAGS`], the length of its value, and the value as it
/// is written.
fn encounter_tags(game: &Game, bytes: &[u8]) -> Vec<u8> {
    static INDICES: LazyLock<HashMap<usize, usize>> = LazyLock::new(|| {
        let names = ENCOUNTER_TAGS.iter().enumerate();
        names.filter_map(|(index, name)| Some((known(name.as_bytes())?, index))).collect()
    });
    let mut stored = Vec::with_capacity(256);
    let mut store = |index: usize, value: Span| {
        stored.push(index as u8);
        stored.extend((value.len() as u64).to_le_bytes());
        stored.extend(&bytes[value]);
    };
    for tag in game.tags.known().list() {
        if let Some(index) = INDICES.get(&tag.name) {
            store(*index, tag.value.clone());
        }
    }
    for (name, value) in game.tags.other_values() {
        if let Some(index) = ENCOUNTER_TAGS.iter().position(|tag| tag.as_bytes() == name) {
            store(index, value);
        }
    }
    stored
}

/// A hash of everything that exact copies have in common: the hash of moves and result, and the encounter that these tags
/// describe, without what people write differently. `None` if the tags are damaged.
pub(super) fn exact(play: u128, mut tags: &[u8]) -> Option<u128> {
    let mut values = HashMap::new();
    while let Some((index, rest)) = tags.split_first() {
        let (length, rest) = rest.split_first_chunk()?;
        let (value, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        values.insert(*ENCOUNTER_TAGS.get(usize::from(*index))?, value_text(value));
        tags = rest;
    }
    let value = |name: &str| values.get(name).cloned().unwrap_or_default();
    let encounter = Occasion::of_tags(value);
    let distinctions = DISTINCTIONS.map(value);
    let mut hash = Xxh3::new();
    hash.update(&play.to_le_bytes());
    for part in encounter.parts().iter().map(String::as_str).chain(distinctions.iter().map(AsRef::as_ref)) {
        hash.update(b"\n");
        hash.update(part.as_bytes());
    }
    Some(hash.digest128())
}

/// The length of a game's text besides tags and moves, in bytes, roughly: nothing if there are no comments, variations or
/// NAGs.
fn annotations(game: &Game, bytes: &[u8]) -> u32 {
    let text = &bytes[game.span.clone()];
    let is_annotated = memchr::memchr3(b'{', b'(', b';', text).is_some() || memchr::memchr2(b'$', b'!', text).is_some();
    if is_annotated { u32::try_from(text.len()).unwrap_or(u32::MAX) } else { 0 }
}

/// What speaks for one game, in half points, so that two games are copies.
const ENOUGH: i32 = 20;

impl Features {
    /// What kind of copy the other game is of this one, unless it is an exact one; `None` if they are different games.
    pub fn relation(&self, other: &Self) -> Option<CopyKind> {
        let overlap = self.overlap(other)?;
        if self.agreement(other, overlap) < ENOUGH || !self.is_distinctive(other, overlap) {
            return None;
        }
        let has_same_beginning = overlap.is_prefix() && self.origins.iter().zip(&other.origins).all(|(a, b)| a == b);
        Some(match self.line.len().cmp(&other.line.len()) {
            Ordering::Greater if has_same_beginning => CopyKind::Shorter,
            Ordering::Less if has_same_beginning => CopyKind::Longer,
            _ => CopyKind::Twin,
        })
    }

    /// What two lines have in common; `None` if it is too little for one game.
    fn overlap(&self, other: &Self) -> Option<Overlap> {
        if self.start != other.start {
            return None;
        }
        let overlap = Overlap::of(&self.line, &other.line);
        (overlap.is_near() || overlap.is_prefix()).then_some(overlap)
    }

    /// How strongly two records speak for one game, in half points.
    fn agreement(&self, other: &Self, overlap: Overlap) -> i32 {
        let (limit, draw) = self.encounter.repeated_draw(&other.encounter);
        let draw = if overlap.shorter <= limit { draw } else { 0 };
        self.encounter.agreement(&other.encounter) + overlap.agreement() + draw
    }

    /// Whether the moves can be those of one game only. Programs repeat long lines, so that their comments decide, and all games
    /// without moves are alike.
    fn is_distinctive(&self, other: &Self, overlap: Overlap) -> bool {
        let (one, another) = (&self.encounter, &other.encounter);
        if self.line.iter().chain(&other.line).all(|symbol| *symbol == PASS) {
            return false;
        }
        if overlap.shorter == 0 {
            return one.has_round_of(another);
        }
        if one.has_address_of(another) {
            return true;
        }
        let are_dated = one.year > 0 && another.year > 0;
        let are_undated = one.year == 0 && another.year == 0;
        match likeness(&self.measurements, &other.measurements, overlap) {
            Likeness::Same => true,
            Likeness::Different => are_dated,
            Likeness::Contradictory => false,
            Likeness::Unknown { .. } if !are_undated => true,
            Likeness::Unknown { is_measured } => !is_measured && overlap.is_certain(),
        }
    }

    /// The keys under which the game is filed.
    fn keys(&self) -> Vec<u64> {
        let mut keys = self.keys_of_line();
        self.add_keys_of_players(&mut keys);
        if !self.encounter.address.is_empty() {
            keys.push(xxh3_64_with_seed(self.encounter.address.as_bytes(), 2));
        }
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The smallest hashes of the pieces of the line (A. Broder, "On the resemblance and containment of documents", 1997):
    /// two lines that have most pieces in common have most of them in common, too.
    fn keys_of_line(&self) -> Vec<u64> {
        let from = if self.line.len() >= 2 * OPENING { OPENING } else { 0 };
        let line = &self.line[from..];
        let mut bytes = [0; 2 * PIECE];
        let mut hash = |piece: &[Symbol]| {
            for (at, symbol) in piece.iter().enumerate() {
                bytes[2 * at..2 * at + 2].copy_from_slice(&symbol.to_be_bytes());
            }
            xxh3_64(&bytes[..2 * piece.len()])
        };
        if line.len() < PIECE {
            return vec![hash(line)];
        }
        let mut keys: Vec<u64> = line.windows(PIECE).map(hash).collect();
        keys.sort_unstable();
        keys.truncate(PIECES);
        keys
    }

    /// The surnames by their sounds: both with the year, found again however the moves differ; each with the opening, found
    /// again if the game is cut and the other name or the year differs.
    fn add_keys_of_players(&self, keys: &mut Vec<u64>) {
        let sounds = self
            .encounter
            .players
            .each_ref()
            .map(|name| surnames(name).into_iter().map(|word| sound(word)).collect::<Vec<_>>());
        let start = &self.line[..OPENING.min(self.line.len())];
        for (seed, player) in (3..).zip(&sounds) {
            let with_start = |sound: &String| xxh3_64_with_seed(format!("{sound}\n{start:?}").as_bytes(), seed);
            keys.extend(player.iter().map(with_start));
        }
        let [white, black] = sounds;
        for one in &white {
            for other in &black {
                keys.push(xxh3_64_with_seed(format!("{one}\n{other}\n{}", self.encounter.year).as_bytes(), 1));
            }
        }
    }

    /// A number that is near for names that sound alike, by which the games of a crowded key are ordered.
    pub fn hint(&self) -> u32 {
        let sounds = self.encounter.players.each_ref().map(|words| {
            let longest = surnames(words).first().map(|word| sound(word)).unwrap_or_default();
            let mut bytes = longest.bytes();
            u16::from(bytes.next().unwrap_or(0)) << 8 | u16::from(bytes.next().unwrap_or(0))
        });
        u32::from(sounds[0]) << 16 | u32::from(sounds[1])
    }

    /// A hash of the address; 0 if there is none.
    pub fn address(&self) -> u32 {
        match self.encounter.address.as_bytes() {
            [] => 0,
            address => (xxh3_128(address) as u32).max(1),
        }
    }
}

// The stored form of `Features`: numbers and texts, each with its length.

/// Appends the stored form.
pub(super) fn write_features(features: &Features, out: &mut Vec<u8>) {
    let Features { start, encounter, line, origins, measurements, plies, text, is_valid } = features;
    let Encounter { players, fide_ids, year, month, day, time, round, places, address, outcome } = encounter;
    out.extend(start.to_le_bytes());
    out.extend(plies.to_le_bytes());
    out.extend(text.to_le_bytes());
    out.extend([u8::from(*is_valid), outcome.map_or(0, |outcome| 1 + outcome as u8), *month, *day]);
    out.extend(year.to_le_bytes());
    out.extend(fide_ids.map(u32::to_le_bytes).as_flattened());
    for text in [time, address] {
        put_text(text, out);
    }
    for words in [&players[0], &players[1], places] {
        put_length(words.len(), out);
        for word in words {
            put_text(word, out);
        }
    }
    put_length(round.len(), out);
    out.extend(round.iter().flat_map(|number| number.to_le_bytes()));
    put_length(line.len(), out);
    out.extend(line.iter().flat_map(|symbol| symbol.to_le_bytes()));
    put_length(origins.len(), out);
    out.extend(origins);
    put_length(measurements.len(), out);
    out.extend(measurements.iter().flat_map(|measured| measured.to_le_bytes()));
}

/// Reads the stored form; `None` if it is damaged.
pub(super) fn read_features(bytes: &[u8]) -> Option<Features> {
    let mut rest = Reader(bytes);
    let (start, plies, text) =
        (u64::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?));
    let [is_valid, outcome, month, day] = rest.take()?;
    let outcome = match outcome {
        0 => None,
        code => Some(
            *[Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw, Outcome::Unknown]
                .iter()
                .find(|known| **known as u8 + 1 == code)?,
        ),
    };
    let year = u16::from_le_bytes(rest.take()?);
    let fide_ids = [u32::from_le_bytes(rest.take()?), u32::from_le_bytes(rest.take()?)];
    let (time, address) = (rest.text()?, rest.text()?);
    let (white, black, places) = (rest.words()?, rest.words()?, rest.words()?);
    let round = (0..rest.length()?).map(|_| rest.take().map(u32::from_le_bytes)).collect::<Option<_>>()?;
    let line = (0..rest.length()?).map(|_| rest.take().map(u16::from_le_bytes)).collect::<Option<_>>()?;
    let origins = (0..rest.length()?).map(|_| rest.take().map(u8::from_le_bytes)).collect::<Option<_>>()?;
    let measurements = (0..rest.length()?).map(|_| rest.take().map(u32::from_le_bytes)).collect::<Option<_>>()?;
    let players = [white, black];
    let encounter = Encounter { players, fide_ids, year, month, day, time, round, places, address, outcome };
    let is_valid = is_valid == 1;
    rest.0.is_empty().then_some(Features { start, encounter, line, origins, measurements, plies, text, is_valid })
}

/// The rest of the bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn length(&mut self) -> Option<usize> {
        self.take().map(u16::from_le_bytes).map(usize::from)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.length()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn words(&mut self) -> Option<Vec<String>> {
        (0..self.length()?).map(|_| self.text()).collect()
    }
}

fn put_length(length: usize, out: &mut Vec<u8>) {
    out.extend(u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes());
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    put_length(text.len(), out);
    out.extend(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use crate::archive::fingerprint::Fingerprint;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    use super::*;

    #[test]
    fn features_are_restored_and_damage_is_noticed() {
        let text = "[Event \"Ö\"]\n[Site \"https://x.org/a\"]\n[Date \"1999.01.??\"]\n[Round \"3.1\"]\n[White \"Tal, M\"]\n\
                    [Black \"Réti\"]\n[UTCTime \"12:00:00\"]\n[WhiteFideId \"7\"]\n\n1. e4 {0.3/7} c5 {!} 2. Nf6 1-0\n";
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let features = Fingerprint::of_game(&game, text.as_bytes(), true).features;
        let mut bytes = Vec::new();
        write_features(&features, &mut bytes);
        assert_eq!(read_features(&bytes), Some(features));
        assert!((0..bytes.len()).all(|end| read_features(&bytes[..end]).is_none()));
    }
}
