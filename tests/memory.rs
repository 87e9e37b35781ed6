//! The memory bounds of the pipeline for streams with long games and comments, and of the fixes of a game. This is a test
//! binary of its own, because it counts all memory that the process allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Read as _};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use adoube::game::fix::adjust::adjust;
use adoube::game::rules::{Applicability, Rule, RuleSet};
use adoube::input::Content;
use adoube::pgn::lex::Lexer;
use adoube::pgn::place::Span;
use adoube::pipeline::{ChunkText, Collected, GameWork, MAX_MEMORY, Pipeline, PipelineOptions};

#[path = "support/game_read.rs"]
mod game_read;

use game_read::GameRead;

/// The system's allocator, with a count of the bytes in use and their maximum.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all requests go unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        // SAFETY: the caller upholds the contract of `System`, which is that of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller upholds the contract of `System`, which is that of this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Counts games.
struct Count;

impl GameWork for Count {
    type Part = usize;
    type Game = GameRead<()>;

    fn game(&self, bytes: &[u8], start: usize) -> GameRead<()> {
        let mut lexer = Lexer::new(bytes, start);
        while lexer.next_token().is_some() {}
        GameRead::new((), &lexer)
    }

    fn absorb(&self, part: &mut usize, _: &mut GameRead<()>, _: &ChunkText<'_>, _: Span) {
        *part += 1;
    }

    fn close(&self, _: &mut usize, _: &[u8]) {}
}

/// Keeps a hundred times the text of each game.
struct Hoard;

impl GameWork for Hoard {
    type Part = Vec<u8>;
    type Game = GameRead<()>;

    fn game(&self, bytes: &[u8], start: usize) -> GameRead<()> {
        Count.game(bytes, start)
    }

    fn absorb(&self, part: &mut Vec<u8>, _: &mut GameRead<()>, _: &ChunkText<'_>, span: Span) {
        part.resize(part.len() + 100 * span.len(), 1);
    }

    fn memory(&self, part: &Vec<u8>) -> usize {
        part.capacity()
    }

    fn close(&self, _: &mut Vec<u8>, _: &[u8]) {}
}

const MIB: usize = 1 << 20;

const GAME: &[u8] = b"[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 *\n\n";

/// The same bytes repeated, without a copy of all of them.
fn repeated(bytes: &'static [u8], total: usize) -> impl io::Read + Send {
    struct Repeated(io::Cursor<&'static [u8]>);
    impl io::Read for Repeated {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.position() == self.0.get_ref().len() as u64 {
                self.0.set_position(0);
            }
            self.0.read(out)
        }
    }
    Repeated(io::Cursor::new(bytes)).take((total - total % bytes.len()) as u64)
}

/// Tests that measure memory wait for each other.
static MEASURING: Mutex<()> = Mutex::new(());

#[test]
fn results_are_passed_on_before_they_take_much_memory() {
    let _measuring = MEASURING.lock();
    for threads in [1, 2] {
        let pipeline = Pipeline::new(PipelineOptions { threads, ..PipelineOptions::default() });
        let text = repeated(GAME, 10 * MIB);
        let before = IN_USE.load(Relaxed);
        PEAK.store(before, Relaxed);
        let mut bytes = 0;
        let collected = pipeline.run(Content::Stream(Box::new(text)), "text", &Hoard, &mut |collected| {
            if let Collected::Games(_, part) = collected {
                bytes += part.len();
            }
            ControlFlow::Continue(())
        });
        let most = PEAK.load(Relaxed) - before;
        assert_eq!(bytes as u64, 100 * collected.unwrap());
        // Each of three results a thread may double its capacity at its limit, and is copied then.
        let limit = 3 * MAX_MEMORY * 3 * threads + 10 * MIB;
        assert!(most < limit, "{most} bytes in use with {threads} threads");
    }
}

#[test]
fn fixes_take_memory_in_proportion_to_the_game() {
    let _measuring = MEASURING.lock();
    // One fix covers all numbers, and thousands change what it wrote.
    let moves = (1..=16_000).map(|number| {
        let (white, black) = if number % 2 == 1 { ("Nf3", "Nf6") } else { ("Ng1", "Ng8") };
        let check = if number % 3 == 0 { "+" } else { "" };
        format!("{}. {white}{check} {black} ", number + i32::from(number % 7 == 0))
    });
    let text = format!("[Event \"a\"]\n\n{}*\n", moves.collect::<Vec<_>>().concat());
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let adjusted = adjust(text.as_bytes(), 0..text.len(), RuleSet::ALL, Applicability::Safe).unwrap();
    let most = PEAK.load(Relaxed) - before;
    let fixed = |rule: Rule| adjusted.fixed.iter().find(|(fixed, _)| *fixed == rule).unwrap().1;
    assert_eq!((fixed(Rule::WrongMoveNumber), fixed(Rule::WrongCheckSuffix)), (2285, 5333));
    assert!(most < 200 * text.len(), "{most} bytes for {}", text.len());
}

#[test]
fn memory_is_bounded_by_chunks_and_threads() {
    let _measuring = MEASURING.lock();
    let games_of = |total: usize| total / GAME.len();
    for (threads, body, start, end) in [
        (1, &b"a long comment, "[..], "1. e4 {", "} *\n\n"),
        (2, b"a long comment, ", "1. e4 {", "} *\n\n"),
        (2, b"\n\n[Event \"fake\"]\n\n1. e4 *\n", "1. e4 {", "} *\n\n"),
        (2, b"Nf3 Nf6 Ng1 Ng8\n", "1. ", "*\n\n"),
        (2, b" \n", "1. e4 ", "*\n\n"),
    ] {
        let options = PipelineOptions { threads, chunk_bytes: MIB / 4, spool_bytes: MIB, ..PipelineOptions::default() };
        let pipeline = Pipeline::new(options);
        let text = repeated(GAME, MIB)
            .chain(start.as_bytes())
            .chain(repeated(body, 40 * MIB))
            .chain(end.as_bytes())
            .chain(repeated(GAME, MIB));
        let before = IN_USE.load(Relaxed);
        PEAK.store(before, Relaxed);
        let mut games = 0;
        let collected = pipeline.run(Content::Stream(Box::new(text)), "text", &Count, &mut |collected| {
            if let Collected::Games(_, part) = collected {
                games += part;
            }
            ControlFlow::Continue(())
        });
        let most = PEAK.load(Relaxed) - before;
        assert!(collected.unwrap() > 41 * MIB as u64);
        assert_eq!(games, 2 * games_of(MIB) + 1);
        assert!(most < 8 * MIB, "{most} bytes in use with {threads} threads, {start}");
    }
}
