//! Moves that are found without generating all.

use crate::chess::attacks::{self, sets};
use crate::chess::bitboard::Bitboard;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// A move that checkmates the king on this square. Ignores discovered checks and en passant captures.
pub(super) fn mate_in_one(position: &Position, king: Square) -> Option<Move> {
    let mates = |mv: &Move| position.is_safe(*mv) && !position.after_unchecked(*mv).has_legal_move();
    checking_piece_move(position, king, mates).or_else(|| checking_pawn_move(position, king, mates))
}

/// A move of the mating side that always helps: a promotion, a capture by a piece, or else a step of the foremost pawn.
pub(super) fn progress(position: &Position) -> Option<Move> {
    let us = position.turn();
    let pawns = position.pieces(us, PieceType::Pawn);
    let promotion = pushes(position, pawns & seventh_rank(us)).first().and_then(|to| push_to(position, to));
    let enemies = position.by_color(us.other());
    promotion.or_else(|| piece_move(position, enemies)).or_else(|| {
        let ahead = pushes(position, pawns);
        let foremost = if us == Color::White { ahead.last() } else { ahead.first() };
        push_to(position, foremost?)
    })
}

/// A harmless move of the losing side: a pawn step without promotion, or else a quiet piece move.
pub(super) fn quiet_move(position: &Position) -> Option<Move> {
    let us = position.turn();
    let pawns = position.pieces(us, PieceType::Pawn) & !seventh_rank(us);
    let push = pushes(position, pawns).first().and_then(|to| push_to(position, to));
    push.or_else(|| piece_move(position, !position.occupied()))
}

/// All pieces except the king, ordered by how often they checkmate.
const PIECES: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// The first pseudo-legal piece move to a square that attacks the king and for which `is_wanted` returns true.
#[inline]
fn checking_piece_move(position: &Position, king: Square, is_wanted: impl Fn(&Move) -> bool) -> Option<Move> {
    let us = position.turn();
    let (own, occupied) = (position.by_color(us), position.occupied());
    for kind in PIECES {
        let pieces = position.pieces(us, kind);
        if pieces.is_empty() {
            continue;
        }
        let checking_squares = attacks::attacks_from(kind, us, king, occupied) & !own;
        for from in pieces {
            for to in attacks::attacks_from(kind, us, from, occupied) & checking_squares {
                let mv = Move::new(from, to, MoveKind::Normal);
                if is_wanted(&mv) {
                    return Some(mv);
                }
            }
        }
    }
    None
}

/// The same for pawn moves: single steps, captures and promotions.
#[inline]
fn checking_pawn_move(position: &Position, king: Square, is_wanted: impl Fn(&Move) -> bool) -> Option<Move> {
    let (us, them) = (position.turn(), position.turn().other());
    let pawns = position.pieces(us, PieceType::Pawn);
    for to in attacks::pawn(them, king) {
        for from in pawns_to(position, pawns, to) {
            let mv = Move::new(from, to, MoveKind::Normal);
            if to.rank() != them.back_rank() && is_wanted(&mv) {
                return Some(mv);
            }
        }
    }
    for from in pawns & seventh_rank(us) {
        let occupied = position.occupied() & !Bitboard::from_square(from);
        for to in pushes(position, Bitboard::from_square(from)) | (attacks::pawn(us, from) & position.by_color(them)) {
            for kind in [PieceType::Queen, PieceType::Knight] {
                let mv = Move::new(from, to, MoveKind::Promotion(kind));
                if attacks::attacks_from(kind, us, to, occupied).contains(king) && is_wanted(&mv) {
                    return Some(mv);
                }
            }
        }
    }
    None
}

/// The pawns of the side to move that can reach a square by a single step or a capture.
fn pawns_to(position: &Position, pawns: Bitboard, to: Square) -> Bitboard {
    let them = position.turn().other();
    if position.by_color(them).contains(to) {
        pawns & attacks::pawn(them, to)
    } else if position.occupied().contains(to) {
        Bitboard::EMPTY
    } else {
        // The square ahead of `to` for the other side is the one behind it for this side.
        pawns & sets::ahead(them, Bitboard::from_square(to))
    }
}

/// The rank from which a side's pawns promote.
fn seventh_rank(color: Color) -> Bitboard {
    sets::ahead(color.other(), Bitboard::of_rank(color.other().back_rank()))
}

/// The empty squares straight ahead of pawns of the side to move.
fn pushes(position: &Position, pawns: Bitboard) -> Bitboard {
    sets::ahead(position.turn(), pawns) & !position.occupied()
}

/// The pawn step to this square, if it is legal; promotes to a queen.
fn push_to(position: &Position, to: Square) -> Option<Move> {
    let them = position.turn().other();
    let from = sets::ahead(them, Bitboard::from_square(to)).first()?;
    let kind = if to.rank() == them.back_rank() { MoveKind::Promotion(PieceType::Queen) } else { MoveKind::Normal };
    Some(Move::new(from, to, kind)).filter(|&mv| position.is_safe(mv))
}

/// A legal move of a piece, not the king, to one of these squares.
fn piece_move(position: &Position, to: Bitboard) -> Option<Move> {
    let us = position.turn();
    PIECES.into_iter().rev().find_map(|kind| {
        position.pieces(us, kind).into_iter().find_map(|from| {
            let moves = attacks::attacks_from(kind, us, from, position.occupied()) & to;
            moves.into_iter().map(|to| Move::new(from, to, MoveKind::Normal)).find(|&mv| position.is_safe(mv))
        })
    })
}
