//! A position gets the same verdict by every input: `--fen`, a file of positions, standard input, the end of a recorded
//! game, a ply of a game, `validate --audit`, and the statistics of endings.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::chess::san;
use adoube::game::replay::read_game;
use adoube::game::rules::{Rule, RuleSet};
use adoube::game::verdict::game_end::GameEnd;
use adoube::game::verdict::ruling::{RuleSetChoice, Ruling, RulingQuestion, rule_on_game, rule_on_position};
use adoube::laws::edition::{Edition, Supervision, TimeClass};
use adoube::laws::event::{Event, IllegalAction, RulingOptions, decide};
use adoube::laws::history::History;
use adoube::laws::verdict::{Certainty, Decision, Reason, Verdict};

use crate::support::chess::random_game;
use crate::support::{Random, data_folder, say};
use crate::walls;

/// Every `STEP`-th position of the collections is tested.
const STEP: usize = 40;

/// Walls, ends of random games, positions of few pieces, and the collections of hard positions, if they exist.
fn positions() -> Vec<Position> {
    let mut random = Random::new(0x0e_4d1c7);
    let mut positions: Vec<Position> = (0..300).filter_map(|_| walls::random(&mut random)).collect();
    for seed in 0..60 {
        random_game(Position::initial(), seed, 40 + 4 * seed as usize, |position, next| {
            if next.is_none() {
                positions.push(position.clone());
            }
        });
    }
    positions.extend(FORCED.iter().map(|fen| Position::from_fen(fen).unwrap()));
    for name in ["unfair-20k.txt", "test-vector.txt", "chasolver-positions.txt"] {
        let Some(folder) = data_folder() else { break };
        let text = fs::read_to_string(folder.join("unwinnable").join(name)).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#')).step_by(STEP);
        positions.extend(lines.filter_map(read));
    }
    positions
}

/// Positions that are dead because of forced moves.
const FORCED: [&str; 5] = [
    "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
    "6Rk/8/7K/8/8/8/8/8 b - - 0 1",
    "kb6/2N5/1K6/8/8/8/8/8 b - - 0 1",
    "kQ6/8/2n5/8/2K5/8/8/8 b - - 0 1",
    "k7/2Q5/3Q4/1p6/8/KP6/P1P5/8 b - - 2 52",
];

fn read(line: &str) -> Option<Position> {
    let words: Vec<&str> = line.split_whitespace().skip_while(|word| !word.contains('/')).collect();
    let field = |at: usize| words.get(at).copied().unwrap_or("-").trim_end_matches(';');
    Position::from_fen(&format!("{} {} {} {} 0 1", words.first()?, field(1), field(2), field(3))).ok()
}

type Answer = (Decision, Reason, Certainty);

fn answer(rulings: &[Ruling]) -> Answer {
    let verdict = &rulings[0].verdict;
    (verdict.decision, verdict.reason, verdict.certainty)
}

fn of_position(position: &Position) -> Answer {
    answer(&rule_on_position(Some(&position.clone().into()), &RulingQuestion::default()))
}

/// A game that starts from a position, with these moves and no result.
fn game_text(start: &Position, moves: &str) -> String {
    format!("[SetUp \"1\"]\n[FEN \"{}\"]\n[Result \"*\"]\n\n{moves} *\n", start.to_fen())
}

fn of_game(text: &str) -> Answer {
    let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
    let ruled = answer(&rule_on_game(&game, text.as_bytes(), &RulingQuestion::default()));
    let end = GameEnd::from_game(&game, text.as_bytes());
    assert_eq!((end.reason, end.certainty), (ruled.1, ruled.2), "{text}");
    ruled
}

/// Whether the audit reports that the board ended the game.
fn audit_says_over(text: &str) -> bool {
    let found = read_game(text.as_bytes(), 0, RuleSet::ALL).report;
    found.findings.iter().any(|finding| finding.rule == Rule::ResultUnknownButEnded)
}

#[test]
fn position_and_game_ending_in_it_get_the_same_verdict() {
    let (mut asked, mut dead) = (0, 0);
    let mut random = Random::new(7);
    for position in positions() {
        let expected = of_position(&position);
        let text = game_text(&position, "");
        assert_eq!(of_game(&text), expected, "{text}");
        let is_over = expected.0 != Decision::Ongoing;
        assert_eq!(audit_says_over(&text), is_over, "{text}");
        asked += 1;
        dead += u32::from(expected.1 == Reason::DeadPosition);
        let moves = position.legal_moves();
        if is_over || moves.is_empty() {
            continue;
        }
        // One move later, as the end of a game.
        let mv = moves[random.below(moves.len())];
        let after = position.after_unchecked(mv);
        let number = if position.turn() == Color::White { "." } else { "..." };
        let moves = format!("{}{number} {}", position.fullmove_number(), san::write(&position, mv));
        let text = game_text(&position, &moves);
        let expected = of_position(&after);
        assert_eq!(of_game(&text), expected, "{text}");
        assert_eq!(audit_says_over(&text), expected.0 != Decision::Ongoing, "{text}");
        asked += 1;
        dead += u32::from(expected.1 == Reason::DeadPosition);
    }
    say(&format!("{asked} positions, {dead} of them dead"));
    assert!(asked > 500 && dead > 40, "{asked} {dead}");
}

/// A game after `moves`, with a Termination tag and a result.
fn recorded(termination: &str, moves: &str, result: &str) -> String {
    format!("[Termination \"{termination}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n")
}

