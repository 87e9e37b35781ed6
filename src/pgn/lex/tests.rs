//! Tests of the lexer: the tokens of a text, and that they tile it.

use super::*;

/// The tokens as text, having checked that they and white space tile the game.
fn lex(text: &[u8]) -> Vec<(TokenKind, String)> {
    let mut lexer = Lexer::new(text, 0);
    let mut end = 0;
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next_token() {
        assert!(text[end..token.start].iter().all(|&byte| is_space(byte)), "{token:?}");
        assert!(token.end > token.start, "{token:?}");
        end = token.end;
        tokens.push((token.kind, text::decode(&text[token.span()]).into_owned()));
    }
    assert!(text[end..lexer.position()].iter().all(|&byte| is_space(byte)));
    tokens
}

fn kinds(text: &str) -> Vec<TokenKind> {
    lex(text.as_bytes()).into_iter().map(|(kind, _)| kind).collect()
}

fn words(text: &str) -> Vec<String> {
    lex(text.as_bytes()).into_iter().map(|(_, word)| word).collect()
}

#[test]
fn movetext() {
    assert_eq!(
        words("1.e4 e5 2. Nf3!? $14 {x} (2. d4;y\n) 1/2-1/2"),
        ["1.", "e4", "e5", "2.", "Nf3", "!?", "$14", "{x}", "(", "2.", "d4", ";y", ")", "1/2-1/2"]
    );
    assert_eq!(
        words("1. e8(Q)+ exd6e.p. O-O 0-0-0 e8=Q# 1-O 0.5-0.5"),
        ["1.", "e8(Q)+", "exd6e.p.", "O-O", "0-0-0", "e8=Q#", "1-O", "0.5-0.5"]
    );
    assert_eq!(words("1. e4 1. ... e5 1...e5 1e4"), ["1.", "e4", "1.", "...", "e5", "1...", "e5", "1", "e4"]);
    assert_eq!(
        kinds("99999999999. $300 $7 $x"),
        [TokenKind::Number(u32::MAX), TokenKind::Nag(None), TokenKind::Nag(Some(7)), TokenKind::Nag(None)]
    );
}

#[test]
fn characters_outside_ascii_belong_to_words_unless_they_are_space() {
    assert_eq!(words("1. ♘f3\u{a0}e5 O–O ½-½ 2\u{ff0e}"), ["1.", "♘f3", "\u{a0}", "e5", "O–O", "½-½", "2\u{ff0e}"]);
    assert_eq!(lex(b"1. e4\xa0e5")[2].0, TokenKind::OddSpace);
}

#[test]
fn words_of_any_length_stay_whole() {
    for length in [1, 62, 63, 64, 65, 127, 128, 129, 1000] {
        for lead in [0, 1, 30, 63] {
            let text = format!("1. {}{} e5", " ".repeat(lead), "N".repeat(length));
            assert_eq!(words(&text)[1].len(), length);
        }
    }
}

#[test]
fn white_space_outside_ascii_ends_words_of_any_length() {
    for length in [0, 1, 20, 21, 31, 32, 62, 63, 64, 65, 100, 1000] {
        for lead in [0, 1, 30, 63] {
            for (word, space) in [("N", '\u{a0}'), ("ä", '\u{a0}'), ("à", '\u{3000}')] {
                let text =
                    format!("1. {}{}{}e5 d4", " ".repeat(lead), word.repeat(length), space.to_string().repeat(length));
                let mut expected: Vec<String> = vec!["1.".to_owned()];
                expected.extend((length > 0).then(|| word.repeat(length)));
                expected.extend((0..length).map(|_| space.to_string()));
                expected.extend(["e5".to_owned(), "d4".to_owned()]);
                assert_eq!(words(&text), expected, "{length} times {word} and {space:?} after {lead}");
            }
        }
    }
    let numbers = format!("1. {}", "2\u{ff0e}".repeat(100));
    assert_eq!(words(&numbers)[1..], vec!["2\u{ff0e}"; 100]);
}

/// If their ends were looked for again and again, these would take minutes.
#[test]
fn long_runs_outside_ascii_take_linear_time() {
    for run in ["\u{a0}", "x\u{a0}", "\u{feff}", "2\u{ff0e}", "ä", "x\u{feff}"] {
        let text = format!("1. e4 {}. e5", run.repeat(100_000));
        assert!(words(&text).len() > 3);
    }
}

#[test]
fn comments_do_not_nest() {
    assert_eq!(kinds("1. e4 {a {b} c} e5")[2..4], [TokenKind::Comment(CommentShape::Nested), TokenKind::Symbol]);
    assert_eq!(kinds("1. e4 {a")[2], TokenKind::Comment(CommentShape::Unclosed));
}

#[test]
fn junk_is_kept() {
    assert_eq!(
        words("1. e4 \u{0}\u{1a} \"x\" <b>e5</b> }"),
        ["1.", "e4", "\0\u{1a}", "\"", "x", "\"", "<b>", "e5", "</b>", "}"]
    );
    assert_eq!(words("[#] e4")[0], "[#]");
}
