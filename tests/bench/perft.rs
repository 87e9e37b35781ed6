//! Perft of every tier compared with cozy-chess, shakmaty and chess: leaves per second of CPU time, no hash, one
//! thread.
//!
//! `cargo bench --bench perft [-- ROUNDS]`. All of them run in turns, round by round, and are charged the CPU time of the
//! thread; medians are printed, and ratios to cozy-chess. All counts are checked. The peers are built as Cargo builds
//! them by default, without `target-cpu=native`, which they need for PEXT, POPCNT and the like; our tiers find these at
//! run time. To see the peers at their best:
//! `RUSTFLAGS="-C target-cpu=native" cargo bench --bench perft --features cozy-chess/pext`.

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "the report of a bench; all counts are small")]

use std::time::Duration;

use adoube::chess::fen;
use adoube::chess::perft::{PerftTier, perft_with};
use adoube::chess::position::Position;
use cpu_time::ThreadTime;
use shakmaty::CastlingMode;

/// How often each program counts each position if the command line does not say. The first time is not counted.
const ROUNDS: usize = 5;

/// The positions of <https://www.chessprogramming.org/Perft_Results>: name, FEN, depth, count.
const POSITIONS: [(&str, &str, u32, u64); 6] = [
    ("initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6, 706_045_033),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551),
];

/// Counts the leaves below a FEN at a depth.
type Count = Box<dyn Fn(&str, u32) -> u64>;

/// A program that counts.
struct Player {
    name: String,
    count: Count,
}

fn main() {
    let rounds = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(ROUNDS);
    let players = players();
    print!("{:>22}", "million leaves/s");
    for player in &players {
        print!(" {:>11}", player.name);
    }
    println!();
    let mut logarithms = vec![0.0; players.len()];
    for (name, fen, depth, expected) in POSITIONS {
        let mut times = vec![Vec::new(); players.len()];
        for round in 0..=rounds {
            for (player, times) in players.iter().zip(&mut times) {
                let start = ThreadTime::now();
                let count = (player.count)(fen, depth);
                let time = start.elapsed();
                assert_eq!(count, expected, "{name} by {}", player.name);
                if round > 0 {
                    times.push(time);
                }
            }
        }
        let speeds: Vec<f64> = times.into_iter().map(|times| expected as f64 / median(times).as_secs_f64()).collect();
        print!("{:>22}", format!("{name}, depth {depth}"));
        for (speed, logarithm) in speeds.iter().zip(&mut logarithms) {
            let ratio = speed / speeds[0];
            *logarithm += ratio.ln() / POSITIONS.len() as f64;
            print!(" {:>5.0} {ratio:>5.2}", speed / 1e6);
        }
        println!();
    }
    print!("{:>22}", "geometric mean");
    for logarithm in logarithms {
        print!(" {:>11.2}", logarithm.exp());
    }
    println!();
}

/// The peers, the one that is the measure first, then our tiers.
fn players() -> Vec<Player> {
    let peer = |name: &str, count: fn(&str, u32) -> u64| Player { name: name.to_owned(), count: Box::new(count) };
    let peers = [peer("cozy-chess", cozy), peer("shakmaty", shakmaty), peer("chess", chess)];
    let ours = PerftTier::ALL.into_iter().filter(|tier| tier.is_available()).map(|tier| Player {
        name: tier.to_string(),
        count: Box::new(move |text, depth| perft_with(tier, &position(text), depth)),
    });
    peers.into_iter().chain(ours).collect()
}

/// Lower middle of a list; zero for an empty one.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get((times.len().max(1) - 1) / 2).copied().unwrap_or_default()
}

fn position(text: &str) -> Position {
    fen::parse(text.as_bytes()).expect("a FEN").setup.position().expect("a playable position")
}

fn cozy(text: &str, depth: u32) -> u64 {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
                return false;
            }
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += count(&child, depth - 1);
            }
            false
        });
        nodes
    }
    count(&text.parse().expect("a FEN"), depth)
}

fn shakmaty(text: &str, depth: u32) -> u64 {
    let fen: shakmaty::fen::Fen = text.parse().expect("a FEN");
    let position: shakmaty::Chess = fen.into_position(CastlingMode::Standard).expect("a playable position");
    shakmaty::perft(&position, depth)
}

fn chess(text: &str, depth: u32) -> u64 {
    let board: chess::Board = text.parse().expect("a FEN");
    chess::MoveGen::movegen_perft_test(&board, depth as usize) as u64
}
