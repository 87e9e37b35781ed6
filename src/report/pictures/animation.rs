//! Animations of diagrams: the part that GIF and APNG share.

use std::io::{self, Write};

use super::changes::{Patch, changes};
use super::palette::Palette;
use super::raster::{Picture, Rasterizer};
use super::{Diagram, DiagramStyle, apng, gif};

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
pub(super) struct Frame {
    pub(super) patch: Patch,
    pub(super) delay: u16,
}

/// The width of the pictures that determine the palette; small pictures have the same colors and are faster to draw.
const SAMPLE: u16 = 160;

impl Animation<'_> {
    /// Writes it. Only two pictures are in memory at a time.
    pub fn write(&self, movie: AnimationFormat, out: &mut dyn Write) -> io::Result<()> {
        match movie {
            AnimationFormat::Gif => gif::write(self, out),
            AnimationFormat::Apng => apng::write(self, out),
        }
    }

    /// The height, in pixels.
    pub(super) fn height(&self) -> u32 {
        Picture::height(self.style, self.size)
    }

    pub(super) fn palette(&self) -> Palette {
        let size = self.size.min(SAMPLE);
        let rasterizer = Rasterizer::new(self.style, size);
        Palette::new(self.diagrams.iter().map(|diagram| rasterizer.draw(diagram)))
    }

    /// The frames, the first one whole.
    pub(super) fn frames(&self, mut palette: Palette) -> impl Iterator<Item = Frame> {
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
