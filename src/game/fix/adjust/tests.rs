//! Games before and after adjustment.

use crate::game::replay::read_game;
use crate::game::rules::{Applicability, Rule, RuleSet};

use super::adjust;

/// The tags of the Seven Tag Roster with a result.
fn roster(result: &str) -> String {
    format!(
        "[Event \"a\"]\n[Site \"b\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"c\"]\n[Black \"d\"]\n\
         [Result \"{result}\"]\n\n"
    )
}

/// The text after adjustment of its first game with these rules. A fix that is withdrawn fails the test.
fn adjusted_by(text: &[u8], rules: RuleSet) -> Vec<u8> {
    adjusted_with(text, rules, Applicability::Safe)
}

fn adjusted_with(text: &[u8], rules: RuleSet, most: Applicability) -> Vec<u8> {
    let span = read_game(text, 0, RuleSet::EMPTY).span;
    let Some(adjusted) = adjust(text, span.clone(), rules, most) else { return text.to_vec() };
    assert_eq!(adjusted.withdrawn, RuleSet::EMPTY, "{}", String::from_utf8_lossy(text));
    let again = [&adjusted.text[..], &text[span.end..]].concat();
    assert!(adjust(&again, 0..adjusted.text.len(), rules, most).is_none(), "a second time: {:?}", adjusted.text);
    again
}

fn adjusted(text: &str) -> String {
    String::from_utf8(adjusted_by(text.as_bytes(), RuleSet::ALL)).unwrap()
}

/// Asserts what becomes of movetext.
fn assert_moves(before: &str, after: &str) {
    let with_tags = |moves: &str| format!("{}{moves}\n", roster("*"));
    assert_eq!(adjusted(&with_tags(before)), with_tags(after));
}

#[test]
fn moves_are_written_in_san() {
    assert_moves("1. e2-e4 e7e5 2. Ng1f3 *", "1. e4 e5 2. Nf3 *");
    assert_moves(
        "1. e4 f5 2. ef5 g6 3. f5:g6 Nf6 4. gh N:h7 5. Bd3 Rg8 6. 0-0-0 *",
        "1. e4 f5 2. exf5 g6 3. fxg6 Nf6 4. gxh7 Nxh7 5. Bd3 Rg8 6. 0-0-0 *",
    );
    assert_moves("1. f3 e5 2. g4 Qh4 *", "1. f3 e5 2. g4 Qh4# *");
    assert_moves("1. e4+ e5 2. Qh5# Ke7 *", "1. e4 e5 2. Qh5 Ke7 *");
    assert_moves("1. Nf3 d5 2. Nfd4 (2. Nfe5!?) 2... Pe5 *", "1. Nf3 d5 2. Nd4 (2. Ne5!?) 2... e5 *");
    assert_moves("1. e4!? e5+- 2. nf3 *", "1. e4!? e5 $18 2. Nf3 *");
    assert_moves("1. ♘f3 \u{415}5 *", "1. Nf3 \u{415}5 *");
}

#[test]
fn a_move_that_is_not_legal_stays_and_so_does_what_follows_it() {
    for moves in ["1. e4 e5 2. Ke3 Ng8f6 *", "1. Sf3 Sf6 *", "1. e4 Nd7 2. d4 *"] {
        assert_moves(moves, moves);
    }
}

#[test]
fn moves_stay_if_what_precedes_them_is_in_doubt() {
    for moves in [
        "1. Nf3 Nf6 2. Ng1xh5 *",
        "1. e4 foo 2. Nf6+ d5 *",
        "1. Nc3 Nf6 2. e4 Nd5foo Nxd5 e6 *",
        "1. e4 (1. d4 foo 2. d5+) *",
    ] {
        assert_moves(moves, moves);
    }
    for tags in [
        "[Variant \"Chess960\"]",
        "[SetUp \"1\"]",
        "[variant \"Atomic\"]",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/3K3R w - - 0 1\"]",
        "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]",
    ] {
        let text = format!("{}{tags}\n\n1. Rh8 Kd7 2. e4+ *\n", roster("*").trim_end().to_owned() + "\n");
        let after = adjusted(&text);
        assert!(after.ends_with("\n\n1. Rh8 Kd7 2. e4+ *\n"), "{after}");
    }
}

