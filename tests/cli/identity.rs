//! The ids of lines and encounters: the published vectors, by the library, the program and another program; the same ids
//! for all spellings; the digest of an archive.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use adoube::chess::moves::{Move, MoveKind};
use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::chess::uci::{self, UciMode};
use adoube::{LineId, PgnGames};
use proptest::prelude::*;
use serde_json::Value;

use crate::support::{Random, skipped};

const GAMES: &str = "fixtures/identity/games.pgn";
const IDS: &str = "fixtures/identity/ids.tsv";

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// What the program writes with these arguments.
fn written(arguments: &[&str]) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    let run = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(run.stdout.len() > 1, "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

/// The rows that the program writes as JSON Lines.
fn rows(arguments: &[&str]) -> Vec<Value> {
    let text = written(&[arguments, &["--format", "jsonl"]].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The vectors with this name, by game; `None` for `-`.
fn vectors(name: &str) -> Vec<(String, Option<String>)> {
    let text = read(IDS);
    let fields = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let named = fields.filter(|fields| fields[1] == name || (name == "line_id" && fields[1].starts_with("line_id(")));
    named.map(|fields| (fields[0].to_owned(), Some(fields[2].to_owned()).filter(|id| id != "-"))).collect()
}

/// The ids of lines after at least one ply.
fn after_moves() -> Vec<(String, Option<String>)> {
    let lines = vectors("line_id");
    let is_move = |at: &usize| *at > 0 && lines[at - 1].0 == lines[*at].0;
    (0..lines.len()).filter(is_move).map(|at| lines[at].clone()).collect()
}

#[test]
fn library_gives_the_published_ids() {
    let text = read(GAMES);
    let mut ids = String::new();
    let id = |id: Option<String>| id.unwrap_or_else(|| "-".to_owned());
    for (game, number) in PgnGames::new(text.as_bytes()).zip(1..) {
        for (line, ply) in game.line_ids().zip(0..) {
            _ = writeln!(ids, "{number}\tline_id({ply})\t{line}");
        }
        _ = writeln!(ids, "{number}\tplay_id\t{}", id(game.play_id().map(|line| line.to_string())));
        _ = writeln!(ids, "{number}\tmeet_id\t{}", id(game.meet_id().map(|meet| meet.to_string())));
    }
    let expected: String =
        read(IDS).lines().filter(|line| !line.starts_with("all")).fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(ids, expected);
}

/// The script of the documentation, which uses python-chess and the reference implementation of the hash.
#[test]
fn script_gives_the_published_ids() {
    let has_packages = |python: &&str| {
        let run = Command::new(python).args(["-c", "import chess.pgn, xxhash"]).stderr(Stdio::null()).status();
        run.is_ok_and(|status| status.success())
    };
    let of_package = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/python/venv/bin/python");
    let of_package = of_package.to_string_lossy();
    let Some(python) = [&*of_package, "python3", "python"].into_iter().find(has_packages) else {
        return skipped("no Python with the packages `chess` and `xxhash`; `.ci/python` installs them");
    };
    let mut script = Command::new(python);
    script.args(["docs/examples/identity.py", GAMES]).current_dir(env!("CARGO_MANIFEST_DIR")).env("PYTHONUTF8", "1");
    let run = script.output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8(run.stdout).unwrap().replace('\r', ""), read(IDS));
}

#[test]
fn script_of_the_documentation_is_short() {
    assert!(read("docs/examples/identity.py").lines().count() <= 60);
}

#[test]
fn facts_are_the_published_ids() {
    let fields = "game,play_id,meet_id";
    let games = rows(&["stats", "--per", "game", "--fields", fields, GAMES]);
    let id = |value: &Value| value.as_str().map(str::to_owned);
    for name in ["play_id", "meet_id"] {
        let facts: Vec<_> = games.iter().map(|game| (game["game"].to_string(), id(&game[name]))).collect();
        assert_eq!(facts, vectors(name).into_iter().filter(|(game, _)| game != "all").collect::<Vec<_>>());
    }
    let plies = rows(&["replay", "--fields", "game,line_id", GAMES]);
    let plies = plies.iter().filter(|row| row["type"] == "ply");
    let lines: Vec<_> = plies.map(|ply| (ply["game"].to_string(), id(&ply["line_id"]))).collect();
    assert_eq!(lines, after_moves());
    // Games 1 and 2 are one game.
    let [(_, play), (_, meet)] = [&vectors("play_id")[1], &vectors("meet_id")[1]];
    let condition = format!("play_id = {} and meet_id = {}", play.as_deref().unwrap(), meet.as_deref().unwrap());
    let selected = rows(&["stats", "--per", "game", "--fields", "game", "--where", &condition, GAMES]);
    assert_eq!(selected.iter().map(|game| game["game"].to_string()).collect::<Vec<_>>(), ["1", "2"]);
}

#[test]
fn parquet_has_the_ids_on_request() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plies.parquet");
    let output = path.to_string_lossy();
    let of = |per: &str, fields: &str| {
        let arguments = ["stats", "--per", per, "--format", "parquet", "--fields", fields, "-o", &output, GAMES];
        let run =
            Command::new(env!("CARGO_BIN_EXE_adoube")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        assert!(run.unwrap().status.code().is_some_and(|code| code < 2), "{per}");
        let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        std::fs::remove_file(&path).unwrap();
        rows
    };
    let quoted = |id: &Option<String>| id.as_ref().map_or_else(|| "null".to_owned(), |id| format!("\"{id}\""));
    let plays = vectors("play_id");
    let expected: Vec<_> =
        plays.iter().filter(|(game, _)| game != "all").map(|(_, id)| format!("{{play_id: {}}}", quoted(id))).collect();
    assert_eq!(of("game", "play_id"), expected);
    let expected: Vec<_> = after_moves().iter().map(|(_, id)| format!("{{line_id: {}}}", quoted(id))).collect();
    assert_eq!(of("ply", "line_id"), expected);
}

#[test]
fn variations_continue_the_line_that_they_leave() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. f4 *";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.pgn");
    std::fs::write(&path, text).unwrap();
    let path = path.to_string_lossy();
    let plies = rows(&["replay", "--variations", "--fields", "variation,line_id", &path]);
    let of = |moves: &str| {
        let game = format!("{moves} *");
        let id = PgnGames::new(game.as_bytes()).next().unwrap().play_id().unwrap();
        id.to_string()
    };
    let lines: Vec<&str> = plies.iter().map(|ply| ply["line_id"].as_str().unwrap()).collect();
    let expected = ["e4", "e4 e5", "e4 c5", "e4 c5 Nf3", "e4 c5 c3", "e4 c5 c3 d5", "e4 c5 Nf3 d6", "e4 e5 f4"];
    assert_eq!(lines, expected.map(of));
}

