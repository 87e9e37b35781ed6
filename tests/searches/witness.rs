//! The second opinion: adoube's reading against that of pgn-reader and shakmaty, game by game and ply by ply.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use adoube::chess::internal::PositionInternals;
use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::game::replay::{Game, Validity, read_game};
use adoube::game::rules::{Profile, Rule};
use adoube::pgn::lex::{Lexer, TokenKind};
use adoube::witness::reading::{REASONS, compare, second_opinion};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position as _};

use crate::support::{data_folder, say};

/// The number of bytes read of each large collection.
const SAMPLE_BYTES: u64 = 4 << 20;

/// The number of games of each collection in which every ply is compared.
const GAMES_BY_PLY: usize = 100;

#[test]
fn every_reason_explains_its_example() {
    for reason in REASONS {
        let bytes = reason.example.as_bytes();
        let game = read_game(bytes, 0, Profile::default().rules());
        let found =
            compare(&game, bytes, &second_opinion(bytes)).unwrap_or_else(|| panic!("{reason:?}: no difference"));
        assert_eq!(found.reason, Some(reason), "{found}");
    }
}

#[test]
fn a_wrong_reading_is_reported() {
    let bytes = b"1. e4 e5 2. Nf3 *";
    let opinion = second_opinion(b"1. e4 e5 2. Nf6 *");
    let found = compare(&read_game(bytes, 0, Profile::default().rules()), bytes, &opinion).unwrap();
    assert_eq!(
        found.to_string(),
        "legality after 2 plies: adoube has 3 plies; pgn-reader with shakmaty has 2 plies, then Nf6: illegal san"
    );
}

#[test]
fn invalid_games_of_other_variants_are_not_compared() {
    for moves in ["1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 1-0 0-1"] {
        let text = format!("[Variant \"Atomic\"]\n\n{moves}\n");
        let game = read_game(text.as_bytes(), 0, Profile::default().rules());
        assert_eq!(game.status, Validity::Invalid, "{moves}");
        assert_eq!(compare(&game, text.as_bytes(), &second_opinion(text.as_bytes())), None, "{moves}");
    }
}

#[test]
fn both_readers_reject_the_same_move() {
    for bytes in ["1. e4 e5 2. Nf6 *", "1. Nf3 d5 2. d3 a6 3. Nd2 *", "1. f3 e5 2. g4 Qh4# 3. a3 0-1"] {
        let game = read_game(bytes.as_bytes(), 0, Profile::default().rules());
        let opinion = second_opinion(bytes.as_bytes());
        assert!(!game.is_complete() && opinion.error.is_some(), "{bytes}");
        assert_eq!(compare(&game, bytes.as_bytes(), &opinion), None, "{bytes}");
    }
}

#[test]
fn blank_lines_do_not_hide_moves_from_the_second_opinion() {
    let opinion = second_opinion(b"[White \"A\"]\n\n{A comment}\n\n1. e4 e5\n\n2. Nf3 *");
    assert_eq!((opinion.games, opinion.plies), (3, 3));
}

#[test]
fn fixture_games_are_read_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/games");
    for path in files(&folder, "pgn") {
        let bytes = fs::read(&path).unwrap();
        assert_eq!(disagreements(&path, &bytes), BTreeMap::new());
        plies_agree(&path, &bytes);
    }
}

#[test]
fn collections_are_read_alike() {
    let Some(folder) = data_folder() else { return };
    for path in files(&folder.join("games"), "zst") {
        let mut bytes = Vec::new();
        let file = zstd::Decoder::new(File::open(&path).unwrap()).unwrap();
        file.take(SAMPLE_BYTES).read_to_end(&mut bytes).unwrap();
        assert_eq!(disagreements(&path, &bytes), BTreeMap::new());
        plies_agree(&path, &bytes);
    }
}

#[test]
fn disagreements_about_faulty_games_are_explained() {
    let Some(folder) = data_folder() else { return };
    let mut reasons = BTreeMap::new();
    for path in [files(&folder.join("games"), "pgn"), files(&folder.join("defects"), "pgn")].concat() {
        for (rule, count) in disagreements(&path, &fs::read(&path).unwrap()) {
            *reasons.entry(rule).or_default() += count;
        }
    }
    let counts: Vec<String> = reasons.iter().map(|(rule, count): (&Rule, &u32)| format!("{rule}: {count}")).collect();
    say(&format!("disagreements by reason: {}", counts.join(", ")));
}

/// The number of disagreements that each reason explains. Fails if one is unexplained.
fn disagreements(path: &Path, bytes: &[u8]) -> BTreeMap<Rule, u32> {
    let mut reasons = BTreeMap::new();
    for (index, game) in games(bytes).enumerate() {
        let Some(found) = compare(&game, bytes, &second_opinion(&bytes[game.span.clone()])) else { continue };
        let reason = found.reason.unwrap_or_else(|| panic!("{} game {}: {found}", path.display(), index + 1));
        *reasons.entry(reason.rule).or_default() += 1;
    }
    reasons
}

/// The games, without the last one if the collection was cut off.
fn games(bytes: &[u8]) -> impl Iterator<Item = Game> {
    let is_cut = bytes.len() as u64 == SAMPLE_BYTES;
    let mut at = 0;
    let all = std::iter::from_fn(move || {
        let game = (at < bytes.len()).then(|| read_game(bytes, at, Profile::default().rules()))?;
        at = game.span.end;
        Some(game)
    });
    all.filter(move |game| game.status != Validity::NoGame && !(is_cut && game.span.end == bytes.len()))
}

/// Asserts for the first games from the initial position that both count the same legal moves at each ply and write the
/// same SAN.
fn plies_agree(path: &Path, bytes: &[u8]) {
    let from_the_start = |game: &Game| !bytes[game.span.clone()].windows(6).any(|tag| tag == b"[FEN \"");
    for game in games(bytes).filter(from_the_start).take(GAMES_BY_PLY) {
        let (mut ours, mut theirs) = (Position::initial(), Chess::default());
        let mut lexer = Lexer::new(bytes, game.span.start);
        while let Some(token) = lexer.next_token() {
            if token.kind != TokenKind::Symbol || lexer.depth() > 0 {
                continue;
            }
            let word = &bytes[token.span()];
            let place = || format!("{}, byte {}", path.display(), token.start);
            let mv = ours.resolve(&san::parse(word).unwrap()).unwrap_or_else(|_| panic!("{}", place())).mv;
            let legal =
                SanPlus::from_ascii(word).unwrap().san.to_move(&theirs).unwrap_or_else(|_| panic!("{}", place()));
            assert_eq!(ours.count_legal_moves() as usize, theirs.legal_moves().len(), "{}", place());
            let written = SanPlus::from_move_and_play_unchecked(&mut theirs, legal);
            assert_eq!(san::write(&ours, mv).to_string(), written.to_string(), "{}", place());
            ours.play_unchecked(mv);
        }
    }
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.extension().is_some_and(|found| found == extension)).collect();
    paths.sort();
    paths
}
