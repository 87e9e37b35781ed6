//! Robust reading: tokens and games tile any bytes, and every game is counted.

use std::fmt::Write as _;
use std::fs;

use proptest::prelude::*;

use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::cpu::CpuLevel;
use adoube::game::record::export::{PlyRange, export};
use adoube::game::replay::{ReplayOptions, Validity, read_game_as};
use adoube::game::rules::{Profile, Rule, RuleSet};
use adoube::pgn::split::games;

use crate::reading_support::{check, check_reader_modes};
use crate::support::Random;
use crate::support::games::{fixtures, read_all};

/// Three games with everything that PGN has.
const THREE_GAMES: &str = "\
    % made for the tests\r\n\
    [Event \"Club \\\"Match\\\"\"]\r\n[Site \"Utrecht NED\"]\r\n[Date \"2024.03.09\"]\r\n[Round \"1\"]\r\n\
    [White \"Vermeer, Anna\"]\r\n[Black \"Holm, Lars\"]\r\n[Result \"1-0\"]\r\n\r\n\
    {Played in hall B} 1. e4 e5 $1 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3! {[%clk 1:30:00]} 2... Nc6\r\n\
    3. Bb5 ; the Spanish game\r\na6 4. Ba4 Nf6 5. O-O 1-0\r\n\r\n\
    [Event \"Endings\"]\r\n[Result \"*\"]\r\n[SetUp \"1\"]\r\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n\
    1. Kd2 Kd4 *\r\n\r\n\
    [Event \"\u{17d}atec\"]\r\n[Variant \"Atomic\"]\r\n[Result \"1/2-1/2\"]\r\n\r\n1. N@f3 1/2-1/2\r\n";

/// A game with every kind of variation, legal and illegal.
const VARIATIONS: &str = "\
    [Event \"Lines\"]\n[Result \"1-0\"]\n\n\
    1. e4 ( 1. d4 d5 $1 ( 1... Nf6 2. c4 ( 2. Bg5 !? Ne4 3. Bf4 (3. h4!) ) 2... e6 ) 2. c4 ) ( 1. c4 ) 1... e5 $255\n\
    2. Bc4 {quiet} ( 2. Nf3 {main} Nc6 ( 2... d6 3. d4 {Philidor} ) 3. Bb5 ) 2... Nc6 $14 ( 2... Bc5 3. Qh5 Nf6\n\
    4. Qxf7# ) 3. Qh5 ( 3. Qf3 Nd4 4. Qxf7+ ) ( 3. Nf3 ?! Nf6 ?? 4. Ng5 d5 5. exd5 ( 5. Qf3 ( 5. d3 ( 5. d4 ( 5. h3 a6\n\
    ( 5... h6 ) ) ) ) ) 5... Nxd5 6. Nxf7 {Fegatello} Kxf7 ) 3... Nf6 ( 3... g6 ! 4. Qf3 $6 Nf6 {[%clk 0:01:00]} ) ( )\n\
    ( 3... Qe7 4. Nf3 ( 4. Ke3 ) 4... d6 ( 4... Nf6! 5. Qxf7+ ) ) 4. Qxf7# ( 4. Qxf7 ) 1-0\n";

/// A game with a long engine comment after every move.
fn engine_game() -> String {
    const MOVES: [&str; 15] = [
        "1. d4 ",
        " Nf6 ",
        "\n2. c4 ",
        " e6 ",
        "\n3. Nc3 ",
        "\nBb4 ",
        " 4. e3 ",
        " O-O ",
        " (4... c5) 5. Nge2 ",
        " d5! ",
        "6.a3 ",
        "\nBe7 ",
        " 7. cxd5 Nxd5 $10 ",
        " 8. Bd2 ",
        " b6 ",
    ];
    let comment = |i: usize| {
        format!("{{d={i}, mt=4{i}17, tl=1739{i}, s=5{i}, pv=Nbd7 O-O Rfd8{}, R50=49}}", " Kh1 Kh8".repeat(i * i % 23))
    };
    let moves: String = MOVES.iter().enumerate().map(|(i, gap)| [*gap, &comment(i + 9)].concat()).collect();
    format!("[Event \"Engines\"]\n[Result \"*\"]\n\n{moves} *\n\n[Event \"Next\"]\n\n1. e4 *\n{:PADDING$}\n", "")
}

