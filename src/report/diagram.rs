//! Diagrams: what is shown of a position, and boards of text. The feature `pictures` adds [pictures](super::pictures).

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};

use crate::chess::piece::{Color, Piece, PieceType};
use crate::chess::position::Position;
use crate::chess::san::language::Alphabet;
use crate::chess::setup::Setup;
use crate::chess::square::Square;
use crate::game::values::shapes::{ShapeColor, Shapes};
use crate::report::Paint;
use crate::report::terminal::board::Grid;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The setup, which need not be playable.
    pub setup: Setup,
    /// The origin and destination of the last move.
    pub last_move: Option<[Square; 2]>,
    pub check: Option<Square>,
    /// Squares and arrows that a comment colors.
    pub shapes: Shapes,
    /// The caption below the board: `23... Nxe5+`.
    pub caption: Option<String>,
}

impl Diagram {
    /// A diagram of a position, with the check if there is one.
    pub fn of_position(position: &Position) -> Self {
        let check = position.is_check().then(|| position.king(position.turn()));
        Self { check, ..Self::of_setup(position.to_setup()) }
    }

    /// A diagram of a setup, playable or not.
    pub fn of_setup(setup: Setup) -> Self {
        Self { setup, last_move: None, check: None, shapes: Shapes::default(), caption: None }
    }

    /// Whether the last move began or ended here.
    fn is_moved(&self, square: Square) -> bool {
        self.last_move.is_some_and(|squares| squares.contains(&square))
    }

    /// The title: `23... Nxe5+, White to move`.
    pub(super) fn title(&self) -> String {
        let turn = turn_in_words(self.setup.turn);
        self.caption.as_ref().map_or_else(|| turn.clone(), |caption| format!("{caption}, {turn}"))
    }
}

/// `White to move`.
fn turn_in_words(turn: Color) -> String {
    format!("{turn} to move")
}

// A diagram as text: on colored squares if the terminal has colors, otherwise as plain text.

/// How pieces and pawns are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lettering {
    /// Chess symbols of Unicode.
    Unicode,
    /// The letters of a language: capitals for White.
    Letters(&'static Alphabet),
}

impl Lettering {
    pub const FEN: Self = Self::Letters(&Alphabet::ENGLISH);

    /// The symbol or letter of a piece.
    fn sign(self, piece: Piece) -> String {
        match (self, piece.color) {
            (Self::Unicode, _) => symbol(piece).to_string(),
            (Self::Letters(alphabet), Color::White) => capitalized(alphabet.letter(piece.kind)),
            (Self::Letters(alphabet), Color::Black) => alphabet.letter(piece.kind).to_lowercase(),
        }
    }

    /// The most characters of a sign.
    fn width(self) -> usize {
        match self {
            Self::Unicode => 1,
            Self::Letters(alphabet) => {
                PieceType::ALL.into_iter().map(|kind| alphabet.letter(kind).chars().count()).max().unwrap_or(1)
            }
        }
    }
}

