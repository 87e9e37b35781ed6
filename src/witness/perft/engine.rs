//! Perft by any engine that supports the Universal Chess Interface (UCI) and `go perft N`.
//!
//! ```text
//!   > uci                                      < … uciok
//!   > isready                                  < readyok
//!   > position fen … moves e2e4
//!   > go perft 2                               < a7a6: 30  …  Nodes searched: 600
//! ```
//!
//! A foreign process may hang, crash or print anything. So every answer has a time limit, and lines and answers have a
//! maximum length.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use std::{fmt, thread};

use thiserror::Error;

use super::DivideCounts;
use super::process::Process;
use crate::chess::uci;
use crate::game::finding::tally::digits;

/// The maximum length of a line, in bytes; longer lines are cut.
const MAX_LINE_LENGTH: u64 = 1 << 16;

/// The most bytes that an engine may write between a command and its answer.
const MAX_ANSWER_LENGTH: u64 = 16 << 20;

/// What the answer to `go perft` has to contain.
const TOTAL: &str = "total of nodes";

/// A bound on the number of moves, above that of any position.
const MAX_MOVES: usize = 1 << 10;

/// The time limit for `uciok`.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(20);

/// The interval at which the stop flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The time limit for an engine to exit after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A running engine; dropping it ends the process.
#[derive(Debug)]
pub struct Engine<'a> {
    process: Process,
    input: ChildStdin,
    lines: Receiver<Vec<u8>>,
    /// The number of bytes that it wrote, and of those that were taken as lines; and how many were taken before the last command
    /// that it has to answer.
    written: Arc<AtomicU64>,
    taken: u64,
    taken_before: u64,
    timeout: Duration,
    stop: &'a AtomicBool,
}

#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The position to start from.
    pub fen: &'a str,
    /// The moves to play from it, in UCI.
    pub moves: &'a [String],
    /// The depth in plies after these moves.
    pub depth: u32,
}

/// Why an engine returns no counts.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The command is empty or has an unclosed quote.
    #[error("`{0}` is no command")]
    Command(String),
    #[error("the engine `{program}` cannot be started: {source}")]
    Start { program: String, source: io::Error },
    #[error("the engine {0}")]
    NoAnswer(NoAnswer),
    /// It answered, but not with counts.
    #[error("the engine does not count: it answered `{command}` with `{answer}`")]
    NoCounts {
        /// The command that it was sent.
        command: String,
        answer: String,
    },
    /// The stop flag was set.
    #[error("stopped")]
    Stopped,
}

/// A command that an engine did not answer.
#[derive(Clone, Debug)]
pub struct NoAnswer {
    command: String,
    /// What the answer has to contain.
    expected: &'static str,
    /// The number of bytes that it wrote instead.
    written: u64,
    why: Silence,
}

/// Why an engine does not answer.
#[derive(Clone, Copy, Debug)]
enum Silence {
    Ended(ExitStatus),
    /// It runs, but reads no commands.
    ClosedInput,
    /// It runs, but can write no answer.
    ClosedOutput,
    /// It wrote more than [`MAX_ANSWER_LENGTH`].
    Flood,
    /// It took longer than this number of seconds.
    Timeout(u64),
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, expected, written, why } = self;
        match why {
            Silence::Ended(status) => write!(f, "ended ({status}) before it had answered `{command}`"),
            Silence::ClosedInput => write!(f, "runs, but closed its input before it had answered `{command}`"),
            Silence::ClosedOutput => write!(f, "runs, but closed its output before it had answered `{command}`"),
            Silence::Flood => write!(f, "floods its output and does not answer `{command}`"),
            Silence::Timeout(seconds) => write!(f, "did not answer `{command}` within {seconds} s (see --timeout)"),
        }?;
        if *written > 0 {
            write!(f, ": it wrote {} bytes, but no {expected}", digits(*written))?;
        }
        Ok(())
    }
}

