//! Tests of the tree against a reference implementation that keeps every move of every game, and against cases counted
//! by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use super::*;
use crate::chess::san;
use crate::game::replay::{Game, read_game};
use crate::game::rules::RuleSet;
use crate::stats::{CellValue, RowSelection, Sort};

struct Archive {
    bytes: Vec<u8>,
    games: Vec<Game>,
}

impl Archive {
    fn new(bytes: &[u8]) -> Self {
        let (mut at, mut games) = (0, Vec::new());
        while at < bytes.len() {
            let game = read_game(bytes, at, RuleSet::EMPTY);
            at = game.span.end;
            games.push(game);
        }
        Self { bytes: bytes.to_vec(), games }
    }

    fn sample() -> Self {
        Self::new(&std::fs::read("fixtures/games/gnuchess-book-sample.pgn").unwrap())
    }

    fn tree<'g>(&self, games: impl IntoIterator<Item = &'g Game>, depth: u32, limit: usize) -> Tree {
        let mut tree = Tree::with_limit(depth, limit);
        games.into_iter().for_each(|game| tree.add(&Facts::new(game, &self.bytes, "", None)));
        tree
    }

    fn whole(&self, depth: u32, limit: usize) -> Tree {
        self.tree(&self.games, depth, limit)
    }
}

/// The tree of games that are given by their moves.
fn tree_of<const N: usize>(games: [&str; N], depth: u32) -> Tree {
    let text = games.map(|moves| format!("[Event \"?\"]\n\n{moves}\n\n")).concat();
    Archive::new(text.as_bytes()).whole(depth, 1000)
}

fn rows<T>(tree: &Tree, selection: &RowSelection, text: impl Fn(&TreeRow<'_>) -> T) -> Vec<T> {
    let mut rows = Vec::new();
    let walk = TreeWalk::new(tree, selection);
    let take = |row: &TreeRow<'_>| {
        rows.push(text(row));
        Ok::<(), Infallible>(())
    };
    let Ok(()) = walk.each(take);
    assert_eq!(rows.len(), walk.len());
    rows
}

/// A position by the first fields of its FEN, and a move.
type Key = (String, String);

fn all(tree: &Tree) -> BTreeMap<Key, OutcomeCount> {
    rows(tree, &RowSelection::default(), |row| ((row.epd(), row.san.as_str().to_owned()), *row.cell))
        .into_iter()
        .collect()
}

fn shown(tree: &Tree) -> (Vec<Vec<CellValue>>, Vec<String>) {
    let selection = RowSelection::default();
    let mut values = Vec::new();
    let walk = TreeWalk::new(tree, &selection);
    let Ok(()) = walk.each(|row| {
        values.push(row.values());
        Ok::<(), Infallible>(())
    });
    (values, walk.notes())
}

#[test]
fn counts_are_those_of_the_games() {
    let archive = Archive::sample();
    let mut slow: BTreeMap<Key, OutcomeCount> = BTreeMap::new();
    for game in &archive.games {
        let mut position = Position::initial();
        let mut own = BTreeSet::new();
        for mv in game.moves().take(12) {
            let fen = position.to_fen();
            own.insert((fen.rsplitn(3, ' ').nth(2).unwrap().to_owned(), san::write(&position, mv).as_str().to_owned()));
            position.play_unchecked(mv);
        }
        for key in own {
            slow.entry(key).or_default().add(game.stated(), None);
        }
    }
    let tree = archive.whole(12, usize::MAX);
    assert_eq!(all(&tree), slow);
    assert_eq!((tree.games(), tree.elsewhere, tree.dropped), (archive.games.len() as u64, 0, Dropped::default()));
}

#[test]
fn parts_of_an_archive_merge_to_the_whole() {
    let archive = Archive::sample();
    let games = &archive.games;
    let whole = archive.whole(16, usize::MAX);
    for divided in [vec![&games[..]], games.chunks(7).collect(), vec![&games[250..], &games[..250]]] {
        let mut merged = Tree::with_limit(16, usize::MAX);
        for part in divided {
            merged.merge(archive.tree(part, 16, usize::MAX));
        }
        assert_eq!(shown(&merged), shown(&whole));
    }
}

