//! The programs that the bench `commands` runs, and what it charges and reads of a run.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

use adoube::cpu::CpuLevel;

use crate::inputs::{Input, Shape};
use crate::peer;

/// First arguments with which this executable is one of the peers.
pub(crate) const READER: &str = "--peer-validate";
pub(crate) const COZY: &str = "--peer-perft";
pub(crate) const ENGINE: &str = "--engine-can-mate";

/// Writes records as `adoube replay --format jsonl` does.
const PYTHON_SCRIPT: &str = include_str!("replay.py");

/// In the words of a command line, an empty directory for output.
const OUT: &str = "{out}";

/// A program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Program {
    Adoube,
    /// adoube with the instructions of this level at most.
    AdoubeAt(CpuLevel),
    /// pgn-reader with shakmaty.
    Reader,
    /// cozy-chess.
    Cozy,
    /// The library of adoube, asked who can mate.
    Engine,
    PgnExtract,
    PythonChess,
}

/// A run of a program: its words, as in a shell with double quotes, to which those of the input are added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) program: Program,
    pub(crate) words: &'static str,
    pub(crate) input: Shape,
}

/// The time that a run is charged.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Seconds {
    /// User and system time of the process; elsewhere than on Unix, the time by the clock.
    pub(crate) cpu: f64,
    pub(crate) wall: f64,
}

/// What a program says that it has done: numbers of games, valid games, leaves, answers; and what it
/// has written: numbers of lines, games, files.
pub(crate) type Counts = HashMap<&'static str, u64>;

/// How programs say what they have done: `#` is a number.
const PHRASES: [(&str, &str); 9] = [
    ("games", "# games ="),
    ("games", "games # ="),
    ("games", "Tree of # games,"),
    ("games", "of # games selected"),
    ("games", "# verdicts ="),
    ("valid", "= # valid"),
    ("leaves", "nodes #"),
    ("yes", "# yes"),
    ("answers", "# answers ="),
];

/// The most bytes of standard output in which phrases are looked for.
const HEAD_BYTES: usize = 1 << 16;

impl Run {
    /// Why the program cannot be run.
    pub(crate) fn obstacle(&self) -> Option<String> {
        match self.program {
            Program::AdoubeAt(level) if !level.is_available() => {
                Some(format!("this processor has no {level}, or ADOUBE_CPU forbids it"))
            }
            Program::PgnExtract if pgn_extract().is_none() => Some("there is no pgn-extract".to_owned()),
            Program::PythonChess if !has_python_chess() => Some("there is no python3 with python-chess".to_owned()),
            _ => None,
        }
    }

    /// What a user would type.
    pub(crate) fn line(&self, input: &Input) -> String {
        let mut line = match self.program {
            Program::Adoube => "adoube".to_owned(),
            Program::AdoubeAt(level) => format!("ADOUBE_CPU={level} adoube"),
            Program::Reader => peer::NAME.to_owned(),
            Program::Cozy => "cozy-chess".to_owned(),
            Program::Engine => "the library".to_owned(),
            Program::PgnExtract => "pgn-extract".to_owned(),
            Program::PythonChess => "python-chess".to_owned(),
        };
        for word in [self.words, &input.name].into_iter().filter(|word| !word.is_empty()) {
            _ = write!(line, " {word}");
        }
        line
    }

