//! The copies of games in an archive of any size: duplicates, shorter copies, twins.
//!
//! ```text
//! Fingerprint --add--> keys, sorted --> games that share a key --> pairs, sorted --> compared --> groups
//! ```
//!
//! The keys and the pairs are sorted on disk where memory does not suffice, and the features of all games wait in a temporary
//! file. Only games that share a key are compared, and of a key that many games share only neighbors, so the time grows with
//! the number of games, not with its square. The method is that of record linkage (I. Fellegi and A. Sunter, "A theory for
//! record linkage", 1969): every tag and the moves speak for or against one game, and their sum decides.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use super::fingerprint::{self, Features, Fingerprint};
use super::record_file::{RecordFile, RecordReader, TemporaryError};
use super::sort::{SortedRecord, SortedRecords, Sorter};

/// Which games count as copies of one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CopyKind {
    /// The same moves, result and encounter.
    Duplicate,
    /// The moves are the beginning of the other's, and the encounters agree.
    Shorter,
    /// The other way around: the game goes on where the other one ends.
    Longer,
    /// The encounters agree, and the moves, or the spelling of the tags, differ a little.
    Twin,
}

impl CopyKind {
    /// What the other game is of a copy.
    const fn reversed(self) -> Self {
        match self {
            Self::Shorter => Self::Longer,
            Self::Longer => Self::Shorter,
            Self::Duplicate | Self::Twin => self,
        }
    }

    /// Whether a search for this kind reports copies of kind `found`. Kinds are cumulative; `Shorter` and `Longer` count
    /// as one.
    fn includes(self, found: Self) -> bool {
        found <= if self == Self::Shorter { Self::Longer } else { self }
    }
}

/// Which game of a group is kept. If several are equal in this, the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum KeepPolicy {
    #[default]
    First,
    /// The one with the most plies.
    Longest,
    /// The one with the most comments and variations.
    Annotated,
    /// The first without errors.
    Valid,
    Last,
}

/// A game that is a copy of another, which is kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CopyOf {
    /// The index of the copy among the games that were added.
    pub game: u64,
    /// The index of the game that is kept.
    pub kept: u64,
    pub kind: CopyKind,
}

/// Finds the copies among games.
#[derive(Debug)]
pub struct CopyFinder {
    kind: CopyKind,
    kept: KeepPolicy,
    folder: PathBuf,
    memory: usize,
    /// All games by what exact copies have in common: their rank and index.
    exact: Sorter,
    /// All games by their keys: the place of the features, the address.
    keys: Sorter,
    features: RecordFile,
    games: u64,
    buffer: Vec<u8>,
}

/// Up to this many games that share a key are compared each with each; a larger number, each with its [`NEIGHBORS`].
const MAX_CROWD: usize = 32;

/// The number of games with names that begin alike with which a game of a crowded key is compared.
const NEIGHBORS: usize = 12;

/// Sorters that hold records at the same time, at most: each has a part of the memory.
const SORTERS: usize = 3;

/// Games that are exact copies of one another, by what they have in common.
type Class = u128;

/// The best game of a class: its rank, then its index.
type Best = (u64, u64);

impl KeepPolicy {
    /// The rank of a game: the smallest is kept.
    fn rank(self, features: &Features, game: u64) -> u64 {
        match self {
            Self::First => 0,
            Self::Longest => u64::from(u32::MAX - features.plies),
            Self::Annotated => u64::from(u32::MAX - features.text),
            Self::Valid => u64::from(!features.is_valid),
            Self::Last => u64::MAX - game,
        }
    }
}

impl CopyFinder {
    /// Without any games. `memory` is the approximate number of bytes that records take in memory; `folder` is where the rest
    /// goes.
    ///
    /// # Errors
    ///
    /// Fails if no temporary file can be created there.
    pub fn new(kind: CopyKind, kept: KeepPolicy, memory: usize, folder: &Path) -> Result<Self, TemporaryError> {
        let features = RecordFile::create(folder)?;
        let [exact, keys] = [(); 2].map(|()| Sorter::new(memory / SORTERS, folder));
        let folder = folder.to_owned();
        Ok(Self { kind, kept, folder, memory, exact, keys, features, games: 0, buffer: Vec::new() })
    }

