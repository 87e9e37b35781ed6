//! Tests of conditions about the board, the moves and the findings, on whole games.

use super::super::replay::read_game;
use super::*;

/// The first game reaches the same position as `1. d4 Nf6 2. c4 e6` by another order of moves, and ends with a mistake.
const GAMES: [&str; 3] = [
    "[White \"Carlsen\"]\n[Result \"1-0\"]\n\n1. c4 e6 2. d4 Nf6 3. Nc3 Ra5 1-0\n",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3p4/R3K3 w - - 0 1\"]\n[Result \"1/2-1/2\"]\n\n\
     1. Kxd2 Ke7 2. Ke3 Ke6 3. Ke4 Kf6 1/2-1/2\n",
    "[White \"Carlson\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 1/2-1/2\n",
];

/// The numbers of the games that fulfill a condition.
fn matching(filter: &str) -> Vec<usize> {
    let filter: Filter = filter.parse().unwrap_or_else(|error| panic!("{error}"));
    let holds = |text: &str| {
        let game = read_game(text.as_bytes(), 0, filter.rules());
        filter.matches(&game, text.as_bytes())
    };
    (1..).zip(GAMES).filter(|(_, text)| holds(text)).map(|(number, _)| number).collect()
}

#[test]
fn the_board_is_compared() {
    for (filter, games) in [
        ("material = KRvK", vec![2]),
        ("material = RvK at end", vec![2]),
        ("material = KR*vKP* at the end", vec![2]),
        ("material = KRvKP", vec![]),
        ("material = KRvKP at any time", vec![2]),
        ("material = KRvKP for 1 ply", vec![]),
        ("material = KRvK for 5 plies", vec![2]),
        ("material = KRvK for 6 plies", vec![]),
        ("material = KvKR", vec![]),
        ("material = KvKR for either color", vec![2]),
        ("material = KvKR for either colour for 5 plies", vec![2]),
        ("material = KvKR for 6 plies for either color", vec![]),
        ("material != KRvK", vec![1, 3]),
        ("material != KRvK at any time", vec![1, 2, 3]),
        ("not material = KRvK", vec![1, 3]),
        ("material ~ kr", vec![2]),
        ("material ~ 'vKP' at any time", vec![2]),
        ("white_material = KR and black_material = KP at any time", vec![2]),
        ("black_material = KP", vec![]),
        ("position = 'rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR'", vec![1]),
        ("position = 'rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3'", vec![1]),
        ("position = 'rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w Kkq -'", vec![]),
        ("position = startpos", vec![1, 3]),
        ("position = startpos for 1 ply", vec![]),
        ("position = '8/8/5k2/8/4K3/8/8/R7' at end", vec![2]),
        ("position = 'r7/8/8/4k3/8/5K2/8/8 b' at end for either color", vec![2]),
        ("position = 'r7/8/8/4k3/8/5K2/8/8 w' at end for either color", vec![]),
        ("pattern = '*/*/*/*/*2PP*/*/*/*'", vec![1]),
        ("pattern = '*/*/*/*/*/*/*/R3K3'", vec![2]),
        ("pattern = '4k3/*/*/*/*/*/*/R*' for 1 ply", vec![2]),
        ("pattern = 'r*/*/*/4k*/*/*/*/*' at end for either color", vec![2]),
        ("first_moves = 'e4'", vec![]),
        ("first_moves = '1. c4 e6 2. d4'", vec![1]),
        ("first_moves = 'c2-c4 e7e6 d4'", vec![1]),
        ("first_moves = 'Nf3 Nf6 Ng1 Ng8 Nf3'", vec![3]),
        ("first_moves = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 d4'", vec![]),
        ("line = 'd4 Nf6 c4 e6'", vec![1]),
        ("line = 'd4 Nf6 c4 e6' at end", vec![]),
        ("line = 'e4 e5' at end", vec![3]),
        ("line = 'e3 e5' or line = 'c4 d5'", vec![]),
    ] {
        assert_eq!(matching(filter), games, "{filter}");
    }
}

