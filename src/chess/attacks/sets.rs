//! Set-wise attacks: the squares that pieces on all squares of a set attack together, by shifts instead of lookups.
//!
//! Sliders use a Kogge–Stone occluded fill: along each line up to the first blocker, seven squares in three steps
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

use super::super::bitboard::Bitboard;
use super::super::piece::{Color, PieceType};

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_AB: u64 = 0xfcfc_fcfc_fcfc_fcfc;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// The squares that pieces of this kind and color attack from a set of squares; `blocked` squares stop sliders.
pub fn attacked(kind: PieceType, color: Color, from: Bitboard, blocked: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => pawn(color, from),
        PieceType::Knight => knight(from),
        PieceType::Bishop => bishop(from, blocked),
        PieceType::Rook => rook(from, blocked),
        PieceType::Queen => bishop(from, blocked) | rook(from, blocked),
        PieceType::King => king(from),
    }
}

/// The squares that pieces of all promotion kinds attack together.
pub fn promoted(from: Bitboard, blocked: Bitboard) -> Bitboard {
    bishop(from, blocked) | rook(from, blocked) | knight(from)
}

/// The set moved one rank forward, as seen by this side.
pub fn ahead(color: Color, from: Bitboard) -> Bitboard {
    Bitboard(match color {
        Color::White => from.0 << 8,
        Color::Black => from.0 >> 8,
    })
}

/// One step in each of eight directions: `straight` pieces along ranks and files, `diagonal` pieces along diagonals.
pub fn steps(straight: Bitboard, diagonal: Bitboard) -> [Bitboard; 8] {
    let (Bitboard(straight), Bitboard(diagonal)) = (straight, diagonal);
    [
        straight << 8,
        straight >> 8,
        (straight & NOT_H) << 1,
        (straight & NOT_A) >> 1,
        (diagonal & NOT_H) << 9,
        (diagonal & NOT_A) >> 9,
        (diagonal & NOT_A) << 7,
        (diagonal & NOT_H) >> 7,
    ]
    .map(Bitboard)
}

fn pawn(color: Color, from: Bitboard) -> Bitboard {
    let ahead = ahead(color, from).0;
    Bitboard((ahead & NOT_A) >> 1 | (ahead & NOT_H) << 1)
}

fn knight(from: Bitboard) -> Bitboard {
    let near = (from.0 & NOT_A) >> 1 | (from.0 & NOT_H) << 1;
    let far = (from.0 & NOT_AB) >> 2 | (from.0 & NOT_GH) << 2;
    Bitboard(near << 16 | near >> 16 | far << 8 | far >> 8)
}

fn king(from: Bitboard) -> Bitboard {
    let row = from.0 | (from.0 & NOT_A) >> 1 | (from.0 & NOT_H) << 1;
    // A square of the set is included only if another one attacks it.
    let sideways = (from.0 & NOT_A) >> 1 | (from.0 & NOT_H) << 1;
    Bitboard(row << 8 | row >> 8 | sideways)
}

fn bishop(from: Bitboard, blocked: Bitboard) -> Bitboard {
    let free = !blocked.0;
    Bitboard(up::<9>(from.0, free, NOT_A) | up::<7>(from.0, free, NOT_H) | down::<9>(from.0, free, NOT_H))
        | Bitboard(down::<7>(from.0, free, NOT_A))
}

fn rook(from: Bitboard, blocked: Bitboard) -> Bitboard {
    let free = !blocked.0;
    Bitboard(up::<8>(from.0, free, !0) | down::<8>(from.0, free, !0) | up::<1>(from.0, free, NOT_A))
        | Bitboard(down::<1>(from.0, free, NOT_H))
}

/// Fills along lines on which indices increase by `BY`. `inside` excludes the squares that a step reaches around the
/// edge.
fn up<const BY: u32>(mut from: u64, free: u64, inside: u64) -> u64 {
    let mut pass = free & inside;
    from |= pass & from << BY;
    pass &= pass << BY;
    from |= pass & from << (2 * BY);
    pass &= pass << (2 * BY);
    from |= pass & from << (4 * BY);
    from << BY & inside
}

/// Fills along lines on which indices decrease by `BY`.
fn down<const BY: u32>(mut from: u64, free: u64, inside: u64) -> u64 {
    let mut pass = free & inside;
    from |= pass & from >> BY;
    pass &= pass >> BY;
    from |= pass & from >> (2 * BY);
    pass &= pass >> (2 * BY);
    from |= pass & from >> (4 * BY);
    from >> BY & inside
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super as attacks;
    use super::*;

    properties! {
        #[test]
        fn sets_are_unions_of_squares(a: u64, b: u64, c: u64, d: u64) {
            let (from, blocked) = (Bitboard(a & b & c), Bitboard(c & d));
            for color in Color::BOTH {
                for kind in PieceType::ALL {
                    let slow = from.into_iter().fold(Bitboard::EMPTY, |set, square| set | attacks::attacks_from(kind, color, square, blocked));
                    prop_assert_eq!(attacked(kind, color, from, blocked), slow);
                }
            }
        }
    }
}
