//! Tests of edits: what they leave, and that the moves stay.

use std::borrow::Cow;

use proptest::prelude::*;

use super::*;
use crate::game::facts::{FactText, Facts};
use crate::game::fix::adjust::TextChange;
use crate::game::names::NameKind;
use crate::game::record::score_sheet::{ScoreSheet, SheetEntry};
use crate::game::replay::read_game;
use crate::pgn::comment::commands;
use crate::pgn::write::Unwritable;

/// Everything that can be stripped.
const ALL: [&str; 5] = ["comments", "variations", "nags", "clocks", "evals"];

fn strip(words: &[&str]) -> Edits {
    let kind = |word: &&str| EditKind::STRIPPED.iter().find(|(known, _)| known == word).map(|(_, kind)| *kind);
    Edits { strip: words.iter().filter_map(kind).collect(), ..Edits::default() }
}

fn read(text: &[u8]) -> Game {
    read_game_as(text, 0, &ReplayOptions { variations: true, ..ReplayOptions::default() })
}

/// The first game of a text after edits, or why it is not edited.
fn edited_once(text: &[u8], edits: &Edits) -> Result<Vec<u8>, String> {
    let game = read(text);
    let Some(made) = edit(&game, text, edits, RuleSet::EMPTY, Applicability::Safe)? else {
        return Ok(text[game.span].to_vec());
    };
    let spans: Vec<Edit> = made.adjusted.changes.iter().map(TextChange::edit).collect();
    assert_eq!(edited(&text[game.span], &spans), made.adjusted.text);
    Ok(made.adjusted.text)
}

/// The same, for edits that change nothing when they are made again.
fn edited_text(text: &[u8], edits: &Edits) -> Result<Vec<u8>, String> {
    let after = edited_once(text, edits)?;
    let again = [&after, &text[read(text).span.end..]].concat();
    assert_eq!(edited_once(&again, edits).as_ref(), Ok(&after), "a second time");
    Ok(after)
}

fn after(text: &str, edits: &Edits) -> String {
    match edited_text(text.as_bytes(), edits) {
        Ok(text) => String::from_utf8(text).unwrap(),
        Err(reason) => reason,
    }
}

