//! What the squares of pawns and bishops tell of the past.

use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::piece::{Color, PieceType};
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};

use super::promotions::{self, PromotedPieces};
use super::{InitialPositions, Unreachable};

/// More captures than a game has.
const NEVER: u32 = 1000;

/// What the squares of pawns and bishops prove. Bishops and pawns that have not moved prove nothing in Chess960, whose bishops
/// start anywhere on the back rank.
pub(super) fn faults(position: &Position, start: InitialPositions) -> Vec<Unreachable> {
    let mut faults: Vec<Unreachable> =
        Color::BOTH.into_iter().filter_map(|color| pawn_captures(position, color)).collect();
    let pawns_fit = faults.is_empty();
    let promoted = Color::BOTH.map(|color| promoted(position, color, start));
    if start == InitialPositions::Standard {
        for color in Color::BOTH {
            faults.extend(bishops(position, color, &promoted[color.index()]));
        }
    }
    if pawns_fit && let Some(short) = promotions::captures_short(position, &promoted) {
        let missing = 32 - position.occupied().count();
        faults.push(Unreachable::PromotionCaptures { promoted, short, missing });
    }
    if start == InitialPositions::Standard && is_closed(position) && !closed_play_fits(position) {
        faults.push(Unreachable::Closed);
    }
    faults
}

/// The fewest captures that bring a side's pawns from different files to where they stand, against the men missing.
fn pawn_captures(position: &Position, color: Color) -> Option<Unreachable> {
    let missing = 16_u32.saturating_sub(position.colors(color.other()).count());
    // For each set of first files that are taken, the fewest captures of the pawns placed so far.
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

/// Whether pawns that have not moved close all ways of a bishop off this square.
fn is_shut(position: &Position, color: Color, square: Square) -> bool {
    let second_rank = Bitboard::of_rank(second_rank(color));
    let exits = attacks::bishop(square, Bitboard::EMPTY) & second_rank;
    !exits.is_empty() && (exits & !position.pieces(color, PieceType::Pawn)).is_empty()
}

/// The bishops outside that cannot have left this first square, if it is shut.
fn outside(position: &Position, color: Color, home: Square) -> Bitboard {
    let shade = if home.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    let others = position.pieces(color, PieceType::Bishop) & shade & !Bitboard::of(home);
    if is_shut(position, color, home) { others } else { Bitboard::EMPTY }
}

/// What a side must have promoted. A bishop outside while its first square is shut comes from a promotion, too.
pub(super) fn promoted(position: &Position, color: Color, start: InitialPositions) -> PromotedPieces {
    let [light, dark] = [Bitboard::LIGHT, Bitboard::DARK].map(|shade| {
        let beyond = (position.pieces(color, PieceType::Bishop) & shade).count().saturating_sub(1);
        let homes =
            bishop_homes(color).into_iter().filter(|home| start == InitialPositions::Standard && shade.contains(*home));
        homes.map(|home| outside(position, color, home).count()).fold(beyond, u32::max)
    });
    PromotedPieces::new(position, color, light, dark)
}

/// Bishops that pawns on their first squares have kept in or out.
fn bishops(position: &Position, color: Color, promoted: &PromotedPieces) -> Vec<Unreachable> {
    let homes = bishop_homes(color);
    let bishops = position.pieces(color, PieceType::Bishop);
    let caged = (bishops & Bitboard::of_rank(color.back_rank()))
        .into_iter()
        .filter(|square| !homes.contains(square) && is_shut(position, color, *square))
        .map(|square| Unreachable::Bishop { color, square });
    let mut faults: Vec<Unreachable> = caged.collect();
    let stranger = homes.into_iter().filter_map(|home| outside(position, color, home).first()).next_back();
    let pawns = position.pieces(color, PieceType::Pawn).count();
    if let Some(square) = stranger.filter(|_| promoted.total() + pawns > 8) {
        faults.push(Unreachable::Bishop { color, square });
    }
    faults
}

/// Whether nothing was captured and no pawn has moved.
fn is_closed(position: &Position) -> bool {
    position.kinds(PieceType::Pawn) == Bitboard(0x00ff_0000_0000_ff00)
        && Color::BOTH.into_iter().all(|color| {
            let pawns = position.pieces(color, PieceType::Pawn);
            pawns == Bitboard::of_rank(second_rank(color)) && position.colors(color).count() == 16
        })
}

/// While all pawns are at home only knights move, and rooks by one square to where a knight stood; each such move goes
/// to a square of the other color, so the squares tell how many moves were made, odd or even.
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