#[test]
fn beyond_the_limit_the_rarest_are_dropped_and_the_error_is_bounded() {
    let archive = Archive::sample();
    let exact = all(&archive.whole(16, usize::MAX));
    let sum = |cells: &BTreeMap<Key, OutcomeCount>| cells.values().map(|cell| cell.count).sum::<u64>();
    for limit in [2000, 500, 100, 10, 1] {
        let mut merged = Tree::with_limit(16, limit);
        archive.games.chunks(50).for_each(|part| merged.merge(archive.tree(part, 16, limit)));
        for tree in [archive.whole(16, limit), merged] {
            assert!(tree.nodes.len() <= limit && tree.games() == archive.games.len() as u64, "{limit}");
            let (kept, Dropped { weight, at_most }) = (all(&tree), tree.dropped);
            assert_eq!(sum(&kept) + weight, sum(&exact), "{limit}");
            for (key, cell) in &exact {
                let count = kept.get(key).map_or(0, |kept| kept.count);
                assert!(count <= cell.count && cell.count <= count + at_most, "{limit}: {key:?}");
            }
            assert!(tree.notes()[0].contains(&format!("more than {limit} positions")), "{:?}", tree.notes());
        }
    }
}

#[test]
fn the_most_played_positions_stay() {
    // Of five positions at most two may stay, the initial one included.
    let games = ["1. e4 *", "1. d4 *", "1. c4 *", "1. e4 *", "1. d4 *", "1. e4 *", "1. Nf3 *"];
    for turned in 0..games.len() {
        let mut turned_games = games;
        turned_games.rotate_left(turned);
        let mut tree = tree_of(turned_games, 1);
        tree.limit = 4;
        tree.keep_within_limit();
        let text = rows(&tree, &RowSelection::default(), |row| (row.san.as_str().to_owned(), row.cell.count));
        assert_eq!(text, [("e4".to_owned(), 3)]);
        // One after 1. c4, one after 1. Nf3, two after 1. d4.
        assert_eq!(tree.dropped, Dropped { weight: 4, at_most: 2 });
    }
}

#[test]
fn a_stored_tree_is_restored() {
    let tree = Archive::sample().whole(10, usize::MAX);
    let text = serde_json::to_string(&StoredTree::from(&tree)).unwrap();
    let again: StoredTree = serde_json::from_str(&text).unwrap();
    let again = again.restore(10).unwrap();
    assert_eq!(shown(&again), shown(&tree));
    assert_eq!(serde_json::to_string(&StoredTree::from(&again)).unwrap(), text);
}

#[test]
fn inconsistent_data_are_rejected() {
    let tree = tree_of(["1. e4 e5 1-0", "1. e4 c5 *", "1. d4 *"], 2);
    let text = serde_json::to_string(&StoredTree::from(&tree)).unwrap();
    let restored = |text: &str, depth| serde_json::from_str::<StoredTree>(text).unwrap().restore(depth);
    assert!(restored(&text, 2).is_some(), "{text}");
    assert!(restored(&text, 1).is_none() && restored(&text, 0).is_none() && restored(&text, 401).is_none());
    for (from, to) in [
        ("\"e2e4\"", "\"e2e5\""),
        ("\"e2e4\"", "\"d2d4\""),
        ("\"e2e4\"", "\"0000\""),
        ("\"e2e4\"", "\"é\""),
        ("[2,1,0,0,0,0,0,0]", "[4,1,0,0,0,0,0,0]"),
        ("[2,1,0,0,0,0,0,0]", "[0,0,0,0,0,0,0,0]"),
        ("[2,1,0,0,0,0,0,0]", "[2,3,0,0,0,0,0,0]"),
        ("\"nodes\":[[3,", "\"nodes\":[[18446744073709551615,"),
        ("\"short\":1", "\"short\":4"),
        ("[1,[]]", "[1,[]],[1,[]]"),
        ("[[3,[", "[[1,[]],[3,["),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        assert!(restored(&text.replacen(from, to, 1), 2).is_none(), "{from} -> {to}");
    }
}

fn text(row: &TreeRow<'_>) -> String {
    let OutcomeCount { count, wins, draws, losses, .. } = row.cell;
    let eco = row.opening.map_or("-", |opening| opening.eco());
    let other = row.transposes_to.as_ref().map_or(String::new(), |line| format!(" = {line}"));
    format!("{} [{}] {eco}{other}: {count} of {}, +{wins} ={draws} -{losses}", row.depth, row.line, row.of)
}

fn transposing() -> Tree {
    tree_of(
        [
            "1. d4 Nf6 2. c4 e6 1-0",
            "1. d4 Nf6 2. c4 g6 0-1",
            "1. c4 Nf6 2. d4 e6 1/2-1/2",
            "1. c4 Nf6 2. d4 e6 *",
            "1. c4 c5 *",
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *",
        ],
        4,
    )
}

