//! Diagrams one after the other: what GIF and APNG have in common.

use std::io::{self, Write};

use super::changes::{Patch, changes};
use super::palette::Palette;
use super::raster::{Artist, Picture};
use super::{Diagram, Look, apng, gif};

/// The file formats of moving pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Movie {
    /// GIF 89a.
    Gif,
    /// PNG with an animation (W3C, Portable Network Graphics, third edition).
    Apng,
}

/// Diagrams that are shown one after the other, over and over.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'a> {
    /// What is shown; not empty.
    pub diagrams: &'a [Diagram],
    /// How all of them look.
    pub look: Look,
    /// How wide they are, in pixels.
    pub size: u16,
    /// How long each is shown, in hundredths of a second.
    pub delay: u16,
    /// How long the last one is shown.
    pub last_delay: u16,
}

/// A frame: what is new, and how long it is shown, in hundredths of a second.
pub(super) struct Frame {
    pub(super) patch: Patch,
    pub(super) delay: u16,
}

/// The width of the pictures from which the colours are taken: smaller ones have the same colours.
const SAMPLE: u16 = 160;

impl Animation<'_> {
    /// Writes it. Only two pictures are in memory at a time.
    pub fn write(&self, movie: Movie, out: &mut dyn Write) -> io::Result<()> {
        match movie {
            Movie::Gif => gif::write(self, out),
            Movie::Apng => apng::write(self, out),
        }
    }

    /// The height, in pixels.
    pub(super) fn height(&self) -> u32 {
        Picture::height(self.look, self.size)
    }

    /// The colours of all frames.
    pub(super) fn palette(&self) -> Palette {
        let size = self.size.min(SAMPLE);
        let mut artist = Artist::new(self.look, size);
        Palette::of(self.diagrams.iter().map(|diagram| artist.draw(diagram)))
    }

    /// The frames, the first one whole.
    pub(super) fn frames(&self, mut palette: Palette) -> impl Iterator<Item = Frame> {
        let mut artist = Artist::new(self.look, self.size);
        let mut before: Option<Vec<u8>> = None;
        let last = self.diagrams.len() - 1;
        self.diagrams.iter().enumerate().map(move |(index, diagram)| {
            let picture = artist.draw(diagram);
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
