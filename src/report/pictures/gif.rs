//! The writer of animations as GIF 89a.

use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use super::Animation;
use super::animation::Frame;
use super::changes::Patch;

/// Writes it frame by frame, with one palette.
pub(super) fn write(animation: &Animation<'_>, out: &mut dyn Write) -> io::Result<()> {
    let palette = animation.palette();
    let transparent = palette.transparent();
    let (width, height) = (animation.size, animation.height() as u16);
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(failure)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failure)?;
    for Frame { patch, delay } in animation.frames(palette) {
        let Patch { left, top, width, height, numbers } = patch;
        let frame = gif::Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(transparent),
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: numbers.into(),
            ..gif::Frame::default()
        };
        encoder.write_frame(&frame).map_err(failure)?;
    }
    encoder.into_inner().map_err(failure)?.flush()
}

/// Converts an encoder error to the system's error or a description of the fault.
fn failure(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}
