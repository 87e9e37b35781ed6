//! The decoders of gzip members (RFC 1952), of which `bgzip` writes one every 64 KiB, and of zip members, stored or deflated.

use std::io::{BufRead, BufReader, Read};

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::input::kinds::CompressionFormat;

use super::{BUFFER, Codec, DecodeError, State, Step};

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
fn inflate(decoder: &mut Decompress, input: &[u8], output: &mut [u8]) -> Step {
    let (total_in, total_out) = (decoder.total_in(), decoder.total_out());
    let result = decoder.decompress(input, output, FlushDecompress::None);
    let read = (decoder.total_in() - total_in) as usize;
    let written = (decoder.total_out() - total_out) as usize;
    let state = match result {
        Ok(Status::StreamEnd) => Ok(State::End),
        Ok(Status::Ok | Status::BufError) => Ok(State::Within),
        Err(error) => {
            let message = error.message().filter(|message| !WITHIN_BLOCKS.contains(message));
            Err(DecodeError::damaged(message.unwrap_or("invalid deflate data")))
        }
    };
    Step { read, written, state }
}

/// The compression method of a member (APPNOTE.TXT 4.4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::input) enum Method {
    Stored,
    Deflated,
}

pub(in crate::input) struct Member {
    inflater: Option<Decompress>,
    crc: Crc,
    expected: Option<u32>,
    /// The bytes of the archive that are still unread.
    left: u64,
}

impl Member {
    /// `expected` is the CRC-32 of the decoded bytes, if it is known; `packed` is the number of bytes in the archive.
    pub(in crate::input) fn new(method: Method, expected: Option<u32>, packed: u64) -> Self {
        let inflater = (method == Method::Deflated).then(|| Decompress::new(false));
        Self { inflater, crc: Crc::new(), expected, left: packed }
    }
}

impl Codec for Member {
    const FORMAT: CompressionFormat = CompressionFormat::Zip;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let mut step = match &mut self.inflater {
            Some(inflater) => inflate(inflater, input, output),
            None => copy(input, output, self.left),
        };
        self.left = self.left.saturating_sub(step.read as u64);
        self.crc.update(&output[..step.written]);
        let is_wrong = self.expected.is_some_and(|expected| expected != self.crc.sum());
        if is_wrong && matches!(step.state, Ok(State::End)) {
            step.state = Err(DecodeError::damaged("checksum mismatch"));
        }
        step
    }

    fn restart(&mut self) -> bool {
        false
    }
}

fn copy(input: &[u8], output: &mut [u8], left: u64) -> Step {
    let count = input.len().min(output.len());
    output[..count].copy_from_slice(&input[..count]);
    let state = if count as u64 == left { State::End } else { State::Within };
    Step { read: count, written: count, state: Ok(state) }
}

/// The length of the deflated data at the start of a stream; `None` if the data are incomplete or damaged.
pub(in crate::input) fn deflated_length(data: impl Read) -> Option<u64> {
    let mut data = BufReader::with_capacity(BUFFER, data);
    let mut inflater = Decompress::new(false);
    let mut output = vec![0; 64 * 1024];
    let mut taken = 0;
    loop {
        let step = inflate(&mut inflater, data.fill_buf().ok()?, &mut output);
        data.consume(step.read);
        taken += step.read as u64;
        match step.state {
            Ok(State::End) => return Some(taken),
            Ok(State::Within) if step.read + step.written > 0 => {}
            _ => return None,
        }
    }
}
