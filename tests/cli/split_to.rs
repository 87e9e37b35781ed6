//! `validate --split-to`: every byte of the inputs is in one of the two files.

use std::fs;
use std::process::{Command, Output};

fn adoube(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).args(arguments).output().unwrap()
}

fn stderr(output: &Output) -> &str {
    str::from_utf8(&output.stderr).unwrap()
}

/// How often each byte occurs that is no white space.
fn counts<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> [usize; 256] {
    let mut counts = [0; 256];
    for byte in texts.into_iter().flatten().filter(|byte| !byte.is_ascii_whitespace()) {
        counts[usize::from(*byte)] += 1;
    }
    counts
}

/// Splits a text into the two files.
fn split(name: &str, text: &[u8], options: &[&str]) -> [Vec<u8>; 2] {
    let folder = tempfile::tempdir().unwrap();
    let [input, good, bad] = [name, "good", "bad"].map(|name| folder.path().join(name));
    fs::write(&input, text).unwrap();
    let paths = [&good, &bad, &input].map(|path| path.to_str().unwrap());
    let output = adoube(&[&["validate", "-q", "--split-to"], &paths[..], options].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{text:?}: {}", stderr(&output));
    [good, bad].map(|path| fs::read(path).unwrap())
}

/// Texts between games, before the first one and after the last one.
const STRAY: [&str; 9] = [
    "",
    "Heading\n\n",
    "\u{feff}Heading\n{a comment}\n; another\nmore\n",
    "{a comment}\n",
    "% escaped\n",
    "<br>[pgn]\n",
    "<html><body>\n",
    "\u{a0}Überschrift 1-0 page 7",
    "Dear all,\n\n12 games\n3. Bob\n",
];

const GAMES: [&str; 6] = [
    "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 *\n\n",
    "1. d4 d5 1-0\n",
    "[Event \"B\"]\n\n1. e4 e5 2. Ke3 *\n",
    "2. d4 *\n",
    "e4 e5\n",
    "[Event \"C\"]\n",
];

#[test]
fn no_byte_of_games_is_lost() {
    for stray in STRAY {
        for (one, other) in GAMES.iter().flat_map(|one| GAMES.map(|other| (*one, other))) {
            let text = [stray, one, stray, other, stray].concat();
            let files = split("a.pgn", text.as_bytes(), &[]);
            assert_eq!(counts(files.iter().map(Vec::as_slice)), counts([text.as_bytes()]), "{text:?}");
        }
    }
}

#[test]
fn text_outside_of_games_goes_to_bad() {
    let game = "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 *\n\n";
    for stray in ["Heading\n\n", "Dear all,\n{a comment}\n\n3. Bob\n"] {
        let text = [stray, game, stray, game, stray].concat();
        for options in [&[][..], &["--ignore", "S"]] {
            let [good, bad] = split("a.pgn", text.as_bytes(), options).map(|file| String::from_utf8(file).unwrap());
            assert!(good.matches("1. e4 *").count() == 2 && bad.matches(stray.trim_end()).count() == 3, "{good}{bad}");
            let [_, rest] = split("b.pgn", good.as_bytes(), &["--profile", "archive"]);
            assert_eq!(rest, b"", "{good}");
        }
    }
}

#[test]
fn a_game_that_needs_the_text_before_it_keeps_it() {
    let [good, bad] = split("a.pgn", b"1. e4 *\n\nHeading\n\n2. d4 d5 *\n", &[]);
    assert_eq!([&good[..], &bad].concat(), b"1. e4 *\n\nHeading\n\n2. d4 d5 *\n");
}

#[test]
fn no_byte_of_positions_is_lost() {
    let (good, bad) = ("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;", "4k3/8/8/8/8/8/8/8 w - -");
    for text in [
        format!("# before\n{good}\n\n # between\n{bad}\n# after"),
        format!("{bad}\r\n#\r\n{good}\r\n{good}"),
        "# only a comment\n".to_owned(),
    ] {
        let files = split("a.epd", text.as_bytes(), &[]);
        assert_eq!(counts(files.iter().map(Vec::as_slice)), counts([text.as_bytes()]), "{text:?}");
        let again = split("b.epd", &files[0], &[]);
        assert_eq!(again[0], files[0]);
    }
}

#[test]
fn utf_16_is_copied_as_utf_8() {
    let text = "Über\n\n1. e4 *\n\nmore\n[Event \"é\"]\n\n1. Ke2 *\n{end}\n";
    let units = |bytes: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
    };
    for bytes in [units(u16::to_le_bytes), units(u16::to_be_bytes)] {
        let files = split("a.pgn", &bytes, &[]);
        assert_eq!(counts(files.iter().map(Vec::as_slice)), counts([text.as_bytes()]));
    }
}

#[test]
#[cfg(feature = "compression")]
fn the_endings_of_the_names_compress() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (good, bad) = ("1. e4 *\n", "1. Ke3 *\n");
    fs::write(path("in.pgn"), [good, bad].concat()).unwrap();
    for ending in ["zst", "gz", "bz2", "xz"] {
        let [one, other] = ["good", "bad"].map(|name| path(&format!("{name}.pgn.{ending}")));
        adoube(&["validate", "-q", "--split-to", &one, &other, &path("in.pgn")]);
        for (file, text) in [(one, good), (other, bad)] {
            assert_ne!(fs::read(&file).unwrap(), text.as_bytes(), "{file}");
            assert_eq!(adoube(&["filter", &file]).stdout, text.as_bytes(), "{file}");
        }
    }
    let output = adoube(&["validate", "--split-to", &path("x.zip"), &path("y"), &path("in.pgn")]);
    assert!(output.status.code() == Some(2) && stderr(&output).contains("zip archives can only be read"));
    assert!(!fs::exists(path("y")).unwrap());
}
