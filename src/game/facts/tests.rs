//! Tests of the list of facts: names, values, document.

use std::collections::HashSet;
use std::path::Path;
use std::{env, fs};

use super::*;
use crate::game::record::plies::PlyOptions;
use crate::game::record::score_sheet::ScoreSheet;
use crate::game::replay::{Validity, read_game};
use crate::game::rules::{RuleSet, Severity};

#[test]
fn rows_follow_the_style() {
    for info in all() {
        let FactInfo { name, meaning, needs, .. } = info;
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{name}");
        assert!(meaning.ends_with('.') && !meaning.contains(". "), "{name}: one sentence: {meaning}");
        assert!(!needs.is_empty() && !needs.contains('|') && !meaning.contains('|'), "{name}");
    }
}

#[test]
fn names_are_unique_for_each_subject() {
    let count = |names: Vec<&str>| (names.len(), names.into_iter().collect::<HashSet<_>>().len());
    let (all_of_games, games) = count(GameFact::ALL.iter().map(|fact| fact.name()).collect());
    let (all_of_plies, plies) = count(PlyFact::ALL.iter().map(|fact| fact.name()).collect());
    let (all_of_tables, tables) = count(TableFact::ALL.iter().map(|fact| fact.name()).collect());
    assert_eq!((games, plies, tables), (all_of_games, all_of_plies, all_of_tables));
    assert!(known_tags().all(|tag| GameFact::named(tag).is_none() && PlyFact::named(tag).is_none()));
    for fact in GameFact::ALL {
        assert_eq!(GameFact::named(fact.name()), Some(*fact));
    }
}

/// The values of all facts for all fixture games have the types in the list.
#[test]
fn values_have_the_listed_types() {
    let mut games = 0;
    for text in texts() {
        let mut at = 0;
        while at < text.len() {
            let game = read_game(&text, at, RuleSet::at_least(Severity::Error));
            at = game.span.end;
            if game.status == Validity::NoGame {
                continue;
            }
            games += 1;
            let facts = Facts::new(&game, &text, "a.pgn", None).numbered(games);
            for fact in GameFact::ALL.iter().filter(|fact| fact.is_column()) {
                check(*fact, fact.value(&facts, None));
            }
        }
    }
    assert!(games > 500, "{games}");
}

fn check(fact: GameFact, value: Option<FactValue<'_>>) {
    let info = fact.info();
    let Some(value) = value else {
        assert!(!info.is_always, "{} has no value", info.name);
        return;
    };
    let is_of_kind = match info.kind {
        FactType::Text => matches!(value, FactValue::Text(_)),
        FactType::Word => fact.words().is_some_and(|words| words.contains(&&*value.text())),
        FactType::Integer => matches!(value, FactValue::Integer(_)),
        FactType::Real => matches!(value, FactValue::Hundredths(_)),
        FactType::Flag => matches!(value, FactValue::Flag(_)),
        FactType::Date => matches!(value, FactValue::Day(_)),
        FactType::Timestamp => matches!(value, FactValue::Timestamp(..)),
        FactType::List => false,
    };
    assert!(is_of_kind, "{}: {value:?}", info.name);
}

fn texts() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut folders = vec![root.join("games"), root.join("laws"), root.join("rules"), root.join("replay")];
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            // Its games take all of the positions that a search may visit.
            if path.ends_with("R126-undecided-mate") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                texts.push(fs::read(path).unwrap());
            }
        }
    }
    texts
}

