//! The arguments of `adoube perft`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;

use crate::chess::perft::PerftTier;
use crate::chess::perft::hashed::MAX_DEPTH;
use crate::chess::perft::table::{MAX_BITS, MIN_BITS};
use crate::options::{HashSize, ParsedCount, RowFormat, RunArgs, whole_number};

use super::PerftError;

/// The arguments of `adoube perft`.
#[derive(clap::Args, Clone, Debug)]
#[allow(missing_docs, reason = "a doc comment on a flattened group would show in the help")]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Args {
    /// A FEN in quotes, or startpos; --fen gives it as an option
    #[arg(value_name = "FEN", required_unless_present = "epd")]
    pub position: Option<String>,

    /// Length of the paths in plies
    #[arg(value_name = "DEPTH", value_parser = whole_number(0..=MAX_DEPTH))]
    pub depth: Option<u32>,

    /// The position to count from, as in other commands: perft --fen FEN DEPTH
    #[arg(long, value_name = "FEN", conflicts_with = "epd", help_heading = "Counting")]
    pub fen: Option<String>,

    /// Print the count for each first move, then the total
    #[arg(long, help_heading = "Counting")]
    pub divide: bool,

    /// Print captures, checks, mates, and so on for every depth up to DEPTH
    #[arg(long, help_heading = "Counting", conflicts_with_all = ["divide", "prefix", "expect", "against", "timeout", "checkpoint", "hash", "hash_bits"])]
    pub stats: bool,

    /// Count only paths that start with these moves, such as "e2e4 e7e5" or "e4 e5"
    ///
    /// Write moves in UCI or SAN, separated by spaces or commas. DEPTH includes these moves, so the counts of all
    /// prefixes of one length add up to the count without a prefix.
    #[arg(long, value_name = "MOVES", help_heading = "Counting")]
    pub prefix: Option<String>,

    /// List all prefixes of K plies, to split the work between machines
    ///
    /// Prints one prefix per line, for use with --prefix, instead of counting. Games that end before K plies have no
    /// line; they have no path of length DEPTH either.
    #[arg(long, value_name = "K", help_heading = "Counting", conflicts_with_all = ["divide", "stats", "prefix", "expect", "against", "timeout", "checkpoint", "hash", "hash_bits"],
          value_parser = whole_number(1..=MAX_DEPTH))]
    pub list_prefixes: Option<u32>,

    /// Check the counts of a suite with lines such as `FEN ;D1 20 ;D2 400`
    ///
    /// SUITE is a file, compressed or not, a directory with *.epd and *.fen files, or - for standard input. Counts may
    /// also be written as `D1=20`, `D1: 20`, `perft 1 20`, `perft 1 = 20`, or `depth 1 20`. Wrong counts are printed; a
    /// summary says how many were checked and what was skipped. The exit code is 2 if a line or operation is not
    /// understood, or if there is nothing to check.
    #[arg(long, value_name = "SUITE", value_hint = ValueHint::AnyPath, help_heading = "Counting",
          conflicts_with_all = ["position", "divide", "stats", "prefix", "list_prefixes", "expect", "against", "timeout", "checkpoint"])]
    pub epd: Option<OsString>,

    /// Skip the counts of a suite that are above N
    #[arg(long, value_name = "N", requires = "epd", conflicts_with = "position", help_heading = "Counting")]
    pub max_nodes: Option<ParsedCount>,

    /// Exit with code 1 unless the count is N
    ///
    /// Digits may be grouped: 97862, 97,862, 97_862.
    #[arg(long, value_name = "N", help_heading = "Counting")]
    pub expect: Option<ParsedCount>,

    /// Write castling in UCI as king takes rook: e1h1 instead of e1g1
    ///
    /// Also sets the engine of --against to Chess960. Chess960 positions are read without this option. Castling that is
    /// not that of standard chess is always written this way.
    #[arg(long, help_heading = "Counting")]
    pub chess960: bool,

    /// Compare the count with the shakmaty library
    ///
    /// If the two disagree, the first position on which they differ is printed, and the exit code is 2.
    #[cfg(feature = "cross-check")]
    #[arg(long, help_heading = "Comparison", conflicts_with_all = ["stats", "list_prefixes", "epd", "against", "timeout"])]
    pub cross_check: bool,

    /// Find the first position that a UCI engine gets wrong
    ///
    /// The engine must support `go perft N`. COMMAND is split into words as in a shell, including quotes, but no shell
    /// is started. If the engine is wrong, the position and the missing and extra moves are printed, and the exit code
    /// is 1.
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString, help_heading = "Comparison")]
    pub against: Option<String>,

    /// Seconds to wait for an answer from the engine
    #[arg(long, value_name = "SECONDS", default_value = "300", requires = "against", help_heading = "Comparison",
          value_parser = whole_number(1..=31_536_000_u64))]
    pub timeout: u64,

    /// Save finished subtrees in FILE, and continue from it if it exists
    ///
    /// The file is written at most once a second. It belongs to one position, prefix, and depth; adoube refuses the
    /// file of another job and leaves it unchanged.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Run")]
    pub checkpoint: Option<PathBuf>,

    /// Size of the hash table, such as 512M, or off [default: by depth]
    ///
    /// The default is off up to depth 4, 32 MB at depth 7, 128 MB at 8, and 1 GB from 9 on. All threads share the
    /// table. Without a table, the count is exact; with one, there is a tiny probability of an error (see --hash-bits).
    #[arg(long, value_name = "SIZE", help_heading = "Run")]
    pub hash: Option<HashSize>,

    /// Force an implementation of the last plies; for tests
    #[arg(long, value_name = "TIER", env = "ADOUBE_PERFT_TIER", hide = true)]
    pub tier: Option<PerftTier>,

    /// Key bits stored in each hash table entry, 8-96 [default: 84]
    ///
    /// Two positions with the same bits are confused, and the count may then be wrong. With 84 bits, the probability of
    /// this in a whole run is below one in a million, however long the run; -v prints the bound. Fewer bits make the
    /// table neither faster nor smaller; they exist for tests.
    #[arg(long, value_name = "N", help_heading = "Run", value_parser = whole_number(MIN_BITS..=MAX_BITS))]
    pub hash_bits: Option<u32>,

    /// Output format for counts
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: RowFormat,

    #[command(flatten)]
    pub run: RunArgs,
}