/// The number of blanks after the engine game, so that the fast path is not too near the end of the text.
const PADDING: usize = 200;

/// Small games to mutate: those above, those of every rule, and the first of a book.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![THREE_GAMES.as_bytes().to_vec(), VARIATIONS.as_bytes().to_vec(), engine_game().into_bytes()];
    for file in ["classics.pgn", "gnuchess-book-sample.pgn"] {
        let bytes = fs::read(fixtures("games").join(file)).unwrap();
        let spans: Vec<_> = games(&bytes).take(60).collect();
        seeds.extend(spans.chunks(3).map(|spans| bytes[spans[0].start..spans[spans.len() - 1].end].to_vec()));
    }
    let mut folders: Vec<_> = fs::read_dir(fixtures("rules")).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    seeds.extend(folders.iter().filter_map(|folder| fs::read(folder.join("bad.pgn")).ok()));
    seeds
}

/// The bytes most likely to confuse a reader.
const SPLICES: [&[u8]; 20] = [
    b" ( Nf3 ) ",
    b" ( ",
    b" $12 ",
    b"!? ",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"\"",
    b"\r",
    b"\n\n",
    b";",
    b"[Event \"x\"]",
    b"\n\n[Event \"x\"]\n",
    b"1-0 ",
    b"\xef\xbb\xbf",
    b"\0",
    b"\xff\xfe",
];

fn mutate(bytes: &mut Vec<u8>, random: &mut Random, other: &[u8]) {
    let at = random.below(bytes.len() + 1);
    match random.below(6) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => bytes[at] = u8::try_from(random.below(256)).unwrap(),
        2 => {
            let end = bytes.len().min(at + random.below(40));
            bytes.drain(at..end);
        }
        3 => {
            let from = random.below(other.len());
            let to = other.len().min(from + random.below(80));
            bytes.splice(at..at, other[from..to].iter().copied());
        }
        // Without its dot, a number runs into a move.
        4 => {
            if let Some(dot) = bytes[at..].windows(2).position(|pair| pair == b". ") {
                bytes.drain(at + dot..at + dot + 2);
            }
        }
        _ => {
            bytes.splice(at..at, SPLICES[random.below(SPLICES.len())].iter().copied());
        }
    }
}

#[test]
fn levels_that_are_not_tested_are_named() {
    assert!(CpuLevel::tested("the fast path of whole games").count() < CpuLevel::ALL.len());
}

#[test]
fn tokens_end_with_their_game() {
    for suffix in ["[;]{", "<{>", "<;>{", "\"{\" ;", "%{", "[{]", "$;{", "(;{", "e4;{", "{;{"] {
        for end in ["\n", "\r", "\n\n"] {
            check(format!("*{suffix}{end}[i \"v\"]}}{end}").as_bytes());
            check(format!("* {suffix}{end}[Event \"v\"]{end}{end}1. e4 }} *{end}").as_bytes());
        }
    }
}

#[test]
fn lines_of_any_length_are_read() {
    for far in [65_535, 65_536] {
        let gap = " ".repeat(far);
        for line in [
            format!("[{gap}Event \"x\"]"),
            format!("[Event{gap}\"x\"]"),
            format!("[Event \"x\"{gap}]"),
            format!("[Event \"x{gap}\"]"),
            format!("[Event \"x{gap}"),
            format!("[Event x{gap}]"),
            format!("[Event \"x\"] y{gap}e4"),
        ] {
            check(format!("{line}\n[Site \"?\"]\n\n1. e4 *\n").as_bytes());
        }
    }
    for piece in ["[Event \"x\"] y ", "[Event \"x", "[A \"x\\\" ", "[\n", "[\nA\n", "[\nA\n\"x", "N f3 ", "N f6 N g8 "]
    {
        check(format!("{}\n\n1. e4 *\n", piece.repeat(2000)).as_bytes());
    }
}

#[test]
fn every_prefix_is_read() {
    let bytes = THREE_GAMES.as_bytes();
    for end in 0..=bytes.len() {
        check(&bytes[..end]);
        check(&bytes[end..]);
    }
}

