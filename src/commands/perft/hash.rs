//! The hash table of a run: its size, and the messages about it.

use crate::chess::perft::table::{DEFAULT_BITS, PerftTable, Usage};
use crate::commands::Error;
use crate::game::finding::tally::digits;
use crate::memory::Memory;
use crate::options::HashSize;
use crate::report::{Diagnostics, Verbosity};

use super::{Args, PerftError};

/// The probability of a wrong count below which there is no warning.
const PROMISE: f64 = 1e-6;

/// How much memory counting to this depth deserves, in bytes; 0 where a table does not pay.
///
/// A table that is larger than the tree needs costs time, too: the system has to clear it.
const fn size_by_depth(depth: u32) -> u64 {
    match depth {
        0..=4 => 0,
        5 => 4 << 20,
        6 => 8 << 20,
        7 => 32 << 20,
        8 => 128 << 20,
        _ => 1 << 30,
    }
}

/// Checks that the options about the table are compatible.
pub(super) fn check(args: &Args) -> Result<(), Error> {
    match (args.hash, args.hash_bits) {
        (Some(HashSize::Off), Some(_)) => Err(Error::Usage("--hash-bits cannot be used with --hash off".to_owned())),
        _ => Ok(()),
    }
}

/// Allocates the table in the size that the user chose, or the usual size for this depth. If a table of the usual size
/// does not fit in memory, the run has none.
pub(super) fn memory(args: &Args, depth: u32) -> Result<Option<Memory>, PerftError> {
    let (bytes, is_wanted) = match args.hash {
        Some(HashSize::Off) => (0, true),
        Some(HashSize::Bytes(bytes)) => (bytes, true),
        None => (size_by_depth(depth), false),
    };
    if bytes == 0 {
        return Ok(None);
    }
    match Memory::zeroed(bytes) {
        Ok(memory) => Ok(Some(memory)),
        Err(_) if !is_wanted => Ok(None),
        Err(source) => Err(PerftError::NoMemory { bytes, source }),
    }
}

pub(super) fn table<'m>(args: &Args, memory: Option<&'m Memory>) -> Option<PerftTable<'m>> {
    PerftTable::new(memory?.words(), args.hash_bits.unwrap_or(DEFAULT_BITS))
}

/// A bound for the probability that the table has made any count of this run wrong.
pub(super) fn doubt(table: Option<&PerftTable<'_>>) -> f64 {
    table.map_or(0.0, PerftTable::false_hit_bound)
}

/// Reports the use of the table, and warns if its error bound is too high. `before` is the bound of earlier runs.
pub(super) fn report(diagnostics: &Diagnostics, table: Option<&PerftTable<'_>>, before: f64) {
    let bound = before + doubt(table);
    if bound > PROMISE {
        diagnostics
            .warning(format_args!("the probability that the count is wrong is up to {bound:.1e}; see --hash-bits"));
    }
    if diagnostics.verbosity < Verbosity::Verbose {
        return;
    }
    match table {
        Some(table) if table.usage().probes > 0 => diagnostics.detail(of_usage(table)),
        Some(_) => diagnostics.detail("hash: not used"),
        None => diagnostics.detail("hash: off"),
    }
    if bound > 0.0 {
        let whose = if before > 0.0 { ", earlier runs included" } else { "" };
        diagnostics.detail(format_args!("the probability that the count is wrong is below {bound:.1e}{whose}"));
    } else {
        diagnostics.detail("the count is exact");
    }
}

fn of_usage(table: &PerftTable<'_>) -> String {
    let Usage { probes, hits } = table.usage();
    let percent = u128::from(hits) * 100 / u128::from(probes);
    let (megabytes, bits) = (table.bytes() >> 20, table.bits());
    let (megabytes, probes) = (digits(megabytes), digits(probes));
    format!("hash: {megabytes} MB, {bits}-bit keys; {probes} probes, {percent}% hits")
}
