//! A diagram as pixels.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;

use super::layout::Layout;
use super::men::SQUARE;
use super::svg::{drawing, scaled};
use super::{Diagram, Look};

/// Pixels in rows from the top, each three bytes: red, green, blue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rgb: Vec<u8>,
}

impl Picture {
    /// Draws a diagram so many pixels wide.
    ///
    /// On a board with a margin every square is the same number of whole pixels wide, and what is left over goes to the
    /// margin; so edges are sharp. A board without one fills the width.
    ///
    /// # Panics
    ///
    /// If the width is 0. The drawing is our own, so it can always be read.
    pub(super) fn of(diagram: &Diagram, look: Look, width: u16) -> Self {
        let layout = Layout::of(look);
        let height = Self::height(look, width);
        let mut pixels = Pixmap::new(width.into(), height).expect("a picture has an area");
        pixels.fill(Color::WHITE);
        let svg = drawing(diagram, look, None);
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).expect("our own drawing can be read");
        resvg::render(&tree, placing(&layout, look, width), &mut pixels.as_mut());
        let rgb = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width: width.into(), height, rgb }
    }

    /// The height of a diagram that is so many pixels wide.
    pub(super) fn height(look: Look, width: u16) -> u32 {
        let layout = Layout::of(look);
        scaled(layout.height.into(), width.into(), layout.width.into())
    }

    /// The colour of each pixel.
    pub(super) fn colors(&self) -> impl Iterator<Item = [u8; 3]> {
        self.rgb.as_chunks().0.iter().copied()
    }
}

/// From units to pixels.
fn placing(layout: &Layout, look: Look, width: u16) -> Transform {
    let exact = f32::from(width) / f32::from(layout.width);
    let square = (exact * f32::from(SQUARE)).floor();
    if !look.coordinates || square < 1.0 {
        return Transform::from_scale(exact, exact);
    }
    let scale = square / f32::from(SQUARE);
    // The corner of the board comes to lie between two pixels.
    let shift = |edge: u16, length: u16| {
        let spare = (exact - scale) * f32::from(length) / 2.0;
        (spare + f32::from(edge) * scale).round() - f32::from(edge) * scale
    };
    Transform::from_row(scale, 0.0, 0.0, scale, shift(layout.left, layout.width), shift(layout.top, layout.height))
}
