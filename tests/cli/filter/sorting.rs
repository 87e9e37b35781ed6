//! `--sort`: the order of the games that are written.

use std::fmt::Write as _;
use std::fs;

use super::{code, file, filter, games, stderr, tag};

const CLASSICS: &str = "fixtures/games/classics.pgn";

/// The games of a text, in another order.
fn expected(text: &[u8], key: impl Fn(&[u8]) -> String) -> Vec<&[u8]> {
    let mut all: Vec<&[u8]> = games(text).into_iter().map(<[u8]>::trim_ascii).collect();
    all.sort_by_key(|game| key(game));
    all
}

fn sorted(names: &str, arguments: &[&str]) -> Vec<u8> {
    let arguments = [&["--sort", names], arguments].concat();
    let output = filter(&arguments);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    output.stdout
}

fn trimmed(text: &[u8]) -> Vec<&[u8]> {
    games(text).into_iter().map(<[u8]>::trim_ascii).collect()
}

#[test]
fn games_are_written_in_order() {
    let text = fs::read(CLASSICS).unwrap();
    let by_date = sorted("Date", &[CLASSICS]);
    // A date that is partly unknown is the last of its year.
    assert!(trimmed(&by_date) == expected(&text, |game| tag(game, "Date").replace('?', "~")));
    let by_white = sorted("White,Date desc", &[CLASSICS]);
    let invert = |text: String| {
        text.chars().map(|c| if c.is_ascii_digit() { (b'0' + b'9' - c as u8) as char } else { c }).collect::<String>()
    };
    let key = |game: &[u8]| {
        format!(
            "{}\0{}",
            tag(game, "White").to_lowercase().replace('?', "~"),
            invert(tag(game, "Date")).replace('?', "~")
        )
    };
    assert!(trimmed(&by_white) == expected(&text, key), "{}", String::from_utf8_lossy(&by_white));
}

#[test]
fn equal_games_keep_their_order_and_the_selection_is_sorted() {
    let text = fs::read(CLASSICS).unwrap();
    assert_eq!(trimmed(&sorted("tag:Nothing", &[CLASSICS])), trimmed(&text));
    let some = sorted("plies desc", &["--game", "3-7", CLASSICS]);
    assert_eq!(games(&some).len(), 5);
    let first = sorted("plies", &["--head", "4", CLASSICS]);
    let mut chosen = trimmed(&text)[..4].to_vec();
    chosen.sort();
    let mut written = trimmed(&first);
    written.sort();
    assert_eq!(written, chosen);
}

#[test]
fn games_of_several_inputs_are_sorted_together() {
    let game = |round: &str| format!("[Round \"{round}\"]\n\n1. e4 *");
    let (_a, first) = file(format!("{}\n\n{}\n", game("10"), game("2.1")));
    let (_b, second) = file(game("9"));
    let text = sorted("Round", &[&first, &second]);
    assert_eq!(String::from_utf8(text).unwrap(), [game("2.1"), game("9"), game("10")].join("\n\n") + "\n\n");
}

#[test]
fn more_games_than_fit_in_memory_are_sorted() {
    // 130 MB of text: the limit is 96 MiB.
    let mut text = String::new();
    let comment = "x".repeat(1 << 17);
    for number in 0..1000_u32 {
        let round = number.wrapping_mul(7_919) % 1000;
        write!(text, "[Round \"{round}\"]\n\n1. e4 {{{comment}}} *\n\n").unwrap();
    }
    let (folder, path) = file(text);
    let to = folder.path().join("b.pgn");
    sorted("Round", &[&path, "-o", to.to_str().unwrap(), "--temp-dir", folder.path().to_str().unwrap()]);
    let written = fs::read(&to).unwrap();
    let rounds: Vec<u32> = games(&written).iter().map(|game| tag(game, "Round").parse().unwrap()).collect();
    assert_eq!(rounds, (0..1000).collect::<Vec<_>>());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file stays");
    let missing = filter(&["--sort", "Round", "--temp-dir", "no/such/folder", &path]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("no/such/folder"), "{}", stderr(&missing));
}

#[test]
fn wrong_orders_are_usage_errors() {
    for (names, message) in [("Dat", "did you mean"), ("Date up", "write `asc` or `desc`"), ("", "a name is missing")] {
        let output = filter(&["--sort", names, CLASSICS]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(message), "{names}: {}", stderr(&output));
    }
}
