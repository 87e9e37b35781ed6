//! The blocks of BGZF, as `bgzip` writes them: gzip members of up to 64 KiB, with their length in an extra field.
//!
//! See the SAM/BAM format specification, 4.1. Other gzip members have no frames, because their end is unknown.

use super::lookahead::{FrameFormat, Lookahead, Scan};
use crate::input::codec::Gz;

/// The start of a gzip member with Deflate (RFC 1952, 2.3.1).
const MAGIC: [u8; 3] = [0x1F, 0x8B, 8];
/// The flag of a member with extra fields.
const HAS_EXTRA: u8 = 4;
/// The length of a member's header up to its extra fields, with the length of these.
const HEADER: usize = 12;
/// The identifier of the extra field, and the length of its content.
const FIELD: [u8; 4] = [b'B', b'C', 2, 0];
/// The window of Deflate: 32 KiB.
const WINDOW: u64 = 32 << 10;

#[derive(Default)]
pub(in crate::input) struct BgzfBlocks;

impl FrameFormat for BgzfBlocks {
    type Codec = Gz;

    fn codec(_max_window: u64) -> Gz {
        Gz::default()
    }

    fn scan(&mut self, ahead: &mut Lookahead, at: usize, most: usize) -> Option<Scan> {
        let length = block_length(ahead, at).filter(|length| (HEADER..=most).contains(length))?;
        // Otherwise, the field is wrong.
        let is_whole = ahead.has(at + length) && (!ahead.has(at + length + 1) || is_member(ahead, at + length));
        is_whole.then_some(Scan { length, window: WINDOW })
    }
}

fn is_member(ahead: &mut Lookahead, at: usize) -> bool {
    ahead.has(at + MAGIC.len()) && ahead.unread()[at..].starts_with(&MAGIC)
}

/// The length of the block at this offset according to its extra field.
fn block_length(ahead: &mut Lookahead, at: usize) -> Option<usize> {
    if !is_member(ahead, at) || !ahead.has(at + HEADER) {
        return None;
    }
    let header = &ahead.unread()[at..];
    if header[3] & HAS_EXTRA == 0 {
        return None;
    }
    let extra = usize::from(u16::from_le_bytes([header[10], header[11]]));
    if !ahead.has(at + HEADER + extra) {
        return None;
    }
    let mut fields = &ahead.unread()[at + HEADER..][..extra];
    while let Some((field, rest)) = fields.split_first_chunk::<4>() {
        if *field == FIELD {
            return rest.first_chunk().map(|length| usize::from(u16::from_le_bytes(*length)) + 1);
        }
        fields = rest.get(usize::from(u16::from_le_bytes([field[2], field[3]]))..)?;
    }
    None
}
