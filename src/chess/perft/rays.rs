//! The rays of the sliders of one side, in all eight directions at once.
//!
//! Attacks and numbers of squares are both computed by doubling: one step, two steps, four steps, eight steps
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

use super::directions::{ARRIVALS, Directions};

/// The rays of the sliders of one side.
pub(super) struct Rays<N> {
    /// The squares attacked along files, ranks, rising and falling diagonals. They include defended own pieces.
    pub(super) lines: [u64; 4],
    /// On a square with one of these sliders, the number of its moves. On a square without an own piece, the number of
    /// squares *beyond* it for all sliders that attack it, each in its direction.
    ///
    /// ```text
    ///   R . x . . n      the rook attacks x, and beyond it two vacant squares and the enemy knight: 3
    /// ```
    ///
    /// So this is the number of moves that the side gains when a blocker leaves the square, and loses when one arrives.
    /// At most 27: a queen has no more moves, and at most six squares on each of four lines are beyond a square.
    pub(super) reach: N,
    /// On squares of own pieces, the number of these sliders that defend them, at most eight.
    pub(super) defended: N,
}

impl<N> Rays<N> {
    /// The rays of these `straight` and `diagonal` sliders. `own` are all pieces of that side, `vacant` all vacant
    /// squares.
    #[inline(always)]
    pub(super) fn new<C: Directions<Numbers = N>>(straight: u64, diagonal: u64, own: u64, vacant: u64) -> Self {
        let sliders = C::load(&[straight, straight, diagonal, diagonal, straight, straight, diagonal, diagonal]);
        let own = C::splat(own);
        let passable = C::splat(vacant) & C::load(&ARRIVALS);
        let attacked = attacked(sliders, passable);
        let counted = (attacked & !own) | sliders;
        let [file, rank, rising, falling, ..] = (attacked | attacked.opposite()).store();
        Self {
            lines: [file, rank, rising, falling],
            reach: C::sum_of_lanes({
                let [ones, twos, fours] = beyond(own, passable);
                [ones & counted, twos & counted, fours & counted]
            }),
            defended: C::sum_of_lanes([attacked & own]),
        }
    }
}

/// The squares that the sliders in each lane attack in the lane's direction.
#[inline(always)]
fn attacked<C: Directions>(sliders: C, passable: C) -> C {
    let two = passable & passable.forward(1);
    let four = two & two.forward(2);
    let attacked = sliders | (passable & sliders.forward(1));
    let attacked = attacked | (two & attacked.forward(2));
    let attacked = attacked | (four & attacked.forward(4));
    attacked.forward(1) & C::load(&ARRIVALS)
}

/// For each square and direction, the number of squares beyond it that a slider on or crossing it attacks: 0 to 7.
///
/// Let `vK` be true if the next K squares are vacant, and `bK` the number within K squares. Then `b1` is 1 if the next
/// square has no own piece, `b2 = b1 + [v1] b1(next)`, `b4 = b2 + [v2] b2(two on)` and `b8 = b4 + [v4] b4(four on)`.
/// Where `vK` is true, `bK` is exactly K, a power of two, so that each sum only moves digits.
#[inline(always)]
fn beyond<C: Directions>(own: C, passable: C) -> [C; 3] {
    let v1 = passable.backward(1);
    let v2 = v1 & v1.backward(1);
    let v4 = v2 & v2.backward(2);
    let ones = (!own & C::load(&ARRIVALS)).backward(1);
    // 1 + 1 = 2.
    let twos = v1 & ones.backward(1);
    let ones = ones ^ twos;
    // 2 + 0, 1, 2.
    let fours = v2 & twos.backward(2);
    let (ones, twos) = (ones | (v2 & ones.backward(2)), twos ^ fours);
    // 4 + 0, 1, 2, 3.
    let (ones, twos) = (ones | (v4 & ones.backward(4)), twos | (v4 & twos.backward(4)));
    [ones, twos, fours]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::board::{Squares, bit};
    use super::super::planes::Row;
    use super::*;
    use crate::chess::attacks;
    use crate::chess::bitboard::Bitboard;

    properties! {
        #[test]
        fn the_reach_of_a_slider_is_its_number_of_moves(a: u64, b: u64, c: u64) {
            let own = a & b;
            let vacant = !(own | (c & a));
            let (straight, diagonal) = (own & c, own & !c);
            let rays = Rays::new::<Row<8>>(straight, diagonal, own, vacant);
            for square in Squares(own) {
                let occupied = Bitboard(!vacant);
                let is_straight = straight & bit(square) != 0;
                let attacked = if is_straight { attacks::rook(square, occupied) } else { attacks::bishop(square, occupied) };
                prop_assert_eq!(rays.reach.total_on(bit(square)), (attacked.0 & !own).count_ones());
            }
        }
    }
}