    /// Adds the next game. Its fingerprint has keys unless only exact copies are wanted.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written.
    pub fn add(&mut self, fingerprint: &Fingerprint) -> Result<(), TemporaryError> {
        let Fingerprint { play, encounter, keys, features } = fingerprint;
        let game = self.games;
        self.games += 1;
        let rank = self.kept.rank(features, game).to_be_bytes();
        let game = game.to_be_bytes();
        if self.kind == CopyKind::Duplicate {
            // Few games share their moves, so that their occasions are compared later, and only theirs.
            return self.exact.push_parts(&play.to_be_bytes(), [&rank, &game, encounter]);
        }
        let exact = fingerprint::exact(*play, encounter).ok_or(TemporaryError::Changed)?;
        self.exact.push_parts(&exact.to_be_bytes(), [&rank, &game])?;
        self.buffer.clear();
        fingerprint::write_features(features, &mut self.buffer);
        let mut value = self.features.push([&exact.to_be_bytes(), &self.buffer])?.to_be_bytes().to_vec();
        value.extend(features.address().to_be_bytes());
        let hint = features.hint().to_be_bytes();
        keys.iter().try_for_each(|key| self.keys.push(&[&key.to_be_bytes()[..], &hint].concat(), &value))
    }

    /// All copies, by their index, each with the game that is kept. A copy is a copy of the game that is kept, not only of a
    /// copy of it.
    ///
    /// # Errors
    ///
    /// Fails if a temporary file cannot be written or read.
    pub fn finish(self) -> Result<Vec<CopyOf>, TemporaryError> {
        let Self { kind, exact, keys, features, folder, memory, .. } = self;
        let mut graph = CopyGraph::default();
        if kind > CopyKind::Duplicate {
            let pairs = pairs(keys, Sorter::new(memory / SORTERS, &folder))?;
            graph = linked(pairs, features.finish()?, kind)?;
        }
        let exact = if kind == CopyKind::Duplicate {
            with_occasions(exact, Sorter::new(memory / SORTERS, &folder))?
        } else {
            exact
        };
        let mut copies = Vec::new();
        let mut sorted = exact.finish()?;
        let mut class: Option<(Class, Vec<Best>)> = None;
        while let Some(SortedRecord { key, value }) = sorted.next()? {
            let (key, best) = (u128::from_be_bytes(array(key, 0)?), (number(value, 0)?, number(value, 8)?));
            match &mut class {
                Some((same, games)) if *same == key => games.push(best),
                class => {
                    class.take().into_iter().for_each(|(class, games)| graph.close(class, games, &mut copies));
                    *class = Some((key, vec![best]));
                }
            }
        }
        if let Some((class, games)) = class {
            graph.close(class, games, &mut copies);
        }
        graph.choose(&mut copies);
        copies.sort_unstable();
        Ok(copies)
    }
}

/// The classes that are copies of others, but not exact ones.
#[derive(Default)]
struct CopyGraph {
    neighbors: HashMap<Class, Vec<(Class, CopyKind)>>,
    games: HashMap<Class, Vec<Best>>,
}

impl CopyGraph {
    /// Adds two classes. The kind is that of the other one.
    fn add(&mut self, one: Class, other: Class, kind: CopyKind) {
        self.neighbors.entry(one).or_default().push((other, kind));
        self.neighbors.entry(other).or_default().push((one, kind.reversed()));
    }

    /// Takes all games of a class: its copies are now known, or chosen later if it has neighbors.
    fn close(&mut self, class: Class, games: Vec<Best>, copies: &mut Vec<CopyOf>) {
        if self.neighbors.contains_key(&class) {
            self.games.insert(class, games);
        } else {
            keep(best(&games), &games, CopyKind::Duplicate, copies);
        }
    }

