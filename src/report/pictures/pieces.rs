//! The drawings of the pieces, by Colin M.L. Burnett; `pieces/README.md` has the license.

use crate::chess::piece::{Color, Piece, PieceType};

/// The side of a square in the units of the drawings.
pub(super) const SQUARE: u16 = 45;

/// The drawing of a piece as an SVG file, [`SQUARE`] wide and high.
const fn file(piece: Piece) -> &'static str {
    match (piece.color, piece.kind) {
        (Color::White, PieceType::Pawn) => include_str!("pieces/white-pawn.svg"),
        (Color::White, PieceType::Knight) => include_str!("pieces/white-knight.svg"),
        (Color::White, PieceType::Bishop) => include_str!("pieces/white-bishop.svg"),
        (Color::White, PieceType::Rook) => include_str!("pieces/white-rook.svg"),
        (Color::White, PieceType::Queen) => include_str!("pieces/white-queen.svg"),
        (Color::White, PieceType::King) => include_str!("pieces/white-king.svg"),
        (Color::Black, PieceType::Pawn) => include_str!("pieces/black-pawn.svg"),
        (Color::Black, PieceType::Knight) => include_str!("pieces/black-knight.svg"),
        (Color::Black, PieceType::Bishop) => include_str!("pieces/black-bishop.svg"),
        (Color::Black, PieceType::Rook) => include_str!("pieces/black-rook.svg"),
        (Color::Black, PieceType::Queen) => include_str!("pieces/black-queen.svg"),
        (Color::Black, PieceType::King) => include_str!("pieces/black-king.svg"),
    }
}

/// The content of the SVG file.
pub(super) fn drawing(piece: Piece) -> &'static str {
    let file = file(piece);
    let start = file.find('>').map_or(0, |end| end + 1);
    let end = file.rfind("</svg>").unwrap_or(file.len());
    file[start..end].trim()
}

/// Its id in an SVG: `white-knight`.
pub(super) fn name(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color}-{}", piece.kind)
}

pub(super) fn all() -> impl Iterator<Item = Piece> {
    Color::BOTH.into_iter().flat_map(|color| PieceType::ALL.into_iter().map(move |kind| Piece { color, kind }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_own_drawing() {
        let mut drawings: Vec<&str> = all().map(drawing).collect();
        assert!(drawings.iter().all(|drawing| drawing.starts_with('<') && drawing.ends_with('>')));
        assert!(drawings.iter().all(|drawing| !drawing.contains("svg")));
        drawings.sort_unstable();
        drawings.dedup();
        assert_eq!(drawings.len(), 12);
    }
}
