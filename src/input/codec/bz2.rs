//! The decoder of bzip2 streams; `pbzip2` writes several into a file.

use bzip2::{Decompress, Error, Status};

use super::{Codec, DecodeError, State, Step};
use crate::input::kinds::CompressionFormat;

/// The number of bytes that are decoded at a time. Of a corrupt block, the library returns those before the call in which
/// it finds the fault: with a length of our own, these do not depend on the reader.
const PIECE: usize = 16 << 10;

/// Decodes one stream after the other; the library checks the CRC of every block.
pub(in crate::input) struct Bz2 {
    decoder: Decompress,
    decoded: Box<[u8; PIECE]>,
    /// The number of bytes in `decoded`, and how many of these were passed on.
    filled: usize,
    passed: usize,
    /// What follows these bytes, if they are the last ones.
    end: Option<Result<State, DecodeError>>,
}

impl Default for Bz2 {
    fn default() -> Self {
        let decoded = Box::new([0; PIECE]);
        Self { decoder: Decompress::new(false), decoded, filled: 0, passed: 0, end: None }
    }
}

impl Bz2 {
    /// Decodes more bytes; returns how many of the input were used.
    fn decode(&mut self, input: &[u8]) -> usize {
        let (total_in, total_out) = (self.decoder.total_in(), self.decoder.total_out());
        let result = self.decoder.decompress(input, &mut self.decoded[self.filled..]);
        self.filled += (self.decoder.total_out() - total_out) as usize;
        self.end = match result {
            Ok(Status::StreamEnd) => Some(Ok(State::End)),
            Ok(Status::MemNeeded) => Some(Err(DecodeError::damaged("not enough memory to decode it"))),
            Ok(_) => None,
            Err(Error::DataMagic) => Some(Err(DecodeError::damaged("missing bzip2 header"))),
            Err(_) => Some(Err(DecodeError::damaged("a block is corrupt or does not match its checksum"))),
        };
        (self.decoder.total_in() - total_in) as usize
    }
}

impl Codec for Bz2 {
    const FORMAT: CompressionFormat = CompressionFormat::Bzip2;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut read = 0;
        if self.passed == 0 && self.filled < PIECE && self.end.is_none() {
            read = self.decode(input);
        }
        let mut written = 0;
        if self.filled == PIECE || self.end.is_some() || input.is_empty() {
            let ready = &self.decoded[self.passed..self.filled];
            written = ready.len().min(output.len());
            output[..written].copy_from_slice(&ready[..written]);
            self.passed += written;
        }
        let mut state = Ok(State::Within);
        if self.passed == self.filled {
            (self.passed, self.filled) = (0, 0);
            state = self.end.take().unwrap_or(state);
        }
        Step { read, written, state }
    }

    fn restart(&mut self) -> bool {
        *self = Self::default();
        true
    }
}
