//! The comparison of two archives: games or positions that are equal, that changed, and that only one of them has.
//!
//! ```text
//! games --content--> equal ones cancel --keys--> candidates --score--> pairs --> differences, in the order of the archives
//! ```
//!
//! Every step sorts, so the memory is bounded whatever the archives have in common.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::game::difference::{GameChange, GameContent, Ignored, KnownBy, changes, common_start};

use super::archived_game::{ArchivedGame, content_of, read};
use super::fingerprint::Fingerprint;
use super::record_file::{self, LongTextReader, LongTexts, TemporaryError};
use super::sort::{MEMORY, SortedRecord, SortedRecords, Sorter};

/// With how many games of B at most a game of A is compared because one key of them is equal. If more have the key, these are
/// neighbors of the game in the order of players, date, round and event.
const MOST_CANDIDATES: usize = 100;

/// The most bytes of games that are compared because one key is equal.
const MOST_BYTES: u64 = 32 << 20;

/// A streaming comparison of two archives.
#[derive(Debug)]
pub struct Comparison {
    folder: PathBuf,
    ignored: Ignored,
    games: Sorter,
    texts: LongTexts,
    /// The same keys without games, to count them.
    contents: Sorter,
    counts: [u64; 2],
}

#[derive(Debug)]
pub enum ArchiveDifference {
    Only(ArchivedGame, Box<GameContent>),
    /// A game that both have, but not the same; A's first.
    Changed(Box<[(ArchivedGame, GameContent); 2]>, Vec<GameChange>),
}

/// How many games there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ComparisonCounts {
    /// All games of A and of B.
    pub games: [u64; 2],
    /// Pairs of games that are equal.
    pub equal: u64,
    /// Pairs of games that differ.
    pub changed: u64,
    /// Games that only A has, and only B.
    pub only: [u64; 2],
}

impl Comparison {
    /// Of archives without games so far. What does not fit in memory goes to files in the folder.
    ///
    /// # Errors
    ///
    /// Fails if no temporary file can be created there.
    pub fn new(folder: &Path, ignored: Ignored) -> Result<Self, TemporaryError> {
        Ok(Self {
            folder: folder.to_owned(),
            ignored,
            texts: LongTexts::create(folder)?,
            games: Sorter::new(MEMORY, folder),
            contents: Sorter::new(MEMORY / 4, folder),
            counts: [0; 2],
        })
    }

    /// Takes the next game of an archive, with its text and the hash of its content.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written.
    pub fn push(&mut self, game: ArchivedGame, text: &[u8], hash: u128) -> Result<(), TemporaryError> {
        let ordinal = self.counts[game.side];
        self.counts[game.side] += 1;
        let content = [&hash.to_be_bytes()[..], &[u8::from(game.side != 0)]].concat();
        self.contents.push(&content, &[])?;
        let (kind, text) = self.texts.store(text)?;
        self.games.push_parts(&[&content[..], &ordinal.to_be_bytes()].concat(), [&game.to_bytes(), kind, &text])
    }

    /// Reports all differences: first what A has, in its order, then what only B has.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written or read, or as `report` does.
    pub fn finish(self, mut report: impl FnMut(ArchiveDifference) -> io::Result<()>) -> io::Result<ComparisonCounts> {
        let Self { folder, ignored, games, texts, contents, counts } = self;
        let mut texts = texts.finish()?;
        let mut counted = ComparisonCounts { games: counts, ..ComparisonCounts::default() };
        let mut rest = Sorter::new(MEMORY / 4, &folder);
        let ordinals = cancel(games.finish()?, contents.finish()?, &mut rest, &mut counted.equal)?;
        let mut waiting = Sorter::new(MEMORY / 4, &folder);
        pair(rest.finish()?, &mut waiting, &ordinals, &folder, &mut Reading { texts: &mut texts, ignored: &ignored })?;
        let mut ordered = waiting.finish()?;
        let mut first: Option<(ArchivedGame, GameContent)> = None;
        while let Some(SortedRecord { key, value }) = ordered.next()? {
            let (game, text) = ArchivedGame::from_bytes(value);
            let content = content_of(&game, texts.text(text)?, &ignored);
            let is_paired = key.ends_with(&[PAIRED]);
            match first.take() {
                None if is_paired => first = Some((game, content)),
                Some(first) => {
                    let changes = changes(&first.1, &content);
                    // The names, which are not compared, kept them apart.
                    if changes.is_empty() && !content.compares_moves {
                        counted.equal += 1;
                        continue;
                    }
                    counted.changed += 1;
                    report(ArchiveDifference::Changed(Box::new([first, (game, content)]), changes))?;
                }
                None => {
                    counted.only[game.side] += 1;
                    report(ArchiveDifference::Only(game, Box::new(content)))?;
                }
            }
        }
        Ok(counted)
    }
}

