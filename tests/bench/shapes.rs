//! Games of unusual shapes, generated.

use std::fmt::Write as _;

const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2000.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n";

/// Games of two plies without tags.
pub(crate) fn tiny(games: usize) -> String {
    "1. e4 e5 *\n\n".repeat(games)
}

/// Games of one ply with the seven tags of the standard.
pub(crate) fn tiny_with_tags(games: usize) -> String {
    format!("{TAGS}1. e4 *\n\n").repeat(games)
}

/// The movetext of these games.
pub(crate) fn without_tags(pgn: &str) -> String {
    pgn.split_inclusive('\n').filter(|line| !line.starts_with('[')).collect()
}

/// One game of this many moves, in which only the knights move.
pub(crate) fn long_game(moves: usize) -> String {
    let mut game = TAGS.to_owned();
    for number in 1..=moves {
        let knights = if number % 2 == 0 { "Ng1 Ng8" } else { "Nf3 Nf6" };
        let end = if number % 6 == 0 { '\n' } else { ' ' };
        _ = write!(game, "{number}. {knights}{end}");
    }
    game.push_str("*\n");
    game
}
