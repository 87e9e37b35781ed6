//! The arguments of the program, separated by line ends. They are parsed and not run. What must hold:
//!
//! * They are parsed to a command, or else there is a message: help, version, or an error that says what is wrong.

#![no_main]

use std::ffi::OsString;
use std::iter;
use std::os::unix::ffi::OsStringExt;

use adoube::cli::Cli;
use clap::Parser as _;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let arguments = data.split(|byte| *byte == b'\n').take(20).map(|word| OsString::from_vec(word.to_vec()));
    match Cli::try_parse_from(iter::once("adoube".into()).chain(arguments)) {
        Ok(cli) => _ = cli.command.diagnostics(),
        Err(message) => assert!(!message.to_string().trim().is_empty(), "{message:?}"),
    }
});