/// The last byte of the key of a game that has a partner.
const PAIRED: u8 = 1;

/// Where a game stands that has no equal: its archive, and its number in it.
type Ordinal = (u8, u64);

/// Takes out pairs of games that are equal. The others get numbers; returns where each stands.
fn cancel(
    mut games: SortedRecords,
    contents: SortedRecords,
    rest: &mut Sorter,
    equal: &mut u64,
) -> Result<Vec<Ordinal>, TemporaryError> {
    let mut ordinals = Vec::new();
    let mut groups = Groups { contents, next: None };
    let mut hash = Vec::new();
    let (mut pairs, mut passed) = (0, [0; 2]);
    while let Some(SortedRecord { key, value }) = games.next()? {
        let (this_hash, place) = key.split_at(16);
        if hash != this_hash {
            let sizes = groups.sizes()?;
            pairs = sizes[0].min(sizes[1]);
            *equal += pairs;
            passed = [0; 2];
            hash.clear();
            hash.extend_from_slice(this_hash);
        }
        let (side, ordinal) = (place[0], place[1..].try_into().map(u64::from_be_bytes).unwrap_or_default());
        let passed = &mut passed[usize::from(side)];
        *passed += 1;
        if *passed > pairs {
            rest.push(&(ordinals.len() as u64).to_be_bytes(), value)?;
            ordinals.push((side, ordinal));
        }
    }
    Ok(ordinals)
}

/// The numbers of games of A and of B with equal contents, one content after the other.
struct Groups {
    contents: SortedRecords,
    /// The first key of the next group.
    next: Option<Vec<u8>>,
}

impl Groups {
    fn sizes(&mut self) -> Result<[u64; 2], TemporaryError> {
        let mut sizes = [0; 2];
        let mut first = self.next.take();
        if let Some(key) = &first {
            sizes[usize::from(key[16])] += 1;
        }
        while let Some(SortedRecord { key, .. }) = self.contents.next()? {
            match &first {
                Some(first) if first[..16] != key[..16] => {
                    self.next = Some(key.to_vec());
                    break;
                }
                Some(_) => {}
                None => first = Some(key.to_vec()),
            }
            sizes[usize::from(key[16])] += 1;
        }
        Ok(sizes)
    }
}

/// Finds the pairs among the games that have no equal, and puts all of these in the order of the report.
fn pair(
    mut rest: SortedRecords,
    waiting: &mut Sorter,
    ordinals: &[Ordinal],
    folder: &Path,
    reading: &mut Reading<'_>,
) -> io::Result<()> {
    let mut by_key = Sorter::new(MEMORY / 4, folder);
    let mut games = Sorter::new(MEMORY / 4, folder);
    let mut positions = Sorter::new(MEMORY / 4, folder);
    while let Some(SortedRecord { key: index, value }) = rest.next()? {
        games.push(index, value)?;
        if let Some(hash) = reading.position(value)? {
            let (side, ordinal) = ordinals[index.try_into().map_or(0, u64::from_be_bytes) as usize];
            positions.push(&[&hash.to_be_bytes()[..], &[side], &ordinal.to_be_bytes()].concat(), index)?;
            continue;
        }
        let game = reading.candidate(value)?;
        let order = order(&game.whole);
        for key in game.keys() {
            by_key.push(&[&key.to_be_bytes()[..], &order].concat(), &[index, value].concat())?;
        }
    }
    let mut scored = candidates(by_key.finish()?, folder, reading)?.finish()?;
    let mut partner_of = partners(positions.finish()?)?;
    while let Some(SortedRecord { key, .. }) = scored.next()? {
        let number = |at: usize| key[at..at + 8].try_into().map(u64::from_be_bytes).unwrap_or_default();
        let (a, b) = (number(2), number(10));
        if !partner_of.contains_key(&a) && !partner_of.contains_key(&b) {
            partner_of.insert(a, b);
            partner_of.insert(b, a);
        }
    }
    let mut games = games.finish()?;
    while let Some(SortedRecord { key, value }) = games.next()? {
        let index = key.try_into().map(u64::from_be_bytes).unwrap_or_default();
        let (side, ordinal) = ordinals[usize::try_from(index).unwrap_or_default()];
        let partner = partner_of.get(&index).map(|partner| ordinals[usize::try_from(*partner).unwrap_or_default()]);
        // A pair stands at the place of A's game; what only B has comes last.
        let (is_last, place) = match partner {
            Some((_, of_a)) if side == 1 => (0, of_a),
            _ => (side, ordinal),
        };
        let key = [&[is_last][..], &place.to_be_bytes(), &[side, u8::from(partner.is_some())]].concat();
        waiting.push(&key, value)?;
    }
    Ok(())
}

