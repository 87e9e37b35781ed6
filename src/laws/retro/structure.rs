//! Proofs of unreachability from pawn and bishop structure.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
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
    if start == InitialPositions::Standard && is_closed(position) && !closed_play_fits(position) {
        found.push(Unreachable::Closed);
    }
    found
}

/// Compares the fewest captures that bring a side's pawns from different files to their squares with the missing
/// pieces.
fn pawn_captures(position: &Position, color: Color) -> Option<Unreachable> {
    let missing = 16_u32.saturating_sub(position.colors(color.other()).count());
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
fn non_ascii_characters(position: &Position, color: Color, home: Square) -> Bitboard {
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
        homes.map(|home| non_ascii_characters(position, color, home).count()).fold(beyond, u32::max)
    });
    PromotedPieces::new(position, color, light, dark)
}

/// Proofs from bishops that unmoved pawns have shut in or out.
fn bishops(position: &Position, color: Color, promoted: &PromotedPieces) -> Vec<Unreachable> {
    let homes = bishop_homes(color);
    let bishops = position.pieces(color, PieceType::Bishop);
    let shut_out = (bishops & Bitboard::of_rank(color.back_rank()))
        .into_iter()
        .filter(|square| !homes.contains(square) && is_shut_in(position, color, *square))
        .map(|square| Unreachable::Bishop { color, square });
    let mut found: Vec<Unreachable> = shut_out.collect();
    let stranger = homes.into_iter().filter_map(|home| non_ascii_characters(position, color, home).first()).next_back();
    let pawns = position.pieces(color, PieceType::Pawn).count();
    if let Some(square) = stranger.filter(|_| promoted.total() + pawns > 8) {
        found.push(Unreachable::Bishop { color, square });
    }
    found
}

/// Whether nothing was captured and no pawn has moved.
fn is_closed(position: &Position) -> bool {
    position.kinds(PieceType::Pawn) == Bitboard(0x00ff_0000_0000_ff00)
        && Color::BOTH.into_iter().all(|color| {
            let pawns = position.pieces(color, PieceType::Pawn);
            pawns == Bitboard::of_rank(second_rank(color)) && position.colors(color).count() == 16
        })
}

/// Whether the squares of the pieces and the turn are consistent while no pawn has moved. Then only knights move, and
/// rooks by one square to a knight's first square. Each such move changes the color of a square, so the squares
/// determine the parity of the number of moves.
fn closed_play_fits(position: &Position) -> bool {
    let start = Position::initial();
    let fixed = [PieceType::Bishop, PieceType::Queen, PieceType::King];
    if fixed.into_iter().any(|kind| position.kinds(kind) != start.kinds(kind)) {
        return false;
    }
    let light = |color| {
        let movers = position.pieces(color, PieceType::Knight) | position.pieces(color, PieceType::Rook);
        (movers & Bitboard::LIGHT).count()
    };
    let is_even = (light(Color::White) + light(Color::Black)).is_multiple_of(2);
    is_even == (position.turn() == Color::White)
}
