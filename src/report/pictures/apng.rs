//! The writer of animated PNG (W3C, Portable Network Graphics, third edition, 4.10); the first frame is the still
//! picture.

use std::io::{self, Write};

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, Filter};

use super::Animation;
use super::animation::Frame;
use super::changes::Patch;
use super::png::failure;

/// Writes it frame by frame, with one palette.
pub(super) fn write(animation: &Animation<'_>, out: &mut dyn Write) -> io::Result<()> {
    let palette = animation.palette();
    let mut opaque = vec![u8::MAX; usize::from(palette.transparent())];
    opaque.push(0);
    let mut encoder = Encoder::new(out, animation.size.into(), animation.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_trns(opaque);
    // No filter: neighboring palette indexes do not predict each other.
    encoder.set_filter(Filter::NoFilter);
    let count = animation.diagrams.len() as u32;
    encoder.set_animated(count, 0).map_err(failure)?;
    encoder.set_blend_op(BlendOp::Over).map_err(failure)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(failure)?;
    let mut writer = encoder.write_header().map_err(failure)?;
    for Frame { patch, delay } in animation.frames(palette) {
        let Patch { left, top, width, height, numbers } = patch;
        writer.reset_frame_position().map_err(failure)?;
        writer.set_frame_dimension(width, height).map_err(failure)?;
        writer.set_frame_position(left, top).map_err(failure)?;
        writer.set_frame_delay(delay, 100).map_err(failure)?;
        writer.write_image_data(&numbers).map_err(failure)?;
    }
    writer.finish().map_err(failure)
}