    /// Chooses which classes are kept, the best first. Their neighbors are copies.
    fn choose(&self, copies: &mut Vec<CopyOf>) {
        let mut order: Vec<(Best, Class)> = self.games.iter().map(|(class, games)| (best(games), *class)).collect();
        order.sort_unstable();
        let mut removed: HashSet<Class> = HashSet::new();
        for (kept, class) in order {
            if removed.contains(&class) {
                continue;
            }
            keep(kept, &self.games[&class], CopyKind::Duplicate, copies);
            removed.insert(class);
            for (neighbor, kind) in &self.neighbors[&class] {
                if let Some(games) = self.games.get(neighbor).filter(|_| removed.insert(*neighbor)) {
                    keep(kept, games, *kind, copies);
                }
            }
        }
    }
}

fn best(games: &[Best]) -> Best {
    games.iter().copied().min().unwrap_or_default()
}

fn keep((_, kept): Best, games: &[Best], kind: CopyKind, copies: &mut Vec<CopyOf>) {
    let others = games.iter().filter(|(_, game)| *game != kept);
    copies.extend(others.map(|(_, game)| CopyOf { game: *game, kept, kind }));
}

/// The games that share moves and result with others, by what exact copies have in common.
fn with_occasions(plays: Sorter, mut exact: Sorter) -> Result<Sorter, TemporaryError> {
    let mut sorted = plays.finish()?;
    let (mut last_play, mut last_value, mut is_shared) = (None, Vec::new(), false);
    let mut push = |play, value: &[u8]| -> Result<(), TemporaryError> {
        let (best, encounter) = value.split_at_checked(2 * size_of::<u64>()).ok_or(TemporaryError::Changed)?;
        let class = fingerprint::exact(play, encounter).ok_or(TemporaryError::Changed)?;
        exact.push(&class.to_be_bytes(), best)
    };
    while let Some(SortedRecord { key, value }) = sorted.next()? {
        let play = u128::from_be_bytes(array(key, 0)?);
        if last_play == Some(play) {
            if !is_shared {
                push(play, &last_value)?;
            }
            is_shared = true;
            push(play, value)?;
        } else {
            is_shared = false;
            last_play = Some(play);
            last_value.clear();
            last_value.extend_from_slice(value);
        }
    }
    Ok(exact)
}

/// The pairs of games that share a key, as places of their features.
fn pairs(keys: Sorter, mut pairs: Sorter) -> Result<SortedRecords, TemporaryError> {
    let mut sorted = keys.finish()?;
    let mut block = KeyBlock::default();
    while let Some(SortedRecord { key, value }) = sorted.next()? {
        let entry = BlockEntry {
            at: number(value, 0)?,
            address: u32::from_be_bytes(array(value, 8)?),
            hint: u32::from_be_bytes(array(key, 8)?),
        };
        block.add(number(key, 0)?, entry, &mut pairs)?;
    }
    block.close(&mut pairs)?;
    pairs.finish()
}

/// A game that is filed under a key.
#[derive(Clone, Copy)]
struct BlockEntry {
    /// The place of its features.
    at: u64,
    /// A hash of its address; 0 if there is none.
    address: u32,
    /// The beginnings of the names.
    hint: u32,
}

/// The games that share a key, in the order of their hints; of many, the last ones.
#[derive(Default)]
struct KeyBlock {
    key: u64,
    games: VecDeque<BlockEntry>,
    is_large: bool,
}

impl KeyBlock {
    fn add(&mut self, key: u64, game: BlockEntry, pairs: &mut Sorter) -> Result<(), TemporaryError> {
        if self.key != key {
            self.close(pairs)?;
            self.key = key;
        }
        self.games.push_back(game);
        if self.games.len() > MAX_CROWD {
            self.is_large = true;
            self.release(pairs)?;
        }
        Ok(())
    }