#[test]
fn variations_are_read() {
    let bytes = VARIATIONS.as_bytes();
    for end in (0..=bytes.len()).step_by(5) {
        check(&bytes[..end]);
    }
    // Without any one of its bytes, and with any one doubled.
    for at in 0..bytes.len() {
        check(&[&bytes[..at], &bytes[at + 1..]].concat());
        check(&[&bytes[..=at], &bytes[at..]].concat());
    }
}

#[test]
fn long_comments_are_read() {
    let text = engine_game();
    let bytes = text.as_bytes();
    assert!(read_all(bytes, RuleSet::EMPTY).iter().all(|game| game.status == Validity::Valid));
    for at in 0..bytes.len() - PADDING {
        // At each place one of the bytes, or none.
        let byte = b"}{[ e(.\xe9".get(at % 9).map_or(&[][..], std::slice::from_ref);
        check_reader_modes(&[&bytes[..at], byte, &bytes[at + 1..]].concat(), 0);
    }
}

/// Random moves with annotations, and variations with legal and illegal moves.
fn annotated(position: &Position, ply: usize, moves: usize, depth: usize, random: &mut Random, text: &mut String) {
    const BESIDE: [&str; 12] = [
        "{a} ",
        "{a} {b} ",
        "{a} {b} {c} ",
        "! ",
        "!? ",
        "$5 ",
        "$5 $140 ",
        "{a} $1 ",
        "$1 {a} ",
        "; to the end\n",
        "{[%clk 0:01:00]} ",
        "{a} {b} $3 ",
    ];
    let mut position = position.clone();
    for ply in ply..ply + moves {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return;
        }
        if random.below(4) > 0 {
            let _ = write!(text, "{}{} ", ply / 2 + 1, if ply % 2 == 0 { "." } else { "..." });
        }
        let before = position.clone();
        let mv = legal[random.below(legal.len())];
        let san = san::write(&position, mv).to_string();
        if random.below(6) == 0 && san.starts_with(['N', 'B', 'R', 'Q', 'K']) {
            // With full disambiguation, without check suffix.
            let (takes, bare) = (if san.contains('x') { "x" } else { "" }, san.trim_end_matches(['+', '#']));
            let _ = write!(text, "{}{}{takes}{}{} ", &san[..1], mv.from(), mv.to(), &san[bare.len()..]);
        } else {
            let _ = write!(text, "{san} ");
        }
        position = position.after_unchecked(mv);
        if random.below(3) == 0 {
            *text += BESIDE[random.below(BESIDE.len())];
        }
        while depth > 0 && random.below(4) == 0 {
            *text += "( ";
            // One in three starts a move too late, and is seldom legal there.
            let start = if random.below(3) == 0 { &position } else { &before };
            annotated(start, ply, 1 + random.below(4), depth - 1, random, text);
            *text += ") ";
        }
    }
}

#[test]
fn annotated_games_are_read() {
    let mut random = Random::new(2);
    for _ in 0..300 {
        let mut text = "[Event \"x\"]\n\n".to_owned();
        let moves = 1 + random.below(30);
        annotated(&Position::initial(), 0, moves, 3, &mut random, &mut text);
        text += "*\n";
        for start in [0, text.find("1.").unwrap_or(0)] {
            check_reader_modes(text.as_bytes(), start);
        }
    }
}

#[test]
fn complete_moves_before_spliced_tags_are_played() {
    for (word, plies) in [("Nf3", 1), ("Ng1f3", 1), ("Ngf3", 1), ("e2e4", 1), ("Nf", 0), ("Ng1", 0)] {
        let text = format!("1. {word}[Event \"x\"]\n\n1. e4 *\n");
        check(text.as_bytes());
        let read = read_all(text.as_bytes(), Profile::default().rules());
        let spliced = read[0].report.findings.iter().filter(|finding| finding.rule == Rule::SplicedGame).count();
        assert_eq!((read.len(), read[0].plies(), spliced), (2, plies, 1), "{word}");
    }
}

