//! Proofs of unreachability from pawn and bishop structure.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::{CastlingSide, Position};
use crate::chess::square::{File, Rank, Square};

use super::promotions::{self, PromotedPieces};
use super::{InitialPositions, Unreachable};

/// Infinity: more captures than a game can have.
const NEVER: u32 = 1000;

/// Returns the proofs from the squares of pawns and bishops. In Chess960, where bishops start anywhere on the back
/// rank, bishops behind unmoved pawns prove nothing.
pub(super) fn findings(position: &Position, start: InitialPositions) -> Vec<Unreachable> {
    let mut found: Vec<Unreachable> =
        Color::BOTH.into_iter().filter_map(|color| pawn_captures(position, color)).collect();
    let pawns_fit = found.is_empty();
    let promoted = Color::BOTH.map(|color| promoted(position, color, start));
    if start == InitialPositions::Standard {
        for color in Color::BOTH {
            found.extend(bishops(position, color, &promoted[color.index()]));
        }
    }
    if pawns_fit && let Some(short) = promotions::captures_short(position, &promoted) {
        let missing = 32 - position.occupied().count();
        found.push(Unreachable::PromotionCaptures { promoted, short, missing });
    }
    let closed = closed_pawn_moves(position).filter(|_| start == InitialPositions::Standard);
    if let Some(pawn_moves) = closed.filter(|&moves| !closed_play_fits(position, moves)) {
        found.push(Unreachable::Closed { pawn_moves });
    }
    found
}

/// Compares the fewest captures that bring a side's pawns from different files to their squares with the missing
/// pieces.
fn pawn_captures(position: &Position, color: Color) -> Option<Unreachable> {
    let missing = 16_u32.saturating_sub(position.by_color(color.other()).count());
    // Dynamic programming: for each set of used starting files, the fewest captures of the pawns placed so far.
    let mut best = [NEVER; 256];
    best[0] = 0;
    for pawn in position.pieces(color, PieceType::Pawn) {
        let mut next = [NEVER; 256];
        let steps = pawn.rank().index().abs_diff(second_rank(color).index()) as u32;
        for (taken, &captures) in best.iter().enumerate().filter(|(_, captures)| **captures < NEVER) {
            for file in (0..8).filter(|file| taken >> file & 1 == 0) {
                let sideways = pawn.file().index().abs_diff(file) as u32;
                if sideways <= steps {
                    let set = taken | 1 << file;
                    next[set] = next[set].min(captures + sideways);
                }
            }
        }
        best = next;
    }
    let needed = best.into_iter().min().filter(|&needed| needed < NEVER);
    (needed.is_none_or(|needed| needed > missing)).then_some(Unreachable::PawnCaptures { color, needed, missing })
}

pub(super) fn second_rank(color: Color) -> Rank {
    Rank::from_index(if color == Color::White { 1 } else { 6 })
}

/// The first squares of a side's bishops.
fn bishop_homes(color: Color) -> [Square; 2] {
    [2, 5].map(|file| Square::new(File::from_index(file), color.back_rank()))
}

/// Whether unmoved pawns block all diagonals from this square.
fn is_shut_in(position: &Position, color: Color, square: Square) -> bool {
    let second_rank = Bitboard::of_rank(second_rank(color));
    let exits = attacks::bishop(square, Bitboard::EMPTY) & second_rank;
    !exits.is_empty() && (exits & !position.pieces(color, PieceType::Pawn)).is_empty()
}

/// The bishops that cannot have come from this first square, because pawns shut it in.
fn shut_out(position: &Position, color: Color, home: Square) -> Bitboard {
    let shade = if home.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    let others = position.pieces(color, PieceType::Bishop) & shade & !Bitboard::from_square(home);
    if is_shut_in(position, color, home) { others } else { Bitboard::EMPTY }
}

/// The pieces that a side must have promoted. They include a bishop whose first square is shut in by pawns.
pub(super) fn promoted(position: &Position, color: Color, start: InitialPositions) -> PromotedPieces {
    let [light, dark] = [Bitboard::LIGHT, Bitboard::DARK].map(|shade| {
        let beyond = (position.pieces(color, PieceType::Bishop) & shade).count().saturating_sub(1);
        let homes =
            bishop_homes(color).into_iter().filter(|home| start == InitialPositions::Standard && shade.contains(*home));
        homes.map(|home| shut_out(position, color, home).count()).fold(beyond, u32::max)
    });
    PromotedPieces::new(position, color, light, dark)
}

/// Proofs from bishops that unmoved pawns have shut in or out.
fn bishops(position: &Position, color: Color, promoted: &PromotedPieces) -> Vec<Unreachable> {
    let homes = bishop_homes(color);
    let bishops = position.pieces(color, PieceType::Bishop);
    let mut squares: Vec<Square> = (bishops & Bitboard::of_rank(color.back_rank()))
        .into_iter()
        .filter(|square| !homes.contains(square) && is_shut_in(position, color, *square))
        .collect();
    let stranger = homes.into_iter().filter_map(|home| shut_out(position, color, home).first()).next_back();
    let pawns = position.pieces(color, PieceType::Pawn).count();
    squares.extend(stranger.filter(|square| promoted.total() + pawns > 8 && !squares.contains(square)));
    squares.into_iter().map(|square| Unreachable::Bishop { color, square }).collect()
}

/// The number of pawn moves if nothing was captured and the pawns still shut in the bishops, queens and kings of both
/// sides: pawns on the a- and h-file have made at most one step, and one on the f-file if the king has not moved.
fn closed_pawn_moves(position: &Position) -> Option<u32> {
    let steps = Color::BOTH.map(|color| {
        let home = Bitboard::of_rank(second_rank(color));
        let third = Bitboard::of_rank(Rank::from_index(if color == Color::White { 2 } else { 5 }));
        let pawns = position.pieces(color, PieceType::Pawn);
        let is_unmoved = |file: u8| pawns.contains(Square::new(File::from_index(file), second_rank(color)));
        let king_is_unmoved = CastlingSide::BOTH.into_iter().any(|side| position.castling_rook(color, side).is_some());
        let may_step = |file: u8| matches!(file, 0 | 7) || (file == 5 && king_is_unmoved);
        let files = (0..8).all(|file| {
            is_unmoved(file)
                || may_step(file) && !(pawns & third & Bitboard::of_file(File::from_index(file))).is_empty()
        });
        let is_whole = position.by_color(color).count() == 16 && pawns.count() == 8;
        (is_whole && files).then(|| (pawns & !home).count())
    });
    let [Some(white), Some(black)] = steps else { return None };
    Some(white + black)
}

/// Whether the squares of the pieces and the turn are consistent after so many pawn moves that shut in the other pieces.
/// Then only knights move, and rooks by one square: to a knight's first square, or behind a pawn. Each such move changes
/// the color of a square, so the squares determine the parity of the number of moves.
fn closed_play_fits(position: &Position, pawn_moves: u32) -> bool {
    let start = Position::initial();
    let fixed = [PieceType::Bishop, PieceType::Queen, PieceType::King];
    if fixed.into_iter().any(|kind| position.by_type(kind) != start.by_type(kind)) {
        return false;
    }
    let light = |color| {
        let movers = position.pieces(color, PieceType::Knight) | position.pieces(color, PieceType::Rook);
        (movers & Bitboard::LIGHT).count()
    };
    let is_even = (light(Color::White) + light(Color::Black) + pawn_moves).is_multiple_of(2);
    is_even == (position.turn() == Color::White)
}
