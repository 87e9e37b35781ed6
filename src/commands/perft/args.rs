//! The arguments of `adoube perft`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use crate::chess::perft::Tier;
use crate::chess::perft::hashed::MAX_DEPTH;
use crate::chess::perft::table::{MAX_BITS, MIN_BITS};
use crate::options::{HashSize, OutputArgs, TableFormat, TalkArgs, ThreadArgs};
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

    /// Show how many paths begin with each move
    #[arg(long, help_heading = "What to count")]
    pub divide: bool,

    /// Count the captures, checks, mates and so on among the last moves of the paths, for every length up to DEPTH
    #[arg(long, help_heading = "What to count", conflicts_with_all = ["divide", "prefix", "expect", "cross_check", "against", "checkpoint"])]
    pub stats: bool,

    /// Count only the paths that begin with these moves, such as "e2e4 e7e5"
    ///
    /// DEPTH is still the length of whole paths: the counts of all prefixes of one length add up to the count without.
    #[arg(long, value_name = "MOVES", help_heading = "What to count")]
    pub prefix: Option<String>,

    /// Print the beginnings of paths, K plies long, instead of counting
    ///
    /// Beginnings after which the game is over are left out; they have no path of length DEPTH.
    #[arg(long, value_name = "K", help_heading = "What to count", conflicts_with_all = ["divide", "stats", "prefix", "expect", "cross_check", "against", "checkpoint"],
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    pub list_prefixes: Option<u32>,

    /// Count the lines of a suite, such as `FEN ;D1 20 ;D2 400`, and compare
    ///
    /// Also understood are `D1=20`, `D1: 20`, `perft 1 20` and `perft 1 = 20`. SUITE is a file, compressed or not, or - for standard input.
    #[arg(long, value_name = "SUITE", value_hint = ValueHint::AnyPath, help_heading = "What to count",
          conflicts_with_all = ["position", "divide", "stats", "prefix", "list_prefixes", "expect", "cross_check", "against", "checkpoint"])]
    pub epd: Option<OsString>,

    /// Leave out the counts of a suite that are expected to be above N
    #[arg(long, value_name = "N", requires = "epd", help_heading = "What to count")]
    pub max_nodes: Option<u64>,

    /// Exit with 1 unless the count is N
    #[arg(long, value_name = "N", help_heading = "What to count")]
    pub expect: Option<u64>,

    /// Write castling as king takes rook, e1h1, and tell an engine so
    ///
    /// Any FEN is understood without it; where castling is not that of standard chess, moves are written so unasked.
    #[arg(long, help_heading = "What to count")]
    pub chess960: bool,

    /// Count again with the library shakmaty, move by move; a disagreement ends with exit code 2
    #[arg(long, help_heading = "Second opinions", conflicts_with = "against")]
    pub cross_check: bool,

    /// Ask a UCI engine that understands `go perft N`, and find the first position on which it is wrong
    ///
    /// The command is split into words, with quotes, but not handed to a shell. A disagreement ends with exit code 1.
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, help_heading = "Second opinions")]
    pub against: Option<String>,

    /// How many seconds the engine may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "300", requires = "against", help_heading = "Second opinions",
          value_parser = clap::value_parser!(u64).range(1..=31_536_000))]
    pub timeout: u64,

    /// Keep finished subtrees in FILE, and continue from it if it is there
    ///
    /// The file is written every second or less often. It belongs to one position, prefix and depth; another one's is refused.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Run")]
    pub checkpoint: Option<PathBuf>,

    /// Memory for a table of counts, such as 512M; off uses none
    ///
    /// Unless said: 64 MB at depth 7, 256 MB at 8, 1 GB from 9 on, less below, and none where it does not pay.
    #[arg(long, value_name = "SIZE", help_heading = "Run")]
    pub hash: Option<HashSize>,

    /// Count the last plies in this way, whatever the processor is best at; for tests
    #[arg(long, value_name = "TIER", env = "ADOUBE_PERFT_TIER", hide = true)]
    pub tier: Option<Tier>,

    /// Check what comes from the table by N bits, 8 to 96
    ///
    /// The default of 84 keeps the probability of a wrong count in a whole run below one in a million whatever its length;
    /// -v tells the bound. Fewer bits save nothing. --hash off is exact without any probability.
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
