//! What pgn-extract loses when it repairs games, and what `adoube adjust` makes of the same text.

use std::path::Path;
use std::process::Command;

use super::{adjust, code, file, stderr};
use crate::support::skipped;

const TAGS: &str = "[Event \"a\"]\n[Site \"?\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n";

/// A game after the tags, what is no longer in the output of pgn-extract, and the game after `adjust`, if it changes.
const CASES: [(&str, &str, Option<&str>); 6] = [
    // A result.
    ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 *\n\n", "[Result \"1-0\"]\n\n1. e4", None),
    // A game with an illegal move.
    ("[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 Nc6 1-0\n\n", "1. e4 e5 2. K", None),
    // The moves of a game without a termination marker.
    ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3\n\n", "1. e4 e5 2. Nf3", Some("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n")),
    // A NAG before the first move.
    ("[Result \"1-0\"]\n\n$1 1. e4 e5 1-0\n\n", "$1", None),
    // A comment to the end of the line.
    ("[Result \"1-0\"]\n\n1. e4 ; best {by test}\ne5 1-0\n\n", "by test", None),
    // A word that is no move.
    ("[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 foo Nc6 0-1\n\n", "foo", None),
];

#[test]
fn what_pgn_extract_loses_stays() {
    let places = ["/usr/games/pgn-extract", "/usr/bin/pgn-extract", "/usr/local/bin/pgn-extract"];
    let Some(peer) = places.into_iter().find(|place| Path::new(place).exists()) else {
        return skipped("there is no pgn-extract");
    };
    let next = format!("{TAGS}[Result \"1-0\"]\n\n1. d4 d5 1-0\n");
    for (game, lost, adjusted) in CASES {
        let (_folder, path) = file(format!("{TAGS}{game}{next}"));
        let peer = Command::new(peer).args(["-s", "--fixresulttags", &path]).output().unwrap();
        let peer = String::from_utf8_lossy(&peer.stdout).into_owned();
        assert!(game.contains(lost) && !peer.contains(lost), "{lost}: {peer}");

        let output = adjust(&["-q", &path]);
        let expected = format!("{TAGS}{}{next}", adjusted.unwrap_or(game));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
        assert!(code(&output) < 2, "{}", stderr(&output));
    }
}