/// `Кр` for the Russian king, `П` for the pawn.
fn capitalized(letter: &str) -> String {
    let mut rest = letter.chars();
    let first = rest.next().into_iter().flat_map(char::to_uppercase);
    first.chain(rest.as_str().chars()).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardStyle {
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// Whether there are coordinates beside the board.
    pub coordinates: bool,
    /// How pieces and pawns are written.
    pub lettering: Lettering,
    pub paint: Paint,
}

/// Colors that are the same on every terminal with 256 colors, dark or light. The pieces of both sides contrast with
/// all squares.
mod colors {
    pub(super) const PIECES: [u8; 2] = [231, 16];
    pub(super) const PLAIN: [u8; 2] = [137, 95];
    pub(super) const MOVED: u8 = 100;
    pub(super) const CHECK: u8 = 160;
}

/// Draws a diagram: a title line, the board, and as text what colors cannot show.
pub fn board(diagram: &Diagram, style: BoardStyle) -> String {
    let BoardStyle { flip, coordinates, lettering, paint } = style;
    let strong = paint.strong;
    let mut text = format!("{strong}{}{strong:#}\n", diagram.title());
    let grid = Grid { indent: 0, flip, coordinates, width: lettering.width() + 2 };
    text += &if paint.is_plain() {
        grid.draw(paint, |square| typed(diagram, square, lettering))
    } else {
        grid.draw(paint, |square| colored(diagram, square, lettering))
    };
    let squares = diagram.shapes.squares.iter().map(|&(color, square)| format!("{square} {}", color.name()));
    let arrows = diagram.shapes.arrows.iter().map(|&(color, from, to)| format!("{from}-{to} {}", color.name()));
    let shapes: Vec<String> = squares.chain(arrows).collect();
    if !shapes.is_empty() {
        let _ = writeln!(text, "marked: {}", shapes.join(", "));
    }
    text
}

/// A square without colors: `[N]` where the last move began or ended, `(K)` for a king in check.
fn typed(diagram: &Diagram, square: Square, lettering: Lettering) -> String {
    let piece = diagram.setup.squares[square.index()];
    let sign = piece.map_or(".".to_owned(), |piece| lettering.sign(piece));
    let cell = match (diagram.check == Some(square), diagram.is_moved(square)) {
        (true, _) => format!("({sign})"),
        (false, true) => format!("[{sign}]"),
        (false, false) => format!(" {sign} "),
    };
    format!("{cell:width$}", width = lettering.width() + 2)
}

/// A colored square. Both sides use the filled symbols; the color shows the side.
fn colored(diagram: &Diagram, square: Square, lettering: Lettering) -> String {
    let piece = diagram.setup.squares[square.index()];
    let sign = piece.map_or(String::new(), |piece| match lettering {
        Lettering::Unicode => lettering.sign(Piece { color: Color::Black, ..piece }),
        Lettering::Letters(_) => lettering.sign(piece),
    });
    let style = Style::new().bg_color(Some(Ansi256Color(ground(diagram, square)).into()));
    let style = piece.map_or(style, |Piece { color, .. }| style.fg_color(Some(Ansi256Color(ink(color)).into())).bold());
    format!("{style} {sign:width$} {style:#}", width = lettering.width())
}

/// The color of a square, in the 256-color palette of terminals.
pub fn ground(diagram: &Diagram, square: Square) -> u8 {
    let shade = usize::from(!square.is_light());
    let marked = diagram.shapes.squares.iter().rev().find(|(_, marked)| *marked == square);
    match marked {
        _ if diagram.check == Some(square) => colors::CHECK,
        Some((ShapeColor::Green, _)) => 28,
        Some((ShapeColor::Red, _)) => 124,
        Some((ShapeColor::Yellow, _)) => 172,
        Some((ShapeColor::Blue, _)) => 25,
        Some((ShapeColor::Other, _)) => 242,
        None if diagram.is_moved(square) => colors::MOVED,
        None => colors::PLAIN[shade],
    }
}

/// The color of the pieces of a side, in the 256-color palette of terminals.
pub const fn ink(color: Color) -> u8 {
    colors::PIECES[color.index()]
}

/// The chess symbol of Unicode, outlined for White and filled for Black.
pub const fn symbol(piece: Piece) -> char {
    match (piece.color, piece.kind) {
        (Color::White, PieceType::King) => '♔',
        (Color::White, PieceType::Queen) => '♕',
        (Color::White, PieceType::Rook) => '♖',
        (Color::White, PieceType::Bishop) => '♗',
        (Color::White, PieceType::Knight) => '♘',
        (Color::White, PieceType::Pawn) => '♙',
        (Color::Black, PieceType::King) => '♚',
        (Color::Black, PieceType::Queen) => '♛',
        (Color::Black, PieceType::Rook) => '♜',
        (Color::Black, PieceType::Bishop) => '♝',
        (Color::Black, PieceType::Knight) => '♞',
        (Color::Black, PieceType::Pawn) => '♟',
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::position::Position;

    use super::*;

    const PLAIN: BoardStyle =
        BoardStyle { flip: false, coordinates: true, lettering: Lettering::FEN, paint: Paint::PLAIN };

    fn check() -> Diagram {
        let position = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3").unwrap();
        let mut diagram = Diagram::of_position(&position);
        diagram.last_move = Some([Square::D8, Square::H4]);
        diagram.caption = Some("2... Qh4+".to_owned());
        diagram
    }

    #[test]
    fn a_board_of_letters() {
        let mut diagram = check();
        diagram.shapes.add_comment(b"[%csl Gd4][%cal Rg2g3]");
        let text = board(&diagram, PLAIN);
        let expected = "\
2... Qh4+, White to move
8  r  n  b [.] k  b  n  r
7  p  p  p  p  .  p  p  p
6  .  .  .  .  .  .  .  .
5  .  .  .  .  p  .  .  .
4  .  .  .  .  P  P  . [q]
3  .  .  .  .  .  .  .  .
2  P  P  P  P  .  .  P  P
1  R  N  B  Q (K) B  N  R
   a  b  c  d  e  f  g  h
marked: d4 green, g2-g3 red
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_board_of_the_letters_of_a_language() {
        let rows = |code: &str| {
            let alphabet = Alphabet::ALL.iter().find(|alphabet| alphabet.code == code).unwrap();
            let style = BoardStyle { lettering: Lettering::Letters(alphabet), ..PLAIN };
            board(&check(), style).lines().map(str::to_owned).collect::<Vec<_>>()
        };
        let french = rows("fr");
        assert_eq!(french[1], "8  t  c  f [.] r  f  c  t");
        assert_eq!(french[5], "4  .  .  .  .  P  P  . [d]");
        assert_eq!(french[8], "1  T  C  F  D (R) F  C  T");
        let russian = rows("ru");
        assert_eq!(russian[2], "7  п   п   п   п   .   п   п   п");
        assert_eq!(russian[8], "1  Л   К   С   Ф  (Кр) С   К   Л");
        assert_eq!(russian[9], "   a   b   c   d   e   f   g   h");
    }

    #[test]
    fn a_flipped_board_of_symbols_without_coordinates() {
        let style = BoardStyle { flip: true, coordinates: false, lettering: Lettering::Unicode, ..PLAIN };
        let text = board(&check(), style);
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[0], " ♖  ♘  ♗ (♔) ♕  ♗  ♘  ♖");
        assert_eq!(rows[3], "[♛] .  ♙  ♙  .  .  .  .");
        assert_eq!(rows[7], " ♜  ♞  ♝  ♚ [.] ♝  ♞  ♜");
    }

    #[test]
    fn colors_distinguish_squares_and_pieces() {
        let text = board(&check(), BoardStyle { lettering: Lettering::Unicode, paint: Paint::COLORED, ..PLAIN });
        let count = |part: &str| text.matches(part).count();
        let ground = |color: u8| count(&format!("\x1b[48;5;{color}m"));
        assert_eq!(ground(colors::PLAIN[0]), 32);
        assert_eq!(ground(colors::PLAIN[1]), 29, "but for d8, h4 and e1");
        assert_eq!(ground(colors::MOVED), 2);
        assert_eq!(ground(colors::CHECK), 1);
        assert_eq!(count("\x1b[38;5;231m"), 16);
        assert_eq!(count("\x1b[38;5;16m"), 16);
        assert_eq!(count("♟"), 16);
    }
}
