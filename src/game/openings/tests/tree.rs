//! The tree, held to a slow twin that keeps every move of every game.

use std::collections::BTreeMap;

use super::fields;
use crate::chess::position::Position;
use crate::chess::san;
use crate::game::openings::tree::{Part, Score, Tree};
use crate::game::openings::{Book, Played, Row};
use crate::game::replay::{Game, read_game};
use crate::game::rules::RuleSet;

/// A part in words: half-moves before the move, the position and the move.
type Key = (u32, String, String);

fn games(text: &[u8]) -> Vec<Game> {
    let (mut at, mut games) = (0, Vec::new());
    while at < text.len() {
        let game = read_game(text, at, RuleSet::EMPTY);
        at = game.span.end;
        games.push(game);
    }
    games
}

fn sample() -> Vec<Game> {
    games(&std::fs::read("fixtures/games/gnuchess-book-sample.pgn").unwrap())
}

fn tree_of<'g>(games: impl IntoIterator<Item = &'g Game>, depth: u32, limit: usize) -> Tree {
    let mut tree = Tree::new(&Position::initial(), depth, limit);
    games.into_iter().for_each(|game| tree.add(game, game.outcome));
    tree
}

fn in_words(tree: &Tree) -> BTreeMap<Key, Score> {
    let key = |part: &Part| (part.ply, fields(&part.before), san::write(&part.before, part.mv).as_str().to_owned());
    tree.parts().iter().map(|part| (key(part), part.score)).collect()
}

#[test]
fn counts_are_those_of_the_games() {
    let games = sample();
    let mut slow: BTreeMap<Key, Score> = BTreeMap::new();
    for game in &games {
        let mut position = Position::initial();
        for (ply, mv) in (0..12).zip(game.moves()) {
            let key = (ply, fields(&position), san::write(&position, mv).as_str().to_owned());
            slow.entry(key).or_default().add(Score::of(game.outcome));
            position.advance(mv);
        }
    }
    let tree = tree_of(&games, 12, usize::MAX);
    assert_eq!(in_words(&tree), slow);
    assert_eq!((tree.games().games, tree.elsewhere(), tree.depth()), (games.len() as u64, 0, 12));
}

#[test]
fn parts_of_an_archive_merge_to_the_whole() {
    let games = sample();
    for limit in [usize::MAX, 1500, 200, 10, 1] {
        let whole = tree_of(&games, 16, limit);
        assert!(whole.positions() <= limit, "{limit}");
        for divided in [vec![&games[..]], games.chunks(7).collect(), vec![&games[250..], &games[..250]]] {
            let mut merged = Tree::new(&Position::initial(), 16, limit);
            for part in divided {
                merged.merge(&tree_of(part, 16, limit));
            }
            assert_eq!((merged.games(), merged.depth()), (whole.games(), whole.depth()), "{limit}");
            assert_eq!(merged.positions(), whole.positions(), "{limit}");
            assert_eq!(in_words(&merged), in_words(&whole), "{limit}");
            assert_eq!(merged.rows(Book::embedded(), 2), whole.rows(Book::embedded(), 2), "{limit}");
        }
    }
}

#[test]
fn what_a_limit_leaves_is_exact() {
    let games = sample();
    let limited = tree_of(&games, 16, 1000);
    let depth = limited.depth();
    assert!(depth > 2 && depth < 16 && limited.asked_depth() == 16, "{depth}");
    assert_eq!(in_words(&limited), in_words(&tree_of(&games, depth, usize::MAX)));
    assert!(tree_of(&games, depth + 1, usize::MAX).positions() > 1000, "one half-move more would be too much");
}

#[test]
fn a_tree_is_its_parts() {
    let tree = tree_of(&sample(), 10, usize::MAX);
    let mut again = Tree::new(&Position::initial(), 10, usize::MAX);
    again.add_games(tree.games(), tree.elsewhere());
    let parts = tree.parts();
    assert!(!again.add_part(&parts[parts.len() - 1]), "it hangs on nothing yet");
    assert!(parts.iter().all(|part| again.add_part(part)));
    assert_eq!(in_words(&again), in_words(&tree));
    let illegal = Part { mv: parts[0].mv, ..parts[parts.len() - 1].clone() };
    assert!(!again.add_part(&illegal));
    assert!(!again.add_part(&Part { ply: 10, ..parts[0].clone() }));
}

/// A row in words.
fn shown(row: &Row<'_>) -> String {
    let Row { ply, line, score: Score { games, white, draws, black }, of, .. } = row;
    let played = match &row.played {
        Played::Move { san, opening, transposes_to, .. } => {
            let eco = opening.map_or("-", |opening| opening.eco());
            format!("{san} {eco}{}", transposes_to.as_ref().map_or(String::new(), |line| format!(" = {line}")))
        }
        Played::Others(moves) => format!("{moves} others"),
    };
    format!("{ply} [{line}] {played}: {games} of {of}, +{white} ={draws} -{black}")
}

#[test]
fn rows_go_on_where_a_position_is_met_first() {
    let moves = [
        "1. d4 Nf6 2. c4 e6 1-0",
        "1. d4 Nf6 2. c4 g6 0-1",
        "1. c4 Nf6 2. d4 e6 1/2-1/2",
        "1. c4 Nf6 2. d4 e6 *",
        "1. c4 c5 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *",
    ];
    let text = moves.map(|moves| format!("[Event \"?\"]\n{moves}\n\n")).concat();
    let tree = tree_of(&games(text.as_bytes()), 4, 100);
    assert_eq!(tree.elsewhere(), 1);
    let rows: Vec<String> = tree.rows(Book::embedded(), 2).iter().map(shown).collect();
    assert_eq!(
        rows,
        [
            "0 [] c4 A10: 3 of 5, +0 =1 -0",
            "1 [1. c4] Nf6 A15: 2 of 3, +0 =1 -0",
            "2 [1. c4 Nf6] d4 A50: 2 of 2, +0 =1 -0",
            "3 [1. c4 Nf6 2. d4] e6 -: 3 of 4, +1 =1 -0",
            "3 [1. c4 Nf6 2. d4] 1 others: 1 of 4, +0 =0 -1",
            "1 [1. c4] 1 others: 1 of 3, +0 =0 -0",
            "0 [] d4 A40: 2 of 5, +1 =0 -1",
            "1 [1. d4] Nf6 A45: 2 of 2, +1 =0 -1",
            "2 [1. d4 Nf6] c4 A50 = 1. c4 Nf6 2. d4: 2 of 2, +1 =0 -1",
        ]
    );
}

#[test]
fn moves_back_and_forth_do_not_go_round_in_circles() {
    let tree = tree_of(&games(b"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"), 8, 100);
    let rows: Vec<String> = tree.rows(Book::embedded(), 1).iter().map(shown).collect();
    assert_eq!(
        rows,
        [
            "0 [] Nf3 A04: 2 of 2, +0 =0 -0",
            "1 [1. Nf3] Nf6 A05: 2 of 2, +0 =0 -0",
            "2 [1. Nf3 Nf6] Ng1 -: 2 of 2, +0 =0 -0",
            "3 [1. Nf3 Nf6 2. Ng1] Ng8 - = : 2 of 2, +0 =0 -0",
        ]
    );
    let passes = tree_of(&games(b"1. e4 -- 2. d4 *"), 8, 100);
    assert_eq!(passes.parts().len(), 1, "a tree ends before a pass");
}
