//! The attacks of sliders on eight boards at once, for all sliders of a board together.
//!
//! There are two techniques:
//!
//! * *Subtraction* (<https://www.chessprogramming.org/Subtracting_a_Rook_from_a_Blocking_Piece>): `o - 2s`, with `s`
//!   the slider and `o` the occupied squares of the line, borrows from the next piece above the slider, so it changes
//!   exactly the bits up to that piece. In bytes this works on the eight ranks of a board at once, even with several
//!   sliders on a rank, since each borrows only from the next piece. Files are ranks of the rotated board; the opposite
//!   direction is the same on the mirrored board.
//! * *Fill*, for any number of sliders on diagonals, see [`rays`](super::super::rays).

use super::super::super::square::Square;
use super::super::board::{A_FILE, FIRST_RANK, H_FILE};
use super::vector::Vector;

const LAST_RANK: u64 = FIRST_RANK << 56;

/// The attacks of these sliders towards the h-file on each rank, including the first piece. The sliders must be on
/// occupied squares.
#[inline(always)]
pub(super) fn along_ranks<V: Vector>(occupied: V, sliders: V) -> V {
    occupied ^ occupied.minus_in_bytes(sliders).minus_in_bytes(sliders)
}

/// The attacks of sliders along diagonals, one set for each direction.
#[derive(Clone, Copy)]
pub(super) struct Diagonals<V> {
    pub(super) north_east: V,
    pub(super) north_west: V,
    pub(super) south_east: V,
    pub(super) south_west: V,
}

impl<V: Vector> Diagonals<V> {
    pub(super) const NONE: Self =
        Self { north_east: V::EMPTY, north_west: V::EMPTY, south_east: V::EMPTY, south_west: V::EMPTY };

    /// The attacks of sliders on `rising` squares along rising diagonals, and of those on `falling` squares along
    /// falling ones.
    #[inline(always)]
    pub(super) fn new(rising: V, falling: V, vacant: V) -> Self {
        Self {
            north_east: fill(rising, vacant, 9, !A_FILE & !FIRST_RANK),
            north_west: fill(falling, vacant, 7, !H_FILE & !FIRST_RANK),
            south_east: fill(falling, vacant, 57, !A_FILE & !LAST_RANK),
            south_west: fill(rising, vacant, 55, !H_FILE & !LAST_RANK),
        }
    }

    /// All attacked squares.
    #[inline(always)]
    pub(super) fn all(self) -> V {
        self.north_east | self.north_west | self.south_east | self.south_west
    }
}

/// A fill in one direction: `step` is the rotation for one step, `arrivals` are the possible targets of a step.
#[inline(always)]
fn fill<V: Vector>(sliders: V, vacant: V, step: u32, arrivals: u64) -> V {
    let arrivals = V::splat(arrivals);
    let one = vacant & arrivals;
    let two = one & one.rotated(step);
    let four = two & two.rotated(step * 2 % 64);
    let seen = sliders | (one & sliders.rotated(step));
    let seen = seen | (two & seen.rotated(step * 2 % 64));
    let seen = seen | (four & seen.rotated(step * 4 % 64));
    seen.rotated(step) & arrivals
}

/// A set of squares in the four orientations of the board that [`along_ranks`] needs.
pub(super) struct Orientations<V> {
    upright: V,
    mirrored: V,
    turned: V,
    turned_mirrored: V,
}

impl<V: Vector> Orientations<V> {
    #[inline(always)]
    pub(super) fn new(set: V) -> Self {
        let turned = set.turned();
        Self { upright: set, mirrored: set.mirrored(), turned, turned_mirrored: turned.mirrored() }
    }
}

/// For each square the next one towards the h-file, if there is one, on the board, the mirrored board, the turned
/// board, and the turned and mirrored board. Subtracting it is subtracting the square twice.
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

/// The attacks of sliders along ranks and files, one set for each direction. Those along files are on the turned
/// boards.
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
    pub(super) const NONE: Self =
        Self { east: V::EMPTY, west: V::EMPTY, south_turned: V::EMPTY, north_turned: V::EMPTY };

    /// The attacks of sliders on `on_ranks` along ranks, and of those on `on_files` along files.
    #[inline(always)]
    pub(super) fn new(on_ranks: V, on_files: V, occupied: &Orientations<V>) -> Self {
        let sliders = on_files.turned();
        Self {
            east: along_ranks(occupied.upright, on_ranks),
            west: along_ranks(occupied.mirrored, on_ranks.mirrored()).mirrored(),
            south_turned: along_ranks(occupied.turned, sliders),
            north_turned: along_ranks(occupied.turned_mirrored, sliders.mirrored()).mirrored(),
        }
    }

    /// The attacks from one square of every board, whatever is on it.
    #[inline(always)]
    pub(super) fn from_square(square: Square, occupied: &Orientations<V>) -> Self {
        let seen = |occupied: V, next: u64| occupied ^ occupied.minus_in_bytes(V::splat(next));
        let [next, next_mirrored, next_turned, next_turned_mirrored] = NEXT[square.index()];
        Self {
            east: seen(occupied.upright, next),
            west: seen(occupied.mirrored, next_mirrored).mirrored(),
            south_turned: seen(occupied.turned, next_turned),
            north_turned: seen(occupied.turned_mirrored, next_turned_mirrored).mirrored(),
        }
    }

    /// The attacks in both directions of the files, on the unturned board.
    #[inline(always)]
    pub(super) fn on_files(self) -> V {
        (self.south_turned | self.north_turned).turned_back()
    }
}

/// The attacks in both directions along one line other than a rank, from one square of every board. `line` is the line
/// without that square.
///
/// Up the line by subtraction in whole lanes; down the line as up on the flipped board.
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
