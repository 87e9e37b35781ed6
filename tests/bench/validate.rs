//! The time of full validation, compared with pgn-reader and shakmaty, which check only the moves (example `validate`).
//!
//! `cargo bench --bench validate -- FILE…`: both sides read the same bytes in memory, in turns, in one thread, and are
//! charged the CPU time of that thread. Runs through the pipeline in one thread and in two, in turns, show how ours scales,
//! in wall-clock time. Validation with `--audit`, and the summary of `stats`, are set against plain validation in the
//! same way. `cargo bench --bench validate -- --shapes` reads generated games of unusual shapes instead.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "the report of a bench; all counts are small")]

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use adoube::cpu::CpuLevel;
use adoube::game::replay::mode::ReaderMode;
use adoube::game::replay::{Game, ReplayOptions, Validity, read_game, read_game_as};
use adoube::game::rules::{Profile, Rule, RuleSet};
use adoube::game::verdict::error_summary::ErrorSummary;
use adoube::input::{Bytes, Content};
use adoube::pgn::place::Span;
use adoube::pipeline::{GameWork, Pipeline, PipelineOptions};
use adoube::stats::{Facts, KeyBuffer, Plan, Stats};

/// How often each side reads each file. The first time is not counted.
const REPETITIONS: usize = 11;

/// Games as they usually are.
const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/gnuchess-book-sample.pgn");

fn main() {
    let mut files: Vec<PathBuf> = std::env::args_os().skip(1).filter(|arg| arg != "--bench").map(Into::into).collect();
    if files.is_empty() {
        files.push(SAMPLE.into());
    }
    if files == [PathBuf::from("--shapes")] {
        files.clear();
        for (name, text) in shapes() {
            report(name, text.as_bytes());
        }
    }
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => report(&file.display().to_string(), &bytes),
            Err(error) => println!("{}: {error}", file.display()),
        }
    }
    if let Some(kilobytes) = peak_memory() {
        println!("peak memory {} MB, with the largest file twice", kilobytes / 1024);
    }
}

