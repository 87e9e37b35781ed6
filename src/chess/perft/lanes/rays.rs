//! What sliders see on eight boards at once, all sliders of a board together.
//!
//! Along ranks, files and diagonals there are two tools:
//!
//! * *Subtraction*, for one slider on a line: `o - 2s`, with `s` the slider and `o` the occupied squares of the line,
//!   borrows from the next piece above the slider, and so changes all bits up to that piece and no other. In bytes this serves the eight
//!   ranks of a board at once, even with several sliders on one, since each borrows only as far as the next piece.
//!   Files are ranks of the turned board; the way down is the way up on the mirrored one
//!   (<https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>).
//! * *Flooding*, for any number of sliders on diagonals: see [`rays`](super::super::rays).

use super::super::super::square::Square;
use super::super::side::{A_FILE, FIRST_RANK, H_FILE};
use super::vector::Vector;

const LAST_RANK: u64 = FIRST_RANK << 56;

/// Towards the h-file on each rank, the first piece included: from all of these sliders, which must are on occupied
/// squares.
#[inline(always)]
pub(super) fn along_ranks<V: Vector>(occupied: V, sliders: V) -> V {
    occupied ^ occupied.minus_in_bytes(sliders).minus_in_bytes(sliders)
}

/// What sliders see along the diagonals, one set a direction.
#[derive(Clone, Copy)]
pub(super) struct Diagonals<V> {
    pub(super) north_east: V,
    pub(super) north_west: V,
    pub(super) south_east: V,
    pub(super) south_west: V,
}

impl<V: Vector> Diagonals<V> {
    /// Nothing at all.
    pub(super) const NONE: Self =
        Self { north_east: V::EMPTY, north_west: V::EMPTY, south_east: V::EMPTY, south_west: V::EMPTY };

    /// What sliders on `rising` squares see along rising diagonals and those on `falling` ones along falling diagonals.
    #[inline(always)]
    pub(super) fn new(rising: V, falling: V, vacant: V) -> Self {
        Self {
            north_east: flood(rising, vacant, 9, !A_FILE & !FIRST_RANK),
            north_west: flood(falling, vacant, 7, !H_FILE & !FIRST_RANK),
            south_east: flood(falling, vacant, 57, !A_FILE & !LAST_RANK),
            south_west: flood(rising, vacant, 55, !H_FILE & !LAST_RANK),
        }
    }

    /// All squares seen.
    #[inline(always)]
    pub(super) fn all(self) -> V {
        self.north_east | self.north_west | self.south_east | self.south_west
    }
}

/// One direction: `step` is the rotation that goes one square on, `arrivals` where such a step can end.
#[inline(always)]
fn flood<V: Vector>(sliders: V, vacant: V, step: u32, arrivals: u64) -> V {
    let arrivals = V::splat(arrivals);
    let one = vacant & arrivals;
    let two = one & one.rotated(step);
    let four = two & two.rotated(step * 2 % 64);
    let seen = sliders | (one & sliders.rotated(step));
    let seen = seen | (two & seen.rotated(step * 2 % 64));
    let seen = seen | (four & seen.rotated(step * 4 % 64));
    seen.rotated(step) & arrivals
}

/// A set of squares from the four sides that [`along_ranks`] has to look from.
pub(super) struct Aspects<V> {
    upright: V,
    mirrored: V,
    turned: V,
    turned_mirrored: V,
}

impl<V: Vector> Aspects<V> {
    #[inline(always)]
    pub(super) fn new(set: V) -> Self {
        let turned = set.turned();
        Self { upright: set, mirrored: set.mirrored(), turned, turned_mirrored: turned.mirrored() }
    }
}

/// For each square the one that is next to it towards the h-file, if there is one; then the same for the mirrored, the
/// turned, and the turned and mirrored board. To subtract it is to subtract the square twice.
static NEXT: [[u64; 4]; 64] = {
    const fn next(square: usize) -> u64 {
        if square % 8 == 7 { 0 } else { 1 << (square + 1) }
    }
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let turned = square % 8 * 8 + (7 - square / 8);
        table[square] = [next(square), next(square ^ 7), next(turned), next(turned ^ 7)];
        square += 1;
    }
    table
};

