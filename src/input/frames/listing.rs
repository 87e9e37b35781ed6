//! The frames of a file, found by seeks, so that parts of the file can be read apart.

use std::fs::File;

use super::zstd::{BLOCK_HEADER, Blocks, Header, LONGEST_HEADER, SKIPPABLE_HEADER, Start, Step};
use crate::input::codec::{self, Zst};
use crate::input::context::{Context, OpenOptions};
use crate::input::detect::{DataKind, Encoding, HEAD_LENGTH, detect};
use crate::input::entry::{InputFile, Origin};
use crate::input::error::{InputError, InputErrorKind};
use crate::input::kinds::CompressionFormat;
use crate::input::plain_file::PlainFile;
use crate::input::source::{Meter, Peeked};

/// A part of a compressed file that can be unpacked alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The offset of its first byte in the file.
    pub offset: u64,
    /// Its length in the file, in bytes.
    pub length: u64,
    /// The length of its text in bytes, if the file has it; 0 for a frame without text.
    pub text: Option<u64>,
}

/// The frames of a file, which tile it.
///
/// The end of a frame is found by the announcement that `pzstd` writes before it, by the table of the seekable format, or
/// by the headers of its blocks. Reads a few bytes of each frame, or of each block. Memory does not depend on the number of
/// frames.
#[derive(Debug)]
pub struct Frames {
    name: String,
    file: PlainFile,
    /// The offset of the next frame.
    at: u64,
    /// The length of the next frame, as `pzstd` announces it.
    announced: Option<u64>,
    table: Option<SeekTable>,
    has_failed: bool,
}

/// The table at the end of a file in the seekable format of Zstandard: a skippable frame with a row for each frame.
///
/// See `contrib/seekable_format/zstd_seekable_compression_format.md` in the repository of Zstandard.
#[derive(Debug)]
struct SeekTable {
    /// The offset of the next row in the file.
    at: u64,
    row_length: u64,
    rows: u64,
    /// The offset of the frame of the next row.
    frame: u64,
}

/// The last bytes of a [`SeekTable`]: the number of rows, a descriptor, a magic number.
const TABLE_FOOTER: usize = 9;
const TABLE_MAGIC: [u8; 4] = [0xB1, 0xEA, 0x92, 0x8F];

impl InputFile {
    /// The frames of the file. `None` if it has none whose text can be read apart: it is in another format, or not a
    /// regular file, or its text is compressed once more or in UTF-16.
    pub fn frames(&self, options: &OpenOptions) -> Result<Option<Frames>, InputError> {
        let Origin::Path(path) = &self.origin else { return Ok(None) };
        let failed = |error| InputError::open(self.name(), error);
        let file = File::open(path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Ok(None);
        }
        let name = self.name();
        let file = PlainFile::new(&name, file, metadata.len(), Meter::default());
        let mut frames = Frames { name, file, at: 0, announced: None, table: None, has_failed: false };
        if frames.start(0)?.is_none() {
            return Ok(None);
        }
        let context = Context::new(&frames.name, options);
        let whole = frames.file.again().and_then(|file| file.into_read_from(0)).map_err(failed)?;
        let text = Peeked::new(codec::layer(whole, Zst::new(context.layers.max_window), &context), HEAD_LENGTH);
        if !matches!(detect(text.head()), DataKind::Text(Encoding::Bytes)) {
            return Ok(None);
        }
        frames.table = SeekTable::of(&frames.file)?;
        Ok(Some(frames))
    }
}

impl Frames {
    /// The first bytes of the frame at this offset, if there is one.
    fn start(&self, at: u64) -> Result<Option<Start>, InputError> {
        Ok(Start::read(&self.file.read(at, LONGEST_HEADER as u64)?))
    }

    fn find_next(&mut self) -> Result<Frame, InputError> {
        let offset = self.at;
        let announced = self.announced.take();
        let row = self.table.as_mut().map_or(Ok(None), |table| table.row(offset, &self.file))?;
        let (length, text) = match self.start(offset)? {
            None => return Err(self.damaged("no frame starts here")),
            Some(Start::Skippable { length, next }) => {
                self.announced = next;
                (length, Some(0))
            }
            Some(Start::Data(header)) => {
                let sources = [announced, row.map(|(length, _)| length)];
                let known =
                    sources.into_iter().flatten().find(|length| self.is_boundary(offset.saturating_add(*length)));
                let text = header.text.or(row.filter(|row| known == Some(row.0)).map(|(_, text)| text));
                (known.map_or_else(|| self.walk(&header), Ok)?, text)
            }
        };
        if length > self.file.len() - offset {
            return Err(self.damaged("unexpected end of data"));
        }
        self.at += length;
        Ok(Frame { offset, length, text })
    }

    /// Whether the file ends at this offset, or another frame starts there.
    fn is_boundary(&self, at: u64) -> bool {
        at == self.file.len() || matches!(self.start(at), Ok(Some(_)))
    }

    /// The length of the frame that is next, by the headers of its blocks.
    fn walk(&self, header: &Header) -> Result<u64, InputError> {
        let mut blocks = Blocks::new(header);
        loop {
            let bytes = self.file.read(self.at.saturating_add(blocks.at), BLOCK_HEADER as u64)?;
            let Some(header) = bytes.first_chunk() else { return Err(self.damaged("unexpected end of data")) };
            match blocks.pass(*header) {
                Some(Step::Within) => {}
                Some(Step::End(length)) => return Ok(length),
                None => return Err(self.damaged("the header of a block is corrupt")),
            }
        }
    }

    fn damaged(&self, reason: &str) -> InputError {
        let (format, reason) = (CompressionFormat::Zstd, reason.to_owned());
        InputError::new(&*self.name, InputErrorKind::Damaged { format, offset: self.at, reason, next: None })
    }
}

impl Iterator for Frames {
    type Item = Result<Frame, InputError>;

    /// The next frame. An error is the last item.
    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed || self.at == self.file.len() {
            return None;
        }
        let found = self.find_next();
        self.has_failed = found.is_err();
        Some(found)
    }
}

impl SeekTable {
    /// Finds the table at the end of a file.
    fn of(file: &PlainFile) -> Result<Option<Self>, InputError> {
        let Some(footer) = file.len().checked_sub(TABLE_FOOTER as u64) else { return Ok(None) };
        let bytes = file.read(footer, TABLE_FOOTER as u64)?;
        let (Some(&rows), Some(&descriptor)) = (bytes.first_chunk(), bytes.get(4)) else { return Ok(None) };
        if bytes[5..] != TABLE_MAGIC {
            return Ok(None);
        }
        let rows = u64::from(u32::from_le_bytes(rows));
        let row_length = if descriptor & 0x80 == 0 { 8 } else { 12 };
        let at = footer.checked_sub(rows * row_length).filter(|at| *at >= SKIPPABLE_HEADER as u64);
        Ok(at.map(|at| Self { at, row_length, rows, frame: 0 }))
    }

    /// The lengths of the frame at this offset and of its text, if it is that of the next row.
    fn row(&mut self, frame: u64, file: &PlainFile) -> Result<Option<(u64, u64)>, InputError> {
        if self.rows == 0 || self.frame != frame {
            return Ok(None);
        }
        let bytes = file.read(self.at, self.row_length)?;
        let number = |at: usize| Some(u64::from(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
        let row = number(0).filter(|length| *length > 0).zip(number(4));
        self.rows -= 1;
        self.at += self.row_length;
        self.frame += row.map_or(0, |(length, _)| length);
        Ok(row)
    }
}