/// Games of unusual shapes.
fn shapes() -> [(&'static str, String); 4] {
    const TAGS: &str = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2000.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n";
    let sample = std::fs::read_to_string(SAMPLE).unwrap_or_default();
    let movetext: Vec<&str> = sample.lines().filter(|line| !line.starts_with('[')).collect();
    let mut long = TAGS.to_owned();
    for number in 1..=500_000 {
        let moves = if number % 2 == 0 { "Ng1 Ng8" } else { "Nf3 Nf6" };
        let end = if number % 6 == 0 { '\n' } else { ' ' };
        _ = write!(long, "{number}. {moves}{end}");
    }
    long.push_str("*\n");
    [
        ("two plies a game, without tags", "1. e4 e5 *\n\n".repeat(500_000)),
        ("one ply a game, with seven tags", format!("{TAGS}1. e4 *\n\n").repeat(100_000)),
        ("the sample without tags", movetext.join("\n").repeat(20)),
        ("one game of a million plies", long),
    ]
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

fn report(name: &str, bytes: &[u8]) {
    let mut counts = Counts::default();
    let mut ours = ways().map(|_| Vec::new());
    let mut theirs = Vec::new();
    for repetition in 0..=REPETITIONS {
        let our_times = ways().map(|way| {
            let (time, counted) = timed(|| validate_so(bytes, way.rules, way.reader));
            counts = counted;
            time.as_secs_f64()
        });
        let their_time = timed(|| peer(bytes)).0.as_secs_f64();
        if repetition > 0 {
            theirs.push(their_time);
            ours.iter_mut().zip(our_times).for_each(|(all, time)| all.push(time));
        }
    }
    let a_ply = |seconds: f64| seconds * 1e9 / counts.plies.max(1) as f64;
    println!("{name}: {} games, {} plies, {} bytes", counts.games, counts.plies, bytes.len());
    println!("  pgn-reader with shakmaty {:.1} ns a ply", a_ply(median(theirs.clone())));
    for (way, times) in ways().iter().zip(ours) {
        let ratios = times.iter().zip(&theirs).map(|(ours, theirs)| theirs / ours).collect();
        let (ratio, time) = (median(ratios), a_ply(median(times)));
        println!("  {} {time:.1} ns a ply, {ratio:.2} times as fast", way.name);
    }
    println!("  with --audit {:.3} times as long", audit_ratio(bytes));
    println!("  the summary of stats {:.3} times as long", stats_ratio(bytes));
    let pairs: Vec<(f64, f64)> = (0..REPETITIONS).map(|_| (piped(1, bytes), piped(2, bytes))).collect();
    let (one, two) = pairs.iter().fold((f64::MAX, f64::MAX), |(one, two), pair| (one.min(pair.0), two.min(pair.1)));
    println!("  {one:.3} s in one thread, {two:.3} s in two, at best: {:.2} times as fast", one / two);
    println!(
        "  {:.2} times as fast in the middle one of all pairs",
        median(pairs.iter().map(|pair| pair.0 / pair.1).collect())
    );
}

/// Validation with `--audit` against plain validation, in turns: the median ratio.
fn audit_ratio(bytes: &[u8]) -> f64 {
    let plain = Profile::default().rules();
    let ratios = (0..=REPETITIONS).map(|_| {
        let (plain_time, _) = timed(|| validate(bytes, plain));
        let (audit_time, _) = timed(|| validate(bytes, plain | RuleSet::audit()));
        audit_time.as_secs_f64() / plain_time.as_secs_f64()
    });
    median(ratios.skip(1).collect())
}

/// The summary of `adoube stats` against plain validation, in turns: the median ratio.
fn stats_ratio(bytes: &[u8]) -> f64 {
    let ratios = (0..=REPETITIONS).map(|_| {
        let (plain_time, _) = timed(|| validate(bytes, Profile::default().rules()));
        let (stats_time, _) = timed(|| summary(bytes));
        stats_time.as_secs_f64() / plain_time.as_secs_f64()
    });
    median(ratios.skip(1).collect())
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

/// The CPU time this thread needs.
fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = ThreadTime::now();
    let result = std::hint::black_box(run());
    (start.elapsed(), result)
}

/// Lower middle of a list that is not empty.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[(values.len() - 1) / 2]
}

/// The peak memory of the process in kilobytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

#[derive(Clone, Copy, Default)]
struct Counts {
    games: u64,
    plies: u64,
}

impl Counts {
    fn add(&mut self, game: &Game) {
        self.games += u64::from(game.status != Validity::NoGame);
        self.plies += u64::from(game.plies());
    }
}

/// Full validation by these rules.
fn validate(bytes: &[u8], wanted: RuleSet) -> Counts {
    validate_so(bytes, wanted, ReaderMode::Fast(CpuLevel::HIGHEST))
}

/// The same in this way.
fn validate_so(bytes: &[u8], rules: RuleSet, reader: ReaderMode) -> Counts {
    let (mut counts, mut at) = (Counts::default(), 0);
    let wish = ReplayOptions { rules, reader, ..ReplayOptions::default() };
    while at < bytes.len() {
        let game = read_game_as(bytes, at, &wish);
        counts.add(&game);
        at = game.span.end;
    }
    counts
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
    type Part = Counts;
    type Game = Game;

    fn game(&self, bytes: &[u8], start: usize) -> Game {
        read_game(bytes, start, self.0)
    }

    fn absorb(&self, part: &mut Counts, game: &mut Game, _: &[u8], _: Span) {
        part.add(game);
    }

    fn close(&self, _: &mut Counts, _: &[u8]) {}
}

/// The work of the example of pgn-reader; returns whether all games are legal.
fn peer(bytes: &[u8]) -> bool {
    let mut reader = Reader::new(bytes);
    let mut all_legal = true;
    while let Ok(Some(is_legal)) = reader.read_game(&mut Peer) {
        all_legal &= is_legal;
    }
    all_legal
}

struct Peer;

impl Visitor for Peer {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<bool> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            let Some(position) = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) else {
                return ControlFlow::Break(false);
            };
            start.replace(position);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(start.unwrap_or_default())
    }

    fn san(&mut self, position: &mut Chess, written: SanPlus) -> ControlFlow<bool> {
        let Ok(legal) = written.san.to_move(position) else { return ControlFlow::Break(false) };
        position.play_unchecked(legal);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) -> bool {
        true
    }
}
