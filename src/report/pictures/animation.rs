//! Animations of diagrams, as GIF 89a and as animated PNG.

use std::collections::HashMap;
use std::io::{self, Write};

use gif::{DisposalMethod, EncodingError, Repeat};
use png::{BitDepth, BlendOp, ColorType, DisposeOp, Filter};

use super::raster::{Picture, Rasterizer, png_failure};
use super::{Diagram, DiagramStyle};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnimationFormat {
    /// GIF 89a.
    Gif,
    /// PNG with an animation (W3C, Portable Network Graphics, third edition).
    Apng,
}

/// Diagrams that are shown one after the other, in a loop.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'a> {
    /// The diagrams; not empty.
    pub diagrams: &'a [Diagram],
    pub style: DiagramStyle,
    /// The width in pixels.
    pub size: u16,
    /// The duration of each diagram, in hundredths of a second.
    pub delay: u16,
    /// The duration of the last one, in hundredths of a second.
    pub last_delay: u16,
}

/// A frame: the changed rectangle and its duration in hundredths of a second.
struct Frame {
    patch: Patch,
    delay: u16,
}

/// The width of the pictures that determine the palette; small pictures have the same colors and are faster to draw.
const SAMPLE: u16 = 160;

impl Animation<'_> {
    /// Writes it. Only two pictures are in memory at a time.
    pub fn write(&self, movie: AnimationFormat, out: &mut dyn Write) -> io::Result<()> {
        match movie {
            AnimationFormat::Gif => write_gif(self, out),
            AnimationFormat::Apng => write_apng(self, out),
        }
    }

    /// The height, in pixels.
    pub(super) fn height(&self) -> u32 {
        Picture::height(self.style, self.size)
    }

    fn palette(&self) -> Palette {
        let size = self.size.min(SAMPLE);
        let rasterizer = Rasterizer::new(self.style, size);
        Palette::new(self.diagrams.iter().map(|diagram| rasterizer.draw(diagram)))
    }

    /// The frames, the first one whole.
    fn frames(&self, mut palette: Palette) -> impl Iterator<Item = Frame> {
        let rasterizer = Rasterizer::new(self.style, self.size);
        let mut before: Option<Vec<u8>> = None;
        let last = self.diagrams.len() - 1;
        self.diagrams.iter().enumerate().map(move |(index, diagram)| {
            let picture = rasterizer.draw(diagram);
            let numbers = palette.numbers(&picture);
            let patch = match before.take() {
                Some(before) => changes(&before, &numbers, picture.width, palette.transparent()),
                None => {
                    Patch { left: 0, top: 0, width: picture.width, height: picture.height, numbers: numbers.clone() }
                }
            };
            before = Some(numbers);
            Frame { patch, delay: if index == last { self.last_delay } else { self.delay } }
        })
    }
}

// The difference between two frames of an animation.

/// A rectangle of a frame: its place in pixels, and the palette indexes of its pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Patch {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    /// Row by row; unchanged pixels are transparent.
    numbers: Vec<u8>,
}

/// The smallest rectangle that contains all changes; one pixel if there are none.
fn changes(before: &[u8], after: &[u8], width: u32, transparent: u8) -> Patch {
    let line = width as usize;
    let rows: Vec<(&[u8], &[u8])> = before.chunks_exact(line).zip(after.chunks_exact(line)).collect();
    let differs = |row: &(&[u8], &[u8])| row.0 != row.1;
    let top = rows.iter().position(differs).unwrap_or(0);
    let bottom = rows.iter().rposition(differs).unwrap_or(0) + 1;
    let rows = &rows[top..bottom];
    let first = |(old, new): &(&[u8], &[u8])| old.iter().zip(*new).position(|(old, new)| old != new);
    let last = |(old, new): &(&[u8], &[u8])| old.iter().zip(*new).rposition(|(old, new)| old != new);
    let left = rows.iter().filter_map(first).min().unwrap_or(0);
    let right = rows.iter().filter_map(last).max().unwrap_or(0) + 1;
    let kept = |(old, new): (&u8, &u8)| if old == new { transparent } else { *new };
    let numbers = rows.iter().flat_map(|(old, new)| old[left..right].iter().zip(&new[left..right]).map(kept)).collect();
    Patch { left: left as u32, top: top as u32, width: (right - left) as u32, height: (bottom - top) as u32, numbers }
}

// The color palette of an animation (color quantization).

/// The maximum number of colors; one more index means *unchanged*.
const MAX_COLORS: usize = 255;

/// The colors of an animation, and the nearest one of every other color.
#[derive(Clone, Debug)]
struct Palette {
    colors: Vec<[u8; 3]>,
    nearest: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The palette of these pictures, by frequency. Colors near a chosen one are skipped, and the distance grows until
    /// all fit. So squares and pieces keep their colors, and only the blends at their edges are merged.
    fn new(pictures: impl Iterator<Item = Picture>) -> Self {
        let mut counts: HashMap<[u8; 3], u64> = HashMap::new();
        for picture in pictures {
            for (color, length) in picture.runs() {
                *counts.entry(color).or_default() += length as u64;
            }
        }
        let mut frequent: Vec<([u8; 3], u64)> = counts.into_iter().collect();
        frequent.sort_unstable_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let colors = (0..=442).map(|step| chosen(&frequent, step * step)).find(|colors| colors.len() <= MAX_COLORS);
        Self { colors: colors.unwrap_or_default(), nearest: HashMap::new() }
    }

