//! The decoder of Zstandard frames (RFC 8878), by the reference library.

use zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode::{
    ZSTD_error_corruption_detected as CORRUPTION, ZSTD_error_dictionary_wrong as NO_DICTIONARY,
    ZSTD_error_dstSize_tooSmall as TOO_SMALL, ZSTD_error_frameParameter_windowTooLarge as WINDOW_TOO_LARGE,
};
use zstd::zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, get_error_name};

use super::{Codec, DecodeError, State, Step};
use crate::input::kinds::CompressionFormat;

/// The number of bytes that the library reads first: the magic number of a frame and its descriptor.
const START: usize = 5;

/// The length of a block header, which the library reads together with the block before it.
const BLOCK_HEADER: usize = 3;

/// The largest window that the library supports, as a power of two: 2 GiB on a 64-bit machine.
const LIBRARY_LOG: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// Decodes one frame after the other, block by block.
///
/// The library does not report how much it wrote in a call that fails. So no call gets more than one block, and none
/// gets a new block, or its header, before the previous one is fully written. A call that fails has then written
/// nothing.
pub(in crate::input) struct Zst {
    context: DCtx<'static>,
    wanted: usize,
    is_flushed: bool,
}

impl Zst {
    pub(in crate::input) fn new(max_window: u64) -> Self {
        let mut context = DCtx::create();
        let log = max_window.ilog2().min(LIBRARY_LOG);
        // The value is in the library's range, so this cannot fail. If it did, the library's own limit of 128 MiB would
        // apply.
        let _ = context.set_parameter(DParameter::WindowLogMax(log));
        Self { context, wanted: START, is_flushed: true }
    }

    /// The number of bytes for one call: a block without the header of the next one.
    const fn portion(&self) -> usize {
        if self.wanted > BLOCK_HEADER { self.wanted - BLOCK_HEADER } else { self.wanted }
    }
}

impl Codec for Zst {
    const FORMAT: CompressionFormat = CompressionFormat::Zstd;

    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let count = if self.is_flushed { input.len().min(self.portion()) } else { 0 };
        let capacity = output.len();
        let mut source = InBuffer::around(&input[..count]);
        let mut sink = OutBuffer::around(output);
        let result = self.context.decompress_stream(&mut sink, &mut source);
        let (read, written) = (source.pos(), sink.pos());
        self.is_flushed = written < capacity;
        let state = match result {
            Ok(0) => Ok(State::End),
            Ok(wanted) => {
                self.wanted = wanted;
                Ok(State::Within)
            }
            Err(code) if code.wrapping_neg() == WINDOW_TOO_LARGE as usize => Err(DecodeError::WindowTooLarge),
            Err(code) => {
                // A block that is longer than its frame allows is damaged. Whether the library notices that by its own
                // buffer depends on the frames that the same decoder has read before.
                let is_too_long = code.wrapping_neg() == TOO_SMALL as usize;
                let code = if is_too_long { (CORRUPTION as usize).wrapping_neg() } else { code };
                Err(DecodeError::Damaged(match code.wrapping_neg() {
                    error if error == NO_DICTIONARY as usize => "it needs a dictionary, and adoube has none".to_owned(),
                    _ => get_error_name(code).to_lowercase(),
                }))
            }
        };
        Step { read, written, state }
    }

    fn restart(&mut self) -> bool {
        // Needed after a frame that was not read to its end. It only fails for directives other than this one.
        let _ = self.context.reset(ResetDirective::SessionOnly);
        self.wanted = START;
        self.is_flushed = true;
        true
    }
}
