//! The time of whole commands, as a user runs them, compared with other programs and with each other.
//!
//! `cargo bench --bench commands -- [NAME…] [--rounds N] [--csv FILE] [--input FILE] [--small]`: the claims with these
//! names, or all. A claim compares two programs. They run in turns, in reverse order in every other round; the first round
//! is not counted. Each is charged the user and system time of its process, or where threads are compared, the time by
//! the clock. The quickest round of each is shown, and the median ratio. Before they are timed, both are checked: what they
//! say that they have done must be the same. With games of a user, which may have faults, a difference is only printed.
//!
//! The peers that are libraries are this executable with another first argument, so they are processes of their own, too,
//! and are built with the same profile. pgn-extract and python-chess are compared if they are installed.
//!
//! The games are those of `--input FILE`, an uncompressed PGN file, or a sample in `fixtures/`, repeated until there are 20
//! MB. Copies flatter what depends on how many games differ, such as trees and Parquet files. `--small` makes all inputs so
//! small that every claim is tried in seconds; the figures then mean nothing.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the report of a bench, and what a peer has counted")]

mod claims;
mod cozy;
mod inputs;
mod measure;
mod peer;
mod programs;
mod shapes;

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, thread};

use adoube::laws::unwinnable::CanMate;
use adoube::{Color, Position};

use claims::{Claim, Clock, claims};
use inputs::Inputs;
use measure::{Report, Subject, in_turns};

/// How often each program runs if the command line does not say.
const ROUNDS: usize = 5;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [programs::READER, file] => read(file),
        [programs::COZY, fen, depth] => count(fen, depth),
        [programs::ENGINE, file] => answer(file),
        _ => return measure::bench("commands", ROUNDS, run),
    };
    match done {
        Ok(line) => {
            eprintln!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures the claims that the words of the command line name, or all.
fn run(report: &mut Report, mut words: Vec<String>) -> Result<(), String> {
    let users = measure::option(&mut words, "--input")?;
    let is_small = words.iter().any(|word| word == "--small");
    words.retain(|word| word != "--small");
    let mut names: Vec<&str> = claims().map(|claim| claim.name).collect();
    names.dedup();
    if let Some(word) = words.iter().find(|word| !names.contains(&word.as_str())) {
        return Err(format!("there is no claim `{word}`; choose from {}", names.join(", ")));
    }
    let mut inputs = Inputs::new(users.as_deref().map(Path::new), is_small)?;
    let is_wanted = |claim: &Claim| words.is_empty() || words.iter().any(|word| word == claim.name);
    claims().filter(is_wanted).try_for_each(|claim| measure(&claim, &mut inputs, report))
}

/// Runs the programs of a claim, first to check them and then to time them.
fn measure(claim: &Claim, inputs: &mut Inputs, report: &mut Report) -> Result<(), String> {
    let runs = [claim.ours, claim.theirs];
    if let Some(obstacle) = obstacle(claim) {
        println!("\n{}: not compared: {obstacle}", claim.name);
        return Ok(());
    }
    let read = [inputs.get(claim.ours.input)?, inputs.get(claim.theirs.input)?];
    let lines = [runs[0].line(&read[0]), runs[1].line(&read[1])];
    let most_code = inputs.most_code();
    let check = |program: usize| runs[program].check(&read[program], &inputs.empty_directory()?, most_code);
    let counts = [check(0)?, check(1)?];
    for count in claim.same {
        let [ours, theirs] = [counts[0].get(count), counts[1].get(count)];
        if ours != theirs || ours.is_none() {
            let [ours, theirs] = [ours, theirs].map(|number| number.map_or("unknown".to_owned(), u64::to_string));
            let difference = format!("{count}: {ours} by `{}`, {theirs} by `{}`", lines[0], lines[1]);
            if !inputs.are_users() {
                return Err(difference);
            }
            println!("\n{}: they differ: {difference}", claim.name);
        }
    }
    let times = in_turns(report.rounds, runs.len(), |program| {
        let seconds = runs[program].time(&read[program], &inputs.empty_directory()?, most_code)?;
        Ok(if claim.clock == Clock::Cpu { seconds.cpu } else { seconds.wall })
    })?;
    let subject = Subject {
        claim: claim.name,
        input: &read[0].name,
        bytes: read[0].bytes,
        unit: if claim.clock == Clock::Cpu { "CPU s" } else { "wall-clock s" },
        value: &|seconds| seconds,
    };
    report.add(&subject, (&lines[0], &times[0]), (&lines[1], &times[1]))
}

/// Why a claim cannot be measured here.
fn obstacle(claim: &Claim) -> Option<String> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let needs_two = claim.clock == Clock::TwoProcessors && processors < 2;
    let too_few = || needs_two.then(|| "it takes two processors".to_owned());
    claim.ours.obstacle().or_else(|| claim.theirs.obstacle()).or_else(too_few)
}

/// The peer of `validate`.
fn read(file: &str) -> Result<String, String> {
    // Not at once into memory, which would cost the peer a tenth more.
    let (games, legal) = peer::validate(File::open(file).map_err(|error| format!("{file}: {error}"))?);
    Ok(format!("{games} games = {legal} valid"))
}

/// The peer of `perft`.
fn count(fen: &str, depth: &str) -> Result<String, String> {
    let depth = depth.parse().map_err(|error| format!("{depth}: {error}"))?;
    Ok(format!("nodes {}", cozy::perft(fen, depth)))
}

/// The peer of `adjudicate --can-mate both`.
fn answer(file: &str) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (mut answers, mut yes) = (0, 0);
    for fen in text.lines() {
        let position = Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?;
        for side in Color::BOTH {
            answers += 1;
            yes += u64::from(matches!(position.can_mate(side), CanMate::Yes(_)));
        }
    }
    Ok(format!("{answers} answers = {yes} yes"))
}
