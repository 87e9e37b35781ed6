//! Frames: the parts of a compressed file that can be unpacked alone.
//!
//! `pzstd`, which packs the database of lichess.org, writes a file of many Zstandard frames, and `bgzip` one of many gzip
//! members that have their lengths. The reader of such a stream cuts it into [portions](portion) of whole frames, which
//! several threads unpack [ahead](ahead) of it. It needs no index, so it reads pipes like files:
//!
//! ```text
//!   stream    |frame|frame|frame|frame|   a large frame   |frame|frame|
//!   portions  |  portion  |  portion  |                   |  portion  |
//!   threads       1             2          the reader           1
//! ```
//!
//! How the stream is cut, and so where errors are found and where the text continues, does not depend on the number of
//! threads. After damage, the text continues with the next frame. A frame that is too large for the limits of a portion
//! is unpacked by the reader itself, piece by piece. So memory is bounded by the number of threads, whatever the stream
//! contains.
//!
//! [`Frames`] lists the frames of a file without unpacking them. A [part](crate::parts) of a file begins with one of them.

mod ahead;
mod bgzf;
mod listing;
mod lookahead;
mod portion;
mod reader;
mod zstd;

use std::io::{self, Read};

use crate::input::context::Context;
use crate::input::opened::TextEnd;
use crate::input::plain_file::PlainFile;
use crate::parts::InputPart;

pub(super) use bgzf::BgzfBlocks;
pub use listing::{Frame, Frames};
pub(super) use reader::FrameReader;
pub(super) use zstd::ZstdFrames;

// The text of some frames of a file, and what follows it.

/// The text of a file from the first frame of a part on. It goes on after the part, because the last game may.
pub(in crate::input) struct FramePart {
    text: FrameReader<ZstdFrames>,
    /// The offset of the next byte in the text of the file, until the part ends.
    offset: u64,
    end: TextEnd,
    /// What follows the part, until it ends.
    rest: Option<Rest>,
}

/// The frames after a part.
struct Rest {
    file: PlainFile,
    /// The offset of the first one.
    start: u64,
    context: Context,
}

impl FramePart {
    /// The text from the start of a part on. `place` is the offset of its first byte in the text of the file, and the end
    /// to be set.
    pub(in crate::input) fn open(
        file: PlainFile,
        part: &InputPart,
        context: Context,
        place: (u64, TextEnd),
    ) -> io::Result<Self> {
        let rest = Rest { file: file.again()?, start: part.end, context: context.clone() };
        let frames = file.into_read_from(part.start)?.take(part.length());
        let (offset, end) = place;
        Ok(Self { text: FrameReader::at(part.start, Box::new(frames), context), offset, end, rest: Some(rest) })
    }
}

impl Read for FramePart {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(out)?;
        self.offset += count as u64;
        match self.rest.take_if(|_| count == 0 && !out.is_empty()) {
            Some(Rest { file, start, context }) => {
                self.end.set(self.offset);
                self.text = FrameReader::at(start, file.into_read_from(start)?, context);
                self.text.read(out)
            }
            None => Ok(count),
        }
    }
}