/// Pairs positions of A and B that are the same by Article 9.2.3, each with the next one of the other archive.
fn partners(mut positions: SortedRecords) -> io::Result<HashMap<u64, u64>> {
    let mut partner_of = HashMap::new();
    let (mut hash, mut of_a) = (Vec::new(), VecDeque::new());
    while let Some(SortedRecord { key, value: index }) = positions.next()? {
        let (this_hash, place) = key.split_at(16);
        if hash != this_hash {
            hash = this_hash.to_vec();
            of_a.clear();
        }
        let index = index.try_into().map_or(0, u64::from_be_bytes);
        if place[0] == 0 {
            of_a.push_back(index);
        } else if let Some(of_a) = of_a.pop_front() {
            partner_of.extend([(of_a, index), (index, of_a)]);
        }
    }
    Ok(partner_of)
}

/// A game that may have a partner. What is not compared helps to recognize it, too, and what is compared may be enough.
struct Candidate {
    whole: GameContent,
    /// Without what is ignored; `None` if that is nothing.
    compared: Option<GameContent>,
    fingerprint: Fingerprint,
}

/// What is needed to read games again.
struct Reading<'a> {
    texts: &'a mut LongTextReader,
    ignored: &'a Ignored,
}

impl Reading<'_> {
    /// The hash of the position of a record; `None` if it is that of a game. A line without a position has one of its text.
    fn position(&mut self, record: &[u8]) -> io::Result<Option<u128>> {
        let (game, text) = ArchivedGame::from_bytes(record);
        let Some(format) = game.format else { return Ok(None) };
        let content = GameContent::of_position(self.texts.text(text)?, format, &Ignored::all_but_moves());
        Ok(Some(xxh3_128(&content.to_bytes())))
    }

    /// Reads a record of a game.
    fn candidate(&mut self, record: &[u8]) -> io::Result<Candidate> {
        let text = self.texts.text(ArchivedGame::from_bytes(record).1)?;
        let game = read(text, 0);
        let nothing = Ignored::default();
        let compared = (*self.ignored != nothing).then(|| GameContent::new(&game, text, self.ignored));
        let whole = GameContent::new(&game, text, &nothing);
        Ok(Candidate { whole, compared, fingerprint: Fingerprint::of_game(&game, text, true) })
    }
}

