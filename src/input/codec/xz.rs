//! The xz decoder, a wrapper of liblzma. A file may have several streams, with padding between them.

use liblzma::stream::{Action, CONCATENATED, Error, Status, Stream};

use super::{Codec, DecodeError, State, Step};
use crate::input::kinds::CompressionFormat;

/// An upper bound on the memory that the decoder needs in addition to its dictionary, in bytes.
const OVERHEAD: u64 = 16 << 20;

/// The decoder of all streams of a file: liblzma continues with the next stream by itself.
pub(in crate::input) struct Xz(Option<Stream>);

impl Xz {
    pub(in crate::input) fn new(max_dictionary: u64) -> Self {
        Self(Stream::new_stream_decoder(max_dictionary + OVERHEAD, CONCATENATED).ok())
    }
}

impl Codec for Xz {
    const FORMAT: CompressionFormat = CompressionFormat::Xz;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let Some(stream) = &mut self.0 else {
            return Step { read: 0, written: 0, state: Err(DecodeError::damaged("not enough memory to decode it")) };
        };
        let (total_in, total_out) = (stream.total_in(), stream.total_out());
        let action = if input.is_empty() { Action::Finish } else { Action::Run };
        let result = stream.process(input, output, action);
        let read = (stream.total_in() - total_in) as usize;
        let written = (stream.total_out() - total_out) as usize;
        let state = match result {
            Ok(Status::StreamEnd) => Ok(State::End),
            Ok(_) => Ok(State::Within),
            Err(Error::MemLimit) => Err(DecodeError::WindowTooLarge),
            Err(Error::Mem) => Err(DecodeError::damaged("not enough memory to decode it")),
            Err(Error::Options) => Err(DecodeError::damaged("unsupported filter or option")),
            Err(Error::Format) => Err(DecodeError::damaged("missing xz header")),
            Err(_) => Err(DecodeError::damaged("corrupt data or checksum mismatch")),
        };
        Step { read, written, state }
    }

    fn restart(&mut self) -> bool {
        false
    }
}
