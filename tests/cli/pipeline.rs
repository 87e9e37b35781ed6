//! The pipeline against its reference implementation: for all cuts, thread counts and readers, the games are those of
//! one pass over the whole text.

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use adoube::input::{CompressionFormat, Content, InputError, InputErrorKind};
use adoube::pgn::place::Span;
use adoube::pgn::split;
use adoube::pipeline::{ChunkText, Collected, GameWork, MAX_MEMORY, Pipeline, PipelineOptions};
use proptest::prelude::*;

use crate::game_read::GameRead;
use crate::pipeline_support::{Record, Recorder, Trickle, lex, placed, whole};

/// Tokens alone are compared here.
const TOKENS: Recorder = Recorder { more: |_, _| 0, memory: 0 };

fn one_pass(text: &[u8]) -> Vec<Record> {
    TOKENS.one_pass(text)
}

fn run(pipeline: &Pipeline, content: Content) -> Vec<Record> {
    TOKENS.run(pipeline, content)
}

fn options(threads: usize, chunk_bytes: usize) -> PipelineOptions {
    PipelineOptions { threads, chunk_bytes, spool_bytes: 300, ..PipelineOptions::default() }
}

fn stream(text: &[u8], most: usize) -> Content {
    Content::Stream(Box::new(Trickle::new(text, most)))
}

/// The pieces that texts are composed of.
const PIECES: &[&str] = &[
    "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 2. Nf3 {good} 1-0\n\n",
    "[Event \"a\"]\n[Site \"b\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n",
    "[Event \"x\"]\n1. d4 *\n",
    "[Site \"x\"]\n[Event \"y\"]\n\n1. d4 d5 1/2-1/2\n\n",
    "[White \"x\"]\n\n*\n\n",
    "1. e4 e5 2. Bc4 1-0\n",
    "1. e4 (1. d4 {x} d5) e5 0-1\n\n",
    "{a comment\n\n[Event \"fake\"]\n\n1. c4 *\n\n[Event \"fake\"]\n[Site \"z\"]\n\n* }",
    "{\n\n[Event \"fake\"]\n",
    "{\n\n[Site \"fake\"]\n\n1. a3",
    "{",
    "}",
    "{ { a } ",
    "* {",
    "1-0 <{> ",
    "1-0 [% {] \n\n",
    "; {\n",
    "\n% escape { \n",
    "stray text\n\n",
    "\n",
    "\n\n",
    " \t",
    "\u{feff}",
    "[Event \"uncl",
    "[Event \"uncl\nosed\"]\n",
    "[A \"x\n",
    "osed\"]\n",
    "[Event \"x\"",
    "1-0",
    "1-0[Event \"s\"] ",
    "1. e4 Q[Event \"s\"] ",
    "[B 'c']",
    "a b c d\n",
    "e4 e5 Nf3\n",
    "1.",
    "12. ",
    "[",
    "\"]",
    "\r",
    "♘f3 ",
    "0-0-0 e.p. e8(Q)+ ",
    "a line of a tag\nthat goes on\nand on\nand on\nand on\n",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => (0..PIECES.len()).prop_map(|i| PIECES[i].to_owned()),
        4 => (0..7_usize).prop_map(|i| PIECES[i].to_owned()),
        1 => (0..60_usize).prop_map(|length| "x".repeat(length)),
    ];
    (prop::collection::vec(piece, 0..80), 0..4_u8).prop_map(|(pieces, style)| {
        let text = pieces.concat();
        match style {
            0 => text.replace('\n', "\r\n").into_bytes(),
            1 => text.replace('\n', "\r").into_bytes(),
            _ => text.into_bytes(),
        }
    })
}

