//! Parquet files, read back by the library's own reader.

use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Output};

use parquet::basic::{LogicalType, TimeUnit};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use adoube::game::facts::{FactColumn, FactType, Facts, GameFact, PlyFact, PlyStyle};
use adoube::game::record::score_sheet::ScoreSheet;
use adoube::game::replay::{Game, ReplayOptions, read_game_as};
use adoube::game::rules::RuleSet;
use adoube::report::facts::RowLayout;
use adoube::report::rows::{Batch, ColumnFileOptions, ROWS_IN_GROUP, TEXT_IN_GROUP};

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");

/// The games of a text.
fn read_all(bytes: &[u8]) -> Vec<Game> {
    let wish = ReplayOptions { rules: RuleSet::ALL, variations: true, ..ReplayOptions::default() };
    let mut games = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let game = read_game_as(bytes, start, &wish);
        start = game.span.end;
        games.push(game);
    }
    games
}

/// All facts about games.
fn table() -> RowLayout {
    RowLayout::for_games(&[])
}

fn push(batch: &mut Batch, bytes: &[u8], game: &Game, number: u64) {
    table().push_game(batch, &Facts::new(game, bytes, "classics.pgn", None).numbered(number));
}

/// A batch for each game.
fn game_batches(bytes: &[u8], all: &[Game]) -> Vec<Batch> {
    let batch = |(before, game): (usize, &Game)| {
        let mut batch = table().batch();
        push(&mut batch, bytes, game, 1);
        batch.count_games_from(before as u64);
        batch
    };
    all.iter().enumerate().map(batch).collect()
}

fn write(layout: &RowLayout, batches: &[Batch]) -> Vec<u8> {
    let mut file = layout.file(Vec::new(), ColumnFileOptions::default()).unwrap();
    for batch in batches {
        file.write(batch).unwrap();
    }
    file.finish().unwrap()
}

/// All rows, and the number of rows in each row group.
fn read(bytes: &[u8]) -> (Vec<Row>, Vec<usize>) {
    let rows_in = |group: &RowGroupMetaData| usize::try_from(group.num_rows()).unwrap();
    let reader = SerializedFileReader::new(parquet_bytes(bytes)).unwrap();
    let groups = reader.metadata().row_groups().iter().map(rows_in).collect();
    (reader.get_row_iter(None).unwrap().map(Result::unwrap).collect(), groups)
}

/// A temporary file, because the reader otherwise needs a type of another crate.
fn parquet_bytes(bytes: &[u8]) -> std::fs::File {
    use std::io::{Seek, Write};
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

fn field(row: &Row, name: &str) -> String {
    let (_, field) = row.get_column_iter().find(|(column, _)| *column == name).unwrap();
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        other => other.to_string(),
    }
}

#[test]
fn there_is_a_row_for_each_game() {
    let bytes = std::fs::read(CLASSICS).unwrap();
    let all = read_all(&bytes);
    let (rows, groups) = read(&write(&table(), &game_batches(&bytes, &all)));
    assert_eq!((rows.len(), groups), (all.len(), vec![all.len()]));
    for (index, (row, game)) in rows.iter().zip(&all).enumerate() {
        assert_eq!(field(row, "game"), (index + 1).to_string());
        assert_eq!(field(row, "plies"), game.plies().to_string());
        assert_eq!(field(row, "white"), game.tags.text("White", &bytes).unwrap_or_default().replace('?', ""));
    }
    let immortal = rows.iter().find(|row| field(row, "white").starts_with("Anderssen")).unwrap();
    let names = [
        "date",
        "date_tag",
        "result",
        "valid",
        "fully_replayed",
        "verdict",
        "ending",
        "eco",
        "white_elo",
        "first_error",
    ];
    let values = names.map(|name| field(immortal, name));
    assert_eq!(values[1..].join(" | "), "1851.06.21 | 1-0 | true | true | white-wins | checkmate | C33 |  | ");
    assert!(values[0].starts_with("1851-06-21"), "{}", values[0]);
    assert!(field(immortal, "final_fen").starts_with("r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b"));
}

