//! The time to decide whether a side can still mate, compared with the crate chasolver.
//!
//! `cargo bench --bench unwinnable -- FILE…`: files with one FEN on each line; other text before and after it is
//! skipped. The question is about the side that has just moved, whose flag has not fallen, or with `--both` about each
//! side. Both programs answer the same questions in memory, in turns, in one thread, and are charged the CPU time of
//! that thread: the full answer, and the quick one (*surely not*, or nothing).

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "the report of a bench; all counts are small")]

use std::fs;
use std::path::Path;

use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::laws::unwinnable::{CanMate, can_mate, cannot_mate};
use chasolver::{Winnability, is_unwinnable_fast, winnability};
use cpu_time::ThreadTime;

/// The number of repetitions after an uncounted first run: full answers, and quick ones.
const REPETITIONS: [usize; 2] = [3, 15];

/// The budget of a full answer, in positions.
const BUDGET: u32 = 4_000_000;

/// The questions in the types of both programs, so that no conversion is timed.
struct Questions {
    ours: Vec<(Position, Color)>,
    theirs: Vec<(chess::Board, chess::Color)>,
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

fn questions(text: &str, asks_both: bool) -> Questions {
    let positions = text.lines().filter(|line| !line.starts_with('#')).filter_map(read);
    let ask = |position: Position| {
        let sides = if asks_both { Color::BOTH.to_vec() } else { vec![position.turn().other()] };
        sides.into_iter().filter_map(move |side| question(position.clone(), side))
    };
    let (ours, theirs) = positions.flat_map(ask).unzip();
    Questions { ours, theirs }
}

/// The position in a line.
fn read(line: &str) -> Option<Position> {
    let words: Vec<&str> = line.split_whitespace().skip_while(|word| !word.contains('/')).collect();
    let field = |at: usize| words.get(at).copied().unwrap_or("-").trim_end_matches(';');
    Position::from_fen(&format!("{} {} {} {} 0 1", words.first()?, field(1), field(2), field(3))).ok()
}

type Question = ((Position, Color), (chess::Board, chess::Color));

fn question(position: Position, side: Color) -> Option<Question> {
    let board = position.to_fen().parse().ok()?;
    let their_side = if side == Color::White { chess::Color::White } else { chess::Color::Black };
    Some(((position, side), (board, their_side)))
}

/// An answer: yes, no, or none.
type Answer = Option<bool>;

fn ours((position, side): &(Position, Color)) -> Answer {
    match can_mate(position, *side, BUDGET) {
        CanMate::Yes(_) => Some(true),
        CanMate::No(_) => Some(false),
        CanMate::Unknown { .. } => None,
    }
}

fn theirs((board, side): &(chess::Board, chess::Color)) -> Answer {
    winnability(board, *side).map(|answer| matches!(answer, Winnability::Winnable { .. }))
}

fn ours_quick((position, side): &(Position, Color)) -> Answer {
    cannot_mate(position, *side).map(|_| false)
}

fn theirs_quick((board, side): &(chess::Board, chess::Color)) -> Answer {
    is_unwinnable_fast(board, *side).then_some(false)
}

fn report(name: &str, questions: &Questions) {
    println!("{name}: {} questions", questions.ours.len());
    compare("quick", REPETITIONS[1], questions, ours_quick, theirs_quick);
    compare("full", REPETITIONS[0], questions, ours, theirs);
}

/// Runs both programs in turns, and prints their times and answers.
fn compare(
    name: &str,
    repetitions: usize,
    questions: &Questions,
    ours: fn(&(Position, Color)) -> Answer,
    theirs: fn(&(chess::Board, chess::Color)) -> Answer,
) {
    let (mut times, mut peers_times, mut answers) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
    for _ in 0..=repetitions {
        let (mine, my_time) = timed(|| questions.ours.iter().map(ours).collect());
        let (peers, peers_time) = timed(|| questions.theirs.iter().map(theirs).collect());
        times.push(my_time);
        peers_times.push(peers_time);
        answers = [mine, peers];
    }
    let ratio = median(times.iter().zip(&peers_times).skip(1).map(|(mine, peers)| peers / mine));
    let each = 1e6 / questions.ours.len().max(1) as f64;
    let [mine, peers] = [times, peers_times].map(|times| median(times.into_iter().skip(1)) * each);
    println!("  {name}: adoube {mine:.2} us, chasolver {peers:.2}, ratio {ratio:.2}");
    for (who, answers) in ["adoube", "chasolver"].into_iter().zip(&answers) {
        let count = |wanted: Answer| answers.iter().filter(|&&answer| answer == wanted).count();
        println!("    {who}: {} yes, {} no, {} open", count(Some(true)), count(Some(false)), count(None));
    }
    let [mine, peers] = &answers;
    for ((mine, peers), (position, side)) in mine.iter().zip(peers).zip(&questions.ours) {
        if mine.is_some() && peers.is_some() && mine != peers {
            println!("    they differ: {} {side}: {mine:?} {peers:?}", position.to_fen());
        }
    }
    let each_timed = questions.ours.iter().map(|question| (question, timed(|| ours(question)).1));
    if let Some(((position, side), time)) = each_timed.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
        println!("    slowest: {:.3} ms, {} {side}", time * 1e3, position.to_fen());
    }
}

/// The result of the work, and its CPU time in seconds.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = ThreadTime::now();
    let done = std::hint::black_box(run());
    (done, start.elapsed().as_secs_f64())
}

/// Lower middle of a list; zero for an empty one.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get((values.len().max(1) - 1) / 2).copied().unwrap_or_default()
}
