//! Random defects in good games: a fix restores the game, or leaves it alone.

use std::fs;
use std::ops::Range;

use adoube::game::fix::adjust::adjust;
use adoube::game::record::export::{PlyRange, export};
use adoube::game::replay::{ReplayOptions, read_game_as};
use adoube::game::rules::Applicability;
use adoube::{Rule, RuleSet, Validity};

use crate::support::{Random, data_folder, say};

/// A way to write a token, a tag or lines wrongly; `None` where it does not apply.
type Defect = fn(&str, &mut Random) -> Option<String>;

/// Defects of a word of the movetext.
const OF_WORDS: &[Defect] = &[
    |word, _| word.starts_with("O-O").then(|| word.replace('O', "0")),
    |word, _| word.starts_with("O-O").then(|| word.to_lowercase()),
    |word, _| word.contains('x').then(|| word.replace('x', "")),
    |word, _| word.contains('x').then(|| word.replace('x', ":")),
    |word, _| is_move(word).then(|| word.trim_end_matches(['+', '#']).to_owned()),
    |word, random| {
        is_move(word)
            .then(|| format!("{}{}", word.trim_end_matches(['+', '#']), random.one_of(&["+", "#", "++", " mate"])))
    },
    |word, _| word.contains('=').then(|| word.replace('=', "")),
    |word, _| word.contains('=').then(|| word.replace('=', "/")),
    |word, _| (is_move(word) && word.starts_with(|c: char| c.is_ascii_lowercase())).then(|| format!("P{word}")),
    |word, _| (is_move(word) && word.starts_with(['N', 'R', 'Q', 'K'])).then(|| word.to_lowercase()),
    |word, _| (is_move(word) && word.starts_with('N')).then(|| word.replace('N', "\u{2658}")),
    |word, _| is_move(word).then(|| word.replace('e', "\u{435}")),
    |word, random| number(word).map(|number| word.replace(&number.to_string(), &random.below(60).to_string())),
    |word, random| number(word).map(|number| format!("{number}{}", random.one_of(&["", ".", "...", "...."]))),
    |word, _| (word == "1-0").then(|| "1:0".to_owned()),
    |word, _| (word == "0-1").then(|| "0 - 1".to_owned()),
    |word, random| (word == "1/2-1/2").then(|| (*random.one_of(&["1/2", "½-½", "0.5-0.5"])).to_owned()),
    |word, _| ["1-0", "0-1", "1/2-1/2"].contains(&word).then(String::new),
    |word, _| is_move(word).then(|| format!("{word} ch")),
    |word, _| is_move(word).then(|| format!("{word} e.p.")),
    |word, _| Some(format!("{word}\0")),
    |word, _| word.starts_with("O-O").then(|| word.replace('-', " - ")),
    |word, _| (word.starts_with('$') && word.len() > 1).then(|| format!("{word}.")),
    |word, _| Some(format!("{word}\u{a0}")),
    |word, _| Some(format!("{word}\n\n")),
    |word, _| Some(format!("\u{feff}{word}")),
    |word, _| (word.len() > 2 && word.is_ascii()).then(|| word[..word.len() - 1].to_owned()),
];

/// Defects of a line of the tag section.
const OF_TAGS: &[Defect] = &[
    |line, _| Some(line.replacen(" \"", "  \"", 1)),
    |line, _| Some(line.replacen("\"]", "\" ]", 1)),
    |line, _| Some(line.replacen("\"]", "\"", 1)),
    |line, _| Some(line.replacen("\"]", "]", 1)),
    |line, _| Some(line.replacen('"', "“", 1).replacen('"', "”", 1)),
    |line, _| Some(line.replacen('"', "\"a \"b\" ", 1)),
    // A second Event tag begins another game.
    |line, _| (!line.starts_with("[Event ")).then(|| format!("{line}\n{line}")),
    |line, _| (!line.starts_with("[Event ")).then(|| line.to_lowercase()),
    |line, _| Some(format!("{line} ")),
    |_, _| Some(String::new()),
    |line, _| line.starts_with("[Date \"").then(|| line.replace('.', "-")),
    |line, _| line.starts_with("[Result \"").then(|| line.replace("1-0", "1:0").replace("1/2-1/2", "1/2")),
    |line, _| (!line.starts_with("[Event ")).then(|| line.replacen('[', "", 1)),
    |line, _| line.starts_with("[Round \"").then(String::new),
    |line, _| line.starts_with("[Site \"").then(|| "[Site \"\"]".to_owned()),
];