impl Args {
    /// The position as written, and the depth. With --fen, the only positional argument is the depth.
    pub(super) fn task(&self) -> Result<(&str, u32), PerftError> {
        let usage = |message: &str| Err(PerftError::Usage(message.to_owned()));
        match (self.fen.as_deref(), self.position.as_deref(), self.depth) {
            (Some(fen), Some(depth), None) => match depth.parse().ok().filter(|depth| *depth <= MAX_DEPTH) {
                Some(depth) => Ok((fen, depth)),
                None => usage(&format!("`{depth}` is not a depth; expected a number from 0 to {MAX_DEPTH}")),
            },
            (Some(_), _, _) => usage("with --fen, the only argument is the depth"),
            (None, Some(position), Some(depth)) => Ok((position, depth)),
            (None, Some(depth), None) if depth.parse().is_ok_and(|depth: u32| depth <= MAX_DEPTH) => {
                usage(&format!("the position is missing; write `adoube perft startpos {depth}`"))
            }
            (None, Some(position), None) => {
                usage(&format!("the depth is missing; write `adoube perft '{position}' DEPTH`"))
            }
            (None, None, _) => usage("the position and the depth are missing"),
        }
    }

    /// The implementation for the last plies.
    pub fn tier(&self) -> PerftTier {
        self.tier.unwrap_or_else(PerftTier::best)
    }

    /// The time limit for an answer of the engine.
    pub const fn patience(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}
