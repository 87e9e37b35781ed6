//! Perft of every tier compared with cozy-chess and shakmaty: leaves per second of CPU time, no hash, one thread.
//!
//! `cargo bench --bench perft [-- --rounds N --csv FILE]`. All of them run in turns, round by round, and are charged the
//! CPU time of the thread. The speeds of the quickest rounds are printed, and the medians of the ratios to cozy-chess. All
//! counts are checked. The peers are built as Cargo builds them by default, without `target-cpu=native`, which they need for
//! PEXT, POPCNT and the like; our tiers find these at run time. To see the peers at their best:
//! `RUSTFLAGS="-C target-cpu=native" cargo bench --bench perft --features cozy-chess/pext`.

#![allow(clippy::cast_precision_loss, reason = "all counts are small")]

mod cozy;
mod measure;

use std::process::ExitCode;

use adoube::chess::fen;
use adoube::chess::perft::{PerftTier, perft_with};
use adoube::chess::position::Position;
use cozy::POSITIONS;
use cpu_time::ThreadTime;
use measure::{Report, Subject, in_turns};
use shakmaty::CastlingMode;

/// How often each program counts each position if the command line does not say.
const ROUNDS: usize = 5;

/// Counts the leaves below a FEN at a depth.
type Count = Box<dyn Fn(&str, u32) -> u64>;

/// A program that counts.
struct Player {
    name: String,
    count: Count,
}

fn main() -> ExitCode {
    measure::bench("perft", ROUNDS, |report, words| match words.first() {
        Some(word) => Err(format!("unexpected `{word}`")),
        None => compare(report, &players()),
    })
}

/// Compares the players position by position, and by the geometric means of their times.
fn compare(report: &mut Report, players: &[Player]) -> Result<(), String> {
    let mut logarithms = vec![vec![0.0; report.rounds]; players.len()];
    for (name, fen, depth, expected) in POSITIONS {
        let seconds_a_leaf = in_turns(report.rounds, players.len(), |player| {
            let start = ThreadTime::now();
            let count = (players[player].count)(fen, depth);
            let time = start.elapsed();
            assert_eq!(count, expected, "{name} by {}", players[player].name);
            Ok(time.as_secs_f64() / count as f64)
        })?;
        for (sum, time) in logarithms.iter_mut().flatten().zip(seconds_a_leaf.iter().flatten()) {
            *sum += time.ln() / POSITIONS.len() as f64;
        }
        add(report, &format!("{name}, depth {depth}"), players, &seconds_a_leaf)?;
    }
    let means: Vec<Vec<f64>> = logarithms.iter().map(|rounds| rounds.iter().map(|sum| sum.exp()).collect()).collect();
    add(report, "geometric mean", players, &means)
}

/// Adds the speeds of all players to the report, against the first one.
fn add(report: &mut Report, input: &str, players: &[Player], seconds_a_leaf: &[Vec<f64>]) -> Result<(), String> {
    let value = |seconds: f64| 1e-6 / seconds;
    let subject = Subject { claim: "perft", input, bytes: 0, unit: "million leaves per CPU s", value: &value };
    for (player, times) in players.iter().zip(seconds_a_leaf).skip(1) {
        report.add(&subject, (&player.name, times), (&players[0].name, &seconds_a_leaf[0]))?;
    }
    Ok(())
}

/// The peers, the one that is the measure first, then our tiers.
fn players() -> Vec<Player> {
    let peer = |name: &str, count: fn(&str, u32) -> u64| Player { name: name.to_owned(), count: Box::new(count) };
    let peers = [peer("cozy-chess", cozy::perft), peer("shakmaty", shakmaty)];
    let ours = PerftTier::ALL.into_iter().filter(|tier| tier.is_available()).map(|tier| Player {
        name: tier.to_string(),
        count: Box::new(move |text, depth| perft_with(tier, &position(text), depth)),
    });
    peers.into_iter().chain(ours).collect()
}

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).expect("a FEN").setup.position().expect("a playable position")
}

fn shakmaty(text: &str, depth: u32) -> u64 {
    let fen: shakmaty::fen::Fen = text.parse().expect("a FEN");
    let position: shakmaty::Chess = fen.into_position(CastlingMode::Standard).expect("a playable position");
    shakmaty::perft(&position, depth)
}
