//! The rasterizer of diagrams, and the writer of still pictures as PNG (W3C, Portable Network Graphics, third edition).

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::rc::Rc;

use png::{BitDepth, ColorType, Encoder, EncodingError};
use resvg::tiny_skia::{Color, Pixmap, PixmapMut, PixmapPaint, Transform};
use resvg::usvg;

use crate::chess::piece::Piece;
use crate::chess::square::Square;

use super::pieces::{self, SQUARE};
use super::svg::{self, Layout, scaled};
use super::{Diagram, DiagramStyle};

/// Pixels in rows from the top, each three bytes: red, green, blue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rgb: Vec<u8>,
}

impl Picture {
    /// The height of a diagram of this width in pixels.
    pub(super) fn height(style: DiagramStyle, width: u16) -> u32 {
        let layout = Layout::new(style);
        scaled(layout.height.into(), width.into(), layout.width.into())
    }

    pub(super) fn colors(&self) -> &[[u8; 3]] {
        self.rgb.as_chunks().0
    }

    /// Runs of pixels of one color, with their lengths.
    pub(super) fn runs(&self) -> impl Iterator<Item = ([u8; 3], usize)> {
        self.colors().chunk_by(PartialEq::eq).map(|run| (run[0], run.len()))
    }
}

thread_local! {
    /// The pieces that were drawn, by the bits of their scale. Each is drawn once and then copied, which is several times
    /// as fast as drawing it again.
    static PIECES: RefCell<HashMap<(u32, Piece), Rc<Pixmap>>> = RefCell::default();
}

/// A rasterizer for diagrams of the same style and width.
pub(super) struct Rasterizer {
    style: DiagramStyle,
    width: u16,
    placing: Placing,
}

impl Rasterizer {
    /// A rasterizer for pictures of this width in pixels, which is more than 0.
    pub(super) fn new(style: DiagramStyle, width: u16) -> Self {
        Self { style, width, placing: Placing::new(style, width) }
    }

    pub(super) fn draw(&self, diagram: &Diagram) -> Picture {
        let Self { style, width, placing } = *self;
        let layout = Layout::new(style);
        let height = Picture::height(style, width);
        let mut pixels = paper(width.into(), height);
        pixels.fill(Color::WHITE);
        let paper = (layout.width, layout.height);
        render(&svg::layer(&svg::ground(diagram, style), paper), placing.transform(), &mut pixels.as_mut());
        for (square, piece) in Square::all().zip(diagram.setup.squares) {
            let Some(piece) = piece else { continue };
            let picture_of_piece = picture_of_piece(piece, placing.scale);
            let (x, y) = placing.corner(layout.corner(square));
            let plain = PixmapPaint::default();
            pixels.draw_pixmap(x, y, picture_of_piece.as_ref().as_ref(), &plain, Transform::identity(), None);
        }
        let above = svg::above(diagram, style);
        if !above.is_empty() {
            render(&svg::layer(&above, paper), placing.transform(), &mut pixels.as_mut());
        }
        let rgb = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Picture { width: width.into(), height, rgb }
    }
}

/// A piece on a transparent background, drawn once on each thread.
fn picture_of_piece(piece: Piece, scale: f32) -> Rc<Pixmap> {
    let place = (scale.to_bits(), piece);
    PIECES.with_borrow_mut(|pieces| pieces.entry(place).or_insert_with(|| Rc::new(piece_pixels(piece, scale))).clone())
}

fn piece_pixels(piece: Piece, scale: f32) -> Pixmap {
    let side = (f32::from(SQUARE) * scale).ceil().max(1.0);
    // The side is at most the width of a picture.
    #[allow(clippy::cast_sign_loss)]
    let mut pixels = paper(side as u32, side as u32);
    let drawing = svg::layer(pieces::drawing(piece), (SQUARE, SQUARE));
    render(&drawing, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

/// Transparent pixels.
fn paper(width: u32, height: u32) -> Pixmap {
    Pixmap::new(width, height).expect("a picture has an area")
}

fn render(svg: &str, transform: Transform, pixels: &mut PixmapMut<'_>) {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("our own drawing can be read");
    resvg::render(&tree, transform, pixels);
}

/// The transformation from units to pixels.
///
/// On a board with a margin, all squares have the same whole number of pixels, so edges are sharp; the remaining pixels
/// go to the margin. A board without a margin fills the width.
#[derive(Clone, Copy, Debug)]
struct Placing {
    scale: f32,
    x: f32,
    y: f32,
}

impl Placing {
    fn new(style: DiagramStyle, width: u16) -> Self {
        let layout = Layout::new(style);
        let exact = f32::from(width) / f32::from(layout.width);
        let square = (exact * f32::from(SQUARE)).floor();
        if !style.coordinates || square < 1.0 {
            return Self { scale: exact, x: 0.0, y: 0.0 };
        }
        let scale = square / f32::from(SQUARE);
        // The corner of the board is between two pixels.
        let shift = |edge: u16, length: u16| {
            let spare = (exact - scale) * f32::from(length) / 2.0;
            (spare + f32::from(edge) * scale).round() - f32::from(edge) * scale
        };
        Self { scale, x: shift(layout.left, layout.width), y: shift(layout.top, layout.height) }
    }

    fn transform(self) -> Transform {
        Transform::from_row(self.scale, 0.0, 0.0, self.scale, self.x, self.y)
    }

    /// The pixel at which a square begins.
    fn corner(self, (x, y): (u16, u16)) -> (i32, i32) {
        let pixel = |unit: u16, shift: f32| (f32::from(unit) * self.scale + shift).round() as i32;
        (pixel(x, self.x), pixel(y, self.y))
    }
}

// The writer of still pictures as PNG (W3C, Portable Network Graphics, third edition).

/// Writes RGB pixels, which are given in strips of whole rows from the top.
pub(super) fn write_png(
    out: &mut dyn Write,
    width: u32,
    height: u32,
    strips: impl Iterator<Item = Vec<u8>>,
) -> io::Result<()> {
    let mut out = FirstError { out, error: None };
    let written = encode(&mut out, width, height, strips);
    written.map_err(|error| out.error.unwrap_or(error))
}

fn encode(out: impl Write, width: u32, height: u32, strips: impl Iterator<Item = Vec<u8>>) -> io::Result<()> {
    let mut encoder = Encoder::new(out, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(png_failure)?;
    let mut rows = writer.stream_writer().map_err(png_failure)?;
    for strip in strips {
        rows.write_all(&strip)?;
    }
    rows.finish().map_err(png_failure)?;
    writer.finish().map_err(png_failure)
}

/// A writer that keeps the first error, because the encoder reports only its text.
struct FirstError<'w> {
    out: &'w mut dyn Write,
    error: Option<io::Error>,
}

impl FirstError<'_> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            self.error.get_or_insert(error);
            kind.into()
        })
    }
}

impl Write for FirstError<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.keep(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.keep(flushed)
    }
}

/// Converts an encoder error to the system's error or a description of the fault.
pub(super) fn png_failure(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        error => io::Error::other(error),
    }
}
