//! The text of a file of `perft --checkpoint`. A text without its last line, the checksum, gets the right one. What must
//! hold:
//!
//! * A file that is refused stays as it is, and the error has a message.
//! * With a file that is accepted, perft writes a result; and the file that it leaves gives the same result again.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use adoube::cli::Cli;
use adoube_fuzz::{scratch_file, write};
use clap::Parser as _;
use libfuzzer_sys::fuzz_target;

static FILE: LazyLock<PathBuf> = LazyLock::new(|| scratch_file("checkpoint"));
static OUTPUT: LazyLock<PathBuf> = LazyLock::new(|| scratch_file("perft"));

/// The command, parsed once.
static COMMAND: LazyLock<Cli> = LazyLock::new(|| {
    let [file, output] = [&*FILE, &*OUTPUT].map(|path| path.to_str().unwrap());
    let options = ["-q", "-j", "1", "--hash", "off", "--checkpoint", file, "-o", output];
    Cli::parse_from(["adoube", "perft", "startpos", "2"].into_iter().chain(options))
});

fuzz_target!(|data: &[u8]| {
    let mut file = data.to_vec();
    if !data.is_empty() && !data.windows(5).any(|line| line == b"\nend ") {
        let checksum = data
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        file.extend(format!("end {checksum:016x}\n").bytes());
    }
    write(&FILE, &file);
    match COMMAND.command.run() {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            // A count above 64 bits is an error of the result, not of the file.
            if !error.to_string().contains("64 bits") {
                assert!(fs::read(&*FILE).unwrap() == file, "a refused file stays as it is");
            }
        }
        Ok(_) => {
            let result = fs::read(&*OUTPUT).unwrap();
            assert!(!result.is_empty());
            COMMAND.command.run().unwrap();
            assert_eq!(fs::read(&*OUTPUT).unwrap(), result);
        }
    }
});