#[test]
fn a_position_continues_below_its_shortest_line() {
    let tree = transposing();
    assert_eq!((tree.games(), tree.elsewhere, tree.short), (5, 1, 1));
    assert_eq!(
        rows(&tree, &RowSelection { min_count: 2, ..RowSelection::default() }, text),
        [
            "1 [1. c4] A10: 3 of 5, +0 =1 -0",
            "2 [1. c4 Nf6] A15: 2 of 3, +0 =1 -0",
            "3 [1. c4 Nf6 2. d4] A50: 2 of 2, +0 =1 -0",
            "4 [1. c4 Nf6 2. d4 e6] -: 3 of 4, +1 =1 -0",
            "1 [1. d4] A40: 2 of 5, +1 =0 -1",
            "2 [1. d4 Nf6] A45: 2 of 2, +1 =0 -1",
            "3 [1. d4 Nf6 2. c4] A50 = 1. c4 Nf6 2. d4: 2 of 2, +1 =0 -1",
        ]
    );
    let notes = TreeWalk::new(&tree, &RowSelection { min_count: 2, ..RowSelection::default() }).notes();
    assert_eq!(
        notes,
        [
            "1 game is not in the tree, because it does not start from the initial position",
            "1 game ends before ply 4",
            "7 of 9 rows",
        ]
    );
}

#[test]
fn moves_are_in_the_given_sort_order() {
    let tree = transposing();
    let sans = |selection: &RowSelection| rows(&tree, selection, |row| row.line.to_owned());
    let by = |column: &str, descending| Some(Sort { column: column.to_owned(), descending });
    // White has 50 % after 1. d4 (two games) and after 1. c4 (one with a result).
    let last = RowSelection { top: Some(1), sort: by("games", false), ..RowSelection::default() };
    assert_eq!(sans(&last), ["1. d4", "1. d4 Nf6", "1. d4 Nf6 2. c4", "1. d4 Nf6 2. c4 g6"]);
    // 2... e6 scores 75 %, 2... g6 nothing; the whole line now goes on below 1. d4, which comes first.
    let best = RowSelection { sort: by("white_wins", true), ..RowSelection::default() };
    assert_eq!(
        sans(&best),
        [
            "1. d4",
            "1. d4 Nf6",
            "1. d4 Nf6 2. c4",
            "1. d4 Nf6 2. c4 e6",
            "1. d4 Nf6 2. c4 g6",
            "1. c4",
            "1. c4 Nf6",
            "1. c4 Nf6 2. d4",
            "1. c4 c5",
        ]
    );
}

#[test]
fn a_game_counts_once_for_a_repeated_position() {
    let back_and_forth = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *";
    assert_eq!(
        rows(&tree_of([back_and_forth], 8), &RowSelection::default(), text),
        [
            "1 [1. Nf3] A04: 1 of 1, +0 =0 -0",
            "2 [1. Nf3 Nf6] A05: 1 of 1, +0 =0 -0",
            "3 [1. Nf3 Nf6 2. Ng1] -: 1 of 1, +0 =0 -0",
            "4 [1. Nf3 Nf6 2. Ng1 Ng8] - = : 1 of 1, +0 =0 -0",
        ]
    );
}

#[test]
fn games_count_up_to_an_illegal_or_null_move() {
    for (game, lines, short) in [
        ("1. e4 -- 2. d4 *", &["1. e4"][..], 1),
        ("1. e4 e5 2. Ke3 Nc6 *", &["1. e4", "1. e4 e5"], 1),
        ("*", &[], 1),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 *", &["1. e4", "1. e4 e5", "1. e4 e5 2. Nf3", "1. e4 e5 2. Nf3 Nc6"], 0),
    ] {
        let tree = tree_of([game], 4);
        assert_eq!(rows(&tree, &RowSelection::default(), |row| row.line.to_owned()), lines, "{game}");
        assert_eq!((tree.games(), tree.short), (1, short), "{game}");
    }
}

#[test]
fn ratings_are_those_of_the_mover_and_of_the_opponent() {
    let text = b"[WhiteElo \"2000\"]\n[BlackElo \"1500\"]\n\n1. e4 e5 *\n\n[WhiteElo \"2100\"]\n\n1. e4 c5 *\n\n";
    let tree = Archive::new(text).whole(2, 1000);
    let means =
        rows(&tree, &RowSelection::default(), |row| (row.uci.as_str().to_owned(), row.cell.sums.map(|sum| sum.mean())));
    let expected = [
        ("e2e4".to_owned(), [Some(2050.0), Some(1500.0)]),
        ("c7c5".to_owned(), [None, Some(2100.0)]),
        ("e7e5".to_owned(), [Some(1500.0), Some(2000.0)]),
    ];
    assert_eq!(means, expected);
}