#[test]
fn reads_nonstandard_results() {
    let forms =
        ["1/2", "½-½", "½", "½-1/2", "1/2-½", "0.5-0.5", "0.5:0.5", "0,5-0,5", "1–0", "1:0", "1-O", "o-1", "1/2 - 1/2"];
    let windows_1252 = b"1. e4 e5 \xbd-\xbd\n".to_vec();
    for text in forms.map(|form| format!("1. e4 e5 {form}\n").into_bytes()).into_iter().chain([windows_1252]) {
        let read = read_all(&text, Profile::default().rules());
        let is_seen = read[0].report.findings.iter().any(|finding| finding.rule == Rule::NonstandardResult);
        assert!(is_seen && read[0].plies() == 2, "{}", text.escape_ascii());
    }
}

/// There are several comments between a move and its variation, and an annotation before them.
#[test]
fn a_variation_belongs_to_the_move_before_it() {
    for (text, errors) in [
        ("1. e4 !? c5 {a} {b} (1... Nf6 2. Nd5) 2. Nf3 *", 1),
        ("1. e4 !? c5 {a} {b} ( 1... Nf6 2. e5 Nd5 ) 2. Nf3 d6 *", 0),
        ("1. e4! {x} {y} e5 2. f4 {a} {b} (2. Nf3 e6) 2... a6 *", 1),
        ("1. e4 ( 1. d4 ) 1... c5 {a} {b} (1... Nf6 2. Nd5) 2. Nf3 *", 1),
    ] {
        check(text.as_bytes());
        let read = read_all(text.as_bytes(), Profile::default().rules());
        let illegal = read[0].report.findings.iter().filter(|finding| finding.rule == Rule::IllegalInVariation);
        assert_eq!(illegal.count(), errors, "{text}");
    }
}

#[test]
fn long_lines_are_played_up_to_the_limit() {
    let text = format!("1. Nf3 {}*\n\n1. e4 e5 *\n", "Nf6 Ng1 Ng8 Nf3 ".repeat(250_100));
    let read = read_all(text.as_bytes(), Profile::default().rules());
    assert_eq!(read.len(), 2, "the game after it is read");
    assert_eq!((read[0].plies(), read[0].status, read[0].is_complete()), (1_000_000, Validity::Invalid, false));
    assert_eq!((read[1].plies(), read[1].status), (2, Validity::Valid));
    let found: Vec<_> = read[0].report.findings.iter().filter(|finding| finding.rule == Rule::BeyondLimits).collect();
    let [finding] = found[..] else { panic!("{found:?}") };
    // The first move that is not played.
    assert_eq!(text[..finding.span.start].split(' ').filter(|word| word.starts_with('N')).count(), 1_000_000);
}

#[test]
fn long_games_are_kept_up_to_the_limit() {
    let limit = 16 << 20;
    let long = "x".repeat(1 << 10);
    for unit in [format!("{{{long}}} "), format!("$1 {}", " ".repeat(1 << 10)), format!("; {long}\n")] {
        let text = format!("1. Nf3 {}e5 *\n\n1. e4 e5 *\n", unit.repeat(limit / unit.len() + 9));
        let read = read_all(text.as_bytes(), Profile::default().rules());
        assert_eq!((read.len(), read[0].plies(), read[0].status), (2, 2, Validity::Invalid));
        let found = read[0].report.findings.iter().find(|finding| finding.rule == Rule::BeyondLimits).unwrap();
        assert_eq!(found.span.start, limit);
        let mut exported = String::new();
        export(&read[0], text.as_bytes(), PlyRange::WHOLE, &mut exported);
        assert!(exported.contains("1. Nf3") && !exported.ends_with("e5 *\n\n"), "{unit}");
    }
    // So are variations, and no more of them.
    for moves in ["1. d4", "1. d4!! Nf6"] {
        let unit = format!("({moves} {{{}}}) ", "x".repeat(4000));
        let text = format!("1. e4 {}*\n", unit.repeat(limit / unit.len() + 100));
        let options = ReplayOptions { variations: true, ..ReplayOptions::default() };
        let game = read_game_as(text.as_bytes(), 0, &options);
        let mut exported = String::new();
        export(&game, text.as_bytes(), PlyRange::WHOLE, &mut exported);
        assert!((limit * 9 / 10..limit + 9000).contains(&exported.len()), "{}", exported.len());
        let kept = game.plies_with_variations();
        let most = 1 + (limit / unit.len() + 1) * moves.matches(' ').count();
        assert!((most - 4..=most).contains(&kept), "{kept} of at most {most}");
    }
    for unit in ["(", "(1. d4 ", "(1. d4 {a} "] {
        let text = format!("1. e4 {}*\n", unit.repeat(2000));
        let read = read_all(text.as_bytes(), Profile::default().rules());
        let mut exported = String::new();
        export(&read[0], text.as_bytes(), PlyRange::WHOLE, &mut exported);
        assert!(exported.matches('(').count() >= 2000, "{unit}");
    }
    let spaces = format!("1. Nf3 *{}1. e4 e5 *\n", "\n ".repeat(limit));
    assert!(read_all(spaces.as_bytes(), Profile::default().rules()).iter().all(|game| game.status == Validity::Valid));
}

