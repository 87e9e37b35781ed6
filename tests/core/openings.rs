//! End-to-end tests of openings, and of the complete tables.

use std::fs;
use std::process::{Command, Output};

use adoube::game::openings::Book;
use adoube::game::replay::read_game;
use adoube::game::rules::RuleSet;

use crate::support::data_folder;

const CLASSICS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/classics.pgn");

fn replay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).env_clear().arg("replay").args(arguments).output().unwrap()
}

fn written(arguments: &[&str]) -> String {
    let output = replay(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn positions_are_named_ply_by_ply() {
    let moves = ["--moves", "1. Nf3 c5 2. e4 d6 3. h4"];
    let rows = written(&[&moves[..], &["--format", "csv", "--fields", "san,eco,opening"]].concat());
    assert_eq!(
        rows,
        "san,eco,opening\nNf3,A04,Zukertort Opening\nc5,A04,Zukertort Opening: Sicilian Invitation\n\
         e4,B27,Sicilian Defense\nd6,B50,Sicilian Defense: Modern Variations\nh4,,\n"
    );
    let object = written(&["--moves", "1. h3", "--format", "jsonl", "--fields", "eco,opening", "--at", "0,last"]);
    assert_eq!(
        object,
        "{\"type\":\"ply\",\"eco\":null,\"opening\":null}\n\
         {\"type\":\"ply\",\"eco\":\"A00\",\"opening\":\"Clemenz Opening\"}\n"
    );
}

#[test]
fn games_are_selected_by_their_openings() {
    let players = |condition: &str| {
        let rows = written(&["--format", "csv", "--fields", "tag:White", "--at", "0", "--where", condition, CLASSICS]);
        rows.lines().skip(1).map(|white| white.trim_matches('"').to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(players("eco = C41"), ["Morphy, Paul"]);
    assert_eq!(players("opening ~ evans"), ["Anderssen, Adolf"]);
    assert_eq!(players("eco >= B00 and eco <= B99 and opening ~ caro-kann"), ["Reti, Richard", "Deep Blue"]);
    // These games have no tags about openings.
    assert_eq!(players("has:opening and has:Opening"), [""; 0]);
}

#[test]
fn lichess_tables_are_read_completely() {
    let Some(folder) = data_folder().map(|data| data.join("openings")) else { return };
    let volumes: Vec<String> =
        ["a", "b", "c", "d", "e"].map(|name| fs::read_to_string(folder.join(format!("{name}.tsv"))).unwrap()).to_vec();
    let book = Book::parse(volumes.concat().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<&str> = volumes.iter().flat_map(|volume| volume.lines().skip(1)).collect();
    assert_eq!((book.len(), book.repeated()), (rows.len(), 0));
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let game = read_game(format!("{} *", fields[2]).as_bytes(), 0, RuleSet::EMPTY);
        for book in [&book, Book::embedded()] {
            let opening = book.at(game.position()).unwrap_or_else(|| panic!("{row}"));
            assert_eq!((opening.eco(), opening.name()), (fields[0], fields[1]));
            assert_eq!(
                book.name(&game).map(|named| (named.opening, named.ply)),
                Some((opening, game.plies())),
                "{row}"
            );
        }
    }
}
