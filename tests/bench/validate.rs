//! The time of full validation, compared with pgn-reader and shakmaty, which check only the moves.
//!
//! `cargo bench --bench validate -- [FILE…] [--rounds N] [--csv FILE]`: both sides read the same bytes in memory, in turns, in
//! one thread, and are charged the CPU time of that thread. Runs through the pipeline in one thread and in two, in turns,
//! show how ours scales, in wall-clock time. Validation with `--audit`, and the summary of `stats`, are set against plain
//! validation in the same way. `cargo bench --bench validate -- --shapes` reads generated games of unusual shapes instead.
//! The bench `commands` measures whole programs.

#![allow(clippy::cast_precision_loss, reason = "all counts are small")]

mod measure;
mod peer;
mod shapes;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use cpu_time::ThreadTime;
use measure::{Report, Subject, in_turns};

use adoube::cpu::CpuLevel;
use adoube::game::replay::options::ReaderMode;
use adoube::game::replay::{Game, ReplayOptions, Validity, read_game, read_game_as};
use adoube::game::rules::{Profile, Rule, RuleSet};
use adoube::game::verdict::error_summary::ErrorSummary;
use adoube::input::{Bytes, Content};
use adoube::pgn::place::Span;
use adoube::pipeline::{ChunkText, GameWork, Pipeline, PipelineOptions};
use adoube::stats::{Facts, KeyBuffer, Plan, Stats};

/// How often each side reads each file if the command line does not say.
const ROUNDS: usize = 11;

/// Games as they usually are.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");

fn main() -> ExitCode {
    measure::bench("validate", ROUNDS, |report, mut files| {
        if files == ["--shapes"] {
            return shapes()?.into_iter().try_for_each(|(name, text)| compare(report, name, text.as_bytes()));
        }
        if files.is_empty() {
            files.push(SAMPLE.to_owned());
        }
        files.into_iter().try_for_each(|file| {
            let bytes = std::fs::read(&file).map_err(|error| format!("{file}: {error}"))?;
            compare(report, &file, &bytes)
        })
    })
}