#[test]
fn clock_is_read_to_its_last_digit() {
    for clock in [64_000_u32, 65_000, 65_100, 65_535, 70_000, u32::MAX - 3] {
        let mut text =
            format!("[Event \"Patience\"]\n[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - {clock} 1\"]\n\n");
        for number in 1..=500 {
            let [white, black] = if number % 2 == 1 { ["Kd1", "Kd5"] } else { ["Ke1", "Ke5"] };
            let _ = write!(text, "{number}. {white} {black} ");
        }
        text.push_str("501. e4 Kxe4 *\n");
        check_reader_modes(text.as_bytes(), 0);
    }
}

#[test]
fn half_move_clocks_of_any_length_are_counted() {
    const SHUFFLE: [&str; 4] = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for clock in [0, 64_000, 65_023, 65_300, 65_535, 70_000, u32::MAX - 100] {
        let first = clock.min(9_998_000) / 2 + 1;
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {clock} {first}");
        let mut text = format!("[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n");
        for ply in 0..1600 {
            if ply % 2 == 0 {
                write!(text, "{}. ", first + ply / 2).unwrap();
            }
            text += match ply {
                700 => "e4 ",
                701 => "e5 ",
                _ => SHUFFLE[ply as usize % 4],
            };
            text.push(' ');
        }
        check(text.as_bytes());
    }
}

#[test]
fn numbers_without_dots_are_read() {
    for text in ["1. e4 d6 2h3 e5 f6 *", "1e4 d6 2d4 Nf6 3Nc3 Nbd7 4Nf3 e5 5Bc4 Be7 *", "1. e4 d6 2Qh9 e5 Nf3 *"] {
        check(text.as_bytes());
    }
}

#[test]
fn every_fixture_is_read() {
    for seed in seeds() {
        check(&seed);
    }
}

/// `ADOUBE_MUTATIONS` is the number of mutations.
#[test]
fn broken_games_are_read() {
    let count = std::env::var("ADOUBE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(700);
    let seeds = seeds();
    let mut random = Random::new(1);
    for _ in 0..count {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        let other = &seeds[random.below(seeds.len())];
        for _ in 0..=random.below(6) {
            mutate(&mut bytes, &mut random, other);
        }
        let tried = std::panic::catch_unwind(|| check(&bytes));
        assert!(tried.is_ok(), "these bytes: {:?}", bytes.escape_ascii().to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_text_of_tokens_is_read(text in "([ \n\r]|[KQRBN]?[a-h][1-8]|[1-9]\\.|\\.\\.|\\[Event \"|\"\\]|\\[\n?Event\n?|\"x\"\n?\\]|N f3|B |= |\\{|\\}|\\(|\\)|;|%|1-0|1/2|\\*|\\$|O-O|--|é|–|½){0,120}") {
        check(text.as_bytes());
    }
}

#[test]
fn what_is_passed_over_does_not_hide_the_end_of_a_game() {
    for text in [
        "[Event \"\"]N f3(\u{e9}\"][Event \"}",
        "1. e4 (so much for that\n[Event \"x\"]\n\n1. d4 } *\n",
        "1. e4 (white won 1-0\n\n1. e4 d5} *\n",
        "1. e4 e5 1 /2 - 1/2\n\nno game\n\n1. d4 *\n",
        "1. e4 (0:05;0:07) 1-0\n\n1. d4 *\n",
        "1. e4 (0:05;0:07) [Event \"x\"]\n1. d4 *\n",
        "1. e4 e5 2. N\nf3 N c6 1 - 0\n\n1. d4 *\n",
    ] {
        check(text.as_bytes());
    }
}