/// What sliders see along ranks and files, one set a direction. The files' are left on the turned boards.
#[derive(Clone, Copy)]
pub(super) struct Straights<V> {
    pub(super) east: V,
    pub(super) west: V,
    /// Down the files, on the turned board.
    pub(super) south_turned: V,
    /// Up the files, on the turned board.
    pub(super) north_turned: V,
}

impl<V: Vector> Straights<V> {
    /// Nothing at all.
    pub(super) const NONE: Self =
        Self { east: V::EMPTY, west: V::EMPTY, south_turned: V::EMPTY, north_turned: V::EMPTY };

    /// What sliders on `on_ranks` see along ranks and those on `on_files` along files.
    #[inline(always)]
    pub(super) fn new(on_ranks: V, on_files: V, occupied: &Aspects<V>) -> Self {
        let sliders = on_files.turned();
        Self {
            east: along_ranks(occupied.upright, on_ranks),
            west: along_ranks(occupied.mirrored, on_ranks.mirrored()).mirrored(),
            south_turned: along_ranks(occupied.turned, sliders),
            north_turned: along_ranks(occupied.turned_mirrored, sliders.mirrored()).mirrored(),
        }
    }

    /// What one piece sees, on the same square of every board, whatever stands there.
    #[inline(always)]
    pub(super) fn of_one(square: Square, occupied: &Aspects<V>) -> Self {
        let seen = |occupied: V, next: u64| occupied ^ occupied.minus_in_bytes(V::splat(next));
        let [next, next_mirrored, next_turned, next_turned_mirrored] = NEXT[square.index()];
        Self {
            east: seen(occupied.upright, next),
            west: seen(occupied.mirrored, next_mirrored).mirrored(),
            south_turned: seen(occupied.turned, next_turned),
            north_turned: seen(occupied.turned_mirrored, next_turned_mirrored).mirrored(),
        }
    }

    /// Both directions of the files, on the board as it is.
    #[inline(always)]
    pub(super) fn on_files(self) -> V {
        (self.south_turned | self.north_turned).turned_back()
    }
}

/// Both ways along one line other than a rank, from one square on every board: `line` is the line without that square.
///
/// Up the line by subtraction in whole lanes; down on the board put upside down, where it is up.
#[inline(always)]
pub(super) fn along_line<V: Vector>(square: u64, line: u64, occupied: V, flipped: V) -> (V, V) {
    let up = |square: u64, line: u64, occupied: V| {
        let line = V::splat(line);
        let blockers = occupied & line;
        (blockers ^ blockers.minus(V::splat(square << 1))) & line
    };
    let down = up(square.swap_bytes(), line.swap_bytes(), flipped);
    (up(square, line, occupied), down.flipped())
}

/// The squares that knights attack.
#[inline(always)]
pub(super) fn knights<V: Vector>(knights: V) -> V {
    let one_left = knights.without(V::splat(A_FILE));
    let one_right = knights.without(V::splat(H_FILE));
    let two_left = knights.without(V::splat(A_FILE | A_FILE << 1));
    let two_right = knights.without(V::splat(H_FILE | H_FILE >> 1));
    let far = one_left.up(15) | one_left.down(17) | one_right.up(17) | one_right.down(15);
    let near = two_left.up(6) | two_left.down(10) | two_right.up(10) | two_right.down(6);
    far | near
}

/// The squares that kings attack, and their own.
#[inline(always)]
pub(super) fn kings<V: Vector>(kings: V) -> V {
    let left = kings.without(V::splat(A_FILE)).down(1);
    let right = kings.without(V::splat(H_FILE)).up(1);
    let row = left | kings | right;
    row | row.up(8) | row.down(8)
}
