//! Tests of conditions about plies, with values that were derived by hand.

use super::super::record::plies::PlyOptions;
use super::super::record::score_sheet::ScoreSheet;
use super::super::replay::read_game;
use super::*;

/// Black blunders with 2... Nc6?? after 2... e5 would have been good; White does not see the mate at once.
const GAME: &str = "[White \"A\"]\n[WhiteElo \"1800\"]\n[TimeControl \"300+0\"]\n[Result \"1-0\"]\n\n\
    1. e4 { [%eval 0.3] [%clk 0:05:00] } e5 { [%eval 0.2] [%clk 0:04:58] } 2. Qh5 { [%eval -0.5] [%clk 0:04:50] } \
    Nc6 $1 { [%eval 0.1] [%clk 0:04:00] } 3. Bc4 { [%eval 0.0] [%clk 0:04:45] } Nf6 $4 { [%eval #1] [%clk 0:03:50] } \
    4. Qxf7# { [%clk 0:04:44] } 1-0\n";

/// The plies that fulfill a condition, from 1.
fn selected(filter: &str) -> Vec<u32> {
    let filter: PlyFilter = filter.parse().unwrap_or_else(|error| panic!("{error}"));
    let game = read_game(GAME.as_bytes(), 0, filter.rules());
    let sheet = ScoreSheet::from_game(&game, GAME.as_bytes());
    let facts = Facts::new(&game, GAME.as_bytes(), "", None);
    let mut views = sheet.plies(&game, GAME.as_bytes(), filter.options()).views(filter.has_neighbors());
    let mut plies = Vec::new();
    while let Some(view) = views.advance() {
        plies.extend(filter.matches(&facts, view).then(|| view.ply.plies_played()));
    }
    plies
}

#[test]
fn plies_are_selected() {
    for (filter, plies) in [
        ("eval > 0", vec![1, 2, 4]),
        ("eval in 0..25", vec![2, 4, 5]),
        ("eval not in 0..25", vec![1, 3]),
        ("eval is null and played > 0", vec![6, 7]),
        ("has:mate or mate is not null", vec![6]),
        ("not has:eval", vec![0, 6, 7]),
        ("check", vec![7]),
        ("not check and side = white", vec![1, 3, 5]),
        ("!check && side == white", vec![1, 3, 5]),
        ("abs(eval - prev.eval) > 55", vec![3, 4]),
        ("prev.eval - eval >= 70", vec![3]),
        ("eval > prev.eval", vec![4]),
        ("eval > next.eval", vec![1, 2, 4]),
        ("-eval > prev.eval", vec![3, 4]),
        ("prev.clk - next.clk >= 10", vec![2, 3, 5]),
        ("abs(abs(eval) - abs(prev.eval)) = 30 + 0", vec![3]),
        ("next.san = Nc6", vec![3]),
        ("prev.captured is null and captured = p", vec![7]),
        ("piece = prev.piece", vec![2]),
        ("piece in (Q, B)", vec![3, 5, 7]),
        ("nags = 4", vec![6]),
        ("nags < 3", vec![4]),
        ("material ~ 'KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPP'", vec![0, 1, 2, 3, 4, 5, 6, 7]),
        ("material = KQ*R*B*N*P8vKQ*R*B*N*P7", vec![7]),
        ("pattern = '*/*/*/*/2B5/*/*/*'", vec![]),
        ("pattern = '*/*/*/*/2B*/*/*/*'", vec![5, 6, 7]),
        ("position = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w'", vec![2]),
        ("position = startpos or line = 'e4 e5'", vec![0, 2]),
        ("white_elo = 1800 and WhiteElo > 1700 and result = 1-0 and checkmate", vec![7]),
        ("first_moves = e4 and played < 2", vec![0, 1]),
        ("spent > 9", vec![3, 4, 6]),
        ("halfmove_clock between 3 and 4", vec![5, 6]),
        ("20 < eval", vec![1]),
        ("3 < abs(eval) - 20", vec![1, 3]),
    ] {
        assert_eq!(selected(filter), plies, "{filter}");
    }
}

