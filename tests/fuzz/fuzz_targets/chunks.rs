//! The bytes of any text. What must hold:
//!
//! * A text that is read in chunks, whole or from a slow stream, by one thread or two, has the games of one pass, and
//!   these have the same tokens and findings. Excepted are byte order marks, because their rule depends on the place in
//!   the file.

#![no_main]

#[path = "../../support/game_read.rs"]
#[allow(dead_code, reason = "not all of it is for texts in chunks")]
mod game_read;
#[path = "../../cli/pipeline_support.rs"]
#[allow(dead_code, reason = "no stream fails here")]
mod pipeline_support;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use adoube::game::replay::{ReplayOptions, read_game_as};
use adoube::game::rules::{Profile, Rule, RuleSet};
use adoube::input::Content;
use adoube::pipeline::{MAX_MEMORY, Pipeline, PipelineOptions};
use libfuzzer_sys::fuzz_target;
use pipeline_support::{Recorder, Trickle, whole};

fuzz_target!(|text: &[u8]| {
    let recorder = Recorder { more: findings, memory: MAX_MEMORY / 2 };
    let expected = recorder.one_pass(text);
    let chunk_bytes = 1 + text.len() / 3;
    for pipeline in [&Pipeline::new(options(1, chunk_bytes)), &*TWO_THREADS] {
        assert_eq!(recorder.run(pipeline, whole(text)), expected);
        let stream = Content::Stream(Box::new(Trickle::new(text, 50)));
        assert_eq!(recorder.run(pipeline, stream), expected);
    }
});

/// Threads are expensive to start, so the chunks have a fixed size.
static TWO_THREADS: LazyLock<Pipeline> = LazyLock::new(|| Pipeline::new(options(2, 100)));

fn options(threads: usize, chunk_bytes: usize) -> PipelineOptions {
    PipelineOptions { threads, chunk_bytes, spool_bytes: 300, ..PipelineOptions::default() }
}

/// A hash of what the rules find in a game.
fn findings(bytes: &[u8], start: usize) -> u64 {
    let of_the_file: RuleSet = [Rule::ByteOrderMark, Rule::StrayByteOrderMark].into_iter().collect();
    let options = ReplayOptions { rules: Profile::default().rules() - of_the_file, ..ReplayOptions::default() };
    let game = read_game_as(bytes, start, &options);
    let mut hasher = DefaultHasher::new();
    for finding in &game.report.findings {
        let span = [finding.span.start, finding.span.end].map(|at| at.wrapping_sub(start));
        (span, format!("{:?}", (finding.rule, finding.severity, finding.message()))).hash(&mut hasher);
    }
    format!("{:?}", (game.status, game.plies(), game.outcome, game.position())).hash(&mut hasher);
    hasher.finish()
}
