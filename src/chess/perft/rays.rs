//! How far the sliders of one side see, in all eight directions at once.
//!
//! Both computations double: what is known one step far is put together to two steps, then to four, then to eight
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

use super::compass::{ARRIVALS, Compass};

/// What the sliders of one side see, their pieces of other kinds being blockers like any others.
pub(super) struct Rays<N> {
    /// The squares attacked along each line: files, ranks, rising and falling diagonals. Own pieces on them are defended.
    pub(super) lines: [u64; 4],
    /// On a square with one of these sliders: how many moves it has. On any other square but those of own pieces: how many
    /// squares lie *beyond* it for the sliders that attack it, each counted in its direction.
    ///
    /// ```text
    ///   R . x . . n      the rook attacks x, beyond which it sees two vacant squares and the enemy knight: 3
    /// ```
    ///
    /// So it is what the side wins in moves when a blocker leaves that square, and what it loses when one arrives.
    /// At most 27: a queen has no more moves, and beyond a square at most six squares lie on each of four lines.
    pub(super) reach: N,
    /// On squares of own pieces: how many of these sliders defend them, at most eight.
    pub(super) defended: N,
}

impl<N> Rays<N> {
    /// What a side's `straight` and `diagonal` sliders see. `own` are all pieces of that side, `vacant` all empty squares.
    #[inline(always)]
    pub(super) fn new<C: Compass<Numbers = N>>(straight: u64, diagonal: u64, own: u64, vacant: u64) -> Self {
        let sliders = C::load(&[straight, straight, diagonal, diagonal, straight, straight, diagonal, diagonal]);
        let own = C::splat(own);
        let passable = C::splat(vacant) & C::load(&ARRIVALS);
        let attacked = attacked(sliders, passable);
        let counted = (attacked & !own) | sliders;
        let a = attacked.store();
        Self {
            lines: [a[0] | a[4], a[1] | a[5], a[2] | a[6], a[3] | a[7]],
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
fn attacked<C: Compass>(sliders: C, passable: C) -> C {
    let two = passable & passable.ahead(1);
    let four = two & two.ahead(2);
    let seen = sliders | (passable & sliders.ahead(1));
    let seen = seen | (two & seen.ahead(2));
    let seen = seen | (four & seen.ahead(4));
    seen.ahead(1) & C::load(&ARRIVALS)
}

/// For each square and direction, how many squares a slider that is or passes there sees beyond: 0 to 7.
///
/// With `vK` meaning that the next K squares are vacant, and `bK` what lies within K squares:
/// `b1` is 1 if the next square is not an own piece's; `b2 = b1 + [v1] b1(next)`; `b4 = b2 + [v2] b2(two on)`;
/// `b8 = b4 + [v4] b4(four on)`. Where `vK` holds, `bK` is K exactly, a power of two: so each sum only moves digits.
#[inline(always)]
fn beyond<C: Compass>(own: C, passable: C) -> [C; 3] {
    let v1 = passable.behind(1);
    let v2 = v1 & v1.behind(1);
    let v4 = v2 & v2.behind(2);
    let ones = (!own & C::load(&ARRIVALS)).behind(1);
    // 1 + 1 = 2.
    let twos = v1 & ones.behind(1);
    let ones = ones ^ twos;
    // 2 + 0, 1, 2.
    let fours = v2 & twos.behind(2);
    let (ones, twos) = (ones | (v2 & ones.behind(2)), twos ^ fours);
    // 4 + 0, 1, 2, 3.
    let (ones, twos) = (ones | (v4 & ones.behind(4)), twos | (v4 & twos.behind(4)));
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

    proptest! {
        /// A slider's reach is the number of its moves, counted by look-up.
        #[test]
        fn reach_on_sliders_is_their_number_of_moves(a: u64, b: u64, c: u64) {
            let own = a & b;
            let vacant = !(own | (c & a));
            let (straight, diagonal) = (own & c, own & !c);
            let rays = Rays::new::<Row<8>>(straight, diagonal, own, vacant);
            for square in Squares(own) {
                let occupied = Bitboard(!vacant);
                let is_straight = straight & bit(square) != 0;
                let seen = if is_straight { attacks::rook(square, occupied) } else { attacks::bishop(square, occupied) };
                prop_assert_eq!(rays.reach.total_on(bit(square)), (seen.0 & !own).count_ones());
            }
        }
    }
}
