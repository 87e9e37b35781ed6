//! The memory bound of the pipeline for streams with long games and comments. This is a test binary of its own, because
//! it counts all memory that the process allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Read as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use adoube::input::Content;
use adoube::pgn::lex::Lexer;
use adoube::pgn::place::Span;
use adoube::pipeline::{Collected, GameRead, GameWork, Pipeline, PipelineOptions};

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

    fn absorb(&self, part: &mut usize, _: &mut GameRead<()>, _: &[u8], _: Span) {
        *part += 1;
    }

    fn close(&self, _: &mut usize, _: &[u8]) {}
}

const MIB: usize = 1 << 20;

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

#[test]
fn memory_is_bounded_by_chunks_and_threads() {
    const GAME: &[u8] = b"[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 *\n\n";
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