#[test]
fn recorded_event_is_ruled_on_as_an_event_of_the_question() {
    const MOVES: &str = "1. e4 e5";
    let rule = |text: &str, question: &RulingQuestion| {
        let game = read_game(text.as_bytes(), 0, RuleSet::EMPTY);
        rule_on_game(&game, text.as_bytes(), question).remove(0).verdict
    };
    let name = |color: Color| color.to_string();
    let won_by = |color: Color| if color == Color::White { "1-0" } else { "0-1" };
    let classes = [TimeClass::Standard, TimeClass::Rapid, TimeClass::Blitz];
    let mut asked = 0;
    for edition in Edition::ALL {
        for (class, supervision) in
            classes.into_iter().flat_map(|class| [Supervision::Full, Supervision::Limited].map(|how| (class, how)))
        {
            let terms = RulingOptions { class, supervision, ..RulingOptions::default() };
            let decides = |number: &u8| {
                let event = Event::Illegal { by: Color::White, number: *number, offense: IllegalAction::Move };
                let terms = RulingOptions { edition, ..terms };
                decide(&History::new(Position::initial()), Some(event), terms).decision != Decision::Ongoing
            };
            let losing = (1..=3).find(decides).unwrap_or(1);
            let question = |event| RulingQuestion {
                laws: vec![RuleSetChoice::By(edition)],
                terms,
                event,
                ..RulingQuestion::default()
            };
            let both = [Color::White, Color::Black].into_iter().flat_map(|by| {
                let (result, illegal) = (won_by(by.other()), |number| format!("illegal:{by}:{number}").to_lowercase());
                // After an illegal move, the record leaves open how a game went on that it does not end.
                let (before, after) = if by == Color::White { ("1. e4 e5", "2. Ke3") } else { ("1. e4", "Ke6") };
                [
                    (format!("flag:{by}"), MOVES, recorded("Time forfeit", MOVES, result)),
                    (format!("resign:{by}"), MOVES, recorded(&format!("{} resigns", name(by)), MOVES, result)),
                    (format!("late:{by}"), "", recorded("Forfeit", "", result)),
                    (illegal(losing), MOVES, recorded("illegal move", MOVES, result)),
                    (illegal(1), before, recorded("Normal", &format!("{before} {after}"), result)),
                    (
                        format!("illegal-stood:{by}"),
                        before,
                        recorded("Normal", &format!("{before} {after} a6 3. a3 h6"), result),
                    ),
                ]
            });
            let others = [
                ("agree".to_owned(), MOVES, recorded("Draw by mutual agreement", MOVES, "1/2-1/2")),
                ("agree".to_owned(), "1. e4", recorded("Draw by mutual agreement", "1. e4", "1/2-1/2")),
                ("late:both".to_owned(), "", "[Result \"0-0\"]\n\n0-0\n".to_owned()),
            ];
            for (event, moves, record) in both.chain(others) {
                let expected = rule(&format!("{moves} *\n"), &question(Some(event.to_lowercase().parse().unwrap())));
                let found = rule(&record, &question(None));
                let context = format!("{edition} {class:?} {supervision:?} {event}: {found:?} {expected:?}");
                asked += 1;
                if expected.decision == Decision::Ongoing {
                    assert!(
                        found.decision == Decision::Undetermined && found.reason == expected.reason
                            || found.reason == Reason::Stated,
                        "{context}"
                    );
                } else {
                    let of = |verdict: &Verdict| (verdict.decision, verdict.reason, verdict.article, verdict.by);
                    assert_eq!(of(&found), of(&expected), "{context}");
                }
            }
        }
    }
    say(&format!("{asked} recorded events"));
}

/// The decision, reason and certainty that the program prints for each record.
fn printed(arguments: &[&str], input: &str) -> Vec<(String, String, String)> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .env_clear()
        .args(["adjudicate", "-q", "--format", "jsonl"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let verdicts = lines.filter(|line| line["type"] == "verdict");
    let field = |line: &serde_json::Value, name: &str| line[name].as_str().unwrap_or_default().to_owned();
    verdicts.map(|line| (field(&line, "verdict"), field(&line, "reason"), field(&line, "certainty"))).collect()
}

#[test]
fn every_kind_of_input_gives_the_same_verdict() {
    let positions: Vec<Position> = positions().into_iter().step_by(5).collect();
    let fens: Vec<String> = positions.iter().map(Position::to_fen).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let list = fens.join("\n") + "\n";
    let games: String = positions.iter().map(|position| game_text(position, "")).collect::<Vec<_>>().join("\n");
    fs::write(path("list.fen"), &list).unwrap();
    fs::write(path("games.pgn"), &games).unwrap();
    let by_file = printed(&[&path("list.fen")], "");
    assert_eq!(by_file.len(), fens.len());
    for (name, others) in [
        ("standard input", printed(&["--input-format", "fen", "-"], &list)),
        ("games", printed(&[&path("games.pgn")], "")),
        ("at a ply", printed(&["--at", "0", &path("games.pgn")], "")),
        ("one thread", printed(&["-j1", &path("games.pgn")], "")),
    ] {
        for ((fen, one), other) in fens.iter().zip(&by_file).zip(&others) {
            assert_eq!(one, other, "{name}: {fen}");
        }
        assert_eq!(by_file.len(), others.len(), "{name}");
    }
    for (fen, one) in fens.iter().zip(&by_file).step_by(4) {
        assert_eq!(printed(&["--fen", fen], "")[0], *one, "--fen {fen}");
    }
}
