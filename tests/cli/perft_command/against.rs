//! Second opinions: `--cross-check`, `--against`.
//!
//! The wrong engine is this test program itself: `--against` starts it with a variable that selects its bug.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use adoube::chess::moves::MoveKind;
use adoube::chess::perft::perft as count;
use adoube::chess::piece::PieceType;
use adoube::chess::position::Position;
use adoube::chess::uci::{self, Uci, UciMode};

#[cfg(feature = "cross-check")]
use super::counted;
use super::{CHESS960, KIWIPETE, command, perft, stderr, stdout};
use crate::support::skipped;

const FAULT: &str = "ADOUBE_TEST_ENGINE_FAULT";

/// The number of bytes that an engine writes instead of an answer.
const NOISE: usize = 3_000_000;

/// Not a test: the engine, if the variable is set.
#[test]
fn engine() {
    let Ok(fault) = env::var(FAULT) else { return };
    let mut engine = TestEngine { fault, position: Position::initial(), mode: UciMode::Standard };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line == "quit" || !engine.hear(&line) {
            return;
        }
    }
}

struct TestEngine {
    fault: String,
    position: Position,
    mode: UciMode,
}

impl TestEngine {
    /// Answers a line; false if the engine quits.
    fn hear(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] if self.fault == "mute" => true,
            #[cfg(unix)]
            ["uci"] if self.fault == "deaf" => {
                // SAFETY: nothing else uses standard input from here on.
                unsafe { libc::close(0) };
                write(&format!("uciok\n{}\n", "x".repeat(NOISE - 1)));
                std::thread::sleep(Duration::from_mins(1));
                false
            }
            ["uci"] => write("id name test\nuciok\n"),
            ["isready"] => write("readyok\n"),
            ["setoption", "name", "UCI_Chess960", "value", "true"] => {
                self.mode = UciMode::Chess960;
                true
            }
            ["position", "fen", ..] => {
                self.set_up(&words[2..]);
                true
            }
            ["go", "perft", depth] => self.go(depth.parse().unwrap()),
            _ => true,
        }
    }

    fn set_up(&mut self, words: &[&str]) {
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        self.position = Position::from_fen(&words[..at].join(" ")).unwrap();
        for word in words.iter().skip(at + 1) {
            let Some(Uci::Move { from, to, promotion }) = uci::parse(word.as_bytes()) else { panic!("{word}") };
            self.position.play_unchecked(uci::between(&self.position, from, to, promotion).unwrap());
        }
    }

    fn go(&self, depth: u32) -> bool {
        match self.fault.as_str() {
            "dies" => return false,
            "plays" => return write("bestmove e2e4\n"),
            "hangs" => std::thread::sleep(Duration::from_mins(1)),
            // Slowly enough to stay below the limit of bytes for as long as the engine may take.
            "floods" => {
                while write("info depth 1 nodes 20\n") {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            "noisy" => {
                write(&"x".repeat(NOISE));
                std::thread::sleep(Duration::from_mins(1));
            }
            "pours" => return write(&"x".repeat(17 << 20)),
            "rambles" => return write(&format!("{}\nNodes searched: 7\n", "x".repeat(1 << 20))),
            _ => {}
        }
        let mut total = 0;
        for (name, nodes) in self.divide(depth) {
            total += nodes;
            write(&format!("{name}: {nodes}\n"));
        }
        write(&format!("\nNodes searched: {total}\n\n"))
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let moves = self.position.legal_moves();
        let mut rows: Vec<(String, u64)> = moves
            .into_iter()
            .filter(|m| !self.forgets(&self.position, m.kind()))
            .map(|m| (uci::write(m, self.mode).to_string(), self.below(&self.position.after_unchecked(m), depth - 1)))
            .collect();
        if self.fault == "ghost" && self.position.fullmove_number() == 2 {
            rows.push(("a1a8".to_owned(), 1));
        }
        if self.fault == "contradiction" && depth == 3 {
            rows[0].1 += 1;
        }
        rows
    }

    fn forgets(&self, position: &Position, kind: MoveKind) -> bool {
        match self.fault.as_str() {
            "en passant" => kind == MoveKind::EnPassant,
            "knight" => kind == MoveKind::Promotion(PieceType::Knight) && position.is_check(),
            _ => false,
        }
    }

    fn below(&self, position: &Position, depth: u32) -> u64 {
        if depth == 0 || self.fault == "none" {
            return count(position, depth);
        }
        let ghost = u64::from(self.fault == "ghost" && position.fullmove_number() == 2);
        let moves = position.legal_moves();
        let kept = moves.into_iter().filter(|m| !self.forgets(position, m.kind()));
        kept.map(|m| self.below(&position.after_unchecked(m), depth - 1)).sum::<u64>() + ghost
    }
}

fn write(text: &str) -> bool {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).is_ok()
}

