//! Fixes of FEN tags.

use crate::chess::epd::{self, EpdReading};
use crate::chess::fen::FenField;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::game::Evidence;
use crate::game::finding::Finding;
use crate::pgn::names::FEN;

use super::{Edit, Faulty};

/// The FEN of the starting position, as the standard writes it.
pub(super) fn canonical(faulty: &Faulty<'_>, finding: &Finding) -> Option<Edit> {
    let start = faulty.game.start();
    if !faulty.has_certain_start {
        return None;
    }
    if let Evidence::Missing(fields) = &finding.evidence {
        // Without the field, the turn is White's and nobody can castle: the moves must agree, and the pieces.
        let is_certain = faulty.is_sound() && faulty.game.plies() > 0;
        if !is_certain || fields.contains(&FenField::Castling) && may_castle(start) {
            return None;
        }
    }
    let tag = faulty.game.tags.known().get(FEN)?;
    // Other operations of EPD than the counters would be lost.
    let text = faulty.text(&tag.value);
    if let Ok(EpdReading { operations, .. }) = epd::parse(text)
        && operations.iter().any(|operation| !matches!(&text[operation.opcode.clone()], b"hmvc" | b"fmvn"))
    {
        return None;
    }
    Some(Edit::new(tag.value.clone(), start.to_fen()))
}

/// Whether a king and a rook of the same color are on the squares from which they castle.
fn may_castle(position: &Position) -> bool {
    [Color::White, Color::Black].into_iter().any(|color| {
        let first_rank = if color == Color::White { 0 } else { 56 };
        let has = |file: u8, kind: PieceType| {
            let square = Square::from_index(first_rank + file);
            position.colors(color).contains(square) && position.kinds(kind).contains(square)
        };
        has(4, PieceType::King) && (has(0, PieceType::Rook) || has(7, PieceType::Rook))
    })
}
