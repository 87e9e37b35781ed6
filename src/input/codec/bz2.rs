//! The decoder of bzip2 streams; `pbzip2` writes several into a file.

use bzip2::{Decompress, Error, Status};

use super::{Codec, DecodeError, State, Step};
use crate::input::error::CompressionFormat;

/// Decodes one stream after the other; the library checks the CRC of every block.
pub(super) struct Bz2(Decompress);

impl Default for Bz2 {
    fn default() -> Self {
        Self(Decompress::new(false))
    }
}

impl Codec for Bz2 {
    const FORMAT: CompressionFormat = CompressionFormat::Bzip2;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (total_in, total_out) = (self.0.total_in(), self.0.total_out());
        let result = self.0.decompress(input, output);
        let read = (self.0.total_in() - total_in) as usize;
        let written = (self.0.total_out() - total_out) as usize;
        let state = match result {
            Ok(Status::StreamEnd) => Ok(State::End),
            Ok(Status::MemNeeded) => Err(DecodeError::Damaged("not enough memory to decode it".to_owned())),
            Ok(_) => Ok(State::Within),
            Err(Error::DataMagic) => Err(DecodeError::Damaged("missing bzip2 header".to_owned())),
            Err(_) => Err(DecodeError::Damaged("a block is corrupt or does not match its checksum".to_owned())),
        };
        Step { read, written, state }
    }

    fn restart(&mut self) -> bool {
        *self = Self::default();
        true
    }
}
