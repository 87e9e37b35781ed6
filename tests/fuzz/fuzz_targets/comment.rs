//! The text of a comment. What must hold:
//!
//! * Commands are in order, apart and within the comment.
//! * The words beside the values of a comment are parts of it, in order.
//! * The fast readers of a command and of a whole comment return what the general readers return.
//! * In a game, the exact path and the fast path at every CPU level find the same in the comment.

#![no_main]

#[path = "../../core/reading_support.rs"]
#[allow(dead_code, reason = "only the comparison of the paths is needed")]
mod reading_support;

use adoube::chess::piece::Color;
use adoube::game::values::clocks::TimeControl;
use adoube::game::values::comment_values::{CommentValues, words};
use adoube::game::values::shapes::Shapes;
use adoube::pgn::comment::{
    ServerComment, SimpleCommand, commands, is_arrows, is_eval, is_squares, read_server_comment, read_short_command,
    read_time,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let mut from = 0;
    for command in commands(text) {
        assert!(command.span.start >= from && command.span.end <= text.len() && !command.span.is_empty());
        assert!(command.span.start + 2 == command.name.start && command.name.end <= command.argument.start);
        assert!(command.argument.start <= command.argument.end && command.argument.end <= command.span.end);
        from = command.span.end;
        let argument = &text[command.argument];
        let _ = (is_squares(argument), is_arrows(argument));
    }
    check_values(text);
    let _ = TimeControl::parse(text);
    Shapes::default().add_comment(text);
    for start in 0..text.len().min(100) {
        check_short_command(&text[start..]);
    }
    for comment in [text.to_vec(), [b"{ ", text, b" }"].concat()] {
        // A reader may look beyond the end.
        let followed = [&comment[..], b" e5 2. Nf3 Nc6 *\n"].concat();
        for length in [comment.len(), comment.len().min(20), comment.len().min(34)] {
            check_server_comment(&followed, length);
        }
    }
    check_in_game(text);
});

/// Checks that the words of a comment are parts of it, in order, and that both sides have the same values but the score.
fn check_values(text: &[u8]) {
    let mut from = 0;
    for part in words(text) {
        let at = text[from..].windows(part.len()).position(|window| window == part).expect("a part of the comment");
        from += at + part.len();
    }
    let [white, black] = Color::BOTH.map(|mover| values(text, mover));
    assert_eq!((white.clock, white.spent, white.nodes), (black.clock, black.spent, black.nodes));
    assert_eq!(white.score.is_some(), black.score.is_some());
}

fn values(text: &[u8], mover: Color) -> CommentValues {
    let mut values = CommentValues::default();
    values.add(text, mover);
    values
}

fn check_short_command(text: &[u8]) {
    let Some((simple, length)) = read_short_command(text) else { return };
    let command = commands(text).next().expect("there is a command");
    assert_eq!((command.span, command.closed), (0..length, true), "{}", text.escape_ascii());
    let argument = &text[command.argument];
    match simple {
        SimpleCommand::Clock(time) => assert_eq!((&text[command.name], read_time(argument)), (&b"clk"[..], Some(time))),
        SimpleCommand::Eval => assert_eq!((&text[command.name], is_eval(argument)), (&b"eval"[..], true)),
    }
}

fn check_server_comment(text: &[u8], length: usize) {
    let Some(ServerComment { clock }) = read_server_comment(text, length) else { return };
    assert!(text[..length].ends_with(b" }"));
    let body = &text[1..length - 1];
    let found: Vec<_> = commands(body).collect();
    let names: Vec<&[u8]> = found.iter().map(|command| &body[command.name.clone()]).collect();
    let expected: &[&[&[u8]]] = if clock.is_some() { &[&[b"clk"], &[b"eval", b"clk"]] } else { &[&[b"eval"]] };
    assert!(expected.contains(&&names[..]), "{}", body.escape_ascii());
    assert_eq!(values(body, Color::White).clock, clock);
    assert!(found.iter().all(|command| command.closed));
}

/// Checks a game with the comment after each move, once as it is and once as servers write it.
fn check_in_game(text: &[u8]) {
    let text: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'}').take(300).collect();
    for (open, close) in [(&b"{"[..], &b"}"[..]), (b"{ ", b" }")] {
        let mut game = b"[TimeControl \"60+1\"]\n\n1. e4".to_vec();
        for mv in [&b" e5 "[..], b" 2. Nf3 ", b" Nc6 (2... d6", b" 3. d4) ", b" 3. Bb5 "] {
            game.extend([b" ", open, &text, close, mv].concat());
        }
        game.extend(b"*\n");
        reading_support::check_reader_modes(&game, 0);
    }
}