#[test]
fn comments_are_deleted_wherever_they_are() {
    for (text, expected) in [
        ("{a} 1. e4 {b} e5 {c}{d} 2. Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4{b}e5 2.{c}Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("1. e4 ; b\n1... e5 ; c\n* {d}\n", "1. e4\n1... e5\n*\n"),
        ("1. e4 e5\n{a long\n\none}\n2. Nf3 *", "1. e4 e5\n2. Nf3 *"),
        ("1. e4 {b}\n%secret {x}\ne5 ({c} 1... c5 {d}) *", "1. e4\n%secret {x}\ne5 (1... c5) *"),
        ("[Event \"a\"] {t}\n{u}\n[Site \"b\"]\n\n{v}\n1. e4 *\n", "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 *\n"),
        ("1. e4 e5 2. Kf5 {odd} Nc6 {x} *", "1. e4 e5 2. Kf5 Nc6 *"),
        ("[Variant \"Atomic\"]\n\n1. e4 {a} d5 (1... e5 {b}) *\n", "[Variant \"Atomic\"]\n\n1. e4 d5 (1... e5) *\n"),
        ("[Site \"b\"] {e}\n\n{f} 1. e4 *", "[Site \"b\"]\n\n1. e4 *"),
        ("1. e4 ; b\n{c} e5 *", "1. e4\ne5 *"),
        ("1. e4 e5 {open", "a comment is not closed"),
    ] {
        assert_eq!(after(text, &strip(&["comments"])), expected, "{text}");
    }
}

#[test]
fn variations_are_deleted_with_all_that_is_in_them() {
    for (text, expected) in [
        ("1. e4 (1. d4 {x} (1. c4)) e5 {b} (1... c5) *", "1. e4 e5 {b} *"),
        ("1. e4 (1. d4\n%secret\nd5) e5 *", "1. e4\n%secret\ne5 *"),
        ("1. e4 e5 (1... c5) (1... e6)\n2. Nf3 *", "1. e4 e5\n2. Nf3 *"),
        ("1. e4 (1. d4 e5 *", "a variation is not closed"),
        ("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8 (Q) Kg6 *", "what is in parentheses may be a promotion"),
        ("1. e4 {(a)} e5 ) *", "1. e4 {(a)} e5 ) *"),
    ] {
        assert_eq!(after(text, &strip(&["variations"])), expected, "{text}");
    }
}

#[test]
fn nags_are_numbers_suffixes_and_symbols() {
    for (text, expected) in [
        ("1. e4! $1 $14 e5!? 2. Nf3+- Nc6 = 3. Bb5 N (3. Bc4 $2) *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4) *"),
        ("1. e4 e5 (=) 2. Nf3 $x !!! *", "1. e4 e5 2. Nf3 $x !!! *"),
        ("1. e4 a6 $14. Ba4 *", "1. e4 a6 $14. Ba4 *"),
        ("1. e4 e5 2. N f3 Nc6 *", "1. e4 e5 2. N f3 Nc6 *"),
    ] {
        assert_eq!(after(text, &strip(&["nags"])), expected, "{text}");
    }
}

#[test]
fn clocks_and_evaluations_are_deleted_from_comments() {
    let text = "1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e5 {good [%clk 0:02:59] move} 2. Nf3 ;[%emt 1] x\n*";
    assert_eq!(after(text, &strip(&["clocks"])), "1. e4 { [%eval 0.17] } 1... e5 {good move} 2. Nf3 ;x\n*");
    let expected = "1. e4 { [%clk 0:03:00] } 1... e5 {good [%clk 0:02:59] move} 2. Nf3 ;[%emt 1] x\n*";
    assert_eq!(after(text, &strip(&["evals"])), expected);
    assert_eq!(after(text, &strip(&["clocks", "evals"])), "1. e4 1... e5 {good move} 2. Nf3 ;x\n*");
    assert_eq!(after("1. e4 {} e5 {[%clk 1} *", &strip(&["clocks"])), "1. e4 {} e5 {[%clk 1} *");
}

fn of_tags(strip_tags: &[&str], rename: &[(&str, &str)], set: &[(&str, &str)]) -> Edits {
    let pairs = |pairs: &[(&str, &str)]| pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    let strip_tags = strip_tags.iter().map(|name| (*name).to_owned()).collect();
    let set = set.iter().map(|(name, value)| ((*name).to_owned(), FactText::from(*value))).collect();
    Edits { strip_tags, rename: pairs(rename), set, ..Edits::default() }
}

#[test]
fn tags_are_deleted_renamed_and_set() {
    let text = "[Event \"a\"]\r\n[Date \"2000\"]\r\n[X \"x\"]\r\n\r\n1. e4 *\r\n";
    for (edits, expected) in [
        (of_tags(&["X"], &[], &[]), "[Event \"a\"]\r\n[Date \"2000\"]\r\n\r\n1. e4 *\r\n"),
        (of_tags(&["Event"], &[], &[]), "[Date \"2000\"]\r\n[X \"x\"]\r\n\r\n1. e4 *\r\n"),
        (of_tags(&["Event", "Date", "X"], &[], &[]), "1. e4 *\r\n"),
        (of_tags(&[], &[("X", "Y")], &[]), "[Event \"a\"]\r\n[Date \"2000\"]\r\n[Y \"x\"]\r\n\r\n1. e4 *\r\n"),
        (of_tags(&[], &[("Z", "X")], &[]), text),
        (of_tags(&["x"], &[], &[("DATE", "2001")]), "[Event \"a\"]\r\n[Date \"2001\"]\r\n\r\n1. e4 *\r\n"),
        (of_tags(&[], &[("X", "Date")], &[]), "it has both tags, `X` and `Date`"),
        (
            of_tags(&[], &[], &[("Site", "a \"b\" \\"), ("X", "é"), ("Z", "")]),
            "[Event \"a\"]\r\n[Site \"a \\\"b\\\" \\\\\"]\r\n[Date \"2000\"]\r\n[X \"é\"]\r\n[Z \"\"]\r\n\r\n1. e4 *\r\n",
        ),
        (of_tags(&[], &[], &[("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")]), "its moves would not be the same"),
    ] {
        assert_eq!(after(text, &edits), expected, "{edits:?}");
    }
    for (text, expected) in [
        ("1. e4 *\n", "[Site \"s\"]\n[X \"x\"]\n\n1. e4 *\n"),
        ("prose\n\n1. e4 *\n", "prose\n\n[Site \"s\"]\n[X \"x\"]\n\n1. e4 *\n"),
        ("{c}\n1. e4 *\n", "[Site \"s\"]\n[X \"x\"]\n\n{c}\n1. e4 *\n"),
        ("[White \"w\"] [Black \"b\"]\n\n*\n", "[Site \"s\"]\n[White \"w\"] [Black \"b\"]\n[X \"x\"]\n\n*\n"),
        ("[Site \"o\"]\n[Site \"o\"]\n\n*\n", "[Site \"s\"]\n[Site \"s\"]\n[X \"x\"]\n\n*\n"),
        ("[Site \"o]\n\n*\n", "its tag `Site` is malformed"),
    ] {
        assert_eq!(after(text, &of_tags(&[], &[], &[("Site", "s"), ("X", "x")])), expected, "{text}");
    }
    assert_eq!(after("1. e4 {", &of_tags(&[], &[], &[("X", "x")])), "[X \"x\"]\n\n1. e4 {");
    assert_eq!(after("[Y \"y\"]\r\r1. e4 *", &of_tags(&[], &[], &[("X", "x")])), "[Y \"y\"]\r[X \"x\"]\r\r1. e4 *");
    let latin = b"[Event \"caf\xe9\"]\n\n*\n";
    let refused = edited_text(latin, &of_tags(&[], &[], &[("Site", "ł")])).unwrap_err();
    assert!(refused.contains("ISO 8859-1 has no letters for"), "{refused}");
    let latin_too = edited_text(latin, &of_tags(&[], &[], &[("Site", "\u{e9}")])).unwrap();
    assert_eq!(latin_too, b"[Event \"caf\xe9\"]\n[Site \"\xe9\"]\n\n*\n");
}

#[test]
fn names_are_corrected() {
    let names = NameList::parse(b"Nepo = Nepomniachtchi,I\n").unwrap();
    let edits = Edits { names: Some(names), ..Edits::default() };
    assert_eq!(
        after("[White \"Nepo\"]\n[Black \"x\"]\n[Event \"Nepo\"]\n\n*\n", &edits),
        "[White \"Nepomniachtchi,I\"]\n[Black \"x\"]\n[Event \"Nepo\"]\n\n*\n"
    );
}

#[test]
fn what_the_moves_say_is_added() {
    let add = Addition::ALL.to_vec();
    let edits = Edits { add: add.clone(), ..Edits::default() };
    assert_eq!(
        after("[ECO \"?\"]\n[Opening \"mine\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", &edits),
        "[ECO \"A00\"]\n[Opening \"mine\"]\n[Variation \"Fool's Mate\"]\n[PlyCount \"4\"]\n[Termination \"normal\"]\n\n\
        1. f3 e5 2. g4 Qh4# 0-1\n"
    );
    let replacing = Edits { add, overwrites: true, ..Edits::default() };
    assert!(after("[Opening \"mine\"]\n\n1. e4 e5 *\n", &replacing).contains("[Opening \"King's Pawn Game\"]"));
    for text in ["1. e4 e5 2. Ke3 *\n", "[Variant \"Atomic\"]\n\n1. e4 *\n"] {
        assert_eq!(after(text, &edits), text);
    }
    // It is not checkmate, and a wrong result.
    assert!(!after("1. e4 1-0\n", &edits).contains("Termination"));
    assert!(!after("1. f3 e5 2. g4 Qh4# 1-0\n", &edits).contains("Termination"));
}

#[test]
fn fixes_follow_edits() {
    let text = "[Event \"a\"]\n[Site \"?\"]\n\n1. e4+ {x} e5 *\n";
    let game = read(text.as_bytes());
    let rules = RuleSet::from(Rule::WrongCheckSuffix) | RuleSet::from(Rule::EmptyValue);
    let mut edits = strip(&["comments"]);
    let made = edit(&game, text.as_bytes(), &edits, rules, Applicability::Safe).unwrap().unwrap();
    assert_eq!(made.adjusted.text, b"[Event \"a\"]\n[Site \"?\"]\n\n1. e4 e5 *\n");
    let causes: Vec<Causes> = made.adjusted.changes.iter().map(|change| change.cause).collect();
    assert_eq!(
        causes,
        [
            Causes {
                rules: Rule::WrongCheckSuffix.into(),
                applicability: Applicability::Safe,
                edits: EditKinds::default()
            },
            EditKinds::from(EditKind::StripComments).into()
        ]
    );
    // The fix of an empty value takes this back.
    edits.set.push(("Site".to_owned(), "".into()));
    let again = edit(&game, text.as_bytes(), &edits, rules, Applicability::Safe).unwrap().unwrap();
    assert_eq!(again.adjusted.text, made.adjusted.text);
    assert_eq!(again.kinds(), EditKind::StripComments.into());
}

/// What may stand between the moves of a game.
const BETWEEN: [&str; 18] = [
    "{a}",
    "{ [%clk 0:01:00] }",
    "{[%eval 1.5] good}",
    "; to the end\n",
    "\n%escape\n",
    "$1",
    "!?",
    "+-",
    "(1. d4 {x} d5)",
    "((",
    ")",
    "\n",
    "  ",
    "{}",
    "{open",
    "[%clk 1]",
    "[Event \"x\"]",
    "1-0",
];

/// Names and values of tags.
const NAMES: [&str; 6] = ["Event", "Site", "White", "Result", "X", "Y"];
const VALUES: [&str; 6] = ["a", "é", "say \"b\" \\", "", "]", "}{ 1. d4"];

type Pairs = Vec<(String, String)>;

/// Tags after edits, in order of their names; `None` if a new name is taken.
fn edited_pairs(mut tags: Pairs, edits: &Edits) -> Option<Pairs> {
    tags.retain(|(name, _)| !edits.strip_tags.contains(name));
    for (old, new) in &edits.rename {
        let has = |wanted: &String| tags.iter().any(|(name, _)| name == wanted);
        if has(old) && has(new) && old != new {
            return None;
        }
        tags.iter_mut().filter(|(name, _)| name == old).for_each(|(name, _)| name.clone_from(new));
    }
    let nothing = read_game(b"", 0, RuleSet::EMPTY);
    for (name, value) in &edits.set {
        let value = value.text(&Facts::new(&nothing, b"", "", None)).unwrap();
        match tags.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => tags.push((name.clone(), value)),
        }
    }
    tags.sort();
    Some(tags)
}

