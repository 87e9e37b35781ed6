//! The two sides as types, so that code is compiled for each of them.

use super::super::piece::Color;

pub(super) const A_FILE: u64 = 0x0101_0101_0101_0101;
pub(super) const H_FILE: u64 = A_FILE << 7;
pub(super) const FIRST_RANK: u64 = 0xff;

/// A side, [`White`] or [`Black`]. Its steps move whole sets of squares and drop those that leave the board.
pub(super) trait Side: Copy {
    /// The opponent.
    type Other: Side<Other = Self>;
    /// The color.
    const COLOR: Color;
    /// The rank on which its king and rooks start.
    const BACK_RANK: u64;
    /// The rank on which its pawns promote.
    const LAST_RANK: u64;
    /// The rank of a pawn after a single step from its start, and halfway through a double step.
    const THIRD_RANK: u64;
    fn forward(set: u64) -> u64;
    /// The captures of pawns towards the a-file.
    fn capture_left(set: u64) -> u64;
    /// The captures of pawns towards the h-file.
    fn capture_right(set: u64) -> u64;

    #[inline(always)]
    fn back(set: u64) -> u64 {
        Self::Other::forward(set)
    }

    /// The origins of pawn captures towards the a-file with these targets.
    #[inline(always)]
    fn left_origins(set: u64) -> u64 {
        Self::Other::capture_right(set)
    }

    /// The origins of pawn captures towards the h-file with these targets.
    #[inline(always)]
    fn right_origins(set: u64) -> u64 {
        Self::Other::capture_left(set)
    }

    #[inline(always)]
    fn pawn_attacks(set: u64) -> u64 {
        Self::capture_left(set) | Self::capture_right(set)
    }
}

/// The side whose pawns move up the board.
#[derive(Clone, Copy)]
pub(super) struct White;

/// The side whose pawns move down the board.
#[derive(Clone, Copy)]
pub(super) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const BACK_RANK: u64 = FIRST_RANK;
    const LAST_RANK: u64 = FIRST_RANK << 56;
    const THIRD_RANK: u64 = FIRST_RANK << 16;

    #[inline(always)]
    fn forward(set: u64) -> u64 {
        set << 8
    }

    #[inline(always)]
    fn capture_left(set: u64) -> u64 {
        (set & !A_FILE) << 7
    }

    #[inline(always)]
    fn capture_right(set: u64) -> u64 {
        (set & !H_FILE) << 9
    }
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const BACK_RANK: u64 = FIRST_RANK << 56;
    const LAST_RANK: u64 = FIRST_RANK;
    const THIRD_RANK: u64 = FIRST_RANK << 40;

    #[inline(always)]
    fn forward(set: u64) -> u64 {
        set >> 8
    }

    #[inline(always)]
    fn capture_left(set: u64) -> u64 {
        (set & !A_FILE) >> 9
    }

    #[inline(always)]
    fn capture_right(set: u64) -> u64 {
        (set & !H_FILE) >> 7
    }
}