#[test]
fn numbers_are_those_of_the_moves() {
    assert_moves(
        "1. e4 e5 3. Nf3 (2. d4 exd4 3. c3) 3... Nc6 3. Bb5 *",
        "1. e4 e5 2. Nf3 (2. d4 exd4 3. c3) 2... Nc6 3. Bb5 *",
    );
    assert_moves("1. e4 1... e5 2... Nf3 *", "1. e4 1... e5 2. Nf3 *");
    assert_moves("1. e4 e5 3. Ke3 *", "1. e4 e5 3. Ke3 *");
    assert_moves("1. e4 e5 4. *", "1. e4 e5 4. *");
}

#[test]
fn the_rank_of_a_split_move_is_no_number() {
    assert_moves("0. e 4 e5 2. Nf3 *", "1. e4 e5 2. Nf3 *");
}

#[test]
fn tokens_get_a_space_between_them() {
    assert_moves("1. e4 e5 $10 2. Nf3 $1d5 *", "1. e4 e5 $10 2. Nf3 $1 d5 *");
}

#[test]
fn words_and_symbols_become_suffixes_and_nags() {
    assert_moves("1. f3 e5 2. g4 Qh4 mate *", "1. f3 e5 2. g4 Qh4# *");
    assert_moves("1. e4 e5 2. Nf3 d6 3. Bb5 ch c6 *", "1. e4 e5 2. Nf3 d6 3. Bb5+ c6 *");
    assert_moves("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "1. e4 a6 2. e5 d5 3. exd6 *");
    assert_moves("1. e4 mate e5 *", "1. e4 e5 *");
    assert_moves("1. e4 ± e5 = *", "1. e4 $16 e5 $10 *");
    assert_moves("1. e4 e5 $1. *", "1. e4 e5 $1 *");
    for moves in ["1. e4 $999 e5 *", "1. e4 $x e5 $Nf3 *", "1. e4!!! e5 *"] {
        assert_moves(moves, moves);
    }
}

#[test]
fn split_moves_are_joined_if_there_is_one_reading() {
    assert_moves("1. e4 e5 2. Nf3 a6 3. Bb5 a5 4. O - O *", "1. e4 e5 2. Nf3 a6 3. Bb5 a5 4. O-O *");
    assert_moves("1. e4 e5 2. N f3 a6 *", "1. e4 e5 2. N f3 a6 *");
}

#[test]
fn numbers_get_export_format() {
    let adjusted = |moves: &str| {
        let text = format!("{}{moves}\n", roster("*"));
        let after = adjusted_by(text.as_bytes(), RuleSet::from(Rule::ExportNumbering));
        String::from_utf8(after).unwrap().strip_prefix(&roster("*")).unwrap().trim_end().to_owned()
    };
    for (before, after) in [
        ("1.e4 e5 2.Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("e4 e5 Nf3 {x} Nc6 *", "1. e4 e5 2. Nf3 {x} 2... Nc6 *"),
        ("1. e4 1... e5 2. Nf3 (2.f4 exf4) 2...Nc6 *", "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *"),
        ("1. e4 $1 e5 2.d4 *", "1. e4 $1 e5 2. d4 *"),
        ("1 e4 1 ... e5 *", "1. e4 e5 *"),
        ("1.e4 e5 2.Ke3 *", "1.e4 e5 2.Ke3 *"),
    ] {
        assert_eq!(adjusted(before), after);
    }
}

#[test]
fn control_characters_become_spaces_between_tokens_only() {
    assert_moves("1. e4\0e5 \x1a2. Nf3 *", "1. e4 e5  2. Nf3 *");
    assert_moves("1. e4\0/\0\0 1... e5 *", "1. e4 /   1... e5 *");
    for moves in ["1. e4 {a\0b} 1... e5 *", "1. e4\0\0\0 2. Nf3 *"] {
        assert_moves(moves, moves);
    }
}

#[test]
fn a_fen_gets_its_standard_form() {
    let adjusted = |fen: &str, moves: &str| {
        let tags = roster("*").trim_end().to_owned();
        let text = |fen: &str| format!("{tags}\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
        let after = adjusted(&text(fen));
        let start = after.find("[FEN \"").unwrap() + 6;
        let new = after[start..].split('"').next().unwrap().to_owned();
        assert_eq!(after, text(&new));
        new
    };
    let standard = "4k3/8/8/8/8/8/8/4K1R1 w - - 0 1";
    for fen in ["4k3/8/8/8/8/8/8/4K1R1 w - -", "4k3/8/8/8/8/8/8/4K1R1_w_-_-_0_1", "4k3/8/8/8/8/8/8/4K1R1 w", standard] {
        assert_eq!(adjusted(fen, "1. Rg2"), standard);
    }
    assert_eq!(adjusted("4k3/8/8/8/8/8/8/4K2R w", "1. Rh2"), "4k3/8/8/8/8/8/8/4K2R w", "White may castle");
    assert_eq!(adjusted("4k3/8/8/8/8/8/8/4K1R1 w", ""), "4k3/8/8/8/8/8/8/4K1R1 w", "no move shows the turn");
    assert_eq!(adjusted("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "1. O-O"), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

#[test]
fn unsafe_fixes_change_what_they_may_and_nothing_else() {
    let adjusted = |tags: &str, moves: &str| {
        let text = format!("{tags}{moves}\n");
        let by = |most| String::from_utf8(adjusted_with(text.as_bytes(), RuleSet::ALL, most)).unwrap();
        assert_eq!(by(Applicability::Safe), text);
        by(Applicability::Unsafe)
    };
    for (result, before, after_result, after) in [
        // The board and one of two results.
        ("1-0", "1. f3 e5 2. g4 Qh4# 0-1", "0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("0-1", "1. f3 e5 2. g4 Qh4# 1-0", "0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("0-1", "1. f3 e5 2. g4 Qh4# *", "0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
        ("1-0", "1. f3 e5 2. g4 Qh4# 1/2-1/2", "1-0", "1. f3 e5 2. g4 Qh4# 1/2-1/2"),
        ("1-0", "1. f3 e5 2. g4 Qh4# 1-0", "1-0", "1. f3 e5 2. g4 Qh4# 1-0"),
        // Moves after the end.
        ("0-1", "1. f3 e5 2. g4 Qh4# 3. Kd4 Ke5 0-1", "0-1", "1. f3 e5 2. g4 Qh4# {3. Kd4 Ke5} 0-1"),
        (
            "0-1",
            "1. f3 e5 2. g4 Qh4# 3. Nc3 {x} Nc6 ; y\n0-1",
            "0-1",
            "1. f3 e5 2. g4 Qh4# {3. Nc3} {x} {Nc6} ; y\n0-1",
        ),
        ("1-0", "1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 1-0", "1-0", "1. e4 e5 2. Nf3 Nc6 {3. Ke4 Kd5} 1-0"),
        ("0-1", "1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 0-1", "0-1", "1. e4 e5 2. Nf3 Nc6 3. Ke4 Kd5 0-1"),
        // Piece letters.
        ("*", "1. e4 e5 2. Sf3! (2. Lc4) 2... Sc6 3. Lb5 *", "*", "1. e4 e5 2. Nf3! (2. Bc4) 2... Nc6 3. Bb5 *"),
        // A comment without an end.
        ("*", "1. e4 e5 {the rest of it\n2. Nf3 Nc6 *", "*", "1. e4 e5 {the rest of it}\n2. Nf3 Nc6 *"),
        ("*", "1. e4 e5 {the rest 2. Ke3 Nc6 *", "*", "1. e4 e5 {the rest 2. Ke3 Nc6 *"),
        ("*", "1. e4 e5 {nothing else *", "*", "1. e4 e5 {nothing else *"),
    ] {
        assert_eq!(adjusted(&roster(result), before), format!("{}{after}\n", roster(after_result)));
    }
    let with_count = |count: u32| format!("{}\n[PlyCount \"{count}\"]\n\n", roster("*").trim_end());
    // A higher number may tell of lost moves.
    for (before, after) in [(0, 2), (7, 7)] {
        assert_eq!(adjusted(&with_count(before), "1. e4 e5 *"), format!("{}1. e4 e5 *\n", with_count(after)));
    }
}

#[test]
fn latin_letters_become_utf8_where_that_is_one_reading() {
    let text = |name: &[u8]| [b"[White \"", name, b"\"]\n\n1. e4 {", name, b"} *\n"].concat();
    let rules = RuleSet::from(Rule::NotUtf8);
    let adjusted = |name: &[u8]| adjusted_with(&text(name), rules, Applicability::Unsafe);
    assert_eq!(adjusted(b"M\xfcller"), text("Müller".as_bytes()));
    assert_eq!(adjusted_by(&text(b"M\xfcller"), rules), text(b"M\xfcller"));
    let mixed = [&b"[White \"M\xfcller\"] "[..], "[Black \"Jürgen\"]\n\n1. e4 *\n".as_bytes()].concat();
    assert_eq!(adjusted_with(&mixed, rules, Applicability::Unsafe), mixed);
}

#[test]
fn results_get_a_standard_form_and_the_missing_one_of_two() {
    let game = |tag: &str, marker: &str| format!("{}1. e4 e5{marker}\n", roster(tag));
    for (tag, marker, tag_after, marker_after) in [
        ("1-0", " 1:0", "1-0", " 1-0"),
        ("1/2-1/2", " 1/2", "1/2-1/2", " 1/2-1/2"),
        ("1/2", " 1/2-1/2", "1/2-1/2", " 1/2-1/2"),
        ("0:1", " 0-1", "0-1", " 0-1"),
        ("0-1", "", "0-1", " 0-1"),
        ("?", " 0-1", "0-1", " 0-1"),
        ("?", "", "?", ""),
        ("0-1", " {White resigns} $10", "0-1", " {White resigns} $10 0-1"),
        ("0-1", " {0-1}", "0-1", " {0-1} 0-1"),
        ("0-1", " {1-0}", "0-1", " {1-0}"),
        ("0-1", " {open", "0-1", " {open"),
        ("0-1", " 2.", "0-1", " 2."),
        // Two results that differ, and none.
        ("1-0", " 0-1", "1-0", " 0-1"),
        ("1:0", " 0-1", "1:0", " 0-1"),
        ("1-0", " *", "1-0", " *"),
    ] {
        assert_eq!(adjusted(&game(tag, marker)), game(tag_after, marker_after));
    }
    let cut = game("1-0", "");
    let cut = cut.trim_end();
    assert_eq!(adjusted(cut), cut, "a file that may be cut off");
    let short = game("1-0", "").replace("]\n\n", "]\n[PlyCount \"40\"]\n\n");
    assert_eq!(adjusted(&short), short, "moves may be missing");
    let mated = format!("{}1. f3 e5 2. g4 Qh4#\n", roster("1-0"));
    assert_eq!(adjusted(&mated), mated, "against the board");
}

#[test]
fn tags_get_the_form_of_the_standard() {
    let rest =
        "[Site \"b\"]\n[Date \"2020.01.02\"]\n[Round \"1\"]\n[White \"c\"]\n[Black \"d\"]\n[Result \"*\"]\n\n1. e4 *\n";
    for (before, after) in [
        ("[Event  \"a\" ]\n", "[Event \"a\"]\n"),
        ("[Event \"a \"b\" c\"]\n", "[Event \"a \\\"b\\\" c\"]\n"),
        ("[Event \"a\"\n", "[Event \"a\"]\n"),
        ("[Event \"a]\n", "[Event \"a\"]\n"),
        ("[Event “a”]\n", "[Event \"a\"]\n"),
        ("[Event &quot;a&quot;]\n", "[Event \"a\"]\n"),
        ("[event \"a\"]\n", "[Event \"a\"]\n"),
        ("[Event \"\"]\n", "[Event \"?\"]\n"),
        ("", "[Event \"?\"]\n"),
        ("[Event \"a\"] ", "[Event \"a\"]\n"),
        ("[Event \"a\nb\"]\n", "[Event \"a b\"]\n"),
    ] {
        assert_eq!(adjusted(&format!("{before}{rest}")), format!("{after}{rest}"), "{before}");
    }
    let twice = rest.replace("[White \"c\"]\n", "[White \"c\"]\n[ECO \"A00\"]\n[ECO \"A00\"]\n");
    let once = rest.replace("[White \"c\"]\n", "[White \"c\"]\n[ECO \"A00\"]\n");
    let only = RuleSet::from(Rule::DuplicateTag);
    assert_eq!(adjusted_by(twice.as_bytes(), only), once.as_bytes());
    let order = rest
        .replace("[Round \"1\"]\n", "")
        .replace("[Result \"*\"]\n", "[Result \"*\"]\n[ECO \"A00\"]\n[Round \"1\"]\n");
    let ordered = rest.replace("[Result \"*\"]\n", "[Result \"*\"]\n[ECO \"A00\"]\n");
    assert_eq!(adjusted(&format!("[Event \"a\"]\n{order}")), format!("[Event \"a\"]\n{ordered}"));
    let unopened = rest.replace("[Site", "Site").replace("[Result \"*\"]", "[Result \"*\"");
    assert_eq!(adjusted(&format!("[Event \"a\"]\n{unopened}")), format!("[Event \"a\"]\n{rest}"));
    let dated = rest.replace("2020.01.02", "2020-1-2");
    assert_eq!(adjusted(&format!("[Event \"a\"]\n{dated}")), format!("[Event \"a\"]\n{rest}"));
    assert_eq!(
        adjusted("[White \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n"
    );
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n";
    let text = rest.replace("\n\n1. e4 *", &format!("\n{fen}\n1. Rh2 *"));
    let after = rest.replace("\n\n1. e4 *", &format!("\n[SetUp \"1\"]\n{fen}\n1. Rh2 *"));
    assert_eq!(adjusted(&format!("[Event \"a\"]\n{text}")), format!("[Event \"a\"]\n{after}"));
}

#[test]
fn a_first_tag_that_ends_the_game_when_it_is_repeated_stays_first() {
    let text = "[Round \"4\"]\n\n[Round \"5\"]\n\n1. e4 *\n";
    assert!(adjusted(text).starts_with("[Round \"4\"]\n\n[Round"), "{}", adjusted(text));
    // The second game may get other tags before this one.
    for next in ["ECO", "Event"] {
        let text = format!("[ECO \"A00\"]\n[Event \"a\"]\n\n[{next} \"A90\"]\n\n1. d4 *\n");
        assert!(adjusted(&text).starts_with("[ECO \"A00\"]\n[Event"), "{}", adjusted(&text));
    }
}

#[test]
fn numbers_that_go_on_after_a_gap_are_not_safe() {
    let moves = "1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. O-O *";
    for moves in [moves, "21. e4 e5 22. Nf3 *", "1. e4 e5 3. Nf3 *", "1. e4 $1.5 e5 *"] {
        assert_moves(moves, moves);
    }
    assert_moves("1. e4 e5 3. Nf3 Nc6 3. Bb5 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    let text = format!("{}{moves}\n", roster("*"));
    let after = adjusted_with(text.as_bytes(), RuleSet::ALL, Applicability::Unsafe);
    assert!(after.ends_with(format!("{moves}\n").as_bytes()), "{}", String::from_utf8_lossy(&after));
}

#[test]
fn text_that_may_mean_something_else_stays() {
    for moves in [
        // Symbols in which a part looks like a check suffix.
        "1. e4 + - e5 *",
        "1. e4 + / - e5 *",
        "1. e4 - e5 *",
        "1. h4+-e6 *",
        "1. h4=e6 *",
        "1. e4=N e5 *",
        // Letters that may be left of other moves.
        "1. e4 d5 2. x d5 *",
        "1. e e4 *",
        // The end of a NAG that may be a number.
        "1. e4 e5 2. Nf3 Nc6 $13. Bc4 *",
        "1. e4 e5 $12. Nf3 *",
        // A letter read as a digit, a page, a time, a split number.
        "1. d4 d5 2. Nf3 8f5 3. a3 *",
        "1. d4 d5 2. 8f4 e6 3. a3 *",
        "1. e4 17 e5 2. Nf3 *",
        "1. e4 e5 2. 3. Nf3 Nc6 3. a3 *",
        // Knights of other languages.
        "1. d4 d5 2. pf3 pf6 3. g3 g6 *",
        "1. Pf3 Pf6 *",
        // Words about a capture that is none, and of a comment.
        "1. e4 e5 2. Nf3 e.p. Nc6 *",
        "1. e4 e5 2. Nf3 +/- good} Nc6 *",
        // The sign of a novelty.
        "1. e4 N c6 2. d4 Qb6 *",
        // A mate that is none ends the game.
        "1. e4 e5 2. Qh5 Ke7 3. Qxe5# *",
        // A result in a variation.
        "1. e4 (1. d4 1/2) *",
        "1. e4 1\u{2026} e5 2\u{2026} Nf3 *",
    ] {
        assert_moves(moves, moves);
    }
    assert_moves("1. O O *", "1. O O *");
    assert_moves("1. e4 e5 2. Nf3 $14. Nc6 *", "1. e4 e5 2. Nf3 $14 Nc6 *");
    assert_moves("1. P e4 e 5 *", "1. e4 e5 *");
    assert_moves("1. pe4 Pe5 *", "1. e4 e5 *");
    let promotion = "[SetUp \"1\"]\n[FEN \"4k3/P6p/8/8/8/8/p6P/4K2R w K - 0 1\"]\n\n1. a8= Q *\n";
    assert!(adjusted(promotion).ends_with("1. a8=Q+ *\n"), "{}", adjusted(promotion));
    for tag in [
        "[Site \"b\"}\n",
        "[Site \"b\";]\n",
        "[Black=\"b\"]\n",
        "[Round \"6\"} [Result \"0-1\"]\n",
        "[Notes by Keres]\n",
        "[Diagram 3]\n",
        "[White \"A]\"\n",
        "[Site ''Utrecht NED'']\n",
    ] {
        let text = format!("[Event \"a\"]\n{tag}\n1. e4 *\n");
        assert!(
            adjusted_by(text.as_bytes(), RuleSet::ALL).windows(tag.len()).any(|part| part == tag.as_bytes()),
            "{tag}"
        );
    }
}

#[test]
fn letters_of_two_languages_are_read_in_all_ways() {
    let adjusted = |moves: &str| {
        let text = format!("{}{moves}\n", roster("*"));
        adjusted_with(text.as_bytes(), Rule::LocalizedLetters.into(), Applicability::Unsafe) != text.as_bytes()
    };
    assert!(adjusted("1. e4 e5 2. Sf3 Sc6 3. Lb5 *"));
    for moves in [
        "1. e4 d5 2. a4 Nd7 3. Ta3 *",
        "1. e4 e5 2. Bc4 Sc6 *",
        "1. g3 Ch6 2. f3 e6 3. Bg2 Be7 4. h3 Rg8 *",
        "1. e4 e5 (1... Pa6) 2. Dh5 *",
        "1. Pc3 d5 2. Tb1 Lf5 3. pa4 e6 *",
    ] {
        assert!(!adjusted(moves), "{moves}");
    }
}

#[test]
fn one_fix_without_a_proof_does_not_keep_others_of_its_rule() {
    let names = "Event Site Date Round White Black Result ECO WhiteElo BlackElo WhiteTitle BlackTitle WhiteFideId BlackFideId \
        EventDate Opening Variation Annotator Source";
    let tags = |are_lower: bool| -> String {
        let line = |name: &str| {
            let value = match name {
                "Date" | "EventDate" => "2020.01.02",
                "Result" => "*",
                // With the right name, this is not a code.
                "ECO" => "d20",
                "WhiteTitle" | "BlackTitle" => "GM",
                _ => "1",
            };
            let name = if are_lower || name == "ECO" { name.to_lowercase() } else { name.to_owned() };
            format!("[{name} \"{value}\"]\n")
        };
        names.split_ascii_whitespace().map(line).collect()
    };
    let game = |are_lower| format!("{}\n1. e4 e5 2. nf3 *\n", tags(are_lower));
    assert_eq!(adjusted(&game(true)), game(false).replace("nf3", "Nf3"));
}

#[test]
fn lines_and_games_are_kept_apart() {
    let game = format!("{}1. e4 *", roster("*"));
    let next = "[Event \"b\"]\n\n1. d4 *\n";
    assert_eq!(adjusted(&format!("{game} {next}")), format!("{game} \n\n{next}"));
    let cut = format!("{}1. e4 e5 2. Nf{next}", roster("*"));
    assert_eq!(adjusted(&cut), cut, "spliced where text is missing");
    assert_eq!(adjusted(&format!("{game}\n{next}")), format!("{game}\n\n{next}"));
    assert_moves("1. e4 e5\n\n2. Nf3\n \n\n Nc6 *", "1. e4 e5\n2. Nf3\n Nc6 *");
    assert_eq!(adjusted(&game.replace("]\n\n", "]\n")), game);
    assert_eq!(adjusted(&game.replace('\n', "\r")), game);
    assert_eq!(adjusted(&format!("\u{feff}{game}")), game);
    assert_moves("1. e4\u{a0}e5 *", "1. e4 e5 *");
    let crlf = game.replace('\n', "\r\n");
    let bare = crlf.replace("[Round \"1\"]\r\n", "");
    assert_eq!(adjusted(&bare), crlf.replace("[Round \"1\"]", "[Round \"?\"]"));
}

#[test]
fn a_game_that_is_too_long_to_be_compared_stays_as_it_is() {
    let text = format!("{}1. e4+ {{{}}} *\n", roster("*"), "x ".repeat(9 << 20));
    assert!(adjusted(&text) == text);
}

#[test]
fn only_wanted_rules_are_fixed() {
    let text = format!("{}1. e2e4 e5 2. Ng1f3+ *\n", roster("*"));
    let after = text.replace("e2e4", "e4");
    assert_eq!(adjusted_by(text.as_bytes(), RuleSet::from(Rule::UciMove)), after.as_bytes());
}