    fn command(&self, input: &Input, out: &Path) -> io::Result<Command> {
        let ourselves = |first: &str| {
            let mut command = Command::new(env::current_exe()?);
            command.arg(first);
            Ok::<_, io::Error>(command)
        };
        let mut command = match self.program {
            Program::Adoube => Command::new(env!("CARGO_BIN_EXE_adoube")),
            Program::AdoubeAt(level) => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_adoube"));
                command.env("ADOUBE_CPU", level.name());
                command
            }
            Program::Reader => ourselves(READER)?,
            Program::Cozy => ourselves(COZY)?,
            Program::Engine => ourselves(ENGINE)?,
            Program::PgnExtract => Command::new(pgn_extract().unwrap_or_default()),
            Program::PythonChess => {
                let mut command = Command::new("python3");
                command.args(["-c", PYTHON_SCRIPT]);
                command
            }
        };
        let out = out.display().to_string();
        command.args(split(self.words).map(|word| word.replace(OUT, &out))).args(&input.words);
        command.stdin(Stdio::null());
        Ok(command)
    }

    /// Runs the program, whose standard output nobody reads.
    pub(crate) fn time(&self, input: &Input, out: &Path, most_code: i32) -> Result<Seconds, String> {
        let before = children_seconds();
        let start = Instant::now();
        let run = || {
            let mut errors = tempfile::tempfile()?;
            let status = self.command(input, out)?.stdout(Stdio::null()).stderr(errors.try_clone()?).status()?;
            Ok((status, text(&mut errors)?))
        };
        let (status, errors) = run().map_err(|error: io::Error| format!("{}: {error}", self.line(input)))?;
        let wall = start.elapsed().as_secs_f64();
        let cpu = before.and_then(|before| Some(children_seconds()? - before)).unwrap_or(wall);
        self.succeeded(input, status, most_code, &errors)?;
        Ok(Seconds { cpu, wall })
    }

    /// Runs the program, and returns what it says that it has done. It must write something,
    /// unless its exit code may say that there is nothing.
    pub(crate) fn check(&self, input: &Input, out: &Path, most_code: i32) -> Result<Counts, String> {
        let run = || {
            let mut errors = tempfile::tempfile()?;
            let mut command = self.command(input, out)?;
            let mut child = command.stdout(Stdio::piped()).stderr(errors.try_clone()?).spawn()?;
            let (numbers, head) = child.stdout.take().map(read_lines).transpose()?.unwrap_or_default();
            Ok((child.wait()?, numbers, head, text(&mut errors)?, files(out)?))
        };
        let (status, [lines, written], head, errors, files) =
            run().map_err(|error: io::Error| format!("{}: {error}", self.line(input)))?;
        self.succeeded(input, status, most_code, &errors)?;
        if most_code == 0 && lines + files == 0 && errors.is_empty() {
            return Err(format!("{}: no output", self.line(input)));
        }
        let mut counts = counts(&format!("{errors}\n{}", String::from_utf8_lossy(&head)));
        counts.extend([("lines", lines), ("written", written), ("files", files)]);
        Ok(counts)
    }

    fn succeeded(&self, input: &Input, status: ExitStatus, most_code: i32, errors: &str) -> Result<(), String> {
        let is_success = status.code().is_some_and(|code| code <= most_code);
        if is_success { Ok(()) } else { Err(format!("{}: {status}\n{errors}", self.line(input))) }
    }
}

/// The words of a command line; those in double quotes are one.
fn split(line: &str) -> impl Iterator<Item = &str> {
    line.split('"').enumerate().flat_map(|(part, text)| {
        let (quoted, plain) = if part % 2 == 1 { (Some(text), "") } else { (None, text) };
        quoted.into_iter().chain(plain.split_whitespace())
    })
}

/// All of a file, from its beginning.
fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Counts the lines of an output, and the games that begin on them; returns also the first lines.
fn read_lines(output: impl Read) -> io::Result<([u64; 2], Vec<u8>)> {
    let mut output = BufReader::new(output);
    let ([mut lines, mut written], mut head, mut line) = ([0, 0], Vec::new(), Vec::new());
    while output.read_until(b'\n', &mut line)? > 0 {
        lines += 1;
        written += u64::from(line.starts_with(b"[Event "));
        if head.len() < HEAD_BYTES {
            head.extend_from_slice(&line);
        }
        line.clear();
    }
    Ok(([lines, written], head))
}

/// The number of files with content in a directory.
fn files(directory: &Path) -> io::Result<u64> {
    let mut count = 0;
    for entry in directory.read_dir()? {
        count += u64::from(entry?.metadata()?.len() > 0);
    }
    Ok(count)
}

/// What the [`PHRASES`] in a text say; the first of each kind counts.
fn counts(text: &str) -> Counts {
    let plural = |word| if word == "game" { "games" } else { word };
    let words: Vec<&str> = text.split_whitespace().map(plural).collect();
    let mut counts = Counts::new();
    for (label, phrase) in PHRASES {
        let phrase: Vec<&str> = phrase.split(' ').collect();
        if let Some(number) = words.windows(phrase.len()).find_map(|words| matched(words, &phrase)) {
            counts.entry(label).or_insert(number);
        }
    }
    counts
}

/// The first number of a phrase, if these are its words.
fn matched(words: &[&str], phrase: &[&str]) -> Option<u64> {
    let number = |word: &str| word.replace(',', "").parse().ok();
    let fits = |(word, part): (&&str, &&str)| if *part == "#" { number(word).is_some() } else { word == part };
    let place = phrase.iter().position(|part| *part == "#")?;
    words.iter().zip(phrase).all(fits).then(|| number(words[place]))?
}

/// pgn-extract on the path, or where Debian installs it.
fn pgn_extract() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    places.find_map(|place| Some(place.join("pgn-extract")).filter(|program| program.is_file()))
}

fn has_python_chess() -> bool {
    let import = Command::new("python3").args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    import.is_ok_and(|status| status.success())
}

/// The user and system time of all children that have ended.
#[cfg(unix)]
fn children_seconds() -> Option<f64> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to memory of that type, which may be all zeros.
    let usage = unsafe {
        if libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) != 0 {
            return None;
        }
        usage.assume_init()
    };
    #[allow(clippy::cast_precision_loss, reason = "times of benches are short")]
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    Some(seconds(usage.ru_utime) + seconds(usage.ru_stime))
}

#[cfg(not(unix))]
fn children_seconds() -> Option<f64> {
    None
}
