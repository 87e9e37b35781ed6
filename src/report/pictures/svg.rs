//! The SVG of a diagram or a sheet, without scripts, fonts or external resources; and the layout of one diagram.

use std::fmt::{self, Display, Write};

use crate::chess::piece::{Color, Piece};
use crate::chess::square::{File, Rank, Square};
use crate::game::values::shapes::ShapeColor;
use crate::report::letters::{Short, outlines, text_width};
use crate::report::terminal::visible::Escaped;

use super::pieces::{self, SQUARE};
use super::{CHECK, Diagram, DiagramStyle, INK, PAPER, Rgb};

/// The font size of coordinates.
const COORDINATES: f64 = 19.0;

/// The greatest font size of captions.
const CAPTIONS: f64 = 25.0;

/// The height of capitals and digits at font size 1.
const CAP_HEIGHT: f64 = 0.729;

/// The head of an SVG document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'a> {
    /// The width and height of the drawing in units.
    pub(super) units: (u32, u32),
    /// The display width in pixels.
    pub(super) display_width: Option<u32>,
    pub(super) title: &'a str,
    /// The description, for programs: a FEN.
    pub(super) description: Option<&'a str>,
}

/// One diagram as an SVG document, with or without a display width.
pub(super) fn drawing(diagram: &Diagram, style: DiagramStyle, display_width: Option<u16>) -> String {
    let Layout { width, height, .. } = Layout::new(style);
    let head = Head {
        units: (width.into(), height.into()),
        display_width: display_width.map(u32::from),
        title: &diagram.title(),
        description: Some(&diagram.setup.to_fen()),
    };
    [open(&head, std::slice::from_ref(diagram)), content(diagram, style), CLOSE.to_owned()].concat()
}

/// The end of a drawing.
pub(super) const CLOSE: &str = "</svg>\n";

/// The beginning of a drawing, with definitions of the pieces that occur in these diagrams.
pub(super) fn open(head: &Head<'_>, diagrams: &[Diagram]) -> String {
    let (width, height) = head.units;
    let mut text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {width} {height}""#
    );
    if let Some(pixels) = head.display_width {
        let _ = write!(text, r#" width="{pixels}" height="{}""#, scaled(height, pixels, width));
    }
    let _ = writeln!(text, " role=\"img\">\n<title>{}</title>", Escaped(head.title));
    if let Some(description) = head.description {
        let _ = writeln!(text, "<desc>{}</desc>", Escaped(description));
    }
    text.push_str("<defs>\n");
    let occurs = |piece: Piece| diagrams.iter().any(|diagram| diagram.setup.squares.contains(&Some(piece)));
    for piece in pieces::all().filter(|&piece| occurs(piece)) {
        let _ = writeln!(text, r#"<g id="{}">{}</g>"#, pieces::name(piece), pieces::drawing(piece));
    }
    if diagrams.iter().any(|diagram| diagram.check.is_some()) {
        text += &check_gradient();
    }
    let _ = writeln!(text, "</defs>\n<path fill=\"{}\" d=\"M0 0h{width}v{height}H0z\"/>", Hex(PAPER));
    text
}

/// The gradient behind a king in check.
fn check_gradient() -> String {
    let color = Hex(CHECK);
    format!(
        "<radialGradient id=\"check\"><stop offset=\".3\" stop-color=\"{color}\"/>\
         <stop offset=\"1\" stop-color=\"{color}\" stop-opacity=\".2\"/></radialGradient>\n"
    )
}

/// `length × new ÷ old`, rounded.
pub(super) fn scaled(length: u32, new: u32, old: u32) -> u32 {
    let (length, new, old) = (u64::from(length), u64::from(new), u64::from(old));
    ((length * new + old / 2) / old) as u32
}

/// One diagram, at the upper left corner of the drawing.
pub(super) fn content(diagram: &Diagram, style: DiagramStyle) -> String {
    let layout = Layout::new(style);
    let mut text = ground(diagram, style);
    for (square, piece) in Square::all().zip(diagram.setup.squares) {
        let Some(piece) = piece else { continue };
        let (x, y) = layout.corner(square);
        let _ = writeln!(text, r##"<use xlink:href="#{}" x="{x}" y="{y}"/>"##, pieces::name(piece));
    }
    text + &above(diagram, style)
}

/// The layer below the pieces: the squares.
pub(super) fn ground(diagram: &Diagram, style: DiagramStyle) -> String {
    let mut text = String::new();
    squares(&mut text, diagram, style, &Layout::new(style));
    text
}

/// The layer above the pieces: arrows, coordinates, turn disc and caption.
pub(super) fn above(diagram: &Diagram, style: DiagramStyle) -> String {
    let layout = Layout::new(style);
    let mut text = String::new();
    for &(color, from, to) in &diagram.shapes.arrows {
        text += &arrow(layout.middle(from), layout.middle(to), color);
    }
    if style.coordinates {
        coordinates(&mut text, &layout);
        turn_disc(&mut text, diagram.setup.turn, &layout);
    }
    if let Some(caption) = diagram.caption.as_ref().filter(|_| style.captions) {
        self::caption(&mut text, caption, &layout);
    }
    text
}

/// An unscaled SVG document with this content, in which only the gradient of a check is defined.
pub(super) fn layer(content: &str, (width, height): (u16, u16)) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"><defs>{}</defs>{content}{CLOSE}",
        check_gradient()
    )
}