    /// The index that means *unchanged*.
    fn transparent(&self) -> u8 {
        self.colors.len() as u8
    }

    /// Red, green and blue of each index, *unchanged* included.
    fn bytes(&self) -> Vec<u8> {
        [self.colors.as_flattened(), &[0; 3]].concat()
    }

    /// The indexes of the pixels of a picture.
    fn numbers(&mut self, picture: &Picture) -> Vec<u8> {
        let runs = picture.runs().flat_map(|(color, length)| std::iter::repeat_n(self.number(color), length));
        runs.collect()
    }

    /// The index of the nearest color.
    fn number(&mut self, color: [u8; 3]) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let nearest = (0..).zip(colors).min_by_key(|(_, other)| distance(color, **other));
            nearest.map_or(0, |(number, _)| number)
        })
    }
}

/// Colors that are all farther apart than `apart`; at most one more than the maximum.
fn chosen(frequent: &[([u8; 3], u64)], apart: u32) -> Vec<[u8; 3]> {
    let mut colors: Vec<[u8; 3]> = Vec::new();
    for &(color, _) in frequent {
        if colors.len() <= MAX_COLORS && colors.iter().all(|other| distance(color, *other) > apart) {
            colors.push(color);
        }
    }
    colors
}

/// The squared distance of two colors.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

// The writer of animations as GIF 89a.

/// Writes it frame by frame, with one palette.
fn write_gif(animation: &Animation<'_>, out: &mut dyn Write) -> io::Result<()> {
    let palette = animation.palette();
    let transparent = palette.transparent();
    let (width, height) = (animation.size, animation.height() as u16);
    let mut encoder = gif::Encoder::new(out, width, height, &palette.bytes()).map_err(gif_failure)?;
    encoder.set_repeat(Repeat::Infinite).map_err(gif_failure)?;
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
        encoder.write_frame(&frame).map_err(gif_failure)?;
    }
    encoder.into_inner().map_err(gif_failure)?.flush()
}

/// Converts an encoder error to the system's error or a description of the fault.
fn gif_failure(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

// The writer of animated PNG (W3C, Portable Network Graphics, third edition, 4.10); the first frame is the still
// picture.

/// Writes it frame by frame, with one palette.
fn write_apng(animation: &Animation<'_>, out: &mut dyn Write) -> io::Result<()> {
    let palette = animation.palette();
    let mut opaque = vec![u8::MAX; usize::from(palette.transparent())];
    opaque.push(0);
    let mut encoder = png::Encoder::new(out, animation.size.into(), animation.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_trns(opaque);
    // No filter: neighboring palette indexes do not predict each other.
    encoder.set_filter(Filter::NoFilter);
    let count = animation.diagrams.len() as u32;
    encoder.set_animated(count, 0).map_err(png_failure)?;
    encoder.set_blend_op(BlendOp::Over).map_err(png_failure)?;
    encoder.set_dispose_op(DisposeOp::None).map_err(png_failure)?;
    let mut writer = encoder.write_header().map_err(png_failure)?;
    for Frame { patch, delay } in animation.frames(palette) {
        let Patch { left, top, width, height, numbers } = patch;
        writer.reset_frame_position().map_err(png_failure)?;
        writer.set_frame_dimension(width, height).map_err(png_failure)?;
        writer.set_frame_position(left, top).map_err(png_failure)?;
        writer.set_frame_delay(delay, 100).map_err(png_failure)?;
        writer.write_image_data(&numbers).map_err(png_failure)?;
    }
    writer.finish().map_err(png_failure)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_rectangle_contains_all_changes() {
        let before = [0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0];
        let after = [0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 4, 0];
        let patch = changes(&before, &after, 4, 9);
        assert_eq!(patch, Patch { left: 1, top: 1, width: 2, height: 2, numbers: vec![3, 9, 9, 4] });
    }

    #[test]
    fn equal_frames_differ_by_one_transparent_pixel() {
        let picture = [5, 6, 7, 8];
        let patch = changes(&picture, &picture, 2, 9);
        assert_eq!(patch, Patch { left: 0, top: 0, width: 1, height: 1, numbers: vec![9] });
    }

    #[test]
    fn frequent_colors_stay_and_rare_ones_are_merged() {
        let pixel = |step: u32| [(step % 40) as u8 * 6, (step / 40) as u8 * 6, 0];
        let mut rgb: Vec<u8> = (0..1600).flat_map(pixel).collect();
        rgb.extend([7, 9, 250].repeat(400));
        let picture = Picture { width: 2000, height: 1, rgb };
        let mut palette = Palette::new([picture.clone()].into_iter());
        assert!(palette.colors.len() <= MAX_COLORS);
        assert_eq!(palette.colors[0], [7, 9, 250]);
        assert_eq!(usize::from(palette.transparent()), palette.colors.len());
        let numbers = palette.numbers(&picture);
        for (number, color) in numbers.into_iter().zip(picture.colors().iter().copied()) {
            let shown = palette.colors[usize::from(number)];
            assert!(distance(shown, color) <= 30 * 30, "{color:?} {shown:?}");
        }
    }

    #[test]
    fn few_colors_are_unchanged() {
        let picture = Picture { width: 3, height: 1, rgb: vec![1, 2, 3, 1, 2, 4, 1, 2, 3] };
        let mut palette = Palette::new([picture.clone()].into_iter());
        assert_eq!(palette.bytes(), [1, 2, 3, 1, 2, 4, 0, 0, 0]);
        assert_eq!(palette.numbers(&picture), [0, 1, 0]);
    }
}