#[test]
fn computes_the_facts_of_a_game() {
    const GAME: &str = "[White \"Carlsen\"]\n[Black \"?\"]\n[Date \"2020.02.??\"]\n[UTCDate \"2020.02.29\"]\n[UTCTime \"10:11:12\"]\n[TimeControl \"40/5400+30:1800\"]\n\
                        [WhiteElo \"2862\"]\n[WhiteRatingDiff \"+5\"]\n[BlackRatingDiff \"-12\"]\n\n\
                        1. e4 {[%clk 1:30:00]} e5 (1... c5 {[%eval 0.2]}) 1-0\n";
    let game = read_game(GAME.as_bytes(), 0, RuleSet::EMPTY);
    let facts = Facts::new(&game, GAME.as_bytes(), "a.pgn", None).numbered(7);
    let text = |name: &str| {
        let value = GameFact::named(name).unwrap().value(&facts, None);
        value.map_or("-".to_owned(), |value| value.text().into_owned())
    };
    let names = [
        "file",
        "game",
        "white",
        "black",
        "date",
        "month",
        "utc_time",
        "base",
        "increment",
        "speed",
        "white_rating_diff",
        "black_rating_diff",
        "has_clocks",
        "has_evals",
        "elo",
        "player",
        "white_material",
        "white_material_value",
        "material_balance",
        "moves",
        "ending",
        "utc_timestamp",
        "san_moves",
        "uci_moves",
    ];
    assert_eq!(
        names.map(text).join(" "),
        "a.pgn 7 Carlsen - 2020.02.?? 2020.02 10:11:12 5400 30 classical 5 -12 true false - - KQRRBBNNPPPPPPPP 39 0 1 resignation \
         2020-02-29T10:11:12Z e4 e5 e2e4 e7e5"
    );
}

#[test]
fn timestamps_are_complete() {
    let timestamp = |day: &str, time: &str| {
        let text = format!("[Date \"2020.01.01\"]\n[UTCDate \"{day}\"]\n[UTCTime \"{time}\"]\n\n*\n");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let value = GameFact::UtcTimestamp.value(&Facts::new(&game, text.as_bytes(), "", None), None);
        value.map(|value| value.text().into_owned())
    };
    assert_eq!(timestamp("1999.12.31", "23:59:59").as_deref(), Some("1999-12-31T23:59:59Z"));
    for (day, time) in [
        ("19??.12.31", "23:59:59"),
        ("1999.12.??", "23:59:59"),
        ("1999.02.29", "23:59:59"),
        ("1999.12.31", "23:59:??"),
        ("1999.12.31", "24:00:00"),
        ("1999.12.31", "?"),
    ] {
        assert_eq!(timestamp(day, time), None, "{day} {time}");
    }
}

#[test]
fn an_unknown_year_is_no_other_year() {
    for (date, expected) in [
        ("19??.??.??", [None, None, None]),
        ("202?.01.01", [None, None, None]),
        ("????.01.01", [None, None, None]),
        ("1999.??.??", [Some("1999"), Some("1990"), None]),
        ("1999.12.??", [Some("1999"), Some("1990"), Some("1999.12")]),
    ] {
        let text = format!("[Date \"{date}\"]\n\n*\n");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let facts = Facts::new(&game, text.as_bytes(), "", None);
        let values = [GameFact::Year, GameFact::Decade, GameFact::Month]
            .map(|fact| fact.value(&facts, None).map(|value| value.text().into_owned()));
        assert_eq!(values.each_ref().map(Option::as_deref), expected, "{date}");
    }
}

#[test]
fn moves_are_written_as_they_were_played() {
    let moves = |tags: &str, moves: &str| {
        let text = format!("{tags}\n{moves} *\n");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let facts = Facts::new(&game, text.as_bytes(), "", None);
        [GameFact::SanMoves, GameFact::UciMoves]
            .map(|fact| fact.value(&facts, None).map_or("-".to_owned(), |value| value.text().into_owned()))
    };
    let castled = "1. e4 (1. d4) e5 2. Ng1f3 -- 3. Bc4 Nc6 4. O-O Ke6";
    assert_eq!(moves("", castled), ["e4 e5 Nf3 -- Bc4 Nc6 O-O", "e2e4 e7e5 g1f3 0000 f1c4 b8c6 e1g1"]);
    let tags = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4KR2 w F - 0 1\"]\n";
    assert_eq!(moves(tags, "1. a8=Q+ Ke7 2. O-O"), ["a8=Q+ Ke7 O-O", "a7a8q e8e7 e1f1"]);
    assert_eq!(moves("", ""), ["-", "-"]);
}

