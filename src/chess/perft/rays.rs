//! How far the sliders of one side see, in all eight directions at once: one lane a direction.
//!
//! Lanes 0–3 run up the indices of the squares, lanes 4–7 the opposite ways, so that lanes `i` and `i + 4` share a line:
//!
//! ```text
//!   NW  N  NE      lane   0  1  2  3   4  5  6  7
//!     \ | /               N  E NE NW   S  W SW SE
//!   W -- -- E      step   8  1  9  7   8  1  9  7
//!     / | \
//!   SW  S  SE
//! ```
//!
//! Both computations double: what is known one step far is put together to two steps, then to four, then to eight
//! (<https://www.chessprogramming.org/Kogge-Stone_Algorithm>).

use super::planes::{Planes, Row, sum_of_lanes};
use super::side::{A_FILE, FIRST_RANK, H_FILE};

/// What the sliders of one side see, their men of other kinds being blockers like any others.
pub(super) struct Rays {
    /// The squares attacked along each line: files, ranks, rising and falling diagonals. Own men on them are defended.
    pub(super) lines: [u64; 4],
    /// On a square with one of these sliders: how many moves it has. On any other square but those of own men: how many
    /// squares lie *beyond* it for the sliders that attack it, each counted in its direction.
    ///
    /// ```text
    ///   R . x . . n      the rook attacks x, beyond which it sees two vacant squares and the enemy knight: 3
    /// ```
    ///
    /// So it is what the side wins in moves when a blocker leaves that square, and what it loses when one arrives.
    /// At most 27: a queen has no more moves, and beyond a square at most six squares lie on each of four lines.
    pub(super) reach: Planes,
    /// On squares of own men: how many of these sliders defend them, at most eight.
    pub(super) defended: Planes,
}

impl Rays {
    /// What a side's `straight` and `diagonal` sliders see. `own` are all men of that side, `vacant` all empty squares.
    #[inline(always)]
    pub(super) fn new(straight: u64, diagonal: u64, own: u64, vacant: u64) -> Self {
        let sliders = Row([straight, straight, diagonal, diagonal, straight, straight, diagonal, diagonal]);
        let own = splat(own);
        let passable = splat(vacant) & ARRIVALS;
        let attacked = attacked(sliders, passable);
        let counted = (attacked & !own) | sliders;
        let Row(a) = attacked;
        Self {
            lines: [a[0] | a[4], a[1] | a[5], a[2] | a[6], a[3] | a[7]],
            reach: sum_of_lanes(beyond(own, passable).on(counted)),
            defended: sum_of_lanes(Planes::one(attacked & own)),
        }
    }
}

/// Where a step in each direction can arrive: not on the edge it comes from.
const ARRIVALS: Row<8> = {
    let (first, last) = (!FIRST_RANK, !(FIRST_RANK << 56));
    Row([first, !A_FILE, !A_FILE & first, !H_FILE & first, last, !H_FILE, !H_FILE & last, !A_FILE & last])
};

/// How far a step in each lane goes in the order of the squares.
const STEPS: [u32; 4] = [8, 1, 9, 7];

/// The squares that the sliders in each lane attack in the lane's direction.
#[inline(always)]
fn attacked(sliders: Row<8>, passable: Row<8>) -> Row<8> {
    let two = passable & ahead::<1>(passable);
    let four = two & ahead::<2>(two);
    let mut seen = sliders;
    seen = seen | (passable & ahead::<1>(seen));
    seen = seen | (two & ahead::<2>(seen));
    seen = seen | (four & ahead::<4>(seen));
    ahead::<1>(seen) & ARRIVALS
}

/// For each square and direction, how many squares a slider that is or passes there sees beyond: 0 to 7.
///
/// With `vK` meaning that the next K squares are vacant, and `bK` what lies within K squares:
/// `b1` is 1 if the next square is not an own man's; `b2 = b1 + [v1] b1(next)`; `b4 = b2 + [v2] b2(two on)`;
/// `b8 = b4 + [v4] b4(four on)`. Where `vK` holds, `bK` is K exactly, a power of two: so each sum only moves digits.
#[inline(always)]
fn beyond(own: Row<8>, passable: Row<8>) -> Planes<Row<8>> {
    let v1 = behind::<1>(passable);
    let v2 = v1 & behind::<1>(v1);
    let v4 = v2 & behind::<2>(v2);
    let ones = behind::<1>(!own & ARRIVALS);
    // 1 + 1 = 2.
    let twos = v1 & behind::<1>(ones);
    let ones = ones ^ twos;
    // 2 + 0, 1, 2.
    let fours = v2 & behind::<2>(twos);
    let (ones, twos) = (ones | (v2 & behind::<2>(ones)), twos ^ fours);
    // 4 + 0, 1, 2, 3.
    let (ones, twos) = (ones | (v4 & behind::<4>(ones)), twos | (v4 & behind::<4>(twos)));
    let none = splat(0);
    Planes([ones, twos, fours, none, none])
}

#[inline(always)]
fn splat(set: u64) -> Row<8> {
    Row([set; 8])
}

/// Every lane moved `N` squares in its direction. Bits that wrap around a side edge are the caller's to mask.
#[inline(always)]
fn ahead<const N: u32>(row: Row<8>) -> Row<8> {
    let [a, b, c, d, e, f, g, h] = row.0;
    let [s, t, u, v] = STEPS.map(|step| step * N);
    Row([a << s, b << t, c << u, d << v, e >> s, f >> t, g >> u, h >> v])
}

/// Every lane moved `N` squares against its direction.
#[inline(always)]
fn behind<const N: u32>(row: Row<8>) -> Row<8> {
    let [a, b, c, d, e, f, g, h] = row.0;
    let [s, t, u, v] = STEPS.map(|step| step * N);
    Row([a >> s, b >> t, c >> u, d >> v, e << s, f << t, g << u, h << v])
}
