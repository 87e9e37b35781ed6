//! End-to-end tests of the pictures of `adoube replay`: which files are written, and which requests are refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// Two games; the second has shapes in a comment and ends in checkmate.
const GAMES: &str = "\
[White \"Anna <A>\"]\n[Black \"Bo & Co\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n\
[White \"Cy\"]\n[Black \"Di\"]\n[Result \"0-1\"]\n\n1. f3 e5 {[%csl Re1][%cal Gd8h4]} 2. g4 Qh4# 0-1\n";

/// A folder that contains `games.pgn`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    folder
}

/// Runs `adoube replay` in this folder.
fn replay(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
    command.current_dir(folder).env_clear().arg("replay").args(arguments).output().unwrap()
}

/// Runs it, and expects success without any message. Returns standard output.
fn done(folder: &TempDir, arguments: &[&str]) -> Vec<u8> {
    let output = replay(folder, arguments);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{arguments:?}");
    output.stdout
}

/// Runs it, and expects an error with these words and no file.
fn refused(arguments: &[&str], words: &str) {
    let folder = folder();
    let output = replay(&folder, arguments);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(names(folder.path()), ["games.pgn"], "{arguments:?}");
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The width and height in the header of a PNG.
fn size_of_png(bytes: &[u8]) -> (u32, u32) {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn the_last_position_is_one_diagram() {
    let folder = folder();
    done(&folder, &["--as", "png", "--game", "2", "--size", "404", "-o", "mate.png", "games.pgn"]);
    assert_eq!(size_of_png(&fs::read(folder.path().join("mate.png")).unwrap()), (404, 396));
    let svg = done(&folder, &["--as", "svg", "--game", "2", "games.pgn"]);
    let svg = text(&svg);
    assert!(svg.contains("<title>2... Qh4#, White to move</title>"), "{svg:.600}");
    assert!(svg.contains("<desc>rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3</desc>"), "{svg:.600}");
    assert!(svg.contains("width=\"400\""));
}

#[test]
fn many_positions_are_a_sheet() {
    let folder = folder();
    done(&folder, &["--as", "png", "--game", "1", "--at", "all", "--columns", "3", "-o", "sheet.png", "games.pgn"]);
    let (width, height) = size_of_png(&fs::read(folder.path().join("sheet.png")).unwrap());
    assert_eq!((width, height), (3 * 240 + 4 * 7, 2 * 253 + 3 * 7));
    let svg = done(&folder, &["--as", "svg", "--game", "1", "--at", "all", "games.pgn"]);
    let svg = text(&svg);
    assert!(svg.contains("<title>Anna &lt;A&gt; – Bo &amp; Co</title>"), "{svg:.600}");
    assert_eq!(svg.matches("<g role=\"img\"").count(), 5);

    let both = done(&folder, &["--as", "svg", "games.pgn"]);
    let both = text(&both);
    assert!(both.contains("<title>2 positions of 2 games</title>"), "{both:.600}");
    assert!(both.contains("<title>2: 2... Qh4#, White to move</title>"));
}

#[test]
fn animations_have_a_frame_for_every_position() {
    let folder = folder();
    let gif = done(&folder, &["--as", "gif", "--game", "2", "--delay", "0.5", "--size", "120", "games.pgn"]);
    assert_eq!(&gif[..6], b"GIF89a");
    let controls = gif.windows(4).filter(|bytes| *bytes == b"\x21\xf9\x04\x05").count();
    assert_eq!(controls, 5);
    let apng = done(&folder, &["--as", "apng", "--game", "2", "--at", "0,2,4", "--size", "120", "games.pgn"]);
    assert_eq!(size_of_png(&apng).0, 120);
    assert_eq!(apng.windows(4).filter(|bytes| *bytes == b"fcTL").count(), 3);
}

#[test]
fn a_placeholder_in_the_name_gives_each_game_or_position_a_file() {
    let folder = folder();
    done(&folder, &["--as", "svg", "-o", "out/", "games.pgn"]);
    assert_eq!(names(&folder.path().join("out")), ["games-1.svg", "games-2.svg"]);
    done(&folder, &["--as", "gif", "--size", "100", "-o", "{game}.gif", "games.pgn"]);
    assert_eq!(names(folder.path()), ["1.gif", "2.gif", "games.pgn", "out"]);
    done(&folder, &["--as", "png", "--at", "0,4", "-o", "new/{file}-{game}-{ply}.png", "games.pgn"]);
    let expected = ["games-1-0.png", "games-1-4.png", "games-2-0.png", "games-2-4.png"];
    assert_eq!(names(&folder.path().join("new")), expected);

    let output = replay(&folder, &["--as", "svg", "-o", "same/{file}.svg", "games.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    let message = "same/games.svg would be written twice; its name lacks {game}, {ply}";
    assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));

    for other in ["a", "b"] {
        fs::create_dir(folder.path().join(other)).unwrap();
        fs::copy(folder.path().join("games.pgn"), folder.path().join(other).join("games.pgn")).unwrap();
    }
    let inputs = ["--as", "svg", "-o", "all/{file}-{game}.svg", "a/games.pgn", "games.pgn", "b/games.pgn"];
    done(&folder, &inputs);
    let expected = ["games-1", "games-2", "games_2-1", "games_2-2", "games_3-1", "games_3-2"];
    assert_eq!(names(&folder.path().join("all")), expected.map(|name| format!("{name}.svg")));
}

/// A file is the picture that the position has alone, also where the files of a game are too large to be drawn ahead.
#[test]
fn files_do_not_depend_on_threads() {
    let folder = folder();
    let knights = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(15);
    fs::write(folder.path().join("games.pgn"), format!("{}1. e4 *\n", format!("{knights}*\n\n").repeat(20))).unwrap();
    let plies: Vec<String> = (0..60).map(|ply| ply.to_string()).collect();
    for threads in ["1", "3"] {
        let name = format!("{threads}/{{game}}-{{ply}}.svg");
        done(&folder, &["--as", "svg", "--at", &plies.join(","), "-j", threads, "-o", &name, "games.pgn"]);
    }
    let [one, three] = ["1", "3"].map(|threads| folder.path().join(threads));
    assert_eq!(names(&one).len(), 20 * 60 + 2);
    assert_eq!(names(&one), names(&three));
    for name in names(&one) {
        assert_eq!(fs::read(one.join(&name)).unwrap(), fs::read(three.join(&name)).unwrap(), "{name}");
    }
    for (game, ply) in [("1", "0"), ("20", "59"), ("21", "1")] {
        let alone = done(&folder, &["--as", "svg", "--at", ply, "--game", game, "games.pgn"]);
        assert_eq!(fs::read(three.join(format!("{game}-{ply}.svg"))).unwrap(), alone);
    }
}

#[test]
fn a_placeholder_in_the_name_never_overwrites_an_input() {
    let folder = folder();
    let before = fs::read(folder.path().join("games.pgn")).unwrap();
    for input in ["games.svg", "mes.svg"] {
        fs::copy(folder.path().join("games.pgn"), folder.path().join(input)).unwrap();
    }
    for (name, inputs, message) in [
        ("{file}.svg", ["games.svg", "games.pgn"], "is an input and would be overwritten"),
        ("ga{file}.svg", ["mes.svg", "games.svg"], "is an input and would be overwritten"),
        ("{file}.pgn", [".", "games.pgn"], "contradicts --as svg"),
    ] {
        let output = replay(&folder, &[&["--as", "svg", "--game", "1", "-o", name][..], &inputs].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(message), "{error}");
        for file in ["games.pgn", "games.svg"] {
            assert_eq!(fs::read(folder.path().join(file)).unwrap(), before, "{name}");
        }
    }
}

#[test]
fn boards_can_be_flipped() {
    let folder = folder();
    let board = |more: &[&str]| {
        let arguments = [&["--as", "board", "--game", "2", "--at", "2,last", "games.pgn"], more].concat();
        String::from_utf8(done(&folder, &arguments)).unwrap()
    };
    let seen = board(&[]);
    let expected = "\
games.pgn: game 2: Cy – Di, 0-1
1... e5, White to move
8  r  n  b  q  k  b  n  r
7  p  p  p  p [.] p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  . [p] .  .  .
4  .  .  .  .  .  .  .  .
3  .  .  .  .  .  P  .  .
2  P  P  P  P  P  .  P  P
1  R  N  B  Q  K  B  N  R
   a  b  c  d  e  f  g  h
marked: e1 red, d8-h4 green

2... Qh4#, White to move
8  r  n  b [.] k  b  n  r
7  p  p  p  p  .  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  p  .  .  .
4  .  .  .  .  .  .  P [q]
3  .  .  .  .  .  P  .  .
2  P  P  P  P  P  .  .  P
1  R  N  B  Q (K) B  N  R
   a  b  c  d  e  f  g  h

";
    assert_eq!(seen, expected);
    let flipped = board(&["--flip", "--no-coordinates", "--board", "unicode"]);
    assert!(flipped.contains("\n ♖  ♘  ♗ (♔) ♕  ♗  ♘  ♖\n"), "{flipped}");
    assert!(board(&["--color", "always"]).contains("\x1b[48;5;"));
}

#[test]
fn a_setup_need_not_be_playable() {
    let folder = folder();
    let queens = "QQQQQQQQ/8/8/8/8/8/8/8 b - - 0 1";
    let svg = done(&folder, &["--as", "svg", "--fen", queens]);
    assert_eq!(text(&svg).matches("#white-queen").count(), 8);
    let board = done(&folder, &["--as", "board", "--fen", queens]);
    assert!(text(&board).starts_with("Black to move\n8  Q  Q  Q  Q  Q  Q  Q  Q\n"), "{}", text(&board));
    refused(&["--as", "fen", "--fen", queens], "cannot play from this position");
}

#[test]
fn castling_highlights_the_squares_of_the_king() {
    let folder = folder();
    let board = done(&folder, &["--as", "board", "--at", "last", "--moves", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O"]);
    assert!(text(&board).contains("1  R  N  B  Q [.] R [K] .\n"), "{}", text(&board));
}

#[test]
fn an_illegal_move_ends_the_pictures_and_is_reported() {
    let folder = folder();
    fs::write(folder.path().join("bad.pgn"), "1. e4 e5 2. Ke3 *\n").unwrap();
    let output = replay(&folder, &["--as", "png", "-o", "bad.png", "bad.pgn"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("M101"), "{}", text(&output.stderr));
    assert!(folder.path().join("bad.png").exists(), "the position before it is drawn");
}

#[test]
fn nothing_to_draw_writes_no_file_and_sets_the_exit_code() {
    let folder = folder();
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    for arguments in
        [&["--as", "png", "-o", "x.png", "empty.pgn"][..], &["--as", "gif", "--at", "99", "-o", "x.gif", "games.pgn"]]
    {
        let output = replay(&folder, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(text(&output.stderr).contains("there is no position to draw"), "{arguments:?}");
        assert_eq!(names(folder.path()), ["empty.pgn", "games.pgn"], "{arguments:?}");
    }
}

#[test]
fn undrawable_requests_are_refused() {
    refused(&["--as", "gif", "-o", "all.gif", "games.pgn"], "choose it with --game, or write one file per game");
    refused(&["--as", "png", "-o", "game.gif", "games.pgn"], "its ending contradicts --as png");
    refused(&["--as", "png", "-o", "game.jpg", "games.pgn"], "the extension `.jpg` does not fit --as png");
    refused(&["--as", "png", "--size", "100000", "games.pgn"], "--size");
    refused(&["--as", "svg", "--at", "all", "--size", "4096", "--columns", "4", "games.pgn"], "more than 8192 pixels");
    refused(&["--as", "png", "-o", "{gmae}.png", "games.pgn"], "unknown placeholder; expected {file}, {game}, {ply}");
    refused(&["--as", "png", "--delay", "2", "games.pgn"], "--delay requires --as gif");
    refused(&["--flip", "games.pgn"], "--flip requires");
    refused(&["--as", "png", "--format", "csv", "games.pgn"], "cannot be used with --as png");
    refused(&["--as", "gif", "--variations", "games.pgn"], "--variations cannot be used with animations");
    refused(&["--as", "gif", "--delay", "NaN", "games.pgn"], "expected a number of seconds from 0.02 to 60");
}

#[test]
fn a_picture_has_a_maximum_size() {
    let folder = folder();
    let game = format!("1. {}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(3100));
    fs::write(folder.path().join("long.pgn"), game).unwrap();
    let output = replay(&folder, &["--as", "gif", "-o", "long.gif", "long.pgn"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a picture has at most 12000 boards"), "{}", text(&output.stderr));
    assert_eq!(names(folder.path()), ["games.pgn", "long.pgn"]);
    done(&folder, &["--as", "png", "--size", "2100", "-o", "long.png", "long.pgn"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let folder = folder();
    for kind in ["svg", "png", "gif", "apng"] {
        let arguments = ["--as", kind, "--game", "1", "--size", "64", "-o", "/dev/full", "games.pgn"];
        let output = replay(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2), "{kind}");
        assert!(text(&output.stderr).contains("/dev/full: cannot be written"), "{kind}: {}", text(&output.stderr));
    }
}
