//! Copies of games are found when they are written differently, and different games of the same players are not copies.
//!
//! The copies are made from real games, with one change or two. The changes are those that archives show: names in other
//! spellings, dates that lack the day, moves in another order, games that end too early.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::process::Command;

use adoube::archive::copies::{CopyFinder, CopyKind, CopyOf, KeepPolicy};
use adoube::archive::fingerprint::Fingerprint;
use adoube::chess::moves::Move;
use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::game::replay::{Game, Validity, read_game};
use adoube::game::rules::RuleSet;

use crate::support::{Random, data_folder, say, skipped};

const TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The fewest plies of a game of which a copy is made.
const FEWEST_PLIES: usize = 20;

/// A game as it is changed.
#[derive(Clone, PartialEq)]
struct Sheet {
    /// The values of [`TAGS`].
    tags: [String; 7],
    sans: Vec<String>,
}

/// What is changed in a copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Change {
    Typo,
    GivenNameFirst,
    Initial,
    Capitals,
    NextYear,
    YearOnly,
    NoRound,
    OtherEvent,
    OtherResult,
    SwappedPlies,
    OtherPly,
    LostPly,
    Cut,
    GermanLetters,
}

const CHANGES: [Change; 14] = [
    Change::Typo,
    Change::GivenNameFirst,
    Change::Initial,
    Change::Capitals,
    Change::NextYear,
    Change::YearOnly,
    Change::NoRound,
    Change::OtherEvent,
    Change::OtherResult,
    Change::SwappedPlies,
    Change::OtherPly,
    Change::LostPly,
    Change::Cut,
    Change::GermanLetters,
];

fn read(bytes: &[u8]) -> Game {
    read_game(bytes, 0, RuleSet::EMPTY)
}

/// The games of a text, each with its own bytes.
fn games(bytes: &[u8]) -> Vec<&[u8]> {
    let (mut games, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let game = read(&bytes[at..]);
        if game.status != Validity::NoGame {
            games.push(&bytes[at..at + game.span.end]);
        }
        at += game.span.end;
    }
    games
}

fn copies<'a>(kind: CopyKind, games: impl IntoIterator<Item = &'a [u8]>) -> Vec<CopyOf> {
    let folder = tempfile::tempdir().unwrap();
    let mut finder = CopyFinder::new(kind, KeepPolicy::First, 64 << 20, folder.path()).unwrap();
    for text in games {
        finder.add(&fingerprint(text, kind)).unwrap();
    }
    finder.finish().unwrap()
}

fn fingerprint(text: &[u8], kind: CopyKind) -> Fingerprint {
    Fingerprint::of_game(&read(text), text, kind > CopyKind::Duplicate)
}

fn fixtures() -> Vec<u8> {
    ["classics", "gnuchess-book-sample"]
        .map(|name| std::fs::read(format!("fixtures/games/{name}.pgn")).unwrap())
        .concat()
}

/// An archive of the data folder, unpacked.
fn archive(name: &str) -> Option<Vec<u8>> {
    let path = data_folder()?.join("games").join(name);
    match Command::new("zstd").args(["-dcq", "--"]).arg(&path).output() {
        Ok(output) if output.status.success() => Some(output.stdout),
        _ => {
            skipped("there is no `zstd`");
            None
        }
    }
}

/// The moves in SAN; `None` if one of them is not legal.
fn written(start: &Position, moves: &[Move]) -> Option<Vec<String>> {
    let mut position = start.clone();
    let write = |mv: &Move| {
        (*mv != Move::NULL && position.is_legal(*mv)).then(|| {
            let san = san::write(&position, *mv).as_str().to_owned();
            position.play_unchecked(*mv);
            san
        })
    };
    moves.iter().map(write).collect()
}

impl Sheet {
    fn of(game: &Game, bytes: &[u8]) -> Option<Self> {
        let sans = written(game.start(), &game.moves().collect::<Vec<_>>())?;
        Some(Self { tags: TAGS.map(|name| game.tags.text(name, bytes).unwrap_or_default().into_owned()), sans })
    }

