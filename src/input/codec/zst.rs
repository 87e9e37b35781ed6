//! Zstandard frames (RFC 8878), by the reference library.

use zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge as WINDOW_TOO_LARGE;
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, get_error_name};

use super::{Codec, Flaw, State, Step};
use crate::input::error::Format;

/// The bytes that the library wants first: a frame's magic number and its descriptor.
const START: usize = 5;

/// The bytes of a block's header, which the library wants together with the block before it.
const BLOCK_HEADER: usize = 3;

/// The largest window that the library knows on a machine of 64 bits: 2 GiB, as a power of two.
const LIBRARY_LOG: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// Decodes frame after frame, block by block.
///
/// The library forgets how much it wrote in a call that fails. So no call is given more than one block, and none is given
/// a new block, or its header, before the last one is out: what fails has then written nothing.
pub(super) struct Zst {
    context: DCtx<'static>,
    wanted: usize,
    is_flushed: bool,
}

impl Zst {
    pub(super) fn new(max_window: u64) -> Self {
        let mut context = DCtx::create();
        let log = max_window.ilog2().min(LIBRARY_LOG);
        // The value is in the library's range, so this cannot fail; if it did, the library's own limit would hold (128 MiB).
        let _ = context.set_parameter(DParameter::WindowLogMax(log));
        Self { context, wanted: START, is_flushed: true }
    }

    /// How many bytes go in together: a block without the header of the next one.
    const fn portion(&self) -> usize {
        if self.wanted > BLOCK_HEADER { self.wanted - BLOCK_HEADER } else { self.wanted }
    }
}

impl Codec for Zst {
    const FORMAT: Format = Format::Zstd;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let count = if self.is_flushed { input.len().min(self.portion()) } else { 0 };
        let room = output.len();
        let mut source = InBuffer::around(&input[..count]);
        let mut sink = OutBuffer::around(output);
        let result = self.context.decompress_stream(&mut sink, &mut source);
        let (read, written) = (source.pos(), sink.pos());
        self.is_flushed = written < room;
        let state = match result {
            Ok(0) => Ok(State::End),
            Ok(wanted) => {
                self.wanted = wanted;
                Ok(State::Within)
            }
            Err(code) if code.wrapping_neg() == WINDOW_TOO_LARGE as usize => Err(Flaw::WindowTooLarge),
            Err(code) => Err(Flaw::Damaged(get_error_name(code).to_lowercase())),
        };
        Step { read, written, state }
    }

    fn restart(&mut self) -> bool {
        self.wanted = START;
        self.is_flushed = true;
        true
    }
}