fn same_for_all(text: &[u8], chunks: impl Iterator<Item = usize>) {
    let expected = one_pass(text);
    for chunk_bytes in chunks {
        for threads in [1, 2, 3, 8] {
            let pipeline = Pipeline::new(options(threads, chunk_bytes));
            assert_eq!(run(&pipeline, whole(text)), expected, "whole, {threads} threads, chunks of {chunk_bytes}");
            for most in [1, 13, 5000] {
                let records = run(&pipeline, stream(text, most));
                assert_eq!(records, expected, "stream, {threads} threads, chunks of {chunk_bytes}, {most} a read");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn games_do_not_depend_on_cuts(text in text(), chunk_bytes in prop_oneof![1..400_usize, 300..3000_usize], most in 1..50_usize) {
        let expected = one_pass(&text);
        let pipeline = Pipeline::new(options(1, chunk_bytes));
        prop_assert_eq!(&run(&pipeline, whole(&text)), &expected);
        prop_assert_eq!(&run(&pipeline, stream(&text, most)), &expected);
    }

    #[test]
    fn settled_games_stay_in_random_texts(text in text(), step in 17..90_usize) {
        settled_games_stay(&text, &(step..800).step_by(step));
    }

    #[test]
    fn games_do_not_depend_on_threads(text in text(), chunk_bytes in prop_oneof![1..400_usize, 300..3000_usize], threads in 2..5_usize) {
        let expected = one_pass(&text);
        let pipeline = Pipeline::new(options(threads, chunk_bytes));
        prop_assert_eq!(&run(&pipeline, whole(&text)), &expected);
        prop_assert_eq!(&run(&pipeline, stream(&text, 1000)), &expected);
    }

    #[test]
    fn ranges_together_have_the_games_of_the_text(
        text in text(),
        chunk_bytes in prop_oneof![1..400_usize, 300..3000_usize],
        threads in 1..3_usize,
        mut ends in prop::collection::vec(0..1500_u64, 0..6),
    ) {
        let pipeline = Pipeline::new(options(threads, chunk_bytes));
        ends.sort_unstable();
        for is_stream in [false, true] {
            let (mut records, mut start) = (Vec::new(), 0);
            for &end in ends.iter().chain([&u64::MAX]) {
                let rest = &text[start as usize..];
                let content = if is_stream { stream(rest, 50) } else { whole(rest) };
                records.extend(TOKENS.run_range(&pipeline, content, start..end.max(start)));
                start = records.last().map_or(0, |&(at, length, _)| at + length as u64);
            }
            prop_assert_eq!(&records, &one_pass(&text));
        }
    }
}

#[test]
fn every_chunk_size_gives_the_same_games() {
    let text = PIECES[..8].concat();
    same_for_all(text.as_bytes(), 1..text.len() + 2);
    same_for_all(text.replace('\n', "\r\n").as_bytes(), (1..600).step_by(29));
}

#[test]
fn results_that_take_much_memory_give_the_same_games() {
    let text = PIECES[..8].concat().repeat(40);
    let expected = one_pass(text.as_bytes());
    for memory in [MAX_MEMORY / 20, MAX_MEMORY / 3, MAX_MEMORY] {
        let recorder = Recorder { memory, ..TOKENS };
        for (threads, chunk_bytes) in [(1, 3000), (2, 700), (3, 100_000)] {
            let pipeline = Pipeline::new(options(threads, chunk_bytes));
            assert_eq!(recorder.run(&pipeline, whole(text.as_bytes())), expected, "whole, {threads} threads");
            assert_eq!(recorder.run(&pipeline, stream(text.as_bytes(), 5000)), expected, "stream, {threads} threads");
        }
    }
}

#[test]
fn a_comment_may_be_larger_than_all_limits() {
    let fakes = "\n\n[Event \"fake\"]\n[Site \"?\"]\n\n1. e4 e5 *\n".repeat(2000);
    let text = format!("{0}[Event \"b\"]\n\n1. e4 {{{fakes}}} e5 1-0\n\n{0}", PIECES[0].repeat(20));
    same_for_all(text.as_bytes(), [64, 1000, 20_000, 1 << 20].into_iter());
    let never_closed = text.replace('}', " ");
    same_for_all(never_closed.as_bytes(), [64, 1000, 20_000, 1 << 20].into_iter());
}

#[test]
fn texts_without_the_usual_first_tag_are_read() {
    for game in
        ["[Site \"a\"]\n[Event \"b\"]\n\n1. e4 *\n\n", "[Event \"a\"]\n1. e4 *\n", "1. e4 e5 *\n", "e4 e5 *\n\n"]
    {
        same_for_all(game.repeat(300).as_bytes(), [10, 100, 1000, 3000].into_iter());
    }
}

/// Asserts that a game read from a prefix of the text is the same as in the whole text once its end counts as settled.
fn settled_games_stay(text: &[u8], lengths: &(impl Iterator<Item = usize> + Clone)) {
    for (start, length, [hash, _]) in one_pass(text) {
        let start = start as usize;
        for known in lengths.clone().map(|length| start + length).take_while(|known| *known <= text.len()) {
            let bytes = &text[start..known];
            let (lexer, found) = lex(bytes, 0);
            if !lexer.is_open_ended() && lexer.position() <= split::settled_end(bytes) {
                assert_eq!((lexer.position(), found), (length, hash), "{:?}", String::from_utf8_lossy(bytes));
            }
        }
    }
}

#[test]
fn settled_games_stay_in_difficult_texts() {
    let game = "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 *\n\n";
    for beginning in [
        "1. e4 {",
        "1. e4 1-0 {",
        "1. e4 1-0 <{>\n\n",
        "1-0 [{]\n\n",
        "1-0 {{\n\n",
        "1-0 <{{>\n\n",
        "[A \"x\n1-0[B 'c']\n",
        "[A \"x\n1-0[B 'c']\ny\ny\ny\ny\ny\n",
        "[Event \"a\"]\n",
        "[A ",
    ] {
        for end in ["}", "{x}", "x\"]\n", "[Event \"a\"]\n"] {
            for games in [0, 1, 5, 8] {
                let text = format!("{beginning}{}{end} x *\n\n{}", game.repeat(games), game.repeat(8));
                settled_games_stay(text.as_bytes(), &(1..));
                settled_games_stay(text.replace('\n', "\r\n").as_bytes(), &(1..));
                settled_games_stay(text.replace('\n', "\r").as_bytes(), &(1..));
            }
        }
    }
}

#[test]
fn an_empty_text_has_no_parts() {
    for threads in [1, 2] {
        let pipeline = Pipeline::new(options(threads, 10));
        assert!(run(&pipeline, whole(b"")).is_empty());
        assert!(run(&pipeline, stream(b"", 1)).is_empty());
    }
}

#[test]
fn an_error_loses_no_game_before_it() {
    let text = format!("{}[Event \"cut\"]\n\n1. e4 {{no en", PIECES[0].repeat(50));
    for (threads, chunk_bytes) in [(1, 7), (1, 1000), (2, 100), (3, 1 << 20)] {
        let pipeline = Pipeline::new(options(threads, chunk_bytes));
        let reader = Trickle::new(text.as_bytes(), 50).failing();
        let mut records = Vec::new();
        let error = pipeline
            .run(Content::Stream(Box::new(reader)), "text", &TOKENS, &mut |collected| {
                records.extend(placed(collected));
                ControlFlow::Continue(())
            })
            .unwrap_err();
        assert_eq!(records, one_pass(text.as_bytes()));
        assert_eq!(error.name, "text");
        assert!(matches!(error.fault, InputErrorKind::Read { offset, .. } if offset == text.len() as u64));
    }
}

/// A stream with gaps between texts.
struct Gapped {
    texts: VecDeque<io::Cursor<Vec<u8>>>,
    most: usize,
}

impl io::Read for Gapped {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = out.len().min(self.most);
        let read = self.texts[0].read(&mut out[..count])?;
        if read > 0 || self.texts.len() == 1 {
            return Ok(read);
        }
        self.texts.pop_front();
        Err(gap(self.texts.len()).into())
    }
}

/// The error of the gap before this number of texts.
fn gap(number: usize) -> InputError {
    let (format, reason) = (CompressionFormat::Zstd, "a test".to_owned());
    let fault = InputErrorKind::Damaged { format, offset: 0, reason, next: Some(number as u64) };
    InputError { name: "text".to_owned(), fault }
}

#[test]
fn after_a_gap_the_next_game_follows() {
    let games = PIECES[0].repeat(30);
    let cut = "[Event \"cut\"]\n\n1. e4 {no en";
    let rest = "d} 17. Qxf7# 1-0\n\n";
    let texts =
        [format!("{games}{cut}"), format!("{rest}{games}"), "nothing".repeat(200), games.clone(), String::new()];
    let mut expected = one_pass(format!("{games}{cut}").as_bytes());
    let first = games.len() + cut.len();
    for start in [first, first + games.len()] {
        let records = one_pass(games.as_bytes()).into_iter();
        expected.extend(records.map(|(at, length, hash)| (at + start as u64, length, hash)));
    }
    for (threads, chunk_bytes, most) in
        [(1, 7, 3), (1, 1000, 5000), (2, 100, 17), (2, 1 << 20, 5000), (3, 1, 1), (8, 400, 50)]
    {
        let texts = texts.iter().map(|text| io::Cursor::new(text.clone().into_bytes())).collect();
        let content = Content::Stream(Box::new(Gapped { texts, most }));
        let (mut records, mut gaps) = (Vec::new(), Vec::new());
        let pipeline = Pipeline::new(options(threads, chunk_bytes));
        let length = pipeline.run(content, "text", &TOKENS, &mut |collected| {
            if let Collected::Gap(error) = &collected {
                gaps.push((error.to_string(), records.len()));
            }
            records.extend(placed(collected));
            ControlFlow::Continue(())
        });
        assert_eq!(length.unwrap(), (first + 2 * games.len()) as u64, "{threads} threads, chunks of {chunk_bytes}");
        assert_eq!(records, expected, "{threads} threads, chunks of {chunk_bytes}");
        let places = [31, 61, 61, 91].into_iter();
        let expected: Vec<_> = (1..5).rev().map(|number| gap(number).to_string()).zip(places).collect();
        assert_eq!(gaps, expected, "{threads} threads, chunks of {chunk_bytes}");
    }
}

/// A stream that blocks after its text until its writer is dropped.
struct Silent(io::Cursor<String>, mpsc::Receiver<()>, Arc<AtomicUsize>);

impl io::Read for Silent {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => {
                _ = self.1.recv();
                Ok(0)
            }
            count => Ok(count),
        }
    }
}

