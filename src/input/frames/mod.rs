//! Frames: the parts of a compressed file that can be unpacked alone.
//!
//! `pzstd`, which packs the database of lichess.org, writes a file of many Zstandard frames, and `bgzip` one of many gzip
//! members that have their lengths. The reader of such a stream cuts it into [portions](portion) of whole frames, which several threads unpack
//! [ahead](ahead) of it. It needs no index, so it reads pipes like files:
//!
//! ```text
//!   stream    |frame|frame|frame|frame|   a large frame   |frame|frame|
//!   portions  |  portion  |  portion  |                   |  portion  |
//!   threads       1             2          the reader           1
//! ```
//!
//! How the stream is cut, and so where errors are found and where the text continues, does not depend on the number of
//! threads. After damage, the text continues with the next frame. A frame that is too large for the limits of a portion is unpacked by the reader itself, piece by piece. So
//! memory is bounded by the number of threads, whatever the stream contains.
//!
//! [`Frames`] lists the frames of a file without unpacking them. A [part](part) of a file begins with one of them.

mod ahead;
mod bgzf;
mod listing;
mod lookahead;
mod part;
mod portion;
mod reader;
mod zstd;

use super::codec::Codec;
pub(super) use bgzf::BgzfBlocks;
pub use listing::{Frame, Frames};
use lookahead::Lookahead;
pub(super) use part::FramePart;
pub(super) use reader::FrameReader;
pub(super) use zstd::ZstdFrames;

/// A format whose streams consist of frames.
pub(super) trait FrameFormat: Default + Send + 'static {
    type Codec: Codec + 'static;

    /// A decoder that accepts windows up to this size.
    fn codec(max_window: u64) -> Self::Codec;

    /// Finds the frame that starts `at` bytes ahead. `None` if it is incomplete, longer than `most`, or not a frame.
    fn scan(&mut self, ahead: &mut Lookahead, at: usize, most: usize) -> Option<Scan>;
}

/// A complete frame.
pub(super) struct Scan {
    length: usize,
    /// The number of bytes that the decoder must keep.
    window: u64,
}
