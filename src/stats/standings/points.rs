//! Points as they are counted and written.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Points of chess games in halves: a win is 2, a draw 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Points(pub u32);

impl Points {
    /// No point.
    pub const ZERO: Self = Self(0);
    /// Half a point, as for a draw.
    pub const HALF: Self = Self(1);
    /// One point, as for a win.
    pub const ONE: Self = Self(2);
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// As cross-tables write them: `8`, `8½`, `½`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_in_cross_tables() {
        let written = |halves| Points(halves).to_string();
        assert_eq!([0, 1, 2, 3, 17].map(written), ["0", "½", "1", "1½", "8½"]);
        assert_eq!([Points::ONE, Points::HALF].into_iter().sum::<Points>(), Points(3));
    }
}