impl Candidate {
    /// The hashes that copies share.
    fn keys(&self) -> Vec<u64> {
        let mut keys = self.fingerprint.keys.clone();
        keys.extend([&self.whole].into_iter().chain(&self.compared).flat_map(keys_of));
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// How much two games are alike, up to 65,535; `None` if they are hardly copies of one game.
    fn score(&self, other: &Self) -> Option<u16> {
        let [one, another] = [self, other].map(|game| &game.fingerprint.features.encounter);
        if one.is_elsewhere(another) && one.address.is_empty() {
            return None;
        }
        let compared = self.compared.as_ref().zip(other.compared.as_ref()).and_then(|(a, b)| score(a, b, false));
        let are_copies = self.fingerprint.features.relation(&other.fingerprint.features).is_some();
        score(&self.whole, &other.whole, are_copies).max(compared)
    }
}

/// The order of the games that share a key: by their tags, and by how they begin if these are the same.
fn order(content: &GameContent) -> Vec<u8> {
    let KnownBy { white, black, event, date, round } = &content.known_by;
    let mut order = Vec::new();
    for value in [white, black, date, round, event] {
        let value = value.as_deref().unwrap_or_default().as_bytes();
        order.extend_from_slice(&value[..value.len().min(24)]);
        order.push(0);
    }
    order.extend(content.line_bytes(0..content.moves.len().min(12)));
    order
}

/// Hashes that copies of a game share in spite of some changes.
fn keys_of(content: &GameContent) -> Vec<u64> {
    let tag = |name: &str| content.tag(name).unwrap_or_default();
    let plies = content.moves.len();
    let line = |plies| String::from_utf8_lossy(&content.line_bytes(plies)).into_owned();
    let [white, black, date, round] = ["White", "Black", "Date", "Round"].map(tag);
    let mut parts = vec![
        ["moves", &content.start.to_fen(), &line(0..plies)].concat(),
        ["players", white, "\n", black].concat(),
        ["white", white, "\n", date, "\n", round].concat(),
        ["black", black, "\n", date, "\n", round].concat(),
    ];
    if tag("Site").contains("://") {
        parts.push(["site", tag("Site")].concat());
    }
    if plies >= 16 {
        parts.push(["begin", &line(0..16), white].concat());
        parts.push(["begin", &line(0..16), black].concat());
    }
    if plies >= 30 {
        parts.push(["begin", &line(0..30)].concat());
        parts.push(["end", &line(plies - 12..plies)].concat());
    }
    parts.iter().map(|part| xxh3_64(part.as_bytes())).collect()
}

/// Games that share a key: their numbers and records, A's and B's.
#[derive(Default)]
struct Block {
    games: [Vec<(u64, Vec<u8>)>; 2],
    /// The length of their texts.
    bytes: u64,
}

/// Scores the pairs of games that share a key. Their order is that of the scores, the best first.
fn candidates(mut games: SortedRecords, folder: &Path, reading: &mut Reading<'_>) -> io::Result<Sorter> {
    let mut scored = Sorter::new(MEMORY / 4, folder);
    let mut last = vec![0; 8];
    let mut block = Block::default();
    // Games often share several keys, so those of the last block stay read.
    let mut read = HashMap::new();
    loop {
        let record = games.next()?;
        if record.as_ref().is_none_or(|record| record.key[..8] != last) {
            block.score(reading, &mut read, &mut scored)?;
            block = Block::default();
        }
        let Some(SortedRecord { key, value }) = record else { return Ok(scored) };
        last.clear();
        last.extend_from_slice(&key[..8]);
        block.add(value);
    }
}

impl Block {
    /// Adds the next game. Of a block that is too large, the first games are candidates.
    fn add(&mut self, value: &[u8]) {
        let (index, record) = value.split_at(8);
        let index = index.try_into().map(u64::from_be_bytes).unwrap_or_default();
        let games = &mut self.games[ArchivedGame::side_of(record)];
        let length = record_file::length(ArchivedGame::from_bytes(record).1);
        if games.is_empty() || self.bytes.saturating_add(length) <= MOST_BYTES {
            self.bytes = self.bytes.saturating_add(length);
            games.push((index, record.to_vec()));
        }
    }

