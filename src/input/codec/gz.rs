//! The decoder of gzip members (RFC 1952); `bgzip` writes one every 64 KiB.

use flate2::{Decompress, FlushDecompress, Status};

use super::{Codec, DecodeError, State, Step};
use crate::input::error::CompressionFormat;

/// The largest window of Deflate, as a power of two: 32 KiB.
const WINDOW_LOG: u8 = 15;

/// The library's messages about the codes of a block. Which of them it gives depends on the space for the output.
const WITHIN_BLOCKS: [&str; 4] = [
    "invalid literal/length code",
    "invalid distance code",
    "invalid distance too far back",
    "repeated call with bad state",
];

/// Decodes one member after the other; the library checks the CRC and length of each.
pub(in crate::input) struct Gz(Decompress);

impl Default for Gz {
    fn default() -> Self {
        Self(Decompress::new_gzip(WINDOW_LOG))
    }
}

impl Codec for Gz {
    const FORMAT: CompressionFormat = CompressionFormat::Gzip;
    const MAY_BE_PADDED: bool = true;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        inflate(&mut self.0, input, output)
    }

    fn restart(&mut self) -> bool {
        *self = Self::default();
        true
    }
}

/// One step of Deflate, with or without a gzip header and trailer.
pub(super) fn inflate(decoder: &mut Decompress, input: &[u8], output: &mut [u8]) -> Step {
    let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
    let result = decoder.decompress(input, output, FlushDecompress::None);
    let read = (decoder.total_in() - total_in) as usize;
    let written = (decoder.total_out() - total_out) as usize;
    let state = match result {
        Ok(Status::StreamEnd) => Ok(State::End),
        Ok(Status::Ok | Status::BufError) => Ok(State::Within),
        Err(error) => {
            let message = error.message().filter(|message| !WITHIN_BLOCKS.contains(message));
            Err(DecodeError::Damaged(message.unwrap_or("invalid deflate data").to_owned()))
        }
    };
    Step { read, written, state }
}