/// The table of `adoube stats`, whole, split, and merged from parts.
#[test]
fn digest_is_the_sum_of_the_ids() {
    let sums: Vec<_> = ["play_id", "meet_id"].map(|name| vectors(name).pop().unwrap().1).into_iter().collect();
    let digests = |arguments: &[&str]| {
        let rows = rows(&[&["stats", "--table", "identity"], arguments].concat());
        rows.iter().map(|row| row["digest"].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(digests(&[GAMES]), sums);
    let table = rows(&["stats", "--table", "identity", GAMES]);
    let counts = ["games", "total_plies", "identified"]
        .map(|name| table.iter().map(|row| row[name].as_u64().unwrap()).collect::<Vec<_>>());
    assert_eq!(counts, [vec![14; 2], vec![after_moves().len() as u64; 2], vec![13, 13]], "{table:?}");
    let by_half = rows(&["stats", "--table", "identity", "--by", "Result", GAMES]);
    let sum = |id: &str| {
        let of_id = by_half.iter().filter(|row| row["id"] == id);
        let sums = of_id.map(|row| u128::from_str_radix(row["digest"].as_str().unwrap(), 16).unwrap());
        Some(format!("{:032x}", sums.fold(0, u128::wrapping_add)))
    };
    assert_eq!([sum("play_id"), sum("meet_id")].as_slice(), sums);
    assert_eq!(by_half.len(), 8);
}

/// A starting position of Chess960, or of chess if the number is 0.
fn start(number: u64) -> Position {
    let mut random = Random::new(number);
    let mut pieces = *b"RNBQKBNR";
    let is_start = |pieces: &[u8; 8]| {
        let [b, k, r] = [b'B', b'K', b'R'].map(|letter| pieces.iter().position(|piece| *piece == letter).unwrap());
        let [last_b, last_r] = [b'B', b'R'].map(|letter| pieces.iter().rposition(|piece| *piece == letter).unwrap());
        (b + last_b) % 2 == 1 && r < k && k < last_r
    };
    if number > 0 {
        let mut shuffle = |pieces: &mut [u8; 8]| (1..8).for_each(|at| pieces.swap(at, random.below(at + 1)));
        shuffle(&mut pieces);
        while !is_start(&pieces) {
            shuffle(&mut pieces);
        }
    }
    let white = String::from_utf8(pieces.to_vec()).unwrap();
    let black = white.to_lowercase();
    Position::from_fen(&format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")).unwrap()
}

/// A move as some program or person writes it.
fn spelled(before: &Position, mv: Move, random: &mut Random) -> String {
    let after = before.after_unchecked(mv);
    let canonical = san::write(before, mv);
    let canonical = canonical.as_str().to_owned();
    match (mv.kind(), random.below(5)) {
        (_, 0) => canonical,
        (MoveKind::Castle, _) => canonical.replace('O', "0"),
        (_, 1) => uci::write(mv, UciMode::Chess960).to_string(),
        (_, 2) => san::long(before, mv, &after).to_string(),
        (_, 3) => canonical.replace(['+', '#', 'x', '='], ""),
        _ => canonical + "!?",
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A random game in canonical SAN, as it is respelled, and as the program exports that: the same id, which is the
    /// chain over its moves.
    #[test]
    fn all_spellings_of_a_line_have_the_same_id(seed: u64, number in prop_oneof![Just(0_u64), any::<u64>()]) {
        let (start, mut random) = (start(number), Random::new(seed));
        let fen = start.to_fen();
        let tags = if number == 0 { String::new() } else { format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n") };
        let (mut canonical, mut lenient, mut moves) = (tags.clone(), tags, Vec::new());
        let mut position = start.clone();
        for _ in 0..random.below(120) {
            let legal: Vec<Move> = position.legal_moves().into_iter().collect();
            // Castling is rare; a random choice would hardly ever take it.
            let castling: Vec<Move> = legal.iter().copied().filter(|mv| mv.kind() == MoveKind::Castle).collect();
            let Some(&mv) = legal.get(random.below(legal.len())) else { break };
            let mv = castling.first().copied().unwrap_or(mv);
            _ = write!(canonical, "{} ", san::write(&position, mv));
            _ = write!(lenient, "{} ", spelled(&position, mv, &mut random));
            position.play_unchecked(mv);
            moves.push(mv);
        }
        let expected: Vec<LineId> = moves.iter().fold(vec![LineId::of_start(&start)], |mut line, mv| {
            line.push(line[line.len() - 1].after(*mv));
            line
        });
        for text in [canonical + "*\n", lenient + "1-0\n"] {
            let game = PgnGames::new(text.as_bytes()).next().unwrap();
            prop_assert_eq!(game.line_ids().collect::<Vec<_>>(), expected.clone(), "{}", text);
            prop_assert_eq!(game.play_id(), expected.last().copied());
            let exported = game.to_pgn();
            prop_assert_eq!(PgnGames::new(exported.as_bytes()).next().unwrap().play_id(), game.play_id(), "{}", exported);
        }
    }
}

/// The games of the fixtures, exported by the program, keep both ids.
#[test]
fn export_keeps_the_ids() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("exported.pgn");
    for input in ["fixtures/games/classics.pgn", "fixtures/games/gnuchess-book-sample.pgn", "fixtures/replay", GAMES] {
        std::fs::write(&path, written(&["replay", "--as", "pgn", input])).unwrap();
        let ids = |input: &str| {
            let rows = rows(&["stats", "--per", "game", "--fields", "play_id,meet_id", input]);
            rows.iter().map(|row| [row["play_id"].to_string(), row["meet_id"].to_string()]).collect::<Vec<_>>()
        };
        let (before, after) = (ids(input), ids(&path.to_string_lossy()));
        assert_eq!(before.len(), after.len());
        for (before, after) in before.into_iter().zip(after) {
            // The export of a damaged game has what could not be played in a comment.
            let [play, meet] = before;
            assert!((play == "null" || play == after[0]) && meet == after[1], "{input}: {play} {meet} {after:?}");
        }
    }
}