/// The tags of a game that has each on a line of its own, in order of their names.
fn pairs(text: &str) -> Pairs {
    let pair = |line: &str| {
        let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
        Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
    };
    let mut pairs: Pairs = text.lines().map_while(pair).collect();
    pairs.sort();
    pairs
}

properties! {
    /// Tags are edited as a list of pairs would be, and what follows them stays.
    #[test]
    fn tags_are_edited_as_a_list_is(
        tags in prop::sample::subsequence((0..NAMES.len()).collect::<Vec<_>>(), 0..=NAMES.len()),
        stripped in prop::collection::vec(0..NAMES.len(), 0..3),
        // A second Event would begin another game.
        renamed in prop::collection::vec((0..NAMES.len(), 1..NAMES.len()), 0..3),
        set in prop::collection::vec((0..NAMES.len(), 0..VALUES.len()), 0..3),
        values in prop::collection::vec(0..VALUES.len(), NAMES.len()),
    ) {
        const REST: &str = "{[X \"c\"]} 1. e4 e5 *\n\n[Event \"next\"]\n\n*\n";
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
        let lines = tags.iter().map(|&name| format!("[{} \"{}\"]\n", NAMES[name], escaped(VALUES[values[name]])));
        let text = lines.collect::<Vec<_>>().concat();
        let text = if text.is_empty() { REST.to_owned() } else { format!("{text}\n{REST}") };
        let edits = of_tags(
            &stripped.iter().map(|&name| NAMES[name]).collect::<Vec<_>>(),
            &renamed.iter().map(|&(old, new)| (NAMES[old], NAMES[new])).collect::<Vec<_>>(),
            &set.iter().map(|&(name, value)| (NAMES[name], VALUES[value])).collect::<Vec<_>>(),
        );
        let after = edited_once(text.as_bytes(), &edits);
        match edited_pairs(pairs(&text), &edits) {
            None => prop_assert!(after.is_err_and(|reason| reason.starts_with("it has both tags"))),
            Some(expected) => {
                let after = String::from_utf8(after.unwrap()).unwrap();
                prop_assert_eq!(pairs(&after), expected);
                prop_assert!(after.ends_with("{[X \"c\"]} 1. e4 e5 *\n\n") , "{}", after);
            }
        }
    }

    /// A value that is written is read back; others are refused before.
    #[test]
    fn values_from_outside_are_read_back(value in "\\PC{0,20}|[\x00-\x20\"\\\\{};%a\\[\\]\u{85}\u{2028}\u{feff}\u{202e}é]{0,12}") {
        const TEXT: &[u8] = b"[Event \"e\"]\n[White \"a\"]\n\n1. e4 *\n";
        let set = Edits { set: vec![("White".to_owned(), value.as_str().into())], ..Edits::default() };
        let list = NameList::parse(format!("a = {value}\n").as_bytes()).ok();
        let name = list.as_ref().map(|list| list.name(NameKind::Player, "a").into_owned());
        let names = Edits { names: list, ..Edits::default() };
        let of_list = name.map(|name| (name, names));
        for (value, edits) in Unwritable::check(&value).ok().map(|()| (value, set)).into_iter().chain(of_list) {
            prop_assert!(Unwritable::check(&value).is_ok(), "{:?}", value);
            match edited_once(TEXT, &edits) {
                Ok(after) => {
                    let game = read(&after);
                    prop_assert_eq!(game.tags.text("White", &after).map(Cow::into_owned), Some(value));
                    prop_assert_eq!(game.plies(), 1);
                }
                Err(reason) => prop_assert!(reason == "its tags would not be read as they are meant", "{}", reason),
            }
        }
    }

    /// A stripped game has the moves of before, and nothing of what was stripped; or it is refused.
    #[test]
    fn stripping_leaves_the_moves(
        pieces in prop::collection::vec((0..BETWEEN.len(), "[ \n]{0,2}"), 0..12),
        words in prop::sample::subsequence(&ALL[..], 1..5),
        usual in prop::bool::ANY,
    ) {
        const MOVES: [&str; 12] = ["1.", "e4", "e5", "2.", "Nf3", "Nc6", "3.", "Bb5", "a6", "4.", "Ba4", "*"];
        let mut text = "[Event \"a\"]\n\n".to_owned();
        for (index, mv) in MOVES.iter().enumerate() {
            text.push_str(mv);
            let (between, space) = pieces.get(index).map_or((11, " "), |(between, space)| (*between, space.as_str()));
            // Half of the games have nothing that is broken.
            let between = if usual && matches!(between, 4 | 9..) { 11 } else { between };
            for part in [space, BETWEEN[between], space] {
                text.push_str(part);
            }
            text.push(' ');
        }
        let edits = strip(&words);
        let game = read(text.as_bytes());
        match edited_text(text.as_bytes(), &edits) {
            Err(reason) => prop_assert!(!usual, "{reason}: {text:?}"),
            Ok(stripped) => {
                let left = read(&stripped);
                prop_assert!(game.moves().eq(left.moves()), "{text:?}");
                let sheet = ScoreSheet::from_game(&left, &stripped);
                for entry in &sheet.entries {
                    match entry {
                        SheetEntry::Comment(span) => {
                            prop_assert!(!words.contains(&"comments"), "{text:?}");
                            let comment = &stripped[span.clone()];
                            let has_clock =
                                commands(comment).any(|command| command.closed && comment[command.name] == *b"clk");
                            prop_assert!(!has_clock || !words.contains(&"clocks"), "{text:?}");
                        }
                        SheetEntry::Open { .. } => prop_assert!(!words.contains(&"variations"), "{text:?}"),
                        _ => {}
                    }
                }
            }
        }
    }
}
