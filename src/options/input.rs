//! What is read, which games of it, and with how many threads.

use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize, ParseIntError};
use std::path::Path;
use std::thread;

use clap::builder::Resettable;
use clap::{Args, ValueEnum, ValueHint};

use crate::game::filter::Filter;
use crate::game::replay::Game;
use crate::input::{InputError, Inputs, Meter, OpenOptions};

use super::{GameNumbers, Sample};

/// The inputs of a command.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Inputs")]
pub struct InputArgs {
    /// Files, directories, or `-` for standard input
    ///
    /// A directory is walked in the order of names; *.pgn, *.epd and *.fen are read there, and their compressed forms.
    /// Compression (zst, gz, bz2, xz, zip) is found by what is in the file, not by its name. Without an input, standard
    /// input is read.
    #[arg(value_name = "INPUT", value_hint = ValueHint::AnyPath, help_heading = Resettable::Reset)]
    pub inputs: Vec<OsString>,

    /// Read more inputs from a list, one path a line (`-`: standard input)
    ///
    /// If there is a NUL byte in the list, paths end with NUL, as `find -print0` writes them.
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath)]
    pub files_from: Option<OsString>,

    /// What the inputs hold, whatever they are called
    ///
    /// By default a file called *.fen or *.epd holds one position a line, and everything else is PGN.
    #[arg(long, value_name = "FORMAT")]
    pub input_format: Option<InputFormat>,

    /// Accept compressed data that needs more than 1 GiB of memory for its window
    #[arg(long)]
    pub allow_large_windows: bool,
}

/// What a text holds.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default, Debug)]
pub enum InputFormat {
    /// Games in Portable Game Notation
    #[default]
    Pgn,
    /// One position a line, with operations
    Epd,
    /// One position a line
    Fen,
}

impl InputArgs {
    /// The inputs to be read; fails when the list cannot be read or standard input is named twice.
    pub fn open(&self) -> Result<Inputs, InputError> {
        Inputs::new(&self.inputs, self.files_from.as_deref())
    }

    /// How they are to be opened; the meter counts the bytes taken from disk.
    #[must_use]
    pub fn open_options(&self, meter: Meter) -> OpenOptions {
        OpenOptions { meter, allow_large_windows: self.allow_large_windows }
    }

    /// What the text with this name holds: what the user says, or else what its name says.
    #[must_use]
    pub fn format_of(&self, name: &str) -> InputFormat {
        self.input_format.unwrap_or_else(|| InputFormat::of_name(name))
    }
}

impl InputFormat {
    /// What the name says, in any case, with the ending of a compressed file behind it or not; else PGN.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        let compressed = [".zst", ".gz", ".bz2", ".xz", ".zip"];
        let plain = compressed.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
        match Path::new(plain).extension().and_then(|extension| extension.to_str()) {
            Some("epd") => Self::Epd,
            Some("fen") => Self::Fen,
            _ => Self::Pgn,
        }
    }
}

/// Which games are looked at.
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Selection")]
pub struct SelectionArgs {
    /// Stop after N games of all inputs together; with --where, N games that it selects
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub head: Option<u64>,

    /// Only games that fulfil a condition, such as 'WhiteElo >= 2500 and Result = 1-0'
    ///
    /// Tags are compared with = != < <= > >= and ~ (contains, in any capitals), joined by and, or, not and parentheses;
    /// has:NAME asks whether a tag is there. Dates are compared as dates, numbers as numbers. Computed names: plies, year,
    /// valid, checkmate, min_elo, max_elo, and by the board eco and opening.
    #[arg(long = "where", value_name = "CONDITION")]
    pub condition: Option<Filter>,

    /// Only N of these games, each as likely as any other; which ones depends on --seed and the order of the input
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub sample: Option<u32>,

    /// Another number gives another sample
    #[arg(long, value_name = "S", requires = "sample", default_value = "0", hide_default_value = true)]
    pub seed: u64,

    /// Only the games with these numbers in each file, such as 3 or 1,10-20,500-
    #[arg(long, value_name = "N[,M-K]")]
    pub game: Option<GameNumbers>,
}

impl SelectionArgs {
    /// Where a sample is gathered, if one is asked for.
    #[must_use]
    pub fn new_sample<T>(&self) -> Option<Sample<T>> {
        let size = self.sample.and_then(NonZeroU32::new)?;
        Some(Sample::new(size, self.seed))
    }

    /// Whether a game that was read from these bytes fulfils the condition.
    #[must_use]
    pub fn is_fulfilled(&self, game: &Game, bytes: &[u8]) -> bool {
        self.condition.as_ref().is_none_or(|condition| condition.is_fulfilled(game, bytes))
    }

    /// What to say if games were asked for by number and there is none with such a number.
    #[must_use]
    pub fn missed(&self, selected: u64) -> Option<&'static str> {
        let is_missed = self.game.is_some() && self.condition.is_none() && selected == 0;
        is_missed.then_some("--game: no game that was read has such a number")
    }
}

/// More threads than this help nobody, and each costs memory.
const MOST_THREADS: usize = 256;

/// How many threads work.
#[derive(Args, Clone, Copy, Default, Debug)]
#[command(next_help_heading = "Run")]
pub struct ThreadArgs {
    /// Use N threads; 0 stands for all cores
    ///
    /// The output is the same for any number.
    #[arg(short = 'j', long, value_name = "N", env = "ADOUBE_THREADS", default_value = "0", hide_default_value = true,
          hide_env_values = true, value_parser = number_of_threads)]
    pub threads: usize,
}

impl ThreadArgs {
    /// The number of threads, at least 1; all cores when none is given.
    #[must_use]
    pub fn count(self) -> NonZeroUsize {
        let asked = NonZeroUsize::new(self.threads.min(MOST_THREADS));
        asked.unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

/// A variable that is set to nothing counts as not set.
fn number_of_threads(text: &str) -> Result<usize, ParseIntError> {
    if text.is_empty() { Ok(0) } else { text.parse() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_file_holds() {
        for (name, format) in [
            ("a.fen", InputFormat::Fen),
            ("dir.fen/a.EPD.zst", InputFormat::Epd),
            ("suites.zip:wac.epd", InputFormat::Epd),
            ("a.fen.pgn", InputFormat::Pgn),
            ("<stdin>", InputFormat::Pgn),
            ("fen", InputFormat::Pgn),
        ] {
            assert_eq!(InputFormat::of_name(name), format, "{name}");
        }
        let args = InputArgs { input_format: Some(InputFormat::Fen), ..InputArgs::default() };
        assert_eq!(args.format_of("a.pgn"), InputFormat::Fen);
    }

    #[test]
    fn there_is_always_a_thread() {
        assert!(ThreadArgs { threads: 0 }.count().get() >= 1);
        assert_eq!(ThreadArgs { threads: 3 }.count().get(), 3);
        assert_eq!(number_of_threads(""), Ok(0));
        assert!(number_of_threads("-1").is_err() && number_of_threads("two").is_err());
    }
}