impl Drop for Silent {
    fn drop(&mut self) {
        self.2.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_run_ends_when_the_callback_breaks() {
    let text = PIECES[0].repeat(1000);
    for threads in [1, 2, 8] {
        let pipeline = Pipeline::new(options(threads, 500));
        let drops = Arc::new(AtomicUsize::new(0));
        let (writer, silence) = mpsc::channel();
        let silent = Silent(io::Cursor::new(text.clone()), silence, Arc::clone(&drops));
        for content in [whole(text.as_bytes()), Content::Stream(Box::new(silent))] {
            let mut parts = 0;
            let length = pipeline.run(content, "text", &TOKENS, &mut |_| {
                parts += 1;
                if parts == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(parts, 3);
            assert!((1..3000).contains(&length.unwrap()));
        }
        drop(writer);
        let start = Instant::now();
        while drops.load(Relaxed) == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "the reading thread has not ended");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Work that panics at the game with a `$66`.
struct Panicking;

impl GameWork for Panicking {
    type Part = ();
    type Game = GameRead<()>;

    fn game(&self, bytes: &[u8], start: usize) -> GameRead<()> {
        let (lexer, _) = lex(bytes, start);
        assert!(!bytes[start..lexer.position()].windows(3).any(|word| word == b"$66"), "found it");
        GameRead::new((), &lexer)
    }

    fn absorb(&self, (): &mut (), _: &mut GameRead<()>, _: &ChunkText<'_>, _: Span) {}

    fn close(&self, (): &mut (), _: &[u8]) {}
}

#[test]
fn a_panic_reaches_the_caller() {
    let game = PIECES[0];
    let text = format!("{0}[Event \"a\"]\n\n1. e4 $66 *\n\n{0}", game.repeat(200));
    for threads in [1, 2, 8] {
        for content in [whole(text.as_bytes()), stream(text.as_bytes(), 1000)] {
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let pipeline = Pipeline::new(options(threads, 500));
                pipeline.run(content, "text", &Panicking, &mut |_| ControlFlow::Continue(()))
            }));
            let panic = caught.unwrap_err();
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"found it"));
        }
    }
}

#[test]
fn the_meter_counts_whole_files() {
    let text = PIECES[0].repeat(100);
    for threads in [1, 2] {
        let options = options(threads, 500);
        let pipeline = Pipeline::new(options.clone());
        run(&pipeline, whole(text.as_bytes()));
        run(&pipeline, whole(text.as_bytes()));
        assert_eq!(options.meter.consumed(), 2 * text.len() as u64);
        assert_eq!(options.progress.position(), 2 * text.len() as u64);
    }
}
