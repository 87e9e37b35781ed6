//! The text of some frames of a file, and what follows it.

use std::io::{self, Read};

use super::{FrameReader, ZstdFrames};
use crate::input::opened::{Context, TextEnd};
use crate::input::plain_file::PlainFile;
use crate::parts::InputPart;

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
