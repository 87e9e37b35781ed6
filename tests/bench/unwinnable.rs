//! The time to decide whether a side can still mate, compared with the crate chasolver.
//!
//! `cargo bench --bench unwinnable -- FILE…`: files with one FEN on each line; other text before and after it is
//! skipped. The question is about the side that has just moved, whose flag has not fallen, or with `--both` about each
//! side. Both programs answer the same questions in memory, in turns, in one thread, and are charged the CPU time of
//! that thread: the full answer, and the quick one (*surely not*, or nothing). `--rounds N` counts full answers; there are
//! five times as many rounds of quick ones. `--csv FILE` keeps the figures.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "the report of a bench; all counts are small")]

mod measure;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use adoube::chess::piece::Color;
use adoube::chess::position::Position;
use adoube::laws::unwinnable::{CanMate, can_mate, cannot_mate};
use chasolver::{Winnability, is_unwinnable_fast, winnability};
use cpu_time::ThreadTime;
use measure::{Report, Subject, in_turns};

/// The number of rounds of full answers if the command line does not say.
const ROUNDS: usize = 3;

/// How many rounds of quick answers there are for each of full ones.
const QUICK_ROUNDS: usize = 5;

/// The budget of a full answer, in positions.
const BUDGET: u32 = 4_000_000;

/// The questions in the types of both programs, so that no conversion is timed.
struct Questions {
    ours: Vec<OurQuestion>,
    theirs: Vec<TheirQuestion>,
}

type OurQuestion = (Position, Color);
type TheirQuestion = (chess::Board, chess::Color);

/// The questions about the positions of a file.
struct Input<'a> {
    name: &'a str,
    bytes: u64,
    questions: Questions,
}

/// How the peer is called in reports.
const PEER: &str = "chasolver";

fn main() -> ExitCode {
    measure::bench("unwinnable", ROUNDS, |report, words| {
        let asks_both = words.iter().any(|word| word == "--both");
        let mut files: Vec<String> = words.into_iter().filter(|word| word != "--both").collect();
        if files.is_empty() {
            files.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/perft/standard.epd").display().to_string());
        }
        for file in files {
            let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
            let questions = questions(&text, asks_both);
            let input = Input { name: &file, bytes: text.len() as u64, questions };
            compare(report, "quick", report.rounds * QUICK_ROUNDS, &input, ours_quick, theirs_quick)?;
            compare(report, "full", report.rounds, &input, ours, theirs)?;
        }
        Ok(())
    })
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

fn question(position: Position, side: Color) -> Option<(OurQuestion, TheirQuestion)> {
    let board = position.to_fen().parse().ok()?;
    let their_side = if side == Color::White { chess::Color::White } else { chess::Color::Black };
    Some(((position, side), (board, their_side)))
}

/// An answer: yes, no, or none.
type Answer = Option<bool>;

fn ours((position, side): &OurQuestion) -> Answer {
    match can_mate(position, *side, BUDGET) {
        CanMate::Yes(_) => Some(true),
        CanMate::No(_) => Some(false),
        CanMate::Unknown { .. } => None,
    }
}

fn theirs((board, side): &TheirQuestion) -> Answer {
    winnability(board, *side).map(|answer| matches!(answer, Winnability::Winnable { .. }))
}

fn ours_quick((position, side): &OurQuestion) -> Answer {
    cannot_mate(position, *side).map(|_| false)
}

fn theirs_quick((board, side): &TheirQuestion) -> Answer {
    is_unwinnable_fast(board, *side).then_some(false)
}

/// Runs both programs in turns, and reports their times and answers.
fn compare(
    report: &mut Report,
    claim: &str,
    rounds: usize,
    input: &Input<'_>,
    ours: fn(&OurQuestion) -> Answer,
    theirs: fn(&TheirQuestion) -> Answer,
) -> Result<(), String> {
    let Questions { ours: our_questions, theirs: their_questions } = &input.questions;
    let mut answers: [Vec<Answer>; 2] = Default::default();
    let times = in_turns(rounds, answers.len(), |program| {
        let (given, time) = match program {
            0 => timed(|| our_questions.iter().map(ours).collect()),
            _ => timed(|| their_questions.iter().map(theirs).collect()),
        };
        answers[program] = given;
        Ok(time)
    })?;
    let count = our_questions.len().max(1) as f64;
    let each = |seconds: f64| seconds * 1e6 / count;
    let subject = Subject { claim, input: input.name, bytes: input.bytes, unit: "CPU us per question", value: &each };
    report.add(&subject, ("adoube, all questions", &times[0]), (PEER, &times[1]))?;

    let pairs = || our_questions.iter().zip(their_questions);
    let timed_pairs = pairs().map(|pair| (pair, timed(|| ours(pair.0)).1));
    if let Some((((position, side), peers), time)) = timed_pairs.max_by(|(_, one), (_, other)| one.total_cmp(other)) {
        let what = format!("adoube, slowest: {} {side}", position.to_fen());
        let subject = Subject { value: &|seconds| seconds * 1e6, ..subject };
        report.add(&subject, (&what, &[time]), (PEER, &[timed(|| theirs(peers)).1]))?;
    }

    for (who, answers) in ["adoube", PEER].into_iter().zip(&answers) {
        let count = |wanted: Answer| answers.iter().filter(|&&answer| answer == wanted).count();
        println!("  {who}: {} yes, {} no, {} open", count(Some(true)), count(Some(false)), count(None));
    }
    let [mine, peers] = &answers;
    for ((mine, peers), (position, side)) in mine.iter().zip(peers).zip(our_questions) {
        if mine.is_some() && peers.is_some() && mine != peers {
            println!("  they differ: {} {side}: {mine:?} {peers:?}", position.to_fen());
        }
    }
    Ok(())
}

/// The result of the work, and its CPU time in seconds.
fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = ThreadTime::now();
    let done = std::hint::black_box(run());
    (done, start.elapsed().as_secs_f64())
}
