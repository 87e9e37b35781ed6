//! Tests of the rules that determine where a game ends.

use super::*;

fn split(text: &str) -> Vec<&str> {
    games(text.as_bytes()).map(|span| &text[span]).collect()
}

#[test]
fn games_end_after_their_marker() {
    assert_eq!(split("1. e4 1-0\n\n1. d4 *\n"), ["1. e4 1-0\n\n", "1. d4 *\n"]);
    assert_eq!(split("1. e4 1-0\n1. d4 *"), ["1. e4 1-0\n", "1. d4 *"]);
    assert_eq!(split("[A \"b\"]\n\n1. e4 1-0[Event \"c\"]\n*"), ["[A \"b\"]\n\n1. e4 1-0", "[Event \"c\"]\n*"]);
    assert_eq!(split("e4 *\n{about e4}\n\nd4 *"), ["e4 *\n{about e4}\n\n", "d4 *"]);
}

#[test]
fn empty_lines_between_games_belong_to_the_first() {
    for gap in ["\n\n", "\n\n\n", "\r\n\r\n", "\n\n\n\n", "\r\n\r\n\r\n", "\n\r\n", "\n \n"] {
        let first = format!("[Event \"a\"]\n\n1. e4 1-0{gap}");
        let second = "[Event \"b\"]\n\n*";
        assert_eq!(split(&format!("{first}{second}")), [&first, second], "{gap:?}");
    }
}

#[test]
fn text_after_the_marker_on_its_line_belongs_to_the_game() {
    for text in ["1. e4 e5 1-0 0-1", "1. e4 e5 1-0 2. Nf3\nNc6 3. Bb5", "1. e4 1-0 {a\n\n[Event \"b\"]\n}"] {
        assert_eq!(split(text), [text]);
    }
}

#[test]
fn a_tag_on_a_new_line_opens_the_next_game() {
    assert_eq!(split("1. e4 e5\n\n[A \"b\"]\n\n*"), ["1. e4 e5\n\n", "[A \"b\"]\n\n*"]);
    assert_eq!(split("1. e4 (1. d4\n[A \"b\"]\n*"), ["1. e4 (1. d4\n", "[A \"b\"]\n*"]);
    assert_eq!(split("1. e4 B[Event \"b\"]\n*"), ["1. e4 B", "[Event \"b\"]\n*"]);
    assert_eq!(split("1. e4 [Annotator \"b\"] e5 *").len(), 1);
}

#[test]
fn repeated_tag_sections_open_the_next_game() {
    assert_eq!(split("[Event \"a\"]\n[Site \"s\"]\n\n[Event \"b\"]\n*").len(), 2);
    assert_eq!(split("[Site \"a\"]\n\n[White \"s\"]\n\n*").len(), 1);
    assert_eq!(split("[Event \"a\"]\n[White \"s\"]\n[White \"t\"]\n*").len(), 1);
}

#[test]
fn stray_text_belongs_to_the_game_after_it() {
    assert_eq!(
        split("Some title\n\n[A \"b\"]\n\n1. e4 *\n\nMore\n\n[C \"d\"]\n*"),
        ["Some title\n\n[A \"b\"]\n\n1. e4 *\n\n", "More\n\n[C \"d\"]\n*"]
    );
}

#[test]
fn neither_a_nag_nor_an_indented_percent_sign_begins_a_game() {
    for text in ["$5", " % x", "$1 stray", "text"] {
        let second = format!("{text}\n\n[Event \"b\"]\n\n1. d4 *");
        assert_eq!(split(&format!("1. e4 *\n\n{second}"))[1..], [second.trim_start()]);
        let glued = format!("{text}[Event \"b\"]\n\n1. d4 *");
        assert_eq!(split(&format!("1. e4 *\n\n{glued}")).len(), 2, "{glued:?}");
    }
    assert_eq!(split("[Event \"a\"]\n\n$5 % 1. d4 *").len(), 1);
}

#[test]
fn a_game_within_a_comment_is_not_split_off_if_the_comment_is_closed() {
    assert_eq!(split("1. e4 {a\n\n[Event \"b\"]\n\nc} *").len(), 1);
    assert_eq!(split("1. e4 {a\n\n[Event \"b\"]\n\nc *").len(), 2);
    assert_eq!(split("1. e4 {a\n\n[Event \"b\"]\n\n1. c {d} *").len(), 2);
}