    /// Scores the pairs. `read` are the games of the last block, and then of this one.
    fn score(
        &self,
        reading: &mut Reading<'_>,
        read: &mut HashMap<u64, Candidate>,
        scored: &mut Sorter,
    ) -> io::Result<()> {
        if self.games.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let mut kept = HashMap::new();
        for (index, _) in self.games.iter().flatten() {
            kept.extend(read.remove_entry(index));
        }
        *read = kept;
        for (index, record) in self.games.iter().flatten() {
            if let Entry::Vacant(place) = read.entry(*index) {
                place.insert(reading.candidate(record)?);
            }
        }
        let [first, second] = &self.games;
        for (at, (a, _)) in first.iter().enumerate() {
            let middle = at * second.len() / first.len();
            let neighbors = middle.saturating_sub(MOST_CANDIDATES / 2)..second.len().min(middle + MOST_CANDIDATES / 2);
            for (b, _) in &second[neighbors] {
                if let Some(score) = read[a].score(&read[b]) {
                    let key = [&(u16::MAX - score).to_be_bytes()[..], &a.to_be_bytes(), &b.to_be_bytes()].concat();
                    scored.push(&key, &[])?;
                }
            }
        }
        Ok(())
    }
}

/// The tags by which copies of a game are recognized, and the weight of each.
const RECOGNIZED_BY: [(&str, f64); 8] = [
    ("White", 3.0),
    ("Black", 3.0),
    ("Date", 2.0),
    ("UTCTime", 2.0),
    ("Round", 1.0),
    ("Event", 1.0),
    ("Site", 1.0),
    ("UTCDate", 1.0),
];

/// How much two games are alike, up to 65,535; `None` if they are hardly copies of one game, unless it is known that they are.
fn score(a: &GameContent, b: &GameContent, are_copies: bool) -> Option<u16> {
    let moves = likeness_of_moves(a, b);
    let tags = likeness_of_tags(a, b, &RECOGNIZED_BY);
    let longest = a.moves.len().max(b.moves.len());
    let (is_copy, likeness) = match tags {
        // Nothing but the moves is compared.
        None => (moves >= 0.9 && longest >= 16, moves),
        Some((tags, weight)) => {
            let is_same_line = moves >= 1.0 && tags >= 0.5 && !are_other_players(a, b);
            let has_players = |content: &GameContent| content.tag("White").or(content.tag("Black")).is_some();
            let is_unnamed_line = moves >= 1.0 && longest >= 40 && !has_players(a) && !has_players(b);
            let is_same_meet = tags >= 0.95 && (moves >= 0.2 || longest < 10 || weight >= ENOUGH_TAGS);
            let is_copy = is_same_line || is_unnamed_line || moves >= 0.5 && tags >= 0.7 || is_same_meet;
            (is_copy, f64::midpoint(moves, tags))
        }
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 0 and 65,535")]
    (is_copy || are_copies).then(|| (likeness * f64::from(u16::MAX)) as u16)
}

/// The share of plies with which both lines begin and end.
fn likeness_of_moves(a: &GameContent, b: &GameContent) -> f64 {
    if a.start != b.start {
        return 0.0;
    }
    let longest = a.moves.len().max(b.moves.len());
    if longest == 0 {
        return 1.0;
    }
    let start = common_start(&a.moves, &b.moves);
    let ends = a.moves[start..].iter().rev().zip(b.moves[start..].iter().rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    #[expect(clippy::cast_precision_loss, reason = "no game has so many plies")]
    let share = (start + end) as f64 / longest as f64;
    share
}

/// Whether a player of one game is somebody else than that of the other, and the rest of the tags does not make up for it.
fn are_other_players(a: &GameContent, b: &GameContent) -> bool {
    let (players, rest) = RECOGNIZED_BY.split_at(2);
    let differ = |&(name, _): &(&str, f64)| match (a.tag(name), b.tag(name)) {
        (Some(a), Some(b)) => strsim::jaro_winkler(&a.to_lowercase(), &b.to_lowercase()) < 0.7,
        _ => false,
    };
    players.iter().any(differ) && likeness_of_tags(a, b, rest).is_none_or(|(tags, weight)| tags < 0.95 || weight < 4.0)
}

/// The weight of tags that make one game if they are alike: both players, the date and the round or the event.
const ENOUGH_TAGS: f64 = 9.0;

/// The share of tags that are alike among those that both games have, and the weight of these; `None` if there are none.
fn likeness_of_tags(a: &GameContent, b: &GameContent, names: &[(&str, f64)]) -> Option<(f64, f64)> {
    let (mut alike, mut all) = (0.0, 0.0);
    for &(name, weight) in names {
        let (Some(a), Some(b)) = (a.tag(name), b.tag(name)) else { continue };
        all += weight;
        alike += weight
            * match strsim::jaro_winkler(&a.to_lowercase(), &b.to_lowercase()) {
                1.0.. => 1.0,
                likeness if likeness >= 0.9 => 0.8,
                likeness if likeness >= 0.8 => 0.4,
                _ => 0.0,
            };
    }
    (all > 0.0).then(|| (alike / all, all))
}

#[cfg(test)]
mod tests {
    use super::super::archived_game::content_hash;
    use super::*;
    use crate::chess::position::Position;
    use crate::chess::random::Random;
    use crate::chess::san;

    #[test]
    fn short_games_with_the_same_tags_are_paired_by_their_moves() {
        let folder = tempfile::tempdir().unwrap();
        let mut comparison = Comparison::new(folder.path(), Ignored::default()).unwrap();
        let mut random = Random::new(5);
        for number in 1..=100 {
            let mut position = Position::initial();
            let mut moves = Vec::new();
            for _ in 0..12 {
                let mv = *random.one_of(&position.legal_moves());
                moves.push(san::write(&position, mv).as_str().to_owned());
                position.play_unchecked(mv);
            }
            for (side, number, plies) in [(0, number, 12), (1, 101 - number, 11)] {
                let text =
                    format!("[White \"Holm\"]\n[Black \"Vermeer\"]\n\n{} *\n", moves[..plies].join(" ")).into_bytes();
                let game = ArchivedGame { side, input: side as u64, number, line: 1, format: None };
                let hash = content_hash(&read(&text, 0), &text, &comparison.ignored);
                comparison.push(game, &text, hash).unwrap();
            }
        }
        let mut pairs = 0;
        let report = |difference| {
            if let ArchiveDifference::Changed(games, _) = difference {
                assert_eq!(games[0].0.number + games[1].0.number, 101);
                pairs += 1;
            }
            Ok(())
        };
        comparison.finish(report).unwrap();
        assert_eq!(pairs, 100);
    }
}
