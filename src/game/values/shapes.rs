//! The colored squares and arrows in comments: `[%csl Gd4]`, `[%cal Ge2e4]` (PGN supplement of 2001).

use crate::chess::square::Square;
use crate::pgn::comment;

named! {
    /// The color of a square or an arrow.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ShapeColor {
        /// `G`
        Green = "green",
        /// `R`
        Red = "red",
        /// `Y`
        Yellow = "yellow",
        /// `B`
        Blue = "blue",
        /// Any other letter; programs disagree about these.
        Other = "gray",
    }
}

/// The colored squares and arrows of a position.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Shapes {
    /// Squares.
    pub squares: Vec<(ShapeColor, Square)>,
    /// Arrows from one square to another.
    pub arrows: Vec<(ShapeColor, Square, Square)>,
}

impl Shapes {
    /// Adds the shapes in a comment. Unreadable ones are skipped, since `validate` reports them. An arrow from a square
    /// to itself colors the square.
    pub fn add_comment(&mut self, text: &[u8]) {
        for command in comment::commands(text) {
            let squares = match &text[command.name.clone()] {
                b"csl" => 1,
                b"cal" => 2,
                _ => continue,
            };
            for shape in comment::shapes(&text[command.argument.clone()], squares).flatten() {
                self.add(&shape);
            }
        }
    }

    fn add(&mut self, shape: &comment::DrawnShape<'_>) {
        let color = match shape.color {
            b'G' => ShapeColor::Green,
            b'R' => ShapeColor::Red,
            b'Y' => ShapeColor::Yellow,
            b'B' => ShapeColor::Blue,
            _ => ShapeColor::Other,
        };
        let mut squares = shape.squares.chunks(2).filter_map(Square::from_ascii);
        match (squares.next(), squares.next()) {
            (Some(from), Some(to)) if from != to => self.arrows.push((color, from, to)),
            (Some(square), _) => self.squares.push((color, square)),
            (None, _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        Square::from_ascii(name.as_bytes()).unwrap()
    }

    #[test]
    fn reads_squares_and_arrows() {
        let mut shapes = Shapes::default();
        shapes.add_comment(b"{ [%csl Gd4,Ra1, Xe5] look [%cal Ge2e4,Bd8h4,Ya1a1] [%clk 0:01:00] }");
        let green_red = [(ShapeColor::Green, square("d4")), (ShapeColor::Red, square("a1"))];
        let others = [(ShapeColor::Other, square("e5")), (ShapeColor::Yellow, square("a1"))];
        assert_eq!(shapes.squares, [green_red, others].concat());
        let arrows = [(ShapeColor::Green, square("e2"), square("e4")), (ShapeColor::Blue, square("d8"), square("h4"))];
        assert_eq!(shapes.arrows, arrows);
    }

    #[test]
    fn skips_unreadable_shapes() {
        let mut shapes = Shapes::default();
        shapes.add_comment(b"[%csl Gz9,gd4,,Rf3e4][%cal Gd4,Ge2][%csl");
        assert_eq!(shapes, Shapes::default());
    }
}