impl<'a> Engine<'a> {
    /// Starts an engine. The command is split into words as by a shell, with quotes and backslashes, but without
    /// expansion. Every answer must come within `timeout`. Setting `stop` cancels the wait.
    pub fn start(
        command: &str,
        chess960: Chess960,
        timeout: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Self, EngineError> {
        let words = words(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| EngineError::Command(command.to_owned()))?;
        let (process, input, output) = Process::start(&words[0], &words[1..])
            .map_err(|source| EngineError::Start { program: words[0].clone(), source })?;
        let (sender, lines) = sync_channel(1024);
        let written = Arc::default();
        let output = Counted { output, read: Arc::clone(&written) };
        thread::spawn(move || listen(output, &sender));
        let timeout_of_start = timeout.min(STARTUP_TIMEOUT);
        let mut engine =
            Self { process, input, lines, written, taken: 0, taken_before: 0, timeout: timeout_of_start, stop };
        engine.ask("uci", "`uciok`", |line| (line == "uciok").then_some(Ok(())))?;
        if chess960 == Chess960::Yes {
            engine.send("setoption name UCI_Chess960 value true", "`readyok`")?;
        }
        engine.wait_until_ready()?;
        engine.timeout = timeout;
        Ok(engine)
    }

    /// The counts below each move. They must add up to the total that the engine prints.
    pub fn divide(&mut self, request: Request<'_>) -> Result<DivideCounts, EngineError> {
        let Request { fen, moves, depth } = request;
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position fen {fen}{played}"), TOTAL)?;
        let go = format!("go perft {depth}");
        let mut counts = DivideCounts::new();
        self.ask(&go, TOTAL, |line| {
            let fault = || EngineError::NoCounts { command: go.clone(), answer: line.to_owned() };
            match Answer::parse(line) {
                Answer::Move(name, count) => {
                    let is_new = counts.insert(name, count).is_none();
                    (!is_new || counts.len() > MAX_MOVES).then(|| Err(fault()))
                }
                Answer::Total(total) => {
                    let sum = counts.values().try_fold(0_u64, |sum, &count| sum.checked_add(count));
                    Some(if sum == Some(total) { Ok(()) } else { Err(fault()) })
                }
                Answer::BestMove => Some(Err(fault())),
                Answer::Other => None,
            }
        })?;
        self.wait_until_ready()?;
        Ok(counts)
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.ask("isready", "`readyok`", |line| (line == "readyok").then_some(Ok(())))
    }

    /// Sends a line, then passes the lines of the answer to `decide` until it returns a result.
    fn ask(
        &mut self,
        question: &str,
        expected: &'static str,
        mut decide: impl FnMut(&str) -> Option<Result<(), EngineError>>,
    ) -> Result<(), EngineError> {
        self.taken_before = self.taken;
        self.send(question, expected)?;
        let end = Instant::now() + self.timeout;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(EngineError::Stopped);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.silent(question, expected, Silence::Timeout(self.timeout.as_secs())));
            }
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    self.taken += line.len() as u64;
                    if let Some(verdict) = decide(String::from_utf8_lossy(&line).trim()) {
                        return verdict;
                    }
                    if self.written_instead() > MAX_ANSWER_LENGTH {
                        return Err(self.silent(question, expected, Silence::Flood));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.gone(question, expected, Silence::ClosedOutput));
                }
            }
        }
    }

    fn send(&mut self, line: &str, expected: &'static str) -> Result<(), EngineError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.gone(line, expected, Silence::ClosedInput))
    }

    /// The error after a stream to or from the engine was closed: it ended, or runs on without the stream.
    fn gone(&mut self, command: &str, expected: &'static str, closed: Silence) -> EngineError {
        let status = self.process.ended_within(EXIT_TIMEOUT);
        // Of a flood, what fits into this time is counted.
        let end = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < end
            && let Ok(line) = self.lines.recv_timeout(EXIT_TIMEOUT)
        {
            self.taken += line.len() as u64;
        }
        self.silent(command, expected, status.map_or(closed, Silence::Ended))
    }

    fn silent(&self, command: &str, expected: &'static str, why: Silence) -> EngineError {
        EngineError::NoAnswer(NoAnswer { command: command.to_owned(), expected, written: self.written_instead(), why })
    }

    /// The number of bytes that it wrote since the last command.
    fn written_instead(&self) -> u64 {
        self.written.load(Ordering::Relaxed) - self.taken_before
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        // Dropping `process` kills an engine that is still running.
        let _ = self.process.ended_within(EXIT_TIMEOUT);
    }
}