    /// Whether the game is long enough and has players: nothing proves that two games of ten plies are one.
    fn is_known(&self) -> bool {
        self.sans.len() >= FEWEST_PLIES && self.tags[4..6].iter().all(|name| name.len() > 1)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in TAGS.iter().zip(&self.tags) {
            _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        _ = writeln!(text, "\n{} {}\n", self.sans.join(" "), self.tags[6]);
        text
    }

    /// Changes the copy. It stays as it is if that is impossible, as for a round that is unknown.
    fn change(&mut self, change: Change, game: &Game, random: &mut Random) {
        let player = 4 + random.below(2);
        let name = self.tags[player].clone();
        let (surname, given) = name.split_once(", ").or(name.split_once(' ')).unwrap_or((&name, ""));
        match change {
            Change::Typo if surname.len() > 4 && surname.is_ascii() => {
                self.tags[player] = name.replacen(surname, &typo(surname, random), 1);
            }
            Change::GivenNameFirst if given.len() > 1 => self.tags[player] = format!("{given} {surname}"),
            Change::Initial if given.len() > 1 && given.is_ascii() => {
                self.tags[player] = format!("{surname},{}.", &given[..1]);
            }
            Change::Capitals => self.tags[player] = name.to_uppercase(),
            Change::NextYear => {
                if let Some(year) = self.tags[2].get(..4).and_then(|year| year.parse::<u32>().ok()) {
                    self.tags[2] = format!("{}{}", year + 1, &self.tags[2][4..]);
                }
            }
            Change::YearOnly => self.tags[2] = format!("{}.??.??", self.tags[2].get(..4).unwrap_or("????")),
            Change::NoRound => "?".clone_into(&mut self.tags[3]),
            Change::OtherEvent => "Internationales Turnier".clone_into(&mut self.tags[0]),
            Change::OtherResult => {
                let others = ["1-0", "0-1", "1/2-1/2", "*"].into_iter().filter(|result| *result != self.tags[6]);
                (*random.one_of(&others.collect::<Vec<_>>())).clone_into(&mut self.tags[6]);
            }
            Change::LostPly => _ = self.sans.remove(2 + random.below(self.sans.len() - 2)),
            Change::Cut => {
                let percent = 60 + random.below(36);
                self.sans.truncate((self.sans.len() * percent / 100).max(16));
            }
            Change::GermanLetters => {
                let german = |letter| ['D', 'T', 'L', 'S', letter]["QRBN".find(letter).unwrap_or(4)];
                self.sans = self.sans.iter().map(|san| san.chars().map(german).collect()).collect();
            }
            Change::SwappedPlies | Change::OtherPly => self.slip(change, game, random),
            Change::Typo | Change::GivenNameFirst | Change::Initial => {}
        }
    }

    /// Another legal line with two plies swapped, or with one other ply.
    fn slip(&mut self, change: Change, game: &Game, random: &mut Random) {
        let moves: Vec<Move> = game.moves().collect();
        let slipped = (0..50).find_map(|_| {
            let at = 2 + random.below(moves.len() - 4);
            let mut slipped = moves.clone();
            if change == Change::SwappedPlies {
                slipped.swap(at, at + 2);
            } else {
                let mut position = game.start().clone();
                moves[..at].iter().for_each(|mv| _ = position.play_unchecked(*mv));
                slipped[at] = *random.one_of(&position.legal_moves());
            }
            written(game.start(), &slipped).filter(|_| slipped != moves)
        });
        self.sans = slipped.unwrap_or(self.sans.clone());
    }
}

/// A word with one letter changed, missing, or swapped with its neighbor; not the first.
fn typo(word: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = 1 + random.below(letters.len() - 2);
    match random.below(3) {
        0 => letters[at] = *random.one_of(&['a', 'n', 's', 'x']),
        1 => _ = letters.remove(at),
        _ => letters.swap(at, at + 1),
    }
    letters.into_iter().collect()
}

/// The copies that are made of the games of an archive.
struct Injection {
    changes: fn(&mut Random) -> Vec<Change>,
    seed: u64,
    count: usize,
}

impl Injection {
    /// Adds copies of games that have no copy yet, and returns how many are missed. Nothing but them is found.
    fn missed(&self, originals: &[&[u8]]) -> usize {
        let known = copies(CopyKind::Twin, originals.iter().copied());
        let in_groups: HashSet<u64> = known.iter().flat_map(|copy| [copy.game, copy.kept]).collect();
        let mut random = Random::new(self.seed);
        let mut injected: Vec<(u64, Vec<Change>, String)> = Vec::new();
        let mut free: Vec<u64> = (0..originals.len() as u64).filter(|at| !in_groups.contains(at)).collect();
        while injected.len() < self.count && !free.is_empty() {
            let at = free.swap_remove(random.below(free.len()));
            let bytes = originals[usize::try_from(at).unwrap()];
            let game = read(bytes);
            let Some(original) = Sheet::of(&game, bytes).filter(Sheet::is_known) else {
                continue;
            };
            let mut copy = original.clone();
            let changes = (self.changes)(&mut random);
            // In this order, those that need a legal line come before a ply is lost.
            for change in &changes {
                copy.change(*change, &game, &mut random);
            }
            if copy != original {
                injected.push((at, changes, copy.text()));
            }
        }
        let all = originals.iter().copied().chain(injected.iter().map(|(.., text)| text.as_bytes()));
        let found = copies(CopyKind::Twin, all);
        let kept: HashMap<u64, u64> = found.iter().map(|copy| (copy.game, copy.kept)).collect();
        let is_missed =
            |(at, (original, ..)): &(usize, &(u64, _, _))| kept.get(&((originals.len() + at) as u64)) != Some(original);
        let missed: Vec<_> = injected.iter().enumerate().filter(is_missed).collect();
        for (_, (original, changes, text)) in missed.iter().take(20) {
            let original = String::from_utf8_lossy(originals[usize::try_from(*original).unwrap()]);
            say(&format!("missed {changes:?}:\n{original}\n{text}"));
        }
        let (seed, made) = (self.seed, injected.len());
        say(&format!("seed {seed}: {} of {made} copies missed, {} others known", missed.len(), known.len()));
        assert_eq!(made, self.count);
        let of_originals = found.iter().filter(|copy| copy.game < originals.len() as u64);
        assert_eq!(of_originals.copied().collect::<Vec<_>>(), known, "originals have no other copies than before");
        missed.len()
    }
}

fn one_change(random: &mut Random) -> Vec<Change> {
    vec![*random.one_of(&CHANGES)]
}

/// One change or two, of the tags first.
fn some_changes(random: &mut Random) -> Vec<Change> {
    let mut changes = vec![*random.one_of(&CHANGES), *random.one_of(&CHANGES)];
    changes.sort_unstable();
    changes.dedup();
    changes
}

#[test]
fn copies_of_the_fixtures_are_found() {
    let bytes = fixtures();
    let originals = games(&bytes);
    let injections =
        (0..8).map(|seed| Injection { changes: if seed < 4 { one_change } else { some_changes }, seed, count: 200 });
    let missed: usize = injections.map(|injection| injection.missed(&originals)).sum();
    assert!(missed <= 16, "{missed} of 1600");
}

#[test]
fn copies_of_an_archive_are_found() {
    let Some(bytes) = archive("otb-a.pgn.zst") else { return };
    let missed = Injection { changes: some_changes, seed: 40, count: 20_000 }.missed(&games(&bytes));
    assert!(missed <= 200, "{missed} of 20000");
}

/// A second game of the same match: the tags of one game, the opening that both have in common, and the moves of another.
///
/// Returns how many pairs are made, and how many of them are taken for one game.
fn matches(texts: &[&[u8]], seed: u64, common: Range<usize>) -> (usize, usize) {
    let mut random = Random::new(seed);
    let mut by_start: BTreeMap<Vec<String>, Vec<Sheet>> = BTreeMap::new();
    for text in texts {
        if let Some(sheet) = Sheet::of(&read(text), text).filter(|sheet| sheet.sans.len() >= FEWEST_PLIES) {
            by_start.entry(sheet.sans[..common.start].to_vec()).or_default().push(sheet);
        }
    }
    let (mut made, mut wrong) = (0, 0);
    for sheets in by_start.into_values() {
        let pairs = (1..4).flat_map(|gap| sheets.iter().zip(sheets.iter().skip(gap)));
        for (one, other) in pairs {
            let shorter = one.sans.len().min(other.sans.len());
            let head = one.sans.iter().zip(&other.sans).take_while(|(a, b)| a == b).count();
            // Moves of the theory in another order: nothing tells such games apart.
            let [mut rest, first] = [other, one].map(|sheet| sheet.sans[..shorter].to_vec());
            rest.retain(|san| !first.contains(san));
            let are_players_the_same = (4..6).any(|at| one.tags[at].get(..3) == other.tags[at].get(..3));
            if are_players_the_same || head >= common.end || rest.len() * 10 < shorter * 2 {
                continue;
            }
            let mut second = Sheet { tags: one.tags.clone(), sans: other.sans.clone() };
            ["?", "2", "14", &one.tags[3]][random.below(4)].clone_into(&mut second.tags[3]);
            second.tags[6].clone_from(&other.tags[6]);
            let [one, second] = [one, &second].map(Sheet::text);
            let [a, b] = [&one, &second].map(|text| fingerprint(text.as_bytes(), CopyKind::Twin));
            made += 1;
            if let Some(kind) = a.features.relation(&b.features) {
                wrong += 1;
                say(&format!("{kind:?}:\n{one}{second}"));
            }
        }
    }
    say(&format!("seed {seed}: {wrong} of {made} pairs of different games are taken for one"));
    (made, wrong)
}

#[test]
fn other_games_of_a_match_are_no_copies() {
    let bytes = fixtures();
    let (made, wrong) = matches(&games(&bytes), 1, 4..40);
    assert!(made > 100 && wrong == 0, "{wrong} of {made}");
}

#[test]
fn other_games_of_the_players_of_an_archive_are_no_copies() {
    let Some(bytes) = archive("otb-a.pgn.zst") else { return };
    let (made, wrong) = matches(&games(&bytes), 2, 14..40);
    assert!(made > 20_000 && wrong * 5_000 <= made, "{wrong} of {made}");
}

/// Two players repeat a drawn line: in one event it ends there, in another one the game goes on.
#[test]
fn a_line_of_two_events_is_no_copy() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7 7. Bf1 Nxe5 8. Rxe5 O-O 9. d4 Bf6 10. Re1 Re8 \
                 11. c3 Rxe1 12. Qxe1 Ne8 13. Bf4 d5 14. Bd3 g6 15. Nd2 Ng7 16. Qe2 c6";
    let game = |event: &str, date: &str, round: &str, rest: &str| {
        format!(
            "[Event \"{event}\"]\n[Site \"?\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[White \"Holm, Lars\"]\n\
             [Black \"Vermeer, Anna\"]\n[Result \"1/2-1/2\"]\n\n{moves} {rest} 1/2-1/2\n"
        )
    };
    let long = game("Utrecht Blitz 2017", "2017.08.18", "18.1", "17. Re1 Bf5 18. Bxf5 Nxf5 19. Nf3 Ng7 20. Be5 Ne6");
    let relation = |other: &str| {
        let [a, b] = [&long, other].map(|text| fingerprint(text.as_bytes(), CopyKind::Twin));
        a.features.relation(&b.features)
    };
    assert_eq!(relation(&game("World Blitz 2017", "2017.12.30", "18.2", "")), None);
    // Nothing but another round, in a match on one day.
    assert_eq!(relation(&game("Utrecht Blitz 2017", "2017.08.18", "20.1", "")), None);
    assert_eq!(relation(&game("Utrecht 2017", "2017.??.??", "18", "")), Some(CopyKind::Shorter));
}

/// All addresses of this month are different, so all games are, however short.
#[test]
fn games_of_a_server_are_no_copies() {
    let Some(bytes) = archive("lichess-2013-01.pgn.zst") else { return };
    let games = games(&bytes);
    assert_eq!(games.len(), 121_332);
    assert_eq!(copies(CopyKind::Twin, games.iter().copied()), []);
    // Each game twice: exactly the second ones are duplicates.
    let found = copies(CopyKind::Duplicate, games.iter().chain(games.iter().rev()).copied());
    let last = games.len() as u64 * 2 - 1;
    assert_eq!(found.len(), games.len());
    assert!(found.iter().all(|copy| copy.game + copy.kept == last && copy.kept < copy.game));
}