#[test]
fn there_is_a_row_for_each_ply() {
    let bytes = std::fs::read(CLASSICS).unwrap();
    let all = read_all(&bytes);
    let table = RowLayout::for_plies(&[]);
    let mut batch = table.batch();
    for (game, number) in all.iter().zip(1..) {
        let sheet = ScoreSheet::from_game(game, &bytes);
        let facts = Facts::new(game, &bytes, "classics.pgn", None).numbered(number);
        let shared = table.shared_values(&facts);
        sheet
            .plies(game, &bytes, table.ply_options())
            .for_each(|ply| table.push_ply(&mut batch, &shared, &ply, PlyStyle::default()));
    }
    let (rows, _) = read(&write(&table, &[batch]));
    assert_eq!(rows.len(), all.iter().map(|game| game.plies() as usize).sum::<usize>());
    let first = &rows[0];
    assert_eq!(
        ["ply", "number", "side", "check", "captured"].map(|name| field(first, name)),
        ["0", "1", "white", "false", ""]
    );
    assert!(rows.iter().any(|row| field(row, "clk").parse().is_ok_and(|clock: f64| clock > 0.0)));
    assert!(rows.iter().any(|row| field(row, "checkmate") == "true" && field(row, "san").ends_with('#')));
}

#[test]
fn bytes_do_not_depend_on_batches_and_threads() {
    let bytes = std::fs::read(CLASSICS).unwrap();
    let all = read_all(&bytes);
    // More rows than a row group has.
    let rounds = ROWS_IN_GROUP / all.len() + 2;
    let repeated = |batches: &[Batch], threads| {
        let options = ColumnFileOptions { threads: NonZero::new(threads).unwrap(), ..ColumnFileOptions::default() };
        let mut file = table().file(Vec::new(), options).unwrap();
        for batch in batches.iter().cycle().take(batches.len() * rounds) {
            file.write(batch).unwrap();
        }
        file.finish().unwrap()
    };
    let mut whole = table().batch();
    for (game, number) in all.iter().zip(1..) {
        push(&mut whole, &bytes, game, number);
    }
    let one_by_one = repeated(&game_batches(&bytes, &all), 1);
    let (_, groups) = read(&one_by_one);
    assert_eq!(groups, [ROWS_IN_GROUP, rounds * all.len() - ROWS_IN_GROUP]);
    assert!(repeated(&[whole], 3) == one_by_one);
}

/// A row group of long rows ends by their size, wherever the batches end.
#[test]
fn long_text_ends_a_row_group() {
    let bytes = std::fs::read(CLUB).unwrap();
    let all = read_all(&bytes);
    let layout = RowLayout::for_games(&[FactColumn::Game(GameFact::File), FactColumn::Game(GameFact::Game)]);
    let name = "x".repeat(TEXT_IN_GROUP / 40);
    let batch = |numbers: std::ops::Range<u64>| {
        let mut batch = layout.batch();
        for number in numbers {
            layout.push_game(&mut batch, &Facts::new(&all[0], &bytes, &name, None).numbered(number));
        }
        batch
    };
    let whole = write(&layout, &[batch(1..101)]);
    let (rows, groups) = read(&whole);
    // The name is a little shorter than a fortieth part.
    assert_eq!((rows.len(), groups), (100, vec![41, 41, 18]));
    assert!(rows.iter().zip(1..).all(|(row, number)| field(row, "game") == number.to_string()));
    assert!(write(&layout, &[batch(1..60), batch(60..61), batch(61..101)]) == whole);
}

#[test]
fn file_describes_its_columns() {
    let description = |arguments: &[&str]| -> serde_json::Value {
        let reader = SerializedFileReader::new(parquet_bytes(&written(arguments))).unwrap();
        let metadata = reader.metadata().file_metadata();
        let entries = metadata.key_value_metadata().unwrap();
        let entry = entries.iter().find(|entry| entry.key == "adoube").unwrap();
        serde_json::from_str(entry.value.as_ref().unwrap()).unwrap()
    };
    let of_games = description(&["--fields", "white_elo,tag:Annotator", CLUB]);
    let expected = serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "row": "game",
        "columns": [
            {"name": "white_elo", "of": "game", "kind": "integer", "unit": "rating points", "cost": "tags only",
             "needs": "`WhiteElo`", "meaning": "White's rating."},
            {"name": "tag:Annotator", "of": "game", "kind": "text", "unit": "", "cost": "tags only",
             "needs": "`Annotator`", "meaning": "The tag `Annotator` as it is written."},
        ],
    });
    assert_eq!(of_games, expected);
    let of_plies = description(&["--per", "ply", CLUB]);
    assert_eq!(of_plies["row"], "ply");
    let names: Vec<&str> =
        of_plies["columns"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    let defaults = PlyFact::ALL.iter().filter(|fact| fact.is_default_column()).map(|fact| fact.name());
    assert_eq!(names, defaults.collect::<Vec<_>>());
}

