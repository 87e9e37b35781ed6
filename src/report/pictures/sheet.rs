//! A contact sheet: one diagram, or several in rows, as SVG or PNG.

use std::io::{self, Write};

use super::raster::{self, Picture, Rasterizer};
use super::svg::{self, Head, Layout, scaled};
use super::{Diagram, DiagramStyle};
use crate::report::terminal::visible::Escaped;

/// The space between and around diagrams, in units of 1/45 of a square.
const GUTTER: u32 = 12;

#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The diagrams, row by row; not empty.
    pub diagrams: &'a [Diagram],
    pub style: DiagramStyle,
    /// The maximum number of diagrams in a row.
    pub columns: u32,
    /// The width of each diagram in pixels.
    pub size: u16,
    /// The title of the sheet; a single diagram uses its own.
    pub title: &'a str,
}

impl Sheet<'_> {
    /// Whether there is only one diagram, which then has no space around it.
    fn is_single(&self) -> bool {
        self.diagrams.len() == 1
    }

    fn columns(&self) -> u32 {
        self.columns.clamp(1, (self.diagrams.len() as u32).max(1))
    }

    fn rows(&self) -> u32 {
        (self.diagrams.len() as u32).div_ceil(self.columns())
    }

    fn gutter(&self) -> u32 {
        if self.is_single() { 0 } else { GUTTER }
    }

    /// The gutter in pixels.
    fn gap(&self) -> u32 {
        scaled(self.gutter(), self.size.into(), Layout::new(self.style).width.into())
    }

    pub fn pixels(&self) -> (u32, u32) {
        let along = |count: u32, length: u32| count * length + (count + 1) * self.gap();
        (along(self.columns(), self.size.into()), along(self.rows(), Picture::height(self.style, self.size)))
    }

    pub fn write_svg(&self, out: &mut impl Write) -> io::Result<()> {
        if let [diagram] = self.diagrams {
            return out.write_all(svg::drawing(diagram, self.style, Some(self.size)).as_bytes());
        }
        let Layout { width, height, .. } = Layout::new(self.style);
        let (width, height) = (u32::from(width), u32::from(height));
        let along = |count: u32, length: u32| count * (length + GUTTER) + GUTTER;
        let units = (along(self.columns(), width), along(self.rows(), height));
        let display_width = Some(scaled(units.0, self.size.into(), width));
        let head = Head { units, display_width, title: self.title, description: None };
        out.write_all(svg::open(&head, self.diagrams).as_bytes())?;
        for (index, diagram) in (0..).zip(self.diagrams) {
            let (column, row) = (index % self.columns(), index / self.columns());
            let (x, y) = (GUTTER + column * (width + GUTTER), GUTTER + row * (height + GUTTER));
            writeln!(out, r#"<g role="img" transform="translate({x} {y})">"#)?;
            writeln!(out, "<title>{}</title>", Escaped(&diagram.title()))?;
            writeln!(out, "<desc>{}</desc>", diagram.setup.to_fen())?;
            writeln!(out, "{}</g>", svg::content(diagram, self.style))?;
        }
        out.write_all(svg::CLOSE.as_bytes())
    }

    /// Writes it as PNG, one row of diagrams after the other.
    pub fn write_png(&self, out: &mut dyn Write) -> io::Result<()> {
        let (width, height) = self.pixels();
        let gap = vec![u8::MAX; 3 * width as usize * self.gap() as usize];
        let rows = self.diagrams.chunks(self.columns() as usize);
        let rasterizer = Rasterizer::new(self.style, self.size);
        let strips = rows.flat_map(|row| [gap.clone(), self.strip(row, width, &rasterizer)]);
        raster::write_png(out, width, height, strips.chain([gap.clone()]))
    }

    /// The pixels of a row of diagrams on a sheet of this width.
    fn strip(&self, row: &[Diagram], width: u32, rasterizer: &Rasterizer) -> Vec<u8> {
        let height = Picture::height(self.style, self.size) as usize;
        let (line, cell) = (3 * width as usize, 3 * usize::from(self.size));
        let mut strip = vec![u8::MAX; line * height];
        for (column, diagram) in row.iter().enumerate() {
            let left = 3 * self.gap() as usize * (column + 1) + cell * column;
            let picture = rasterizer.draw(diagram);
            for (target, source) in strip.chunks_exact_mut(line).zip(picture.rgb.chunks_exact(cell)) {
                target[left..left + cell].copy_from_slice(source);
            }
        }
        strip
    }
}