/// Defects of the whole game.
const OF_TEXTS: &[Defect] = &[
    |text, _| Some(text.replacen("]\n\n", "]\n", 1)),
    |text, _| Some(text.replace('\n', "\r")),
    |text, _| Some(text.replace('\n', "\r\n")),
    |text, _| Some(format!("\u{feff}{text}")),
    |text, _| Some(text.trim_end().to_owned()),
    |text, _| Some(text.replacen("1. ", "1.", 1)),
    |text, _| Some(text.replace(". ", ".")),
    |text, _| Some(text.replacen("[Event ", "[ECO \"A00\"]\n[Event ", 1)),
];

/// Whether a word looks like a move.
fn is_move(word: &str) -> bool {
    let square = word.trim_end_matches(['+', '#']);
    square.len() >= 2 && square.ends_with(|c: char| ('1'..='8').contains(&c)) && square.is_ascii()
}

/// The number of a word such as `12.`.
fn number(word: &str) -> Option<u32> {
    word.strip_suffix("...").or_else(|| word.strip_suffix('.'))?.parse().ok()
}

/// The game with one more defect.
fn damaged(text: &str, random: &mut Random) -> String {
    let (tags, moves) = text.split_once("\n\n").unwrap_or((text, ""));
    let range = match random.below(8) {
        0 => return random.one_of(OF_TEXTS)(text, random).unwrap_or_else(|| text.to_owned()),
        1 | 2 => range_of(text, tags.split('\n'), random),
        _ => range_of(text, moves.split_ascii_whitespace(), random),
    };
    let Some(range) = range else { return text.to_owned() };
    let defects = if range.end <= tags.len() { OF_TAGS } else { OF_WORDS };
    match random.one_of(defects)(&text[range.clone()], random) {
        Some(new) => [&text[..range.start], &new, &text[range.end..]].concat(),
        None => text.to_owned(),
    }
}

/// The range of one of these parts of a text.
fn range_of<'t>(text: &str, parts: impl Iterator<Item = &'t str>, random: &mut Random) -> Option<Range<usize>> {
    let parts: Vec<&str> = parts.collect();
    let part = parts.get(random.below(parts.len()))?;
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    Some(start..start + part.len())
}

/// Each game of a text, in export format.
fn exported(text: &[u8]) -> String {
    let options = ReplayOptions { variations: true, ..ReplayOptions::default() };
    let (mut out, mut at) = (String::new(), 0);
    while at < text.len() {
        let game = read_game_as(text, at, &options);
        at = game.span.end;
        if game.status != Validity::NoGame {
            export(&game, text, PlyRange::WHOLE, &mut out);
        }
    }
    out
}

/// The games of a text in export format, of which tags have names in small letters and values that say something, each
/// once. Control characters are spaces.
fn content(text: &[u8]) -> Vec<String> {
    let text: Vec<u8> = text.iter().map(|byte| if *byte == 0 { b' ' } else { *byte }).collect();
    let text = exported(&text).replace(['“', '”'], "").replace(" \"]", "\"]");
    let lines = text.lines().map(|line| match line.split_once(" \"") {
        Some((name, value)) if name.starts_with('[') => {
            let value = if name.ends_with("Date") { value.replace('-', ".") } else { value.to_owned() };
            format!("{} \"{value}", name.to_lowercase())
        }
        _ => line.to_owned(),
    });
    let says = |line: &String| {
        let is_unknown = ["\"?\"]", "\"????.??.??\"]", "\"\"]"].iter().any(|value| line.ends_with(value));
        !is_unknown && !line.starts_with("[result ")
    };
    let mut lines: Vec<String> = lines.filter(says).collect();
    let are_tags = |a: &String, b: &String| a.starts_with('[') && b.starts_with('[');
    lines.chunk_by_mut(are_tags).for_each(<[String]>::sort);
    lines.dedup();
    lines
}