#[test]
fn file_without_rows_is_valid() {
    let (rows, groups) = read(&write(&table(), &[table().batch()]));
    assert_eq!((rows.len(), groups.len()), (0, 0));
}

#[test]
fn full_disk_is_reported_with_the_system_message() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let bytes = std::fs::read(CLASSICS).unwrap();
    let batches = game_batches(&bytes, &read_all(&bytes));
    let out = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let error = table()
        .file(out, ColumnFileOptions::default())
        .and_then(|mut file| file.write(&batches[0]).and_then(|()| file.finish().map(drop)))
        .unwrap_err();
    assert_eq!(std::io::Error::from(error).kind(), std::io::ErrorKind::StorageFull);
}

const CLUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/stats/club.pgn");
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");

fn adoube(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().args(arguments).output().unwrap()
}

fn stats(arguments: &[&str]) -> Output {
    adoube(&[&["stats"], arguments].concat())
}

/// The output of `adoube stats --format parquet`.
fn written(arguments: &[&str]) -> Vec<u8> {
    let output = stats(&[&["--format", "parquet"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The numbers of the games in a file.
fn games(arguments: &[&str]) -> Vec<String> {
    read(&written(arguments)).0.iter().map(|row| field(row, "game")).collect()
}

#[test]
fn parquet_rows_match_the_counts() {
    let inputs = [BOOK, CLUB, CLASSICS];
    let output = stats(&[&["--format", "jsonl"], &inputs[..]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let summary: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.parquet");
    let path = path.to_str().unwrap();
    let output = stats(&[&["--format", "parquet", "-o", path, "-j", "1"], &inputs[..]].concat());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let bytes = std::fs::read(path).unwrap();
    let rows = read(&bytes).0;
    assert_eq!(summary["games"], rows.len());
    assert_eq!(summary["valid"], rows.iter().filter(|row| field(row, "status") == "valid").count());
    let plies: u64 = rows.iter().map(|row| field(row, "plies").parse::<u64>().unwrap()).sum();
    assert_eq!(summary["plies"], plies);
    assert_eq!(read(&written(&[&["--per", "ply"], &inputs[..]].concat())).0.len() as u64, plies);
    for per in ["game", "ply"] {
        let of = |threads| written(&[&["--per", per, "-j", threads], &inputs[..]].concat());
        let one = of("1");
        assert!(one == of("2") && one == of("5") && (per == "ply" || one == bytes), "{per}");
    }
}

#[test]
fn parquet_contains_the_selected_games() {
    assert_eq!(games(&[CLUB]), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(games(&["--game", "2,4-5", CLUB]), ["2", "4", "5"]);
    assert_eq!(games(&["--head", "2", CLUB]), ["1", "2"]);
    assert_eq!(games(&["--where", "White = Cleo", CLUB]), ["3", "5"]);
    assert_eq!(games(&["--where", "White = Cleo", "--head", "1", CLUB]), ["3"]);
    assert_eq!(games(&["--sample", "3", CLUB]).len(), 3);
    assert_eq!(games(&["--per", "ply", "--game", "5", CLUB]), ["5"; 7]);
    assert_eq!(games(&["--where", "White = Nobody", CLUB]), [""; 0]);
}

#[test]
fn parquet_contains_the_selected_columns() {
    let names = |arguments: &[&str]| {
        let rows = read(&written(arguments)).0;
        rows[0].get_column_iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let defaults = GameFact::ALL.iter().filter(|fact| fact.is_default_column()).map(|fact| fact.name());
    assert_eq!(names(&[CLUB]), defaults.collect::<Vec<_>>());
    let own = ["game", "white", "speed", "tag:Round", "tag:White"];
    assert_eq!(names(&["--fields", "game,white,speed,Round,tag:White", CLUB]), own);
    let of_plies = ["san", "piece", "from", "to", "white_elo", "ending"];
    assert_eq!(names(&["--per", "ply", "--fields", "san,piece,from,to,white_elo,ending", CLUB]), of_plies);
    for (fields, message) in [
        ("nags", "`nags` is a fact about a ply, not about a game; a row is a game, unless --per ply is given"),
        ("whiteelo", "did you mean `white_elo`?"),
        ("white,white", "duplicate column `white`"),
    ] {
        let output = stats(&["--format", "parquet", "--fields", fields, CLUB]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{fields}: {error}");
    }
}

#[test]
fn facts_about_plies_are_lists_in_rows_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clocks.pgn");
    let game = "1. e4 {[%clk 0:05:00]} e5 $1 2. Qh5 {[%clk 0:04:58.5]} Ke7 3. Qxe5# 1-0";
    std::fs::write(&path, format!("[White \"a\"]\n\n{game}\n\n[White \"b\"]\n\n*\n")).unwrap();
    let path = path.to_str().unwrap();
    let arguments = ["--per", "game", "--fields", "game,san,clk,check,checkmate", path];
    let text = |format| String::from_utf8(stats(&[&["--format", format], &arguments[..]].concat()).stdout).unwrap();
    assert_eq!(
        text("jsonl"),
        "{\"type\":\"game\",\"game\":1,\"san\":[\"e4\",\"e5\",\"Qh5\",\"Ke7\",\"Qxe5#\"],\"clk\":[300,null,298.5,null,null],\
         \"check\":[false,false,false,false,true],\"checkmate\":true}\n\
         {\"type\":\"game\",\"game\":2,\"san\":[],\"clk\":[],\"check\":[],\"checkmate\":false}\n"
    );
    assert_eq!(
        text("csv"),
        "game,san,clk,check,checkmate\n1,\"[\"\"e4\"\",\"\"e5\"\",\"\"Qh5\"\",\"\"Ke7\"\",\"\"Qxe5#\"\"]\",\
         \"[300,null,298.5,null,null]\",\"[false,false,false,false,true]\",true\n2,[],[],[],false\n"
    );
    let rows = read(&written(&arguments)).0;
    let clocks: Vec<String> = rows.iter().map(|row| field(row, "clk")).collect();
    assert_eq!(clocks, ["[300.0, null, 298.5, null, null]", "[]"]);
}

#[test]
fn a_game_of_too_many_plies_has_no_lists() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.pgn");
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(5_001);
    std::fs::write(&path, format!("{moves}*\n\n[White \"b\"]\n\n1. e4 *\n")).unwrap();
    let output = stats(&["--per", "game", "--format", "csv", "--fields", "plies,san", path.to_str().unwrap()]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "plies,san\n20004,\n1,\"[\"\"e4\"\"]\"\n");
    let message = "1 game has more than 20,000 plies and therefore no lists";
    assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
}

/// 2000.02.29 12:34:56 is 951,827,696 seconds after 1970 (`date -u -d '2000-02-29 12:34:56' +%s`).
#[test]
fn timestamps_are_in_utc() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dated.pgn");
    let date = "[UTCDate \"2000.02.29\"]\n[UTCTime \"12:34:56\"]\n\n1. e4 *\n";
    std::fs::write(&path, format!("{date}\n[White \"a\"]\n\n1. e4 *\n")).unwrap();
    let path = path.to_str().unwrap();
    let bytes = written(&["--fields", "utc_timestamp,san_moves,uci_moves", path]);
    let columns = |row: &Row| row.get_column_iter().map(|(_, field)| field.clone()).collect::<Vec<_>>();
    let moves = [Field::Str("e4".to_owned()), Field::Str("e2e4".to_owned())];
    let rows: Vec<_> = read(&bytes).0.iter().map(columns).collect();
    assert_eq!(rows[0], [&[Field::TimestampMillis(951_827_696_000)], &moves[..]].concat());
    assert_eq!(rows[1], [&[Field::Null], &moves[..]].concat());
    let reader = SerializedFileReader::new(parquet_bytes(&bytes)).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr();
    let kind = schema.column(0).logical_type_ref().cloned();
    assert_eq!(kind, Some(LogicalType::timestamp(true, TimeUnit::MILLIS)));
    let after = |time: &str| games(&["--where", &format!("utc_timestamp >= {time}"), path]);
    assert_eq!((after("2000-02-29T12:34:56Z"), after("2000-02-29T12:34:57Z")), (vec!["1".to_owned()], vec![]));
    let output = stats(&["--where", "utc_timestamp >= 2000", path]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("`2000` is not a timestamp"), "{error}");
}

/// Columns and conditions have the same values.
#[test]
fn columns_and_conditions_agree() {
    let inputs = [CLUB, CLASSICS, BOOK];
    let rows = read(&written(&inputs)).0;
    for fact in GameFact::ALL.iter().filter(|fact| fact.has_condition() && fact.is_default_column()) {
        let name = fact.name();
        let Some(value) = rows.iter().map(|row| field(row, name)).find(|value| !value.is_empty()) else { continue };
        // They are read as times since 1970.
        if matches!(fact.info().kind, FactType::Date | FactType::Timestamp) {
            continue;
        }
        let expected = rows.iter().filter(|row| field(row, name) == value).count();
        let value = value.strip_suffix(".0").unwrap_or(&value);
        let chosen = games(&[&["--where", &format!("{name} = \"{value}\"")], &inputs[..]].concat()).len();
        assert_eq!(chosen, expected, "{name} = {value}");
    }
}

/// The fields of rows of games in the three formats.
const MIXED: &str = "file,game,white,date,utc_timestamp,white_elo,base,has_clocks,valid,verdict,ending,opening,san_moves,uci_moves,\
                     Annotator,tag:White";

#[test]
fn rows_of_games_are_the_same_in_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dated.pgn");
    let dated = "[White \"a \\\"b\\\", c\"]\n[UTCDate \"2000.02.29\"]\n[UTCTime \"12:34:56\"]\n[TimeControl \"60+0.5\"]\n\n\
                 1. e4 1-0\n";
    std::fs::write(&path, format!("{dated}\n[White \"no moves\"]\n\n*\n")).unwrap();
    let inputs = [CLUB, path.to_str().unwrap(), CLASSICS, BOOK];
    let run = |format: &str, options: &[&str]| {
        stats(&[&["--per", "game", "--fields", MIXED, "--format", format], options, &inputs[..]].concat()).stdout
    };
    let rows = read(&run("parquet", &[])).0;
    let (csv, jsonl) = (run("csv", &[]), String::from_utf8(run("jsonl", &[])).unwrap());
    for threads in ["1", "2", "5"] {
        assert!(run("csv", &["-j", threads]) == csv && run("jsonl", &["-j", threads]) == jsonl.as_bytes());
    }
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>()[..3], ["file", "game", "white"]);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(records.len() > 12 && (records.len(), jsonl.lines().count()) == (rows.len(), rows.len()));
    for ((row, record), line) in rows.iter().zip(&records).zip(jsonl.lines()) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((object["type"].as_str(), object.as_object().unwrap().len()), (Some("game"), record.len() + 1));
        for ((name, field), cell) in row.get_column_iter().zip(record) {
            let value = &object[name];
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            assert_eq!(if value.is_null() { "" } else { &text }, cell, "{name}");
            match field {
                Field::Date(_) | Field::TimestampMillis(_) => assert!(value.is_string(), "{name}: {line}"),
                Field::Null if name == "date" && value.is_string() => assert!(text.contains('?'), "{line}"),
                Field::Null => assert!(value.is_null(), "{name}: {line}"),
                Field::Str(expected) => assert_eq!(value, expected),
                Field::Double(expected) => assert_eq!(value.as_f64(), Some(*expected)),
                expected => assert_eq!(value.to_string(), expected.to_string(), "{name}"),
            }
        }
    }
}

#[test]
fn rows_of_games_are_selected_and_safe() {
    let text = |options: &[&str]| {
        let options = [&["--per", "game", "--format", "csv", "--fields", "game,white"], options, &[CLUB]].concat();
        String::from_utf8(stats(&options).stdout).unwrap()
    };
    assert_eq!(text(&["--where", "White = Cleo"]), "game,white\n3,Cleo\n5,Cleo\n");
    assert_eq!(text(&["--game", "5"]), "game,white\n5,Cleo\n");
    assert_eq!(text(&["--sample", "6"]).lines().count(), 7);
    assert_eq!(text(&["--where", "White = Nobody"]), "game,white\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("formula.pgn");
    std::fs::write(&path, "[White \"=1+1\"]\n\n1. e4 *\n").unwrap();
    let run = |options: &[&str]| {
        let rows = ["--per", "game", "--format", "csv", "--fields", "white", path.to_str().unwrap()];
        String::from_utf8(stats(&[&rows, options].concat()).stdout).unwrap()
    };
    assert_eq!((run(&[]).as_str(), run(&["--csv-safe"]).as_str()), ("white\n=1+1\n", "white\n'=1+1\n"));
}

/// The game has more moves than a batch in memory and a row group.
#[test]
fn long_games_span_row_groups() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.pgn");
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    let count = ROWS_IN_GROUP / 4 + 10;
    let text = format!(
        "[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n{}*\n\n[White \"c\"]\n\n1. d4 *\n",
        shuffle.repeat(count)
    );
    std::fs::write(&path, text).unwrap();
    let output = stats(&["--format", "parquet", "--per", "ply", path.to_str().unwrap()]);
    let (rows, groups) = read(&output.stdout);
    assert_eq!((rows.len(), groups.len()), (4 * count + 2, 2));
    let last = &rows[4 * count];
    let values = ["game", "ply", "san"].map(|name| field(last, name));
    assert_eq!(values, ["2".to_owned(), (4 * count - 1).to_string(), "Ng8".to_owned()]);
    assert_eq!(field(&rows[4 * count + 1], "game"), "3");
}

/// Findings, verdicts, answers about mate, differences, rules and facts have the rows of CSV, with types.
#[test]
fn records_have_the_rows_of_csv() {
    let rules = "fixtures/rules/M101-illegal-move/bad.pgn";
    for (arguments, integer, exit_code) in [
        (&["validate", "--profile", "export", rules, CLASSICS][..], "game", 1),
        (&["adjudicate", rules, CLASSICS], "moves_after", 1),
        (&["adjudicate", "--can-mate", "both", CLASSICS], "game", 0),
        (&["diff", rules, CLASSICS], "line_b", 1),
        (&["explain", "--list"], "", 0),
        (&["explain", "min_elo", "san"], "", 0),
        // A table without rows.
        (&["validate", CLASSICS], "", 0),
    ] {
        let written = |format| adoube(&[arguments, &["--format", format]].concat());
        let [csv, parquet] = ["csv", "parquet"].map(written);
        assert_eq!([csv.status.code(), parquet.status.code()], [Some(exit_code); 2], "{arguments:?}");
        let mut csv = csv::Reader::from_reader(&*csv.stdout);
        let names = csv.headers().unwrap().clone();
        let (rows, _) = read(&parquet.stdout);
        let cells = |row: &Row| names.iter().map(|name| field(row, name)).collect::<csv::StringRecord>();
        let expected: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
        assert_eq!(rows.iter().map(cells).collect::<Vec<_>>(), expected, "{arguments:?}");
        for (_, value) in rows.iter().flat_map(Row::get_column_iter).filter(|(name, _)| *name == integer) {
            assert!(matches!(value, Field::Int(_) | Field::Long(_) | Field::Null), "{arguments:?}: {value}");
        }
    }
    let parts = adoube(&["validate", "--format", "parquet", "--merge", CLASSICS]);
    let error = String::from_utf8_lossy(&parts.stderr);
    assert!(parts.status.code() == Some(2) && error.contains("Parquet is one document"), "{error}");
}

#[test]
fn parquet_refuses_table_options() {
    for (arguments, message) in [
        (&["--table", "results", "--per", "game"][..], "--table cannot be used with --per"),
        (&["--by", "year", "--per", "ply"], "--by cannot be used with --per"),
        (
            &["--table", "results", "--fields", "white"],
            "--fields requires --per game, or --format parquet without a table",
        ),
        (
            &["--table", "results", "--compression-level", "3"],
            "--compression-level requires --format parquet, and rows",
        ),
        (&["--table", "results,elo"], "--format parquet writes a single table"),
        (&["--top", "3"], "--top cannot be used with --format parquet without --table"),
        (&["--sort", "games"], "--sort cannot"),
        (&["--partial", "x.part"], "--partial cannot"),
        (&["--tie-break", "BH"], "--tie-break cannot"),
    ] {
        let output = stats(&[&["--format", "parquet", CLUB], arguments].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty() && !Path::new("x.part").exists());
    }
    for (arguments, message) in [
        (&["--per", "ply"][..], "--per requires --format csv, jsonl, or parquet"),
        (&["--per", "ply", "--format", "csv"], "--per ply requires --format parquet; `adoube replay` writes plies"),
        (&["--fields", "white", "--format", "csv"], "--fields requires --per game, or --format parquet"),
        (&["--per", "game", "--format", "jsonl", "--by", "year"], "--by cannot be used with --per, which writes games"),
    ] {
        let output = stats(&[arguments, &[CLUB]].concat());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn full_disk_fails_the_command() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let output = stats(&["--format", "parquet", "-o", "/dev/full", CLUB]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && error.contains("/dev/full: cannot be written"), "{error}");
}