/// The empty board with its highlighted squares.
fn squares(text: &mut String, diagram: &Diagram, style: DiagramStyle, layout: &Layout) {
    let colors = style.theme.squares();
    let Layout { left, top, .. } = *layout;
    if style.coordinates {
        let (x, y, side) = (left - 1, top - 1, BOARD + 2);
        let _ = writeln!(text, r#"<path fill="{}" d="M{x} {y}h{side}v{side}h-{side}z"/>"#, Hex(INK));
    }
    text.push_str("<g shape-rendering=\"crispEdges\">\n");
    let [light, dark] = colors.plain;
    let _ = writeln!(text, r#"<path fill="{}" d="M{left} {top}h{BOARD}v{BOARD}h-{BOARD}z"/>"#, Hex(light));
    let dark_squares: String =
        Square::all().filter(|square| !square.is_light()).map(|square| tile(layout, square)).collect();
    let _ = writeln!(text, r#"<path fill="{}" d="{dark_squares}"/>"#, Hex(dark));
    for square in diagram.last_move.into_iter().flatten() {
        let color = colors.moved[usize::from(!square.is_light())];
        let _ = writeln!(text, r#"<path fill="{}" d="{}"/>"#, Hex(color), tile(layout, square));
    }
    for &(color, square) in &diagram.shapes.squares {
        let _ = writeln!(text, r#"<path fill="{}" fill-opacity=".65" d="{}"/>"#, Hex(rgb(color)), tile(layout, square));
    }
    if let Some(king) = diagram.check {
        let _ = writeln!(text, r#"<path fill="url(#check)" d="{}"/>"#, tile(layout, king));
    }
    text.push_str("</g>\n");
}

fn tile(layout: &Layout, square: Square) -> String {
    let (x, y) = layout.corner(square);
    format!("M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
}

/// An arrow from the center of a square to that of another.
fn arrow((x0, y0): (f32, f32), (x1, y1): (f32, f32), color: ShapeColor) -> String {
    // The distances of tail and tip from the two centers, and the length of the head.
    const START: f32 = 12.0;
    const END: f32 = 2.0;
    const HEAD: f32 = 20.0;
    let length = (x1 - x0).hypot(y1 - y0);
    let (along_x, along_y) = ((x1 - x0) / length, (y1 - y0) / length);
    let corner = |along: f32, aside: f32| {
        format!("{} {}", short(x0 + along * along_x - aside * along_y), short(y0 + along * along_y + aside * along_x))
    };
    let (tip, neck) = (length - END, length - END - HEAD);
    let corners = [
        corner(START, 4.5),
        corner(neck, 4.5),
        corner(neck, 12.0),
        corner(tip, 0.0),
        corner(neck, -12.0),
        corner(neck, -4.5),
        corner(START, -4.5),
    ];
    format!("<path fill=\"{}\" fill-opacity=\".75\" d=\"M{}z\"/>\n", Hex(rgb(color)), corners.join("L"))
}

const fn rgb(color: ShapeColor) -> Rgb {
    match color {
        ShapeColor::Green => 0x15_80_20,
        ShapeColor::Red => 0xc0_20_20,
        ShapeColor::Yellow => 0xf0_b4_00,
        ShapeColor::Blue => 0x20_50_c0,
        ShapeColor::Other => 0x60_60_60,
    }
}

/// The coordinates: letters below the board, digits beside it.
fn coordinates(text: &mut String, layout: &Layout) {
    let cap_height = COORDINATES * CAP_HEIGHT;
    for file in File::all() {
        let (x, _) = layout.middle(Square::new(file, Rank::FIRST));
        let y = f64::from(layout.top + BOARD) + 6.0 + cap_height;
        centered(text, &file.letter().to_string(), COORDINATES, (x.into(), y));
    }
    for rank in Rank::all() {
        let (_, y) = layout.middle(Square::new(File::A, rank));
        let x = f64::from(layout.left) / 2.0 - 1.0;
        centered(text, &rank.digit().to_string(), COORDINATES, (x, f64::from(y) + cap_height / 2.0));
    }
}

/// The disc that marks the side to move: in its color, beside its first rank.
fn turn_disc(text: &mut String, turn: Color, layout: &Layout) {
    let row = if layout.is_at_bottom(turn) { 7 } else { 0 };
    let y = f64::from(layout.top + row * SQUARE) + f64::from(SQUARE) / 2.0;
    let x = layout.left + BOARD + 10;
    let fill = match turn {
        Color::White => PAPER,
        Color::Black => 0,
    };
    let _ = writeln!(
        text,
        r#"<circle cx="{x}" cy="{y}" r="6" fill="{}" stroke="{}" stroke-width="1.5"/>"#,
        Hex(fill),
        Hex(INK)
    );
}

/// The caption, centered below the board; smaller if it is too wide.
fn caption(text: &mut String, caption: &str, layout: &Layout) {
    let space = f64::from(layout.width) - 8.0;
    let size = CAPTIONS * (space / text_width(caption, CAPTIONS).max(1.0)).min(1.0);
    let middle = f64::from(layout.height) - 25.0 + CAPTIONS * CAP_HEIGHT / 2.0;
    centered(text, caption, size, (f64::from(layout.width) / 2.0, middle + size * CAP_HEIGHT / 2.0));
}

/// Adds words as outlines: `x` is their middle, `y` their baseline.
fn centered(text: &mut String, words: &str, size: f64, (x, y): (f64, f64)) {
    let outlines = outlines(words, size, x - text_width(words, size) / 2.0, y);
    let _ = writeln!(text, r#"<path fill="{}" d="{outlines}"/>"#, Hex(INK));
}

fn short(length: f32) -> Short {
    Short(length.into())
}

/// A color as SVG writes it.
#[derive(Clone, Copy)]
struct Hex(Rgb);

impl Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

// The layout of one diagram.

/// The side of the whole board.
const BOARD: u16 = 8 * SQUARE;

/// The height of the caption below the board.
const CAPTION: u16 = 30;

/// Coordinates from the upper left corner, in units of 1/[`SQUARE`] of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The left edge of the board.
    pub(super) left: u16,
    /// Its upper edge.
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
    flip: bool,
}

impl Layout {
    pub(super) const fn new(style: DiagramStyle) -> Self {
        let [left, top, right, bottom] = if style.coordinates { [24, 10, 20, 26] } else { [0; 4] };
        let caption = if style.captions { CAPTION } else { 0 };
        Self { left, top, width: left + BOARD + right, height: top + BOARD + bottom + caption, flip: style.flip }
    }

    /// The upper left corner of a square.
    pub(super) const fn corner(&self, square: Square) -> (u16, u16) {
        let (file, rank) = (square.file().index() as u16, square.rank().index() as u16);
        let (column, row) = if self.flip { (7 - file, rank) } else { (file, 7 - rank) };
        (self.left + column * SQUARE, self.top + row * SQUARE)
    }

    fn middle(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        let half = f32::from(SQUARE) / 2.0;
        (f32::from(x) + half, f32::from(y) + half)
    }

    const fn is_at_bottom(&self, color: Color) -> bool {
        matches!(color, Color::Black) == self.flip
    }
}
