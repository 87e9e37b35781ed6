//! The four lines through each square: file, rank and two diagonals.

use super::super::bitboard::Bitboard;
use super::super::square::{File, Rank, Square};

/// The file, the rank, the rising and the falling diagonal through a square, from edge to edge.
#[inline(always)]
pub(super) fn through(square: Square) -> [u64; 4] {
    LINES[square.index() & 63]
}

static LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut i = 0;
    while i < 64 {
        let square = Square::from_index(i as u8);
        let Bitboard(file) = Bitboard::of_file(File::from_index(square.file().index() as u8));
        let Bitboard(rank) = Bitboard::of_rank(Rank::from_index(square.rank().index() as u8));
        lines[i] = [file, rank, diagonal(square, 1), diagonal(square, -1)];
        i += 1;
    }
    lines
};

/// The diagonal through a square on which each file to the right is `ranks` (1 or -1) higher.
const fn diagonal(square: Square, ranks: i8) -> u64 {
    let mut set = 1 << square.index();
    let mut step = -7;
    while step <= 7 {
        if let Some(other) = square.offset(step, step * ranks) {
            set |= 1 << other.index();
        }
        step += 1;
    }
    set
}