/// The command that starts the engine. The test harness prints some lines before, as engines do.
fn wrong_engine() -> String {
    format!("'{}' perft_command::against::engine --exact --nocapture", env::current_exe().unwrap().display())
}

fn against(fault: &str, arguments: &[&str]) -> Output {
    command(arguments).args(["--against", &wrong_engine()]).env(FAULT, fault).output().unwrap()
}

#[cfg(feature = "cross-check")]
#[test]
fn shakmaty_agrees() {
    assert_eq!(counted(["startpos", "4", "--cross-check"]), "nodes 197281\n");
    assert_eq!(counted([KIWIPETE, "3", "--cross-check", "--divide"]).lines().count(), 50);
    let output = perft([CHESS960, "4", "--cross-check"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).ends_with("shakmaty agrees\n"), "{}", stderr(&output));
    counted(["startpos", "0", "--cross-check"]);
}

#[test]
fn correct_engine_agrees() {
    for position in ["startpos", KIWIPETE, CHESS960, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let output = against("none", &[position, "3"]);
        assert_eq!(output.status.code(), Some(0), "{position}: {}{}", stdout(&output), stderr(&output));
        assert!(stderr(&output).ends_with("the engine agrees\n"), "{}", stderr(&output));
    }
    let output = against("none", &["startpos", "4", "--prefix", "e2e4 e7e5"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn planted_bug_is_found_down_to_the_move() {
    let output = against("en passant", &["startpos", "5"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines[..2], ["nodes 4865609", "disagreement with the engine"]);
    let fen = lines[2].strip_prefix("position ").unwrap();
    assert_eq!(lines[3].strip_prefix("reached by ").unwrap().split(' ').count(), 4);
    assert_eq!(lines.len(), 5, "{lines:?}");
    let position = Position::from_fen(fen).unwrap();
    let to = position.legal_en_passant().unwrap();
    let name = lines[4].strip_prefix("missing ").unwrap().split(':').next().unwrap();
    assert!(name.ends_with(&to.to_string()), "{name} {fen}");

    let fen = "4r1k1/1P6/8/8/8/8/8/4K3 w - - 0 1";
    let output = against("knight", &[fen, "1"]);
    assert_eq!(output.status.code(), Some(0), "no promotion out of check: {}", stdout(&output));
}

#[test]
fn extra_move_is_found_and_reported_in_every_format() {
    let output = against("ghost", &["startpos", "4", "--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let last = stdout(&output).lines().last().unwrap();
    let object: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!((&object["type"], &object["extra"][0]), (&"perft_disagreement".into(), &"a1a8".into()));
    assert_eq!((object["moves"].as_array().unwrap().len(), &object["depth"]), (2, &2.into()));
    let csv = against("ghost", &["startpos", "3", "--format", "csv"]);
    assert!(stderr(&csv).contains("extra a1a8"), "{}", stderr(&csv));
}

#[test]
fn contradictory_engine_is_reported() {
    let output = against("contradiction", &["startpos", "3"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("contradicts its own counts"), "{}", stdout(&output));
}

#[test]
fn unresponsive_engine_times_out() {
    for (fault, message) in [
        ("mute", "did not answer `uci` within 1 s"),
        ("hangs", "did not answer `go perft 2` within 1 s"),
        ("floods", "did not answer `go perft 2` within 1 s"),
        ("dies", "the engine ended ("),
        ("plays", "the engine does not count: it answered `go perft 2` with `bestmove e2e4`"),
        ("rambles", "the engine does not count: it answered `go perft 2` with `Nodes searched: 7`"),
    ] {
        let output = against(fault, &["startpos", "2", "--timeout", "1"]);
        assert_eq!(output.status.code(), Some(2), "{fault}: {}", stdout(&output));
        assert!(stderr(&output).contains(message), "{fault}: {}", stderr(&output));
    }
}

#[test]
fn an_engine_that_writes_noise_is_said_to_run() {
    let run = [
        #[cfg(unix)]
        (
            "deaf",
            "the engine runs, but closed its input before it had answered `isready`: it wrote 3,000,000 bytes, but no `readyok`",
        ),
        (
            "noisy",
            "the engine did not answer `go perft 2` within 5 s (see --timeout): it wrote 3,000,000 bytes, but no total of nodes",
        ),
        ("pours", "the engine floods its output and does not answer `go perft 2`: it wrote "),
    ];
    for (fault, message) in run {
        let output = against(fault, &["startpos", "2", "--timeout", if fault == "noisy" { "5" } else { "60" }]);
        assert_eq!(output.status.code(), Some(2), "{fault}: {}", stdout(&output));
        let error = stderr(&output);
        let (_, rest) = error.split_once(message).unwrap_or_else(|| panic!("{fault}: {error}"));
        if fault == "pours" {
            // The rest of the read in which the limit is passed counts, too.
            let written: u64 = rest.split(' ').next().unwrap().replace(',', "").parse().unwrap();
            assert!((16 << 20..24 << 20).contains(&written), "{error}");
        }
    }
}

/// An engine started by a shell, with a helper process that would keep running.
#[cfg(unix)]
#[test]
fn processes_of_the_engine_are_ended() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let script = folder.path().join("engine.sh");
    let text = format!("sleep 600 &\necho $! $$ > {}\n{}\ntrue\n", pids.display(), wrong_engine());
    std::fs::write(&script, text).unwrap();
    for (fault, code) in [("none", 0), ("hangs", 2), ("dies", 2)] {
        let output = command(["startpos", "2", "--timeout", "2", "--against"])
            .arg(format!("sh '{}'", script.display()))
            .env(FAULT, fault)
            .env("PATH", "/usr/bin:/bin")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{fault}: {}", stderr(&output));
        for pid in std::fs::read_to_string(&pids).unwrap().split_whitespace() {
            let is_there = || Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success();
            let end = Instant::now() + Duration::from_secs(20);
            // The helper is init's child now, which may take its time.
            while is_there() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(20));
            }
            assert!(!is_there(), "{fault}: process {pid} keeps running");
        }
    }
}

#[test]
fn invalid_engine_commands_are_reported() {
    for (engine, message) in [
        ("there-is-no-such-engine", "the engine `there-is-no-such-engine` cannot be started: "),
        ("'open", "is no command"),
        ("", "is no command"),
    ] {
        let output = perft(["startpos", "2", "--against", engine]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{engine}");
        assert!(stderr(&output).contains(message), "{engine}: {}", stderr(&output));
    }
    let output = perft(["startpos", "0", "--against", "x"]);
    assert!(stderr(&output).contains("a depth of at least 1"), "{}", stderr(&output));
}

#[test]
fn stockfish_agrees() {
    let places = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"];
    let Some(engine) = places.into_iter().find(|place| std::path::Path::new(place).is_file()) else {
        return skipped("there is no stockfish");
    };
    for (position, depth) in
        [("startpos", "4"), (KIWIPETE, "3"), (CHESS960, "4"), ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "5")]
    {
        let output = perft([position, depth, "--against", engine]);
        assert_eq!(output.status.code(), Some(0), "{position}: {}{}", stdout(&output), stderr(&output));
    }
    let output = perft(["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4", "--chess960", "--against", engine]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
}
