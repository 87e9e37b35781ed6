//! No typing error silently changes a move: games with one slip between their tokens, compared with an independent
//! reader.
//!
//! A slip inserts, removes or moves a space, a line break or a single letter. Rules that know
//! nothing of chess split the text into words, and shakmaty's strict SAN reader plays each word. Up to the first word
//! that adoube plays differently, both must agree on every move. There must be a finding of the default profile on the
//! line of that word, of the next word (where a missing move shows), or of the previous word, if the word may be the
//! rank of a move.

use std::fs;

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move, Position as _};

use adoube::chess::uci::{self, UciMode};
use adoube::game::record::score_sheet::{ScoreSheet, SheetEntry};
use adoube::game::replay::{Game, ReplayOptions, Validity, read_game_as};
use adoube::game::rules::{Profile, Severity};
use adoube::pgn::place::Locator;
use adoube::pgn::split::games;

use crate::support::Random;
use crate::support::games::{fixtures, read_all};

/// An element of the movetext that is a move or determines where moves belong.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    /// A move number, and whether it has dots.
    Number(u32, bool),
    Open,
    Close,
    /// A run of `!` and `?`: it belongs to the move before it.
    Suffix,
    Word(String),
}

/// An item, and where it starts.
type Placed = (usize, Item);

/// Symbols that annotate the move before them.
const SIGNS: [&str; 10] = ["N", "D", "RR", "TN", "=", "+", "+-", "-+", "±", "∓"];

/// Suffixes of check and capture that may follow a move.
const SPELLINGS: [&str; 6] = ["+", "++", "#", "mate", "ch", "e.p."];

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The items of the movetext from `start` to the result, without comments, NAGs and dots; and whether there is a
/// result.
fn items(text: &str, start: usize) -> (Vec<Placed>, bool) {
    let bytes = text.as_bytes();
    let (mut items, mut at) = (Vec::new(), start);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' => at += text[at..].find('}').map_or(text.len() - at, |length| length + 1),
            b';' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'%' if at == 0 || bytes[at - 1] == b'\n' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'(' => {
                items.push((at, Item::Open));
                at += 1;
            }
            b')' => {
                items.push((at, Item::Close));
                at += 1;
            }
            b'!' | b'?' => {
                items.push((at, Item::Suffix));
                at += text[at..].bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
            }
            _ if byte.is_ascii_whitespace() => at += 1,
            _ => {
                // Punctuation and `*` end a word, and are tokens themselves (PGN 7).
                let is_end = |c: char| {
                    c.is_ascii_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '*' | '!' | '?' | '$')
                };
                let mut rest = text[at..].char_indices().skip(1);
                let end = match byte {
                    b'*' => at + 1,
                    _ => rest.find(|(_, c)| is_end(*c)).map_or(text.len(), |(length, _)| at + length),
                };
                let word = &text[at..end];
                if RESULTS.contains(&word) {
                    return (items, true);
                }
                at = end - push_word(word, at, &mut items);
            }
        }
    }
    (items, false)
}

/// Adds the item of a run of characters; returns the number of bytes left to read.
fn push_word(word: &str, at: usize, items: &mut Vec<Placed>) -> usize {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
    let letter_follows = digits > 0 && word[digits..].starts_with(|c: char| c.is_ascii_alphabetic());
    if dots > 0 || digits == word.len() || letter_follows {
        // A number ends with its dots (PGN 7), which may be missing.
        if digits > 0 {
            items.push((at, Item::Number(word[..digits].parse().unwrap_or(u32::MAX), dots > 0)));
        }
        return word.len() - digits - dots;
    }
    let is_nag = word.strip_prefix('$').is_some_and(|number| number.trim_end_matches('.').parse::<u8>().is_ok());
    let bare = word.trim_end_matches(['!', '?']);
    if !is_nag && !bare.is_empty() {
        items.push((at, Item::Word(bare.to_owned())));
    }
    0
}

/// A line of moves, for shakmaty.
#[derive(Clone)]
struct Line {
    position: Chess,
    before: Option<Chess>,
    /// Whether the last item is a move, without a number after it.
    after_move: bool,
}

/// The legal move that a word names in strict SAN. Also accepts spellings that can mean only one move: a capture
/// without `x` or rank, castling without hyphens, a promotion without `=`, an extra `P` or `-`, another check suffix,
/// an assessment directly after the move.
fn strict(position: &Chess, word: &str) -> Option<Move> {
    let read = |word: &str| SanPlus::from_ascii(word.as_bytes()).ok()?.san.to_move(position).ok();
    if let Some(mv) = read(word) {
        return Some(mv);
    }
    let mut fits = position.legal_moves().into_iter().filter(|mv| {
        let san = SanPlus::from_move(position.clone(), *mv).to_string();
        let same = |a: &str, b: &str| a.trim_end_matches(['+', '#']) == b.trim_end_matches(['+', '#']);
        let is_short_capture =
            || san.as_bytes()[0].is_ascii_lowercase() && san.as_bytes()[1] == b'x' && same(&san[..3], word);
        same(&san.replace('x', ""), word)
            || word.strip_prefix('P').is_some_and(|word| same(&san, word))
            || san.starts_with('O') && same(&san.replace('-', ""), &word.replace('-', ""))
            || word.strip_prefix('-').is_some_and(|word| same(&san, word))
            || ["=", "-", "+-"].iter().any(|sign| word.strip_suffix(sign).is_some_and(|word| same(&san, word)))
            || same(&san.replace('=', ""), word)
            || same(&san, word)
            || is_short_capture()
    });
    fits.next().filter(|_| fits.next().is_none())
}