#[test]
fn games_are_selected_by_their_plies() {
    let holds = |filter: &str, text: &str| {
        let filter: Filter = filter.parse().unwrap_or_else(|error| panic!("{filter}: {error}"));
        let game = read_game(text.as_bytes(), 0, filter.rules());
        filter.matches(&game, text.as_bytes())
    };
    for (filter, expected) in [
        ("any(eval < -40)", true),
        ("any(eval < -50)", false),
        ("all(halfmove_clock <= 4)", true),
        ("all(halfmove_clock <= 3)", false),
        ("count(eval > 0) = 3", true),
        ("count(eval > 0) > count(eval < 0) + 1", true),
        ("count(check) + count(captured is not null) = 2", true),
        ("2 < count(side = black)", true),
        ("count(prev.eval > eval) in (3, 5) and WhiteElo = 1800", true),
        ("any(checkmate) and not any(material = KvK) and (any(san = Qh5) or any(check))", true),
        ("any(next.checkmate)", true),
    ] {
        assert_eq!(holds(filter, GAME), expected, "{filter}");
        assert_eq!(holds(&format!("not ({filter})"), GAME), !expected, "{filter}");
    }
    // Of a game whose moves are not known, nothing is true of any or all plies.
    let unknown = "[Variant \"Atomic\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
    assert!(!holds("any(ply >= 0) or all(ply >= 0) or count(ply >= 0) >= 0", unknown));
    // No ply of a game without moves violates a condition.
    assert!(holds("all(check) and not any(check) and count(check) = 0", "[Result \"*\"]\n\n*\n"));
}

#[test]
fn only_what_is_asked_for_is_computed() {
    let needs = |filter: &str| {
        let filter: PlyFilter = filter.parse().unwrap();
        (filter.options(), filter.has_neighbors())
    };
    let none = PlyOptions::default();
    assert_eq!(needs("check and halfmove_clock > 3"), (none, false));
    assert_eq!(needs("next.check"), (none, true));
    assert_eq!(needs("abs(eval - prev.eval) > 3"), (PlyOptions { comment_values: true, ..none }, true));
    assert_eq!(needs("repetitions in 2..3"), (PlyOptions { times: true, ..none }, false));
    assert_eq!(needs("has:line_id"), (PlyOptions { line_ids: true, ..none }, false));
}

#[test]
fn errors_of_conditions_about_plies_point_at_their_place() {
    for (text, at, message) in [
        ("evel > 50", 0, "no fact and no known tag is called `evel`; did you mean `eval`?"),
        ("prev.evel > 50", 0, "no fact and no known tag is called `evel`; did you mean `eval`?"),
        ("prev.white_elo > 50", 0, "`white_elo` is the same for all plies of a game; write it without `prev.`"),
        ("check and any(check)", 10, "a condition about a ply cannot ask about all plies of the game"),
        ("count(check) > 1", 0, "a condition about a ply cannot ask about all plies of the game"),
        ("side = wihte", 7, "`wihte` is no side; did you mean `white`?"),
        ("check = yes", 8, "write true or false"),
        ("eval > high", 7, "`high` is not a number"),
        ("san = eval", 6, "`eval` is a fact, and a condition compares with a value; to mean the text, write 'eval'"),
        (
            "material = KRvK at end",
            16,
            "a condition about plies is about one position; `at` and `for … plies` are for games",
        ),
        ("game = 3", 0, "a condition cannot be about `game`; --game chooses games by their numbers"),
        ("eval", 4, "a comparison is missing: one of = != < <= > >= ~ in between is"),
        ("check check", 6, "`and` or `or` is missing"),
    ] {
        let error = text.parse::<PlyFilter>().unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
    }
    for (text, at, message) in [
        ("any(check", 9, "`)` is missing"),
        ("any(check check)", 10, "`and` or `or` is missing"),
        ("any() = 3", 4, "a condition is missing"),
        (
            "prev.eval > 50",
            0,
            "`prev.eval` is a fact about a ply, not about a game; ask any(prev.eval …), all(…) or count(…) > 3, or \
             select plies with --plies",
        ),
        (
            "check",
            0,
            "`check` is a fact about a ply, not about a game; ask any(check …), all(…) or count(…) > 3, or select plies \
             with --plies",
        ),
    ] {
        let error = text.parse::<Filter>().unwrap_err();
        assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
    }
    for deep in ["(", "not ", "!", "abs(", "count(", "any(", "- ", "a in ("] {
        assert!(format!("{} 1 > 0", deep.repeat(100_000)).parse::<Filter>().is_err());
        assert!(format!("{} 1 > 0", deep.repeat(100_000)).parse::<PlyFilter>().is_err());
    }
}
