//! The frames of Zstandard (RFC 8878), found by their headers and those of their blocks.
//!
//! `pzstd` writes a skippable frame before each frame, with the length of the frame. Headers are damaged where the two
//! contradict each other.

use super::lookahead::{FrameFormat, Lookahead, Scan};
use crate::input::codec::Zst;

const MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];
/// The last three bytes of the magic number of a skippable frame; the first one is 0x50 to 0x5F.
const SKIPPABLE: [u8; 3] = [0x2A, 0x4D, 0x18];
/// The first byte of the magic number of the skippable frames of `pzstd`.
const PZSTD: u8 = 0x50;
/// The magic number and the length of a skippable frame, before its content.
pub(super) const SKIPPABLE_HEADER: usize = 8;
/// The length of the content of the skippable frames of `pzstd`: the length of the next frame, in 32 bits.
const PZSTD_CONTENT: u32 = 4;
/// The greatest length of a frame header: magic number, descriptor, window, dictionary, size of the content.
pub(super) const LONGEST_HEADER: usize = 4 + 1 + 1 + 4 + 8;
pub(super) const BLOCK_HEADER: usize = 3;
/// The greatest length of a block.
const LONGEST_BLOCK: u32 = 128 << 10;
/// The greatest length of the text of a frame, if its header has it: 64 MiB. A longer frame is not worth a look at its
/// blocks, because it hardly fits into a portion.
const LONGEST_TEXT: u64 = 64 << 20;
/// The length of the checksum after the last block.
const CHECKSUM: u64 = 4;

/// The first bytes of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Data(Header),
    /// A frame without text.
    Skippable {
        length: u64,
        /// The length of the frame after it, if `pzstd` wrote it.
        next: Option<u64>,
    },
}

/// The header of a frame with text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    length: u64,
    /// The number of bytes that the decoder must keep.
    pub(super) window: u64,
    /// The length of the text, if the header has it.
    pub(super) text: Option<u64>,
    has_checksum: bool,
}

impl Start {
    /// Reads the first bytes of a frame, [`LONGEST_HEADER`] of them or all that there are. `None` if no frame starts
    /// there.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk()?;
        match *magic {
            MAGIC => Header::read(rest).map(Self::Data),
            [first @ 0x50..=0x5F, second, third, fourth] if [second, third, fourth] == SKIPPABLE => {
                let (content, rest) = rest.split_first_chunk()?;
                let content = u32::from_le_bytes(*content);
                let next =
                    rest.first_chunk().filter(|next| first == PZSTD && content == PZSTD_CONTENT && **next != [0; 4]);
                Some(Self::Skippable {
                    length: SKIPPABLE_HEADER as u64 + u64::from(content),
                    next: next.map(|next| u64::from(u32::from_le_bytes(*next))),
                })
            }
            _ => None,
        }
    }
}

impl Header {
    /// Reads what follows the magic number (RFC 8878, 3.1.1.1).
    fn read(bytes: &[u8]) -> Option<Self> {
        let (&descriptor, rest) = bytes.split_first()?;
        let is_single_segment = descriptor & 0x20 != 0;
        let (window, rest) =
            if is_single_segment { (None, rest) } else { rest.split_first().map(|(w, r)| (Some(*w), r))? };
        let rest = rest.get([0, 1, 2, 4][usize::from(descriptor & 3)]..)?;
        let text = match descriptor >> 6 {
            0 if !is_single_segment => None,
            0 => Some((u64::from(*rest.first()?), 1)),
            1 => Some((u64::from(u16::from_le_bytes(*rest.first_chunk()?)) + 256, 2)),
            2 => Some((u64::from(u32::from_le_bytes(*rest.first_chunk()?)), 4)),
            _ => Some((u64::from_le_bytes(*rest.first_chunk()?), 8)),
        };
        let left = rest.len() - text.map_or(0, |(_, length)| length);
        let text = text.map(|(text, _)| text);
        let window = window.map_or(u64::MAX, |window| {
            let base = 1 << (10 + (window >> 3));
            base + base / 8 * u64::from(window & 7)
        });
        Some(Self {
            length: (MAGIC.len() + bytes.len() - left) as u64,
            window: window.min(text.unwrap_or(u64::MAX)),
            text,
            has_checksum: descriptor & 4 != 0,
        })
    }
}