/// Each game of a text with its safe fixes, and the rules of those that were withdrawn.
fn adjusted(text: &[u8], withdrawn: &mut Vec<&'static str>) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let span = adoube::game::replay::read_game(text, at, RuleSet::EMPTY).span;
        at = span.end;
        match adjust(text, span.clone(), RuleSet::ALL, Applicability::Safe) {
            Some(adjusted) => {
                withdrawn.extend(adjusted.withdrawn.iter().map(Rule::code));
                out.extend_from_slice(&adjusted.text);
            }
            None => out.extend_from_slice(&text[span]),
        }
    }
    out
}

/// Damages games, and adjusts them.
fn check(games: &[&str], count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let games: Vec<String> =
        games.iter().map(|game| String::from_utf8(adjusted(game.as_bytes(), &mut Vec::new())).unwrap()).collect();
    let (mut changed, mut restored, mut same, mut wrong) = (0, 0, 0, Vec::new());
    for _ in 0..count {
        let game = random.one_of(&games);
        let mut text = game.clone();
        for _ in 0..=random.below(3) {
            text = damaged(&text, &mut random);
        }
        let mut withdrawn = Vec::new();
        let after = adjusted(text.as_bytes(), &mut withdrawn);
        let twice = adjusted(&after, &mut withdrawn);
        // A result in another form than the four of PGN is none in export format.
        let stated =
            text.replace("[Result \"1/2\"]", "[Result \"1/2-1/2\"]").replace("[Result \"1:0\"]", "[Result \"1-0\"]");
        let [before, now] = [stated.as_bytes(), &after].map(content);
        let faults = [
            (!withdrawn.is_empty()).then(|| format!("withdrawn: {withdrawn:?}")),
            (twice != after).then(|| format!("a second time:\n{}", String::from_utf8_lossy(&after))),
            (now != before).then(|| format!("another game:\n{before:#?}\n{now:#?}")),
        ];
        wrong.extend(faults.into_iter().flatten().map(|fault| format!("{text:?}\n{fault}\n")));
        if text.as_bytes() != after {
            changed += 1;
            restored += usize::from(after == game.as_bytes());
            same += usize::from(exported(&after) == exported(game.as_bytes()));
        }
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
    say(&format!(
        "{count} games with defects: {changed} changed, {restored} restored byte for byte, {same} as before in export format"
    ));
    assert!(changed > count / 4 && restored > changed / 4, "{changed} {restored}");
}

/// The games of a text, as text.
fn split(text: &str) -> Vec<&str> {
    let spans = adoube::pgn::split::games(text.as_bytes());
    spans.map(|span| &text[span]).filter(|game| game.len() < 4000).collect()
}

#[test]
fn damaged_games_are_restored_or_left_alone() {
    let text = fs::read_to_string("fixtures/games/classics.pgn").unwrap()
        + &fs::read_to_string("fixtures/games/gnuchess-book-sample.pgn").unwrap();
    check(&split(&text), 2000, 1);
}

/// As many as the variable `ADOUBE_DEFECTS` says.
#[test]
fn damaged_games_of_the_data_sets_are_restored_or_left_alone() {
    let Some(folder) = data_folder() else { return };
    let count = std::env::var("ADOUBE_DEFECTS").ok().and_then(|count| count.parse().ok()).unwrap_or(2000);
    let text = fs::read(folder.join("games/twic1599.pgn")).unwrap();
    let text = String::from_utf8_lossy(&text);
    check(&split(&text), count, 2);
}
