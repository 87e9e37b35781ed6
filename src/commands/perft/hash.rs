//! The table of a run: how large it is, and what is said about it.

use crate::chess::perft::table::{DEFAULT_BITS, Table};
use crate::memory::Memory;
use crate::options::HashSize;
use crate::report::{Loudness, Talk};

use super::{Args, Fault};

/// The probability of a wrong count that nobody need be warned of.
const PROMISE: f64 = 1e-6;

/// How much memory counting to this depth deserves, in bytes; 0 where a table does not pay.
///
/// A table that is larger than the tree needs costs time, too: the system has to clear it.
const fn size_by_depth(depth: u32) -> u64 {
    match depth {
        0..=4 => 0,
        5 => 4 << 20,
        6 => 16 << 20,
        7 => 64 << 20,
        8 => 256 << 20,
        _ => 1 << 30,
    }
}

/// Memory for the table of a run of this depth, as the user wants it or as the depth deserves it. A table that nobody asked
/// for is left out when there is no room for it.
pub(super) fn memory(args: &Args, depth: u32) -> Result<Option<Memory>, Fault> {
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
        Err(source) => Err(Fault::NoMemory { bytes, source }),
    }
}

/// The table in this memory.
pub(super) fn table<'m>(args: &Args, memory: Option<&'m Memory>) -> Option<Table<'m>> {
    Table::new(memory?.words(), args.hash_bits.unwrap_or(DEFAULT_BITS))
}

/// Says what the table was good for, and warns where its promise does not hold.
pub(super) fn tell(talk: Talk, table: Option<&Table<'_>>) {
    let Some(table) = table else {
        talk.detail("hash: off; the count is exact");
        return;
    };
    let (usage, bound) = (table.usage(), table.false_hit_bound());
    if bound > PROMISE {
        let bits = table.bits();
        talk.warning(format_args!(
            "with checks of {bits} bits the count is wrong with a probability up to {bound:.1e}; see --hash-bits"
        ));
    }
    if talk.loudness < Loudness::Verbose {
        return;
    }
    let percent = if usage.probes == 0 { 0 } else { u128::from(usage.hits) * 100 / u128::from(usage.probes) };
    talk.detail(format_args!(
        "hash: {} MB, checks of {} bits; {} probes, {percent} % of them hits; a wrong count has a probability below {bound:.1e}",
        table.bytes() >> 20,
        table.bits(),
        usage.probes,
    ));
}