/// A walk over the blocks of a frame, from header to header.
pub(super) struct Blocks {
    /// The offset of the next block header in the frame.
    pub(super) at: u64,
    has_checksum: bool,
}

pub(super) enum Step {
    /// Another block follows.
    Within,
    /// The frame has this length.
    End(u64),
}

impl Blocks {
    pub(super) fn new(header: &Header) -> Self {
        Self { at: header.length, has_checksum: header.has_checksum }
    }

    /// Passes the block with this header; `None` if no block has it.
    pub(super) fn pass(&mut self, header: [u8; BLOCK_HEADER]) -> Option<Step> {
        let [low, middle, high] = header;
        let header = u32::from_le_bytes([low, middle, high, 0]);
        let (is_last, kind, size) = (header & 1 == 1, header >> 1 & 3, header >> 3);
        let length = match kind {
            0 | 2 if size <= LONGEST_BLOCK => size,
            1 => 1,
            _ => return None,
        };
        self.at += BLOCK_HEADER as u64 + u64::from(length);
        let checksum = if self.has_checksum { CHECKSUM } else { 0 };
        Some(if is_last { Step::End(self.at + checksum) } else { Step::Within })
    }
}

#[derive(Default)]
pub(in crate::input) struct ZstdFrames {
    /// The offset of a frame and its length according to the skippable frame before it.
    announced: Option<(u64, u64)>,
}

impl FrameFormat for ZstdFrames {
    type Codec = Zst;

    fn codec(max_window: u64) -> Zst {
        Zst::new(max_window)
    }

    fn scan(&mut self, ahead: &mut Lookahead, at: usize, most: usize) -> Option<Scan> {
        ahead.has(at + LONGEST_HEADER);
        let place = ahead.offset() + at as u64;
        let header = match Start::read(&ahead.unread()[at..]) {
            Some(Start::Skippable { length, next }) => {
                self.announced = next.map(|next| (place + length, next));
                let length = usize::try_from(length).ok().filter(|&length| length <= most && ahead.has(at + length))?;
                return Some(Scan { length, window: 0 });
            }
            Some(Start::Data(header)) if header.text.is_some_and(|text| text > LONGEST_TEXT) => return None,
            Some(Start::Data(header)) => Some(header),
            None => None,
        };
        let walked = header.and_then(|header| walk(ahead, at, &header, most));
        let announced = self.announced.filter(|&(frame, length)| frame == place && length <= most as u64);
        let length = match announced.map(|(_, length)| length as usize) {
            // One of the two is wrong.
            Some(announced) if walked.is_none_or(|walked| walked != announced && !is_boundary(ahead, at + walked)) => {
                if is_boundary(ahead, at + announced) {
                    announced
                } else {
                    walked?
                }
            }
            _ => walked?,
        };
        Some(Scan { length, window: header.map_or(0, |header| header.window) })
    }
}

/// The length of the frame at this offset, if it is complete and not longer than `most`.
fn walk(ahead: &mut Lookahead, at: usize, header: &Header, most: usize) -> Option<usize> {
    let mut blocks = Blocks::new(header);
    loop {
        let next = at + blocks.at as usize;
        if next > at + most || !ahead.has(next + BLOCK_HEADER) {
            return None;
        }
        if let Step::End(length) = blocks.pass(*ahead.unread()[next..].first_chunk()?)? {
            let length = length as usize;
            return (length <= most && ahead.has(at + length)).then_some(length);
        }
    }
}

/// Whether the stream ends at this offset, or another frame starts there.
fn is_boundary(ahead: &mut Lookahead, at: usize) -> bool {
    ahead.has(at + LONGEST_HEADER);
    ahead.unread().get(at..).is_some_and(|rest| rest.is_empty() || Start::read(rest).is_some())
}
