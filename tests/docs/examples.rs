//! The examples of the library print what they promise. `cargo test` builds them before it runs this test.

use std::env;
use std::process::Command;

/// What an example prints with these arguments, run in the root of the project.
fn output(example: &str, arguments: &[&str]) -> String {
    let test = env::current_exe().unwrap();
    let program = test.parent().and_then(|deps| deps.parent()).unwrap().join("examples").join(example);
    let output = Command::new(&program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}; build it with --examples", program.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn validator_prints_places_and_messages() {
    let path = "fixtures/rules/M102-ambiguous-move/bad.pgn";
    let message = "ambiguous move `Nd2`: the knights on b1 and f3 can both move to d2 (legal: Nbd2, Nfd2)";
    assert_eq!(output("validator", &[path]), format!("{path}:10:4: error[M102]: {message}\n"));
}

#[test]
fn why_illegal_explains_the_move() {
    let fen = "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let answer = |mv| output("why_illegal", &[fen, mv]);
    assert_eq!(
        answer("O-O"),
        "illegal: White cannot castle kingside now: the bishop on f1 and the knight on g1 are in the way (Laws \
         3.8.2.2.2)\n"
    );
    assert_eq!(answer("Qe2"), "legal: Qe2+ (d1e2)\n");
    assert_eq!(answer("hello"), "not a move: unexpected text after the move\n");
}

#[test]
fn arbiter_decides_by_each_rule_set() {
    let helpmate = "5k1K/8/8/7P/8/5n2/8/8 w - - 0 1";
    assert_eq!(
        output("arbiter", &[helpmate, "flag:white"]),
        "fide-2023: black-wins (flag, 6.9)\nuscf: draw (flag-unwinnable, 14E)\nchesscom: draw (flag-unwinnable)\n"
    );
    let ruling = output("arbiter", &[helpmate, "illegal:white:1"]);
    assert!(ruling.starts_with("fide-2023: ongoing (illegal-move, 7.5.1)\n  Black gets 2 minutes more\n"), "{ruling}");
}

#[test]
fn opening_tree_counts_games_and_points() {
    let tree = output("opening_tree", &["fixtures/games/gnuchess-book-sample.pgn"]);
    assert_eq!(
        tree.lines().take(6).collect::<Vec<_>>(),
        [
            "e4 267 (64%)",
            "  c5 76 (77%)",
            "    Nf3 67 (79%)",
            "      Nc6 26 (75%)",
            "      d6 23 (76%)",
            "    Nc3 8 (62%)"
        ]
    );
    assert_eq!(tree.lines().count(), 28);
}

#[test]
fn claims_lists_both_kinds_of_claims() {
    assert_eq!(
        output("claims", &["fixtures/rules/R113-threefold-claim/bad.pgn"]),
        "game 1, move 4: Black can claim a draw by threefold repetition, announcing Ng8\n\
         game 1, move 5: White can claim a draw by threefold repetition\n\
         game 1, move 5: White can claim a draw by threefold repetition, announcing Nf3\n"
    );
    assert_eq!(
        output("claims", &["fixtures/rules/R114-fifty-move-claim/bad.pgn"]),
        "game 1, move 91: Black can claim a draw by fifty moves, announcing Rb1+\n\
         game 1, move 92: White can claim a draw by fifty moves\n"
    );
}
