//! How fast it is decided whether a side can still mate, compared with the crate chasolver.
//!
//! `cargo bench --bench unwinnable -- FILE…`: files of FENs, one a line. Words before the FEN that are no FEN are skipped,
//! what follows it too; the side asked about is the one that has just moved, for that is whose flag has not fallen, and
//! with `--both` it is either side in turn. Both programs answer the same questions in memory, in turns, in one thread,
//! and are charged the CPU time of that thread: the full answer, and the quick one (*surely not*, or nothing).

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "the report of a bench; all counts are small")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::laws::unwinnable::{CanMate, can_mate, cannot_mate};
use chasolver::{Winnability, is_unwinnable_fast, winnability};
use cpu_time::ThreadTime;

/// How often each side answers all questions.
const REPETITIONS: usize = 3;

/// The budget of a full answer, in positions.
const BUDGET: u32 = 4_000_000;

/// A question, in the words of both programs.
struct Question {
    position: Position,
    side: Color,
    board: chess::Board,
    their_side: chess::Color,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let asks_both = words.iter().any(|word| word == "--both");
    let mut files: Vec<String> = words.into_iter().filter(|word| !word.starts_with("--")).collect();
    if files.is_empty() {
        files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft/standard.epd").display().to_string());
    }
    for file in files {
        match fs::read_to_string(&file) {
            Ok(text) => report(&file, &questions(&text, asks_both)),
            Err(error) => println!("{file}: {error}"),
        }
    }
}

fn questions(text: &str, asks_both: bool) -> Vec<Question> {
    let positions = text.lines().filter(|line| !line.starts_with('#')).filter_map(read);
    let ask = |position: Position| {
        let sides = if asks_both { Color::BOTH.to_vec() } else { vec![position.turn().other()] };
        sides.into_iter().filter_map(move |side| question(position.clone(), side))
    };
    positions.flat_map(ask).collect()
}

/// The position in a line.
fn read(line: &str) -> Option<Position> {
    let words: Vec<&str> = line.split_whitespace().skip_while(|word| !word.contains('/')).collect();
    let field = |at: usize| words.get(at).copied().unwrap_or("-").trim_end_matches(';');
    Position::from_fen(&format!("{} {} {} {} 0 1", words.first()?, field(1), field(2), field(3))).ok()
}

fn question(position: Position, side: Color) -> Option<Question> {
    let board = position.to_fen().parse().ok()?;
    let their_side = if side == Color::White { chess::Color::White } else { chess::Color::Black };
    Some(Question { position, side, board, their_side })
}

/// An answer: yes, no, or none.
type Answer = Option<bool>;

fn ours(question: &Question) -> Answer {
    match can_mate(&question.position, question.side, BUDGET) {
        CanMate::Yes(_) => Some(true),
        CanMate::No(_) => Some(false),
        CanMate::Unknown { .. } => None,
    }
}

fn theirs(question: &Question) -> Answer {
    winnability(&question.board, question.their_side).map(|answer| matches!(answer, Winnability::Winnable { .. }))
}

fn ours_quick(question: &Question) -> Answer {
    cannot_mate(&question.position, question.side).map(|_| false)
}

fn theirs_quick(question: &Question) -> Answer {
    is_unwinnable_fast(&question.board, question.their_side).then_some(false)
}

fn report(name: &str, questions: &[Question]) {
    println!("{name}: {} questions", questions.len());
    compare("quick", questions, [ours_quick, theirs_quick]);
    compare("full", questions, [ours, theirs]);
}

/// Asks both programs in turns, and tells their times and answers.
fn compare(name: &str, questions: &[Question], players: [fn(&Question) -> Answer; 2]) {
    let mut times = [const { Vec::new() }; 2];
    let mut answers = [const { Vec::new() }; 2];
    for _ in 0..REPETITIONS {
        for (at, player) in players.iter().enumerate() {
            let start = ThreadTime::now();
            answers[at] = questions.iter().map(player).collect();
            times[at].push(start.elapsed());
        }
    }
    let [mine, peers] = times.map(|times| median(times).as_secs_f64());
    let each = 1e6 / questions.len().max(1) as f64;
    println!("  {name}: adoube {:.2} us, chasolver {:.2}, ratio {:.2}", mine * each, peers * each, peers / mine);
    for (who, answers) in ["adoube", "chasolver"].into_iter().zip(&answers) {
        let count = |wanted: Answer| answers.iter().filter(|&&answer| answer == wanted).count();
        println!("    {who}: {} yes, {} no, {} open", count(Some(true)), count(Some(false)), count(None));
    }
    let [ours, theirs] = &answers;
    for ((ours, theirs), question) in ours.iter().zip(theirs).zip(questions) {
        if ours.is_some() && theirs.is_some() && ours != theirs {
            println!("    they differ: {} {}: {ours:?} {theirs:?}", question.position.to_fen(), question.side);
        }
    }
    if let Some((question, time)) = slowest(questions, players[0]) {
        println!("    slowest: {:.3} ms, {} {}", time.as_secs_f64() * 1e3, question.position.to_fen(), question.side);
    }
}

/// The question that takes longest.
fn slowest(questions: &[Question], player: fn(&Question) -> Answer) -> Option<(&Question, Duration)> {
    let timed = questions.iter().map(|question| {
        let start = ThreadTime::now();
        std::hint::black_box(player(question));
        (question, start.elapsed())
    });
    timed.max_by_key(|&(_, time)| time)
}

/// Lower middle of a list; zero for an empty one.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get((times.len().max(1) - 1) / 2).copied().unwrap_or_default()
}