    /// Pairs the first game with its neighbors, and forgets it.
    fn release(&mut self, pairs: &mut Sorter) -> Result<(), TemporaryError> {
        let Some(one) = self.games.pop_front() else { return Ok(()) };
        let most = if self.is_large { NEIGHBORS } else { MAX_CROWD };
        for other in self.games.iter().take(most) {
            let is_alike = !self.is_large || one.hint == other.hint;
            // Two addresses are two games.
            if is_alike && (one.address == 0 || other.address == 0 || one.address == other.address) {
                let places = [one.at.min(other.at), one.at.max(other.at)].map(u64::to_be_bytes);
                pairs.push(places.as_flattened(), &[])?;
            }
        }
        Ok(())
    }

    fn close(&mut self, pairs: &mut Sorter) -> Result<(), TemporaryError> {
        while !self.games.is_empty() {
            self.release(pairs)?;
        }
        self.is_large = false;
        Ok(())
    }
}

fn linked(mut pairs: SortedRecords, mut features: RecordReader, kind: CopyKind) -> Result<CopyGraph, TemporaryError> {
    let mut of = |place: u64| -> Result<(Class, Features), TemporaryError> {
        let record = features.read(place)?;
        let features = fingerprint::read_features(record.get(size_of::<Class>()..).unwrap_or_default())
            .ok_or(TemporaryError::Changed)?;
        Ok((u128::from_be_bytes(array(record, 0)?), features))
    };
    let mut graph = CopyGraph::default();
    let mut last = None;
    let mut one: Option<(u64, Class, Features)> = None;
    while let Some(SortedRecord { key, .. }) = pairs.next()? {
        let places = (number(key, 0)?, number(key, 8)?);
        if last == Some(places) {
            continue;
        }
        last = Some(places);
        if one.as_ref().is_none_or(|(at, ..)| *at != places.0) {
            let (class, features) = of(places.0)?;
            one = Some((places.0, class, features));
        }
        let Some((_, class, features)) = &one else { continue };
        let (other_class, other) = of(places.1)?;
        if *class != other_class
            && let Some(found) = features.relation(&other).filter(|found| kind.includes(*found))
        {
            graph.add(*class, other_class, found);
        }
    }
    Ok(graph)
}

/// `N` bytes of a record, from `at` on.
fn array<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], TemporaryError> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).copied().ok_or(TemporaryError::Changed)
}