#[test]
fn a_comment_may_quote_tags() {
    for line_end in ["\n", "\r\n", "\r"] {
        for (comment, games) in [
            // Tags, and no game after them.
            ("see\n[Event \"x\"]\n{this} e5", 1),
            ("see\n[Event \"x\"]\nand {this} e5", 1),
            ("see\n[White \"x\"]\n[Black \"y\"]\nor {this} e5", 1),
            ("[Event \"x\"]\n[Event \"y\"]\nare {two} e5", 1),
            ("see\n[Event \"x\"] and\n\nthis is {it} e5", 1),
            ("see\n[Event \"x\"]\nand\n\n[Event \"b\"]\n[Site \"s\"]\n\n1. d4 {a} d5", 2),
            // A game.
            ("oops\n[Event \"b\"]\n1. d4 {a} d5", 2),
            ("oops\n[Event \"b\"]\n\n{a} 1. d4 d5", 2),
            ("oops\n[Event \"b\"]\n[Site \"{b}\"]\n\n1. d4 d5", 2),
            ("oops\n[White \"b\"]\n[Black \"c\"]\n\nHeading {a} 1. d4 d5", 2),
            ("oops\n[Event \"b\"]\n1 d4 d5", 2),
            ("oops\n[Event \"b\"]", 2),
        ] {
            let text = format!("1. e4 {{{comment}").replace('\n', line_end);
            assert_eq!(split(&text).len(), games, "{text:?}");
        }
    }
}

#[test]
fn an_event_tag_may_stand_twice() {
    for (tags, games) in [
        ("[Event \"a\"]\n[Event \"a\"]\n[Site \"s\"]", 1),
        ("[Event \"a\"]\n[Event \"b\"]\n[Site \"s\"]", 1),
        ("[Event \"a\"]\n[Site \"s\"]\n[White \"w\"]\n[Event \"a\"]", 1),
        ("[Event \"a\"]\n[Site \"s\"]\n[Event \"a\"]\n[White \"w\"]", 1),
        ("[Event \"a\"]\n\n[Event \"b\"]", 2),
        ("[Event \"a\"] [Event \"b\"]", 2),
        ("[Event \"a\"]\n[Site \"s\"]\n[Event \"b\"]\n[Site \"s\"]", 2),
        ("[Event \"a\"]\n[White \"w\"]\n[Event \"b\"]\n[Site \"s\"]\n[White \"v\"]", 2),
    ] {
        assert_eq!(split(&format!("{tags}\n\n1. e4 *")).len(), games, "{tags}");
    }
}

#[test]
fn an_unclosed_comment_ends_before_any_line_that_opens_a_tag_section() {
    for gap in ["\n", "\r\n", "\r", "\n \n", "\n\r\n", "\n\t\n\n", "\n ", "\n\u{feff}"] {
        for tags in ["[Event \"b\"]", "[Site \"b\"]\n[Event \"c\"]", "[White \"b\"]"] {
            let text = format!("[Event \"a\"]\n\n1. e4 {{oops e5 *{gap}{tags}\n\n1. d4 {{a}} *\n");
            assert!(split(&text).len() >= 2, "{text:?}");
        }
    }
    assert_eq!(split("1. e4 {[Site \"b\"] and [White \"c\"] {d} *").len(), 1);
}

#[test]
fn the_most_reliable_start_pattern_wins() {
    for (text, first, last) in [
        ("*\n\n[A \"b\"]\n*\n\n[Event \"c\"]\n*\n\n[A \"d\"]", Some(14), Some(14)),
        ("*\n\n[A \"b\"]\n[C \"d\"]\n\n[A \"d\"]\n1. e4", Some(3), Some(20)),
        ("1. e4 *\n[Event \"a\"]\n1. d4 *", Some(8), Some(8)),
        ("1. e4 *\r1. d4 *\r1. c4", Some(8), Some(16)),
        ("[Event \"a\"]\n\ne4 [b] 1. *", None, None),
    ] {
        let text = text.as_bytes();
        assert_eq!((likely_start(text, 0..text.len()), last_likely_start(text)), (first, last));
        if let Some(first) = first {
            assert_eq!(likely_start(text, first..first + 1), Some(first));
        }
    }
}

/// A chunk of a text may begin with the game.
#[test]
fn the_end_of_a_game_does_not_depend_on_what_is_before_it() {
    let game = "[White \"A\"]\n[Event \"x\"]\n[Event \"q\"]\n[Site \"?\"]\n\n1. e4 *\n";
    for before in ["", "[Site \"?\"] %", "[Site \"?\"]\n"] {
        let text = [before, game].concat();
        let mut lexer = Lexer::new(text.as_bytes(), before.len());
        while lexer.next_token().is_some() {}
        assert_eq!(lexer.position(), text.len(), "{before}");
    }
}