/// Games of unusual shapes.
fn shapes() -> Result<[(&'static str, String); 4], String> {
    let sample = std::fs::read_to_string(SAMPLE).map_err(|error| format!("{SAMPLE}: {error}"))?;
    Ok([
        ("two plies a game, without tags", shapes::tiny(500_000)),
        ("one ply a game, with seven tags", shapes::tiny_with_tags(100_000)),
        ("the sample without tags", shapes::without_tags(&sample).repeat(20)),
        ("one game of a million plies", shapes::long_game(500_000)),
    ])
}

/// A way to validate, and its name.
struct Way {
    name: &'static str,
    reader: ReaderMode,
    rules: RuleSet,
}

/// The ways compared with the peer. The first one has the default rules.
fn ways() -> [Way; 6] {
    let usual = Profile::default().rules();
    let marks: RuleSet = [Rule::MissingCheckSuffix, Rule::WrongCheckSuffix].into_iter().collect();
    [
        Way { name: "adoube", reader: ReaderMode::Fast(CpuLevel::HIGHEST), rules: usual },
        Way { name: "without check marks", reader: ReaderMode::Fast(CpuLevel::HIGHEST), rules: usual - marks },
        Way { name: "with AVX2 at most", reader: ReaderMode::Fast(CpuLevel::Avx2), rules: usual },
        Way {
            name: "with AVX2 at most, without check marks",
            reader: ReaderMode::Fast(CpuLevel::Avx2),
            rules: usual - marks,
        },
        Way { name: "as any processor can", reader: ReaderMode::Fast(CpuLevel::Scalar), rules: usual },
        Way {
            name: "as any processor can, without check marks",
            reader: ReaderMode::Fast(CpuLevel::Scalar),
            rules: usual - marks,
        },
    ]
}

/// Compares the ways with the peer, and other work with plain validation.
fn compare(report: &mut Report, input: &str, bytes: &[u8]) -> Result<(), String> {
    let plain = Profile::default().rules();
    let plies = validate(bytes, plain).max(1) as f64;
    let a_ply = |seconds: f64| seconds * 1e9 / plies;
    let subject = |claim| Subject { claim, input, bytes: bytes.len() as u64, unit: "CPU ns per ply", value: &a_ply };
    let ways = ways();
    let times = in_turns(report.rounds, ways.len() + 1, |program| {
        Ok(match ways.get(program) {
            Some(way) => timed(|| validate_so(bytes, way.rules, way.reader)),
            None => timed(|| peer::validate(bytes)),
        })
    })?;
    for (way, time) in ways.iter().zip(&times) {
        report.add(&subject("validate"), (way.name, time), (peer::NAME, &times[ways.len()]))?;
    }
    let times = in_turns(report.rounds, 3, |program| {
        Ok(match program {
            0 => timed(|| validate(bytes, plain)),
            1 => timed(|| validate(bytes, plain | RuleSet::audit())),
            _ => timed(|| summary(bytes)),
        })
    })?;
    report.add(&subject("audit"), ("with --audit", &times[1]), ("plain validation", &times[0]))?;
    report.add(&subject("stats"), ("the summary of stats", &times[2]), ("plain validation", &times[0]))?;
    let times = in_turns(report.rounds, 2, |program| Ok(piped(program + 1, bytes)))?;
    let seconds = Subject { unit: "wall-clock s", value: &|seconds| seconds, ..subject("threads") };
    report.add(&seconds, ("through the pipeline in two threads", &times[1]), ("in one", &times[0]))
}

/// Reads games and counts them for the summary.
fn summary(bytes: &[u8]) -> Stats {
    let (mut stats, mut key, mut at) = (Stats::new(&Plan::summary()), KeyBuffer::default(), 0);
    while at < bytes.len() {
        let game = read_game(bytes, at, ErrorSummary::rules());
        at = game.span.end;
        if game.status != Validity::NoGame {
            stats.add(&Facts::new(&game, bytes, "", None), &mut key);
        }
    }
    stats
}

/// The CPU time this thread needs, in seconds.
fn timed<T>(run: impl FnOnce() -> T) -> f64 {
    let start = ThreadTime::now();
    let _ = std::hint::black_box(run());
    start.elapsed().as_secs_f64()
}

/// Full validation by these rules: the number of plies.
fn validate(bytes: &[u8], wanted: RuleSet) -> u64 {
    validate_so(bytes, wanted, ReaderMode::Fast(CpuLevel::HIGHEST))
}

/// The same in this way.
fn validate_so(bytes: &[u8], rules: RuleSet, reader: ReaderMode) -> u64 {
    let (mut plies, mut at) = (0, 0);
    let wish = ReplayOptions { rules, reader, ..ReplayOptions::default() };
    while at < bytes.len() {
        let game = read_game_as(bytes, at, &wish);
        plies += u64::from(game.plies());
        at = game.span.end;
    }
    plies
}

/// The same through the pipeline: the seconds it takes.
fn piped(threads: usize, bytes: &[u8]) -> f64 {
    let pipeline = Pipeline::new(PipelineOptions { threads, ..PipelineOptions::default() });
    let work = Validate(Profile::default().rules());
    let content = Content::Whole(Bytes::from(bytes.to_vec()));
    let start = Instant::now();
    let read = pipeline.run(content, "bench", &work, &mut |collected| {
        let _ = std::hint::black_box(collected);
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    assert!(read.is_ok_and(|read| read == bytes.len() as u64), "the pipeline reads all");
    seconds
}

struct Validate(RuleSet);

impl GameWork for Validate {
    type Part = u64;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.0)
    }

    fn absorb(&self, plies: &mut u64, game: &mut Game, _: &ChunkText<'_>, _: Span) {
        *plies += u64::from(game.plies());
    }

    fn close(&self, _: &mut u64, _: &[u8]) {}
}