/// Whether castling moves are written with the square of the rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chess960 {
    /// Yes: the option `UCI_Chess960` is set.
    Yes,
    /// No: the option is not set.
    No,
}

/// A line of the answer to `go perft`.
enum Answer {
    /// `e2e4: 20`.
    Move(String, u64),
    /// `Nodes searched: 400`.
    Total(u64),
    /// `bestmove e2e4`: the engine has begun to play.
    BestMove,
    /// Anything else.
    Other,
}

impl Answer {
    fn parse(line: &str) -> Self {
        let line = line.strip_prefix("info string ").unwrap_or(line);
        if line.starts_with("bestmove") {
            return Self::BestMove;
        }
        let separators = |character: char| character.is_whitespace() || matches!(character, ':' | '=');
        let mut words = line.split(separators).filter(|word| !word.is_empty() && *word != "-");
        let (Some(first), Some(last)) = (words.next(), words.next_back()) else { return Self::Other };
        let Some(count) = number(last) else { return Self::Other };
        let is_total = ["nodes", "total", "perft"].iter().any(|word| first.eq_ignore_ascii_case(word));
        let is_rate = line.contains('/') || line.to_ascii_lowercase().contains("second");
        match uci::parse(first.as_bytes()) {
            Some(uci::Uci::Move { .. }) if words.next().is_none() => Self::Move(first.to_owned(), count),
            None if is_total && !is_rate => Self::Total(count),
            _ => Self::Other,
        }
    }
}

/// A number, possibly with separators between the thousands.
fn number(word: &str) -> Option<u64> {
    let digits: String = word.chars().filter(|character| !matches!(character, ',' | '_' | '\'')).collect();
    digits.parse().ok().filter(|_| word.starts_with(|first: char| first.is_ascii_digit()))
}

/// The output of an engine, and how much of it was read.
struct Counted {
    output: ChildStdout,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.output.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Sends the lines that the engine prints until its output ends or the receiver is gone.
fn listen(output: impl Read, sender: &SyncSender<Vec<u8>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut line) {
            Ok(1..) if sender.send(line).is_ok() => {}
            _ => return,
        }
    }
}

/// The words of a command; `None` if a quote is unclosed.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(character),
            (_, '\\') => word.get_or_insert_default().push(characters.next()?),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_the_formats_of_many_engines() {
        for line in ["e2e4: 20", "e2e4 20", "e2e4 - 20", "info string e2e4: 20", "e2e4 = 20"] {
            assert!(matches!(Answer::parse(line), Answer::Move(name, 20) if name == "e2e4"), "{line}");
        }
        for line in
            ["Nodes searched: 4865609", "nodes 4865609", "Total: 4,865,609", "Perft 5 = 4865609", "Nodes: 4865609"]
        {
            assert!(matches!(Answer::parse(line), Answer::Total(4_865_609)), "{line}");
        }
        for line in ["", "info depth 3", "Time: 20", "Nodes/second: 5", "e2e4", "NNUE evaluation using 1", "e2e4 1 2 3"]
        {
            assert!(matches!(Answer::parse(line), Answer::Other), "{line}");
        }
        assert!(matches!(Answer::parse("bestmove e2e4 ponder e7e5"), Answer::BestMove));
    }

    #[test]
    fn a_command_is_split_as_a_shell_does() {
        let split = |command| words(command).unwrap();
        assert_eq!(split("stockfish"), ["stockfish"]);
        assert_eq!(split(r#" wine  "my engine.exe" 'a "b' c\ d "" "#), ["wine", "my engine.exe", "a \"b", "c d", ""]);
        assert!(words("'open").is_none() && words("a\\").is_none());
        assert!(split("  ").is_empty());
    }
}