#[test]
fn claims_are_counted_in_plies() {
    let counts = |tags: &str, moves: &str| {
        let text = format!("{tags}\n{moves} *\n");
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        let facts = Facts::new(&game, text.as_bytes(), "", None);
        ["threefold_claims", "fifty_claims"]
            .map(|name| GameFact::named(name).unwrap().value(&facts, None).unwrap().text().into_owned())
    };
    // With an intended move after 7 plies, on the board and with an intended move after 8 and 9.
    assert_eq!(counts("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3"), ["3", "0"]);
    // With an intended move after 1 ply, on the board after 2, 3 and 4.
    let quiet = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4K3/R7 w - - 98 70\"]\n";
    assert_eq!(counts(quiet, "Ra2 Ke7 Ra3 Ke6"), ["0", "4"]);
    assert_eq!(counts("", "e4 e5"), ["0", "0"]);
}

/// White loses 70 and 10 centipawns with the second and third moves, Black 60, and then allows mate in one.
const EVALUATED: &str = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.5]} Nc6 {[%eval 0.1]} 3. Bc4 {[%eval 0.0]} \
                         Nf6 {[%eval #1]} 4. Qxf7# 1-0\n";

/// The values of facts about a game, separated by spaces.
fn values_of(text: &str, names: &[&str]) -> String {
    let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
    let facts = Facts::new(&game, text.as_bytes(), "", None);
    let value = |name: &&str| {
        let value = GameFact::named(name).unwrap().value(&facts, None);
        value.map_or("-".to_owned(), |value| value.text().into_owned())
    };
    names.iter().map(value).collect::<Vec<String>>().join(" ")
}

#[test]
fn evaluations_are_summed_up() {
    let names = ["acpl", "accuracy", "inaccuracies", "mistakes", "blunders"];
    let of = |color: &str, text: &str| {
        let names = names.map(|name| format!("{color}_{name}"));
        values_of(text, &names.each_ref().map(String::as_str))
    };
    // By the formulas: (75.81, 96.95, 100) for White, (100, 78.99, 10.85) for Black, each weighted and by the harmonic mean.
    assert_eq!(of("white", EVALUATED), "27 85.76 1 0 0");
    assert_eq!(of("black", EVALUATED), "353 26.1 1 0 1");
    // An evaluation between others is missing.
    let gap = EVALUATED.replace("{[%eval 0.2]}", "");
    assert_eq!(of("white", &gap), "5 - 0 0 0");
    assert_eq!(of("black", &gap), "530 - 1 0 1");
    // A game that does not start from the initial position: the first move has no evaluation before it.
    let later = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Ke7 {[%eval 1.0]} 2. e4 {[%eval 0.0]} Kd6 {[%eval 0.5]} *";
    assert_eq!(of("white", later), "100 67.24 1 0 0");
    assert_eq!(of("black", later), "50 82.31 0 0 0");
    assert_eq!(of("white", "1. e4 {[%eval 0.1]} *"), "5 98.95 0 0 0");
    assert_eq!(of("black", "1. e4 {[%eval 0.1]} *"), "- - - - -");
    assert_eq!(of("white", "1. e4 e5 *"), "- - - - -");
}

#[test]
fn first_times_are_found() {
    let names = [
        "first_capture",
        "queens_off",
        "first_repetition",
        "first_claim",
        "white_castling",
        "white_castling_plies",
        "black_castling",
        "black_castling_plies",
    ];
    let quiet = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *";
    assert_eq!(values_of(quiet, &names), "- - - - kingside 7 kingside 8");
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
    assert_eq!(values_of(repeated, &names), "- - 4 7 - - - -");
    let exchange = "1. d4 d5 2. Qd3 Qd6 3. Qxh7 Qxh2 4. Qxh8 Qxh1 5. Qxg8 Qxg1 6. Bd2 Bd7 7. Nc3 Nc6 8. O-O-O O-O-O *";
    assert_eq!(values_of(exchange, &names), "5 - - - queenside 15 queenside 16");
    let en_passant = "[SetUp \"1\"]\n[FEN \"4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1\"]\n\n1... d5 2. exd6 *";
    assert_eq!(values_of(en_passant, &names), "2 0 - - - - - -");
    assert_eq!(values_of("1. e4 d5 2. exd5 Qxd5 3. Qf3 Qxf3 4. gxf3 *", &names), "3 7 - - - - - -");
    assert_eq!(values_of("*", &names), "- - - - - - - -");
}

#[test]
fn evaluations_are_facts_about_plies() {
    let game = read_game(EVALUATED.as_bytes(), 0, RuleSet::EMPTY);
    let sheet = ScoreSheet::from_game(&game, EVALUATED.as_bytes());
    let names = "eval_before,loss,win_percent,accuracy,judgment,is_capture,white_q,black_p,phase";
    let facts: Vec<PlyFact> = names.split(',').map(|name| PlyFact::named(name).unwrap()).collect();
    let options = facts.iter().map(|fact| fact.ply_options()).fold(PlyOptions::default(), PlyOptions::or);
    let rows: Vec<String> = sheet
        .plies(&game, EVALUATED.as_bytes(), options)
        .map(|ply| {
            let mut values = Values(Vec::new());
            for fact in &facts {
                fact.write(&ply, PlyStyle::default(), &mut values);
            }
            values.0.join(" ")
        })
        .collect();
    assert_eq!(
        rows,
        [
            "- - - - - - 1 8 opening",
            "15 0 52.76 100 - false 1 8 opening",
            "30 0 51.84 100 - false 1 8 opening",
            "20 70 45.41 75.81 inaccuracy false 1 8 opening",
            "-50 60 50.92 78.99 inaccuracy false 1 8 opening",
            "10 10 50 96.95 - false 1 8 opening",
            "0 1000 97.54 10.85 blunder false 1 8 opening",
            "- - - - - true 1 7 opening",
        ]
    );
}

/// Values as text.
struct Values(Vec<String>);

impl ValueWriter for Values {
    fn missing(&mut self) {
        self.0.push("-".to_owned());
    }

    fn text(&mut self, value: &str) {
        self.0.push(value.to_owned());
    }

    fn word(&mut self, value: impl std::fmt::Display) {
        self.0.push(value.to_string());
    }

    fn bare(&mut self, value: &[u8]) {
        self.0.push(String::from_utf8_lossy(value).into_owned());
    }

    fn list(&mut self, values: &[Option<FactValue<'_>>]) {
        self.0.extend(values.iter().flatten().map(|value| value.text().into_owned()));
    }
}

#[test]
fn explains_a_fact() {
    let page = explain(&named("speed"));
    let expected = "speed\na fact about a game: word\n\nHow fast the game was, by the time for forty moves, with the limits of \
                    lichess.\n\nValues: ultrabullet, bullet, blitz, rapid, classical, correspondence\n\nTaken from: \
                    `TimeControl`\nCost: tags only\nUsed in: --where, --by, --fields, rows of games\n";
    assert_eq!(page, expected);
    assert_eq!(explain(&named("material")).matches("a fact about a ").count(), 2);
}

/// Checks `docs/facts.md`; `ADOUBE_BLESS=1 cargo test` rewrites it.
#[test]
fn document_matches_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/facts.md");
    if env::var_os("ADOUBE_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, markdown()).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == markdown(), "docs/facts.md is out of date: run with ADOUBE_BLESS=1");
}
