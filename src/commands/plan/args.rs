//! The arguments of `adoube plan`.

use std::str::FromStr;

use clap::ArgGroup;

use crate::options::{DiagnosticArgs, HashSize, InputArgs, OutputArgs, ThreadArgs, whole_number};

/// Cut inputs into parts.
#[derive(clap::Args, Clone, Debug)]
#[command(group(ArgGroup::new("how").required(true).args(["parts", "part_size"])))]
pub struct Args {
    /// Files and directories
    #[command(flatten)]
    pub inputs: InputArgs,

    /// Make about N parts of similar size, at least one of each file
    #[arg(long, value_name = "N", value_parser = whole_number(1..=1_000_000_u64),
          help_heading = "Parts")]
    pub parts: Option<u64>,

    /// Make parts of SIZE at most, such as 64M or 1G; a number without a unit is in MiB
    #[arg(long, value_name = "SIZE", value_parser = part_size, help_heading = "Parts")]
    pub part_size: Option<u64>,

    /// Read the inputs, and add to each part what is before it: numbers of games and lines
    ///
    /// Without this option, adoube looks only at the places where it cuts. A cut is then a guess; --merge finds out if it
    /// is wrong.
    #[arg(long, help_heading = "Parts")]
    pub count: bool,

    /// The output file
    #[command(flatten)]
    pub output: OutputArgs,

    /// The number of threads
    #[command(flatten)]
    pub threads: ThreadArgs,

    /// Messages on standard error
    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,
}

/// Parses the size of a part in bytes.
fn part_size(text: &str) -> Result<u64, String> {
    match HashSize::from_str(text) {
        Ok(HashSize::Bytes(bytes)) => Ok(bytes),
        Ok(HashSize::Off) | Err(_) => Err("expected a size such as 64M or 1G".to_owned()),
    }
}