/// The moves that adoube has played, with `None` for each parenthesis of a variation.
fn played(game: &Game, bytes: &[u8]) -> Vec<Option<String>> {
    let sheet = ScoreSheet::from_game(game, bytes);
    let mark = |entry: &SheetEntry| match entry {
        SheetEntry::Move(mv) => Some(Some(uci::write(*mv, UciMode::Standard).to_string())),
        SheetEntry::Open { .. } | SheetEntry::Close => Some(None),
        _ => None,
    };
    sheet.entries.iter().filter_map(mark).collect()
}

/// The first item that is not played as written: its offset, that of the next item, and that of the previous item if
/// this one may be the rank of a move. `None` if all moves are played as written.
fn first_deviation(items: &[Placed], played: &[Option<String>]) -> Option<[usize; 3]> {
    let mut line = Line { position: Chess::default(), before: None, after_move: false };
    let (mut outer, mut next): (Vec<Line>, _) = (Vec::new(), played.iter());
    let last = items.last()?.0;
    for (i, (at, item)) in items.iter().enumerate() {
        let after = items.get(i + 1).map_or(*at, |(at, _)| *at);
        // A rank on the next line belongs to the short capture before it.
        let is_rank = match item {
            Item::Number(rank, false) => (1..=8).contains(rank),
            Item::Word(word) => word.starts_with(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        let first = if is_rank && i > 0 { items[i - 1].0 } else { *at };
        let here = Some([*at, after, first]);
        match item {
            Item::Number(number, _) => {
                let fullmoves = line.position.fullmoves().get();
                // A number after Black's move is that of White's next move.
                if *number != fullmoves {
                    return here;
                }
                line.after_move = false;
            }
            Item::Open => {
                let Some(before) = line.before.clone().filter(|_| next.next() == Some(&None)) else { return here };
                outer.push(std::mem::replace(&mut line, Line { position: before, before: None, after_move: false }));
            }
            Item::Suffix if line.after_move => {}
            Item::Suffix => return here,
            Item::Close => {
                let (Some(back), Some(None)) = (outer.pop(), next.next()) else { return here };
                line = back;
            }
            Item::Word(word) => {
                if line.after_move && is_remark(&line.position, word, &items[i + 1..]) {
                    continue;
                }
                let Some(mv) = strict(&line.position, word) else { return here };
                let uci = mv.to_uci(CastlingMode::Standard).to_string();
                if next.next() != Some(&Some(uci)) {
                    return here;
                }
                line.before = Some(line.position.clone());
                line.position = line.position.clone().play(mv).expect("it is legal");
                line.after_move = true;
            }
        }
    }
    next.next().is_some().then_some([last; 3])
}

/// Whether a word after a move annotates it, and cannot be the start of the next move.
fn is_remark(position: &Chess, word: &str, after: &[Placed]) -> bool {
    let mut joined = word.to_owned();
    let mut parts = after.iter().take(2).map_while(|(_, item)| match item {
        Item::Word(part) => Some(part.clone()),
        Item::Number(part, false) => Some(part.to_string()),
        _ => None,
    });
    let begins_move = parts.any(|part| {
        joined += &part;
        SanPlus::from_ascii(joined.as_bytes()).is_ok_and(|read| read.san.to_move(position).is_ok())
    });
    (SIGNS.contains(&word) || SPELLINGS.contains(&word)) && !begins_move
}

/// Where the movetext of a game starts.
fn movetext(text: &str) -> usize {
    text.find("\n\n").map_or(0, |at| at + 2)
}

/// Valid games from the initial position.
fn seeds() -> Vec<String> {
    let mut files: Vec<_> =
        ["classics.pgn", "gnuchess-book-sample.pgn"].map(|file| fixtures("games").join(file)).into();
    let folders = fs::read_dir(fixtures("rules")).unwrap().map(|entry| entry.unwrap().path().join("good.pgn"));
    files.extend(folders.filter(|path| path.exists()));
    files.push(fixtures("replay").join("annotated.pgn"));
    files.sort();
    let mut seeds = Vec::new();
    for file in files {
        let Ok(text) = String::from_utf8(fs::read(file).unwrap()) else { continue };
        for span in games(text.as_bytes()) {
            let game = text[span].replace('\r', "\n");
            let read = read_all(game.as_bytes(), Profile::default().rules());
            let is_usual = !["[FEN", "[Variant", "--"].iter().any(|text| game.contains(text)) && game.starts_with('[');
            if is_usual && read.len() == 1 && read[0].report.findings.is_empty() && read[0].status == Validity::Valid {
                seeds.push(game);
            }
        }
    }
    seeds
}

const LETTERS: &[u8] = b"NBRQKDSTLabcdefghxOoPnqr=+-!$0";

/// One slip in the movetext.
fn slip(game: &str, random: &mut Random) -> String {
    let mut bytes = game.as_bytes().to_vec();
    let start = movetext(game);
    let places: Vec<usize> = (start..bytes.len()).filter(|&at| bytes[at].is_ascii_graphic()).collect();
    let gaps: Vec<usize> = (start..bytes.len()).filter(|&at| bytes[at].is_ascii_whitespace()).collect();
    let (gap, place) = (*random.one_of(&gaps), *random.one_of(&places));
    let letter = *random.one_of(LETTERS);
    match random.below(9) {
        0 => bytes.insert(place, b' '),
        1 => bytes.insert(place, b'\n'),
        2 => _ = bytes.remove(gap),
        // A space moves by one character, to the right or to the left.
        3 if gap + 1 < bytes.len() => bytes.swap(gap, gap + 1),
        4 if gap > start => bytes.swap(gap - 1, gap),
        5 => bytes[gap] = if bytes[gap] == b' ' { b'\n' } else { b' ' },
        // A separate letter, one that touches a token, and a removed one.
        6 => _ = bytes.splice(gap..gap, [b' ', letter]),
        7 => bytes.insert(gap + random.below(2), letter),
        _ => _ = bytes.remove(place),
    }
    String::from_utf8(bytes).unwrap_or_else(|_| game.to_owned())
}

/// The error in the reading of a text, if any.
fn complaint(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let options = ReplayOptions { rules: Profile::default().rules(), variations: true, ..ReplayOptions::default() };
    let game = read_game_as(bytes, 0, &options);
    let is_found = |line: u64| {
        let mut locator = Locator::new(bytes);
        let mut findings = game.report.findings.iter();
        findings.any(|finding| finding.severity >= Severity::Warning && locator.place(finding.span.start).line == line)
    };
    let line = |at: usize| 1 + bytes[..at].split(|byte| *byte == b'\n').skip(1).count() as u64;
    let (items, has_result) = items(text, movetext(text));
    if !has_result && game.report.findings.is_empty() {
        return Some("the result is silently lost".to_owned());
    }
    let places = first_deviation(&items, &played(&game, bytes))?;
    let at = places[0];
    if places.into_iter().any(|at| is_found(line(at))) {
        return None;
    }
    Some(format!("line {}, at {:?}: silently not played as written", line(at), &text[at..(at + 12).min(text.len())]))
}

/// The number in a variable of the environment.
fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// `ADOUBE_MUTATIONS` is the number of slips, and `ADOUBE_MUTATION_SEED` the random seed.
#[test]
fn no_slip_silently_changes_a_move() {
    let count = number("ADOUBE_MUTATIONS", 4_000);
    let seeds = seeds();
    assert!(seeds.len() > 300, "only {} games", seeds.len());
    let mut random = Random::new(number("ADOUBE_MUTATION_SEED", 3));
    let mut wrong = Vec::new();
    for _ in 0..count {
        let game = random.one_of(&seeds).clone();
        let text = slip(&game, &mut random);
        if let Some(complaint) = complaint(&text) {
            let start = movetext(&text);
            let differs = text.bytes().zip(game.bytes()).position(|(a, b)| a != b).unwrap_or(start);
            let from = (0..differs.saturating_sub(40)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
            wrong.push(format!("{complaint}: …{:?}…", text[from..].chars().take(80).collect::<String>()));
        }
    }
    wrong.sort();
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.iter().take(60).cloned().collect::<Vec<_>>().join("\n")
    );
}

/// The independent reader agrees on valid games, and expects a finding for known slips.
#[test]
fn oracle_accepts_valid_games_and_finds_slips() {
    for game in seeds() {
        let options = ReplayOptions { variations: true, ..ReplayOptions::default() };
        let read = read_game_as(game.as_bytes(), 0, &options);
        let (items, has_result) = items(&game, movetext(&game));
        assert!(has_result, "{game}");
        assert_eq!(first_deviation(&items, &played(&read, game.as_bytes())), None, "{game}");
    }
    for (text, moves, at) in [
        ("1. e4 e5 2. N f3 Nc6 *", ["e2e4", "e7e5", "f2f3", "b8c6"], Some(12)),
        ("1. e4 e5 2. = Nf3 Nc6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], Some(12)),
        ("1. e4 e5 2. ! Nf3 Nc6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], Some(12)),
        ("1. e4 e5 2. Nf3 $10Nc6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], Some(16)),
        ("1. e4 e5! 2. Nf3 ! Nc6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], None),
        ("1. e4 e5 = 2. Nf3 Nc6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], None),
        ("1. e4 e5 2. Nf3 d6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], Some(16)),
        ("1. e4 e5 3. Nf3 Nc6 *", ["e2e4", "e7e5", "g1f3", "b8c6"], Some(9)),
    ] {
        let played: Vec<_> = moves.iter().map(|mv| Some((*mv).to_owned())).collect();
        let (items, _) = items(text, 0);
        assert_eq!(first_deviation(&items, &played).map(|[at, ..]| at), at, "{text}");
    }
}
