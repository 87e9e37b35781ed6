//! The arguments of `adoube perft`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use crate::chess::perft::Tier;
use crate::chess::perft::hashed::MAX_DEPTH;
use crate::chess::perft::table::{MAX_BITS, MIN_BITS};
use crate::options::{Count, HashSize, OutputArgs, TableFormat, TalkArgs, ThreadArgs};
use crate::report::perft::PerftFormat;

/// The arguments of `adoube perft`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a flattened group must not lend its comment to the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    /// The position: a FEN in quotes, or startpos
    #[arg(value_name = "FEN", required_unless_present = "epd", requires = "depth")]
    pub position: Option<String>,

    /// The length of the paths, in plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,

    /// Print the number of paths that begin with each move, before their sum
    #[arg(long, help_heading = "What to count")]
    pub divide: bool,

    /// Print how many paths end with a capture, a check, a mate and so on, for every length up to DEPTH
    #[arg(long, help_heading = "What to count", conflicts_with_all = ["divide", "prefix", "expect", "cross_check", "against", "timeout", "checkpoint", "hash", "hash_bits"])]
    pub stats: bool,

    /// Count only the paths that begin with these moves, such as "e2e4 e7e5" or "e4 e5"
    ///
    /// The moves are written in UCI or in SAN and parted by blanks or commas. DEPTH remains the length of the whole paths, these moves included: the counts of all prefixes of one length add up to the count without a prefix.
    #[arg(long, value_name = "MOVES", help_heading = "What to count")]
    pub prefix: Option<String>,

    /// Print all beginnings of K plies, one a line, instead of counting: the work list for many machines
    ///
    /// Each line is fit for --prefix. A game that is over before K plies has no line, and no path of length DEPTH either.
    #[arg(long, value_name = "K", help_heading = "What to count", conflicts_with_all = ["divide", "stats", "prefix", "expect", "cross_check", "against", "timeout", "checkpoint", "hash", "hash_bits"],
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub list_prefixes: Option<u32>,

    /// Check every count of a suite, whose lines are such as `FEN ;D1 20 ;D2 400`
    ///
    /// Also understood are `D1=20`, `D1: 20`, `perft 1 20`, `perft 1 = 20` and `depth 1 20`. SUITE is a file, compressed or not, a directory, of which all *.epd and *.fen files are read, or - for standard input. Wrong counts are printed; at the end it is told how many counts were checked and what was not. A line or an operation that is not understood, and a suite in which nothing is checked, end with exit code 2.
    #[arg(long, value_name = "SUITE", value_hint = ValueHint::AnyPath, help_heading = "What to count",
          conflicts_with_all = ["position", "divide", "stats", "prefix", "list_prefixes", "expect", "cross_check", "against", "timeout", "checkpoint"])]
    pub epd: Option<OsString>,

    /// Leave out those counts of a suite that should be above N
    #[arg(long, value_name = "N", requires = "epd", conflicts_with = "position", help_heading = "What to count")]
    pub max_nodes: Option<Count>,

    /// End with exit code 1 unless the count is N
    ///
    /// Digits may stand in groups of three: 97862, 97,862, 97_862.
    #[arg(long, value_name = "N", help_heading = "What to count")]
    pub expect: Option<Count>,

    /// Write castling as the king's square and the rook's, e1h1 instead of e1g1
    ///
    /// An engine asked by --against is told to do the same. Positions of Chess960 are understood without this option, and where king and rook do not stand as in standard chess, castling is always written so.
    #[arg(long, help_heading = "What to count")]
    pub chess960: bool,

    /// Let the library shakmaty count, too, and compare
    ///
    /// Where the two disagree, the first position on which they do is printed, and the exit code is 2.
    #[arg(long, help_heading = "Second opinions", conflicts_with = "against")]
    pub cross_check: bool,

    /// Let a UCI engine that understands `go perft N` count, too, and find the first position on which it is wrong
    ///
    /// COMMAND is split into words as by a shell, quotes included, but no shell is started. Where the engine disagrees, the position and the missing and extra moves are printed, and the exit code is 1.
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, help_heading = "Second opinions")]
    pub against: Option<String>,

    /// How many seconds the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "300", requires = "against", conflicts_with = "cross_check", help_heading = "Second opinions",
          value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub timeout: u64,

    /// Keep finished subtrees in FILE, and continue from it if it exists
    ///
    /// The file is written once a second or less often. It belongs to one position, prefix and depth; the file of another job is refused and left as it is.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Run")]
    pub checkpoint: Option<PathBuf>,

    /// Memory for a hash table of counts, such as 512M; `off` for none
    ///
    /// By default the depth decides: none up to depth 4, 32 MB at depth 7, 128 MB at 8, 1 GB from 9 on. All threads share it. With `off` the count is exact without any probability of an error.
    #[arg(long, value_name = "SIZE", help_heading = "Run")]
    pub hash: Option<HashSize>,

    /// Count the last plies in this way, whatever the processor is best at; for tests
    #[arg(long, value_name = "TIER", env = "ADOUBE_PERFT_TIER", hide = true)]
    pub tier: Option<Tier>,

    /// How many bits of its key an entry of the table keeps, 8 to 96
    ///
    /// The entry of another position that has the same bits is mistaken for the right one, and the count may be wrong. With the default of 84 the probability of this in a whole run stays below one in a million, however long the run is; -v tells the bound. Fewer bits make the table neither faster nor smaller; they are there for tests.
    #[arg(long, value_name = "N", help_heading = "Run", value_parser = clap::value_parser!(u32).range(i64::from(MIN_BITS)..=i64::from(MAX_BITS)))]
    pub hash_bits: Option<u32>,

    #[command(flatten)]
    pub threads: ThreadArgs,

    /// How to write the counts
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: TableFormat,

    #[command(flatten)]
    pub output: OutputArgs,

    #[command(flatten)]
    pub talk: TalkArgs,
}

impl Args {
    /// The format of the report.
    #[must_use]
    pub const fn report_format(&self) -> PerftFormat {
        match self.format {
            TableFormat::Text => PerftFormat::Text,
            TableFormat::Jsonl => PerftFormat::Jsonl,
            TableFormat::Csv => PerftFormat::Csv,
        }
    }

    /// The way to count the last plies.
    #[must_use]
    pub fn tier(&self) -> Tier {
        self.tier.unwrap_or_else(Tier::best)
    }

    /// How long the engine may take for an answer.
    #[must_use]
    pub const fn patience(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}