#[test]
fn findings_and_claims_are_conditions() {
    for (filter, games) in [
        ("finding = M101", vec![1]),
        ("finding = illegal-move", vec![1]),
        ("finding ~ m1", vec![1]),
        ("finding ~ illegal", vec![1]),
        ("not finding ~ all", vec![]),
        ("valid = true and not finding = M101", vec![2, 3]),
        ("claims > 0", vec![3]),
        ("claims = 2 and threefold_claims = 2 and fifty_claims = 0", vec![3]),
    ] {
        assert_eq!(matching(filter), games, "{filter}");
    }
}

#[cfg(feature = "regex")]
#[test]
fn regular_expressions_are_matched() {
    for (filter, games) in [
        ("White ~ /^Carls(e|o)n$/", vec![1, 3]),
        ("White ~ /^carls/", vec![]),
        ("White ~ /^carls/i and not White ~ /sen$/", vec![3]),
        ("player ~ /O/i", vec![3]),
        ("Result ~ /1\\/2/", vec![2, 3]),
        ("Result ~ /[-]0/", vec![1]),
        ("plies ~ /^1.$/", vec![3]),
        ("material ~ /^KR+v/ at any time", vec![2]),
    ] {
        assert_eq!(matching(filter), games, "{filter}");
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, at, message) in [
        ("finding = M999", 10, "no rule is called `M999`; "),
        ("finding = M", 10, "several rules are called `M…`; for all of them, write `finding ~ M`"),
        ("finding ~ ''", 11, "no rule is called ``; "),
        ("finding = ilegal-move", 10, "no rule is called `ilegal-move`; did you mean `illegal-move`?"),
        ("finding > M1", 8, "after `finding`, write `=` or `~`; for the opposite, `not finding = …`"),
        ("position != startpos", 9, "after `position`, write `=`; for the opposite, `not position = …`"),
        ("has:position", 0, "`position` needs a value: position = …"),
        ("position = '4k3/8/8/8/8/8/8/4K2X w'", 31, "piece placement: "),
        (
            "position = 4k3/8/8/8/8/8/8/4K3 w",
            31,
            "`and` or `or` is missing; put a value with spaces in quotation marks",
        ),
        ("material = KR", 13, "`v` and the pieces of Black are missing: KRPvKR"),
        ("material = KRPxvK", 14, "`x` is no piece letter; "),
        ("material = KRvK for 4", 16, "write `for 4 plies` or `for either color`"),
        ("material = KRvK for either", 16, "write `for 4 plies` or `for either color`"),
        ("material = KRvK at once", 16, "write `at end` or `at any time`"),
        ("material = KRvK at end at end", 23, "this was said before"),
        ("material ~ KR for either color", 14, "`for either color` needs `material = …`"),
        ("pattern = '*/*/*/*/*/*/*/R9'", 26, "`9` has no meaning on a board; "),
        ("first_moves = 'e4 e5 Ke3'", 21, ""),
        ("first_moves = 'e4 banana'", 18, ""),
        ("line = ''", 8, "a move is missing"),
        ("line = 'e4 e5 1-0\n\nd4'", 0, ""),
    ] {
        let error = text.parse::<Filter>().expect_err(text);
        let is_placed = error.at == at || message.is_empty() && error.at >= 8;
        assert!(is_placed && error.message.starts_with(message), "{text}: {}: {}", error.at, error.message);
    }
    #[cfg(feature = "regex")]
    for (text, at, message) in [
        ("White ~ /a(b/", 10, "unclosed group"),
        ("White ~ /ab", 8, "the regular expression is never closed: "),
        ("White ~ /a\\/", 8, "the regular expression is never closed: "),
        ("White ~ /a/b/", 11, "only `i`, for ignoring case, may follow a regular expression; "),
        ("White ~ /é[z-a]/", 12, "invalid character class range"),
        ("White ~ /(?:a{100}){100}{100}/", 9, "the regular expression is too large: "),
    ] {
        let error = text.parse::<Filter>().expect_err(text);
        assert!(error.at == at && error.message.starts_with(message), "{text}: {}: {}", error.at, error.message);
    }
}
