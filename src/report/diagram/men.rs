//! The pictures of the men, drawn by Colin M.L. Burnett; `pieces/README.md` tells the licence.

use crate::chess::piece::{Color, Kind, Piece};

/// The sides of the squares that the pictures are drawn for.
pub(super) const SQUARE: u16 = 45;

/// The picture of a man as an SVG file of its own, [`SQUARE`] wide and high.
const fn file(piece: Piece) -> &'static str {
    match (piece.color, piece.kind) {
        (Color::White, Kind::Pawn) => include_str!("pieces/white-pawn.svg"),
        (Color::White, Kind::Knight) => include_str!("pieces/white-knight.svg"),
        (Color::White, Kind::Bishop) => include_str!("pieces/white-bishop.svg"),
        (Color::White, Kind::Rook) => include_str!("pieces/white-rook.svg"),
        (Color::White, Kind::Queen) => include_str!("pieces/white-queen.svg"),
        (Color::White, Kind::King) => include_str!("pieces/white-king.svg"),
        (Color::Black, Kind::Pawn) => include_str!("pieces/black-pawn.svg"),
        (Color::Black, Kind::Knight) => include_str!("pieces/black-knight.svg"),
        (Color::Black, Kind::Bishop) => include_str!("pieces/black-bishop.svg"),
        (Color::Black, Kind::Rook) => include_str!("pieces/black-rook.svg"),
        (Color::Black, Kind::Queen) => include_str!("pieces/black-queen.svg"),
        (Color::Black, Kind::King) => include_str!("pieces/black-king.svg"),
    }
}

/// What is drawn: the inside of the file.
pub(super) fn drawing(piece: Piece) -> &'static str {
    let file = file(piece);
    let start = file.find('>').map_or(0, |end| end + 1);
    let end = file.rfind("</svg>").unwrap_or(file.len());
    file[start..end].trim()
}

/// Its name in a picture: `white-knight`.
pub(super) fn name(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color}-{}", piece.kind)
}

/// All twelve men.
pub(super) fn all() -> impl Iterator<Item = Piece> {
    Color::BOTH.into_iter().flat_map(|color| Kind::ALL.into_iter().map(move |kind| Piece { color, kind }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_has_a_picture_of_his_own() {
        let mut drawings: Vec<&str> = all().map(drawing).collect();
        assert!(drawings.iter().all(|drawing| drawing.starts_with('<') && drawing.ends_with('>')));
        assert!(drawings.iter().all(|drawing| !drawing.contains("svg")));
        drawings.sort_unstable();
        drawings.dedup();
        assert_eq!(drawings.len(), 12);
    }
}