fn number(bytes: &[u8], at: usize) -> Result<u64, TemporaryError> {
    Ok(u64::from_be_bytes(array(bytes, at)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay::read_game;
    use crate::game::rules::RuleSet;

    const MOVES: [&str; 12] = [
        "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4.",
        "e3 O-O 5.",
        "Bd3 d5 6.",
        "Nf3 c5 7.",
        "O-O Nc6 8.",
        "a3 Bxc3 9.",
        "bxc3 dxc4 10.",
        "Bxc4 Qc7 11.",
        "Bd3 e5 12.",
        "Qc2 Re8 13.",
        "Nxe5 Nxe5 14.",
        "dxe5 Qxe5",
    ];

    fn game(white: &str, date: &str, round: &str, plies: std::ops::Range<usize>, rest: &str) -> String {
        let moves = MOVES[plies].join(" ");
        format!(
            "[Event \"Open\"]\n[Site \"Oslo\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n\
             [Black \"Tal, Mikhail\"]\n[Result \"1-0\"]\n\n{moves} {rest} 1-0\n"
        )
    }

    fn copies(kind: CopyKind, kept: KeepPolicy, games: &[String]) -> Vec<(u64, u64, CopyKind)> {
        let folder = tempfile::tempdir().unwrap();
        let mut finder = CopyFinder::new(kind, kept, 1 << 16, folder.path()).unwrap();
        for text in games {
            let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
            finder.add(&Fingerprint::of_game(&game, text.as_bytes(), kind > CopyKind::Duplicate)).unwrap();
        }
        finder.finish().unwrap().into_iter().map(|copy| (copy.game, copy.kept, copy.kind)).collect()
    }

    fn archive() -> Vec<String> {
        vec![
            game("Petrosian, Tigran", "1960.05.01", "3", 0..12, ""),
            game("PETROSIAN, T.", "1960.05.01", "03", 0..12, "{the same}"),
            game("Petrosian, Tigran", "1960.05.01", "3", 0..9, ""),
            game("Petrosyan, Tigran V", "1960.??.??", "?", 0..12, "15. Bd2"),
            game("Petrosian, Tigran", "1961.05.01", "3", 0..12, ""),
            game("Spassky, Boris", "1960.05.01", "3", 0..12, ""),
            game("Petrosian, Tigran", "1960.05.02", "4", 0..2, "5. Nf3 c5 6. Bd3 d5 7. O-O dxc4 8. Bxc4 Nbd7"),
        ]
    }

    #[test]
    fn each_kind_is_found_and_other_games_are_not() {
        use CopyKind::{Duplicate, Longer, Shorter, Twin};
        let games = archive();
        assert_eq!(copies(Duplicate, KeepPolicy::First, &games), [(1, 0, Duplicate)]);
        assert_eq!(copies(Shorter, KeepPolicy::First, &games), [(1, 0, Duplicate), (2, 0, Shorter), (3, 0, Longer)]);
        let twins = [(1, 0, Duplicate), (2, 0, Shorter), (3, 0, Longer), (4, 0, Twin)];
        assert_eq!(copies(Twin, KeepPolicy::First, &games), twins);
        let last = [0, 1, 2, 4].map(|game| (game, 3, Shorter));
        assert_eq!(copies(Twin, KeepPolicy::Longest, &games), last);
        let short_first = [2, 0].map(|game: usize| games[game].clone());
        assert_eq!(copies(Shorter, KeepPolicy::First, &short_first), [(1, 0, Longer)]);
    }

    #[test]
    fn the_kept_game_is_the_one_that_is_asked_for() {
        let games = archive();
        for (kept, index) in [
            (KeepPolicy::First, 0),
            (KeepPolicy::Longest, 3),
            (KeepPolicy::Annotated, 1),
            (KeepPolicy::Valid, 0),
            (KeepPolicy::Last, 4),
        ] {
            let copies = copies(CopyKind::Twin, kept, &games);
            assert_eq!(
                copies.iter().map(|copy| copy.1).collect::<HashSet<_>>(),
                HashSet::from([index]),
                "{kept:?} {copies:?}"
            );
        }
    }

    #[test]
    fn a_copy_of_a_copy_is_not_removed_unless_it_is_a_copy_of_the_kept_game() {
        // The short game may be the beginning of either of the others.
        let of = |rest: &str| game("Petrosian, Tigran", "1960.05.01", "3", 0..8, rest);
        let games = [
            of("Bd3 e5 12. Qc2 Re8 13. Nxe5 Nxe5 14. dxe5 Qxe5"),
            of(""),
            of("Ba2 Rd8 12. Bb2 b6 13. Qe2 Bb7 14. Rfd1 h6"),
        ];
        assert_eq!(copies(CopyKind::Twin, KeepPolicy::Longest, &games), [(1, 0, CopyKind::Shorter)]);
    }

    #[test]
    fn two_addresses_are_two_games() {
        let at = |address: &str| game("a", "2013.01.01", "-", 0..12, "").replace("Oslo", address);
        let games = ["https://lichess.org/a", "https://lichess.org/b", "https://lichess.org/a", "?"].map(at);
        let found = copies(CopyKind::Twin, KeepPolicy::First, &games);
        assert_eq!(found[0], (2, 0, CopyKind::Duplicate));
        assert!(found.iter().all(|copy| copy.0 != 1));
    }

    #[test]
    fn a_crowd_takes_time_in_proportion_to_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let mut pairs = Sorter::new(1 << 20, folder.path());
        let mut block = KeyBlock::default();
        for at in 0..5_000 {
            block.add(7, BlockEntry { at, address: 0, hint: 1 }, &mut pairs).unwrap();
        }
        block.close(&mut pairs).unwrap();
        let mut sorted = pairs.finish().unwrap();
        let mut count = 0;
        while sorted.next().unwrap().is_some() {
            count += 1;
        }
        assert!((5_000 * (NEIGHBORS - 1)..=5_000 * NEIGHBORS).contains(&count), "{count}");
    }
}
